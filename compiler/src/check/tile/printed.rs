//! What is printed on tiles and segments: values of declared properties.

use abi::{Base, Shape, TILE_SIDE};
use grammar::{
    Diagnostic, Span,
    ast::{self, ItemKind, Name},
};

use super::{Draft, Tiles};
use crate::{
    check::{
        codes,
        declare::must_be_printed,
        near::{HINTS, hint},
        order::InPlay,
        types,
    },
    meaning::Meaning,
    typed::{PropertyId, PropertyOwner, TileValue},
};

impl Tiles<'_> {
    /// What is printed on a segment.
    pub(super) fn print(
        &mut self,
        draft: &mut Draft<'_>,
        position: usize,
        values: &[ast::Printed],
    ) {
        for printed in values {
            let kind = draft.facts.segments[position].kind;
            let owners = [PropertyOwner::Feature(kind), PropertyOwner::Segment];
            let what = self.names.rules.features[kind.index()].name.clone();
            let Some(value) =
                self.value(&printed.name, printed.value.as_ref(), printed.span, &owners, &what)
            else {
                continue;
            };
            let segment = &mut draft.facts.segments[position];
            once(&mut segment.values, value, printed.span, self.diagnostics);
        }
    }

    pub(super) fn tile_value(&mut self, draft: &mut Draft<'_>, line: &ast::TileValue) {
        let owners = [PropertyOwner::Tile];
        let span = line.name.span;
        let told = self.diagnostics.len();
        let Some(mut value) = self.value(&line.name, line.value.as_ref(), span, &owners, "tile")
        else {
            // It may be the edge of the segment before it.
            draft.mistaken |= self.diagnostics.len() > told;
            return;
        };
        value.bounds = line.ground.map(|r| [r.left, r.top, r.right, r.bottom]);
        if let Some([left, top, right, bottom]) = value.bounds
            && (left >= right || top >= bottom)
        {
            self.diagnostics.push(
                Diagnostic::error(codes::TILE_VALUE, "a box without any ground in it")
                    .label(span, "expected `box LEFT TOP RIGHT BOTTOM`"),
            );
        }
        self.lies_on_tile(&value.bounds.unwrap_or_default(), span);
        once(&mut draft.facts.values, value, span, self.diagnostics);
    }

    /// What is printed on a tile lies on it: lengths from its north-west corner, in micrometres.
    pub(super) fn lies_on_tile(&mut self, from_corner: &[i64], span: Span) {
        if from_corner.iter().all(|length| (0..=TILE_SIDE).contains(length)) {
            return;
        }
        let side = TILE_SIDE / 1000;
        self.diagnostics.push(
            Diagnostic::error(codes::TILE_VALUE, "a place that is not on the tile")
                .label(span, format!("expected millimetres from 0 to {side}"))
                .help("places are told from the north-west corner: first to the east, then to the south"),
        );
    }

    fn value(
        &mut self,
        name: &Name,
        value: Option<&ast::Expr>,
        span: Span,
        owners: &[PropertyOwner],
        what: &str,
    ) -> Option<TileValue> {
        let properties = &self.names.rules.properties;
        let mine = |id: &PropertyId| {
            let property = &properties[id.index()];
            property.printed && owners.contains(&property.owner)
        };
        let Some(id) = self.names.properties(&name.text).find(mine) else {
            if self.lender().is_some() {
                // Whoever reads it does not play.
                return None;
            }
            let known = properties
                .iter()
                .filter(|property| property.printed && owners.contains(&property.owner))
                .map(|property| property.name.as_str());
            let mut error = Diagnostic::error(
                codes::UNKNOWN_PROPERTY,
                format!("nothing called `{}` is printed on any {what}", name.text),
            )
            .label(name.span, format!("expected a property of `{what}`"));
            let capitals = name.text.bytes().all(|byte| byte.is_ascii_uppercase());
            let meant = (what == "tile" && capitals && name.text.len() <= 2).then_some(());
            let near = self.misspelt(&name.text, owners);
            // It is not missing on the tiles: its name is.
            self.printed.extend(near);
            error.help = hint(self.diagnostics, &name.text, known)
                .or_else(|| {
                    meant.map(|_| "edges are N, E, S, W and the halves NL, NR … WR".to_owned())
                })
                .or_else(|| Some(format!("declare it: `{what} has {}: flag`", name.text)));
            self.diagnostics.push(error);
            return None;
        };
        self.names.note_property(name, id);
        // With a mistake in its value too.
        self.printed.insert(id);
        let ty = properties[id.index()].ty;
        let word = match value {
            Some(value) => types::constant(self.names, value, ty, self.diagnostics)?,
            None if ty.base == Base::Flag && ty.shape != Shape::List => 1,
            None => {
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::TILE_VALUE,
                        format!("`{}` is printed with a value", name.text),
                    )
                    .label(
                        name.span,
                        format!("expected `= VALUE` of type `{}`", types::shown(self.names, ty)),
                    ),
                );
                return None;
            }
        };
        if word == abi::ABSENT {
            self.diagnostics.push(
                Diagnostic::error(codes::TILE_VALUE, "nothing cannot be printed")
                    .label(span, "expected a value; what is not printed is absent anyway"),
            );
            return None;
        }
        Some(TileValue { property: id, value: word, bounds: None })
    }

    /// The printed property that a name which is none was most likely meant to be.
    fn misspelt(&self, name: &str, owners: &[PropertyOwner]) -> Option<PropertyId> {
        if self.diagnostics.len() >= HINTS {
            return None;
        }
        let properties = &self.names.rules.properties;
        let known = || {
            let all = properties.iter().enumerate();
            all.filter(|(_, property)| property.printed && owners.contains(&property.owner))
        };
        let near = grammar::nearest(name, known().map(|(_, property)| property.name.as_str()))?;
        let position = known().find(|(_, property)| property.name == near)?.0;
        Some(PropertyId(position as u32))
    }

    /// A space that joins nothing has the value itself, so every tile prints it.
    pub(super) fn complete(&mut self, draft: &Draft<'_>) {
        for (segment, name) in draft.facts.segments.iter().zip(&draft.names) {
            for (position, property) in self.names.rules.properties.iter().enumerate() {
                let id = PropertyId(position as u32);
                let wanted = property.owner == PropertyOwner::Feature(segment.kind)
                    && must_be_printed(self.names, id);
                if wanted && !segment.values.iter().any(|value| value.property == id) {
                    self.diagnostics.push(
                        Diagnostic::error(
                            codes::TILE_VALUE,
                            format!("`{}` does not print `{}`", name.text, property.name),
                        )
                        .label(name.span, format!("expected `with {} = …`", property.name))
                        .help(format!(
                            "or declare it as `{}: {}?`",
                            property.name,
                            types::shown(self.names, property.ty)
                        )),
                    );
                }
            }
        }
    }

    /// Warns of what rules ask for and no tile prints.
    pub(super) fn unprinted(&mut self, items: &[InPlay<'_>]) {
        for (word, meanings) in &self.names.words {
            for declared in meanings {
                let Meaning::Property(id) = declared.meaning else { continue };
                let property = &self.names.rules.properties[id.index()];
                let own_tiles = items.iter().any(|in_play| {
                    in_play.expansion == declared.expansion
                        && matches!(in_play.item.kind, ItemKind::Tile(_))
                });
                // What every space must print is an error already where it is missing.
                let missed = must_be_printed(self.names, id);
                if property.printed && own_tiles && !missed && !self.printed.contains(&id) {
                    self.diagnostics.push(
                        Diagnostic::warning(
                            codes::UNPRINTED_PROPERTY,
                            format!("no tile prints `{word}`"),
                        )
                        .label(declared.span, "declared here")
                        .help("print it on a tile, or remove it"),
                    );
                }
            }
        }
    }
}

fn once(
    values: &mut Vec<TileValue>,
    value: TileValue,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if values.iter().any(|other| other.property == value.property) {
        diagnostics.push(
            Diagnostic::error(codes::TILE_VALUE, "the same value is printed twice")
                .label(span, "printed before"),
        );
    } else {
        values.push(value);
    }
}
