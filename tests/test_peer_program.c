/* test_peer_program.c - a peer that is a program: one that does not answer is not waited for. */
#include "test.h"

#include "cli/clock.h"
#include "cli/peer.h"

static void check_late(const char *reason, int64_t begin)
{
    const double seconds = (double)(cli_clock_ns() - begin) * 1e-9;
    CHECK(reason && strstr(reason, "gave no answer in 0.2"), "%s", reason ? reason : "it was taken for a peer");
    CHECK(seconds < 4, "that took %g s", seconds);
}

static void test_no_hello(void)
{
    static const char *const commands[] = {"sleep 1000", "read x; printf hello; sleep 1000"};
    for (int i = 0; i < 2; i++) {
        const peer *started;
        const int64_t begin = cli_clock_ns();
        check_late(cli_peer_program_start(commands[i], 0.2, &started), begin);
    }
}

static void test_not_ready(void)
{
    const peer *started;
    peer_made made;
    ata_problem problem;
    CHECK(ata_problem_parse(&problem, "c2c 8") == ATA_OK);
    const char *reason = cli_peer_program_start("read x; echo hello mute 1; sleep 1000", 0.2, &started);
    CHECK(!reason, "%s", reason);
    if (reason) return;
    const peer_request request = {.problem = &problem, .threads = 1, .seconds = 0.05};
    const int64_t begin = cli_clock_ns();
    check_late(started->prepare(started, &request, &made), begin);
    CHECK(started->prepare(started, &request, &made) != NULL, "it is gone for good");
    cli_peer_program_stop();
}

/* Answers that come together, and in pieces. */
static void test_lines(void)
{
    const peer *started;
    peer_made made;
    ata_problem problem;
    CHECK(ata_problem_parse(&problem, "c2c 8") == ATA_OK);
    const char *reason = cli_peer_program_start("printf hel; sleep 0.1; printf 'lo quick 1\\nready 7 1\\ntook 5\\n'; "
                                                "while read x; do :; done",
                                                30, &started);
    CHECK(!reason && strcmp(started->name, "quick") == 0, "%s", reason);
    if (reason) return;
    const peer_request request = {.problem = &problem, .threads = 1, .seconds = 1};
    CHECK(!started->prepare(started, &request, &made) && made.plan_seconds > 6e-9 && made.plan_seconds < 8e-9);
    CHECK(started->run(made.state, 1) == 5);
    cli_peer_program_stop();
}

static const test_case cases[] = {
    {"no hello", test_no_hello},
    {"not ready", test_not_ready},
    {"lines", test_lines},
};
TEST_MAIN(cases)
