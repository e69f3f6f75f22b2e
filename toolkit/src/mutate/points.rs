//! The small ways in which rules can be changed, read off the trees: one change is one stretch of text for another.

mod changes;
mod statements;
mod values;

use grammar::{
    SourceFile, Span,
    ast::{self, Change, FeatureLine, FigureLine, Item, ItemKind, Line, Moment, TokenLine},
};

/// One stretch of a text for another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edit {
    /// What is replaced.
    pub(super) start: u32,
    pub(super) end: u32,
    /// By what.
    pub(super) to: String,
    /// The item in which it stands.
    pub(super) item: (u32, u32),
    /// Whether all of the item is taken away, so that even who never comes to it may notice.
    pub(super) whole: bool,
    /// What must be good rules in its place, too, for the change to mean anything: sums of numbers are the same in any
    /// order, and only lists can be added to an empty one.
    pub(super) only_if: Option<String>,
}

/// All small changes of a file of rules. `enums` are the names of each enum that its rules can speak of.
pub(super) fn edits(file: &SourceFile, tree: &ast::File, enums: &[Vec<String>]) -> Vec<Edit> {
    let mut writer = Writer { text: file.text(), enums, edits: Vec::new(), item: (0, 0) };
    tree.items.iter().for_each(|item| writer.item(item));
    let mut edits = writer.edits;
    // The greatest number has none above it.
    edits.retain(|edit| file.text()[edit.start as usize..edit.end as usize] != edit.to);
    edits.sort();
    edits.dedup();
    edits
}

struct Writer<'a> {
    text: &'a str,
    enums: &'a [Vec<String>],
    edits: Vec<Edit>,
    /// The item at hand.
    item: (u32, u32),
}

impl Writer<'_> {
    fn item(&mut self, item: &Item) {
        self.item = (item.span.start, item.span.end);
        match &item.kind {
            ItemKind::Option(option) => self.option(option),
            ItemKind::Feature(feature) => {
                for line in &feature.lines {
                    match &line.kind {
                        FeatureLine::Completed(expr) => self.condition(expr),
                        FeatureLine::Worth(expr) | FeatureLine::Holds(expr) => self.expr(expr),
                        FeatureLine::Joins(_) | FeatureLine::Property(_) => {}
                    }
                }
            }
            ItemKind::Figure(figure) => self.figure_lines(&figure.lines),
            ItemKind::ExtendFigure(figure) => self.figure_lines(&figure.lines),
            ItemKind::Token(token) => {
                for line in &token.lines {
                    if let TokenLine::Stock(expr) | TokenLine::Each(expr) = &line.kind {
                        self.expr(expr);
                    }
                }
            }
            ItemKind::Step(step) => {
                self.dropped(item);
                self.guard(step.condition.as_ref());
                self.block(&step.body);
            }
            ItemKind::Offer(offer) => {
                self.dropped(item);
                self.guard(offer.condition.as_ref());
                offer.list.iter().for_each(|options| self.expr(&options.list));
                self.block(&offer.body);
            }
            ItemKind::Hook(hook) => {
                self.dropped(item);
                match hook.moment {
                    Moment::Before => self.word(item.span.start, "before", "after"),
                    Moment::After => self.word(item.span.start, "after", "before"),
                    Moment::Instead => {}
                }
                self.guard(hook.condition.as_ref());
                self.block(&hook.body);
            }
            ItemKind::Adjust(adjust) => {
                self.dropped(item);
                let gap = Span {
                    start: adjust.function.span.end,
                    end: adjust.value.span.start,
                    ..item.span
                };
                match adjust.change {
                    Change::AtMost => self.within(gap, "at most", "at least"),
                    Change::AtLeast => self.within(gap, "at least", "at most"),
                    Change::By | Change::To => {}
                }
                self.expr(&adjust.value);
                self.guard(adjust.condition.as_ref());
            }
            ItemKind::Forbid(forbid) => {
                self.dropped(item);
                self.guard(forbid.condition.as_ref());
            }
            ItemKind::Fn(function) => self.value(&function.body),
            ItemKind::To(deed) => self.block(&deed.body),
            ItemKind::With(with) => with.items.iter().for_each(|item| self.item(item)),
            _ => {}
        }
    }

    /// Another of the values that an option may have.
    fn option(&mut self, option: &ast::OptionItem) {
        self.expr(&option.default);
    }

    fn figure_lines(&mut self, lines: &[Line<FigureLine>]) {
        for line in lines {
            match &line.kind {
                FigureLine::Each(expr) | FigureLine::Counts(expr) => self.expr(expr),
                FigureLine::Stands(stands) => {
                    stands.iter().for_each(|stand| self.guard(stand.condition.as_ref()));
                }
                FigureLine::One | FigureLine::Size(_) => {}
            }
        }
    }

    /// The item is not there.
    fn dropped(&mut self, item: &Item) {
        let start = item.citations.first().map_or(item.span, |cited| cited.span);
        self.put(start.to(item.span), "");
        if let Some(edit) = self.edits.last_mut() {
            edit.whole = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_change_leaves_a_text_as_it_is() {
        let all = |text: &str| {
            let mut sources = grammar::Sources::new();
            let id = sources.add("x/rules.carc", text);
            let tree = grammar::parse(&sources, id);
            assert!(tree.diagnostics.is_empty(), "{:?}", tree.diagnostics);
            let edits = edits(sources.file(id), &tree.file, &[]);
            edits.into_iter().map(|edit| edit.to).collect::<Vec<_>>()
        };
        assert_eq!(all(&format!("fn greatest() -> int = {}\n", i64::MAX)), ["9223372036854775806"]);
        assert_eq!(all("fn lucky() -> int = 7\n"), ["6", "8"]);
        assert_eq!(all("fn nothing_left() -> int = 0\n"), ["1"]);
    }
}
