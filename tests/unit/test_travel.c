// Packed states mean the same in every space of a network, and spaces share code.
#include "exec/exec.h"
#include "space/space.h"
#include "store/store.h"
#include "test_timed_net.h"

enum { MOST_STATES = 4000 };

typedef struct { // what an expansion has shown, as plain bytes
  mem *m;
  VEC(uint8_t) bytes;
} record;

static void write_bytes(record *r, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    vec_push(r->m, &r->bytes, ((const uint8_t *)bytes)[i]);
}

static void write_number(record *r, uint32_t n) { write_bytes(r, &n, sizeof n); }

static bool write_successor(void *context, const successor *s) {
  record *r = context;
  write_number(r, s->size);
  if (s->state)
    write_bytes(r, s->state, s->size);
  write_number(r, s->by.edge);
  write_number(r, s->by.pid);
  write_number(r, s->by.partner_edge);
  write_number(r, s->cost);
  write_number(r, s->fault);
  return true;
}

static void write_view(record *r, const state_view *v) {
  write_number(r, v->processes);
  for (uint32_t i = 0; i < v->processes; i++) {
    const view_process *p = &v->process[i];
    write_number(r, p->template_);
    write_number(r, p->location);
    write_number(r, p->first_channel);
    write_bytes(r, p->cells, v->net->templates.at[p->template_]->cells * sizeof *p->cells);
  }
  write_number(r, v->channels);
  for (uint32_t i = 1; i <= v->channels; i++)
    write_number(r, v->channel[i].length);
}

// Everything that the space says about the state.
static void write_all(record *r, space *s, const uint8_t *state, uint32_t size, uint32_t conditions) {
  fault f;
  r->bytes.count = 0;
  write_view(r, s->view(s, state, size));
  for (uint32_t i = 0; i < conditions; i++) {
    write_number(r, s->may_be(s, state, size, i, true, &f));
    write_number(r, f);
  }
  write_number(r, s->is_inside(s, state));
  write_number(r, s->is_passed(s, state, size));
  expansion x = s->expand(s, state, size, write_successor, r);
  write_number(r, x.count);
  write_number(r, x.is_stuck);
  write_number(r, x.is_end);
}

static bool put(void *context, const successor *s) {
  bool is_new;
  store *states = context;
  if (s->state)
    states->put(states, s->state, s->size, &is_new);
  return true;
}

// Breadth first, as far as there is room.
static store *explore(mem *m, space *s) {
  store *states = store_hash.open(m, NULL);
  s->initial(s, put, states);
  for (uint32_t i = 0; i < states->count(states) && states->count(states) < MOST_STATES; i++) {
    uint32_t size;
    const uint8_t *state = states->get(states, i, &size);
    uint8_t *copy = mem_alloc(m, size);
    memcpy(copy, state, size);
    s->expand(s, copy, size, put, states);
    mem_free(m, copy);
  }
  return states;
}

typedef struct {
  mem *m;
  const space_setup *question;
  const space_options *options;
  space *home;
  store *states;
} journey;

// A space that has met none of the states before, with code of its own: it sees them the other way round.
static void travel(void *argument) {
  journey *j = argument;
  space *other = space_new(j->m, j->question, j->options);
  record there = {.m = j->m}, here = {.m = j->m};
  for (uint32_t i = (uint32_t)j->states->count(j->states); i-- > 0;) {
    uint32_t size;
    const uint8_t *kept = j->states->get(j->states, i, &size);
    uint8_t *state = mem_alloc(j->m, size); // nothing may be read beyond its end
    memcpy(state, kept, size);
    write_all(&there, other, state, size, j->question->condition_count);
    write_all(&here, j->home, state, size, j->question->condition_count);
    assert_int_equal(here.bytes.count, there.bytes.count);
    assert_memory_equal(here.bytes.at, there.bytes.at, here.bytes.count);
    mem_free(j->m, state);
  }
  other->close(other);
}

// Returns how many states have travelled.
static uint32_t travels(net_fixture *f, const space_setup *setup, const space_options *options) {
  journey j = {.m = mem_new(0), .question = setup, .options = options};
  j.home = space_new(f->m, setup, options);
  j.states = explore(f->m, j.home);
  assert_int_equal(mem_try(j.m, travel, &j), MEM_OK);
  mem_delete(j.m);
  uint32_t count = (uint32_t)j.states->count(j.states);
  j.states->close(j.states);
  j.home->close(j.home);
  return count;
}

static net_edge *start(net_fixture *f, net_template *by, const net_template *t, int32_t most) {
  expr *room = test_two(f, EXPR_LT, test_of(f, EXPR_PROCESSES, NULL), test_number(f, most));
  net_edge *e = test_edge(f, by, 0, 0, "run", room);
  net_stmt *s = test_stmt(f, e, STMT_RUN);
  s->template_ = (int32_t)t->index;
  s->priority = 1;
  return e;
}

