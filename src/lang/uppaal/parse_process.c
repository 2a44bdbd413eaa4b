// Processes of .xta and .ta files, and the parts of edges, which are labels in XML files.
#include "lang/uppaal/parser.h"

#include <string.h>

upp_template *upp_new_template(upp_parser *p, upp_word *name, place at) {
  PUSH(p->memory, &p->model->templates, ((upp_template){.name = name->text, .at = at}));
  p->owner = p->model->templates.count;
  return &p->model->templates.at[p->owner - 1];
}

void upp_name_location(upp_parser *p, upp_word *word, uint32_t location) {
  word->owner = p->owner;
  word->location = location;
}

bool upp_find_location(upp_parser *p, const upp_word *word, place at, uint32_t *location) {
  *location = word->location;
  if (word->owner == p->owner)
    return true;
  if (!p->panic)
    upp_report(p, at, NULL, "there is no location '%.60s' in '%.60s'", word->text,
               p->model->templates.at[p->owner - 1].name);
  return false;
}

bool upp_expect_location(upp_parser *p, uint32_t location, place at) {
  if (location < UPP_BRANCHPOINT)
    return true;
  upp_report(p, at, NULL, "this must be a location, not a branchpoint");
  return false;
}

static void parse_state(upp_parser *p, upp_template *t) {
  upp_location location = {.at = p->tok.at};
  upp_word *name = upp_expect_name(p, "a state");
  location.name = location.id = name->text;
  if (!p->panic && name->owner == p->owner)
    upp_report(p, location.at, NULL, "the location '%.60s' is declared twice", name->text);
  if (upp_accept(p, TOK_LBRACE)) {
    if (p->tok.kind != TOK_SEMI && p->tok.kind != TOK_RBRACE)
      location.invariant = upp_parse_conjunction(p);
    if (upp_accept(p, TOK_SEMI)) { // an exponential rate: ignored, it has no meaning in symbolic model checking
      upp_parse_expr(p);
      if (upp_accept(p, TOK_COLON))
        upp_parse_expr(p);
    }
    upp_expect(p, TOK_RBRACE, NULL);
  }
  upp_name_location(p, name, t->locations.count);
  PUSH(p->memory, &t->locations, location);
}

static void parse_states(upp_parser *p, upp_template *t) {
  upp_advance(p);
  do
    parse_state(p, t);
  while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, NULL);
}

void upp_add_branchpoint(upp_parser *p, upp_template *t, upp_word *name, place at) {
  if (!p->panic && name->owner == p->owner)
    upp_report(p, at, NULL, "the location '%.60s' is declared twice", name->text);
  upp_name_location(p, name, UPP_BRANCHPOINT + t->branchpoints.count);
  PUSH(p->memory, &t->branchpoints, at);
}

static void parse_branchpoints(upp_parser *p, upp_template *t) {
  upp_advance(p);
  do {
    place at = p->tok.at;
    upp_add_branchpoint(p, t, upp_expect_name(p, "a branchpoint"), at);
  } while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, NULL);
}

// An end of an edge. False if the next name is neither a location nor a branchpoint, which is reported.
static bool parse_end(upp_parser *p, uint32_t *location) {
  place at = p->tok.at;
  const upp_word *name = upp_expect_name(p, "a state");
  return upp_find_location(p, name, at, location) && !p->panic;
}

static bool parse_location(upp_parser *p, uint32_t *location) {
  place at = p->tok.at;
  return parse_end(p, location) && upp_expect_location(p, *location, at);
}

static void parse_flags(upp_parser *p, upp_template *t) {
  bool is_commit = p->tok.kind == TOK_COMMIT;
  upp_advance(p);
  do {
    uint32_t location;
    if (!parse_location(p, &location))
      continue;
    if (is_commit)
      t->locations.at[location].is_committed = true;
    else
      t->locations.at[location].is_urgent = true;
  } while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, NULL);
}

void upp_parse_selects(upp_parser *p, upp_edge *e) {
  do {
    upp_select select = {0};
    upp_parse_binding(p, &select.name, &select.type);
    PUSH(p->memory, &e->selects, select);
  } while (upp_accept(p, TOK_COMMA));
}

void upp_parse_sync(upp_parser *p, upp_edge *e) {
  e->channel = upp_parse_postfix(p);
  if (upp_accept(p, TOK_BANG))
    e->sync = UPP_SEND;
  else if (upp_accept(p, TOK_QUESTION))
    e->sync = UPP_RECEIVE;
  else if (p->tok.kind == TOK_SEMI || p->tok.kind == TOK_EOF)
    e->sync = UPP_SYNC_ALIKE;
  else
    upp_unexpected(p, "'!' or '?'", NULL);
}

