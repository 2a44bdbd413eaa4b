// From elements to locations and edges, as in SPIN's verifier. A control state is an element. Its edges are the leaves
// that are found by entering selections and sequences. The target of an edge is the next element, where gotos and
// targets are followed, except for a jump out of an atomic sequence, which is a separate step.
#include "lang/promela/automaton.h"

#include <string.h>

void automaton_goto_cycle(pml *p, const element *e) {
  pml_error(p, e->leaf.at, NULL, "a cycle of gotos without a statement in between");
}

// The control state of a process that continues at e. from: the status of the statement before.
static element *control_state(generator *g, element *e, uint32_t from) {
  for (uint32_t hops = 0; e && hops < MAX_HOPS; hops++) {
    element *next;
    switch (e->kind) {
    case EL_GOTO:
      next = pml_goto_target(g->p, g->f, e);
      if (next && next->d_step != e->d_step)
        pml_error(g->p, e->leaf.at, NULL, "a goto cannot jump into or out of a d_step sequence");
      break;
    case EL_TARGET:
    case EL_EXIT:
      if (!e->next)
        return e;
      next = e->next;
      break;
    case EL_UNLESS:
      next = control_state(g, e->subs.at[0]->first, from);
      break;
    default:
      return e;
    }
    if (!next || ((from & IN_ATOMIC) && !(next->status & IN_ATOMIC)))
      return e;
    e = next;
  }
  if (e)
    automaton_goto_cycle(g->p, e);
  return e;
}

element *automaton_begin(element *e) {
  for (;;) {
    if (e->kind == EL_TARGET && e->next)
      e = e->next;
    else if (e->kind == EL_UNLESS)
      e = e->subs.at[0]->first;
    else
      return e;
  }
}

static void patch_jumps(generator *g, sequence *s) {
  for (element *e = s->first; e; e = e->next) {
    if (e->kind == EL_GOTO) {
      const element *to = pml_goto_target(g->p, g->f, e);
      bool inside = to && (to->status & (IN_ATOMIC | LAST_OF_ATOMIC));
      if ((e->status & (IN_ATOMIC | LAST_OF_ATOMIC)) && !inside)
        e->status = (e->status & ~(uint32_t)IN_ATOMIC) | LAST_OF_ATOMIC;
      if ((e->status & LAST_OF_ATOMIC) && inside) // a jump from one atomic sequence into another keeps control
        e->status = (e->status & ~(uint32_t)LAST_OF_ATOMIC) | IN_ATOMIC;
    } else if (e->kind == EL_IF || e->kind == EL_DO || e->kind == EL_UNLESS) {
      for (uint32_t i = 0; i < e->subs.count; i++)
        patch_jumps(g, e->subs.at[i]);
    }
    if (e == s->extent)
      return;
  }
}

static void visit(generator *g, sequence *s);

static void visit_escapes(generator *g, element *e) {
  if (e->kind == EL_TARGET)
    return;
  for (uint32_t i = 0; i < e->escapes.count; i++)
    vec_push(g->p->m, &e->escape_starts, control_state(g, e->escapes.at[i]->first, e->status));
  for (uint32_t i = 0; i < e->escapes.count; i++)
    visit(g, e->escapes.at[i]);
}

static void visit_element(generator *g, element *e) {
  switch (e->kind) {
  case EL_UNLESS:
    visit(g, e->subs.at[0]);
    break;
  case EL_IF:
  case EL_DO:
    for (uint32_t i = 0; i < e->subs.count; i++)
      visit(g, e->subs.at[i]);
    break;
  case EL_ATOMIC:
  case EL_BLOCK:
    patch_jumps(g, e->subs.at[0]);
    visit(g, e->subs.at[0]);
    break;
  case EL_D_STEP:
    patch_jumps(g, e->subs.at[0]);
    e->target = control_state(g, e->next, e->status);
    visit_escapes(g, e);
    break;
  case EL_GOTO:
    e->target = control_state(g, pml_goto_target(g->p, g->f, e), e->status);
    visit_escapes(g, e);
    break;
  default:
    e->target = e->next ? control_state(g, e->next, e->status) : NULL;
    visit_escapes(g, e);
  }
}

static void visit(generator *g, sequence *s) {
  for (element *e = s->first; e; e = e->next) {
    if (!e->is_done) {
      e->is_done = true;
      visit_element(g, e);
    }
    if (e == s->last)
      return;
  }
}

static uint32_t flags_of(const generator *g, const element *e) {
  uint32_t flags = e->kind == EL_END ? LOC_END : 0;
  for (uint32_t i = 0; i < g->p->labels.count; i++) {
    const label *l = g->p->labels.at[i];
    if (l->element != e)
      continue;
    if (strncmp(l->name, "end", 3) == 0)
      flags |= LOC_END;
    if (strncmp(l->name, "progress", 8) == 0)
      flags |= LOC_PROGRESS;
    if (strncmp(l->name, "accept", 6) == 0)
      flags |= LOC_ACCEPT;
  }
  return flags;
}

static bool is_never_possible(const element *e) {
  return e->kind == EL_LEAF && e->leaf.is_false && e->escapes.count == 0;
}

