// The table of interned names of a model, which contains the keywords.
#include "lang/uppaal/lexer.h"

#include <string.h>

// Keywords of later versions that are recognised by the token that follows (sum, hybrid, exit, progress ...) are names
// here, because older models use them as names.
static const struct {
  const char *text;
  upp_token_kind kind;
  bool is_new; // unknown to 3.x
} KEYWORDS[] = {
    {"and", TOK_AND, false},
    {"assert", TOK_ASSERT, true},
    {"assign", TOK_ASSIGN_WORD, false},
    {"bool", TOK_BOOL, false},
    {"broadcast", TOK_BROADCAST, false},
    {"chan", TOK_CHAN, false},
    {"clock", TOK_CLOCK, false},
    {"commit", TOK_COMMIT, false},
    {"const", TOK_CONST, false},
    {"do", TOK_DO, true},
    {"else", TOK_ELSE, true},
    {"exists", TOK_EXISTS, true},
    {"false", TOK_FALSE, false},
    {"for", TOK_FOR, true},
    {"forall", TOK_FORALL, true},
    {"guard", TOK_GUARD, false},
    {"if", TOK_IF, true},
    {"imply", TOK_IMPLY, false},
    {"init", TOK_INIT, false},
    {"int", TOK_INT, false},
    {"meta", TOK_META, true},
    {"not", TOK_NOT, false},
    {"or", TOK_OR, false},
    {"process", TOK_PROCESS, false},
    {"return", TOK_RETURN, true},
    {"scalar", TOK_SCALAR, true},
    {"select", TOK_SELECT, true},
    {"state", TOK_STATE, false},
    {"struct", TOK_STRUCT, true},
    {"sync", TOK_SYNC, false},
    {"system", TOK_SYSTEM, false},
    {"trans", TOK_TRANS, false},
    {"true", TOK_TRUE, false},
    {"typedef", TOK_TYPEDEF, true},
    {"urgent", TOK_URGENT, false},
    {"void", TOK_VOID, true},
    {"while", TOK_WHILE, true},
    {"xor", TOK_XOR, true},
};

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t hash = 14695981039346656037u; // FNV-1a
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  return hash ^ hash >> 32;
}

// The slot of the word in the table; free if the word is not in it.
static upp_word **find(const upp_words *w, const char *text, size_t length, uint64_t hash) {
  uint32_t mask = w->room - 1;
  for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
    upp_word *word = w->at[i];
    if (!word || (word->hash == hash && word->length == length && !memcmp(word->text, text, length)))
      return &w->at[i];
  }
}

static void resize(upp_words *w, uint32_t room) {
  upp_words old = *w;
  w->at = ARENA_ARRAY(w->memory, upp_word *, room);
  w->room = room;
  for (uint32_t i = 0; i < old.room; i++) {
    if (old.at[i])
      *find(w, old.at[i]->text, old.at[i]->length, old.at[i]->hash) = old.at[i];
  }
}

upp_word *upp_intern(upp_words *w, const char *text, size_t length) {
  uint64_t hash = hash_of(text, length);
  upp_word **slot = find(w, text, length, hash);
  if (*slot)
    return *slot;
  upp_word *word = ARENA_NEW(w->memory, upp_word);
  *word = (upp_word){
      .text = arena_copy(w->memory, text, length), .length = (uint32_t)length, .hash = hash, .kind = TOK_NAME};
  *slot = word;
  if (++w->count > w->room / 2)
    resize(w, w->room * 2);
  return word;
}

void upp_words_open(upp_words *w, arena *memory, bool is_old) {
  *w = (upp_words){.memory = memory};
  resize(w, 256);
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++) {
    if (!is_old || !KEYWORDS[i].is_new)
      upp_intern(w, KEYWORDS[i].text, strlen(KEYWORDS[i].text))->kind = KEYWORDS[i].kind;
  }
}
