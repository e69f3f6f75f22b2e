//! A session in plain lines: for pipes, logs and tests.

use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::mpsc::{Receiver, Sender},
    thread,
};

use runtime::Stand;

use super::{Heard, game::Watched, trouble};
use crate::{
    outcome::{Failure, Verdict},
    play::typed,
    screen::{Screen, Style, harmless},
};

/// The words that can be typed, with what they do.
const HELP: &[(&str, &str)] = &[
    ("3", "take option 3"),
    ("none", "take an option by its words"),
    ("s", "let a bot answer, or throw"),
    ("b", "let bots play to the end; `b 5`: 5 answers"),
    ("u", "take back the last answer"),
    ("j", "list the decisions; `j 4` goes back to the fourth"),
    ("r", "begin anew with another seed; `r 7` with this one"),
    ("w", "the reasons of the points of this turn; `w all`: of all points"),
    ("w WORDS", "why this answer is on offer, or is not; `w options`: all that is on offer"),
    ("save FILE", "save the game; `save! FILE` over another one"),
    ("record FILE", "add the game to a file of scenarios (.carc), under a title that is free"),
    ("board", "show the board"),
    ("options", "show the question once more"),
    ("saves", "show what came of every save"),
    ("q", "leave"),
];

/// Whether a session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    /// Something else is asked, which is to be shown.
    Show,
    /// The same question still waits.
    Wait,
    /// Not at all.
    Leave,
}

/// Plays until the input ends.
pub(super) fn run(
    mut game: Watched,
    (sender, heard): (Sender<Heard>, &Receiver<Heard>),
    folders: &str,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let echo = !io::stdin().is_terminal();
    read_lines(sender)?;
    game.view().head(game.play(), screen)?;
    screen.line(&screen.paint(Style::Dim, folders))?;
    show(&mut game, screen)?;
    while let Ok(heard) = heard.recv() {
        let next = match heard {
            Heard::News(news) => {
                screen.line("")?;
                let saved = game.hear(*news);
                saved.write(screen)?;
                if saved.asks_anew() { Next::Show } else { Next::Wait }
            }
            Heard::Line(None) => Next::Leave,
            Heard::Line(Some(line)) => {
                if echo {
                    screen.line(harmless(&line).trim_end())?;
                }
                obey(&mut game, line.trim(), screen)?
            }
            Heard::Leave => Next::Leave,
            Heard::Terminal(_) => Next::Wait,
        };
        match next {
            Next::Leave => break,
            Next::Show => show(&mut game, screen)?,
            Next::Wait => prompt(screen)?,
        }
    }
    screen.line("")?;
    let fault = matches!(game.play().stand(), Stand::Fault(_));
    Ok(Verdict::of(!fault))
}

/// Reads lines beside everything else.
pub(super) fn read_lines(sender: Sender<Heard>) -> Result<(), Failure> {
    let read = move || {
        let mut input = io::stdin().lock();
        loop {
            let line = typed(&mut input).ok().flatten();
            let ends = line.is_none();
            if sender.send(Heard::Line(line)).is_err() || ends {
                return;
            }
        }
    };
    thread::Builder::new().name("lines".to_owned()).spawn(read)?;
    Ok(())
}

fn prompt(screen: &mut Screen<'_>) -> io::Result<()> {
    screen.text(&screen.paint(Style::Dim, "watch> "))?;
    screen.flush()
}

/// Tells what happened and asks what is asked.
fn show(game: &mut Watched, screen: &mut Screen<'_>) -> io::Result<()> {
    let (view, play) = game.view_mut();
    view.tell(play, screen)?;
    screen.line("")?;
    view.options(play, screen)?;
    view.decision(play, screen)?;
    prompt(screen)
}

/// How a word is written that takes no more words, or only a number.
fn usage_of(word: &str, has_number: bool) -> Option<&'static str> {
    Some(match word {
        "q" | "quit" => "q",
        "help" | "?" => "help",
        "board" => "board",
        "options" => "options",
        "saves" => "saves",
        "s" | "step" => "s",
        "u" | "undo" => "u",
        "b" | "bots" if !has_number => "b NUMBER",
        "j" | "jump" if !has_number => "j NUMBER",
        _ => return None,
    })
}

fn obey(game: &mut Watched, line: &str, screen: &mut Screen<'_>) -> io::Result<Next> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let number = rest.trim().parse::<usize>().ok();
    if !rest.trim().is_empty()
        && let Some(usage) = usage_of(word, number.is_some())
    {
        trouble(&format!("write `{usage}`"), screen)?;
        return Ok(Next::Wait);
    }
    let done = match (word, number) {
        ("", _) => return Ok(Next::Wait),
        ("q" | "quit", _) => return Ok(Next::Leave),
        ("help" | "?", _) => {
            for (typed, what) in HELP {
                let typed = screen.paint(Style::Cyan, &format!("{typed:<11}"));
                screen.line(&format!("  {typed} {what}"))?;
            }
            return Ok(Next::Wait);
        }
        ("w" | "why", None) if !matches!(rest, "" | "all") => {
            let said = if rest == "options" { "" } else { rest };
            if let Err(failure) = game.why(said, screen) {
                trouble(&failure.to_string(), screen)?;
            }
            return Ok(Next::Wait);
        }
        ("w" | "why", _) => {
            let turns = (rest != "all").then(|| number.unwrap_or(1));
            game.view().why(game.play(), &game.adjusted(), turns, screen)?;
            return Ok(Next::Wait);
        }
        ("board", _) => {
            game.view().board(game.play(), screen)?;
            return Ok(Next::Wait);
        }
        ("save" | "save!" | "record", _) => {
            let path = Path::new(rest.trim());
            let done = match word {
                _ if rest.trim().is_empty() => Err(format!("write `{word} FILE`")),
                "record" => game.record(path),
                _ => game.save(path, word == "save!"),
            };
            match done {
                Ok(told) => screen.line(&harmless(&told))?,
                Err(why) => trouble(&why, screen)?,
            }
            return Ok(Next::Wait);
        }
        ("options", _) => Ok(()),
        ("saves", _) => {
            for saved in game.saves() {
                screen.line(&saved.head(screen))?;
            }
            return Ok(Next::Wait);
        }
        ("j" | "jump", None) => {
            for (i, decision) in game.decisions().iter().enumerate() {
                screen.line(&format!("  {:>3}  {}", i + 1, harmless(&decision.text)))?;
            }
            return Ok(Next::Wait);
        }
        ("j" | "jump", Some(number)) => game.jump(number),
        ("s" | "step", _) => match game.step() {
            Ok(true) => Ok(()),
            Ok(false) => Err("nothing is asked".to_owned()),
            Err(why) => Err(why),
        },
        ("b" | "bots", number) => game.bots(number.map(|n| u32::try_from(n).unwrap_or(u32::MAX))),
        ("u" | "undo", _) => game.undo(),
        ("r" | "seed", _) => match (rest.trim(), rest.trim().parse()) {
            ("", _) => game.begin_anew(None),
            (_, Ok(seed)) => game.begin_anew(Some(seed)),
            (other, Err(_)) => {
                Err(format!("`{other}` is no seed; `r 7` begins anew with the seed 7"))
            }
        },
        _ => match line.parse() {
            Ok(number) => game.choose(number),
            Err(_) => game.say(line),
        },
    };
    match done {
        Ok(()) => Ok(Next::Show),
        Err(why) => {
            trouble(&why, screen)?;
            Ok(Next::Wait)
        }
    }
}
