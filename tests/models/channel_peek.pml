// <> leaves the message in the channel.
// expect: violated deadlock length=11 shortest states=12
chan c = [2] of { byte };

active proctype A() {
  byte v;
  c!4; c!5;
  c?<v>; assert(v == 4 && len(c) == 2);
  c??<5>; assert(full(c));
  c??<v>; assert(v == 4);
  c?v; c?v;
  assert(v == 5 && empty(c) && nfull(c));
  c?<v>
}
