/* test_problem_text.c - the grammar of problems: what is read, what is refused, and that printing undoes reading. */
#include "test.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "problem/problem.h"

static const char *print(const ata_problem *problem)
{
    static char text[8192];
    ata_text out = {text, sizeof text, 0};
    ata_problem_write(problem, &out);
    CHECK(out.length == strlen(text), "length %zu of \"%s\"", out.length, text);
    return text;
}

static ata_problem read_text(const char *text)
{
    ata_problem problem = {.rank = -1};
    const ata_status status = ata_problem_read(&problem, text);
    CHECK(status == ATA_OK, "\"%s\": %s", text, ata_error_last()->message);
    return problem;
}

static bool is_same_row(const ata_dim *a, const ata_dim *b, int rank)
{
    for (int i = 0; i < rank; i++)
        if (a[i].n != b[i].n || a[i].stride_in != b[i].stride_in || a[i].stride_out != b[i].stride_out) return false;
    return true;
}

/* Every field, also those of dimensions that are not used. */
static bool is_same(const ata_problem *a, const ata_problem *b)
{
    return a->kind == b->kind && a->type == b->type && a->direction == b->direction && a->place == b->place &&
           a->layout == b->layout && a->order == b->order && a->scale == b->scale &&
           a->scale_number == b->scale_number && a->type_in == b->type_in && a->type_out == b->type_out &&
           a->rank == b->rank && a->batch_rank == b->batch_rank && is_same_row(a->dim, b->dim, ATA_MAX_RANK) &&
           is_same_row(a->batch, b->batch, ATA_MAX_BATCH_RANK) &&
           memcmp(a->algorithm, b->algorithm, ATA_ALGORITHM_SIZE) == 0;
}

static void test_read(void)
{
    ata_problem p = read_text("c2c 1024*65536");
    CHECK(p.kind == ATA_C2C && p.type == ATA_TYPE_DEFAULT && p.rank == 1 && p.dim[0].n == 1024);
    CHECK(p.batch_rank == 1 && p.batch[0].n == 65536 && p.batch[0].stride_in == 0);
    p = read_text("r2c f64 256x16x+8");
    CHECK(p.kind == ATA_R2C && p.type == ATA_F64 && p.rank == 3 && p.dim[1].n == 16 && p.dim[2].n == 8);
    p = read_text("\t c2c  f16\t2^20*2^3x3^2 inverse  ");
    CHECK(p.type == ATA_F16 && p.dim[0].n == 1048576 && p.batch_rank == 2 && p.batch[0].n == 8 && p.batch[1].n == 9);
    CHECK(p.direction == ATA_INVERSE);
    p = read_text("512*16384 out=i8 in=i16 scale=sqrt split inplace order=bitrev");
    CHECK(p.type_in == ATA_I16 && p.type_out == ATA_I8 && p.scale == ATA_SCALE_SQRT && p.layout == ATA_SPLIT);
    CHECK(p.place == ATA_IN_PLACE && p.order == ATA_BIT_REVERSED);
    p = read_text("bf16 8x8*2 odist=-64 istride=100,+1 idist=2^10 ostride=-8,1 scale=-1.5e-3 order=natural");
    CHECK(p.type == ATA_BF16 && p.dim[0].stride_in == 100 && p.dim[1].stride_in == 1 && p.dim[0].stride_out == -8);
    CHECK(p.batch[0].stride_in == 1024 && p.batch[0].stride_out == -64);
    CHECK(p.scale == ATA_SCALE_NUMBER && p.scale_number == -1.5e-3);
    CHECK(read_text("dct4 7").kind == ATA_DCT4 && read_text("dht 7 scale=n").scale == ATA_SCALE_N);
    CHECK(read_text("reverse 8").kind == ATA_REVERSE &&
          strcmp(read_text("8 algo=ct-dif inverse").algorithm, "ct-dif") == 0);
    CHECK(strcmp(read_text("8 algo=abcdefghijklmnopqrstuvw").algorithm, "abcdefghijklmnopqrstuvw") == 0);
    CHECK(read_text("8 scale=none").scale == ATA_SCALE_NONE && read_text("1^99999").dim[0].n == 1);
    CHECK(read_text("2^62").dim[0].n == (int64_t)1 << 62 && read_text("7^0").dim[0].n == 1);
    CHECK(read_text("9223372036854775807").dim[0].n == INT64_MAX);
    CHECK(read_text("2 istride=-9223372036854775808").dim[0].stride_in == INT64_MIN);
    CHECK(read_text("2 istride=-2^63").dim[0].stride_in == INT64_MIN);
    CHECK(read_text("1x8 istride=0,1").dim[0].stride_in == 0, "a length of 1 has no neighbours");
}

