#include "test_uppaal_dump.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
  const char *text, *expected;
} pair;
#define COUNT(table) (sizeof(table) / sizeof *(table))

static void in_memory(void (*work)(void *)) {
  mem *m = mem_new(0);
  size_t before = mem_used(m);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  assert_int_equal(mem_used(m), before);
  mem_delete(m);
}

static void show_errors(const diags *d, const char *text) {
  for (const diag *e = d->first; e; e = e->next)
    print_message("in \"%s\": %u:%u: %s\n", text, (unsigned)e->at.line, (unsigned)e->at.column, e->message);
}

static upp_model *parse(arena *memory, diags *d, const char *file, const char *text) {
  return upp_parse(memory, d, file, text, strlen(text));
}

// Shows the model by `show` and compares.
static void check_model(mem *m, const char *file, const char *text, void (*show)(text_buffer *, const upp_model *),
                        const char *expected) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  text_buffer t = {.memory = m};
  const upp_model *model = parse(memory, &d, file, text);
  if (!model)
    show_errors(&d, text);
  assert_non_null(model);
  assert_ptr_equal(model->memory, memory);
  show(&t, model);
  assert_string_equal(text_string(&t), expected);
  text_free(&t);
  arena_delete(memory);
}

static const pair EXPRESSIONS[] = {
    {"1 + 2 * 3 - 4 % 5", "(- (+ 1 (* 2 3)) (% 4 5))"},
    {"a - b - c", "(- (- a b) c)"},
    {"a << 1 + 2 >> b", "(>> (<< a (+ 1 2)) b)"},
    {"a <? b << c >? d", "(>? (<? a (<< b c)) d)"},
    {"a < b <? c", "(< a (<? b c))"},
    {"a < b == c >= d", "(== (< a b) (>= c d))"},
    {"a & b == c", "(& a (== b c))"},
    {"a | b ^ c & d", "(| a (^ b (& c d)))"},
    {"a && b | c", "(&& a (| b c))"},
    {"a || b && c or d and e", "(|| (|| a (&& b c)) (&& d e))"},
    {"a or b imply c", "(imply (|| a b) c)"},
    {"a imply b or c", "(|| (imply a b) c)"},
    {"a imply b imply c", "(imply (imply a b) c)"},
    {"a and b xor c and d", "(xor (&& a b) (&& c d))"},
    {"not a == b", "(== (! a) b)"},
    {"!a.b[1]", "(! ([] a.b 1))"},
    {"- - a", "(- (- a))"},
    {"+a - -1", "(- a (- 1))"},
    {"-2147483648 + 2147483647", "(+ -2147483648 2147483647)"},
    {"true and false or 007", "(|| (&& true false) 7)"},
    {"a ? b : c ? d : e", "(? a b (? c d e))"},
    {"a or b ? c : d", "(? (|| a b) c d)"},
    {"a = b := c ? 1 : 2", "(= a (= b (? c 1 2)))"},
    {"a ? b : c = d", "(? a b (= c d))"},
    {"a += b -= c", "(+= a (-= b c))"},
    {"(a *= 1) + (b /= 2) + (c %= 3)", "(+ (+ (*= a 1) (/= b 2)) (%= c 3))"},
    {"(a |= 1) + (b &= 2) + (c ^= 3)", "(+ (+ (|= a 1) (&= b 2)) (^= c 3))"},
    {"(a <<= 1) + (b >>= 2)", "(+ (<<= a 1) (>>= b 2))"},
    {"++a + a++ - --b - b--", "(- (- (+ (++_ a) (_++ a)) (--_ b)) (_-- b))"},
    {"a[1][i+1].x.y", "([] ([] a 1) (+ i 1)).x.y"},
    {"P(1, 2).x + f() + P.init", "(+ (+ (call P 1 2).x (call f)) P.init)"},
    {"x' == 0 && y <= 5", "(&& (== (' x) 0) (<= y 5))"},
    {"forall (i : id_t) a[i] && b", "(forall i:id_t (&& ([] a i) b))"},
    {"c && exists (i : int[0,N-1]) a[i] or b", "(&& c (exists i:int[0,(- N 1)] (|| ([] a i) b)))"},
    {"sum (i : scalar[3]) a[i] == 2", "(sum i:scalar[3] (== ([] a i) 2))"},
    {"not deadlock /* a */ // b", "(! deadlock)"},
    {"A.U + E.W", "(+ A.U E.W)"},
};

