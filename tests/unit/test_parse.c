#include "lang/promela/parse.h"
#include "test_promela_dump.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void in_memory(void (*work)(void *)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  mem_delete(m);
}

static ast_model *parse(arena *memory, diags *d, const char *text) {
  return pml_parse(memory, d, &(pml_text){text, strlen(text), "test.pml"});
}

static void show_errors(const diags *d, const char *text) {
  for (const diag *e = d->first; e; e = e->next)
    print_message("in \"%s\": %u:%u: %s\n", text, (unsigned)e->at.line, (unsigned)e->at.column, e->message);
}

// The model, one unit after the other.
static void check_model(mem *m, const char *text, const char *expected) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  text_buffer t = {.memory = m};
  const ast_model *model = parse(memory, &d, text);
  show_errors(&d, text);
  assert_non_null(model);
  for (uint32_t i = 0; i < model->units.count; i++) {
    text_add(&t, i ? " " : "");
    dump_unit(&t, model->units.at[i]);
  }
  assert_string_equal(text_string(&t), expected);
  text_free(&t);
  arena_delete(memory);
}

// The statements of an init.
static void check_body(mem *m, const char *before, const char *body, const char *expected) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  text_buffer t = {.memory = m};
  const ast_model *model = parse(memory, &d, arena_printf(memory, "%s init { %s }", before, body));
  show_errors(&d, body);
  assert_non_null(model);
  dump_seq(&t, &model->units.at[model->units.count - 1]->body);
  assert_string_equal(text_string(&t), expected);
  text_free(&t);
  arena_delete(memory);
}

static void check_expression(mem *m, const char *text, bool ltl, const char *expected) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  text_buffer t = {.memory = m};
  const ast_expr *e = pml_parse_expression(memory, &d, "formula", text, ltl);
  show_errors(&d, text);
  assert_non_null(e);
  dump_expr(&t, e);
  assert_string_equal(text_string(&t), expected);
  text_free(&t);
  arena_delete(memory);
}

typedef struct {
  const char *text, *expected;
} pair;
#define COUNT(table) (sizeof(table) / sizeof *(table))

static const pair EXPRESSIONS[] = {
    {"1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)"},
    {"a / b % c", "(% (/ a b) c)"},
    {"a << 1 + 2 >> b", "(>> (<< a (+ 1 2)) b)"},
    {"a < b == c >= d", "(== (< a b) (>= c d))"},
    {"a == b != c", "(!= (== a b) c)"},
    {"a & b == c", "(& a (== b c))"},
    {"a | b ^ c & d", "(| a (^ b (& c d)))"},
    {"a && b || c && d", "(|| (&& a b) (&& c d))"},
    {"a | b && c", "(&& (| a b) c)"},
    {"!a == b", "(== (! a) b)"},
    {"-a * ~b", "(* (- a) (~ b))"},
    {"! ! a", "(! (! a))"},
    {"- - 1", "(- (- 1))"},
    {"(a + b) * c", "(* (+ a b) c)"},
    {"(c -> a : b)", "(->: c a b)"},
    {"(c -> (d -> 1 : 2) : b + 1)", "(->: c (->: d 1 2) (+ b 1))"},
    {"true + false + skip", "(+ (+ 1 0) 1)"},
    {"'a' + '\\n' + '\\''", "(+ (+ 97 10) 39)"},
    {"a[b[1] + 2].c.d[3]", "a[(+ b[1] 2)].c.d[3]"},
    {"len(c) + full(c) + empty(c) + nfull(c) + nempty(a[1].c)",
     "(+ (+ (+ (+ (len c) (full c)) (empty c)) (nfull c)) (nempty a[1].c))"},
    {"enabled(a + 1) && pc_value(2) > get_priority(_pid)",
     "(&& (enabled (+ a 1)) (> (pc_value 2) (get_priority _pid)))"},
    {"c?[x, 3] || c??[eval(x), -1, _]", "(|| (poll? c x 3) (poll?? c (eval x) -1 _))"},
    {"a[1].c?[x(y)]", "(poll? a[1].c x y)"},
    {"timeout || np_", "(|| timeout np_)"},
    {"P@L && P[a + 1]@M", "(&& (@ P L) (@ P (+ a 1) M))"},
    {"P:v == 1 || P[2]:w[3] > 1", "(|| (== (: P v) 1) (> (: P 2 w[3]) 1))"},
    {"(c -> P : v)", "(->: c P v)"}, // nothing says that P is a proctype
    {"run P(1, a) + run Q() priority 3", "(+ (run P 1 a) (run Q priority 3))"},
    {"_last == _nr_pr", "(== _last _nr_pr)"},
    {"U + V - W + X + (always + in)", "(+ (+ (- (+ U V) W) X) (+ always in))"},
};

