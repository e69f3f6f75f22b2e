//! Why: the rule lines and statements behind points, behind what is on offer, and behind what is not.

use std::{cell::RefCell, sync::Arc};

use abi::{Base, Origin, OriginId, Program};
use compiler::{Backend, Setting, typed::ForbidDeed};
use grammar::Report;
use runtime::{
    Candidate, Choice, Event, How, Pick, PlayError, Playthrough, Replayed, Rules, Stand, Token,
    Unclear, because, find_option, read_answer, told_line,
};

use crate::{
    adjusted::Adjusted,
    belongs::{Elsewhere, elsewhere, offers_meant},
    citation::Statements,
    excluded::{Excluded, excluded},
    pieces::Told,
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

/// Whether an answer is on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It is.
    Yes,
    /// It is a part of options that are.
    InPart,
    /// It is not.
    No,
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

    /// The statements that lines cite which keep an answer off, each once.
    fn cited_by(&self, lines: &[Told]) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for line in lines {
            for number in &line.cited {
                let Some((_, text)) = self.statements.meant(&line.home, number) else { continue };
                let text = format!("{number}: {text}");
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        texts
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

    /// Why an answer is on offer, or is not.
    ///
    /// # Errors
    ///
    /// When nobody is asked, or the answer cannot be read.
    pub fn answer(
        &self,
        play: &mut Playthrough,
        said: &str,
    ) -> Result<(Offered, Vec<Reason>), PlayError> {
        if !matches!(play.stand(), Stand::Question(_)) {
            return Err(PlayError::NotAsked(play.waits_for()));
        }
        let words = read_answer(said)?;
        let candidates = play.candidates();
        match find_option(&candidates, &words) {
            Ok(index) => Ok((Offered::Yes, self.some(play, |at, _| at == index))),
            Err(Unclear::Several { .. }) => {
                Ok((Offered::Yes, self.some(play, |_, option| option.meaning.is_said_by(&words))))
            }
            Err(_) if candidates.iter().any(|option| is_part(&words, option)) => {
                Ok((Offered::InPart, self.some(play, |_, option| is_part(&words, option))))
            }
            Err(_) if !is_an_answer(play, &words) => {
                let text = format!("`{}` is no answer: the rules have no such word", said.trim());
                Err(PlayError::Refused(text))
            }
            Err(other) => {
                let mut why: Vec<String> = Vec::new();
                let mut lines: Vec<Told> = Vec::new();
                if let Some(Elsewhere { told, asks }) = elsewhere(play, &words) {
                    why.push(told);
                    if let Some((left_out, by)) = self.passed_over(play, &words, &asks) {
                        why.push(left_out);
                        lines = by;
                    }
                } else {
                    why.extend(why_not(play, &words));
                    match self.excluded(play, &words) {
                        Some(Excluded::By(by)) => lines = by,
                        Some(Excluded::Unlisted(lists)) if lists.is_empty() => {
                            why.extend(offer_lines(play, &[]));
                        }
                        Some(Excluded::Unlisted(lists)) => lines = lists,
                        None => why.extend(offer_lines(play, &self.forbids)),
                    }
                }
                let statements = self.cited_by(&lines);
                why.extend(lines.into_iter().map(|line| line.text));
                if why.is_empty() {
                    why.push(other.to_string());
                }
                let what = said.trim().to_owned();
                let adjusted = Vec::new();
                let why = why.join("; ");
                Ok((Offered::No, vec![Reason { what, why, adjusted, statements }]))
            }
        }
    }

    /// The options of some numbers or meanings, with the lines that offer them.
    fn some(
        &self,
        play: &mut Playthrough,
        is_meant: impl Fn(usize, &Candidate) -> bool,
    ) -> Vec<Reason> {
        let all = play.candidates().into_iter().enumerate();
        let meant: Vec<(usize, String)> = all
            .filter(|(index, option)| is_meant(*index, option))
            .map(|(index, option)| (index, option.meaning.to_string()))
            .collect();
        meant.into_iter().filter_map(|(index, words)| self.option(play, index, words)).collect()
    }
}

/// Whether words are a part of what an option says: all of them, in their order, with others left out.
fn is_part(said: &[Token], option: &Candidate) -> bool {
    let mut tokens = option.meaning.tokens();
    !said.is_empty() && said.iter().all(|word| tokens.any(|token| token == word))
}

impl Why<'_> {
    /// Which line keeps an answer off: the log is played again without it.
    fn excluded(&self, play: &Playthrough, said: &[Token]) -> Option<Excluded> {
        let setting = setting_of(play);
        let offers = |texts: &Texts| {
            let mut again = replayed(texts, &setting, Backend::Native, play)?;
            let same = again.stop.is_none() && again.play.waits_for() == play.waits_for();
            same.then(|| offers(&mut again.play, said))
        };
        let plays = self.texts.closure(&setting.expansions);
        let names = [names(said), offers_meant(play, said)].concat();
        excluded(self.texts, &plays, &names, &[], offers)
    }

    /// If a question of one of these names was left out since somebody answered last: which one, and by which lines.
    /// Without them the game stops there.
    fn passed_over(
        &self,
        play: &Playthrough,
        said: &[Token],
        asks: &[String],
    ) -> Option<(String, Vec<Told>)> {
        let setting = setting_of(play);
        let last = play.log().iter().rposition(|entry| entry.how == How::Chosen);
        let since = last.map_or(0, |last| last + 1);
        let asked = RefCell::new(None);
        let comes_there = |texts: &Texts| {
            let mut again = replayed(texts, &setting, Backend::Eval, play)?;
            let stopped = again.stop.is_none_or(|stop| stop.entry >= since);
            let Stand::Question(question) = again.play.stand() else {
                return stopped.then_some(false);
            };
            let name = &again.play.ask(question.ask).name;
            let is_meant = stopped.then(|| asks.contains(name))?;
            let name = format!("{}'s `{}`", again.play.seats().name(question.player), name);
            let found = is_meant && offers(&mut again.play, said);
            if found {
                asked.replace(Some(name));
            }
            Some(found)
        };
        if asks.is_empty() {
            return None;
        }
        let plays = self.texts.closure(&setting.expansions);
        match excluded(self.texts, &plays, &names(said), asks, comes_there) {
            Some(Excluded::By(lines)) => {
                let asked = asked.into_inner()?;
                Some((format!("{asked} was left out since the last answer"), lines))
            }
            _ => None,
        }
    }
}

/// The log of a game played again by other texts.
fn replayed(
    texts: &Texts,
    setting: &Setting,
    backend: Backend,
    play: &Playthrough,
) -> Option<Replayed> {
    let rules = Rules::new(texts.build(setting, backend).ok()?.program);
    let (setup, seats) = (play.setup().clone(), play.seats().clone());
    Replayed::new(Arc::new(rules), setup, seats, play.log()).ok()
}

/// Whether the question that waits has an answer on offer, or one of which it is a part.
fn offers(play: &mut Playthrough, said: &[Token]) -> bool {
    let candidates = play.candidates();
    let found = find_option(&candidates, said);
    matches!(found, Ok(_) | Err(Unclear::Several { .. }))
        || candidates.iter().any(|option| is_part(said, option))
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
