// Four philosophers who take both forks at once. Nobody is envied for ever: who eats is followed by the neighbour. It
// is not so: one eats again and again. In the product with the claim the shortest lassos have 2 + 2 steps, as in the
// tutorial; the loop begins as early as it can.
// Edelkamp, Mehler, Jabbar: Tutorial on directed model checking, ICAPS 2005, "improving liveness trails".
// expect: violated acceptance-cycle
#define N 4
bool fork[N] = true;
bool eats[N];
#define left _pid
#define right ((_pid + 1) % N)

active [N] proctype phil() {
  do
  :: d_step { fork[left] && fork[right]; fork[left] = false; fork[right] = false; eats[_pid] = true };
     d_step { eats[_pid] = false; fork[left] = true; fork[right] = true }
  od
}

ltl envy { [] (eats[0] -> <> eats[1]) }
