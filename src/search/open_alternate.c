#include "search/open.h"

#include <assert.h>

enum { FAVOUR = 1000 }; // turns ahead that progress is worth, as in LAMA

typedef struct lane {
  open_lane is;
  int64_t turns; // had so far, less those that it was given ahead
} lane;

typedef struct alternate {
  open_list base;
  mem *m;
  lane *lanes;
  uint32_t count;
  uint32_t *least_estimates;
  uint32_t estimates;
} alternate;

// Is one of the estimates lower than it ever was? The first state of all is no progress.
static bool is_progress(alternate *a, const open_state *s) {
  bool is_lower = false;
  if (!a->least_estimates) {
    a->least_estimates = mem_alloc(a->m, a->estimates * sizeof *a->least_estimates);
    for (uint32_t i = 0; i < a->estimates; i++)
      a->least_estimates[i] = s->estimates[i];
  }
  for (uint32_t i = 0; i < a->estimates; i++)
    if (s->estimates[i] < a->least_estimates[i]) {
      a->least_estimates[i] = s->estimates[i];
      is_lower = true;
    }
  return is_lower;
}

static void insert(open_list *o, const open_state *s) {
  alternate *a = (alternate *)o;
  bool has_progress = is_progress(a, s);
  for (uint32_t i = 0; i < a->count; i++) {
    lane *l = &a->lanes[i];
    l->is.list->insert(l->is.list, s);
    if (has_progress && l->is.is_favoured)
      l->turns -= FAVOUR;
  }
}

// The lane with the fewest turns of those that hold something; NULL if there is none.
static lane *next_lane(const alternate *a) {
  lane *best = NULL;
  uint32_t key;
  for (uint32_t i = 0; i < a->count; i++) {
    lane *l = &a->lanes[i];
    if ((!best || l->turns < best->turns) && l->is.list->least(l->is.list, &key))
      best = l;
  }
  return best;
}

static bool least(const open_list *o, uint32_t *key) {
  *key = 0;
  return next_lane((const alternate *)o) != NULL;
}

static uint32_t remove_one(open_list *o) {
  lane *l = next_lane((alternate *)o);
  assert(l);
  l->turns++;
  return l->is.list->remove(l->is.list);
}

static void close_list(open_list *o) {
  alternate *a = (alternate *)o;
  for (uint32_t i = 0; i < a->count; i++)
    a->lanes[i].is.list->close(a->lanes[i].is.list);
  mem_free(a->m, a->lanes);
  mem_free(a->m, a->least_estimates);
  mem_free(a->m, a);
}

open_list *open_alternate(mem *m, const open_lane *lanes, uint32_t count, uint32_t estimates) {
  alternate *a = mem_alloc(m, sizeof *a);
  a->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .close = close_list};
  a->m = m;
  a->lanes = mem_alloc(m, count * sizeof *a->lanes);
  for (uint32_t i = 0; i < count; i++)
    a->lanes[i].is = lanes[i];
  a->count = count;
  a->estimates = estimates;
  return &a->base;
}
