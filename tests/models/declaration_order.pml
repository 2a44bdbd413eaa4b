// Initial values may use what was declared before.
// expect: satisfied states=3
byte n = 3;
byte m = n + 1;

active proctype A() {
  byte k = m * 2;
  assert(k == 8 && m == 4)
}
