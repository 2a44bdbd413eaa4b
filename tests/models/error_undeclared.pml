// expect: error 4:3
active proctype A() {
  byte x;
  y = 1;
  x = y
}
