//! The `carc` command. Each command is a file; what they share is how rules are chosen (`choice`), where
//! output goes (`screen`) and how it all ends (`outcome`).

#![forbid(unsafe_code)]

mod args;
mod art;
mod check;
mod choice;
mod completions;
mod coverage;
mod draw;
mod explain;
mod fmt;
mod fuzz;
mod left_out;
mod list;
mod lsp;
mod mutate;
mod new;
mod order;
mod outcome;
mod phrases;
mod pictures;
mod play;
mod progress;
mod record;
mod replay;
mod rules;
mod screen;
mod shoot;
mod sim;
mod snapshots;
mod stopwatch;
mod test;
mod told;
mod watch;
mod welcome;
mod why;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::Parser;
use mimalloc::MiMalloc;

use crate::{
    args::{Arguments, Command},
    outcome::{Failure, Verdict},
    screen::{Screen, Unread, colours_wanted},
};

/// Compilers ask for much memory in small pieces.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return misread(&said),
    };
    if let Some(Command::Lsp(editor)) = &arguments.command {
        // Standard output belongs to the server alone.
        return outcome::exit(&lsp::run(editor), &mut io::stderr());
    }
    let out = io::stdout().lock();
    let mut out: Box<dyn Write> = match &arguments.command {
        // They go on for as long as somebody looks on.
        Some(Command::Watch(_)) => Box::new(BufWriter::new(out)),
        Some(Command::Play(play)) if !play.bots => Box::new(BufWriter::new(out)),
        _ => Box::new(BufWriter::new(Unread::new(out))),
    };
    let result = run(&arguments, &mut out);
    let flushed = out.flush().map_err(Failure::Output);
    // What has been found out counts more than that it could not all be written.
    let result = match result {
        Ok(Verdict::Bad) => Ok(Verdict::Bad),
        result => result.and_then(|verdict| flushed.map(|()| verdict)),
    };
    outcome::exit(&result, &mut io::stderr())
}

/// Help, or what is wrong with the arguments; help that goes nowhere is no success.
fn misread(said: &clap::Error) -> ExitCode {
    let printed = said.print().and_then(|()| io::stdout().flush());
    match printed {
        Ok(()) => ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(2)),
        Err(error) => outcome::exit(&Err(Failure::Output(error)), &mut io::stderr()),
    }
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let mut screen = Screen::new(out, colours_wanted(arguments.color));
    let screen = &mut screen;
    match &arguments.command {
        None => welcome::run(screen)?,
        Some(Command::Check(check)) => return check::run(check, screen),
        Some(Command::Play(play)) => return play::run(play, &mut io::stdin().lock(), screen),
        Some(Command::Sim(sim)) => return sim::run(sim, screen),
        Some(Command::Replay(replay)) => return replay::run(replay, screen),
        Some(Command::Shoot(shoot)) => return shoot::run(shoot, screen),
        Some(Command::Draw(draw)) => return draw::run(draw, screen),
        Some(Command::Test(test)) => return test::run(test, screen),
        Some(Command::Fuzz(fuzz)) => return fuzz::run(fuzz, screen),
        Some(Command::Matrix(matrix)) => return fuzz::all_pairs(matrix, screen),
        Some(Command::Rules(rules)) => return rules::run(rules, screen),
        Some(Command::Watch(watch)) => return watch::run(watch, screen),
        Some(Command::New(new)) => return new::run(new, screen),
        Some(Command::Fmt(fmt)) => return fmt::run(fmt, screen),
        Some(Command::Explain(explain)) => return explain::run(explain, screen),
        Some(Command::Record(record)) => return record::run(record, screen),
        Some(Command::Why(why)) => return why::run(why, screen),
        Some(Command::List(list)) => return list::run(list, screen),
        // It has no screen, and is served before there is one.
        Some(Command::Lsp(_)) => {}
        Some(Command::Completions { shell }) => completions::run(*shell, screen)?,
    }
    Ok(Verdict::Good)
}
