// Polls look at the contents and change nothing.
// expect: violated assertion length=6 shortest states=8
mtype = { m1, m2 };
chan c = [2] of { mtype, byte };
byte v = 7;

active proctype A() {
  c!m1,1; c!m2,2;
  assert(c?[m1,v]);
  assert(!(c?[m2,v]));
  assert(c??[m2,v] && v == 7);
  assert(c??[m2,eval(v)])
}
