/* page_style.c - how the page looks: one column of text, tables that scroll in boxes of their own, day and night. */
#include "cli/page.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1b1f2a;--soft:#5c6474;--line:#e1e5ec;--card:#f6f7fa;"
    "--ours:#1e40af;--then:#6b5a3c;--good:#0f7a55;--some:#9a6a00;--bad:#b3261e}\n"
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;"
    "font:16px/1.5 Inter,'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif}\n"
    "main,header,footer{max-width:72rem;margin:0 auto;padding:0 1rem}\n"
    "header{padding-top:1.5rem}\n"
    "footer{padding-bottom:3rem;color:var(--soft)}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.2rem 0 .6rem}\n"
    "h2{font-size:1.3rem;line-height:1.25;margin:3rem 0 .3rem;padding-top:1rem;border-top:2px solid var(--line)}\n"
    "h3{font-size:1.08rem;margin:2.2rem 0 .2rem}\n"
    "h3 small{font-weight:400;color:var(--soft);font-size:.92rem}\n"
    "p{margin:.4rem 0;max-width:48rem}\n"
    "a{color:var(--ours)}\n"
    ".soft,.about{color:var(--soft);font-size:.92rem}\n"
    ".found::before{content:'Paper: ';font-weight:600}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.3rem .9rem;margin:.6rem 0}\n"
    "code{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:.88em;"
    "overflow-wrap:anywhere}\n"
    ".scroll{overflow-x:auto;width:fit-content;max-width:100%;border:1px solid "
    "var(--line);border-radius:6px;margin:.6rem 0}\n"
    "table{border-collapse:separate;border-spacing:0;font-size:.86rem;font-variant-numeric:tabular-nums;"
    "white-space:nowrap}\n"
    "th,td{padding:.28rem .7rem;text-align:right;border-bottom:1px solid var(--line)}\n"
    "tr:last-child td,tr:last-child th{border-bottom:0}\n"
    "thead th{background:var(--card);font-weight:600;vertical-align:bottom;white-space:normal;max-width:8.5rem;"
    "min-width:4.2rem;line-height:1.25}\n"
    "tbody th{text-align:left;font-weight:500;position:sticky;left:0;background:var(--paper);"
    "background-clip:padding-box}\n"
    "thead th:first-child{text-align:left;position:sticky;left:0}\n"
    ".then{color:var(--then)}\n"
    ".ours{color:var(--ours);font-weight:600}\n"
    ".ratio{border-left:1px solid var(--line)}\n"
    "b.best{font-weight:700}\n"
    "sup{font-size:.72em;line-height:0}\n"
    ".wrap td,.wrap th{white-space:normal;text-align:left;vertical-align:top}\n"
    ".measured{display:grid;grid-template-columns:minmax(0,1fr);gap:.2rem 2rem;margin:.4rem 0 1.2rem}\n"
    "@media(min-width:62rem){.measured{grid-template-columns:minmax(0,33rem) minmax(0,1fr)}"
    ".measured details{grid-column:1/-1}.measured ul.findings{align-self:center}}\n"
    "figure{margin:.6rem 0;max-width:33rem;min-width:0}\n"
    "figure svg{display:block;width:100%;height:auto}\n"
    "figcaption{color:var(--soft);font-size:.86rem}\n"
    "ul.findings{list-style:none;margin:.5rem 0;padding:0;max-width:60rem}\n"
    "ul.findings li{margin:.25rem 0;padding-left:5.2rem;position:relative;font-size:.94rem}\n"
    "ul.findings li b{position:absolute;left:0;font-size:.8rem;line-height:1.75;font-weight:600}\n"
    ".seen b{color:var(--good)}.partly b{color:var(--some)}.unseen b{color:var(--bad)}.told b{color:var(--soft)}\n"
    "details{margin:.5rem 0}\n"
    "summary{cursor:pointer;color:var(--soft);font-size:.92rem}\n"
    ".none{border:1px dashed var(--line);border-radius:6px;padding:.6rem .9rem;color:var(--soft);max-width:48rem}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.6rem 0;font-size:.92rem}\n"
    "dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    "@media(max-width:34rem){ul.findings li{padding-left:0}ul.findings li b{position:static;display:block;"
    "line-height:1.3}h1{font-size:1.4rem}}\n";

static const char night[] =
    "--paper:#14171f;--ink:#e7eaf1;--soft:#a6adbc;--line:#2d323e;--card:#1c202a;--ours:#7aa2ff;--then:#cdb98f;"
    "--good:#4ccd9c;--some:#e6b450;--bad:#ff8a80";

/* Drawings have the colours of the day; a rule for each attribute that has one of them makes it night's. */
static void put_tone(const picture_tone *tone, const char *attribute, FILE *file)
{
    fprintf(file, "svg [%s=\"#%02x%02x%02x\"]{%s:#%02x%02x%02x}", attribute, tone->day.red, tone->day.green,
            tone->day.blue, attribute, tone->night.red, tone->night.green, tone->night.blue);
}

void page_put_style(FILE *file)
{
    fprintf(file, "<style>\n%s@media(prefers-color-scheme:dark){:root{%s}\n", style, night);
    for (int i = 0; i < PICTURE_TONES; i++) {
        put_tone(&picture_tones[i], "fill", file);
        put_tone(&picture_tones[i], "stroke", file);
        fputc('\n', file);
    }
    fputs("}\n@media print{body{background:none}details>*{display:block}}\n</style>\n", file);
}
