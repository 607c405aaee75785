/* cli_reproduce.c - `atalanta reproduce`: papers chosen, measured or read, and shown as tables, JSON and a page. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/parallel.h"
#include "cli/page.h"
#include "cli/reproduce.h"

/* --- What is asked for -------------------------------------------------------------------------------------------- */

typedef struct request {
    const cli_command *command;
    const char *only, *from, *out, *page, *largest;
    bool list, quick, full;
    double seconds;
    int64_t batch;
    bool chosen[REPRODUCE_PAPERS];
    reproduce_choice choice;
    const cli_common *common;
} request;

/* The sources that tables are made of: what is measured here, and a file. */
typedef struct sources {
    reproduce_source here, file;
    bool has_here, has_file;
} sources;

/* "table 1" is "table-1" in a flag. */
static bool is_named(const reproduce_exhibit *exhibit, const char *name, size_t length)
{
    if (strlen(exhibit->name) != length) return false;
    for (size_t i = 0; i < length; i++) {
        const char letter = exhibit->name[i];
        if (name[i] != letter && !(letter == ' ' && name[i] == '-')) return false;
    }
    return true;
}

static bool is_chosen(const request *asked, const reproduce_exhibit *exhibit)
{
    for (const char *at = asked->only; at && *at;) {
        const size_t length = strcspn(at, ",");
        if (is_named(exhibit, at, length)) return true;
        at += length + (at[length] == ',');
    }
    return !asked->only;
}

/* The exhibit's name as a flag takes it. */
static const char *print_name(const reproduce_exhibit *exhibit, char *text, size_t size)
{
    snprintf(text, size, "%s", exhibit->name);
    for (char *at = text; *at; at++)
        if (*at == ' ') *at = '-';
    return text;
}

static int check_only(const request *asked)
{
    for (const char *at = asked->only; at && *at;) {
        const size_t length = strcspn(at, ",");
        bool known = false;
        for (int p = 0; p < REPRODUCE_PAPERS; p++)
            for (int e = 0; asked->chosen[p] && e < reproduce_papers[p]->exhibit_count; e++)
                known = known || is_named(&reproduce_papers[p]->exhibit[e], at, length);
        if (!known)
            return cli_complain(asked->command,
                                "--only has \"%.*s\", which these papers have not; see atalanta reproduce --list",
                                (int)length, at);
        at += length + (at[length] == ',');
    }
    return CLI_GOOD;
}

static int choose_papers(request *asked, const cli_args *args)
{
    for (int i = 0; i < args->count; i++) {
        const char *name = args->positional[i];
        const reproduce_paper *paper = reproduce_paper_find(name);
        const bool all = strcmp(name, "all") == 0;
        if (!paper && !all)
            return cli_complain(asked->command, "there is no paper \"%s\"; there are 000, 001, 002, 003, 004 and all",
                                name);
        for (int p = 0; p < REPRODUCE_PAPERS; p++)
            asked->chosen[p] = asked->chosen[p] || all || reproduce_papers[p] == paper;
    }
    for (int p = 0; args->count == 0 && p < REPRODUCE_PAPERS; p++) asked->chosen[p] = true;
    return check_only(asked);
}

static int check_flags(request *asked)
{
    const cli_command *command = asked->command;
    if (asked->quick && asked->full) return cli_complain(command, "--quick and --full were both given; give one");
    if (asked->from && asked->out)
        return cli_complain(command, "--from and --out were both given; what is read is not measured");
    if (!isnan(asked->seconds) && !(asked->seconds > 0 && asked->seconds <= 60))
        return cli_complain(command, "--seconds is %g; it must be above 0 and at most 60", asked->seconds);
    if (asked->batch < 1 || asked->batch > 1 << 22)
        return cli_complain(command, "--batch is %lld; it must be 1 to 2^22", (long long)asked->batch);
    if (asked->page && !file_name_ends(asked->page, ".html"))
        return cli_complain(command, "--page is \"%s\"; it must end in .html", asked->page);
    asked->choice = (reproduce_choice){.quick = asked->quick, .largest = INFINITY};
    if (!asked->largest) return CLI_GOOD;
    ata_problem length;
    if (ata_problem_parse(&length, asked->largest) != ATA_OK || length.rank != 1 || length.batch_rank != 0)
        return cli_complain(command, "--largest is \"%s\"; it must be a number of points, like 2^20", asked->largest);
    asked->choice.largest = (double)length.dim[0].n;
    return CLI_GOOD;
}

static void print_list_json(const request *asked)
{
    for (int p = 0; p < REPRODUCE_PAPERS; p++) {
        for (int e = 0; asked->chosen[p] && e < reproduce_papers[p]->exhibit_count; e++) {
            cli_json line;
            cli_json_begin(&line, stdout);
            cli_json_text(&line, "paper", reproduce_papers[p]->number);
            cli_json_text(&line, "paper_title", reproduce_papers[p]->title);
            cli_json_text(&line, "exhibit", reproduce_papers[p]->exhibit[e].name);
            cli_json_text(&line, "title", reproduce_papers[p]->exhibit[e].title);
            cli_json_end(&line);
        }
    }
}

