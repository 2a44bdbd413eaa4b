#include "omega/automaton.h"
#include "omega/hoa.h"
#include "omega/reader.h"

#include <ctype.h>
#include <string.h>

enum { MOST_IMPLICIT = 16 };    // propositions of an automaton whose edges have no labels
enum { MOST_STATES = 1000000 }; // a file of that size is a mistake
enum { NO_LABEL = 0xffffffff }; // of a state or an edge

typedef struct alias {
  const char *name;
  bdd label;
} alias;

typedef struct file_reader {
  hoa_reader r;
  mem *m;
  omega_condition condition;
  void *context;
  bdd_table *bdds;
  automaton *a;
  VEC(expr *) atoms;
  VEC(alias) aliases;
  VEC(uint32_t) starts;
  uint64_t used;      // the acceptance sets that the condition names
  bool has_accepting; // there is an acceptance condition
  bool is_never;      // it is f
  claim *result;
} file_reader;

static uint32_t state_at(file_reader *f, uint32_t number) {
  if (number >= MOST_STATES)
    hoa_fail(&f->r, DIAG_ERROR, "the number of this state is too large");
  while (!f->r.has_failed && f->a->states.count <= number)
    automaton_add_state(f->m, f->a);
  return f->r.has_failed ? 0 : number;
}

static bdd read_label(file_reader *f);

static bdd read_alias(file_reader *f) {
  for (uint32_t i = 0; i < f->aliases.count; i++)
    if (hoa_take(&f->r, HOA_ALIAS, f->aliases.at[i].name))
      return f->aliases.at[i].label;
  hoa_fail(&f->r, DIAG_ERROR, "there is no such alias");
  return BDD_FALSE;
}

static bdd read_factor(file_reader *f) {
  if (hoa_take(&f->r, HOA_SIGN, "!"))
    return bdd_not(f->bdds, read_factor(f));
  if (hoa_take(&f->r, HOA_SIGN, "(")) {
    bdd inside = read_label(f);
    hoa_expect(&f->r, HOA_SIGN, ")");
    return inside;
  }
  if (hoa_take(&f->r, HOA_NAME, "t"))
    return BDD_TRUE;
  if (hoa_take(&f->r, HOA_NAME, "f"))
    return BDD_FALSE;
  if (hoa_is(&f->r, HOA_ALIAS, NULL))
    return read_alias(f);
  if (hoa_is(&f->r, HOA_NUMBER, NULL) && f->r.number >= f->atoms.count)
    hoa_fail(&f->r, DIAG_ERROR, "there is no atomic proposition with this number");
  uint32_t atom = hoa_number(&f->r);
  return f->r.has_failed ? (bdd)BDD_FALSE : bdd_variable(f->bdds, atom);
}

static bdd read_term(file_reader *f) {
  bdd all = read_factor(f);
  while (hoa_take(&f->r, HOA_SIGN, "&"))
    all = bdd_and(f->bdds, all, read_factor(f));
  return all;
}

static bdd read_label(file_reader *f) {
  bdd any = read_term(f);
  while (hoa_take(&f->r, HOA_SIGN, "|"))
    any = bdd_or(f->bdds, any, read_term(f));
  return any;
}

static void read_propositions(file_reader *f) {
  uint32_t count = hoa_number(&f->r);
  for (uint32_t i = 0; i < count && !f->r.has_failed; i++) {
    place at = f->r.place;
    const char *text = f->r.text;
    hoa_expect(&f->r, HOA_STRING, NULL);
    expr *e = f->r.has_failed ? NULL : f->condition(f->context, text, at);
    if (e)
      vec_push(f->m, &f->atoms, e);
    else
      hoa_stop(&f->r);
  }
  f->a->atoms = f->atoms.count;
}

static void read_start(file_reader *f) {
  uint32_t start = hoa_number(&f->r);
  if (hoa_is(&f->r, HOA_SIGN, "&"))
    hoa_fail(&f->r, DIAG_UNSUPPORTED, "alternating automata are not supported");
  vec_push(f->m, &f->starts, state_at(f, start));
}

