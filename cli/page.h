/* page.h - everything that `atalanta reproduce` shows, as one HTML file that needs nothing else.
 *
 *     page_content ──page_write──▶ document (page_write.c): style (page_style.c), the machines, a summary, and for each
 *                                  exhibit its figure (page_chart.c), its findings and its table (page_exhibit.c)
 *
 * The page holds no script and names nothing outside itself. It is read at any width, by day and by night: drawings are
 * SVG within the page, whose colours the style changes.
 */
#ifndef ATALANTA_CLI_PAGE_H
#define ATALANTA_CLI_PAGE_H

#include "cli/picture.h"
#include "cli/reproduce.h"

enum { PAGE_EXHIBITS_MAX = 64, PAGE_SOURCES_MAX = 2 };

typedef struct page_content {
    const reproduce_source *source[PAGE_SOURCES_MAX]; /* this machine's first, if it is among them */
    int source_count;
    const reproduce_choice *choice; /* the cases that were measured here */
    const reproduce_paper *paper[PAGE_EXHIBITS_MAX];
    const reproduce_exhibit *exhibit[PAGE_EXHIBITS_MAX]; /* each with its paper, in the order of the page */
    int count;
} page_content;

/* Write the page. False, and the sentence. */
bool page_write(const page_content *content, const char *path, file_fault *fault);

/* The values of an exhibit by a source; cases that were not to be measured here are left out. */
void page_table_make(const page_content *content, int exhibit, int source, reproduce_table *table);

/* Text with the letters that mean something in HTML written out. */
void page_put_text(const char *text, FILE *file);

/* The same for people: 2^10 with its exponent above the line. */
void page_put_prose(const char *text, FILE *file);

/* The style sheet. */
void page_put_style(FILE *file);

/* An exhibit of the content: figures, findings, tables. False when out of memory. */
bool page_put_exhibit(const page_content *content, int exhibit, FILE *file);

/* The figure of a table. False when out of memory. */
bool page_put_chart(const reproduce_table *table, FILE *file);

/* "measured here on ..." or where else. */
void page_put_source(const reproduce_table *table, FILE *file);

#endif
