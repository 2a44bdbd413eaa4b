// else beside a receive: taken when there is no message.
// expect: violated assertion length=3 shortest states=20
chan c = [1] of { byte };
byte got;

active proctype A() {
  byte v;
  do
  :: c?v -> got = v; break
  :: else -> got = 9; break
  od;
  assert(got != 9)
}

active proctype B() {
  c!5
}
