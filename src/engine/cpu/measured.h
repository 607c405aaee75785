/* measured.h - what butterflies take beside their cost in a cache, by instruction set and precision: numbers alone.
 *
 * PAIRED: short lines with both parts of a number in one vector. Fitted to the times of all lines of two radices up to
 * 512 points, 1024 with FCMA, on the machine that is named (but 32 points with FCMA are taken to cost a little more, as
 * they do out of the cache); with AVX2, lines of two and three radices up to 2048 points give the same numbers, but for
 * 3 points of 32 bits, of which lines of several radices must not have too many.
 * CALLS: lines in registers from the first point to the last (stage_paired_square.h), of those that have such a form:
 * where that was faster on the whole than what the planner had chosen, in batches and by themselves, complex and real.
 * COLUMNS: fitted to the times of some 8000 recipes of lines side by side, 20 to 2048 points, 64 of them and 80.
 * PAIRED_COLUMNS: those of them with both parts of a number in one vector; where vectors are of 512 bits, columns that
 * are too few for those.
 * ALONE: fitted to the times of some 15000 recipes of single lines from 600 to 10^6 points that are no powers of two;
 * the last radices that such a line may have, and all radices where it goes through memory as streams.
 * The numbers of COLUMNS and ALONE rank recipes of one kind and are no times of their own. Some were then changed by a
 * little, where powers of two or problems at random were better for it (docs/design/cpu-radices.md).
 */
#ifndef ATA_CPU_MEASURED_H
#define ATA_CPU_MEASURED_H

/* clang-format off */

/* Xeon (Emerald Rapids), gcc 12. */
#define CALLS_AVX2_F32                                                                                                \
    {16, {4, 4}}, {24, {6, 4}}, {28, {7, 4}}, {32, {8, 4}}, {36, {9, 4}}, {40, {10, 4}}, {48, {12, 4}}, {64, {16, 4}}
#define CALLS_AVX512_F32                                                                                              \
    {16, {4, 4}}, {24, {6, 4}}, {28, {7, 4}}, {32, {8, 4}}, {36, {9, 4}}, {40, {10, 4}}, {48, {12, 4}}, {64, {8, 8}},  \
    {72, {9, 8}}, {80, {10, 8}}, {96, {12, 8}}, {128, {16, 8}}
#define CALLS_AVX512_F64                                                                                              \
    {16, {4, 4}}, {24, {6, 4}}, {28, {7, 4}}, {32, {8, 4}}, {36, {9, 4}}, {40, {10, 4}}, {48, {12, 4}},                \
    {64, {16, 4}}, {80, {10, 8}}, {96, {12, 8}}
#define FEW_CALLS {20, {5, 4}} /* one butterfly is quicker where there are many */

/* Xeon (Granite Rapids), gcc 12. */
#define PAIRED_AVX2_F32                                                                                               \
    .paired = {[2] = 1.5, 3.0, 5.2, 7.9, 8.5, 12.6, 11.4, 15.7, 16.5, 24.9, 17.5, 29.4, 26.9, 27.0, 28.9,             \
               [20] = 37.1, [23] = 90.0, [29] = 131.0, [32] = 73.8},                                                  \
    .paired_last = {[2] = 0.2, 0.3, 0.2, 0.6, 0.9, 2.3, 0.2, 3.7, 3.6, 3.4, 0.8, 3.6, 4.7, 8.7, 5.9, [20] = 10.9,     \
                    [32] = 13.3},                                                                                     \
    .paired_lanes = 4, .paired_line = 12.4, .paired_stages = 2048
#define PAIRED_AVX2_F64                                                                                               \
    .paired = {[2] = 2.1, 3.4, 4.0, 6.7, 6.5, 10.0, 9.5, 13.0, 13.8, 22.8, 14.5, 26.5, 21.8, 25.1, 24.8,              \
               [20] = 34.3, [23] = 85.0, [29] = 121.0, [32] = 70.9},                                                  \
    .paired_last = {[12] = 0.6, [16] = 1.1},                                                                          \
    .paired_lanes = 2, .paired_line = 15.8, .paired_stages = 2048
