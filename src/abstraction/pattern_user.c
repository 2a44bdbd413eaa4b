// What a file says: lines `keep NAME` and `drop NAME`, where a name is that of a process, variable, clock or label, or
// PROCESS.VARIABLE. With a keep line, everything that no line keeps is left out; else only what a line drops. A line
// `map NAME: ...` keeps a variable, but only the classes of its values. After # is a comment.
#include "abstraction/pattern_internal.h"

#include "base/file.h"
#include <string.h>

typedef struct {
  const pattern_setup *setup;
  pattern_set kept, dropped;
  const net_map **maps; // by variable
  bool has_map;
  bool has_keep;
  const char *why; // NULL = nothing is wrong
} reader;

static bool is_named(const network *net, int32_t template_, const char *own, const char *name) {
  if (strcmp(own, name) == 0)
    return true;
  if (template_ == NET_NONE)
    return false;
  const char *scope = net->templates.at[template_]->name;
  size_t length = strlen(scope);
  return strncmp(scope, name, length) == 0 && name[length] == '.' && strcmp(own, name + length + 1) == 0;
}

// False if there is no such symbol.
static bool mark(const network *net, const char *name, pattern_set *set) {
  bool is_found = false;
  for (uint32_t i = 0; i < net->templates.count; i++)
    if (strcmp(net->templates.at[i]->name, name) == 0)
      is_found = set->templates[i] = true;
  for (uint32_t i = 0; i < net->vars.count; i++)
    if (is_named(net, net->vars.at[i]->template_, net->vars.at[i]->name, name)) {
      is_found = set->vars[i] = true;
      if (net->vars.at[i]->channel != NET_NONE)
        set->channels[net->vars.at[i]->channel] = true;
    }
  for (uint32_t i = 0; i < net->clocks.count; i++)
    if (is_named(net, net->clocks.at[i].template_, net->clocks.at[i].name, name))
      is_found = set->clocks[i] = true;
  for (uint32_t i = 0; i < net->labels.count; i++)
    if (strcmp(net->labels.at[i].name, name) == 0)
      is_found = set->labels[i] = true;
  return is_found;
}

// Maps every variable of this name. Returns NULL, or what is wrong.
static const char *read_map(reader *r, char *text) {
  const network *net = r->setup->net;
  const char *why = NULL;
  bool is_found = false;
  text += strspn(text, " \t");
  char *classes = strchr(text, ':');
  if (!classes)
    return "a map is 'map NAME: VALUE, LOW..HIGH, ...' or 'map NAME: mod NUMBER'";
  *classes++ = 0;
  text[strcspn(text, " \t")] = 0;
  for (uint32_t i = 0; i < net->vars.count && !why; i++)
    if (is_named(net, net->vars.at[i]->template_, net->vars.at[i]->name, text)) {
      is_found = r->kept.vars[i] = true;
      why = pattern_map_read(r->setup->memory, net, net->vars.at[i], classes, &r->maps[i]);
    }
  r->has_map = true;
  return is_found ? why : arena_printf(r->setup->memory, "the model has no variable '%s'", text);
}

static void read_line(reader *r, char *line, uint32_t number) {
  line[strcspn(line, "#")] = 0;
  char *first = line + strspn(line, " \t\r");
  if (strncmp(first, "map", 3) == 0 && strchr(" \t", first[3])) {
    const char *why = read_map(r, first + 3);
    r->why = why ? arena_printf(r->setup->memory, "%s:%u: %s", r->setup->file, number, why) : NULL;
    return;
  }
  char *left;
  const char *word = strtok_r(line, " \t\r", &left), *name = word ? strtok_r(NULL, " \t\r", &left) : NULL;
  if (!word)
    return;
  bool is_keep = strcmp(word, "keep") == 0, is_drop = strcmp(word, "drop") == 0;
  const pattern_setup *s = r->setup;
  if ((!is_keep && !is_drop) || !name || strtok_r(NULL, " \t\r", &left))
    r->why =
        arena_printf(s->memory, "%s:%u: a line is 'keep NAME', 'drop NAME' or 'map NAME: CLASSES'", s->file, number);
  else if (!mark(s->net, name, is_keep ? &r->kept : &r->dropped))
    r->why = arena_printf(s->memory, "%s:%u: the model has no '%s'", s->file, number, name);
  r->has_keep |= is_keep;
}

static void unite(const bool *more, bool *flags, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    flags[i] |= more[i];
}

// NULL, or why channels that a line drops stay.
static const char *refuse_channels(const pattern_setup *setup, const pattern_set *dropped, const pattern_set *out) {
  for (uint32_t i = 0; i < setup->net->channels.count; i++) {
    const net_channel *c = &setup->net->channels.at[i];
    if (dropped->channels[i] && !out->channels[i])
      return arena_printf(setup->memory, "the contents of channel '%s' cannot be left out: %s", c->name,
                          c->capacity ? "which channel some message goes to is known only at run time, so all of them "
                                        "must be left out, and none may be a rendezvous channel"
                                      : "a rendezvous channel has none");
  }
  return NULL;
}

static const char *choose(const pattern_setup *setup, pattern_set *out) {
  const network *net = setup->net;
  reader r = {.setup = setup};
  diags d = {.memory = setup->memory};
  if (!*setup->file)
    return "it needs a file: user:file=NAME";
  char *text = file_read(setup->memory, &d, setup->file, NULL, NULL);
  if (!text)
    return arena_printf(setup->memory, "the file '%s' cannot be read", setup->file);
  r.kept = pattern_set_new(setup->memory, net);
  r.dropped = pattern_set_new(setup->memory, net);
  r.maps = ARENA_ARRAY(setup->memory, const net_map *, net->vars.count + 1);
  uint32_t number = 1;
  for (char *line = text, *end; line && !r.why; line = end, number++) {
    end = strchr(line, '\n');
    if (end)
      *end++ = 0;
    read_line(&r, line, number);
  }
  if (r.why)
    return r.why;
  *out = r.has_keep ? pattern_set_without(setup->memory, net, &r.kept) : pattern_set_new(setup->memory, net);
  pattern_keep_used_channels(setup->memory, net, setup->facts, out);
  unite(r.dropped.channels, out->channels, net->channels.count);
  unite(r.dropped.vars, out->vars, net->vars.count);
  unite(r.dropped.clocks, out->clocks, net->clocks.count);
  unite(r.dropped.labels, out->labels, net->labels.count);
  unite(r.dropped.templates, out->templates, net->templates.count);
  pattern_keep_channels(setup->memory, net, out);
  out->maps = r.has_map ? r.maps : NULL;
  return refuse_channels(setup, &r.dropped, out);
}

static const option_key keys[] = {
    {.name = "file", .summary = "lines 'keep NAME', 'drop NAME', 'map NAME: CLASSES'", .is_text = true}, {0}};

static void set(pattern_setup *setup, const key_values *given) {
  setup->file = arena_copy(setup->memory, given->text[0].at, given->text[0].length);
}

const pattern_method pattern_user = {
    .name = "user",
    .summary = "what the lines of a file say",
    .keys = keys,
    .set = set,
    .choose = choose,
};
