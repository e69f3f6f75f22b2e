//! Numbered statements: which there are, and which lines cite them.

use std::collections::BTreeMap;

use grammar::{
    Diagnostic, FileId, Sources, Span,
    ast::{self, Block, Citation, Item, ItemKind, Line, Statement, StatementKind, TileLine},
};

use super::{ExpansionSource, codes, manifest::Manifest, near::hint, order::Playing};

/// The statements of one text by number, with their places.
pub(crate) type Statements = BTreeMap<String, Span>;

/// Reads the numbered statements of a text: lines such as `- B12. …`; and warns of those that are there
/// twice, or only look like statements.
pub(crate) fn read(sources: &Sources, file: FileId) -> (Statements, Vec<Diagnostic>) {
    let (mut found, mut warnings) = (Statements::new(), Vec::new());
    let mut start = 0;
    for line in sources.text(file).split_inclusive('\n') {
        let place = |number: &str| {
            let at = start + line.find(number).unwrap_or_default() as u32;
            Span::new(file, at, at + number.len() as u32)
        };
        if let Some(number) = number(line) {
            let first = *found.entry(number.to_owned()).or_insert_with(|| place(number));
            if first != place(number) {
                warnings.push(twice(number, place(number), first));
            }
        } else if let Some(number) = almost(line) {
            warnings.push(
                Diagnostic::warning(
                    codes::STATEMENT_FORM,
                    format!("this line looks like a statement {number}, and is read as none"),
                )
                .label(place(number), "not read")
                .help(format!("write `- {number}. …`")),
            );
        }
        start += line.len() as u32;
    }
    (found, warnings)
}

fn twice(number: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::warning(codes::STATEMENT_FORM, format!("a second statement {number}"))
        .label(again, "numbered again here")
        .label(first, "numbered first here")
        .help("give one of them another number: citations mean the first")
}

/// The number at the start of a line that is not written as a statement is: `P2 …`, `* P2. …`, `- P2: …`.
fn almost(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_whitespace() || "-*+".contains(c));
    let word = rest.split_whitespace().next()?;
    let number = word.strip_suffix(['.', ':', ')', ',']).unwrap_or(word);
    is_number(number).then_some(number)
}

/// The number of a statement's line, letters and then digits: `B12` of `- B12. …`.
fn number(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("- ")?;
    let (number, _) = rest.split_once('.')?;
    is_number(number).then_some(number)
}

/// Whether a word is letters and then digits.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Says which citations cite nothing, and which statements of the expansions in play no line cites.
pub(crate) fn check(
    sources: &Sources,
    available: &[ExpansionSource],
    playing: &Playing<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut all: Vec<(&ExpansionSource, Statements)> = Vec::new();
    for source in available {
        let Some(file) = source.statements else { continue };
        let (statements, warnings) = read(sources, file);
        if plays(playing, source) {
            diagnostics.extend(warnings);
        }
        all.push((source, statements));
    }
    // The pages that have a statement of each number, and whether it is cited there.
    let mut pages: BTreeMap<&str, Vec<(usize, bool)>> = BTreeMap::new();
    for (page, (_, statements)) in all.iter().enumerate() {
        for number in statements.keys() {
            pages.entry(number).or_default().push((page, false));
        }
    }
    for source in available {
        let mut citations = Vec::new();
        for item in source.files.iter().flat_map(|(_, file)| &file.items) {
            of_item(item, &mut citations);
        }
        let plays = plays(playing, source);
        for citation in citations {
            let having = pages.get_mut(citation.statement.as_str());
            let known = having.is_some();
            // A number means the statement of the page beside the rules, else that of another one.
            let having = having.map_or(&mut [][..], Vec::as_mut_slice);
            let is_own = |page: usize| all[page].0.folder == source.folder;
            let has_own = having.iter().any(|(page, _)| is_own(*page));
            for (page, cited) in having {
                *cited |= !has_own || is_own(*page);
            }
            if plays && source.statements.is_some() && !known {
                let mut error = Diagnostic::error(
                    codes::UNKNOWN_CITATION,
                    format!("there is no statement {}", citation.statement),
                )
                .label(citation.span, "expected a number of a `rules.md`");
                let numbers = all.iter().flat_map(|(_, list)| list.keys().map(String::as_str));
                // Numbers of one letter are those of one page.
                let letters =
                    |number: &str| number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                let page = &citation.statement[..letters(&citation.statement)];
                let same_page = numbers.clone().filter(|number| &number[..letters(number)] == page);
                let one_of_it = same_page.clone().next().is_some();
                error.help = hint(diagnostics, &citation.statement, same_page)
                    .or_else(|| hint(diagnostics, &citation.statement, numbers));
                if one_of_it {
                    let new = format!("a new one is a line `- {}. …` there", citation.statement);
                    error.help = Some(match error.help {
                        Some(near) => format!("{near} {new}"),
                        None => new,
                    });
                }
                diagnostics.push(error);
            }
        }
    }
    for (page, (source, list)) in all.iter().enumerate() {
        if !plays(playing, source) {
            continue;
        }
        let is_cited = |number: &str| pages[number].contains(&(page, true));
        for (number, span) in list.iter().filter(|(number, _)| !is_cited(number)) {
            let warning = Diagnostic::warning(
                codes::UNCITED_STATEMENT,
                format!("no line carries out {number}"),
            )
            .label(*span, "this statement")
            .help(format!("write `@{number}` before the line that does"));
            diagnostics.push(warning);
        }
    }
}

