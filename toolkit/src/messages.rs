//! The texts that players read, in their language: `messages/LANGUAGE.ftl` of the expansions.
//!
//! A missing message shows the last name of its key with spaces for underscores, so that a game can be
//! played before it is translated.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::Range,
};

use abi::{AskKind, Base, Program, Ty};
use fluent::{
    FluentBundle, FluentError, FluentResource,
    resolver::{ResolverError, errors::ReferenceKind},
};
use fluent_syntax::{ast::Pattern, parser::ErrorKind};
use grammar::nearest;
use runtime::question_name;
use unic_langid::LanguageIdentifier;

use crate::{
    citation::Statements,
    discover::Library,
    expansion::TextFile,
    flaw::{Flaw, MESSAGES, MOST_FLAWS, meant},
};

/// The language of the names in rules: what is there when another one lacks a text.
pub const FALLBACK: &str = "en";

/// Before the numbers of statements in keys.
const STATEMENT: &str = "statement-";

/// The texts of one language, then of [`FALLBACK`].
pub struct Messages {
    language: String,
    bundles: Vec<FluentBundle<FluentResource>>,
    /// What each bundle says of statements.
    told: Vec<Told>,
    statements: Statements,
    mistakes: Vec<Flaw>,
    warnings: Vec<Flaw>,
}