static void expression_work(void *m) {
  for (size_t i = 0; i < COUNT(EXPRESSIONS); i++)
    check_expression(m, EXPRESSIONS[i].text, false, EXPRESSIONS[i].expected);
}
static void expressions(void **state) {
  (void)state;
  in_memory(expression_work);
}

// SPIN prints how it reads an ltl block; these are its answers.
static const pair FORMULAS[] = {
    {"[] p && q", "(and ([] p) q)"},
    {"p -> q -> r", "(-> (-> p q) r)"},
    {"p U q U r", "(U (U p q) r)"},
    {"p && q U r", "(and p (U q r))"},
    {"p W q || r", "(or (W p q) r)"},
    {"!p U q", "(U (! p) q)"},
    {"X p U q", "(U (X p) q)"},
    {"p U x == 1", "(U p (== x 1))"},
    {"p & q U r", "(U (& p q) r)"},
    {"p || q U r && p", "(or p (and (U q r) p))"},
    {"p <-> q -> r", "(-> (<-> p q) r)"},
    {"always p implies eventually q", "(-> ([] p) (<> q))"},
    {"p until q stronguntil r", "(U (U p q) r)"},
    {"p weakuntil q release r", "(V (W p q) r)"},
    {"next p equivalent q", "(<-> (X p) q)"},
    {"p V q", "(V p q)"},
    {"p R q", "(V p q)"},
    {"R R R", "(V R R)"},
    {"p /\\ q \\/ r", "(|| (&& p q) r)"},
    {"!([] p)", "(not ([] p))"},
    {"[](a && b || c)", "([] (|| (&& a b) c))"},
    {"[](P@L -> <>(P[0]:v < -1))", "([] (-> (@ P L) (<> (< (: P 0 v) (- 1)))))"},
    {"[] (x <- 1 || x << 1 > a[0])", "([] (|| (< x (- 1)) (> (<< x 1) a[0])))"},
    {"<>[]p", "(<> ([] p))"},
    {"p", "p"},
};

static void formula_work(void *m) {
  for (size_t i = 0; i < COUNT(FORMULAS); i++)
    check_expression(m, FORMULAS[i].text, true, FORMULAS[i].expected);
}
static void formulas(void **state) {
  (void)state;
  in_memory(formula_work);
}

