//! What is told of expansions that have no part in the set-up, as another one sets up in their place.

use std::sync::Arc;

use runtime::{Playthrough, Rules, Seats, Setup};
use toolkit::{FALLBACK, Library, Messages};

use crate::{
    phrases::{Phrase, Phrases},
    screen::harmless,
};

/// For each expansion that has no part in the set-up of a game: that it has none, and why.
pub(crate) fn left_out(messages: &Messages, phrases: Phrases, play: &Playthrough) -> Vec<String> {
    let program = play.rules().program();
    let title = |name: &str| {
        let found = messages.find(&format!("expansion-{name}"));
        let own = || program.expansions.iter().find(|(n, _)| n == name).map(|(_, title)| title);
        harmless(&found.or_else(|| own().cloned()).unwrap_or_else(|| name.to_owned()))
    };
    let told = play.left_out().into_iter().map(|one| {
        let cited = one.statements.iter().map(|number| {
            let text = messages.statement(&one.expansion, number);
            text.map_or_else(|| number.clone(), |text| format!("{number} {}", harmless(&text)))
        });
        let cited: Vec<String> = cited.collect();
        let cited = match cited[..] {
            [] => String::new(),
            _ => format!(" [{}]", cited.join("; ")),
        };
        phrases.say(Phrase::LeftOut, &[&title(&one.expansion), &title(&one.by), &cited])
    });
    told.collect()
}

/// The same of games with a set-up that nobody watches, in English; nothing if such a game cannot begin.
pub(crate) fn left_out_of(library: &Library, rules: &Arc<Rules>, setup: Setup) -> Vec<String> {
    let seats = Seats::colours(setup.players);
    let Ok(play) = Playthrough::new(Arc::clone(rules), setup, seats) else {
        return Vec::new();
    };
    left_out(&Messages::new(library, FALLBACK), Phrases::new(FALLBACK), &play)
}
