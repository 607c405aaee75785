/* rule.h - the noun "rule": one algorithm that the planner may use, one file each in rules/.
 *
 * A goal is something to be computed along one dimension; a rule says whether it applies to a goal, makes the steps,
 * and says what they cost. To make steps it may ask the planner to solve smaller goals. Rules never compute a
 * transform.
 */
#ifndef ATA_PLANNER_RULE_H
#define ATA_PLANNER_RULE_H

#include "recipe/costs.h"
#include "recipe/recipe.h"

typedef enum ata_goal_type {
    ATA_GOAL_COMPLEX,       /* the stages of a complex line of n points */
    ATA_GOAL_REAL,          /* one step of n real points to or from n/2 + 1 complex ones */
    ATA_GOAL_TRIGONOMETRIC, /* one step of n real points to real ones, of the goal's kind */
    ATA_GOAL_PASSES         /* a complex dimension of n points: one ATA_OP_LINE step for each pass */
} ata_goal_type;

typedef struct ata_goal {
    ata_goal_type type;
    ata_kind kind; /* for ATA_GOAL_TRIGONOMETRIC and, of whole dimensions, ATA_GOAL_REAL; ATA_C2C otherwise */
    int64_t n;
} ata_goal;

typedef struct ata_planner ata_planner;

typedef struct ata_rule {
    const char *name;
    const char *summary; /* one sentence */
    ata_goal_type type;
    ata_op op;    /* the op of the steps that it knows the cost of; ATA_OP_COUNT for none */
    bool decides; /* where it finds a way, no other rule is asked */
    bool (*applies)(const ata_costs *costs, const ata_goal *goal);
    /* Append the steps. ATA_ERROR_UNSUPPORTED when the rule finds no way after all. */
    ata_status (*make)(ata_planner *planner, const ata_goal *goal, ata_steps *steps);
    /* Nanoseconds for one run of `step` in a line of `line` points; `wrapped`: those of one run of what it wraps. */
    double (*cost)(const ata_costs *costs, const ata_step *step, int64_t line, double wrapped);
} ata_rule;

/* The best steps for a goal, appended to `steps`, as part of a rule's make(). */
ata_status ata_planner_solve(ata_planner *planner, const ata_goal *goal, ata_steps *steps);

/* Nanoseconds that the stages which compute a complex line of n points would take; a failure is an infinite cost. */
double ata_planner_estimate(ata_planner *planner, int64_t n);

const ata_costs *ata_planner_costs(const ata_planner *planner);

/* How the lines lie that are being planned; and to say so, from now on. */
ata_lines ata_planner_lines(const ata_planner *planner);
void ata_planner_set_lines(ata_planner *planner, ata_lines lines);

/* How the points of the line that is being planned lie: whether they are a caller's, or as good as those, whose parts
 * are neighbours. Inside convolutions, say, they are not. And to say so of the next goal. */
ata_pairs ata_planner_pairs(const ata_planner *planner);
void ata_planner_set_pairs(ata_planner *planner, ata_pairs pairs);

/* The largest prime that the engine has a butterfly for. */
int64_t ata_rule_largest_prime(const ata_costs *costs);

/* Whether the engine does convolutions of m points as single lines, however many there are; and how the lines lie
 * that such a convolution wraps. */
bool ata_rule_is_one_by_one(const ata_costs *costs, int64_t m);
ata_lines ata_rule_lines_inside(const ata_planner *planner, int64_t m);

/* The failure of a rule that finds no way, or of a list of steps that is full. */
ata_status ata_rule_give_up(const ata_rule *rule, const ata_goal *goal);

/* The way of n points in a table of an engine's, or NULL; and its passes as steps, in order or from the last to the
 * first, false where the list is full (ways.c). */
const ata_known_way *ata_rule_find_way(const ata_known_way *ways, int64_t n);
bool ata_rule_append_way(const ata_known_way *way, bool backwards, ata_steps *steps);

/* Append a step that wraps the solution of `inner`: what most rules do. */
ata_status ata_rule_wrap(const ata_rule *rule, ata_planner *planner, const ata_goal *goal, const ata_goal *inner,
                         ata_steps *steps);

/* The same, where that is a convolution of m points. */
ata_status ata_rule_convolve(const ata_rule *rule, ata_planner *planner, const ata_goal *goal, int64_t m,
                             ata_steps *steps);

/* What one transform inside such a convolution takes, in nanoseconds. */
double ata_rule_estimate_inside(ata_planner *planner, int64_t m);

#endif
