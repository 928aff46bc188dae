#!/usr/bin/env python3
"""Compares matrix products and factorizations, written as loops in C and built by Polymill, with OpenBLAS.

OpenBLAS is the one that SciPy brings. `products.c` has the loops; each number is the speed of the library's routine that computes the same,
measured in turn with the loops in the same process. LAPACK's `getrf` exchanges rows, the loops of `lu` do not.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROUTINES = ["gemm", "two_mm", "three_mm", "syrk", "syr2k", "symm", "trmm", "cholesky", "lu"]
SPELLINGS = ["arrays", "pointers", "constants"]
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
    parser.add_argument("--routines", nargs="+", choices=ROUTINES, default=ROUTINES, metavar="ROUTINE", help=", ".join(ROUTINES))
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 1013, 1511], help="rows (default: 1000 1013 1511)")
    parser.add_argument("--types", nargs="+", choices=["double", "float"], default=["double", "float"])
    parser.add_argument("--spellings", nargs="+", choices=SPELLINGS, default=["arrays"], help="default: arrays")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, n_processors}), help="default: 1 and all")
    parser.add_argument("--flags", default="-O3 -march=native -ffast-math", help="of the C compiler (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, in turn (default: 7)")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def calls(routine, n, dtype):
    """Arguments of the loops, the result among them, and a function that computes the same by the library."""
    import numpy as np
    from scipy.linalg import get_blas_funcs, get_lapack_funcs

    random = np.random.default_rng(1)
    matrix = lambda: random.uniform(-1, 1, (n, n)).astype(dtype)
    blas = lambda name: get_blas_funcs(name, dtype=dtype)
    lapack = lambda name: get_lapack_funcs(name, dtype=dtype)
    alpha, beta = 1.5, 1.2
    a, b, c, d, e, f, g = (matrix() for _ in range(7))
    # The library's matrices have columns one after the other: what is transposed and lower here is upper there, and so on.
    out = dict(overwrite_c=True)
    if routine == "gemm":
        return (alpha, beta, c, a, b), c, lambda c: blas("gemm")(alpha, b.T, a.T, beta, c.T, **out).T
    if routine == "two_mm":
        gemm = blas("gemm")
        return (alpha, beta, d, a, b, c, e), d, lambda d: gemm(1, c.T, gemm(alpha, b.T, a.T, 0, e.T, **out), beta, d.T, **out).T
    if routine == "three_mm":
        gemm = blas("gemm")

        def library(g):
            left, right = gemm(1, b.T, a.T, 0, e.T, **out), gemm(1, d.T, c.T, 0, f.T, **out)
            return gemm(1, right, left, 0, g.T, **out).T

        return (g, a, b, c, d, e, f), g, library
    if routine == "syrk":
        return (alpha, beta, c, a), c, lambda c: blas("syrk")(alpha, a.T, beta, c.T, trans=1, lower=0, **out).T
    if routine == "syr2k":
        return (alpha, beta, c, a, b), c, lambda c: blas("syr2k")(alpha, a.T, b.T, beta, c.T, trans=1, lower=0, **out).T
    if routine == "symm":
        return (alpha, beta, c, a, b), c, lambda c: blas("symm")(alpha, a.T, b.T, beta, c.T, side=1, lower=0, **out).T
    if routine == "trmm":
        return (alpha, a, b), b, lambda b: blas("trmm")(alpha, a.T, b.T, side=1, lower=0, trans_a=1, diag=1, overwrite_b=True).T
    dominant = (np.tril(a, -1) + np.tril(a, -1).T + 2 * n * np.eye(n)).astype(dtype)
    if routine == "cholesky":
        return (dominant,), dominant, lambda a: lapack("potrf")(a.T, lower=0, clean=0, overwrite_a=1)[0]
    return (dominant,), dominant, lambda a: lapack("getrf")(a.T, overwrite_a=1)[0]


def measure(routine, n, dtype, spelling, flags, n_runs):
    """Seconds of the loops and of the library: medians; and the largest difference of their results, as a part of the largest value."""
    import numpy as np
    import polymill

    names = {"arrays": [], "pointers": ["-DPOINTERS"], "constants": [f"-DN={n}"]}[spelling]
    library = polymill.cc(PRODUCTS_C, [*flags.split(), f"-DREAL={dtype}", *names])
    function = getattr(library, routine)
    arguments, result, reference = calls(routine, n, "float64" if dtype == "double" else "float32")
    sizes = () if spelling == "constants" else (n,)
    start = result.copy()
    times = {"loops": [], "library": []}
    for run in range(n_runs + 1):
        for way in times:
            result[:] = start
            time.sleep(PAUSE_SECONDS)
            before = time.perf_counter()
            got = function(*sizes, *arguments) if way == "loops" else reference(result)
            times[way].append(time.perf_counter() - before)
            if run == 0 and way == "loops":
                got = result.copy()
                loops = got
        if run == 0:
            differ = difference(routine, loops, got)
    return [statistics.median(times[way][1:]) for way in times], differ


def difference(routine, loops, library):
    import numpy as np

    if routine in ("syrk", "syr2k", "cholesky"):
        loops, library = np.tril(loops), np.tril(library)
    return float(np.abs(loops - library).max() / np.abs(library).max())


def operations(routine, n):
    """Multiplications and additions."""
    return {"two_mm": 4, "three_mm": 6, "syrk": 1, "syr2k": 2, "trmm": 1, "cholesky": 1 / 3, "lu": 2 / 3}.get(routine, 2) * n**3


def work(chosen):
    import threadpoolctl

    import scipy.linalg  # noqa: F401 (loads the library that is asked for its name)

    [info, *_] = [info for info in threadpoolctl.threadpool_info() if info["internal_api"] == "openblas"]
    print(f"\nOpenBLAS {info['version']}, {info['architecture']}, {chosen.threads[0]} threads, {chosen.flags}; GFLOP/s\n")
    print(f"{'':28}{'Polymill':>10}{'OpenBLAS':>10}{'ratio':>8}")
    for routine in chosen.routines:
        for dtype in chosen.types:
            for spelling in chosen.spellings:
                for n in chosen.sizes:
                    (loops, library), differ = measure(routine, n, dtype, spelling, chosen.flags, chosen.runs)
                    speeds = [operations(routine, n) / seconds / 1e9 for seconds in (loops, library)]
                    name = f"{routine} {dtype} {n} {spelling}"
                    wrong = "" if differ < (1e-9 if dtype == "double" else 2e-3) else f"  they differ by {differ:.1e}"
                    print(f"{name:28}{speeds[0]:10.1f}{speeds[1]:10.1f}{library / loops:8.2f}{wrong}", flush=True)


def main():
    chosen = options()
    if chosen.worker:
        work(chosen)
        return
    for n_threads in chosen.threads:
        names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"]
        environment = {**os.environ, "OPENBLAS_THREAD_TIMEOUT": "4", **{name: str(n_threads) for name in names}}
        threads = ["--threads", str(n_threads)]
        arguments = sys.argv[1:]
        subprocess.run([sys.executable, __file__, *arguments, *threads, "--worker"], env=environment, check=True)


if __name__ == "__main__":
    main()
