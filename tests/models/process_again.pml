// A process dies, and another of the same type takes its number.
// expect: satisfied states=11
active proctype Parent() {
  if
  :: run Child()
  :: skip
  fi
}

active proctype Child() {
  skip
}
