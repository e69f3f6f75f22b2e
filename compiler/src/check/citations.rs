//! Numbered statements: which there are, and which lines cite them.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, FileId, Sources, Span,
    ast::{self, Block, Citation, Item, ItemKind, Line, Statement, StatementKind, TileLine},
};

use super::{ExpansionSource, codes, manifest::Manifest, near::hint, order::Playing};

/// The statements of one text by number, with their places.
type Statements = BTreeMap<String, Span>;

/// A text with numbered statements, read line by line.
struct Page<'a> {
    source: &'a ExpansionSource,
    statements: Statements,
    /// Numbers that a statement before has: the number, its place, and that of the first.
    doubled: Vec<(String, Span, Span)>,
    /// Lines that look like statements and are none: the number and its place.
    almost: Vec<(String, Span)>,
    /// Numbers that lines cite and no text has, most likely for one of these slips.
    missed: BTreeSet<String>,
}

impl<'a> Page<'a> {
    /// Reads the numbered statements of a text: lines such as `- B12. …`.
    fn read(sources: &Sources, source: &'a ExpansionSource, file: FileId) -> Self {
        let (statements, missed) = (Statements::new(), BTreeSet::new());
        let mut page = Self { source, statements, doubled: vec![], almost: vec![], missed };
        let mut start = 0;
        for line in sources.text(file).split_inclusive('\n') {
            let place = |number: &str| {
                let at = start + line.find(number).unwrap_or_default() as u32;
                Span::new(file, at, at + number.len() as u32)
            };
            if let Some(number) = number(line) {
                let first =
                    *page.statements.entry(number.to_owned()).or_insert_with(|| place(number));
                if first != place(number) {
                    page.doubled.push((number.to_owned(), place(number), first));
                }
            } else if let Some(number) = almost(line) {
                page.almost.push((number.to_owned(), place(number)));
            }
            start += line.len() as u32;
        }
        page
    }

    /// Whether a number that no text has is missing here for a slip that is told of its own: its line is read as none,
    /// or was given a number twice. So many lines as there are, the numbers could go.
    fn should_have(&self, number: &str) -> bool {
        let page = letters(number);
        let doubled = self.doubled.iter().filter(|(other, _, _)| letters(other) == page).count();
        let own = self.statements.keys().filter(|other| letters(other) == page);
        let last = own.clone().filter_map(|other| value(other)).max().unwrap_or(0);
        let last = last.max(own.count() as u64).saturating_add(doubled as u64);
        self.almost.iter().any(|(other, _)| other == number)
            || doubled > 0 && value(number).is_some_and(|value| value <= last)
    }

    /// Says which numbers are there twice, and which lines only look like statements: mistakes if lines cite what is
    /// missing for that.
    fn tell(&self, diagnostics: &mut Vec<Diagnostic>) {
        let is_almost = |number: &str| self.almost.iter().any(|(other, _)| other == number);
        let mut missed: Vec<&String> =
            self.missed.iter().filter(|number| !is_almost(number)).collect();
        missed.sort_by_key(|number| (letters(number), value(number)));
        for (number, again, first) in &self.doubled {
            let message = format!("a second statement {number}");
            let meant = missed.iter().position(|other| letters(other) == letters(number));
            let found = match meant.map(|at| missed.remove(at)) {
                Some(meant) => Diagnostic::error(codes::STATEMENT_FORM, message).help(format!(
                    "number one of them `{meant}`: lines cite that, and no statement has it"
                )),
                None => Diagnostic::warning(codes::STATEMENT_FORM, message)
                    .help("give one of them another number: citations mean the first"),
            };
            let found = found.label(*again, "numbered again here");
            diagnostics.push(found.label(*first, "numbered first here"));
        }
        for (number, place) in &self.almost {
            let message = format!("this line looks like a statement {number}, and is read as none");
            let found = match self.missed.contains(number) {
                true => Diagnostic::error(codes::STATEMENT_FORM, message),
                false => Diagnostic::warning(codes::STATEMENT_FORM, message),
            };
            let found = found.label(*place, "not read").help(format!("write `- {number}. …`"));
            diagnostics.push(found);
        }
    }
}

/// The letters before the digits of a number: those of one text have the same.
fn letters(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The digits of a number.
fn value(number: &str) -> Option<u64> {
    number[letters(number).len()..].parse().ok()
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
    let mut all: Vec<Page<'_>> = Vec::new();
    for source in available {
        let Some(file) = source.statements else { continue };
        all.push(Page::read(sources, source, file));
    }
    // The pages that have a statement of each number, and whether it is cited there.
    let mut pages: BTreeMap<String, Vec<(usize, bool)>> = BTreeMap::new();
    for (at, page) in all.iter().enumerate() {
        for number in page.statements.keys() {
            pages.entry(number.clone()).or_default().push((at, false));
        }
    }
    for source in available {
        let mut citations = Vec::new();
        for item in source.files.iter().flat_map(|(_, file)| &file.items) {
            of_item(item, &mut citations);
        }
        let plays = plays(playing, source);
        let own = all.iter().position(|page| page.source.folder == source.folder);
        for citation in citations {
            if let Some(having) = pages.get_mut(&citation.statement) {
                // A number means the statement of the page beside the rules, else that of another one.
                let has_own = having.iter().any(|(page, _)| own == Some(*page));
                for (page, cited) in having {
                    *cited |= !has_own || own == Some(*page);
                }
            } else if plays && source.statements.is_some() {
                match own.filter(|&own| all[own].should_have(&citation.statement)) {
                    Some(own) => {
                        all[own].missed.insert(citation.statement.clone());
                    }
                    None => diagnostics.push(unknown(citation, &all, diagnostics)),
                }
            }
        }
    }
    for (at, page) in all.iter().enumerate() {
        if !plays(playing, page.source) {
            continue;
        }
        page.tell(diagnostics);
        let is_cited = |number: &str| pages[number].contains(&(at, true));
        for (number, span) in page.statements.iter().filter(|(number, _)| !is_cited(number)) {
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

/// That no text has a statement of a number.
fn unknown(citation: &Citation, all: &[Page<'_>], told: &[Diagnostic]) -> Diagnostic {
    let cited = &citation.statement;
    let mut error =
        Diagnostic::error(codes::UNKNOWN_CITATION, format!("there is no statement {cited}"))
            .label(citation.span, "expected a number of a `rules.md`");
    let numbers = all.iter().flat_map(|page| page.statements.keys().map(String::as_str));
    // Numbers of one letter are those of one page.
    let same_page = numbers.clone().filter(|number| letters(number) == letters(cited));
    let one_of_it = same_page.clone().next().is_some();
    error.help = hint(told, cited, same_page).or_else(|| hint(told, cited, numbers));
    if one_of_it {
        let new = format!("a new one is a line `- {cited}. …` there");
        error.help = Some(match error.help {
            Some(near) => format!("{near} {new}"),
            None => new,
        });
    }
    error
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
