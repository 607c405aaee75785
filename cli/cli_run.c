/* cli_run.c - `atalanta run`: transform a file, and show, draw or keep what comes out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/layout.h"
#include "cli/cli_run.h"

/* CLI_GOOD, or the complaint about flags that do not go together. */
static int check_request(const cli_command *command, const cli_run_request *request, const cli_common *common)
{
    if (request->picture && !file_name_ends(request->picture, ".svg") && !file_name_ends(request->picture, ".png"))
        return cli_complain(command, "--picture is \"%s\"; it must end in .svg or .png", request->picture);
    if (request->output && !*request->output)
        return cli_complain(command, "--output is empty; name a file, or - for standard output");
    const bool bytes = request->output && !strcmp(request->output, "-");
    if (bytes && (common->json || request->show))
        return cli_complain(command,
                            "--output - puts the result on standard output, where %s would go too; name a file",
                            common->json ? "--json" : "--show");
    if (common->json && request->show)
        return cli_complain(command, "--show and --json cannot share standard output; leave one of them out");
    if (!(request->rate > 0 || isnan(request->rate)) || isinf(request->rate))
        return cli_complain(command, "--rate is %g; it must be more than 0, in Hz", request->rate);
    if (request->spectrogram && request->problem)
        return cli_complain(command, "--spectrogram makes the problem from the file; leave PROBLEM out");
    return CLI_GOOD;
}

static int execute(const cli_command *command, cli_run_job *job, const ata_options *options)
{
    ata_plan *plan;
    ata_status status = ata_plan_create(&plan, &job->problem, options);
    if (status != ATA_OK) return cli_complain_status(command, status);
    const ata_extent *extent = &job->extent;
    char *in = (char *)job->in + extent->in_before, *out = (char *)job->out + extent->out_before;
    const bool split = job->problem.layout == ATA_SPLIT;
    const ata_buffers buffers = {
        .in = in,
        .out = out,
        .in_imag = split && check_end_is_complex(&job->problem, CHECK_IN) ? in + extent->in_bytes : NULL,
        .out_imag = split && check_end_is_complex(&job->problem, CHECK_OUT) ? out + extent->out_bytes : NULL,
    };
    ata_plan_info info;
    status = ata_plan_execute_with(plan, &buffers);
    if (status == ATA_OK) status = ata_plan_get_info(plan, &info);
    if (status == ATA_OK) {
        job->engine = info.engine;
        job->passes = info.passes;
        job->threads = info.threads;
    }
    ata_plan_destroy(plan);
    return status == ATA_OK ? CLI_GOOD : cli_complain_status(command, status);
}

static int transform(const cli_command *command, cli_run_job *job, const cli_common *common)
{
    ata_options options;
    ata_wisdom *wisdom = NULL;
    const ata_status status = cli_options_get(command, common, &options, &wisdom);
    const int result = status == ATA_OK ? execute(command, job, &options) : cli_complain_status(command, status);
    ata_wisdom_destroy(wisdom);
    if (result == CLI_GOOD && job->window) cli_run_window_apply(job);
    return result;
}

/* Files first, so that what is printed about them is true. */
static bool give(const cli_run_job *job, const cli_run_result *result, bool json, file_fault *fault)
{
    const cli_run_request *request = &job->request;
    const bool bytes = request->output && !strcmp(request->output, "-");
    const bool at_terminal = isatty(STDOUT_FILENO) && !request->output && !request->picture && !json;
    const bool show = request->show || at_terminal;
    picture_view view = {0};
    bool good = true;
    if (request->picture || show) good = cli_run_view_init(&view, job, result, fault);
    if (good && request->picture) good = cli_run_picture_write(&view, request->picture, fault);
    if (good && show) {
        const picture_terminal terminal = picture_terminal_get(stdout);
        picture_terminal_draw(&view, &terminal, stdout);
    }
    picture_view_fini(&view);
    if (!good || bytes) return good;
    if (json) {
        cli_run_summary_print_json(job, result, stdout);
        return true;
    }
    cli_run_summary_print(job, result, stdout);
    if (request->output) printf("output written to %s\n", request->output);
    if (request->picture) printf("picture written to %s\n", request->picture);
    return true;
}

