/* test_plot.c - what stands between results and a chart: JSON is read strictly, bad files are refused by line, rows
 * find their panels; and random problems of `atalanta bench` are what they claim to be. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/bench.h"
#include "cli/json_read.h"
#include "cli/plot.h"
#include "test.h"

static void test_json_good(void)
{
    static const char *const texts[] = {
        "{}",
        " { \"a\" : [ ] , \"b\" : { } } \n",
        "{\"a\": -0.5e+3, \"b\": 0, \"c\": 1E9, \"d\": true, \"e\": false, \"f\": null}",
        "{\"a\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\", \"b\": [1, [2, {\"c\": []}]]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_value object;
        const char *fault = json_read_object(texts[i], &object);
        CHECK(!fault, "%s: %s", texts[i], fault);
    }
}

static void test_json_bad(void)
{
    static const char *const texts[] = {"",
                                        "  ",
                                        "[]",
                                        "1",
                                        "\"a\"",
                                        "{",
                                        "{}}",
                                        "{} {}",
                                        "{\"a\"}",
                                        "{\"a\":}",
                                        "{\"a\": 1,}",
                                        "{a: 1}",
                                        "{\"a\": 01}",
                                        "{\"a\": 1.}",
                                        "{\"a\": .5}",
                                        "{\"a\": 1e}",
                                        "{\"a\": +1}",
                                        "{\"a\": nan}",
                                        "{\"a\": tru}",
                                        "{\"a\": \"b}",
                                        "{\"a\": \"\\x\"}",
                                        "{\"a\": \"\\u12g4\"}",
                                        "{\"a\": \"\t\"}",
                                        "{\"a\": [1 2]}",
                                        "{\"a\": [1,]}",
                                        "{\"a\": [}",
                                        "{\"a\": 1 \"b\": 2}",
                                        "{\"a\": \"\\",
                                        "{\"a\": \"\\u"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_value object;
        CHECK(json_read_object(texts[i], &object), "%s was taken for JSON", texts[i]);
    }
    char deep[200];
    memset(deep, '[', sizeof deep);
    memcpy(deep, "{\"a\":", 5);
    deep[sizeof deep - 1] = '\0';
    json_value object;
    CHECK(json_read_object(deep, &object));
}

static void test_json_values(void)
{
    const char *text =
        "{\"in\": {\"name\": \"wrong\"}, \"name\": \"\\u00e9 \\\"x\\\" \\ud83d\\ude00 \\ud800\", \"n\": -12.5e1, "
        "\"none\": null, \"list\": [1]}";
    json_value object, value;
    CHECK(!json_read_object(text, &object));
    char found[64];
    double number = 0;
    CHECK(json_read_member(object, "name", &value) && json_read_text(value, found, sizeof found));
    CHECK(!strcmp(found, "\xc3\xa9 \"x\" \xf0\x9f\x98\x80 \xef\xbf\xbd"), "%s", found);
    CHECK(json_read_text(value, found, 4) && !strcmp(found, "\xc3\xa9 "), "cut within: %s", found);
    CHECK(json_read_member(object, "n", &value) && json_read_number(value, &number) && number == -125);
    CHECK(!json_read_text(value, found, sizeof found));
    CHECK(!json_read_member(object, "none", &value) && !json_read_member(object, "nam", &value));
    CHECK(json_read_member(object, "list", &value) && !json_read_number(value, &number));
    CHECK(json_read_member(object, "in", &object) && json_read_member(object, "name", &value));
    CHECK(json_read_text(value, found, sizeof found) && !strcmp(found, "wrong"));
}

/* Read a text as if it were a file. */
static bool read_text(plot_table *table, const char *text, size_t size, file_fault *fault)
{
    char path[] = "/tmp/test_plot.XXXXXX";
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    CHECK(file);
    if (!file) return false;
    fwrite(text, 1, size, file);
    fclose(file);
    const bool good = plot_read(table, path, fault);
    unlink(path);
    return good;
}

#define ROW(PROBLEM, THREADS, NAME, GFLOPS, RATIO)                                                         \
    "{\"problem\": \"" PROBLEM "\", \"threads\": " THREADS ", \"name\": \"" NAME "\", \"gflops\": " GFLOPS \
    ", \"ratio\": " RATIO "}\n"

static const char results[] =
    "{\"command\": \"x\", \"info\": {\"cpu\": \"c\", \"version\": \"0\", \"cores\": 2}}\n" ROW("c2c 2^4", "1",
                                                                                               "atalanta", "2", "1")
        ROW("c2c 16", "1", "fftw", "1", "2") ROW("c2c 8", "1", "atalanta", "1", "1")
            ROW("c2c f64 8", "2", "atalanta", "1", "1") ROW("c2c 100", "1", "atalanta", "3", "1")
                ROW("c2c 4x4*3", "1", "atalanta", "3", "1") "{\"summary\": \"bench\"}\n";

/* Whatever is cut off or changed, there is a chart or a sentence, and never a crash. */
static void test_damage(void)
{
    const size_t size = sizeof results - 1;
    char damaged[sizeof results];
    for (size_t at = 0; at < size; at += 3) {
        for (int change = 0; change < 3; change++) {
            memcpy(damaged, results, sizeof results);
            if (change == 1) damaged[at] = '"';
            if (change == 2) damaged[at] = '\0';
            plot_table table = {0};
            file_fault fault = {""};
            const bool good = read_text(&table, damaged, change ? size : at, &fault);
            CHECK(good || strstr(fault.sentence, "/tmp/test_plot"), "%zu: no sentence: %s", at, fault.sentence);
            plot_table_fini(&table);
        }
    }
}

