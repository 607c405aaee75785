/* names.cuh - names for the functions of a sweep, where a kernel has two (SWEEP is 1, then 2): C has no other way to
 * keep apart what is included twice.
 */
#ifndef ATA_KERNEL_NAMES
#define ATA_KERNEL_NAMES

#define PASTE3(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE3(a, b, c)

#ifdef SWEEP
#define SWEEP_JOIN2(name, number) name##_##number /* PASTE makes some of these names, and is not done again inside */
#define SWEEP_JOIN(name, number) SWEEP_JOIN2(name, number)
#define SWEEP_NAME(name) SWEEP_JOIN(name, SWEEP)
#define tile SWEEP_NAME(tile)
#define find_tile SWEEP_NAME(find_tile)
#define in_place SWEEP_NAME(in_place)
#define out_place SWEEP_NAME(out_place)
#define finish_task SWEEP_NAME(finish_task)
#define fetch_tile SWEEP_NAME(fetch_tile)
#define run_first_stages SWEEP_NAME(run_first_stages)
#define run_tile SWEEP_NAME(run_tile)
#define number_from SWEEP_NAME(number_from)
#define coarsen SWEEP_NAME(coarsen)
#define clamp SWEEP_NAME(clamp)
#define half_from SWEEP_NAME(half_from)
#define bfloat_from SWEEP_NAME(bfloat_from)
#define int_from SWEEP_NAME(int_from)
#define number_to SWEEP_NAME(number_to)
#define halves_from SWEEP_NAME(halves_from)
#define stored SWEEP_NAME(stored)
#define bits_get SWEEP_NAME(bits_get)
#define bits_put SWEEP_NAME(bits_put)
#define exchanged SWEEP_NAME(exchanged)
#define numbers_read SWEEP_NAME(numbers_read)
#define numbers_write SWEEP_NAME(numbers_write)
#define numbers_get SWEEP_NAME(numbers_get)
#define numbers_get_vector SWEEP_NAME(numbers_get_vector)
#define numbers_put SWEEP_NAME(numbers_put)
#define numbers_put_vector SWEEP_NAME(numbers_put_vector)
#define numbers_store SWEEP_NAME(numbers_store)
#define numbers_store_vector SWEEP_NAME(numbers_store_vector)
#define times SWEEP_NAME(times)
#define twiddle_product SWEEP_NAME(twiddle_product)
#define twiddle_start SWEEP_NAME(twiddle_start)
#define factors SWEEP_NAME(factors)
#define factors_get_rows SWEEP_NAME(factors_get_rows)
#define factors_get SWEEP_NAME(factors_get)
#define twiddle SWEEP_NAME(twiddle)
#define pair_separate SWEEP_NAME(pair_separate)
#define pair_join SWEEP_NAME(pair_join)
#define fold_at SWEEP_NAME(fold_at)
#define fold_index SWEEP_NAME(fold_index)
#define whole_line SWEEP_NAME(whole_line)
#define line_shift SWEEP_NAME(line_shift)
#define in_shift SWEEP_NAME(in_shift)
#define out_shift SWEEP_NAME(out_shift)
#define butterfly_1 SWEEP_NAME(butterfly_1)
#define butterfly_2 SWEEP_NAME(butterfly_2)
#define butterfly_4 SWEEP_NAME(butterfly_4)
#define butterfly_8 SWEEP_NAME(butterfly_8)
#define butterfly_16 SWEEP_NAME(butterfly_16)
#define butterfly_32 SWEEP_NAME(butterfly_32)
#define butterfly_64 SWEEP_NAME(butterfly_64)
#else
#define SWEEP_NAME(name) name
#endif

#endif
