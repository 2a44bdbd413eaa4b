// Processes that start processes; they die in the reverse order.
// expect: violated assertion length=12 shortest states=70
byte alive;

proctype P(byte n) {
  alive++;
  if
  :: n > 0 -> run P(n - 1)
  :: else
  fi;
  assert(alive < 4)
}

init { run P(3) }
