// The models that come with the project, random timed networks, and random choices of their parts.
#ifndef TEST_ALL_MODELS_H
#define TEST_ALL_MODELS_H

#include "lang/promela/promela.h"
#include "lang/tchecker/tchecker.h"
#include "lang/uppaal/uppaal.h"
#include "test_timed_maker.h"
#include <glob.h>
#include <libgen.h>

typedef struct {
  mem *m;
  const char *file;
  void (*look)(mem *m, const network *n, const char *name);
} job;

static inline network *load(arena *memory, diags *d, const char *file) {
  const char *ending = strrchr(file, '.');
  void *front_end;
  network *n = strcmp(ending, ".pml") == 0   ? pml_load(memory, d, file, NULL, 0, &front_end)
               : strcmp(ending, ".tck") == 0 ? tck_load(memory, d, file, NULL, 0, &front_end)
                                             : upp_load(memory, d, file, NULL, 0, &front_end);
  if (n)
    net_finish(n);
  return n;
}

static inline void load_and_look(void *argument) {
  job *j = argument;
  diags d = {.memory = arena_new(j->m)};
  const network *n = load(d.memory, &d, j->file);
  if (n) // some models are there for their errors
    j->look(j->m, n, j->file);
}

static inline void for_all_models(void (*look)(mem *m, const network *n, const char *name)) {
  static const char *const patterns[] = {"models/*.*", "tests/models/*.*"};
  uint32_t count = 0;
  for (uint32_t i = 0; i < 2; i++) {
    char here[] = __FILE__, pattern[4096];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/../../%s", dirname(here), patterns[i]);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t f = 0; f < found.gl_pathc; f++, count++) {
      job j = {.m = mem_new(0), .file = found.gl_pathv[f], .look = look};
      assert_int_equal(mem_try(j.m, load_and_look, &j), MEM_OK);
      mem_delete(j.m);
    }
    globfree(&found);
  }
  assert_true(count > 100);
}

static inline bool *some(mem *m, uint64_t *seed, uint32_t count, uint32_t one_in) {
  bool *out = mem_alloc(m, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    out[i] = (uint32_t)(*seed >> 33) % one_in == 0;
  }
  return out;
}

// No edge that an urgent label is called or answered by may have bounds.
static inline void make_urgent(const network *n, uint32_t label) {
  n->labels.at[label].is_urgent = true;
  for (uint32_t i = 0; i < n->edges.count; i++) {
    net_edge *e = n->edges.at[i];
    if (e->sync.kind != SYNC_NONE && e->sync.label.first <= label && label < e->sync.label.first + e->sync.label.count)
      e->bounds.count = 0;
  }
}

static inline void add_urgency(maker *k) {
  network *n = k->f->n;
  for (uint32_t i = 0; i < n->labels.count && draw(k, 2); i++)
    if (draw(k, 2))
      make_urgent(n, i);
  for (uint32_t i = 0; i < n->labels.count && draw(k, 3) == 0; i++)
    n->labels.at[i].priority = (int32_t)draw(k, 3);
  for (uint32_t i = 0; i < n->processes.count && draw(k, 3) == 0; i++)
    n->processes.at[i].priority = (int32_t)draw(k, 2);
}

#endif
