//! Schedules that are legal, and others with what is wrong.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use polymill_gdg::{Dependences, Gdg, Mark, Relaxation};
use polymill_verify::{Trust, check_schedule, unfounded_flow};
use support::{INDIRECT, REDUCTION, STENCIL, TEMPORARY, gdg, with_band, with_marked_band};

/// What the check says, which must not depend on where the dependences come from.
fn verdict(gdg: &Gdg) -> String {
    let say = |trust| check_schedule(gdg, trust).map_or_else(|error| error.to_string(), |()| "legal".to_owned());
    let recorded = say(Trust::Recorded);
    assert_eq!(recorded == "legal", say(Trust::Recompute) == "legal");
    recorded.strip_prefix("the schedule is not legal: ").unwrap_or(&recorded).to_owned()
}

fn check(gdg: &Gdg, expected: &str) {
    assert_eq!(verdict(gdg), expected);
}

#[test]
fn the_original_order_is_legal() {
    for text in [STENCIL, TEMPORARY, REDUCTION, INDIRECT] {
        check(&gdg(text), "legal");
    }
}

#[test]
fn a_reversed_loop_breaks_flow() {
    let gdg = gdg(STENCIL);
    check(&with_band(&gdg, "[n] -> [{ S[i, j] -> [j] }, { S[i, j] -> [i] }]"), "legal");
    check(&with_band(&gdg, "[n] -> [{ S[i, j] -> [i + j] }, { S[i, j] -> [i] }]"), "legal");
    check(
        &with_band(&gdg, "[n] -> [{ S[i, j] -> [-i] }, { S[i, j] -> [j] }]"),
        "with n = 3: S(1, 1) writes `A[1][1]`, which S(2, 1) reads (flow dependence), but S(1, 1) does not run before \
         S(2, 1)",
    );
    check(
        &with_band(&gdg, "[n] -> [{ S[i, j] -> [i] }, { S[i, j] -> [0] }]"),
        "with n = 3: S(1, 1) writes `A[1][1]`, which S(1, 2) reads (flow dependence), but S(1, 1) does not run before \
         S(1, 2)",
    );
}

#[test]
fn a_parallel_loop_must_not_carry() {
    let gdg = gdg(STENCIL);
    let wavefront = "[n] -> [{ S[i, j] -> [i + j] }, { S[i, j] -> [i] }]";
    check(&with_marked_band(&gdg, wavefront, &[(1, Mark::Parallel)]), "legal");
    check(
        &with_marked_band(&gdg, wavefront, &[(0, Mark::Parallel)]),
        "with n = 3: S(1, 1) writes `A[1][1]`, which S(1, 2) reads (flow dependence), in another iteration of a parallel \
         loop",
    );
    // Vector lanes are a wish.
    check(&with_marked_band(&gdg, wavefront, &[(0, Mark::Simd)]), "legal");
}

#[test]
fn a_member_must_not_be_called_coincident_if_it_carries() {
    let plain = with_band(&gdg(STENCIL), "[n] -> [{ S[i, j] -> [i] }, { S[i, j] -> [j] }]");
    let band = plain.schedule.get_root().unwrap().child(0).unwrap();
    let schedule = band.band_member_set_coincident(0, true).unwrap().get_schedule().unwrap();
    check(
        &Gdg { schedule, ..plain },
        "with n = 3: S(1, 1) writes `A[1][1]`, which S(2, 1) reads (flow dependence), in another iteration of a coincident \
         loop",
    );
}

#[test]
fn a_temporary_serializes_unless_its_dependences_were_given_up() {
    let gdg = gdg(TEMPORARY);
    let order = "[n] -> [{ S[i] -> [i]; T[i] -> [i] }, { S[i] -> [0]; T[i] -> [1] }]";
    let parallel = with_marked_band(&gdg, order, &[(0, Mark::Parallel)]);
    check(
        &parallel,
        "with n = 2: T(0) reads `t`, which S(1) writes (anti dependence), in another iteration of a parallel loop",
    );
    let mut relaxed = parallel.clone();
    let dependences = relaxed.dependences.as_mut().unwrap();
    let removed = polymill_isl::UnionMap::read(
        gdg.schedule.ctx(),
        "[n] -> { T[i] -> S[j] : i < j; S[i] -> S[j] : i < j; S[i] -> T[j] : i < j }",
    );
    let reason = "each iteration has its own".to_owned();
    dependences.relaxations.push(Relaxation { pass: "test".to_owned(), removed: removed.unwrap(), reason });
    check(&relaxed, "legal");
}

#[test]
fn may_accesses_keep_their_order() {
    let gdg = gdg(INDIRECT);
    check(
        &with_band(&gdg, "[n] -> [{ S[i] -> [i]; T[i] -> [i] }, { S[i] -> [0]; T[i] -> [1] }]"),
        "with n = 2: S(1) reads `x[0]`, which T(0) writes (anti dependence), but S(1) does not run before T(0)",
    );
}

#[test]
fn a_schedule_has_all_instances_and_no_others() {
    let gdg = gdg(REDUCTION);
    let scheduled = |domain: &str| {
        let domain = polymill_isl::UnionSet::read(gdg.schedule.ctx(), domain).unwrap();
        let schedule = polymill_isl::Schedule::from_domain(&domain).unwrap();
        let order = polymill_isl::MultiUnionPwAff::read(gdg.schedule.ctx(), "[n] -> [{ S[i] -> [i] }]").unwrap();
        Gdg { schedule: schedule.insert_partial_schedule(&order).unwrap(), ..gdg.clone() }
    };
    check(&scheduled("[n] -> { S[i] : 1 <= i < n }"), "S(0) is not scheduled");
    let extra = verdict(&scheduled("[n] -> { S[i] : 0 <= i <= n }"));
    assert!(extra.ends_with("is scheduled, but not in the domain"), "{extra}");
}

#[test]
fn recorded_flow_is_found_again_by_definition() {
    for text in [STENCIL, TEMPORARY, REDUCTION, INDIRECT] {
        let mut gdg = gdg(text);
        assert_eq!(unfounded_flow(&gdg).unwrap(), None);
        let dependences = gdg.dependences.as_mut().unwrap();
        let reversed = dependences.flow().reverse().unwrap();
        let (anti, output) = (dependences.anti().clone(), dependences.output().clone());
        *dependences = Dependences::new(reversed, anti, output, dependences.live_in.clone());
        assert!(unfounded_flow(&gdg).unwrap().is_some());
    }
}

#[test]
fn dependences_between_parts_of_a_sequence_do_not_count_as_carried() {
    let gdg = gdg(INDIRECT);
    let node = gdg.schedule.get_root().unwrap().child(0).unwrap().child(0).unwrap().child(0).unwrap();
    assert_eq!(node.get_type().unwrap(), polymill_isl::ScheduleNodeType::Band);
    let schedule = node.band_member_set_coincident(0, true).unwrap().get_schedule().unwrap();
    check(&Gdg { schedule, ..gdg }, "legal");
}
