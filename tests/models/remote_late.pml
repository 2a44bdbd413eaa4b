// P@label and P:variable without a number mean the first process of that type that is alive; they are 0 if there is none.
// expect: satisfied states=69
byte x;

proctype P(byte n) {
  byte v = 7;
L:
  x >= 1;
  v = n;
M:
  x >= 2
}

proctype Q() {
  end: x == 3
}

init {
  assert(!P@L && P:v == 0);
  run Q();
  atomic { run P(4); run P(5) };
  P@L;
  assert(P:v == 7 && P:n == 4 && P[2]:n == 4 && P[3]:n == 5);
  x = 1;
  P@M;
  assert(P:v == 4 && P:n == 4);
  x = 2;
  _nr_pr == 2;
  assert(!P@L && P:v == 0);
  run Q();
  run P(6);
  assert(P:n == 6 || P:n == 0);
  x = 3
}
