//! C functions called in a process of their own and in this one, on data from here.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::time::Duration;

use polymill_native::{
    Arg, ArgKind, Buffer, CCompiler, CallLimits, Callable, Error, Product, Returns, SharedObject, Value, shim_text,
};

fn cc() -> CCompiler {
    CCompiler::parse("cc -O1").unwrap()
}

fn build(text: &str, function: &str, kinds: &[ArgKind], returns: Returns) -> Callable {
    Callable::build(&cc(), text, &[], function, kinds, returns).unwrap()
}

#[test]
fn numbers_are_converted_and_arrays_come_back() {
    let text = "static float f(unsigned char n, float s, int m, double A[n][m], float *x) {
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i][j] += s;
        x[0] = n; return s / 2; }";
    let kinds = [ArgKind::Int, ArgKind::Float, ArgKind::Int, ArgKind::Memory, ArgKind::Memory];
    let f = build(text, "f", &kinds, Returns::Float);
    let (mut a, mut x) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [0_f32]);
    let mut args = [Arg::Int(2), Arg::Float(0.5), Arg::Int(3), Arg::F64s(&mut a), Arg::F32s(&mut x)];
    assert_eq!(f.call(&mut args, CallLimits::default()).unwrap(), Value::Float(0.25));
    assert_eq!((a, x), ([1.5, 2.5, 3.5, 4.5, 5.5, 6.5], [2.0]));
}

#[test]
fn buffers_carry_any_type() {
    let f = build("int f(short *x) { x[1] = 7; return -3; }", "f", &[ArgKind::Memory], Returns::Int);
    let mut buffer = Buffer::from_bytes(&[1, 0, 2, 0]);
    assert_eq!(f.call(&mut [Arg::Bytes(&mut buffer)], CallLimits::default()).unwrap(), Value::Int(-3));
    assert_eq!(buffer, Buffer::from_bytes(&[1, 0, 7, 0]));
}

#[test]
fn a_crash_is_an_error_and_leaves_the_arguments() {
    let f = build("void f(int *x) { *x = 1; __builtin_trap(); }", "f", &[ArgKind::Memory], Returns::Nothing);
    let mut x = [5];
    let error = f.call(&mut [Arg::I32s(&mut x)], CallLimits::default()).unwrap_err();
    assert!(matches!(error, Error::ProgramFailed { .. }), "{error}");
    assert_eq!(x, [5]);
}

#[test]
#[cfg(unix)]
fn what_is_around_the_memory_of_a_call_cannot_be_accessed() {
    let kinds = [ArgKind::Memory, ArgKind::Memory, ArgKind::Int];
    let f = build("void f(char *x, char *y, long i) { x[i] = 1; }", "f", &kinds, Returns::Nothing);
    let call = |position: i64, n_bytes: usize| {
        let (mut x, mut y) = (Buffer::from_bytes(&vec![0; n_bytes]), Buffer::from_bytes(&[7; 64]));
        let result = f.call(&mut [Arg::Bytes(&mut x), Arg::Bytes(&mut y), Arg::Int(position)], CallLimits::default());
        assert_eq!(y, Buffer::from_bytes(&[7; 64]));
        result.is_ok()
    };
    for n_bytes in [64, 4096, 8192, 640_000] {
        assert!(call(0, n_bytes) && call(n_bytes as i64 - 1, n_bytes), "{n_bytes}");
        for outside in [n_bytes as i64, n_bytes as i64 + 100_000, -5000, -1_000_000_000] {
            assert!(!call(outside, n_bytes), "{outside} of {n_bytes}");
        }
    }
}

#[test]
fn an_endless_loop_is_stopped() {
    let f = build("volatile int go = 1; void f(void) { while (go) {} }", "f", &[], Returns::Nothing);
    let limits = CallLimits { time_limit: Duration::from_millis(50), ..CallLimits::default() };
    assert!(matches!(f.call(&mut [], limits), Err(Error::TimedOut { .. })));
}

#[test]
fn arguments_of_other_kinds_are_refused() {
    let f = build("void f(int n) { (void)n; }", "f", &[ArgKind::Int], Returns::Nothing);
    let error = f.call(&mut [Arg::Float(1.0)], CallLimits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the call of `f` passes [Float], but it was built for [Int]");
}

#[test]
fn a_main_in_the_unit_can_be_renamed() {
    let text = "long f(long n) { return n + 1; } int main(void) { return 3; }";
    let flags = ["-Dmain=original_main".into()];
    let f = Callable::build(&cc(), text, &flags, "f", &[ArgKind::Int], Returns::Int).unwrap();
    assert_eq!(f.call(&mut [Arg::Int(41)], CallLimits::default()).unwrap(), Value::Int(42));
}

#[test]
fn a_shared_object_is_called_in_this_process() {
    let kinds = [ArgKind::Int, ArgKind::Memory];
    let text = "double f(int n, const double *x) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }";
    let text = format!("{text}{}", shim_text("f", &kinds, Returns::Float));
    let object = cc().build_text(&text, Product::SharedObject, &[]).unwrap();
    let mut x = [1.0, 2.0, 4.0];
    // SAFETY: the code above has no initializers, reads three numbers, and has a shim for these kinds.
    let (sum, missing) = unsafe {
        let object = SharedObject::load(object).unwrap();
        let sum = object.call("f", &mut [Arg::Int(3), Arg::F64s(&mut x)], Returns::Float);
        (sum.unwrap(), object.call("g", &mut [], Returns::Nothing))
    };
    assert_eq!(sum, Value::Float(7.0));
    assert!(matches!(missing, Err(Error::Load { .. })));
}
