#include "abstraction/pdb_file.h"

#include "abstraction/pdb_mark.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// What every file begins with. The numbers also tell whether the machine is of the same kind.
typedef struct file_head {
  char magic[16];
  uint64_t mark; // of the network and the question
  uint64_t states, used;
  uint32_t keys, constants, count, n, width, row, start;
  uint32_t lookup, is_whole, is_merged;
} file_head;

typedef struct file_map { // how a variable is mapped; its ranges follow
  uint32_t is_mapped, count;
  int32_t modulus;
} file_map;

static const char magic[16] = "beeline pdb 2\n";

typedef struct saver {
  FILE *out;
  XXH3_state_t sum;
  bool is_wrong;
} saver;

static void put(saver *s, const void *bytes, size_t size) {
  if (size && fwrite(bytes, 1, size, s->out) != size)
    s->is_wrong = true;
  XXH3_64bits_update(&s->sum, bytes, size);
}

static void put_set(saver *s, const network *net, const pattern_set *set) {
  put(s, set->vars, net->vars.count);
  put(s, set->clocks, net->clocks.count);
  put(s, set->labels, net->labels.count);
  put(s, set->templates, net->templates.count);
  put(s, set->channels, net->channels.count);
}

// For each variable: whether it is mapped, and how.
static void put_maps(saver *s, const network *net, const net_map *const *maps) {
  for (uint32_t i = 0; i < net->vars.count; i++) {
    const net_map *map = maps ? maps[i] : NULL;
    file_map m = {.is_mapped = map != NULL};
    if (map) {
      m.modulus = map->modulus;
      m.count = map->listed_count;
    }
    put(s, &m, sizeof m);
    for (uint32_t r = 0; r < m.count; r++)
      put(s, &map->listed[r], sizeof *map->listed);
  }
}

static void put_table(saver *s, const table *t) {
  for (uint32_t i = 0; i < t->ends.count; i++) {
    uint64_t end = ends_at(&t->ends, i);
    put(s, &end, sizeof end);
  }
  put(s, t->bytes, t->used);
  put(s, t->constants_of.at, t->constants_of.count * sizeof *t->constants_of.at);
  put(s, t->constants.at, t->constants.count * sizeof *t->constants.at);
  if (t->n > 1)
    put(s, t->first, (t->ends.count + 1) * sizeof *t->first);
  put(s, t->zones, (size_t)t->count * t->row);
  put(s, t->distances, t->count * sizeof *t->distances);
}

static file_head head_of(arena *memory, const pdb *p) {
  const table *t = &p->table;
  file_head h = {.states = p->states, .used = t->used, .keys = t->ends.count, .constants = t->constants.count};
  memcpy(h.magic, magic, sizeof magic);
  h.mark = pdb_mark(memory, p->a->copy->from, &p->about);
  h.count = t->count;
  h.n = t->n;
  h.width = t->width;
  h.row = t->row;
  h.start = p->start;
  h.lookup = t->lookup;
  h.is_whole = t->is_whole;
  h.is_merged = p->is_merged;
  return h;
}

const char *pdb_file_save(arena *memory, const char *file, const pdb *p, const pattern_set *left_out) {
  file_head h = head_of(memory, p);
  saver s = {.out = fopen(file, "wb")};
  if (!s.out)
    return arena_printf(memory, "%s: %s", file, strerror(errno));
  XXH3_64bits_reset(&s.sum);
  put(&s, &h, sizeof h);
  put_set(&s, p->a->copy->from, left_out);
  put_maps(&s, p->a->copy->from, left_out->maps);
  put_table(&s, &p->table);
  uint64_t sum = XXH3_64bits_digest(&s.sum);
  put(&s, &sum, sizeof sum);
  if (fclose(s.out) != 0 || s.is_wrong)
    return arena_printf(memory, "%s: the table could not be written", file);
  return NULL;
}

typedef struct loader {
  const uint8_t *at, *end;
  bool is_short;
} loader;

static const void *take(loader *l, uint64_t size) {
  const void *taken = l->at;
  if (size > (uint64_t)(l->end - l->at))
    l->is_short = true;
  else
    l->at += size;
  return taken;
}

static const char *open_file(arena *memory, const char *file, const network *net, const question *asked, loader *l,
                             file_head *h) {
  diags problems = {.memory = memory};
  size_t length;
  const uint8_t *bytes = (const uint8_t *)file_read(memory, &problems, file, &length, NULL);
  uint64_t sum;
  if (!bytes)
    return arena_printf(memory, "%s: %s", file, problems.first ? problems.first->message : "cannot be read");
  if (length < sizeof *h + sizeof sum || memcmp(bytes, magic, sizeof magic) != 0)
    return arena_printf(memory, "%s: not a pattern database of this version", file);
  memcpy(h, bytes, sizeof *h);
  memcpy(&sum, bytes + length - sizeof sum, sizeof sum);
  if (XXH3_64bits(bytes, length - sizeof sum) != sum)
    return arena_printf(memory, "%s: the file is damaged", file);
  if (h->mark != pdb_mark(memory, net, asked))
    return arena_printf(memory, "%s: the database was made for another model or property", file);
  *l = (loader){.at = bytes + sizeof *h, .end = bytes + length - sizeof sum};
  return NULL;
}

