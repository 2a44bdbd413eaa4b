// Receives with the wrong number of fields that do not match: the processes wait for ever.
// expect: violated deadlock length=0 shortest states=1
chan c = [0] of { byte, byte };
chan d = [0] of { byte };

active proctype A() {
  if
  :: c!3,4
  :: d!5
  fi
}

active proctype B() {
  if
  :: c?2
  :: d?5,6
  fi
}