#define PAIRED_AVX512_F32                                                                                             \
    .paired = {[2] = 0.8, 1.0, 5.4, 6.4, 8.9, 12.5, 16.9, 24.8, 25.3, 32.9, 26.7, 39.4, 36.8, 38.2, 37.9,             \
               [20] = 47.9, [23] = 112.0, [29] = 146.0, [32] = 91.4},                                                 \
    .paired_lanes = 8, .paired_line = 10.3, .lanes_first = 16, .lanes_last = 16
#define PAIRED_AVX512_F64                                                                                             \
    .paired = {[2] = 0.8, 1.0, 4.4, 8.7, 9.3, 14.3, 11.5, 19.4, 17.9, 26.6, 20.5, 35.3, 30.3, 32.6, 31.0,             \
               [20] = 40.8, [23] = 105.0, [29] = 148.0, [32] = 85.2},                                                 \
    .paired_lanes = 4, .paired_line = 17.8, .lanes_first = 8, .lanes_last = 8

/* Neoverse V1, gcc 12. */
#define PAIRED_FCMA_F32                                                                                               \
    .paired = {[2] = 1.3, 2.6, 2.5, 5.2, 5.5, 8.1, 7.2, 11.9, 10.5, 14.5, 11.5, 17.8, 15.8, 18.6, 16.5, [20] = 21.1,  \
               [23] = 60.6, [29] = 74.5, [32] = 42.0},                                                                \
    .paired_last = {[2] = 0.1, 0.1, 0.3, 0.1, 0.3, 0.4, 0.1, 0.7, 0.1, 1.2, 0.1, 0.7, 0.1, 0.5, 0.1, [20] = 0.1,      \
                    [23] = 0.1, [29] = 0.7, [32] = 0.4},                                                              \
    .paired_square = {[2] = 0.3, [4] = 1.5},                                                                          \
    .paired_lanes = 2, .paired_line = 13.3, .paired_stages = 8192
#define PAIRED_FCMA_F64                                                                                               \
    .paired = {[2] = 1.0, 1.8, 2.1, 4.2, 4.8, 7.1, 6.2, 11.0, 9.3, 13.3, 10.4, 16.4, 14.7, 16.9, 15.1, [20] = 19.8,   \
               [23] = 58.7, [29] = 73.2, [32] = 39.0},                                                                \
    .paired_last = {[2] = 0.1, 0.1, 0.2, 0.1, 0.2, 0.3, 0.8, 0.1, 0.4, 0.5, 0.2, 0.1, 0.1, 0.3, 0.4, [20] = 0.1,      \
                    [23] = 0.1, [29] = 0.1, [32] = 0.9},                                                              \
    .paired_square = {[2] = 0.9, [4] = 2.0},                                                                          \
    .paired_lanes = 1, .paired_line = 14.3, .paired_stages = 4096

/* Xeon (Emerald Rapids), gcc 12. */
#define PAIRED_COLUMNS_AVX2_F32                                                                                       \
    .paired_column = {[2] = 0.57, 0.62, 0.74, 0.71, 0.77, 0.81, 0.90, 0.86, 0.90, 1.08, 0.94, 1.05, 1.05, 1.04,       \
                      1.14, [20] = 1.17, [23] = 2.20, [29] = 2.20, [32] = 1.40}
#define COLUMNS_AVX2_F32                                                                                              \
    .column = {[2] = 0.79, 0.78, 0.93, 0.92, 0.95, 1.01, 1.18, 0.97, 1.07, 1.21, 1.17, 1.20, 1.09, 1.09, 1.38, 1.70,  \
               [19] = 1.70, 1.22, [23] = 2.70, [25] = 1.36, [29] = 2.70, [31] = 2.40, 1.65, [64] = 1.89},             \
    .column_apart = -0.06, .column_copy = 0.60, .column_period = 4096, .column_rows = 8
