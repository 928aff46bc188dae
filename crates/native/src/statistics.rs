//! Medians and means of measured times.

use serde::Serialize;

/// Smallest, middle and largest of a set of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many measurements there are.
    pub n_samples: usize,
    /// The smallest.
    pub min: f64,
    /// The median.
    pub median: f64,
    /// The largest.
    pub max: f64,
}

impl Summary {
    /// Summarizes `samples`; `None` if there are none or one is not a number.
    pub fn of(samples: &[f64]) -> Option<Summary> {
        let median = median(samples)?;
        let min = samples.iter().copied().fold(f64::INFINITY, f64::min);
        let max = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(Summary { n_samples: samples.len(), min, median, max })
    }
}

/// The median (the mean of the two middle ones for an even count); `None` for no samples or one that is not a number.
///
/// ```
/// use polymill_native::statistics::median;
/// assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
/// assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
/// assert_eq!(median(&[]), None);
/// ```
pub fn median(samples: &[f64]) -> Option<f64> {
    if samples.is_empty() || samples.iter().any(|sample| sample.is_nan()) {
        return None;
    }
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    Some(if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 })
}

/// The geometric mean; `None` for no samples or one that is not positive.
///
/// ```
/// use polymill_native::statistics::geometric_mean;
/// assert_eq!(geometric_mean(&[2.0, 8.0]), Some(4.0));
/// assert_eq!(geometric_mean(&[2.0, 0.0]), None);
/// ```
pub fn geometric_mean(samples: &[f64]) -> Option<f64> {
    if samples.is_empty() || samples.iter().any(|&sample| sample.is_nan() || sample <= 0.0) {
        return None;
    }
    let sum_of_logs: f64 = samples.iter().map(|sample| sample.ln()).sum();
    Some((sum_of_logs / samples.len() as f64).exp())
}
