//! Why: the rule lines and statements behind points, behind what is on offer, and behind what is not.

use std::{collections::BTreeSet, sync::Arc};

use abi::{AskShape, Base, Origin, OriginId, Program};
use compiler::{Backend, typed::ForbidDeed};
use grammar::Report;
use runtime::{
    Choice, Event, Pick, PlayError, Playthrough, Replayed, Rules, Stand, Token, Unclear,
    because, find_option, read_answer, told_line,
};

use crate::{
    adjusted::Adjusted,
    citation::Statements,
    excluded::{Excluded, excluded},
    program::Texts,
    saves::setting_of,
    why_not::why_not,
};

/// What there is to know about the rules of a game beyond those that run.
#[derive(Clone, Debug)]
pub struct Why<'t> {
    texts: &'t Texts,
    /// Lines that forbid something.
    forbids: Vec<(ForbidDeed, String)>,
    statements: Statements,
}

/// Something that is explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What: points, an option, an answer.
    pub what: String,
    /// The rule lines and whatever else is behind it.
    pub why: String,
    /// Of points, the lines that adjusted their number.
    pub adjusted: Vec<String>,
    /// The statements that the lines cite, with their texts.
    pub statements: Vec<String>,
}

/// The points of which part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// Of the last turn that brought any, and of what came behind it.
    LastTurn,
    /// Of the whole game.
    Game,
}

impl<'t> Why<'t> {
    /// Looks at the rules of a game as they are written.
    ///
    /// # Errors
    ///
    /// When they do not compile any more.
    pub fn new(texts: &'t Texts, play: &Playthrough) -> Result<Self, Report> {
        let compiled = texts.build(&setting_of(play), Backend::Eval)?;
        let line = |origin| because(&compiled.program, origin);
        let forbids = compiled.rules.forbids.iter().map(|f| (f.deed, line(f.origin))).collect();
        Ok(Self { texts, forbids, statements: Statements::of(texts) })
    }

    /// Every point of a part of the game.
    pub fn points(&self, play: &Playthrough, of: Stretch) -> Vec<Reason> {
        let teller = play.teller();
        let events = play.game().chronicle().events();
        let scores = |event: &Event| !teller.points(event).is_empty();
        let Some(last) = events.iter().rposition(scores) else {
            return Vec::new();
        };
        let begins = |event: &Event| matches!(event, Event::Turn { .. });
        let first = match of {
            Stretch::LastTurn => events[..=last].iter().rposition(begins).unwrap_or(0),
            Stretch::Game => 0,
        };
        let adjusted = Adjusted::of(self.texts, play);
        let told = events.iter().enumerate().skip(first).filter(|(_, event)| scores(event));
        let told = told.map(|(place, event)| {
            let adjusts = adjusted.lines(place);
            let own = line_of(play.rules().program(), event);
            let mut statements: Vec<String> = Vec::new();
            for text in own.into_iter().chain(adjusts).flat_map(|line| self.cited(line)) {
                if !statements.contains(&text) {
                    statements.push(text);
                }
            }
            Reason {
                what: teller.event(event).unwrap_or_default(),
                why: teller.why(event).unwrap_or_default(),
                adjusted: adjusts.iter().map(told_line).collect(),
                statements,
            }
        });
        told.collect()
    }

    /// The statements that a line cites, with their texts.
    fn cited(&self, line: &Origin) -> Vec<String> {
        let texts = line.statements.iter().filter_map(|number| {
            Some(format!("{number}: {}", self.statements.meant(&line.expansion, number)?.1))
        });
        texts.collect()
    }

    /// Every option of the question that waits, with the line that offers it.
    pub fn options(&self, play: &mut Playthrough) -> Vec<Reason> {
        let said = play.options();
        let indexed = said.into_iter().enumerate();
        indexed.filter_map(|(index, words)| self.option(play, index, words)).collect()
    }

    fn option(&self, play: &mut Playthrough, index: usize, words: String) -> Option<Reason> {
        let (origin, why) = offering(play, index)?;
        let line = play.rules().program().origins.get(origin.index());
        let statements = line.map(|line| self.cited(line)).unwrap_or_default();
        Some(Reason { what: words, why, adjusted: Vec::new(), statements })
    }

