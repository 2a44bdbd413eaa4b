// Three philosophers, each taking the left fork first.
// expect: violated deadlock length=6 shortest states=51
#define N 3
chan fork[N] = [1] of { bit };

active [N] proctype Philosopher() {
  atomic { fork[_pid]!1 }
end:
  do
  :: fork[_pid]?1 -> fork[(_pid + 1) % N]?1;
    fork[_pid]!1;
    fork[(_pid + 1) % N]!1
  od
}
