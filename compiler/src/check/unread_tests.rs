//! Items that cannot be read: nobody who uses their names is blamed, and no other mistake is hidden.

use grammar::{Report, Sources};

use super::{ExpansionSource, Setting, check};

/// The texts of the expansions of this repository, by folder.
fn shipped() -> Vec<(&'static str, Vec<String>)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../expansions/");
    let texts = |name: &str| {
        let folder = std::fs::read_dir(format!("{root}{name}")).expect("shipped");
        let mut paths: Vec<_> = folder.map(|entry| entry.expect("readable").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "carc"));
        // What happens beside other expansions cannot be read without them.
        paths.retain(|path| path.file_stem().is_none_or(|name| name != "interplay_scenarios"));
        paths.sort();
        paths.iter().map(|path| std::fs::read_to_string(path).expect("readable")).collect()
    };
    ["base", "crop_circles", "the_fair"].map(|name| (name, texts(name))).into()
}

/// What the checker says of folders of texts, whatever the grammar says.
fn said(sources: &mut Sources, folders: &[(&str, Vec<String>)]) -> Vec<grammar::Diagnostic> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../expansions/");
    let mut available = Vec::new();
    for (name, texts) in folders {
        let mut files = Vec::new();
        for text in texts {
            let id = sources.add(*name, text.as_str());
            files.push((id, grammar::parse(sources, id).file));
        }
        let statements = std::fs::read_to_string(format!("{root}{name}/rules.md")).ok();
        let statements = statements.map(|text| sources.add("rules.md", text));
        available.push(ExpansionSource { folder: (*name).to_owned(), files, statements });
    }
    let expansions = folders.iter().map(|(name, _)| (*name).to_owned()).collect();
    let setting = Setting { expansions, ..Setting::default() };
    check(sources, &available, &setting).diagnostics
}

/// Breaks some items of the expansions in turn, in two ways.
#[test]
fn whoever_uses_a_broken_item_is_not_blamed() {
    let mut cascades = Vec::new();
    let folders = shipped();
    let mut number = 0;
    for (folder, (name, texts)) in folders.iter().enumerate() {
        for (file, text) in texts.iter().enumerate() {
            let mut sources = Sources::new();
            let id = sources.add("whole", text.as_str());
            for item in &grammar::parse(&sources, id).file.items {
                number += 1;
                if number % 2 != 0 && item.span.start != 0 {
                    continue;
                }
                let (start, end) = (item.span.start as usize, item.span.end as usize);
                let broken = format!("{} ;{}", &text[..end], &text[end..]);
                let mut folders = folders.clone();
                folders[folder].1[file] = broken;
                let mut sources = Sources::new();
                let found = said(&mut sources, &folders);
                if !found.is_empty() {
                    let report = Report { diagnostics: found }.render_plain(&sources);
                    let item = &text[start..end.min(start + 60)];
                    cascades.push(format!("{name}: {item}\n{report}"));
                }
            }
        }
    }
    assert!(number > 100);
    assert!(cascades.is_empty(), "{}", cascades.join("\n"));
}

#[test]
fn a_broken_item_hides_no_other_mistake() {
    let text = |rest: &str| format!("expansion e {{ title \"e\" }}\n{rest}");
    for (rest, codes) in [
        ("menu ; a\nfn b() -> int = c", vec!["check/unknown-name"]),
        ("fn a( -> int = 1\nfn b() -> int = a()\nfn c() -> int = d()", vec!["check/unknown-name"]),
        ("enum A { x, y, }}\nplayer keeps a: A\nplayer keeps b: B\n", vec!["check/unknown-name"]),
        (
            "player keeps a: int;\nfn b(p: player) -> int = p.a + p.c",
            vec!["check/unknown-property"],
        ),
        ("fn a(x: plaier) -> nt = x + 1\nfn b() -> int = a(3)", vec!["check/unknown-name"; 2]),
        ("to a() -> nt { return 3 }\nto b() { let x = a() }", vec!["check/unknown-name"]),
        ("player keeps a: nt\nfn b(p: player) -> int = p.a", vec!["check/unknown-name"]),
        ("option a: nt = 3\nfn b() -> int = a", vec!["check/unknown-name"]),
    ] {
        let mut sources = Sources::new();
        let found = said(&mut sources, &[("e", vec![text(rest)])]);
        let found: Vec<&str> = found.iter().map(|found| found.code).collect();
        assert_eq!(found, codes, "{rest}");
    }
}

#[test]
fn a_broken_expansion_item_says_whom_it_needs() {
    let root = ("root", vec!["expansion root { title \"b\" }\nmenu a\n".to_owned()]);
    for head in [
        "expansion e { title \"e\" needs root; }",
        "expansion e { title e needs nobody, root players 2..6 }",
        "expansion e { needs root uses shots after root",
        "expansion { needs root }",
    ] {
        let e = ("e", vec![format!("{head}\noffer b in a {{ skip }}\n")]);
        let mut sources = Sources::new();
        let found = said(&mut sources, &[root.clone(), e]);
        let unknown = found.iter().filter(|found| found.message.contains("nobody")).count();
        let wanted = usize::from(head.contains("nobody"));
        assert_eq!((found.len(), unknown), (wanted, wanted), "{head}: {found:?}");
    }
}
