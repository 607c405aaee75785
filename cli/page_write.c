/* page_write.c - the document: its head, the machines, a summary of the findings, the papers, how to make it again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/page.h"

static void put_letter(unsigned char c, FILE *file)
{
    if (c == '<') fputs("&lt;", file);
    else if (c == '>') fputs("&gt;", file);
    else if (c == '&') fputs("&amp;", file);
    else if (c == '"') fputs("&quot;", file);
    else fputc(c < 32 || c == 127 ? '?' : c, file);
}

void page_put_text(const char *text, FILE *file)
{
    for (; *text; text++) put_letter((unsigned char)*text, file);
}

void page_put_prose(const char *text, FILE *file)
{
    while (*text) {
        const int digits = *text == '^' ? (int)strspn(text + 1, "0123456789") : 0;
        if (digits) fprintf(file, "<sup>%.*s</sup>", digits, text + 1);
        else put_letter((unsigned char)*text, file);
        text += 1 + digits;
    }
}

void page_table_make(const page_content *content, int exhibit, int source, reproduce_table *table)
{
    const reproduce_source *from = content->source[source];
    reproduce_table_make(table, content->paper[exhibit], content->exhibit[exhibit], from,
                         from->here ? content->choice : NULL);
}

/* --- Machines ----------------------------------------------------------------------------------------------------- */

static void put_entry(const char *name, const char *text, bool code, FILE *file)
{
    if (!text[0]) return;
    fprintf(file, "<dt>%s</dt><dd>%s", name, code ? "<code>" : "");
    page_put_text(text, file);
    fprintf(file, "%s</dd>\n", code ? "</code>" : "");
}

static void put_machine(const reproduce_source *source, FILE *file)
{
    char cpu[192];
    snprintf(cpu, sizeof cpu, "%s, %d core%s", source->cpu, source->cores, source->cores == 1 ? "" : "s");
    fputs("<dl>\n", file);
    put_entry(source->here ? "Measured now" : "From the file",
              source->here
                  ? source->date
                  : source->file + (strrchr(source->file, '/') ? strrchr(source->file, '/') - source->file + 1 : 0),
              !source->here, file);
    if (!source->here) put_entry("Measured", source->date, false, file);
    put_entry("GPU", source->gpu[0] ? source->gpu : "none", false, file);
    put_entry("CPU", source->cpu[0] ? cpu : "", false, file);
    put_entry("Atalanta", source->version, false, file);
    put_entry("Other libraries", source->peers, false, file);
    put_entry("Command", source->command, true, file);
    fputs("</dl>\n", file);
}

/* What was checked on the emulator, and what was left out. */
static void put_checks(const reproduce_source *source, FILE *file)
{
    const reproduce_checks checks = reproduce_source_get_checks(source);
    if (checks.emulated)
        fprintf(
            file,
            "<p>There was no GPU: %d transforms by the papers' algorithms for GPUs were checked on the emulator, at "
            "lengths up to 2<sup>14</sup>; the largest relative error is %.1e.</p>\n",
            checks.emulated, checks.worst);
    if (!checks.left_out) return;
    fprintf(file, "<details><summary>%d measurements were left out, and why</summary>\n", checks.left_out);
    fputs("<div class=\"scroll\" tabindex=\"0\"><table class=\"wrap\"><tbody>\n", file);
    const reproduce_row *row;
    int count;
    for (int i = 0; (row = reproduce_source_get_reason(source, i, &count)); i++) {
        fputs("<tr><td><code>", file);
        page_put_text(row->key.what, file);
        fputs("</code></td><td>", file);
        page_put_text(row->key.name, file);
        fputs(" on ", file);
        page_put_text(row->key.on, file);
        if (count > 1) fprintf(file, ", and %d others", count - 1);
        fputs("</td><td>", file);
        page_put_text(row->note, file);
        fputs("</td></tr>\n", file);
    }
    fputs("</tbody></table></div></details>\n", file);
}

/* --- The summary -------------------------------------------------------------------------------------------------- */

static reproduce_tally count_findings(const page_content *content, const reproduce_paper *paper, int source)
{
    reproduce_tally sum = {0};
    for (int e = 0; e < content->count; e++) {
        reproduce_table table;
        if (content->paper[e] != paper) continue;
        page_table_make(content, e, source, &table);
        reproduce_tally_add(&sum, &table);
    }
    return sum;
}

