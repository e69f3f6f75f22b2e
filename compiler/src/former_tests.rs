//! Edits of the shipped texts: what is taken over is what compiling from nothing gives.

use std::sync::Arc;

use grammar::{Diagnostic, FileId, Sources, ast};

use crate::{Backend, Compiled, ExpansionSource, Former, Setting, compile_after};

/// How many edits are compiled.
const EDITS: usize = 300;

/// Numbers that only look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// A file with its tree, which is made anew only when the text changes.
struct Page {
    name: String,
    shipped: String,
    text: String,
    tree: Option<(FileId, Arc<ast::File>)>,
}

struct Shelf {
    folders: Vec<(&'static str, Vec<Page>)>,
    chosen: Vec<String>,
}

impl Shelf {
    fn of(folders: &[(&'static str, &[&str])]) -> Self {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../expansions");
        let page = |folder: &str, file: &&str| {
            let name = format!("{folder}/{file}.carc");
            let text = std::fs::read_to_string(format!("{root}/{name}")).expect("shipped");
            Page { name, shipped: text.clone(), text, tree: None }
        };
        let pages = |(folder, files): &(&'static str, &[&str])| {
            (*folder, files.iter().map(|file| page(folder, file)).collect())
        };
        let chosen = folders.iter().map(|(folder, _)| (*folder).to_owned()).collect();
        Self { folders: folders.iter().map(pages).collect(), chosen }
    }

    fn pages(&mut self) -> Vec<&mut Page> {
        self.folders.iter_mut().flat_map(|(_, pages)| pages).collect()
    }

    fn set(&mut self, name: &str, text: String) {
        let mut pages = self.pages();
        let page = pages.iter_mut().find(|page| page.name == name).expect("there is such a file");
        if page.text != text {
            (page.text, page.tree) = (text, None);
        }
    }

    fn text(&mut self, name: &str) -> String {
        let pages = self.pages();
        pages.iter().find(|page| page.name == name).expect("there is such a file").text.clone()
    }

    /// Compiles after other rules and from nothing; what is told of both is the same.
    fn compile(&mut self, former: &mut Former, setting: &Setting) -> Result<Compiled, ()> {
        let mut sources = Sources::new();
        let mut available = Vec::new();
        for (folder, pages) in &mut self.folders {
            let mut files = Vec::new();
            for page in pages {
                let id = sources.add(page.name.clone(), page.text.clone());
                let tree = match &page.tree {
                    Some((known, tree)) if *known == id => Arc::clone(tree),
                    _ => grammar::parse(&sources, id).file,
                };
                page.tree = Some((id, Arc::clone(&tree)));
                files.push((id, tree));
            }
            available.push(ExpansionSource {
                folder: (*folder).to_owned(),
                files,
                statements: None,
            });
        }
        let compile = |former: &mut Former| {
            compile_after(&sources, &available, setting, Backend::Native, None, Some(former))
        };
        let mut nothing = Former::default();
        let (again, fresh) = (compile(former), compile(&mut nothing));
        match (again, fresh) {
            (Ok(again), Ok(fresh)) => {
                assert!(again.rules == fresh.rules, "the checked rules differ");
                assert_eq!(told(&again), told(&fresh));
                assert!(
                    former.code.code.told() == nothing.code.code.told(),
                    "the machine code differs"
                );
                Ok(again)
            }
            (Err(again), Err(fresh)) => {
                assert_eq!(again, fresh);
                assert!(again.iter().any(Diagnostic::is_error));
                Err(())
            }
            (again, fresh) => panic!("{:?} and {:?}", again.err(), fresh.err()),
        }
    }

    fn setting(&self) -> Setting {
        Setting { expansions: self.chosen.clone(), ..Setting::default() }
    }
}

/// All of a program but its code, and what is said of it.
fn told(compiled: &Compiled) -> String {
    let code = Arc::new(crate::ir::Evaluator::new(Arc::default()));
    let program = abi::Program { code, ..(*compiled.program).clone() };
    format!("{program:?} {:?} {:?}", compiled.explanation, compiled.warnings)
}

/// A text with one line lost, doubled or put before, a number or a word changed.
fn edited(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = numbers.below(lines.len());
    let number = (b'1' + numbers.below(9) as u8) as char;
    match numbers.below(8) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 | 3 => lines.insert(at, format!("// remark {number}")),
        4 => lines.insert(at, String::new()),
        5 | 6 => {
            let from = lines[at..].iter().position(|line| line.contains(char::is_numeric));
            let line = &mut lines[at + from.unwrap_or(0)];
            *line = line.replacen(char::is_numeric, &number.to_string(), 1);
        }
        _ => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let word = words[numbers.below(words.len())];
            let line = lines[at].clone();
            let old = line.split_whitespace().nth(numbers.below(4)).unwrap_or("\n");
            lines[at] = line.replacen(old, word, 1);
        }
    }
    lines.join("\n") + "\n"
}

const BASE: (&str, &[&str]) = ("base", &["rules", "tiles", "scenarios"]);
const CIRCLES: (&str, &[&str]) =
    ("crop_circles", &["interplay_scenarios", "rules", "scenarios", "tiles"]);
const FAIR: (&str, &[&str]) = (
    "the_fair",
    &[
        "contest_scenarios",
        "follower_scenarios",
        "interplay_scenarios",
        "rules",
        "scenarios",
        "tiles",
    ],
);

#[test]
fn random_edits_compile_to_what_compiling_from_nothing_gives() {
    let mut shelf = Shelf::of(&[BASE, CIRCLES, FAIR]);
    let setting = shelf.setting();
    let (mut former, mut numbers) = (Former::default(), Numbers(7));
    let (mut sound, mut broken) = (0, 0);
    let mut last: Option<String> = None;
    for _ in 0..EDITS {
        // Mistakes are mended mostly, so that they do not hide everything else.
        let mends = numbers.below(5) != 0;
        let mut pages = shelf.pages();
        if let Some(name) = last.take().filter(|_| mends) {
            let page = pages.iter_mut().find(|page| page.name == name).expect("it was edited");
            (page.text, page.tree) = (page.shipped.clone(), None);
        }
        if numbers.below(12) == 0 {
            pages.iter_mut().for_each(|page| {
                (page.text, page.tree) = (page.shipped.clone(), None);
            });
        }
        let page = numbers.below(pages.len());
        let text = edited(&pages[page].text, &mut numbers);
        (pages[page].text, pages[page].tree) = (text, None);
        let name = pages[page].name.clone();
        match shelf.compile(&mut former, &setting) {
            Ok(_) => sound += 1,
            Err(()) => (broken, last) = (broken + 1, Some(name)),
        }
    }
    assert!(sound > 150 && broken > 30, "{sound} sound, {broken} broken");
}

#[test]
fn a_line_more_leaves_code_and_scenarios_as_they_are() {
    let mut shelf = Shelf::of(&[BASE, CIRCLES]);
    let setting = shelf.setting();
    let mut former = Former::default();
    let first = shelf.compile(&mut former, &setting).expect("shipped");
    let code = former.code.clone();
    assert_eq!(former.checked.taken, (0, 0));
    // Those of which something is said are checked again: they play with expansions that are not here.
    let absent = first.warnings.iter().filter(|found| found.code == "check/unknown-option");
    let all = first.rules.scenarios.len() - absent.count();
    assert!(all > 20, "{all} scenarios");

    let text = shelf.text("base/rules.carc").replacen("\nstep ", "\n// A remark.\nstep ", 1);
    shelf.set("base/rules.carc", text.clone());
    let second = shelf.compile(&mut former, &setting).expect("a remark");
    let circles = |expansion: usize| expansion == 1;
    let rules = &second.rules;
    let others = rules.steps.iter().filter(|step| circles(step.expansion)).count()
        + rules.functions.iter().filter(|function| circles(function.expansion)).count()
        + rules.deeds.iter().filter(|deed| circles(deed.expansion)).count()
        + rules.offers.iter().filter(|offer| circles(offer.expansion)).count()
        + rules.hooks.iter().filter(|hook| circles(hook.expansion)).count()
        + rules.adjusts.iter().filter(|adjust| circles(adjust.expansion)).count();
    assert!(others > 2, "{others} items with bodies besides scenarios");
    assert_eq!(former.checked.taken, (all + others, all), "they stand in files that are the same");
    assert_eq!(former.code.code.shared(&code.code), second.program.functions.len());

    former.checked.taken = (0, 0);
    let number = text.replacen("1 + count neighbours", "2 + count neighbours", 1);
    assert_ne!(number, text);
    shelf.set("base/rules.carc", number);
    let third = shelf.compile(&mut former, &setting).expect("a number");
    assert_eq!(former.checked.taken, (all + others, all));
    let shared = former.code.code.shared(&code.code);
    assert!(shared + 10 > third.program.functions.len(), "most code is the same: {shared}");
}

#[test]
fn another_declaration_lets_no_item_be_taken_over() {
    let mut shelf = Shelf::of(&[BASE]);
    let setting = shelf.setting();
    let mut former = Former::default();
    shelf.compile(&mut former, &setting).expect("shipped");
    let text = shelf.text("base/rules.carc") + "\noption more: int = 1 from 0..3\n";
    shelf.set("base/rules.carc", text);
    shelf.compile(&mut former, &setting).expect("one more option");
    assert_eq!(former.checked.taken, (0, 0));

    let text = shelf.text("base/rules.carc");
    let wrong = text.replacen("1 + count neighbours", "1 + count nieghbours", 1);
    shelf.set("base/rules.carc", wrong);
    assert!(shelf.compile(&mut former, &setting).is_err());
    assert!(former.checked.taken.1 > 0, "what is wrong in a body changes no declaration");
}
