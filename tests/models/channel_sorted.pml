// !! puts a message before the first greater one.
// expect: violated assertion length=13 shortest states=15
chan c = [4] of { byte, byte };

active proctype A() {
  byte v, w;
  c!!2,1; c!!1,9; c!!2,0; c!!1,9;
  c?v,w; assert(v == 1 && w == 9);
  c?v,w; assert(v == 1 && w == 9);
  c?v,w; assert(v == 2 && w == 0);
  c?v,w; assert(v == 2 && w == 1);
  assert(nempty(c))
}
