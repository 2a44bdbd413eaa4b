// Alternation with boosted lists, as in LAMA (Richter, Westphal: The LAMA planner, JAIR 2010).
#include "search/open.h"

#include <assert.h>

enum { BOOST = 1000 }; // removals in advance for each new minimum, as in LAMA

typedef struct sublist {
  open_list *list;
  bool is_boosted;
  int64_t priority; // removals so far, less the boosts; the least is used next
} sublist;

typedef struct alternate {
  open_list base;
  mem *m;
  sublist *sublists;
  uint32_t count;
  uint32_t *least_estimates;
  uint32_t estimates;
} alternate;

// Has one of the estimates reached a new minimum? The first state does not count.
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
    sublist *l = &a->sublists[i];
    l->list->insert(l->list, s);
    if (has_progress && l->is_boosted)
      l->priority -= BOOST;
  }
}

// The list with the least priority among those that are not empty; NULL if there is none.
static sublist *next_list(const alternate *a) {
  sublist *best = NULL;
  uint32_t key;
  for (uint32_t i = 0; i < a->count; i++) {
    sublist *l = &a->sublists[i];
    if ((!best || l->priority < best->priority) && l->list->least(l->list, &key))
      best = l;
  }
  return best;
}

static bool least(const open_list *o, uint32_t *key) {
  *key = 0;
  return next_list((const alternate *)o) != NULL;
}

static uint32_t remove_one(open_list *o) {
  sublist *l = next_list((alternate *)o);
  assert(l);
  l->priority++;
  return l->list->remove(l->list);
}

static void close_list(open_list *o) {
  alternate *a = (alternate *)o;
  for (uint32_t i = 0; i < a->count; i++)
    a->sublists[i].list->close(a->sublists[i].list);
  mem_free(a->m, a->sublists);
  mem_free(a->m, a->least_estimates);
  mem_free(a->m, a);
}

open_list *open_alternate(mem *m, const open_sublist *sublists, uint32_t count, uint32_t estimates) {
  alternate *a = mem_alloc(m, sizeof *a);
  a->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .close = close_list};
  a->m = m;
  a->sublists = mem_alloc(m, count * sizeof *a->sublists);
  for (uint32_t i = 0; i < count; i++)
    a->sublists[i] = (sublist){.list = sublists[i].list, .is_boosted = sublists[i].is_boosted};
  a->count = count;
  a->estimates = estimates;
  return &a->base;
}
