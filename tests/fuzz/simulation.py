#!/usr/bin/env python3
"""Random models, of which every copy with parts left out must be an over-approximation.

usage: simulation.py [--seed N] [--count N] [--jobs N] [--time SECONDS] [--kinds NAME,...] [--no-shrink] [-- OPTION...]

The program tests/simulation of the build makes the copies and walks through the model and the copy together; what follows -- are
options for it. A model of which a copy lacks a step is made smaller and written to tests/fuzz/found/. Exit status 0: nothing is
wrong; 1: something is.
"""
import sys

import whole

USUAL = ["--limit", "300", "--selections", "24", "--seconds", "10"]


def ask(path, *options, seed=1, **how):
    return whole.ask("simulation", path, "--seed", str(seed), *options, **how)


if __name__ == "__main__":
    sys.exit(whole.main(__doc__, ask, USUAL))
