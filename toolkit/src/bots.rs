//! Players made of a few lines: somebody to play against, and something to compare rules with.

use runtime::{Pcg32, Playthrough, Stand};

/// How a bot chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// Any option, all equally likely.
    Random,
    /// The option after which it is ahead by most points at once; of several any.
    Greedy,
}

impl Bot {
    /// The bot of a name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            _ => None,
        }
    }

    /// The number of the option that it takes; nothing if no player is asked.
    ///
    /// It only looks at what a player can see: chance is never tried out beforehand.
    pub fn choose(self, play: &Playthrough, dice: &mut Pcg32) -> Option<usize> {
        let Stand::Question(question) = play.stand() else {
            return None;
        };
        let all: Vec<usize> = (0..question.options).collect();
        let best = match self {
            Self::Random => all,
            Self::Greedy => greedy(play, question.player as usize, &all),
        };
        best.get(dice.below(best.len() as u32) as usize).copied()
    }
}

/// The options with the greatest lead.
fn greedy(play: &Playthrough, player: usize, options: &[usize]) -> Vec<usize> {
    let rules = play.rules();
    let mut game = play.game().clone();
    let mut best = Vec::new();
    let mut most = i64::MIN;
    let here = game.checkpoint();
    for &option in options {
        if game.answer_index(rules, option).is_ok() {
            let others = (0..game.players()).filter(|&p| p != player).map(|p| game.points(p));
            let lead = game.points(player) - others.max().unwrap_or(0);
            if lead > most {
                most = lead;
                best.clear();
            }
            if lead == most {
                best.push(option);
            }
        }
        game.undo(&here);
    }
    if best.is_empty() { options.to_vec() } else { best }
}
