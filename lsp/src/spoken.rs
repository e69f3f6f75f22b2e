//! What scenarios say of rules by words alone: questions, offers, answers and editions. The compiler looks such
//! words up when a game is played; here each is taken to what it can mean, so that it can be shown and renamed.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    FileId, Span,
    ast::{
        Answer, Ask, Condition, Expectation, Item, ItemKind, Name, ScenarioLine, StatementKind,
        Value, WordKind,
    },
};

use toolkit::Study;

use crate::{desk::Desk, subject::Subject, tree};

/// How a word of a scenario is meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// What is asked, perhaps with the step or deed that asks.
    Question(Option<String>),
    /// The step or deed that asks.
    Asker,
    /// A word of an answer to this question; the first may be an offer.
    Answer(String, bool),
    /// An edition that plays.
    Edition,
}

/// A word of a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Spoken {
    /// The word.
    pub(crate) text: String,
    /// Where it stands.
    pub(crate) span: Span,
    /// How it is meant.
    pub(crate) part: Part,
}

/// The words of all scenarios of a file.
pub(crate) fn spoken(items: &[Item]) -> Vec<Spoken> {
    let mut found = Vec::new();
    for (_, scenario) in tree::scenarios(items) {
        for line in &scenario.lines {
            match &line.kind {
                ScenarioLine::With { names, .. } => found.extend(names.iter().map(|name| Spoken {
                    text: name.text.clone(),
                    span: name.span,
                    part: Part::Edition,
                })),
                ScenarioLine::Answer { name, answer, .. }
                | ScenarioLine::Expect(Expectation::Offered { name, answer, .. }) => {
                    question(name, answer, &mut found);
                }
                _ => {}
            }
        }
    }
    found
}

fn question(name: &Name, answer: &Answer, found: &mut Vec<Spoken>) {
    let (asker, plain) = match name.text.rsplit_once('.') {
        Some((asker, plain)) => (Some(asker), plain),
        None => (None, name.text.as_str()),
    };
    let start = name.span.end.saturating_sub(plain.len() as u32);
    found.push(Spoken {
        text: plain.to_owned(),
        span: Span { start, ..name.span },
        part: Part::Question(asker.map(str::to_owned)),
    });
    if let Some(asker) = asker {
        let end = name.span.start + asker.len() as u32;
        let span = Span { end, ..name.span };
        found.push(Spoken { text: asker.to_owned(), span, part: Part::Asker });
    }
    for (at, word) in answer.words.iter().enumerate() {
        if let WordKind::Name(text) = &word.kind {
            let part = Part::Answer(plain.to_owned(), at == 0);
            found.push(Spoken { text: text.clone(), span: word.span, part });
        }
    }
}

/// A name that questions are asked by: what an answer is kept in, or what is decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'t> {
    /// The name.
    pub(crate) name: &'t Name,
    /// The step, offer, hook or deed that asks.
    pub(crate) within: &'t str,
    /// Whether it is a decision, which is no local.
    pub(crate) decision: bool,
}

/// Whether somebody is asked for the local that gets its name at a place; others are known in their rule only.
pub(crate) fn is_asked(desk: &Desk, at: Span) -> bool {
    desk.tree(at.file).is_some_and(|tree| asked(&tree.items).iter().any(|one| one.name.span == at))
}

