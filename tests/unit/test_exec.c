// Networks made at random: the compiled code and the explicit space against the reference interpreter.
#include "test_agree.h"

typedef struct maker {
  net_fixture *f;
  uint64_t seed;
  bool looks;             // expressions may look at processes
  VEC(net_var *) numbers; // global and own variables that hold numbers
  VEC(net_var *) channels;
} maker;

static uint32_t any(maker *k, uint32_t below) {
  k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(k->seed >> 33) % below;
}

static bool one_in(maker *k, uint32_t n) { return any(k, n) == 0; }

static expr *make_expr(maker *k, uint32_t depth);

static expr *make_index(maker *k, uint32_t length, uint32_t depth) {
  if (one_in(k, 25))
    return make_expr(k, depth); // it may well be out of range
  if (one_in(k, 2))
    return test_number(k->f, (int32_t)any(k, length));
  expr *sum = test_two(k->f, EXPR_BIT_AND, make_expr(k, depth), test_number(k->f, 0x7fff));
  return test_two(k->f, EXPR_MOD, sum, test_number(k->f, (int32_t)length));
}

static expr *make_cell(maker *k, const net_var *v, uint32_t depth) {
  expr *e = test_read(k->f, v);
  for (uint32_t i = 0; i < v->parts.count; i++)
    if (v->parts.at[i].length)
      vec_push(k->f->m, &e->indices, make_index(k, v->parts.at[i].length, depth));
  return e;
}

static expr *make_variable(maker *k, uint32_t depth) {
  return make_cell(k, k->numbers.at[any(k, k->numbers.count)], depth);
}
static expr *make_channel(maker *k, uint32_t depth) {
  return make_cell(k, k->channels.at[any(k, k->channels.count)], depth);
}

static expr *make_poll(maker *k) {
  expr *e = test_of(k->f, EXPR_POLL, make_channel(k, 0));
  e->value = one_in(k, 2);
  for (uint32_t i = 0; i < 2; i++)
    vec_push(k->f->m, &e->patterns, ((net_pattern){PATTERN_MATCH, test_number(k->f, (int32_t)any(k, 3))}));
  return e;
}

static expr *make_remote(maker *k) {
  for (uint32_t i = any(k, k->f->n->vars.count); i < k->f->n->vars.count; i++) {
    net_var *v = k->f->n->vars.at[i];
    if (v->template_ == NET_NONE)
      continue;
    expr *e = make_cell(k, v, 0);
    e->op = EXPR_REMOTE_VAR;
    e->a = test_number(k->f, (int32_t)any(k, 4));
    return e;
  }
  return test_of(k->f, EXPR_PID, NULL);
}

// What looks at processes: rarely, since most of it makes a network special as a whole.
static expr *make_look(maker *k) {
  expr *process = one_in(k, 3) ? make_variable(k, 0) : test_number(k->f, (int32_t)any(k, 4));
  switch (any(k, 5)) {
  case 0:
    return test_of(k->f, EXPR_LAST, NULL);
  case 1:
    return test_of(k->f, EXPR_PC, process);
  case 2:
    return test_of(k->f, EXPR_PRIORITY, process);
  case 3:
    return test_of(k->f, EXPR_ENABLED, process);
  default: {
    expr *e = test_of(k->f, EXPR_AT, process);
    e->value = (int32_t)any(k, k->f->n->templates.count);
    vec_push(k->f->m, &e->locations, any(k, 3));
    return e;
  }
  }
}

static expr *make_leaf(maker *k) {
  if (k->looks && one_in(k, 10))
    return make_look(k);
  switch (any(k, 12)) {
  case 0:
  case 1:
  case 2:
    return test_number(k->f, (int32_t)any(k, 5) - 1);
  case 3:
    return test_of(k->f, EXPR_PID, NULL);
  case 4:
    return test_of(k->f, EXPR_PROCESSES, NULL);
  case 5:
    return test_of(k->f, (expr_op)(EXPR_LEN + (int)any(k, 5)), make_channel(k, 0));
  case 6:
    return one_in(k, 3) ? make_poll(k) : make_remote(k);
  default:
    return make_variable(k, 0);
  }
}

static expr *make_expr(maker *k, uint32_t depth) {
  if (depth == 0 || one_in(k, 4))
    return make_leaf(k);
  if (one_in(k, 8)) {
    expr *e = test_of(k->f, EXPR_COND, make_expr(k, depth - 1));
    e->b = make_expr(k, depth - 1);
    e->c = make_expr(k, depth - 1);
    return e;
  }
  expr_op op = (expr_op)any(k, EXPR_OPERATOR_COUNT);
  if (expr_arity(op) == 1)
    return expr_unary(k->f->a, op, make_expr(k, depth - 1));
  return expr_binary(k->f->a, op, make_expr(k, depth - 1), make_expr(k, depth - 1));
}