static const pair STATEMENTS[] = {
    {"x = 1", "(= x 1)"},
    {"a[1].b = x + 1; x++; a[0].b--", "(= a[1].b (+ x 1)) (++ x) (-- a[0].b)"},
    {"x > 1 -> x = 2 -> skip;", "(> x 1) (= x 2) 1"},
    {";; x = 1;;; ; x = 2;", "(= x 1) (= x 2)"},
    {"c!1; c!1, x; c!1(x, 2); c!!x; c!!x(1)", "(! c 1) (! c 1 x) (! c 1 x 2) (!! c x) (!! c x 1)"},
    {"c!(1), 2; c!-1; c!(x -> 1 : 2)", "(! c 1 2) (! c (- 1)) (! c (->: x 1 2))"},
    {"c?x; c?x, y; c?x(y, 1); c??x; c?<x>; c?\?<x, -1>",
     "(? c x) (? c x y) (? c x y 1) (?? c x) (peek? c x) (peek?? c x -1)"},
    {"c?eval(x + 1), A, _, true; c?(x, y); c?x, (y); c?((x)); c?r.a, b[1]",
     "(? c (eval (+ x 1)) A _ 1) (? c x y) (? c x y) (? c x) (? c r.a b[1])"},
    {"c?[x] && y -> skip", "(&& (poll? c x) y) 1"},
    {"if :: x -> y = 1 :: else -> skip fi", "(if {x (= y 1)} {else 1})"},
    {"if :: x :: else fi", "(if {x} {else})"},
    {"if :: else x = 1; :: x; fi", "(if {else (= x 1)} {x})"},
    {"if::x=1::x=2fi", "(if {(= x 1)} {(= x 2)})"},
    {"do :: break :: atomic { x = 1; break } od", "(do {break} {(atomic {(= x 1) break})})"},
    {"for (i : 1 .. n + 1) { x = i; y = 2 }", "(for i 1 (+ n 1) {(= x i) (= y 2)})"},
    {"for (i:1..3) { skip }", "(for i 1 3 {1})"},
    {"for (i in a.b) { skip } x = in", "(for-in i a.b {1}) (= x in)"},
    {"for (i : 1 .. 2)\n{ skip }\nx = 1", "(for i 1 2 {1}) (= x 1)"},
    {"select (i : 1 .. x)", "(select i 1 x)"},
    {"goto L; L: x = 1; M: N: x = 2", "(goto L) (L: (= x 1)) (M: (N: (= x 2)))"},
    {"x = 1; end:", "(= x 1) (end:)"},
    {"L: ; x = 1", "(L:) (= x 1)"},
    {"if :: L: :: M:; fi", "(if {(L:)} {(M:)})"},
    {"L: {x = 1}", "(L: (block {(= x 1)}))"},
    {"atomic { x = 1 } d_step { y = 1 } { z = 1 } x = 2",
     "(atomic {(= x 1)}) (d_step {(= y 1)}) (block {(= z 1)}) (= x 2)"},
    {"{ x = 1 } unless { y == 1 }; x = 2", "(unless (block {(= x 1)}) (block {(== y 1)})) (= x 2)"},
    {"do :: skip od unless y; L: a = 1 unless b", "(unless (do {1}) y) (unless (L: (= a 1)) b)"},
    {"{ x = 1 }\n unless\n { y }", "(unless (block {(= x 1)}) (block {y}))"},
    {"printf(\"a\\n%d %e\", x, A); printf(\"\")", "(printf \"a\\n%d %e\" x A) (printf \"\")"},
    {"printm(A); printm(x)", "(printm A) (printm x)"},
    {"assert(x == 1); assert x == 1; assert(x) == 1", "(assert (== x 1)) (assert (== x 1)) (assert (== x 1))"},
    {"assert full(c)", "(assert (full c))"},
    {"set_priority(_pid, 3)", "(set_priority _pid 3)"},
    {"xr c; xs c, d[1]; x = 1", "(xr c) (xs c) (xs d[1]) (= x 1)"},
    {"x = run P(1); run P(2) priority 5", "(= x (run P 1)) (run P 2 priority 5)"},
    {"timeout -> x = 1", "timeout (= x 1)"},
    {"byte x, y = 2, z[3]; x = 1", "(byte x y(= 2) z([] 3)) (= x 1)"},
    {"int a[2] = {1, 2}; hidden bool b; show bit c; local short d; pid e",
     "(int a([] 2)({} 1 2)) (hidden bool b) (show bit c) (local short d) (pid e)"},
    {"unsigned u : 5 = 3, v : 2", "(unsigned u(: 5)(= 3) v(: 2))"},
    {"chan c; chan d[2] = [N + 1] of { byte, mtype, mtype:set, chan; }; mtype m; mtype:set s = A",
     "(chan c) (chan d([] 2)(of (+ N 1) byte mtype mtype:set chan)) (mtype m) (mtype:set s(= A))"},
};

static void statement_work(void *m) {
  for (size_t i = 0; i < COUNT(STATEMENTS); i++)
    check_body(m, "", STATEMENTS[i].text, STATEMENTS[i].expected);
}
static void statements(void **state) {
  (void)state;
  in_memory(statement_work);
}

// A line break ends a statement, but only after some tokens and outside of parentheses.
static const pair LINES[] = {
    {"x = 1\ny = 2\nx++\ny--\nc!3\nbreak\nskip", "(= x 1) (= y 2) (++ x) (-- y) (! c 3) break 1"},
    {"x\n!y", "x (! y)"},
    {"x = y\n-1 < x", "(= x y) (< (- 1) x)"},
    {"x = 1 +\n 2", "(= x (+ 1 2))"},
    {"(x\n && y)\n-> skip", "(&& x y) 1"},
    {"x = (1\n+ 2)\n(y)", "(= x (+ 1 2)) y"},
    {"timeout\nx = 1", "timeout (= x 1)"},
    {"if\n:: x\n   y = 1\n:: else\nfi\nskip", "(if {x (= y 1)} {else}) 1"},
    {"L:\n\nx = 1", "(L: (= x 1))"},
    {"byte a\nbyte b = 1,\nd\nx = a[2]\ny = 1", "(byte a) (byte b(= 1) d) (= x a[2]) (= y 1)"},
    {"x = 1\n;y = 2\n->z = 3\n;", "(= x 1) (= y 2) (= z 3)"},
    {"atomic {\nx = 1\n}\ny = 1", "(atomic {(= x 1)}) (= y 1)"},
};

