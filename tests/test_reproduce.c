/* test_reproduce.c - between measurements and a page: rows written and read back, the papers' tables whole, values by
 * the papers' formulas, findings that find, and a page whose every tag is closed and which names nothing outside it. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/page.h"
#include "test.h"

static void write_file(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "w");
    CHECK(file && fwrite(text, 1, size, file) == size);
    if (file) fclose(file);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!file) return NULL;
    if (getdelim(&text, &room, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* A place of this process's own. */
static const char *path_of(const char *name)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/test_reproduce_%d%s", (int)getpid(), name);
    return path;
}

/* --- Invented results: everything that any exhibit asks for ------------------------------------------------------- */

/* A time that grows with the text: no two are the same, and all are known. */
static double time_of(const reproduce_key *key)
{
    double us = 1 + strlen(key->what) + key->threads;
    for (const char *at = key->what; *at; at++) us += *at * 0.01;
    return us + (strcmp(key->on, "cpu") ? 0 : 50) + (strcmp(key->name, "atalanta") ? 7 : 0);
}

static void invent(reproduce_source *source)
{
    reproduce_wants wants = {0};
    for (int p = 0; p < REPRODUCE_PAPERS; p++)
        for (int e = 0; e < reproduce_papers[p]->exhibit_count; e++)
            reproduce_exhibit_ask(&reproduce_papers[p]->exhibit[e], NULL, &wants);
    CHECK(!wants.failed && wants.count > 500, "%d wants", wants.count);
    reproduce_source_init(source, "atalanta reproduce all");
    snprintf(source->gpu, sizeof source->gpu, "a <GPU> & \"more\"");
    for (int i = 0; i < wants.count; i++) {
        reproduce_row row = {.key = wants.key[i], .error = 1e-7, .spread = 0.01, .rounds = 9, .passes = 3};
        const bool bound = !strncmp(row.key.what, "bound ", 6);
        row.value = bound ? 1000 : time_of(&row.key);
        snprintf(row.unit, sizeof row.unit, "%s", bound ? "GB/s" : "us");
        CHECK(reproduce_source_add(source, &row));
    }
    reproduce_wants_fini(&wants);
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

static void test_rows(void)
{
    reproduce_source source, back;
    file_fault fault;
    invent(&source);
    const reproduce_row left_out = {
        .key = {"c2c 2^40", "gpu", "cufft", 1}, .value = NAN, .error = NAN, .spread = NAN, .note = "too \"long\"\n"};
    CHECK(reproduce_source_add(&source, &left_out));
    FILE *file = fopen(path_of(".jsonl"), "w");
    reproduce_source_print_head(&source, file);
    for (int i = 0; i < source.count; i++) reproduce_row_print(&source.row[i], file);
    fprintf(file, "{\"paper\": \"000\", \"exhibit\": \"table 1\", \"case\": \"2^10\"}\n");
    fclose(file);
    CHECK(reproduce_read(&back, path_of(".jsonl"), &fault), "%s", fault.sentence);
    CHECK(back.count == source.count && !back.here, "%d rows of %d", back.count, source.count);
    CHECK(!strcmp(back.gpu, source.gpu) && !strcmp(back.command, source.command) && back.cores == source.cores);
    for (int i = 0; i < source.count; i++) {
        const reproduce_row *a = &source.row[i], *b = reproduce_source_find(&back, &a->key);
        CHECK(b && (fabs(b->value - a->value) <= 1e-9 * a->value || (isnan(a->value) && isnan(b->value))), "%s",
              a->key.what);
        CHECK(b && b->passes == a->passes && !strcmp(a->unit, b->unit) && !strcmp(a->note, b->note));
    }
    const reproduce_checks checks = reproduce_source_get_checks(&back);
    int count = 0;
    CHECK(checks.left_out == 1 && checks.emulated == 0);
    CHECK(reproduce_source_get_reason(&back, 0, &count) && count == 1 &&
          !reproduce_source_get_reason(&back, 1, &count));
    unlink(path_of(".jsonl"));
    reproduce_source_fini(&source);
    reproduce_source_fini(&back);
}

static void test_bad_rows(void)
{
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"", "holds no rows"},
        {"{\"command\": \"x\"}\n", "holds no rows"},
        {"x\n", ":1: no row of atalanta reproduce"},
        {"{\"a\": 1}\n", "it has no \"what\""},
        {"{\"what\": \"c2c 8\"}\n", "needs the texts"},
        {"{\"what\": \"c2c 8\", \"on\": \"cpu\", \"name\": \"a\"}\n", "\"threads\" must be"},
        {"{\"what\": \"c2c 8\", \"on\": \"cpu\", \"name\": \"a\", \"threads\": 1, \"value\": 3, \"unit\": \"m\"}\n",
         "\"unit\" is \"m\""},
        {"{\"what\": \"c2c 8\", \"on\": \"cpu\", \"name\": \"a\", \"threads\": 1, \"value\": -3, \"unit\": \"us\"}\n",
         "\"value\" must be above 0"},
        {"{\"what\": \"c2c 8\", \"on\": \"cpu\", \"name\": \"a\", \"threads\": 1, \"unit\": \"us\"}\n",
         "\"value\" must be above 0"},
        {"{\"what\": \"c2c 8\", \"on\": \"cpu\", \"name\": \"a\", \"threads\": 1, \"value\": 1}\n",
         "null without a unit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        reproduce_source source;
        file_fault fault = {""};
        write_file(path_of(".bad"), cases[i].text, strlen(cases[i].text));
        CHECK(!reproduce_read(&source, path_of(".bad"), &fault), "%s", cases[i].text);
        CHECK(strstr(fault.sentence, cases[i].sentence), "%s: %s", cases[i].text, fault.sentence);
    }
    unlink(path_of(".bad"));
}

