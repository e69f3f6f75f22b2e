//! What can follow: names, words and sentences for the place where an author writes.

use std::collections::BTreeSet;

use abi::{Base, DeedKind, Ty};
use compiler::{Candidate, Declared, Meaning, Open, Seen};
use grammar::{
    FileId,
    ast::{ExpansionLine, ItemKind},
};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, Range,
    TextEdit,
};
use toolkit::Study;

use crate::{
    context::{Wanted, wanted},
    desk::Desk,
    half_typed::Cursor,
    phrases, places, subject, tree,
};

/// How completions are written: as texts with places to fill in, if the editor knows such.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether the editor fills in places.
    pub(crate) snippets: bool,
}

/// A completion before it is written.
struct Offer {
    label: String,
    /// With places as `${1:x}`.
    text: String,
    kind: CompletionItemKind,
    detail: Option<String>,
    doc: Option<String>,
    /// Nearer ones come first.
    rank: u8,
    /// Whether it takes the place of the dot before it too.
    over_dot: bool,
}

impl Offer {
    fn word(word: &str, kind: CompletionItemKind) -> Self {
        Self {
            label: word.to_owned(),
            text: word.to_owned(),
            kind,
            detail: None,
            doc: None,
            rank: 5,
            over_dot: false,
        }
    }

    fn phrase((label, text, doc): (&str, &str, &str)) -> Self {
        let mut offer = Self::word(label, CompletionItemKind::KEYWORD);
        text.clone_into(&mut offer.text);
        offer.doc = Some(doc.to_owned());
        offer
    }
}

/// The completions at a byte of a file.
pub(crate) fn completions(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    style: Style,
) -> Option<Vec<CompletionItem>> {
    let cursor = Cursor::at(desk, file, offset)?;
    let text = desk.source(file).text().to_owned();
    let before = cursor.before(&text);
    if in_remark(before) {
        return None;
    }
    let offers = match wanted(before) {
        Wanted::Item => phrases::ITEMS.iter().copied().map(Offer::phrase).collect(),
        Wanted::Member => members(desk, &cursor, &text),
        Wanted::Value => values(desk, &cursor, &text, false),
        Wanted::Statements => values(desk, &cursor, &text, true),
        Wanted::Verb => verbs(desk, &cursor, &text),
        other => plain(desk, &cursor, before, other),
    };
    let source = desk.source(file);
    let at = |start: usize| Range {
        start: places::position(source, start),
        end: places::position(source, cursor.end),
    };
    let (word, dotted) = (at(cursor.start), at(cursor.start.saturating_sub(1)));
    let mut told = BTreeSet::new();
    let offers =
        offers.into_iter().filter(|offer| told.insert((offer.label.clone(), offer.over_dot)));
    Some(offers.map(|offer| written(offer, word, dotted, style)).collect())
}

fn written(offer: Offer, word: Range, dotted: Range, style: Style) -> CompletionItem {
    let places = offer.text.contains("${");
    let text =
        if style.snippets || !places { offer.text } else { phrases::without_places(&offer.text) };
    let (range, text) = if offer.over_dot { (dotted, format!(" {text}")) } else { (word, text) };
    CompletionItem {
        filter_text: offer.over_dot.then(|| format!(".{}", offer.label)),
        sort_text: Some(format!("{}{}", offer.rank, offer.label)),
        insert_text_format: (places && style.snippets).then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
        label: offer.label,
        kind: Some(offer.kind),
        detail: offer.detail,
        documentation: offer.doc.map(Documentation::String),
        ..CompletionItem::default()
    }
}

/// Whether a text ends inside a remark or between quotes.
fn in_remark(before: &str) -> bool {
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    line.contains("//") || line.matches('"').count() % 2 == 1
}

