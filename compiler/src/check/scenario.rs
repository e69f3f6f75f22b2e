//! Scenarios: players, settings, pictures, answers and what is expected.

use abi::{FaultKind, Word};
use grammar::{
    Diagnostic,
    ast::{self, Expectation as Written, Line, Name, ScenarioLine as WrittenLine, Text, WordKind},
    nearest,
};

use super::{
    answers,
    body::Checking,
    codes,
    declare::setting_value,
    face::{expectation, statement_body},
    near::{did_you_mean, hint},
    origins::ItemPlace,
    picture::{picture, unknown_player},
    said_twice::set_once,
};
use crate::{
    meaning::Meaning,
    names::Names,
    typed::{Answer, AnswerWord, Expectation, Given, Scenario, ScenarioLine},
};

/// More players than any game has.
const MANY_PLAYERS: usize = 64;

/// More often than this no game takes a set.
const MOST_TIMES: u32 = 999;

/// A scenario; its lines are left out where expansions that it wants do not play.
pub(crate) fn scenario(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Scenario,
) -> Scenario {
    let mut scenario = Scenario {
        title: item.title.text.clone(),
        expansion: place.expansion,
        players: Vec::new(),
        with: Vec::new(),
        edition: None,
        settings: Vec::new(),
        sets: Vec::new(),
        lines: Vec::new(),
    };
    let mut in_play = true;
    let mut set = Vec::new();
    for line in &item.lines {
        match &line.kind {
            WrittenLine::Players(names) => players(checking, &mut scenario, names),
            WrittenLine::With { names, settings } => {
                in_play &= with(checking, &mut scenario, names);
                for setting in settings {
                    let mut found = Vec::new();
                    let value = setting_value(checking.names, setting, place.expansion, &mut found);
                    if let Some((option, _)) = value {
                        found.extend(set_once(&mut set, option, setting));
                    }
                    if !in_play {
                        // Its options may be those of others; a wrong value is wrong anyway.
                        let wrong = [codes::WRONG_OPTION_VALUE, codes::DUPLICATE_NAME];
                        found.retain(|error| wrong.contains(&error.code));
                    }
                    checking.diagnostics.append(&mut found);
                    let text = checking.origins.sources().slice(setting.value.span);
                    let expansion = setting.expansion.as_ref().map(|name| name.text.clone());
                    scenario.settings.push((expansion, setting.name.text.clone(), text.to_owned()));
                }
            }
            _ => {}
        }
    }
    if scenario.players.is_empty() {
        checking.diagnostics.push(
            Diagnostic::error(codes::SCENARIO, "a scenario names its players")
                .label(item.title.span, "expected a line such as `players red, blue`")
                .help("write a line `players` with the names of two or more"),
        );
        return scenario;
    }
    if in_play {
        for line in &item.lines {
            if let WrittenLine::Sets(named) = &line.kind {
                sets(checking, &mut scenario, named);
            }
            if let Some(kind) = self::line(checking, place, &scenario.players, line) {
                let origin = checking.origins.line(place, line.span, &line.citations);
                scenario.lines.push((origin, line.span, kind));
            }
        }
    }
    scenario
}

fn players(checking: &mut Checking<'_, '_>, scenario: &mut Scenario, names: &[Name]) {
    for name in names {
        if scenario.players.contains(&name.text) || scenario.players.len() >= MANY_PLAYERS {
            checking.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second player `{}`", name.text),
                )
                .label(name.span, "named before"),
            );
        } else {
            scenario.players.push(name.text.clone());
        }
    }
}

