//! Lines of the rules as reasons.

use abi::{Fault, Origin, OriginId, Program};

/// A line of the rules as a reason: its statements, its text and its place.
pub fn because(program: &Program, origin: OriginId) -> String {
    program.origins.get(origin.index()).map_or_else(|| "unknown".to_owned(), |line| told_line(line))
}

/// The same of a line at hand.
pub fn told_line(origin: &Origin) -> String {
    let statements = match origin.statements[..] {
        [] => String::new(),
        _ => format!("[{}] ", origin.statements.join(", ")),
    };
    format!("{statements}{} ({}:{})", rule_text(origin), origin.file, origin.line)
}

/// What went wrong in a rule, with the line of the rules if one was running.
pub(crate) fn went_wrong(program: &Program, fault: &Fault) -> String {
    let kind = fault.kind.text();
    match fault.site.and_then(|site| program.sites.get(site.index())) {
        Some(site) => format!("{kind} by {}", because(program, site.origin)),
        None => kind.to_owned(),
    }
}

/// The text of a line without the statements that it cites at its beginning, which are told apart from it.
pub fn rule_text(origin: &Origin) -> &str {
    let mut line = origin.text.trim();
    while let Some((_, rest)) =
        line.strip_prefix('@').and_then(|rest| rest.split_once(char::is_whitespace))
    {
        line = rest.trim_start();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_told_without_its_citations() {
        let mut origin = Origin {
            expansion: "example".into(),
            file: "example/rules.carc".into(),
            line: 7,
            text: "@B19  @C2 for p in q { }".into(),
            statements: vec!["B19".into(), "C2".into()],
            item: "step score".into(),
        };
        assert_eq!(rule_text(&origin), "for p in q { }");
        origin.text = "let a = b @ c".into();
        assert_eq!(rule_text(&origin), "let a = b @ c");
    }
}
