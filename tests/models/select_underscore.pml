// SPIN expands a select over a name with an underscore as a loop.
// expect: violated assertion length=7 shortest states=17
active proctype A() {
  byte x_1;
  select (x_1 : 2 .. 5);
  assert(x_1 != 4)
}
