#include "heuristic/heuristic.h"

const heuristic_kind *const heuristics[] = {
    &heuristic_zero, &heuristic_dl, &heuristic_du, &heuristic_formula, &heuristic_active, &heuristic_hl, &heuristic_hu,
    &heuristic_add,  &heuristic_ff, &heuristic_cg, &heuristic_hamming, &heuristic_fsm,    NULL,
};
