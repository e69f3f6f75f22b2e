//! The texts that players read, in their language: `messages/LANGUAGE.ftl` of the expansions.
//!
//! A missing message shows the last name of its key with spaces for underscores, so that a game can be
//! played before it is translated.

use std::{collections::BTreeSet, fmt};

use abi::{AskKind, Base, Program, Ty};
use fluent::{FluentBundle, FluentResource};
use runtime::question_name;
use unic_langid::LanguageIdentifier;

use crate::{discover::Library, expansion::TextFile};

/// The language of the names in rules: what is there when another one lacks a text.
pub const FALLBACK: &str = "en";

/// The texts of one language, then of [`FALLBACK`].
pub struct Messages {
    language: String,
    bundles: Vec<FluentBundle<FluentResource>>,
    mistakes: Vec<String>,
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Messages {
    /// The texts of all expansions in a language, such as `vi`.
    pub fn new(library: &Library, language: &str) -> Self {
        let mut messages =
            Self { language: language.to_owned(), bundles: Vec::new(), mistakes: Vec::new() };
        messages.add(library, language);
        if language != FALLBACK {
            messages.add(library, FALLBACK);
        }
        messages
    }

    fn add(&mut self, library: &Library, language: &str) {
        let known: LanguageIdentifier = language.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![known]);
        // No invisible marks round inserted words: texts also go to terminals and files.
        bundle.set_use_isolating(false);
        for file in library.iter().filter_map(|e| e.messages.get(language)) {
            let resource = self.resource(file);
            // The first expansion that has a text keeps it.
            if let Err(errors) = bundle.add_resource(resource) {
                let doubles = errors.iter().map(|e| format!("{}: {e}", file.name));
                self.mistakes.extend(doubles);
            }
        }
        self.bundles.push(bundle);
    }

    /// Whatever can be read of a file.
    fn resource(&mut self, file: &TextFile) -> FluentResource {
        match FluentResource::try_new(file.text.clone()) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                self.mistakes.extend(errors.iter().map(|e| format!("{}: {e}", file.name)));
                resource
            }
        }
    }

    /// The language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// What is wrong with the message files.
    pub fn mistakes(&self) -> &[String] {
        &self.mistakes
    }

    /// The text of a key, if there is one in this language or the fallback.
    pub fn find(&self, key: &str) -> Option<String> {
        self.bundles.iter().find_map(|bundle| {
            let pattern = bundle.get_message(key)?.value()?;
            Some(bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned())
        })
    }

    /// Whether this very language has a text for a key.
    pub fn has(&self, key: &str) -> bool {
        self.bundles
            .first()
            .is_some_and(|b| b.get_message(key).is_some_and(|m| m.value().is_some()))
    }

    /// The text of a key, or its last name with spaces for underscores.
    pub fn text(&self, key: &str) -> String {
        self.find(key).unwrap_or_else(|| {
            let last = key.rsplit('-').next().unwrap_or(key);
            last.replace('_', " ")
        })
    }

    /// The keys that a program's players could meet and that this language lacks, in order.
    pub fn missing(&self, program: &Program) -> Vec<String> {
        expected(program).into_iter().filter(|key| !self.has(key)).collect()
    }
}

/// The key of the question that an ask puts, from its name in logs.
pub fn question_key(name: &str) -> String {
    name.replace('.', "-")
}

/// Every key that a program gives rise to.
fn expected(program: &Program) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    keys.extend(program.expansions.iter().map(|(name, _)| format!("expansion-{name}")));
    for option in &program.options {
        let key = format!("option-{}", option.name);
        keys.extend(values(program, option.ty).map(|value| format!("{key}-{value}")));
        keys.insert(key);
    }
    for kind in &program.features {
        keys.insert(format!("feature-{}", kind.name));
        keys.insert(format!("cause-{}", kind.name));
    }
    for kind in &program.figures {
        keys.insert(format!("figure-{}", kind.name));
        let roles = kind.stands.iter().filter_map(|s| s.role.as_ref());
        keys.extend(roles.map(|role| format!("role-{role}")));
    }
    keys.extend(program.tokens.iter().map(|kind| format!("token-{}", kind.name)));
    keys.extend(program.piles.iter().map(|name| format!("pile-{name}")));
    // What chance answers is no question to a player.
    let asked = program.asks.iter().filter(|a| !matches!(a.kind, AskKind::Rolls | AskKind::Draws));
    for ask in asked {
        let key = question_key(&question_name(ask));
        keys.extend(ask.offers.iter().map(|offer| format!("{key}-{}", offer.name)));
        keys.extend(values(program, ask.ty).map(|value| format!("{key}-{value}")));
        keys.insert(key);
    }
    keys
}

/// The names of an enum type.
fn values(program: &Program, ty: Ty) -> impl Iterator<Item = &str> {
    let shape = match ty.base {
        Base::Enum(index) => program.enums.get(usize::from(index)),
        _ => None,
    };
    shape.into_iter().flat_map(|s| s.names.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_from_the_language_then_from_english_then_from_the_name() {
        let library = Library::built_in();
        let vietnamese = Messages::new(&library, "vi");
        let english = Messages::new(&library, "en");
        assert!(english.mistakes().is_empty(), "{:?}", english.mistakes());
        assert!(vietnamese.mistakes().is_empty(), "{:?}", vietnamese.mistakes());
        assert_eq!(english.text("feature-city"), "city");
        assert_ne!(vietnamese.text("feature-city"), "city");
        assert_eq!(vietnamese.text("crop_circle-no_such_thing"), "no such thing");
        assert_eq!(Messages::new(&library, "xx").text("feature-city"), "city");
        assert_eq!(Messages::new(&library, "///").text("feature-city"), "city");
    }
}