static int run_job(const cli_command *command, cli_run_job *job, const cli_common *common)
{
    file_fault fault;
    if (!cli_run_input_load(job, &fault)) return cli_complain(command, "%s", fault.sentence);
    const int status = transform(command, job, common);
    if (status != CLI_GOOD) return status;
    cli_run_result result;
    if (!cli_run_result_init(&result, job, &fault)) return cli_complain(command, "%s", fault.sentence);
    bool good = !job->request.output || cli_run_output_write(job, &fault);
    good = good && give(job, &result, common->json, &fault);
    cli_run_result_fini(&result);
    return good ? CLI_GOOD : cli_complain(command, "%s", fault.sentence);
}

static int run(const cli_command *command, int argc, char **argv)
{
    cli_run_request request = {.rate = NAN};
    const cli_flag flags[] = {
        {"output", CLI_FLAG_TEXT, &request.output, "FILE", "write the result: .npy, else raw; - for standard output"},
        {"o", CLI_FLAG_TEXT, &request.output, "FILE", "the same"},
        {"picture", CLI_FLAG_TEXT, &request.picture, "FILE", "draw the result into FILE.svg or FILE.png"},
        {"show", CLI_FLAG_SWITCH, &request.show, NULL, "draw the result in the terminal, also when it is none"},
        {"spectrogram", CLI_FLAG_TEXT, &request.spectrogram, "N[,HOP]",
         "frames of N samples, HOP apart (N/4 unless given)"},
        {"rate", CLI_FLAG_NUMBER, &request.rate, "HZ",
         "samples in a second, for files that do not say; overrides a WAV's"},
    };
    cli_args args;
    int result = cli_args_parse(command, flags, sizeof flags / sizeof flags[0], argc, argv, &args);
    if (result >= 0) return result;
    if (args.count == 0) return cli_complain(command, "FILE is missing; see atalanta run --help");
    if (args.count > 2)
        return cli_complain(command,
                            "there are %d arguments, and at most two are taken: PROBLEM, which is one argument (put "
                            "it in quotes), and FILE",
                            args.count);
    request.file = args.positional[args.count - 1];
    if (args.count == 2) request.problem = args.positional[0];
    result = check_request(command, &request, &args.common);
    if (result != CLI_GOOD) return result;
    cli_run_job job = {.request = request};
    result = run_job(command, &job, &args.common);
    cli_run_job_fini(&job);
    return cli_finish(command, result);
}

const cli_command cli_command_run = {
    .name = "run",
    .summary = "transform a WAV, NPY or raw file, and draw or keep the result",
    .usage = "atalanta run [PROBLEM] FILE [--output FILE] [--picture FILE] [--show] [FLAG...]",
    .details = "FILE is a WAV or NPY file, known by its content, or raw numbers; - is standard\n"
               "input. Raw numbers need a PROBLEM, and are its input array as it lies in memory\n"
               "(split: the real parts, then the imaginary ones). Without PROBLEM a WAV file\n"
               "gives r2c over all its samples, each channel by itself; an NPY file gives r2c of\n"
               "real and c2c of complex arrays, over all their dimensions.\n\n"
               "At a terminal the result is drawn, unless it is written or painted somewhere;\n"
               "always, a summary names the strongest frequencies. Levels of WAV files are in\n"
               "dBFS, where 0 is a sine at full scale; others are 20 log10 of the magnitude.\n"
               "Spectrograms have a Hann window. NPY results have bf16, and complex numbers\n"
               "that NPY lacks, widened to f32.\n",
    .example = "atalanta run signal.wav --picture spectrum.svg\n"
               "atalanta run signal.wav --spectrogram 1024 --show\n"
               "atalanta run \"c2c f64 1024*16\" numbers.raw -o result.npy",
    .main = run,
};