static void test_panels(void)
{
    plot_table table = {0};
    file_fault fault = {""};
    picture_chart chart = {0};
    CHECK(read_text(&table, results, sizeof results - 1, &fault), "%s", fault.sentence);
    CHECK(plot_panels(&table, &chart, &fault), "%s", fault.sentence);
    CHECK(chart.panel_count == 4, "%d panels", chart.panel_count);
    const picture_panel *first = &chart.panel[0];
    CHECK(!strcmp(first->title, "c2c f32, powers of two, 1 thread"), "%s", first->title);
    CHECK(first->style == PICTURE_CURVES && first->series[0].count == 2 && first->series[1].count == 1);
    CHECK(first->series[0].point[0].x == 3 && first->series[0].point[1].x == 4 && first->series[0].point[1].y == 2);
    CHECK(!strcmp(chart.panel[1].title, "c2c f64, powers of two, 2 threads"), "%s", chart.panel[1].title);
    CHECK(chart.panel[2].style == PICTURE_BARS && !strcmp(chart.panel[2].x.text[0], "100"));
    CHECK(!strcmp(chart.panel[3].x.text[0], "4x4*3"));
    picture_chart_fini(&chart);
    plot_table_fini(&table);
}

/* Every problem of another sort: no wall of panels, but the ratios in their order. */
static void test_ratios(void)
{
    static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1"};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    for (int i = 0; i < 16; i++) {
        const char *problem = kinds[i % 8], *type = i < 8 ? "f32" : "f64";
        fprintf(file,
                "{\"problem\": \"%s %s 64\", \"threads\": 1, \"name\": \"atalanta\", \"gflops\": 1, \"ratio\": 1}\n",
                problem, type);
        fprintf(file, "{\"problem\": \"%s %s 64\", \"threads\": 1, \"name\": \"p\", \"gflops\": 1, \"ratio\": %g}\n",
                problem, type, exp2((i * 7 % 16 - 8) / 4.0));
    }
    fclose(file);
    plot_table table = {0};
    file_fault fault = {""};
    picture_chart chart = {0};
    CHECK(read_text(&table, text, size, &fault), "%s", fault.sentence);
    CHECK(plot_panels(&table, &chart, &fault), "%s", fault.sentence);
    CHECK(chart.panel_count == 1 && chart.panel[0].series[0].count == 0 && chart.panel[0].series[1].count == 16);
    for (int i = 1; i < 16; i++) {
        CHECK(chart.panel[0].series[1].point[i].y > chart.panel[0].series[1].point[i - 1].y);
    }
    picture_svg svg;
    CHECK(picture_svg_init(&svg, PICTURE_CHART_WIDTH, picture_chart_height(&chart), "t"));
    picture_chart_draw(&chart, &svg.canvas);
    CHECK(picture_svg_finish(&svg) && strstr(svg.bytes, "16 problems, 1 thread") && !strstr(svg.bytes, "nan"));
    picture_svg_fini(&svg);
    picture_chart_fini(&chart);
    plot_table_fini(&table);
    free(text);
}

/* The same from the same seed, valid, of bounded size, and of every sort that is promised. */
static void test_random_problems(void)
{
    int kinds[16] = {0}, ranks[4] = {0}, f64 = 0, in_place = 0, batched = 0, strided = 0, powers = 0, lines = 0;
    enum { COUNT = 2000 };
    for (uint64_t i = 0; i < COUNT; i++) {
        ata_problem problem, again, complete;
        cli_bench_random_problem(&problem, 5, i);
        cli_bench_random_problem(&again, 5, i);
        CHECK(memcmp(&problem, &again, sizeof problem) == 0);
        CHECK(ata_problem_check(&problem, &complete) == ATA_OK);
        double points = 1;
        for (int d = 0; d < problem.rank; d++) points *= (double)problem.dim[d].n;
        for (int d = 0; d < problem.batch_rank; d++) points *= (double)problem.batch[d].n;
        CHECK(points >= 2 && points <= 2097152, "%g points", points);
        CHECK(problem.rank >= 1 && problem.rank <= 3 && (int)problem.kind < 16);
        kinds[problem.kind]++;
        ranks[problem.rank]++;
        f64 += problem.type == ATA_F64;
        in_place += problem.place == ATA_IN_PLACE;
        batched += problem.batch_rank > 0;
        strided += problem.batch[0].stride_in != 0;
        if (problem.rank > 1) continue;
        const int64_t n = problem.dim[0].n;
        CHECK(n >= 2 && n <= 1 << 20);
        lines++;
        powers += (n & (n - 1)) == 0;
    }
    CHECK(kinds[ATA_C2C] > COUNT / 3 && kinds[ATA_R2C] > COUNT / 8 && kinds[ATA_C2R] > COUNT / 8);
    CHECK(kinds[ATA_DCT2] > COUNT / 50 && kinds[ATA_DCT3] > COUNT / 50);
    CHECK(ranks[1] > COUNT / 2 && ranks[2] > COUNT / 6 && ranks[3] > COUNT / 15);
    CHECK(f64 > COUNT / 4 && in_place > COUNT / 6 && batched > COUNT / 6 && strided > COUNT / 30);
    CHECK(powers > lines / 4 && powers < lines / 2, "%d powers of two of %d", powers, lines);
    ata_problem one, other;
    cli_bench_random_problem(&one, 5, 1);
    cli_bench_random_problem(&other, 6, 0);
    CHECK(memcmp(&one, &other, sizeof one) != 0, "neighbouring seeds share problems");
}

static const test_case cases[] = {
    {"json_good", test_json_good},
    {"json_bad", test_json_bad},
    {"json_values", test_json_values},
    {"damage", test_damage},
    {"panels", test_panels},
    {"ratios", test_ratios},
    {"random_problems", test_random_problems},
};

TEST_MAIN(cases)
