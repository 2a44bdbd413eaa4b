// inline is text: its parameters are replaced, and it may change what it gets.
// expect: violated assertion length=6 shortest states=8
byte g;

inline add(where, what) {
  where = where + what;
  g++
}

inline twice(where) {
  add(where, 1);
  add(where, where)
}

active proctype A() {
  byte x = 1;
  twice(x);
  assert(x == 4 && g == 2);
  assert(g != 2)
}