// Process 0 starts As, Bs and Cs, whose frames differ in size, and which die again; process 1 is an A at the start. A
// process goes from its first location to its last.
static void changing(net_fixture *f, uint32_t locations, int32_t most) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1), *t[3];
  static const char *const names[] = {"A", "B", "C"};
  for (uint32_t i = 0; i < 3; i++) {
    t[i] = test_template(f, names[i], locations);
    start(f, p, t[i], most);
  }
  test_process(f, t[0], 1);
  net_var *n = test_var(f, t[1], "n", 3), *own = test_channel(f, t[2], "own", 2, 1);
  for (uint32_t i = 0; i < 3; i++) {
    net_edge *e = test_edge(f, t[i], 0, locations - 1, "move", NULL);
    test_set(f, e, x, (int32_t)i);
    if (i == 1)
      test_assign(f, e, test_at(f, n, test_number(f, 2)), test_of(f, EXPR_PROCESSES, NULL));
    if (i == 2)
      test_send(f, e, own, test_read(f, x), NULL);
    test_end_edge(f, t[i], locations - 1, "end");
  }
  net_finish(f->n);
}

static expr *some_condition(net_fixture *f) {
  return test_two(f, EXPR_LT, test_read(f, f->n->vars.at[0]), test_number(f, 2));
}

static uint32_t casts(net_fixture *f) {
  uint32_t most = 0;
  space *s = space_discrete(f->m, f->n, NULL, 0);
  store *states = explore(f->m, s);
  for (uint32_t i = 0; i < states->count(states); i++) {
    uint32_t size;
    const uint8_t *state = states->get(states, i, &size);
    uint32_t cast = s->view(s, state, size)->cast;
    most = cast > most ? cast : most;
  }
  states->close(states);
  s->close(s);
  return most + 1;
}

NET_TEST(states_travel_where_processes_start_and_die) {
  changing(f, 3, 9);
  expr *condition = some_condition(f);
  space_setup q = {.net = f->n, .conditions = &condition, .condition_count = 1};
  assert_true(casts(f) > 255);
  assert_true(travels(f, &q, NULL) >= MOST_STATES);
}

NET_TEST(states_travel_with_more_locations_than_a_byte_can_tell) {
  changing(f, 120, 9);
  space_setup q = {.net = f->n};
  assert_true(travels(f, &q, NULL) >= MOST_STATES);
}

NET_TEST(states_travel_where_no_process_starts) {
  net_var *x = test_var(f, NULL, "x", 0);
  for (uint32_t i = 0; i < 4; i++) {
    net_template *t = test_active(f, "P", 3);
    test_set(f, test_edge(f, t, 0, 1, "set", NULL), x, (int32_t)i);
    test_edge(f, t, 1, 2, "go", NULL)->keeps_control = true;
    test_end_edge(f, t, 2, "end");
  }
  net_finish(f->n);
  expr *condition = some_condition(f);
  space_setup q = {.net = f->n, .conditions = &condition, .condition_count = 1};
  assert_true(travels(f, &q, NULL) > 100);
}

// Three processes that come in one after the other, and may be overtaken.
static void timed_net(net_fixture *f) {
  net_var *id = test_var(f, NULL, "id", 0);
  static const char *const names[] = {"P", "Q", "R"};
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t x = test_clock(f, "x");
    net_template *t = test_automaton(f, names[i], 4);
    test_reset(f, test_edge(f, t, 0, 1, "ask", test_is(f, id, 0)), x);
    net_edge *e = test_edge(f, t, 1, 2, "set", NULL);
    test_asks(f, e, test_at_most(f, x, 3));
    test_reset(f, e, x);
    test_set(f, e, id, (int32_t)i + 1);
    test_keeps(f, t, 1, test_at_most(f, x, 3));
    e = test_edge(f, t, 2, 3, "enter", test_is(f, id, (int32_t)i + 1));
    test_asks(f, e, test_more(f, x, 2));
    test_set(f, test_edge(f, t, 3, 0, "leave", NULL), id, 0);
    test_edge(f, t, 2, 0, "again", test_is(f, id, 0));
  }
  net_finish(f->n);
}

NET_TEST(timed_states_travel) {
  timed_net(f);
  expr *condition = test_clock_is(f, test_less(f, 1, 3));
  space_setup q = {.net = f->n, .conditions = &condition, .condition_count = 1};
  space_options fastest = {.fastest = true}, deadlocks = {.deadlocks = true};
  assert_true(travels(f, &q, NULL) > 20);
  assert_true(travels(f, &q, &fastest) > 20);
  assert_true(travels(f, &q, &deadlocks) > 20);
}

