// The loop is first entered inside an atomic sequence. Q must not be ignored for ever.
// expect: violated assertion length=2 shortest
byte g;
active proctype Q() { g == 0; assert(false) }
active proctype P() {
  byte x;
  atomic { x = 0; goto L };
K:
  x = 1;
  atomic {
    x = 2;
L:
    x = 3;
    x = 4
  };
  goto K
}
