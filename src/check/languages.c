#define _GNU_SOURCE
#include "check/languages.h"

#include "check/look.h"
#include "lang/promela/promela.h"
#include "lang/tchecker/tchecker.h"
#include "lang/uppaal/uppaal.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

static const check_language promela = {
    .name = "promela",
    .summary = "the language of SPIN 6.5.2, without embedded C",
    .endings = ".pml .prom .promela .prm .pm .pr .p .spin",
    .load = pml_load,
    .condition = pml_condition,
    .property = pml_property,
    .load_names = pml_load_names,
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
    .number = upp_number_of,
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

// Upper and lower case count as the same.
static bool has_ending(const char *file, const char *endings) {
  const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
  char ending[16] = "";
  for (size_t i = 0; dot && i + 1 < sizeof ending && dot[i]; i++)
    ending[i] = (char)tolower((unsigned char)dot[i]);
  return dot && dot[1] && strlen(dot) < sizeof ending && !strchr(dot, ' ') && look_is_one_of(endings, ending);
}

static const check_language *not_supported(diags *d, const char *file, const char *name) {
  diag_add(d, DIAG_UNSUPPORTED, (place){.file = file}, NULL, "this looks like %s, which is not supported yet", name);
  return NULL;
}

static const check_language *not_a_model(diags *d, const char *file, const char *hint, const char *why) {
  diag_add(d, DIAG_ERROR, (place){.file = strcmp(file, "-") == 0 ? "<stdin>" : file}, hint, "%s", why);
  return NULL;
}

const check_language *check_language_of(diags *d, const char *file) {
  for (size_t i = 0; i < sizeof foreign_languages / sizeof *foreign_languages; i++)
    if (has_ending(file, foreign_languages[i].endings))
      return not_supported(d, file, foreign_languages[i].name);
  look seen = look_at_file(d->memory, file);
  if (has_ending(file, ".pm .prm") && seen == LOOKS_PRISM)
    return not_supported(d, file, "PRISM");
  for (uint32_t i = 0; check_languages[i]; i++)
    if (has_ending(file, check_languages[i]->endings))
      return check_languages[i];
  switch (seen) {
  case LOOKS_PROMELA:
    return &promela;
  case LOOKS_TCHECKER:
    return &tchecker;
  case LOOKS_UPPAAL:
    return &uppaal;
  case LOOKS_EMPTY:
    return not_a_model(d, file, NULL, "the file is empty");
  case LOOKS_BINARY:
    return not_a_model(d, file, NULL, "this is not a text file");
  default:
    return not_a_model(d, file, "name the language, as in --lang promela; see `beeline list languages`",
                       "cannot recognise the language, neither by the file name nor by the content");
  }
}
