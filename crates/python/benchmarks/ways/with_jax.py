"""JAX, on the CPU, with doubles."""

import jax
import jax.numpy as jnp
import numpy as np

from .marsh_model import FLOW, SPREAD, STEP, change

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


@jax.jit
def two_mm(a, b, c, d, alpha, beta):
    return (alpha * (a @ b)) @ c + beta * d


@jax.jit
def correlation(data):
    centred = data - data.mean(axis=0)
    deviation = jnp.sqrt((centred * centred).mean(axis=0))
    deviation = jnp.where(deviation <= 0.1, 1.0, deviation)
    scaled = centred / (jnp.sqrt(data.shape[0]) * deviation)
    return scaled.T @ scaled


@jax.jit
def gemm(a, b, c, alpha, beta):
    return alpha * (a @ b) + beta * c


@jax.jit
def syr2k(a, b, c, alpha, beta):
    return alpha * (a @ b.T + b @ a.T) + beta * c


@jax.jit
def integral_image(image):
    return image.cumsum(axis=1).cumsum(axis=0)


@jax.jit
def k_means(points, centres):
    x, y = points.T
    distances = (x[:, None] - centres[:, 0]) ** 2 + (y[:, None] - centres[:, 1]) ** 2
    nearest = distances.argmin(axis=1)
    n = jax.ops.segment_sum(jnp.ones(len(points)), nearest, len(centres))
    sums = jax.ops.segment_sum(points, nearest, len(centres))
    return jnp.where(n[:, None] > 0, sums / jnp.maximum(n, 1)[:, None], centres)


def around(field):
    wide = jnp.pad(field, 1, "edge")
    return wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] - 4 * field


@jax.jit
def marsh(s, w, p, steps):
    def step(_, fields):
        s, w, p = fields
        ds, dw, dp = change(s, w, p)
        s_around, w_around = around(s), around(w)
        return (
            s + STEP * (ds + SPREAD * s_around),
            jnp.maximum(w + STEP * (dw + FLOW * (s_around + w_around)), 0),
            p + STEP * (dp + SPREAD * around(p)),
        )

    return jax.lax.fori_loop(0, steps, step, (s, w, p))[2]


PROGRAMS = {
    "2mm": two_mm,
    "correlation": correlation,
    "gemm": gemm,
    "syr2k": syr2k,
    "integral-image": integral_image,
    "k-means": k_means,
    "marsh": marsh,
}


def prepare(program, inputs):
    return tuple(jnp.asarray(value) if isinstance(value, np.ndarray) else value for value in inputs)


def wait(result):
    """JAX returns before it has computed."""
    return result.block_until_ready()
