"""Polymill, with products by index: a sum over `k` for each `i` and `j`."""

import polymill as pm

from .polymill_arrays import jit, scaled_columns


@jit
def two_mm(a, b, c, d, alpha, beta):
    tmp = pm.generate((a.shape[0], b.shape[1], a.shape[1]), lambda i, j, k: alpha * a[i, k] * b[k, j]).sum(axis=2)
    terms = pm.generate((a.shape[0], c.shape[1], b.shape[1]), lambda i, j, k: tmp[i, k] * c[k, j])
    return terms.sum(axis=2) + beta * d


@jit
def correlation(data):
    n, m = data.shape
    scaled = scaled_columns(data)
    return pm.generate((m, m, n), lambda i, j, k: scaled[k, i] * scaled[k, j]).sum(axis=2)


@jit
def gemm(a, b, c, alpha, beta):
    terms = pm.generate((a.shape[0], b.shape[1], a.shape[1]), lambda i, j, k: alpha * a[i, k] * b[k, j])
    return terms.sum(axis=2) + beta * c


@jit
def syr2k(a, b, c, alpha, beta):
    n, m = a.shape
    terms = pm.generate((n, n, m), lambda i, j, k: alpha * (a[i, k] * b[j, k] + b[i, k] * a[j, k]))
    return terms.sum(axis=2) + beta * c


PROGRAMS = {"2mm": two_mm, "correlation": correlation, "gemm": gemm, "syr2k": syr2k}