/// All that some items ask.
pub(crate) fn asked(items: &[Item]) -> Vec<Asked<'_>> {
    let mut found = Vec::new();
    for item in tree::all_items(items) {
        let within = match &item.kind {
            ItemKind::Step(own) => own.name.text.as_str(),
            ItemKind::Offer(own) => own.name.text.as_str(),
            ItemKind::To(own) => own.name.text.as_str(),
            _ => "",
        };
        for statement in tree::statements_of(item) {
            let mut add = |name, decision| found.push(Asked { name, within, decision });
            match &statement.kind {
                StatementKind::Let { value: Value::Ask(Ask::DecidesTo { name, .. }), .. }
                | StatementKind::Assign {
                    value: Value::Ask(Ask::DecidesTo { name, .. }), ..
                }
                | StatementKind::Ask(Ask::DecidesTo { name, .. }) => add(name, true),
                StatementKind::Let { name, value: Value::Ask(_), .. } => add(name, false),
                StatementKind::If { arms, .. } => {
                    for arm in arms {
                        if let Condition::DecidesTo { name, .. } = &arm.condition {
                            add(name, true);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// A name that only scenarios and decisions say: that of an offer, of an edition, or of what is decided.
pub(crate) fn named_at(desk: &Desk, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let items = &desk.tree(file)?.items;
    for item in tree::all_items(items) {
        match &item.kind {
            ItemKind::Offer(own) if own.name.span.holds(offset) => {
                return Some((Subject::Offer(own.name.span), own.name.span));
            }
            ItemKind::Edition(own) if own.name.span.holds(offset) => {
                return Some((Subject::Edition(own.name.span), own.name.span));
            }
            _ => {}
        }
    }
    let decided = asked(items).into_iter().find(|a| a.decision && a.name.span.holds(offset))?;
    let first = *decisions(desk, desk.expansion(file)?, &decided.name.text).first()?;
    Some((Subject::Choice(first), decided.name.span))
}

/// Where an expansion names a decision; all of them are one thing, told by the first.
pub(crate) fn decisions(desk: &Desk, expansion: &str, name: &str) -> Vec<Span> {
    let sources = desk.texts().available().iter().filter(|source| source.folder == expansion);
    let asked = sources.flat_map(|source| &source.files).flat_map(|(_, file)| asked(&file.items));
    let mut found: Vec<Span> =
        asked.filter(|a| a.decision && a.name.text == name).map(|a| a.name.span).collect();
    found.sort_unstable();
    found
}

/// The expansions that may play where an expansion's own items do: itself, and those that these play with.
pub(crate) fn playing(desk: &Desk, expansion: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![expansion.to_owned()];
    while let Some(name) = waiting.pop() {
        let source = desk.texts().available().iter().find(|source| source.folder == name);
        let Some(source) = source else { continue };
        if found.insert(name) {
            source.files.iter().for_each(|(_, file)| tree::companions(&file.items, &mut waiting));
        }
    }
    found
}

/// All that a word of a scenario can mean, among the expansions that may play there.
fn meanings(desk: &Desk, at: &Spoken, playing: &BTreeSet<String>) -> Vec<Meant> {
    let mut found: BTreeSet<Meant> = BTreeSet::new();
    let sources = desk.texts().available().iter().filter(|s| playing.contains(&s.folder));
    for (_, file) in sources.flat_map(|source| &source.files) {
        if let Part::Question(asker) = &at.part {
            let fits = |one: &Asked<'_>| {
                one.name.text == at.text && asker.as_ref().is_none_or(|asker| asker == one.within)
            };
            found.extend(asked(&file.items).into_iter().filter(fits).map(
                |one| match one.decision {
                    true => Meant::Choice(first_of(desk, one.name)),
                    false => Meant::Local(one.name.span),
                },
            ));
        }
        for item in tree::all_items(&file.items) {
            found.extend(means(item, at));
        }
    }
    // An offer is said before all else.
    if found.iter().any(|meant| matches!(meant, Meant::Offer(_))) {
        found.retain(|meant| matches!(meant, Meant::Offer(_)));
    }
    found.into_iter().collect()
}

/// What an item declares that a word of a scenario can mean.
fn means(item: &Item, at: &Spoken) -> Option<Meant> {
    let declared = |name: &Name| (name.text == at.text).then_some(Meant::Declared(name.span));
    match (&at.part, &item.kind) {
        (Part::Question(None), ItemKind::Menu(own)) => declared(&own.name),
        (Part::Question(_), ItemKind::Keeps(own)) if own.owner.text == "game" => {
            declared(&own.property.name)
        }
        (Part::Asker, ItemKind::To(own)) => declared(&own.name),
        (Part::Asker, ItemKind::Step(own)) => {
            (own.name.text == at.text).then_some(Meant::Step(own.name.span))
        }
        (Part::Answer(question, true), ItemKind::Offer(own)) => {
            let is = (&own.name.text, &own.menu.text) == (&at.text, question);
            is.then_some(Meant::Offer(own.name.span))
        }
        (Part::Answer(..), ItemKind::Enum(own)) => own.names.iter().find_map(declared),
        (Part::Answer(..), ItemKind::Token(own)) => own.names.iter().find_map(declared),
        (Part::Answer(..), ItemKind::Feature(own)) => declared(&own.name),
        (Part::Answer(..), ItemKind::Figure(own)) => declared(&own.name),
        (Part::Answer(..), ItemKind::Tile(own)) => declared(&own.name),
        (Part::Answer(..), ItemKind::Pile(own)) => declared(&own.name),
        (Part::Edition, ItemKind::Edition(own)) => {
            (own.name.text == at.text).then_some(Meant::Edition(own.name.span))
        }
        _ => None,
    }
}

/// What a word of a scenario means, by where that gets its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meant {
    Offer(Span),
    Choice(Span),
    Edition(Span),
    Local(Span),
    Step(Span),
    Declared(Span),
}

impl Meant {
    fn at(self) -> Span {
        match self {
            Self::Offer(at)
            | Self::Choice(at)
            | Self::Edition(at)
            | Self::Local(at)
            | Self::Step(at)
            | Self::Declared(at) => at,
        }
    }
}

/// The place that stands for a decision.
fn first_of(desk: &Desk, name: &Name) -> Span {
    let home = desk.expansion(name.span.file);
    let all = home.map(|home| decisions(desk, home, &name.text)).unwrap_or_default();
    all.first().copied().unwrap_or(name.span)
}

/// What a byte of a scenario means, if its word means one thing only.
pub(crate) fn meant_at(desk: &Desk, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let words = spoken(&desk.tree(file)?.items);
    let word = words.into_iter().find(|word| word.span.holds(offset))?;
    let expansion = desk.expansion(file)?;
    let [meant] = meanings(desk, &word, &playing(desk, expansion))[..] else { return None };
    let subject = match meant {
        Meant::Offer(at) => Subject::Offer(at),
        Meant::Choice(at) => Subject::Choice(at),
        Meant::Edition(at) => Subject::Edition(at),
        Meant::Local(at) => Subject::Local(at, None),
        Meant::Step(at) => Subject::Step(at),
        Meant::Declared(at) => {
            let known = |study: &Study| {
                let mut all = study.names().meanings(&word.text).iter();
                all.find(|declared| declared.span == at).copied()
            };
            let declared = known(&desk.view(expansion)).or_else(|| known(&desk.everything()))?;
            Subject::Declared(declared)
        }
    };
    Some((subject, word.span))
}

/// Where scenarios say the thing that gets its name at a place, and where they may say it or another one of the
/// same name.
pub(crate) fn said(desk: &Desk, at: Span) -> (Vec<Span>, Vec<Span>) {
    let name = desk.texts().sources().slice(at);
    let (mut certain, mut open) = (Vec::new(), Vec::new());
    for source in desk.texts().available() {
        let mut plays = None;
        // Many scenarios say one word in one way.
        let mut known: BTreeMap<Part, Vec<Meant>> = BTreeMap::new();
        for (_, file) in &source.files {
            for word in spoken(&file.items).into_iter().filter(|word| word.text == name) {
                let playing = plays.get_or_insert_with(|| playing(desk, &source.folder));
                let meanings = known
                    .entry(word.part.clone())
                    .or_insert_with(|| meanings(desk, &word, playing));
                if meanings.iter().any(|meant| meant.at() == at) {
                    if meanings.len() == 1 { certain.push(word.span) } else { open.push(word.span) }
                }
            }
        }
    }
    (certain, open)
}
