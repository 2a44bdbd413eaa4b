// The claim as one more automaton. It may make a move when the literals of its label may hold: a step of cost 0, as
// the model moves at the same time, or stays where it is.
#include "model/claim_moves.h"
#include "relaxation/task_internal.h"

static void add_move(task_builder *b, const claim_moves *all, const claim_move *move) {
  const claim *c = b->setup->asked.claim;
  uint32_t first = b->t->vars.at[b->claim].first;
  task_body body = {0};
  task_body_add(b, &body, first + move->from);
  for (uint32_t i = 0; i < move->count && !body.is_impossible; i++) {
    uint32_t literal = move->label[i];
    task_body_add(b, &body, task_truth(b, NULL, c->atoms.at[claim_atom(literal)], !claim_is_negated(literal)));
  }
  if (move->to == all->goal)
    task_rule_add(b, b->t->goal, 0, &body);
  else
    task_rule_simple(b, first + move->to, task_step_new(b, net_stutter(), &body), FACT_TRUE);
  task_body_free(b, &body);
}

// A fault may happen in any label that the claim reads.
void task_add_claim(task_builder *b) {
  const claim *c = b->setup->asked.claim;
  const claim_moves *all = claim_moves_new(b->scratch, &b->setup->asked);
  for (uint32_t i = 0; i < all->first[c->states.count] && !b->is_too_large; i++)
    add_move(b, all, &all->moves[i]);
  for (uint32_t i = 0; i < c->atoms.count; i++)
    task_rule_simple(b, b->t->doubt, task_fault(b, NULL, c->atoms.at[i]), FACT_TRUE);
}
