//! Worked examples of the rules, played: each line must come true.

mod whole;

use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
    sync::Arc,
};

use abi::{AskKind, Base, Fault, FunctionId, OriginId, Program, Shape, Ty, Word};
use compiler::typed::{Answer, AnswerWord, Expectation, ForbidDeed, Scenario, ScenarioLine};
use runtime::{
    PlayError, Playthrough, Rules, Seats, Setup, SetupError, Stand, Token, Unclear, because,
    find_option,
};

use crate::{
    reach::{Part, Watched},
    story::{Story, offer, wrapped},
    tiles::{default_tiles, set_tiles},
    why::{names, offer_lines, offering},
    why_not::why_not,
};

/// So many questions in a row may have a single answer: in a scenario each renews the budget of the rules.
const MOST_SINGLES: u32 = 10_000;
/// So many answers, and rule lines, of a failure are shown.
const MOST_SHOWN: usize = 8;

/// A line of a scenario that did not come true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The file and line.
    pub place: String,
    /// The line as written.
    pub line: String,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub found: String,
    /// For an answer that is, or is not, on offer: why.
    pub why: Option<String>,
    /// An answer that should be on offer and is not.
    pub(crate) missing: Option<Box<Missing>>,
    /// What the game was waiting for.
    pub waiting: String,
    /// Of a question, what was on offer.
    pub offer: Option<String>,
    /// The lines of the rules that ran since the last answer, with what they did.
    pub ran: Vec<String>,
    /// The board at that moment.
    pub board: String,
    /// What was answered up to there.
    pub log: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.place, self.line)?;
        writeln!(f, "  expected: {}", self.expected)?;
        writeln!(f, "  found:    {}", self.found)?;
        if let Some(why) = &self.why {
            writeln!(f, "  why:      {why}")?;
        }
        writeln!(f, "  waiting:  {}", self.waiting)?;
        if let Some(offer) = &self.offer {
            writeln!(f, "            {}", wrapped(offer, "            "))?;
        }
        few(f, "answered", &self.log)?;
        few(f, "ran", &self.ran)?;
        f.write_str(&self.board)
    }
}

/// The last of some lines: a failure fits on a screen.
fn few(f: &mut fmt::Formatter<'_>, what: &str, lines: &[String]) -> fmt::Result {
    let passed = lines.len().saturating_sub(MOST_SHOWN);
    let mut title = format!("{what}:");
    if passed > 0 {
        writeln!(f, "  {title:<9} ({passed} more before)")?;
        title.clear();
    }
    for line in &lines[passed..] {
        writeln!(f, "  {title:<9} {line}")?;
        title.clear();
    }
    Ok(())
}

/// What came of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its title.
    pub title: String,
    /// The first line that did not come true; nothing if all did.
    pub failure: Option<Box<Failure>>,
    /// The statements that its lines cite.
    pub statements: Vec<String>,
    /// How many answers were given in it.
    pub answers: usize,
    /// The steps and offers of its expansion that it came to.
    pub reached: BTreeSet<Part>,
    /// If it says `snapshot` and every line came true: what happened.
    pub snapshot: Option<String>,
}

impl Outcome {
    /// Whether every line came true.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// A scenario with the compiled functions of its lines.
pub(crate) struct Staged<'a> {
    pub(crate) scenario: &'a Scenario,
    /// The expansion whose scenario it is.
    pub(crate) expansion: &'a str,
    /// The file and line of its title.
    pub(crate) place: &'a str,
    /// The functions of a line by its number: a condition and its two sides, or a deed.
    pub(crate) functions: &'a dyn Fn(usize, u8) -> Option<FunctionId>,
    /// The lines that forbid something.
    pub(crate) forbids: Vec<(ForbidDeed, OriginId)>,
}

