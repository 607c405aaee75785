/* cli_bench.c - `atalanta bench`: how fast, against a copy and against other libraries, all measured in one run. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "check/reference.h"
#include "cli/bench.h"

/* A random problem is one of very many: it is measured shortly, and its answer is compared where that is quick. */
enum { RANDOM_MAX = 1000000 };
#define RANDOM_SECONDS 0.05
#define RANDOM_BUDGET 2e5

static const int64_t NOT_GIVEN = INT64_MIN;

/* What the flags say. */
typedef struct bench_flags {
    const char *peers, *program, *recipe, *set;
    double seconds, peer_seconds;
    int64_t random, seed;
    bool graph;
} bench_flags;

static int bench_list(bench_run *run, const ata_problem *problems, int count)
{
    for (int i = 0; i < count; i++) {
        if (i > 0 && !run->json) putchar('\n');
        const int result = cli_bench_case(run, &problems[i]);
        if (result != CLI_GOOD) return result;
        if (!cli_row_end()) return CLI_GOOD; /* nobody reads on, or the disk is full: cli_finish tells which */
    }
    return CLI_GOOD;
}

static int bench_random(bench_run *run, int64_t count, int64_t seed)
{
    cli_progress progress;
    cli_progress_begin(&progress);
    int result = CLI_GOOD;
    for (int64_t i = 0; i < count && result == CLI_GOOD; i++) {
        ata_problem problem;
        cli_bench_random_problem(&problem, (uint64_t)seed, (uint64_t)i);
        char *text = cli_problem_text(&problem);
        cli_progress_update(&progress, (double)i / (double)count, "%" PRId64 " of %" PRId64 ": %s", i + 1, count,
                            text ? text : "");
        free(text);
        result = cli_bench_case(run, &problem);
        if (!cli_row_end()) break;
    }
    cli_progress_end(&progress);
    return result;
}

/* The problems named by arguments and by --set, in this order. */
static int bench_given(bench_run *run, const bench_flags *flags, const cli_args *args)
{
    ata_problem *problems = NULL;
    int count = 0, result = CLI_GOOD;
    if (args->count > 0 || !flags->set) {
        result = cli_problems_get(run->command, args, 0, &problems);
        count = args->count;
    }
    ata_problem *listed = NULL;
    int listed_count = 0;
    if (result == CLI_GOOD && flags->set) {
        result = cli_bench_set_read(run->command, flags->set, &listed, &listed_count);
    }
    if (result == CLI_GOOD) result = bench_list(run, problems, count);
    if (result == CLI_GOOD && count > 0 && listed_count > 0 && !run->json) putchar('\n');
    if (result == CLI_GOOD) result = bench_list(run, listed, listed_count);
    free(problems);
    free(listed);
    return result;
}

static int bench_all(bench_run *run, const bench_flags *flags, const cli_args *args)
{
    const bool is_random = flags->random != NOT_GIVEN;
    const int result = is_random ? bench_random(run, flags->random, flags->seed) : bench_given(run, flags, args);
    if (result != CLI_GOOD) return result;
    if (is_random && run->unsupported) {
        cli_complain(run->command, "%d of the random problems are not for this engine and were left out",
                     run->unsupported);
    }
    if (run->json) {
        cli_bench_summary_print_json(&run->summary, run->on, run->options.threads);
        return CLI_GOOD;
    }
    if (is_random) printf("%d random problems of seed %" PRId64 "\n", run->summary.problems, flags->seed);
    else if (run->summary.count > 0) putchar('\n');
    cli_bench_summary_print(&run->summary, is_random);
    return CLI_GOOD;
}

static int check_seconds(const cli_command *command, const char *flag, double seconds)
{
    if (seconds > 0 && seconds <= 3600) return CLI_GOOD;
    return cli_complain(command, "--%s is %g; it must be above 0 and at most 3600", flag, seconds);
}

