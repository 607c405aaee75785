/* ten_lines.c - the smallest whole program: describe a transform, make a plan, execute it, find the peak. */
#include <atalanta.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    static float in[4096], out[4096 + 2];
    for (int j = 0; j < 4096; j++) in[j] = cosf(6.2831853f * 440 * (float)j / 4096);
    ata_problem problem = {.kind = ATA_R2C, .rank = 1, .dim = {{.n = 4096}}};
    ata_plan *plan;
    if (ata_plan_create(&plan, &problem, NULL) != ATA_OK) return puts(ata_last_error()->message), 1;
    if (ata_plan_execute(plan, in, out) != ATA_OK) return puts(ata_last_error()->message), 1;
    int peak = 0;
    for (int k = 0; k <= 2048; k++)
        peak = hypotf(out[2 * k], out[2 * k + 1]) > hypotf(out[2 * peak], out[2 * peak + 1]) ? k : peak;
    printf("the strongest frequency is %d\n", peak);
    ata_plan_destroy(plan);
    return peak == 440 ? 0 : 1;
}
