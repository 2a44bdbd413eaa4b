// Steps of timed networks as text: locations, guard, synchronisation and effect of each process.
#include "trace/show.h"

#include <string.h>

// The text of an edge: "from -> to: ...". The names in it are those of the language, also of locations without a name.
typedef struct move {
  const char *from, *to, *rest;
  int from_length, to_length;
} move;

static bool is_name(const char *name, const char *text, size_t length) {
  return !name || (strlen(name) == length && strncmp(name, text, length) == 0);
}

static bool read_move(const net_edge *e, const net_flow *flow, move *m) {
  size_t from = strcspn(e->text, " :");
  const char *arrow = e->text + from, *to = arrow + 4;
  if (from == 0 || strncmp(arrow, " -> ", 4) != 0)
    return false;
  size_t length = strcspn(to, " :");
  const char *rest = to + length;
  *m = (move){e->text, to, rest + (*rest ? 2 : 0), (int)from, (int)length};
  return length > 0 && (!*rest || strncmp(rest, ": ", 2) == 0) &&
         is_name(flow->locations.at[e->from].name, e->text, from) &&
         is_name(flow->locations.at[e->to].name, to, length);
}

static bool ends_part(const char *at) {
  return strncmp(at, ", ", 2) == 0 || strncmp(at, " && ", 4) == 0 || strncmp(at, " || ", 4) == 0;
}

// At most width characters of the text, up to the end of a part; 0 = all.
static void add_cut(text_buffer *t, const char *text, size_t width) {
  size_t cut = width;
  if (width == 0 || strlen(text) <= width) {
    text_add(t, "%s", text);
    return;
  }
  while (cut > 0 && !ends_part(text + cut))
    cut--;
  text_add_bytes(t, text, cut > 0 ? cut : width);
  text_add(t, " ...");
}

// Guard and effect are cut; selected values, which come before them in rest, and the synchronisation are not.
static void show_words(text_buffer *t, const net_edge *e, const char *rest, size_t width) {
  const char *words[] = {e->words.guard, e->words.sync, e->words.effect}, *comma = "";
  size_t known = 0;
  for (uint32_t i = 0; i < 3; i++)
    known += words[i] ? strlen(words[i]) + 2 : 0;
  size_t length = strlen(rest), chosen = known > 0 && length > known ? length - known : 0;
  if (known == 0) {
    add_cut(t, rest, 2 * width);
    return;
  }
  if (chosen > 0) {
    text_add_bytes(t, rest, chosen);
    comma = ", ";
  }
  for (uint32_t i = 0; i < 3; i++) {
    if (!words[i])
      continue;
    text_add(t, "%s", comma);
    add_cut(t, words[i], i == 1 ? 0 : width);
    comma = ", ";
  }
}

static void show_move(text_buffer *t, const ref_state *s, const ref_participant *p, size_t width) {
  move m;
  if (read_move(p->edge, &s->net->templates.at[s->processes.at[p->pid].template_]->flow, &m)) {
    show_process(t, s, p->pid);
    text_add(t, ".%.*s -> ", m.from_length, m.from);
    show_process(t, s, p->pid);
    text_add(t, ".%.*s", m.to_length, m.to);
  } else {
    show_location(t, s, p->pid, p->edge->from);
    text_add(t, " -> ");
    show_location(t, s, p->pid, p->edge->to);
    m.rest = p->edge->text;
  }
  if (!*m.rest)
    return;
  text_add(t, "  { ");
  show_words(t, p->edge, m.rest, width);
  text_add(t, " }");
}

void show_step(text_buffer *t, const ref_state *before, const ref_participants *who, const char *with, size_t width) {
  for (uint32_t i = 0; i < who->count; i++) {
    text_add(t, "%s", i > 0 ? with : "");
    show_move(t, before, &who->at[i], width);
  }
}
