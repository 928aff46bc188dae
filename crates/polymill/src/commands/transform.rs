//! Transforming one preprocessed file in a process of its own: whatever happens there, the build goes on.

use std::path::PathBuf;
use std::time::Duration;

use polymill::cc::{Outcome, Request};
use polymill_native::{Error, Program};

use crate::cli::PipelineArgs;

/// How the process is run.
pub struct InProcess {
    pub pipeline: PipelineArgs,
    pub time_limit: Duration,
    /// Says also what stays as it is, and why.
    pub verbose: bool,
}

impl InProcess {
    /// Runs `polymill opt` on the request's file.
    pub fn transform(&self, request: &Request<'_>) -> Result<Outcome, String> {
        let summary = request.output.with_extension("summary");
        let program = Program::new(own_path()?)
            .arg("opt")
            .arg(request.input)
            .arg("-o")
            .arg(request.output)
            .arg("--summary")
            .arg(&summary)
            .args((!self.verbose).then_some("--quiet"))
            .args(["--cc", request.compiler])
            .args(PipelineArgs { reassociate: request.reassociate, ..self.pipeline.clone() }.to_words())
            .arg("--")
            .args(request.flags)
            .time_limit(self.time_limit);
        let run = program.run().map_err(|error| match error {
            Error::TimedOut { limit, .. } => format!("not transformed within {} s", limit.as_secs()),
            other => other.to_string(),
        })?;
        let remarks = run.stderr_text();
        if !run.status.success() {
            let reason = remarks.trim().trim_start_matches("polymill: error: ").to_owned();
            return Err(if reason.is_empty() { format!("transforming it failed ({})", run.status) } else { reason });
        }
        let text = std::fs::read_to_string(&summary).map_err(|error| error.to_string())?;
        let summary: Outcome = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok(Outcome { remarks, ..summary })
    }
}

pub fn own_path() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("cannot find polymill's own program: {error}"))
}
