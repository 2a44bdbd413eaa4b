// expect: error 3
proctype P() { skip }
proctype P() { skip }
init { run P() }
