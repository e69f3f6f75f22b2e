//! What could be written at a place, for those who help authors while they write.

use abi::{Base, Entry, FigureSort, Owner, Question, Shape, Ty, VOCABULARY};
use grammar::Sources;

use super::{
    body::{BodyChecker, Checking, Kind},
    convert::{kind_sort, narrows, way},
    member::Member,
    origins::{ItemPlace, Origins},
    types::DIRECTIONS,
};
use crate::{
    candidate::{Candidate, signature},
    meaning::{Declared, Meaning},
    names::Names,
    notes::{Open, Seen},
    typed::{PropertyOwner, Rules},
};

/// Whether a value of one type can stand where another is wanted, perhaps after a test.
pub(crate) fn fits(rules: &Rules, ty: Ty, want: Ty) -> bool {
    let same = way(rules, ty.base, want.base).is_some() || narrows(rules, ty.base, want.base);
    same && ty.is_list() == want.is_list()
}

/// What can stand behind a dot after a value of a type; of a list, what can be asked of each member too.
pub(crate) fn behind(names: &Names, sources: &Sources, ty: Ty) -> Vec<Candidate> {
    let (mut origins, mut diagnostics) = (Origins::new(sources), Vec::new());
    let mut checking = Checking { names, origins: &mut origins, diagnostics: &mut diagnostics };
    let place = ItemPlace {
        expansion: 0,
        expansion_name: String::new(),
        item: String::new(),
        statements: Vec::new(),
    };
    let checker = BodyChecker::new(&mut checking, &place, Kind::Question);
    let mut found: Vec<Candidate> = Vec::new();
    let words = VOCABULARY.iter().map(|entry| entry.name);
    let mut words: Vec<&str> = words.chain(names.words.keys().map(String::as_str)).collect();
    words.sort_unstable();
    words.dedup();
    for word in words {
        if let Some(function) = of_list(names, word, ty) {
            found.push(function);
            continue;
        }
        // Whatever number of things a question takes, it can be begun.
        for arguments in [0, 1] {
            let member = checker.members(ty.base, word, arguments).into_iter().next();
            let candidate = member.and_then(|member| candidate(&checker, word, ty.base, member));
            if let Some(mut candidate) = candidate {
                if ty.is_list() {
                    candidate.ty = candidate.ty.map(|ty| Ty::list(ty.base));
                } else if ty.is_maybe() {
                    candidate.ty = candidate.ty.map(super::convert::lifted);
                }
                found.push(candidate);
                break;
            }
        }
    }
    found
}

/// A function that takes a whole list.
fn of_list(names: &Names, word: &str, ty: Ty) -> Option<Candidate> {
    if !ty.is_list() {
        return None;
    }
    let declared = names.meanings(word).iter().find(|declared| {
        let Meaning::Function(id) = declared.meaning else { return false };
        let first = names.rules.functions[id.index()].body.locals.first();
        first.is_some_and(|first| {
            first.ty.is_list() && way(&names.rules, ty.base, first.ty.base).is_some()
        })
    })?;
    Some(asked(names, word, declared, 1))
}

/// A question or deed with a name; so many things stand before it.
fn asked(names: &Names, word: &str, declared: &Declared, before: usize) -> Candidate {
    let (parameters, ty) = signature(&names.rules, declared.meaning).unwrap_or_default();
    let parameters: Vec<(String, Ty)> = parameters.into_iter().skip(before).collect();
    let parentheses = before == 0 || !parameters.is_empty();
    Candidate {
        word: word.to_owned(),
        seen: Seen::Declared(*declared),
        ty,
        parameters: parentheses.then_some(parameters),
    }
}

fn candidate(
    checker: &BodyChecker<'_, '_>,
    word: &str,
    base: Base,
    member: Member,
) -> Option<Candidate> {
    let name = grammar::ast::Name {
        text: word.to_owned(),
        span: grammar::Span::new(grammar::FileId(0), 0, 0),
    };
    let seen = checker.seen_member(&name, member)?;
    let plain = |ty| Candidate {
        word: word.to_owned(),
        seen: seen.clone(),
        ty: Some(ty),
        parameters: None,
    };
    Some(match member {
        Member::Entry(entry) => Candidate {
            parameters: (!entry.params.is_empty()).then(|| parameters(entry, 0)),
            ..plain(entry.result)
        },
        Member::Question(entry) => {
            let rest = parameters(entry, 1);
            Candidate { parameters: (!rest.is_empty()).then_some(rest), ..plain(entry.result) }
        }
        Member::Property(id) => plain(checker.property_type(id, base)),
        Member::Tokens(_) => plain(Ty::one(Base::Int)),
        Member::Function(_) => match seen {
            Seen::Declared(declared) => asked(checker.names, word, &declared, 1),
            _ => return None,
        },
    })
}

