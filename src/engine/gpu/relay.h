/* relay.h - two sweeps of a plan in one launch (kernels/relay.cu): where the data falls into chunks that both sweeps do
 * by themselves, such as the transforms of a batch, the planes of a cube, or what is behind each frequency that an
 * earlier sweep has found, the second sweep takes each chunk from the cache, in which the first has just left it. So
 * the data crosses main memory once and not twice.
 */
#ifndef ATA_GPU_RELAY_H
#define ATA_GPU_RELAY_H

#include "engine/gpu/pass.h"

/* Make the sweep that begins with pass p and the one behind it, for one launch; false where they had better have one
 * each, or where there is none behind it. `route`: the arrays before, between and behind them. */
bool ata_gpu_relay_make(ata_gpu_pass pass[2], const ata_problem *problem, const ata_recipe *recipe, int p,
                        const ata_gpu_array route[3], const ata_device_limits *limits, const ata_gpu_tuning *tuning);

/* Whether two passes along the one dimension of a problem, or the last two of three, would share a launch, as far as
 * can be told before there is a recipe. */
bool ata_gpu_relay_expected(const ata_problem *problem, const ata_device_limits *limits, const ata_gpu_tuning *tuning);

/* What comes between the words and the text of their kernel: both sweeps, each behind its constants; those of the first
 * are in front of the words. */
void ata_gpu_relay_write(const ata_gpu_pass pass[2], const char *first, ata_text *text);

/* The bytes of its counters, which have to be zero when it is launched. */
size_t ata_gpu_relay_bytes(const ata_gpu_pass pass[2]);
/* Its arguments, but for those of each sweep and the counters. */
void ata_gpu_relay_set(const ata_gpu_pass pass[2], ata_relay_arguments *arguments);

#endif
