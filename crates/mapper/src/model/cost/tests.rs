use std::collections::BTreeSet;
use std::rc::Rc;

use polymill_gdg::StatementId;

use super::*;
use crate::model::nest::Operations;

fn machine() -> Machine {
    Machine::from_toml(
        r#"
        name = "test"
        grid = [2]
        vector_bits = 512
        vector_registers = 32
        caches = [
          { bytes = 49152, line_bytes = 64, shared_by = 1, bytes_per_ns = 200.0 },
          { bytes = 2097152, line_bytes = 64, shared_by = 1, bytes_per_ns = 100.0 },
          { bytes = 33554432, line_bytes = 64, shared_by = 2, bytes_per_ns = 28.0 },
        ]
        memory = { bytes_per_ns = 14.0 }
        "#,
    )
    .unwrap()
}

/// `C[i][j] += A[i][k] * B[k][j]` with n iterations in each loop; loops as (member, step, span, parallel, unrolled).
fn gemm(n: f64, loops: &[(u32, f64, f64, bool, bool)]) -> Nest {
    let strides =
        |members: [u32; 2]| Some(members.map(|member| PerMember::from_iter([(MemberId(member), 1.0)])).to_vec());
    let reference = |array, write, members| Reference {
        array,
        element_bytes: 8.0,
        write,
        strides: strides(members),
        is_indirect: false,
        is_input: false,
        follows: array == 0 && !write,
        chosen_by: BTreeSet::new(),
    };
    let leaf = Leaf {
        statement: StatementId(0),
        density: 1.0,
        extents: (0..3).map(|member| (MemberId(member), n)).collect(),
        usual_extents: (0..3).map(|member| (MemberId(member), n)).collect(),
        references: vec![
            reference(0, true, [0, 1]),
            reference(0, false, [0, 1]),
            reference(1, false, [0, 2]),
            reference(2, false, [2, 1]),
        ],
        operations: Operations { additions: 1.0, products: 2.0, chained: 1.0, width: 8.0, ..Operations::default() },
        products: vec![],
        recurrences: PerMember::from_iter([(MemberId(2), false)]),
        after_later: BTreeSet::new(),
        in_remainders: BTreeSet::new(),
        ended_by_data: BTreeSet::new(),
        rows: vec![],
        seems_to_overlap: false,
        is_in_panels: false,
        guarded: false,
        has_plain_borders: true,
        parted_by: BTreeSet::new(),
        reloads: false,
        beside: vec![],
    };
    let mut root = Node::Leaf(0);
    for &(member, step, span, parallel, unrolled) in loops.iter().rev() {
        let coincident = member != 2;
        let member = MemberId(member);
        let wavefront = false;
        root = Node::Loop(Box::new(Loop {
            member,
            step,
            span,
            parallel,
            wavefront,
            coincident,
            unrolled,
            in_lanes: false,
            is_apart: false,
            constant: None,
            body: root,
        }));
    }
    let none = Rc::new(BTreeSet::new());
    let (array_bytes, row_bytes) = ([Some(n * n * 8.0); 3].into(), [Some(n * 8.0); 3].into());
    Nest {
        root,
        leaves: [leaf].into(),
        skewed: Rc::clone(&none),
        diagonal: none,
        array_bytes,
        row_bytes,
        step_bytes: vec![vec![Some(n * 8.0), Some(8.0)]; 3].into(),
        is_new: [false; 3].into(),
        hides_control: false,
        threaded: Rc::new([]),
        tested_rows: 0.0,
        tested_values: 0.0,
        has_held_memory: false,
        is_repeated: false,
    }
}

fn time(n: f64, loops: &[(u32, f64, f64, bool, bool)]) -> f64 {
    predict(&gemm(n, loops), &machine()).total()
}

const ALL: f64 = f64::INFINITY;

#[test]
fn unit_stride_innermost_is_better_than_a_column() {
    let row = time(1000.0, &[(0, 1.0, ALL, false, false), (2, 1.0, ALL, false, false), (1, 1.0, ALL, false, false)]);
    let column = time(1000.0, &[(1, 1.0, ALL, false, false), (2, 1.0, ALL, false, false), (0, 1.0, ALL, false, false)]);
    assert!(3.0 * row < column, "{row} {column}");
}

