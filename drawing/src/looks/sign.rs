//! Signs: small drawings in a box of 1000 by 1000, put together from paths, discs and words.

use serde::Deserialize;
use svg::node::element::{Circle, Group, Path, Text};

/// The colour of whoever owns a figure, as files name it.
pub(crate) const OWNER: &str = "owner";

/// The parts of a sign, from below.
pub type Sign = Vec<Part>;

/// A part of a sign.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Lines and curves, as SVG writes paths.
    #[serde(default)]
    pub path: Option<String>,
    /// A disc: its middle and its radius.
    #[serde(default)]
    pub disc: Option<[i64; 3]>,
    /// Words round a point; `#` is the printed number.
    #[serde(default)]
    pub words: Option<String>,
    /// The middle of the words.
    #[serde(default)]
    pub at: Option<[i64; 2]>,
    /// The height of the words.
    #[serde(default)]
    pub size: Option<i64>,
    /// The colour inside; nothing is inside of it without one.
    #[serde(default)]
    pub fill: Option<String>,
    /// The colour of its lines.
    #[serde(default)]
    pub line: Option<String>,
    /// How thick its lines are.
    #[serde(default)]
    pub width: Option<i64>,
}

/// The drawing of a sign; `number` stands where its words have `#`.
pub(crate) fn sign_group(sign: &[Part], number: &str) -> Group {
    sign.iter().fold(Group::new(), |group, part| part.add_to(group, number))
}

impl Part {
    fn add_to(&self, group: Group, number: &str) -> Group {
        let colour = |colour: &Option<String>| match colour.as_deref() {
            None => "none".to_owned(),
            Some(OWNER) => "currentColor".to_owned(),
            Some(colour) => colour.to_owned(),
        };
        let (fill, line) = (colour(&self.fill), colour(&self.line));
        let width = self.width.unwrap_or(30);
        let lined = self.line.is_some();
        macro_rules! painted {
            ($element:expr) => {{
                let element = $element.set("fill", fill);
                match lined {
                    true => group.add(
                        element
                            .set("stroke", line)
                            .set("stroke-width", width)
                            .set("stroke-linejoin", "round")
                            .set("stroke-linecap", "round"),
                    ),
                    false => group.add(element),
                }
            }};
        }
        if let Some(path) = &self.path {
            painted!(Path::new().set("d", path.as_str()))
        } else if let Some([x, y, r]) = self.disc {
            painted!(Circle::new().set("cx", x).set("cy", y).set("r", r))
        } else if let Some(words) = &self.words {
            let [x, y] = self.at.unwrap_or([500, 500]);
            let size = self.size.unwrap_or(500);
            let text = Text::new(words.replace('#', number))
                .set("x", x)
                .set("y", y + size * 36 / 100)
                .set("font-size", size)
                .set("font-weight", "bold")
                .set("text-anchor", "middle");
            painted!(text)
        } else {
            group
        }
    }
}