/// Plays a scenario under its rules.
pub(crate) fn run(staged: &Staged<'_>, program: &Program) -> (Outcome, Option<Playthrough>) {
    let scenario = staged.scenario;
    let (program, watched) = Watched::program(program);
    let rules = Rules::new(program.clone());
    let statements = scenario
        .lines
        .iter()
        .filter_map(|(origin, ..)| program.origins.get(origin.index()))
        .flat_map(|origin| origin.statements.iter().cloned())
        .collect();
    let mut outcome = Outcome {
        title: scenario.title.clone(),
        failure: None,
        statements,
        answers: 0,
        reached: BTreeSet::new(),
        snapshot: None,
    };
    let rules = Arc::new(rules.asking_singles());
    let mut game = None;
    match Stage::open(staged, &rules) {
        Ok(mut stage) => {
            outcome.failure = stage.play().err();
            outcome.answers = stage.play.log().len();
            outcome.reached = watched.reached(&stage.play, staged.expansion);
            if outcome.passed() {
                outcome.snapshot = stage.story.map(|story| story.text(&mut stage.play));
            }
            game = Some(stage.play);
        }
        Err(error) => {
            // What lies on the table is told in a line of its own; the rest of the set-up belongs to the whole.
            let board = scenario.lines.iter().find(|(.., line)| is_board(line));
            let board = board.filter(|_| matches!(error, SetupError::Board(_)));
            let line = board.and_then(|(origin, ..)| program.origins.get(origin.index()));
            let title = || format!("scenario \"{}\"", scenario.title);
            outcome.failure = Some(Box::new(Failure {
                place: line.map_or_else(
                    || staged.place.to_owned(),
                    |line| format!("{}:{}", line.file, line.line),
                ),
                line: line.map_or_else(title, |line| line.text.clone()),
                expected: "a game that can be set up".to_owned(),
                found: error.to_string(),
                why: None,
                missing: None,
                waiting: "nothing".to_owned(),
                offer: None,
                ran: Vec::new(),
                board: String::new(),
                log: Vec::new(),
            }));
        }
    }
    (outcome, game)
}

fn is_board(line: &ScenarioLine) -> bool {
    matches!(line, ScenarioLine::Board(_))
}

/// A scenario under way.
struct Stage<'a> {
    staged: &'a Staged<'a>,
    rules: Arc<Rules>,
    play: Playthrough,
    /// Draws that were given and not used yet.
    draws: VecDeque<String>,
    /// The same of rolls.
    rolls: VecDeque<String>,
    /// What happens, if the scenario keeps it.
    story: Option<Story>,
    /// How long the chronicle was before the last answer or deed of the scenario.
    since: usize,
    /// What went wrong in a deed of the scenario that is expected to.
    fault: Option<Fault>,
}

/// An answer that should be on offer and is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    /// The names in it.
    pub(crate) names: Vec<String>,
    /// Whether its question is asked: else nothing is known of what it would be chosen from.
    pub(crate) is_asked: bool,
    /// The name of the question.
    pub(crate) asks: String,
}

impl Missing {
    fn of(said: &[Token], is_asked: bool, question: &str) -> Box<Self> {
        // The step in which the question stands may be said before its own name.
        let asks = question.rsplit('.').next().unwrap_or(question).to_owned();
        Box::new(Self { names: names(said), is_asked, asks })
    }
}

/// What did not come true, before the circumstances are added.
struct Miss {
    expected: String,
    found: String,
    why: Option<String>,
    missing: Option<Box<Missing>>,
}

impl Miss {
    fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: found.into(), why: None, missing: None }
    }
}

impl<'a> Stage<'a> {
    fn open(staged: &'a Staged<'a>, rules: &Arc<Rules>) -> Result<Self, SetupError> {
        let scenario = staged.scenario;
        let seats = Seats::named(scenario.players.clone());
        let board = scenario.lines.iter().find_map(|(.., line)| match line {
            ScenarioLine::Board(picture) => Some(picture.clone()),
            _ => None,
        });
        let program = rules.program();
        let tiles = match scenario.sets.as_slice() {
            [] => default_tiles(program),
            sets => set_tiles(program, sets).map_err(|_| SetupError::Tiles)?,
        };
        let setup = Setup { players: seats.count(), seed: 0, tiles, board };
        let play = Playthrough::before_first_turn(rules.clone(), setup, seats)?;
        let keeps = scenario.lines.iter().any(|(.., line)| *line == ScenarioLine::Snapshot);
        let story = keeps.then(|| Story::of(&play));
        Ok(Self {
            staged,
            rules: rules.clone(),
            play,
            draws: VecDeque::new(),
            rolls: VecDeque::new(),
            story,
            since: 0,
            fault: None,
        })
    }

