// A loop inside an atomic sequence: its states are not counted.
// expect: satisfied states=4
byte x;

active proctype A() {
  byte i;
  atomic {
    do
    :: i < 10 -> i++; x = x + i
    :: else -> break
    od
  }
  assert(x == 55)
}
