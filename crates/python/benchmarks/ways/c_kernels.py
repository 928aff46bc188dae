"""The PolyBench kernels in C (`kernels/` of the repository): arguments of each function, and the one that it leaves its result in."""

import pathlib

import numpy as np

KERNELS = pathlib.Path(__file__).parents[4] / "kernels"


def two_mm(a, b, c, d, alpha, beta):
    (ni, nk), (nj, nl) = a.shape, c.shape
    d = d.copy()
    return (ni, nj, nk, nl, alpha, beta, np.empty((ni, nj)), a, b, c, d), d


def correlation(data):
    n, m = data.shape
    corr = np.empty((m, m))
    return (m, n, float(n), data.copy(), corr, np.empty(m), np.empty(m)), corr


def gemm(a, b, c, alpha, beta):
    (ni, nk), nj = a.shape, b.shape[1]
    c = c.copy()
    return (ni, nj, nk, alpha, beta, c, a, b), c


def syr2k(a, b, c, alpha, beta):
    n, m = a.shape
    c = c.copy()
    return (n, m, alpha, beta, c, a, b), c


ARGUMENTS = {"2mm": two_mm, "correlation": correlation, "gemm": gemm, "syr2k": syr2k}
FUNCTIONS = {"2mm": "two_mm", "correlation": "correlation", "gemm": "gemm", "syr2k": "syr2k"}


def programs(load):
    """A function for each kernel, of arguments and result; `load` gives the function of a file, when it first runs."""

    def program(name):
        loaded = []

        def run(arguments, result):
            if not loaded:
                loaded.append(load(KERNELS / f"{name}.c", FUNCTIONS[name]))
            loaded[0](*arguments)
            return result

        return run

    return {name: program(name) for name in ARGUMENTS}


def prepare(program, inputs):
    """Kernels write into their arguments: each run has its own."""
    return ARGUMENTS[program](*inputs)
