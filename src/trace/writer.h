// Trace writers, one per format. A writer is called only with an answer that has been replayed.
#ifndef TRACE_WRITER_H
#define TRACE_WRITER_H

#include "trace/replay.h"

enum { TRACE_SHOWN = 400 }; // steps that the text format shows of a longer trace by default

typedef struct trace_format {
  bool color;
  uint32_t limit; // steps shown at most, by formats that can leave out some; 0 = all
} trace_format;

typedef struct trace_job {
  mem *m;
  const network *net;
  const answer *answer;
  trace_result result; // of the replay
  trace_format format;
  FILE *out;
} trace_job;

enum {               // what an answer may have that not every format can show
  TRACE_TIMES = 1,   // it is one of a timed network
  TRACE_UNTIMED = 2, // it is one of any other
  TRACE_LOOPS = 4,   // it ends in a loop
  TRACE_STATES = 8,  // it is given by its states, without actions
};

typedef struct trace_writer {
  const char *name, *summary, *extension;
  void (*write)(const trace_job *job);
  unsigned shows;      // TRACE_TIMES ...
  const char *opening; // how its files begin, as an extended regular expression
  bool is_document;    // for programs: nothing else may be written to the same file
} trace_writer;

// Adding a format = its file and a word here.
#define TRACE_WRITERS(X) X(text) X(full) X(json) X(itf) X(trail) X(mermaid) X(dot) X(xtr) X(uppaal_xml)
#define X(name) extern const trace_writer trace_writer_##name;
TRACE_WRITERS(X)
#undef X
extern const trace_writer *const trace_writers[];         // ends with NULL
const trace_writer *trace_writer_named(const char *name); // NULL if there is none

// What answers to the question have, as a set of TRACE_TIMES ...
unsigned trace_needs(const network *n, const question *asked);
// What of that the format cannot show, as in "format 'trail' does not support ..."; NULL = it can show all.
const char *trace_writer_lacks(const trace_writer *w, unsigned needs);
// Replays the answer and, if that succeeds, writes it; trace_writer_lacks() must be NULL. The caller tests for errors
// of the file (ferror).
trace_result trace_write(const trace_writer *w, FILE *out, mem *m, const network *n, const answer *t,
                         trace_format format);
// Does the file begin like one that the writer has written? An empty one does too.
bool trace_writer_wrote(const trace_writer *w, FILE *in);

#endif
