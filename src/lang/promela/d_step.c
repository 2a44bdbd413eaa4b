#include "lang/promela/automaton.h"

typedef struct {
  generator *g;
  net_flow flow;
  VEC(element *) todo;
  VEC(uint32_t) location; // by element number, plus 1
} block;

static element *within(block *b, element *e) {
  for (uint32_t hops = 0; hops < MAX_HOPS; hops++) {
    if (!e)
      return NULL;
    if (e->kind == EL_GOTO) {
      element *to = pml_goto_target(b->g->p, b->g->f, e);
      if (to && to->d_step != e->d_step) {
        pml_error(b->g->p, e->leaf.at, NULL, "a goto cannot jump out of a d_step sequence");
        return NULL;
      }
      e = to;
    } else if (e->kind == EL_TARGET || e->kind == EL_EXIT) {
      e = e->next;
    } else if (e->kind == EL_UNLESS) {
      e = e->subs.at[0]->first;
    } else {
      return e;
    }
  }
  automaton_goto_cycle(b->g->p, e);
  return NULL;
}

static uint32_t block_location(block *b, element *e) {
  e = within(b, e);
  if (!e)
    return NET_BLOCK_EXIT;
  if (b->location.at[e->number] == 0) {
    b->location.at[e->number] = net_add_location(b->g->p->net, &b->flow) + 1;
    b->flow.locations.at[b->flow.locations.count - 1].at = e->leaf.at;
    vec_push(b->g->p->m, &b->todo, e);
  }
  return b->location.at[e->number] - 1;
}

static element *after(block *b, const element *leaf) {
  return leaf->kind == EL_GOTO ? pml_goto_target(b->g->p, b->g->f, leaf) : leaf->next;
}

static bool may_be_in_block(pml *p, const element *e) {
  for (const net_stmt *s = e->leaf.effect; s; s = s->next)
    if (s->kind == STMT_RUN) {
      pml_error(p, e->leaf.at, "use atomic instead of d_step", "'run' inside a d_step sequence is not allowed");
      return false;
    }
  if (e->kind == EL_END) {
    pml_error(p, e->leaf.at, NULL, "a d_step sequence reaches the end of the process");
    return false;
  }
  return true;
}

static void fill_block(block *b) {
  for (uint32_t i = 0; i < b->todo.count; i++) {
    element *e = b->todo.at[i];
    choices c = {0};
    uint32_t from = b->location.at[e->number] - 1;
    automaton_collect(b->g, e, &c);
    for (uint32_t k = 0; k < c.at.count; k++) {
      const element *leaf = c.at.at[k].leaf;
      if (!may_be_in_block(b->g->p, leaf))
        continue;
      uint32_t to = block_location(b, after(b, leaf));
      net_edge *edge = net_add_edge(b->g->p->net, &b->flow, from, to);
      automaton_fill_edge(edge, &leaf->leaf);
      edge->is_else = false; // else is the last edge, and only the first possible edge is taken
    }
    vec_free(b->g->p->m, &c.at);
  }
}

static net_stmt *append_stmt(pml *p, net_stmt *list, net_stmt *last) {
  if (!list)
    return last;
  net_stmt *copy = ARENA_NEW(p->memory, net_stmt);
  *copy = *list;
  copy->next = append_stmt(p, list->next, last);
  return copy;
}

// Appends "run the block from this location" to the effect of an edge.
static void add_block(generator *g, net_edge *e, net_flow locations, uint32_t start) {
  pml *p = g->p;
  net_stmt *run = ARENA_NEW(p->memory, net_stmt);
  run->kind = STMT_BLOCK;
  run->at = e->at;
  run->block = p->net->blocks.count;
  locations.initial = start;
  vec_push(p->m, &p->net->blocks, locations); // the blocks of one d_step share their locations
  e->effect = append_stmt(p, e->effect, run);
}

void automaton_add_d_step(generator *g, const element *d, uint32_t from, uint32_t to, uint32_t rank) {
  pml *p = g->p;
  element *first = automaton_begin(d->subs.at[0]->first);
  choices firsts = {0}; // the statements that may be executed first
  block b = {.g = g};
  VEC(uint32_t) starts = {0}; // by first statement: where the block begins
  vec_reserve(p->m, &b.location, g->f->elements.count + 1);
  automaton_collect(g, first, &firsts);
  for (uint32_t i = 0; i < firsts.at.count; i++)
    vec_push(p->m, &starts, block_location(&b, after(&b, firsts.at.at[i].leaf)));
  fill_block(&b);
  g->groups++;
  for (uint32_t i = 0; i < firsts.at.count; i++) {
    const element *leaf = firsts.at.at[i].leaf;
    bool has_block = starts.at[i] != NET_BLOCK_EXIT;
    if (!may_be_in_block(p, leaf))
      continue;
    net_edge *e = net_add_edge(p->net, &g->t->flow, from, to);
    automaton_fill_edge(e, &leaf->leaf);
    e->is_else = leaf->leaf.is_else && leaf == first;
    if (has_block)
      add_block(g, e, b.flow, starts.at[i]);
    e->text = arena_printf(p->memory, has_block ? "d_step { %s; ... }" : "d_step { %s }", e->text);
    e->rank = rank;
    e->choice = firsts.at.count > 1 ? g->groups : 0;
    e->keeps_control = (d->status & IN_ATOMIC) != 0;
    e->origin = d->unique;
  }
  vec_free(p->m, &starts);
  vec_free(p->m, &b.todo);
  vec_free(p->m, &b.location);
  vec_free(p->m, &firsts.at);
}