static void test_expressions(void *argument) {
  for (size_t i = 0; i < COUNT(EXPRESSIONS); i++) {
    arena *memory = arena_new(argument);
    diags d = {.memory = memory};
    text_buffer t = {.memory = argument};
    const upp_expr *e = upp_parse_condition(memory, &d, "condition", EXPRESSIONS[i].text);
    show_errors(&d, EXPRESSIONS[i].text);
    assert_non_null(e);
    dump_expr(&t, e);
    assert_string_equal(text_string(&t), EXPRESSIONS[i].expected);
    text_free(&t);
    arena_delete(memory);
  }
}

static void show_decls(text_buffer *t, const upp_model *m) { dump_decls(t, &m->decls); }

static const pair DECLARATIONS[] = {
    {"int a, b = 2; int[0, N-1] c := 1;", "int a; int b=2; int[0,(- N 1)] c=1"},
    {"const int N = 3; bool b; meta int m; clock x, y;", "const int N=3; bool b; meta int m; clock x; clock y"},
    {"chan a; urgent chan b[2]; broadcast chan c; urgent broadcast chan d, e;",
     "chan a; urgent chan b[2]; broadcast chan c; urgent broadcast chan d; urgent broadcast chan e"},
    {"typedef int[0,3] id_t; int a[id_t][4][int[1,2]];", "typedef int[0,3] id_t; int a[type id_t][4][type int[1,2]]"},
    {"const int N = 2; int a[N]; int b[uint8_t];", "const int N=2; int a[N]; int b[type int[0,255]]"},
    {"typedef scalar[4] s_t; s_t s; int a[s_t];", "typedef scalar[4] s_t; s_t s; int a[type s_t]"},
    {"typedef struct { int a, b[2]; struct { bool c; } d; } r; const r x = {a: 1, b: {2, 3}, {true}};",
     "typedef struct{int a; int b[2]; struct{bool c} d} r; const r x={a:1,b:{2,3},{true}}"},
    {"typedef int row[3], cell; row a[2];", "typedef int row[3]; typedef int cell; row a[2]"},
    {"const N 5, M := 6; const L N; const a[2] {1, -2};",
     "const int N=5; const int M=6; const int L=N; const int a[2]={1,(- 2)}"},
    {"const T x = 5;", "const T x=5"},
    {"chan a, b[2]; chan priority a, b[0] < default < b[1];",
     "chan a; chan b[2]; priority a ([] b 0) < none < ([] b 1)"},
    {"int f(int a, const bool &b, int c[2], int &d[3]) { return a; }",
     "int f(int a; const bool &b; int c[2]; int &d[3]) {(return a)}"},
    {"void f() { typedef int t; t a[2] = {1, 2}; { int b; ; } assert a[0] == 1; return; }",
     "void f() {typedef int t; t a[2]={1,2} {int b} (assert (== ([] a 0) 1)) (return)}"},
    {"void f() { if (a) if (b) x = 1; else x = 2; while (a, b) { x++; } do x--; while (x > 0); }",
     "void f() {(if a (if b ( (= x 1)) else ( (= x 2)))) (while (, a b) {( (_++ x))}) (do (> x 0) ( (_-- x)))}"},
    {"void f() { int i; for (i = 0, j = 1; i < 3; i++) ; for (;;) g(); for (k : id_t) a[k] = 0; }",
     "void f() {int i (for start=(, (= i 0) (= j 1)) (< i 3) step=(_++ i) (empty)) (for ( (call g))) "
     "(for k:id_t ( (= ([] a k) 0)))}"},
    {"typedef int t; void f(int t) { int a[t]; } int b[t];", "typedef int t; void f(int t) {int a[t]}; int b[type t]"},
    {"int sum, hybrid, exit, gantt, deadlock; void f() { sum = exit + deadlock; }",
     "int sum; int hybrid; int exit; int gantt; int deadlock; void f() {( (= sum (+ exit deadlock)))}"},
    {"int a = INT16_MIN; int8_t b; const int INT32_MAX = 7; int c = INT32_MAX;",
     "int a=-32768; int[-128,127] b; const int INT32_MAX=7; int c=INT32_MAX"},
    {"typedef int[0,1] uint8_t; uint8_t a[uint8_t];", "typedef int[0,1] uint8_t; uint8_t a[type uint8_t]"},
    {"int a; progress { a; b: a + 1; } gantt { g(i : int[0,1]): a -> 1; } ; int b;", "int a; int b"},
};

