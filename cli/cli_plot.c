/* cli_plot.c - `atalanta plot`: results of `atalanta bench --json` as a chart. */
#include <string.h>

#include "cli/plot.h"

/* "atalanta 0.1.0 beside fftw and torch". */
static void print_title(const plot_table *table, char *title, size_t size)
{
    snprintf(title, size, "%s%s%s", table->name[0], table->version[0] ? " " : "", table->version);
    for (int i = 1; i < table->name_count; i++) {
        const char *join = i == 1 ? " beside " : i + 1 < table->name_count ? ", " : " and ";
        snprintf(title + strlen(title), size - strlen(title), "%s%s", join, table->name[i]);
    }
}

static void print_note(const plot_table *table, bool speeds, char *note, size_t size)
{
    note[0] = '\0';
    if (table->on_gpu && table->gpu[0]) snprintf(note, size, "%s", table->gpu);
    else if (table->cpu[0])
        snprintf(note, size, "%s, %d core%s", table->cpu, table->cores, table->cores == 1 ? "" : "s");
    if (!speeds) return;
    snprintf(note + strlen(note), size - strlen(note),
             "%sGFLOP/s count 5 N log2 N operations, half of it for real transforms", note[0] ? "; " : "");
}

static void draw(const void *drawn, picture_canvas *canvas)
{
    picture_chart_draw(drawn, canvas);
}

static bool plot(plot_table *table, const cli_args *args, const char *output, const char *title, file_fault *fault)
{
    for (int i = 0; i < args->count; i++) {
        if (!plot_read(table, args->positional[i], fault)) return false;
    }
    picture_chart chart = {0};
    if (!plot_panels(table, &chart, fault)) return false;
    if (title) snprintf(chart.title, sizeof chart.title, "%s", title);
    else print_title(table, chart.title, sizeof chart.title);
    print_note(table, !chart.panel[0].has_level, chart.note, sizeof chart.note);
    const bool good =
        picture_file_write(output, PICTURE_CHART_WIDTH, picture_chart_height(&chart), chart.title, draw, &chart, fault);
    picture_chart_fini(&chart);
    return good;
}

static void print_done(const plot_table *table, const char *output, bool json)
{
    if (!json) {
        printf("%d rows drawn into %s\n", table->count, output);
        return;
    }
    cli_json row;
    cli_json_begin(&row, stdout);
    cli_json_text(&row, "picture", output);
    cli_json_int(&row, "rows", table->count);
    cli_json_end(&row);
}

static int run(const cli_command *command, int argc, char **argv)
{
    const char *output = NULL, *title = NULL;
    const cli_flag flags[] = {
        {"output", CLI_FLAG_TEXT, &output, "FILE", "draw into FILE.svg or FILE.png"},
        {"o", CLI_FLAG_TEXT, &output, "FILE", "the same"},
        {"title", CLI_FLAG_TEXT, &title, "TEXT", "the title, instead of one made of the names"},
    };
    cli_args args;
    const int result = cli_args_parse(command, flags, sizeof flags / sizeof flags[0], argc, argv, &args);
    if (result >= 0) return result;
    if (args.count == 0) return cli_complain(command, "FILE is missing; see atalanta plot --help");
    if (!output) return cli_complain(command, "--output is missing; name a file that ends in .svg or .png");
    if (!file_name_ends(output, ".svg") && !file_name_ends(output, ".png")) {
        return cli_complain(command, "--output is \"%s\"; it must end in .svg or .png", output);
    }
    file_fault fault;
    plot_table table = {0};
    const bool good = plot(&table, &args, output, title, &fault);
    if (good) print_done(&table, output, args.common.json);
    plot_table_fini(&table);
    return cli_finish(command, good ? CLI_GOOD : cli_complain(command, "%s", fault.sentence));
}

const cli_command cli_command_plot = {
    .name = "plot",
    .summary = "draw results of bench --json: GFLOP/s against the length",
    .usage = "atalanta plot FILE... --output FILE.svg|FILE.png [--title TEXT]",
    .details = "FILE holds rows of atalanta bench --json, such as bench/run.sh keeps them; - is\n"
               "standard input. Several files make one chart, if they are of one machine.\n"
               "\n"
               "Each sort of problem (kind, precision, options, threads) gets panels of its own:\n"
               "curves over the length where it is a power of two, bars for other lengths, for\n"
               "several dimensions and for batches. Where there would be more than twelve panels,\n"
               "as of random problems, the ratios are drawn instead, sorted: the peer's time over\n"
               "that of atalanta.\n",
    .example = "atalanta plot bench/results/xeon-foundation.jsonl -o speed.svg\n"
               "atalanta bench --set bench/sets/pow2-f32.txt --peer fftw --json | atalanta plot - -o pow2.png",
    .main = run,
};
