/* test_emu_checks.c - what the emulator refuses: one small wrong kernel for each of its checks, which must make the
 * launch fail with a sentence that says what happened and where; and kernels that come close and are right. */
#include "engine/emu/compiler.h"
#include "engine/emu/engine.h"
#include "test_emu.h"

enum { THREADS = 32, N = 64 }; /* threads of a block; elements of the arrays and of shared memory */

typedef struct wrong_kernel {
    const char *name;
    const char *statements; /* of the kernel; t is the thread, v a number */
    const char *says;       /* part of the sentence; NULL if the kernel is right */
    int blocks;             /* 1 unless said */
    int cluster;            /* 1 unless said */
    int elements;           /* that it should write: THREADS * blocks unless said */
    bool early;             /* it does not wait for the launch before */
} wrong_kernel;

/* Every kernel writes out[t] at its end, unless it says otherwise. */
#define END "store(a.out, (int)tile_index() * CLUSTER * THREADS + cluster_rank() * THREADS + t, v);"

static const wrong_kernel global_kernels[] = {
    {.name = "get behind the end",
     .statements = "v = load(a.in, t + 33);" END,
     .says = "block 0, thread 31: global_get of 8 bytes at byte 512 of the buffer for a test, which has 512"},
    {.name = "get before the start",
     .statements = "v = load(a.in, t - 1);" END,
     .says = "thread 0: global_get of 8 bytes at byte -8 of the buffer"},
    {.name = "put behind the end",
     .statements = "store(a.out, 2 * t + 3, v);",
     .says = "thread 31: global_put of 8 bytes at byte 520 of the buffer"},
    {.name = "get from nowhere", .statements = "v = load((const void *)4096, t);" END, .says = "global_get of 8 bytes"},
    {.name = "table behind the end",
     .statements = "v = table_get(a.tables, 40 + t);" END,
     .says = "thread 24: table_get of 8 bytes at byte 512"},
    {.name = "get between",
     .statements = "v = load((const char *)a.in + 4, t);" END,
     .says = "thread 0: global_get of 8 bytes at byte 4 of the buffer for a test; the address must be a multiple"},
    {.name = "put between",
     .statements = "const bits128 b = {{0}}; global_put128((complex *)a.out + 2 * t + 1, b);",
     .says = "thread 0: global_put of 16 bytes at byte 8 of the buffer"},
    {.name = "get too early",
     .early = true,
     .statements = "v = load(a.in, t); wait_for_previous();" END,
     .says = "thread 0: global_get before wait_for_previous"},
    {.name = "put too early",
     .early = true,
     .statements = END,
     .says = "thread 0: global_put before wait_for_previous"},
    {.name = "put twice",
     .statements = "store(a.out, t / 2, v);",
     .says = "thread 1: global_put of byte 0 of the buffer for a test, which this launch has written before"},
    {.name = "put too few",
     .statements = "if (t != 7) store(a.out, t, v);",
     .says = "248 bytes were written and 256 should have been"},
    {.name = "put too many", .statements = END "store(a.out, 32 + t, v);", .says = "512 bytes were written and 256"},
    {.name = "guard before",
     .statements = "if (t == 3) ((char *)a.out)[-1] = 0;" END,
     .says = "something was written 1 bytes before the buffer of 512 bytes for a test"},
    {.name = "guard behind",
     .statements = "if (t == 3) ((char *)a.out)[512] = 0;" END,
     .says = "something was written 0 bytes behind the end of the buffer of 512 bytes for a test"},
    {.name = "read what was written",
     .statements = END "v = load(a.out, t);",
     .says = "thread 0: global_get of byte 0 of the buffer for a test, which this launch has written"},
    {.name = "table that is written", .statements = END "v = table_get(a.out, t);", .says = "table_get of byte 0"},
    {.name = "in place", .statements = "v = load(a.out, 31 - t); barrier();" END},
    {.name = "in place, read twice", .statements = "v = load(a.out, 31 - t); v = load(a.out, t); barrier();" END},
    {.name = "in place, no barrier",
     .statements = "v = load(a.out, t < 31 ? t + 1 : 31);" END,
     .says = "thread 1: race: global_put of byte 8 of the buffer for a test, which another thread reads"},
    {.name = "in place, other block writes later",
     .blocks = 2,
     .statements = "if (tile_index() == 0) v = load(a.out, 32 + t); barrier();" END,
     .says = "block 1, thread 0: race: global_put of byte 256 of the buffer"},
    {.name = "in place, other block wrote",
     .blocks = 2,
     .statements = "if (tile_index() == 1) v = load(a.out, t); barrier();" END,
     .says = "block 1, thread 0: global_get of byte 0 of the buffer for a test, which this launch has written"},
    {.name = "in place, two blocks read",
     .blocks = 2,
     .statements = "if (tile_index() == 0) v = load(a.out, 32 + t); else v = load(a.out, 32 + t); barrier();" END,
     .says = "block 1, thread 0: race: global_put of byte 256 of the buffer"},
    {.name = "in place, other block of a cluster",
     .blocks = 2,
     .cluster = 2,
     .statements = "v = load(a.out, (1 - cluster_rank()) * 32 + t); barrier();" END,
     .says = "race: global_put of byte 0 of the buffer"},
    {.name = "in place, cluster",
     .blocks = 2,
     .cluster = 2,
     .statements = "v = load(a.out, (1 - cluster_rank()) * 32 + t); remote_arrive(); remote_ready();" END},
};

