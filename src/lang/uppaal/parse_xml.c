// From the elements of a UPPAAL XML file to the syntax tree. Positions, colours and unknown elements are ignored,
// and so are live sequence charts, which only queries of their own (sat) are about.
#include "lang/uppaal/parser.h"

#include <string.h>

static bool is(const upp_element *e, const char *name) { return !strcmp(e->name, name); }

static const upp_element *find(const upp_element *e, const char *name) {
  for (const upp_element *child = e->first; child; child = child->next) {
    if (is(child, name))
      return child;
  }
  return NULL;
}

static void begin(upp_parser *p, const upp_element *e) {
  upp_begin(p, &e->text, is(e, "label") ? "label" : arena_printf(p->memory, "<%s>", e->name));
}

// The name in an element, without surrounding blanks. NULL if there is none, or after an error.
static upp_word *read_name(upp_parser *p, const upp_element *e) {
  if (!e)
    return NULL;
  const char *text = e->text.text;
  size_t length = e->text.length;
  for (; length > 0 && upp_is_blank(text[length - 1]); length--)
    ;
  for (; length > 0 && upp_is_blank(*text); length--)
    text++;
  if (length == 0)
    return NULL;
  if (upp_is_identifier(text, length))
    return upp_intern(&p->words, text, length);
  upp_report(p, e->at, "use letters, digits and _, and do not begin with a digit", "'%.*s' is not a valid name",
             length > 60 ? 60 : (int)length, text);
  return NULL;
}

// UPPAAL's editor does not accept a semicolon at the end of a label, but tools write one.
static void expect_label_end(upp_parser *p) {
  if (!p->panic && p->tok.kind == TOK_SEMI && p->next.kind == TOK_EOF) {
    diag_add(p->d, DIAG_WARNING, p->tok.at, NULL, "the ';' at the end of this label is ignored");
    upp_advance(p);
  }
  upp_expect_end(p);
}

static void read_location(upp_parser *p, upp_template *t, const upp_element *e) {
  upp_location l = {.id = e->id, .at = e->at};
  const upp_word *name = read_name(p, find(e, "name"));
  l.name = name ? name->text : NULL;
  for (const upp_element *child = e->first; child; child = child->next) {
    l.is_urgent |= is(child, "urgent");
    l.is_committed |= is(child, "committed");
    if (!is(child, "label") || strcmp(child->kind, "invariant") != 0)
      continue;
    begin(p, child);
    if (p->tok.kind == TOK_EOF)
      continue;
    l.invariant = upp_parse_conjunction(p);
    expect_label_end(p);
  }
  upp_word *id = upp_intern(&p->words, e->id, strlen(e->id));
  if (id->owner == p->owner)
    upp_report(p, e->at, NULL, "the id '%.60s' is given twice", e->id);
  upp_name_location(p, id, t->locations.count);
  PUSH(p->memory, &t->locations, l);
}

static void read_locations(upp_parser *p, upp_template *t, const upp_element *e) {
  for (const upp_element *child = e->first; child; child = child->next) {
    if (is(child, "location")) {
      read_location(p, t, child);
    } else if (is(child, "branchpoint")) {
      upp_add_branchpoint(p, t, upp_intern(&p->words, child->id, strlen(child->id)), child->at);
    }
  }
}

// The location or branchpoint that an element <init>, <source> or <target> refers to. False if there is none, which is
// reported.
static bool read_reference(upp_parser *p, const upp_element *e, const char *name, uint32_t *location) {
  const upp_element *reference = find(e, name);
  if (!reference) {
    upp_report(p, e->at, is(e, "template") ? "mark one location as the initial one" : NULL,
               "this <%s> has no <%s ref=...>", e->name, name);
    return false;
  }
  const upp_word *id = upp_intern(&p->words, reference->ref, strlen(reference->ref));
  return upp_find_location(p, id, reference->at, location) &&
         (!is(e, "template") || upp_expect_location(p, *location, reference->at));
}

static void read_label(upp_parser *p, upp_edge *edge, const upp_element *label) {
  begin(p, label);
  if (p->tok.kind == TOK_EOF)
    return;
  if (!strcmp(label->kind, "select"))
    upp_parse_selects(p, edge);
  else if (!strcmp(label->kind, "guard"))
    edge->guard = upp_parse_conjunction(p);
  else if (!strcmp(label->kind, "synchronisation"))
    upp_parse_sync(p, edge);
  else if (!strcmp(label->kind, "assignment"))
    upp_parse_exprs(p, &edge->update);
  else
    return;
  expect_label_end(p);
}

static void read_edge(upp_parser *p, upp_template *t, const upp_element *e) {
  upp_edge edge = {.at = e->at};
  uint32_t scope = upp_open_scope(p);
  bool has_source = read_reference(p, e, "source", &edge.source);
  bool has_target = read_reference(p, e, "target", &edge.target);
  for (const upp_element *child = e->first; child; child = child->next) {
    if (is(child, "label"))
      read_label(p, &edge, child);
  }
  if (has_source && has_target)
    PUSH(p->memory, &t->edges, edge);
  upp_close_scope(p, scope);
}

static upp_word *read_template_name(upp_parser *p, const upp_element *e) {
  uint32_t errors = p->d->errors;
  upp_word *name = read_name(p, find(e, "name"));
  if (!name && errors == p->d->errors)
    upp_report(p, e->at, NULL, "the template has no name");
  return name ? name : upp_intern(&p->words, "", 0);
}

static void read_template(upp_parser *p, const upp_element *e) {
  upp_word *name = read_template_name(p, e);
  upp_declare(p, name, UPP_BOUND);
  uint32_t scope = upp_open_scope(p);
  upp_template *t = upp_new_template(p, name, e->at);
  const upp_element *parameters = find(e, "parameter"), *declarations = find(e, "declaration");
  if (parameters) {
    begin(p, parameters);
    upp_parse_parameters(p, &t->parameters);
    upp_expect_end(p);
  }
  if (declarations) {
    begin(p, declarations);
    upp_parse_local_decls(p, &t->decls);
    if (!p->panic && p->tok.kind != TOK_EOF)
      upp_unexpected(p, "a declaration", NULL);
  }
  read_locations(p, t, e);
  if (!read_reference(p, e, "init", &t->initial))
    t->initial = 0;
  for (const upp_element *child = e->first; child; child = child->next) {
    if (is(child, "transition"))
      read_edge(p, t, child);
  }
  upp_close_scope(p, scope);
}

static void read_queries(upp_parser *p, const upp_element *queries) {
  for (const upp_element *query = queries->first; query; query = query->next) {
    const upp_element *formula = find(query, "formula"), *comment = find(query, "comment");
    if (is(query, "query") && formula)
      upp_add_query(p, &formula->text,
                    comment ? upp_comment_text(p->memory, comment->text.text, comment->text.length) : "");
  }
}

void upp_parse_xml(upp_parser *p, const upp_element *root) {
  const upp_element *nta = is(root, "project") && find(root, "nta") ? find(root, "nta") : root;
  if (!is(nta, "nta") && !is(nta, "project")) {
    upp_report(p, root->at, NULL, "the file is not a UPPAAL model: its root element is <%.60s>, not <nta>", root->name);
    return;
  }
  for (const upp_element *e = nta->first; e && !p->stop; e = e->next) {
    if (is(e, "declaration") || is(e, "instantiation") || is(e, "system")) {
      begin(p, e);
      upp_parse_section(p);
    } else if (is(e, "template")) {
      read_template(p, e);
    } else if (is(e, "queries")) {
      read_queries(p, e);
    }
  }
}
