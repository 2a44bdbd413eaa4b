// The number of fields of a channel that is a parameter is known only at run time.
// expect: satisfied states=60
chan two = [2] of { byte, byte };
chan one = [2] of { byte };
chan three = [1] of { byte, byte, byte };
byte x, y;

proctype P(chan c) {
  assert(c?[1]);
  if
  :: c?2 -> assert(false)
  :: c??3,4,5 -> assert(false)
  :: c?[1,0] -> c?<x,y>; assert(x == 1 && y == 0); c?1
  :: c?[1,2] -> c?<x>; assert(x == 1); c?1,2
  fi
}

init {
  one!1;
  two!1,2;
  run P(one);
  run P(two)
}