static void test_declarations(void *argument) {
  for (size_t i = 0; i < COUNT(DECLARATIONS); i++) {
    char text[500];
    snprintf(text, sizeof text, "%s system P;", DECLARATIONS[i].text);
    check_model(argument, "test.xta", text, show_decls, DECLARATIONS[i].expected);
  }
}

static void show_templates(text_buffer *t, const upp_model *m) {
  for (uint32_t i = 0; i < m->templates.count; i++) {
    text_add(t, i ? "\n" : "");
    dump_template(t, &m->templates.at[i]);
  }
}

static const pair PROCESSES[] = {
    {"process P() { state a; init a; }", "P(){} >a"},
    {"process P(const id_t i, int &v, urgent chan &c[2]) { clock x; int f() { return 1; } state a, b { x <= 5 }; "
     "commit a; urgent b; init b; trans a -> b { }; }",
     "P(const id_t i; int &v; urgent chan &c[2]){clock x; int f() {(return 1)}} c:a >u:b/(<= x 5) 0->1()"},
    {"process P { state a, b; init a; trans a -> b { select i : int[0,1], j : id_t; guard x > i && j; sync c[i]!; "
     "assign x = 0, f(j); }, -> a { sync d?; }, b -u-> a { guard y; probability 2; }, -> b { }; }",
     "P(){} >a b 0->1(i:int[0,1] j:id_t (&& (> x i) j) send ([] c i) do (= x 0) (call f j)) 0->0( receive d) "
     "1->0(y) 1->1()"},
    {"process P { state a { x <= 5, y < 3 }, b { x <= 1; 3 : 4 }, c { ; 2 }; init a; trans a -> b { guard x > 1, y == "
     "2, z; assign x := 0, y := 1; }; }",
     "P(){} >a/(&& (<= x 5) (< y 3)) b/(<= x 1) c 0->1((&& (&& (> x 1) (== y 2)) z) do (= x 0) (= y 1))"},
    {"process P(clock &x; const c; int &v) { state a; init a; }", "P(clock &x; old const c; int &v){} >a"},
    {"process P(clock x, y; const c, d; int v[2]) { const k 5; state a; init a; }",
     "P(clock &x; clock &y; old const c; old const d; int &v[2]){const int k=5} >a"},
    {"process P(clock &x; int v) { state a; init a; }", "P(clock &x; int v){} >a"},
    {"process P(const a, b) { state a; init a; }", "P(old const a; old const b){} >a"},
    {"typedef int t; process P(const t a, t b) { state s; init s; }", "P(const t a; t b){} >s"},
    {"process P(bool v) { state a; init a; }\nprocess Q(int &a) { urgent chan c; state b, a; init a; trans a -> b {}; "
     "}",
     "P(bool v){} >a\nQ(int &a){urgent chan c} b >a 1->0()"},
};

static void test_processes(void *argument) {
  for (size_t i = 0; i < COUNT(PROCESSES); i++) {
    char text[500];
    snprintf(text, sizeof text, "%s system P;", PROCESSES[i].text);
    check_model(argument, "test.xta", text, show_templates, PROCESSES[i].expected);
  }
}

// In files of the old syntax parameters are references, newer words are names, and there are other comparisons.
static void test_old_files(void *argument) {
  check_model(
      argument, "test.ta",
      "process P(int v; const c) { state do, if; init do; trans do -> if { guard v =< 3, v => 1; }; } system P;",
      show_templates, "P(int &v; old const c){} >do if 0->1((&& (<= v 3) (>= v 1)))");
}

static const pair SYSTEMS[] = {
    {"system P, Q;", "system P@0 Q@0"},
    {"system P, Q < R < S, T;", "system P@0 Q@0 R@1 S@2 T@2"},
    {"A = P(x, 5); B := P(); C(const int i, int &j) = Q(j, i+1); system A, B, C;",
     "A()=P( x 5) B()=P() C(const int i; int &j)=Q( j (+ i 1)) system A@0 B@0 C@0"},
    {"system P(1), P(2, x);", "system P@0 1 P@0 2 x"},
};

