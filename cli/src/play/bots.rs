//! A whole game played by bots, printed so that one can follow it.

use std::{path::Path, time::Duration};

use runtime::{Pcg32, Stand};
use toolkit::{Bot, save_game};

use super::{
    MOST_BOT_ANSWERS, Table, board, ending, mistakes,
    names::titles,
    session::stuck,
    shot::{self, Shooting},
    tell::{Detail, Teller},
};
use crate::{
    left_out::left_out,
    outcome::{Failure, Verdict},
    phrases::Phrase,
    screen::{Screen, Style},
    stopwatch::{Stopwatch, shown},
};

/// How a game of bots is played and shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Show {
    /// Who plays.
    pub(super) bot: Bot,
    /// After how many turns the board is shown; 0 for only at the end.
    pub(super) boards: u32,
    /// How long it took to compile the rules.
    pub(super) compiled_in: Duration,
}

/// Plays the game to its end; after every answer it is saved in a file, if one is given.
pub(super) fn run(
    table: &mut Table,
    mut shooting: Shooting,
    show: Show,
    autosave: Option<&Path>,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let mut teller = Teller::new(Detail::Full);
    let mut dice = Pcg32::new(!table.play.setup().seed);
    head(table, screen)?;
    shooting.keep(&mut table.play);
    let watch = Stopwatch::start();
    let mut ruling = Duration::ZERO;
    let mut decisions = 0u32;
    let mut shown_at = 0;
    loop {
        teller.tell(&table.play, &table.names, screen)?;
        if let Some(path) = autosave {
            save_game(&table.play, path)
                .map_err(|error| Failure::Wrong(mistakes::unopened(&error, &table.names)))?;
        }
        let turns = teller.turns();
        // At the beginning of a turn, so that the board goes with what was just told.
        if show.boards > 0 && turns > shown_at && turns % show.boards == 1 && turns > 1 {
            shown_at = turns;
            screen.line("")?;
            screen.text(&board::board(&table.play, &table.names, &[], screen))?;
        }
        if decisions > MOST_BOT_ANSWERS {
            return Err(stuck(&table.names));
        }
        let answer = match table.play.stand() {
            Stand::Shot(_) => {
                decisions += 1;
                let acting = Stopwatch::start();
                shoot(table, &mut shooting)?;
                ruling += acting.elapsed();
                shooting.show_flight(&table.play, shot::SHORT, table.names.phrases, screen)?;
                continue;
            }
            Stand::Chance(_) => None,
            Stand::Question(_) => {
                decisions += 1;
                Some(show.bot.choose(&table.play, &mut dice).unwrap_or(0))
            }
            Stand::Over | Stand::Fault(_) => break,
        };
        let acting = Stopwatch::start();
        answer_or_roll(table, answer)?;
        ruling += acting.elapsed();
    }
    let all = watch.elapsed();
    screen.line("")?;
    screen.text(&board::board(&table.play, &table.names, &[], screen))?;
    let verdict = ending::show(table, screen)?;
    let words = [
        teller.turns().to_string(),
        decisions.to_string(),
        shown(all),
        shown(ruling),
        shown(show.compiled_in),
    ];
    let words = words.each_ref().map(String::as_str);
    let times = format!("\n{}", table.names.say(Phrase::Times, &words));
    screen.line(&screen.paint(Style::Dim, &times))?;
    Ok(verdict)
}

fn answer_or_roll(table: &mut Table, answer: Option<usize>) -> Result<(), Failure> {
    let done = match answer {
        Some(option) => table.play.answer(option),
        None => table.play.roll(),
    };
    done.map_err(|error| Failure::Wrong(mistakes::refused(&error, &table.names)))
}

fn shoot(table: &mut Table, shooting: &mut Shooting) -> Result<(), Failure> {
    let done = shooting.bot(&mut table.play);
    done.map_err(|error| Failure::Wrong(mistakes::refused(&error, &table.names)))
}

fn head(table: &Table, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let play = &table.play;
    let seats = 0..play.seats().count();
    let players: Vec<String> =
        seats.map(|seat| table.names.painted(play, seat.into(), screen)).collect();
    let titles = titles(&table.names, play.rules().program());
    let titles = screen.paint(Style::Bold, &titles);
    screen.line(&format!("{titles} · {}", players.join(", ")))?;
    let seed = table.names.say(Phrase::Seed, &[&play.setup().seed.to_string()]);
    screen.line(&screen.paint(Style::Dim, &seed))?;
    for text in left_out(&table.names.messages, table.names.phrases, play) {
        screen.line(&text)?;
    }
    screen.line(&board::legend(play, &table.names, screen))?;
    Ok(())
}
