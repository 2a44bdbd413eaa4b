#include "model/map.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

// What a variable of the type holds. With 32 bits all values are stored as they are, whether they are signed or not.
span net_map_stored(net_type type) {
  return type.bits == 32 && !type.is_checked ? span_any : span_of(net_type_min(type), net_type_max(type), 1);
}

span net_map_domain(net_type type) { return span_join(net_map_stored(type), span_of(0, 0, 0)); }

const char *net_map_refuses(const net_var *v) {
  if (v->channel != NET_NONE || v->type.kind == KIND_CHANNEL)
    return "a channel cannot be mapped";
  if (v->is_scratch)
    return "it is not part of a state";
  return v->is_constant ? "it is constant" : NULL;
}

static void add_piece(arena *memory, net_map *map, span values, uint32_t class_) {
  vec_push(arena_mem(memory), &map->pieces, ((net_map_piece){values, class_}));
}

const net_map *net_map_modulo(arena *memory, net_type type, int32_t modulus) {
  assert(modulus > 1 && modulus <= NET_MOST_CLASSES);
  net_map *map = ARENA_NEW(memory, net_map);
  *map = (net_map){.classes = (uint32_t)modulus, .modulus = modulus};
  map->names = ARENA_ARRAY(memory, const char *, map->classes);
  span all = net_map_domain(type);
  for (int32_t i = 0; i < modulus; i++) {
    int64_t low = all.low + (i - all.low % modulus + modulus) % modulus;
    map->names[i] = arena_printf(memory, "%" PRId32 " modulo %" PRId32, i, modulus);
    if (low <= all.high)
      add_piece(memory, map, span_of(low, all.high, modulus), (uint32_t)i);
  }
  return map;
}

static int by_low(const void *a, const void *b) {
  const net_map_piece *x = a, *y = b;
  return x->values.low < y->values.low ? -1 : x->values.low > y->values.low;
}

// What lies between the pieces. Returns whether there is anything.
static bool add_others(arena *memory, net_map *map, net_type type, uint32_t class_) {
  uint32_t count = map->pieces.count;
  span all = net_map_domain(type);
  int64_t next = all.low;
  for (uint32_t i = 0; i < count; i++) {
    span s = map->pieces.at[i].values;
    if (s.low > next)
      add_piece(memory, map, span_of(next, s.low - 1, 1), class_);
    next = s.high + 1;
  }
  if (next <= all.high)
    add_piece(memory, map, span_of(next, all.high, 1), class_);
  return map->pieces.count > count;
}

const net_map *net_map_ranges(arena *memory, net_type type, const span *ranges, uint32_t count) {
  assert(count < NET_MOST_CLASSES);
  net_map *map = ARENA_NEW(memory, net_map);
  span *listed = ARENA_ARRAY(memory, span, count + 1);
  for (uint32_t i = 0; i < count; i++)
    listed[i] = ranges[i];
  map->listed = listed;
  map->listed_count = count;
  map->names = ARENA_ARRAY(memory, const char *, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    map->names[i] = ranges[i].low == ranges[i].high
                        ? arena_printf(memory, "%" PRId64, ranges[i].low)
                        : arena_printf(memory, "%" PRId64 "..%" PRId64, ranges[i].low, ranges[i].high);
    add_piece(memory, map, ranges[i], i);
  }
  if (count)
    qsort(map->pieces.at, count, sizeof *map->pieces.at, by_low);
  map->classes = count + add_others(memory, map, type, count);
  map->names[count] = "other";
  qsort(map->pieces.at, map->pieces.count, sizeof *map->pieces.at, by_low);
  uint32_t first = 0; // the class of 0, which becomes number 0
  for (uint32_t i = 0; i < map->pieces.count; i++)
    first = span_has(map->pieces.at[i].values, 0) ? map->pieces.at[i].class_ : first;
  const char *name = map->names[first];
  for (uint32_t i = first; i > 0; i--)
    map->names[i] = map->names[i - 1];
  map->names[0] = name;
  for (uint32_t i = 0; i < map->pieces.count; i++) {
    uint32_t *class_ = &map->pieces.at[i].class_;
    *class_ = *class_ == first ? 0 : *class_ < first ? *class_ + 1 : *class_;
  }
  return map;
}