/// What the checker says of the place where the word stands, with what it knows of everything.
fn looked<T>(
    desk: &mut Desk,
    cursor: &Cursor,
    text: &str,
    look: impl FnOnce(&Desk, &Study, &Seen) -> T,
) -> Option<T> {
    let (whole, at) = cursor.whole(text)?;
    let expansion = desk.expansion(cursor.file)?.to_owned();
    desk.supposing(&[(cursor.file, whole)], |desk| {
        let study = desk.view(&expansion);
        let here = study.notes_of(cursor.file).iter().filter(|note| note.span == at);
        let open =
            |note: &&compiler::Note| matches!(note.seen, Seen::Unknown(_) | Seen::UnknownMember(_));
        let note = here.into_iter().find(open)?;
        Some(look(desk, &study, &note.seen))
    })
}

/// What can stand behind a dot: what the thing is, what can be asked of it, and what it can do.
fn members(desk: &mut Desk, cursor: &Cursor, text: &str) -> Vec<Offer> {
    let before = &text[..cursor.start.saturating_sub(1)];
    let alone = is_alone(cursor.before(text));
    let found = looked(desk, cursor, text, |desk, study, seen| match seen {
        Seen::UnknownMember(ty) => {
            let mut offers: Vec<Offer> = study
                .behind(desk.texts().sources(), *ty)
                .into_iter()
                .map(|candidate| named(study, candidate, None))
                .collect();
            if ty.is_list() {
                for word in ["first", "last", "rest"] {
                    offers.push(Offer::word(word, CompletionItemKind::PROPERTY));
                }
            } else if alone {
                offers.extend(sentences(*ty).map(|offer| Offer { over_dot: true, ..offer }));
            }
            offers
        }
        _ => Vec::new(),
    });
    if let Some(found) = found.filter(|found| !found.is_empty()) {
        return found;
    }
    // Behind the name of an expansion stand its options.
    let name = subject::token_at(before, before.len()).map(|token| &before[token]);
    let Some(expansion) = desk.expansion(cursor.file) else { return Vec::new() };
    let study = desk.view(expansion);
    let rules = &study.names().rules;
    let of = rules.expansions.iter().position(|expansion| Some(expansion.name.as_str()) == name);
    let options = rules.options.iter().filter(|option| Some(option.expansion) == of);
    let option = |option: &compiler::typed::OptionDef| {
        let mut offer = Offer::word(&option.name, CompletionItemKind::CONSTANT);
        offer.detail = Some(study.type_name(option.ty));
        offer.doc = Some(option.doc.clone());
        offer
    };
    options.map(option).collect()
}

/// Whether what stands before a dot is the first thing of a statement.
fn is_alone(before: &str) -> bool {
    let tokens: Vec<&str> = grammar::tokens(before).map(|token| &before[token]).collect();
    let first = tokens.len().checked_sub(3).map(|at| tokens[at]);
    let line = before[before.rfind('\n').map_or(0, |at| at + 1)..].trim();
    first.is_some_and(|word| matches!(word, "{" | "}" | "given"))
        || line.split_whitespace().count() == 1
}

/// The sentences and asks of something.
fn sentences(ty: Ty) -> impl Iterator<Item = Offer> {
    let deeds = DeedKind::ALL.iter().filter(move |deed| phrases::does(ty.base, **deed));
    let deeds = deeds.map(|deed| {
        let [sentence, _, does] = deed.words();
        let (label, text) = phrases::sentence(sentence);
        let mut offer = Offer::word(&label, CompletionItemKind::METHOD);
        (offer.text, offer.doc, offer.rank) = (text, Some(does.to_owned()), 3);
        offer
    });
    let asks = if ty.base == Base::Player { phrases::ASKS } else { &[] };
    deeds.chain(asks.iter().copied().map(Offer::phrase))
}

/// Names that have a value, and the words that values begin with; at the start of a statement deeds too.
fn values(desk: &mut Desk, cursor: &Cursor, text: &str, statement: bool) -> Vec<Offer> {
    let seen = looked(desk, cursor, text, |desk, study, seen| {
        let Seen::Unknown(open) = seen else { return Vec::new() };
        let sources = desk.texts().sources();
        let value = Open { deed: false, ..open.clone() };
        let mut all = study.named(sources, &value);
        if open.deed {
            all.extend(study.named(sources, open));
        }
        all.into_iter().map(|candidate| named(study, candidate, open.want)).collect()
    });
    let mut offers: Vec<Offer> = seen.unwrap_or_default();
    if offers.is_empty() {
        offers = everywhere(desk, cursor);
    }
    let words = if statement { phrases::STATEMENTS } else { phrases::VALUES };
    offers.extend(words.iter().copied().map(Offer::phrase));
    offers
}

