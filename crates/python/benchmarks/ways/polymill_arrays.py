"""Polymill, with products as `@`."""

import polymill as pm

from .marsh_model import FLOW, SPREAD, STEP, change


def jit(function):
    return pm.jit(function, cache=False)  # so that the first run compiles


@jit
def two_mm(a, b, c, d, alpha, beta):
    return (alpha * (a @ b)) @ c + beta * d


def scaled_columns(data):
    centred = data - data.mean(axis=0)
    deviation = pm.sqrt((centred * centred).mean(axis=0))
    deviation = pm.where(deviation <= 0.1, 1.0, deviation)
    return centred / (pm.sqrt(data.shape[0]) * deviation)


@jit
def correlation(data):
    scaled = scaled_columns(data)
    return scaled.T @ scaled


@jit
def gemm(a, b, c, alpha, beta):
    return alpha * (a @ b) + beta * c


@jit
def syr2k(a, b, c, alpha, beta):
    return alpha * (a @ b.T + b @ a.T) + beta * c


@jit
def integral_image(image):
    def sums(rows):
        return rows.scanl1(lambda total, x: total + x)

    return sums(sums(image).T).T


@jit
def k_means(points, centres):
    n_points, n_clusters = points.shape[0], centres.shape[0]

    def distance(i, k):
        dx, dy = points[i, 0] - centres[k, 0], points[i, 1] - centres[k, 1]
        return dx * dx + dy * dy, k

    distances = pm.generate((n_points, n_clusters), distance)
    nearest = distances.fold1(lambda best, new: pm.where(new[0] < best[0], new, best)).unzip()[1]

    def sums(values):
        return values.permute(pm.zeros(n_clusters), lambda i: nearest[i], lambda total, x: total + x)

    n, x, y = sums(points[:, 0].map(lambda _: 1.0)), sums(points[:, 0]), sums(points[:, 1])

    def moved(k, axis, old):
        return pm.where(n[k] > 0, pm.where(axis == 0, x[k], y[k]) / n[k], old)

    return centres.imap(moved)


def around(field):
    return field.stencil(lambda f: f[-1, 0] + f[1, 0] + f[0, -1] + f[0, 1] - 4 * f[0, 0], boundary="clamp")


@jit
def marsh(s, w, p, steps):
    def step(fields):
        s, w, p = fields.unzip()

        def euler(s, w, p, s_around, w_around, p_around):
            ds, dw, dp = change(s, w, p)
            return (
                s + STEP * (ds + SPREAD * s_around),
                pm.maximum(w + STEP * (dw + FLOW * (s_around + w_around)), 0),
                p + STEP * (dp + SPREAD * p_around),
            )

        return pm.zip_with(euler, s, w, p, around(s), around(w), around(p))

    start = pm.zip_with(lambda s, w, p: (s, w, p), s, w, p)
    return start.iterate(steps, step).unzip()[2]


PROGRAMS = {
    "2mm": two_mm,
    "correlation": correlation,
    "gemm": gemm,
    "syr2k": syr2k,
    "integral-image": integral_image,
    "k-means": k_means,
    "marsh": marsh,
}