typedef struct bad_text {
    const char *text;
    ata_status status;
    const char *field;
    const char *says[2]; /* parts of the sentence */
} bad_text;

static const bad_text bad_texts[] = {
    {"", ATA_ERROR_SYNTAX, "shape", {"no shape", "4096"}},
    {"  \t ", ATA_ERROR_SYNTAX, "shape", {"no shape", "4096"}},
    {"c2c", ATA_ERROR_SYNTAX, "shape", {"no shape", "4096"}},
    {"c2c f32", ATA_ERROR_SYNTAX, "shape", {"no shape", "4096"}},
    {"c3c 8", ATA_ERROR_KIND, "kind", {"\"c3c\"", "c2c, r2c, c2r, dct1 to dct4"}},
    {"f33 8", ATA_ERROR_KIND, "kind", {"\"f33\"", "f32, f64, f16, bf16"}},
    {"C2C 8", ATA_ERROR_KIND, "kind", {"\"C2C\"", "dht"}},
    {"c2c f33 8", ATA_ERROR_TYPE, "type", {"\"f33\"", "bf16"}},
    {"c2c i8 8", ATA_ERROR_TYPE, "type", {"i8", "in=i8"}},
    {"i16 8", ATA_ERROR_TYPE, "type", {"i16", "out=i16"}},
    {"f32 f64 8", ATA_ERROR_SYNTAX, "shape", {"\"f64\"", "shape"}},
    {"f32 c2c 8", ATA_ERROR_SYNTAX, "kind", {"\"c2c\"", "before the type"}},
    {"c2c r2c 8", ATA_ERROR_SYNTAX, "kind", {"\"r2c\"", "once"}},
    {"8 c2c", ATA_ERROR_SYNTAX, "text", {"\"c2c\"", "before"}},
    {"8 f64", ATA_ERROR_SYNTAX, "text", {"\"f64\"", "before"}},
    {"inverse 8", ATA_ERROR_SYNTAX, "shape", {"\"inverse\"", "shape first"}},
    {"c2c in=i8 8", ATA_ERROR_SYNTAX, "shape", {"\"in=i8\"", "shape first"}},
    {"c2c 0", ATA_ERROR_LENGTH, "dim[0].n", {"0", "1 or more"}},
    {"c2c -4", ATA_ERROR_LENGTH, "dim[0].n", {"-4", "1 or more"}},
    {"8x0x4", ATA_ERROR_LENGTH, "dim[1].n", {"0", "1 or more"}},
    {"8*0", ATA_ERROR_LENGTH, "batch[0].n", {"0", "1 or more"}},
    {"8*4x-2", ATA_ERROR_LENGTH, "batch[1].n", {"-2", "1 or more"}},
    {"9223372036854775808", ATA_ERROR_OVERFLOW, "dim[0].n", {"9223372036854775808", "64 bits"}},
    {"9223372036854775808^2", ATA_ERROR_OVERFLOW, "dim[0].n", {"8^2", "64 bits"}},
    {"8x2^63", ATA_ERROR_OVERFLOW, "dim[1].n", {"8x2^63", "64 bits"}},
    {"2^99999999999999999999", ATA_ERROR_OVERFLOW, "dim[0].n", {"2^9", "64 bits"}},
    {"99999999999999999999^2", ATA_ERROR_OVERFLOW, "dim[0].n", {"9^2", "64 bits"}},
    {"8x", ATA_ERROR_SYNTAX, "shape", {"\"8x\"", "joined by x"}},
    {"8*", ATA_ERROR_SYNTAX, "shape", {"\"8*\"", "joined by x"}},
    {"8*4*2", ATA_ERROR_SYNTAX, "shape", {"\"8*4*2\"", "256x256*10"}},
    {"8,8", ATA_ERROR_SYNTAX, "shape", {"\"8,8\"", "joined by x"}},
    {"2^", ATA_ERROR_SYNTAX, "shape", {"\"2^\"", "joined by x"}},
    {"8x2^-1", ATA_ERROR_SYNTAX, "shape", {"2^-1", "joined by x"}},
    {"2^3^2", ATA_ERROR_SYNTAX, "shape", {"2^3^2", "joined by x"}},
    {"1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", ATA_ERROR_RANK, "shape", {"SHAPE", "16"}},
    {"1*1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", ATA_ERROR_RANK, "shape", {"BATCH", "32"}},
    {"8 backwards", ATA_ERROR_SYNTAX, "option", {"\"backwards\"", "inverse, inplace"}},
    {"8 inverse=1", ATA_ERROR_SYNTAX, "option", {"\"inverse=1\"", "inverse, inplace"}},
    {"8 x 8", ATA_ERROR_SYNTAX, "option", {"\"x\"", "inplace"}},
    {"8 16", ATA_ERROR_SYNTAX, "option", {"\"16\"", "inplace"}},
    {"8 inverse inverse", ATA_ERROR_SYNTAX, "option", {"\"inverse\"", "second time"}},
    {"8 in=i8 out=i8 in=i16", ATA_ERROR_SYNTAX, "option", {"\"in=i16\"", "second time"}},
    {"8 in=i9", ATA_ERROR_TYPE, "type_in", {"\"in=i9\"", "i8"}},
    {"8 out=", ATA_ERROR_TYPE, "type_out", {"\"out=\"", "f32"}},
    {"8 order=up", ATA_ERROR_SYNTAX, "order", {"\"order=up\"", "order=bitrev"}},
    {"8 scale=big", ATA_ERROR_SYNTAX, "scale", {"\"scale=big\"", "scale=sqrt"}},
    {"8 scale=", ATA_ERROR_SYNTAX, "scale", {"\"scale=\"", "scale=sqrt"}},
    {"8 scale=nan", ATA_ERROR_SYNTAX, "scale", {"nan", "finite"}},
    {"8 scale=0x10", ATA_ERROR_SYNTAX, "scale", {"0x10", "finite"}},
    {"8 scale=1e999", ATA_ERROR_SYNTAX, "scale", {"1e999", "finite"}},
    {"8 scale=1,5", ATA_ERROR_SYNTAX, "scale", {"1,5", "scale=0.5"}},
    {"8 istride=1,2", ATA_ERROR_RANK, "istride", {"2 strides", "there must be 1"}},
    {"8x8 ostride=1", ATA_ERROR_RANK, "ostride", {"1 strides", "there must be 2"}},
    {"8x8 odist=64", ATA_ERROR_RANK, "odist", {"there is none", "4096*10"}},
    {"8*2x2 idist=64", ATA_ERROR_RANK, "idist", {"1 strides", "2, one for each dimension of the batch"}},
    {"8 istride=0", ATA_ERROR_STRIDE, "dim[0].stride_in", {"0", "leave the option out"}},
    {"8*2 odist=0", ATA_ERROR_STRIDE, "batch[0].stride_out", {"0", "leave the option out"}},
    {"8x8 istride=1,", ATA_ERROR_SYNTAX, "dim[1].stride_in", {"istride=1,", "joined by commas"}},
    {"8 istride=a", ATA_ERROR_SYNTAX, "dim[0].stride_in", {"istride=a", "joined by commas"}},
    {"8 istride=1;2", ATA_ERROR_SYNTAX, "strides", {"istride=1;2", "joined by commas"}},
    {"8 istride=9223372036854775808", ATA_ERROR_OVERFLOW, "dim[0].stride_in", {"64 bits", "smaller"}},
    {"8 algo=", ATA_ERROR_SYNTAX, "algorithm", {"\"algo=\"", "a letter, then"}},
    {"8 algo=8-sets", ATA_ERROR_SYNTAX, "algorithm", {"\"algo=8-sets\"", "a letter, then"}},
    {"8 algo=ct_dif", ATA_ERROR_SYNTAX, "algorithm", {"\"algo=ct_dif\"", "a letter, then"}},
    {"8 algo=abcdefghijklmnopqrstuvwx", ATA_ERROR_SYNTAX, "algorithm", {"vwx", "23 at the most"}},
    {"8 algo=ct-dif algo=ct-dif", ATA_ERROR_SYNTAX, "option", {"\"algo=ct-dif\"", "second time"}},
    {"c2c 8\n", ATA_ERROR_SYNTAX, "shape", {"8?", "joined by x"}},
};