static const wrong_kernel shared_kernels[] = {
    {.name = "index too large",
     .statements = "shared_put(t + 33, v);" END,
     .says = "thread 31: shared_put of element 64; the block has elements 0 to 63 of shared memory"},
    {.name = "index below 0", .statements = "v = shared_get(-t);" END, .says = "thread 1: shared_get of element -1"},
    {.name = "index far too large",
     .statements = "v = shared_get(0x7fffffff);" END,
     .says = "thread 0: shared_get of element 2147483647"},
    {.name = "pair over the end",
     .statements = "shared_put_pair(2 * t + 2, v, v);" END,
     .says = "thread 31: shared_put of element 64"},
    {.name = "odd pair",
     .statements = "complex u; shared_get_pair(2 * (t % 31) + 1, &u, &v);" END,
     .says = "thread 0: shared_get of a pair at element 1; a pair lies at an even one"},
    {.name = "exchange", .statements = "shared_put(t, v); barrier(); v = shared_get(31 - t);" END},
    {.name = "all read one", .statements = "if (t == 0) shared_put(0, v); barrier(); v = shared_get(0);" END},
    {.name = "own element", .statements = "shared_put(t, v); v = shared_get(t); shared_put(t, v);" END},
    {.name = "no barrier",
     .statements = "shared_put(t, v); v = shared_get(t / 2);" END,
     .says = "thread 1: race: shared_get of element 0, which thread 0 wrote without a barrier since"},
    {.name = "written by two",
     .statements = "shared_put(t / 2, v);" END,
     .says = "thread 1: race: shared_put of element 0, which thread 0 wrote without a barrier since"},
    {.name = "written while read",
     .statements = "v = shared_get((t + 1) % 32); shared_put(t, v);" END,
     .says = "thread 1: race: shared_put of element 1, which thread 0 read without a barrier since"},
    {.name = "written while several read",
     .statements = "if (t < 8) v = shared_get(9); else if (t == 9) shared_put(9, v);" END,
     .says = "thread 9: race: shared_put of element 9, which other threads read without a barrier since"},
    {.name = "second barrier missing",
     .statements = "shared_put(t, v); barrier(); v = shared_get(31 - t); shared_put(t, v);" END,
     .says = "race: shared_"},
    {.name = "no barrier for one",
     .statements = "if (t != 5) barrier();" END,
     .says =
         "block 0: barrier not reached by all threads: 31 wait there, 1 have ended; the first that waits is thread 0"},
    {.name = "lanes", .statements = "lanes_butterfly(&v, 1, 16); lanes_butterfly(&v, 1, 8);" END},
    {.name = "lanes, one missing",
     .statements = "if (t != 5) lanes_butterfly(&v, 1, 16);" END,
     .says = "31 wait for lanes of their warp, and 1 have ended; the first that waits is thread 0"},
    {.name = "lanes at two distances",
     .statements = "lanes_butterfly(&v, 1, t < 16 ? 16 : 8);" END,
     .says = "lanes_meet with thread 16, which has come for another"},
    {.name = "lanes too far apart",
     .statements = "lanes_butterfly(&v, 1, 32);" END,
     .says = "thread 0: lanes_meet over 32 lanes; a warp has 32"},
    {.name = "endless accesses", .statements = "for (;;) shared_put(t, v);", .says = "without a barrier"},
};

