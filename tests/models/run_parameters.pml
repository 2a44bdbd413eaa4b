// Arguments are cut to the types of the parameters; run gives the number of the process.
// expect: violated assertion length=3 shortest states=10
byte sum;
pid child;

proctype P(byte a, b; bit c) {
  sum = a + b + c;
  assert(sum != 4)
}

init {
  child = run P(257, 2, 3);
  assert(child == 1)
}
