// Whether the receiver may move is decided after the sender has moved.
// expect: violated assertion length=3 shortest
// spin: no (it does not compile such a condition)
chan c = [0] of { byte };

active proctype S() {
  c!1;
after:
  false
}

active proctype R() provided (S[0]@after) {
  c?1;
  assert(false)
}