static void line_work(void *m) {
  for (size_t i = 0; i < COUNT(LINES); i++)
    check_body(m, "", LINES[i].text, LINES[i].expected);
}
static void line_breaks(void **state) {
  (void)state;
  in_memory(line_work);
}

static const pair UNITS[] = {
    {"active proctype P() { skip }", "(active proctype P {1})"},
    {"active [N + 1] proctype P() { skip }", "(active proctype P([] (+ N 1)) {1})"},
    {"proctype P(byte a, b; chan c) { skip }", "(proctype P (byte a b) (chan c) {1})"},
    {"D_proctype P() priority 3 provided (x && full(c)) { skip }",
     "(D_proctype P(priority 3)(provided (&& x (full c))) {1})"},
    {"init priority 2 { skip }", "(init(priority 2) {1})"},
    {"never { x } never n { y }", "(never {x}) (never n {y})"},
    {"trace { c!1; c?_ } notrace { c!2 }", "(trace {(! c 1) (? c _)}) (notrace {(! c 2)})"},
    {"ltl { [] p } ltl f { p; } byte U, X;", "(ltl ([] p)) (ltl f p) ((byte U X))"},
    {"ltl f { p\n&&\nq }\nltl g { P:v == 1 }", "(ltl f (&& p q)) (ltl g (== (: P v) 1))"},
    {"mtype = {a, b,} mtype { c d; }; mtype:s = { e }; mtype:s x = e;",
     "(mtype a b) (mtype c d) (mtype s e) ((mtype:s x(= e)))"},
    {"typedef T { byte a; bool b[2]; } typedef U { T t[3]\n byte c\n }; T x, y; U z",
     "(typedef T (byte a) (bool b([] 2))) (typedef U (T t([] 3)) (byte c)) ((T x y)) ((U z))"},
    {"byte x;;byte y = 1\nbyte z; hidden int w", "((byte x)) ((byte y(= 1))) ((byte z)) ((hidden int w))"},
    {"proctype P() { byte v; L: v = 1 } never { P@L; P[0]:v; P:v == 1; L: skip }",
     "(proctype P {(byte v) (L: (= v 1))}) (never {(@ P L) (: P 0 v) (== (: P v) 1) (L: 1)})"},
};

static void unit_work(void *m) {
  for (size_t i = 0; i < COUNT(UNITS); i++)
    check_model(m, UNITS[i].text, UNITS[i].expected);
}
static void units(void **state) {
  (void)state;
  in_memory(unit_work);
}

typedef struct {
  const char *before, *body, *expected;
} triple;

static const triple INLINES[] = {
    {"inline f(a, b) { a = b }", "f(x, y); f(y, 1 + x)", "#1(block {(= x y)}) #2(block {(= y (+ 1 x))})"},
    {"inline f(a) { x = a * 2 }", "f(y + 1)", "#1(block {(= x (+ y (* 1 2)))})"}, // text, not a value
    {"inline f() { x = 1 }", "f(); f()\nf() f() x = 2",
     "#1(block {(= x 1)}) #2(block {(= x 1)}) #3(block {(= x 1)}) #4(block {(= x 1)}) (= x 2)"},
    {"inline f(a, b) { a = b }", "f(b, a)", "#1(block {(= b a)})"},
    {"inline f(a) { a = 1 } inline g(a) { f(x); f(a) }", "g(y)", "#1(block {#2(block {(= x 1)}) #3(block {(= y 1)})})"},
    {"inline f(c, v) { c?v; c!v, 1 }", "f(q, r.b[1])", "#1(block {(? q r.b[1]) (! q r.b[1] 1)})"},
    {"inline f(v, l) { l: v.a = v; goto l }", "f(r, L)", "#1(block {(L: (= r.a r)) (goto L)})"},
    {"inline f(a) { a == 1; return a + 1 }", "x = f(y)", "#1(block {(== y 1) (= x (+ y 1))})"},
    {"inline f(a) { return a } inline g(a) { x = f(a); return x }", "z[1] = g(2)",
     "#1(block {#2(block {(= x 2)}) (= z[1] x)})"},
    {"inline f(a) { a }", "f((x -> y : z)); f(skip); f(len(c)); f(c?[x, y])",
     "#1(block {(->: x y z)}) #2(block {1}) #3(block {(len c)}) #4(block {(poll? c x y)})"},
    {"inline f(a)\n{\n  x = a\n  y = a\n}\n", "f(1)\nf(\n2\n)\n",
     "#1(block {(= x 1) (= y 1)}) #2(block {(= x 2) (= y 2)})"},
    {"inline f(a) { a = 1 }", "L: f(x) unless { y }", "(unless (L: #1(block {(= x 1)})) (block {y}))"},
    {"inline f(a) { a = 1 }", "f(x)\n unless { y }", "(unless #1(block {(= x 1)}) (block {y}))"},
    {"inline f(a) { printf(\"a\", a) }", "if :: f(x) :: f(1) fi",
     "(if {#1(block {(printf \"a\" x)})} {#2(block {(printf \"a\" 1)})})"},
    {"inline f(a) { timeout\n&& a }", "f(x)", "#1(block {(&& timeout x)})"}, // as SPIN, only inside of inlines
};

