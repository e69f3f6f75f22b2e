//! The woven rulebook as one page that needs nothing besides itself, to read or to print.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use super::{
    Passage, Woven, WovenStatement,
    words::{Words, words},
};
use crate::markup::{anchor, escaped, page};

/// So many pictures stand beside a statement.
const MOST_PICTURES: usize = 6;

const STYLE: &str = "\
body { font: 16px/1.5 serif; margin: 2em auto; max-width: 80em; padding: 0 1.5em; }
h1, h2, nav { font-family: sans-serif; }
nav a { display: inline-block; margin-right: 1em; }
section { display: grid; grid-template-columns: minmax(14em, 5fr) minmax(18em, 8fr); gap: 0 2em;
          border-top: 1px solid var(--line); padding: .8em 0; }
section > div { min-width: 0; }
b.number { font-family: sans-serif; color: var(--number); margin-right: .5em; }
pre { font: 13px/1.45 monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: .2em 0 .6em;
      background: var(--code); padding: .4em .6em; }
pre mark { background: var(--mark); color: inherit; }
small { font-family: sans-serif; color: var(--faint); overflow-wrap: anywhere; }
small.label { display: block; font-weight: bold; }
small.label + small { display: block; }
details { margin: .2em 0; }
summary { font-family: sans-serif; font-size: 14px; cursor: pointer; }
code { font: 14px monospace; }
figure { display: inline-block; margin: .5em .8em 0 0; width: 84px; vertical-align: top; }
figure span { display: block; width: 84px; height: 84px; background-size: 84px 84px;
              print-color-adjust: exact; -webkit-print-color-adjust: exact; }
figcaption { font: 10px/1.2 sans-serif; color: var(--faint); overflow-wrap: anywhere; }
@media screen and (max-width: 44em) {
  body { margin: 1em auto; padding: 0 1em; }
  section { grid-template-columns: minmax(0, 1fr); gap: .6em; }
}
@media print {
  body { font-size: 10pt; margin: 0; max-width: none; }
  nav { display: none; }
  h2, small.label, small.label + small, summary { break-after: avoid; }
  section { display: flow-root; }
  section > div:first-child { float: left; width: 35%; }
  section > div + div { margin-left: 38%; }
  section > div:first-child, pre, figure { break-inside: avoid; }
  summary { list-style: none; font-size: 9pt; }
  details::details-content { content-visibility: visible; }
  details.again::details-content { display: none; }
  pre { font-size: 7.5pt; }
}
";

/// The page of a rulebook; `picture` draws a tile as SVG, if it can.
pub fn woven_page(woven: &Woven, picture: &dyn Fn(&str) -> Option<String>) -> String {
    let words = words(&woven.language);
    let mut pictures: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut body = format!("<h1>{}</h1>\n", inline(&woven.title));
    let headings = woven.parts.iter().enumerate();
    let links: String = headings
        .filter_map(|(i, part)| {
            let heading = part.heading.as_ref()?;
            Some(format!("<a href=\"#part-{i}\">{}</a>\n", inline(heading)))
        })
        .collect();
    body += &format!("<nav>\n{links}</nav>\n");
    let mut shown: BTreeSet<(&str, u32)> = BTreeSet::new();
    for (i, part) in woven.parts.iter().enumerate() {
        if let Some(heading) = &part.heading {
            body += &format!("<h2 id=\"part-{i}\">{}</h2>\n", inline(heading));
        }
        part.text.iter().for_each(|text| body += &format!("<p>{}</p>\n", inline(text)));
        for statement in &part.statements {
            let mut tiles = woven.tiles_of(statement);
            tiles.retain(|tile| pictures.entry(tile).or_insert_with(|| picture(tile)).is_some());
            body += &section(statement, &tiles, words, &mut shown);
        }
    }
    let mut style = STYLE.to_owned();
    for (tile, svg) in pictures {
        if let Some(svg) = svg {
            // Writing to a text cannot fail.
            let _ = writeln!(
                style,
                ".tile-{} {{ background-image: url(\"data:image/svg+xml,{}\"); }}",
                anchor(tile),
                encoded(&svg)
            );
        }
    }
    page(&woven.language, &woven.title, &style, &body)
}

