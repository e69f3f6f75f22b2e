//! From pest's pairs to the tree. Nothing outside `parse` and this folder sees a pest type.

mod expr;
mod head;
mod item;
mod landscape;
mod scenario;
mod statement;

use std::sync::LazyLock;

use pest::iterators::{Pair, Pairs};

use crate::ast::{Citation, Doc, Item, Line, Name};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::grammar::Rule;
use crate::length::{decimal, unit};
use crate::scan::FoundDoc;
use crate::source::{FileId, Span};
use crate::words::MAX_NESTING;

/// A node, or the one mistake that makes its item a broken one.
///
/// Boxed, for the functions here call each other as deep as a text is nested.
pub(crate) type Built<T> = Result<T, Box<Diagnostic>>;

/// Makes the tree of one chunk.
pub(crate) struct Builder {
    file: FileId,
    /// The byte where the chunk starts in its file.
    base: u32,
    depth: usize,
    docs: Vec<FoundDoc>,
}

impl Builder {
    /// A builder for a chunk that starts at `base`.
    pub(crate) fn new(file: FileId, base: u32, docs: Vec<FoundDoc>) -> Self {
        Self { file, base, depth: 0, docs }
    }

    /// The item of a `chunk` pair.
    pub(crate) fn chunk(&mut self, pair: Pair<'_, Rule>) -> Built<Item> {
        let mut kids = Kids::of(pair);
        let mut item = self.item(kids.expect(Rule::item))?;
        let rest = std::mem::take(&mut self.docs);
        item.doc = joined(rest);
        Ok(item)
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.file, self.base + span.start() as u32, self.base + span.end() as u32)
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().to_owned(), span: self.span(pair) }
    }

    fn names(&self, pair: Pair<'_, Rule>) -> Vec<Name> {
        Kids::of(pair).map(|pair| self.name(&pair)).collect()
    }

    fn int(&self, pair: &Pair<'_, Rule>) -> Built<i64> {
        pair.as_str().parse().map_err(|_| Box::new(number_too_large(self.span(pair))))
    }

    /// A decimal number of millimetres as micrometres.
    fn millimetres(&self, pair: &Pair<'_, Rule>) -> Built<i64> {
        self.micrometres(pair, pair.as_str(), 1_000)
    }

    /// A `length` pair as micrometres.
    fn length(&self, pair: &Pair<'_, Rule>) -> Built<i64> {
        let mut kids = Kids::of(pair.clone());
        let number = kids.expect(Rule::measure);
        let unit = unit(kids.expect(Rule::unit).as_str()).unwrap_or(1);
        self.micrometres(pair, number.as_str(), unit)
    }

    fn micrometres(&self, pair: &Pair<'_, Rule>, number: &str, unit: i64) -> Built<i64> {
        decimal(number, unit).ok_or_else(|| {
            Diagnostic::error(codes::NUMBER, "this length is not a whole number of micrometres")
                .label(self.span(pair), "a length has at most three digits behind its point in mm")
                .into()
        })
    }

    /// Goes some levels down; an error beyond the limit. `leave` goes up again.
    fn enter(&mut self, levels: usize, span: Span) -> Built<()> {
        self.depth += levels;
        if self.depth > MAX_NESTING { Err(Box::new(too_deep(span))) } else { Ok(()) }
    }

    /// Goes up as many levels as `enter` went down.
    fn leave(&mut self, levels: usize) {
        self.depth -= levels;
    }

    /// The lines of a body: of each its citations, then what `build` makes of the rest.
    fn lines<T>(
        &mut self,
        kids: Kids<'_>,
        build: fn(&mut Self, Pair<'_, Rule>) -> Built<T>,
    ) -> Built<Vec<Line<T>>> {
        let mut lines = Vec::new();
        for pair in kids {
            let mut parts = Kids::of(pair);
            let citations = self.citations(&mut parts);
            let content = parts.any();
            let span = self.span(&content);
            lines.push(Line { citations, span, kind: build(self, content)? });
        }
        Ok(lines)
    }

    fn citations(&self, kids: &mut Kids<'_>) -> Vec<Citation> {
        let mut citations = Vec::new();
        while let Some(pair) = kids.optional(Rule::citation) {
            let statement = pair.as_str().trim_start_matches('@').to_owned();
            citations.push(Citation { statement, span: self.span(&pair) });
        }
        citations
    }

    /// Takes the doc texts that stand beside an item between `from` and `to`, for items in braces.
    fn docs_beside(&mut self, from: u32, item: Span, next: u32) -> Option<Doc> {
        let beside = |found: &FoundDoc| {
            let at = found.doc.span.start;
            if found.leading { from <= at && at < item.end } else { item.start <= at && at < next }
        };
        let (taken, left) = std::mem::take(&mut self.docs).into_iter().partition(beside);
        self.docs = left;
        joined(taken)
    }
}