/// The texts of statements in one language: two expansions may have the same number.
#[derive(Default)]
struct Told {
    /// The expansion whose text of a key is among those of all.
    first: BTreeMap<String, String>,
    /// All texts of an expansion that has others for some of these keys.
    own: BTreeMap<String, FluentBundle<FluentResource>>,
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Messages {
    /// The texts of all expansions in a language, such as `vi`.
    pub fn new(library: &Library, language: &str) -> Self {
        let mut messages = Self {
            language: language.to_owned(),
            bundles: Vec::new(),
            told: Vec::new(),
            statements: Statements::read(library.iter().filter_map(|expansion| {
                Some((expansion.name.as_str(), expansion.statements.as_ref()?.text.as_str()))
            })),
            mistakes: Vec::new(),
            warnings: Vec::new(),
        };
        messages.add(library, language);
        if language != FALLBACK {
            messages.add(library, FALLBACK);
        }
        messages
    }

    fn add(&mut self, library: &Library, language: &str) {
        let known: LanguageIdentifier = language.parse().unwrap_or_default();
        let empty = || {
            let mut bundle = FluentBundle::new(vec![known.clone()]);
            // No invisible marks round inserted words: texts also go to terminals and files.
            bundle.set_use_isolating(false);
            bundle
        };
        let (mut bundle, mut told) = (empty(), Told::default());
        let files = || library.iter().filter_map(|e| Some((&e.name, e.messages.get(language)?)));
        for (home, file) in files() {
            let Some(resource) = self.resource(file) else { continue };
            let spoken = keys(&file.text).map(|(_, key)| key);
            let mut clashes = false;
            for key in spoken.filter(|key| key.starts_with(STATEMENT)) {
                clashes |= told.first.entry(key.to_owned()).or_insert(home.clone()) != home;
            }
            // The first expansion that has a text keeps it, but each has its own statements.
            if let Err(errors) = bundle.add_resource(resource) {
                let told = errors.iter().filter_map(|error| match error {
                    FluentError::Overriding { id, .. } => {
                        let is_own = told.first.get(id).is_some_and(|first| first != home);
                        (!is_own).then(|| repeated(file, id))
                    }
                    other => {
                        Some(Flaw::new(MESSAGES, file, 0..0, other.to_string(), "in this file"))
                    }
                });
                self.mistakes.extend(told.take(MOST_FLAWS));
            }
            if clashes
                && let Ok(resource) | Err((resource, _)) =
                    FluentResource::try_new(file.text.clone())
            {
                let mut own = empty();
                // What is wrong with it has been told.
                let _ = own.add_resource(resource);
                told.own.insert(home.clone(), own);
            }
        }
        self.told.push(told);
        for (_, file) in files() {
            for flaw in unsaid(&bundle, file) {
                let told = if flaw.is_error() { &mut self.mistakes } else { &mut self.warnings };
                told.push(flaw);
            }
        }
        self.bundles.push(bundle);
    }

    /// Whatever can be read of a file.
    fn resource(&mut self, file: &TextFile) -> Option<FluentResource> {
        if let Some(line) = too_deep(&file.text) {
            let why = format!("more than {MOST_BRACES} braces and parentheses in one text");
            let help = "divide it into several texts that name each other".to_owned();
            let flaw = Flaw::new(MESSAGES, file, line, why, "too many of them");
            self.mistakes.push(flaw.help(Some(help)));
            return None;
        }
        let (resource, errors) = match FluentResource::try_new(file.text.clone()) {
            Ok(resource) => (resource, Vec::new()),
            Err((resource, errors)) => (resource, errors),
        };
        self.mistakes.extend(errors.iter().take(MOST_FLAWS).map(|error| {
            let at = file.text.floor_char_boundary(error.pos.start);
            // What is never closed is noticed far behind.
            if let (ErrorKind::ExpectedToken('}'), Some(open)) =
                (&error.kind, file.text[..at].rfind('{'))
            {
                let why = unreadable(&error.kind);
                return Flaw::new(MESSAGES, file, open..open + 1, why, "this one");
            }
            // Where a file ends, what is last is shown.
            let last = || file.text.trim_end().char_indices().next_back();
            let shown = file.text[at..].chars().next().filter(|c| !c.is_whitespace());
            let (at, shown) = match shown {
                Some(shown) => (at, Some(shown)),
                None if file.text[at..].trim().is_empty() => {
                    last().map_or((at, None), |(at, shown)| (at, Some(shown)))
                }
                None => (at, None),
            };
            let place = at..at + shown.map_or(0, char::len_utf8);
            Flaw::new(MESSAGES, file, place, unreadable(&error.kind), "noticed here")
        }));
        Some(resource)
    }

    /// The language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// What is wrong with the message files.
    pub fn mistakes(&self) -> &[Flaw] {
        &self.mistakes
    }

    /// What players would see braces of: texts that name themselves, or something that is not there.
    pub fn warnings(&self) -> &[Flaw] {
        &self.warnings
    }

    /// The text of a key, if there is one in this language or the fallback.
    pub fn find(&self, key: &str) -> Option<String> {
        self.bundles.iter().find_map(|bundle| {
            let pattern = bundle.get_message(key)?.value()?;
            said(bundle, pattern)
        })
    }

    /// The short text of the statement that an expansion cites by a number, if there is one.
    pub fn statement(&self, citing: &str, number: &str) -> Option<String> {
        let key = format!("{STATEMENT}{number}");
        let home = self.statements.meant(citing, number).map_or(citing, |(home, _)| home);
        self.bundles.iter().zip(&self.told).find_map(|(bundle, told)| {
            let first = told.first.get(&key)? == home;
            let bundle = if first { bundle } else { told.own.get(home)? };
            let pattern = bundle.get_message(&key)?.value()?;
            said(bundle, pattern)
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

/// The parser of messages goes into itself for every brace and parenthesis, and nobody needs so many of them
/// in one text.
const MOST_BRACES: usize = 100;

/// A text as players read it; nothing if they would read braces and keys of other texts.
fn said(bundle: &FluentBundle<FluentResource>, pattern: &Pattern<&str>) -> Option<String> {
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, None, &mut errors).into_owned();
    errors.is_empty().then_some(text)
}

/// The keys of a text, each with its place.
fn keys(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    lines(text).filter_map(|(start, line)| {
        let key = key_of(line)?;
        Some((start..start + key.len(), key))
    })
}

/// The lines of a text, each with its first byte.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        (start, line.trim_end_matches(['\r', '\n']))
    })
}

/// The line of a file that begins the text of a key, from 1.
pub fn line_of_text(file: &TextFile, key: &str) -> Option<usize> {
    let mut lines = file.text.lines();
    lines.position(|line| key_of(line) == Some(key)).map(|line| line + 1)
}

/// That a file has two texts for a key, or that another one had it before.
fn repeated(file: &TextFile, key: &str) -> Flaw {
    let mut places = keys(&file.text).filter(|(_, own)| *own == key).map(|(place, _)| place);
    let first = places.next().unwrap_or(0..0);
    let last = places.last();
    let message = format!("there is a text for `{key}` already");
    let flaw = |place, label| Flaw::new(MESSAGES, file, place, message.clone(), label);
    match last {
        Some(last) => flaw(last, "again here")
            .beside(first, "the first one")
            .help(Some("only the first one is read: take one of them away".to_owned())),
        None => flaw(first, "again here")
            .help(Some("another expansion has it: its text is the one that is read".to_owned())),
    }
}

/// The key that a line begins a text of.
fn key_of(line: &str) -> Option<&str> {
    let key = line.split_once('=')?.0.trim_end();
    let rest = key.strip_prefix('-').unwrap_or(key);
    let is_name = rest.starts_with(|c: char| c.is_ascii_alphabetic())
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    is_name.then_some(key)
}

/// Where one text opens more braces and parentheses than can be parsed safely. What is closed counts,
/// too: whether a sign closes anything is for the parser to say.
fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut open = 0;
    for (start, text) in lines(text) {
        // Nothing goes on across the beginning of another text.
        if key_of(text).is_some() {
            open = 0;
        }
        for (at, byte) in (start..).zip(text.bytes()) {
            open += usize::from(byte == b'{' || (byte == b'(' && open > 0));
            if open > MOST_BRACES {
                return Some(at..at + 1);
            }
        }
        if text.starts_with('#') {
            open = 0;
        }
    }
    None
}