void automaton_collect(generator *g, element *e, choices *out) {
  out->flags |= flags_of(g, e);
  if (e->kind == EL_IF || e->kind == EL_DO) {
    for (uint32_t i = 0; i < e->subs.count; i++) {
      element *first = automaton_begin(e->subs.at[i]->first);
      if (!is_never_possible(first))
        automaton_collect(g, first, out);
    }
  } else if (e->kind == EL_ATOMIC || e->kind == EL_BLOCK) {
    automaton_collect(g, automaton_begin(e->subs.at[0]->first), out);
  } else {
    choice c = {e, 0};
    vec_push(g->p->m, &out->at, c);
  }
}

static bool has_unique(const choices *c, int32_t unique) {
  for (uint32_t i = 0; i < c->at.count; i++)
    if (c->at.at[i].leaf->unique == unique)
      return true;
  return false;
}

// Puts the choices of the escapes before the own choices of the element. The outermost unless comes first.
static void prepend_escapes(generator *g, choices *here) {
  uint32_t own = here->at.count;
  for (uint32_t i = 0; i < own; i++) {
    const element *leaf = here->at.at[here->at.count - own + i].leaf;
    for (uint32_t k = leaf->escape_starts.count; k-- > 0;) {
      const element *start = leaf->escape_starts.at[k];
      const choices *there = start ? &g->all[start->number] : NULL;
      for (uint32_t n = 0; there && n < there->at.count; n++) {
        choice c = {there->at.at[n].leaf, (uint32_t)start->number};
        if (has_unique(here, c.leaf->unique))
          continue;
        vec_push(g->p->m, &here->at, c);
        memmove(here->at.at + 1, here->at.at, sizeof c * (here->at.count - 1));
        here->at.at[0] = c;
      }
    }
  }
}

static uint32_t location_of(generator *g, element *e) {
  if (e->location < 0) {
    e->location = (int32_t)net_add_location(g->p->net, &g->t->flow);
    net_location *l = &g->t->flow.locations.at[e->location];
    l->origin = e->number;
    l->at = e->leaf.at;
    vec_push(g->p->m, &g->control_states, (const element *)e);
  }
  return (uint32_t)e->location;
}

void automaton_fill_edge(net_edge *e, const basic *l) {
  e->guard = l->guard;
  e->sync = l->sync;
  e->effect = l->effect;
  e->is_else = l->is_else;
  e->text = l->text ? l->text : "";
  e->at = l->at;
}

static void add_edge(generator *g, uint32_t from, const choice *c) {
  const element *leaf = c->leaf;
  if (leaf->kind == EL_D_STEP) {
    if (leaf->target)
      automaton_add_d_step(g, leaf, from, location_of(g, leaf->target), c->rank);
    return;
  }
  if (!leaf->target && leaf->kind != EL_END)
    return;
  uint32_t to = leaf->target ? location_of(g, leaf->target) : from;
  net_edge *e = net_add_edge(g->p->net, &g->t->flow, from, to);
  automaton_fill_edge(e, &leaf->leaf);
  if (leaf->kind == EL_TARGET || leaf->kind == EL_EXIT)
    e->text = "(leave)";
  e->rank = c->rank;
  e->keeps_control = (leaf->status & IN_ATOMIC) != 0;
  e->origin = leaf->unique;
  if (leaf->kind == EL_END) {
    e->is_end = true;
    e->effect = ARENA_NEW(g->p->memory, net_stmt);
    e->effect->kind = STMT_END;
    e->effect->at = leaf->leaf.at;
  }
}

static void add_location_facts(generator *g, uint32_t index) {
  net_location *l = &g->t->flow.locations.at[index];
  const element *e = g->control_states.at[index];
  l->flags = g->all[e->number].flags;
  for (uint32_t i = 0; i < g->p->labels.count; i++)
    if (g->p->labels.at[i]->element == e)
      vec_push(g->p->m, &l->labels, g->p->labels.at[i]->name);
}

// The last element inside braces is followed by the element after the braces. Outer braces are linked first: they have
// greater numbers.
static void link_ends(flow *f) {
  for (uint32_t i = f->elements.count; i-- > 0;) {
    element *e = f->elements.at[i];
    if (e->kind == EL_ATOMIC || e->kind == EL_BLOCK)
      e->subs.at[0]->last->next = e->next;
  }
}

void pml_build_automaton(pml *p, flow *f, net_template *t) {
  generator g = {.p = p, .f = f, .t = t};
  link_ends(f);
  visit(&g, f->body);
  element *start = control_state(&g, f->body->first, f->body->first->status);
  if (p->d->errors > 0 || !start)
    return;
  g.all = mem_alloc(p->m, sizeof *g.all * (f->elements.count + 1));
  for (uint32_t i = 0; i < f->elements.count; i++)
    if (f->elements.at[i]->kind != EL_UNLESS)
      automaton_collect(&g, f->elements.at[i], &g.all[i + 1]);
  for (uint32_t i = 0; i < f->elements.count; i++)
    prepend_escapes(&g, &g.all[i + 1]);
  t->flow.initial = location_of(&g, start);
  for (uint32_t i = 0; i < g.control_states.count; i++) {
    const choices *c = &g.all[g.control_states.at[i]->number];
    for (uint32_t k = 0; k < c->at.count; k++)
      add_edge(&g, i, &c->at.at[k]);
    add_location_facts(&g, i);
  }
  for (uint32_t i = 0; i <= f->elements.count; i++)
    vec_free(p->m, &g.all[i].at);
  mem_free(p->m, g.all);
  vec_free(p->m, &g.control_states);
}
