// The facts and rules of small models.
#include "relaxation/task.h"
#include "space/space.h"
#include "test_load.h"

enum { MOST = 64 };

typedef struct {
  loaded *l;
  space *space;
  tasks *tasks;
  uint8_t *states[MOST]; // in the order in which they are met
  uint32_t sizes[MOST], count;
} fixture;

static bool keep(void *context, const successor *s) {
  fixture *f = context;
  assert_true(s->state && f->count < MOST);
  for (uint32_t i = 0; i < f->count; i++)
    if (f->sizes[i] == s->size && memcmp(f->states[i], s->state, s->size) == 0)
      return true;
  f->states[f->count] = mem_alloc(f->l->m, s->size);
  memcpy(f->states[f->count], s->state, s->size);
  f->sizes[f->count++] = s->size;
  return true;
}

static const state_view *view(fixture *f, uint32_t state) {
  return f->space->view(f->space, f->states[state], f->sizes[state]);
}

static fixture explore(loaded *l, uint32_t states) {
  fixture f = {.l = l};
  assert_non_null(l->net);
  tasks_setup setup = {.m = l->m, .net = l->net, .asked = {.errors = ERROR_ASSERTION | ERROR_DEADLOCK | ERROR_RUNTIME}};
  f.space = space_discrete(l->m, l->net, NULL, 0);
  f.tasks = tasks_open(&setup);
  f.space->initial(f.space, keep, &f);
  for (uint32_t i = 0; i < f.count && f.count < states; i++)
    f.space->expand(f.space, f.states[i], f.sizes[i], keep, &f);
  return f;
}

static void leave(fixture *f) {
  size_t before = mem_used(f->l->m);
  tasks_close(f->tasks);
  f->space->close(f->space);
  assert_true(mem_used(f->l->m) < before);
}

#define MODEL_TEST(name, text, states)                                                                                 \
  static void name##_body(fixture *f);                                                                                 \
  static void name##_look(loaded *l) {                                                                                 \
    fixture f = explore(l, states);                                                                                    \
    name##_body(&f);                                                                                                   \
    leave(&f);                                                                                                         \
  }                                                                                                                    \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    with_model(text, name##_look);                                                                                     \
  }                                                                                                                    \
  static void name##_body(fixture *f)

// The value of a variable's fact that holds, -1 if none does; by its kind and number among those of the kind.
static int32_t held(fixture *f, const task *t, uint32_t state, task_var_kind kind, uint32_t number) {
  uint32_t facts[256], count = task_facts_of(t, view(f, state), facts);
  assert_true(count <= t->first_derived);
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const task_var *v = &t->vars.at[i];
    if (v->kind != kind || number-- > 0)
      continue;
    for (uint32_t k = 0; k < count; k++)
      if (facts[k] - v->first < v->count)
        return v->kind == TASK_CELL ? v->values[facts[k] - v->first] : (int32_t)(facts[k] - v->first);
    return -1;
  }
  fail_msg("there is no such variable");
  return -2;
}

static uint32_t count_kind(const task *t, task_var_kind kind) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < t->vars.count; i++)
    count += t->vars.at[i].kind == kind;
  return count;
}

// What the contract says of every task.
static void is_well_made(const task *t) {
  for (uint32_t i = 0; i < t->vars.count; i++)
    for (uint32_t k = 0; k < t->vars.at[i].count; k++)
      assert_int_equal(t->var_of[t->vars.at[i].first + k], i);
  for (uint32_t i = 0; i < t->rules.count; i++) {
    const task_rule *r = &t->rules.at[i];
    bool has_step = false;
    assert_true(r->head < t->facts);
    for (uint32_t k = 0; k < r->count; k++) {
      assert_true(t->bodies.at[r->body + k] < t->facts);
      has_step |= t->bodies.at[r->body + k] >= t->first_step;
    }
    assert_true(r->late == 0 || r->late < r->count);
    if (r->head < t->first_derived)
      assert_true(has_step && r->cost > 0);
    if (has_step)
      assert_true(t->bodies.at[r->body] >= t->first_step);
    if (r->head >= t->first_step)
      assert_true(r->cost == 0 && t->steps.at[r->head - t->first_step].rule == i);
  }
  for (uint32_t i = 0; i < t->steps.count; i++)
    assert_int_equal(t->steps.at[i].fact, t->first_step + i);
  assert_true(t->goal < t->facts && t->doubt < t->facts);
}

