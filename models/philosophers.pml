// expect: violated deadlock length=10 shortest
//
// Dining philosophers who all take the left fork first. When each holds one, nobody can go on.
// -DPOLITE makes the last one take the right fork first, which breaks the ring.

#ifndef N
#define N 5
#endif

bool taken[N]

active [N] proctype Philosopher() {
  byte left = _pid, right = (_pid + 1) % N
#ifdef POLITE
  if
  :: _pid == N - 1 -> left = 0; right = N - 1
  :: else
  fi
#endif
end:
  do
  :: atomic { !taken[left] -> taken[left] = true }
    atomic { !taken[right] -> taken[right] = true }
    taken[right] = false // has eaten
    taken[left] = false
  od
}
