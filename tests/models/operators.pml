// Every operator, with C's precedence.
// expect: violated assertion length=7 shortest states=9
active proctype A() {
  int a = 12, b = 5;
  assert(a + b * 2 == 22 && (a + b) * 2 == 34 && a - b - 1 == 6);
  assert((a & b) == 4 && (a | b) == 13 && (a ^ b) == 9 && ~a == -13);
  assert(a << 2 == 48 && a >> 1 == 6 && -a >> 1 == -6);
  assert(a > b && a >= 12 && b < a && b <= 5 && a != b && !(a == b));
  assert((a > b -> 1 : 2) == 1 && (a < b -> 1 : 2) == 2);
  assert(1 + 1 << 1 == 4 && 7 & 3 == 3);
  assert(-a + 12)
}
