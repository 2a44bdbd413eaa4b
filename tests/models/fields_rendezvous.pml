// A receive with too few fields is an error when a message matches it.
// expect: violated fields length=2 shortest
chan c = [0] of { byte, byte };
byte x;

active proctype A() {
  c!3,4
}

active proctype B() {
  if
  :: c?2
  :: c?4,x,7
  :: c?x
  fi
}