static void print_list(const request *asked)
{
    char name[64];
    for (int p = 0; p < REPRODUCE_PAPERS; p++) {
        if (!asked->chosen[p]) continue;
        printf("%s  %s\n", reproduce_papers[p]->number, reproduce_papers[p]->title);
        for (int e = 0; e < reproduce_papers[p]->exhibit_count; e++) {
            const reproduce_exhibit *exhibit = &reproduce_papers[p]->exhibit[e];
            printf("     %-26s %s\n", print_name(exhibit, name, sizeof name), exhibit->title);
        }
    }
}

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

static bool is_auto(const char *on)
{
    return !on || strcmp(on, "auto") == 0;
}

/* The GPU to use: of --on, or the first where nothing is said; NULL where there is none that can be used. */
static const char *choose_gpu(const char *on)
{
    if (cli_gpu_index(on) >= 0) return on;
    const char *name, *summary, *missing;
    for (int i = 0; is_auto(on) && ata_engine_get(i, &name, &summary, &missing) == ATA_OK; i++)
        if (strcmp(name, "gpu") == 0 && !missing) return "gpu";
    return NULL;
}

static void set_pace(const request *asked, reproduce_run *run)
{
    const bool quick = asked->quick, full = asked->full;
    run->seconds = !isnan(asked->seconds) ? asked->seconds : quick ? 0.01 : full ? 0.06 : 0.04;
    run->peer_seconds = quick ? 0.1 : full ? 1 : 0.5;
    run->traffic = quick ? 4e8 : full ? INFINITY : 4e9;
    run->emulated = quick ? 0x1p11 : 0x1p14;
    run->batch = asked->batch;
}

static int measure_paper(const request *asked, reproduce_run *run, const reproduce_paper *paper)
{
    reproduce_wants wants = {0};
    for (int e = 0; e < paper->exhibit_count; e++)
        if (is_chosen(asked, &paper->exhibit[e])) reproduce_exhibit_ask(&paper->exhibit[e], &asked->choice, &wants);
    const int result = reproduce_measure(run, &wants, paper->number);
    reproduce_wants_fini(&wants);
    return result;
}

/* --- Showing ------------------------------------------------------------------------------------------------------ */

static void print_checks(const reproduce_source *source)
{
    const reproduce_checks checks = reproduce_source_get_checks(source);
    if (checks.emulated)
        printf("\n%d transforms by the papers' algorithms for GPUs were checked on the emulator; the largest relative "
               "error is %.1e.\n",
               checks.emulated, checks.worst);
    if (checks.left_out) printf("\n%d measurements were left out:\n", checks.left_out);
    const reproduce_row *row;
    int count;
    for (int i = 0; (row = reproduce_source_get_reason(source, i, &count)); i++) {
        printf("  %s, %s on %s%s: %s\n", row->key.what, row->key.name, row->key.on, count > 1 ? " and others" : "",
               row->note);
    }
}

/* The table of an exhibit by source 0, this machine's, or 1, the file's; false where it has no figures. */
static bool make_table(const request *asked, const sources *from, int source, const reproduce_paper *paper,
                       const reproduce_exhibit *exhibit, reproduce_table *table)
{
    const bool here = source == 0;
    if (here ? !from->has_here : !from->has_file) return false;
    reproduce_table_make(table, paper, exhibit, here ? &from->here : &from->file, here ? &asked->choice : NULL);
    return table->measured;
}

static void show_exhibit(const request *asked, const sources *from, const reproduce_paper *paper,
                         const reproduce_exhibit *exhibit)
{
    bool shown = false;
    for (int i = 0; i < 2; i++) {
        reproduce_table table;
        if (!make_table(asked, from, i, paper, exhibit, &table)) continue;
        shown = true;
        if (asked->common->json) reproduce_table_print_json(&table);
        else reproduce_table_print(&table);
    }
    if (!shown && !asked->common->json)
        printf("\n%s %s: %s\n  no figures: it needs a GPU, or results of one (--from)\n", paper->number, exhibit->name,
               exhibit->title);
}

static void show_paper(const request *asked, const sources *from, const reproduce_paper *paper)
{
    if (!asked->common->json) printf("%s  %s\n     %s\n", paper->number, paper->title, paper->authors);
    for (int e = 0; e < paper->exhibit_count; e++)
        if (is_chosen(asked, &paper->exhibit[e])) show_exhibit(asked, from, paper, &paper->exhibit[e]);
    if (!asked->common->json) putchar('\n');
}

