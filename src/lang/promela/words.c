#include "lang/promela/words.h"

#include <string.h>

typedef struct {
  const char *text;
  token_kind kind;
  int32_t value;
} keyword;

static const keyword KEYWORDS[] = {
    {"active", TOK_ACTIVE, 0},
    {"assert", TOK_ASSERT, 0},
    {"atomic", TOK_ATOMIC, 0},
    {"bit", TOK_TYPE, PT_BIT},
    {"bool", TOK_TYPE, PT_BOOL},
    {"break", TOK_BREAK, 0},
    {"byte", TOK_TYPE, PT_BYTE},
    {"c_code", TOK_C_CODE, 0},
    {"c_decl", TOK_C_DECL, 0},
    {"c_expr", TOK_C_EXPR, 0},
    {"c_state", TOK_C_STATE, 0},
    {"c_track", TOK_C_TRACK, 0},
    {"chan", TOK_TYPE, PT_CHAN},
    {"D_proctype", TOK_D_PROCTYPE, 0},
    {"d_step", TOK_D_STEP, 0},
    {"do", TOK_DO, 0},
    {"else", TOK_ELSE, 0},
    {"empty", TOK_EMPTY, 0},
    {"enabled", TOK_ENABLED, 0},
    {"eval", TOK_EVAL, 0},
    {"false", TOK_NUMBER, 0},
    {"fi", TOK_FI, 0},
    {"for", TOK_FOR, 0},
    {"full", TOK_FULL, 0},
    {"get_priority", TOK_GET_PRIORITY, 0},
    {"goto", TOK_GOTO, 0},
    {"hidden", TOK_HIDDEN, 0},
    {"if", TOK_IF, 0},
    {"init", TOK_INIT, 0},
    {"inline", TOK_INLINE, 0},
    {"int", TOK_TYPE, PT_INT},
    {"len", TOK_LEN, 0},
    {"local", TOK_LOCAL, 0},
    {"ltl", TOK_LTL, 0},
    {"mtype", TOK_TYPE, PT_MTYPE},
    {"nempty", TOK_NEMPTY, 0},
    {"never", TOK_NEVER, 0},
    {"nfull", TOK_NFULL, 0},
    {"notrace", TOK_NOTRACE, 0},
    {"np_", TOK_NP, 0},
    {"od", TOK_OD, 0},
    {"of", TOK_OF, 0},
    {"pc_value", TOK_PC_VALUE, 0},
    {"pid", TOK_TYPE, PT_PID},
    {"printf", TOK_PRINTF, 0},
    {"printm", TOK_PRINTM, 0},
    {"priority", TOK_PRIORITY, 0},
    {"proctype", TOK_PROCTYPE, 0},
    {"provided", TOK_PROVIDED, 0},
    {"return", TOK_RETURN, 0},
    {"run", TOK_RUN, 0},
    {"select", TOK_SELECT, 0},
    {"set_priority", TOK_SET_PRIORITY, 0},
    {"short", TOK_TYPE, PT_SHORT},
    {"show", TOK_SHOW, 0},
    {"skip", TOK_NUMBER, 1},
    {"timeout", TOK_TIMEOUT, 0},
    {"trace", TOK_TRACE, 0},
    {"true", TOK_NUMBER, 1},
    {"typedef", TOK_TYPEDEF, 0},
    {"unless", TOK_UNLESS, 0},
    {"unsigned", TOK_TYPE, PT_UNSIGNED},
    {"xr", TOK_XU, 0},
    {"xs", TOK_XU, 1},
};

static const keyword LTL_WORDS[] = {
    {"U", TOK_UNTIL, 0},          {"V", TOK_RELEASE, 0},         {"W", TOK_WEAK_UNTIL, 0},
    {"X", TOK_NEXT, 0},           {"always", TOK_ALWAYS, 0},     {"eventually", TOK_EVENTUALLY, 0},
    {"until", TOK_UNTIL, 0},      {"stronguntil", TOK_UNTIL, 0}, {"weakuntil", TOK_WEAK_UNTIL, 0},
    {"release", TOK_RELEASE, 0},  {"next", TOK_NEXT, 0},         {"implies", TOK_IMPLIES, 0},
    {"equivalent", TOK_EQUIV, 0},
};

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t hash = 14695981039346656037u; // FNV-1a
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  return hash ^ hash >> 32;
}

// The slot of the word in the table; free if the word is not in it.
static pml_word **find(const lexer *l, const char *text, size_t length, uint64_t hash) {
  uint32_t mask = l->words.count - 1;
  for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
    pml_word *w = l->words.at[i];
    if (!w || (w->hash == hash && w->length == length && !memcmp(w->text, text, length)))
      return &l->words.at[i];
  }
}

static void resize(lexer *l, uint32_t size) {
  mem *m = arena_mem(l->memory);
  pml_word **old = l->words.at;
  uint32_t old_size = l->words.count;
  l->words.at = mem_alloc(m, size * sizeof *old);
  l->words.count = l->words.room = size;
  for (uint32_t i = 0; i < old_size; i++) {
    if (old[i])
      *find(l, old[i]->text, old[i]->length, old[i]->hash) = old[i];
  }
  mem_free(m, old);
}

pml_word *words_intern(lexer *l, const char *text, size_t length) {
  uint64_t hash = hash_of(text, length);
  pml_word **slot = find(l, text, length, hash);
  if (*slot)
    return *slot;
  pml_word *w = ARENA_NEW(l->memory, pml_word);
  *w = (pml_word){
      .text = arena_copy(l->memory, text, length), .length = (uint32_t)length, .hash = hash, .kind = TOK_NAME};
  *slot = w;
  if (++l->word_count > l->words.count / 2)
    resize(l, l->words.count * 2);
  return w;
}

void words_open(lexer *l) {
  resize(l, 1024);
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++) {
    pml_word *w = words_intern(l, KEYWORDS[i].text, strlen(KEYWORDS[i].text));
    w->kind = KEYWORDS[i].kind;
    w->value = KEYWORDS[i].value;
  }
  for (size_t i = 0; i < sizeof LTL_WORDS / sizeof *LTL_WORDS; i++)
    words_intern(l, LTL_WORDS[i].text, strlen(LTL_WORDS[i].text))->ltl_kind = LTL_WORDS[i].kind;
}
