// P never leaves its atomic sequence, so Q must move before it begins.
// spin: no (pan does not leave the atomic sequence)
// expect: violated assertion length=2 shortest
byte g;
active proctype Q() { g == 0; assert(false) }
active proctype P() {
  byte x, y;
  atomic {
    y = 0;
    do
    :: x = 1
    od
  }
}
