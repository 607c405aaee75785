/* pass.c - a pass made ready: what all kinds of work have in common, and the choice between them. */
#include "engine/cpu/pass.h"

#include "core/memory.h"

/* In the computing type. */
static ata_status init_window(ata_cpu_pass *pass, const double *window, int64_t n, ata_type type)
{
    ATA_TRY(ata_memory_create(&pass->window, (size_t)n, (size_t)ata_type_bytes(type), "a window"));
    for (int64_t i = 0; i < n; i++) {
        if (type == ATA_F64) ((double *)pass->window)[i] = window[i];
        else ((float *)pass->window)[i] = (float)window[i];
    }
    return ATA_OK;
}

static const ata_cpu_work *choose_work(const ata_cpu_pass *pass, const ata_cpu_setting *setting, int p)
{
    const ata_problem *problem = setting->problem;
    const ata_recipe *recipe = setting->recipe;
    if (recipe->pass[p].reorder != ATA_REORDER_NONE) return &ata_cpu_work_reorder;
    if (!pass->window && ata_cpu_butterflies_fit(problem, recipe, p, &pass->view_in, &pass->view_out))
        return &ata_cpu_work_butterflies;
    return ata_cpu_columns_fit(pass, setting->whole, recipe, p) ? &ata_cpu_work_columns : &ata_cpu_work_lines;
}

static bool is_small(const ata_problem *problem)
{
    enum { SMALL_POINTS = 8192 };
    int64_t points = 1;
    for (int d = 0; d < problem->rank && points <= SMALL_POINTS; d++) points *= problem->dim[d].n;
    for (int b = 0; b < problem->batch_rank && points <= SMALL_POINTS; b++) points *= problem->batch[b].n;
    return points <= SMALL_POINTS;
}

static ata_status init(ata_cpu_pass *pass, const ata_cpu_setting *setting, int p)
{
    const ata_problem *problem = setting->problem;
    const ata_recipe *recipe = setting->recipe;
    const int dim = recipe->pass[p].dim;
    if (setting->window && p == 0)
        ATA_TRY(init_window(pass, setting->window, problem->dim[dim].n, ata_problem_compute_type(problem)));
    pass->view_in = ata_view_get(setting->whole, pass->from);
    pass->view_out = ata_view_get(setting->whole, pass->to);
    ata_loops_add_others(&pass->loops, problem, dim, &pass->view_in, &pass->view_out);
    pass->work = choose_work(pass, setting, p);
    return pass->work->init(pass, problem, recipe, p);
}

ata_status ata_cpu_pass_init(ata_cpu_pass *pass, const ata_cpu_setting *setting, int p)
{
    const bool last = p == setting->recipe->pass_count - 1;
    *pass = (ata_cpu_pass){.from = setting->route[p],
                           .to = setting->route[p + 1],
                           .small = is_small(setting->problem),
                           .far_times = setting->far_times,
                           .most_threads = 1,
                           .crew = 1,
                           .scale = last ? setting->problem->scale_number : 1};
    const ata_status status = init(pass, setting, p);
    if (status != ATA_OK) ata_cpu_pass_fini(pass);
    return status;
}

void ata_cpu_pass_fini(ata_cpu_pass *pass)
{
    if (pass->work) pass->work->fini(pass);
    ata_memory_destroy(pass->window);
    pass->work = NULL;
    pass->window = NULL;
}
