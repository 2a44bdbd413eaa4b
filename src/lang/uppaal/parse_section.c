// Everything outside of templates: global declarations, instances, the system line, and what may follow it.
#include "lang/uppaal/parser.h"

#include <string.h>

// P(parameters) = T(arguments);
static void parse_instance(upp_parser *p) {
  upp_instance i = {.at = p->tok.at};
  uint32_t scope = upp_open_scope(p);
  upp_word *name = upp_expect_name(p, "the name of a process");
  i.name = name->text;
  if (upp_accept(p, TOK_LPAREN)) {
    upp_parse_parameters(p, &i.parameters);
    upp_expect(p, TOK_RPAREN, NULL);
  }
  upp_expect(p, TOK_ASSIGN, NULL);
  i.template_ = upp_expect_name(p, "the name of a template")->text;
  if (p->tok.kind == TOK_LPAREN)
    upp_parse_arguments(p, &i.args);
  upp_expect(p, TOK_SEMI, NULL);
  upp_close_scope(p, scope);
  upp_declare(p, name, UPP_BOUND);
  PUSH(p->memory, &p->model->instances, i);
}

// system A, B < C; where C has priority over A and B
static void parse_system(upp_parser *p) {
  uint32_t level = 0;
  upp_advance(p);
  p->has_system = true;
  for (;;) {
    upp_process process = {.level = level, .at = p->tok.at};
    process.name = upp_expect_name(p, "the name of a process")->text;
    if (!p->panic && p->tok.kind == TOK_LPAREN)
      upp_parse_arguments(p, &process.args);
    PUSH(p->memory, &p->model->processes, process);
    if (upp_accept(p, TOK_LT))
      level++;
    else if (!upp_accept(p, TOK_COMMA))
      break;
  }
  upp_expect(p, TOK_SEMI, NULL);
}

static void bar(upp_parser *p, const char *what) {
  PUSH(p->memory, &p->model->barriers, ((upp_barrier){what, p->tok.at}));
}

static void bar_block(upp_parser *p, const char *what) {
  bar(p, what);
  upp_advance(p);
  upp_skip_braces(p);
}

// dynamic T(parameters); has no meaning without spawn.
static void parse_dynamic(upp_parser *p) {
  upp_advance(p);
  upp_expect_name(p, "the name of a template");
  uint32_t scope = upp_open_scope(p);
  if (upp_accept(p, TOK_LPAREN)) {
    upp_parse_parameters(p, &(upp_decls){0});
    upp_expect(p, TOK_RPAREN, NULL);
  }
  upp_close_scope(p, scope);
  upp_expect(p, TOK_SEMI, NULL);
}

// type name(parameters); or: name = type name_in_the_library(parameters);
static void parse_external(upp_parser *p) {
  upp_word *name = NULL;
  if (p->tok.kind == TOK_NAME && p->next.kind == TOK_ASSIGN) {
    name = upp_expect_name(p, "a name");
    upp_advance(p);
  }
  upp_decl *d = upp_new_decl(p, UPP_FUNCTION, p->tok.at);
  d->type = upp_parse_type(p);
  upp_word *own = upp_expect_name(p, "the name of a function");
  name = name ? name : own;
  d->name = name->text;
  d->function = ARENA_NEW(p->memory, upp_function);
  uint32_t scope = upp_open_scope(p);
  upp_expect(p, TOK_LPAREN, NULL);
  upp_parse_parameters(p, &d->function->parameters);
  upp_expect(p, TOK_RPAREN, NULL);
  upp_close_scope(p, scope);
  upp_expect(p, TOK_SEMI, NULL);
  upp_declare(p, name, UPP_BOUND);
  PUSH(p->memory, &p->model->decls, d);
}

// import "library" { functions }; or one function without braces
static void parse_import(upp_parser *p) {
  upp_advance(p);
  upp_advance(p);
  if (!upp_accept(p, TOK_LBRACE)) {
    parse_external(p);
    return;
  }
  while (!p->panic && p->tok.kind != TOK_RBRACE)
    parse_external(p);
  upp_expect(p, TOK_RBRACE, NULL);
  upp_accept(p, TOK_SEMI);
}

// query { formula } in an .xta file
static void parse_query(upp_parser *p) {
  upp_query q = {.comment = ""};
  upp_advance(p);
  upp_expect(p, TOK_LBRACE, NULL);
  if (upp_accept(p, TOK_RBRACE))
    return;
  size_t start = p->tok.offset;
  p->in_query = true;
  upp_parse_formula(p, &q);
  p->in_query = false;
  q.text = upp_query_text(p->memory, p->lex.source.text + start, p->tok.offset - start);
  if (upp_expect(p, TOK_RBRACE, NULL))
    PUSH(p->memory, &p->model->queries, q);
}

// Constructs of later versions, which start with a name. False if the next token does not start one.
static bool parse_special(upp_parser *p) {
  if (p->next.kind == TOK_LBRACE && (upp_is_word(p, "progress") || upp_is_word(p, "gantt"))) {
    upp_advance(p); // ignored: progress measures and Gantt charts do not affect the semantics
    upp_skip_braces(p);
  } else if (p->next.kind == TOK_LBRACE && upp_is_word(p, "before_update")) {
    bar_block(p, "before_update is not supported");
  } else if (p->next.kind == TOK_LBRACE && upp_is_word(p, "after_update")) {
    bar_block(p, "after_update is not supported");
  } else if (p->next.kind == TOK_NAME && upp_is_word(p, "IO")) {
    while (p->tok.kind != TOK_EOF && p->tok.kind != TOK_LBRACE) // inputs and outputs, for refinement checking
      upp_advance(p);
    upp_skip_braces(p);
  } else if (p->next.kind == TOK_LBRACE && upp_is_word(p, "query")) {
    parse_query(p);
  } else if (p->next.kind == TOK_NAME && upp_is_word(p, "dynamic")) {
    parse_dynamic(p);
  } else if (p->next.kind == TOK_STRING && upp_is_word(p, "import")) {
    parse_import(p);
  } else {
    return false;
  }
  return true;
}

static void parse_unit(upp_parser *p) {
  if (p->tok.kind == TOK_PROCESS)
    upp_parse_process(p);
  else if (p->tok.kind == TOK_SYSTEM)
    parse_system(p);
  else if (parse_special(p) || upp_accept(p, TOK_SEMI))
    return;
  else if (upp_starts_decl(p))
    upp_parse_decl(p, &p->model->decls);
  else if (p->tok.kind == TOK_NAME && (p->next.kind == TOK_ASSIGN || p->next.kind == TOK_LPAREN))
    parse_instance(p);
  else
    upp_unexpected(p, "a declaration", NULL);
}

void upp_parse_section(upp_parser *p) {
  while (!p->stop && p->tok.kind != TOK_EOF) {
    parse_unit(p);
    if (!p->panic)
      continue;
    upp_recover(p, 0);
    if (p->tok.kind == TOK_RBRACE) // unmatched
      upp_advance(p);
  }
}
