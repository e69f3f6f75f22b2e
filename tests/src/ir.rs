//! What rules become before they are code: functions as text, after lowering and after splitting at asks.

use compiler::ir::Module;
use compiler::{link, lowered, split};

use crate::fixture::{self, each, files, folder, header};
use crate::rules::{self, Shelf};

#[test]
fn functions_as_text() {
    each(&files(&folder("ir"), "carc"), |path, text| {
        let shown = header(text, "shows").expect("the first line names a function");
        let mut shelf = Shelf::standard();
        let names = shelf.add("fixture", &[(fixture::name(path), text.to_owned())], None);
        let (checked, report) = shelf.check(&rules::playing(&names));
        assert_eq!(report.render_plain(&shelf.sources), "");
        let linked = link(&checked.rules).expect("the fixture links");
        let mut module = lowered(&checked.rules, &linked);
        fixture::snapshot(path, Some("lower"), &function(&module, shown));
        split(&mut module);
        if module.functions.iter().any(|function| function.name == shown && function.waits) {
            fixture::snapshot(path, Some("split"), &function(&module, shown));
        }
    });
}

/// A function as text.
fn function(module: &Module, name: &str) -> String {
    let found = module.functions.iter().find(|function| function.name == name);
    let all = || module.functions.iter().map(|function| function.name.as_str()).collect::<Vec<_>>();
    let found = found.unwrap_or_else(|| panic!("no `{name}` among {:?}", all()));
    numbered(&module.text(found))
}

/// The text with sites and functions numbered as they appear, so that it does not change with other rules.
fn numbered(text: &str) -> String {
    let mut seen: Vec<String> = Vec::new();
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['@', '#']) {
        let (before, from) = rest.split_at(at);
        let digits = from[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, behind) = from.split_at(1 + digits);
        renamed.push_str(before);
        // `r3@1` is a word of a frame and means itself.
        let is_slot = before.ends_with(|sign: char| sign.is_ascii_digit());
        if digits == 0 || is_slot {
            renamed.push_str(name);
        } else {
            let known = seen.iter().position(|other| other == name);
            let number = known.unwrap_or_else(|| {
                seen.push(name.to_owned());
                seen.len() - 1
            });
            renamed.push_str(&format!("{}{}", &name[..1], number + 1));
        }
        rest = behind;
    }
    renamed + rest
}
