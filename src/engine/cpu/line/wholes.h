/* wholes.h - lines that are all of an execution, by functions that have nothing to look up but factors: for the
 * shortest, what is decided on the way costs as much as the transform. Included by functions.h.
 *
 * A program is written as ever (write_block.h). Where it turns out to be one call for one line of neighbours, the
 * function of that call may have such a form beside it.
 */

/* Of lines with both parts of a number in one vector. */
static ata_whole paired_whole_of(ata_function function)
{
    for (int64_t r = 2; r <= LARGEST_RADIX; r++) {
        const radix_functions *all = has_radix(r) ? radix_table[r] : NULL;
        for (int layout = PAIRS; all && layout <= TURNED; layout++) {
            if (function == all->paired[ADJACENT][layout]) return all->paired_whole[layout];
            for (int by = 0; by < SQUARES_BY; by++)
                if (function == all->paired_square[by][layout]) return all->square_whole[by][layout];
        }
    }
    return NULL;
}

static ata_whole real_whole_of(ata_function function)
{
    for (int64_t n = 2; n <= LONGEST_WHOLE; n++) {
        if (function == real_table[n]->forward[1]) return real_table[n]->forward_whole;
        if (function == real_table[n]->inverse[1]) return real_table[n]->inverse_whole;
    }
    return NULL;
}

static ata_whole whole_of(ata_function function, const ata_call *call)
{
    if (call->count != 1 || call->run > 1) return NULL;
    const ata_whole paired = paired_whole_of(function);
    return paired ? paired : real_whole_of(function);
}
