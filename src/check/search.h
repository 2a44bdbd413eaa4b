// Inside check: from a search under way to a verdict. The one place that says what may be called satisfied or shortest.
#ifndef CHECK_SEARCH_H
#define CHECK_SEARCH_H

#include "check/run.h"

void search_name_engine(check_item *item, arena *memory, const check_engine *engine); // in the result
// Takes over the trace that the run has found, once it is replayed, as the item's result. False if there was no memory
// for that, or (internal error) if it does not replay.
bool search_accept(check_run *run);
void search_tell(beeline_check *check, const check_item *item); // the caller of the library, of a trace
uint64_t search_memory(const beeline_check *check);             // that searches may use together
void search_fill_stats(beeline_check *check, check_item *item, const check_run *runs, uint32_t count);

// auto.c: several searches by turns.
void search_by_plan(beeline_check *check, check_item *item);

#endif
