#include "cli/help.h"

#include "cli/names.h"
#include <string.h>

static bool takes_file(const cli_option *o) { return o->values && strcmp(o->values, "%file") == 0; }
static bool is_optional(const cli_option *o) { return o->argument && o->argument[0] == '['; }
// FORMAT[=FILE]
static bool takes_word_and_file(const cli_option *o) {
  return o->argument && !is_optional(o) && strstr(o->argument, "[=FILE]");
}

static void print_verbs(void) {
  for (uint32_t i = 0; i < cli_verb_count; i++)
    printf("%s%s", i ? " " : "", cli_verbs[i].name);
}

static void print_option_names(unsigned verbs) {
  for (uint32_t i = 0; i < cli_option_count; i++) {
    const cli_option *o = &cli_options[i];
    if (o->verbs & verbs)
      printf(o->name ? " --%s" : " -%.0s%c", o->name ? o->name : "", o->letter);
  }
}

static void print_kinds(void) {
  for (uint32_t i = 0; i < cli_kind_count; i++)
    printf("%s%s", i ? " " : "", cli_kinds[i].name);
}

// A line of the case statement: what the argument of the option may be. "verb --option=" is the form with an equals
// sign, which is the only one of an optional argument.
static void print_bash_option(const char *verb, unsigned bit, const cli_option *o) {
  char values[256], name[32];
  if (!o->argument)
    return;
  cli_spelling(o, name);
  printf("    ");
  if (!is_optional(o))
    printf("\"%s %s\"|", verb, name);
  if (o->name && o->letter)
    printf("\"%s -%c\"|", verb, o->letter);
  printf("\"%s %s=\") takes=yes files=%s words=\"%s\" ;;\n", verb, name, takes_file(o) ? "yes" : "no",
         help_values(o, bit, values, sizeof values));
}

static void print_bash_options(const char *verb, unsigned bit) {
  for (uint32_t i = 0; i < cli_option_count; i++)
    if (cli_options[i].verbs & bit)
      print_bash_option(verb, bit, &cli_options[i]);
}

// Bash breaks words at '=', unless COMP_WORDBREAKS was changed: --search=bfs is three words or one.
static const char bash_words[] =
    "  local current=\"${COMP_WORDS[COMP_CWORD]}\" option=\"${COMP_WORDS[COMP_CWORD-1]}\" equals=\"\" prefix=\"\"\n"
    "  local verb=\"\" word words=\"\" files=no takes=no\n"
    "  if [[ \"$current\" == \"=\" ]]; then\n"
    "    current=\"\" equals=\"=\"\n"
    "  elif [[ \"$option\" == \"=\" ]]; then\n"
    "    option=\"${COMP_WORDS[COMP_CWORD-2]}\" equals=\"=\"\n"
    "  elif [[ \"$current\" == *=* ]]; then\n"
    "    prefix=\"${current%=*}=\" current=\"${current##*=}\" option=\"${prefix%=}\" equals=\"=\"\n"
    "  fi\n";

// A value after '=' that belongs to no option is the file of --trace FORMAT=FILE. A name that was typed with quotes or
// backslashes is compared without them.
static const char bash_replies[] = "  if [[ \"$files\" == yes ]]; then\n"
                                   "    current=\"${current#[\\\"\\']}\"\n"
                                   "    mapfile -t COMPREPLY < <(compgen -f -- \"${current//\\\\/}\")\n"
                                   "    compopt -o filenames 2>/dev/null\n"
                                   "  else\n"
                                   "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
                                   "  fi\n"
                                   "  if [[ -n \"$prefix\" ]]; then\n"
                                   "    COMPREPLY=(\"${COMPREPLY[@]/#/$prefix}\")\n"
                                   "  fi\n"
                                   "}\n"
                                   "complete -F _beeline beeline\n";

