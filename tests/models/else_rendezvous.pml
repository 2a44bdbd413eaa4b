// else beside a rendezvous: an offer that cannot be met alone does not count.
// expect: violated assertion length=4 shortest states=11
chan c = [0] of { byte };
byte got;

active proctype A() {
  byte v;
  if
  :: c?v -> got = v
  :: else -> got = 9
  fi;
  assert(got != 5)
}

active proctype B() {
end:
  c!5
}
