/* wholes.h - lines that are all of an execution, by functions that have nothing to look up but factors: for the
 * shortest, what is decided on the way costs as much as the transform. Included by functions.h.
 *
 * A program is written as ever (write_block.h). Where it turns out to be one call for one line of neighbours, the
 * function of that call may have such a form beside it (whole_form.h).
 */
static ata_whole find_whole(const whole_pair *pair, ata_function function)
{
    while (pair->function && pair->function != function) pair++;
    return pair->whole;
}

static ata_whole whole_of(ata_function function, const ata_call *call)
{
    if (call->count > 1 || call->run > 1) return NULL;
    ata_whole whole = NULL;
    for (int64_t r = 1; r <= LARGEST_RADIX && !whole; r++)
        if (has_radix(r)) whole = find_whole(radix_table[r]->wholes, function);
    for (int64_t rows = 1; rows <= MOST_ROWS_OF_SQUARES && !whole; rows++)
        if (square_table[rows]) whole = find_whole(square_table[rows]->wholes, function);
    for (int64_t n = 1; n <= LONGEST_REAL && !whole; n++)
        if (real_table[n]) whole = find_whole(real_table[n]->wholes, function);
    return whole;
}
