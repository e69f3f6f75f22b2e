//! The names of one sort that can stand at a place: phases, menus, kinds, settings, and so on.

use abi::DeedKind;
use compiler::{Candidate, Declared, Meaning, Seen};
use grammar::ast::{ExpansionLine, ItemKind};
use lsp_types::CompletionItemKind;

use crate::{
    context::Wanted,
    desk::Desk,
    half_typed::Cursor,
    offer::{Offer, kind_of, named},
    phrases, spoken, tree, within_reach,
};

/// Names of one sort.
pub(crate) fn plain(desk: &Desk, cursor: &Cursor, before: &str, wanted: Wanted) -> Vec<Offer> {
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
        Wanted::Step => within_reach::steps(desk, expansion, before),
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
        Wanted::HeadRest(words) => phrases::heads(&typed(before, words), forbids(before))
            .into_iter()
            .map(|(label, text, does)| {
                let mut offer = Offer::word(&label, K::METHOD);
                (offer.text, offer.doc) = (text, does.map(str::to_owned));
                offer
            })
            .collect(),
        Wanted::Pile => names(&|meaning| matches!(meaning, Meaning::Pile(_))),
        Wanted::Answer => answers(desk, expansion, before, names),
        Wanted::Setting => {
            let mut offers = plain(desk, cursor, before, Wanted::Expansion);
            let editions = items().filter_map(|(folder, item)| match &item.kind {
                ItemKind::Edition(own) => Some((folder, own)),
                _ => None,
            });
            offers.extend(editions.map(|(folder, own)| {
                let mut offer = Offer::word(&own.name.text, K::ENUM_MEMBER);
                offer.detail = Some(format!("an edition of {folder}"));
                offer
            }));
            offers.extend(names(&|meaning| matches!(meaning, Meaning::Option(_))));
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
        Wanted::Statement => within_reach::statements(desk, expansion),
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
        | Wanted::Expected
        | Wanted::Name => Vec::new(),
    }
}

/// Whether a text begins with an item that prohibits something.
fn forbids(before: &str) -> bool {
    let mut tokens = grammar::tokens(before).map(|token| &before[token]);
    tokens.find(|token| !token.starts_with('@')) == Some("forbid")
}

/// The last words of the head of a hook that is being written, without kinds and parentheses.
fn typed(before: &str, words: usize) -> Vec<&str> {
    let tokens: Vec<&str> = grammar::tokens(before).map(|token| &before[token]).collect();
    let own = &tokens[tokens.len().saturating_sub(words)..];
    let kind = |at: usize| own[at] == ":" || at.checked_sub(1).is_some_and(|at| own[at] == ":");
    (0..own.len()).filter(|at| !kind(*at)).map(|at| own[at]).collect()
}

/// What can be said to a question of a scenario: what its menu offers, the things that rules name, and the words
/// between them.
fn answers(
    desk: &Desk,
    expansion: &str,
    before: &str,
    names: impl Fn(&dyn Fn(Meaning) -> bool) -> Vec<Offer>,
) -> Vec<Offer> {
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let asked = line.split('=').next().unwrap_or_default().trim_end();
    let question = asked.rsplit([' ', '.']).next().unwrap_or_default();
    let playing = spoken::playing(desk, expansion);
    let sources = desk.texts().available().iter().filter(|s| playing.contains(&s.folder));
    let files = sources.flat_map(|source| &source.files);
    let mut offers: Vec<Offer> = Vec::new();
    for item in files.flat_map(|(_, file)| tree::all_items(&file.items)) {
        match &item.kind {
            ItemKind::Offer(own) if own.menu.text == question => {
                let mut offer = Offer::word(&own.name.text, CompletionItemKind::EVENT);
                offer.detail = Some(format!("an offer of {question}"));
                offer.rank = 1;
                offers.push(offer);
            }
            _ => {}
        }
    }
    let words = phrases::ANSWERS.iter();
    offers.extend(words.map(|word| Offer::word(word, CompletionItemKind::KEYWORD)));
    offers.extend(names(&|meaning| {
        matches!(
            meaning,
            Meaning::EnumName(..) | Meaning::Feature(_) | Meaning::Figure(_) | Meaning::Token(_)
        )
    }));
    offers
}

/// Whether a property is printed.
fn printed(rules: &compiler::typed::Rules, meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Property(id) if rules.properties[id.index()].printed)
}
