/* cli_stream.c - `atalanta stream`: frames from a source to a sink, for as long as they come. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/stream.h"

atomic_bool stream_stops;

/* The first interrupt ends the feeding; a second one, the program. */
static void stop(int signal_number)
{
    atomic_store(&stream_stops, true);
    signal(signal_number, SIG_DFL);
}

/* --- The request -------------------------------------------------------------------------------------------------- */

/* A flag that was not given holds one of these, which no value on a command line is taken for; 0 is one like others. */
#define NO_NUMBER ((double)NAN)
#define NO_COUNT INT64_MIN

/* The library takes 0 for "not given", and so does everything behind these checks. */
static int check_positive(const cli_command *command, const char *flag, double *value)
{
    if (isnan(*value)) *value = 0;
    else if (!(*value > 0)) return cli_complain(command, "--%s is %g; it must be more than 0", flag, *value);
    return CLI_GOOD;
}

static int check_count(const cli_command *command, const char *flag, int64_t *value, int64_t least, int64_t most)
{
    if (*value == NO_COUNT) *value = 0;
    else if (*value < least && most == INT64_MAX)
        return cli_complain(command, "--%s is %lld; it must be %lld or more", flag, (long long)*value,
                            (long long)least);
    else if (*value < least || *value > most)
        return cli_complain(command, "--%s is %lld; it must be %lld to %lld", flag, (long long)*value, (long long)least,
                            (long long)most);
    return CLI_GOOD;
}

static int check_output(const cli_command *command, const stream_request *request, bool json)
{
    if (request->output && !*request->output)
        return cli_complain(command, "--output is empty; name a file, or - for standard output");
    const bool bytes = request->output && !strcmp(request->output, "-");
    if (bytes + json + request->show > 1)
        return cli_complain(command,
                            "--output -, --show and --json cannot share standard output; leave all but one out");
    return CLI_GOOD;
}

static int check_request(const cli_command *command, stream_request *request, bool json)
{
    int result = check_output(command, request, json);
    if (result == CLI_GOOD) result = check_positive(command, "rate", &request->rate);
    if (result == CLI_GOOD) result = check_positive(command, "seconds", &request->seconds);
    if (result == CLI_GOOD) result = check_positive(command, "deadline", &request->deadline_us);
    if (result == CLI_GOOD) result = check_count(command, "frames", &request->frames, 1, INT64_MAX);
    if (result == CLI_GOOD) result = check_count(command, "hop", &request->hop, 1, INT64_MAX);
    if (result == CLI_GOOD) result = check_count(command, "offset", &request->offset, 0, INT64_MAX);
    if (result == CLI_GOOD) result = check_count(command, "batch", &request->batch, 1, 1 << 24);
    if (result == CLI_GOOD) result = check_count(command, "depth", &request->depth, 2, 1024);
    if (result == CLI_GOOD) result = check_count(command, "lanes", &request->lanes, 1, 16);
    if (result != CLI_GOOD) return result;
    if (request->check && (request->input || request->window || request->show))
        return cli_complain(command, "--check is of the generator's frames; leave FILE, --window and --show out");
    return CLI_GOOD;
}

/* Digits and nothing before them; *at goes behind them. */
static bool read_count(const char **at, int64_t most, int64_t *count)
{
    char *end;
    if (**at < '0' || **at > '9') return false;
    errno = 0;
    *count = strtoll(*at, &end, 10);
    *at = end;
    return errno == 0 && *count <= most;
}

/* "1@5000,0@9000" */
static bool read_failures(stream_job *job)
{
    const char *at = job->request.fail;
    if (!at) return true;
    for (;; at++) {
        int64_t device, frame;
        if (job->failure_count == STREAM_MOST_FAILURES || !read_count(&at, INT_MAX, &device)) return false;
        if (*at++ != '@' || !read_count(&at, INT64_MAX, &frame)) return false;
        job->failure[job->failure_count++] = (stream_failure){.device = (int)device, .frame = frame};
        if (*at == 0) return true;
        if (*at != ',') return false;
    }
}