/// A statement with what carries it out and shows it. A scenario that stood beside another statement before is
/// `again` there: on paper, where all are open, its title is enough.
fn section<'w>(
    statement: &'w WovenStatement,
    tiles: &[&str],
    words: Words,
    shown: &mut BTreeSet<(&'w str, u32)>,
) -> String {
    let number = escaped(&statement.number);
    let mut text = format!(
        "<section id=\"{}\">\n<div><b class=\"number\" title=\"{}\">{number}</b>{}\n",
        anchor(&statement.number),
        words.statement,
        inline(&statement.text)
    );
    if !tiles.is_empty() {
        text += "<div>\n";
        for tile in tiles.iter().take(MOST_PICTURES) {
            let (class, name) = (anchor(tile), escaped(tile));
            let caption = name.replace('_', "_<wbr>");
            text += &format!(
                "<figure><span class=\"tile-{class}\" role=\"img\" aria-label=\"{name}\"></span><figcaption>{caption}</figcaption></figure>\n"
            );
        }
        text += "</div>\n";
    }
    text += &format!("</div>\n<div>\n<small class=\"label\">{}</small>\n", words.rules);
    match statement.rules.as_slice() {
        [] => text += &format!("<small>{}</small>\n", words.no_rules),
        rules => rules.iter().for_each(|passage| {
            text +=
                &format!("<small>{}</small>\n{}", place(passage), code(passage, &statement.number));
        }),
    }
    text += &format!("<small class=\"label\">{}</small>\n", words.scenarios);
    match statement.scenarios.as_slice() {
        [] => text += &format!("<small>{}</small>\n", words.no_scenarios),
        scenarios => scenarios.iter().for_each(|passage| {
            let title = passage.title.as_deref().unwrap_or_default();
            let again = !shown.insert((passage.file.as_str(), passage.line));
            let class = if again { " class=\"again\"" } else { "" };
            text += &format!(
                "<details{class}><summary>{} <small>{}</small></summary>\n{}</details>\n",
                escaped(title),
                place(passage),
                code(passage, &statement.number)
            );
        }),
    }
    text + "</div>\n</section>\n"
}

fn place(passage: &Passage) -> String {
    format!("{}:{}", escaped(&passage.file), passage.line)
}

/// A passage as it is written, the citation of the statement marked.
fn code(passage: &Passage, number: &str) -> String {
    let cited = format!("@{}", escaped(number));
    let text = escaped(&passage.text);
    let mut marked = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(&cited) {
        let behind = &rest[at + cited.len()..];
        let whole = !behind.starts_with(|c: char| c.is_ascii_alphanumeric());
        marked += &rest[..at];
        marked += &if whole { format!("<mark>{cited}</mark>") } else { cited.clone() };
        rest = behind;
    }
    marked += rest;
    format!("<pre>{marked}</pre>\n")
}

/// A line of a page of statements: what stands between backticks is code, between stars emphasised.
fn inline(text: &str) -> String {
    let mut shown = String::new();
    for (number, piece) in text.split('`').enumerate() {
        if number % 2 == 1 {
            shown += &format!("<code>{}</code>", escaped(piece));
            continue;
        }
        for (number, piece) in piece.split('*').enumerate() {
            let piece = escaped(piece);
            shown += &if number % 2 == 1 { format!("<i>{piece}</i>") } else { piece };
        }
    }
    shown
}

/// A picture as it can stand in an address.
fn encoded(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len() + svg.len() / 4);
    for byte in svg.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => text.push(char::from(byte)),
            b' ' | b'-' | b'.' | b'_' | b'/' | b':' | b'=' | b',' | b';' | b'(' | b')' => {
                text.push(char::from(byte));
            }
            b'\n' => text.push(' '),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_show_what_statements_say_and_nothing_more() {
        assert_eq!(inline("a `b<` *c* d"), "a <code>b&lt;</code> <i>c</i> d");
        assert_eq!(encoded("<svg a='#b\"'>"), "%3Csvg a=%27%23b%22%27%3E");
        let passage = Passage {
            file: "x/rules.carc".to_owned(),
            line: 3,
            title: None,
            text: "@C1 a < b @C12".to_owned(),
        };
        assert_eq!(code(&passage, "C1"), "<pre><mark>@C1</mark> a &lt; b @C12</pre>\n");
    }
}