static void test_refused(void)
{
    for (size_t i = 0; i < sizeof bad_texts / sizeof bad_texts[0]; i++) {
        ata_problem before, after;
        memset(&before, 0x5a, sizeof before);
        memcpy(&after, &before, sizeof after);
        const ata_status status = ata_problem_read(&after, bad_texts[i].text);
        const ata_error *error = ata_error_last();
        CHECK(status == bad_texts[i].status, "\"%s\" gives %s: %s", bad_texts[i].text, ata_status_name(status),
              error->message);
        CHECK(strcmp(error->field, bad_texts[i].field) == 0, "\"%s\": field %s", bad_texts[i].text, error->field);
        const bool missing = strcmp(bad_texts[i].says[0], "no shape") == 0; /* what is not there has no value */
        CHECK(error->accepted[0] && (missing || error->value[0]), "\"%s\" fills in too little", bad_texts[i].text);
        for (int s = 0; s < 2; s++)
            CHECK(strstr(error->message, bad_texts[i].says[s]), "\"%s\": %s", bad_texts[i].text, error->message);
        CHECK(strlen(error->message) < sizeof error->message - 1, "cut: %s", error->message);
        CHECK(memcmp(&before, &after, sizeof before) == 0, "\"%s\" wrote to the result", bad_texts[i].text);
    }
    ata_problem p;
    CHECK(ata_problem_read(&p, NULL) == ATA_ERROR_NULL && strcmp(ata_error_last()->field, "text") == 0);
    CHECK(ata_problem_read(NULL, "8") == ATA_ERROR_NULL && strcmp(ata_error_last()->field, "problem") == 0);
}

