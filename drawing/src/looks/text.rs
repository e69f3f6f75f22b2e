//! What a file of looks may say: colours, sizes and paths that no picture breaks on.

use super::{
    FeatureLook, MarkLook, OWNER, Part, Stamp,
    mistake::{Mistake, Wrong},
};

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
    mistakes: &'a mut Vec<Mistake>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(file: &'a str, mistakes: &'a mut Vec<Mistake>) -> Self {
        Self { file, mistakes }
    }

    /// Whether nothing is wrong; otherwise it is noted.
    fn note(&mut self, part: &str, key: &str, wrong: Wrong) -> bool {
        let good = wrong.is_empty();
        self.mistakes.extend(wrong.of(self.file, part, key));
        good
    }

    pub(super) fn feature(&mut self, key: &str, look: &FeatureLook) -> bool {
        let mut wrong = Wrong::default();
        for (name, told) in [("fill", &look.fill), ("line", &look.line), ("trim", &look.trim)] {
            colour(told, &[name], &mut wrong);
        }
        size(look.width, &["width"], &mut wrong);
        for (name, stamp) in look.stamps() {
            size(Some(stamp.size), &[name, "size"], &mut wrong);
        }
        if look.strewn.len() > MOST_STREWN {
            let why = format!("{MOST_STREWN} signs at most are strewn over one kind of ground");
            wrong.push(&["strewn"], why);
        }
        for (at, strewn) in look.strewn.iter().take(MOST_STREWN).enumerate() {
            let at = at.to_string();
            size(Some(strewn.size), &["strewn", &at, "size"], &mut wrong);
            size(Some(strewn.apart), &["strewn", &at, "apart"], &mut wrong);
        }
        self.note("features", key, wrong)
    }

    pub(super) fn mark(&mut self, key: &str, look: &MarkLook) -> bool {
        let mut wrong = Wrong::default();
        size(Some(look.size), &["size"], &mut wrong);
        self.note("printed", key, wrong)
    }

    pub(super) fn token(&mut self, key: &str, look: &Stamp) -> bool {
        let mut wrong = Wrong::default();
        size(Some(look.size), &["size"], &mut wrong);
        self.note("tokens", key, wrong)
    }

    pub(super) fn sign(&mut self, key: &str, sign: &[Part]) -> bool {
        let mut wrong = Wrong::default();
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if key.is_empty() || !key.chars().all(named) {
            let why = "a sign is named by letters, digits, `_` and `-`";
            wrong.push(&[], why.to_owned());
        }
        if sign.len() > MOST_PARTS {
            wrong.push(&[], format!("a sign has {MOST_PARTS} parts at most"));
        }
        for (at, part) in sign.iter().take(MOST_PARTS).enumerate() {
            part_of(part, &at.to_string(), &mut wrong);
        }
        let letters = sign.iter().filter_map(|part| part.path.as_ref()).map(String::len);
        if letters.fold(0, usize::saturating_add) > MOST_PATH {
            let why = format!("the paths of a sign have {MOST_PATH} letters together at most");
            wrong.push(&[], why);
        }
        self.note("signs", key, wrong)
    }
}

/// What is too much of a part of a file: so many entries are read in no time.
pub(super) fn too_many(entries: usize) -> Option<String> {
    (entries > MOST_ENTRIES).then(|| format!("{MOST_ENTRIES} entries at most are read"))
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

fn part_of(part: &Part, at: &str, wrong: &mut Wrong) {
    colour(&part.fill, &[at, "fill"], wrong);
    colour(&part.line, &[at, "line"], wrong);
    let discs = part.disc.iter().flatten().map(|number| ("disc", number));
    let places = part.at.iter().flatten().map(|number| ("at", number));
    let sizes = part.size.iter().map(|number| ("size", number));
    let widths = part.width.iter().map(|number| ("width", number));
    let mut numbers = discs.chain(places).chain(sizes).chain(widths);
    if let Some((key, far)) = numbers.find(|(_, n)| !(-FARTHEST..=FARTHEST).contains(*n)) {
        wrong.push(&[at, key], format!("{far} lies outside of -{FARTHEST} to {FARTHEST}"));
    }
    let kinds = [part.path.is_some(), part.disc.is_some(), part.words.is_some()];
    if kinds.into_iter().filter(|&there| there).count() != 1 {
        wrong.push(&[at], "a part is one of `path`, `disc` and `words`".to_owned());
    }
    if let Some(path) = &part.path {
        let known = |c: char| "MLHVCSQTAZmlhvcsqtaz0123456789 .,-".contains(c);
        if path.len() > MOST_PATH || !path.starts_with('M') || !path.chars().all(known) {
            let why = "a path begins with M and has letters of SVG paths and numbers";
            wrong.push(&[at, "path"], why.to_owned());
        }
    }
    if part.words.as_ref().is_some_and(|w| w.len() > MOST_WORDS || w.chars().any(char::is_control))
    {
        wrong.push(&[at, "words"], format!("words have {MOST_WORDS} letters at most"));
    }
}

/// `#rrggbb`, or the word for the owner's colour.
fn colour(colour: &Option<String>, inside: &[&str], wrong: &mut Wrong) {
    let Some(colour) = colour else { return };
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
    let good = digits.is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
    if !good && colour != OWNER {
        let shown: String = colour.chars().take(20).filter(|c| !c.is_control()).collect();
        let why = format!("`{shown}` is no colour such as #c9945a, nor `{OWNER}`");
        wrong.push(inside, why);
    }
}

fn size(size: Option<i64>, inside: &[&str], wrong: &mut Wrong) {
    if let Some(size) = size.filter(|size| !(1..=MOST_SIZE).contains(size)) {
        let why = format!("{size} is no size: 1 to {MOST_SIZE} tenths of a millimetre are");
        wrong.push(inside, why);
    }
}
