// A check: its questions, the chosen engine, and the results. Shared by the files of this room.
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "check/choice.h"
#include "check/model.h"
#include "check/questions.h"
#include "check/shared.h"
#include "model/answer.h"
#include <stdatomic.h>

typedef struct check_limits {
  double deadline; // on clock_wall(), 0 = none
  double turn_end; // of the present question, if others wait: the same
  uint64_t max_states;
  uint64_t stored_elsewhere; // by other runs for the same question; they count towards max_states
  void (*progress)(void *context, const beeline_stats *so_far);
  void *progress_context;
  double progress_seconds;
  double started, reported; // on clock_wall()
} check_limits;

// How far the work on a question has come: no verdict yet; a verdict, whose trace may become shorter; nothing is left
// to do.
typedef enum { ITEM_OPEN, ITEM_DECIDED, ITEM_OVER } item_stage;

typedef struct check_item check_item;
struct check_item { // one question, its answer, and how that is reported
  check_question question;
  const check_choice *choice; // that of the check, or auto where that does not answer the question
  answer answer;              // replayed
  beeline_result result;
  item_stage stage;
  // What the engine needs to go on in the next turn, in the memory of the check; NULL = it has to start anew.
  void *work;
  void (*close)(struct beeline_check *check, check_item *item); // frees it
  uint64_t held;                                                // memory of its open runs while others have their turn
  shared_question shared;                                       // what its runs share
  beeline_stats closed;                                         // sums over its closed runs
  double seconds, since; // of its turns that are over; when the present one began, on clock_wall(); 0 = it has none
};

// A run works in a memory of its own, which is deleted when it ends; what it found is copied here first. So there is
// memory to replay and to report even after a run that ran out of memory.
struct beeline_check {
  mem *memory; // the handle itself lies in it
  mem *runs;   // of all runs together
  arena *arena;
  diags diags;
  beeline_model *model;
  beeline_status status;
  bool is_replay, is_shortening, has_run;
  const char *trace_file; // of a replay
  atomic_bool stop;
  check_choice choice;
  check_choice otherwise; // for questions that the choice does not answer
  check_shared shared;
  check_limits limits;
  beeline_aim aim;
  uint64_t seed;
  void (*found)(void *context, beeline_check *check, uint32_t index);
  void (*finished)(void *context, beeline_check *check, uint32_t index);
  void (*explain)(void *context, const char *line);
  void *context; // of these three
  double time_limit;
  VEC(check_item) items;
  uint32_t current;             // the item that is being worked on
  heuristic_progress preparing; // for the search that is started or, by an estimate, within its steps
  double due_since;             // when it was first seen that the work is to stop, on clock_wall(); 0 = not yet
};

// A check with nothing to do yet; NULL if there is no memory or the model could not be loaded.
beeline_check *check_handle(beeline_model *model);
void check_set_limits(beeline_check *check, const beeline_options *options);              // and callbacks, aim and seed
beeline_result check_result_for(const beeline_model *model, const check_question *asked); // undecided so far

// Is the work on the check (the context) to stop, because of the time limit or an interrupt? For mem_set_stop().
bool check_is_due(void *context);
// Was it to stop some time ago? What was found is still replayed and written, unless that takes too long.
bool check_is_overdue(void *context);
void check_grant_time(beeline_check *check); // that time begins anew
// mem_try() in the check's memory for work that can be given up as soon as it is to stop.
mem_status check_try(beeline_check *check, void (*work)(void *argument), void *argument);
bool check_is_interrupted(const beeline_check *check);
// Why a mem_try() of the check was left, as a reason and as a status. Not for MEM_OK.
beeline_reason check_reason_left(const beeline_check *check, mem_status status);
beeline_status check_status_left(const beeline_check *check, mem_status status);

double check_seconds(const check_item *item); // spent on the question so far, in all its turns

// turns.c: works on all questions until each is over. All are decided before any trace is made shorter.
void check_take_turns(beeline_check *check);

// Works on one question until its stage is higher, or a limit or its turn ends, and fills in the result. Once a limit
// is reached (check_is_due), it is over.
void check_search(beeline_check *check, check_item *item);

// Replays a trace that was read from a file (item->question.name) and fills in the result.
void check_replay(beeline_check *check, check_item *item);

// The abstraction that is checked instead of the model; NULL = it is the model itself.
const struct net_copy *check_abstract_copy(const beeline_check *check);

// The same, and then makes it shorter.
void check_shorten(beeline_check *check, check_item *item);

// Replays the item's answer by the reference interpreter, after finding times for a timed one that has none, to the end
// it claims (or, if that is open, to the end it has: item->answer.end says which afterwards). Must run
// inside a mem_try of the check's memory. On success fills in the result's error and returns NULL; else returns why it
// is not an execution.
const char *check_verify(beeline_check *check, check_item *item);

#endif
