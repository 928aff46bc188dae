//! Flags of gcc and clang that change what C means, or what a program does beside computing.
//!
//! Each flag that matters has a row in [`FLAGS`]: it is honoured, or nothing in the file is transformed. A flag without a
//! row says how code is made, which is the compiler's business before and after.

use std::fmt::Write;

use crate::syntax::{Builtins, Dialect, macro_value};

/// What becomes of a file that is compiled with a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// Raising takes C as the flag says.
    Honoured(Setting),
    /// Nothing is transformed, for this reason.
    LeftAlone(&'static str),
    /// What is taken for granted anyway; it ends the effect of others in its group.
    Usual,
    /// The compiler's predefined macros tell what the flag does.
    ByMacros,
}

/// What a flag sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Whether objects of different types may overlap.
    StrictAliasing(bool),
    /// Whether functions of `math.h` may set `errno`.
    MathErrno(bool),
    /// Whether library functions are known by their names.
    Builtins(bool),
    /// That the function whose name follows is not known.
    NotBuiltin,
}

/// A flag, and what becomes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The flag; `*` stands for any end.
    pub pattern: &'static str,
    /// Of flags in one group the last one counts.
    pub group: Group,
    /// What becomes of the file.
    pub treatment: Treatment,
}

/// What flags are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Group {
    Overflow,
    PointerOverflow,
    Aliasing,
    Char,
    Enums,
    Bitfields,
    Layout,
    Constants,
    Rounding,
    SignalingNans,
    Traps,
    TrapExceptions,
    Excess,
    Errno,
    Library,
    Machine,
    Instrumentation,
    Sanitizers,
    Coverage,
    Profile,
    Extensions,
}

const OVERFLOW: Treatment =
    Treatment::LeftAlone("loops are analysed by taking for granted that signed integers do not overflow");
const POINTERS: Treatment =
    Treatment::LeftAlone("arrays are told apart by taking for granted that addresses do not wrap");
const ENUMS: Treatment = Treatment::LeftAlone("enumerations are taken to be as wide as `int`");
const BITFIELDS: Treatment =
    Treatment::LeftAlone("bit-fields are taken to have the signs and places that they usually have");
const LAYOUT: Treatment = Treatment::LeftAlone("the members of structures are taken to lie where they usually lie");
const CONSTANTS: Treatment =
    Treatment::LeftAlone("constants are taken to have the types and values that they usually have");
const ROUNDING: Treatment = Treatment::LeftAlone("other threads need not round as this one does");
const SIGNALS: Treatment =
    Treatment::LeftAlone("operations run in another order, and raise exceptions in another order");
const COUNTERS: Treatment = Treatment::LeftAlone("what is counted is about the code as it is written");
const CHECKS: Treatment = Treatment::LeftAlone("what is checked is the code as it is written");
const TRANSACTIONS: Treatment = Treatment::LeftAlone("code may run more than once, or in transactions");

const fn flag(pattern: &'static str, group: Group, treatment: Treatment) -> Flag {
    Flag { pattern, group, treatment }
}

