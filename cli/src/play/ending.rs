//! The end of a game: the ranking, or the rule that went wrong.

use std::io;

use abi::{Fault, Word};
use runtime::{Playthrough, Stand, because};

use super::{Table, mistakes, names::Names};
use crate::{
    outcome::Verdict,
    phrases::Phrase,
    screen::{Screen, Style, harmless},
};

/// Writes how the game ended.
pub(super) fn show(table: &Table, screen: &mut Screen<'_>) -> io::Result<Verdict> {
    match table.play.stand() {
        Stand::Fault(found) => {
            fault(table, &found, screen)?;
            Ok(Verdict::Bad)
        }
        Stand::Over | Stand::Question(_) | Stand::Shot(_) | Stand::Chance(_) => {
            screen.line("")?;
            ranking(&table.play, &table.names, screen)?;
            Ok(Verdict::Good)
        }
    }
}

/// Who has how many points, the best first; players with equally many share a place.
pub(super) fn ranking(
    play: &Playthrough,
    names: &Names,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let game = play.game();
    let mut seats: Vec<usize> = (0..game.players()).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(game.points(seat)));
    screen.line(&screen.paint(Style::Bold, &names.say(Phrase::Over, &[])))?;
    for &seat in &seats {
        let better = seats.iter().filter(|&&s| game.points(s) > game.points(seat)).count();
        let name = names.player(play, seat as Word);
        let padding = " ".repeat(12usize.saturating_sub(name.chars().count()));
        let name = names.painted(play, seat as Word, screen);
        let won = match game.winners().contains(&seat) {
            true => screen.paint(Style::Bold, " ★"),
            false => String::new(),
        };
        screen.line(&format!("  {}. {name}{padding} {:>5}{won}", better + 1, game.points(seat)))?;
    }
    Ok(())
}

/// Which rule went wrong, with its locals: what its author needs to mend it.
pub(super) fn fault(table: &Table, fault: &Fault, screen: &mut Screen<'_>) -> io::Result<()> {
    let play = &table.play;
    let program = play.rules().program();
    let names = &table.names;
    let text = names.say(Phrase::Fault, &[mistakes::fault(fault.kind, names)]);
    screen.line(&format!("\n{}", screen.paint(Style::Red, &text)))?;
    if let Some(site) = fault.site.and_then(|site| program.sites.get(site.index())) {
        screen.line(&format!("  {}", harmless(&because(program, site.origin))))?;
        if let Some(origin) = program.origins.get(site.origin.index()) {
            let item = names.say(Phrase::FaultIn, &[&harmless(&origin.item)]);
            screen.line(&format!("  {item}"))?;
        }
    }
    for local in play.speaker(None).locals(fault) {
        screen.line(&harmless(&format!("  {local}")))?;
    }
    screen.line(&names.say(Phrase::FaultStands, &[]))
}
