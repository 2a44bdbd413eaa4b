// Declarations of variables, types, functions and priorities of channels.
#include "lang/uppaal/parser.h"

#include <string.h>

upp_decl *upp_new_decl(upp_parser *p, upp_decl_kind kind, place at) {
  upp_decl *d = ARENA_NEW(p->memory, upp_decl);
  d->kind = kind;
  d->at = at;
  return d;
}

static upp_init *parse_init(upp_parser *p) {
  upp_init *init = ARENA_NEW(p->memory, upp_init);
  init->at = p->tok.at;
  if (p->tok.kind != TOK_LBRACE) {
    init->value = upp_parse_expr(p);
    return init;
  }
  if (!upp_enter(p))
    return init;
  upp_advance(p);
  do {
    const char *field = NULL;
    if (p->tok.kind == TOK_NAME && p->next.kind == TOK_COLON) {
      field = p->tok.word->text;
      upp_advance(p);
      upp_advance(p);
    }
    upp_init *element = parse_init(p);
    element->field = field;
    PUSH(p->memory, &init->list, element);
  } while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_RBRACE, NULL);
  upp_leave(p);
  return init;
}

// A name with its dimensions; it is declared from here on.
static upp_decl *parse_name(upp_parser *p, upp_decl_kind kind, upp_type *type) {
  upp_decl *d = upp_new_decl(p, kind, p->tok.at);
  upp_word *name = upp_expect_name(p, "a name");
  d->name = name->text;
  d->type = type;
  upp_parse_dimensions(p, &d->dimensions);
  upp_declare(p, name, kind == UPP_TYPEDEF ? UPP_BOUND_TYPE : UPP_BOUND);
  return d;
}

static void parse_typedef(upp_parser *p, upp_decls *out) {
  upp_advance(p);
  upp_type *type = upp_parse_type(p);
  do
    PUSH(p->memory, out, parse_name(p, UPP_TYPEDEF, type));
  while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, NULL);
}

// Is the name just read an undeclared type, as in `const T x = 1;`? The lowering reports it. `const a b;` is a constant
// of the old syntax.
static bool is_type_name(const upp_parser *p, const upp_decl *d) {
  return p->tok.kind == TOK_NAME && p->next.kind == TOK_ASSIGN && d->dimensions.count == 0;
}

// const a 5, b := 6; of the old syntax
static void parse_old_constants(upp_parser *p, upp_decls *out) {
  upp_type *type = upp_new_type(p, UPP_INT, p->tok.at);
  type->is_const = true;
  upp_advance(p);
  do {
    upp_decl *d = parse_name(p, UPP_VARIABLE, type);
    if (type->kind == UPP_INT && is_type_name(p, d)) {
      type->kind = UPP_NAMED;
      type->name = d->name;
      d = parse_name(p, UPP_VARIABLE, type);
    }
    upp_accept(p, TOK_ASSIGN);
    d->init = parse_init(p);
    PUSH(p->memory, out, d);
  } while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, NULL);
}

static void parse_function(upp_parser *p, upp_decl *d) {
  uint32_t scope = upp_open_scope(p);
  d->kind = UPP_FUNCTION;
  d->function = ARENA_NEW(p->memory, upp_function);
  upp_advance(p);
  upp_parse_parameters(p, &d->function->parameters);
  upp_expect(p, TOK_RPAREN, NULL);
  d->function->body = upp_parse_block(p);
  upp_close_scope(p, scope);
}

static void parse_variables(upp_parser *p, upp_decls *out) {
  upp_type *type = upp_parse_type(p);
  bool is_first = true;
  do {
    upp_decl *d = parse_name(p, UPP_VARIABLE, type);
    PUSH(p->memory, out, d);
    if (is_first && !p->panic && p->tok.kind == TOK_LPAREN) {
      parse_function(p, d);
      return;
    }
    is_first = false;
    if (upp_accept(p, TOK_ASSIGN))
      d->init = parse_init(p);
  } while (upp_accept(p, TOK_COMMA));
  upp_expect(p, TOK_SEMI, NULL);
}

static upp_expr *parse_channel(upp_parser *p) {
  if (upp_is_word(p, "default")) {
    upp_advance(p);
    return NULL;
  }
  if (p->tok.kind != TOK_NAME)
    upp_unexpected(p, "a channel or default", NULL);
  return upp_parse_postfix(p);
}

static void parse_priority(upp_parser *p, upp_decls *out) {
  upp_decl *d = upp_new_decl(p, UPP_PRIORITY, p->tok.at);
  d->name = "priority";
  upp_advance(p);
  upp_advance(p);
  do {
    upp_chan_level level = {0};
    do
      PUSH(p->memory, &level.channels, parse_channel(p));
    while (upp_accept(p, TOK_COMMA));
    PUSH(p->memory, &d->levels, level);
  } while (upp_accept(p, TOK_LT));
  upp_expect(p, TOK_SEMI, "write for example: chan priority a, b < default < c;");
  PUSH(p->memory, out, d);
}

void upp_parse_decl(upp_parser *p, upp_decls *out) {
  if (p->tok.kind == TOK_TYPEDEF)
    parse_typedef(p, out);
  else if (upp_starts_old_constant(p))
    parse_old_constants(p, out);
  else if (p->tok.kind == TOK_CHAN && p->next.kind == TOK_NAME && !strcmp(p->next.word->text, "priority"))
    parse_priority(p, out);
  else
    parse_variables(p, out);
}

void upp_parse_local_decls(upp_parser *p, upp_decls *out) {
  uint32_t braces = p->braces;
  while (p->tok.kind != TOK_EOF && (upp_starts_decl(p) || p->tok.kind == TOK_SEMI)) {
    if (!upp_accept(p, TOK_SEMI))
      upp_parse_decl(p, out);
    if (p->panic)
      upp_recover(p, braces);
    if (p->stop)
      return;
  }
}