static void put_summary_row(const page_content *content, const reproduce_paper *paper, int source, FILE *file)
{
    const reproduce_tally sum = count_findings(content, paper, source);
    if (sum.exhibits == 0) return;
    const reproduce_source *from = content->source[source];
    fprintf(file, "<tr><th scope=\"row\"><a href=\"#p%s\">%s</a></th><td>", paper->number, paper->number);
    page_put_text(from->gpu[0] ? from->gpu : from->cpu, file);
    fprintf(file, "</td><td>%d</td>", sum.exhibits);
    if (sum.claims) fprintf(file, "<td>%d of %d</td>", sum.seen, sum.claims);
    else fputs("<td>-</td>", file);
    if (sum.points) fprintf(file, "<td>%d of %d</td></tr>\n", sum.ahead, sum.points);
    else fputs("<td>-</td></tr>\n", file);
}

static void put_summary(const page_content *content, FILE *file)
{
    fputs(
        "<h2>At a glance</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">Paper</th>"
        "<th scope=\"col\">Machine</th><th scope=\"col\">Tables and figures</th><th scope=\"col\">Orders seen in every "
        "case</th><th scope=\"col\">Points where our choice is at least as fast</th></tr></thead>\n<tbody>\n",
        file);
    for (int p = 0; p < REPRODUCE_PAPERS; p++)
        for (int s = 0; s < content->source_count; s++) put_summary_row(content, reproduce_papers[p], s, file);
    fputs(
        "</tbody></table></div>\n<p class=\"soft\">An order is what a paper says of two of its algorithms, such as one "
        "ahead of the other for long transforms. Within 3% counts as equally fast; every exception is listed with its "
        "exhibit.</p>\n",
        file);
}

/* --- The document ------------------------------------------------------------------------------------------------- */

static void put_head(const page_content *content, FILE *file)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>The five papers, run again</title>\n",
          file);
    page_put_style(file);
    fputs("</head>\n<body>\n<header>\n<h1>The five papers, run again</h1>\n"
          "<p>Tables and figures of five papers on fast Fourier transforms, with the papers' figures, the same "
          "algorithms "
          "today, other libraries, and what Atalanta chooses by itself. Every result was checked before its time "
          "counted.</p>\n<nav>",
          file);
    const reproduce_paper *last = NULL;
    for (int e = 0; e < content->count; e++) {
        if (content->paper[e] != last)
            fprintf(file, "<a href=\"#p%s\">%s</a>\n", content->paper[e]->number, content->paper[e]->number);
        last = content->paper[e];
    }
    fputs("</nav>\n", file);
    for (int i = 0; i < content->source_count; i++) put_machine(content->source[i], file);
    for (int i = 0; i < content->source_count; i++) put_checks(content->source[i], file);
    fputs("</header>\n<main>\n", file);
    put_summary(content, file);
}

static void put_paper(const reproduce_paper *paper, FILE *file)
{
    fprintf(file, "<h2 id=\"p%s\">%s: ", paper->number, paper->number);
    page_put_text(paper->title, file);
    fputs("</h2>\n<p class=\"soft\">", file);
    page_put_text(paper->authors, file);
    fputs(". Measured on: ", file);
    page_put_text(paper->machine, file);
    fputs(".</p>\n<p>", file);
    page_put_prose(paper->gave, file);
    fputs("</p>\n", file);
}

static void put_foot(FILE *file)
{
    fputs("</main>\n<footer>\n<h2>How to make this page again</h2>\n"
          "<p><code>atalanta reproduce all --full --out results.jsonl --page papers.html</code> measures everything; "
          "<code>--quick</code> takes less than a minute; <code>atalanta reproduce --from results.jsonl --page "
          "papers.html</code> draws it again from what was kept.</p>\n"
          "<p>GFLOP/s count 5 N log2 N operations of a complex transform of N points, whatever an algorithm does. "
          "Contenders take turns on the same arrays; the median over the rounds counts.</p>\n</footer>\n"
          "</body>\n</html>\n",
          file);
}

static bool put_document(const page_content *content, FILE *file)
{
    const reproduce_paper *last = NULL;
    put_head(content, file);
    for (int e = 0; e < content->count; e++) {
        if (content->paper[e] != last) put_paper(content->paper[e], file);
        last = content->paper[e];
        if (!page_put_exhibit(content, e, file)) return false;
    }
    put_foot(file);
    return true;
}

bool page_write(const page_content *content, const char *path, file_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    bool good = file && put_document(content, file);
    if (file) good = !ferror(file) && good;
    if (file) good = fclose(file) == 0 && good;
    if (!good) file_refuse(fault, "out of memory for the page %s", path);
    else good = file_write(path, &(file_part){bytes, size}, 1, fault);
    free(bytes);
    return good;
}