/* Texts cut anywhere, and texts with any byte in any place: refused or not, never a crash. */
static void test_damaged_text(void)
{
    static const char whole[] =
        "r2c f64 2^3x8*2x3 inverse inplace scale=1.5e-3 in=f32 istride=10,1 odist=200,50 order=natural";
    for (size_t cut = 0; cut < sizeof whole; cut++) {
        ata_problem p;
        char *exact = malloc(cut + 1); /* so that a sanitizer sees a step too far */
        memcpy(exact, whole, cut);
        exact[cut] = '\0';
        (void)ata_problem_read(&p, exact);
        for (int byte = 1; byte < 256 && cut > 0; byte++) {
            exact[cut / 2] = (char)byte;
            if (ata_problem_read(&p, exact) != ATA_OK)
                for (const char *c = ata_error_last()->message; *c; c++)
                    CHECK(*c >= ' ' && *c <= '~', "unprintable message");
        }
        free(exact);
    }
}

typedef struct shown {
    const char *given, *printed;
} shown;

static void test_print(void)
{
    static const shown list[] = {
        {"4096", "c2c 4096"},
        {"c2c f32 2^12*1 scale=none order=natural", "c2c 4096*1"},
        {"r2c f64 256x16x8*10x20", "r2c f64 256x16x8*10x20"},
        {"c2r 8 inverse", "c2r 8"},
        {"dct2 8 inverse", "dct2 8 inverse"},
        {"c2c 8 order=bitrev split inplace inverse", "c2c 8 inverse inplace split order=bitrev"},
        {"c2c f16 8 in=f16 out=f32", "c2c f16 8 out=f32"},
        {"c2c 8 scale=0.10", "c2c 8 scale=0.1"},
        {"c2c 8 scale=1", "c2c 8 scale=1"},
        {"c2c 8 scale=sqrt", "c2c 8 scale=sqrt"},
        {"c2c 8x4 istride=4,1 ostride=4,1", "c2c 8x4"},
        {"c2c 8x4*3 idist=32 ostride=5,1", "c2c 8x4*3 ostride=5,1"},
        {"c2c 8x4*3 ostride=5,1 odist=40", "c2c 8x4*3 ostride=5,1"},
        {"c2c 8x4*3 ostride=5,1 odist=32",
         "c2c 8x4*3 ostride=5,1 odist=32"}, /* not the default outside of 5,1; refused */
        {"c2c 8*3 ostride=2", "c2c 8*3 ostride=2"},
        {"c2c 8*3 odist=9 idist=8", "c2c 8*3 odist=9"},
        {"r2c 4x6 inplace istride=8,1 ostride=4,1", "r2c 4x6 inplace"},
        {"c2c 1x8*1 istride=77,1 idist=5", "c2c 1x8*1"},
        {"reverse f64 2^4 inverse inplace", "reverse f64 16 inverse inplace"},
        {"8*3 algo=no-such scale=n ostride=2", "c2c 8*3 scale=n ostride=2 algo=no-such"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const ata_problem p = read_text(list[i].given);
        CHECK(strcmp(print(&p), list[i].printed) == 0, "\"%s\" prints as \"%s\"", list[i].given, print(&p));
    }
    const ata_problem p = read_text("c2c 1024*3");
    char small[8];
    memset(small, 'z', sizeof small);
    ata_text out = {small, 6, 0};
    ata_problem_write(&p, &out);
    CHECK(out.length == 10 && strcmp(small, "c2c 1") == 0 && small[6] == 'z', "cut to \"%s\"", small);
}

/* Anything prints, and printing leaves the caller's last error alone. */
static void test_print_invalid(void)
{
    ata_problem p;
    memset(&p, 0xff, sizeof p);
    ata_fail(ATA_ERROR_LENGTH, "field", "value", "accepted", "the %s", "message");
    CHECK(strcmp(print(&p), "?-1 ?-1 -1 inverse?-1 inplace?-1 split?-1 order=bitrev?-1 scale=?-1 "
                            "istride=-1 ostride=-1 algo=?") == 0,
          "%s", print(&p));
    memset(&p, 0x7f, sizeof p);
    CHECK(strlen(print(&p)) > 100, "ranks far too large");
    p = (ata_problem){.kind = ATA_R2C, .direction = ATA_INVERSE, .dim = {{.n = -4, .stride_out = 3}}};
    CHECK(strcmp(print(&p), "r2c -4 inverse ostride=3") == 0, "%s", print(&p));
    p = (ata_problem){.scale = ATA_SCALE_NUMBER, .scale_number = NAN};
    CHECK(strcmp(print(&p), "c2c 0 scale=nan") == 0, "%s", print(&p));
    const ata_error *error = ata_error_last();
    CHECK(error->status == ATA_ERROR_LENGTH && strcmp(error->field, "field") == 0 &&
          strcmp(error->value, "value") == 0);
    CHECK(strcmp(error->accepted, "accepted") == 0 && strcmp(error->message, "the message") == 0);
}

/* --- Round trips over random problems ----------------------------------------------------------------------------- */

static uint64_t random_state = 4711;

static int64_t draw(int64_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int64_t)(random_state % (uint64_t)below);
}

