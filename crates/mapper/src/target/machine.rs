//! The machine model: what the mapper knows of the target.

use serde::{Deserialize, Serialize};

/// The target machine. Reads and writes as TOML; [`Machine::host`] fills it in for the machine at hand.
///
/// ```
/// let machine = polymill_mapper::Machine::from_toml(
///     r#"
///     name = "two cores"
///     grid = [2]
///     vector_bits = 512
///     vector_registers = 32
///     parallel_region_ns = 2000.0
///     parallel_start_ns = 10000.0
///     [[caches]]
///     bytes = 49152
///     line_bytes = 64
///     shared_by = 1
///     bytes_per_ns = 200.0
///     [[caches]]
///     bytes = 2097152
///     line_bytes = 64
///     shared_by = 1
///     bytes_per_ns = 80.0
///     [memory]
///     bytes_per_ns = 14.0
///     "#,
/// )?;
/// assert_eq!(machine.n_processors(), 2);
/// # Ok::<(), polymill_mapper::MachineError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// For people.
    pub name: String,
    /// The processor grid: number of processors in each dimension, outermost first.
    pub grid: Vec<u32>,
    /// Width of a vector register.
    #[serde(default = "default_vector_bits")]
    pub vector_bits: u32,
    /// Number of vector registers.
    #[serde(default = "default_vector_registers")]
    pub vector_registers: u32,
    /// Width of what computes with vectors, loads and stores them, where that is less than a register: wider instructions run in
    /// several parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector_unit_bits: Option<u32>,
    /// Clock frequency in GHz, to turn cycles into time.
    #[serde(default = "default_ghz")]
    pub ghz: f64,
    /// Cost of entering and leaving a parallel region while the threads are awake, in nanoseconds.
    #[serde(default = "default_parallel_region_ns")]
    pub parallel_region_ns: f64,
    /// What the first parallel region costs on top of that, as the threads sleep, in nanoseconds.
    #[serde(default = "default_parallel_start_ns")]
    pub parallel_start_ns: f64,
    /// How many bytes ahead loops fetch what they read one element after the other, where data say how far they go; 0 if the
    /// processor does that well enough by itself.
    #[serde(default = "default_prefetch_bytes")]
    pub prefetch_bytes: u32,
    /// Caches, the one nearest to the processor first.
    pub caches: Vec<Cache>,
    /// What lies behind the last cache.
    pub memory: Memory,
}

/// A level of cache.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cache {
    /// Capacity.
    pub bytes: u64,
    /// Size of a line.
    pub line_bytes: u32,
    /// Number of processors that share it.
    pub shared_by: u32,
    /// Bytes a nanosecond that one processor gets from this level into the next nearer one.
    pub bytes_per_ns: f64,
    /// What all processors of the grid get together while they read at once; otherwise each gets as much as one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_bytes_per_ns: Option<f64>,
}

/// Main memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Bytes a nanosecond that one processor gets from memory into the last cache.
    pub bytes_per_ns: f64,
    /// What all processors of the grid get together while they read at once; otherwise each gets as much as one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_bytes_per_ns: Option<f64>,
}

/// How fast data come from a level of cache or from memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bandwidth {
    /// Bytes a nanosecond for one processor alone.
    one: f64,
    /// For all together.
    all: f64,
}

impl Bandwidth {
    fn new(one: f64, all: Option<f64>) -> Self {
        Self { one, all: all.unwrap_or(f64::INFINITY) }
    }

    /// What each of `n` processors gets that read at once, in bytes a nanosecond.
    pub fn of_one(&self, n: f64) -> f64 {
        self.one.min(self.all / n.max(1.0))
    }
}

