//! Rules that bytes have written: what the checker lets through plays the same games by both back ends.

use compiler::{Backend, Setting};
use runtime::Rules;
use toolkit::{Library, Texts};

use super::{
    both::agree,
    choices::Choices,
    texts::written,
    writer::{HEAD, lines},
};

/// How often the lines that the checker refuses are left out before a text is given up.
const ROUNDS: usize = 12;
/// How many answers each game lasts at most.
const ANSWERS: usize = 24;

/// Plays games by the rules that bytes write.
pub(crate) fn rules(bytes: &[u8]) {
    play(Choices::of_bytes(bytes));
}

/// Plays games by rules; how many of their lines play, if any.
pub(crate) fn play(choices: Choices) -> Option<usize> {
    let seed = choices.clone().below(1 << 16) as u64;
    let (texts, setting, lines) = accepted(choices)?;
    let [native, eval] =
        [Backend::Native, Backend::Eval].map(|backend| match texts.build(&setting, backend) {
            Ok(compiled) => Rules::new(compiled.program),
            Err(report) => panic!("{}", report.render_plain(texts.sources())),
        });
    for players in [2, 3] {
        agree(&native, &eval, players, seed, ANSWERS);
    }
    Some(lines)
}

/// The built-in expansions and one more of these lines.
fn texts(lines: &[String]) -> Texts {
    let mut library = Library::built_in();
    library.add(written("random", "random.carc", lines.join("\n")));
    Texts::new(&library)
}

/// A text that the checker accepts: the lines that were chosen without those that it refuses.
fn accepted(choices: Choices) -> Option<(Texts, Setting, usize)> {
    let mut lines = lines(choices);
    let setting = Setting { expansions: vec!["random".to_owned()], ..Setting::default() };
    for _ in 0..ROUNDS {
        let texts = texts(&lines);
        let Err(report) = texts.build(&setting, Backend::Eval) else {
            let rules = lines.iter().filter(|line| !line.is_empty()).count() - HEAD.len();
            return Some((texts, setting, rules));
        };
        let blamed = blamed(&report.render_plain(texts.sources()));
        let refused: Vec<usize> = blamed.into_iter().filter(|line| *line >= HEAD.len()).collect();
        if refused.is_empty() {
            return None;
        }
        for line in refused {
            lines[line].clear();
        }
    }
    None
}

/// The number of the lines that a report points to, counted from 0.
fn blamed(rendered: &str) -> Vec<usize> {
    let numbers = rendered.split("random.carc:").skip(1).filter_map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok()?.checked_sub(1)
    });
    numbers.collect()
}
