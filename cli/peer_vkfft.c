/* peer_vkfft.c - VkFFT as a peer on the GPU, by the plugin that bench/vkfft_peer.c is built to.
 *
 * VkFFT is a header and has to be compiled in; that is done apart, where the header and CUDA are found. The plugin is
 * the file that ATALANTA_VKFFT names, else libatalanta_vkfft.so beside this program.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/peer.h"
#include "cli/symbol.h"

enum { INTERFACE = 1 }; /* counts changes of the functions below; the plugin tells its own */

static struct {
    bool tried;
    char missing[512]; /* why, or empty */
    char file[512], version[32];
    int (*interface)(void);
    int (*get_version)(void);
    const char *(*create)(const ata_problem *complete, int device, void *stream, void *in, void *out, void **handle);
    int (*run)(void *handle);
    void (*destroy)(void *handle);
} plugin;

static void find_file(void)
{
    const char *named = getenv("ATALANTA_VKFFT");
    if (named && *named) {
        snprintf(plugin.file, sizeof plugin.file, "%s", named);
        return;
    }
    char program[256];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    const char *slash = strrchr(program, '/');
    snprintf(plugin.file, sizeof plugin.file, "%.*slibatalanta_vkfft.so", slash ? (int)(slash - program + 1) : 0,
             program);
}

static void open_plugin(void)
{
    if (plugin.tried) return;
    plugin.tried = true;
    find_file();
    void *handle = dlopen(plugin.file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(plugin.missing, sizeof plugin.missing, "%.200s cannot be loaded%s", plugin.file,
                 access(plugin.file, F_OK) == 0 ? ", as CUDA's driver, runtime or compiler is missing"
                                                : "; build atalanta_vkfft, or name it in ATALANTA_VKFFT");
        return;
    }
    const bool bound = cli_symbol_get(handle, "atalanta_vkfft_interface", &plugin.interface) &&
                       cli_symbol_get(handle, "atalanta_vkfft_version", &plugin.get_version) &&
                       cli_symbol_get(handle, "atalanta_vkfft_create", &plugin.create) &&
                       cli_symbol_get(handle, "atalanta_vkfft_run", &plugin.run) &&
                       cli_symbol_get(handle, "atalanta_vkfft_destroy", &plugin.destroy);
    if (!bound || plugin.interface() != INTERFACE) {
        snprintf(plugin.missing, sizeof plugin.missing, "%.200s is of another version of this program; build it again",
                 plugin.file);
        return;
    }
    const int version = plugin.get_version(); /* 10304 is 1.3.4 */
    snprintf(plugin.version, sizeof plugin.version, "VkFFT %d.%d.%d", version / 10000, version / 100 % 100,
             version % 100);
}

static const char *open_peer(ata_type type, const char **file, const char **version)
{
    (void)type; /* one library has all */
    open_plugin();
    if (plugin.missing[0]) return plugin.missing;
    *file = plugin.file;
    *version = plugin.version;
    return NULL;
}

static const char *prepare(const peer *self, const peer_request *request, peer_made *made)
{
    (void)self;
    *made = (peer_made){0};
    open_plugin();
    if (plugin.missing[0]) return plugin.missing;
    const int64_t begin = cli_clock_ns();
    const char *reason =
        plugin.create(request->problem, request->device, request->stream, request->in, request->out, &made->state);
    made->plan_seconds = (double)(cli_clock_ns() - begin) * 1e-9;
    return reason;
}

static bool enqueue(void *state)
{
    return plugin.run(state) == 0;
}

static void destroy(void *state)
{
    if (state) plugin.destroy(state);
}

static bool overwrites_input(const ata_problem *problem)
{
    (void)problem;
    return false;
}

const peer cli_peer_vkfft = {.name = "vkfft",
                             .summary = "VkFFT on the GPU",
                             .open = open_peer,
                             .prepare = prepare,
                             .enqueue = enqueue,
                             .destroy = destroy,
                             .overwrites_input = overwrites_input,
                             .on_gpu = true};
