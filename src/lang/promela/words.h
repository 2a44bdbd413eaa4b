// The table of names: keywords from the start, others as they are met.
#ifndef LANG_PROMELA_WORDS_H
#define LANG_PROMELA_WORDS_H

#include "lang/promela/lexer.h"

void words_open(lexer *l); // enters the keywords
pml_word *words_intern(lexer *l, const char *text, size_t length);

#endif