static int check_flags(const cli_command *command, bench_flags *flags, const cli_args *args)
{
    const bool is_random = flags->random != NOT_GIVEN;
    if (isnan(flags->seconds)) flags->seconds = is_random ? RANDOM_SECONDS : 1;
    if (check_seconds(command, "seconds", flags->seconds) != CLI_GOOD) return CLI_BAD_USE;
    if (check_seconds(command, "peer-seconds", flags->peer_seconds) != CLI_GOOD) return CLI_BAD_USE;
    if (flags->graph && cli_gpu_index(args->common.on) < 0) {
        return cli_complain(command, "--graph goes with --on gpu only; leave it out");
    }
    if (!is_random && flags->seed != NOT_GIVEN) return cli_complain(command, "--seed goes with --random only");
    if (flags->seed == NOT_GIVEN) flags->seed = 0;
    if (!is_random) return CLI_GOOD;
    if (flags->random < 1 || flags->random > RANDOM_MAX) {
        return cli_complain(command, "--random is %" PRId64 "; it must be 1 to %d", flags->random, RANDOM_MAX);
    }
    if (flags->set) return cli_complain(command, "--set and --random were both given; give one of them");
    if (flags->recipe) return cli_complain(command, "--recipe and --random were both given; give one of them");
    if (args->count == 0) return CLI_GOOD;
    return cli_complain(command, "\"%s\" and --random were both given; give problems or the flag", args->positional[0]);
}

/* Peers by name, and the one that is a program. */
static int open_peers(bench_run *run, const bench_flags *flags)
{
    const bool is_random = flags->random != NOT_GIVEN;
    const char *usual = cli_gpu_index(run->options.engine) >= 0 ? "cufft" : "fftw:estimate";
    const char *list = flags->peers ? flags->peers : is_random && !flags->program ? usual : NULL;
    if (cli_bench_peers_parse(run->command, list, &run->peers) != CLI_GOOD) return CLI_BAD_USE;
    if (cli_bench_peers_check(run->command, &run->peers, run->options.engine) != CLI_GOOD) return CLI_BAD_USE;
    run->peers.brief = is_random;
    if (!flags->program) return CLI_GOOD;
    enum { WAIT = 60 }; /* seconds: Python takes its time to import PyTorch from a cold disk */
    const peer *started;
    const char *reason = cli_peer_program_start(flags->program, WAIT, &started);
    if (reason) return cli_complain(run->command, "--peer-program: %s", reason);
    cli_bench_peers_add(&run->peers, started);
    return CLI_GOOD;
}