MODEL_TEST(facts_of_states,
           "byte x; chan c = [2] of { byte, bit }; ltl reads { [] (x + A:y < 99) }\n"
           "active proctype A() { byte y = 7; x = 5; y = 9; c!4,1; c!4,1; c?_,_ }\n",
           8) {
  const task *t = tasks_for(f->tasks, view(f, 0));
  is_well_made(t);
  assert_int_equal(count_kind(t, TASK_LOCATION), 1);
  assert_int_equal(count_kind(t, TASK_CELL), 2);
  assert_int_equal(count_kind(t, TASK_MESSAGE), 1);
  // location, x, length, message
  const int32_t expected[][4] = {{0, 0, 0, -1}, {1, 5, 0, -1}, {2, 5, 0, -1}, {3, 5, 1, 0}, {4, 5, 2, 0}, {5, 5, 1, 0}};
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(held(f, t, i, TASK_LOCATION, 0), expected[i][0]);
    assert_int_equal(held(f, t, i, TASK_CELL, 0), expected[i][1]);
    assert_int_equal(held(f, t, i, TASK_LENGTH, 0), expected[i][2]);
    assert_int_equal(held(f, t, i, TASK_MESSAGE, 0), expected[i][3]);
  }
}

MODEL_TEST(the_dead_have_died, "byte g; ltl reads { [] (g < 9) } active proctype A() { byte x; x = 1; g = x }\n", 5) {
  const task *t = tasks_for(f->tasks, view(f, 0));
  uint32_t last = f->count - 1;
  assert_int_equal(view(f, last)->processes, 0);
  assert_ptr_equal(tasks_for(f->tasks, view(f, last)), t); // one task for all states
  assert_int_equal(held(f, t, last, TASK_LOCATION, 0), (int32_t)t->vars.at[t->var_of[0]].count - 1);
  assert_int_equal(held(f, t, last, TASK_CELL, 0), 1); // g is global
  assert_int_equal(held(f, t, last, TASK_CELL, 1), -1);
}

MODEL_TEST(what_is_only_written_is_left_out,
           "byte x, y; active proctype A() { byte z; x = 5; x = 6; y = 1; z = y; z = 9; printf(\"%d\", z) }\n", 8) {
  const task *t = tasks_for(f->tasks, view(f, 0));
  is_well_made(t);
  assert_int_equal(count_kind(t, TASK_CELL), 1); // y is read
}

MODEL_TEST(what_is_always_the_same_is_a_constant,
           "byte limit = 3, table[2]; byte x; ltl reads { [] (x < 99) }\n"
           "active [2] proctype A() { byte me = _pid, next = (me + 1) % 2; x = me + next + limit + table[me] }\n",
           2) {
  const task *t = tasks_for(f->tasks, view(f, 0));
  is_well_made(t);
  assert_int_equal(count_kind(t, TASK_CELL), 1);
  const task_var *x = &t->vars.at[t->vars.count - 1];
  uint32_t written = 0;
  for (uint32_t i = 0; i < t->rules.count; i++)
    if (t->rules.at[i].head - x->first < x->count) {
      assert_int_equal(x->values[t->rules.at[i].head - x->first], 4); // 0 + 1 + 3 or 1 + 0 + 3
      written++;
    }
  assert_int_equal(written, 2);
}

static uint32_t meetings(const task *t) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < t->steps.count; i++) {
    bool is_meeting = t->steps.at[i].action.partner_edge != NET_ALONE;
    count += is_meeting;
    assert_int_equal(t->steps.at[i].cost, is_meeting ? 2 : 1);
  }
  return count;
}

// B takes 1 and 2, C only 2 (of the variable, which may be both), nobody takes 3.
MODEL_TEST(who_can_meet,
           "chan c = [0] of { byte }; byte x;\n"
           "active proctype A() { byte two = 1; if :: c!1 :: c!3 :: two = 2; c!two fi }\n"
           "active proctype B() { if :: c?1 :: c?2 fi }\n"
           "active proctype C() { c?2 }\n",
           3) {
  const task *t = tasks_for(f->tasks, view(f, 0));
  is_well_made(t);
  assert_int_equal(meetings(t), 1 + 3);
}

