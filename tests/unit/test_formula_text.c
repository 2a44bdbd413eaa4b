// LTL formulas as text: which parts are conditions, and how operators bind.
#include "base/text.h"
#include "model/formula_text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const char *seen[8];
static uint32_t seen_count;

// A condition is what its text says, without blanks around it; "?" is an error.
static expr *note(const void *language, diags *d, const char *text) {
  (void)language;
  while (*text == ' ')
    text++;
  if (*text == '?')
    return NULL;
  assert_true(seen_count < 8);
  seen[seen_count] = arena_string(d->memory, text);
  return expr_const(d->memory, (int32_t)seen_count++, (place){0});
}

static void show(text_buffer *out, const net_formula *f) {
  static const char *const names[] = {"", "!", "&", "|", "->", "<->", "X", "[]", "<>", "U", "V", "W"};
  if (f->op == LTL_ATOM) {
    text_add(out, "{%s}", seen[f->atom->value]);
    return;
  }
  text_add(out, "(");
  if (f->right)
    show(out, f->left);
  text_add(out, "%s", names[f->op]);
  show(out, f->right ? f->right : f->left);
  text_add(out, ")");
}

typedef struct row {
  const char *text, *shown; // shown NULL = an error
} row;

static const row rows[] = {
    {"[] p", "([]{p})"},
    {"  <> (p.x)  ", "(<>{(p.x)})"},
    {"[] (p -> <> q)", "([]({p}->(<>{q})))"},
    {"[] p && <> q || r", "((([]{p})&(<>{q}))|{r})"},
    {"p || q -> [] r -> s", "({p || q}->(([]{r})->{s}))"},
    {"p U q U r", "(({p}U{q})U{r})"},
    {"[] p U q", "([]({p}U{q}))"},
    {"! p U q", "({! p}U{q})"},
    {"p && q U r", "({p}&({q}U{r}))"},
    {"not [] a[i] > 2 and [] (a[U] < W)", "((!([]{a[i] > 2}))&([]{(a[U] < W)}))"},
    {"<> P.U V x.V", "(<>({P.U}V{x.V}))"},
    {"[]<>p <-> !(<>q)", "(([](<>{p}))<->(!(<>{q})))"},
    {"<> !=", "(<>{!=})"},
    {"(p) W ([] q)", "({(p)}W([]{q}))"},
    {"[] ?", NULL},
    {"[]", NULL},
    {"[] p -> ", NULL},
    {"&& [] p", NULL},
    {"X p", NULL},
    {"f([] p)", NULL},
};

static void read_row(const row *r, mem *m) {
  diags d = {.memory = arena_new(m)};
  text_buffer out = {.memory = m};
  seen_count = 0;
  const net_formula *f = formula_read(&d, r->text, note, NULL);
  if (!r->shown) {
    assert_null(f);
  } else {
    assert_non_null(f);
    show(&out, f);
    assert_string_equal(text_string(&out), r->shown);
  }
  text_free(&out);
  arena_delete(d.memory);
}

static void read_rows(void *argument) {
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    read_row(&rows[i], argument);
}

static void formulas_have_conditions_as_leaves(void **state) {
  (void)state;
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, read_rows, m), MEM_OK);
  mem_delete(m);
}

static void queries_are_no_formulas(void **state) {
  (void)state;
  static const char *const queries[] = {"E<> p",   "A[] p",  "E[] p",  "A <> p",
                                        "p --> q", "sup: x", "p && q", "E<> U > 2"};
  static const char *const formulas[] = {"[] p", "p U q", "P.A U P.B", "!<> p", "(A) W p", "X p"};
  for (uint32_t i = 0; i < sizeof queries / sizeof *queries; i++)
    assert_false(formula_is_ltl(queries[i]));
  for (uint32_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    assert_true(formula_is_ltl(formulas[i]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_have_conditions_as_leaves),
      cmocka_unit_test(queries_are_no_formulas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