/// A machine model that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// Not TOML of this form; the message has line and column.
    #[error("this is not a machine model: {0}")]
    Parse(#[from] toml::de::Error),
    /// A value that makes no sense.
    #[error("the machine model's `{field}` {problem}")]
    Value {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl Machine {
    /// Reads a model from TOML text.
    ///
    /// # Errors
    /// [`MachineError`] if the text is not of the form or a value makes no sense (an empty grid, a cache of no size).
    pub fn from_toml(text: &str) -> Result<Self, MachineError> {
        let machine: Self = toml::from_str(text)?;
        machine.check()?;
        Ok(machine)
    }

    /// Writes the model as TOML text, which [`Machine::from_toml`] reads.
    pub fn to_toml(&self) -> String {
        // Only maps with keys that are not strings or values that fail themselves cannot be written: there are none.
        toml::to_string_pretty(self).unwrap_or_default()
    }

    /// The machine that this program runs on, as far as the system tells; the rest is typical of the kind.
    pub fn host() -> Self {
        let n = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let (vector_bits, vector_registers) = host_vectors();
        let mut caches = host_caches(n);
        if caches.is_empty() {
            caches = typical_caches(n);
        }
        Self {
            name: host_name(n),
            grid: vec![u32::try_from(n).unwrap_or(1)],
            vector_bits,
            vector_registers,
            // Not set for Zen 4 (two halves of 256 bits): the model then takes tiles with which syr2k takes 1.4 times as long.
            vector_unit_bits: None,
            ghz: default_ghz(),
            parallel_region_ns: default_parallel_region_ns(),
            parallel_start_ns: if is_virtual_machine() { GUEST_START_NS } else { default_parallel_start_ns() },
            prefetch_bytes: default_prefetch_bytes(),
            caches,
            memory: Memory { bytes_per_ns: MEMORY_BYTES_PER_NS, all_bytes_per_ns: of_all(MEMORY_BYTES_PER_NS, n) },
        }
    }

    /// Number of processors in the grid.
    pub fn n_processors(&self) -> u32 {
        self.grid.iter().product()
    }

    /// How many elements of this size fill a vector register; at least 1.
    pub fn lanes(&self, element_bytes: u32) -> u32 {
        (self.vector_bits / 8 / element_bytes.max(1)).max(1)
    }

    /// In how many parts an instruction runs that fills a vector register.
    pub fn parts_of_vector(&self) -> u32 {
        self.vector_unit_bits.map_or(1, |unit| self.vector_bits.div_ceil(unit.max(1))).max(1)
    }

    /// The size of the largest cache that a processor has for itself; 0 if it has none.
    pub fn private_cache_bytes(&self) -> u64 {
        let private = self.caches.iter().filter(|cache| cache.shared_by == 1);
        private.map(|cache| cache.bytes).max().unwrap_or(0)
    }

    /// How fast data come into a level of cache from the next one, or from memory.
    pub fn bandwidth_into(&self, level: usize) -> Bandwidth {
        match self.caches.get(level + 1) {
            Some(next) => Bandwidth::new(next.bytes_per_ns, next.all_bytes_per_ns),
            None => Bandwidth::new(self.memory.bytes_per_ns, self.memory.all_bytes_per_ns),
        }
    }

    fn check(&self) -> Result<(), MachineError> {
        let wrong = |field, problem| Err(MachineError::Value { field, problem });
        if self.grid.is_empty() || self.grid.contains(&0) {
            return wrong("grid", "needs at least one dimension, and at least one processor in each");
        }
        if self.grid.iter().try_fold(1_u32, |product, n| product.checked_mul(*n)).is_none() {
            return wrong("grid", "has more processors than can be counted in 32 bits");
        }
        if self.caches.is_empty() {
            return wrong("caches", "needs at least one level");
        }
        if self.caches.iter().any(|cache| cache.bytes == 0 || cache.line_bytes == 0 || cache.shared_by == 0) {
            return wrong("caches", "has a level whose size, line or number of sharers is zero");
        }
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let levels = self.caches.iter().map(|cache| (cache.bytes_per_ns, cache.all_bytes_per_ns));
        let memory = (self.memory.bytes_per_ns, self.memory.all_bytes_per_ns);
        if !levels.chain([memory]).all(|(one, all)| positive(one) && all.is_none_or(positive)) {
            return wrong("bytes_per_ns or all_bytes_per_ns", "must be a positive number");
        }
        if [self.parallel_region_ns, self.parallel_start_ns].iter().any(|value| !(value.is_finite() && *value >= 0.0)) {
            return wrong("parallel_region_ns or parallel_start_ns", "must not be negative");
        }
        if self.vector_unit_bits == Some(0) {
            return wrong("vector_unit_bits", "must be a positive number");
        }
        if !positive(self.ghz) {
            return wrong("ghz", "must be a positive number");
        }
        Ok(())
    }
}

fn default_vector_bits() -> u32 {
    128
}

fn default_vector_registers() -> u32 {
    16
}

fn default_ghz() -> f64 {
    2.5
}

fn default_parallel_region_ns() -> f64 {
    2000.0
}

fn default_prefetch_bytes() -> u32 {
    4096
}

fn default_parallel_start_ns() -> f64 {
    10_000.0
}

/// Waking a thread of a virtual machine takes the host's help.
const GUEST_START_NS: f64 = 40_000.0;

/// Sustained bandwidths of recent server cores into the next nearer level; a calibrated model replaces them.
const LEVEL_BYTES_PER_NS: [f64; 3] = [200.0, 100.0, 28.0];

/// The same of memory.
const MEMORY_BYTES_PER_NS: f64 = 10.0;

/// Last caches and memory deliver to all processors together at most what so many get that read alone: 7.5 and 7.7 measured with 16
/// processors of an Intel Xeon (Sapphire Rapids), and 2 with 2.
const MOST_READERS: usize = 8;

/// What all `n` processors get together from where one gets `one`.
fn of_all(one: f64, n: usize) -> Option<f64> {
    (n > MOST_READERS).then_some(one * MOST_READERS as f64)
}

fn typical_caches(n: usize) -> Vec<Cache> {
    let typical = [(32 << 10, 1), (1 << 20, 1), (16 << 20, 4)].into_iter().enumerate();
    typical.map(|(level, (bytes, shared_by))| cache(level, bytes, 64, shared_by, n)).collect()
}

fn cache(level: usize, bytes: u64, line_bytes: u32, shared_by: u32, n: usize) -> Cache {
    let bytes_per_ns = LEVEL_BYTES_PER_NS[level.min(LEVEL_BYTES_PER_NS.len() - 1)];
    let all_bytes_per_ns = if shared_by > 1 { of_all(bytes_per_ns, n) } else { None };
    Cache { bytes, line_bytes, shared_by, bytes_per_ns, all_bytes_per_ns }
}

#[cfg(target_arch = "x86_64")]
fn host_vectors() -> (u32, u32) {
    if std::arch::is_x86_feature_detected!("avx512f") {
        (512, 32)
    } else if std::arch::is_x86_feature_detected!("avx") {
        (256, 16)
    } else {
        (128, 16)
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn host_vectors() -> (u32, u32) {
    (128, 32)
}

/// What Linux says of the first processor under this name.
fn cpu_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(own, _)| own.trim() == name).map(|(_, value)| value.trim())
}

/// Data caches of the first processor, as Linux describes them under `/sys`.
fn host_caches(n: usize) -> Vec<Cache> {
    let root = std::path::Path::new("/sys/devices/system/cpu/cpu0/cache");
    let mut found = Vec::new();
    let share = if is_virtual_machine() { GUEST_SHARE } else { u64::MAX };
    for index in 0..8 {
        let read = |name: &str| {
            std::fs::read_to_string(root.join(format!("index{index}")).join(name)).map(|text| text.trim().to_owned())
        };
        let (Ok(kind), Ok(level), Ok(size)) = (read("type"), read("level"), read("size")) else { continue };
        let (Ok(level), Some(bytes)) = (level.parse::<usize>(), parse_size(&size)) else { continue };
        if kind == "Instruction" || bytes == 0 {
            continue;
        }
        let line_bytes = read("coherency_line_size").ok().and_then(|text| text.parse().ok()).unwrap_or(64);
        let shared_by = read("shared_cpu_list").map_or(1, |list| count_cpus(&list));
        let bytes = if level > 2 { bytes.min(u64::from(shared_by).saturating_mul(share)) } else { bytes };
        found.push((level, cache(level.max(1) - 1, bytes, line_bytes, shared_by, n)));
    }
    found.sort_by_key(|(level, _)| *level);
    found.into_iter().map(|(_, cache)| cache).collect()
}

/// What a processor of a virtual machine can count on of the last cache, which is the host's: other guests use it too.
const GUEST_SHARE: u64 = 4 << 20;

/// What the processor calls itself, and how many there are.
fn host_name(n_processors: usize) -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cpu_field(&text, "model name").map_or("host".to_owned(), |model| format!("{model}, {n_processors} processors"))
}

fn is_virtual_machine() -> bool {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cpu_field(&text, "flags").is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor"))
}

/// `48K`, `2M`, `1024`.
fn parse_size(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (digits, text.chars().last()?),
        None => (text, ' '),
    };
    let scale = match unit {
        'K' => 1 << 10,
        'M' => 1 << 20,
        'G' => 1 << 30,
        _ => 1,
    };
    digits.parse::<u64>().ok()?.checked_mul(scale)
}