    fn play(&mut self) -> Result<(), Box<Failure>> {
        let staged = self.staged;
        self.can_fail()?;
        for (number, (.., line)) in staged.scenario.lines.iter().enumerate() {
            self.line(number, line).map_err(|miss| self.failure(number, miss))?;
        }
        let last = staged.scenario.lines.len().saturating_sub(1);
        match self.promises() {
            Err(miss) if last < staged.scenario.lines.len() => return Err(self.failure(last, miss)),
            _ => {}
        }
        self.has_all_come()
    }

    /// Every `invariant` of the rules must hold whenever the game waits.
    fn promises(&mut self) -> Result<(), Miss> {
        let rules = self.rules.clone();
        let Some(broken) = self.play.game_mut().broken_invariant(&rules) else { return Ok(()) };
        let found = match broken.fault {
            None => "it does not hold".to_owned(),
            Some(fault) => fault.kind.text().to_owned(),
        };
        let expected = "an invariant that holds";
        Err(Miss {
            expected: expected.into(),
            found,
            why: Some(because(rules.program(), broken.origin)),
            missing: None,
        })
    }

    fn failure(&mut self, number: usize, miss: Miss) -> Box<Failure> {
        let (origin, ..) = &self.staged.scenario.lines[number];
        let rules = self.rules.clone();
        let origin = rules.program().origins.get(origin.index());
        let place = origin.map(|o| format!("{}:{}", o.file, o.line)).unwrap_or_default();
        self.failure_at(place, origin.map(|o| o.text.clone()).unwrap_or_default(), miss)
    }

    fn failure_at(&mut self, place: String, line: String, miss: Miss) -> Box<Failure> {
        let offer = offer(&mut self.play);
        Box::new(Failure {
            place,
            line,
            expected: miss.expected,
            found: miss.found,
            why: miss.why,
            missing: miss.missing,
            waiting: self.play.waits_for(),
            offer,
            ran: self.ran(),
            board: self.play.picture(&[]),
            log: self.play.log().iter().map(ToString::to_string).collect(),
        })
    }

    /// The lines of the rules that ran since the last answer, each once in a row, with what they did.
    fn ran(&self) -> Vec<String> {
        let teller = self.play.teller();
        let events = self.play.game().chronicle().events();
        let mut ran: Vec<(String, Vec<String>)> = Vec::new();
        for event in events.get(self.since..).unwrap_or_default() {
            let Some(why) = teller.why(event) else {
                continue;
            };
            let told = teller.event(event);
            match ran.last_mut().filter(|(line, _)| *line == why) {
                Some((_, done)) => done.extend(told),
                None => ran.push((why, told.into_iter().collect())),
            }
        }
        let told = |(why, done): (String, Vec<String>)| match done.len() {
            0 => why,
            1 | 2 => format!("{why}: {}", done.join(", ")),
            more => format!("{why}: {}, and {} more", done[0], more - 1),
        };
        ran.into_iter().map(told).collect()
    }

    fn line(&mut self, number: usize, line: &ScenarioLine) -> Result<(), Miss> {
        match line {
            ScenarioLine::Board(_) | ScenarioLine::Snapshot => Ok(()),
            ScenarioLine::Draw(names) => {
                self.draws.extend(names.iter().cloned());
                Ok(())
            }
            ScenarioLine::Roll(numbers) => {
                self.rolls.extend(numbers.iter().map(ToString::to_string));
                Ok(())
            }
            ScenarioLine::Given(_) => self.given(number),
            ScenarioLine::Answer { player, name, answer } => {
                self.go_on(number)?;
                self.answer(*player, name, answer)
            }
            ScenarioLine::Expect(Expectation::Fault(words)) => {
                self.expect_fault(number, words.as_deref())
            }
            ScenarioLine::Expect(expectation) => {
                self.go_on(number)?;
                self.expect(number, expectation)
            }
        }
    }