void help_bash(void) {
  printf("_beeline() {\n%s  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case \"$word\" in\n      ",
         bash_words);
  for (uint32_t i = 0; i < cli_verb_count; i++)
    printf("%s%s", i ? "|" : "", cli_verbs[i].name);
  printf(") verb=\"$word\"; break ;;\n    esac\n  done\n  case \"$verb $option$equals\" in\n");
  print_bash_options("", VERB_NONE);
  for (uint32_t i = 0; i < cli_verb_count; i++)
    print_bash_options(cli_verbs[i].name, cli_verbs[i].bit);
  printf("  esac\n  if [[ \"$takes\" == yes ]]; then\n    :\n  elif [[ -n \"$equals\" ]]; then\n    files=yes\n"
         "  elif [[ -z \"$verb\" ]]; then\n    words=\"");
  print_verbs();
  print_option_names(VERB_NONE);
  printf("\"\n  elif [[ \"$current\" == -* ]]; then\n    case \"$verb\" in\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    printf("      %s) words=\"", cli_verbs[i].name);
    print_option_names(cli_verbs[i].bit);
    printf("\" ;;\n");
  }
  printf("    esac\n  elif [[ \"$verb\" == list ]]; then\n    words=\"");
  print_kinds();
  printf("\"\n  elif [[ \"$verb\" == help ]]; then\n    words=\"");
  print_verbs();
  printf("\"\n  else\n    files=yes\n  fi\n%s", bash_replies);
}

// Text inside single quotes; characters that are syntax to _arguments are escaped.
static void put_zsh(const char *text) {
  for (; *text; text++) {
    if (*text == '\'')
      fputs("'\\''", stdout);
    else if (strchr("[]:\\", *text))
      printf("\\%c", *text);
    else
      putchar(*text);
  }
}

static void print_zsh_option(const cli_option *o, unsigned verb) {
  char values[256];
  if (o->name)
    printf("        '*--%s%s[", o->name, !o->argument ? "" : is_optional(o) ? "=-" : "=");
  else
    printf("        '*-%c+[", o->letter);
  put_zsh(o->help);
  printf("]");
  if (o->argument) {
    printf("%s:", is_optional(o) ? ":" : "");
    put_zsh(o->argument);
    printf(":");
    help_values(o, verb, values, sizeof values);
    if (takes_word_and_file(o))
      printf("{ if compset -P \"*=\"; then _files; else compadd %s; fi }", values);
    else if (*values)
      printf("(%s)", values);
    else if (takes_file(o))
      printf("_files");
  }
  printf("' \\\n");
}

void help_zsh(void) {
  printf("#compdef beeline\n_beeline() {\n  local -a verbs=(\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    printf("    '%s:", cli_verbs[i].name);
    put_zsh(cli_verbs[i].summary);
    printf("'\n");
  }
  printf("  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n  local verb=$words[2]\n  "
         "shift words\n"
         "  (( CURRENT-- ))\n  case $verb in\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    printf("    %s)\n      _arguments \\\n", cli_verbs[i].name);
    for (uint32_t j = 0; j < cli_option_count; j++)
      if (cli_options[j].verbs & cli_verbs[i].bit)
        print_zsh_option(&cli_options[j], cli_verbs[i].bit);
    printf("        '*:argument:");
    putchar(cli_verbs[i].files ? '_' : '(');
    if (cli_verbs[i].bit == VERB_LIST)
      print_kinds();
    else if (cli_verbs[i].bit == VERB_HELP)
      print_verbs();
    printf(cli_verbs[i].files ? "files" : ")");
    printf("' ;;\n");
  }
  printf("  esac\n}\n_beeline \"$@\"\n");
}

static void put_fish(const char *text) {
  putchar('\'');
  for (; *text; text++) {
    if (*text == '\'' || *text == '\\')
      putchar('\\');
    putchar(*text);
  }
  putchar('\'');
}

static void print_fish_option(const cli_option *o, const cli_verb *verb) {
  char values[256];
  printf("complete -c beeline -n '__fish_seen_subcommand_from %s'", verb->name);
  if (o->letter)
    printf(" -%c %c", 's', o->letter);
  if (o->name)
    printf(" -l %s", o->name);
  if (o->argument && !is_optional(o))
    printf(takes_file(o) || takes_word_and_file(o) ? " -r" : " -x");
  if (*help_values(o, verb->bit, values, sizeof values)) {
    printf(" -a ");
    put_fish(values);
  }
  printf(" -d ");
  put_fish(o->help);
  putchar('\n');
}

void help_fish(void) {
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    printf("complete -c beeline -n __fish_use_subcommand -f -a %s -d ", cli_verbs[i].name);
    put_fish(cli_verbs[i].summary);
    putchar('\n');
    for (uint32_t j = 0; j < cli_option_count; j++)
      if (cli_options[j].verbs & cli_verbs[i].bit)
        print_fish_option(&cli_options[j], &cli_verbs[i]);
  }
  printf("complete -c beeline -n '__fish_seen_subcommand_from list' -f -a '");
  print_kinds();
  printf("'\ncomplete -c beeline -n '__fish_seen_subcommand_from help' -f -a '");
  print_verbs();
  printf("'\n");
}
