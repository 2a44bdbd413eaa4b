// Channels as parameters and as messages.
// expect: violated assertion length=6 shortest states=10
chan name = [1] of { chan };
byte got;

proctype Client(chan to; byte what) {
  chan back = [1] of { byte };
  to!back;
  back?got;
  assert(got != what + 1)
}

active proctype Server() {
  chan answer;
  name?answer;
  answer!6
}

init {
  run Client(name, 5)
}
