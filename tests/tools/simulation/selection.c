#include "selection.h"

#include "../../unit/test_maps.h"

typedef struct {
  arena *memory;
  uint32_t seed, rare;
  text_buffer *text;
} selector;

static bool is_chosen(const selector *s, const char *name) {
  uint64_t hash = 14695981039346656037u + s->seed;
  for (const char *c = name; *c; c++)
    hash = (hash ^ (uint8_t)*c) * 1099511628211u;
  return (uint32_t)(hash >> 17) % s->rare == 0;
}

// A map depends on the name as well.
static const net_map *choose_map(const selector *s, const net_var *v) {
  uint64_t seed = s->seed;
  for (const char *c = v->name; *c; c++)
    seed = (seed ^ (uint8_t)*c) * 1099511628211u;
  if (s->seed % 3 == 0 || net_map_refuses(v) || maps_draw(&seed, 1 + s->rare / 4) != 0)
    return NULL;
  const net_map *map = some_map(s->memory, v, &seed);
  text_add(s->text, " mapped %s:", v->name);
  for (uint32_t i = 0; i < map->classes; i++)
    text_add(s->text, "%s%s", i ? ", " : " ", map->names[i]);
  return map;
}

static void choose(const selector *s, const char *kind, const char *name, bool *out) {
  *out = is_chosen(s, name);
  if (*out)
    text_add(s->text, " %s %s", kind, name);
}

net_change selection_make(arena *memory, const network *net, uint32_t seed, uint32_t rare, text_buffer *text) {
  selector s = {.memory = memory, .seed = seed, .rare = rare, .text = text};
  bool *vars = ARENA_ARRAY(memory, bool, net->vars.count + 1),
       *clocks = ARENA_ARRAY(memory, bool, net->clocks.count + 1),
       *labels = ARENA_ARRAY(memory, bool, net->labels.count + 1),
       *templates = ARENA_ARRAY(memory, bool, net->templates.count + 1);
  const net_map **maps = ARENA_ARRAY(memory, const net_map *, net->vars.count + 1);
  for (uint32_t i = 0; i < net->vars.count; i++) {
    choose(&s, "variable", net->vars.at[i]->name, &vars[i]);
    maps[i] = vars[i] ? NULL : choose_map(&s, net->vars.at[i]);
  }
  bool *channels = ARENA_ARRAY(memory, bool, net->channels.count + 1);
  for (uint32_t i = 0; seed % 2 && i < net->channels.count; i++) // sometimes all or none
    choose(&s, "channel", seed % 4 == 1 ? "all" : net->channels.at[i].name, &channels[i]);
  for (uint32_t i = 0; i < net->clocks.count; i++)
    choose(&s, "clock", net->clocks.at[i].name, &clocks[i]);
  for (uint32_t i = 0; i < net->labels.count; i++)
    choose(&s, "label", net->labels.at[i].name, &labels[i]);
  for (uint32_t i = 0; i < net->templates.count; i++)
    choose(&s, "automaton", net->templates.at[i]->name, &templates[i]);
  return (net_change){
      .vars = vars, .clocks = clocks, .labels = labels, .templates = templates, .channels = channels, .maps = maps};
}
