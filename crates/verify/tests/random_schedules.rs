//! Random schedules: legal ones are lowered right, illegal ones are found out twice.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use polymill_gdg::Gdg;
use polymill_lower::{Tidying, lower};
use polymill_verify::schedules::{forget_dependences, random_schedule};
use polymill_verify::{Error, ReplayOptions, Trust, check_printed, check_schedule, replay};
use support::{INDIRECT, JACOBI, MIXED, REDUCTION, STENCIL, TEMPORARY, gdg};

/// How many schedules were legal, and how many were not.
#[derive(Default)]
struct Tally {
    n_legal: usize,
    n_illegal: usize,
    /// Of the illegal ones, those that replay finds wrong.
    n_caught: usize,
}

fn options() -> ReplayOptions {
    let sizes = vec![vec![2, 2], vec![3, 3], vec![3, 5], vec![6, 4], vec![7, 7]];
    ReplayOptions { sizes, max_instances: 500 }
}

fn try_schedule(gdg: &Gdg, seed: u64, tally: &mut Tally) {
    let scheduled = random_schedule(gdg, seed, 1 + seed as usize % 5).unwrap();
    match check_schedule(&scheduled, Trust::Recorded) {
        Ok(()) => {
            tally.n_legal += 1;
            for tidying in [Tidying::none(), Tidying::default()] {
                let nest = lower(&scheduled, &tidying).unwrap();
                let replayed = replay(gdg, &scheduled, &nest, &options()).map(|_| ());
                if let Err(error) = replayed.and_then(|()| check_printed(&scheduled, &nest)) {
                    panic!("seed {seed}: {error}\n{}\n{:?}", scheduled.schedule, nest.body);
                }
            }
        }
        Err(Error::Illegal(_)) => {
            tally.n_illegal += 1;
            let forced = forget_dependences(&scheduled).unwrap();
            let nest = lower(&forced, &Tidying::default()).unwrap();
            match replay(gdg, &forced, &nest, &options()) {
                Ok(_) => {}
                Err(Error::Replay(_)) => tally.n_caught += 1,
                Err(other) => panic!("seed {seed}: {other}"),
            }
        }
        Err(other) => panic!("seed {seed}: {other}"),
    }
}

#[test]
fn legal_schedules_replay_and_illegal_ones_are_caught() {
    let mut tally = Tally::default();
    for text in [STENCIL, TEMPORARY, REDUCTION, INDIRECT, MIXED, JACOBI] {
        let gdg = gdg(text);
        for seed in 0..40 {
            try_schedule(&gdg, seed, &mut tally);
        }
    }
    println!("{} legal, {} illegal, {} caught", tally.n_legal, tally.n_illegal, tally.n_caught);
    assert!(tally.n_legal > 60 && tally.n_illegal > 60);
    // Some illegal schedules do no harm: an overwritten value, a loop of one iteration.
    assert!(tally.n_caught * 10 >= tally.n_illegal * 9);
}
