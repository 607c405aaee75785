/* test_collide.c - ata_layout_collides() against a list of every place, and on tensors too large to list. */
#include "test.h"

#include <stdint.h>
#include <stdlib.h>

#include "problem/problem.h"

static uint64_t random_state = 20240229;

/* 0 to below - 1. */
static int64_t draw(int64_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int64_t)(random_state % (uint64_t)below);
}

enum { PLACES = 1 << 16 };

/* Mark every place that an element takes; true when one is taken twice. */
static bool collides_by_listing(const int64_t *n, const int64_t *stride, int rank)
{
    static unsigned char taken[PLACES];
    memset(taken, 0, sizeof taken);
    int64_t index[8] = {0};
    for (;;) {
        int64_t place = PLACES / 2;
        for (int k = 0; k < rank; k++) place += index[k] * stride[k];
        if (taken[place]) return true;
        taken[place] = 1;
        int k = 0;
        while (k < rank && ++index[k] >= n[k]) index[k++] = 0;
        if (k == rank) return false;
    }
}

static void print_tensor(char *text, size_t size, const int64_t *n, const int64_t *stride, int rank)
{
    ata_text out = {text, size, 0};
    for (int k = 0; k < rank; k++) ata_text_print(&out, " %lld:%lld", (long long)n[k], (long long)stride[k]);
}

static void check_tensor(const int64_t *n, const int64_t *stride, int rank, int *meeting)
{
    char text[200];
    const bool expected = collides_by_listing(n, stride, rank);
    print_tensor(text, sizeof text, n, stride, rank);
    CHECK(ata_layout_collides(n, stride, rank) == expected, "%s should %s", text, expected ? "collide" : "not collide");
    *meeting += expected;
}

/* Strides drawn freely, in a range where about half of the tensors meet. */
static void test_random_strides(void)
{
    int meeting = 0, tested = 40000;
    for (int t = 0; t < tested; t++) {
        int64_t n[5], stride[5];
        const int rank = 1 + (int)draw(5);
        for (int k = 0; k < rank; k++) {
            n[k] = 1 + draw(rank < 3 ? 12 : 5);
            stride[k] = draw(1 + (rank < 3 ? 24 : 180)) * (draw(2) ? 1 : -1);
        }
        check_tensor(n, stride, rank, &meeting);
    }
    CHECK(meeting > tested / 10 && meeting < tested * 9 / 10, "%d of %d meet: the draw has gone bad", meeting, tested);
}

/* Nested layouts in a random order of dimensions, with padding, and then one stride spoiled a little. */
static void test_random_nested(void)
{
    int meeting = 0, tested = 20000;
    for (int t = 0; t < tested; t++) {
        int64_t n[6], stride[6], span = 1 + draw(3);
        const int rank = 2 + (int)draw(5);
        for (int k = 0; k < rank; k++) {
            n[k] = 1 + draw(4);
            stride[k] = span * (draw(2) ? 1 : -1);
            span = n[k] * span + (draw(3) ? 0 : draw(3));
        }
        const int a = (int)draw(rank), b = (int)draw(rank);
        const int64_t n_a = n[a], stride_a = stride[a];
        n[a] = n[b], stride[a] = stride[b];
        n[b] = n_a, stride[b] = stride_a;
        if (t % 2) stride[draw(rank)] += draw(7) - 3;
        else CHECK(!collides_by_listing(n, stride, rank), "the test itself");
        check_tensor(n, stride, rank, &meeting);
    }
    CHECK(meeting > tested / 20, "%d of %d meet", meeting, tested);
}

typedef struct known {
    bool collides;
    int rank;
    int64_t n[5], stride[5];
} known;

static void test_known(void)
{
    static const known list[] = {
        {false, 0, {0}, {0}},
        {false, 1, {5}, {-3}},
        {true, 1, {2}, {0}},
        {false, 1, {1}, {0}},
        {false, 2, {3, 2}, {2, 3}}, /* 0 2 4, 3 5 7 */
        {true, 2, {4, 3}, {2, 3}},  /* 6 twice */
        {true, 2, {4, 3}, {-2, 3}},
        {true, 3, {2, 2, 2}, {10, 4, 6}},
        {true, 2, {2, 2}, {5, 5}},
        /* Too large to list. */
        {false, 2, {(int64_t)1 << 40, 1024}, {1024, 1}},
        {true, 2, {(int64_t)1 << 40, 1025}, {1024, 1}},
        {false, 2, {1000003, 1000033}, {1000033, 1000003}}, /* two primes: the first meeting is just outside */
        {true, 2, {1000004, 1000034}, {1000033, 1000003}},
        {false, 2, {1000003, 1000034}, {1000033, 1000003}},
        {false, 3, {1000003, 1000033, 7}, {7 * 1000033LL, 7 * 1000003LL, 1}},
        {true, 3, {1000003, 1000033, 8}, {7 * 1000033LL, 7 * 1000003LL, 1}},
        /* At the ends of 64 bits. */
        {false, 2, {2, 2}, {INT64_MIN, INT64_MAX}},
        {true, 3, {2, 2, 2}, {INT64_MIN, INT64_MAX, 1}},
        {true, 2, {2, 2}, {INT64_MIN, INT64_MIN}},
        {false, 2, {INT64_MAX, 2}, {2, 1}},
        {true, 2, {INT64_MAX, 2}, {1, 2}},
        {false, 2, {INT64_MAX, INT64_MAX}, {INT64_MAX, 1}},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        CHECK(ata_layout_collides(list[i].n, list[i].stride, list[i].rank) == list[i].collides, "number %zu", i);
}

/* As many dimensions as a problem can have, packed, in any order. */
static void test_many_dimensions(void)
{
    int64_t n[48], stride[48];
    for (int k = 0; k < 48; k++) {
        n[k] = 2;
        stride[k] = (int64_t)1 << (k * 5 % 48);
    }
    CHECK(!ata_layout_collides(n, stride, 48));
    stride[17] += 1;
    CHECK(ata_layout_collides(n, stride, 48), "2^k + 1 is also the sum of two others");
}

static const test_case cases[] = {
    {"random_strides", test_random_strides},
    {"random_nested", test_random_nested},
    {"known", test_known},
    {"many_dimensions", test_many_dimensions},
};
TEST_MAIN(cases)
