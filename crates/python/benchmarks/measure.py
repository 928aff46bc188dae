"""Measures all programs in all ways with one number of threads, and writes a JSON file; `thesis.py` starts it."""

import argparse
import importlib
import json
import os
import statistics
import sys
import time

import numpy as np
from cases import all_cases

# Threads of libraries go on spinning for a while after a run; they should not share the processors with the next.
PAUSE_SECONDS = 0.1
# One run is enough of what takes so long.
LONG_SECONDS = 20.0


class Way:
    """A module of `ways`: programs that can be run."""

    def __init__(self, name):
        self.name = name
        self.module = importlib.import_module(f"ways.{name}")
        self.broken = set()

    def has(self, program):
        return program in self.module.PROGRAMS and program not in self.broken

    def run(self, case):
        """The seconds that a run takes, and its result as a NumPy array."""
        prepare = getattr(self.module, "prepare", None)
        inputs = prepare(case.program, case.inputs) if prepare else case.inputs
        wait = getattr(self.module, "wait", lambda result: result)
        time.sleep(PAUSE_SECONDS)
        start = time.perf_counter()
        result = wait(self.module.PROGRAMS[case.program](*inputs))
        return time.perf_counter() - start, np.asarray(result)


def difference(case, result, expected):
    """The largest difference, as a part of the largest value."""
    if case.lower:
        result, expected = np.tril(result), np.tril(expected)
    if result.shape != expected.shape:
        return float("inf")
    return float(np.abs(result - expected).max() / np.abs(expected).max())


def measure(case, ways, n_runs):
    """Runs a case in all ways, one after the other, again and again; a row for each way."""
    ways = [way for way in ways if way.has(case.program)]
    rows, expected = {}, None
    for way in ways:
        try:
            first, result = way.run(case)
        except Exception as error:  # whatever the libraries raise: the others are still measured
            note(f"{way.name} fails at {case.program}: {error}")
            way.broken.add(case.program)
            continue
        expected = result if expected is None else expected
        rows[way.name] = {"first": first, "difference": difference(case, result, expected), "times": []}
    for run in range(n_runs):
        for way in ways:
            if way.name in rows and (run == 0 or rows[way.name]["first"] < LONG_SECONDS):
                rows[way.name]["times"].append(way.run(case)[0])
    return [finished(case, name, row) for name, row in rows.items()]


def finished(case, way, row):
    median = statistics.median(row["times"])
    if not row["difference"] <= case.tolerance:
        note(f"{way} gives another result for {case.program}, {case.size}: they differ by {row['difference']:.1e}")
    return {
        "program": case.program,
        "size": case.size,
        "x": case.x,
        "way": way,
        "median": median,
        "compile": max(row["first"] - median, 0.0),
        "agrees": row["difference"] <= case.tolerance,
        **row,
    }


def note(text):
    print(f"note: {text}", file=sys.stderr, flush=True)


def bind(n_threads):
    """Leaves as many processors as there are threads, also to libraries that look at nothing else."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:n_threads])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("--programs", nargs="+", required=True)
    parser.add_argument("--ways", nargs="+", required=True)
    parser.add_argument("--json", required=True)
    options = parser.parse_args()

    bind(options.threads)
    ways, notes = [], []
    for name in options.ways:
        try:
            ways.append(Way(name))
        except ImportError as error:
            notes.append(f"{name} is left out: {error}")
            note(notes[-1])
    rows = []
    for case in all_cases(options.size):
        if case.program in options.programs:
            print(f"  {case.program}, {case.size}", file=sys.stderr, flush=True)
            rows += [{"threads": options.threads, **row} for row in measure(case, ways, options.runs)]
    with open(options.json, "w") as file:
        json.dump({"rows": rows, "notes": notes}, file)


if __name__ == "__main__":
    main()