/// Whether the rules of a folder are in play.
fn plays(playing: &Playing<'_>, source: &ExpansionSource) -> bool {
    let plays = |e: &Manifest<'_>| e.lends.is_none() && std::ptr::eq(e.source, source);
    playing.expansions.iter().any(plays)
}

/// All citations of an item, its lines and statements.
fn of_item<'a>(item: &'a Item, found: &mut Vec<&'a Citation>) {
    found.extend(&item.citations);
    match &item.kind {
        ItemKind::Expansion(item) => of_lines(&item.lines, found),
        ItemKind::Feature(item) => of_lines(&item.lines, found),
        ItemKind::Figure(item) => of_lines(&item.lines, found),
        ItemKind::ExtendFigure(item) => of_lines(&item.lines, found),
        ItemKind::Token(item) => of_lines(&item.lines, found),
        ItemKind::Tile(item) => of_tile(&item.lines, found),
        ItemKind::ExtendTile(item) => of_tile(&item.lines, found),
        ItemKind::Step(item) => of_block(&item.body, found),
        ItemKind::Offer(item) => of_block(&item.body, found),
        ItemKind::Hook(item) => of_block(&item.body, found),
        ItemKind::To(item) => of_block(&item.body, found),
        ItemKind::With(item) => {
            for item in &item.items {
                of_item(item, found);
            }
        }
        ItemKind::Scenario(item) => {
            for line in &item.lines {
                found.extend(&line.citations);
                if let ast::ScenarioLine::Given(statement) = &line.kind {
                    of_statement(statement, found);
                }
            }
        }
        _ => {}
    }
}

fn of_lines<'a, T>(lines: &'a [Line<T>], found: &mut Vec<&'a Citation>) {
    found.extend(lines.iter().flat_map(|line| &line.citations));
}

fn of_tile<'a>(lines: &'a [Line<TileLine>], found: &mut Vec<&'a Citation>) {
    for line in lines {
        found.extend(&line.citations);
        if let TileLine::When { lines, otherwise, .. } = &line.kind {
            of_tile(lines, found);
            of_tile(otherwise, found);
        }
    }
}

fn of_block<'a>(block: &'a Block, found: &mut Vec<&'a Citation>) {
    for statement in &block.statements {
        of_statement(statement, found);
    }
}

fn of_statement<'a>(statement: &'a Statement, found: &mut Vec<&'a Citation>) {
    found.extend(&statement.citations);
    match &statement.kind {
        StatementKind::If { arms, otherwise } => {
            for arm in arms {
                of_block(&arm.body, found);
            }
            if let Some(block) = otherwise {
                of_block(block, found);
            }
        }
        StatementKind::Match { arms, otherwise, .. } => {
            for arm in arms {
                of_block(&arm.body, found);
            }
            if let Some(block) = otherwise {
                of_block(block, found);
            }
        }
        StatementKind::For { body, .. } | StatementKind::Repeat { body, .. } => {
            of_block(body, found);
        }
        StatementKind::Let { .. }
        | StatementKind::Assign { .. }
        | StatementKind::Leave(_)
        | StatementKind::Again
        | StatementKind::Deed(_)
        | StatementKind::Lay(_)
        | StatementKind::Ask(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{almost, number};

    #[test]
    fn statements_are_numbered_items_of_lists() {
        assert_eq!(number("- B12. A figure.\n"), Some("B12"));
        assert_eq!(number("  - CC1. A figure."), Some("CC1"));
        assert_eq!(number("- B12 A figure."), None);
        assert_eq!(number("- 12. A figure."), None);
        assert_eq!(number("B12. A figure."), None);
        assert_eq!(number("- Bx1. A figure."), None);
    }

    #[test]
    fn what_is_almost_a_statement_is_told_from_prose() {
        for line in ["P2 nothing", "* P2. A figure.\n", "- P2: A figure.", "P2. A figure.", "- P2"]
        {
            assert_eq!(almost(line), Some("P2"), "{line}");
        }
        for line in
            ["# P2", "The statement P2.", "", "- A figure.", "2. A figure.", "P2b is no number"]
        {
            assert_eq!(almost(line), None, "{line}");
        }
    }
}
