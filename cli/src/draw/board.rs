//! Boards: from a game that somebody saved or recorded, from a scenario, or from one that bots play.

use std::{path::Path, sync::Arc};

use abi::{Table, Word, cell_x, cell_y, field};
use drawing::{Looks, Seated};
use physics::{Dice, Skill};
use runtime::{Pcg32, Playthrough, Seats, Stand};
use toolkit::{
    Backend, Bot, Example, Programs, RecordWords, Shots, examples, nearest, recorded_game,
    stage_example,
};

use super::{looks::told_looks, tokens::put_tokens};
use crate::{
    args::draw as arguments, art::laid, choice::Shelf, outcome::Failure, record::opened,
    screen::harmless,
};

/// So many answers bots give; rules may let them go on for ever.
const MOST_ANSWERS: u32 = 50_000;
/// The seed of a game for which none is given: a picture should be the same tomorrow.
const SEED: u64 = 1;

/// The game whose board is wanted, as it stood then.
pub(super) fn game(arguments: &arguments::Board) -> Result<(Playthrough, Looks), Failure> {
    let choice = &arguments.game;
    let with = match (&arguments.file, &arguments.scenario) {
        (None, None) => choice.rules.with(),
        _ => choice.rules.said().to_vec(),
    };
    let (shelf, chosen) = Shelf::open(&with)?;
    let play = match (&arguments.file, &arguments.scenario) {
        (Some(file), _) => {
            let mut play = read(file, arguments.number, &shelf)?;
            if let Some(turns) = arguments.turns {
                go_back(&mut play, turns);
            }
            play
        }
        (None, Some(title)) => scenario(title, &chosen, &shelf)?,
        (None, None) => played(arguments, &shelf, chosen)?,
    };
    let looks = told_looks(&shelf, play.rules().program());
    Ok((play, looks))
}

/// A saved or recorded game.
fn read(file: &Path, number: usize, shelf: &Shelf) -> Result<Playthrough, Failure> {
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let name = file.to_string_lossy();
    if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") {
        let words = RecordWords::read(&shelf.library).map_err(Failure::Wrong)?;
        return recorded_game(file, number, &programs, &words)
            .map_err(|error| Failure::Wrong(harmless(&format!("{name}: {error}"))));
    }
    opened(file, &programs)
}

/// How many turns have begun.
fn turn(play: &Playthrough) -> Word {
    play.game().memory().get(Table::Game, 0, field::game::TURN)
}

/// Takes answers back until only so many turns are over.
fn go_back(play: &mut Playthrough, turns: u32) {
    while turn(play) > Word::from(turns) || (over(play) && turn(play) == Word::from(turns)) {
        if !play.undo() {
            break;
        }
    }
}

fn over(play: &Playthrough) -> bool {
    matches!(play.stand(), Stand::Over)
}

/// A scenario at its end.
fn scenario(title: &str, chosen: &[String], shelf: &Shelf) -> Result<Playthrough, Failure> {
    let names = || shelf.entries.iter().map(|entry| entry.name.as_str());
    let looked_at = names().filter(|name| chosen.is_empty() || chosen.iter().any(|c| c == name));
    let all: Vec<Example> = looked_at.flat_map(|name| examples(&shelf.texts, name)).collect();
    let whole = all.iter().filter(|example| example.title == title);
    let part = all.iter().filter(|example| example.title.contains(title));
    let found: Vec<&Example> = whole.chain(part).collect();
    let example = match found[..] {
        [] => {
            let near = nearest(title, all.iter().map(|example| example.title.as_str()));
            let hint = match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "`carc test NAME` says which ones an expansion has".to_owned(),
            };
            let text = format!("there is no scenario `{title}`; {hint}");
            return Err(Failure::Misused(harmless(&text)));
        }
        [example] => example,
        [first, ..] if first.title == title => first,
        [first, second, ..] => {
            let text = format!(
                "several scenarios have `{title}` in their titles: \"{}\", \"{}\"",
                first.title, second.title
            );
            return Err(Failure::Misused(harmless(&text)));
        }
    };
    let staged = stage_example(&shelf.texts, example, Backend::Native);
    match staged.map_err(|report| shelf.refused(&report))? {
        (_, Some(play)) => Ok(play),
        (outcome, None) => {
            let why = outcome.failure.map(|failure| failure.to_string()).unwrap_or_default();
            Err(Failure::Wrong(harmless(&why)))
        }
    }
}

/// A game that bots have played.
fn played(
    arguments: &arguments::Board,
    shelf: &Shelf,
    chosen: Vec<String>,
) -> Result<Playthrough, Failure> {
    let choice = &arguments.game;
    let setting = shelf.setting(chosen, &choice.rules)?;
    let seed = choice.seed.unwrap_or(SEED);
    let (rules, setup) = shelf.game(&setting, choice, seed, Backend::Native)?;
    let seats = Seats::colours(choice.players);
    let mut play = Playthrough::new(Arc::clone(&rules), setup, seats).map_err(|error| {
        let text = error.to_string();
        if error.blames_rules() { Failure::Wrong(text) } else { Failure::Misused(text) }
    })?;
    let bot: Bot = arguments.bot.into();
    let shots = Shots::named("ballistic", Skill::PRACTISED).expect("invariant: it is built in");
    let (mut dice, mut throws) = (Pcg32::new(!seed), Dice::new(!seed));
    let most = arguments.turns.map_or(Word::MAX, Word::from);
    for _ in 0..MOST_ANSWERS {
        if turn(&play) > most {
            break;
        }
        let done = match play.stand() {
            Stand::Question(_) => {
                let option = bot.choose(&play, &mut dice).unwrap_or(0);
                play.answer(option)
            }
            Stand::Chance(_) => play.roll(),
            Stand::Shot(_) => {
                let Some(scene) = play.scene() else { break };
                let record = shots.shoot(&scene, &mut throws);
                let impossible = |why| Failure::Wrong(play.impossible(why).to_string());
                let record = record.map_err(impossible)?;
                play.land(record)
            }
            Stand::Over => break,
            Stand::Fault(_) => {
                let text = "a rule went wrong in this game; `carc play --bots` says which one";
                return Err(Failure::Wrong(text.to_owned()));
            }
        };
        done.map_err(|error| Failure::Wrong(harmless(&error.to_string())))?;
    }
    if turn(&play) > most {
        go_back(&mut play, arguments.turns.unwrap_or(0));
    }
    Ok(play)
}

/// What is to be drawn of a game.
pub(crate) fn board(play: &Playthrough, coordinates: bool, bare: bool) -> drawing::Board {
    let rules = play.rules();
    let tabletop = play.game().tabletop(rules);
    let memory = play.game().memory();
    let kind = |figure: Word| {
        let kind = memory.get(Table::Figure, figure, field::figure::KIND);
        rules.program().figures.get(kind as usize).map_or_else(String::new, |k| k.name.clone())
    };
    let figures = tabletop.figures.into_iter().map(|figure| {
        let kind = kind(figure.id);
        (figure, kind)
    });
    let names = play.seats().names().iter().enumerate().filter(|_| !bare);
    let players =
        names.map(|(seat, name)| Seated { name: harmless(name), points: play.game().points(seat) });
    let latest = play.game().placed().map(|tile| memory.get(Table::Tile, tile, field::tile::CELL));
    drawing::Board {
        tiles: laid(play),
        figures: figures.collect(),
        put: put_tokens(play),
        tokens: tabletop.tokens,
        players: players.collect(),
        latest: latest.filter(|&c| c != abi::ABSENT).map(|c| (cell_x(c), cell_y(c))),
        coordinates,
    }
}
