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

test: test-packages all check-clang
	@CC=gcc tools/build build unit-tests $(OPTIONS)
	@CC=gcc tools/build build-asan all,unit-tests $(OPTIONS) $(SANITIZE)
	@python3 tests/run.py build build-asan

check-clang: test-packages
	@CC=clang tools/build build-clang all,unit-tests $(OPTIONS)

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

# Timed models: stored zones, and the tables of the causal-graph paper.
bench-timed: all
	@bench/zones
	@bench/causal --table bench/causal.md

fuzz: all test-packages
	@CC=gcc tools/build build-asan all $(OPTIONS) $(SANITIZE)
	@tests/fuzz/fuzz.py

format:
	@tools/install-packages format
	@find src include tests -name '*.[ch]' -exec clang-format -i {} +

clean:
	@rm -rf build build-asan build-clang

.NOTPARALLEL:
.PHONY: all run test check-clang test-packages install bench bench-directed bench-timed fuzz format clean
