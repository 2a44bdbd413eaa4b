// A structure inside itself.
// expect: error
typedef T { byte a; T b };
T t;
active proctype A() { t.a = 1 }
