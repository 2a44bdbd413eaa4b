// expect: error 4:7
active proctype A() {
  byte x;
  x = ;
  x = 1
}
