// expect: error 5:1
active proctype A() {
  if
  :: skip
}
active proctype B() { skip }
