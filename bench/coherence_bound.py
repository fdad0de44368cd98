#!/usr/bin/env python3
"""The most that any plan of a capture can gain from five earlier visits of each page.

usage: coherence_bound.py HISTORY        (needs python3-scipy; HISTORY: a directory with pages.csv.zst)

With equal times between the visits all that they tell of a page is how many of its four intervals saw a
change. So there are five classes of pages, and the best plan is a transport problem between them and
the lengths from visit to revisit. It is solved exactly, with the true distribution of rates, which a
program would have to learn. Prints that gain over breadth first as a share of the gain with true rates.
"""
import csv
import io
import subprocess
import sys

import numpy as np
import scipy.sparse as sparse
from scipy.optimize import linprog
from scipy.special import comb

RATE_FLOOR = 0.001  # kRateFloor: changes per day
LENGTHS = 1000
TRUE_CLASSES = 60  # pages of like rate, for the plan with true rates


def rows(directory, name):
    packed = subprocess.run(["zstd", "-dqc", f"{directory}/{name}.csv.zst"], capture_output=True, check=True)
    return csv.DictReader(io.StringIO(packed.stdout.decode()))


def fitted_rates(directory):
    changes = {}
    for row in rows(directory, "changes"):
        changes[row["page_id"]] = changes.get(row["page_id"], 0) + 1
    for row in rows(directory, "pages"):
        days = (int(row["last_alive"]) - int(row["first_seen"])) / 86400
        yield max(RATE_FLOOR, changes.get(row["page_id"], 0) / max(1, days))


def best_assignment(gains, masses):
    classes = len(masses)
    limits = sparse.vstack([sparse.kron(sparse.eye(classes), np.ones((1, LENGTHS))),
                            sparse.kron(np.ones((1, classes)), sparse.eye(LENGTHS))]).tocsr()
    amounts = np.r_[masses, np.full(LENGTHS, 1 / LENGTHS)]
    return -linprog(-gains.ravel(), A_eq=limits, b_eq=amounts, method="highs").fun


def main():
    rates, counts = np.unique(np.round(list(fitted_rates(sys.argv[1])), 6), return_counts=True)
    shares = counts / counts.sum()

    def plan(classes, lengths):
        masses = np.array([c.sum() for c in classes])
        gains = np.array([c @ np.exp(-np.outer(rates, lengths)) / c.sum() for c in classes])
        return best_assignment(gains, masses)

    place = np.minimum((np.cumsum(shares) * TRUE_CLASSES).astype(int), TRUE_CLASSES - 1)
    true_classes = [shares * (place == c) for c in np.unique(place)]
    for name, days in (("4.5 h", 4.5 / 24), ("5 d", 5.0)):
        lengths = (2 * np.arange(LENGTHS) + 1) / (2 * LENGTHS) * days
        breadth_first = float(np.mean(shares @ np.exp(-np.outer(rates, lengths))))
        best = plan(true_classes, lengths)
        for every in (7.0, 1.0):
            changed = -np.expm1(-rates * every)
            seen = [shares * comb(4, k) * changed**k * (1 - changed) ** (4 - k) for k in range(5)]
            gain = (plan(seen, lengths) - breadth_first) / (best - breadth_first)
            print(f"capture of {name}, visits {every:g} d apart: at most {gain:.2f} of the gain "
                  f"({breadth_first:.5f} to {best:.5f})")


main()
