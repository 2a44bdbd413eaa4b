// expect: error 6
byte x;
proctype P(byte a, b) { x = a + b }

init {
  run P(1)
}