/* Whatever is cut off or changed, there are rows or a sentence. */
static void test_damage(void)
{
    static const char good[] = "{\"command\": \"x\", \"date\": \"d\", \"info\": {\"cpu\": \"c\", \"cores\": 2}}\n"
                               "{\"what\": \"c2c 8\", \"on\": \"cpu\", \"threads\": 1, \"name\": \"atalanta\", "
                               "\"value\": 2.5, \"unit\": \"us\", \"rounds\": 3}\n";
    const size_t size = sizeof good - 1;
    char damaged[sizeof good];
    for (size_t at = 0; at < size; at++) {
        for (int change = 0; change < 3; change++) {
            memcpy(damaged, good, sizeof good);
            if (change == 1) damaged[at] = '"';
            if (change == 2) damaged[at] = '\0';
            reproduce_source source = {0};
            file_fault fault = {""};
            write_file(path_of(".damaged"), damaged, change ? size : at);
            const bool read = reproduce_read(&source, path_of(".damaged"), &fault);
            CHECK(read || strstr(fault.sentence, "test_reproduce"), "%zu: no sentence", at);
            reproduce_source_fini(&source);
        }
    }
    unlink(path_of(".damaged"));
}

/* --- Papers ------------------------------------------------------------------------------------------------------- */

static void check_exhibit(const reproduce_paper *paper, const reproduce_exhibit *exhibit,
                          const reproduce_source *source)
{
    int cases = 0;
    reproduce_case at;
    while (cases <= REPRODUCE_CASES_MAX && exhibit->get_case(cases, &at)) cases++;
    CHECK(cases > 0 && cases <= REPRODUCE_CASES_MAX, "%s %s", paper->number, exhibit->name);
    CHECK(exhibit->series_count > 0 && exhibit->series_count <= REPRODUCE_SERIES_MAX);
    for (int i = 0; i < REPRODUCE_CLAIMS_MAX && exhibit->claim[i].ahead; i++) {
        CHECK(reproduce_series_find(exhibit, exhibit->claim[i].ahead) >= 0, "%s", exhibit->claim[i].ahead);
        CHECK(reproduce_series_find(exhibit, exhibit->claim[i].behind) >= 0, "%s", exhibit->claim[i].behind);
    }
    for (int i = 0; i < REPRODUCE_RATIOS_MAX && exhibit->ratio[i].name; i++) {
        CHECK(reproduce_series_find(exhibit, exhibit->ratio[i].over) >= 0, "%s", exhibit->ratio[i].over);
        CHECK(reproduce_series_find(exhibit, exhibit->ratio[i].under) >= 0, "%s", exhibit->ratio[i].under);
    }
    reproduce_table table;
    reproduce_table_make(&table, paper, exhibit, source, NULL);
    CHECK(table.measured && table.case_count == cases, "%s %s: %d of %d cases", paper->number, exhibit->name,
          table.case_count, cases);
    for (int s = 0; s < exhibit->series_count; s++) CHECK(table.shown[s], "%s", exhibit->series[s].name);
    reproduce_finding list[REPRODUCE_FINDINGS_MAX];
    const int found = reproduce_table_find(&table, list);
    for (int i = 0; i < found; i++) CHECK(list[i].sentence[0] && list[i].points >= list[i].points_ahead);
}

