// Embedded C is not supported.
// expect: unsupported
byte x;
active proctype A() {
  c_code { now.x = 1; };
  assert(x == 1)
}
