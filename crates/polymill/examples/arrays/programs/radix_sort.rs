//! Numbers in order, by radix sort: for each bit, those without it come first, and all else stays in order.

use ndarray::{Array1, Ix1};
use polymill::Error;
use polymill::array::{Acc, Exp, compile};

use super::{Outcome, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let by_bit = |keys: Acc<u32, Ix1>, bit: Exp<u32>| {
        let is_set = keys.map(|key| ((key >> bit) & 1).cast::<i64>());
        // For each key, how many before it have the bit; and for all.
        let (before, all) = is_set.scanl_and_fold(0, |sum, x| sum + x);
        let n_clear = keys.len(0).value() - all.at([]);
        let places = is_set.imap(|[i], is_set| is_set.eq(1).select(n_clear + before.at([i]), i - before.at([i])));
        keys.scatter(places, keys)
    };
    let program = compile(by_bit)?;
    let start =
        Array1::from_shape_fn(size, |i| (i as u32).wrapping_add(1).wrapping_mul(0x9E37_79B9) ^ ((i as u32) << 7));
    let (keys, seconds) = timed(|| {
        let mut keys = start.clone();
        for bit in 0..u32::BITS {
            keys = program.run((keys.view(), bit))?;
        }
        Ok(keys)
    })?;
    let mut expected = start.to_vec();
    expected.sort_unstable();
    let is_sorted = keys.iter().eq(&expected);
    let summary = format!("the least is {}; sorted: {is_sorted}", keys[0]);
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: None })
}
