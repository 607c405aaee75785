/* sources.h - the texts of the kernels and of all they include, as they were when the library was built.
 *
 * cmake/AtalantaEmbed.cmake writes them into a C file, so that the library needs no folder of its own at run time. A
 * name is a path from the src root, "engine/gpu/kernels/pass.cu", because that is how an include is written.
 */
#ifndef ATA_GPU_SOURCES_H
#define ATA_GPU_SOURCES_H

typedef struct ata_gpu_source {
    const char *name;
    const char *text;
} ata_gpu_source;

extern const ata_gpu_source ata_gpu_sources[]; /* up to one whose name is NULL */

/* Another one for every change of a name or a text. */
extern const char ata_gpu_sources_digest[];

#endif
