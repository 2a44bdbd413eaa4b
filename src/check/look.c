#define _GNU_SOURCE
#include "check/look.h"

#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool look_is_one_of(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; length > 0 && (at = strstr(at, word)); at++)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

// Words that occur in only one of the languages. UPPAAL's are ordinary names in Promela, so they count only where a
// declaration begins; int, bool, chan and typedef are words of both.
#define PROMELA_WORDS                                                                                                  \
  "active bit byte c_code c_decl c_state d_proctype hidden init inline local ltl mtype never notrace pid proctype "    \
  "short show trace unsigned"
#define PROMELA_OR_UPPAAL_WORDS "bool chan int typedef"
#define UPPAAL_WORDS "broadcast clock process system urgent"
#define PRISM_WORDS                                                                                                    \
  "ctmc dtmc mdp pta smg pomdp stochastic probabilistic nondeterministic module formula global rewards"

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

// UPPAAL's XML, perhaps after a byte order mark.
static bool is_uppaal_xml(const char *at) {
  at += strncmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (isspace((unsigned char)*at))
    at++;
  return *at == '<' && strstr(at, "<nta");
}

static size_t word_at(const char *at, char word[static 32]) {
  size_t length = 0;
  memset(word, 0, 32);
  for (; isalnum((unsigned char)at[length]) || at[length] == '_'; length++)
    if (length + 1 < 32)
      word[length] = at[length];
  return length;
}

static look look_at_word(const char *word, bool begins_declaration) {
  if (look_is_one_of(PROMELA_WORDS, word))
    return LOOKS_PROMELA;
  if (look_is_one_of(PRISM_WORDS, word))
    return LOOKS_PRISM;
  return begins_declaration && look_is_one_of(UPPAAL_WORDS, word) ? LOOKS_UPPAAL : LOOKS_UNKNOWN;
}

// By the first word that occurs in only one of the languages. If there is none, a text with directives of a
// preprocessor, or with words of Promela and UPPAAL, is Promela: UPPAAL's has a system line.
static look look_at_text(const char *at) {
  bool line_start = true, begins = true;
  look fallback = LOOKS_UNKNOWN;
  if (begins_with_system(at))
    return LOOKS_TCHECKER;
  if (is_uppaal_xml(at))
    return LOOKS_UPPAAL;
  while (*at) {
    char word[32];
    if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
      at = skip_comment(at);
    } else if (*at == '#' && line_start) {
      at++;
      at += strspn(at, " \t");
      word_at(at, word);
      if (look_is_one_of("define include if ifdef ifndef", word))
        fallback = LOOKS_PROMELA;
      at += strcspn(at, "\n");
    } else if (isalpha((unsigned char)*at) || *at == '_') {
      at += word_at(at, word);
      look seen = look_at_word(word, begins);
      if (seen != LOOKS_UNKNOWN)
        return seen;
      if (look_is_one_of(PROMELA_OR_UPPAAL_WORDS, word))
        fallback = LOOKS_PROMELA;
      line_start = begins = false;
    } else {
      line_start = *at == '\n' || (line_start && isspace((unsigned char)*at));
      begins = strchr(";{}\n", *at) || (begins && isspace((unsigned char)*at));
      at++;
    }
  }
  return fallback;
}

look look_at_file(arena *memory, const char *file) {
  enum { BEGINNING = 1 << 16 };
  bool is_input = strcmp(file, "-") == 0;
  struct stat status;
  int in = is_input ? STDIN_FILENO : open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  look seen = LOOKS_UNKNOWN;
  if (in >= 0 && fstat(in, &status) == 0 && S_ISREG(status.st_mode)) {
    char *text = arena_alloc(memory, BEGINNING + 1);
    ssize_t length = pread(in, text, BEGINNING, is_input ? lseek(in, 0, SEEK_CUR) : 0);
    text[length > 0 ? length : 0] = 0;
    if (length == 0)
      seen = LOOKS_EMPTY;
    else if (length > 0)
      seen = memchr(text, 0, (size_t)length) ? LOOKS_BINARY : look_at_text(text);
  }
  if (in >= 0 && !is_input)
    close(in);
  return seen;
}