    /// Why an answer is on offer, or is not; the flag says which.
    ///
    /// # Errors
    ///
    /// When nobody is asked, or the answer cannot be read.
    pub fn answer(
        &self,
        play: &mut Playthrough,
        said: &str,
    ) -> Result<(bool, Vec<Reason>), PlayError> {
        if !matches!(play.stand(), Stand::Question(_)) {
            return Err(PlayError::NotAsked(play.waits_for()));
        }
        let words = read_answer(said)?;
        match find_option(&play.candidates(), &words) {
            Ok(index) => {
                let meant = play.options().into_iter().nth(index).unwrap_or_default();
                Ok((true, self.option(play, index, meant).into_iter().collect()))
            }
            Err(Unclear::Several { .. }) => {
                let options = self.options(play);
                Ok((true, options))
            }
            Err(_) if !is_an_answer(play, &words) => {
                let text = format!("`{}` is no answer: the rules have no such word", said.trim());
                Err(PlayError::Refused(text))
            }
            Err(other) => {
                let mut why: Vec<String> = Vec::new();
                if let Some(now) = elsewhere(play, &words) {
                    why.push(now);
                } else {
                    why.extend(why_not(play, &words));
                    match self.excluded(play, &words) {
                        Some(Excluded::By(lines)) => why.extend(lines),
                        Some(Excluded::Unlisted(Some(list))) => why.push(list),
                        Some(Excluded::Unlisted(None)) => why.extend(offer_lines(play, &[])),
                        None => why.extend(offer_lines(play, &self.forbids)),
                    }
                }
                if why.is_empty() {
                    why.push(other.to_string());
                }
                let what = said.trim().to_owned();
                let (adjusted, statements) = (Vec::new(), Vec::new());
                Ok((false, vec![Reason { what, why: why.join("; "), adjusted, statements }]))
            }
        }
    }
}

impl Why<'_> {
    /// Which line keeps an answer off: the log is played again without it.
    fn excluded(&self, play: &Playthrough, said: &[Token]) -> Option<Excluded> {
        let setting = setting_of(play);
        let offers = |texts: &Texts| {
            let rules = Rules::new(texts.build(&setting, Backend::Native).ok()?.program);
            let (setup, seats) = (play.setup().clone(), play.seats().clone());
            let again = Replayed::new(Arc::new(rules), setup, seats, play.log()).ok()?;
            let mut now = again.play;
            let same = again.stop.is_none() && now.waits_for() == play.waits_for();
            let found = same.then(|| find_option(&now.candidates(), said))?;
            Some(matches!(found, Ok(_) | Err(Unclear::Several { .. })))
        };
        let plays = self.texts.closure(&setting.expansions);
        excluded(self.texts, &plays, &names(said), offers)
    }
}

/// The line that did a deed.
fn line_of<'p>(program: &'p Program, event: &Event) -> Option<&'p Origin> {
    let Event::Deed(deed) = event else { return None };
    let site = program.sites.get(deed.site.index())?;
    program.origins.get(site.origin.index()).map(AsRef::as_ref)
}

/// The names among the words of an answer.
pub(crate) fn names(said: &[Token]) -> Vec<String> {
    let name = |token: &Token| match token {
        Token::Name(name) => Some(name.clone()),
        _ => None,
    };
    said.iter().filter_map(name).collect()
}

/// The line that offers an option of the question that waits, alone and as a reason.
pub(crate) fn offering(play: &mut Playthrough, index: usize) -> Option<(OriginId, String)> {
    let Stand::Question(question) = play.stand() else {
        return None;
    };
    let rules = play.rules().clone();
    let pick = play.game_mut().option(&rules, index)?;
    let ask = play.ask(question.ask);
    let offer = match pick {
        Pick::Option(Choice { offer: Some(offer), .. }) => ask.offers.get(usize::from(offer)),
        _ => None,
    };
    let origin = offer.map_or(ask.origin, |offer| offer.origin);
    let mut why = because(rules.program(), origin);
    if pick == Pick::Pass {
        why = format!("nobody has to answer {why}");
    }
    Some((origin, why))
}

