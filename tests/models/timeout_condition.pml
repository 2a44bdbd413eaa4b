// timeout inside an expression.
// expect: satisfied states=7
byte x;

active proctype A() {
  (timeout && x == 2);
  assert(x == 2)
}

active proctype B() {
  x = 1;
  x = 2
}