static void parse_label(upp_parser *p, upp_edge *e) {
  if (upp_accept(p, TOK_SELECT)) {
    upp_parse_selects(p, e);
  } else if (upp_accept(p, TOK_GUARD)) {
    e->guard = upp_parse_conjunction(p);
  } else if (upp_accept(p, TOK_SYNC)) {
    upp_parse_sync(p, e);
  } else if (upp_accept(p, TOK_ASSIGN_WORD)) {
    upp_parse_exprs(p, &e->update);
  } else if (upp_is_word(p, "probability")) { // ignored: a branch is chosen nondeterministically
    upp_advance(p);
    upp_parse_expr(p);
  } else {
    upp_unexpected(p, "select, guard, sync, assign or '}'", NULL);
  }
  upp_expect(p, TOK_SEMI, NULL);
}

// source -> target { labels }. If there is no source, it is the source of the edge before.
static void parse_edge(upp_parser *p, upp_template *t, uint32_t *source, bool *is_known) {
  upp_edge e = {.at = p->tok.at};
  uint32_t scope = upp_open_scope(p);
  if (p->tok.kind != TOK_ARROW)
    *is_known = parse_end(p, source);
  upp_expect(p, TOK_ARROW, NULL);
  e.source = *source;
  bool is_whole = parse_end(p, &e.target) && *is_known;
  upp_expect(p, TOK_LBRACE, NULL);
  uint32_t braces = p->braces;
  while (!p->panic && p->tok.kind != TOK_RBRACE) {
    parse_label(p, &e);
    if (p->panic && p->tok.kind != TOK_EOF)
      upp_recover(p, braces);
  }
  upp_expect(p, TOK_RBRACE, NULL);
  upp_close_scope(p, scope);
  if (is_whole)
    PUSH(p->memory, &t->edges, e);
}

static void parse_edges(upp_parser *p, upp_template *t) {
  uint32_t source = 0;
  bool is_known = false;
  upp_advance(p);
  if (p->tok.kind == TOK_ARROW)
    upp_unexpected(p, "the source state of the edge", NULL);
  do
    parse_edge(p, t, &source, &is_known);
  while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, "separate edges by commas");
}

static void parse_part(upp_parser *p, upp_template *t, bool *has_initial) {
  if (p->tok.kind == TOK_STATE) {
    parse_states(p, t);
  } else if (upp_is_word(p, "branchpoint")) {
    parse_branchpoints(p, t);
  } else if (p->tok.kind == TOK_COMMIT || (p->tok.kind == TOK_URGENT && t->locations.count > 0)) {
    parse_flags(p, t);
  } else if (upp_accept(p, TOK_INIT)) {
    if (!parse_location(p, &t->initial))
      t->initial = 0;
    *has_initial = true;
    upp_expect(p, TOK_SEMI, NULL);
  } else if (p->tok.kind == TOK_TRANS) {
    parse_edges(p, t);
  } else if (t->locations.count == 0 && (upp_starts_decl(p) || p->tok.kind == TOK_SEMI)) {
    upp_parse_local_decls(p, &t->decls);
  } else {
    upp_unexpected(p, t->locations.count ? "init, trans or '}'" : "a declaration or state", NULL);
  }
}

static void parse_body(upp_parser *p, upp_template *t) {
  bool has_initial = false;
  if (!upp_expect(p, TOK_LBRACE, NULL))
    return;
  uint32_t braces = p->braces, errors = p->d->errors;
  while (!p->stop && p->tok.kind != TOK_RBRACE && p->tok.kind != TOK_EOF && p->tok.kind != TOK_PROCESS &&
         p->tok.kind != TOK_SYSTEM) {
    parse_part(p, t, &has_initial);
    if (p->panic)
      upp_recover(p, braces);
  }
  if (upp_expect(p, TOK_RBRACE, NULL) && !has_initial && errors == p->d->errors)
    upp_report(p, t->at, "add: init NAME;", "the process '%.60s' has no initial state", t->name);
  p->braces = braces - 1;
}

void upp_parse_process(upp_parser *p) {
  upp_advance(p);
  place at = p->tok.at;
  upp_word *name = upp_expect_name(p, "the name of the process");
  upp_declare(p, name, UPP_BOUND);
  uint32_t scope = upp_open_scope(p);
  upp_template *t = upp_new_template(p, name, at);
  if (upp_accept(p, TOK_LPAREN)) {
    upp_parse_parameters(p, &t->parameters);
    upp_expect(p, TOK_RPAREN, NULL);
  }
  parse_body(p, t);
  upp_close_scope(p, scope);
}