#define PAIRED_COLUMNS_AVX2_F64                                                                                       \
    .paired_column = {[2] = 1.16, 1.17, 1.46, 1.28, 1.43, 1.81, 1.73, 1.53, 1.64, 2.00, 1.80, 2.06, 2.28, 1.87,       \
                      2.31, [20] = 2.17, [23] = 3.50, [29] = 3.50, [32] = 2.86}
#define COLUMNS_AVX2_F64                                                                                              \
    .column = {[2] = 1.16, 1.06, 1.35, 1.13, 1.29, 1.69, 1.52, 1.25, 1.39, 1.50, 1.59, 1.65, 1.85, 1.36, 1.89, 2.40,  \
               [19] = 2.60, 1.61, [23] = 3.80, [25] = 1.77, [29] = 3.70, [31] = 3.30, 2.33, [64] = 2.89},             \
    .column_apart = 0.93, .column_copy = 0.95, .column_period = 4096, .column_rows = 8
#define COLUMNS_AVX512_F32                                                                                            \
    .column = {[2] = 0.32, 0.38, 0.42, 0.39, 0.46, 0.48, 0.52, 0.50, 0.47, 0.50, 0.53, 0.50, 0.66, 0.52, 0.64, 0.55,  \
               [19] = 0.68, 0.60, [23] = 0.85, [25] = 0.57, [29] = 0.90, [31] = 0.99, 0.75, [64] = 1.00},             \
    .column_copy = 0.35
#define COLUMNS_AVX512_F64                                                                                            \
    .column = {[2] = 0.70, 0.60, 0.74, 0.57, 0.65, 0.68, 0.86, 0.57, 0.70, 0.70, 0.76, 0.70, 0.89, 0.62, 1.14, 0.90,  \
               [19] = 1.00, 0.89, [23] = 1.24, [25] = 0.76, [29] = 1.30, [31] = 1.41, 1.36, [64] = 1.83},             \
    .column_copy = 0.65

/* Neoverse V1, gcc 12. */
#define COLUMNS_FCMA_F32                                                                                              \
    .paired_column = {[2] = 0.46, 0.56, 0.54, 0.64, 0.67, 0.78, 0.68, 0.86, 0.69, 0.85, 0.71, 0.94, 0.84, 0.80,       \
                      0.77, [20] = 0.81, [23] = 1.75, [29] = 1.75, [32] = 0.95},                                      \
    .column = {[2] = 0.59, 0.66, 0.70, 0.73, 0.80, 0.91, 0.84, 0.92, 0.85, 1.15, 0.86, 1.25, 1.12, 0.97, 0.98, 1.65,  \
               [19] = 1.60, 1.08, [23] = 2.55, [25] = 1.19, [29] = 2.55, [31] = 2.10, 1.16, [64] = 1.47},             \
    .column_apart = -0.33, .column_copy = 0.51, .column_period = 4096, .column_rows = 8, .column_reads = true
#define COLUMNS_FCMA_F64                                                                                              \
    .paired_column = {[2] = 0.76, 0.95, 0.89, 1.10, 1.14, 1.36, 1.17, 1.53, 1.18, 1.40, 1.22, 1.60, 1.48, 1.43,       \
                      1.31, [20] = 1.38, [23] = 3.16, [29] = 3.20, [32] = 1.64},                                      \
    .column = {[2] = 0.95, 1.06, 1.07, 1.15, 1.21, 1.34, 1.25, 1.39, 1.27, 1.70, 1.24, 1.77, 1.65, 1.56, 1.47, 2.40,  \
               [19] = 2.30, 1.66, [23] = 4.20, [25] = 1.89, [29] = 3.90, [31] = 3.20, 1.79, [64] = 2.23},             \
    .column_apart = -0.01, .column_copy = 1.03, .column_period = 4096, .column_rows = 8, .column_reads = true

