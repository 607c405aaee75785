/* main.c - a stranger's program: transforms an impulse with the installed library and prints what came out. */
#include <atalanta.h>
#include <stdio.h>

int main(void)
{
    float in[16] = {1.0f}, out[16] = {0.0f};
    ata_problem problem = {.rank = 1, .dim = {{.n = 8}}};
    ata_plan *plan;
    if (ata_plan_create(&plan, &problem, NULL) != ATA_OK || ata_plan_execute(plan, in, out) != ATA_OK) {
        fprintf(stderr, "%s\n", ata_last_error()->message);
        return 1;
    }
    ata_plan_destroy(plan);
    printf("%s", ata_version());
    for (int i = 0; i < 16; i += 2) printf(" %g%+gi", out[i], out[i + 1] + 0.0f);
    printf("\n");
    return 0;
}