/* Only the stream knows how many devices it has. */
static int check_failures(const stream_job *job)
{
    for (int i = 0; i < job->failure_count; i++)
        if (job->failure[i].device >= job->info.devices)
            return cli_complain(job->command,
                                "--fail names device %d, and the last one is %d; name more with --devices",
                                job->failure[i].device, job->info.devices - 1);
    return CLI_GOOD;
}

static int rehearse(void *context, int device, int64_t first, int64_t count)
{
    const stream_job *job = context;
    for (int i = 0; i < job->failure_count; i++)
        if (job->failure[i].device == device && first + count > job->failure[i].frame) return 1;
    return 0;
}

static void note_drop(void *context, int device, const ata_error *error)
{
    stream_job *job = context;
    const bool last = atomic_fetch_add(&job->lost, 1) + 1 >= job->info.devices;
    fprintf(stderr, "atalanta stream: device %d is dropped, %s: %s\n", device,
            last ? "and no other is left to do its frames" : "its frames are done by the others", error->message);
}

/* --- The problem -------------------------------------------------------------------------------------------------- */

static int make_problem(stream_job *job)
{
    const cli_command *command = job->command;
    ata_status status = ata_problem_parse(&job->problem, job->request.problem);
    if (status == ATA_OK) status = ata_problem_check(&job->problem, &job->problem);
    if (status != ATA_OK) return cli_complain_status(command, status);
    job->problem_text = cli_problem_text(&job->problem);
    if (!job->problem_text) return cli_complain(command, "out of memory for the text of a problem");
    file_fault fault;
    if (job->request.check && !stream_sink_can_check(job, &fault)) return cli_complain(command, "%s", fault.sentence);
    if (!job->request.window) return CLI_GOOD;
    job->window = stream_window_make(job->request.window, job->problem.dim[job->problem.rank - 1].n, &fault);
    return job->window ? CLI_GOOD : cli_complain(command, "%s", fault.sentence);
}

static ata_status make_stream(stream_job *job, const ata_options *plan, const char *on)
{
    const stream_request *request = &job->request;
    const ata_stream_options options = {.devices = request->devices ? request->devices : on,
                                        .frames = request->batch,
                                        .depth = (int)request->depth,
                                        .lanes = (int)request->lanes,
                                        .preference = request->latency ? ATA_LATENCY : ATA_THROUGHPUT,
                                        .rate = request->rate,
                                        .deadline = request->deadline_us * 1e-6,
                                        .hop = request->hop,
                                        .offset = request->offset,
                                        .plan = plan,
                                        .on_drop = note_drop,
                                        .rehearse = job->failure_count > 0 ? rehearse : NULL,
                                        .context = job};
    const ata_status status = ata_stream_create(&job->stream, &job->problem, &options);
    return status == ATA_OK ? ata_stream_get_info(job->stream, &job->info) : status;
}

/* --- Running ------------------------------------------------------------------------------------------------------ */

/* Collect until the feeder has ended and everything it fed is here. */
static int collect_all(stream_job *job, stream_sink *sink, stream_show *show)
{
    cli_progress progress;
    file_fault fault;
    int result = CLI_GOOD;
    cli_progress_begin(&progress);
    while (result == CLI_GOOD) {
        const bool fed = !atomic_load(&job->feeding); /* before looking: what is ready then is all there will be */
        ata_stream_info info;
        ata_stream_frames frames;
        const ata_status status = ata_stream_collect(job->stream, &frames, 0.1);
        if (status == ATA_ERROR_WOULD_BLOCK) {
            (void)ata_stream_flush(job->stream); /* a source that pauses leaves no frame waiting for a batch */
            if (fed && ata_stream_get_info(job->stream, &info) == ATA_OK && info.collected == info.accepted) break;
        } else if (status != ATA_OK) {
            result = cli_complain_status(job->command, status);
        } else {
            if (job->request.check) job->wrong += stream_sink_check(job, &frames);
            const size_t bytes = (size_t)(frames.count * job->info.frame_out_bytes);
            if (!stream_sink_write(sink, frames.data, bytes, job->request.output, &fault))
                result = cli_complain(job->command, "%s", fault.sentence);
            stream_show_add(show, job, &frames);
            job->frames += frames.count;
            (void)ata_stream_release(job->stream, frames.count);
            job->end_ns = cli_clock_ns();
        }
        if (!show->row[0]) stream_report_live(job, &progress);
    }
    cli_progress_end(&progress);
    return result;
}