// t, f, or a conjunction of Inf.
static void read_condition(file_reader *f, uint32_t sets) {
  static const char REFUSED[] = "only Büchi and generalised Büchi acceptance are supported";
  do {
    bool is_inner = hoa_take(&f->r, HOA_SIGN, "(");
    if (is_inner) {
      read_condition(f, sets);
      hoa_expect(&f->r, HOA_SIGN, ")");
    } else if (hoa_take(&f->r, HOA_NAME, "f")) {
      f->is_never = true;
    } else if (hoa_take(&f->r, HOA_NAME, "Inf")) {
      hoa_expect(&f->r, HOA_SIGN, "(");
      if (hoa_is(&f->r, HOA_SIGN, "!"))
        hoa_fail(&f->r, DIAG_UNSUPPORTED, REFUSED);
      uint32_t set = hoa_number(&f->r);
      if (set >= sets)
        hoa_fail(&f->r, DIAG_ERROR, "there is no acceptance set with this number");
      f->used |= f->r.has_failed ? 0 : 1ull << set;
      hoa_expect(&f->r, HOA_SIGN, ")");
    } else if (!hoa_take(&f->r, HOA_NAME, "t")) {
      hoa_fail(&f->r, DIAG_UNSUPPORTED, REFUSED);
    }
  } while (hoa_take(&f->r, HOA_SIGN, "&"));
  if (hoa_is(&f->r, HOA_SIGN, "|"))
    hoa_fail(&f->r, DIAG_UNSUPPORTED, REFUSED);
}

static void read_acceptance(file_reader *f) {
  uint32_t sets = hoa_number(&f->r);
  if (sets > AUTOMATON_SETS)
    hoa_fail(&f->r, DIAG_UNSUPPORTED, "there are more than 64 acceptance sets");
  f->has_accepting = true;
  read_condition(f, sets);
}

static void skip_header(file_reader *f) {
  while (!hoa_is(&f->r, HOA_HEADER, NULL) && !hoa_is(&f->r, HOA_MARK, NULL) && !hoa_is(&f->r, HOA_END, NULL))
    hoa_next(&f->r);
}

static void read_header(file_reader *f) {
  if (hoa_take(&f->r, HOA_HEADER, "States")) {
    uint32_t count = hoa_number(&f->r);
    if (count)
      state_at(f, count - 1);
  } else if (hoa_take(&f->r, HOA_HEADER, "Start")) {
    read_start(f);
  } else if (hoa_take(&f->r, HOA_HEADER, "AP")) {
    read_propositions(f);
  } else if (hoa_take(&f->r, HOA_HEADER, "Alias")) {
    alias a = {.name = f->r.text};
    hoa_expect(&f->r, HOA_ALIAS, NULL);
    a.label = read_label(f);
    vec_push(f->m, &f->aliases, a);
  } else if (hoa_take(&f->r, HOA_HEADER, "Acceptance")) {
    read_acceptance(f);
  } else if (hoa_is(&f->r, HOA_HEADER, NULL) && islower((unsigned char)f->r.text[0])) {
    hoa_next(&f->r); // headers in lower case may be ignored
    skip_header(f);
  } else {
    hoa_fail(&f->r, DIAG_ERROR,
             hoa_is(&f->r, HOA_HEADER, NULL) ? "this header is not known" : "expected a header here");
  }
}

static bdd read_bracketed(file_reader *f) {
  if (!hoa_take(&f->r, HOA_SIGN, "["))
    return NO_LABEL;
  bdd label = read_label(f);
  hoa_expect(&f->r, HOA_SIGN, "]");
  return label;
}

static uint64_t read_marks(file_reader *f) {
  uint64_t marks = 0;
  if (!hoa_take(&f->r, HOA_SIGN, "{"))
    return 0;
  while (hoa_is(&f->r, HOA_NUMBER, NULL)) {
    uint32_t set = hoa_number(&f->r);
    marks |= set < AUTOMATON_SETS ? 1ull << set : 0;
  }
  hoa_expect(&f->r, HOA_SIGN, "}");
  return marks;
}

// The label of the number-th edge of a state without labels: bit i of the number is the value of proposition i.
static bdd implicit_label(file_reader *f, uint32_t number) {
  bdd label = BDD_TRUE;
  if (f->atoms.count > MOST_IMPLICIT || number >> f->atoms.count)
    hoa_fail(&f->r, DIAG_ERROR, "this state has too many edges without labels");
  for (uint32_t i = f->atoms.count; i-- > 0 && !f->r.has_failed;) {
    bdd is_true = bdd_variable(f->bdds, i);
    label = bdd_and(f->bdds, label, number >> i & 1 ? is_true : bdd_not(f->bdds, is_true));
  }
  return label;
}

