//! Compile with the system's C compiler, load, call, time.
