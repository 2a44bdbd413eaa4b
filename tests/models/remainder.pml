// The remainder takes the sign of the dividend, as in C.
// expect: satisfied states=4
active proctype A() {
  int a = -7, b = 7;
  assert(a % 3 == -1 && b % -3 == 1);
  assert(a / 2 == -3 && b / -2 == -3)
}
