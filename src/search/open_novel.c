// Novelty of width 1 (Lipovetzky, Geffner: Width and serialization of classical planning problems, 2012).
#include "search/open.h"
#include "search/open_queue.h"

typedef struct novel {
  open_list base;
  key_index seen; // locations of processes, and values of global variables, so far
  open_queue queue;
} novel;

static const uint64_t process_bit = (uint64_t)1 << 63;

// Everything that is new must be entered, so the loops do not stop at the first new key.
static bool is_novel(novel *n, const state_view *v) {
  uint32_t before = n->seen.keys.count;
  for (uint32_t pid = 0; pid < v->processes; pid++) {
    const view_process *p = &v->process[pid];
    key_index_number(&n->seen, process_bit | (uint64_t)pid << 48 | (uint64_t)p->template_ << 32 | p->location);
  }
  for (uint32_t i = 0; i < v->net->global_cells; i++)
    key_index_number(&n->seen, (uint64_t)i << 32 | (uint32_t)v->globals[i]);
  return n->seen.keys.count > before;
}

static void insert(open_list *o, const open_state *s) {
  novel *n = (novel *)o;
  if (s->view && is_novel(n, s->view))
    open_queue_insert(&n->queue, s->id, s->estimates[0]);
}

static bool least(const open_list *o, uint32_t *key) {
  uint64_t estimate;
  *key = 0;
  return open_queue_least(&((const novel *)o)->queue, &estimate);
}

static uint32_t remove_one(open_list *o) { return open_queue_remove(&((novel *)o)->queue); }

static void close_list(open_list *o) {
  novel *n = (novel *)o;
  mem *m = n->queue.m;
  key_index_close(&n->seen);
  open_queue_close(&n->queue);
  mem_free(m, n);
}

open_list *open_novel(mem *m) {
  novel *n = mem_alloc(m, sizeof *n);
  n->base = (open_list){.insert = insert, .least = least, .remove = remove_one, .close = close_list};
  key_index_open(&n->seen, m);
  open_queue_open(&n->queue, m, true);
  return &n->base;
}
