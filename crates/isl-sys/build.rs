//! Finds isl's shared library: through pkg-config, else by its exact file name, else explains what to install.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The name that the dynamic loader knows isl 0.23 and later by.
const LIBRARY: &str = "libisl.so.23";

const HELP: &str = "isl (the integer set library, 0.25 or newer) was not found; install it:
  Debian, Ubuntu:  apt install libisl-dev     (libisl23, which gcc brings along, is enough)
  Fedora:          dnf install isl-devel
  Arch:            pacman -S libisl
  Alpine:          apk add isl-dev
  macOS:           brew install isl pkgconf
or point PKG_CONFIG_PATH to the folder of isl.pc";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PKG_CONFIG_PATH");
    if !link_by_pkg_config() && !link_by_name() {
        HELP.lines().for_each(|line| println!("cargo::error={line}"));
    }
}

fn link_by_pkg_config() -> bool {
    let Some(flags) = output_of("pkg-config", &["--libs", "isl >= 0.25"]) else { return false };
    for flag in flags.split_whitespace() {
        if let Some(dir) = flag.strip_prefix("-L") {
            println!("cargo::rustc-link-search=native={dir}");
        } else if let Some(library) = flag.strip_prefix("-l") {
            println!("cargo::rustc-link-lib=dylib={library}");
        }
    }
    flags.contains("-lisl")
}

fn link_by_name() -> bool {
    let Some(dir) = folders().into_iter().find(|dir| dir.join(LIBRARY).exists()) else { return false };
    println!("cargo::rustc-link-search=native={}", dir.display());
    println!("cargo::rustc-link-lib=dylib:+verbatim={LIBRARY}");
    true
}

/// Where the library may lie: where the C compiler finds it, then the usual places.
fn folders() -> Vec<PathBuf> {
    let asked = ["cc", "gcc"]
        .iter()
        .filter_map(|compiler| output_of(compiler, &[&format!("-print-file-name={LIBRARY}")]))
        .filter_map(|path| Path::new(path.trim()).parent().map(Path::to_path_buf))
        .filter(|folder| folder.is_absolute());
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let usual = [format!("/usr/lib/{arch}-linux-gnu"), "/usr/lib64".into(), "/usr/lib".into(), "/usr/local/lib".into()];
    asked.chain(usual.into_iter().map(PathBuf::from)).collect()
}

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
