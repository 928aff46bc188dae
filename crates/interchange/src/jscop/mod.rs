//! JSCoP: schedules as Polly writes and reads them (`-polly-export`, `-polly-import`; LLVM's `polly/lib/Exchange/JSONExporter.cpp`
//! is the definition).

mod matching;
mod numbering;

use serde::{Deserialize, Serialize};
use serde_json::ser::{PrettyFormatter, Serializer};

use crate::{Error, Result};

pub use matching::{Matched, matched};

/// A region of a program as Polly sees it. Unknown keys are kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Jscop {
    /// The arrays; new ones stand at the end.
    #[serde(default)]
    pub arrays: Vec<JscopArray>,
    /// What holds of the parameters, in isl's notation.
    pub context: String,
    /// The region's first and last block.
    #[serde(default)]
    pub name: String,
    /// The statements, in the order of the source.
    pub statements: Vec<JscopStatement>,
    /// All else.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// An array.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JscopArray {
    /// `MemRef_A` for `A`.
    pub name: String,
    /// The sizes of its dimensions, as LLVM prints them; `*` for the first one of an array that is not new.
    pub sizes: Vec<String>,
    /// LLVM's name of the type of an element.
    #[serde(rename = "type")]
    pub ty: String,
    /// All else, such as where a new one is allocated.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// A statement: the code of a block. Iterators count from 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JscopStatement {
    /// What is read and written, in no order.
    pub accesses: Vec<JscopAccess>,
    /// The instances, in isl's notation.
    pub domain: String,
    /// Its name: `Stmt_for_body8`.
    pub name: String,
    /// The times of the instances, in isl's notation.
    pub schedule: String,
    /// All else.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// An access.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JscopAccess {
    /// `read` or `write`.
    pub kind: JscopAccessKind,
    /// The elements, in isl's notation.
    pub relation: String,
    /// All else.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JscopAccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

impl Jscop {
    /// Whether a text is JSCoP rather than a schedule in isl's notation.
    pub fn is_jscop(text: &str) -> bool {
        text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`Error::User`] with the line, if it is no JSON or lacks something.
    ///
    /// ```
    /// use polymill_interchange::Jscop;
    ///
    /// let text = r#"{
    ///    "context": "[n] -> {  :  }",
    ///    "statements": [{
    ///       "name": "Stmt_a",
    ///       "domain": "[n] -> { Stmt_a[i0] : 0 <= i0 < n }",
    ///       "schedule": "[n] -> { Stmt_a[i0] -> [i0] }",
    ///       "accesses": [{ "kind": "write", "relation": "[n] -> { Stmt_a[i0] -> MemRef_x[i0] }" }]
    ///    }]
    /// }"#;
    /// let jscop = Jscop::read(text)?;
    /// assert_eq!(Jscop::read(&jscop.write()?)?, jscop);
    ///
    /// let error = Jscop::read(&text.replace("domain", "domian")).unwrap_err();
    /// assert!(error.to_string().contains("missing field `domain` at line 8"));
    /// # Ok::<(), polymill_interchange::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| Error::user(format!("this is no JSCoP: {error}")))
    }

    /// The text as LLVM writes it: keys in order, indented by three blanks.
    ///
    /// # Errors
    /// Never for what was read.
    pub fn write(&self) -> Result<String> {
        let failed = |error: &dyn std::fmt::Display| Error::user(format!("this cannot be written as JSON: {error}"));
        // By way of a value: its keys are sorted.
        let value = serde_json::to_value(self).map_err(|error| failed(&error))?;
        let mut bytes = vec![];
        let mut serializer = Serializer::with_formatter(&mut bytes, PrettyFormatter::with_indent(b"   "));
        value.serialize(&mut serializer).map_err(|error| failed(&error))?;
        String::from_utf8(bytes).map_err(|error| failed(&error))
    }
}
