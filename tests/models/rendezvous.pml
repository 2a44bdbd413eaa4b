// A rendezvous is one step of two halves.
// expect: violated assertion length=5 shortest states=7
mtype = { ask, answer };
chan c = [0] of { mtype, byte };
byte got;

active proctype A() {
  c!ask(3);
  c?answer(got);
  assert(got != 4)
}

active proctype B() {
  byte v;
  c?ask(v);
  c!answer(v + 1)
}
