#define _GNU_SOURCE
#include "cli/message.h"

#include "base/nearest.h"
#include <string.h>

typedef struct {
  cli_request *request;
  char **argv;
  int argc, next;
} reader;

static bool is_optional(const cli_option *o) { return o->argument && o->argument[0] == '['; }

static bool usage(const reader *r, const char *format, const char *what) {
  char hint[64];
  const cli_verb *verb = r->request->verb;
  snprintf(hint, sizeof hint, "see `beeline %s%s--help`", verb ? verb->name : "", verb ? " " : "");
  char message[512];
  snprintf(message, sizeof message, format, what);
  cli_error(r->request, hint, "%s", message);
  return false;
}

static unsigned verb_bit(const reader *r) { return r->request->verb ? r->request->verb->bit : VERB_NONE; }

static bool check_verb_has(const reader *r, const cli_option *o) {
  if (o->verbs & verb_bit(r))
    return true;
  char name[32], message[128];
  const cli_verb *verb = r->request->verb;
  if (verb)
    snprintf(message, sizeof message, "'beeline %s' has no option %s", verb->name, cli_spelling(o, name));
  else
    snprintf(message, sizeof message, "option %s must come after a verb", cli_spelling(o, name));
  return usage(r, "%s", message);
}

static bool unknown_option(const reader *r, const char *name) {
  nearest n = {.wanted = name};
  for (uint32_t i = 0; i < cli_option_count; i++)
    nearest_try(&n, cli_options[i].verbs & verb_bit(r) ? cli_options[i].name : NULL);
  if (!n.name)
    return usage(r, "there is no option --%s", name);
  char hint[64];
  snprintf(hint, sizeof hint, "did you mean --%s?", n.name);
  cli_error(r->request, hint, "there is no option --%s", name);
  return false;
}

// A long option may be abbreviated if only one option of the verb begins that way. The same name can be a different
// option for another verb.
static const cli_option *find_long(const reader *r, const char *name, size_t length, bool *is_ambiguous) {
  const cli_option *found = NULL, *of_another_verb = NULL;
  *is_ambiguous = false;
  for (uint32_t i = 0; i < cli_option_count; i++) {
    const cli_option *o = &cli_options[i];
    if (!o->name || strncmp(o->name, name, length) != 0)
      continue;
    bool is_exact = !o->name[length];
    if (!(o->verbs & verb_bit(r))) {
      of_another_verb = is_exact ? o : of_another_verb;
    } else if (is_exact) {
      *is_ambiguous = false;
      return o;
    } else {
      *is_ambiguous = found != NULL;
      found = o;
    }
  }
  return of_another_verb ? of_another_verb : found;
}

static bool take_value(reader *r, const cli_option *o, const char **value) {
  char name[32];
  if (r->next >= r->argc)
    return usage(r, "%s needs an argument", cli_spelling(o, name));
  *value = r->argv[r->next++];
  return true;
}

static bool read_long(reader *r, const char *text) {
  size_t length = strcspn(text, "=");
  bool is_ambiguous;
  const cli_option *o = length ? find_long(r, text, length, &is_ambiguous) : NULL;
  if (!o) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), text);
    return unknown_option(r, name);
  }
  if (is_ambiguous)
    return usage(r, "--%s is ambiguous: several options begin like this", text);
  const char *value = text[length] ? text + length + 1 : NULL;
  if (!check_verb_has(r, o))
    return false;
  if (value && !o->argument)
    return usage(r, "--%s takes no argument", o->name);
  if (!value && o->argument && !is_optional(o) && !take_value(r, o, &value))
    return false;
  return o->set(r->request, o, value);
}

// The same letter can be a different option for another verb.
static const cli_option *find_letter(const reader *r, char letter) {
  const cli_option *found = NULL;
  for (uint32_t i = 0; i < cli_option_count; i++)
    if (cli_options[i].letter == letter && (!found || cli_options[i].verbs & verb_bit(r)))
      found = &cli_options[i];
  return found;
}

// -qv is -q -v. The argument of a letter is the rest of the word or, if that is empty, the next word.
static bool read_letters(reader *r, const char *text) {
  for (; *text; text++) {
    const cli_option *o = find_letter(r, *text);
    char name[2] = {*text};
    if (!o)
      return usage(r, "there is no option -%s", name);
    if (!check_verb_has(r, o))
      return false;
    const char *value = text + 1;
    if (!o->argument) {
      if (!o->set(r->request, o, NULL))
        return false;
      continue;
    }
    if (!*value && !take_value(r, o, &value))
      return false;
    return o->set(r->request, o, value);
  }
  return true;
}

static bool read_verb(reader *r, const char *word) {
  r->request->verb = cli_verb_named(word);
  if (r->request->verb)
    return true;
  char names[128] = "the verbs are";
  for (uint32_t i = 0; i < cli_verb_count; i++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s %s", i ? "," : "", cli_verbs[i].name);
  cli_error(r->request, names, "there is no verb '%s'", word);
  return false;
}

static bool check_arguments(const reader *r) {
  const cli_request *q = r->request;
  if (q->help || q->version || q->generate)
    return true;
  if (!q->verb)
    return usage(r, "%s", "no verb is given, as in: beeline check MODEL");
  if (q->arguments.count < q->verb->least) {
    char message[128];
    snprintf(message, sizeof message, "an argument is missing: beeline %s %s", q->verb->name, q->verb->arguments);
    return usage(r, "%s", message);
  }
  if (q->verb->files && q->arguments.count && !*q->arguments.at[0])
    return usage(r, "%s", "the name of the model is empty");
  if (q->arguments.count > q->verb->most)
    return usage(r, "unexpected argument '%s'", q->arguments.at[q->verb->most]);
  return true;
}

bool cli_parse(cli_request *request, int argc, char **argv) {
  reader r = {.request = request, .argv = argv, .argc = argc, .next = 1};
  bool only_arguments = false;
  while (r.next < argc) {
    const char *word = argv[r.next++];
    bool good = true;
    if (!only_arguments && strcmp(word, "--") == 0)
      only_arguments = true;
    else if (!only_arguments && strncmp(word, "--", 2) == 0)
      good = read_long(&r, word + 2);
    else if (!only_arguments && word[0] == '-' && word[1])
      good = read_letters(&r, word + 1);
    else if (!request->verb)
      good = read_verb(&r, word);
    else
      vec_push(request->memory, &request->arguments, word);
    if (!good)
      return false;
  }
  return check_arguments(&r);
}
