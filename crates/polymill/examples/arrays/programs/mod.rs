//! The programs.

mod attention;
mod black_scholes;
mod correlation;
mod gray_scott;
mod integral_image;
mod k_means;
mod life;
mod mandelbrot;
mod n_body;
mod products;
mod radix_sort;
mod ray_casting;
mod salt_marsh;

use std::time::Instant;

use ndarray::Array2;
use polymill::Error;

/// A picture: a colour for each point.
pub type Picture = Array2<[u8; 3]>;

/// A program that can be run.
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The usual size.
    pub size: usize,
    /// Runs it.
    pub run: fn(usize) -> Result<Outcome, Error>,
}

/// What became of a run.
pub struct Outcome {
    /// The C code that ran.
    pub source: String,
    /// How long it took, compilation aside.
    pub seconds: f64,
    /// A number or two that came out.
    pub summary: String,
    /// What there is to see.
    pub picture: Option<Picture>,
}

/// All programs.
pub const PROGRAMS: &[Program] = &[
    Program { name: "dot", about: "the product of two vectors", size: 10_000_000, run: products::dot },
    Program { name: "2mm", about: "two matrix products, from whole arrays", size: 1000, run: products::two },
    Program { name: "2mm-indices", about: "the same, element by element", size: 1000, run: products::two_by_index },
    Program { name: "gemm", about: "alpha A B + beta C", size: 1000, run: products::gemm },
    Program { name: "syr2k", about: "alpha A B' + alpha B A' + beta C", size: 1000, run: products::syr2k },
    Program { name: "correlation", about: "how columns of a matrix go together", size: 1000, run: correlation::run },
    Program { name: "k-means", about: "points in clusters", size: 100_000, run: k_means::run },
    Program {
        name: "integral-image",
        about: "sums of all that is above and to the left",
        size: 4000,
        run: integral_image::run,
    },
    Program { name: "mandelbrot", about: "the set of Mandelbrot", size: 1000, run: mandelbrot::run },
    Program { name: "life", about: "Conway's game", size: 512, run: life::run },
    Program { name: "gray-scott", about: "two substances that react and spread", size: 256, run: gray_scott::run },
    Program { name: "black-scholes", about: "prices of options", size: 1_000_000, run: black_scholes::run },
    Program { name: "attention", about: "softmax(Q K') V", size: 512, run: attention::run },
    Program { name: "n-body", about: "stars that attract each other", size: 2000, run: n_body::run },
    Program { name: "salt-marsh", about: "sediment, water and plants", size: 256, run: salt_marsh::run },
    Program { name: "ray-casting", about: "a landscape, seen from above", size: 800, run: ray_casting::run },
    Program { name: "radix-sort", about: "numbers in order", size: 1_000_000, run: radix_sort::run },
];

/// What something gives, and how many seconds it takes.
fn timed<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<(T, f64), Error> {
    let start = Instant::now();
    let value = run()?;
    Ok((value, start.elapsed().as_secs_f64()))
}

/// Numbers that look random: multiples of 1/256 from 0 to 1.
fn noise(position: usize) -> f64 {
    let mixed = (position as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 56) as f64 / 256.0
}

/// A matrix of such numbers.
fn matrix(n: usize, m: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, m), |(i, j)| noise(i * m + j))
}
