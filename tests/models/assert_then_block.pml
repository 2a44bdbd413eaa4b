// An assertion fails inside a d_step that then cannot go on: the assertion comes first.
// expect: violated assertion length=1 shortest
byte x;
active proctype P() {
  d_step {
    assert(x == 1);
    x == 2
  }
}