/// All flags that matter.
pub const FLAGS: &[Flag] = {
    use Group::*;
    use Setting::*;
    use Treatment::{ByMacros, Honoured, Usual};
    &[
        flag("-fwrapv", Overflow, OVERFLOW),
        flag("-ftrapv", Overflow, OVERFLOW),
        flag("-fno-strict-overflow", Overflow, OVERFLOW),
        flag("-fno-wrapv", Overflow, Usual),
        flag("-fno-trapv", Overflow, Usual),
        flag("-fstrict-overflow", Overflow, Usual),
        flag("-fwrapv-pointer", PointerOverflow, POINTERS),
        flag("-fno-wrapv-pointer", PointerOverflow, Usual),
        flag("-fno-strict-aliasing", Aliasing, Honoured(StrictAliasing(false))),
        flag("-fstrict-aliasing", Aliasing, Honoured(StrictAliasing(true))),
        flag("-funsigned-char", Char, ByMacros),
        flag("-fno-signed-char", Char, ByMacros),
        flag("-fsigned-char", Char, ByMacros),
        flag("-fno-unsigned-char", Char, ByMacros),
        flag("-fshort-enums", Enums, ENUMS),
        flag("-fno-short-enums", Enums, Usual),
        flag("-funsigned-bitfields", Bitfields, BITFIELDS),
        flag("-fno-signed-bitfields", Bitfields, BITFIELDS),
        flag("-fsigned-bitfields", Bitfields, Usual),
        flag("-fno-unsigned-bitfields", Bitfields, Usual),
        flag("-mms-bitfields", Layout, LAYOUT),
        flag("-mno-ms-bitfields", Layout, Usual),
        flag("-fpack-struct*", Layout, LAYOUT),
        flag("-fno-pack-struct", Layout, Usual),
        flag("-malign-double", Layout, LAYOUT),
        flag("-mno-align-double", Layout, Usual),
        flag("-m96bit-long-double", Layout, LAYOUT),
        flag("-fsingle-precision-constant", Constants, CONSTANTS),
        flag("-cl-single-precision-constant", Constants, CONSTANTS),
        flag("-fexec-charset=*", Constants, CONSTANTS),
        flag("-frounding-math", Rounding, ROUNDING),
        flag("-fno-rounding-math", Rounding, Usual),
        flag("-fsignaling-nans", SignalingNans, SIGNALS),
        flag("-fno-signaling-nans", SignalingNans, Usual),
        flag("-ftrapping-math", Traps, SIGNALS),
        flag("-fno-trapping-math", Traps, Usual),
        flag("-ffp-exception-behavior=strict", Traps, SIGNALS),
        flag("-ffp-exception-behavior=maytrap", Traps, SIGNALS),
        flag("-ffp-exception-behavior=ignore", Traps, Usual),
        flag("-ffp-model=strict", Traps, SIGNALS),
        flag("-ffp-model=*", Traps, Usual),
        flag("-fnon-call-exceptions", TrapExceptions, SIGNALS),
        flag("-fno-non-call-exceptions", TrapExceptions, Usual),
        flag("-mfpmath=*", Excess, ByMacros),
        flag("-mlong-double-*", Machine, ByMacros),
        flag("-fno-math-errno", Errno, Honoured(MathErrno(false))),
        flag("-ffast-math", Errno, Honoured(MathErrno(false))),
        flag("-Ofast", Errno, Honoured(MathErrno(false))),
        flag("-fmath-errno", Errno, Honoured(MathErrno(true))),
        flag("-fno-fast-math", Errno, Honoured(MathErrno(true))),
        flag("-fno-builtin", Library, Honoured(Builtins(false))),
        flag("-ffreestanding", Library, Honoured(Builtins(false))),
        flag("-fno-hosted", Library, Honoured(Builtins(false))),
        flag("-fno-builtin-*", Library, Honoured(NotBuiltin)),
        flag("-fbuiltin", Library, Honoured(Builtins(true))),
        flag("-fhosted", Library, Honoured(Builtins(true))),
        flag("-m32", Machine, ByMacros),
        flag("-mx32", Machine, ByMacros),
        flag("-m16", Machine, ByMacros),
        flag("-target", Machine, ByMacros),
        flag("--target=*", Machine, ByMacros),
        flag("-finstrument-functions*", Instrumentation, COUNTERS),
        flag("-finstrument-function-entry-bare", Instrumentation, COUNTERS),
        flag("-fxray-instrument", Instrumentation, COUNTERS),
        flag("-fno-instrument-functions", Instrumentation, Usual),
        flag("-fno-xray-instrument", Instrumentation, Usual),
        flag("-fsanitize=*", Sanitizers, CHECKS),
        flag("-fsanitize-coverage=*", Sanitizers, CHECKS),
        flag("--coverage", Coverage, COUNTERS),
        flag("-coverage", Coverage, COUNTERS),
        flag("-fcoverage-mapping", Coverage, COUNTERS),
        flag("-ftest-coverage", Coverage, COUNTERS),
        flag("-fprofile-*", Profile, COUNTERS),
        flag("-fcs-profile-*", Profile, COUNTERS),
        flag("-fauto-profile*", Profile, COUNTERS),
        flag("-fbranch-probabilities", Profile, COUNTERS),
        flag("-fgnu-tm", Extensions, TRANSACTIONS),
        flag("-fcilkplus", Extensions, TRANSACTIONS),
        flag("-fopenacc", Extensions, TRANSACTIONS),
    ]
};

/// Why nothing in a file is transformed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The flag as it was given, or what the compiler's macros say.
    pub what: String,
    /// What stands in the way.
    pub why: &'static str,
}

