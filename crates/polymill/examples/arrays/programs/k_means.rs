//! k-means: each point belongs to the nearest centre, and each centre moves into the middle of its points.

use ndarray::{Array1, Array2, Ix1, Ix2};
use polymill::Error;
use polymill::array::{Acc, Exp, compile, generate};

use super::{Outcome, Picture, noise, timed};

const N_CLUSTERS: usize = 12;
const N_ROUNDS: usize = 10;

pub fn run(size: usize) -> Result<Outcome, Error> {
    let nearest = |x: Acc<f64, Ix1>, y: Acc<f64, Ix1>, centres: Acc<f64, Ix2>| {
        let n = centres.len(0);
        let distances = generate([x.len(0), n.clone()], |[i, k]| {
            let (dx, dy) = (x.at([i]) - centres.at([k, 0.into()]), y.at([i]) - centres.at([k, 1.into()]));
            (dx * dx + dy * dy, k).into()
        });
        distances.fold1(|best: Exp<(f64, i64)>, next| next.parts().0.lt(best.parts().0).select(next, best)).unzip().1
    };
    let assign = compile(nearest)?;
    let round = compile(|x: Acc<f64, Ix1>, y: Acc<f64, Ix1>, centres: Acc<f64, Ix2>| {
        let label = nearest(x, y, centres);
        let sum = |values: Acc<f64, Ix1>| {
            let zeros = generate([centres.len(0)], |_| Exp::from(0.0));
            values.permute(zeros, |[i]| [label.at([i])], |sum, x| sum + x)
        };
        let (n, x, y) = (sum(x.map(|_| Exp::from(1.0))), sum(x), sum(y));
        centres.imap(|[k, axis], old| {
            let sum = axis.eq(0).select(x.at([k]), y.at([k]));
            n.at([k]).gt(0.0).select(sum / n.at([k]), old)
        })
    })?;
    let [x, y] = [0, 1].map(|axis| {
        Array1::from_shape_fn(size, |i| noise(i % N_CLUSTERS * 2 + axis) + 0.15 * noise(2 * i + axis + 1000))
    });
    let mut centres =
        Array2::from_shape_fn((N_CLUSTERS, 2), |(k, axis)| if axis == 0 { x[k % size] } else { y[k % size] });
    let (labels, seconds) = timed(|| {
        for _ in 0..N_ROUNDS {
            centres = round.run((x.view(), y.view(), centres.view()))?;
        }
        assign.run((x.view(), y.view(), centres.view()))
    })?;
    let mut picture = Picture::from_elem((400, 400), [255; 3]);
    for ((x, y), label) in x.iter().zip(&y).zip(&labels) {
        let hue = (*label as u8).wrapping_mul(67);
        if let Some(point) = picture.get_mut(((y * 340.0) as usize, (x * 340.0) as usize)) {
            *point = [hue, 200_u8.wrapping_sub(hue), hue.wrapping_mul(3)];
        }
    }
    let summary = format!("the first centre is at {:.4}, {:.4}", centres[[0, 0]], centres[[0, 1]]);
    Ok(Outcome { source: round.source().to_owned(), seconds, summary, picture: Some(picture) })
}