static void test_systems(void *argument) {
  for (size_t i = 0; i < COUNT(SYSTEMS); i++)
    check_model(argument, "test.xta", SYSTEMS[i].text, dump_system, SYSTEMS[i].expected);
}

static const pair QUERIES[] = {
    {"E<> P.a and x > 3", "E<> (&& P.a (> x 3))"},
    {"A[] not deadlock", "A[] (! deadlock)"},
    {"E[] a", "E[] a"},
    {"A<> a imply b", "A<> (imply a b)"},
    {"P(1).a --> b or c", "--> (call P 1).a (|| b c)"},
    {"sup: x, P.y", "sup of x P.y"},
    {"inf{P.a && b}: x", "inf (&& P.a b) of x"},
    {"A[] forall (i : id_t) P(i).a", "A[] (forall i:id_t (call P i).a)"},
    {"E<>E.a", "E<> E.a"},
    {"sup > 3 --> inf < 2", "--> (> sup 3) (< inf 2)"},
    {"Pr[<=100](<> P.a)", "other statistical query"},
    {"Pr[#<=10; 50]([] x > 1.5) >= 0.9", "other statistical query"},
    {"E[<=100; 200](max: x)", "other statistical query"},
    {"simulate [<=10] { x, y }", "other simulation"},
    {"simulate 5 [<=10] { x }", "other simulation"},
    {"control: A[] not P.a", "other game"},
    {"E<> control: A<> P.a", "other game"},
    {"{ a, b } control: A<> P.a", "other game"},
    {"strategy S = control: A<> P.a", "other strategy"},
    {"saveStrategy(\"file\", S)", "other strategy"},
    {"A[] a under S", "other strategy"},
    {"minE(x)[<=20]: <> P.a", "other optimisation of an expected value"},
    {"maxE[<=20]: <> P.a", "other optimisation of an expected value"},
    {"bounds{P.a}: x", "other query of bounds"},
    {"A[a U b]", "other until query"},
};

static void test_queries(void *argument) {
  for (size_t i = 0; i < COUNT(QUERIES); i++) {
    arena *memory = arena_new(argument);
    diags d = {.memory = memory};
    text_buffer t = {.memory = argument};
    upp_query q;
    bool is_right = upp_parse_query(memory, &d, "query", QUERIES[i].text, &q);
    show_errors(&d, QUERIES[i].text);
    assert_true(is_right);
    assert_string_equal(q.text, QUERIES[i].text);
    assert_string_equal(q.comment, "");
    dump_query(&t, &q);
    assert_string_equal(text_string(&t), QUERIES[i].expected);
    text_free(&t);
    arena_delete(memory);
  }
}

static void show_queries(text_buffer *t, const upp_queries *queries) {
  for (uint32_t i = 0; i < queries->count; i++) {
    const upp_query *q = &queries->at[i];
    text_add(t, "%u:%u <%s> <%s> ", (unsigned)q->at.line, (unsigned)q->at.column, q->text, q->comment);
    dump_query(t, q);
    text_add(t, "\n");
  }
}

static const char QUERY_FILE[] = "\xEF\xBB\xBF//This file was generated\n"
                                 "\n"
                                 "/*\n"
                                 "first\n"
                                 "  of all\n"
                                 "*/\n"
                                 "E<> a /* in */ and b // behind\n"
                                 "\n"
                                 "A[] a and \\\r\n"
                                 "   b\n"
                                 "/* gone */\n"
                                 "\n"
                                 "/// one\r\n"
                                 "// two\r\n"
                                 "\n"
                                 "  sup: x\n"
                                 "/* before */ inf: x, /* a\n"
                                 "comment */ y\n"
                                 "Pr[<=1](<> a)";