#[test]
fn far_steps_go_down_the_columns_of_long_rows() {
    let far = |n: f64, innermost: u32| {
        let nest = gemm(n, &[(innermost, 1.0, ALL, false, false)]);
        let Node::Loop(innermost) = &nest.root else { panic!("there is a loop") };
        far_steps(&nest, &nest.leaves[0], innermost, &[])
    };
    // `k` goes down a column of `B`, `j` along rows.
    assert_eq!((far(1000.0, 2), far(1000.0, 1)), (1.0, 0.0));
    // Rows of 800 bytes are near, and a loop of ten iterations is short.
    assert_eq!((far(100.0, 2), far(10.0, 2)), (0.0, 0.0));
}

#[test]
fn register_tiles_in_cache_tiles_beat_the_plain_order() {
    let plain = time(1000.0, &[(0, 1.0, ALL, false, false), (2, 1.0, ALL, false, false), (1, 1.0, ALL, false, false)]);
    let tiled = time(
        1000.0,
        &[
            (0, 64.0, ALL, false, false),
            (2, 64.0, ALL, false, false),
            (0, 4.0, 64.0, false, false),
            (2, 4.0, 64.0, false, false),
            (1, 1.0, ALL, false, false),
            (0, 1.0, 4.0, false, true),
            (2, 1.0, 4.0, false, true),
        ],
    );
    assert!(2.0 * tiled < plain, "{tiled} {plain}");
}

/// `C[i][j] += A[i][k]` with `k` innermost, as the C compiler sees it that may reassociate the sum.
fn sum_as_written(seems_to_overlap: bool) -> Nest {
    let nest = gemm(1000.0, &[(0, 1.0, ALL, false, false), (1, 1.0, ALL, false, false), (2, 1.0, ALL, false, false)]);
    let mut leaf = nest.leaves[0].clone();
    leaf.references.retain(|reference| reference.array != 2);
    leaf.recurrences = PerMember::from_iter([(MemberId(2), true)]);
    leaf.seems_to_overlap = seems_to_overlap;
    Nest { leaves: [leaf].into(), ..nest }.as_written()
}

#[test]
fn sums_of_what_may_overlap_for_all_that_the_c_compiler_knows_run_one_by_one() {
    let time = |seems_to_overlap| predict(&sum_as_written(seems_to_overlap), &machine()).total();
    assert!(2.0 * time(false) < time(true), "{} {}", time(false), time(true));
}

#[test]
fn vectors_wider_than_the_units_take_twice_as_long() {
    let loops = [(0, 1.0, ALL, false, false), (2, 1.0, ALL, false, false), (1, 1.0, ALL, false, false)];
    let halves = Machine { vector_unit_bits: Some(256), ..machine() };
    // In vectors as long as those of half the width, one by one as before.
    let narrow = Machine { vector_bits: 256, ..machine() };
    let time = |machine: &Machine| predict(&gemm(1024.0, &loops), machine).instructions;
    assert!(time(&machine()) < time(&halves) && time(&halves) <= time(&narrow));
    let column = [(1, 1.0, ALL, false, false), (2, 1.0, ALL, false, false), (0, 1.0, ALL, false, false)];
    let time = |machine: &Machine| predict(&gemm(1024.0, &column), machine).instructions;
    assert_eq!(time(&machine()), time(&halves));
}

#[test]
fn parallel_pays_for_large_loops_only() {
    let loops = |parallel| [(0, 1.0, ALL, parallel, false), (2, 1.0, ALL, false, false), (1, 1.0, ALL, false, false)];
    assert!(time(500.0, &loops(true)) < 0.6 * time(500.0, &loops(false)));
    assert!(time(8.0, &loops(true)) > time(8.0, &loops(false)));
}

