//! The helper functions.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::Command;

use polymill_lower::emit::{self, Helper, Helpers, OpenMp};

const MAIN: &str = r#"
int main(void)
{
  for (long a = -9; a < 10; a++)
    for (long b = 1; b < 5; b++) {
      long quotient = polymill_floor_div(a, b), remainder = polymill_floor_mod(a, b);
      if (quotient * b + remainder != a || remainder < 0 || remainder >= b)
        return 1;
      if (polymill_min(a, b) > a || polymill_max(a, b) < b)
        return 2;
    }
  for (unsigned long size = 0; size < 1000; size += 7) {
    char *memory = polymill_allocate(size);
    if ((unsigned long)memory % 64)
      return 3;
    for (unsigned long i = 0; i < size; i++)
      memory[i] = 1;
    polymill_free(memory);
  }
  return 0;
}
"#;

#[test]
fn helpers_need_no_headers_and_do_what_they_say() {
    let all: Helpers = [Helper::Min, Helper::Max, Helper::FloorDiv, Helper::FloorMod, Helper::Allocate].into();
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("test.c"), folder.path().join("test"));
    for rest in ["", "#include <stdio.h>\n#include <stdlib.h>\n"] {
        fs::write(&source, format!("{}{rest}{MAIN}", emit::helpers(&OpenMp, &all, false))).unwrap();
        let flags = ["-std=c11", "-pedantic", "-O1", "-Wall", "-Wextra", "-Werror"];
        let built = Command::new("gcc").args(flags).arg(&source).arg("-o").arg(&binary).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        assert_eq!(Command::new(&binary).status().unwrap().code(), Some(0));
    }
}
