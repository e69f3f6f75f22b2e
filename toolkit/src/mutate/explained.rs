//! The changes of rules that no scenario can notice, each with its reason: the file `mutants.txt` of an expansion.

use std::collections::BTreeMap;

use crate::expansion::TextFile;

/// What begins a line that says nothing.
const COMMENT: char = '#';

/// A changed line, as a mutant shows it, with the reason why nobody can notice it.
pub(super) type Explained = BTreeMap<String, String>;

/// Reads the file: each change on a line of its own, its reason indented below it.
///
/// # Errors
///
/// A line that is neither.
pub(super) fn explained(file: Option<&TextFile>) -> Result<Explained, String> {
    let mut found: Explained = BTreeMap::new();
    let Some(file) = file else { return Ok(found) };
    let mut change: Option<String> = None;
    for (number, line) in (1..).zip(file.text.lines()) {
        let said = line.trim();
        if said.is_empty() || line.starts_with(COMMENT) {
            continue;
        }
        match (&change, line.starts_with(char::is_whitespace)) {
            (_, false) if found.contains_key(said) => {
                return Err(format!("{}:{number}: this change is explained twice", file.name));
            }
            (_, false) => {
                found.insert(said.to_owned(), String::new());
                change = Some(said.to_owned());
            }
            (None, true) => {
                return Err(format!("{}:{number}: a reason without a change above it", file.name));
            }
            (Some(change), true) => {
                let reason = found.entry(change.clone()).or_default();
                if !reason.is_empty() {
                    reason.push(' ');
                }
                reason.push_str(said);
            }
        }
    }
    match found.iter().find(|(_, reason)| reason.is_empty()) {
        Some((change, _)) => Err(format!("{}: `{change}` has no reason below it", file.name)),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Explained, String> {
        explained(Some(&TextFile { name: "x/mutants.txt".to_owned(), text: text.to_owned() }))
    }

    #[test]
    fn changes_have_reasons() {
        let found =
            read("# none\n\nx/rules.carc: a [1 => 2]\n  because\n  it is\nx/rules.carc: b\n\tso\n")
                .unwrap();
        assert_eq!(found["x/rules.carc: a [1 => 2]"], "because it is");
        assert_eq!(found["x/rules.carc: b"], "so");
        assert!(explained(None).unwrap().is_empty());
        for wrong in ["  reason\n", "a\n", "a\n  r\na\n  r\n"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