/// Number of processors in a list such as `0-3,8`.
fn count_cpus(list: &str) -> u32 {
    let count = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse::<u32>().ok()?, last.trim().parse::<u32>().ok()?);
        last.checked_sub(first)?.checked_add(1)
    };
    list.split(',').filter_map(count).sum::<u32>().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_prints_and_parses() {
        let host = Machine::host();
        assert_eq!(Machine::from_toml(&host.to_toml()).unwrap(), host);
    }

    #[test]
    fn senseless_models_are_refused() {
        for (from, to) in [
            ("grid = [", "grid = [0, "),
            ("grid = [", "grid = [65536, 65536, "),
            ("bytes = ", "bytes = -"),
            ("name", "nome"),
        ] {
            let text = Machine { grid: vec![2], ..Machine::host() }.to_toml().replacen(from, to, 1);
            assert!(Machine::from_toml(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn wide_vectors_run_in_parts() {
        let machine = |bits, unit| Machine { vector_bits: bits, vector_unit_bits: unit, ..Machine::host() };
        assert_eq!(machine(512, None).parts_of_vector(), 1);
        assert_eq!(machine(512, Some(256)).parts_of_vector(), 2);
        assert_eq!(machine(128, Some(256)).parts_of_vector(), 1);
    }

    #[test]
    fn linux_processor_descriptions_are_read() {
        let text = "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\n";
        assert_eq!(cpu_field(text, "cpu family"), Some("25"));
        assert_eq!(cpu_field(text, "model name"), Some("AMD EPYC"));
        assert_eq!(cpu_field(text, "flags"), None);
    }

    #[test]
    fn linux_cache_descriptions_are_read() {
        assert_eq!(parse_size("48K"), Some(48 << 10));
        assert_eq!(parse_size("x"), None);
        assert_eq!(count_cpus("0-3,8"), 5);
    }
}
