/* sources.h - the texts that kernels are made of, kept in the library: whoever compiles one at run time needs no file
 * of the project.
 *
 * The list is made by the build (cmake/AtalantaEmbed.cmake). Names are paths from the src root, as the includes in the
 * kernels are written.
 */
#ifndef ATA_GPU_SOURCES_H
#define ATA_GPU_SOURCES_H

typedef struct ata_gpu_source {
    const char *name; /* "engine/gpu/kernels/pass.cu" */
    const char *text;
} ata_gpu_source;

extern const ata_gpu_source ata_gpu_sources[]; /* the last one's name is NULL */

#endif
