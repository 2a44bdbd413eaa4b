// The write-only variable.
// expect: violated assertion length=5 shortest states=7
chan c = [2] of { byte, byte };

active proctype A() {
  byte v;
  c!1,2;
  c?_,v;
  _ = 5;
  assert(v == 2);
  assert(v != 2)
}