/// The diagnostic for what is nested too deep, from its first byte on.
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    let message = format!("more than {MAX_NESTING} levels deep, or as many parts in a row");
    Diagnostic::error(codes::TOO_DEEP, message)
        .label(Span::new(span.file, span.start, span.start + 1), "too deep from here")
        .help("give parts of it names, with `let` or `fn`")
}

/// The diagnostic for a number that does not fit.
fn number_too_large(span: Span) -> Diagnostic {
    let most = i64::MAX;
    Diagnostic::error(codes::NUMBER, "this number is too large")
        .label(span, format!("numbers go from -{most} to {most}"))
}

fn joined(docs: Vec<FoundDoc>) -> Option<Doc> {
    let span = docs.first()?.doc.span.to(docs.last()?.doc.span);
    let lines: Vec<String> = docs.into_iter().map(|found| found.doc.text).collect();
    Some(Doc { text: lines.join("\n"), span })
}

/// The pairs of a rule without its fixed words and signs.
#[derive(Clone)]
struct Kids<'i>(Pairs<'i, Rule>);

impl<'i> Kids<'i> {
    fn of(pair: Pair<'i, Rule>) -> Self {
        Self(pair.into_inner())
    }

    fn peek(&mut self) -> Option<Rule> {
        while let Some(pair) = self.0.peek() {
            if !is_fixed(pair.as_rule()) {
                return Some(pair.as_rule());
            }
            self.0.next();
        }
        None
    }

    /// The next pair if it is of this rule.
    fn optional(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        if self.peek()? == rule { self.0.next() } else { None }
    }

    /// The next pair, which the grammar says is of this rule.
    fn expect(&mut self, rule: Rule) -> Pair<'i, Rule> {
        self.optional(rule).expect("the grammar puts this rule here")
    }

    /// The next pair, which the grammar says is there.
    fn any(&mut self) -> Pair<'i, Rule> {
        self.next().expect("the grammar puts a rule here")
    }
}

impl<'i> Iterator for Kids<'i> {
    type Item = Pair<'i, Rule>;

    fn next(&mut self) -> Option<Self::Item> {
        self.peek()?;
        self.0.next()
    }
}

/// The only pair in a rule that is a choice.
fn only(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    Kids::of(pair).any()
}

fn is_fixed(rule: Rule) -> bool {
    static FIXED: LazyLock<Vec<bool>> = LazyLock::new(|| {
        // One more than the grammar has: the end of the input is a rule of its own.
        let mut fixed = vec![false; Rule::all_rules().len() + 1];
        for &rule in Rule::all_rules() {
            fixed[rule as usize] = format!("{rule:?}").starts_with("k_") || is_sign(rule);
        }
        fixed
    });
    FIXED[rule as usize]
}

fn is_sign(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::o_brace
            | Rule::c_brace
            | Rule::o_paren
            | Rule::c_paren
            | Rule::o_bracket
            | Rule::c_bracket
            | Rule::colon
            | Rule::equals
            | Rule::arrow
            | Rule::fat_arrow
            | Rule::bar
    )
}