const char *pdb_file_check(arena *memory, const char *file, const network *net, const question *asked) {
  loader l;
  file_head h;
  return open_file(memory, file, net, asked, &l, &h);
}

static pattern_set take_set(arena *memory, loader *l, const network *net) {
  pattern_set set = pattern_set_new(memory, net);
  struct {
    bool *flags;
    uint32_t count;
  } parts[] = {{set.vars, net->vars.count},
               {set.clocks, net->clocks.count},
               {set.labels, net->labels.count},
               {set.templates, net->templates.count},
               {set.channels, net->channels.count}};
  for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const uint8_t *from = take(l, parts[i].count);
    for (uint32_t k = 0; k < parts[i].count && !l->is_short; k++)
      parts[i].flags[k] = from[k] != 0;
  }
  return set;
}

static const net_map *take_map(arena *memory, loader *l, net_type type) {
  file_map m = {0};
  const void *from = take(l, sizeof m);
  if (!l->is_short)
    memcpy(&m, from, sizeof m);
  if (!m.is_mapped)
    return NULL;
  if (m.modulus)
    return net_map_modulo(memory, type, m.modulus);
  span *listed = ARENA_ARRAY(memory, span, m.count + 1);
  from = take(l, m.count * sizeof *listed);
  if (!l->is_short)
    memcpy(listed, from, m.count * sizeof *listed);
  return net_map_ranges(memory, type, listed, l->is_short ? 0 : m.count);
}

static const net_map **take_maps(arena *memory, loader *l, const network *net) {
  const net_map **maps = ARENA_ARRAY(memory, const net_map *, net->vars.count + 1);
  bool is_any = false;
  for (uint32_t i = 0; i < net->vars.count; i++) {
    maps[i] = take_map(memory, l, net->vars.at[i]->type);
    is_any |= maps[i] != NULL;
  }
  return is_any ? maps : NULL;
}

static void *take_copy(table *t, loader *l, uint64_t size, uint64_t room) {
  const void *from = take(l, size);
  void *out = mem_alloc(t->m, room + 1);
  return l->is_short || !size ? out : memcpy(out, from, size);
}

static void take_keys(table *t, loader *l, const file_head *h) {
  uint64_t start = 0, end;
  const uint8_t *limits = take(l, h->keys * sizeof end), *bytes = take(l, h->used);
  bool is_new;
  for (uint32_t i = 0; i < h->keys && !l->is_short; i++, start = end) {
    memcpy(&end, limits + i * sizeof end, sizeof end);
    l->is_short |= end < start || end > h->used;
    if (!l->is_short)
      table_add_key(t, bytes + start, (uint32_t)(end - start), &is_new);
  }
}

static void take_table(table *t, loader *l, const file_head *h) {
  take_keys(t, l, h);
  t->constants_of.count = t->constants_of.room = h->n > 1 ? h->keys : 0;
  t->constants_of.at =
      take_copy(t, l, t->constants_of.count * sizeof *t->constants_of.at, t->constants_of.count * 4ull);
  t->constants.count = t->constants.room = h->constants;
  t->constants.at = take_copy(t, l, h->constants * sizeof *t->constants.at, h->constants * 4ull);
  if (h->n > 1)
    t->first = take_copy(t, l, (h->keys + 1ull) * sizeof *t->first, (h->keys + 1ull) * sizeof *t->first);
  t->zones = take_copy(t, l, (uint64_t)h->count * h->row, (uint64_t)h->count * h->row + ROW_SLACK);
  t->distances = take_copy(t, l, h->count * sizeof *t->distances, h->count * sizeof *t->distances);
  t->count = h->count;
  t->width = h->width;
  t->row = h->row;
  t->is_whole = h->is_whole;
}

const char *pdb_file_load(arena *memory, const char *file, const network *net, facts *known, const question *asked,
                          pdb *out) {
  loader l;
  file_head h;
  abstraction *a;
  const char *why = open_file(memory, file, net, asked, &l, &h);
  if (why)
    return why;
  pattern_set set = take_set(memory, &l, net);
  set.maps = take_maps(memory, &l, net);
  net_change change = pattern_set_change(&set);
  why = abstraction_make(memory, net, known, asked, &change, &a);
  if (why)
    return why;
  pdb_begin(out, arena_mem(memory), a, asked, (table_lookup)h.lookup);
  if (out->table.n == h.n)
    take_table(&out->table, &l, &h);
  out->states = h.states;
  out->start = h.start;
  out->is_merged = h.is_merged;
  if (out->table.n == h.n && !l.is_short && l.at == l.end)
    return NULL;
  pdb_close(out);
  return arena_printf(memory, "%s: the file is damaged", file);
}