/* Xeon (Emerald Rapids), gcc 12. */
#define ALONE_AVX2_F32                                                                                                \
    .combine_more = {[2] = 0.30, 0.30, 0.30, 0.95, 0.75, 0.55, [9] = 0.35, 0.30, 0.15, 0.17, 0.20, 0.15, 0.20, 0.08,  \
                     [32] = 0.12},                                                                                    \
    .spread_radix = {[2] = 0.40, 0.31, 0.40, 0.35, 0.34, 0.24, 0.45, 0.32, 0.39, 0.45, 0.38, 0.58, 0.24, 0.31, 0.55,  \
                     0.76, [19] = 0.79, 0.46, [23] = 1.44, [25] = 0.53, [29] = 1.38, [31] = 1.20, 0.70,               \
                     [64] = 0.90},                                                                                    \
    .spread_end = {[9] = 0.70, 0.60, 0.30, 0.35, 0.40, 0.30, 0.40, 0.15, [32] = 0.25}
#define ALONE_AVX2_F64                                                                                                \
    .combine_more = {[4] = 0.10, 0.37, 0.25, 0.37, [9] = 0.42, 0.15, 0.05, 0.10, 0.20, 0.25, 0.35, 0.17,              \
                     [32] = 0.30},                                                                                    \
    .spread_radix = {[2] = 0.68, 0.60, 0.58, 0.35, 0.54, 0.46, 0.62, 0.52, 0.40, 0.67, 0.52, 0.65, 0.53, 0.35, 0.80,  \
                     0.97, [19] = 1.12, 0.50, [23] = 1.80, [25] = 0.45, [29] = 1.68, [31] = 1.54, 1.20,               \
                     [64] = 1.45},                                                                                    \
    .spread_end = {[4] = 0.20, 0.75, 0.50, 0.75, [9] = 0.85, 0.30, 0.10, 0.20, 0.40, 0.50, 0.70, 0.35, [32] = 0.60}
#define ALONE_AVX512_F32                                                                                              \
    .combine_more = {[5] = 0.40, [7] = 0.40, -0.45, -0.35, 0.30, [12] = 0.05, [15] = -0.30, -0.05, [20] = 0.05,       \
                     [25] = 0.25, [32] = 0.11},                                                                       \
    .spread_radix = {[2] = 0.22, 0.13, 0.27, 0.11, 0.20, 0.08, 0.35, 0.13, 0.20, 0.22, 0.26, 0.25, 0.15, 0.13, 0.46,  \
                     0.32, [19] = 0.34, 0.26, [23] = 0.48, [25] = 0.22, [29] = 0.53, [31] = 0.51, 0.60,               \
                     [64] = 0.80},                                                                                    \
    .spread_end = {[9] = 0.90, 0.85, 0.60, 0.75, 0.80, 0.60, 0.65, [32] = 0.10}
#define ALONE_AVX512_F64                                                                                              \
    .combine_more = {[2] = 0.32, 0.15, 0.30, 0.90, 0.45, 0.35, -0.25, 0.05, 0.35, 0.25, 0.35, 0.30, 0.15, -0.10,      \
                     0.05, [20] = -0.05, [25] = 0.40, [32] = 0.35},                                                   \
    .spread_radix = {[2] = 0.50, 0.28, 0.52, 0.18, 0.38, 0.33, 0.62, 0.20, 0.35, 0.42, 0.48, 0.54, 0.45, 0.10, 0.84,  \
                     0.58, [19] = 0.73, 0.45, [23] = 1.04, [25] = 0.20, [29] = 1.09, [31] = 1.00, 1.20,               \
                     [64] = 1.40},                                                                                    \
    .spread_end = {[9] = 1.10, 0.90, 0.90, 0.55, 0.90, 0.75, 0.95, 0.25, [32] = 0.40}

/* clang-format on */

#endif
