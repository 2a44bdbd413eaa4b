// Runs of random claims on random words: there is one exactly where the claim accepts, and it is one.
#include "trace/claim_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ATOMS = 2, MOST_LENGTH = 6, MOST_STATES = 4, ROUNDS = 5000 };

typedef struct fixture {
  mem *m;
  arena *memory;
  uint32_t seed;
} fixture;

static uint32_t any(fixture *f, uint32_t below) {
  f->seed = f->seed * 1664525u + 1013904223u;
  return (f->seed >> 8) % below;
}

static claim *random_claim(fixture *f, bool has_bad) {
  claim *c = claim_new(f->memory);
  c->mark_count = any(f, 3);
  for (uint32_t i = 0; i < ATOMS; i++)
    vec_push(f->m, &c->atoms, expr_const(f->memory, 1, (place){0}));
  uint32_t states = 1 + any(f, MOST_STATES);
  for (uint32_t i = 0; i < states; i++)
    claim_add_state(f->memory, c);
  c->accepting_atom = any(f, 4) == 0 && c->mark_count == 1 ? 0 : -1;
  for (uint32_t i = 0; i < states; i++) {
    c->states.at[i].is_accepting = any(f, 3) == 0;
    c->states.at[i].is_bad = has_bad && i > 0 && any(f, 3) == 0;
    for (uint32_t k = any(f, 4); k > 0 && !c->states.at[i].is_bad; k--) {
      claim_edge *e = claim_add_edge(f->memory, c, i, any(f, states));
      e->marks = any(f, 1u << c->mark_count);
      for (uint32_t atom = 0; atom < ATOMS; atom++)
        if (any(f, 3) == 0)
          vec_push(f->m, &e->label, claim_literal(atom, any(f, 2)));
    }
  }
  claim_finish(f->memory, c);
  return c;
}

static word random_word(fixture *f, const claim *c) {
  word w;
  word_open(&w, f->m, c, NULL);
  w.length = 1 + any(f, MOST_LENGTH);
  w.loop = any(f, w.length);
  for (uint32_t i = 0; i < w.length * ATOMS; i++)
    vec_push(f->m, &w.values, (uint8_t)any(f, 2));
  return w;
}

static bool value(const word *w, uint32_t position, uint32_t atom) { return w->values.at[position * ATOMS + atom]; }

static void expect_possible(const word *w, uint32_t position, const claim_edge *e) {
  for (uint32_t i = 0; i < e->label.count; i++)
    assert_int_not_equal(value(w, position, claim_atom(e->label.at[i])), claim_is_negated(e->label.at[i]));
}

// Every move is possible where it is made, and follows the one before.
static uint32_t expect_moves(const word *w, const claim *c, const claim_run *run, uint32_t *loop_position,
                             uint64_t *marks) {
  uint32_t position = 0, state = c->initial;
  for (uint32_t i = 0; i < run->moves.count; i++) {
    const claim_move *move = &run->moves.at[i];
    assert_int_equal(move->from, state);
    expect_possible(w, position, move->by);
    if (i == run->loop)
      *loop_position = position;
    if (i >= run->loop)
      *marks |= move->by->marks | (c->accepting_atom >= 0 && value(w, position, (uint32_t)c->accepting_atom));
    state = move->by->to;
    position = position + 1 < w->length ? position + 1 : w->loop;
  }
  assert_true(run->loop == run->moves.count || position == *loop_position);
  return state;
}

static void compare_accepting(fixture *f, uint32_t *accepted) {
  const claim *c = random_claim(f, false);
  word w = random_word(f, c);
  claim_run run = {0};
  uint32_t position = 0;
  uint64_t marks = 0;
  bool is_accepted = claim_run_find(&run, &w, c, false);
  assert_int_equal(is_accepted, word_is_accepted(&w, c));
  if (is_accepted) {
    assert_true(run.loop < run.moves.count && run.moves.count >= w.length);
    assert_int_equal(expect_moves(&w, c, &run, &position, &marks), run.moves.at[run.loop].from);
    assert_int_equal(marks & ((1u << c->mark_count) - 1), (1u << c->mark_count) - 1);
    ++*accepted;
  }
  claim_run_free(f->m, &run);
  word_close(&w);
}

static void compare_bad(fixture *f, uint32_t *bad) {
  const claim *c = random_claim(f, true);
  word w = random_word(f, c);
  claim_run run = {0};
  uint32_t position = 0;
  uint64_t marks = 0;
  bool is_bad = claim_run_find(&run, &w, c, true);
  assert_true(is_bad || !word_ends_badly(&w, c, false));
  if (is_bad) {
    assert_int_equal(run.moves.count, w.length);
    assert_int_equal(run.loop, run.moves.count);
    assert_true(c->states.at[expect_moves(&w, c, &run, &position, &marks)].is_bad);
    ++*bad;
  }
  claim_run_free(f->m, &run);
  word_close(&w);
}

static void compare(void *argument) {
  fixture *f = argument;
  uint32_t accepted = 0, bad = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    f->memory = arena_new(f->m);
    compare_accepting(f, &accepted);
    compare_bad(f, &bad);
    arena_delete(f->memory);
  }
  assert_true(accepted > ROUNDS / 10 && accepted < ROUNDS && bad > ROUNDS / 50 && bad < ROUNDS);
}

static void runs_are_runs(void **state) {
  (void)state;
  fixture f = {.m = mem_new(0), .seed = 7};
  assert_int_equal(mem_try(f.m, compare, &f), MEM_OK);
  mem_delete(f.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(runs_are_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
