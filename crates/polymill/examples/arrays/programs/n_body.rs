//! Stars that attract each other, for some steps of time.

use ndarray::{Array1, Ix1};
use polymill::Error;
use polymill::array::{Acc, Exp, compile, generate};

use super::{Outcome, Picture, noise, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let step = 0.005;
    let program = compile(|x: Acc<f64, Ix1>, y: Acc<f64, Ix1>, steps: Exp<i64>| {
        let start = x.zip_with(y, |x, y| (x, y, -0.3 * (y - 0.5), 0.3 * (x - 0.5)).into());
        let end: Acc<(f64, f64, f64, f64), Ix1> = start.iterate(steps, |stars| {
            let n = stars.len(0);
            let mass = 1.0 / n.value().cast::<f64>();
            let forces = generate([n.clone(), n], |[i, j]| {
                let ((x, y, ..), (other_x, other_y, ..)) = (stars.at([i]).parts(), stars.at([j]).parts());
                let (dx, dy) = (other_x - x, other_y - y);
                let near = dx * dx + dy * dy + 0.001;
                let pull = mass / (near * near.sqrt());
                (pull * dx, pull * dy).into()
            });
            let (fx, fy) = forces
                .fold((Exp::from(0.0), Exp::from(0.0)), |sum: Exp<(f64, f64)>, force| {
                    let ((x, y), (dx, dy)) = (sum.parts(), force.parts());
                    (x + dx, y + dy).into()
                })
                .unzip();
            stars.imap(|[i], star| {
                let (x, y, u, v) = star.parts();
                let (u, v) = (u + step * fx.at([i]), v + step * fy.at([i]));
                (x + step * u, y + step * v, u, v).into()
            })
        });
        (end.map(|star| star.parts().0), end.map(|star| star.parts().1))
    })?;
    let x = Array1::from_shape_fn(size, |i| noise(2 * i));
    let y = Array1::from_shape_fn(size, |i| noise(2 * i + 1));
    let ((x, y), seconds) = timed(|| program.run((x.view(), y.view(), 40)))?;
    let mut picture = Picture::from_elem((400, 400), [10, 10, 30]);
    for (x, y) in x.iter().zip(&y) {
        if let Some(point) = picture.get_mut(((y * 360.0 + 20.0) as usize, (x * 360.0 + 20.0) as usize)) {
            *point = [255, 240, 200];
        }
    }
    let summary = format!("the middle is at {:.6}, {:.6}", x.mean().unwrap_or_default(), y.mean().unwrap_or_default());
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}