    /// Lets chance bring what was given, and takes single options, until the game waits for something that
    /// the scenario has to say.
    fn go_on(&mut self, number: usize) -> Result<(), Miss> {
        match self.come(number)? {
            None => Ok(()),
            Some(fault) => {
                let mut miss = Miss::new("rules without a fault", fault.kind.text());
                miss.why = self.fault_line(&fault);
                Err(miss)
            }
        }
    }

    /// The line of the rules that went wrong, with its locals.
    fn fault_line(&self, fault: &Fault) -> Option<String> {
        let program = self.rules.program();
        let site = fault.site.and_then(|site| program.sites.get(site.index()))?;
        let line = because(program, site.origin);
        let locals = self.play.speaker(None).locals(fault);
        Some([line].into_iter().chain(locals).collect::<Vec<_>>().join("\n            "))
    }

    /// The fault that is expected must be there.
    fn expect_fault(&mut self, number: usize, words: Option<&str>) -> Result<(), Miss> {
        let expected = match words {
            None => "a fault".to_owned(),
            Some(words) => format!("a fault that says \"{words}\""),
        };
        match self.come(number)? {
            None => Err(Miss::new(expected, "every rule came to its end")),
            Some(fault) if words.is_none_or(|words| fault.kind.text().contains(words)) => Ok(()),
            Some(fault) => {
                let mut miss = Miss::new(expected, fault.kind.text());
                miss.why = self.fault_line(&fault);
                Err(miss)
            }
        }
    }

    /// The same; and what went wrong on the way.
    fn come(&mut self, number: usize) -> Result<Option<Fault>, Miss> {
        if self.fault.is_some() {
            return Ok(self.fault.clone());
        }
        self.play.begin();
        let mut singles = 0;
        loop {
            if !matches!(self.play.stand(), Stand::Fault(_)) {
                self.promises()?;
            }
            match self.play.stand() {
                Stand::Chance(chance) => {
                    let outcomes = match chance.kind {
                        AskKind::Rolls => &mut self.rolls,
                        _ => &mut self.draws,
                    };
                    let Some(outcome) = outcomes.pop_front() else {
                        return Ok(None);
                    };
                    self.play.give(&outcome).map_err(|e| {
                        Miss::new(
                            format!("{outcome} is on offer for `{}`", chance.name),
                            e.to_string(),
                        )
                    })?;
                }
                Stand::Question(question) => {
                    let single = question.options == 1 && question.kind == AskKind::Chooses;
                    if !single || self.is_meant(number, question.player) {
                        return Ok(None);
                    }
                    singles += 1;
                    if singles > MOST_SINGLES {
                        let found = format!("{singles} questions with a single answer each");
                        return Err(Miss::new("rules that come to a decision", found));
                    }
                    self.play.take_single().map_err(|e| Miss::new("an answer", e.to_string()))?;
                }
                Stand::Fault(fault) => return Ok(Some(fault)),
                Stand::Shot(_) | Stand::Over => return Ok(None),
            }
        }
    }

    /// Whether the next line with a player and the name of a question means the one that waits.
    fn is_meant(&self, number: usize, asked: Word) -> bool {
        let next = self.staged.scenario.lines[number..].iter().find_map(|(.., line)| match line {
            ScenarioLine::Answer { player, name, .. } => Some((Some(*player), name)),
            ScenarioLine::Expect(Expectation::Offered { player, name, .. }) => {
                Some((*player, name))
            }
            _ => None,
        });
        next.is_some_and(|(player, name)| {
            player.is_none_or(|player| player == asked) && self.play.is_asked(name)
        })
    }

