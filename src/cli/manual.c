#include "cli/help.h"

#include "cli/names.h"
#include <string.h>

// Escapes text for troff: backslashes and hyphens, and a dot or a quote at the beginning of a line.
static void put(const char *text) {
  if (*text == '.' || *text == '\'')
    fputs("\\&", stdout);
  for (; *text; text++) {
    if (*text == '\\')
      fputs("\\e", stdout);
    else if (*text == '-')
      fputs("\\-", stdout);
    else
      putchar(*text);
  }
}

static void put_line(const char *text) {
  put(text);
  putchar('\n');
}

static void print_options(unsigned verbs) {
  for (uint32_t i = 0; i < cli_option_count; i++) {
    const cli_option *o = &cli_options[i];
    if (!(o->verbs & verbs))
      continue;
    char name[64], values[256];
    printf(".TP\n.B ");
    put_line(help_spelling(o, name));
    put_line(o->help);
    if (o->values && o->values[0] == '@') {
      fputs(".br\nOne of: ", stdout);
      put_line(help_values(o, verbs, values, sizeof values));
    }
  }
}

static void print_examples(const char *text) {
  printf(".PP\n.nf\n");
  while (*text) {
    const char *end = strchr(text, '\n');
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
    printf("    ");
    put_line(line);
    text = end + 1;
  }
  printf(".fi\n");
}

static void print_names(void) {
  printf(".SH NAMES\n");
  for (uint32_t k = 0; k < cli_kind_count; k++) {
    printf(".SS %s\n", cli_kinds[k].name);
    cli_name name;
    for (uint32_t i = 0; cli_kinds[k].at(i, &name); i++) {
      printf(".TP\n.B ");
      put_line(name.name);
      put_line(name.summary);
    }
  }
}

void help_manual(void) {
  printf(".TH BEELINE 1 \"\" \"Beeline %s\" \"User Commands\"\n", BEELINE_VERSION);
  printf(".SH NAME\nbeeline \\- find short error traces in models of concurrent systems\n.SH SYNOPSIS\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    printf(".B beeline %s\n", cli_verbs[i].name);
    put_line(cli_verbs[i].arguments);
    printf(".br\n");
  }
  printf(".SH DESCRIPTION\nBeeline reads a model, searches its states, and prints a short trace to an error, or shows "
         "that there is none. Every trace is replayed by an independent interpreter before it is printed.\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    const cli_verb *v = &cli_verbs[i];
    printf(".SH BEELINE %s\n", v->name);
    printf("%c", v->summary[0] - 'a' + 'A');
    put(v->summary + 1);
    printf(".\n");
    print_examples(v->examples);
    print_options(v->bit);
  }
  printf(".SH OPTIONS WITHOUT A VERB\n");
  print_options(VERB_NONE);
  print_names();
  static const struct {
    beeline_status status;
    const char *text;
  } statuses[] = {
      {BEELINE_OK, "all properties are satisfied; with \\-\\-census: all states are counted"},
      {BEELINE_EXIT_VIOLATED, "at least one property is violated"},
      {BEELINE_EXIT_UNDECIDED, "undecided: incomplete search, limit on states, or run-time error of the model"},
      {BEELINE_EXIT_TIME, "undecided: the time limit was reached"},
      {BEELINE_EXIT_MEMORY, "undecided: the memory limit was reached"},
      {BEELINE_EXIT_INTERRUPTED, "undecided: interrupted by a signal"},
      {BEELINE_EXIT_UNSUPPORTED, "the model or the property uses something that is not supported"},
      {BEELINE_EXIT_USAGE, "wrong options or arguments"},
      {BEELINE_EXIT_INPUT, "the model, property or trace cannot be read or contains an error"},
      {BEELINE_EXIT_INTERNAL, "internal error of Beeline"},
      {BEELINE_EXIT_IO, "a file could not be read or written"},
  };
  printf(".SH EXIT STATUS\n");
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    printf(".TP\n.B %d\n%s\n", statuses[i].status, statuses[i].text);
  printf(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, no colours, unless \\-\\-color=always is given\n");
}