/// What flags make of C: a dialect, or a refusal to transform anything. The sizes of types are this machine's; the
/// compiler's macros tell more.
///
/// ```
/// use polymill_raise::flags::read_flags;
///
/// let flags = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
/// assert!(read_flags(&flags("-O2 -fwrapv")).is_err());
/// assert!(read_flags(&flags("-O2 -fwrapv -fno-wrapv")).is_ok());
/// assert!(!read_flags(&flags("-O2 -fno-strict-aliasing"))?.strict_aliasing);
/// # Ok::<(), polymill_raise::flags::Refusal>(())
/// ```
///
/// # Errors
/// The first flag that is in effect and cannot be honoured.
pub fn read_flags(flags: &[String]) -> Result<Dialect, Refusal> {
    let mut dialect = Dialect::default();
    let mut refusals: Vec<(Group, Refusal)> = vec![];
    for word in flags {
        // gcc takes objects of different types apart from -O2 on.
        if matches!(word.as_str(), "-O" | "-O0" | "-O1" | "-Og") {
            dialect.strict_aliasing = false;
        } else if word.starts_with("-O") {
            dialect.strict_aliasing = true;
        }
    }
    for word in flags {
        let Some(flag) = row(word) else { continue };
        match flag.treatment {
            Treatment::LeftAlone(why) => {
                refusals.retain(|(group, _)| *group != flag.group || group.adds_up());
                refusals.push((flag.group, Refusal { what: format!("`{word}`"), why }));
            }
            Treatment::Usual => refusals.retain(|(group, _)| *group != flag.group),
            Treatment::Honoured(setting) => apply(setting, word, &mut dialect),
            Treatment::ByMacros => {}
        }
    }
    match refusals.into_iter().next() {
        Some((_, refusal)) => Err(refusal),
        None => Ok(dialect),
    }
}

impl Group {
    /// Whether flags of the group do not take each other's place.
    fn adds_up(self) -> bool {
        matches!(self, Self::Layout | Self::Constants | Self::Sanitizers | Self::Coverage | Self::Profile)
    }
}

/// The row of a flag; one without `*` comes first.
fn row(word: &str) -> Option<&'static Flag> {
    let exact = FLAGS.iter().find(|flag| flag.pattern == word);
    exact.or_else(|| {
        let begins = |flag: &&Flag| flag.pattern.strip_suffix('*').is_some_and(|start| word.starts_with(start));
        FLAGS.iter().find(begins)
    })
}

fn apply(setting: Setting, word: &str, dialect: &mut Dialect) {
    match setting {
        Setting::StrictAliasing(on) => dialect.strict_aliasing = on,
        Setting::MathErrno(on) => dialect.math_errno = on,
        Setting::Builtins(false) => dialect.builtins = Builtins::None,
        Setting::Builtins(true) => dialect.builtins = Builtins::AllBut(Default::default()),
        Setting::NotBuiltin => {
            if let (Builtins::AllBut(own), Some(name)) = (&mut dialect.builtins, word.strip_prefix("-fno-builtin-")) {
                own.insert(name.to_owned());
            }
        }
    }
}

/// What a compiler's predefined macros say against transforming.
pub(crate) fn refusal_of_macros(macros: &str) -> Option<Refusal> {
    let value = |name| macro_value(macros, name);
    let is_lp64 = value("__SIZEOF_LONG__") == Some("8") && value("__SIZEOF_POINTER__") == Some("8");
    let is_exact = value("__FLT_EVAL_METHOD__").is_none_or(|method| matches!(method, "0" | "16"));
    let (what, why) = match (is_lp64, is_exact) {
        (false, _) => ("a machine whose `long` or pointers have no 64 bits", "generated code counts with `long`"),
        (_, false) => ("arithmetic with excess precision", "results depend on what is kept in registers"),
        _ => return None,
    };
    Some(Refusal { what: what.to_owned(), why })
}

