// A loop inside a d_step is one step.
// expect: violated assertion length=2 shortest states=4
byte sum;

active proctype A() {
  byte i;
  d_step {
    do
    :: i < 5 -> sum = sum + i; i++
    :: else -> break
    od
  }
  assert(sum != 10)
}