/* What all findings add up to, a line a source. */
static void print_summary(const request *asked, const sources *from)
{
    for (int i = 0; i < 2; i++) {
        reproduce_tally sum = {0};
        for (int p = 0; p < REPRODUCE_PAPERS; p++) {
            for (int e = 0; asked->chosen[p] && e < reproduce_papers[p]->exhibit_count; e++) {
                reproduce_table table;
                const reproduce_exhibit *exhibit = &reproduce_papers[p]->exhibit[e];
                if (is_chosen(asked, exhibit) && make_table(asked, from, i, reproduce_papers[p], exhibit, &table))
                    reproduce_tally_add(&sum, &table);
            }
        }
        if (sum.exhibits == 0) continue;
        const reproduce_source *source = i == 0 ? &from->here : &from->file;
        printf("\n%s: %d tables and figures; %d of %d orders seen in every case; our choice at least as fast as the "
               "papers' algorithms at %d of %d points\n",
               source->gpu[0] ? source->gpu : source->cpu, sum.exhibits, sum.seen, sum.claims, sum.ahead, sum.points);
    }
}

static int write_page(const request *asked, const sources *from)
{
    page_content content = {.choice = &asked->choice};
    if (from->has_here) content.source[content.source_count++] = &from->here;
    if (from->has_file) content.source[content.source_count++] = &from->file;
    for (int p = 0; p < REPRODUCE_PAPERS; p++) {
        for (int e = 0; asked->chosen[p] && e < reproduce_papers[p]->exhibit_count; e++) {
            if (!is_chosen(asked, &reproduce_papers[p]->exhibit[e]) || content.count == PAGE_EXHIBITS_MAX) continue;
            content.paper[content.count] = reproduce_papers[p];
            content.exhibit[content.count++] = &reproduce_papers[p]->exhibit[e];
        }
    }
    file_fault fault;
    if (!page_write(&content, asked->page, &fault)) return cli_complain(asked->command, "%s", fault.sentence);
    if (!asked->common->json) printf("the page is %s\n", asked->page);
    return CLI_GOOD;
}

/* --- The command -------------------------------------------------------------------------------------------------- */

/* Measure paper by paper, and show each as soon as it is there. */
static int run_papers(const request *asked, reproduce_run *run, sources *from)
{
    int result = CLI_GOOD;
    for (int p = 0; p < REPRODUCE_PAPERS && result == CLI_GOOD; p++) {
        if (!asked->chosen[p]) continue;
        if (run) result = measure_paper(asked, run, reproduce_papers[p]);
        if (result == CLI_GOOD) show_paper(asked, from, reproduce_papers[p]);
        if (!cli_row_end()) break;
    }
    if (result == CLI_GOOD && !asked->common->json) print_summary(asked, from);
    if (result == CLI_GOOD && from->has_here && !asked->common->json) print_checks(&from->here);
    if (result == CLI_GOOD && asked->page) result = write_page(asked, from);
    return result;
}

/* Open what a run needs, and close it. */
static int measure_and_show(const request *asked, sources *from)
{
    const cli_command *command = asked->command;
    const char *on = asked->common->on;
    reproduce_run run = {.command = command,
                         .gpu = choose_gpu(on),
                         .on_cpu = is_auto(on) || !strcmp(on, "cpu"),
                         .on_emu = is_auto(on) || !strcmp(on, "emu"),
                         .cores = check_parallel_count_cores(),
                         .json = asked->common->json,
                         .source = &from->here};
    gpu device = {0};
    ata_wisdom *wisdom = NULL;
    set_pace(asked, &run);
    if (cli_options_get(command, asked->common, &run.plan, &wisdom) != ATA_OK)
        return cli_complain_status(command, ata_last_error()->status);
    run.plan.threads = 1;
    int result = CLI_GOOD;
    if (run.gpu) result = cli_bench_gpu_open(command, run.gpu, &device);
    if (run.gpu && result == CLI_GOOD) run.device = &device;
    if (result == CLI_GOOD && asked->out) {
        run.out = fopen(asked->out, "w");
        if (!run.out) result = cli_complain(command, "--out: %s cannot be written: %s", asked->out, strerror(errno));
        else reproduce_source_print_head(&from->here, run.out);
    }
    if (result == CLI_GOOD) result = run_papers(asked, &run, from);
    const bool spoilt = run.out && ferror(run.out) != 0;
    const bool written = !run.out || (fclose(run.out) == 0 && !spoilt);
    if (!written) result = cli_complain(command, "--out: %s was not written whole", asked->out);
    cli_bench_memory_fini(&run.memory);
    if (run.device) cli_gpu_close(&device);
    ata_wisdom_destroy(wisdom);
    return result == CLI_GOOD && run.wrong ? CLI_CHECK_FAILED : result;
}

