//! What exploring found, as text and as comma-separated values.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

use super::{Point, Report};

impl Report {
    /// Whether every run confirmed what was counted.
    pub fn is_good(&self) -> bool {
        self.points.iter().all(|point| point.is_confirmed != Some(false))
    }

    /// A table with a line for each point.
    pub fn to_text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        let has_variants = self.points.iter().any(|point| !point.variant.is_empty());
        let has_instructions = self.points.iter().any(|point| point.instructions.is_some());
        let mut heads =
            vec!["strategy", "strip", "buffers,\nbytes", "memory\naccesses", "buffer\naccesses", "operations"];
        heads.extend(has_instructions.then_some("instructions"));
        heads.push("best");
        table.set_header(has_variants.then_some("").into_iter().chain(heads));
        for point in &self.points {
            let mut row = vec![];
            row.extend(has_variants.then(|| point.variant.clone()));
            row.push(point.strategy.clone());
            row.push(if point.width == 0 { String::new() } else { point.width.to_string() });
            let accesses = point.buffer_loads + point.buffer_stores;
            row.extend(
                [point.buffer_bytes, point.memory_accesses(), accesses, point.operations].map(|n| n.to_string()),
            );
            row.extend(has_instructions.then(|| point.instructions.map(|n| n.to_string()).unwrap_or_default()));
            row.push(if point.is_best { "*" } else { "" }.to_owned());
            table.add_row(row.into_iter().map(|text| Cell::new(text).set_alignment(CellAlignment::Right)));
        }
        let mut text = format!("{table}\n* no other way has smaller buffers and fewer accesses to memory\n");
        let n_run = self.points.iter().filter(|point| point.is_confirmed.is_some()).count();
        let wrong: Vec<_> = self.points.iter().filter(|point| point.is_confirmed == Some(false)).collect();
        match (n_run, wrong.as_slice()) {
            (0, _) => {}
            (n, []) => {
                let accesses =
                    if self.points.iter().all(|point| point.is_exact) { "the same" } else { "no more than that" };
                text += &format!("{n} of {} were run: accesses are {accesses}, results the same\n", self.points.len());
            }
            (_, wrong) => {
                for point in wrong {
                    text += &format!("a run of {} does not confirm this\n", point.describe());
                }
            }
        }
        for left_out in &self.left_out {
            text += &format!("left out: {left_out}\n");
        }
        text + "`polymill opt --strips=N` makes the code, with --recompute=never (global), local or always (recompute)\n"
    }

    /// Accesses to memory as functions of the parameters, a line for each point.
    pub fn formulas(&self) -> String {
        let line = |point: &Point| {
            format!("{}: {}\n", point.describe(), point.formula.as_deref().unwrap_or("only known for given sizes"))
        };
        self.points.iter().map(line).collect()
    }

    /// A line for each point, under a line with the names of the columns.
    pub fn to_csv(&self) -> String {
        let mut text =
            "variant,strategy,width,buffer_bytes,memory_loads,memory_stores,buffer_loads,buffer_stores,instances,\
                        operations,exact,confirmed,instructions,best\n"
                .to_owned();
        for point in &self.points {
            let numbers = [
                point.buffer_bytes,
                point.memory_loads,
                point.memory_stores,
                point.buffer_loads,
                point.buffer_stores,
                point.instances,
                point.operations,
            ];
            let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
            text += &format!(
                "{},{},{},{},{},{},{},{}\n",
                point.variant,
                point.strategy,
                point.width,
                numbers.join(","),
                point.is_exact,
                point.is_confirmed.map(|is| is.to_string()).unwrap_or_default(),
                point.instructions.map(|n| n.to_string()).unwrap_or_default(),
                point.is_best
            );
        }
        text
    }
}

impl Point {
    /// `K=3 recompute, strips of 32`
    pub fn describe(&self) -> String {
        let strips = if self.width == 0 { String::new() } else { format!(", strips of {}", self.width) };
        format!("{} {}{strips}", self.variant, self.strategy).trim_start().to_owned()
    }
}
