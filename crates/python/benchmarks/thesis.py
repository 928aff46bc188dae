#!/usr/bin/env python3
"""Runs the benchmarks of a thesis again, with Polymill, NumPy, Numba, JAX and C side by side.

The thesis is M. Paston-Cooper, "Array-Oriented Languages and Polyhedral Compilation" (Utrecht University, 2020). Its Table 2 and Figures 8
and 9 are about four kernels of PolyBench (one thread, and all); Figure 11 is about k-means with 5 to 200 clusters, Figures 12 and 13 about
the integral image at several sizes. A salt marsh is simulated, too.
"""

import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

from report import Report

WAYS = {
    "with_numpy": "NumPy",
    "polymill_arrays": "Polymill",
    "polymill_folds": "Polymill, folds",
    "polymill_indices": "Polymill, indices",
    "polymill_c": "Polymill, C",
    "plain_c": "C, 1 thread",
    "with_numba": "Numba",
    "with_jax": "JAX",
}
PROGRAMS = ["2mm", "correlation", "gemm", "syr2k", "integral-image", "k-means", "marsh"]

DETAILS = """
ways (--ways):
  with_numpy        NumPy, idiomatic; products are its BLAS. Results are compared with NumPy's
  polymill_arrays   polymill.jit, products as `a @ b`
  polymill_folds    polymill.jit, products as in Accelerate: replicate, multiply, fold
  polymill_indices  polymill.jit, products by index: generate and sum
  polymill_c        polymill.cc of the kernels in C (kernels/*.c); syr2k and correlation compute half of the matrix
  plain_c           the same by $CC -O3 -march=native, one thread
  with_numba        loops in @njit(parallel=True); syr2k and correlation compute half of the matrix
  with_jax          jax.jit on the CPU, with doubles
A way whose library is not installed is left out.

sizes (--size): small, large and extralarge of PolyBench/C 4.2.1 for its kernels. The integral image has up to 6000 x 6000 elements
(large), k-means 100000 points (the thesis: 382500, as in extralarge, where NumPy wants 2 GB), the marsh 200 steps of 512 x 512.

Each number is the median of interleaved runs. The first run of each way compiles, and is listed by itself; Polymill's cache is off.

examples:
  pip install numba jax matplotlib               # whatever you want to compare with
  python thesis.py                               # all of it, a few minutes
  python thesis.py --size small --runs 5         # a quick look
  python thesis.py --programs gemm --ways with_numpy polymill_arrays --threads 8
"""


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=DETAILS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    n_processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument("--size", choices=["small", "large", "extralarge"], default="large", help="default: large")
    parser.add_argument("--runs", type=int, default=5, help="runs of each program in each way (default: 5)")
    parser.add_argument(
        "--threads", type=int, nargs="+", default=sorted({1, n_processors}), help="numbers of threads (default: 1 and all)"
    )
    parser.add_argument("--programs", nargs="+", choices=PROGRAMS, default=PROGRAMS, metavar="PROGRAM", help=", ".join(PROGRAMS))
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS), metavar="WAY", help="see below")
    parser.add_argument("--out", type=pathlib.Path, help="folder for results.json, results.txt and figures")
    return parser.parse_args()


def environment(n_threads):
    """Variables that give each library as many threads."""
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"]
    # Threads of OpenBLAS would spin for 0.1 s after each product, at the cost of whatever runs next.
    patience = {"OPENBLAS_THREAD_TIMEOUT": "4"}
    return {**os.environ, **patience, **{name: str(n_threads) for name in names}}


def measured(chosen, n_threads):
    """What `measure.py` writes, in a process with as many threads: most libraries read their number once."""
    script = pathlib.Path(__file__).with_name("measure.py")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows.json"
        command = [sys.executable, script, "--size", chosen.size, "--threads", n_threads, "--runs", chosen.runs]
        command += ["--programs", *chosen.programs, "--ways", *chosen.ways, "--json", path]
        subprocess.run([str(word) for word in command], env=environment(n_threads), check=True)
        return json.loads(path.read_text())


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def write(folder, chosen, rows, notes, report):
    folder.mkdir(parents=True, exist_ok=True)
    results = {"processor": processor(), "size": chosen.size, "runs": chosen.runs, "notes": notes, "rows": rows}
    (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    (folder / "results.txt").write_text(report.text())
    try:
        report.figures(folder)
    except ImportError as error:
        print(f"note: there are no figures: {error}", file=sys.stderr)
    print(f"results are in {folder}", file=sys.stderr)


def main():
    chosen = options()
    rows, notes = [], []
    for n_threads in chosen.threads:
        print(f"{n_threads} threads", file=sys.stderr, flush=True)
        part = measured(chosen, n_threads)
        rows += part["rows"]
        notes += [text for text in part["notes"] if text not in notes]
    report = Report(rows, WAYS)
    print(f"{processor()}\n")
    print(report.text())
    for text in notes:
        print(f"note: {text}")
    if chosen.out:
        write(chosen.out, chosen, rows, notes, report)
    return 0 if all(row["agrees"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
