// An array of channels.
// expect: satisfied states=58
chan c[3] = [1] of { byte };

active proctype A() {
  byte i, sum, v;
  for (i : 0 .. 2) {
    c[i]!i + 1
  }
  do
  :: nempty(c[0]) -> c[0]?v; sum = sum + v
  :: nempty(c[1]) -> c[1]?v; sum = sum + 2 * v
  :: nempty(c[2]) -> c[2]?v; sum = sum + 3 * v
  :: else -> break
  od;
  assert(sum == 14)
}