#define BEGIN "remote_expect(32); remote_arrive(); remote_ready();"

static const wrong_kernel remote_kernels[] = {
    {.name = "exchange",
     .statements = BEGIN "remote_put(1 - cluster_rank(), t, v); remote_wait(); v = shared_get(t);" END},
    {.name = "never ready",
     .statements = "remote_expect(32); remote_put(0, t, v);" END,
     .says = "block 0, thread 0: remote_put before remote_ready"},
    {.name = "never arrived",
     .statements = "remote_expect(32); remote_ready();" END,
     .says = "thread 0: remote_ready without remote_arrive before"},
    {.name = "arrived twice", .statements = "remote_arrive(); remote_arrive();" END, .says = "remote_arrive twice"},
    {.name = "expected late",
     .statements = "remote_arrive(); remote_expect(32);" END,
     .says = "remote_expect after remote_arrive"},
    {.name = "expected twice",
     .statements = "remote_expect(32); remote_expect(32);" END,
     .says = "remote_expect was said before"},
    {.name = "expected otherwise",
     .statements = "remote_expect(t);" END,
     .says = "thread 1: remote_expect of 1 elements; another thread of the block expects 0"},
    {.name = "never expected",
     .statements = "remote_arrive(); remote_ready(); remote_wait();" END,
     .says = "remote_wait without remote_expect before"},
    {.name = "to nobody",
     .statements = BEGIN "remote_put(2, t, v);" END,
     .says = "remote_put to block 2 of a cluster of 2"},
    {.name = "too far",
     .statements = BEGIN "remote_put(1, t + 60, v);" END,
     .says = "thread 4: remote_put of element 64"},
    {.name = "to one place twice",
     .statements = BEGIN "remote_put(0, t / 2, v); remote_wait();" END,
     .says = "thread 1: remote_put to block 0 of the cluster, element 0, where one was put before"},
    {.name = "too many",
     .statements = BEGIN "remote_put(0, t + 32 * cluster_rank(), v); remote_wait();" END,
     .says =
         "block 1, thread 0: remote_put to block 0 of the cluster, element 32: it expects 32 elements and all have"},
    {.name = "too few",
     .statements = BEGIN "if (t > 0) remote_put(cluster_rank(), t, v); remote_wait();" END,
     .says = "deadlock: in block 0, 0 threads are at barrier, 0 at remote_ready, 32 at remote_wait (31 of 32 elements"},
    {.name = "not awaited",
     .statements = "remote_expect(33); remote_arrive(); remote_ready();" END,
     .says = "block 0 has ended without remote_wait: 0 of 33 elements had come"},
    {.name = "read too early",
     .statements = BEGIN "remote_put(cluster_rank(), t, v); v = shared_get(t); remote_wait();" END,
     .says = "thread 0: shared_get of element 0, which was put there by the cluster, before remote_wait"},
    {.name = "read too late",
     .statements =
         BEGIN "if (cluster_rank() == 0) v = shared_get(t); remote_put(1 - cluster_rank(), t, v); remote_wait();" END,
     .says = "block 1, thread 0: race: remote_put to block 0 of the cluster, element 0, which a thread there has read"},
    {.name = "written, no barrier",
     .statements = "remote_expect(32); shared_put(t, v); remote_arrive(); remote_ready();"
                   "remote_put(1 - cluster_rank(), t, v); remote_wait();" END,
     .says =
         "race: remote_put to block 1 of the cluster, element 0, which thread 0 there wrote without a barrier since"},
    {.name = "one block stays away",
     .statements = "if (cluster_rank() == 0) { remote_arrive(); remote_ready(); }" END,
     .says = "deadlock: in block 0, 0 threads are at barrier, 32 at remote_ready"},
    {.name = "barrier against ready",
     .statements = "if (t < 16) barrier(); else { remote_arrive(); remote_ready(); }" END,
     .says = "deadlock: in block 0, 16 threads are at barrier, 16 at remote_ready"},
};

