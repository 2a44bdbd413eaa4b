// A constant or eval() in the receive decides who can take part.
// expect: violated assertion length=6 shortest states=23
chan c = [0] of { byte };
byte a = 2, got;

active proctype R1() { c?1 -> got = 1 }
active proctype R2() { c?eval(a) -> got = 2 }
active proctype S() {
  c!2;
  c!1;
  assert(got == 0)
}
