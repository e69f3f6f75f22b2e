//! How the things of expansions look, as their own files say (`drawing.json`): words for general shapes and
//! colours by the names of kinds and properties. What no file speaks of is drawn by its layout alone.

mod mistake;
mod sign;
mod text;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use self::mistake::Mistake;
pub(crate) use self::sign::{OWNER, sign_group};
pub use self::sign::{Part, Sign};
use self::text::{Checker, scattered, too_many};
use crate::geometry::TILE;

/// The shape that a kind of feature is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// What everything else lies on.
    Ground,
    /// A walled area behind its edges.
    Area,
    /// A band from edge to edge, or with an end.
    Band,
    /// A sign at the spot of its figures.
    Sign,
}

/// A sign with its size.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// The sign.
    pub sign: String,
    /// Its width in tenths of a millimetre.
    pub size: i64,
}

/// A sign that is strewn over ground.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strewn {
    /// The sign.
    pub sign: String,
    /// Its width in tenths of a millimetre.
    pub size: i64,
    /// How far they stand from each other, in tenths of a millimetre.
    pub apart: i64,
    /// How many at most.
    #[serde(default)]
    pub most: Option<usize>,
}

/// How near to each other strewn signs may be told to be, in hundredths of a millimetre.
const CLOSEST: i64 = 200;

impl Strewn {
    /// How far they stand from each other, in hundredths of a millimetre.
    pub(crate) fn apart(&self) -> i64 {
        self.apart.saturating_mul(10).max(CLOSEST)
    }

    /// How many stand beside each other on a tile, and so below each other.
    pub(crate) fn rows(&self) -> i64 {
        TILE / self.apart() + 1
    }

    /// How many can stand on a tile.
    fn count(&self) -> usize {
        let rows = usize::try_from(self.rows()).unwrap_or(0);
        self.most.unwrap_or(usize::MAX).min(rows * rows)
    }
}

/// How a kind of feature looks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureLook {
    /// Its shape; by its layout if it is not said.
    #[serde(default)]
    pub shape: Option<Shape>,
    /// Its colour.
    #[serde(default)]
    pub fill: Option<String>,
    /// The colour of its wall or rim.
    #[serde(default)]
    pub line: Option<String>,
    /// A second colour of its wall, or of the middle of a band.
    #[serde(default)]
    pub trim: Option<String>,
    /// How wide a band is, in tenths of a millimetre.
    #[serde(default)]
    pub width: Option<i64>,
    /// What stands at its place.
    #[serde(default)]
    pub stamp: Option<Stamp>,
    /// What stands where a band ends alone.
    #[serde(default)]
    pub end: Option<Stamp>,
    /// What stands where several bands end.
    #[serde(default)]
    pub meeting: Option<Stamp>,
    /// What is strewn over it.
    #[serde(default)]
    pub strewn: Vec<Strewn>,
}

impl FeatureLook {
    /// Its stamps by the keys that they stand behind.
    fn stamps(&self) -> impl Iterator<Item = (&'static str, &Stamp)> {
        let all = [("stamp", &self.stamp), ("end", &self.end), ("meeting", &self.meeting)];
        all.into_iter().filter_map(|(key, stamp)| Some((key, stamp.as_ref()?)))
    }
}

/// How a printed value looks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkLook {
    /// The sign.
    pub sign: String,
    /// Its width in tenths of a millimetre; as large as its printed ground if it has one.
    pub size: i64,
    /// Whether a number is so many signs, not words on one.
    #[serde(default)]
    pub each: bool,
    /// Whether it is stretched over its whole printed ground.
    #[serde(default)]
    pub fills: bool,
    /// Whether it lies under walls and other signs.
    #[serde(default)]
    pub under: bool,
}

/// One `drawing.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    features: BTreeMap<String, FeatureLook>,
    printed: BTreeMap<String, MarkLook>,
    figures: BTreeMap<String, String>,
    tokens: BTreeMap<String, Stamp>,
    signs: BTreeMap<String, Sign>,
}

/// A sign that a file uses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Use {
    file: String,
    path: Vec<String>,
    sign: String,
}

/// How the things of several expansions look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    features: BTreeMap<String, FeatureLook>,
    printed: BTreeMap<String, MarkLook>,
    figures: BTreeMap<String, String>,
    tokens: BTreeMap<String, Stamp>,
    signs: BTreeMap<String, Sign>,
    mistakes: Vec<Mistake>,
    /// Signs that files use, with the places where they say so.
    uses: Vec<Use>,
    /// By kind of feature the file that says what is strewn over it.
    strewn_in: BTreeMap<String, String>,
}

