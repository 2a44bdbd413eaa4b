// ?? takes the first message that matches, wherever it is.
// expect: violated deadlock length=9 shortest states=10
chan c = [3] of { byte, byte };

active proctype A() {
  byte v;
  c!1,10; c!2,20; c!2,21;
  c??2,v;
  assert(v == 20 && len(c) == 2);
  c??2,v;
  assert(v == 21);
  c?1,v;
  assert(v == 10 && empty(c));
  c??2,v
}