/* Every exhibit of every paper: names that are there, cases that fit, a value for each series. */
static void test_exhibits(void)
{
    reproduce_source source;
    invent(&source);
    for (int p = 0; p < REPRODUCE_PAPERS; p++) {
        const reproduce_paper *paper = reproduce_papers[p];
        CHECK(reproduce_paper_find(paper->number) == paper);
        for (int e = 0; e < paper->exhibit_count; e++) check_exhibit(paper, &paper->exhibit[e], &source);
    }
    reproduce_source_fini(&source);
}

/* Every problem that is asked for is one. */
static void test_problems(void)
{
    reproduce_source source;
    invent(&source);
    for (int i = 0; i < source.count; i++) {
        const char *what = source.row[i].key.what;
        ata_problem problem;
        if (!strncmp(what, "bound ", 6) || !strncmp(what, "stream ", 7)) continue;
        if (!strncmp(what, "roots ", 6) || !strncmp(what, "copy ", 5) || !strncmp(what, "call ", 5))
            what = strchr(what, ' ') + 1;
        CHECK(ata_problem_parse(&problem, what) == ATA_OK && ata_problem_check(&problem, NULL) == ATA_OK, "%s: %s",
              what, ata_last_error()->message);
    }
    reproduce_source_fini(&source);
}

static const reproduce_exhibit *find_exhibit(const char *paper, const char *name)
{
    const reproduce_paper *it = reproduce_paper_find(paper);
    for (int e = 0; e < it->exhibit_count; e++)
        if (!strcmp(it->exhibit[e].name, name)) return &it->exhibit[e];
    CHECK(false, "no %s in %s", name, paper);
    return NULL;
}

static void add(reproduce_source *source, const char *what, const char *on, const char *name, double us, int passes)
{
    reproduce_row row = {.key.threads = 1, .value = us, .unit = "us", .error = NAN, .spread = NAN, .passes = passes};
    snprintf(row.key.what, sizeof row.key.what, "%s", what);
    snprintf(row.key.on, sizeof row.key.on, "%s", on);
    snprintf(row.key.name, sizeof row.key.name, "%s", name);
    CHECK(reproduce_source_add(source, &row));
}

static double value_of(const reproduce_table *table, int at, const char *series)
{
    return table->value[at][reproduce_series_find(table->exhibit, series)];
}

