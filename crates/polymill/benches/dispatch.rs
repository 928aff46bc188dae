//! What it costs to find one of eight versions by four parameters: `cargo bench -p polymill --bench dispatch`.
//!
//! The tests are generated as for any function, in both shapes, and compiled by the system's C compiler. Arguments are
//! random; what a loop of calls without tests takes is subtracted.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use polymill_gdg::{Gdg, Program};
use polymill_isl as isl;
use polymill_lower::dispatch::{Dispatch, Family};
use polymill_lower::emit::{self, EmitOptions, Version, VersionCode};
use polymill_native::{CCompiler, Product};

/// For each version but the first, the position of the one that it specializes, and what it adds.
const VERSIONS: [(usize, &str); 7] =
    [(0, "a <= 15"), (0, "b <= 31"), (0, "c <= 63"), (1, "b <= 7"), (1, "d <= 127"), (2, "d <= 9"), (4, "c <= 3")];

/// The program, as the IR's text.
fn family() -> String {
    let params = "param a: i32 param b: i32 param c: i32 param d: i32";
    let mut contexts = vec!["a >= 0 and b >= 0 and c >= 0 and d >= 0".to_owned()];
    let mut specialize = "v0".to_owned();
    for (number, (origin, added)) in VERSIONS.iter().enumerate() {
        contexts.push(format!("{} and {added}", contexts[*origin]));
        specialize += &format!(" v{} from v{origin} {{ : {added} }}", number + 1);
    }
    let version =
        |(number, context): (usize, &String)| format!("gdg v{number} {{ {params} context {{ : {context} }} }}\n");
    let versions: String = contexts.iter().enumerate().map(version).collect();
    format!("gdg f {{ {params} context {{ : {} }} specialize {{ {specialize} }} }}\n{versions}", contexts[0])
}

/// A program that prints how many nanoseconds the tests take, and a sum that says which versions ran.
fn program(gdg: &Gdg, family: &Family, dispatch: &Dispatch) -> String {
    let nest = polymill_lower::lower_family(gdg, family, dispatch).unwrap();
    let versions: Vec<_> = (0..=VERSIONS.len())
        .map(|number| Version {
            name: "f",
            comment: String::new(),
            code: VersionCode::Statement(format!("ran({number});")),
        })
        .collect();
    let region = emit::print_family(gdg, &nest, &versions, &EmitOptions::default()).unwrap();
    include_str!("dispatch.c").replace("DISPATCH;", &region.code)
}

fn main() {
    let ctx = isl::Context::new().unwrap();
    let parsed = Program::parse(&ctx, &family()).unwrap();
    parsed.validate().unwrap();
    let gdg = &parsed.gdgs()[0];
    let family = Family::new(gdg.specialize_op.as_ref().unwrap(), &[1.0; 8]).unwrap();
    let tree = family.tree().unwrap().unwrap();
    for (shape, dispatch) in [("tree", tree), ("chain", family.chain())] {
        let text = program(gdg, &family, &dispatch);
        let built =
            CCompiler::new("cc", &[] as &[&str]).build_text(&text, Product::Executable, &["-O2".into()]).unwrap();
        let run = built.program().run().unwrap().require_success().unwrap();
        println!("{shape}: {}", run.stdout_text().trim());
    }
}