    fn given(&mut self, number: usize) -> Result<(), Miss> {
        let Some(function) = (self.staged.functions)(number, 0) else {
            return Err(Miss::new("a deed", "it was not compiled"));
        };
        let rules = self.rules.clone();
        self.since = self.play.game().chronicle().events().len();
        match self.play.game_mut().call(&rules, function, &[]) {
            Ok(_) => Ok(()),
            Err(fault) if self.is_expected(number) => {
                self.fault = Some(fault);
                Ok(())
            }
            Err(fault) => Err(Miss::new("a deed that can be done", fault.kind.text())),
        }
    }

    /// Whether the next line expects a fault.
    fn is_expected(&self, number: usize) -> bool {
        let mut rest = self.staged.scenario.lines.iter().skip(number + 1);
        let next = rest.find(|(.., line)| *line != ScenarioLine::Snapshot);
        matches!(next, Some((.., ScenarioLine::Expect(Expectation::Fault(_)))))
    }

    fn answer(&mut self, player: Word, name: &str, answer: &Answer) -> Result<(), Miss> {
        let expected = format!("{} answers `{name}`", self.play.seats().name(player));
        self.asked(Some(player), name).map_err(|found| Miss::new(expected.clone(), found))?;
        let words = tokens(answer);
        let shoots = matches!(self.play.stand(), Stand::Shot(_));
        if let Some(story) = &mut self.story {
            story.asked(&mut self.play);
        }
        let before = self.play.game().chronicle().events().len();
        let answered = self.play.say_words(&words);
        if answered.is_ok() {
            self.since = before;
        }
        answered.map_err(|error| {
            let why = (!shoots && matches!(error, PlayError::Unclear(_)))
                .then(|| self.why(&words))
                .flatten();
            Miss {
                expected: if shoots {
                    format!("`{}` can come of the shot", answer.text)
                } else {
                    format!("`{}` is on offer", answer.text)
                },
                found: error.to_string(),
                missing: why.is_some().then(|| Missing::of(&words, true, name)),
                why,
            }
        })
    }

    /// Whether the question of a name waits for a player, or what waits instead.
    fn asked(&self, player: Option<Word>, name: &str) -> Result<(), String> {
        match self.play.stand() {
            Stand::Question(question)
                if self.play.is_asked(name)
                    && player.is_none_or(|player| player == question.player) =>
            {
                Ok(())
            }
            Stand::Shot(shot)
                if self.play.is_asked(name)
                    && player.is_none_or(|player| player == shot.player) =>
            {
                Ok(())
            }
            _ => Err(format!("the game waits for {}", self.play.waits_for())),
        }
    }

    fn expect(&mut self, number: usize, expectation: &Expectation) -> Result<(), Miss> {
        match expectation {
            // Told apart before anything is asked.
            Expectation::Fault(words) => self.expect_fault(number, words.as_deref()),
            Expectation::Holds(_) => {
                if self.ask(number, 0)?.0 == 1 {
                    return Ok(());
                }
                Err(Miss::new("yes", "no"))
            }
            Expectation::Compares(..) => {
                if self.ask(number, 0)?.0 == 1 {
                    return Ok(());
                }
                let left = self.shown(number, 1)?;
                let right = self.shown(number, 2)?;
                Err(Miss::new("a comparison that holds", format!("{left} and {right}")))
            }
            Expectation::Offered { player, can, name, answer } => {
                self.offered(*player, *can, name, answer)
            }
        }
    }

    /// Asks a function of the line: its value and type.
    fn ask(&mut self, number: usize, part: u8) -> Result<(Word, Option<Ty>), Miss> {
        let Some(function) = (self.staged.functions)(number, part) else {
            return Err(Miss::new("a question", "it was not compiled"));
        };
        let ty = self.rules.program().functions.get(function.index()).and_then(|f| f.result);
        let rules = self.rules.clone();
        let value = self.play.game_mut().call(&rules, function, &[]);
        value.map(|word| (word, ty)).map_err(|fault| Miss::new("an answer", fault.kind.text()))
    }