/// `for t { for i A[i] = ...; for j A[j] = ...; }` with n iterations in each loop, of which those over i and j may be
/// parallel.
fn sweeps(n: f64, parallel: [bool; 2]) -> Nest {
    let leaf = |member: u32| Leaf {
        statement: StatementId(member),
        extents: [0, member].map(|member| (MemberId(member), n)).into_iter().collect(),
        usual_extents: [0, member].map(|member| (MemberId(member), n)).into_iter().collect(),
        references: vec![Reference {
            array: 0,
            element_bytes: 8.0,
            write: true,
            strides: Some(vec![PerMember::from_iter([(MemberId(member), 1.0)])]),
            is_indirect: false,
            is_input: false,
            follows: false,
            chosen_by: BTreeSet::new(),
        }],
        recurrences: PerMember::default(),
        after_later: BTreeSet::new(),
        in_remainders: BTreeSet::new(),
        ended_by_data: BTreeSet::new(),
        ..gemm(n, &[]).leaves[0].clone()
    };
    let looped = |member: u32, parallel: bool, body: Node| {
        Node::Loop(Box::new(Loop {
            member: MemberId(member),
            step: 1.0,
            span: ALL,
            parallel,
            wavefront: false,
            coincident: member > 0,
            unrolled: false,
            in_lanes: false,
            is_apart: false,
            constant: None,
            body,
        }))
    };
    let sweeps = [looped(1, parallel[0], Node::Leaf(0)), looped(2, parallel[1], Node::Leaf(1))];
    Nest { root: looped(0, false, Node::Sequence(sweeps.to_vec())), leaves: [leaf(1), leaf(2)].into(), ..gemm(n, &[]) }
}

fn cores(n: u32, all_bytes_per_ns: Option<f64>) -> Machine {
    let mut machine = machine();
    machine.grid = vec![n];
    machine.memory.all_bytes_per_ns = all_bytes_per_ns;
    machine.caches[2].shared_by = n;
    machine
}

#[test]
fn each_thread_fetches_what_all_of_them_read() {
    let lines = |parallel, sharers, speedup| {
        let rows = [(0, 1.0, ALL, parallel, false), (2, 1.0, ALL, false, false), (1, 1.0, ALL, false, false)];
        Footprint::new(&gemm(200.0, &rows), 64.0, Sharing { sharers, speedups: &[speedup] }).traffic(1e7, false)
    };
    let alone = lines(false, 1.0, 1.0).alone;
    // Its rows of the result and of the first factor, and all of the second one.
    let private = lines(true, 1.0, 4.0);
    assert!((private.together / alone - (0.25 + 0.25 + 1.0) / 3.0).abs() < 0.02, "{} {alone}", private.together);
    assert_eq!(private.alone, 0.0);
    // A cache of all gets each line once.
    let shared = lines(true, 4.0, 4.0).together;
    assert!((shared / alone - 0.25).abs() < 0.02, "{shared} {alone}");
}

#[test]
fn memory_is_shared_by_all_threads() {
    let traffic = |n, all| predict(&sweeps(1e7, [true, true]), &cores(n, all)).traffic;
    let (one, saturated, free) = (traffic(1, None), traffic(16, Some(4.0 * 14.0)), traffic(16, None));
    assert!(free < one / 12.0, "{one} {free}");
    assert!(saturated > 2.0 * free, "{saturated} {free}");
}

#[test]
fn private_caches_of_many_processors_hold_more() {
    // 20 MB, of which each of sixteen processors has the same 1.25 MB in each sweep.
    let traffic = |n| predict(&sweeps(2.5e6, [true, true]), &cores(n, None)).traffic;
    assert!(traffic(16) < traffic(2) / 16.0, "{} {}", traffic(16), traffic(2));
}

#[test]
fn threads_take_from_one_another_what_one_thread_wrote() {
    let n = 1000.0;
    let synchronization = |parallel| predict(&sweeps(n, parallel), &machine()).synchronization;
    let (both, one) = (synchronization([true, true]), synchronization([false, true]));
    let lines = n * 8.0 / 64.0 / 2.0;
    assert!((one - both / 2.0 - n * lines * MIGRATION_NS).abs() < 0.1 * one, "{one} {both}");
    // What no cache keeps is in memory anyway.
    let huge = |parallel| predict(&sweeps(1e6, parallel), &machine()).synchronization;
    assert!(huge([false, true]) < huge([true, true]));
}
