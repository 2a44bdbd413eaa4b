#include "omega/automaton.h"

bool automaton_is_smaller(const automaton *a, const automaton *b) {
  if (!a || !b)
    return a != NULL;
  if (a->states.count != b->states.count)
    return a->states.count < b->states.count;
  return automaton_edge_count(a) < automaton_edge_count(b);
}

automaton *automaton_reduce(mem *m, const automaton *a) {
  automaton *best = automaton_prune(m, a), *next = best;
  do {
    best = next;
    for (int round = 0; round < 4; round++) {
      next = automaton_simplify_marks(m, next, round % 2);
      next = automaton_prune(m, automaton_simulate(m, next, round >= 2));
    }
  } while (automaton_is_smaller(next, best));
  return best;
}

automaton *automaton_buchi(mem *m, const automaton *a) {
  automaton *best = NULL;
  for (int choice = 0; choice < 4; choice++) {
    automaton *b = automaton_reduce(m, automaton_degeneralise(m, a, choice / 2, choice % 2));
    best = automaton_is_smaller(b, best) ? b : best;
  }
  return best;
}