static int bench(const cli_command *command, bench_flags *flags, const cli_args *args)
{
    const bool is_random = flags->random != NOT_GIVEN;
    bench_run run = {.command = command,
                     .seconds = flags->seconds,
                     .peer_seconds = flags->peer_seconds,
                     .budget = is_random ? RANDOM_BUDGET : CHECK_BUDGET_USUAL,
                     .json = args->common.json,
                     .quiet = is_random,
                     .graph = flags->graph,
                     .confirm = is_random};
    ata_wisdom *wisdom;
    const ata_status status = cli_options_get(command, &args->common, &run.options, &wisdom);
    run.options.recipe = flags->recipe;
    int result = status == ATA_OK ? open_peers(&run, flags) : cli_complain_status(command, status);
    gpu device = {0};
    if (result == CLI_GOOD && cli_gpu_index(run.options.engine) >= 0) {
        result = cli_bench_gpu_open(command, run.options.engine, &device);
        run.device = &device;
    }
    if (result == CLI_GOOD) result = bench_all(&run, flags, args);
    if (result == CLI_GOOD && run.unsupported && run.summary.problems == 0) result = CLI_BAD_USE;
    if (result == CLI_GOOD && run.wrong) result = CLI_CHECK_FAILED;
    cli_bench_memory_fini(&run.memory);
    cli_gpu_close(&device);
    cli_peer_program_stop();
    cli_bench_summary_fini(&run.summary);
    ata_wisdom_destroy(wisdom);
    return result;
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    bench_flags flags = {.seconds = NAN, .peer_seconds = 5, .random = NOT_GIVEN, .seed = NOT_GIVEN};
    const cli_flag list[] = {
        {"set", CLI_FLAG_TEXT, &flags.set, "FILE,...",
         "measure the problems of files, one a line; - is standard input"},
        {"random", CLI_FLAG_INT, &flags.random, "N", "measure N random problems instead; print only a summary"},
        {"seed", CLI_FLAG_INT, &flags.seed, "S", "the seed of the random problems (0)"},
        {"peer", CLI_FLAG_TEXT, &flags.peers, "NAME,...",
         "compare with fftw, fftw:estimate, fftw:patient, mkl; on a GPU cufft, vkfft"},
        {"peer-program", CLI_FLAG_TEXT, &flags.program, "COMMAND",
         "compare with a program, such as bench/torch_peer.py"},
        {"peer-seconds", CLI_FLAG_NUMBER, &flags.peer_seconds, "S", "let a peer plan each problem for S seconds (5)"},
        {"seconds", CLI_FLAG_NUMBER, &flags.seconds, "S", "measure each problem for S seconds (1; random: 0.05)"},
        {"graph", CLI_FLAG_SWITCH, &flags.graph, NULL, "on a GPU: time calls inside a replayed graph of twenty"},
        {"recipe", CLI_FLAG_TEXT, &flags.recipe, "R", "use this recipe instead of choosing one"},
    };
    cli_args args;
    int result = cli_args_parse(command, list, sizeof list / sizeof list[0], argc, argv, &args);
    if (result >= 0) return result;
    result = check_flags(command, &flags, &args);
    if (result == CLI_GOOD) result = bench(command, &flags, &args);
    return cli_finish(command, result);
}

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "measure problems, against a copy and against other libraries",
    .usage = "atalanta bench PROBLEM... | --set FILE,... | --random N [--peer NAME,...] [FLAG...]",
    .details = "Measures each problem on random data. Contenders take turns round by round, each\n"
               "turn 200 us or longer, in a new order each round; the time is the median over the\n"
               "rounds, \u00b1 the distance of their quartiles. The same arrays are used all the time,\n"
               "and a turn begins with an execution that is not counted, so caches are warm. Where\n"
               "a transform overwrites its input, the input is restored outside the time taken.\n"
               "\n"
               "GFLOP/s   counts 5 N log2 N operations for complex, half of it for real transforms\n"
               "of copy   one read of the input and one write of the output, at the best speed of\n"
               "          a copy measured in the same run with as many threads, over the time\n"
               "ratio     the peer's time over ours: above 1, atalanta is faster\n"
               "error     relative error of a result in the L2 norm, where the right one is known;\n"
               "          of a huge transform, at a few of its outputs\n"
               "\n"
               "A run with peers ends with the geometric mean of each one's ratios, their least and\n"
               "greatest, and how many lie below 0.95.\n"
               "\n"
               "--random draws problems as people have them: c2c, r2c, c2r and cosine transforms,\n"
               "f32 and f64, lengths from 2 to 2^20 (a third powers of two, a third products of\n"
               "small primes, a third any), 2-D, 3-D, batches, strides, in place or not, at most\n"
               "2^21 points. They are measured shortly, against fftw:estimate unless --peer says\n"
               "else; one below 0.95 is measured again five times as long, and that counts.\n"
               "\n"
               "With --on gpu (gpu:1 for the second one) the arrays lie in the memory of the GPU, all\n"
               "contenders put their calls into one stream in turns of five calls and 1 ms at least,\n"
               "nine rounds at least, and events of the stream are the clock. One set of arrays is\n"
               "used all the time there too: what fits into the GPU's L2 cache is measured there.\n"
               "Short transforms take the GPU less time than the host needs to call for them;\n"
               "--graph leaves the host out. A copy is the driver's, within the GPU.\n"
               "\n"
               "Peers are found at run time. FFTW plans with FFTW_MEASURE, or with the effort after\n"
               "the colon; a plan that came to the limit of --peer-seconds is marked. FFTW and MKL\n"
               "never scale: a problem with a scale is compared with their transform without one.\n"
               "FFTW is looked for in ATALANTA_FFTW_DIR; MKL is the library that ATALANTA_MKL names\n"
               "(libmkl_rt.so, or PyTorch's libtorch_cpu.so). On a GPU there are cufft, NVIDIA's own\n"
               "(in ATALANTA_CUFFT, else with CUDA or a Python package), and vkfft, by a plugin that\n"
               "is built where vkFFT.h is found (in ATALANTA_VKFFT, else beside this program).\n",
    .example = "atalanta bench \"c2c 1024*1000\" \"r2c f64 256x256\" --peer fftw\n"
               "atalanta bench 2^20 --threads 4 --peer fftw,fftw:patient --peer-seconds 30 --json\n"
               "atalanta bench --random 1000 --seed 1\n"
               "atalanta bench --set bench/sets/gpu-quick.txt --on gpu --peer cufft,vkfft\n"
               "atalanta bench --set bench/sets/large.txt --peer-program \"python3 bench/torch_peer.py\"",
    .main = run_command,
};
