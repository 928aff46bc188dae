#!/usr/bin/env python3
"""Compares matrix products and factorizations, written as loops in C and built by Polymill, with OpenBLAS.

OpenBLAS is the one that SciPy brings. `products.c` has the loops; each number is the speed of the library's routine that computes the same,
measured in turn with the loops in the same process. LAPACK's `getrf` exchanges rows where that is better, the loops of `lu` never do.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

# Multiplications and additions, as a multiple of the cube of the number of rows.
OPERATIONS = {
    "gemm": 2,
    "two_mm": 4,
    "three_mm": 6,
    "syrk": 1,
    "syr2k": 2,
    "symm": 2,
    "trmm": 1,
    "cholesky": 1 / 3,
    "lu": 2 / 3,
}
SPELLINGS = ["arrays", "pointers", "constants"]
TYPES = {"double": ("float64", 1e-9), "float": ("float32", 2e-3)}
PRODUCTS_C = pathlib.Path(__file__).parent / "products.c"
# Threads of either side go on spinning for a while after a run; they should not share the processors with the next.
PAUSE_SECONDS = 0.05

DETAILS = """
spellings (--spellings): `double A[restrict n][n]` (arrays), `double *A` with A[i * n + j] (pointers), and arrays whose size is a constant.

examples:
  pip install scipy threadpoolctl
  python blas.py                                    # all of it, ten minutes
  python blas.py --routines gemm --sizes 1000 --threads 1
  python blas.py --flags "-O3 -march=native"        # additions in the order of the source
"""


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=DETAILS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    n_processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    routines = list(OPERATIONS)
    parser.add_argument(
        "--routines", nargs="+", choices=routines, default=routines, metavar="ROUTINE", help=", ".join(routines)
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 1013, 1511], help="rows (default: 1000 1013 1511)")
    parser.add_argument("--types", nargs="+", choices=list(TYPES), default=list(TYPES))
    parser.add_argument("--spellings", nargs="+", choices=SPELLINGS, default=["arrays"], help="default: arrays")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, n_processors}), help="default: 1 and all")
    parser.add_argument("--flags", default="-O3 -march=native -ffast-math", help="of the C compiler (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, in turn (default: 7)")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def problem(routine, n, dtype):
    """Arguments of the loops, the one among them that they change, and the library's way from what it was to the same result."""
    import numpy as np
    from scipy.linalg import get_blas_funcs, get_lapack_funcs

    random = np.random.default_rng(1)
    a, b, c, d, e, f, g = (random.uniform(-1, 1, (n, n)).astype(dtype) for _ in range(7))
    dominant = (np.tril(a, -1) + np.tril(a, -1).T + 2 * n * np.eye(n)).astype(dtype)
    gemm, syrk, syr2k, symm, trmm = get_blas_funcs(["gemm", "syrk", "syr2k", "symm", "trmm"], dtype=dtype)
    potrf, getrf = get_lapack_funcs(["potrf", "getrf"], dtype=dtype)
    alpha, beta = 1.5, 1.2

    # The library's matrices have columns one after the other: rows here are columns there, and lower is upper.
    def two_mm(d):
        return gemm(1, c.T, gemm(alpha, b.T, a.T, 0, e.T, overwrite_c=True), beta, d.T, overwrite_c=True).T

    def three_mm(g):
        left, right = gemm(1, b.T, a.T, 0, e.T, overwrite_c=True), gemm(1, d.T, c.T, 0, f.T, overwrite_c=True)
        return gemm(1, right, left, 0, g.T, overwrite_c=True).T

    lower = {"trans": 1, "lower": 0, "overwrite_c": True}
    right = {"side": 1, "lower": 0}
    problems = {
        "gemm": ((alpha, beta, c, a, b), c, lambda c: gemm(alpha, b.T, a.T, beta, c.T, overwrite_c=True).T),
        "two_mm": ((alpha, beta, d, a, b, c, e), d, two_mm),
        "three_mm": ((g, a, b, c, d, e, f), g, three_mm),
        "syrk": ((alpha, beta, c, a), c, lambda c: syrk(alpha, a.T, beta, c.T, **lower).T),
        "syr2k": ((alpha, beta, c, a, b), c, lambda c: syr2k(alpha, a.T, b.T, beta, c.T, **lower).T),
        "symm": ((alpha, beta, c, a, b), c, lambda c: symm(alpha, a.T, b.T, beta, c.T, overwrite_c=True, **right).T),
        "trmm": ((alpha, a, b), b, lambda b: trmm(alpha, a.T, b.T, trans_a=1, diag=1, overwrite_b=True, **right).T),
        "cholesky": ((dominant,), dominant, lambda a: potrf(a.T, lower=0, clean=0, overwrite_a=1)[0].T),
        # A symmetric matrix: its factors are the same as those of its transpose.
        "lu": ((dominant,), dominant, lambda a: getrf(a.T, overwrite_a=1)[0]),
    }
    return problems[routine]