/// The parameters of a word of the vocabulary behind the first ones.
fn parameters(entry: &Entry, before: usize) -> Vec<(String, Ty)> {
    if entry.question == Question::Distance {
        return ["a", "b"]
            .iter()
            .skip(before)
            .map(|n| ((*n).to_owned(), Ty::one(Base::Point)))
            .collect();
    }
    let letter = |at: usize| char::from(b'a' + at as u8).to_string();
    entry.params.iter().enumerate().skip(before).map(|(at, ty)| (letter(at), *ty)).collect()
}

/// What can be named at an open place; what fits the wanted type comes first.
pub(crate) fn named(names: &Names, sources: &Sources, open: &Open) -> Vec<Candidate> {
    let mut found = Vec::new();
    if open.deed {
        return deeds(names);
    }
    for (word, ty) in open.locals.iter().rev() {
        let seen = Seen::Local { at: None, ty: *ty };
        found.push(Candidate { word: word.clone(), seen, ty: *ty, parameters: None });
    }
    if let Some(own) = open.own {
        found.extend(behind(names, sources, own).into_iter().filter(|c| c.parameters.is_none()));
    }
    for entry in VOCABULARY.iter().filter(|e| matches!(e.owner, Owner::Global | Owner::Call)) {
        found.push(Candidate {
            word: entry.name.to_owned(),
            seen: Seen::Word(entry),
            ty: Some(entry.result),
            parameters: (entry.owner == Owner::Call).then(|| parameters(entry, 0)),
        });
    }
    if open.want.is_some_and(|want| want.base == Base::Direction) {
        let ty = Ty::one(Base::Direction);
        found.extend(DIRECTIONS.iter().map(|(word, _)| Candidate {
            word: (*word).to_owned(),
            seen: Seen::Value(ty),
            ty: Some(ty),
            parameters: None,
        }));
    }
    for (word, meanings) in &names.words {
        let all = meanings.iter().filter(|declared| !declared.again);
        found.extend(all.filter_map(|declared| value(names, word, declared, open.want)));
    }
    if let Some(want) = open.want {
        found.sort_by_key(|c| !c.ty.is_some_and(|ty| fits(&names.rules, ty, want)));
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|candidate| seen.insert(candidate.word.clone()));
    found
}

fn deeds(names: &Names) -> Vec<Candidate> {
    let all = names.words.iter().flat_map(|(word, all)| all.iter().map(move |d| (word, d)));
    all.filter(|(_, d)| matches!(d.meaning, Meaning::Deed(_)) && !d.again)
        .map(|(word, declared)| asked(names, word, declared, 0))
        .collect()
}

/// A declared name as a value.
fn value(names: &Names, word: &str, declared: &Declared, want: Option<Ty>) -> Option<Candidate> {
    let rules = &names.rules;
    let wanted = |base| want.is_some_and(|want| want.base == base);
    let ty = match declared.meaning {
        Meaning::Property(id) => {
            let property = &rules.properties[id.index()];
            (property.owner == PropertyOwner::Game).then_some(property.ty)?
        }
        // The names of an enum are only said where one of them is wanted.
        Meaning::EnumName(id, _) => wanted(Base::Enum(id)).then_some(Ty::one(Base::Enum(id)))?,
        Meaning::Enum(id) => Ty { base: Base::Enum(id), shape: Shape::List },
        Meaning::Feature(_) => Ty::one(Base::FeatureKind),
        Meaning::Figure(id) => {
            let neutral = kind_sort(rules, id) == FigureSort::Neutral;
            let piece = neutral && !wanted(Base::FigureKind);
            Ty::one(if piece { Base::Figure(FigureSort::Kind(id)) } else { Base::FigureKind })
        }
        Meaning::Token(_) => Ty::one(Base::TokenKind),
        Meaning::Tile(_) => wanted(Base::TileKind).then_some(Ty::one(Base::TileKind))?,
        Meaning::Pile(_) => Ty::one(Base::Pile),
        Meaning::Option(id) => rules.options[id.index()].ty,
        Meaning::Function(_) => return Some(asked(names, word, declared, 0)),
        Meaning::Deed(_) | Meaning::Menu(_) => return None,
    };
    let seen = Seen::Declared(*declared);
    Some(Candidate { word: word.to_owned(), seen, ty: Some(ty), parameters: None })
}
