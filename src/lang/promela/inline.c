#include "lang/promela/parser.h"

#include <string.h>

// Nested calls of inlines can grow exponentially. More tokens than this are an error.
#define MAX_EXPANDED 2000000

static void parse_parameters(parser *p, pml_inline *definition) {
  pml_expect(p, TOK_LPAREN, NULL);
  if (p->tok.kind != TOK_RPAREN) {
    do {
      vec_push(p->m, &definition->parameters, pml_expect_name(p, "the name of a parameter"));
    } while (pml_accept(p, TOK_COMMA));
  }
  KEEP_LIST(p, &definition->parameters);
  pml_expect(p, TOK_RPAREN, NULL);
}

// Stores the tokens from { to }. They are parsed at each call.
static void keep_text(parser *p, pml_inline *definition, place at) {
  uint32_t outside = p->braces;
  do {
    if (p->tok.kind == TOK_EOF) {
      pml_syntax_error(p, at, NULL, "the inline %s does not end: a } is missing", pml_quote(p, definition->name->text));
      break;
    }
    vec_push(p->m, &definition->tokens, p->tok);
    pml_advance(p);
  } while (p->braces > outside);
  KEEP_LIST(p, &definition->tokens);
}

void pml_parse_inline(parser *p) {
  pml_inline *definition = ARENA_NEW(p->memory, pml_inline);
  place at = p->tok.at;
  pml_word *name = p->tok.kind == TOK_NAME ? p->tok.word : NULL;
  definition->name = pml_expect_name(p, "the name of the inline");
  if (name && name->definition)
    pml_syntax_error(p, at, NULL, "there is already an inline %s", pml_quote(p, name->text));
  parse_parameters(p, definition);
  if (!p->panic && p->tok.kind != TOK_LBRACE)
    pml_unexpected(p, "'{'", NULL);
  if (p->panic)
    return;
  keep_text(p, definition, at);
  name->definition = definition;
}

typedef struct {
  VEC(token) tokens;
  VEC(uint32_t) ends; // argument i is tokens[ends[i-1] .. ends[i])
} arguments;

// Reads the arguments of a call, up to the closing parenthesis, which is the next token afterwards.
static void read_arguments(parser *p, arguments *out) {
  uint32_t outside = p->parens, open = 0; // open: brackets and braces
  pml_expect(p, TOK_LPAREN, NULL);
  if (p->panic || p->tok.kind == TOK_RPAREN)
    return;
  uint32_t start = 0;
  for (;; pml_advance(p)) {
    token_kind kind = p->tok.kind;
    bool is_last = kind == TOK_RPAREN && p->parens == outside + 1;
    if (kind == TOK_EOF || kind == TOK_INLINE_END || kind == TOK_SEMI || pml_starts_unit(kind)) {
      pml_unexpected(p, "',' or ')'", NULL);
      return;
    }
    if (is_last || (kind == TOK_COMMA && open == 0 && p->parens == outside + 1)) {
      if (out->tokens.count == start) {
        pml_unexpected(p, "an argument", NULL);
        return;
      }
      start = out->tokens.count;
      vec_push(p->m, &out->ends, start);
      if (is_last)
        return;
      continue;
    }
    open += kind == TOK_LBRACKET || kind == TOK_LBRACE;
    open -= (kind == TOK_RBRACKET || kind == TOK_RBRACE) && open > 0;
    vec_push(p->m, &out->tokens, p->tok);
  }
}

static int64_t parameter_index(const pml_inline *definition, const token *t) {
  if (t->kind == TOK_NAME) {
    for (uint32_t i = 0; i < definition->parameters.count; i++) {
      if (definition->parameters.at[i] == t->word)
        return i;
    }
  }
  return -1;
}

// The text of the inline with arguments substituted for parameters. Tokens of an argument get the place of the
// parameter, as in SPIN.
static void substitute(parser *p, const pml_inline *definition, const arguments *given, expansion *out) {
  for (uint32_t i = 0; i < definition->tokens.count; i++) {
    const token *t = &definition->tokens.at[i];
    int64_t index = parameter_index(definition, t);
    if (index < 0) {
      vec_push(p->m, &out->tokens, *t);
      continue;
    }
    uint32_t start = index > 0 ? given->ends.at[index - 1] : 0;
    for (uint32_t k = start; k < given->ends.at[index]; k++) {
      token replaced = given->tokens.at[k];
      replaced.at = t->at;
      replaced.newline = k == start && t->newline;
      replaced.adjacent = k == start ? t->adjacent : replaced.adjacent;
      vec_push(p->m, &out->tokens, replaced);
    }
  }
}

static void check_call(parser *p, const pml_inline *definition, const arguments *given, place at) {
  for (const expansion *e = p->expansion; e; e = e->outer) {
    if (e->definition == definition)
      pml_syntax_error(p, at, "inlines are expanded, so they cannot be recursive", "the inline %s calls itself",
                       pml_quote(p, definition->name->text));
  }
  uint32_t wanted = definition->parameters.count;
  if (given->ends.count != wanted)
    pml_syntax_error(p, at, NULL, "the inline %s takes %u argument%s, not %u", pml_quote(p, definition->name->text),
                     (unsigned)wanted, wanted == 1 ? "" : "s", (unsigned)given->ends.count);
  if (p->expanded > MAX_EXPANDED)
    pml_syntax_error(p, at, NULL, "the inlines expand to more than %d tokens", MAX_EXPANDED);
}

// Parses the expansion in place of the call. Afterwards the parser continues after the call, even if there were errors.
static void parse_expansion(parser *p, expansion *e, ast_ref *result, ast_stmt *s) {
  token next = p->tok, held = p->held;
  bool is_held = p->is_held;
  uint32_t outer_id = p->inline_id, braces = p->braces, parens = p->parens;
  ast_ref *outer_result = p->result;
  e->outer = p->expansion;
  p->expansion = e;
  p->inline_id = s->inline_id;
  p->result = result;
  p->is_held = false;
  p->tok = e->tokens.at[e->next++];
  pml_parse_block(p, s);
  p->expansion = e->outer;
  p->inline_id = outer_id;
  p->result = outer_result;
  p->braces = braces;
  p->parens = parens;
  p->panic = false;
  p->last = TOK_RBRACE;
  if (p->stop)
    return;
  p->tok = next;
  p->held = held;
  p->is_held = is_held;
}

ast_stmt *pml_parse_call(parser *p, ast_ref *result) {
  ast_stmt *s = pml_new_stmt(p, AS_BLOCK);
  place at = p->tok.at;
  if (result)
    s->at = result->at;
  const pml_inline *definition = p->tok.word->definition;
  arguments given = {0};
  pml_advance(p);
  read_arguments(p, &given);
  pml_accept(p, TOK_RPAREN);
  if (!p->panic)
    check_call(p, definition, &given, at);
  if (!p->panic) {
    expansion e = {.definition = definition};
    substitute(p, definition, &given, &e);
    p->expanded += e.tokens.count;
    s->inline_id = ++p->inline_count;
    parse_expansion(p, &e, result, s);
    vec_free(p->m, &e.tokens);
  }
  vec_free(p->m, &given.tokens);
  vec_free(p->m, &given.ends);
  return s;
}
