// The alternating bit protocol over channels that lose messages, bounded.
// expect: satisfied states=28
mtype = { data, ack };
chan to = [1] of { mtype, bit, byte };
chan back = [1] of { mtype, bit };
byte next;

active proctype Sender() {
  bit b, r;
  byte n;
end:
  do
  :: n < 2 -> to!data,b,n;
    if
    :: back?ack,r ->
      if
      :: r == b -> b = 1 - b; n++
      :: else
      fi
    :: timeout
    fi
  :: else -> break
  od
}

active proctype Receiver() {
  bit expected, r;
  byte n;
end:
  do
  :: to?data,r,n ->
    if
    :: r == expected -> assert(n == next); next++; expected = 1 - expected
    :: else
    fi;
    back!ack,r
  :: to?data,_,_
  od
}
