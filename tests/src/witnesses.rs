//! What shows that rules were changed: scenarios, by the lines that cite a statement, and settings that are refused.

use std::collections::BTreeMap;

use compiler::{Backend, Setting};
use grammar::ast::{Item, ItemKind, Scenario};
use runtime::{Game, Rules, Setup};
use toolkit::{Example, Expansion, Home, TextFile, Texts, default_tiles, examples, play_example};

use crate::{
    fixture::{folder, name, read},
    mutations::{Mutation, lines},
    play::library,
};

/// What scenarios of the standard expansions cannot show, for want of pieces and parts, those of these ones do.
const GUESTS: [&str; 2] = ["fairgoers", "guests"];

/// Settings that the rules refuse: the only witnesses of limits, as no scenario can play them.
#[derive(Debug)]
pub(crate) struct Limit {
    statement: String,
    expansion: String,
    players: u8,
    setting: Setting,
}

impl Limit {
    /// `STATEMENT EXPANSION: players N`, or `STATEMENT EXPANSION: OPTION = VALUE`.
    fn read(line: &str) -> Self {
        let (head, limit) = line.split_once(": ").expect("an expansion and a limit");
        let (statement, expansion) = head.split_once(' ').expect("a statement and an expansion");
        let mut setting = Setting { expansions: vec![expansion.to_owned()], ..Setting::default() };
        let mut players = 2;
        match (limit.strip_prefix("players "), limit.split_once(" = ")) {
            (Some(number), _) => players = number.parse().expect("a number of players"),
            (None, Some((option, value))) => {
                setting.options.push((None, option.to_owned(), value.to_owned()));
            }
            (None, None) => panic!("`{line}` is no limit"),
        }
        Self { statement: statement.to_owned(), expansion: expansion.to_owned(), players, setting }
    }

    pub(crate) fn keeps(&self, texts: &Texts) -> bool {
        let Ok(compiled) = texts.build(&self.setting, Backend::Eval) else { return true };
        let tiles = default_tiles(&compiled.program);
        let setup = Setup { players: self.players, seed: 1, tiles, board: None };
        Game::new(&Rules::new(compiled.program), &setup).is_err()
    }
}

/// A scenario with the statements that each of its lines is about.
pub(crate) struct Witness {
    pub(crate) example: Example,
    about: BTreeMap<String, Vec<String>>,
    /// The statements that any line cites.
    pub(crate) cites: Vec<String>,
}

impl Witness {
    fn new(texts: &Texts, example: Example, scenario: &Scenario) -> Self {
        let cited: Vec<Vec<String>> = scenario
            .lines
            .iter()
            .map(|line| line.citations.iter().map(|cited| cited.statement.clone()).collect())
            .collect();
        let spoken = |cited: &&Vec<String>| !cited.is_empty();
        let mut about = BTreeMap::new();
        for (index, line) in scenario.lines.iter().enumerate() {
            // A citation stands for the lines that lead to it and those that follow from it, as far as the next one.
            let (before, from) = cited.split_at(index);
            let near = match &cited[index] {
                own if !own.is_empty() => own.clone(),
                _ => {
                    let near = [before.iter().rfind(spoken), from.iter().find(spoken)];
                    near.into_iter().flatten().flatten().cloned().collect()
                }
            };
            about.insert(line_of(&texts.sources().place(line.span)), near);
        }
        // What cannot be set up comes to no line: the first citation stands for it.
        let first = cited.iter().find(spoken).cloned().unwrap_or_default();
        about.insert(line_of(&example.place), first);
        Self { about, cites: cited.concat(), example }
    }

    /// Whether the line at a place is about a statement.
    fn is_about(&self, place: &str, statement: &str) -> bool {
        self.about
            .get(&line_of(place))
            .is_some_and(|about| about.iter().any(|cited| cited == statement))
    }
}

/// A place as file and line: `FILE:LINE`, without the column.
fn line_of(place: &str) -> String {
    place.split(':').take(2).collect::<Vec<_>>().join(":")
}

/// What noticed a mutation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// A line of a scenario that is about the statement, or the checker.
    Scenario,
    /// A setting that the rules are to refuse.
    Limit,
    /// Lines of scenarios, none of them about the statement.
    Elsewhere(Vec<String>),
}

/// The witnesses of all expansions.
pub(crate) struct Court {
    pub(crate) texts: Texts,
    pub(crate) witnesses: Vec<Witness>,
    pub(crate) limits: Vec<Limit>,
}