/* A thread feeds while this one collects. */
static int feed_and_collect(stream_job *job, stream_sink *sink, stream_show *show)
{
    if (!stream_feed_init(job)) return cli_complain(job->command, "out of memory for the generator");
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    atomic_store(&job->feeding, true);
    job->begin_ns = cli_clock_ns();
    if (pthread_create(&job->feeder, NULL, stream_feed_main, job) != 0)
        return cli_complain(job->command, "the system would not start a thread");
    const int result = collect_all(job, sink, show);
    atomic_store(&stream_stops, true);
    pthread_join(job->feeder, NULL);
    return result;
}

static void tell_rest(const stream_job *job)
{
    if (job->rest_bytes == 0) return;
    fprintf(stderr, "atalanta stream: %s ends inside a %s of %lld bytes; its last %lld are left out\n",
            job->source.name, job->request.hop ? "step" : "frame", (long long)job->info.step_bytes,
            (long long)job->rest_bytes);
}

static int run_stream(stream_job *job)
{
    stream_sink sink;
    stream_show show;
    file_fault fault;
    if (!stream_source_open(job, &fault) || !stream_sink_open(&sink, job->request.output, &job->source, &fault))
        return cli_complain(job->command, "%s", fault.sentence);
    int result = stream_show_init(&show, job) ? feed_and_collect(job, &sink, &show)
                                              : cli_complain(job->command, "out of memory for a picture");
    stream_show_fini(&show);
    if (!stream_sink_close(&sink, job->request.output, &fault) && result == CLI_GOOD)
        result = cli_complain(job->command, "%s", fault.sentence);
    if (result == CLI_GOOD && job->fault.sentence[0]) result = cli_complain(job->command, "%s", job->fault.sentence);
    if (result != CLI_GOOD) return result;
    tell_rest(job);
    if (job->json) stream_report_json(job, stdout);
    else stream_report_summary(job, job->request.output && !strcmp(job->request.output, "-") ? stderr : stdout);
    return job->wrong > 0 ? CLI_CHECK_FAILED : CLI_GOOD;
}

static int run_job(stream_job *job, const cli_common *common)
{
    ata_options options;
    ata_wisdom *wisdom = NULL;
    int result = make_problem(job);
    if (result != CLI_GOOD) return result;
    ata_status status = cli_options_get(job->command, common, &options, &wisdom);
    options.window = job->window;
    if (status == ATA_OK) status = make_stream(job, &options, common->on);
    result = status == ATA_OK ? check_failures(job) : cli_complain_status(job->command, status);
    if (result == CLI_GOOD) result = run_stream(job);
    stream_source_close(&job->source);
    ata_stream_destroy(job->stream);
    ata_wisdom_destroy(wisdom);
    return result;
}

