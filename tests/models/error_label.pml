// expect: error 4:3
active proctype A() {
  skip;
  goto nowhere
}
