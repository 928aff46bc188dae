"""Polymill, with products as in Accelerate: rows and columns are repeated, multiplied, and folded."""

from .polymill_arrays import jit, scaled_columns


def product(a, b):
    rows, columns = a.replicate(b.shape[1], axis=1), b.T.replicate(a.shape[0], axis=0)
    return (rows * columns).fold(0.0, lambda total, x: total + x)


@jit
def two_mm(a, b, c, d, alpha, beta):
    return product(alpha * product(a, b), c) + beta * d


@jit
def correlation(data):
    scaled = scaled_columns(data)
    return product(scaled.T, scaled)


@jit
def gemm(a, b, c, alpha, beta):
    return alpha * product(a, b) + beta * c


@jit
def syr2k(a, b, c, alpha, beta):
    return alpha * (product(a, b.T) + product(b, a.T)) + beta * c


PROGRAMS = {"2mm": two_mm, "correlation": correlation, "gemm": gemm, "syr2k": syr2k}