static void inline_work(void *m) {
  for (size_t i = 0; i < COUNT(INLINES); i++)
    check_body(m, INLINES[i].before, INLINES[i].body, INLINES[i].expected);
}
static void inlines(void **state) {
  (void)state;
  in_memory(inline_work);
}

// Statements of an expansion carry its number and stand on the lines of the definition.
static void inline_place_work(void *m) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  const ast_model *model = parse(memory, &d, "inline f(a) {\n  a = 1;\n  { x = a }\n}\ninit {\n  f(y); z = 1 }");
  assert_non_null(model);
  const ast_seq *body = &model->units.at[0]->body;
  const ast_stmt *call = body->stmts.at[0];
  assert_int_equal(call->at.line, 6);
  assert_int_equal(call->at.column, 3);
  assert_int_equal(call->inline_id, 1);
  const ast_stmt *first = call->options.at[0].stmts.at[0], *second = call->options.at[0].stmts.at[1];
  assert_int_equal(first->inline_id, 1);
  assert_int_equal(first->at.line, 2);
  assert_int_equal(first->at.column, 3);
  assert_int_equal(second->inline_id, 1);
  assert_int_equal(second->options.at[0].stmts.at[0]->inline_id, 1);
  assert_int_equal(call->end.line, 4);
  assert_int_equal(body->stmts.at[1]->inline_id, 0);
  assert_int_equal(body->stmts.at[1]->at.column, 9);
}
static void inline_places(void **state) {
  (void)state;
  in_memory(inline_place_work);
}

typedef struct {
  const char *text;
  uint32_t line, column;
  const char *message, *hint; // hint: a part of it, NULL = none
} fault_case;