uint32_t net_map_class(const net_map *map, int32_t value) {
  if (map->modulus)
    return (uint32_t)((value % map->modulus + map->modulus) % map->modulus);
  uint32_t i = 0;
  while (i + 1 < map->pieces.count && value > map->pieces.at[i].values.high)
    i++;
  return map->pieces.at[i].class_;
}

static uint64_t classes_within(const net_map *map, int64_t low, int64_t high, span values, int64_t shift) {
  uint64_t out = 0;
  span part;
  if (!span_cut(values, low - shift, high - shift, &part))
    return 0;
  part.low += shift;
  part.high += shift;
  for (uint32_t i = 0; i < map->pieces.count; i++)
    if (span_meets(part, map->pieces.at[i].values))
      out |= UINT64_C(1) << map->pieces.at[i].class_;
  return out;
}

uint64_t net_map_classes(const net_map *map, net_type type, span values) {
  int64_t low = net_map_stored(type).low, high = net_map_stored(type).high, size = INT64_C(1) << type.bits;
  if (type.is_checked) {
    values = span_wrap(values, INT32_MIN, 32);
    uint64_t out = classes_within(map, low, high, values, 0);
    return values.low < low || values.high > high ? out | UINT64_C(1) << map->classes : out;
  }
  if (values.low < low - size || values.high > high + size)
    values = span_wrap(values, low, type.bits);
  return classes_within(map, low, high, values, 0) | classes_within(map, low, high, values, size) |
         classes_within(map, low, high, values, -size);
}

static expr *number(arena *memory, int64_t value, const expr *like) {
  return expr_const(memory, (int32_t)value, like->at);
}

static expr *with(arena *memory, expr_op op, expr *a, int64_t b) {
  return expr_binary(memory, op, a, number(memory, b, a));
}

static expr *choose(arena *memory, expr *test, expr *yes, expr *no) {
  int32_t value;
  if (expr_is_const(test, &value))
    return value ? yes : no;
  expr *out = expr_new(memory, EXPR_COND, test->at);
  out->a = test;
  out->b = yes;
  out->c = no;
  return out;
}

// The value as the variable stores it.
static expr *cut(arena *memory, net_type type, expr *value) {
  if (type.is_checked || type.bits == 32)
    return value;
  if (!type.is_signed)
    return with(memory, EXPR_BIT_AND, value, (INT64_C(1) << type.bits) - 1);
  return with(memory, EXPR_SHR, with(memory, EXPR_SHL, value, 32 - type.bits), 32 - type.bits);
}

expr *net_map_expr(arena *memory, const net_map *map, net_type type, expr *value) {
  expr *kept = cut(memory, type, value), *out;
  if (map->modulus) {
    out = with(memory, EXPR_MOD, kept, map->modulus);
    if (net_map_stored(type).low < 0)
      out = with(memory, EXPR_MOD, with(memory, EXPR_ADD, out, map->modulus), map->modulus);
  } else {
    uint32_t i = map->pieces.count - 1;
    out = number(memory, map->pieces.at[i].class_, value);
    while (i-- > 0)
      out = choose(memory, with(memory, EXPR_LE, kept, map->pieces.at[i].values.high),
                   number(memory, map->pieces.at[i].class_, value), out);
  }
  if (!type.is_checked)
    return out;
  expr *wrong = number(memory, map->classes, value);
  out = choose(memory, with(memory, EXPR_GT, value, type.high), wrong, out);
  return choose(memory, with(memory, EXPR_LT, value, type.low), wrong, out);
}

net_type net_map_type(network *net, const net_map *map) {
  net_type out = net_type_range(0, (int32_t)map->classes - 1);
  net_enum names = {.name = ""};
  mem *m = arena_mem(net->memory);
  for (uint32_t i = 0; i < map->classes; i++) {
    vec_push(m, &names.names, map->names[i]);
    vec_push(m, &names.values, (int32_t)i);
  }
  out.kind = KIND_ENUM;
  out.set = (int16_t)net->enums.count;
  vec_push(m, &net->enums, names);
  return out;
}