NET_TEST(extremes_are_told_through_wrappers) {
  timed_net(f);
  net_term term = {.clock = test_pick(1, 1)};
  space_setup q = {.net = f->n, .terms = &term, .term_count = 1};
  space_options o = {.horizon = 100};
  space *s = space_new(f->m, &q, &o), *wrapper = space_from(f->m, s, (const uint8_t *)"", 1);
  store *states = explore(f->m, s);
  const space_extreme *e = space_timed_extreme(wrapper, 0);
  assert_ptr_equal(e, space_timed_extreme(s, 0));
  assert_true(e->is_reached && e->is_infinite);
  states->close(states);
  wrapper->close(wrapper);
  s->close(s);
}

typedef struct { // one of several spaces over the same code
  mem *m;
  const space_code *code;
  space *s;
  store *states;
  record *said;
  uint32_t next;
} sharer;

static void open_sharer(void *argument) {
  sharer *h = argument;
  h->s = space_open(h->m, h->code, NULL);
  h->states = store_hash.open(h->m, NULL);
  h->s->initial(h->s, put, h->states);
}

static void advance(void *argument) {
  sharer *h = argument;
  uint32_t size;
  const uint8_t *kept = h->states->get(h->states, h->next++, &size);
  uint8_t *state = mem_alloc(h->m, size);
  memcpy(state, kept, size);
  h->s->expand(h->s, state, size, put, h->states);
  write_all(h->said, h->s, state, size, 0);
  mem_free(h->m, state);
}

static void close_sharer(sharer *h) {
  h->states->close(h->states);
  h->s->close(h->s);
  assert_int_equal(mem_used(h->m), 0);
  mem_delete(h->m);
}

// Two spaces take turns, the second some steps behind, and each says what a space alone does.
static void share(net_fixture *f, uint32_t steps) {
  enum { BEHIND = 17 };
  record said[200 + 17] = {0}, late = {.m = f->m};
  assert_true(steps <= 200);
  space_setup q = {.net = f->n};
  space_code *code = space_code_new(f->m, &q);
  sharer one = {.m = mem_new(0), .code = code}, two = {.m = mem_new(0), .code = code, .said = &late};
  uint64_t calls = mem_calls(f->m);
  assert_int_equal(mem_try(one.m, open_sharer, &one), MEM_OK);
  assert_int_equal(mem_try(two.m, open_sharer, &two), MEM_OK);
  assert_int_equal(mem_calls(f->m), calls); // a space takes nothing from the memory of its code
  space *alone = space_new(f->m, &q, NULL);
  for (uint32_t i = 0; i < steps + BEHIND; i++) {
    said[i].m = f->m;
    one.said = &said[i];
    assert_int_equal(mem_try(one.m, advance, &one), MEM_OK);
    if (i < BEHIND)
      continue;
    assert_int_equal(mem_try(two.m, advance, &two), MEM_OK);
    assert_int_equal(late.bytes.count, said[i - BEHIND].bytes.count);
    assert_memory_equal(late.bytes.at, said[i - BEHIND].bytes.at, late.bytes.count);
    uint32_t size;
    const uint8_t *state = two.states->get(two.states, two.next - 1, &size);
    write_all(&late, alone, state, size, 0);
    assert_int_equal(late.bytes.count, said[i - BEHIND].bytes.count);
    assert_memory_equal(late.bytes.at, said[i - BEHIND].bytes.at, late.bytes.count);
  }
  alone->close(alone);
  close_sharer(&one);
  close_sharer(&two);
  space_code_free(code);
}

NET_TEST(spaces_share_code) {
  changing(f, 100, 6);
  share(f, 200);
}

NET_TEST(timed_spaces_share_code) {
  timed_net(f);
  share(f, 20);
}

static bool is_due(void *context) { return (void)context, true; }

typedef struct {
  mem *m;
  const network *net;
} making;

static void make(void *argument) {
  making *w = argument;
  space_setup q = {.net = w->net};
  space_code_free(space_code_new(w->m, &q));
}

NET_TEST(making_code_can_be_stopped) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *t = test_active(f, "P", 2);
  for (uint32_t i = 0; i < 2000; i++)
    test_set(f, test_edge(f, t, 0, 1, "set", NULL), x, 1);
  net_finish(f->n);
  making w = {.m = mem_new(0), .net = f->n};
  assert_int_equal(mem_try(w.m, make, &w), MEM_OK);
  mem_set_stop(w.m, is_due, NULL);
  assert_int_equal(mem_try(w.m, make, &w), MEM_STOPPED);
  mem_delete(w.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_travel_where_processes_start_and_die),
      cmocka_unit_test(states_travel_with_more_locations_than_a_byte_can_tell),
      cmocka_unit_test(states_travel_where_no_process_starts),
      cmocka_unit_test(timed_states_travel),
      cmocka_unit_test(extremes_are_told_through_wrappers),
      cmocka_unit_test(spaces_share_code),
      cmocka_unit_test(timed_spaces_share_code),
      cmocka_unit_test(making_code_can_be_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