/// What is known at every place: where nothing nearer can be told.
fn everywhere(desk: &Desk, cursor: &Cursor) -> Vec<Offer> {
    let Some(expansion) = desk.expansion(cursor.file) else { return Vec::new() };
    let study = desk.view(expansion);
    let all = study.named(desk.texts().sources(), &Open::default());
    all.into_iter().map(|candidate| named(&study, candidate, None)).collect()
}

/// A name with its type.
fn named(study: &Study, candidate: Candidate, want: Option<Ty>) -> Offer {
    let kind = match &candidate.seen {
        Seen::Declared(declared) => kind_of(declared),
        Seen::Local { .. } => CompletionItemKind::VARIABLE,
        Seen::Word(_) if candidate.parameters.is_some() => CompletionItemKind::FUNCTION,
        Seen::Word(_) => CompletionItemKind::PROPERTY,
        _ => CompletionItemKind::VALUE,
    };
    let doc = match &candidate.seen {
        Seen::Word(entry) => Some(entry.doc.to_owned()),
        Seen::Declared(declared) => match declared.meaning {
            Meaning::Option(id) => Some(study.names().rules.options[id.index()].doc.clone()),
            _ => None,
        },
        _ => None,
    };
    let fits = want.zip(candidate.ty).is_some_and(|(want, ty)| study.fits(ty, want));
    let rank = match &candidate.seen {
        _ if fits => 0,
        Seen::Local { .. } => 1,
        _ => 2,
    };
    let mut text = candidate.word.clone();
    if let Some(parameters) = &candidate.parameters {
        let places = parameters.iter().enumerate();
        let places: Vec<String> =
            places.map(|(at, (name, _))| format!("${{{}:{name}}}", at + 1)).collect();
        text.push_str(&format!("({})", places.join(", ")));
    }
    let detail = candidate.ty.map(|ty| study.type_name(ty));
    let label = candidate.word;
    Offer {
        label,
        text,
        kind,
        detail,
        doc: doc.filter(|doc| !doc.is_empty()),
        rank,
        over_dot: false,
    }
}

fn kind_of(declared: &Declared) -> CompletionItemKind {
    use CompletionItemKind as K;
    match declared.meaning {
        Meaning::Option(_) => K::CONSTANT,
        Meaning::Enum(_) => K::ENUM,
        Meaning::EnumName(..) => K::ENUM_MEMBER,
        Meaning::Feature(_) | Meaning::Figure(_) | Meaning::Token(_) => K::CLASS,
        Meaning::Tile(_) | Meaning::Pile(_) => K::STRUCT,
        Meaning::Function(_) => K::FUNCTION,
        Meaning::Deed(_) => K::METHOD,
        Meaning::Property(_) => K::PROPERTY,
        Meaning::Menu(_) => K::EVENT,
    }
}

/// What can follow a value: a verb that it can do, and the words between values.
fn verbs(desk: &mut Desk, cursor: &Cursor, text: &str) -> Vec<Offer> {
    let mut offers: Vec<Offer> = phrases::BETWEEN.iter().copied().map(Offer::phrase).collect();
    let end = text[..cursor.start].trim_end().len();
    // As if something were asked of it: then its type is told.
    let probe = Cursor { start: end, end: cursor.end, ..cursor.clone() };
    let asked = format!("{}.{}", &text[..end], &text[cursor.end..]);
    let probe = Cursor {
        start: end + 1,
        end: end + 1,
        behind: cursor.behind + asked.len() - text.len(),
        ..probe
    };
    let ty = looked(desk, &probe, &asked, |_, _, seen| match seen {
        Seen::UnknownMember(ty) => Some(*ty),
        _ => None,
    });
    if let Some(ty) = ty.flatten() {
        offers.extend(sentences(ty));
    }
    offers
}

