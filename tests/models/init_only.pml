// A model with nothing but init.
// expect: satisfied states=4
init {
  byte x;
  x = 1;
  assert(x == 1)
}
