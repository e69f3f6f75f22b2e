//! Where statements are cited: the lines of an expansion's rules, and the scenarios of all.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    SourceFile, Span,
    ast::{Item, ItemKind},
};

use super::Passage;
use crate::{citation::Statements, program::Texts};

/// A passage of rules has at most so many lines.
const MOST_LINES: u32 = 14;

/// What cites a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Cited {
    pub(super) rules: Vec<Passage>,
    pub(super) scenarios: Vec<Passage>,
}

/// By statement, what of an expansion's rules cites it, and the scenarios of every expansion that do.
pub(super) fn cited(texts: &Texts, expansion: &str) -> BTreeMap<String, Cited> {
    let mut found = BTreeMap::new();
    let statements = Statements::of(texts);
    // Its own scenarios come first.
    let own = texts.available().iter().filter(|source| source.folder == expansion);
    let others = texts.available().iter().filter(|source| source.folder != expansion);
    for source in own.chain(others) {
        for (id, file) in &source.files {
            let text = texts.sources().file(*id);
            let rules = source.folder == expansion;
            let means = |number: &str| statements.means(&source.folder, number, expansion);
            file.items.iter().for_each(|item| collect(text, item, rules, &means, &mut found));
        }
    }
    found
}

/// By statement of an expansion, the expansions whose scenarios cite it.
pub(crate) fn shown_by(texts: &Texts, expansion: &str) -> BTreeMap<String, BTreeSet<String>> {
    let home = |passage: &Passage| passage.file.split('/').next().map(str::to_owned);
    let cited = cited(texts, expansion).into_iter();
    cited.map(|(number, by)| (number, by.scenarios.iter().filter_map(home).collect())).collect()
}

/// Collects what `means` the statements of the expansion by its citations.
fn collect(
    file: &SourceFile,
    item: &Item,
    rules: bool,
    means: &dyn Fn(&str) -> bool,
    found: &mut BTreeMap<String, Cited>,
) {
    let whole = item.citations.first().map_or(item.span, |first| first.span.to(item.span));
    match &item.kind {
        ItemKind::With(with) => {
            with.items.iter().for_each(|inside| collect(file, inside, rules, means, found));
        }
        ItemKind::Scenario(scenario) => {
            let line = file.position(whole.start).line;
            let passage = Passage {
                file: file.name().to_owned(),
                line,
                title: Some(scenario.title.text.clone()),
                text: lines(file, line, file.position(whole.end).line),
            };
            for (number, _) in citations(file, whole).into_iter().filter(|(n, _)| means(n)) {
                put(&mut found.entry(number).or_default().scenarios, &passage);
            }
        }
        _ if rules => {
            let head: Vec<&str> = item.citations.iter().map(|c| c.statement.as_str()).collect();
            let last = file.position(whole.end).line;
            for (number, at) in citations(file, whole) {
                let line = file.position(at).line;
                // A citation before the item speaks of all of it, another one of its own line.
                let of_all = at < item.span.start && head.contains(&number.as_str());
                let end = if of_all { last } else { end_of(file, line, last) };
                let passage = Passage {
                    file: file.name().to_owned(),
                    line,
                    title: None,
                    text: shortened(file, line, end),
                };
                put(&mut found.entry(number).or_default().rules, &passage);
            }
        }
        _ => {}
    }
}

fn put(passages: &mut Vec<Passage>, passage: &Passage) {
    if !passages.contains(passage) {
        passages.push(passage.clone());
    }
}

/// The statements that are cited in a stretch of text, and where. Comments cite nothing.
fn citations(file: &SourceFile, span: Span) -> Vec<(String, u32)> {
    let text = &file.text()[span.start as usize..span.end as usize];
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices('@') {
            let word: String =
                code[at + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
            if word.starts_with(|c: char| c.is_ascii_uppercase()) {
                found.push((word, span.start + (start + at) as u32));
            }
        }
        start += line.len();
    }
    found
}

/// The last line of what begins on a line: where its brackets are closed.
fn end_of(file: &SourceFile, first: u32, last: u32) -> u32 {
    let mut depth = 0;
    for number in first..=last {
        let code = file.line(number).split("//").next().unwrap_or_default();
        let open = code.matches(['{', '(', '[']).count();
        depth += open as i64 - code.matches(['}', ')', ']']).count() as i64;
        if depth <= 0 {
            return number;
        }
    }
    last
}

/// Some lines, or only the first one if they are too many.
fn shortened(file: &SourceFile, first: u32, last: u32) -> String {
    if last - first < MOST_LINES {
        return lines(file, first, last);
    }
    format!("{}\n…", lines(file, first, first))
}

/// Some lines without their common indentation.
fn lines(file: &SourceFile, first: u32, last: u32) -> String {
    let lines: Vec<&str> = (first..=last).map(|number| file.line(number)).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let common = filled.map(indent).min().unwrap_or(0);
    let cut: Vec<&str> =
        lines.iter().map(|line| line.get(common..).unwrap_or_default().trim_end()).collect();
    cut.join("\n").trim_end().to_owned()
}