/// Names of one sort.
fn plain(desk: &Desk, cursor: &Cursor, before: &str, wanted: Wanted) -> Vec<Offer> {
    use CompletionItemKind as K;
    let Some(expansion) = desk.expansion(cursor.file) else { return Vec::new() };
    let study = desk.view(expansion);
    let rules = &study.names().rules;
    let words = |words: &[&str], kind| words.iter().map(|word| Offer::word(word, kind)).collect();
    let names = |accepts: &dyn Fn(Meaning) -> bool| -> Vec<Offer> {
        let all = study.names().words.iter();
        let all = all.flat_map(|(word, all)| all.iter().map(move |declared| (word, declared)));
        let fitting = all.filter(|(_, declared)| accepts(declared.meaning) && !declared.again);
        let offer = |(word, declared): (&String, &Declared)| {
            let mut offer = Offer::word(word, kind_of(declared));
            offer.detail = Some(study.says(word, declared.meaning));
            offer
        };
        fitting.map(offer).collect()
    };
    let items = || {
        let files =
            desk.texts().available().iter().flat_map(|source| {
                source.files.iter().map(|(_, file)| (source.folder.as_str(), file))
            });
        files.flat_map(|(folder, file)| {
            tree::all_items(&file.items).into_iter().map(move |i| (folder, i))
        })
    };
    match wanted {
        Wanted::Phase => {
            let courses = ["set-up", "turn", "part", "finish"];
            let phases = rules.phases.iter().zip(courses);
            let offer = |name: &String, course: &str| {
                let mut offer = Offer::word(name, K::EVENT);
                offer.detail = Some(format!("a phase of the {course}"));
                offer
            };
            phases
                .flat_map(|(list, course)| list.names.iter().map(move |n| offer(n, course)))
                .collect()
        }
        Wanted::Step => {
            let phase = step_phase(before);
            let steps = items().filter_map(|(folder, item)| match &item.kind {
                ItemKind::Step(step) => Some((folder, step)),
                _ => None,
            });
            let offer = |(folder, step): (&str, &grammar::ast::Step)| {
                let mut offer = Offer::word(&step.name.text, K::EVENT);
                offer.detail = Some(format!("in {}, of {folder}", step.phase.text));
                offer.rank = if Some(step.phase.text.as_str()) == phase { 1 } else { 6 };
                offer
            };
            steps.map(offer).collect()
        }
        Wanted::Menu => names(&|meaning| matches!(meaning, Meaning::Menu(_))),
        Wanted::Function => names(&|meaning| matches!(meaning, Meaning::Function(_))),
        Wanted::Drawn => names(&|meaning| matches!(meaning, Meaning::Tile(_) | Meaning::Token(_))),
        Wanted::Head => {
            let mut offers = Vec::new();
            for (word, declared) in
                study.names().words.iter().flat_map(|(w, all)| all.iter().map(move |d| (w, d)))
            {
                if !matches!(declared.meaning, Meaning::Deed(_)) {
                    continue;
                }
                let parameters =
                    study.signature(declared.meaning).map(|(parameters, _)| parameters);
                let seen = Seen::Declared(*declared);
                offers.push(named(
                    &study,
                    Candidate { word: word.clone(), seen, ty: None, parameters },
                    None,
                ));
            }
            let heads =
                DeedKind::ALL.iter().map(|deed| deed.words()).filter(|words| words[1] != "–");
            offers.extend(heads.map(|[_, head, does]| {
                let mut offer = Offer::word(head, K::METHOD);
                offer.doc = Some(does.to_owned());
                offer
            }));
            offers
        }
        Wanted::Expansion => {
            let all = items().filter_map(|(_, item)| match &item.kind {
                ItemKind::Expansion(own) => Some(own),
                _ => None,
            });
            let offer = |own: &grammar::ast::Expansion| {
                let mut offer = Offer::word(&own.name.text, K::MODULE);
                offer.detail = own.lines.iter().find_map(|line| match &line.kind {
                    ExpansionLine::Title(title) => Some(title.text.clone()),
                    _ => None,
                });
                offer
            };
            all.map(offer).collect()
        }
        Wanted::Statement => {
            let sources = desk
                .texts()
                .available()
                .iter()
                .filter_map(|source| Some((source.folder.as_str(), source.statements?)));
            let of = |(folder, file): (&str, FileId)| -> Vec<Offer> {
                let all = subject::statements(desk.source(file).text());
                let offer = |(number, _, says): (&str, usize, &str)| {
                    let mut offer = Offer::word(number, K::REFERENCE);
                    offer.detail = Some(says.to_owned());
                    offer.rank = if folder == expansion { 1 } else { 6 };
                    offer
                };
                all.into_iter().map(offer).collect()
            };
            sources.flat_map(of).collect()
        }
        Wanted::Type => {
            let mut offers: Vec<Offer> = words(phrases::TYPES, K::CLASS);
            offers.extend(names(&|m| {
                matches!(m, Meaning::Enum(_) | Meaning::Feature(_) | Meaning::Figure(_))
            }));
            offers
        }
        Wanted::Kind => {
            let mut offers: Vec<Offer> = words(phrases::KINDS, K::KEYWORD);
            offers.extend(names(&|m| {
                matches!(
                    m,
                    Meaning::Feature(_) | Meaning::Figure(_) | Meaning::Tile(_) | Meaning::Token(_)
                )
            }));
            offers
        }
        Wanted::StandsOn => {
            let mut offers: Vec<Offer> = words(&["tile", "corner", "figure"], K::KEYWORD);
            offers.extend(names(&|meaning| matches!(meaning, Meaning::Feature(_))));
            offers
        }
        Wanted::TileLine => {
            let mut offers: Vec<Offer> = words(&["closes", "when"], K::KEYWORD);
            offers.extend(names(&|meaning| matches!(meaning, Meaning::Feature(_))));
            offers.extend(names(&|meaning| printed(rules, meaning)));
            offers
        }
        Wanted::Printed => names(&|meaning| printed(rules, meaning)),
        Wanted::Edge => words(
            &["N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"],
            K::ENUM_MEMBER,
        ),
        Wanted::Question => {
            let mut offers: Vec<Offer> = names(&|meaning| matches!(meaning, Meaning::Menu(_)));
            let asked = study.questions().map(|word| Offer::word(word, K::FIELD));
            offers.extend(asked);
            offers
        }
        Wanted::Line(line) => words(line, K::KEYWORD),
        Wanted::Words(some) => words(some, K::KEYWORD),
        Wanted::Item
        | Wanted::Member
        | Wanted::Value
        | Wanted::Statements
        | Wanted::Verb
        | Wanted::Name => Vec::new(),
    }
}

/// Whether a property is printed.
fn printed(rules: &compiler::typed::Rules, meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Property(id) if rules.properties[id.index()].printed)
}

/// The phase of the step that a text begins with.
fn step_phase(before: &str) -> Option<&str> {
    let mut tokens = grammar::tokens(before).map(|token| &before[token]);
    tokens.find(|token| *token == "in")?;
    tokens.next()
}

/// Where the arguments of a call begin that a text ends in: the name before the open parenthesis, and how many
/// arguments stand before the one that is being written.
pub(crate) fn open_call(before: &str) -> Option<(std::ops::Range<usize>, usize)> {
    let tokens: Vec<std::ops::Range<usize>> = grammar::tokens(before).collect();
    let (mut depth, mut commas) = (0_usize, 0_usize);
    for (at, token) in tokens.iter().enumerate().rev() {
        match &before[token.clone()] {
            ")" | "]" | "}" => depth += 1,
            "(" if depth == 0 => {
                let name = tokens.get(at.checked_sub(1)?)?.clone();
                let word = before.as_bytes()[name.start].is_ascii_alphabetic();
                return word.then_some((name, commas));
            }
            "[" | "{" if depth == 0 => return None,
            "(" | "[" | "{" => depth = depth.saturating_sub(1),
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}
