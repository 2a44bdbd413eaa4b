// A receive with the wrong number of fields that never matches, and a send to a full channel, are no errors.
// expect: satisfied states=5
chan c = [1] of { byte, byte, byte };
byte x;

active proctype A() {
  if
  :: c?1,2 -> assert(false)
  :: empty(c) -> c!1,2,3
  fi;
  if
  :: c?2,3 -> assert(false)
  :: c?3,x,4,5 -> assert(false)
  :: c??9 -> assert(false)
  :: c!7 -> assert(false)
  :: full(c) -> c?1,2,3
  fi
}

active proctype B() {
  end: do
  :: c??8,x -> assert(false)
  od
}