/// Texts of a file that cannot be said as they are written. No text is given values.
fn unsaid(bundle: &FluentBundle<FluentResource>, file: &TextFile) -> Vec<Flaw> {
    let mut found = Vec::new();
    for (place, key) in keys(&file.text) {
        let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
            continue;
        };
        let mut errors = Vec::new();
        bundle.format_pattern(pattern, None, &mut errors);
        let Some(error) = errors.first() else { continue };
        let (words, named) = match error {
            FluentError::ResolverError(error) => (unsayable(error), missed(error)),
            other => (other.to_string(), None),
        };
        let near = named.and_then(|name| nearest(name, keys(&file.text).map(|(_, key)| key)));
        let flaw = Flaw::new(MESSAGES, file, place, format!("`{key}`: {words}"), "in this text");
        let goes_round = matches!(error, FluentError::ResolverError(ResolverError::Cyclic));
        found.push(match goes_round {
            true => flaw.help(Some("say the text itself once, and name it from the others".into())),
            false => flaw.doubtful().help(near.map(meant)),
        });
        if found.len() == MOST_FLAWS {
            break;
        }
    }
    found
}

/// The key of another text that a text names and that is not there.
fn missed(error: &ResolverError) -> Option<&str> {
    match error {
        ResolverError::Reference(
            ReferenceKind::Message { id, attribute: None } | ReferenceKind::Variable { id },
        ) => Some(id),
        _ => None,
    }
}

/// Why a text cannot be said.
fn unsayable(error: &ResolverError) -> String {
    match error {
        ResolverError::Reference(ReferenceKind::Variable { id }) => {
            format!("no text is given a value, so nobody knows `${id}`")
        }
        ResolverError::Reference(ReferenceKind::Message { id, attribute }) => match attribute {
            Some(attribute) => format!("there is no text `{id}.{attribute}`"),
            None => format!("there is no text `{id}`"),
        },
        ResolverError::Reference(ReferenceKind::Term { id, .. }) => {
            format!("there is no text `-{id}`")
        }
        ResolverError::Reference(ReferenceKind::Function { id }) => {
            format!("there is no function `{id}`")
        }
        ResolverError::NoValue(id) => format!("`{id}` has no text of its own"),
        ResolverError::Cyclic => "this text names itself, directly or through others".to_owned(),
        ResolverError::MissingDefault => "one of its cases begins with `*`".to_owned(),
        ResolverError::TooManyPlaceables => "it names too many other texts".to_owned(),
    }
}

