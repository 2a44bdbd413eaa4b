#define _GNU_SOURCE
#include "check/languages.h"

#include "lang/promela/promela.h"
#include "lang/tchecker/tchecker.h"
#include "lang/uppaal/uppaal.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const check_language promela = {
    .name = "promela",
    .summary = "the language of SPIN 6.5.2, without embedded C",
    .endings = ".pml .prom .promela .prm .pm .pr .p .spin",
    .load = pml_load,
    .condition = pml_condition,
    .property = pml_property,
};

static const check_language tchecker = {
    .name = "tchecker",
    .summary = "the text format of TChecker: networks of timed automata",
    .endings = ".tck",
    .load = tck_load,
    .condition = tck_condition,
    .property = tck_property,
};

static const check_language uppaal = {
    .name = "uppaal",
    .summary = "the languages of UPPAAL: networks of timed automata, as XML or text, and queries",
    .endings = ".xml .xta .ta",
    .load = upp_load,
    .condition = upp_condition,
    .property = upp_property,
    .query_file = upp_query_file,
};

const check_language *const check_languages[] = {&promela, &uppaal, &tchecker, NULL};

// Languages that are recognised but not supported.
typedef struct {
  const char *name, *endings;
} foreign;
static const foreign foreign_languages[] = {
    {"SMV", ".smv"},
    {"PRISM", ".nm .sm .prism"},
};

const check_language *check_language_named(const char *name) {
  for (uint32_t i = 0; check_languages[i]; i++)
    if (strcasecmp(check_languages[i]->name, name) == 0)
      return check_languages[i];
  return NULL;
}

static bool contains_word(const char *list, const char *word, size_t length) {
  for (const char *at = list; (at = strcasestr(at, word)); at++)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

static bool has_ending(const char *file, const char *endings) {
  const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
  return dot && dot[1] && !strchr(dot, ' ') && contains_word(endings, dot, strlen(dot));
}

typedef enum { LOOKS_UNKNOWN, LOOKS_PROMELA, LOOKS_PRISM, LOOKS_TCHECKER } look;

#define PROMELA_WORDS                                                                                                  \
  "active bit bool byte chan d_proctype hidden init inline int local ltl mtype never notrace pid proctype short show " \
  "trace typedef unsigned c_code c_decl c_state"
#define PRISM_WORDS                                                                                                    \
  "ctmc dtmc mdp pta smg pomdp stochastic probabilistic nondeterministic module const formula global rewards system"

static const char *skip_comment(const char *at) {
  const char *end = at[1] == '/' ? strchr(at, '\n') : strstr(at + 2, "*/");
  return end ? end + (at[1] == '/' ? 1 : 2) : at + strlen(at);
}

// After comments and empty lines, TChecker's text begins with system:NAME.
static bool begins_with_system(const char *at) {
  for (; *at == '#' || isspace((unsigned char)*at); at++)
    if (*at == '#')
      at += strcspn(at, "\n") - 1;
  if (strncmp(at, "system", 6) != 0)
    return false;
  for (at += 6; *at == ' ' || *at == '\t'; at++)
    ;
  return *at == ':';
}

// By the first word that begins a declaration in only one of the languages.
static look look_at_text(const char *at) {
  bool line_start = true;
  if (begins_with_system(at))
    return LOOKS_TCHECKER;
  while (*at) {
    if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
      at = skip_comment(at);
    } else if (*at == '#' && line_start) {
      at += strcspn(at, "\n");
    } else if (isalpha((unsigned char)*at) || *at == '_') {
      size_t length = 0;
      char word[32] = "";
      for (; isalnum((unsigned char)at[length]) || at[length] == '_'; length++)
        if (length + 1 < sizeof word)
          word[length] = (char)tolower((unsigned char)at[length]);
      if (contains_word(PROMELA_WORDS, word, strlen(word)))
        return LOOKS_PROMELA;
      if (contains_word(PRISM_WORDS, word, strlen(word)))
        return LOOKS_PRISM;
      line_start = false;
      at += length;
    } else {
      line_start = *at == '\n' || (line_start && isspace((unsigned char)*at));
      at++;
    }
  }
  return LOOKS_UNKNOWN;
}

static look look_at_file(arena *memory, const char *file) {
  enum { BEGINNING = 1 << 16 };
  struct stat status;
  FILE *in = stat(file, &status) == 0 && S_ISREG(status.st_mode) ? fopen(file, "rb") : NULL;
  if (!in) // a pipe can be read only once
    return LOOKS_UNKNOWN;
  char *text = arena_alloc(memory, BEGINNING + 1);
  text[fread(text, 1, BEGINNING, in)] = 0;
  fclose(in);
  return look_at_text(text);
}

static const check_language *not_supported(diags *d, const char *file, const char *name) {
  diag_add(d, DIAG_UNSUPPORTED, (place){.file = file}, NULL, "this looks like %s, which is not supported yet", name);
  return NULL;
}

const check_language *check_language_of(diags *d, const char *file) {
  if (strcmp(file, "-") == 0)
    return &promela;
  for (size_t i = 0; i < sizeof foreign_languages / sizeof *foreign_languages; i++)
    if (has_ending(file, foreign_languages[i].endings))
      return not_supported(d, file, foreign_languages[i].name);
  look seen = look_at_file(d->memory, file);
  if (has_ending(file, ".pm .prm") && seen == LOOKS_PRISM)
    return not_supported(d, file, "PRISM");
  for (uint32_t i = 0; check_languages[i]; i++)
    if (has_ending(file, check_languages[i]->endings))
      return check_languages[i];
  if (seen == LOOKS_PROMELA)
    return &promela;
  if (seen == LOOKS_TCHECKER)
    return &tchecker;
  diag_add(d, DIAG_ERROR, (place){.file = file}, "name the language, as in --lang promela",
           "cannot recognise the language, neither by the file name nor by the content");
  return NULL;
}
