// Random maps of the variables of a network to classes.
#ifndef TEST_MAPS_H
#define TEST_MAPS_H

#include "model/map.h"

static inline uint32_t maps_draw(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % below;
}

static inline const net_map *some_map(arena *memory, const net_var *v, uint64_t *seed) {
  span listed[3], all = {net_type_min(v->type), net_type_max(v->type), 1};
  uint32_t count = 0;
  if (maps_draw(seed, 3) == 0)
    return net_map_modulo(memory, v->type, 2 + (int32_t)maps_draw(seed, 3));
  for (int64_t next = all.low < -2 ? -2 : all.low; count < 3;) {
    next += maps_draw(seed, 3);
    int64_t high = next + (maps_draw(seed, 2) ? maps_draw(seed, 4) : 0);
    if (high > all.high)
      break;
    listed[count++] = span_of(next, maps_draw(seed, 6) ? high : all.high, 1);
    next = listed[count - 1].high + 1;
  }
  return net_map_ranges(memory, v->type, listed, count);
}

// One in so many variables is mapped; NULL = none is.
static inline const net_map *const *some_maps(arena *memory, const network *n, uint64_t *seed, uint32_t one_in) {
  const net_map **maps = ARENA_ARRAY(memory, const net_map *, n->vars.count + 1);
  bool is_any = false;
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (!net_map_refuses(n->vars.at[i]) && maps_draw(seed, one_in) == 0) {
      maps[i] = some_map(memory, n->vars.at[i], seed);
      is_any = true;
    }
  return is_any ? maps : NULL;
}

#endif