/// Whether any word could be part of an answer somewhere in the game: a place, a name of the rules, a player.
fn is_an_answer(play: &mut Playthrough, said: &[Token]) -> bool {
    let offered = play.candidates();
    let known = |word: &str| {
        let program = play.rules().program();
        let segments = program.tiles.iter().flat_map(|tile| &tile.segments);
        let offers = program.asks.iter().flat_map(|ask| &ask.offers);
        ["at", "no", "none", "nothing", "on", "turned", "yes"].contains(&word)
            || play.seats().names().iter().any(|player| player == word)
            || program.figures.iter().any(|figure| figure.name == word)
            || program.features.iter().any(|feature| feature.name == word)
            || program.enums.iter().any(|all| all.names.iter().any(|name| name == word))
            || program.tokens.iter().any(|token| token.name == word)
            || program.tiles.iter().any(|tile| tile.name == word)
            || segments.into_iter().any(|segment| segment.name == word)
            || offers.into_iter().any(|offer| offer.name == word)
    };
    said.iter().any(|token| match token {
        Token::Cell(..) => true,
        Token::Name(word) if known(word) => true,
        _ => offered.iter().any(|option| option.meaning.tokens().any(|part| part == token)),
    })
}

/// What is asked now, of an answer that belongs to another question.
fn elsewhere(play: &Playthrough, said: &[Token]) -> Option<String> {
    let waiting = play.game().waiting()?;
    let now = format!("the game waits for {} now", play.waits_for());
    let Some(Token::Name(word)) = said.first() else { return None };
    if said.len() == 1 && ["no", "none", "nothing", "yes"].contains(&word.as_str()) {
        return Some(format!("{now}, and `{word}` is no answer to it"));
    }
    // Only where a tile goes is said with a turn.
    let is_fit = said.contains(&Token::Name("turned".to_owned()));
    let takes = |ask: &AskShape| {
        let mut types = ask.offers.iter().filter_map(|offer| offer.ty).chain([ask.ty]);
        if is_fit {
            types.any(|ty| ty.base == Base::Fit)
        } else {
            ask.offers.iter().any(|offer| offer.name == *word)
        }
    };
    let asks = play.rules().program().asks.iter().filter(|ask| takes(ask));
    let names: BTreeSet<String> = asks.map(|ask| format!("`{}`", ask.name)).collect();
    if names.is_empty() || takes(play.ask(waiting.call.ask)) {
        return None;
    }
    let names: Vec<String> = names.into_iter().collect();
    let what = if is_fit { "a place for a tile".to_owned() } else { format!("`{word}`") };
    Some(format!("{now}, and {what} is an answer to {}", names.join(" or ")))
}

/// What the lines begin with that decide what is on offer.
pub(crate) const OFFER_LINES: &str = "what is on offer comes from";

/// The lines that decide what the question that waits has on offer, and those that forbid some of it.
pub(crate) fn offer_lines(play: &Playthrough, forbids: &[(ForbidDeed, String)]) -> Option<String> {
    let waiting = play.game().waiting()?;
    let ask = play.ask(waiting.call.ask);
    let program = play.rules().program();
    let lines: Vec<String> = if ask.offers.is_empty() {
        vec![because(program, ask.origin)]
    } else {
        ask.offers.iter().map(|offer| because(program, offer.origin)).collect()
    };
    let mut text = format!("{OFFER_LINES} {}", lines.join(" and "));
    let deed = |base: Base| match base {
        Base::Fit => Some(ForbidDeed::Places),
        Base::Spot => Some(ForbidDeed::Deploys),
        _ => None,
    };
    let types = ask.offers.iter().filter_map(|offer| offer.ty).chain([ask.ty]);
    let deeds: Vec<ForbidDeed> = types.filter_map(|ty| deed(ty.base)).collect();
    let forbidden = forbids.iter().filter(|(deed, _)| deeds.contains(deed));
    let forbidden: Vec<&str> = forbidden.map(|(_, line)| line.as_str()).collect();
    if !forbidden.is_empty() {
        text.push_str(&format!(", less what is forbidden by {}", forbidden.join(" and ")));
    }
    Some(text)
}

#[cfg(test)]
#[path = "why_tests.rs"]
pub(crate) mod tests;