/* The papers' formulas, by hand; and what is printed stands in its place. */
static void test_values(void)
{
    reproduce_source source = {0};
    reproduce_table table;
    add(&source, "c2c 2^20 algo=locality", "gpu", "atalanta", 100, 4);
    add(&source, "c2c 2^20 inverse scale=n algo=locality", "gpu", "atalanta", 300, 4);
    add(&source, "c2c 256x256x256 algo=inserted-x-tesla order=bitrev", "gpu", "atalanta", 1000, 4);
    add(&source, "stream c2c 512 lanes=4", "gpu", "atalanta", 0.1, 0);
    add(&source, "c2c 2^22 algo=ct-dif split order=bitrev", "gpu", "atalanta", 50, 22);
    add(&source, "c2c 2^22 algo=ct-dif split order=bitrev", "cpu", "atalanta", 2000, 22);
    reproduce_table_make(&table, reproduce_paper_find("000"), find_exhibit("000", "table 1"), &source, NULL);
    CHECK(table.case_count == 17 && !strcmp(table.at[10].label, "2^20"));
    CHECK(fabs(value_of(&table, 10, "locality") - 2 * 5 * 0x1p20 * 20 / 400e-6 * 1e-9) < 1e-6);
    CHECK(value_of(&table, 10, "CUFFT 1.0 (paper)") == 25.0 && value_of(&table, 16, "liFFT (paper)") == 19.4);
    CHECK(isnan(value_of(&table, 16, "CUFFT 1.0 (paper)")) && isnan(value_of(&table, 3, "locality")));
    reproduce_table_make(&table, reproduce_paper_find("004"), find_exhibit("004", "figure 5 and table 2"), &source,
                         NULL);
    CHECK(fabs(value_of(&table, 2, "inserted-x") - 8 * 0x1p24 * 8 / 1e-3 * 1e-9) < 1e-6);
    reproduce_table_make(&table, reproduce_paper_find("004"), find_exhibit("004", "figures 3 and 4"), &source, NULL);
    CHECK(fabs(value_of(&table, 1, "C1060 (paper)") - 144) < 0.2, "%g", value_of(&table, 1, "C1060 (paper)"));
    CHECK(fabs(value_of(&table, 2, "GTX 280 (paper)") - 172) < 0.2, "%g", value_of(&table, 2, "GTX 280 (paper)"));
    reproduce_table_make(&table, reproduce_paper_find("003"), find_exhibit("003", "table 4"), &source, NULL);
    CHECK(fabs(value_of(&table, 3, "GPU") - 100) < 1e-9 && value_of(&table, 3, "GTX 260 (paper)") == 2540);
    reproduce_table_make(&table, reproduce_paper_find("002"), find_exhibit("002", "figure 5"), &source, NULL);
    CHECK(table.case_count == 1 && fabs(value_of(&table, 0, "CT 2B") - 40) < 1e-9);
    CHECK(value_of(&table, 0, "CT 2B (paper)") == 30);
    reproduce_source_fini(&source);
}

/* A claim that holds at one size and not at another, and our choice behind a paper's. */
static void test_findings(void)
{
    static const struct {
        int exponent;
        double straightforward, transpose, locality, ours;
    } times[] = {{20, 30, 20, 10, 5}, {21, 60, 70, 20, 25}};
    reproduce_source source = {0};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        for (int inverse = 0; inverse <= 1; inverse++) {
            const char *names[] = {" algo=straightforward", " algo=transpose", " algo=locality", ""};
            const double us[] = {times[i].straightforward, times[i].transpose, times[i].locality, times[i].ours};
            for (int k = 0; k < 4; k++) {
                char what[96];
                snprintf(what, sizeof what, "c2c 2^%d%s%s", times[i].exponent, inverse ? " inverse scale=n" : "",
                         names[k]);
                add(&source, what, "gpu", "atalanta", us[k], 1);
            }
        }
    }
    reproduce_table table;
    reproduce_finding list[REPRODUCE_FINDINGS_MAX];
    reproduce_table_make(&table, reproduce_paper_find("000"), find_exhibit("000", "table 1"), &source, NULL);
    const int count = reproduce_table_find(&table, list);
    CHECK(count == 4, "%d findings", count);
    CHECK(list[0].verdict == REPRODUCE_PARTLY && list[0].points == 2 && list[0].points_ahead == 1);
    CHECK(strstr(list[0].sentence, "not at 2^21 (0.86)"), "%s", list[0].sentence);
    CHECK(list[1].verdict == REPRODUCE_SEEN && !list[1].about_ours, "%s", list[1].sentence);
    CHECK(list[2].verdict == REPRODUCE_PARTLY && list[2].about_ours, "%s", list[2].sentence);
    CHECK(strstr(list[2].sentence, "not at 2^21 against locality (0.80)"), "%s", list[2].sentence);
    CHECK(list[3].verdict == REPRODUCE_TOLD, "%s", list[3].sentence);
    reproduce_source_fini(&source);
}

static void test_numbers(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{NAN, "-"},      {0.0004, "0.0004"}, {0.0123456, "0.0123"}, {0.5, "0.5"},   {1, "1.00"},
                 {9.994, "9.99"}, {12.34, "12.3"},    {99.96, "100"},        {999.4, "999"}, {12345.6, "12346"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[32];
        reproduce_number_print(cases[i].value, text, sizeof text);
        CHECK(!strcmp(text, cases[i].text), "%g is %s, not %s", cases[i].value, text, cases[i].text);
    }
}

/* --- The page ----------------------------------------------------------------------------------------------------- */

