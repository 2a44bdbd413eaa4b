// A sorted send finds its place by the value before it is cut: -129 goes before 200, though it is kept as 127.
// expect: violated assertion length=4 shortest
// spin: no (its simulator compares them after)
chan q = [3] of { byte };
active proctype P() {
  byte x;
  q!!100;
  q!!-129;
  q?x;
  assert(x == 100)
}
