// An index out of range in a condition that is only looked at.
// expect: violated index length=1 shortest
byte a[2];
byte i = 2;

active proctype A() {
  if
  :: a[i] == 0 -> skip
  :: else -> skip
  fi
}
