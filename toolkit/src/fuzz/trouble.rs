//! What can be wrong with a game, and where that is seen.

use abi::{Fault, FaultKind, OriginId};
use runtime::{Game, Playthrough, Rules, Stand, because};

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Expansions that cannot play together, or a game that cannot begin.
    Refused(String),
    /// A rule went wrong.
    Fault {
        /// What happened.
        text: String,
        /// The line.
        line: Option<String>,
    },
    /// An `invariant` does not hold.
    Invariant {
        /// Its line.
        line: String,
        /// What went wrong while it was asked for; nothing if it is just not true.
        fault: Option<String>,
    },
    /// The game is not sound: a count is wrong, or a figure or token is lost or doubled.
    Unsound(String),
    /// Somebody must choose, and there is nothing to choose from.
    Stuck(String),
    /// A turn or the game does not come to an end.
    Endless(String),
    /// Machine code and the evaluator do not agree.
    BackEnds(String),
    /// The order of two expansions can be seen, and neither says which comes first.
    Order {
        /// The two.
        pair: [String; 2],
        /// What differs.
        what: String,
    },
}

impl Trouble {
    /// A fault of some rules.
    pub(super) fn of_fault(play: &Playthrough, fault: &Fault) -> Self {
        let program = play.rules().program();
        let site = fault.site.and_then(|site| program.sites.get(site.index()));
        let line = site.map(|site| because(program, site.origin));
        if fault.kind == FaultKind::Internal {
            return Self::Unsound(format!("{} ({})", fault.kind.text(), line.unwrap_or_default()));
        }
        Self::Fault { text: fault.kind.text().to_owned(), line }
    }

    /// What of it makes two troubles the same.
    pub fn key(&self) -> String {
        match self {
            Self::Refused(text) => format!("refused {text}"),
            // In which line of a loop the budget is spent is chance.
            Self::Fault { text, line } if text == FaultKind::Budget.text() => {
                format!("fault {text} {:?}", line.as_deref().and_then(file))
            }
            Self::Fault { text, line } => format!("fault {text} {line:?}"),
            Self::Invariant { line, .. } => format!("invariant {line}"),
            Self::Unsound(text) => format!("unsound {text}"),
            Self::Stuck(name) => format!("stuck {name}"),
            Self::Endless(name) => format!("endless {name}"),
            // One difference shows itself in many ways.
            Self::BackEnds(_) => "back ends".to_owned(),
            Self::Order { pair, .. } => format!("order {pair:?}"),
        }
    }

    /// What it is, in a few words.
    pub fn title(&self) -> String {
        match self {
            Self::Refused(_) => "rules that do not go together".to_owned(),
            Self::Fault { text, .. } => text.clone(),
            Self::Invariant { fault: None, .. } => "an invariant that does not hold".to_owned(),
            Self::Invariant { fault: Some(text), .. } => format!("in an invariant: {text}"),
            Self::Unsound(text) => format!("an unsound game: {text}"),
            Self::Stuck(name) => format!("nothing to choose from at `{name}`"),
            Self::Endless(name) => format!("no end of `{name}`"),
            Self::BackEnds(_) => "the back ends do not agree".to_owned(),
            Self::Order { pair: [a, b], .. } => format!("the order of {a} and {b} matters"),
        }
    }

    /// More about it: the line, or what differs.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Fault { line, .. } => line.as_deref(),
            Self::Invariant { line, .. } => Some(line),
            Self::Refused(text) | Self::BackEnds(text) | Self::Order { what: text, .. } => {
                Some(text)
            }
            Self::Unsound(_) | Self::Stuck(_) | Self::Endless(_) => None,
        }
    }
}

/// What is wrong with a game as it waits.
pub(super) fn trouble(play: &mut Playthrough, counts: bool) -> Option<Trouble> {
    let stand = play.stand();
    if let Some(wrong) = of_stand(play, &stand) {
        return Some(wrong);
    }
    let rules = play.rules().clone();
    if let Some(broken) = play.game_mut().broken_invariant(&rules) {
        let line = line(play, broken.origin);
        let fault = broken.fault.map(|fault| fault.kind.text().to_owned());
        return Some(Trouble::Invariant { line, fault });
    }
    if counts { unsound(play.game(), &rules) } else { None }
}

/// What is wrong with what a game waits for. A choice without an option is answered unasked, so that one that waits
/// is a mistake of the game itself.
pub(super) fn of_stand(play: &Playthrough, stand: &Stand) -> Option<Trouble> {
    match stand {
        Stand::Fault(fault) => Some(Trouble::of_fault(play, fault)),
        Stand::Question(question) if question.options == 0 => {
            Some(Trouble::Stuck(question.name.clone()))
        }
        _ => None,
    }
}

/// What is lost, doubled or counted wrongly in a game under some rules.
pub(super) fn unsound(game: &Game, rules: &Rules) -> Option<Trouble> {
    let flaw = game.audit(rules).err()?;
    Some(Trouble::Unsound(flaw.to_string()))
}

fn line(play: &Playthrough, origin: OriginId) -> String {
    because(play.rules().program(), origin)
}

/// The file of a line that is told as `TEXT (FILE:LINE)`.
fn file(line: &str) -> Option<&str> {
    let (_, place) = line.rsplit_once(" (")?;
    place.rsplit_once(':').map(|(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_spent_in_another_line_is_the_same_trouble_and_other_faults_are_not() {
        let key = |kind: FaultKind, line: &str| {
            Trouble::Fault { text: kind.text().to_owned(), line: Some(line.to_owned()) }.key()
        };
        let [inner, outer, elsewhere] =
            ["n += 1 (a/b.carc:14)", "for x in y { (a/b.carc:13)", "n += 1 (a/c.carc:14)"];
        assert_eq!(key(FaultKind::Budget, inner), key(FaultKind::Budget, outer));
        assert_ne!(key(FaultKind::Budget, inner), key(FaultKind::Budget, elsewhere));
        assert_ne!(key(FaultKind::DivisionByZero, inner), key(FaultKind::DivisionByZero, outer));
    }
}
