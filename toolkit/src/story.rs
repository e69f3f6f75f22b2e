//! What happens in a scenario as plain text that can be kept and compared: the table, decisions with what was on
//! offer, deeds, and points with the lines and statements behind them.

use std::collections::BTreeMap;

use abi::{OriginId, Program};
use runtime::{Event, Playthrough, Stand, rule_text};

/// So many options of a question are told; more are counted.
const MOST_OPTIONS: usize = 12;
/// Where lines of options break.
const WIDTH: usize = 110;

/// A scenario that is written down while it is played.
#[derive(Debug, Default)]
pub(crate) struct Story {
    /// The table before the first turn.
    table: String,
    /// What was on offer, by the entry of the log that answers it.
    offers: BTreeMap<usize, String>,
}

impl Story {
    /// Begins with the table as it is.
    pub(crate) fn of(play: &Playthrough) -> Self {
        Self { table: play.picture(&[]), offers: BTreeMap::new() }
    }

    /// Looks at the question that is about to be answered.
    pub(crate) fn asked(&mut self, play: &mut Playthrough) {
        if let Some(offer) = offer(play) {
            self.offers.insert(play.log().len(), offer);
        }
    }

    /// The whole story.
    pub(crate) fn text(&self, play: &mut Playthrough) -> String {
        let mut text = format!("{}\n", self.table);
        self.events(play, None, &mut text);
        for (entry, said) in play.log().iter().enumerate() {
            text.push_str(&format!("{said}\n"));
            if let Some(offer) = self.offers.get(&entry) {
                text.push_str(&format!("    {}\n", wrapped(offer, "        ")));
            }
            self.events(play, Some(entry), &mut text);
        }
        match play.stand() {
            Stand::Fault(fault) => {
                text.push_str(&format!("a rule goes wrong: {}\n", fault.kind.text()));
                let program = play.rules().program();
                let site = fault.site.and_then(|site| program.sites.get(site.index()));
                if let Some(line) = site.and_then(|site| line(program, site.origin)) {
                    text.push_str(&format!("      {line}\n"));
                }
            }
            Stand::Over => {}
            _ => text.push_str(&format!("now it waits for {}\n", play.waits_for())),
        }
        if let Some(offer) = offer(play) {
            text.push_str(&format!("    {}\n", wrapped(&offer, "        ")));
        }
        text.push('\n');
        text.push_str(&play.picture(&[]));
        text
    }

    fn events(&self, play: &Playthrough, entry: Option<usize>, text: &mut String) {
        let (program, teller) = (play.rules().program(), play.teller());
        for event in play.events_after(entry) {
            let Some(told) = teller.event(event) else {
                continue;
            };
            match event {
                Event::Turn { .. } | Event::Finish => {
                    let gap = if text.ends_with("\n\n") { "" } else { "\n" };
                    text.push_str(&format!("{gap}{told}\n"));
                }
                _ => text.push_str(&format!("  {told}\n")),
            }
            for points in teller.points(event).into_iter().take(1) {
                if let Some(line) = points.origin.and_then(|origin| line(program, origin)) {
                    text.push_str(&format!("      {line}\n"));
                }
            }
        }
    }
}

/// A line of the rules without its number, which changes whenever something is written above it.
fn line(program: &Program, origin: OriginId) -> Option<String> {
    let origin = program.origins.get(origin.index())?;
    let statements = match origin.statements[..] {
        [] => String::new(),
        _ => format!("[{}] ", origin.statements.join(", ")),
    };
    Some(format!("{statements}{} ({})", rule_text(origin), origin.file))
}

/// What the question that waits has on offer: `of 3: at (0, -1) turned 0, 180; none`.
pub(crate) fn offer(play: &mut Playthrough) -> Option<String> {
    let Stand::Question(question) = play.stand() else {
        return None;
    };
    let options = together(&play.options());
    let mut told: Vec<String> = options.iter().take(MOST_OPTIONS).cloned().collect();
    if options.len() > MOST_OPTIONS {
        told.push(format!("and {} more", options.len() - MOST_OPTIONS));
    }
    Some(format!("of {}: {}", question.options, told.join("; ")))
}

/// The turns of a tile on one cell are told together.
fn together(options: &[String]) -> Vec<String> {
    let mut told: Vec<(Option<String>, String)> = Vec::new();
    for option in options {
        let place = option.rsplit_once(" turned ").filter(|(_, turn)| turn.parse::<u16>().is_ok());
        let Some((place, turn)) = place else {
            told.push((None, option.clone()));
            continue;
        };
        match told.iter_mut().find(|(cell, _)| cell.as_deref() == Some(place)) {
            Some((_, text)) => text.push_str(&format!(", {turn}")),
            None => told.push((Some(place.to_owned()), option.clone())),
        }
    }
    told.into_iter().map(|(_, text)| text).collect()
}

/// A text broken between words.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + word.chars().count() >= WIDTH {
            lines.push(format!("{indent}{word}"));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_one_cell_are_told_together() {
        let options = ["at (0, 1) turned 0", "at (1, 1) turned 90", "at (0, 1) turned 180", "none"];
        let told = together(&options.map(str::to_owned));
        assert_eq!(told, ["at (0, 1) turned 0, 180", "at (1, 1) turned 90", "none"]);
    }

    #[test]
    fn long_offers_break_between_words() {
        let text = vec!["word"; 60].join(" ");
        let wrapped = wrapped(&text, "    ");
        assert!(wrapped.lines().count() > 1 && wrapped.lines().all(|l| l.len() <= WIDTH));
        assert_eq!(wrapped.split_whitespace().count(), 60);
    }
}
