// Messages come out in the order they went in; a constant waits for the head.
// expect: violated deadlock length=5 shortest states=6
chan c = [3] of { byte };

active proctype A() {
  byte v;
  c!3; c!1; c!2;
  c?v; assert(v == 3);
  c?2
}
