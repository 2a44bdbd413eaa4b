// Types, dimensions of arrays, and lists of parameters.
#include "lang/uppaal/parser.h"

#include <string.h>

upp_type *upp_new_type(upp_parser *p, upp_type_kind kind, place at) {
  upp_type *t = ARENA_NEW(p->memory, upp_type);
  t->kind = kind;
  t->at = at;
  return t;
}

bool upp_starts_decl(const upp_parser *p) {
  switch (p->tok.kind) {
  case TOK_CONST:
  case TOK_META:
  case TOK_URGENT:
  case TOK_BROADCAST:
  case TOK_INT:
  case TOK_BOOL:
  case TOK_CLOCK:
  case TOK_CHAN:
  case TOK_VOID:
  case TOK_SCALAR:
  case TOK_STRUCT:
  case TOK_TYPEDEF:
    return true;
  case TOK_NAME: // the name of a type, followed by another name
    return p->next.kind == TOK_NAME ? !upp_is_word(p, "spawn") : p->next.kind == TOK_CLOCK && upp_is_word(p, "hybrid");
  default:
    return false;
  }
}

static void parse_prefixes(upp_parser *p, upp_type *t) {
  for (;;) {
    if (upp_accept(p, TOK_CONST)) {
      t->is_const = true;
    } else if (upp_accept(p, TOK_META)) {
      t->is_meta = true;
    } else if (upp_accept(p, TOK_URGENT)) {
      t->is_urgent = true;
    } else if (upp_accept(p, TOK_BROADCAST)) {
      t->is_broadcast = true;
    } else if (p->next.kind == TOK_CLOCK && upp_is_word(p, "hybrid")) {
      t->is_hybrid = true;
      upp_advance(p);
    } else {
      return;
    }
  }
}

static void parse_range(upp_parser *p, upp_type *t) {
  t->kind = UPP_INT;
  if (!upp_accept(p, TOK_LBRACKET))
    return;
  t->low = upp_parse_expr(p);
  upp_expect(p, TOK_COMMA, "write a range with two bounds: int[0,5]");
  t->high = upp_parse_expr(p);
  upp_expect(p, TOK_RBRACKET, NULL);
}

static void parse_scalar(upp_parser *p, upp_type *t) {
  t->kind = UPP_SCALAR;
  upp_expect(p, TOK_LBRACKET, "give the size of the scalar set: scalar[3]");
  t->high = upp_parse_expr(p);
  upp_expect(p, TOK_RBRACKET, NULL);
}

static void parse_fields(upp_parser *p, upp_type *t) {
  t->kind = UPP_STRUCT;
  upp_expect(p, TOK_LBRACE, NULL);
  while (!p->panic && p->tok.kind != TOK_RBRACE) {
    upp_type *type = upp_parse_type(p);
    do {
      upp_decl *field = upp_new_decl(p, UPP_VARIABLE, p->tok.at);
      field->type = type;
      field->name = upp_expect_name(p, "a field")->text;
      upp_parse_dimensions(p, &field->dimensions);
      PUSH(p->memory, &t->fields, field);
    } while (upp_accept(p, TOK_COMMA));
    upp_expect(p, TOK_SEMI, NULL);
  }
  upp_expect(p, TOK_RBRACE, NULL);
}

// double and string are types only if the model does not declare them as names, as models of older versions may do.
static void parse_named(upp_parser *p, upp_type *t) {
  if (upp_is_word(p, "double") || upp_is_word(p, "string")) {
    t->kind = upp_is_word(p, "double") ? UPP_DOUBLE : UPP_STRING;
    upp_advance(p);
    return;
  }
  if (upp_builtin_range(p, t)) {
    upp_advance(p);
    return;
  }
  t->kind = UPP_NAMED;
  t->name = upp_expect_name(p, "a type")->text;
}

static void parse_rest(upp_parser *p, upp_type *t) {
  if (upp_accept(p, TOK_INT))
    parse_range(p, t);
  else if (upp_accept(p, TOK_BOOL))
    t->kind = UPP_BOOL;
  else if (upp_accept(p, TOK_CLOCK))
    t->kind = UPP_CLOCK;
  else if (upp_accept(p, TOK_CHAN))
    t->kind = UPP_CHAN;
  else if (upp_accept(p, TOK_VOID))
    t->kind = UPP_VOID;
  else if (upp_accept(p, TOK_SCALAR))
    parse_scalar(p, t);
  else if (upp_accept(p, TOK_STRUCT))
    parse_fields(p, t);
  else
    parse_named(p, t);
}