static void check_kernel(const wrong_kernel *wrong, int default_cluster)
{
    char body[4096];
    const int blocks = wrong->blocks ? wrong->blocks : default_cluster;
    const int cluster = wrong->cluster ? wrong->cluster : default_cluster;
    const int elements = wrong->elements ? wrong->elements : THREADS * blocks;
    snprintf(body, sizeof body,
             ARGUMENTS ELEMENTS
             "KERNEL(wrong, arguments a)\n{\n    const int t = THREAD; complex v = {1, 2};\n    %s%s\n}\n",
             wrong->early ? "" : "wait_for_previous(); ", wrong->statements);
    ata_device_kernel *kernel = load_kernel(wrong->name, F32, THREADS, cluster, N * 8, body);
    void *in = allocate(N * 8), *out = allocate(N * 8), *tables = allocate(N * 8);
    if (kernel && in && out && tables) {
        const arguments given = {in, out, tables, 0};
        const ata_status status = launch(kernel, blocks, given, elements * 8);
        const char *message = ata_last_error()->message;
        if (wrong->says) {
            CHECK(status == ATA_ERROR_DEVICE, "\"%s\" is not found out", wrong->name);
            CHECK(strstr(message, wrong->says) && strstr(message, wrong->name), "\"%s\" says: %s", wrong->name,
                  message);
        } else {
            CHECK(status == ATA_OK, "\"%s\" is right, but: %s", wrong->name, message);
        }
    }
    machine->release(device, in), machine->release(device, out), machine->release(device, tables);
}

static void test_global(void)
{
    for (size_t i = 0; i < sizeof global_kernels / sizeof global_kernels[0]; i++) check_kernel(&global_kernels[i], 1);
}

static void test_shared(void)
{
    for (size_t i = 0; i < sizeof shared_kernels / sizeof shared_kernels[0]; i++) check_kernel(&shared_kernels[i], 1);
}

static void test_remote(void)
{
    for (size_t i = 0; i < sizeof remote_kernels / sizeof remote_kernels[0]; i++) check_kernel(&remote_kernels[i], 2);
}

static void test_unwritten(void)
{
    ata_device_kernel *kernel =
        load_kernel("unwritten", F32, THREADS, 1, N * 8,
                    ARGUMENTS ELEMENTS "KERNEL(unwritten, arguments a)\n"
                                       "{ wait_for_previous();\n"
                                       "  store(a.out, THREAD, THREAD % 2 ? load(a.in, THREAD) : shared_get(5)); }\n");
    void *in = allocate(N * 8);
    float *out = allocate(N * 8);
    if (!kernel || !in || !out) return;
    const arguments given = {in, out, NULL, 0};
    memset(out, 0, N * 8);
    CHECK(launch(kernel, 1, given, THREADS * 8) == ATA_OK, "%s", ata_last_error()->message);
    for (int i = 0; i < 2 * THREADS; i++) CHECK(out[i] != out[i], "memory that nobody wrote holds %g", (double)out[i]);
    machine->release(device, in), machine->release(device, out);
}

