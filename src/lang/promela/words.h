// The table of interned names, which contains the keywords from the start.
#ifndef LANG_PROMELA_WORDS_H
#define LANG_PROMELA_WORDS_H

#include "lang/promela/lexer.h"

void words_open(lexer *l); // adds the keywords
pml_word *words_intern(lexer *l, const char *text, size_t length);

#endif
