//! Maps a GDG in text form and shows what was considered and the code that isl makes of the result.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_mapper::{Machine, Settings, Strategy, map};

fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let ctx = isl::Context::new().unwrap();
    let mut program = Program::parse(&ctx, &text).unwrap();
    let mapped = map(&mut program, &Strategy::openmp(), &Machine::host(), &Settings::default()).unwrap();
    for remark in &mapped.remarks {
        println!("{}: {}", remark.code, remark.message);
    }
    for (_, considered) in &mapped.considered {
        for c in considered {
            println!(
                "{} {:>10.3} ms {} [{}] {:?}",
                if c.chosen { "*" } else { " " },
                c.cost.total() / 1e6,
                c.origin,
                c.plan,
                c.cost
            );
        }
    }
    for time in &mapped.times {
        println!("{:?} {:?}", time.pass, time.time);
    }
    for gdg in program.gdgs() {
        if std::env::args().nth(2).is_some() {
            println!("{}", gdg.schedule.to_yaml().unwrap_or_default());
        }
        for a in &gdg.arrays {
            println!("{} {} {:?}", a.name, a.n_dims(), a.storage);
        }
        ctx.set_ast_build_atomic_upper_bound(true).unwrap();
        ctx.set_tile_shift_point_loops(false).unwrap();
        let build = isl::AstBuild::from_context(&gdg.context).unwrap();
        let node = build.node_from_schedule(&gdg.schedule).unwrap();
        println!("{}", node.to_c_str().unwrap());
    }
}