static void check_refused(ata_status status, int threads, int cluster, int64_t shared_bytes, const char *body,
                          const char *says)
{
    const ata_kernel_text text = {"refused", "pass", F32, shared_bytes, threads, cluster, 1, NULL, false};
    ata_device_kernel *kernel = NULL;
    CHECK(ata_emu_load_text(device, &text, body, &kernel) == status && !kernel, "%s", says);
    CHECK(strstr(ata_last_error()->message, says), "%s: %s", says, ata_last_error()->message);
}

static void check_no_compiler(void)
{
    check_refused(ATA_ERROR_DEVICE, 32, 1, 64, ARGUMENTS "KERNEL(other, arguments a) { (void)a; }\n", "no C compiler");
}

static void test_loading(void)
{
    static const char good[] = ARGUMENTS "KERNEL(good, arguments a) { (void)a; }\n";
    check_refused(ATA_ERROR_DEVICE, 32, 1, 0, "int main(void) { return none; }\n", "does not compile");
    check_refused(ATA_ERROR_DEVICE, 32, 1, 0, "int main(void) { return none; }\n", "none");
    check_refused(ATA_ERROR_DEVICE, 32, 1, 0, "int number;\n", "defines no KERNEL");
    check_refused(ATA_ERROR_DEVICE, 32, 1, 0,
                  ARGUMENTS "void nowhere(void);\nKERNEL(k, arguments a) { (void)a; nowhere(); }\n", "be loaded");
    check_refused(ATA_ERROR_UNSUPPORTED, 0, 1, 0, good, "threads is 0");
    check_refused(ATA_ERROR_UNSUPPORTED, 1025, 1, 0, good, "threads is 1025");
    check_refused(ATA_ERROR_UNSUPPORTED, 32, 17, 0, good, "cluster is 17");
    check_refused(ATA_ERROR_UNSUPPORTED, 32, 1, 300000, good, "shared_bytes is 300000");
    hide_compiler(check_no_compiler);

    ata_device_kernel *kernel = load_kernel("good", F32, 32, 2, 0, good);
    if (!kernel) return;
    CHECK(load_kernel("good", F32, 32, 2, 0, good) == kernel, "a kernel is compiled once");
    const arguments given = {0};
    CHECK(launch(kernel, 2, given, 0) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(launch(kernel, 3, given, 0) == ATA_ERROR_DEVICE && strstr(ata_last_error()->message, "blocks is 3"));
    const ata_launch short_one = {2, &given, sizeof given - 8, 0, NULL, false};
    CHECK(machine->launch(device, kernel, &short_one) == ATA_ERROR_DEVICE);
}

/* --- A program with more rights than its caller ------------------------------------------------------------------- */

static bool has_more_rights;

char *__real_secure_getenv(const char *name);
char *__wrap_secure_getenv(const char *name);
char *__wrap_secure_getenv(const char *name)
{
    return has_more_rights ? NULL : __real_secure_getenv(name);
}

/* Whoever starts it must not choose what it runs; and it says why it has no emulator. */
static void test_rights(void)
{
    CHECK(ata_engine_emu.missing() == NULL && ata_emu_compiler_path() != NULL);
    has_more_rights = true;
    CHECK(ata_emu_compiler_path() == NULL, "%s is found", ata_emu_compiler_path());
    const char *missing = ata_engine_emu.missing();
    CHECK(missing && strstr(missing, "more rights than its caller"), "%s", missing ? missing : "nothing is missing");
    has_more_rights = false;
    CHECK(ata_engine_emu.missing() == NULL);
}

static const test_case cases[] = {
    {"global", test_global},       {"shared", test_shared},   {"remote", test_remote},
    {"unwritten", test_unwritten}, {"loading", test_loading}, {"rights", test_rights},
};

int main(int argc, char **argv)
{
    return test_emu_main(cases, (int)(sizeof cases / sizeof cases[0]), argc, argv);
}
