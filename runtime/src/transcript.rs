//! A whole game as text: what was decided and done, and for every point why.

use abi::Word;

use crate::{chronicle::Event, playthrough::Playthrough};

/// A whole game as text: answers, what they brought about, and for every point the rule line behind it.
pub fn transcript(play: &Playthrough) -> String {
    let program = play.rules().program();
    let teller = play.teller();
    let mut text = String::new();
    let names: Vec<&str> = program.expansions.iter().map(|(name, _)| name.as_str()).collect();
    let seats = play.seats().names().join(", ");
    text.push_str(&format!("{} for {seats}, seed {}\n", names.join(", "), play.setup().seed));
    let mut tell = |entry: Option<usize>| {
        if let Some(entry) = entry.and_then(|i| play.log().get(i)) {
            text.push_str(&format!("  {entry}\n"));
        }
        for event in play.events_after(entry) {
            let Some(told) = teller.event(event) else {
                continue;
            };
            match event {
                Event::Turn { .. } | Event::Finish => text.push_str(&format!("{told}\n")),
                _ => text.push_str(&format!("    {told}\n")),
            }
            let explained = matches!(event, Event::Shot { .. }) || !teller.points(event).is_empty();
            if explained && let Some(why) = teller.why(event) {
                text.push_str(&format!("      why: {why}\n"));
            }
        }
    };
    tell(None);
    (0..play.log().len()).for_each(|entry| tell(Some(entry)));
    let game = play.game();
    let points =
        (0..game.players()).map(|p| format!("{} {}", play.seats().name(p as Word), game.points(p)));
    let points: Vec<String> = points.collect();
    text.push_str(&format!("{}\n", points.join(", ")));
    text
}