static const fault_case ERRORS[] = {
    {"", 1, 1, "the model is empty", NULL},
    {"\n // nothing\n", 3, 1, "the model is empty", NULL},
    {"init { x = }", 1, 12, "expected an expression, found '}'", NULL},
    {"init {\n  (x = 1) -> skip }", 2, 6, "expected ')', found '='", "use == to compare"},
    {"init { x == 1 = y }", 1, 15, "expected ';' or '->', found '='", "use == to compare"},
    {"init { x = 1 => y = 2 }", 1, 14, "there is no '=>' in Promela: write -> after a guard, >= to compare", NULL},
    {"init { x =< 2 }", 1, 10, "there is no '=<' in Promela: write <= to compare", NULL},
    {"init { x := 2 }", 1, 10, "there is no ':=' in Promela: write = to assign", NULL},
    {"init { goto; }", 1, 12, "expected a label, found ';'", NULL},
    {"init { goto do }", 1, 13, "expected a label, found 'do'", "is a keyword"},
    {"init { x = a\n + b }", 2, 2, "expected an expression, found '+'", "a line break ends the statement"},
    {"init { x = a; + b }", 1, 15, "expected an expression, found '+'", NULL},
    {"init { do :: x -> skip }", 1, 24, "expected '::' or 'od', found '}'", "close the 'do' in line 1"},
    {"init { if :: x -> skip od }", 1, 24, "expected '::' or 'fi', found 'od'", "the 'if' in line 1"},
    {"init { if (x) y = 1 fi }", 1, 11, "expected '::', found '('", "start options with ::"},
    {"init { if :: fi }", 1, 14, "expected a statement, found 'fi'", "skip"},
    {"init { }", 1, 8, "expected a statement, found '}'", "skip"},
    {"init { x = 1 y = 2 }", 1, 14, "expected ';' or '->', found 'y'", NULL},
    {"init { x = 0x10 }", 1, 13, "expected ';' or '->', found 'x10'", "in decimal"},
    {"init { f(1) }", 1, 8, "'f' is not an inline", "before its use"},
    {"init { while (x) { skip } }", 1, 8, "'while' is not an inline", "do ::"},
    {"init { T x; skip }", 1, 8, "'T' is not a type", "typedef"},
    {"init { skip", 1, 12, "expected '}', found the end of the file", "starts in line 1"},
    {"init { skip }}", 1, 14, "expected a proctype, init or declaration, found '}'", "remove one of"},
    {"x = 1; init { skip }", 1, 1, "expected a proctype, init or declaration, found 'x'", "'x' is not a type"},
    {"init { x = \"a }", 1, 12, "the string that starts here does not end on its line", NULL},
    {"init { x = \"a\" }", 1, 12, "expected an expression, found a string", "printf"},
    {"init { x = 'ab' }", 1, 12, "a character constant is one character between ' and '", NULL},
    {"init { skip /* }", 1, 13, "the comment that starts here does not end", NULL},
    {"init { x = ` }", 1, 12, "unexpected character '`'", NULL},
    {"init { x = \xc3\xa9\xc3\xa9 }", 1, 12,
     "unexpected character: outside of strings and comments only ASCII is allowed", NULL},
    {"init { L: byte x }", 1, 8, "a declaration cannot have a label", "label before a statement"},
    {"init { a unless b unless c }", 1, 19, "expected the end of the statement, found 'unless'", "braces"},
    {"init { mtype = { a } }", 1, 8, "mtype constants must be declared outside of all proctypes", NULL},
    {"byte a[2][3]", 1, 10, "expected the end of the declaration, found '['", "one dimension"},
    {"chan c = [2] { byte }", 1, 14, "expected 'of', found '{'", "[2] of"},
    {"typedef T { U u }", 1, 13, "expected a type, found 'U'", "typedef 'U' before"},
    {"proctype P(byte a b) { skip }", 1, 19, "expected ';' or ')', found 'b'", NULL},
    {"init { ++x }", 1, 8, "expected an expression, found '++'", "x++"},
    {"init { x = y?z }", 1, 14, "expected '[', found 'z'", "c?[x]"},
    {"init { for (i = 0; i < 3; i++) { skip } }", 1, 15, "expected ':', found '='", "for (i : 1 .. n)"},
    {"init { return 1 }", 1, 8, "'return' outside of an inline", NULL},
    {"inline f() { return 1 } init { f() }", 1, 14, "'return' in an inline that is called without a result",
     "x = f(y)"},
    {"inline f(a) { a = 1 } init { f(x, y) }", 1, 30, "the inline 'f' takes 1 argument, not 2", NULL},
    {"inline f(a, b) { a = 1 } init { f() }", 1, 33, "the inline 'f' takes 2 arguments, not 0", NULL},
    {"inline f(a) { a = 1 } init { f(x,) }", 1, 34, "expected an argument, found ')'", NULL},
    {"inline f(a) { a = 1 } init { f(x; y = 1 }", 1, 33, "expected ',' or ')', found ';'", NULL},
    {"inline f() { g() } inline g() { f() } init { f() }", 1, 33, "the inline 'f' calls itself", "recursive"},
    {"inline f(a) { a = 1 } init { x = 1 + f(y) }", 1, 38, "the inline 'f' cannot be part of an expression",
     "x = f(y)"},
    {"inline f() { skip } inline f() { skip } init { skip }", 1, 28, "there is already an inline 'f'", NULL},
    {"inline f() { {", 1, 8, "the inline 'f' does not end: a } is missing", NULL},
    {"inline f() { } init { f() }", 1, 14, "expected a statement, found '}'", "skip"},
    {"ltl f { [] x == 1 }", 1, 9, "a temporal formula cannot be an operand of ==", "[] (x == 1)"},
    {"ltl f { [] (p }", 1, 15, "expected ')', found '}'", NULL},
    {"ltl f { p U }", 1, 13, "expected an expression, found '}'", NULL},
    {"# 7 \"other.pml\"\ninit { x = }", 7, 12, "expected an expression, found '}'", NULL},
    {"#pragma once\ninit { skip }", 1, 1, "unknown preprocessor directive", NULL},
};

static void error_work(void *m) {
  for (size_t i = 0; i < COUNT(ERRORS); i++) {
    const fault_case *c = &ERRORS[i];
    arena *memory = arena_new(m);
    diags d = {.memory = memory};
    assert_null(parse(memory, &d, c->text));
    assert_non_null(d.first);
    if (d.errors != 1 || strcmp(d.first->message, c->message) != 0)
      show_errors(&d, c->text);
    assert_string_equal(d.first->message, c->message);
    assert_int_equal(d.first->at.line, c->line);
    assert_int_equal(d.first->at.column, c->column);
    assert_int_equal(d.first->kind, DIAG_ERROR);
    assert_int_equal(d.errors, 1);
    assert_int_equal(d.first->hint != NULL, c->hint != NULL);
    if (c->hint)
      assert_non_null(strstr(d.first->hint, c->hint));
    arena_delete(memory);
  }
}
static void errors(void **state) {
  (void)state;
  in_memory(error_work);
}

