// Inside omega: the words of files in the Hanoi omega-automata format.
#ifndef OMEGA_HOA_H
#define OMEGA_HOA_H

#include "base/diag.h"

typedef enum {
  HOA_END,
  HOA_HEADER, // a name with a colon; text without it
  HOA_NAME,
  HOA_ALIAS, // text without @
  HOA_STRING,
  HOA_NUMBER,
  HOA_SIGN, // text: one of [ ] { } ( ) ! & |
  HOA_MARK, // --BODY-- --END-- --ABORT--
  HOA_BAD,
} hoa_kind;

typedef struct hoa_reader {
  arena *memory;
  diags *d;
  const char *file, *at; // at: what follows the present word
  uint32_t line, column; // of what follows
  // The present word.
  hoa_kind kind;
  const char *text;
  uint32_t number;
  place place;
  bool has_failed; // an error was told; only the first one is
} hoa_reader;

void hoa_next(hoa_reader *r);
bool hoa_is(const hoa_reader *r, hoa_kind kind, const char *text); // text NULL = any
bool hoa_take(hoa_reader *r, hoa_kind kind, const char *text);     // the same, and goes on if it is
void hoa_expect(hoa_reader *r, hoa_kind kind, const char *text);   // the same, and an error if it is not
uint32_t hoa_number(hoa_reader *r);                                // takes a number; 0 after an error
void hoa_fail(hoa_reader *r, diag_kind kind, const char *message); // at the present word; the rest is not read
void hoa_stop(hoa_reader *r);                                      // the same after an error that was told already

#endif
