#include "heuristic/heuristic.h"

const heuristic_kind *const heuristics[] = {&heuristic_zero, NULL};
