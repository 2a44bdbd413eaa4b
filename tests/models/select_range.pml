// select chooses any value of its range.
// expect: violated assertion length=2 shortest states=10
active proctype A() {
  byte x;
  select (x : 2 .. 5);
  assert(x != 4)
}
