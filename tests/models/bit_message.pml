// A message that is one bit is kept in a byte, one bit among several fields is not.
// expect: violated assertion length=5 shortest
chan one = [1] of { bit };
chan two = [1] of { bit, bit };
active proctype P() {
  int x, y;
  one!4;
  two!4,1;
  one?x;
  two?y,_;
  assert(x == 4 && y == 1)
}
