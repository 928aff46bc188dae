//! A landscape, seen from above its edge: for each point of the picture, a ray goes on until it is below the ground.

use ndarray::{Array2, Ix2};
use polymill::Error;
use polymill::array::{Acc, Exp, Len, compile, generate};

use super::{Outcome, noise, timed};

const N_STEPS: usize = 400;
const EYE: f32 = 0.4;

/// Hills of several widths, with valleys at zero: water.
fn landscape(size: usize) -> Array2<f32> {
    let hill = |i: usize, j: usize| noise(i * 1000 + j) as f32;
    let smooth = |x: f32| x * x * (3.0 - 2.0 * x);
    Array2::from_shape_fn((size, size), |(i, j)| {
        let octaves = (0..6).map(|octave| {
            let scale = 2_f32.powi(octave + 2) / size as f32;
            let (y, x) = (i as f32 * scale, j as f32 * scale);
            let (row, column, v, u) =
                (y as usize + 64 * octave as usize, x as usize, smooth(y.fract()), smooth(x.fract()));
            let above = hill(row, column) * (1.0 - u) + hill(row, column + 1) * u;
            let below = hill(row + 1, column) * (1.0 - u) + hill(row + 1, column + 1) * u;
            (above * (1.0 - v) + below * v) * 0.45_f32.powi(octave)
        });
        (octaves.sum::<f32>() - 0.75).max(0.0) * 0.35
    })
}

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|ground: Acc<f32, Ix2>, rows: Exp<i64>, columns: Exp<i64>| {
        let n = ground.len(0).value().cast::<f32>();
        // The place at a distance, in the column of a picture; columns are spread over a sixth of a circle.
        let place = move |column: Exp<i64>, distance: Exp<f32>| {
            let slope = column.cast::<f32>() / columns.cast::<f32>() * 1.2 - 0.6;
            let (x, y) = (distance * slope * 0.8 + 0.5, distance);
            [(y * n).cast::<i64>(), (x * n).cast::<i64>()]
        };
        // Steps get longer with the distance: what is far is small.
        let distance = |step: Exp<i64>| {
            let part = step.cast::<f32>() / N_STEPS as f32;
            part * part * 0.97 + 0.02
        };
        let rays = generate([Len::from(rows), columns.into(), N_STEPS.into()], |[row, column, step]: [Exp<i64>; 3]| {
            let down = row.cast::<f32>() / rows.cast::<f32>() * 1.8 - 0.2;
            let height = ground.at(place(column, distance(step)));
            (EYE - down * distance(step)).lt(height).select(step, N_STEPS as i64)
        });
        let hits = rays.fold(N_STEPS as i64, |first, step| first.min(step));
        let there = |column: Exp<i64>, step: Exp<i64>| place(column, distance(step));
        let height = hits
            .imap(|[_, column], step| step.lt(N_STEPS as i64).select(ground.at(there(column, step)), Exp::from(-1.0)));
        // The sun is in the west.
        let light = hits.imap(|[_, column], step| {
            let [y, x] = there(column, step);
            (ground.at([y, x]) - ground.at([y, x - 1])) * n
        });
        (height, light, hits.map(distance))
    })?;
    let ground = landscape(size);
    let (n_rows, n_columns) = (size / 2 + 1, size);
    let ((heights, light, distances), seconds) =
        timed(|| program.run((ground.view(), n_rows as i64, n_columns as i64)))?;
    let picture = Array2::from_shape_fn((n_rows, n_columns), |at| colour(heights[at], light[at], distances[at]));
    let n_hits = heights.iter().filter(|height| **height >= 0.0).count();
    let summary = format!("{n_hits} of {} rays meet the ground", heights.len());
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}

/// Water, grass, rock or snow, paler with the distance; the sky, where there is nothing.
fn colour(height: f32, light: f32, distance: f32) -> [u8; 3] {
    const SKY: [f32; 3] = [170.0, 200.0, 230.0];
    let ground = match height {
        ..0.0 => return SKY.map(|x| x as u8),
        ..=0.0 => [50.0, 100.0, 160.0],
        ..0.12 => [90.0, 140.0, 60.0],
        ..0.25 => [130.0, 115.0, 95.0],
        _ => [235.0, 235.0, 240.0],
    };
    let (bright, haze) = ((0.8 + 0.5 * light).clamp(0.3, 1.1), distance * 0.7);
    std::array::from_fn(|i| ((ground[i] * bright).min(255.0) * (1.0 - haze) + SKY[i] * haze) as u8)
}