/* The command as a person would type it. */
static void print_command(int argc, char **argv, char *text, size_t size)
{
    snprintf(text, size, "atalanta");
    for (int i = 0; i < argc; i++) {
        const bool plain = argv[i][strcspn(argv[i], " \t'\"")] == '\0';
        const size_t used = strlen(text);
        snprintf(text + used, size - used, plain ? " %s" : " '%s'", argv[i]);
    }
}

static int reproduce(request *asked, const char *typed)
{
    file_fault fault;
    sources from = {0};
    char path[1100];
    const char *file = asked->from;
    const bool without = is_auto(asked->common->on) && !choose_gpu(NULL);
    if (!file && without && reproduce_find_results(path, sizeof path)) file = path;
    if (file && !reproduce_read(&from.file, file, &fault)) return cli_complain(asked->command, "%s", fault.sentence);
    from.has_file = file != NULL;
    from.has_here = !asked->from;
    if (from.has_here) reproduce_source_init(&from.here, typed);
    const int result = from.has_here ? measure_and_show(asked, &from) : run_papers(asked, NULL, &from);
    reproduce_source_fini(&from.here);
    reproduce_source_fini(&from.file);
    return result;
}

static int run(const cli_command *command, int argc, char **argv)
{
    char typed[256];
    request asked = {.command = command, .seconds = NAN, .batch = 16384};
    const cli_flag flags[] = {
        {"only", CLI_FLAG_TEXT, &asked.only, "LIST", "only these tables and figures, joined by commas: table-1"},
        {"list", CLI_FLAG_SWITCH, &asked.list, NULL, "tell what there is, and end"},
        {"quick", CLI_FLAG_SWITCH, &asked.quick, NULL, "fewer sizes, measured shortly: under a minute in all"},
        {"full", CLI_FLAG_SWITCH, &asked.full, NULL, "everything, also what takes long, measured longer"},
        {"largest", CLI_FLAG_TEXT, &asked.largest, "N", "leave out what has more points than N, such as 2^20"},
        {"seconds", CLI_FLAG_NUMBER, &asked.seconds, "S", "how long each contender is measured (0.04)"},
        {"batch", CLI_FLAG_INT, &asked.batch, "N", "transforms in a large batch of paper 003 (16384)"},
        {"from", CLI_FLAG_TEXT, &asked.from, "FILE", "show these results; measure nothing"},
        {"out", CLI_FLAG_TEXT, &asked.out, "FILE", "keep what is measured, a JSON object a line, for --from"},
        {"page", CLI_FLAG_TEXT, &asked.page, "FILE.html", "draw everything as one page for a browser"},
    };
    cli_args args;
    print_command(argc, argv, typed, sizeof typed);
    int result = cli_args_parse(command, flags, sizeof flags / sizeof flags[0], argc, argv, &args);
    if (result >= 0) return result;
    asked.common = &args.common;
    result = choose_papers(&asked, &args);
    if (result == CLI_GOOD) result = check_flags(&asked);
    if (result == CLI_GOOD && asked.list && args.common.json) print_list_json(&asked);
    else if (result == CLI_GOOD && asked.list) print_list(&asked);
    else if (result == CLI_GOOD) result = reproduce(&asked, typed);
    return cli_finish(command, result);
}

const cli_command cli_command_reproduce = {
    .name = "reproduce",
    .summary = "the tables and figures of five papers, measured here",
    .usage = "atalanta reproduce [PAPER...] [--quick|--full] [--page FILE.html] [FLAG...]",
    .details = "Runs the algorithms of five papers again and shows each table and figure: what the\n"
               "paper has from its machine, the same algorithm today, cuFFT or FFTW today, and this\n"
               "library's own choice. Every result is checked before its time counts. Below each\n"
               "table stands what the paper found, and whether that is seen here.\n"
               "\n"
               "  000   locality: three ways through memory for a long radix-2 transform\n"
               "  001   radix 8 in registers, and the bounds a transform runs under; FFTW by threads\n"
               "  002   two radix-2 algorithms on GPU and CPU; roots of unity; bit reversal\n"
               "  003   512-point transforms from host to host for a WirelessHD receiver\n"
               "  004   cubes with the X transforms inside the passes along Y and Z\n"
               "  all   these, as without a number\n"
               "\n"
               "Without a GPU the CPU's parts are measured, the GPU's algorithms are checked on the\n"
               "emulator at lengths up to 2^14, and the GPU's figures are those of the results that\n"
               "come with the program, and say so. --on cpu, gpu or emu does one of these alone.\n"
               "--full also measures what takes the CPU longer than a second.\n",
    .example = "atalanta reproduce all --quick --page papers.html\n"
               "atalanta reproduce 000 --only table-1,table-2 --on gpu\n"
               "atalanta reproduce 001 002 --out results.jsonl\n"
               "atalanta reproduce --from results.jsonl --page papers.html",
    .main = run,
};