// Not so hard to fulfil, and mostly without faults.
static expr *make_guard(maker *k) {
  expr *limit = test_number(k->f, (int32_t)any(k, 6));
  static const expr_op ops[] = {EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE, EXPR_EQ, EXPR_NE};
  expr *e = test_two(k->f, ops[any(k, 6)], make_variable(k, 0), limit);
  if (one_in(k, 6))
    return make_expr(k, 2);
  if (one_in(k, 3))
    return test_two(k->f, one_in(k, 2) ? EXPR_AND : EXPR_OR, e, make_expr(k, 1));
  return one_in(k, 20) ? test_of(k->f, EXPR_TIMEOUT, NULL) : e;
}

static void make_sync(maker *k, net_edge *e, bool is_send) {
  net_sync *s = &e->sync;
  s->kind = is_send ? SYNC_SEND : SYNC_RECEIVE;
  s->channel = make_channel(k, 0);
  s->sorted = is_send && one_in(k, 4);
  s->random = !is_send && one_in(k, 3);
  s->peek = !is_send && one_in(k, 12);
  uint32_t fields = one_in(k, 60) ? 1 : 2;
  for (uint32_t i = 0; i < fields; i++) {
    net_pattern p = {.kind = (pattern_kind)any(k, 3)};
    if (is_send)
      vec_push(k->f->m, &s->fields, one_in(k, 2) ? make_expr(k, 1) : test_number(k->f, (int32_t)any(k, 3)));
    else if (p.kind == PATTERN_BIND)
      p.value = make_variable(k, 0);
    else if (p.kind == PATTERN_MATCH)
      p.value = test_number(k->f, (int32_t)any(k, 3));
    if (!is_send)
      vec_push(k->f->m, &s->patterns, p);
  }
}

static void make_run(maker *k, net_edge *e) {
  net_template *t = k->f->n->templates.at[any(k, k->f->n->templates.count)];
  net_stmt *s = test_stmt(k->f, e, STMT_RUN);
  s->template_ = (int32_t)t->index;
  s->priority = 1;
  if (one_in(k, 2))
    s->target = make_variable(k, 0);
  for (uint32_t i = 0; i < t->parameters; i++)
    vec_push(k->f->m, &s->args, make_expr(k, 1));
  expr *few = test_two(k->f, EXPR_LT, test_of(k->f, EXPR_PROCESSES, NULL), test_number(k->f, 4));
  e->guard = e->guard ? test_two(k->f, EXPR_AND, few, e->guard) : few;
}

static void make_block(maker *k, net_edge *e, uint32_t depth);

static void make_effect(maker *k, net_edge *e, uint32_t depth) {
  for (uint32_t i = any(k, 3); i > 0; i--)
    switch (any(k, depth ? 14 : 11)) {
    case 0:
      test_assert(k->f, e, make_guard(k), "random");
      break;
    case 1:
      test_assign(k->f, e, make_channel(k, 0), make_channel(k, 0));
      break;
    case 2:
    case 3: {
      expr *v = make_variable(k, 0);
      expr_op op = one_in(k, 2) ? EXPR_ADD : EXPR_SUB;
      test_assign(k->f, e, v, test_two(k->f, op, v, test_number(k->f, (int32_t)any(k, 3))));
      break;
    }
    case 4:
      if (k->looks) {
        net_stmt *s = test_stmt(k->f, e, STMT_SET_PRIORITY);
        vec_push(k->f->m, &s->args, test_number(k->f, (int32_t)any(k, 4)));
        vec_push(k->f->m, &s->args, make_expr(k, 1));
      }
      break;
    case 11:
      make_run(k, e);
      break;
    case 12:
      make_block(k, e, depth - 1);
      break;
    default:
      test_assign(k->f, e, make_variable(k, 0), one_in(k, 2) ? test_number(k->f, (int32_t)any(k, 4)) : make_expr(k, 2));
    }
}

static void fill_edge(maker *k, net_edge *e, uint32_t depth) {
  if (one_in(k, 6))
    e->is_else = true;
  else if (one_in(k, 3))
    make_sync(k, e, one_in(k, 2));
  else if (!one_in(k, 5))
    e->guard = make_guard(k);
  make_effect(k, e, depth);
}

// Forward only, so that it ends.
static void make_block(maker *k, net_edge *e, uint32_t depth) {
  net_flow empty = {0};
  uint32_t index = k->f->n->blocks.count, locations = 1 + any(k, 3);
  vec_push(k->f->m, &k->f->n->blocks, empty);
  test_stmt(k->f, e, STMT_BLOCK)->block = index;
  for (uint32_t i = 0; i < locations; i++)
    net_add_location(k->f->n, &k->f->n->blocks.at[index]);
  for (uint32_t i = 0; i < locations; i++)
    for (uint32_t n = 1 + any(k, 2); n > 0; n--) {
      net_edge *inner =
          net_add_edge(k->f->n, &k->f->n->blocks.at[index], i, i + 1 == locations ? NET_BLOCK_EXIT : i + 1);
      inner->text = "inner";
      fill_edge(k, inner, depth);
    }
}