/* Strides for some of the dimensions: packed in any order of the axes, with padding and signs. */
static void draw_strides(ata_problem *p)
{
    ata_dim *axes[ATA_MAX_RANK + ATA_MAX_BATCH_RANK];
    int count = 0;
    for (int d = 0; d < p->rank; d++) axes[count++] = &p->dim[d];
    for (int b = 0; b < p->batch_rank; b++) axes[count++] = &p->batch[b];
    const int64_t pad = draw(3) ? 0 : draw(4);
    for (int end = 0; end < 2; end++) {
        int64_t span = 1 + draw(2) * draw(3);
        for (int left = count; left > 0; left--) {
            const int64_t pick = draw(left);
            ata_dim *axis = axes[pick];
            axes[pick] = axes[left - 1];
            axes[left - 1] = axis;
            const int64_t stride = draw(5) ? span : -span;
            if (draw(4)) *(end ? &axis->stride_out : &axis->stride_in) = stride;
            if (p->place == ATA_IN_PLACE && draw(4)) axis->stride_out = axis->stride_in;
            span = span * axis->n + pad;
        }
    }
}

static ata_problem draw_problem(void)
{
    ata_problem p = {.kind = (ata_kind)draw(13), .type = (ata_type)draw(5), .direction = (ata_direction)draw(2)};
    if (p.kind == ATA_R2C) p.direction = ATA_FORWARD;
    p.place = (ata_place)(draw(3) == 0);
    p.layout = (ata_layout)((p.kind <= ATA_C2R || p.kind == ATA_REVERSE) && draw(3) == 0);
    p.scale = p.kind == ATA_REVERSE ? ATA_SCALE_NONE : (ata_scale)draw(4);
    p.scale_number =
        p.scale == ATA_SCALE_NUMBER ? ldexp((double)(1 + draw((int64_t)1 << 53)), (int)draw(400) - 200) : 0;
    if (draw(2)) p.type_in = (ata_type)draw(7);
    if (draw(2)) p.type_out = p.place == ATA_IN_PLACE ? p.type_in : (ata_type)draw(7);
    p.rank = 1 + (int)draw(3);
    p.batch_rank = (int)draw(3);
    for (int d = 0; d < p.rank; d++) p.dim[d].n = p.kind == ATA_REVERSE ? (int64_t)2 << draw(3) : 1 + draw(9);
    for (int64_t c = 0, letters = draw(40); c < letters && c < ATA_ALGORITHM_SIZE - 1; c++)
        p.algorithm[c] = (char)('a' + draw(26));
    for (int b = 0; b < p.batch_rank; b++) p.batch[b].n = 1 + draw(4);
    if (p.kind == ATA_C2C && draw(6) == 0) {
        p.order = ATA_BIT_REVERSED;
        for (int d = 0; d < p.rank; d++) p.dim[d].n = (int64_t)1 << draw(4);
    }
    if (draw(2)) draw_strides(&p);
    return p;
}

