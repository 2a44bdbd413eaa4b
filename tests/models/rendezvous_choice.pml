// Several receivers: each of them is a way to go.
// expect: violated assertion length=5 shortest states=17
chan c = [0] of { byte };
byte winner;

active [3] proctype R() {
  byte v;
  c?v;
  winner = _pid
}

active proctype S() {
  c!7;
  (winner != 0 || timeout);
  assert(winner != 1)
}
