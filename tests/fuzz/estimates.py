#!/usr/bin/env python3
"""Random models, on which every estimate must be what it claims and every search must find what is there.

usage: estimates.py [--seed N] [--count N] [--jobs N] [--time SECONDS] [--kinds NAME,...] [--no-shrink] [-- OPTION...]

Each model's whole space is explored by the program tests/estimates of the build, which holds all estimates and searches
against it; what follows -- are options for it. A model on which something is wrong is made smaller and written to
tests/fuzz/found/. Exit status 0: nothing is wrong; 1: something is.
"""
import sys

import whole
from whole import LARGE, UNREADABLE

USUAL = ["--limit", "20000", "--searches", "2000", "--every", "200", "--targets", "1", "--conditions", "4", "--seconds", "10",
         "--goal", "safety", "--goal", "assert", "--goal", "deadlock"]


def program():
    return whole.program("estimates")


def ask(path, *options, seed=1, **how):
    return whole.ask("estimates", path, *options, **how)


if __name__ == "__main__":
    sys.exit(whole.main(__doc__, ask, USUAL))
