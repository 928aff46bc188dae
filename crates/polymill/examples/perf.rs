#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use ndarray::*;
use polymill::array::{Acc, Boundary, compile};
use std::time::Instant;
fn time(name: &str, mut f: impl FnMut()) {
    f();
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let s = Instant::now();
        f();
        best = best.min(s.elapsed().as_secs_f64());
    }
    println!("{name}: {:.3} ms", best * 1e3);
}
fn main() -> Result<(), polymill::Error> {
    let s = Instant::now();
    let mm = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| {
        let rows = a.replicate(1, b.len(1));
        let columns = b.transpose().replicate(0, a.len(0));
        rows.zip_with(columns, |x, y| x * y).sum()
    })?;
    println!("compile {:.3}", s.elapsed().as_secs_f64());
    let n = 1000;
    let a = Array2::from_shape_fn((n, n), |(i, j)| (i * 3 + j) as f64);
    let mut out = Array2::zeros((n, n));
    time("mm", || mm.run_into((a.view(), a.view()), out.view_mut()).unwrap());
    time("ndarray dot", || {
        std::hint::black_box(a.dot(&a));
    });
    let blur = compile(|a: Acc<f32, Ix2>| {
        a.stencil(Boundary::Clamp, |s| (s[[0, -1]] + s[[0, 0]] + s[[0, 1]]) / 3.0)
            .stencil(Boundary::Clamp, |s| (s[[-1, 0]] + s[[0, 0]] + s[[1, 0]]) / 3.0)
    })?;
    let image = Array2::from_shape_fn((4000, 4000), |(i, j)| (i * 3 + j) as f32);
    let mut out = Array2::zeros((4000, 4000));
    time("blur 4000", || blur.run_into(image.view(), out.view_mut()).unwrap());
    let integral = compile(|a: Acc<f32, Ix2>| {
        let rows = |a: Acc<f32, Ix2>| a.scanl1(|sum, x| sum + x);
        rows(rows(a).transpose()).transpose()
    })?;
    time("integral 4000", || integral.run_into(image.view(), out.view_mut()).unwrap());
    time("copy 4000", || out.assign(&image));
    let x = Array1::from_elem(10, 1.0);
    let add = compile(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| a + b)?;
    let mut y = Array1::zeros(10);
    let s = Instant::now();
    for _ in 0..1000000 {
        add.run_into((x.view(), x.view()), y.view_mut()).unwrap();
    }
    println!("call {:.1} ns", s.elapsed().as_secs_f64() * 1e3);
    Ok(())
}