// The parser goes on after an error, and says the same thing about an inline only once.
static void several_work(void *m) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  assert_null(parse(memory, &d,
                    "inline f(a) {\n  a = ;\n}\n"
                    "proctype P() {\n  x = ;\n  f(x);\n  f(y);\n  if :: y ! :: z = fi;\n  goto 3\n}\n"
                    "proctype Q( { skip }\n"
                    "init {\n  c_code { a };\n  x = (1 + ;\n  c_code [x] { { } } }\n"));
  static const place EXPECTED[] = {{NULL, 5, 7},   {NULL, 2, 7},  {NULL, 8, 13},  {NULL, 8, 20}, {NULL, 9, 8},
                                   {NULL, 11, 13}, {NULL, 13, 3}, {NULL, 14, 12}, {NULL, 15, 3}};
  const diag *e = d.first;
  for (size_t i = 0; i < COUNT(EXPECTED); i++, e = e->next) {
    assert_non_null(e);
    assert_int_equal(e->at.line, EXPECTED[i].line);
    assert_int_equal(e->at.column, EXPECTED[i].column);
  }
  assert_null(e);
  assert_int_equal(d.unsupported, 2);
}
static void several(void **state) {
  (void)state;
  in_memory(several_work);
}

static void unsupported_work(void *m) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  assert_null(parse(memory, &d,
                    "c_decl { typedef int T; }\nc_state \"int x\" \"Global\"\nc_track \"&x\" \"4\" \"UnMatched\"\n"
                    "c_code { int f(void) { return '}'; } }\ninit { byte y; c_code [y > 0] { \"}\"; };\n"
                    "  if :: c_expr { y } -> skip fi\n y = 1 }\n"));
  assert_int_equal(d.errors, 6);
  assert_int_equal(d.unsupported, 6);
  static const uint32_t LINES_OF[] = {1, 2, 3, 4, 5, 6};
  size_t i = 0;
  for (const diag *e = d.first; e; e = e->next)
    assert_int_equal(e->at.line, LINES_OF[i++]);
  assert_string_equal(d.first->message, "embedded C code (c_decl) is not supported");
  assert_non_null(d.first->hint);
}
static void unsupported(void **state) {
  (void)state;
  in_memory(unsupported_work);
}

static char *repeat(arena *memory, const char *before, const char *what, size_t times, const char *after) {
  size_t length = strlen(what), start = strlen(before);
  char *text = arena_alloc(memory, start + length * times + strlen(after) + 1);
  memcpy(text, before, start);
  for (size_t i = 0; i < times; i++)
    memcpy(text + start + i * length, what, length);
  memcpy(text + start + times * length, after, strlen(after));
  return text;
}

static void check_deep(mem *m, const char *before, const char *what, const char *message) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  assert_null(parse(memory, &d, repeat(memory, before, what, 20000, " x }")));
  assert_non_null(d.first);
  assert_string_equal(d.first->message, message);
  arena_delete(memory);
}

static void deep_work(void *m) {
  static const char DEEP[] = "nested too deeply (the limit is 1000 levels)";
  check_deep(m, "init { x = ", "(", DEEP);
  check_deep(m, "init { x = ", "- ", DEEP);
  check_deep(m, "init { x = ", "a[", DEEP);
  check_deep(m, "init { x = ", "a.", DEEP);
  check_deep(m, "init { c?", "(", DEEP);
  check_deep(m, "init { ", "if :: ", DEEP);
  check_deep(m, "init { ", "{ ", DEEP);
  check_deep(m, "init { ", "L: ", DEEP);
  check_deep(m, "init { ", "atomic { do :: ", DEEP);
  check_deep(m, "init { x = y", "+ y", "expression too long (the limit is 10000 operators in a row)");
  check_deep(m, "init { ", "\n x = ;", "expected an expression, found ';'");
}
static void deep(void **state) {
  (void)state;
  in_memory(deep_work);
}

