// Writers of automata, one per format.
#ifndef OMEGA_WRITER_H
#define OMEGA_WRITER_H

#include "base/text.h"
#include "model/claim.h"

typedef struct omega_job {
  const claim *claim;           // with one acceptance set, as omega_claim() makes it
  const char *const *atoms;     // the text of each atom, in the language of the model...
  const char *const *negations; // ...and that of its negation
  const char *title;            // what the automaton accepts, on one line
  text_buffer *out;
} omega_job;

typedef struct omega_writer {
  const char *name, *summary, *extension;
  void (*write)(const omega_job *job);
} omega_writer;

extern const omega_writer omega_writer_never, omega_writer_hoa, omega_writer_dot;
extern const omega_writer *const omega_writers[];         // ends with NULL
const omega_writer *omega_writer_named(const char *name); // NULL if there is none

#endif
