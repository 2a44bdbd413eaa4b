# A short front for Meson. Most used: make, make run, make test.
PREFIX ?= /usr/local
WERROR ?= true
OPTIONS = --prefix $(PREFIX) --libdir lib -Dwerror=$(WERROR)
SANITIZE = -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fno-sanitize-recover=all

export BEELINE = $(CURDIR)/build/beeline
export BEELINE_ASAN = $(CURDIR)/build-asan/beeline

all:
	@tools/install-packages build
	@CC=gcc tools/build build all $(OPTIONS)

# The example has an error, and finding it (exit status 10) is what is wanted.
run: all
	@build/beeline check models/telephone.pml; [ $$? -eq 10 ]

# Three builds: the one that is installed; one by clang, with sanitizers; one that counts what is executed.
test: test-packages all
	@CC=gcc tools/build build tests/estimates,tests/simulation $(OPTIONS)
	@CC=clang tools/build build-asan all,unit-tests $(OPTIONS) $(SANITIZE)
	@CC=gcc tools/build build-coverage all,unit-tests $(OPTIONS) -Db_coverage=true
	@python3 tests/run.py build-coverage build-asan

# Plants faults in a copy of the sources and reports those that no test notices. MUTANTS: options, such as --count 20.
mutants: test-packages
	@tests/tools/mutants.py $(MUTANTS)

test-packages:
	@tools/install-packages build test

install: all
	@meson install -C build --no-rebuild --quiet

bench: all test-packages
	@bench/run
	@bench/first

# Every search with every heuristic on every model with an error: takes longer, so it is not a part of bench.
bench-directed: all
	@bench/directed

# Ltl formulas and never claims, against pan -a.
bench-liveness: all test-packages
	@bench/liveness

# Timed models: stored zones, and the tables of the causal-graph paper.
bench-timed: all
	@bench/zones
	@bench/causal --table bench/causal.md
	@bench/doll --table bench/doll.md

fuzz: all test-packages
	@CC=clang tools/build build-asan all $(OPTIONS) $(SANITIZE)
	@tests/fuzz/fuzz.py

# Random models of all languages: abstractions have every step and every error, estimates are what they claim in every state, and
# every estimate, reduction and search agrees with breadth-first search. GUIDED: options, such as --seed 1 --count 5000.
GUIDED ?= --time 600
fuzz-guided: all test-packages
	@CC=gcc tools/build build tests/estimates,tests/simulation $(OPTIONS)
	@for part in simulation estimates guided; do tests/fuzz/$$part.py $(GUIDED) || exit 1; done

# Random models with ltl formulas, never claims and labels, against pan -a. LIVENESS: options, such as --pairs 20000.
fuzz-liveness: all test-packages
	@tests/fuzz/liveness.py $(LIVENESS)

format:
	@tools/install-packages format
	@find src include tests -name '*.[ch]' -exec clang-format -i {} +

clean:
	@rm -rf build build-asan build-coverage

.NOTPARALLEL:
.PHONY: all run test mutants test-packages install bench bench-directed bench-liveness bench-timed fuzz fuzz-guided fuzz-liveness format clean
