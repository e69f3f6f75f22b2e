//! Coverage as a page: the rules as they are written, coloured by what scenarios come to.

use std::{collections::BTreeMap, fmt::Write};

use super::{BranchCover, Coverage, LineCover, Share};
use crate::{
    markup::{anchor, escaped, page},
    program::Texts,
};

const STYLE: &str = "\
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .2em 1em .2em 0; border-bottom: 1px solid var(--line); }
pre { font: 13px/1.5 monospace; overflow-x: auto; }
pre > span { display: block; width: max-content; min-width: 100%; box-sizing: border-box; padding-left: .5em;
             border-left: .4em solid transparent;
             print-color-adjust: exact; -webkit-print-color-adjust: exact; }
pre > span.run { border-color: #7ab87a; background: var(--run); }
pre > span.part { border-color: #d9a93a; background: var(--part); }
pre > span.miss { border-color: #cc5a5a; background: var(--miss); }
i { color: var(--faint); font-style: normal; display: inline-block; width: 3.5em; user-select: none; }
em { color: var(--wanting); font-style: normal; }
@media print {
  body { font-size: 10pt; margin: 0; max-width: none; }
  pre { font-size: 7.5pt; white-space: pre-wrap; overflow: visible; }
  pre > span { width: auto; }
  h2, h3 { break-after: avoid; }
}
";

/// A page about some expansions.
pub fn coverage_page(texts: &Texts, coverages: &[Coverage]) -> String {
    let mut body = String::from(
        "<h1>What scenarios come to</h1>\n<table>\n<tr><th>expansion<th>lines<th>ways on<th>statements</tr>\n",
    );
    for coverage in coverages {
        let (name, link) = (escaped(&coverage.expansion), anchor(&coverage.expansion));
        let shares = [coverage.line_share(), coverage.branch_share(), coverage.statement_share()];
        let cells: String = shares.map(cell).concat();
        body += &format!("<tr><td><a href=\"#{link}\">{name}</a>{cells}</tr>\n");
    }
    body += "</table>\n<p>Green: scenarios come to everything on the line. Yellow: a way on is never gone. Red: something on the line is never come to.</p>\n";
    for coverage in coverages {
        let (name, link) = (escaped(&coverage.expansion), anchor(&coverage.expansion));
        body += &format!("<h2 id=\"{link}\">{name}</h2>\n");
        body += &wanting_statements(coverage);
        let mut files: Vec<&str> = coverage.lines.iter().map(|line| line.file.as_str()).collect();
        files.dedup();
        files.iter().for_each(|file| body += &source(texts, coverage, file));
    }
    page("en", "What scenarios come to", STYLE, &body)
}

fn cell(share: Share) -> String {
    format!("<td>{} of {}, {} %", share.part, share.whole, share.percent())
}

fn wanting_statements(coverage: &Coverage) -> String {
    let wanting = coverage.statements.iter().filter_map(|statement| {
        let why = escaped(&statement.wanting()?);
        let (number, text) = (escaped(&statement.entry.number), escaped(&statement.entry.text));
        Some(format!("<li>{number}. {text} <em>{why}</em></li>\n"))
    });
    let wanting: String = wanting.collect();
    if wanting.is_empty() { wanting } else { format!("<ul>\n{wanting}</ul>\n") }
}

/// A file of the rules, line by line.
fn source(texts: &Texts, coverage: &Coverage, name: &str) -> String {
    let lines: BTreeMap<u32, &LineCover> =
        coverage.lines.iter().filter(|l| l.file == name).map(|l| (l.line, l)).collect();
    let mut branches: BTreeMap<u32, Vec<&BranchCover>> = BTreeMap::new();
    for branch in coverage.branches.iter().filter(|b| b.file == name && b.scenarios == 0) {
        branches.entry(branch.position.line).or_default().push(branch);
    }
    // Texts that were changed meanwhile come after those of the same name.
    let file = texts.available().iter().flat_map(|source| &source.files);
    let file = file.map(|(id, _)| texts.sources().file(*id)).find(|file| file.name() == name);
    let Some(file) = file else { return String::new() };
    let mut text = format!("<h3>{}</h3>\n<pre>", escaped(name));
    for number in 1..=file.line_count() {
        let wanting = branches.get(&number).map(Vec::as_slice).unwrap_or_default();
        let (class, title) = match lines.get(&number) {
            None => ("", String::new()),
            Some(line) => {
                let class = match (line.is_run(), wanting.is_empty()) {
                    (false, _) => "miss",
                    (true, true) => "run",
                    (true, false) => "part",
                };
                (class, format!("{} scenarios", line.scenarios.len()))
            }
        };
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "<span class=\"{class}\" title=\"{title}\"><i>{number}</i>{}",
            escaped(file.line(number))
        );
        if class != "miss" {
            for branch in wanting {
                let _ = write!(text, "  <em>{}</em>", escaped(&branch.wanting()));
            }
        }
        text.push_str("</span>");
    }
    text + "</pre>\n"
}
