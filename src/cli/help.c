#include "cli/help.h"

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/names.h"
#include <assert.h>
#include <string.h>

#define HELP_COLUMN 30
#define HELP_WIDTH 100

char *help_spelling(const cli_option *o, char buffer[static 64]) {
  const char *argument = o->argument ? o->argument : "";
  const char *gap = !o->argument || *argument == '[' ? "" : " ";
  if (!o->name)
    snprintf(buffer, 64, "-%c %s", o->letter, argument);
  else if (o->letter)
    snprintf(buffer, 64, "-%c, --%s%s%s", o->letter, o->name, gap, argument);
  else
    snprintf(buffer, 64, "--%s%s%s", o->name, gap, argument);
  return buffer;
}

static void add_names(const char *kind_name, unsigned verbs, char *buffer, size_t size) {
  const cli_kind *kind = cli_kind_named(kind_name);
  assert(kind && "options name kinds that exist");
  cli_name name;
  for (uint32_t i = 0; kind->at(i, &name); i++)
    if (!name.verbs || name.verbs & verbs)
      snprintf(buffer + strlen(buffer), size - strlen(buffer), "%s%s", *buffer ? " " : "", name.name);
}

char *help_values(const cli_option *o, unsigned verbs, char *buffer, size_t size) {
  buffer[0] = 0;
  if (!o->values || o->values[0] == '%')
    return buffer;
  const char *rest = o->values;
  if (*rest == '@') {
    char kind[32];
    size_t length = strcspn(rest, " ");
    snprintf(kind, sizeof kind, "%.*s", (int)length - 1, rest + 1);
    add_names(kind, verbs, buffer, size);
    rest += length;
  }
  snprintf(buffer + strlen(buffer), size - strlen(buffer), "%s", rest);
  return buffer;
}

// Prints the text from HELP_COLUMN on and breaks lines at HELP_WIDTH. The cursor is at column `at`.
static void print_wrapped(const char *text, size_t at) {
  if (at >= HELP_COLUMN) {
    putchar('\n');
    at = 0;
  }
  printf("%*s", (int)(HELP_COLUMN - at), "");
  at = HELP_COLUMN;
  while (*text) {
    size_t length = strcspn(text, " ");
    if (at > HELP_COLUMN && at + 1 + length > HELP_WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      at = HELP_COLUMN;
    } else if (at > HELP_COLUMN) {
      putchar(' ');
      at++;
    }
    printf("%.*s", (int)length, text);
    at += length;
    text += length + (text[length] == ' ');
  }
  putchar('\n');
}

static void print_option(const cli_option *o, unsigned verbs) {
  char name[64], values[256], text[512];
  help_spelling(o, name);
  help_values(o, verbs, values, sizeof values);
  bool lists_names = o->values && o->values[0] == '@';
  snprintf(text, sizeof text, lists_names ? "%s (%s)" : "%s", o->help, values);
  print_wrapped(text, (size_t)printf("  %s%s", o->letter ? "" : "    ", name));
}

static void print_options(unsigned verbs) {
  for (uint32_t i = 0; i < cli_option_count; i++)
    if (cli_options[i].verbs & verbs)
      print_option(&cli_options[i], verbs);
}

// Lines "command  # comment", with the comments aligned.
static void print_examples(const char *text) {
  size_t widest = 0;
  for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
    const char *end = strchr(at, '\n'), *comment = strstr(at, "  #");
    size_t length = (size_t)((comment && comment < end ? comment : end) - at);
    widest = length > widest && length < 60 ? length : widest;
  }
  for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
    const char *end = strchr(at, '\n'), *comment = strstr(at, "  #");
    if (!comment || comment > end)
      comment = end;
    printf("  %-*.*s%.*s\n", comment < end ? (int)widest : 0, (int)(comment - at), at, (int)(end - comment), comment);
  }
}

static void print_verb(const cli_verb *verb) {
  printf("Examples:\n");
  print_examples(verb->examples);
  printf("\nUsage: beeline %s [OPTION...] %s\n%c%s.\n\nOptions:\n", verb->name, verb->arguments,
         verb->summary[0] - 'a' + 'A', verb->summary + 1);
  print_options(verb->bit);
}

static void print_program(void) {
  printf("Beeline finds short error traces in models of concurrent systems.\n\nExamples:\n");
  print_examples("beeline check model.pml  # Promela: find an error, or show that there is none\n"
                 "beeline check model.xml  # UPPAAL: answer the queries in the model\n"
                 "beeline check --help  # all options of a verb\n");
  printf("\nUsage: beeline VERB [OPTION...] ARGUMENT...\n\nVerbs:\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    const cli_verb *v = &cli_verbs[i];
    print_wrapped(v->summary, (size_t)printf("  %s %s", v->name, v->arguments));
  }
  printf("\nOptions:\n");
  print_options(VERB_NONE);
  printf("\nExit status: 0 satisfied, 10 violated, 20 undecided (21 time, 22 memory, 23 interrupted),\n"
         "24 unsupported, 64 wrong usage, 65 wrong input, 70 internal error, 74 input or output failed.\n");
}

void help_print(const cli_verb *verb) {
  if (verb)
    print_verb(verb);
  else
    print_program();
}

beeline_status command_help(cli_request *q) {
  const cli_verb *verb = q->arguments.count ? cli_verb_named(q->arguments.at[0]) : NULL;
  if (q->arguments.count && !verb) {
    cli_error(q, "see `beeline help`", "there is no verb '%s'", q->arguments.at[0]);
    return BEELINE_EXIT_USAGE;
  }
  help_print(verb);
  return cli_finish_output(q, BEELINE_OK);
}

bool help_generate(const char *what) {
  static const struct {
    const char *name;
    void (*print)(void);
  } rows[] = {{"man", help_manual}, {"bash", help_bash}, {"zsh", help_zsh}, {"fish", help_fish}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, what) == 0) {
      rows[i].print();
      return true;
    }
  return false;
}