static void limit_work(void *m) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  assert_null(parse(memory, &d, repeat(memory, "init { ", "x = ;\n", 100000, "}")));
  assert_int_equal(d.errors, 20);
  // The last error that counts may be one that the parser takes in its stride.
  d = (diags){.memory = memory};
  assert_null(
      parse(memory, &d, repeat(memory, "", "c_code { x }\n", 19, "typedef T { byte a[c_expr { 1 }]; byte b; }")));
  assert_int_equal(d.errors, 20);
  // Inlines that double: 2 to the power of 40.
  text_buffer t = {.memory = m};
  text_add(&t, "inline f0() { skip }\n");
  for (int i = 1; i <= 40; i++)
    text_add(&t, "inline f%d() { f%d(); f%d() }\n", i, i - 1, i - 1);
  text_add(&t, "init { f40() }");
  d = (diags){.memory = memory};
  assert_null(parse(memory, &d, text_string(&t)));
  assert_string_equal(d.first->message, "the inlines expand to more than 2000000 tokens");
  text_free(&t);
}
static void limits(void **state) {
  (void)state;
  in_memory(limit_work);
}

// Whatever is cut off or put in: an answer, and no more than 20 errors.
static void damage_work(void *m) {
  static const char MODEL[] =
      "#ident x\nmtype = { a, b };\ntypedef T { byte a; bool b[2] };\nchan c = [2] of { byte, T };\n"
      "inline f(x, y) { x = y; if :: x > 1 -> skip :: else fi }\n"
      "active [2] proctype P(byte q) provided (q > 1) { T t; L: do :: c?q, t -> f(q, 1) :: c?[2] od\n"
      "unless { timeout }; for (q : 1 .. 2) { printf(\"%d\", q) } }\n"
      "ltl p { [] (P@L -> <> (q U r)) }\nnever { P[0]:q == 1; (x -> 1 : 2) }\n";
  static const char *const PIECES[] = {"",  "(",  ")",    "{",  "}",       ";",       "::", "fi", "\"",
                                       "'", "/*", "\x80", "f(", "inline ", "unless ", "[",  "\n"};
  char text[sizeof MODEL + 16];
  for (size_t at = 0; at < sizeof MODEL; at++) {
    for (size_t k = 0; k < COUNT(PIECES); k++) {
      for (size_t cut = 0; cut < 2; cut++) {
        arena *memory = arena_new(m);
        diags d = {.memory = memory};
        size_t rest = at + cut < sizeof MODEL ? at + cut : at;
        snprintf(text, sizeof text, "%.*s%s%s", (int)at, MODEL, PIECES[k], k == 0 && cut == 0 ? "" : MODEL + rest);
        const ast_model *model = parse(memory, &d, text);
        assert_int_equal(model == NULL, d.errors > 0);
        assert_true(d.errors <= 20);
        arena_delete(memory);
      }
    }
  }
  assert_int_equal(mem_used(m), 0);
}
static void damage(void **state) {
  (void)state;
  in_memory(damage_work);
}

// An allocation may fail at any point: nothing is lost to the owner of the memory.
static void fail_work(void *m) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  parse(memory, &d, "inline f(a) { a = 1 } init { f(x); f(y) ; if :: x -> y = z[1].b fi }");
}
static void failures(void **state) {
  (void)state;
  for (uint64_t n = 1;; n++) {
    mem *m = mem_new(0);
    mem_fail_at(m, n);
    mem_status status = mem_try(m, fail_work, m);
    mem_delete(m);
    if (status == MEM_OK)
      break;
    assert_true(n < 10000);
  }
}

static void alone_work(void *m) {
  static const fault_case CASES[] = {
      {"", 1, 1, "expected an expression, found the end of the text", NULL},
      {"x == ", 1, 6, "expected an expression, found the end of the text", NULL},
      {"x == 1 y", 1, 8, "expected an operator, found 'y'", NULL},
      {"[] p", 1, 1, "expected an expression, found '['", NULL},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    arena *memory = arena_new(m);
    diags d = {.memory = memory};
    assert_null(pml_parse_expression(memory, &d, "--invariant", CASES[i].text, false));
    assert_string_equal(d.first->message, CASES[i].message);
    assert_string_equal(d.first->at.file, "--invariant");
    assert_int_equal(d.first->at.column, CASES[i].column);
    assert_int_equal(d.errors, 1);
    arena_delete(memory);
  }
}
static void alone(void **state) {
  (void)state;
  in_memory(alone_work);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expressions),   cmocka_unit_test(formulas), cmocka_unit_test(statements),
      cmocka_unit_test(line_breaks),   cmocka_unit_test(units),    cmocka_unit_test(inlines),
      cmocka_unit_test(inline_places), cmocka_unit_test(errors),   cmocka_unit_test(several),
      cmocka_unit_test(unsupported),   cmocka_unit_test(deep),     cmocka_unit_test(limits),
      cmocka_unit_test(damage),        cmocka_unit_test(failures), cmocka_unit_test(alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
