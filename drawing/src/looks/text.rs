//! What a file of looks may say: colours, sizes and paths that no picture breaks on.

use super::{FeatureLook, MarkLook, OWNER, Part, Stamp};

/// The greatest size of anything on a tile, in tenths of a millimetre.
const MOST_SIZE: i64 = 450;
/// The longest path of a sign.
const MOST_PATH: usize = 4_000;
/// The most parts of a sign.
const MOST_PARTS: usize = 200;
/// The most things that one part of a file speaks of.
const MOST_ENTRIES: usize = 1_000;
/// The most kinds of signs that are strewn over one kind of ground.
const MOST_STREWN: usize = 8;
/// How much may be strewn over a tile: signs, each as many times as letters of paths and other parts are in it.
const MOST_SCATTERED: usize = 60_000;
/// What a part of a sign takes beside the letters of its path.
const PART: usize = 20;
/// The farthest coordinate of a sign.
const FARTHEST: i64 = 5_000;
/// The longest words on a sign.
const MOST_WORDS: usize = 40;

/// Looks at one file and notes what is wrong.
pub(super) struct Checker<'a> {
    file: &'a str,
    mistakes: &'a mut Vec<String>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(file: &'a str, mistakes: &'a mut Vec<String>) -> Self {
        Self { file, mistakes }
    }

    /// Whether nothing is wrong; otherwise it is noted.
    fn note(&mut self, place: &str, wrong: Vec<String>) -> bool {
        let good = wrong.is_empty();
        let file = self.file;
        self.mistakes.extend(wrong.into_iter().map(|why| format!("{file}: {place}: {why}")));
        good
    }

    pub(super) fn feature(&mut self, key: &str, look: &FeatureLook) -> bool {
        let mut wrong = Vec::new();
        [&look.fill, &look.line, &look.trim].into_iter().for_each(|c| colour(c, &mut wrong));
        size(look.width, &mut wrong);
        let stamps = [&look.stamp, &look.end, &look.meeting];
        stamps.into_iter().flatten().for_each(|Stamp { size: s, .. }| size(Some(*s), &mut wrong));
        if look.strewn.len() > MOST_STREWN {
            wrong.push(format!("{MOST_STREWN} signs at most are strewn over one kind of ground"));
        }
        for strewn in look.strewn.iter().take(MOST_STREWN) {
            size(Some(strewn.size), &mut wrong);
            size(Some(strewn.apart), &mut wrong);
        }
        self.note(&format!("features.{key}"), wrong)
    }

    pub(super) fn mark(&mut self, key: &str, look: &MarkLook) -> bool {
        let mut wrong = Vec::new();
        size(Some(look.size), &mut wrong);
        self.note(&format!("printed.{key}"), wrong)
    }

    pub(super) fn token(&mut self, key: &str, look: &Stamp) -> bool {
        let mut wrong = Vec::new();
        size(Some(look.size), &mut wrong);
        self.note(&format!("tokens.{key}"), wrong)
    }

    pub(super) fn sign(&mut self, key: &str, sign: &[Part]) -> bool {
        let mut wrong = Vec::new();
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if key.is_empty() || !key.chars().all(named) {
            wrong.push("a sign is named by letters, digits, `_` and `-`".to_owned());
        }
        if sign.len() > MOST_PARTS {
            wrong.push(format!("a sign has {MOST_PARTS} parts at most"));
        }
        sign.iter().take(MOST_PARTS).for_each(|part| part_of(part, &mut wrong));
        let letters = sign.iter().filter_map(|part| part.path.as_ref()).map(String::len);
        if letters.fold(0, usize::saturating_add) > MOST_PATH {
            wrong.push(format!("the paths of a sign have {MOST_PATH} letters together at most"));
        }
        self.note(&format!("signs.{key}"), wrong)
    }
}

/// What is too much of a part of a file: so many entries are read in no time.
pub(super) fn too_many(part: &str, entries: usize) -> Option<String> {
    (entries > MOST_ENTRIES).then(|| format!("{part}: {MOST_ENTRIES} entries at most are read"))
}

/// Why what is strewn over one kind of ground would be too much for a tile.
pub(super) fn scattered<'s>(
    look: &FeatureLook,
    sign: impl Fn(&str) -> Option<&'s [Part]>,
) -> Option<String> {
    let weight = |part: &Part| PART + part.path.as_ref().map_or(0, String::len);
    let all = look.strewn.iter().map(|strewn| {
        let weight: usize = sign(&strewn.sign).unwrap_or_default().iter().map(weight).sum();
        weight.saturating_mul(strewn.count())
    });
    (all.fold(0, usize::saturating_add) > MOST_SCATTERED).then(|| {
        "what is strewn would be too much for a tile: strew fewer signs, farther apart, or simpler ones"
            .to_owned()
    })
}

fn part_of(part: &Part, wrong: &mut Vec<String>) {
    colour(&part.fill, wrong);
    colour(&part.line, wrong);
    let numbers = part.disc.iter().flatten().chain(part.at.iter().flatten());
    let numbers = numbers.chain(&part.size).chain(&part.width);
    if let Some(far) = numbers.copied().find(|n| !(-FARTHEST..=FARTHEST).contains(n)) {
        wrong.push(format!("{far} lies outside of -{FARTHEST} to {FARTHEST}"));
    }
    let kinds = [part.path.is_some(), part.disc.is_some(), part.words.is_some()];
    if kinds.into_iter().filter(|&there| there).count() != 1 {
        wrong.push("a part is one of `path`, `disc` and `words`".to_owned());
    }
    if let Some(path) = &part.path {
        let known = |c: char| "MLHVCSQTAZmlhvcsqtaz0123456789 .,-".contains(c);
        if path.len() > MOST_PATH || !path.starts_with('M') || !path.chars().all(known) {
            wrong.push("a path begins with M and has letters of SVG paths and numbers".to_owned());
        }
    }
    if part.words.as_ref().is_some_and(|w| w.len() > MOST_WORDS || w.chars().any(char::is_control))
    {
        wrong.push(format!("words have {MOST_WORDS} letters at most"));
    }
}

/// `#rrggbb`, or the word for the owner's colour.
fn colour(colour: &Option<String>, wrong: &mut Vec<String>) {
    let Some(colour) = colour else { return };
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
    let good = digits.is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
    if !good && colour != OWNER {
        let shown: String = colour.chars().take(20).filter(|c| !c.is_control()).collect();
        wrong.push(format!("`{shown}` is no colour such as #c9945a, nor `{OWNER}`"));
    }
}

fn size(size: Option<i64>, wrong: &mut Vec<String>) {
    if let Some(size) = size.filter(|size| !(1..=MOST_SIZE).contains(size)) {
        wrong.push(format!("{size} is no size: 1 to {MOST_SIZE} tenths of a millimetre are"));
    }
}
