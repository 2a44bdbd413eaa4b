// "Ways of a broadcast" of docs/network.md: each other process has options (to answer by an edge, or not to answer
// because one bound of each such edge does not hold), and a way is one option for each process.
#include "trace/ref_internal.h"

enum { NOT_NUMBERED = 0 };
static const uint64_t MOST_WAYS = UINT32_MAX - 1; // 2^32 - 2

typedef struct member { // of the broadcast
  int32_t pid;
  bool is_required;
  ref_participants edges; // answering edges whose guard holds
  VEC(uint32_t) ends;     // by edge: the end of its bounds
  ref_bounds bounds;
  uint64_t options;
} member;

typedef struct broadcast {
  const ref_query *q;
  ref_joint *j;
  VEC(member) members; // all processes but the caller
} broadcast;

static uint64_t times(uint64_t a, uint64_t b) { // saturates, above MOST_WAYS
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint32_t first_bound(const member *p, uint32_t edge) { return edge == 0 ? 0 : p->ends.at[edge - 1]; }

static bool is_required(const net_label *l, int32_t pid) {
  for (uint32_t i = 0; i < l->required.count; i++)
    if (l->required.at[i] == pid)
      return true;
  return false;
}

static member member_of(mem *m, ref_state *s, int32_t pid, int32_t label) {
  member p = {.pid = pid, .is_required = is_required(&s->net->labels.at[label], pid)};
  const net_location *location = ref_location(s, pid);
  uint64_t refusals = p.is_required ? 0 : 1;
  for (uint32_t i = 0; i < location->edges.count; i++) {
    const net_edge *e = s->net->edges.at[location->edges.at[i]];
    uint32_t before = p.bounds.count;
    int32_t own;
    fault ignored; // the fault is a step of its own
    if (e->sync.kind != SYNC_ANSWER || !ref_guard_holds(m, s, pid, e, &p.bounds, &own, &ignored) || own != label) {
      p.bounds.count = before;
      continue;
    }
    vec_push(m, &p.edges, ((ref_participant){pid, e}));
    vec_push(m, &p.ends, p.bounds.count);
    refusals = times(refusals, p.bounds.count - before);
  }
  p.options = refusals > MOST_WAYS ? refusals : p.edges.count + refusals;
  return p;
}

static void find_members(broadcast *c, mem *m, ref_state *s) {
  for (int32_t pid = 0; pid < (int32_t)s->processes.count; pid++)
    if (pid != c->j->by.pid)
      vec_push(m, &c->members, member_of(m, s, pid, c->j->label));
}

static void free_members(broadcast *c, mem *m) {
  for (uint32_t i = 0; i < c->members.count; i++) {
    vec_free(m, &c->members.at[i].edges);
    vec_free(m, &c->members.at[i].ends);
    vec_free(m, &c->members.at[i].bounds);
  }
  vec_free(m, &c->members);
}

static uint64_t count_ways(const broadcast *c) {
  uint64_t ways = 1;
  for (uint32_t i = 0; i < c->members.count; i++)
    if (c->members.at[i].options == 0)
      return 0;
  for (uint32_t i = 0; i < c->members.count; i++)
    ways = times(ways, c->members.at[i].options);
  return ways;
}

static void add_option(mem *m, const member *p, uint64_t option, ref_joint *j) {
  if (option < p->edges.count) {
    vec_push(m, &j->parts, p->edges.at[option]);
    for (uint32_t i = first_bound(p, (uint32_t)option); i < p->ends.at[option]; i++)
      vec_push(m, &j->bounds, p->bounds.at[i]);
    return;
  }
  uint64_t choices = option - p->edges.count;
  for (uint32_t e = p->edges.count; e-- > 0;) { // the choice for the last edge varies fastest
    uint32_t first = first_bound(p, e), count = p->ends.at[e] - first;
    vec_push(m, &j->bounds, ref_not(p->bounds.at[first + choices % count]));
    choices /= count;
  }
}

static bool hold_from(const ref_state *s, const ref_bounds *bounds, uint32_t first) {
  for (uint32_t i = first; i < bounds->count; i++)
    if (!ref_holds(s, &bounds->at[i]))
      return false;
  return true;
}

// Tries the options of the index-th member; `way` is the number of the options chosen before.
static bool choose(broadcast *c, uint32_t index, uint64_t way) {
  if (index == c->members.count) {
    c->j->by.partner = NET_BROADCAST;
    c->j->by.partner_edge = (uint32_t)way;
    return ref_report(c->q, c->j);
  }
  const member *p = &c->members.at[index];
  if (c->q->which == REF_REQUIRED && !p->is_required)
    return choose(c, index + 1, NOT_NUMBERED);
  uint32_t parts = c->j->parts.count, bounds = c->j->bounds.count;
  bool go_on = true;
  for (uint64_t option = 0; option < p->options && go_on; option++) {
    add_option(c->q->m, p, option, c->j);
    if (c->q->which != REF_AT_ONCE || hold_from(c->q->s, &c->j->bounds, bounds))
      go_on = choose(c, index + 1, way * p->options + option);
    c->j->parts.count = parts;
    c->j->bounds.count = bounds;
  }
  return go_on;
}

static bool report_too_many_ways(const ref_query *q, ref_joint *j) {
  j->fault = FAULT_PROCESSES;
  return q->s->net->faults_block || ref_report(q, j);
}

bool ref_broadcast_ways(const ref_query *q, ref_joint *j) {
  broadcast c = {.q = q, .j = j};
  find_members(&c, q->m, q->s);
  uint64_t ways = count_ways(&c);
  bool go_on = true;
  if (ways > MOST_WAYS && q->which != REF_REQUIRED)
    go_on = report_too_many_ways(q, j);
  else if (ways > 0)
    go_on = choose(&c, 0, 0);
  free_members(&c, q->m);
  return go_on;
}

static const char *decode(mem *m, broadcast *c, uint64_t ways, uint32_t way) {
  if (ways == 0)
    return "a process that is required to answer cannot";
  if (ways > MOST_WAYS) {
    c->j->fault = FAULT_PROCESSES;
    return NULL;
  }
  if (way >= ways)
    return "the broadcast has no such combination of answers";
  uint64_t below = ways, left = way;
  for (uint32_t i = 0; i < c->members.count; i++) {
    below /= c->members.at[i].options;
    add_option(m, &c->members.at[i], left / below, c->j);
    left %= below;
  }
  return NULL;
}

const char *ref_broadcast_way(mem *m, ref_state *s, uint32_t way, ref_joint *j) {
  broadcast c = {.j = j};
  find_members(&c, m, s);
  const char *why = decode(m, &c, count_ways(&c), way);
  free_members(&c, m);
  return why;
}