upp_type *upp_parse_type(upp_parser *p) {
  upp_type *t = upp_new_type(p, UPP_INT, p->tok.at);
  if (p->panic || !upp_enter(p))
    return t;
  parse_prefixes(p, t);
  parse_rest(p, t);
  upp_leave(p);
  return t;
}

static bool is_type_name(const upp_word *word) {
  return word->binding == UPP_BOUND_TYPE || word->binding == UPP_BUILTIN_TYPE;
}

bool upp_starts_old_constant(const upp_parser *p) {
  return p->tok.kind == TOK_CONST && p->next.kind == TOK_NAME && !is_type_name(p->next.word) &&
         strcmp(p->next.word->text, "double") != 0 && strcmp(p->next.word->text, "string") != 0;
}

static bool is_type(const upp_parser *p) {
  if (p->tok.kind == TOK_NAME)
    return is_type_name(p->tok.word) && p->next.kind == TOK_RBRACKET;
  return upp_starts_decl(p);
}

void upp_parse_dimensions(upp_parser *p, upp_dimensions *out) {
  if (!p->panic && p->tok.kind == TOK_BOX)
    upp_unexpected(p, "the size of the array", NULL);
  while (upp_accept(p, TOK_LBRACKET)) {
    upp_dimension dimension = {0};
    if (is_type(p))
      dimension.type = upp_parse_type(p);
    else
      dimension.size = upp_parse_expr(p);
    PUSH(p->memory, out, dimension);
    upp_expect(p, TOK_RBRACKET, NULL);
  }
}

// Does the parameter have a type? In the old syntax it can share that of the parameter before: `int a, b`.
static bool starts_parameter_type(const upp_parser *p) {
  if (p->tok.kind == TOK_BIT_AND)
    return false;
  return p->tok.kind != TOK_NAME || p->next.kind == TOK_NAME || p->next.kind == TOK_BIT_AND;
}

// If two names follow `const`, the first is an undeclared type, which the lowering reports.
static upp_type *parse_parameter_type(upp_parser *p) {
  if (!upp_starts_old_constant(p))
    return upp_parse_type(p);
  upp_type *t = upp_new_type(p, UPP_INT, p->tok.at);
  upp_advance(p);
  if (p->next.kind != TOK_NAME && p->next.kind != TOK_BIT_AND)
    return NULL;
  t->is_const = true;
  t->kind = UPP_NAMED;
  t->name = upp_expect_name(p, "a type")->text;
  return t;
}

static void parse_parameter(upp_parser *p, upp_decls *out, upp_type *type) {
  upp_decl *d = upp_new_decl(p, UPP_VARIABLE, p->tok.at);
  d->type = type;
  d->is_reference = upp_accept(p, TOK_BIT_AND);
  d->at = p->tok.at;
  upp_word *name = upp_expect_name(p, "a parameter");
  d->name = name->text;
  upp_parse_dimensions(p, &d->dimensions);
  upp_declare(p, name, UPP_BOUND);
  PUSH(p->memory, out, d);
}

// In the old syntax all parameters except constants are references, without &. If one parameter has &, only those with
// & are references.
static void make_references(upp_decls *parameters) {
  for (uint32_t i = 0; i < parameters->count; i++) {
    if (parameters->at[i]->is_reference)
      return;
  }
  for (uint32_t i = 0; i < parameters->count; i++) {
    upp_decl *d = parameters->at[i];
    d->is_reference = d->type && !d->type->is_const;
  }
}

void upp_parse_parameters(upp_parser *p, upp_decls *out) {
  bool is_old = p->is_old;
  upp_type *type = NULL;
  if (p->tok.kind == TOK_RPAREN || p->tok.kind == TOK_EOF)
    return;
  for (bool first = true;; first = false) {
    if (first || starts_parameter_type(p))
      type = parse_parameter_type(p);
    else
      is_old = true;
    parse_parameter(p, out, type);
    if (p->tok.kind == TOK_SEMI)
      is_old = true;
    if (!upp_accept(p, TOK_SEMI) && !upp_accept(p, TOK_COMMA))
      break;
  }
  if (is_old)
    make_references(out);
}