impl Court {
    pub(crate) fn open() -> Self {
        let mut library = library();
        for guest in GUESTS {
            let path = folder("mutations").join(format!("{guest}.carc"));
            library.add(Expansion {
                name: guest.to_owned(),
                home: Home::BuiltIn,
                rules: vec![TextFile { name: name(&path), text: read(&path) }],
                statements: None,
                messages: BTreeMap::new(),
                recorded: None,
                unreadable: Vec::new(),
                drawing: None,
                mutants: None,
                translations: Default::default(),
            });
        }
        let texts = Texts::new(&library);
        let witnesses = texts.available().iter().flat_map(|source| {
            let mut scenarios = BTreeMap::new();
            source.files.iter().for_each(|(_, file)| collect(&texts, &file.items, &mut scenarios));
            let example = |example: Example| {
                let scenario = scenarios[&example.place];
                Witness::new(&texts, example, scenario)
            };
            examples(&texts, &source.folder).into_iter().map(example).collect::<Vec<_>>()
        });
        let witnesses = witnesses.collect();
        let limits = lines(&read(&folder("mutations").join("limits.txt")))
            .map(|(_, line)| Limit::read(line))
            .collect();
        Self { texts, witnesses, limits }
    }

    /// The statements of an expansion.
    pub(crate) fn statements(&self, expansion: &str) -> Vec<&str> {
        let mut sources = self.texts.available().iter();
        let source = sources.find(|source| source.folder == expansion);
        let id = source.and_then(|source| source.statements);
        let text = self.texts.sources().text(id.expect("a standard expansion has its statements"));
        let numbers = text.lines().filter_map(|line| line.strip_prefix("- ")?.split_once('.'));
        numbers.map(|(number, _)| number).collect()
    }

    /// What shows that the rules were changed, a line about the broken statement if there is one; or why nothing does.
    pub(crate) fn notices(&self, mutation: &Mutation) -> Result<Notice, String> {
        let texts = mutation.apply(&self.texts)?;
        let statement = &mutation.statement;
        let plays = |witness: &&Witness| {
            texts.closure(&witness.example.setting.expansions).contains(&mutation.expansion)
        };
        let mut elsewhere = Vec::new();
        let (citing, others): (Vec<&Witness>, Vec<&Witness>) = self
            .witnesses
            .iter()
            .filter(plays)
            .partition(|witness| witness.cites.contains(statement));
        for witness in &citing {
            match play_example(&texts, &witness.example, Backend::Eval) {
                // Another one may be what the checker refuses: rules go on beside a broken scenario.
                Ok(_) if mutation.refused => {}
                Err(report) if !mutation.refused => {
                    return Err(format!(
                        "it is refused:\n{}",
                        report.render_plain(texts.sources())
                    ));
                }
                Err(_) => return Ok(Notice::Scenario),
                Ok(outcome) => match outcome.failure {
                    Some(failure) if witness.is_about(&failure.place, statement) => {
                        return Ok(Notice::Scenario);
                    }
                    Some(failure) => elsewhere.push(failure.place),
                    None => {}
                },
            }
        }
        if mutation.refused {
            return Err("it compiles".to_owned());
        }
        let mut limits = self
            .limits
            .iter()
            .filter(|limit| limit.statement == *statement && limit.expansion == mutation.expansion);
        if limits.any(|limit| !limit.keeps(&texts)) {
            return Ok(Notice::Limit);
        }
        // One that cites nothing of it is enough to say that it is noticed.
        if elsewhere.is_empty() {
            let other = others.iter().find_map(|witness| {
                let outcome = play_example(&texts, &witness.example, Backend::Eval).ok()?;
                outcome.failure.map(|failure| failure.place)
            });
            elsewhere.extend(other);
        }
        match elsewhere.is_empty() {
            true => Err("no scenario notices it".to_owned()),
            false => Ok(Notice::Elsewhere(elsewhere)),
        }
    }
}

/// The scenarios among some items, by place.
fn collect<'a>(texts: &Texts, items: &'a [Item], found: &mut BTreeMap<String, &'a Scenario>) {
    for item in items {
        match &item.kind {
            ItemKind::Scenario(scenario) => {
                found.insert(texts.sources().place(scenario.title.span), scenario);
            }
            ItemKind::With(with) => collect(texts, &with.items, found),
            _ => {}
        }
    }
}
