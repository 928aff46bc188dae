//! The example programs of the array language run at any size, and compute what they say.

#![allow(clippy::panic, clippy::unwrap_used)]

#[path = "../examples/arrays/programs/mod.rs"]
mod programs;

use programs::{Outcome, PROGRAMS};

fn run(name: &str, size: usize) -> Outcome {
    let program = PROGRAMS.iter().find(|program| program.name == name).unwrap();
    (program.run)(size).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn all_programs_run() {
    for program in PROGRAMS {
        assert!(!program.about.is_empty() && program.size > 0);
        for size in [1, 18] {
            let Outcome { source, seconds, summary, picture } = run(program.name, size);
            assert!(
                source.contains("void kernel(") && seconds >= 0.0 && !summary.contains("NaN"),
                "{}: {summary}",
                program.name
            );
            assert!(picture.is_none_or(|picture| !picture.is_empty()), "{}", program.name);
        }
    }
}

#[test]
fn both_spellings_of_a_product_give_the_same() {
    assert_eq!(run("2mm", 37).summary, run("2mm-indices", 37).summary);
}

#[test]
fn the_picture_of_mandelbrot_is_right() {
    // Places are exact.
    let n = 64;
    let is_inside = |i: usize, j: usize| {
        let (x, y) = (j as f64 * 3.0 / n as f64 - 2.25, i as f64 * 3.0 / n as f64 - 1.5);
        let (mut re, mut im) = (0.0, 0.0);
        (0..100).all(|_| {
            let is_near = re * re + im * im <= 4.0;
            (re, im) = (re * re - im * im + x, 2.0 * re * im + y);
            is_near
        })
    };
    let expected = (0..n * n).filter(|at| is_inside(at / n, at % n)).count();
    let summary = run("mandelbrot", n).summary;
    let found: usize = summary.split(' ').next().unwrap().parse().unwrap();
    assert!(found.abs_diff(expected) <= 2, "{summary}, not {expected}: more than rounding at the edge");
}

#[test]
fn numbers_are_sorted() {
    for size in [1, 2, 63, 1000] {
        let summary = run("radix-sort", size).summary;
        assert!(summary.ends_with("sorted: true"), "{size}: {summary}");
    }
}

#[test]
fn rays_meet_the_ground_below_the_horizon() {
    let summary = run("ray-casting", 60).summary;
    let numbers: Vec<usize> = summary.split(' ').filter_map(|word| word.parse().ok()).collect();
    let (hits, rays) = (numbers[0], numbers[1]);
    assert!(rays == 60 * 31 && hits > rays / 3 && hits < rays, "{summary}");
}
