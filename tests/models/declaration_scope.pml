// The same name in two blocks is two variables.
// expect: violated assertion length=6 shortest states=8
active proctype A() {
  byte x = 1;
  {
    byte y = 2;
    x = x + y
  };
  {
    byte y = 3;
    x = x + y
  };
  assert(x == 6);
  assert(x != 6)
}
