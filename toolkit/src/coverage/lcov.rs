//! Coverage in the format of lcov, which editors and services read.

use std::fmt::Write;

use super::{BranchCover, Coverage, Onward};

/// The record of some expansions; `path` says where a file of the rules lies.
///
/// The two ways on from a condition are one block of branches, and an `else` is a block of its own.
pub fn lcov(coverages: &[Coverage], path: &dyn Fn(&str) -> String) -> String {
    let mut text = String::new();
    for coverage in coverages {
        let mut files: Vec<&str> = coverage.lines.iter().map(|line| line.file.as_str()).collect();
        files.dedup();
        for file in files {
            record(&mut text, coverage, file, path);
        }
    }
    text
}

fn record(text: &mut String, coverage: &Coverage, file: &str, path: &dyn Fn(&str) -> String) {
    let mut put = |line: String| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{line}");
    };
    put(format!("TN:{}", coverage.expansion));
    put(format!("SF:{}", path(file)));
    let branches: Vec<&BranchCover> =
        coverage.branches.iter().filter(|branch| branch.file == file).collect();
    let mut block = 0;
    for (number, branch) in branches.iter().enumerate() {
        block += u32::from(number > 0 && branch.way != Onward::Fails);
        let (line, way) = (branch.position.line, u32::from(branch.way == Onward::Fails));
        put(format!("BRDA:{line},{block},{way},{}", branch.scenarios));
    }
    put(format!("BRF:{}", branches.len()));
    put(format!("BRH:{}", branches.iter().filter(|branch| branch.scenarios > 0).count()));
    let lines = || coverage.lines.iter().filter(|line| line.file == file);
    let mut numbered: Vec<_> = lines().map(|line| (line.line, line.times)).collect();
    numbered.sort_unstable();
    for (line, scenarios) in numbered {
        put(format!("DA:{line},{scenarios}"));
    }
    put(format!("LF:{}", lines().count()));
    put(format!("LH:{}", lines().filter(|line| line.is_run()).count()));
    put("end_of_record".to_owned());
}
