// An atomic sequence that blocks for ever.
// expect: violated deadlock length=1 shortest states=2
byte x;

active proctype A() {
  atomic { x = 1; x == 2; x = 3 }
}