// The sets that the acceptance condition names, numbered from 0.
static uint64_t used_marks(const file_reader *f, uint64_t marks) {
  uint64_t result = 0;
  uint32_t next = 0;
  for (uint32_t set = 0; set < AUTOMATON_SETS; set++)
    if (f->used >> set & 1)
      result |= (marks >> set & 1) << next++;
  return result;
}

static void read_edge(file_reader *f, uint32_t from, bdd common, uint64_t marks, uint32_t *unlabelled) {
  bdd label = read_bracketed(f);
  if (label != NO_LABEL && common != NO_LABEL)
    hoa_fail(&f->r, DIAG_ERROR, "the state has a label, so its edges have none");
  if (label == NO_LABEL)
    label = common != NO_LABEL ? common : implicit_label(f, (*unlabelled)++);
  uint32_t to = state_at(f, hoa_number(&f->r));
  if (hoa_is(&f->r, HOA_SIGN, "&"))
    hoa_fail(&f->r, DIAG_UNSUPPORTED, "alternating automata are not supported");
  marks |= read_marks(f);
  if (!f->r.has_failed)
    automaton_add_edge(f->m, f->a, from, to, label, used_marks(f, marks));
}

static void read_state(file_reader *f) {
  hoa_expect(&f->r, HOA_HEADER, "State");
  bdd label = read_bracketed(f);
  uint32_t state = state_at(f, hoa_number(&f->r)), unlabelled = 0;
  hoa_take(&f->r, HOA_STRING, NULL);
  uint64_t marks = read_marks(f);
  while (hoa_is(&f->r, HOA_SIGN, "[") || hoa_is(&f->r, HOA_NUMBER, NULL))
    read_edge(f, state, label, marks, &unlabelled);
}

// A new initial state that can do what all initial states can.
static void join_starts(file_reader *f) {
  automaton *a = f->a;
  a->initial = f->starts.count == 1 ? f->starts.at[0] : automaton_add_state(f->m, a);
  for (uint32_t i = 0; i < f->starts.count && f->starts.count > 1; i++) {
    automaton_state from = a->states.at[f->starts.at[i]];
    for (uint32_t k = 0; k < from.edges.count; k++)
      automaton_add_edge(f->m, a, a->initial, from.edges.at[k].to, from.edges.at[k].label, from.edges.at[k].marks);
  }
}

static void read(void *argument) {
  file_reader *f = argument;
  f->bdds = bdd_new(f->m);
  f->a = automaton_new(f->m, f->bdds, 0);
  hoa_next(&f->r);
  hoa_expect(&f->r, HOA_HEADER, "HOA");
  hoa_expect(&f->r, HOA_NAME, "v1");
  while (!f->r.has_failed && !hoa_is(&f->r, HOA_MARK, NULL))
    read_header(f);
  if (!f->has_accepting)
    hoa_fail(&f->r, DIAG_ERROR, "the header Acceptance is missing");
  hoa_expect(&f->r, HOA_MARK, "--BODY--");
  while (!f->r.has_failed && !hoa_is(&f->r, HOA_MARK, NULL))
    read_state(f);
  hoa_expect(&f->r, HOA_MARK, "--END--");
  if (f->r.has_failed)
    return;
  for (uint64_t left = f->used; left; left &= left - 1)
    f->a->sets++;
  join_starts(f);
  if (f->is_never)
    f->a->states.at[f->a->initial].edges.count = 0;
  automaton *small = automaton_buchi(f->m, automaton_reduce(f->m, f->a));
  f->result = automaton_claim(f->r.d->memory, small, f->atoms.at, f->atoms.count);
}

claim *omega_read_hoa(diags *d, const char *file, const char *text, omega_condition condition, void *context) {
  hoa_reader r = {.memory = d->memory, .d = d, .file = file, .at = text, .line = 1, .column = 1};
  file_reader f = {.r = r, .condition = condition, .context = context};
  automaton_work(arena_mem(d->memory), &f.m, read, &f);
  if (f.result)
    claim_finish(d->memory, f.result);
  return f.result;
}