static net_var *make_number(maker *k, net_template *t) {
  static const uint8_t bits[] = {8, 8, 8, 1, 3, 16, 16, 11, 32, 20};
  net_var *v = test_var(k->f, t, "v", 0);
  uint32_t shape = any(k, 6);
  v->type.bits = bits[any(k, sizeof bits)];
  v->type.is_signed = v->type.bits > 1 && one_in(k, 3);
  if (shape < 2)
    v->parts.at[0].length = 1 + any(k, 3);
  if (shape == 0)
    vec_push(k->f->m, &v->parts, ((net_part){.name = "w", .length = 2}));
  v->cells = (v->parts.at[0].length ? v->parts.at[0].length : 1) * v->parts.count;
  if (one_in(k, 3))
    vec_push(k->f->m, &v->init, test_number(k->f, (int32_t)any(k, 4)));
  return v;
}

static net_var *make_channels(maker *k, net_template *t) {
  net_var *v = test_channel(k->f, t, "c", any(k, 3), 2);
  k->f->n->channels.at[v->channel].fields.at[1] = test_short;
  if (one_in(k, 3)) {
    v->cells = 2;
    v->parts.at[0].length = 2;
  }
  return v;
}

static void make_template(maker *k, net_template *t) {
  uint32_t numbers = k->numbers.count, channels = k->channels.count, locations = t->flow.locations.count;
  t->parameters = any(k, 3);
  for (uint32_t i = 0; i < t->parameters; i++) {
    net_var *v = make_number(k, t);
    v->is_parameter = true;
    v->parts.count = 1;
    v->parts.at[0].length = 0;
    v->cells = 1;
    v->init.count = 0;
    vec_push(k->f->m, &k->numbers, v);
  }
  if (one_in(k, 2))
    vec_push(k->f->m, &k->numbers, make_number(k, t));
  if (one_in(k, 2))
    vec_push(k->f->m, &k->channels, make_channels(k, t));
  t->is_deterministic = one_in(k, 20);
  if (one_in(k, 12))
    t->provided = make_guard(k);
  for (uint32_t i = 0; i + 1 < locations; i++) {
    t->flow.locations.at[i].origin = (int32_t)(10 * t->index + i);
    bool is_ranked = one_in(k, 6);
    for (uint32_t n = 1 + any(k, 3); n > 0; n--) {
      net_edge *e = test_edge(k->f, t, i, any(k, locations), "edge", NULL);
      fill_edge(k, e, 2);
      e->keeps_control = one_in(k, 3);
      e->choice = one_in(k, 4) ? 1 + i : 0;
      e->rank = is_ranked && n > 1;
    }
  }
  if (one_in(k, 2))
    test_end_edge(k->f, t, locations - 1, "end");
  k->numbers.count = numbers;
  k->channels.count = channels;
}

static void make_network(maker *k) {
  uint32_t templates = 1 + any(k, 2);
  k->looks = one_in(k, 3);
  for (uint32_t i = 2 + any(k, 2); i > 0; i--)
    vec_push(k->f->m, &k->numbers, make_number(k, NULL));
  for (uint32_t i = 1 + any(k, 2); i > 0; i--)
    vec_push(k->f->m, &k->channels, make_channels(k, NULL));
  for (uint32_t i = 0; i < templates; i++)
    test_template(k->f, "T", 3 + any(k, 2));
  for (uint32_t i = 0; i < templates; i++)
    make_template(k, k->f->n->templates.at[i]);
  for (uint32_t i = 1 + any(k, 3); i > 0; i--)
    test_process(k->f, k->f->n->templates.at[any(k, templates)], one_in(k, 8) ? 2 : 1);
  test_finish(k->f->n);
}

enum { NETWORKS = 1500, STATES = 40 };
static uint64_t seed_of_test;
static uint32_t states_of_test;

NET_TEST(one_network) {
  maker k = {.f = f, .seed = seed_of_test};
  make_network(&k);
  states_of_test += agree_all(f->m, f->n, STATES);
  vec_free(f->m, &k.numbers);
  vec_free(f->m, &k.channels);
}

static void random_networks(void **state) {
  for (seed_of_test = 1; seed_of_test <= NETWORKS; seed_of_test++)
    one_network(state);
  assert_true(states_of_test > NETWORKS * 5); // or else they are too dull to show anything
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_networks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