/// The directives that change what C means, or how, for all that follows.
pub(crate) fn refusal_of_pragma(directive: &str) -> Option<Refusal> {
    const PRAGMAS: &[(&str, &str)] = &[
        ("GCC optimize", "code moves into functions of its own, for which the pragma need not hold"),
        ("clang optimize", "the user wants the code as it is written"),
        ("STDC FENV_ACCESS ON", "other threads need not round as this one does"),
        ("fenv_access", "other threads need not round as this one does"),
        ("STDC FP_CONTRACT", "code moves into functions of its own, for which the pragma need not hold"),
        ("clang fp", "code moves into functions of its own, for which the pragma need not hold"),
        ("float_control", "code moves into functions of its own, for which the pragma need not hold"),
        ("scalar_storage_order", "the members of structures are taken to lie where they usually lie"),
        ("ms_struct", "the members of structures are taken to lie where they usually lie"),
    ];
    let words: Vec<&str> = directive.trim_start_matches('#').split_whitespace().collect();
    let line = words.strip_prefix(&["pragma"])?.join(" ");
    let (name, why) = PRAGMAS.iter().find(|(name, _)| {
        line.strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })?;
    Some(Refusal { what: format!("`#pragma {name}`"), why })
}

/// The table of flags, in Markdown.
pub fn table_of_flags() -> String {
    let mut table = "| flag | what becomes of the file |\n| --- | --- |\n".to_owned();
    for flag in FLAGS {
        let pattern =
            flag.pattern.strip_suffix('*').map_or(format!("`{}`", flag.pattern), |start| format!("`{start}...`"));
        let what = match flag.treatment {
            Treatment::Honoured(_) => "honoured".to_owned(),
            Treatment::LeftAlone(why) => format!("left alone: {why}"),
            Treatment::Usual => "transformed as usual".to_owned(),
            Treatment::ByMacros => "honoured, or left alone if the machine is none with 64 bits".to_owned(),
        };
        let _ = writeln!(table, "| {pattern} | {what} |");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<Dialect, &str>) {
        let flags: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let found = read_flags(&flags).map_err(|refusal| refusal.what);
        assert_eq!(found, expected.map_err(|word| format!("`{word}`")), "{line}");
    }

    #[test]
    fn flags_that_cannot_be_honoured_are_refused_while_they_are_in_effect() {
        for word in
            ["-fwrapv", "-ftrapv", "-fno-strict-overflow", "-fsanitize=address", "-fprofile-use=x", "--coverage"]
        {
            check(&format!("-O2 {word}"), Err(word));
        }
        check("-fwrapv -fno-wrapv", Ok(Dialect::default()));
        check("-fno-wrapv -fwrapv", Err("-fwrapv"));
        check("-frounding-math -fwrapv -fno-wrapv", Err("-frounding-math"));
        check("-ffp-model=strict", Err("-ffp-model=strict"));
        check("-ffp-model=strict -ffp-model=precise", Ok(Dialect::default()));
        check("-Xclang -fwrapv", Err("-fwrapv"));
    }

    #[test]
    fn flags_that_say_how_code_is_made_change_nothing() {
        check(
            "-O3 -march=native -g -fPIC -funroll-loops -flto -ffp-contract=off -fno-inline -Wall",
            Ok(Dialect::default()),
        );
    }

    #[test]
    fn flags_are_honoured() {
        let plain = Dialect::default();
        check("-fno-strict-aliasing -O3", Ok(Dialect { strict_aliasing: false, ..plain.clone() }));
        check("-O1", Ok(Dialect { strict_aliasing: false, ..plain.clone() }));
        check("-O1 -fstrict-aliasing", Ok(plain.clone()));
        check("-O1 -O2", Ok(plain.clone()));
        check("-ffast-math", Ok(Dialect { math_errno: false, ..plain.clone() }));
        check("-fno-builtin", Ok(Dialect { builtins: Builtins::None, ..plain.clone() }));
        let own = Builtins::AllBut(["sqrt".to_owned()].into());
        check("-fno-builtin-sqrt", Ok(Dialect { builtins: own, ..plain }));
    }

    #[test]
    fn pragmas_that_change_what_code_means_are_found() {
        let what = |directive: &str| refusal_of_pragma(directive).map(|refusal| refusal.what);
        assert_eq!(what("#pragma STDC FENV_ACCESS ON").as_deref(), Some("`#pragma STDC FENV_ACCESS ON`"));
        assert_eq!(what("# pragma GCC  optimize (\"wrapv\")").as_deref(), Some("`#pragma GCC optimize`"));
        assert_eq!(what("#pragma GCC ivdep"), None);
        assert_eq!(what("#pragma STDC FENV_ACCESS OFF"), None);
    }

    #[test]
    fn the_table_in_the_docs_is_that_of_the_code() {
        let docs = include_str!("../../../docs/flags.md");
        assert!(docs.contains(&table_of_flags()), "docs/flags.md should have:\n{}", table_of_flags());
    }
}
