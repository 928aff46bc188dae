//! Builds generated code beside the original, and compares what they compute.

use std::fs;
use std::process::Command;

use polymill_gdg::Gdg;
use polymill_lower as lower;

use super::kernels::Kernel;

/// Prints each of the GDGs, with and without clean-ups, builds them beside the kernel's own code with all warnings as
/// errors, and runs them on the same data for parameters of each size: all results must be the same to the last bit.
pub fn check_runs(kernel: &Kernel, variants: &[Gdg], sizes: &[&str]) {
    let plain = lower::Tidying::none();
    let all = lower::Tidying::default();
    let mut helpers = lower::emit::Helpers::new();
    let mut functions = vec![];
    for gdg in variants {
        for tidying in [&plain, &all] {
            let nest = lower::lower(gdg, tidying).unwrap();
            let options = lower::emit::EmitOptions {
                margin: "  ".to_owned(),
                original: kernel.original.to_owned(),
                ..Default::default()
            };
            let region = lower::emit::print_region(gdg, &nest, &options).unwrap();
            helpers.extend(region.helpers);
            functions.push(region.code);
        }
    }
    let code = program(kernel, &lower::emit::helpers(&lower::emit::OpenMp, &helpers, true), &functions);
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("test.c"), folder.path().join("test"));
    fs::write(&source, &code).unwrap();
    let flags = ["-std=gnu11", "-O1", "-fopenmp", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", WRONG_WARNING];
    let built = Command::new("gcc").args(flags).arg(&source).arg("-o").arg(&binary).arg("-lm").output().unwrap();
    let functions = code.split("int main").next().unwrap();
    assert!(built.status.success(), "{}\n{functions}", String::from_utf8_lossy(&built.stderr));
    for size in sizes {
        let ran = Command::new(&binary).args(size.split(' ')).env("OMP_NUM_THREADS", "3").output().unwrap();
        assert!(ran.status.success(), "size {size}: {}\n{functions}", String::from_utf8_lossy(&ran.stdout));
    }
}

/// gcc takes the size of an array in `main` for zero.
const WRONG_WARNING: &str = "-Wno-stringop-overflow";

fn program(kernel: &Kernel, helpers: &str, functions: &[String]) -> String {
    let params: Vec<&str> = kernel.params.split(", ").map(|param| param.rsplit(' ').next().unwrap()).collect();
    let mut signature: Vec<String> = kernel.params.split(", ").map(str::to_owned).collect();
    // Without the first size, which some compilers take for a promise.
    let rows = |sizes: &str| sizes.find(']').map_or(String::new(), |end| format!("[{}", &sizes[end..]));
    signature.extend(kernel.arrays.iter().map(|(ty, name, sizes)| format!("{ty} {name}{}", rows(sizes))));
    let signature = signature.join(", ");

    let mut code =
        format!("#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n{helpers}\n");
    code += &format!("static void original({signature})\n{{{}\n}}\n\n", kernel.original);
    for (index, body) in functions.iter().enumerate() {
        code += &format!("static void variant{index}({signature})\n{{\n{body}}}\n\n");
    }
    code += "int main(int argc, char **argv)\n{\n  if (argc < 2)\n    return 2;\n";
    for (index, (declaration, _)) in kernel.params.split(", ").zip(&params).enumerate() {
        code += &format!("  {declaration} = atoi(argv[{}]);\n", index + 1);
    }
    for (ty, name, sizes) in kernel.arrays {
        code += &format!("  typedef {ty} {name}_type{sizes};\n");
        for suffix in ["in", "expected", "actual"] {
            code += &format!("  {name}_type *{name}_{suffix} = malloc(sizeof({name}_type));\n");
        }
        let fill = format!("(({ty} *){name}_in)[i] = ({ty})((i * 37 + 11) % 101) / 3 + 1");
        code += &format!("  for (unsigned long i = 0; i < sizeof({name}_type) / sizeof({ty}); i++)\n    {fill};\n");
        code += &format!("  memcpy({name}_expected, {name}_in, sizeof({name}_type));\n");
    }
    let call = |function: &str, suffix: &str| {
        let arrays = kernel.arrays.iter().map(|(_, name, _)| format!("*{name}_{suffix}"));
        let arguments: Vec<_> = params.iter().map(|param| (*param).to_owned()).chain(arrays).collect();
        format!("  {function}({});\n", arguments.join(", "))
    };
    code += &call("original", "expected");
    for index in 0..functions.len() {
        for (_, name, _) in kernel.arrays {
            code += &format!("  memcpy({name}_actual, {name}_in, sizeof({name}_type));\n");
        }
        code += &call(&format!("variant{index}"), "actual");
        for (_, name, _) in kernel.arrays {
            let differs = format!("memcmp({name}_actual, {name}_expected, sizeof({name}_type))");
            code += &format!(
                "  if ({differs}) {{\n    printf(\"variant{index} differs in {name}\\n\");\n    return 1;\n  }}\n"
            );
        }
    }
    code + "  return 0;\n}\n"
}
