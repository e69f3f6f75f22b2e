//! The signs that a picture uses, each drawn once and referred to from where it stands.

use std::collections::BTreeMap;

use abi::Point;
use svg::node::element::{Definitions, Group, Use};

use crate::looks::{Looks, Part, Sign, sign_group};

/// The colours of what no file speaks of.
const PLAIN: (&str, &str) = ("#f6f1e4", "#4a4138");

/// Signs, and what else is drawn once.
pub(crate) struct Signs<'a> {
    pub(crate) looks: &'a Looks,
    drawn: BTreeMap<String, Group>,
}

impl<'a> Signs<'a> {
    pub(crate) fn new(looks: &'a Looks) -> Self {
        Self { looks, drawn: BTreeMap::new() }
    }

    /// A sign with its middle at a point, so wide and so high.
    pub(crate) fn stamp(&mut self, name: &str, at: Point, width: i64, height: i64) -> Use {
        self.stamp_number(name, "", at, width, height)
    }

    /// The same with a number where its words want one.
    pub(crate) fn stamp_number(
        &mut self,
        name: &str,
        number: &str,
        at: Point,
        width: i64,
        height: i64,
    ) -> Use {
        let own = self.looks.sign(name);
        let numbered = own.is_some_and(|sign| sign.iter().any(|part| part.words.is_some()));
        let id = match (own, numbered && !number.is_empty()) {
            (Some(_), false) => format!("s-{name}"),
            (Some(_), true) => format!("s-{name}.{}", plain(number)),
            (None, _) => format!("w-{}", plain(name)),
        };
        if !self.drawn.contains_key(&id) {
            let drawing = match own {
                Some(sign) => sign_group(sign, number),
                None => sign_group(&letters(name), number),
            };
            self.drawn.insert(id.clone(), drawing.set("id", id.as_str()));
        }
        let (left, top) = (at.x - width / 2, at.y - height / 2);
        let scale = if width == height {
            thousandths(width)
        } else {
            format!("{} {}", thousandths(width), thousandths(height))
        };
        Use::new()
            .set("href", format!("#{id}"))
            .set("transform", format!("translate({left} {top}) scale({scale})"))
    }

    /// Draws something once under a name.
    pub(crate) fn once(&mut self, id: &str, draw: impl FnOnce(&mut Self) -> Group) {
        if !self.drawn.contains_key(id) {
            let drawing = draw(self).set("id", id);
            self.drawn.insert(id.to_owned(), drawing);
        }
    }

    /// Everything that was drawn once.
    pub(crate) fn definitions(self) -> Definitions {
        self.drawn.into_values().fold(Definitions::new(), |defs, drawing| defs.add(drawing))
    }
}

/// A number in thousandths with a decimal point.
pub(crate) fn thousandths(number: i64) -> String {
    let text = format!("{}.{:03}", number / 1000, number % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Only signs that may stand in a reference.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// The sign of something that no file speaks of: a disc with its first letters.
fn letters(name: &str) -> Sign {
    let words = name.split(['_', '-', ' ']).filter_map(|word| word.chars().next());
    let short: String = words.take(3).flat_map(char::to_uppercase).collect();
    let colour = |colour: &str| Some(colour.to_owned());
    let empty = Part {
        path: None,
        disc: None,
        words: None,
        at: None,
        size: None,
        fill: None,
        line: None,
        width: None,
    };
    vec![
        Part {
            disc: Some([500, 500, 460]),
            fill: colour(PLAIN.0),
            line: colour(PLAIN.1),
            width: Some(60),
            ..empty.clone()
        },
        Part { words: Some(short), size: Some(440), fill: colour(PLAIN.1), ..empty },
    ]
}
