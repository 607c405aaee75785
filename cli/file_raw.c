/* file_raw.c - raw bytes: the arrays of a problem exactly as they lie in memory.
 *
 *     interleaved   re im re im re im ...
 *     split         re re re ... im im im ...      two arrays of the same extent, one after the other
 *
 * There is no header, so the size is the only thing that can be checked, and it is checked to the byte.
 */
#include "cli/file.h"

int64_t file_raw_size(const ata_problem *problem, int64_t extent_bytes, bool complex_end)
{
    return problem->layout == ATA_SPLIT && complex_end ? 2 * extent_bytes : extent_bytes;
}

bool file_raw_check(const file_bytes *bytes, const file_source *source, int64_t expected, const char *problem_text,
                    file_fault *fault)
{
    if (!bytes->more && (int64_t)bytes->size == expected) return true;
    if (bytes->more && source->size < 0)
        return file_refuse(fault,
                           "%s has more bytes than the %lld that \"%s\" takes; give the problem that fits the file",
                           source->path, (long long)expected, problem_text);
    return file_refuse(fault, "%s has %lld bytes, but \"%s\" takes %lld; give the problem that fits the file",
                       source->path, (long long)(bytes->more ? source->size : (int64_t)bytes->size), problem_text,
                       (long long)expected);
}