def measure(routine, n, element, spelling, flags, n_runs):
    """Median seconds of the loops and of the library, and how far their results differ, as a part of the largest value."""
    import polymill

    names = {"arrays": [], "pointers": ["-DPOINTERS"], "constants": [f"-DN={n}"]}[spelling]
    library = polymill.cc(PRODUCTS_C, [*flags.split(), f"-DREAL={element}", *names])
    arguments, result, by_library = problem(routine, n, TYPES[element][0])
    sizes = () if spelling == "constants" else (n,)

    def loops(result):
        getattr(library, routine)(*sizes, *arguments)
        return result

    start, times, results = result.copy(), {loops: [], by_library: []}, []
    for run in range(n_runs + 1):
        for way, seconds in times.items():
            result[:] = start
            time.sleep(PAUSE_SECONDS)
            before = time.perf_counter()
            computed = way(result)
            seconds.append(time.perf_counter() - before)
            if run == 0:
                results.append(computed.copy())
    # The first run builds the program, or wakes threads.
    medians = [statistics.median(seconds[1:]) for seconds in times.values()]
    return medians, difference(routine, *results)


def difference(routine, loops, library):
    import numpy as np

    if routine in ("syrk", "syr2k", "cholesky"):
        loops, library = np.tril(loops), np.tril(library)
    return float(np.abs(loops - library).max() / np.abs(library).max())


def work(chosen):
    import scipy.linalg  # noqa: F401 (loads the library that is asked for its name)
    import threadpoolctl

    [info, *_] = [info for info in threadpoolctl.threadpool_info() if info["internal_api"] == "openblas"]
    print(f"\nOpenBLAS {info['version']}, {info['architecture']}; {chosen.threads[0]} threads, {chosen.flags}; GFLOP/s\n")
    print(f"{'':28}{'Polymill':>10}{'OpenBLAS':>10}{'ratio':>8}")
    cases = [
        (routine, element, n, spelling)
        for routine in chosen.routines
        for element in chosen.types
        for n in chosen.sizes
        for spelling in chosen.spellings
    ]
    for routine, element, n, spelling in cases:
        (loops, library), differ = measure(routine, n, element, spelling, chosen.flags, chosen.runs)
        speeds = [OPERATIONS[routine] * n**3 / seconds / 1e9 for seconds in (loops, library)]
        wrong = "" if differ < TYPES[element][1] else f"  they differ by {differ:.1e}"
        name = f"{routine} {element} {n} {spelling}"
        print(f"{name:28}{speeds[0]:10.1f}{speeds[1]:10.1f}{library / loops:8.2f}{wrong}", flush=True)


def main():
    chosen = options()
    if chosen.worker:
        work(chosen)
        return
    for n_threads in chosen.threads:
        names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"]
        environment = {**os.environ, "OPENBLAS_THREAD_TIMEOUT": "4", **{name: str(n_threads) for name in names}}
        # The last of several --threads counts.
        arguments = [*sys.argv[1:], "--threads", str(n_threads), "--worker"]
        subprocess.run([sys.executable, __file__, *arguments], env=environment, check=True)


if __name__ == "__main__":
    main()
