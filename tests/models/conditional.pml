// Only the chosen side of a conditional expression is evaluated.
// expect: satisfied states=3
byte a[2];
byte i = 2;

active proctype A() {
  byte x = (i < 2 -> a[i] : 7);
  assert(x == 7)
}
