// The third message does not fit the parameter's channel.
// expect: violated fields length=4 shortest
chan two = [1] of { byte, byte };
chan one = [1] of { byte };

proctype P(chan c) {
  c!1,2;
  c?1,2;
  c!3
}

init {
  if
  :: run P(two)
  :: one?[1] -> run P(one)
  fi
}