static void test_query_file(void *argument) {
  arena *memory = arena_new(argument);
  diags d = {.memory = memory};
  text_buffer t = {.memory = argument};
  upp_queries queries = {0};
  assert_true(upp_parse_queries(memory, &d, "test.q", QUERY_FILE, strlen(QUERY_FILE), &queries));
  show_queries(&t, &queries);
  assert_string_equal(text_string(&t), "7:1 <E<> a and b> <first\nof all> E<> (&& a b)\n"
                                       "9:1 <A[] a and b> <> A[] (&& a b)\n"
                                       "16:3 <sup: x> <one\ntwo> sup of x\n"
                                       "17:14 <inf: x, y> <before> inf of x y\n"
                                       "19:1 <Pr[<=1](<> a)> <> other statistical query\n");
  text_clear(&t);
  const char *wrong = "E<> a\nA[] b +\n\nE[] c";
  assert_false(upp_parse_queries(memory, &d, "wrong.q", wrong, strlen(wrong), &queries));
  assert_int_equal(queries.count, 8);
  assert_int_equal(d.errors, 1);
  assert_int_equal(d.first->at.line, 2);
  assert_int_equal(d.first->at.column, 8);
  text_free(&t);
  arena_delete(memory);
}

static const char XML[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.1//EN' 'http://nowhere.invalid/flat-1_2.dtd'>\n"
    "<nta>\n"
    "<declaration>typedef int[0,3] id_t; // a &lt; b\nint a; chan c;</declaration>\n"
    "<template><name x=\"5\" y=\"5\"> P </name><parameter>const id_t i, int &amp;v</parameter>\n"
    "<declaration><![CDATA[clock x; bool f(int k) { return k < 3 && a > 1; }]]></declaration>\n"
    "<location id=\"id0\" x=\"1\" y=\"2\" color=\"#ffffff\"><name>one</name>"
    "<label kind=\"invariant\">x &lt;= 5</label><label kind=\"exponentialrate\">3.5</label></location>\n"
    "<location id=\"id1\"><committed/></location><location id=\"id2\"><name>init</name><urgent/></location>\n"
    "<init ref=\"id2\"/>\n"
    "<transition controllable=\"false\" action=\"\"><source ref=\"id0\"/><target ref=\"id1\"/>\n"
    "<label kind=\"select\">k : id_t</label><label kind=\"guard\">f(k) &amp;&amp; x &gt; 1</label>"
    "<label kind=\"synchronisation\">c!</label><label kind=\"assignment\">x = 0,\n v = k</label>"
    "<label kind=\"comments\">: nonsense (</label><nail x=\"1\" y=\"1\"/></transition>\n"
    "<transition><source ref=\"id1\"/><target ref=\"id0\"/><label kind=\"guard\"> </label></transition>\n"
    "</template>\n"
    "<instantiation>const int N = 1;</instantiation>\n"
    "<system>p = P(1, a); system p;</system>\n"
    "<queries><option key=\"k\" value=\"v\"/><query><formula>E&lt;&gt; p.one\n and a &gt; 1</formula>"
    "<comment>http://x\n  second </comment><option key=\"--x\" value=\"1\"/>"
    "<expect outcome=\"success\" type=\"quality\"/><result outcome=\"success\"/></query>"
    "<query><formula> </formula><comment>none</comment></query>"
    "<query><formula>A[] p.</formula><comment/></query></queries>\n"
    "</nta>\n";

static void test_xml(void *argument) {
  check_model(argument, "test.xml", XML, show_decls, "typedef int[0,3] id_t; int a; chan c; const int N=1");
  check_model(
      argument, "test.xml", XML, show_templates,
      "P(const id_t i; int &v){clock x; bool f(int k) {(return (&& (< k 3) (> a 1)))}} one/(<= x 5) c:- >u:init "
      "0->1(k:id_t (&& (call f k) (> x 1)) send c do (= x 0) (= v k)) 1->0()");
  check_model(argument, "test.xml", XML, dump_system, "p()=P( 1 a) system p@0");
}

// A query with an error does not keep the others from being checked.
static void test_xml_queries(void *argument) {
  arena *memory = arena_new(argument);
  diags d = {.memory = memory};
  text_buffer t = {.memory = argument};
  const upp_model *model = parse(memory, &d, "test.xml", XML);
  assert_non_null(model);
  assert_string_equal(model->templates.at[0].locations.at[2].id, "id2");
  assert_null(model->templates.at[0].locations.at[1].name);
  show_queries(&t, &model->queries);
  assert_string_equal(text_string(&t), "18:53 <E<> p.one and a > 1> <http://x\nsecond> E<> (&& p.one (> a 1))\n"
                                       "20:200 <A[] p.> <> other query with an error\n");
  text_free(&t);
  arena_delete(memory);
}

// Queries may stand in a text file, too; words of the language of queries are no names there.
static void test_text_queries(void *argument) {
  arena *memory = arena_new(argument);
  diags d = {.memory = memory};
  text_buffer t = {.memory = argument};
  const upp_model *model = parse(memory, &d, "test.xta",
                                 "int deadlock, sup; system P; query { A[] not deadlock }\n"
                                 "query { sup{P.a}: /* it */ x } query { strategy S = { a } control: A<> b }");
  show_errors(&d, "queries");
  assert_non_null(model);
  show_queries(&t, &model->queries);
  assert_string_equal(text_string(&t), "1:38 <A[] not deadlock> <> A[] (! deadlock)\n"
                                       "2:9 <sup{P.a}: x> <> sup P.a of x\n"
                                       "2:40 <strategy S = { a } control: A<> b> <> other strategy\n");
  text_free(&t);
  arena_delete(memory);
}

// After many errors the parser gives up, and says so by its result.
static void test_many_errors(void *argument) {
  arena *memory = arena_new(argument);
  diags d = {.memory = memory, .limit = 5};
  text_buffer t = {.memory = argument};
  upp_queries queries = {0};
  upp_query q;
  for (int i = 0; i < 100; i++)
    text_add(&t, "int = ;\n");
  assert_null(parse(memory, &d, "test.xta", text_string(&t)));
  assert_int_equal(d.errors, 5);
  assert_null(parse(memory, &d, "test.xta", "system"));
  assert_null(upp_parse_condition(memory, &d, "condition", "a +"));
  assert_false(upp_parse_query(memory, &d, "query", "E<>", &q));
  assert_false(upp_parse_queries(memory, &d, "test.q", "E<>\nA[] a\n", 9, &queries));
  assert_int_equal(d.errors, 5);
  text_free(&t);
  arena_delete(memory);
}

typedef struct {
  const char *text;
  diag_kind kind;
  uint32_t line, column;
  const char *message;
  uint32_t errors;
} wrong;

static const wrong ERRORS[] = {
    {"int a\nint b; system P;", DIAG_ERROR, 2, 1, "expected ';', found 'int'", 1},
    {"int a[];\nsystem P;", DIAG_ERROR, 1, 6, "expected the size of the array, found '[]'", 1},
    {"int a = 3 +;\nint b = *;\nsystem P;", DIAG_ERROR, 1, 12, "expected an expression, found ';'", 2},
    {"int if; system P;", DIAG_ERROR, 1, 5, "expected a name, found 'if'", 1},
    {"int a = 2147483648; system P;", DIAG_ERROR, 1, 9, "the number does not fit in 32 bits", 1},
    {"int a = 99999999999999999999; system P;", DIAG_ERROR, 1, 9, "the number does not fit in 32 bits", 1},
    {"int a = 0x10; system P;", DIAG_ERROR, 1, 9,
     "a number has decimal digits only, and a name cannot begin with a digit", 1},
    {"int a; /* no end", DIAG_ERROR, 1, 8, "the comment that starts here does not end", 1},
    {"int a @; system P;", DIAG_ERROR, 1, 7, "unexpected character '@'", 1},
    {"int a; \xC3\xA4 b; system P;", DIAG_ERROR, 1, 8,
     "unexpected character: outside of comments only ASCII is allowed", 1},
    {"bool a = 1 => 2; system P;", DIAG_ERROR, 1, 12, "there is no '=>': write >= to compare, imply between conditions",
     1},
    {"int f() { int a; a = 1; int b; }\nint c = ; system P;", DIAG_ERROR, 1, 25, "expected a statement, found 'int'",
     2},
    {"void f() { x = 1;\nprocess P() { state a; init a; }\nsystem P;", DIAG_ERROR, 2, 1,
     "expected '}', found 'process'", 1},
    {"process P() { state a; init b; trans a -> c {}; }\nsystem P;", DIAG_ERROR, 1, 29,
     "there is no location 'b' in 'P'", 2},
    {"process P() { state a, a; init a; } system P;", DIAG_ERROR, 1, 24, "the location 'a' is declared twice", 1},
    {"process P() { state a; trans a -> a {}; } system P;", DIAG_ERROR, 1, 9, "the process 'P' has no initial state",
     1},
    {"process P() { state a; init a; trans a -> a { guard x y; }, a -> a { sync c; }; }\nint x = ; system P;",
     DIAG_ERROR, 1, 55, "expected ';', found 'y'", 2},
    {"int a;", DIAG_ERROR, 1, 1, "the model has no system line, so no process exists", 1},
    {"", DIAG_ERROR, 1, 1, "the model has no system line, so no process exists", 1},
    {"system P", DIAG_ERROR, 1, 9, "expected ';', found the end of the file", 1},
    {"} system P;", DIAG_ERROR, 1, 1, "expected a declaration, found '}'", 1},
    {"import \"lib.so\" { int f(int a) }; system P;", DIAG_ERROR, 1, 32, "expected ';', found '}'", 1},
    {"process P() { state a, c; branchpoint a; init c; } system P;", DIAG_ERROR, 1, 39,
     "the location 'a' is declared twice", 1},
    {"process P() { state a; branchpoint b; init b; } system P;", DIAG_ERROR, 1, 44,
     "this must be a location, not a branchpoint", 1},
    {"<nta>\n<declaration>int a;\n  int &lt; b;</declaration></nta>", DIAG_ERROR, 3, 7, "expected a name, found '<'",
     1},
    {"<nta>\n<declaration>int a = 1 &lt; 2 &lt; ;</declaration></nta>", DIAG_ERROR, 2, 36,
     "expected an expression, found ';'", 1},
    {"<nta><template><name>P</name><location id=\"a\"><label kind=\"invariant\">\nx &lt;= </label></location>"
     "<init ref=\"a\"/></template></nta>",
     DIAG_ERROR, 2, 9, "expected an expression, found the end of the label", 1},
    {"<nta><template><name>P</name><location id=\"a\"/><init ref=\"b\"/></template></nta>", DIAG_ERROR, 1, 48,
     "there is no location 'b' in 'P'", 1},
    {"<nta><template><name>P</name><location id=\"a\"/></template></nta>", DIAG_ERROR, 1, 6,
     "this <template> has no <init ref=...>", 1},
    {"<nta><template><name>P</name><location id=\"a\"/><init ref=\"a\"/>\n<transition><source ref=\"a\"/></transition>"
     "</template></nta>",
     DIAG_ERROR, 2, 1, "this <transition> has no <target ref=...>", 1},
    {"<nta><template><name>1P</name><location id=\"a\"/><init ref=\"a\"/></template></nta>", DIAG_ERROR, 1, 16,
     "'1P' is not a valid name", 1},
    {"<nta><template><location id=\"a\"/><location id=\"a\"/><init ref=\"a\"/></template></nta>", DIAG_ERROR, 1, 6,
     "the template has no name", 2},
    {"<nta><template><name>P</name><location id=\"a\"/>\n<branchpoint id=\"b\"/><init ref=\"b\"/></template>"
     "<system>system P;</system></nta>",
     DIAG_ERROR, 2, 22, "this must be a location, not a branchpoint", 1},
    {"<nta>\n<system>system P;</nta>", DIAG_ERROR, 2, 20, "XML: mismatched tag", 1},
    {"<html></html>", DIAG_ERROR, 1, 1, "the file is not a UPPAAL model: its root element is <html>, not <nta>", 1},
};

static void test_errors(void *argument) {
  for (size_t i = 0; i < COUNT(ERRORS); i++) {
    arena *memory = arena_new(argument);
    diags d = {.memory = memory};
    const wrong *w = &ERRORS[i];
    assert_null(parse(memory, &d, "wrong", w->text));
    if (d.errors != w->errors)
      show_errors(&d, w->text);
    assert_int_equal(d.errors, w->errors);
    assert_string_equal(d.first->message, w->message);
    assert_int_equal(d.first->kind, w->kind);
    assert_string_equal(d.first->at.file, "wrong");
    assert_int_equal(d.first->at.line, w->line);
    assert_int_equal(d.first->at.column, w->column);
    assert_true(w->kind == DIAG_ERROR || d.first->hint);
    arena_delete(memory);
  }
}

static const pair WRONG_QUERIES[] = {
    {"", "expected a query, found the end of the query"},
    {"P.a", "expected '-->', found the end of the query"},
    {"A[] (a && A<> b)", "A<> is allowed at the start of a query only"},
    {"E<> a b", "expected an operator or the end of the query, found 'b'"},
    {"sup x", "expected '-->', found 'x'"},
};

static void test_wrong_queries(void *argument) {
  for (size_t i = 0; i < COUNT(WRONG_QUERIES); i++) {
    arena *memory = arena_new(argument);
    diags d = {.memory = memory};
    upp_query q;
    assert_false(upp_parse_query(memory, &d, "query", WRONG_QUERIES[i].text, &q));
    assert_int_equal(d.errors, 1);
    assert_string_equal(d.first->message, WRONG_QUERIES[i].expected);
    arena_delete(memory);
  }
}

// Whatever repeats without end is refused before the stack is exhausted.
static void test_depth(void *argument) {
  static const char *const REPEATED[] = {"(",
                                         "!",
                                         "- ",
                                         "a[",
                                         "f(",
                                         "a ? ",
                                         "a ? b : ",
                                         "a = ",
                                         "1+",
                                         "a || b && c | d ^ e & f == g < h <? i << j + k * (",
                                         "forall (i : int[0,1]) "};
  static const char *const STATEMENTS[] = {"{",   "if (a) ",        "while (a) ",          "for (;;) ",
                                           "do ", "if (a) ; else ", "struct { int a[1]; ", "int a = {{{{{{{{"};
  for (size_t i = 0; i < COUNT(REPEATED) + COUNT(STATEMENTS); i++) {
    arena *memory = arena_new(argument);
    diags d = {.memory = memory};
    text_buffer t = {.memory = argument};
    bool is_expression = i < COUNT(REPEATED);
    const char *part = is_expression ? REPEATED[i] : STATEMENTS[i - COUNT(REPEATED)];
    text_add(&t, "%s", is_expression ? "" : "void f() {");
    for (int k = 0; k < 20000; k++)
      text_add_bytes(&t, part, strlen(part));
    if (is_expression)
      assert_null(upp_parse_condition(memory, &d, "deep", text_string(&t)));
    else
      assert_null(parse(memory, &d, "deep", text_string(&t)));
    assert_true(d.errors > 0);
    text_free(&t);
    arena_delete(memory);
  }
}

// Memory may end anywhere, also inside of Expat; nothing is lost then.
static void load(void *argument) {
  arena *memory = arena_new(argument);
  diags d = {.memory = memory};
  assert_non_null(parse(memory, &d, "test.xml", XML));
  arena_delete(memory);
}

static void test_exhausted_memory(void **state) {
  (void)state;
  uint64_t calls = 1;
  for (uint64_t i = 1; i <= calls; i++) {
    mem *m = mem_new(0);
    mem_fail_at(m, i);
    mem_status status = mem_try(m, load, m);
    assert_int_equal(status, i < calls || i == 1 ? MEM_EXHAUSTED : MEM_OK);
    mem_delete(m);
    if (i == 1) {
      m = mem_new(0);
      assert_int_equal(mem_try(m, load, m), MEM_OK);
      calls = mem_calls(m) + 1;
      mem_delete(m);
    }
  }
  assert_true(calls > 2);
}

#define TEST(name)                                                                                                     \
  static void run_##name(void **state) {                                                                               \
    (void)state;                                                                                                       \
    in_memory(test_##name);                                                                                            \
  }
TEST(expressions)
TEST(declarations)
TEST(processes)
TEST(old_files)
TEST(systems)
TEST(queries)
TEST(query_file)
TEST(xml)
TEST(xml_queries)
TEST(text_queries)
TEST(many_errors)
TEST(errors)
TEST(wrong_queries)
TEST(depth)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(run_expressions),  cmocka_unit_test(run_declarations),  cmocka_unit_test(run_processes),
      cmocka_unit_test(run_old_files),    cmocka_unit_test(run_systems),       cmocka_unit_test(run_queries),
      cmocka_unit_test(run_query_file),   cmocka_unit_test(run_xml),           cmocka_unit_test(run_xml_queries),
      cmocka_unit_test(run_errors),       cmocka_unit_test(run_wrong_queries), cmocka_unit_test(run_depth),
      cmocka_unit_test(run_text_queries), cmocka_unit_test(run_many_errors),   cmocka_unit_test(test_exhausted_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
