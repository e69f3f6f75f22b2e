//! Any bytes as a text of rules: they are refused with places inside the text, or they are laid out and compile.

use std::collections::BTreeMap;

use compiler::{Backend, Setting};
use grammar::{Report, Sources};
use toolkit::{Expansion, Home, Library, TextFile, Texts, format};

/// Reads bytes as rules. What can be read is laid out, and laid out once more nothing changes.
pub(crate) fn parse(bytes: &[u8]) {
    let Ok(text) = grammar::decode(bytes) else { return };
    let mut sources = Sources::new();
    let file = sources.add("bytes.carc", text);
    let parsed = grammar::parse(&sources, file);
    let report: Report = parsed.diagnostics.into_iter().collect();
    check_places(&sources, &report);
    if !report.is_empty() {
        return;
    }
    let laid_out = format(&sources, file).expect("it has no mistakes of syntax");
    let file = sources.add("laid_out.carc", laid_out.as_str());
    let again = format(&sources, file).expect("it is as it was but for blanks");
    assert!(laid_out == again, "laid out twice:\n{laid_out}\n{again}");
}

/// Checks bytes as an expansion beside the built-in ones.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = grammar::decode(bytes) else { return };
    let head = "expansion bytes { title \"B\" needs base }\n";
    let text = if text.contains("expansion ") { text } else { format!("{head}{text}") };
    let mut library = Library::built_in();
    library.add(written("bytes", "bytes.carc", text));
    let texts = Texts::new(&library);
    let setting = Setting { expansions: vec!["bytes".to_owned()], ..Setting::default() };
    if let Err(report) = texts.build(&setting, Backend::Eval) {
        assert!(report.has_errors(), "refused without an error");
        check_places(texts.sources(), &report);
    }
}

/// An expansion of one text and nothing else.
pub(crate) fn written(name: &str, file: &str, text: String) -> Expansion {
    Expansion {
        name: name.to_owned(),
        home: Home::BuiltIn,
        rules: vec![TextFile { name: file.to_owned(), text }],
        statements: None,
        translations: BTreeMap::new(),
        mutants: None,
        messages: BTreeMap::new(),
        recorded: None,
        unreadable: Vec::new(),
        drawing: None,
    }
}

/// Every place of a report lies in its text, and all of it can be shown.
fn check_places(sources: &Sources, report: &Report) {
    for (span, _) in report.diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
        let text = sources.get(span.file).expect("the file exists").text();
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(start <= end && end <= text.len(), "{span:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{span:?}");
    }
    let rendered = report.render_plain(sources);
    assert_eq!(rendered.is_empty(), report.is_empty());
}
