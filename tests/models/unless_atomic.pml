// An escape over an atomic sequence: looked at between its statements as well.
// expect: violated assertion length=4 shortest states=4
byte x;

active proctype A() {
  {
    atomic { x = 1; x = 2; x = 3 }
  } unless {
    x == 2
  };
  assert(x != 2)
}