/// Takes the sets of tiles of a scenario.
fn sets(checking: &mut Checking<'_, '_>, scenario: &mut Scenario, named: &[(Name, Option<i64>)]) {
    for (name, times) in named {
        let rules = &checking.names.rules;
        let set = rules.sets.iter().find(|set| set.name == name.text);
        let times =
            u32::try_from(times.unwrap_or(1)).ok().filter(|times| (1..=MOST_TIMES).contains(times));
        match (set, times) {
            (Some(_), Some(times)) => scenario.sets.push((name.text.clone(), times)),
            (Some(_), None) => checking.diagnostics.push(
                Diagnostic::error(
                    codes::SCENARIO,
                    format!("a set is taken 1 to {MOST_TIMES} times"),
                )
                .label(name.span, "expected such a number behind it, as in `x2`"),
            ),
            (None, _) => {
                let known = rules.sets.iter().map(|set| set.name.as_str());
                let mut error = Diagnostic::error(
                    codes::UNKNOWN_NAME,
                    format!("there is no set of tiles `{}`", name.text),
                )
                .label(name.span, "expected a set of the expansions that play");
                error.help = hint(checking.diagnostics, &name.text, known);
                checking.diagnostics.push(error);
            }
        }
    }
}

/// Takes the expansions and the edition that a scenario plays with; whether all of the expansions play.
fn with(checking: &mut Checking<'_, '_>, scenario: &mut Scenario, names: &[Name]) -> bool {
    let known = checking.names;
    let plays = |name: &Name| {
        known.rules.expansions.iter().any(|e| e.lends.is_none() && e.name == name.text)
    };
    let absent = |name: &Name| known.absent.contains(&name.text);
    let mut rest = Vec::new();
    for name in names {
        let edition = known.editions.contains(&name.text);
        match plays(name) || absent(name) {
            true if edition => checking.diagnostics.push(
                Diagnostic::error(
                    codes::AMBIGUOUS_NAME,
                    format!("`{0}` can mean the expansion {0} or the edition {0}", name.text),
                )
                .label(name.span, "which one is meant?")
                .help("rename one of them"),
            ),
            true => scenario.with.push(name.text.clone()),
            false => rest.push(name),
        }
    }
    if names.iter().any(absent) {
        // What the rest means may be known to those that do not play.
        return false;
    }
    let mut in_play = true;
    for name in rest {
        match &scenario.edition {
            _ if !known.editions.contains(&name.text) => {
                in_play = false;
                checking.diagnostics.push(unknown(known, name));
            }
            Some(first) => checking.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second edition, `{}`", name.text),
                )
                .label(name.span, format!("`{first}` was chosen before")),
            ),
            None => scenario.edition = Some(name.text.clone()),
        }
    }
    in_play
}

/// A name that is no expansion and no edition. One like another is a slip; with any other one the scenario cannot
/// run here, which keeps nobody from playing.
fn unknown(names: &Names, name: &Name) -> Diagnostic {
    let expansions = names.rules.expansions.iter().map(|expansion| expansion.name.as_str());
    let others = names.absent.iter().chain(&names.editions).map(String::as_str);
    let help = did_you_mean(&name.text, expansions.chain(others));
    let text = format!("there is no expansion and no edition `{}`", name.text);
    let code = codes::UNKNOWN_OPTION;
    let found = match help {
        Some(_) => Diagnostic::error(code, text),
        None => Diagnostic::warning(code, text),
    };
    let help = help.unwrap_or_else(|| "this scenario cannot be run without it".to_owned());
    found.label(name.span, "expected an expansion or an edition").help(help)
}

