//! `carc why`: the reasons of the points of a saved game, and of what is on offer in it or is not.

use runtime::{Playthrough, Stand};
use toolkit::{Backend, Offered, Programs, Reason, Stretch, Texts, Why as Rules};

use crate::{
    args::Why,
    choice::Shelf,
    outcome::{Failure, Verdict},
    record::opened,
    screen::{Screen, Style, harmless, wrapped},
};

/// Options of a question with one reason are told together, and so many of them by name.
const MOST_TOGETHER: usize = 6;
/// Where texts of statements break.
const WIDTH: usize = 96;

/// Explains what was asked for, or all points and options.
pub(crate) fn run(arguments: &Why, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, _) = Shelf::open(&arguments.with)?;
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let mut play = opened(&arguments.file, &programs)?;
    if let Some(said) = &arguments.answer {
        return answer(&mut play, &shelf.texts, said, screen);
    }
    let rules = rules(&play, &shelf.texts)?;
    let points = arguments.points || arguments.all;
    let all = !points && !arguments.options;
    if all || points {
        let (head, of) = if arguments.all {
            ("points of the whole game", Stretch::Game)
        } else {
            ("points of the last turn that brought any", Stretch::LastTurn)
        };
        screen.line(&screen.paint(Style::Bold, head))?;
        let points = rules.points(&play, of);
        if points.is_empty() {
            screen.line("  nobody has got any yet")?;
        }
        tell(&points, screen)?;
    }
    if all || arguments.options {
        offered(&rules, &mut play, screen)?;
    }
    Ok(Verdict::Good)
}

/// Explains everything that is on offer.
pub(crate) fn options(
    play: &mut Playthrough,
    texts: &Texts,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    offered(&rules(play, texts)?, play, screen)
}

fn offered(
    rules: &Rules<'_>,
    play: &mut Playthrough,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    if matches!(play.stand(), Stand::Over) {
        let over = screen.paint(Style::Bold, "the game is over: nobody is asked anything more");
        return Ok(screen.line(&over)?);
    }
    let waits = format!("what {} has on offer", harmless(&play.waits_for()));
    screen.line(&screen.paint(Style::Bold, &waits))?;
    let options = rules.options(play);
    if options.is_empty() {
        screen.line("  nobody is asked anything")?;
    }
    tell(&together(options), screen)
}

/// Explains why an answer is on offer, or is not.
pub(crate) fn answer(
    play: &mut Playthrough,
    texts: &Texts,
    said: &str,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let told = rules(play, texts)?.answer(play, said);
    let (offered, reasons) =
        told.map_err(|error| Failure::Misused(harmless(&error.to_string())))?;
    let (head, style) = match offered {
        Offered::Yes => ("it is on offer", Style::Green),
        Offered::InPart => ("it is a part of what is on offer", Style::Green),
        Offered::No => ("it is not on offer", Style::Yellow),
    };
    screen.line(&screen.paint(style, head))?;
    tell(&together(reasons), screen)?;
    Ok(Verdict::Good)
}

fn rules<'t>(play: &Playthrough, texts: &'t Texts) -> Result<Rules<'t>, Failure> {
    Rules::new(texts, play)
        .map_err(|report| Failure::Wrong(harmless(&report.render_plain(texts.sources()))))
}

/// Options with one reason, told together.
fn together(reasons: Vec<Reason>) -> Vec<Reason> {
    let mut all: Vec<(Vec<String>, Reason)> = Vec::new();
    for reason in reasons {
        match all.iter_mut().find(|(_, told)| told.why == reason.why) {
            Some((names, _)) => names.push(reason.what),
            None => all.push((vec![reason.what.clone()], reason)),
        }
    }
    let told = all.into_iter().map(|(names, reason)| {
        let mut what = names[..names.len().min(MOST_TOGETHER)].join("; ");
        if names.len() > MOST_TOGETHER {
            what.push_str(&format!("; and {} more", names.len() - MOST_TOGETHER));
        }
        Reason { what, ..reason }
    });
    told.collect()
}

fn tell(reasons: &[Reason], screen: &mut Screen<'_>) -> Result<(), Failure> {
    for Reason { what, why, adjusted, statements } in reasons {
        screen.line(&format!("  {}", wrapped(&harmless(what), WIDTH, 4)))?;
        for why in why.split("; ").chain(adjusted.iter().map(String::as_str)) {
            let why = wrapped(&harmless(why), WIDTH, 6);
            screen.line(&format!("    {}", screen.paint(Style::Dim, &why)))?;
        }
        for statement in statements {
            screen.line(&format!("    {}", wrapped(&harmless(statement), WIDTH, 6)))?;
        }
    }
    Ok(())
}
