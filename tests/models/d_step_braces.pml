// What follows nested braces inside a d_step is executed, too.
// expect: satisfied
byte x, y;
inline set() {
  x = 1
}
active proctype P() {
  d_step {
    if
    :: x == 0 -> { set(); y = 1 }
    :: else -> skip
    fi;
    y = y + 1
  }
  assert(x == 1 && y == 2)
}