/// Why a line of a file cannot be read.
fn unreadable(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::ExpectedToken('=') => {
            "expected a line such as `key = text`, or blanks before what goes on with a text"
                .to_owned()
        }
        ErrorKind::ExpectedToken('}') => "a `{` is never closed".to_owned(),
        ErrorKind::ExpectedToken(sign) => format!("a `{sign}` is missing"),
        ErrorKind::ExpectedCharRange { .. } => {
            "a key begins with a letter, and has letters, digits, `-` and `_` in it".to_owned()
        }
        ErrorKind::ExpectedMessageField { entry_id }
        | ErrorKind::ExpectedTermField { entry_id } => {
            format!("there is no text behind `{entry_id}`")
        }
        ErrorKind::MissingValue => "there is no text behind the key".to_owned(),
        ErrorKind::UnterminatedStringLiteral => "this `\"` is never closed".to_owned(),
        ErrorKind::UnbalancedClosingBrace => "this `}` closes nothing".to_owned(),
        ErrorKind::ExpectedInlineExpression => {
            "between `{` and `}` stands the key of another text, or a text in quotes".to_owned()
        }
        ErrorKind::MissingDefaultVariant | ErrorKind::MultipleDefaultVariants => {
            "exactly one of the cases begins with `*`".to_owned()
        }
        // Forms of texts that are given values, as no text of a game is.
        _ => "between `{` and `}` stands nothing but the key of another text".to_owned(),
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
    use grammar::{Report, Sources};

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

    /// The texts of one file, its mistakes, and what is doubtful.
    fn told(text: &str) -> (Messages, String, String) {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("trial");
        std::fs::create_dir_all(folder.join("messages")).unwrap();
        std::fs::write(folder.join("rules.carc"), "expansion trial {}\n").unwrap();
        std::fs::write(folder.join("messages/en.ftl"), text).unwrap();
        let mut library = Library::default();
        library.add_folder(&folder);
        let messages = Messages::new(&library, "en");
        let shown = |flaws: &[Flaw]| {
            let mut sources = Sources::new();
            let made = flaws.iter().map(|flaw| flaw.diagnostic(&library, &mut sources));
            let report: Report = made.collect();
            report.render_plain(&sources)
        };
        let (mistakes, warnings) = (shown(messages.mistakes()), shown(messages.warnings()));
        (messages, mistakes, warnings)
    }

    #[test]
    fn deep_texts_are_refused_before_they_are_parsed() {
        for deep in ["{ ", "{ {\n", "{ A(", "{ A(\nA(", "{ \"}\" { \")\" "] {
            let (_, mistakes, _) = told(&format!("good = fine\nbad = {}\n", deep.repeat(50_000)));
            assert_eq!(mistakes.matches("files/messages").count(), 1, "{mistakes}");
            assert!(mistakes.contains("trial/messages/en.ftl:"), "{mistakes}");
            assert!(mistakes.contains("more than 100 braces"), "{mistakes}");
        }
        let flat: String = (0..500).map(|i| format!("a{i} = :( {{ \"{{\" }} ((\n")).collect();
        let (messages, mistakes, _) = told(&flat);
        assert_eq!(mistakes, "");
        assert_eq!(messages.text("a7"), ":( { ((");
    }

    #[test]
    fn mistakes_in_texts_have_a_line() {
        let (_, mistakes, _) = told("one = 1\none = 2\n\ntwo = { \nme = see { me }\nx = { $x }\n");
        assert!(mistakes.contains("there is a text for `one` already"), "{mistakes}");
        assert!(mistakes.contains("en.ftl:2:1"), "{mistakes}");
        assert!(mistakes.contains("a `{` is never closed"), "{mistakes}");
        assert!(mistakes.contains("en.ftl:5:") || mistakes.contains("en.ftl:4:"), "{mistakes}");
        let text = "one = 1\na-me = see { b-me }\nx = { $x }\ny = { oen }\nb-me = { a-me }\n";
        let (messages, mistakes, warnings) = told(text);
        assert!(mistakes.contains("`a-me`: this text names itself"), "{mistakes}");
        assert!(mistakes.contains("`b-me`: this text names itself"), "{mistakes}");
        assert!(mistakes.contains("en.ftl:2:1") && mistakes.contains("en.ftl:5:1"), "{mistakes}");
        assert!(warnings.contains("`x`: no text is given a value"), "{warnings}");
        assert!(warnings.contains("en.ftl:3:1"), "{warnings}");
        // Players never see the braces.
        assert_eq!([messages.text("a-me"), messages.text("y")], ["me", "y"]);
        assert!(warnings.contains("did you mean `one`?"), "{warnings}");
    }

    #[test]
    fn not_more_is_told_at_once_than_somebody_reads() {
        let (_, mistakes, _) = told(&"= nothing\nb\n".repeat(5_000));
        assert_eq!(mistakes.matches("files/messages").count(), MOST_FLAWS);
    }
}