impl Looks {
    /// Reads files, given by name and text; of two that speak of one thing the first one counts.
    pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut looks = Self::default();
        for (name, text) in files {
            match serde_json::from_str::<File>(text) {
                Ok(file) if looks.is_too_much(name, &file) => {}
                Ok(file) => looks.add(name, file),
                Err(error) => looks.mistakes.push(Mistake::unreadable(name, &error)),
            }
        }
        looks.check_signs();
        looks.check_strewn();
        looks
    }

    /// Whether a file speaks of too much; then nothing of it counts.
    fn is_too_much(&mut self, name: &str, file: &File) -> bool {
        let File { features, printed, figures, tokens, signs } = file;
        let parts = [
            ("features", features.len()),
            ("printed", printed.len()),
            ("figures", figures.len()),
            ("tokens", tokens.len()),
            ("signs", signs.len()),
        ];
        let told = parts.iter().filter_map(|(part, entries)| Some((part, too_many(*entries)?)));
        let before = self.mistakes.len();
        let told = told.map(|(part, why)| Mistake::new(name, vec![(*part).to_owned()], why));
        self.mistakes.extend(told);
        self.mistakes.len() > before
    }

    /// Leaves out what is strewn where it would be too much: a picture of a tile must not take long.
    fn check_strewn(&mut self) {
        let signs = &self.signs;
        for (kind, look) in &mut self.features {
            if let Some(why) = scattered(look, |name| signs.get(name).map(Vec::as_slice)) {
                look.strewn.clear();
                let file = self.strewn_in.get(kind).map_or("", String::as_str);
                let path = ["features", kind, "strewn"].map(str::to_owned);
                self.mistakes.push(Mistake::new(file, path.to_vec(), why));
            }
        }
    }

    fn add(&mut self, name: &str, file: File) {
        let mut checker = Checker::new(name, &mut self.mistakes);
        let File { features, printed, figures, tokens, signs } = file;
        let features = features.into_iter().filter(|(key, look)| checker.feature(key, look));
        let features: Vec<_> = features.collect();
        let printed = printed.into_iter().filter(|(key, look)| checker.mark(key, look));
        let printed: Vec<_> = printed.collect();
        let tokens = tokens.into_iter().filter(|(key, look)| checker.token(key, look));
        let tokens: Vec<_> = tokens.collect();
        let signs: Vec<_> =
            signs.into_iter().filter(|(key, sign)| checker.sign(key, sign)).collect();
        self.note_uses(name, &features);
        for (key, look) in &printed {
            self.note_use(name, &["printed", key, "sign"], &look.sign);
        }
        for (key, sign) in &figures {
            self.note_use(name, &["figures", key], sign);
        }
        for (key, look) in &tokens {
            self.note_use(name, &["tokens", key, "sign"], &look.sign);
        }
        for (key, look) in features {
            if !look.strewn.is_empty() && !self.features.contains_key(&key) {
                self.strewn_in.insert(key.clone(), name.to_owned());
            }
            self.features.entry(key).or_insert(look);
        }
        for (key, look) in printed {
            self.printed.entry(key).or_insert(look);
        }
        for (key, sign) in figures {
            self.figures.entry(key).or_insert(sign);
        }
        for (key, look) in tokens {
            self.tokens.entry(key).or_insert(look);
        }
        for (key, sign) in signs {
            self.signs.entry(key).or_insert(sign);
        }
    }

    /// The signs that a file uses, with the places where it says so.
    fn note_uses(&mut self, file: &str, features: &[(String, FeatureLook)]) {
        for (key, look) in features {
            for (name, stamp) in look.stamps() {
                self.note_use(file, &["features", key, name, "sign"], &stamp.sign);
            }
            for (at, strewn) in look.strewn.iter().enumerate() {
                let path = ["features", key, "strewn", &at.to_string(), "sign"];
                self.note_use(file, &path, &strewn.sign);
            }
        }
    }

    fn note_use(&mut self, file: &str, path: &[&str], sign: &str) {
        let path = path.iter().map(|&key| key.to_owned()).collect();
        self.uses.push(Use { file: file.to_owned(), path, sign: sign.to_owned() });
    }

    /// Names of signs that nobody draws.
    fn check_signs(&mut self) {
        for Use { file, path, sign } in std::mem::take(&mut self.uses) {
            if !self.signs.contains_key(&sign) {
                self.mistakes.push(Mistake::unknown(&file, path, sign));
            }
        }
    }

    /// What is wrong with the files; what they say besides counts all the same.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// The names of all signs that the files draw.
    pub fn signs(&self) -> impl Iterator<Item = &str> {
        self.signs.keys().map(String::as_str)
    }

    pub(crate) fn feature(&self, kind: &str) -> Option<&FeatureLook> {
        self.features.get(kind)
    }

    /// How a printed value looks: by its name if it has one, else by its property.
    pub(crate) fn printed(
        &self,
        owner: &str,
        property: &str,
        name: Option<&str>,
    ) -> Option<&MarkLook> {
        let key = format!("{owner}-{property}");
        let named = name.and_then(|name| self.printed.get(&format!("{key}-{name}")));
        named.or_else(|| self.printed.get(&key))
    }

    /// The sign of a kind of figure.
    pub(crate) fn figure(&self, kind: &str) -> Option<&str> {
        self.figures.get(kind).map(String::as_str)
    }

    /// How a kind of token looks.
    pub(crate) fn token(&self, kind: &str) -> Option<&Stamp> {
        self.tokens.get(kind)
    }

    pub(crate) fn sign(&self, name: &str) -> Option<&Sign> {
        self.signs.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(looks: &Looks) -> String {
        let told: Vec<String> = looks.mistakes().iter().map(ToString::to_string).collect();
        told.join("\n")
    }

    #[test]
    fn mistakes_are_named_with_file_and_place() {
        let text = r##"{
            "features": {"lane": {"shape": "band", "fill": "red"}, "yard": {"stamp": {"sign": "hut", "size": 50}}},
            "signs": {"post": [{"path": "M0 0 <script>"}]}
        }"##;
        let looks = Looks::read([("near/drawing.json", text), ("far/drawing.json", "{")]);
        let found = told(&looks);
        assert!(
            found.contains("near/drawing.json: features.lane.fill: `red` is no colour"),
            "{found}"
        );
        assert!(found.contains("near/drawing.json: signs.post.0.path: "), "{found}");
        assert!(
            found.contains(
                "near/drawing.json: features.yard.stamp.sign: no file draws the sign `hut`"
            ),
            "{found}"
        );
        assert!(found.contains("far/drawing.json:1:1: EOF"), "{found}");
        assert!(looks.feature("lane").is_none() && looks.feature("yard").is_some());
    }

    #[test]
    fn what_would_take_too_long_to_draw_is_refused() {
        let strewn = |count: usize, apart: i64, most: usize| {
            let one = format!(r#"{{"sign": "s", "size": 10, "apart": {apart}, "most": {most}}}"#);
            format!(r#"{{"shape": "area", "strewn": [{}]}}"#, vec![one; count].join(","))
        };
        let look = |yard: &str, path: usize, parts: usize| {
            let part = format!(r#"{{"path": "M{}"}}"#, "1".repeat(path));
            let text = format!(
                r#"{{"features": {{"yard": {yard}}}, "signs": {{"s": [{}]}}}}"#,
                vec![part; parts].join(",")
            );
            let looks = Looks::read([("x/drawing.json", text.as_str())]);
            let strewn = looks.feature("yard").map_or(0, |look| look.strewn.len());
            (self::told(&looks), strewn)
        };
        assert_eq!(look(&strewn(8, 100, 12), 100, 3), (String::new(), 8));
        let (told, left) = look(&strewn(9, 100, 12), 100, 3);
        assert!(
            told.contains("features.yard.strewn: 8 signs at most are strewn") && left == 0,
            "{told}"
        );
        let (told, left) = look(&strewn(8, 1, 4_000), 100, 3);
        let too_much = "x/drawing.json: features.yard.strewn: what is strewn would be too much";
        assert!(told.contains(too_much) && left == 0, "{told}");
        let (told, _) = look(&strewn(1, 1, 400), 3_900, 1);
        assert!(told.contains(too_much), "{told}");
        let (told, _) = look(&strewn(1, 100, 1), 2_100, 2);
        assert!(told.contains("signs.s: the paths of a sign have 4000 letters together"), "{told}");
        let many: Vec<String> = (0..1_001).map(|n| format!(r#""s{n}": []"#)).collect();
        let text = format!(r#"{{"signs": {{{}}}}}"#, many.join(","));
        let looks = Looks::read([("x/drawing.json", text.as_str())]);
        assert_eq!(self::told(&looks), "x/drawing.json: signs: 1000 entries at most are read");
    }

    #[test]
    fn values_with_a_name_come_before_their_property() {
        let text = r##"{
            "printed": {"tile-mark": {"sign": "a", "size": 10}, "tile-mark-low": {"sign": "b", "size": 10}},
            "signs": {"a": [], "b": []}
        }"##;
        let looks = Looks::read([("x/drawing.json", text)]);
        assert_eq!(told(&looks), "");
        assert_eq!(looks.printed("tile", "mark", Some("low")).unwrap().sign, "b");
        assert_eq!(looks.printed("tile", "mark", Some("high")).unwrap().sign, "a");
        assert!(looks.printed("tile", "other", None).is_none());
    }
}
