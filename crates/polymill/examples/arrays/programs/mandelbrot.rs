//! The set of Mandelbrot: how long points stay near zero.

use ndarray::Ix2;
use polymill::Error;
use polymill::array::{Acc, Exp, compile, generate};

use super::{Outcome, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|n: Exp<i64>| {
        let scale = 3.0 / n.cast::<f64>();
        let place = |[i, j]: [Exp<i64>; 2]| (j.cast::<f64>() * scale - 2.25, i.cast::<f64>() * scale - 1.5);
        let start = generate([n, n], |_| (Exp::from(0.0), Exp::from(0.0), Exp::from(0_i32)).into());
        let all: Acc<(f64, f64, i32), Ix2> = start.iterate(100, |z| {
            z.imap(|index, z| {
                let ((x, y), (re, im, count)) = (place(index), z.parts());
                let is_near = (re * re + im * im).le(4.0);
                let next = (re * re - im * im + x, 2.0 * re * im + y, count + 1).into();
                is_near.select(next, z)
            })
        });
        all.map(|z| z.parts().2)
    })?;
    let (counts, seconds) = timed(|| program.run(size as i64))?;
    let inside = counts.iter().filter(|count| **count == 100).count();
    let picture = counts.mapv(|count| if count == 100 { [0; 3] } else { [(count * 9) as u8, (count * 5) as u8, 160] });
    let summary = format!("{inside} points are inside");
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}