    /// The value of one side of a comparison, in words.
    fn shown(&mut self, number: usize, part: u8) -> Result<String, Miss> {
        let Some(function) = (self.staged.functions)(number, part) else {
            return Ok("something".to_owned());
        };
        let ty = self.rules.program().functions.get(function.index()).and_then(|f| f.result);
        let ty = ty.unwrap_or(Ty::one(Base::Int));
        if ty.shape != Shape::List {
            let (word, _) = self.ask(number, part)?;
            return Ok(self.play.speaker(None).value(ty, word).to_string());
        }
        let rules = self.rules.clone();
        let words = self.play.game_mut().call_list(&rules, function, &[]);
        let words = words.map_err(|fault| Miss::new("an answer", fault.kind.text()))?;
        let speaker = self.play.speaker(None);
        let texts: Vec<String> =
            words.iter().map(|&w| speaker.value(ty.certain(), w).to_string()).collect();
        Ok(format!("[{}]", texts.join(", ")))
    }

    fn offered(
        &mut self,
        player: Option<Word>,
        can: bool,
        name: &str,
        answer: &Answer,
    ) -> Result<(), Miss> {
        let asked = self.asked(player, name);
        let is_asked = asked.is_ok();
        let on_offer = match asked {
            Ok(()) if matches!(self.play.stand(), Stand::Shot(_)) => {
                let expected = "a question with options";
                let name = self.play.waits_for();
                return Err(Miss::new(expected, format!("{name}, which only a landing answers")));
            }
            Ok(()) => match find_option(&self.play.candidates(), &tokens(answer)) {
                Ok(index) => Ok(Some(index)),
                Err(Unclear::Several { .. }) => Ok(None),
                Err(error) => Err(error.to_string()),
            },
            Err(found) => Err(found),
        };
        match on_offer {
            Ok(_) if can => Ok(()),
            Err(_) if !can => Ok(()),
            Err(found) => {
                let expected = format!("`{}` is on offer", answer.text);
                let said = tokens(answer);
                // What is asked instead has its own lines, which say nothing of this answer.
                let why = is_asked.then(|| self.why(&said)).flatten();
                let missing = Some(Missing::of(&said, is_asked, name));
                Err(Miss { expected, found, why, missing })
            }
            Ok(index) => {
                let expected = format!("`{}` is not on offer", answer.text);
                let line = index.and_then(|index| offering(&mut self.play, index));
                let why = line.map(|(_, line)| format!("it is offered by {line}"));
                let why = why.or_else(|| self.lines());
                Err(Miss { expected, found: "it is".to_owned(), why, missing: None })
            }
        }
    }

    /// Why an answer is not on offer: what keeps it off the board, the lines that forbid such a thing, and the
    /// line that decides what is on offer.
    fn why(&self, said: &[Token]) -> Option<String> {
        let reasons: Vec<String> =
            why_not(&self.play, said).into_iter().chain(self.lines()).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// The lines that decide what is on offer.
    fn lines(&self) -> Option<String> {
        let program = self.rules.program();
        let told = self.staged.forbids.iter().map(|&(deed, line)| (deed, because(program, line)));
        offer_lines(&self.play, &told.collect::<Vec<_>>())
    }
}

/// The words of a scenario's answer as the game reads them.
fn tokens(answer: &Answer) -> Vec<Token> {
    answer
        .words
        .iter()
        .map(|word| match word {
            AnswerWord::Name(name) => Token::Name(name.clone()),
            AnswerWord::Int(n) => Token::Int(*n),
            AnswerWord::Length(um) => Token::Length(*um),
            AnswerWord::Cell(x, y) => Token::Cell(*x, *y),
            AnswerWord::Typed(_, word) => Token::Int(*word),
        })
        .collect()
}

#[cfg(test)]
#[path = "scenario_tests.rs"]
mod tests;