static int run(const cli_command *command, int argc, char **argv)
{
    stream_request r = {.rate = NO_NUMBER,
                        .seconds = NO_NUMBER,
                        .deadline_us = NO_NUMBER,
                        .frames = NO_COUNT,
                        .hop = NO_COUNT,
                        .batch = NO_COUNT,
                        .depth = NO_COUNT,
                        .lanes = NO_COUNT};
    const cli_flag flags[] = {
        {"output", CLI_FLAG_TEXT, &r.output, "FILE", "write the results, raw; - for standard output"},
        {"o", CLI_FLAG_TEXT, &r.output, "FILE", "the same"},
        {"show", CLI_FLAG_SWITCH, &r.show, NULL, "a live spectrogram in the terminal"},
        {"devices", CLI_FLAG_TEXT, &r.devices, "LIST", "engines that share the work: gpu:0,gpu:1,cpu"},
        {"rate", CLI_FLAG_NUMBER, &r.rate, "N", "frames a second to feed; flat out unless given"},
        {"deadline", CLI_FLAG_NUMBER, &r.deadline_us, "US", "microseconds a frame may take; later ones are counted"},
        {"latency", CLI_FLAG_SWITCH, &r.latency, NULL, "prefer latency to throughput"},
        {"frames", CLI_FLAG_INT, &r.frames, "N", "end after so many frames"},
        {"seconds", CLI_FLAG_NUMBER, &r.seconds, "S", "or after so long (2 for the generator, without --frames)"},
        {"hop", CLI_FLAG_INT, &r.hop, "N", "elements from frame to frame, fewer or more than a frame has"},
        {"offset", CLI_FLAG_INT, &r.offset, "N", "elements before the first frame: a guard interval"},
        {"window", CLI_FLAG_TEXT, &r.window, "NAME", "multiply frames by a window: hann, hamming or blackman"},
        {"batch", CLI_FLAG_INT, &r.batch, "N", "the most frames a device takes at once"},
        {"depth", CLI_FLAG_INT, &r.depth, "N", "how many such batches the stream has room for"},
        {"lanes", CLI_FLAG_INT, &r.lanes, "N", "batches under way at once on a GPU (6; with a deadline 3)"},
        {"check", CLI_FLAG_SWITCH, &r.check, NULL, "check every frame of the generator: once, in order, right"},
        {"fail", CLI_FLAG_TEXT, &r.fail, "D@FRAME,..", "rehearse: device D fails at that frame"},
    };
    cli_args args;
    int result = cli_args_parse(command, flags, sizeof flags / sizeof flags[0], argc, argv, &args);
    if (result >= 0) return result;
    if (args.count == 0) return cli_complain(command, "PROBLEM is missing; try: atalanta stream \"c2c 512\"");
    if (args.count > 2)
        return cli_complain(command,
                            "there are %d arguments, and at most two are taken: PROBLEM, which is one argument "
                            "(put it in quotes), and FILE",
                            args.count);
    r.problem = args.positional[0];
    if (args.count == 2) r.input = args.positional[1];
    result = check_request(command, &r, args.common.json);
    if (result != CLI_GOOD) return result;
    if (!r.input && r.frames == 0 && r.seconds == 0 && !r.show) r.seconds = 2;
    stream_job job = {.command = command, .request = r, .json = args.common.json, .source.descriptor = -1};
    if (read_failures(&job)) result = run_job(&job, &args.common);
    else
        result =
            cli_complain(command, "--fail is \"%s\"; it must be like 1@5000, at most %d of them with commas between",
                         r.fail, STREAM_MOST_FAILURES);
    free(job.window);
    free(job.pattern);
    free(job.problem_text);
    return cli_finish(command, result);
}

const cli_command cli_command_stream = {
    .name = "stream",
    .summary = "transform frame after frame, from a file, a pipe or a generator",
    .usage = "atalanta stream PROBLEM [FILE] [--output FILE] [--show] [FLAG...]",
    .details = "PROBLEM is one frame. FILE holds frames as they lie in memory, one after another;\n"
               "the header of a WAV or NPY file whose numbers are PROBLEM's is skipped. - is\n"
               "standard input, which may never end; without FILE a generator feeds. Results go\n"
               "to --output as they come, or nowhere: then the stream is measured. Latency is the\n"
               "time from frame accepted to result ready.\n\n"
               "Devices share the frames, and results come in order. One that fails is dropped\n"
               "and told of; its frames are done by the others. An interrupt ends the feeding:\n"
               "what was accepted is transformed and written before the summary.\n",
    .example =
        "atalanta stream \"c2c 512 in=i8 out=i8\" --devices cpu,cpu\n"
        "atalanta stream \"c2c 512 in=i8 out=i8\" --rate 4406257 --deadline 500 --seconds 10\n"
        "arecord -t raw -f S16_LE -r 48000 | atalanta stream \"r2c 1024 in=i16\" - --hop 256 --window hann --show\n"
        "atalanta stream \"c2c 512 in=i16\" samples.raw -o spectra.raw",
    .main = run,
};
