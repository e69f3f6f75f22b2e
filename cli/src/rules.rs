//! `carc rules`: each numbered statement with the rule lines that carry it out and the scenarios that show it.

use std::{cell::RefCell, collections::BTreeMap};

use drawing::{Looks, tile_picture};
use runtime::Rules;
use toolkit::{Backend, NoPage, Passage, Setting, Woven, WovenStatement, counted, woven_page};

use crate::{
    args::RulesOf,
    choice::Shelf,
    outcome::{Failure, Verdict},
    pictures::write_over,
    screen::{Screen, Style, harmless, wrapped},
};

/// Columns of a line before it is broken.
const WIDTH: usize = 100;
/// How wide a tile of the page is drawn, in pixels; it is shown smaller.
const TILE: u32 = 120;

/// Shows the rulebook of an expansion, or writes it as a page.
pub(crate) fn run(arguments: &RulesOf, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, names) = Shelf::open(std::slice::from_ref(&arguments.which))?;
    for name in &names {
        let Some(home) = shelf.library.get(name) else { continue };
        let woven = Woven::of(&shelf.texts, home, &arguments.lang);
        let woven = woven.map_err(|error| match error {
            NoPage::Language(text) => Failure::Misused(harmless(&text)),
            NoPage::Missing(text) => Failure::Wrong(harmless(&text)),
        })?;
        let Some(path) = &arguments.html else {
            shown(&woven, screen)?;
            continue;
        };
        let gallery = Gallery { shelf: &shelf, programs: RefCell::default() };
        let page = woven_page(&woven, &|tile| gallery.picture(tile));
        write_over(path, page.as_bytes())?;
        let count = counted(woven.statements().count(), "statement");
        let path = path.display();
        screen.line(&harmless(&format!("{count} written to {path}")))?;
    }
    Ok(Verdict::Good)
}

fn shown(woven: &Woven, screen: &mut Screen<'_>) -> Result<(), Failure> {
    screen.line(&screen.paint(Style::Bold, &harmless(&woven.title)))?;
    for part in &woven.parts {
        if let Some(heading) = &part.heading {
            screen.line("")?;
            screen.line(&screen.paint(Style::Bold, &harmless(heading)))?;
        }
        for paragraph in &part.text {
            screen.line(&wrapped(&harmless(paragraph), WIDTH, 0))?;
        }
        part.statements.iter().try_for_each(|statement| row(statement, screen))?;
    }
    Ok(())
}

/// A statement, then a line for each rule line and each scenario.
fn row(statement: &WovenStatement, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let number = screen.paint(Style::Cyan, &harmless(&statement.number));
    let text = wrapped(&harmless(&statement.text), WIDTH - 6, 6);
    screen.line(&format!("{number}  {text}"))?;
    let said = |passage: &Passage, what: &str| {
        let place = format!("{}:{}", passage.file, passage.line);
        harmless(&format!("      {place}  {what}"))
    };
    for passage in &statement.rules {
        let first = passage.text.lines().next().unwrap_or_default();
        screen.line(&said(passage, first))?;
    }
    for passage in &statement.scenarios {
        let title = format!("scenario \"{}\"", passage.title.as_deref().unwrap_or_default());
        screen.line(&screen.paint(Style::Dim, &said(passage, &title)))?;
    }
    if statement.rules.is_empty() && statement.scenarios.is_empty() {
        screen.line(&screen.paint(Style::Dim, "      nothing cites it"))?;
    }
    Ok(())
}

/// Pictures of tiles of whatever expansion declares them.
struct Gallery<'a> {
    shelf: &'a Shelf,
    /// The rules that tiles are drawn by, by the expansion that declares them; nothing if they are wrong.
    programs: RefCell<BTreeMap<String, Option<(Rules, Looks)>>>,
}

impl Gallery<'_> {
    fn picture(&self, tile: &str) -> Option<String> {
        let home = self.shelf.texts.home_of_tile(tile)?;
        let mut programs = self.programs.borrow_mut();
        let known = programs.entry(home.to_owned()).or_insert_with(|| self.program(home));
        let (rules, looks) = known.as_ref()?;
        let program = rules.program();
        Some(tile_picture(program, looks, program.tile(tile)?, 0, false, TILE))
    }

    /// How things look: what the expansion says that declares a tile comes first.
    fn looks(&self, home: &str) -> Looks {
        let own = self.shelf.library.iter().filter(|expansion| expansion.name == home);
        let others = self.shelf.library.iter().filter(|expansion| expansion.name != home);
        let files = own.chain(others).filter_map(|expansion| expansion.drawing.as_ref());
        Looks::read(files.map(|file| (file.name.as_str(), file.text.as_str())))
    }

    fn program(&self, home: &str) -> Option<(Rules, Looks)> {
        let setting = Setting { expansions: vec![home.to_owned()], ..Setting::default() };
        let compiled = self.shelf.texts.build(&setting, Backend::Eval).ok()?;
        Some((Rules::new(compiled.program), self.looks(home)))
    }
}
