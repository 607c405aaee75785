/* test_gpu_shape.h - passes for the tests of the GPU engine's shapes: made as the engine makes them, run by nobody. */
#ifndef ATALANTA_TEST_GPU_SHAPE_H
#define ATALANTA_TEST_GPU_SHAPE_H

#include <stdlib.h>
#include <string.h>

#include "engine/emu/machine.h"
#include "engine/gpu/pass.h"
#include "engine/gpu/real.h"
#include "engine/gpu/tuning.h"
#include "test.h"

static inline ata_problem problem_of(const char *text)
{
    ata_problem problem;
    if (ata_problem_read(&problem, text) != ATA_OK || ata_problem_complete(&problem, &problem) != ATA_OK) {
        fprintf(stderr, "%s: %s\n", text, ata_error_last()->message);
        exit(2);
    }
    return problem;
}

/* Sanitizers make everything several times slower, and what they look for shows in a part of it. */
static inline bool is_short(void)
{
    return getenv("ATALANTA_TEST_LIMIT") != NULL;
}

/* The emulator's idea of a GPU of this architecture. */
static inline ata_device_limits limits_of(int architecture)
{
    ata_device *device;
    char text[16];
    snprintf(text, sizeof text, "%d", architecture);
    setenv("ATALANTA_EMU_ARCH", text, 1);
    if (ata_machine_emu.open(0, &device) != ATA_OK) exit(2);
    const ata_device_limits limits = *ata_machine_emu.limits(device);
    ata_machine_emu.close(device);
    CHECK(limits.architecture == architecture);
    return limits;
}

static inline const ata_gpu_tuning *tuning_of(int architecture, int wide)
{
    return architecture == 90 ? &ata_gpu_tuning_90[wide] : &ata_gpu_tuning_80[wide];
}

/* The radices of one pass of a known way or of a row as the text of a recipe; 1s do not stand in recipes. Returns how
 * many were read, with the 0 behind them. */
static inline int write_pass(ata_text *text, const char *form, const unsigned char *radix, int most)
{
    int i = 0, written = 0;
    ata_text_print(text, "{%s", form);
    for (; i < most && radix[i] != 0; i++)
        if (radix[i] > 1 || (i == 0 && (most == 1 || radix[1] == 0)))
            ata_text_print(text, written++ ? ", X(%d)" : "X(%d)", radix[i]);
    ata_text_print(text, "}");
    return i + 1;
}

/* The sweep of a recipe that begins with pass p; what it failed with, if it did, is returned. */
static inline ata_status make_pass(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                                   const ata_device_limits *limits)
{
    ata_gpu_array route[ATA_MAX_PASSES + 1];
    ata_gpu_route(problem, recipe, route);
    const int bytes = (int)ata_type_bytes(ata_problem_compute_type(problem));
    int sweep = 0;
    for (int i = 0; i < p; i = ata_recipe_sweep_end(recipe, i)) sweep++;
    return ata_gpu_pass_init(pass, problem, recipe, p, route[sweep], route[sweep + 1], NULL, limits,
                             ata_gpu_tuning_find(limits, bytes));
}

static inline ata_status make_only_pass(ata_gpu_pass *pass, const char *problem_text, const char *recipe_text,
                                        const ata_device_limits *limits)
{
    const ata_problem problem = problem_of(problem_text);
    ata_recipe recipe, expanded;
    ATA_TRY(ata_recipe_read(&recipe, problem.rank, recipe_text));
    ATA_TRY(ata_recipe_check(&recipe, &problem));
    ATA_TRY(ata_gpu_real_expand(&recipe, &expanded));
    return make_pass(pass, &problem, &expanded, 0, limits);
}

/* Whether a row is for sweeps that read tiles alone, whose problems test_tiled.c has: else the one before is taken. */
static inline bool is_for_tiles(const ata_gpu_row *rows, const ata_gpu_row *row)
{
    return row > rows && row[-1].n == row->n && row[-1].cluster == row->cluster && row[-1].blocks < row->blocks &&
           memcmp(row[-1].radix, row->radix, sizeof row->radix) == 0;
}

/* Whether another row is taken for these radices where numbers are narrow. */
static inline bool has_narrow(const ata_device_limits *limits, const ata_gpu_row *row)
{
    const ata_gpu_row *narrow =
        ata_gpu_tuning_row(tuning_of(limits->architecture, 0)->narrow_rows, row->n, row->lines > 0);
    char texts[2][100];
    ata_text text = {texts[0], sizeof texts[0], 0};
    write_pass(&text, "", row->radix, 6);
    for (; narrow && narrow->n == row->n && (narrow->lines > 0) == (row->lines > 0); narrow++) {
        ata_text other = {texts[1], sizeof texts[1], 0};
        write_pass(&other, "", narrow->radix, 6);
        if (strcmp(texts[0], texts[1]) == 0) return true;
    }
    return false;
}

#endif
