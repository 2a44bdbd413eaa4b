// Blocking at the first statement of a d_step is no error: the process waits.
// expect: satisfied states=8
byte x;

active proctype A() {
  d_step { x == 1 -> x = 2; x = 3 }
  assert(x == 3)
}

active proctype B() {
  x = 1
}