// Casts, arguments, and those that may be started.
MODEL_TEST(a_task_for_each_cast,
           "byte sum; proctype P(byte k) { sum = sum + k }\n"
           "init { if :: run P(1) :: run P(2) fi; sum < 9 -> sum = 3 }\n",
           3) {
  const task *first = tasks_for(f->tasks, view(f, 0)), *one = tasks_for(f->tasks, view(f, 1));
  const task *two = tasks_for(f->tasks, view(f, 2));
  assert_true(first != one && one != two); // the arguments differ
  assert_int_equal(view(f, 1)->cast, view(f, 2)->cast);
  assert_ptr_equal(tasks_for(f->tasks, view(f, 1)), one);
  is_well_made(first);
  is_well_made(two);
  uint32_t anybody = 0;
  for (uint32_t i = 0; i < first->steps.count; i++)
    anybody += first->steps.at[i].action.pid == TASK_ANYBODY;
  assert_int_equal(anybody, 1);
  assert_int_equal(count_kind(first, TASK_LOCATION), 2);
  assert_int_equal(count_kind(one, TASK_LOCATION), 3);
  const task_var *last = &first->vars.at[1];
  assert_int_equal(last->pid, TASK_ANYBODY);
  assert_int_equal(held(f, first, 0, TASK_LOCATION, 1), (int32_t)last->count - 1);
}

MODEL_TEST(too_large,
           "chan c = [0] of { byte };\n"
           "active [250] proctype A() { do :: c!1 :: c!2 :: c!3 :: c!4 :: c?_ :: c?1 od }\n",
           1) {
  assert_null(tasks_for(f->tasks, view(f, 0)));
  assert_null(tasks_for(f->tasks, view(f, 0)));
}

static bool soon(void *context) { return ++*(uint32_t *)context == 4; }

// A task that was stopped in the making leaves nothing behind, and is made when it is asked for again. One for which
// there is no memory is not tried again.
MODEL_TEST(making_a_task_can_fail, "byte x;\nactive [3] proctype A() { do :: x < 9 -> x++ :: x > 0 -> x-- od }\n", 1) {
  mem *m = f->l->m;
  uint32_t asked = 0;
  const state_view *start = view(f, 0);
  size_t before = mem_used(m);
  mem_set_stop(m, soon, &asked);
  assert_null(tasks_for(f->tasks, start));
  assert_int_equal(asked, 4);
  size_t spare = mem_used(m) - before; // the list of tasks may have grown
  assert_true(spare < 4096);
  const task *t = tasks_for(f->tasks, start);
  assert_non_null(t);
  assert_ptr_equal(tasks_for(f->tasks, start), t);
  assert_true(mem_used(m) > before + spare + 1000); // it is charged to the memory of all tasks
  mem_set_stop(m, NULL, NULL);
}

static void look_without_memory(loaded *l) {
  fixture f = explore(l, 1);
  const state_view *start = view(&f, 0);
  size_t before = mem_used(l->m);
  mem_fail_at(l->m, 20);
  assert_null(tasks_for(f.tasks, start));
  mem_fail_at(l->m, 0);
  assert_true(mem_used(l->m) < before + 4096);
  assert_null(tasks_for(f.tasks, start));
  leave(&f);
}

static void there_is_no_memory_for_a_task(void **state) {
  (void)state;
  with_model("active [3] proctype A() { byte x; do :: x < 9 -> x++ :: x > 0 -> x-- od }\n", look_without_memory);
}

// A task serves all spaces of the model, whatever numbers they give to casts.
MODEL_TEST(tasks_know_casts_by_their_templates,
           "proctype A() { skip }\nproctype B() { skip }\n"
           "init { if :: run A() :: run B() fi; run A() }\n",
           12) {
  const task *known[MOST];
  for (uint32_t i = 0; i < f->count; i++)
    known[i] = tasks_for(f->tasks, view(f, i));
  space *other = space_discrete(f->l->m, f->l->net, NULL, 0);
  for (uint32_t i = f->count; i-- > 0;) // casts are met in another order
    assert_ptr_equal(tasks_for(f->tasks, other->view(other, f->states[i], f->sizes[i])), known[i]);
  other->close(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(facts_of_states),
      cmocka_unit_test(the_dead_have_died),
      cmocka_unit_test(what_is_only_written_is_left_out),
      cmocka_unit_test(what_is_always_the_same_is_a_constant),
      cmocka_unit_test(who_can_meet),
      cmocka_unit_test(a_task_for_each_cast),
      cmocka_unit_test(too_large),
      cmocka_unit_test(making_a_task_can_fail),
      cmocka_unit_test(there_is_no_memory_for_a_task),
      cmocka_unit_test(tasks_know_casts_by_their_templates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