/* Every tag that is opened is closed, in order. NULL, or where not. */
static const char *find_open_tag(const char *page)
{
    static const char *const single[] = {"meta", "rect", "polyline", "polygon", "!DOCTYPE"};
    char open[64][16];
    int depth = 0;
    for (const char *at = strchr(page, '<'); at; at = strchr(at + 1, '<')) {
        const bool closing = at[1] == '/';
        const char *name = at + 1 + closing, *end = strchr(at, '>');
        const size_t length = strcspn(name, " >/\n");
        if (!end || length == 0 || length > 15) return at;
        bool alone = end[-1] == '/';
        for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
            alone = alone || (strlen(single[i]) == length && !strncmp(single[i], name, length));
        if (closing && (depth == 0 || strlen(open[depth - 1]) != length || strncmp(open[depth - 1], name, length) != 0))
            return at;
        if (closing) depth--;
        else if (!alone && depth == 64) return at;
        else if (!alone) snprintf(open[depth++], 16, "%.*s", (int)length, name);
        if (!strncmp(at, "<style>", 7)) at = strstr(at, "</style>") - 1;
    }
    return depth == 0 ? NULL : page + strlen(page);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) count++;
    return count;
}

static void fill_content(page_content *content)
{
    for (int p = 0; p < REPRODUCE_PAPERS; p++) {
        const reproduce_paper *paper = reproduce_papers[p];
        for (int e = 0; e < paper->exhibit_count && content->count < PAGE_EXHIBITS_MAX; e++) {
            content->paper[content->count] = paper;
            content->exhibit[content->count++] = &paper->exhibit[e];
        }
    }
}

static void test_page(void)
{
    reproduce_source source, none;
    file_fault fault = {""};
    invent(&source);
    reproduce_source_init(&none, "x");
    const reproduce_choice choice = {.largest = INFINITY};
    page_content content = {.source = {&source, &none}, .source_count = 2, .choice = &choice};
    fill_content(&content);
    CHECK(page_write(&content, path_of(".html"), &fault), "%s", fault.sentence);
    char *page = read_file(path_of(".html"));
    CHECK(page && strlen(page) > 100000);
    if (page) {
        const char *wrong = find_open_tag(page);
        CHECK(!wrong, "a tag is not closed at: %.60s", wrong ? wrong : "");
        CHECK(count_of(page, "<svg") == content.count, "%d figures", count_of(page, "<svg"));
        CHECK(count_of(page, "http") == count_of(page, "xmlns=\"http://www.w3.org/2000/svg\""), "an address");
        CHECK(!strstr(page, "<script") && !strstr(page, "<link") && !strstr(page, " src=") && !strstr(page, "url("));
        CHECK(strstr(page, "a &lt;GPU&gt; &amp; &quot;more&quot;") && !strstr(page, "<GPU>"));
        CHECK(strstr(page, "name=\"viewport\"") && strstr(page, "prefers-color-scheme:dark"));
        CHECK(!strstr(page, "nan") && !strstr(page, "inf\""), "a number that is none");
    }
    free(page);
    unlink(path_of(".html"));
    reproduce_source_fini(&source);
    reproduce_source_fini(&none);
}

/* Without results the page says so, exhibit by exhibit. */
static void test_empty_page(void)
{
    reproduce_source none;
    file_fault fault = {""};
    reproduce_source_init(&none, "x");
    const reproduce_choice choice = {.largest = INFINITY};
    page_content content = {.source = {&none}, .source_count = 1, .choice = &choice};
    fill_content(&content);
    CHECK(page_write(&content, path_of(".html"), &fault), "%s", fault.sentence);
    char *page = read_file(path_of(".html"));
    CHECK(page && !find_open_tag(page));
    CHECK(page && count_of(page, "No figures yet") == content.count, "%d", count_of(page, "No figures yet"));
    free(page);
    unlink(path_of(".html"));
    CHECK(!page_write(&content, "/nowhere/at/all.html", &fault) && fault.sentence[0]);
    reproduce_source_fini(&none);
}

static const test_case cases[] = {
    {"rows", test_rows},         {"bad rows", test_bad_rows},
    {"damage", test_damage},     {"exhibits", test_exhibits},
    {"problems", test_problems}, {"values", test_values},
    {"findings", test_findings}, {"numbers", test_numbers},
    {"page", test_page},         {"empty page", test_empty_page},
};
TEST_MAIN(cases)