fn line(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    players: &[String],
    line: &Line<WrittenLine>,
) -> Option<ScenarioLine> {
    match &line.kind {
        WrittenLine::Players(_) | WrittenLine::With { .. } | WrittenLine::Sets(_) => None,
        WrittenLine::Board(lay) => {
            Some(ScenarioLine::Board(picture(checking.names, players, lay, checking.diagnostics)))
        }
        WrittenLine::Given(statement) => {
            let body = statement_body(checking, place, players, statement)?;
            Some(ScenarioLine::Given(Given { body }))
        }
        WrittenLine::Draw(names) => {
            let drawn = names.iter().filter(|name| drawable(checking, name));
            Some(ScenarioLine::Draw(drawn.map(|name| name.text.clone()).collect()))
        }
        WrittenLine::Roll(numbers) => Some(ScenarioLine::Roll(numbers.clone())),
        WrittenLine::Answer { player, name, answer } => {
            answers::check(checking, players, name, answer);
            Some(ScenarioLine::Answer {
                player: seat(checking, players, player)?,
                name: name.text.clone(),
                answer: self::answer(checking, answer),
            })
        }
        WrittenLine::Expect(Written::Holds(expr)) => {
            Some(ScenarioLine::Expect(expectation(checking, place, players, expr)?))
        }
        WrittenLine::Expect(Written::Fault(words)) => {
            words.iter().for_each(|words| fault_words(checking, words));
            let words = words.as_ref().map(|words| words.text.clone());
            Some(ScenarioLine::Expect(Expectation::Fault(words)))
        }
        WrittenLine::Snapshot => Some(ScenarioLine::Snapshot),
        WrittenLine::Expect(Written::Offered { player, can, name, answer }) => {
            answers::check(checking, players, name, answer);
            let player = match player {
                Some(player) => Some(seat(checking, players, player)?),
                None => {
                    let warning = Diagnostic::warning(codes::SCENARIO, "this does not say who");
                    checking.diagnostics.push(
                        warning
                            .label(name.span, "whoever is asked")
                            .help("write a player before `can` or `cannot`"),
                    );
                    None
                }
            };
            Some(ScenarioLine::Expect(Expectation::Offered {
                player,
                can: *can,
                name: name.text.clone(),
                answer: self::answer(checking, answer),
            }))
        }
    }
}

/// The words for which a fault is expected must be among those that some fault is told by.
fn fault_words(checking: &mut Checking<'_, '_>, words: &Text) {
    let texts: Vec<&str> = FaultKind::all().map(FaultKind::text).collect();
    if texts.iter().any(|text| text.contains(&words.text)) {
        return;
    }
    let mut error =
        Diagnostic::error(codes::SCENARIO, format!("no fault is told as \"{}\"", words.text))
            .label(words.span, "expected words of a fault");
    let near = nearest(&words.text, texts.iter().copied());
    let some = near.map(|text| format!("did you mean \"{text}\"?"));
    error.help = Some(some.unwrap_or_else(|| {
        let few =
            "\"a division by zero\", \"a number became too large\" or \"within the step budget\"";
        format!("words of a fault are such as {few}; without any, every fault will do")
    }));
    checking.diagnostics.push(error);
}

fn seat(checking: &mut Checking<'_, '_>, players: &[String], name: &Name) -> Option<Word> {
    let seat = players.iter().position(|player| *player == name.text);
    if seat.is_none() {
        checking.diagnostics.push(unknown_player(players, name));
    }
    seat.map(|seat| seat as Word)
}

/// Whether something of that name can be drawn: a tile or a token.
fn drawable(checking: &mut Checking<'_, '_>, name: &Name) -> bool {
    let rules = &checking.names.rules;
    let known = checking
        .names
        .refer(name, |meaning| {
            matches!(meaning, Meaning::Tile(_) | Meaning::Token(_)).then_some(())
        })
        .is_some();
    if !known {
        let things = rules.tiles.iter().map(|tile| tile.name.as_str());
        let things = things.chain(rules.tokens.iter().map(|token| token.name.as_str()));
        let mut error = Diagnostic::error(
            codes::UNKNOWN_NAME,
            format!("there is no tile or token `{}`", name.text),
        )
        .label(name.span, "expected something that can be drawn");
        error.help = hint(checking.diagnostics, &name.text, things);
        checking.diagnostics.push(error);
    }
    known
}

fn answer(checking: &Checking<'_, '_>, written: &ast::Answer) -> Answer {
    let words = written.words.iter().map(|word| match &word.kind {
        WordKind::Name(name) => AnswerWord::Name(name.clone()),
        WordKind::Int(number) => AnswerWord::Int(*number),
        WordKind::Length(length) => AnswerWord::Length(*length),
        WordKind::Cell { x, y } => AnswerWord::Cell(*x, *y),
        WordKind::Comma => AnswerWord::Name(",".to_owned()),
    });
    let sources = checking.origins.sources();
    let mut text = String::new();
    for word in &written.words {
        if !text.is_empty() && word.kind != WordKind::Comma {
            text.push(' ');
        }
        text.push_str(sources.slice(word.span));
    }
    Answer { words: words.collect(), text }
}
