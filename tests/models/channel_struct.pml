// A structure as a message: its fields go one by one.
// expect: violated assertion length=7 shortest states=9
typedef point { byte x; byte y[2] };
chan c = [1] of { point, bool };

active proctype A() {
  point p, q;
  p.x = 1;
  p.y[1] = 2;
  c!p,true;
  bool b;
  c?q,b;
  assert(q.x == 1 && q.y[0] == 0 && q.y[1] == 2 && b);
  assert(q.x == 0)
}
