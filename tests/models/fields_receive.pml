// A message that is received with too few variables is an error.
// expect: violated fields length=4 shortest
chan c = [2] of { byte, byte, byte };
byte x, y;

active proctype A() {
  c!1,2,3;
  c?<x,y>;
  assert(x == 1 && y == 2);
  c?1,x
}