static void test_round_trips(void)
{
    int good = 0, with_strides = 0;
    for (int t = 0; t < 30000; t++) {
        const ata_problem p = draw_problem();
        ata_problem full, again;
        if (ata_problem_complete(&p, &full) != ATA_OK) continue;
        good++;
        char text[1024];
        snprintf(text, sizeof text, "%s", print(&full));
        with_strides += strstr(text, "stride=") || strstr(text, "dist=");
        again = read_text(text);
        CHECK(ata_problem_complete(&again, &again) == ATA_OK, "\"%s\": %s", text, ata_error_last()->message);
        CHECK(is_same(&again, &full), "\"%s\" reads as \"%s\"", text, print(&again));
        CHECK(strcmp(print(&again), text) == 0, "\"%s\" prints as \"%s\"", text, print(&again));
        again = read_text(print(&p)); /* one that is not complete means the same, too */
        CHECK(ata_problem_complete(&again, &again) == ATA_OK && is_same(&again, &full), "\"%s\"", print(&p));
    }
    CHECK(good > 10000 && with_strides > 2000, "only %d problems, %d with strides: the draw has gone bad", good,
          with_strides);
}

/* A decimal comma must not get into the text, nor be needed in it. Proves little where no such locale is. */
static void test_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",
                                        "fr_FR.UTF-8", "fr_FR.utf8", "pl_PL.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setlocale(LC_ALL, names[i])) break;
    char comma[16];
    snprintf(comma, sizeof comma, "%.1f", 0.5);
    const ata_problem p = read_text("c2c 8 scale=0.125");
    CHECK(p.scale_number == 0.125 && strcmp(print(&p), "c2c 8 scale=0.125") == 0, "%s where 0.5 is %s", print(&p),
          comma);
    snprintf(comma + 8, sizeof comma - 8, "%.1f", 0.5);
    CHECK(strcmp(comma, comma + 8) == 0, "the locale was changed");
    setlocale(LC_ALL, "C");
}

static const test_case cases[] = {
    {"read", test_read},
    {"refused", test_refused},
    {"damaged_text", test_damaged_text},
    {"print", test_print},
    {"print_invalid", test_print_invalid},
    {"round_trips", test_round_trips},
    {"locale", test_locale},
};
TEST_MAIN(cases)
