//! Prices of European options, by Black and Scholes.

use ndarray::{Array1, Ix1};
use polymill::Error;
use polymill::array::{Acc, Exp, compile, zip_with3};

use super::{Outcome, noise, timed};

/// The normal distribution, by a polynomial of Abramowitz and Stegun (26.2.17).
fn normal(x: Exp<f64>) -> Exp<f64> {
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530];
    let sum = series.into_iter().fold(Exp::from(0.0), |sum, factor| (sum + factor) * k);
    let tail = 0.3989422804014327 * (x * x * -0.5).exp() * sum;
    x.gt(0.0).select(1.0 - tail, tail)
}

pub fn run(size: usize) -> Result<Outcome, Error> {
    let (rate, volatility) = (0.02, 0.3);
    let program = compile(|price: Acc<f64, Ix1>, strike: Acc<f64, Ix1>, years: Acc<f64, Ix1>| {
        let both = zip_with3(price, strike, years, |price, strike, years| {
            let spread = volatility * years.sqrt();
            let d1 = ((price / strike).ln() + (rate + 0.5 * volatility * volatility) * years) / spread;
            let (n1, n2) = (normal(d1), normal(d1 - spread));
            let later = strike * (years * -rate).exp();
            (price * n1 - later * n2, later * (1.0 - n2) - price * (1.0 - n1)).into()
        });
        both.unzip()
    })?;
    let [price, strike, years] =
        [5.0, 1.0, 0.25].map(|least| Array1::from_shape_fn(size, |i| least + 25.0 * noise(i + least as usize)));
    let ((call, put), seconds) = timed(|| program.run((price.view(), strike.view(), years.view())))?;
    let summary = format!("the first call is worth {:.4}, the first put {:.4}", call[0], put[0]);
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: None })
}
