use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use wait_timeout::ChildExt;

use crate::Error;

/// A program to run: arguments, environment, limits.
///
/// ```
/// # #[cfg(unix)] {
/// use polymill_native::Program;
/// let run = Program::new("sh").args(["-c", "echo $GREETING"]).env("GREETING", "hello").run()?;
/// assert_eq!(run.stdout_text(), "hello\n");
/// # }
/// # Ok::<(), polymill_native::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arg0: Option<OsString>,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    dir: Option<PathBuf>,
    time_limit: Option<Duration>,
    output_limit: u64,
}

impl Program {
    /// The program at `path` (or found by name in `PATH`), without arguments and without a time limit.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program {
            path: path.into(),
            arg0: None,
            args: Vec::new(),
            env: Vec::new(),
            dir: None,
            time_limit: None,
            output_limit: 1 << 30,
        }
    }

    /// Adds one argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Program {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<S: Into<OsString>>(mut self, args: impl IntoIterator<Item = S>) -> Program {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Tells the program that its name is `name` (Unix only; elsewhere it sees its path).
    #[must_use]
    pub fn arg0(mut self, name: impl Into<OsString>) -> Program {
        self.arg0 = Some(name.into());
        self
    }

    /// Sets an environment variable; the rest of the environment is inherited.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Program {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Runs OpenMP programs with `n_threads` threads.
    #[must_use]
    pub fn threads(self, n_threads: usize) -> Program {
        self.env("OMP_NUM_THREADS", n_threads.to_string())
    }

    /// Keeps each OpenMP thread on a core of its own, unless the environment says where threads run. Otherwise the system
    /// may wake a thread on the core where another one waits for it, and times are off by milliseconds.
    #[must_use]
    pub fn bound(self) -> Program {
        let is_said = PLACEMENT_VARIABLES.iter().any(|name| std::env::var_os(name).is_some());
        if is_said { self } else { self.env("OMP_PLACES", "cores").env("OMP_PROC_BIND", "true") }
    }

    /// Runs in the folder `dir`.
    #[must_use]
    pub fn dir(mut self, dir: impl Into<PathBuf>) -> Program {
        self.dir = Some(dir.into());
        self
    }

    /// Stops the program, and everything it started, after `limit`.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Program {
        self.time_limit = Some(limit);
        self
    }

    /// Allows at most `n_bytes` on each of stdout and stderr (1 GiB if never called).
    #[must_use]
    pub fn output_limit(mut self, n_bytes: u64) -> Program {
        self.output_limit = n_bytes;
        self
    }

    /// Runs the program to its end and returns what it printed, whether it succeeded or not.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be started, [`Error::TimedOut`], [`Error::TooMuchOutput`].
    pub fn run(&self) -> Result<Execution, Error> {
        let start = Instant::now();
        let mut child = self.command().spawn().map_err(Error::io("start", &self.path))?;
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        let (ended, stdout, stderr, wall) = std::thread::scope(|scope| {
            let stdout = scope.spawn(|| read_up_to(stdout, self.output_limit));
            let stderr = scope.spawn(|| read_up_to(stderr, self.output_limit));
            let ended = self.wait(&mut child);
            let wall = start.elapsed();
            kill_group(&mut child);
            (ended, stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default(), wall)
        });
        let too_long = |bytes: &Vec<u8>| bytes.len() as u64 > self.output_limit;
        if too_long(&stdout) || too_long(&stderr) {
            return Err(Error::TooMuchOutput { program: self.name(), limit: self.output_limit });
        }
        Ok(Execution { program: self.name(), status: ended?, stdout, stderr, wall })
    }

    /// The command line, quoted as a shell would read it.
    pub fn to_shell(&self) -> String {
        let words = std::iter::once(self.path.as_os_str()).chain(self.args.iter().map(OsString::as_os_str));
        words.map(quote).collect::<Vec<_>>().join(" ")
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        if let Some(name) = &self.arg0 {
            std::os::unix::process::CommandExt::arg0(&mut command, name);
        }
        own_group(&mut command);
        command
    }

    fn wait(&self, child: &mut Child) -> Result<ExitStatus, Error> {
        let status = match self.time_limit {
            None => child.wait().map(Some),
            Some(limit) => child.wait_timeout(limit),
        };
        match (status.map_err(Error::io("wait for", &self.path))?, self.time_limit) {
            (Some(status), _) => Ok(status),
            (None, limit) => Err(Error::TimedOut { program: self.name(), limit: limit.unwrap_or_default() }),
        }
    }
}

/// Environment variables that say where OpenMP threads run.
const PLACEMENT_VARIABLES: [&str; 4] = ["OMP_PLACES", "OMP_PROC_BIND", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"];

/// How a program ended and what it printed.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The program's name, for messages.
    pub program: String,
    /// The exit status.
    pub status: ExitStatus,
    /// All of standard output.
    pub stdout: Vec<u8>,
    /// All of standard error.
    pub stderr: Vec<u8>,
    /// Wall clock time from start to end.
    pub wall: Duration,
}

impl Execution {
    /// Standard output as text.
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Standard error as text.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// This execution if it succeeded.
    ///
    /// # Errors
    /// [`Error::ProgramFailed`] with standard error's text if it did not.
    pub fn require_success(self) -> Result<Execution, Error> {
        if self.status.success() {
            return Ok(self);
        }
        let stderr = self.stderr_text().trim_end().to_owned();
        Err(Error::ProgramFailed { program: self.program, status: self.status, stderr })
    }
}

fn read_up_to(pipe: Option<impl Read>, limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // A read error ends the text early, as a closed pipe does; the exit status tells the rest.
        let _ = pipe.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    }
    bytes
}

fn quote(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,+:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    shlex::try_quote(&word).map(std::borrow::Cow::into_owned).unwrap_or_else(|_| word.into_owned())
}

/// Quotes one path for a shell.
pub(crate) fn quote_path(path: &Path) -> String {
    quote(path.as_os_str())
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    // SAFETY: the closure runs between fork and exec and makes one system call (prctl), which is async-signal-safe; it
    // touches no memory of the parent.
    unsafe {
        command.pre_exec(|| {
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
            Ok(())
        });
    }
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// Ends whatever is left of the child's process group, so that nothing keeps running and nothing holds the pipes.
fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
