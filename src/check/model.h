// A loaded model, as the other files of this room see it.
#ifndef CHECK_MODEL_H
#define CHECK_MODEL_H

#include "beeline.h"
#include "check/languages.h"

struct beeline_model {
  mem *account; // of all memory of the model and its checks: holds the limit, and counts for fault injection
  mem *memory;  // the handle itself lies in it
  arena *arena;
  diags diags;
  const check_language *language;
  network *net;    // NULL unless status is BEELINE_OK
  void *front_end; // of the language
  const char *file;
  beeline_status status;
  double seconds;
  uint64_t memory_limit; // for the model and its checks together
  double deadline;       // of loading, on clock_wall(); 0 = none
  bool (*stop)(void *context);
  void *stop_context;
};

// beeline_load() for a formula without a model: see check_language.load_names.
beeline_model *check_load_names(const char *formula, const beeline_load_options *options);

bool check_model_is_stopped(const beeline_model *model); // by the stop function of the load options

const network *check_network(const beeline_model *model); // NULL if it could not be loaded

// Reports a file that cannot be read before it is parsed, so that input/output errors are distinguished from errors in
// its content. The file is not opened: it may be a pipe.
bool check_can_read(diags *d, const char *file);

// Fills *out from the index-th diagnostic of the list; false when there are fewer.
bool check_diagnostic(const diags *d, uint32_t index, beeline_diagnostic *out);
// The status for a list with errors: _UNSUPPORTED if all of them are of that kind.
beeline_status check_diagnostics_status(const diags *d);
beeline_place check_place(place at);

#endif
