// Elements of an array of bits hold a byte, as in SPIN's verifier: 0 - 1 is 255, which is not 1.
// expect: violated assertion length=2 shortest
// spin: no (its simulator cuts every bit, unlike its verifier)
bool b[2];
active proctype P() {
  b[0]--;
  assert(b[0] == 1)
}
