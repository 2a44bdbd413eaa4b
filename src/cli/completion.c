#include "cli/help.h"

#include "cli/names.h"
#include <string.h>

static bool takes_file(const cli_option *o) { return o->values && strcmp(o->values, "%file") == 0; }

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

void help_bash(void) {
  printf("_beeline() {\n  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" "
         "verb=\"\" word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case \"$word\" in\n      ");
  for (uint32_t i = 0; i < cli_verb_count; i++)
    printf("%s%s", i ? "|" : "", cli_verbs[i].name);
  printf(") verb=\"$word\"; break ;;\n    esac\n  done\n  COMPREPLY=()\n  case \"$previous\" in\n");
  for (uint32_t i = 0; i < cli_option_count; i++) {
    const cli_option *o = &cli_options[i];
    char values[256];
    if (!o->name || !o->argument || o->argument[0] == '[')
      continue;
    if (*help_values(o, values, sizeof values))
      printf("    --%s) COMPREPLY=($(compgen -W \"%s\" -- \"$current\")); return ;;\n", o->name, values);
    else if (takes_file(o))
      printf("    --%s) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n", o->name);
    else
      printf("    --%s) return ;;\n", o->name);
  }
  printf("  esac\n  if [[ -z \"$verb\" ]]; then\n    COMPREPLY=($(compgen -W \"");
  print_verbs();
  print_option_names(VERB_NONE);
  printf("\" -- \"$current\"))\n    return\n  fi\n  if [[ \"$current\" == -* ]]; then\n    case \"$verb\" in\n");
  for (uint32_t i = 0; i < cli_verb_count; i++) {
    printf("      %s) COMPREPLY=($(compgen -W \"", cli_verbs[i].name);
    print_option_names(cli_verbs[i].bit);
    printf("\" -- \"$current\")) ;;\n");
  }
  printf("    esac\n  elif [[ \"$verb\" == list ]]; then\n    COMPREPLY=($(compgen -W \"");
  print_kinds();
  printf("\" -- \"$current\"))\n  else\n    COMPREPLY=($(compgen -f -- \"$current\"))\n  fi\n}\n"
         "complete -o filenames -F _beeline beeline\n");
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

static void print_zsh_option(const cli_option *o) {
  char values[256];
  if (o->name)
    printf("        '*--%s%s[", o->name, !o->argument ? "" : o->argument[0] == '[' ? "=-" : "=");
  else
    printf("        '*-%c+[", o->letter);
  put_zsh(o->help);
  printf("]");
  if (o->argument) {
    printf("%s:", o->argument[0] == '[' ? ":" : "");
    put_zsh(o->argument);
    printf(":");
    if (*help_values(o, values, sizeof values))
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
        print_zsh_option(&cli_options[j]);
    printf("        '*:argument:");
    if (cli_verbs[i].bit == VERB_LIST) {
      putchar('(');
      print_kinds();
      putchar(')');
    } else {
      printf("_files");
    }
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
  if (o->argument && o->argument[0] != '[')
    printf(takes_file(o) ? " -r" : " -x");
  if (*help_values(o, values, sizeof values)) {
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
  printf("'\n");
}
