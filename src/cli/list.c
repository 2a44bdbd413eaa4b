#include "cli/commands.h"

#include "cli/json.h"
#include "cli/message.h"
#include "cli/names.h"

static void print_keys(const option_key *keys) {
  for (; keys && keys->name; keys++) {
    printf("  %-13s   :%s=", "", keys->name);
    if (keys->words)
      printf("%s", keys->words);
    else if (keys->is_text)
      printf("TEXT");
    else
      printf("%g..%g", keys->least, keys->most);
    printf("  %s\n", keys->summary);
  }
}

static json_t *keys_json(const option_key *keys) {
  json_t *list = json_array();
  for (; keys && keys->name; keys++)
    json_array_append_new(list, json_pack("{s:s s:s}", "name", keys->name, "summary", keys->summary));
  return list;
}

static json_t *kind_json(const cli_kind *kind) {
  json_t *list = json_array();
  cli_name name;
  for (uint32_t i = 0; kind->at(i, &name); i++) {
    json_t *row = json_pack("{s:s s:s}", "name", name.name, "summary", name.summary);
    for (uint32_t t = 0; t < NAME_TRAITS && name.traits[t].name; t++)
      json_object_set_new(row, name.traits[t].name, json_boolean(name.traits[t].value));
    if (name.ending)
      json_object_set_new(row, "ending", json_string(name.ending));
    if (name.keys)
      json_object_set_new(row, "keys", keys_json(name.keys));
    json_array_append_new(list, row);
  }
  return list;
}

static void print_kind(const cli_kind *kind) {
  cli_name name;
  printf("%s:\n", kind->name);
  for (uint32_t i = 0; kind->at(i, &name); i++) {
    printf("  %-13s %s", name.name, name.summary);
    uint32_t shown = 0;
    for (uint32_t t = 0; t < NAME_TRAITS && name.traits[t].name; t++)
      if (name.traits[t].value)
        printf("%s%s", shown++ ? ", " : "  [", name.traits[t].name);
    if (name.ending && *name.ending)
      printf("%s%s", shown++ ? ", " : "  [", name.ending);
    puts(shown ? "]" : "");
    print_keys(name.keys);
  }
}

beeline_status command_list(cli_request *q) {
  const char *wanted = q->arguments.count ? q->arguments.at[0] : NULL;
  if (wanted && !cli_kind_named(wanted)) {
    cli_error(q, "choose one of searches, heuristics, stores, reductions, costs, languages, formats",
              "there is no kind '%s'", wanted);
    return BEELINE_EXIT_USAGE;
  }
  json_t *document = q->json ? json_pack("{s:s}", "beeline", BEELINE_VERSION) : NULL;
  for (uint32_t i = 0; i < cli_kind_count; i++) {
    const cli_kind *kind = &cli_kinds[i];
    if (wanted && cli_kind_named(wanted) != kind)
      continue;
    if (q->json)
      json_object_set_new(document, kind->name, kind_json(kind));
    else
      print_kind(kind);
  }
  return q->json ? cli_json_finish(q, document, BEELINE_OK) : cli_finish_output(q, BEELINE_OK);
}
