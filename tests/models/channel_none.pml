// Sending to a channel variable that holds no channel is an error.
// expect: violated channel length=2 shortest
chan name = [1] of { chan };
chan c = [1] of { byte };

active proctype A() {
  chan to;
  do
  :: name?to -> break
  :: else -> to!1
  od
}
