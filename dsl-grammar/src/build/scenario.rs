//! Scenarios, board pictures and answers.

use pest::iterators::Pair;

use super::{Builder, Built, Kids, only};
use crate::ast::{
    Answer, Cell, Expectation, Expr, ExprKind, ItemKind, Lay, Legend, Name, On, Picture, Piece,
    Row, Scenario, ScenarioLine, Setting, Word, WordKind,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::grammar::Rule;

impl Builder {
    /// The kids of a `scenario` pair.
    pub(super) fn scenario(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let title = self.text(&kids.expect(Rule::string));
        let lines = self.lines(kids, Self::scenario_line)?;
        Ok(ItemKind::Scenario(Scenario { title, lines }))
    }

    fn scenario_line(&mut self, pair: Pair<'_, Rule>) -> Built<ScenarioLine> {
        let rule = pair.as_rule();
        if rule == Rule::n_board {
            return Ok(ScenarioLine::Board(self.lay(pair)?));
        }
        let mut kids = Kids::of(pair);
        Ok(match rule {
            Rule::n_players => ScenarioLine::Players(self.names(kids.any())),
            Rule::n_draw => ScenarioLine::Draw(self.names(kids.any())),
            Rule::n_roll => {
                ScenarioLine::Roll(kids.map(|pair| self.int(&pair)).collect::<Built<_>>()?)
            }
            Rule::n_with => self.scenario_with(kids)?,
            Rule::n_sets => {
                let entry = |pair| {
                    let mut parts = Kids::of(pair);
                    Ok((self.name(&parts.expect(Rule::name)), self.times(&mut parts)?))
                };
                ScenarioLine::Sets(kids.map(entry).collect::<Built<_>>()?)
            }
            Rule::n_given => ScenarioLine::Given(Box::new(self.given(kids.any())?)),
            Rule::n_expect => ScenarioLine::Expect(self.expectation(kids)?),
            Rule::n_snapshot => ScenarioLine::Snapshot,
            _ => {
                let player = self.name(&kids.expect(Rule::name));
                let name = self.name(&kids.expect(Rule::asked));
                ScenarioLine::Answer { player, name, answer: self.answer(kids.any())? }
            }
        })
    }

    fn scenario_with(&mut self, kids: Kids<'_>) -> Built<ScenarioLine> {
        let (mut names, mut settings) = (Vec::new(), Vec::new());
        for entry in kids {
            let span = self.span(&entry);
            let mut parts = Kids::of(entry);
            let mut path = Kids::of(parts.expect(Rule::path));
            let first = self.name(&path.any());
            let second = path.next().map(|name| self.name(&name));
            let value = parts.next().map(|value| self.expr(value)).transpose()?;
            let (expansion, name) = match second {
                Some(second) => (Some(first), second),
                None => (None, first),
            };
            match (value, expansion) {
                (Some(value), expansion) => {
                    settings.push(Setting { expansion, name, value, span });
                }
                (None, None) => names.push(name),
                (None, Some(_)) => return Err(setting_without_value(&name).into()),
            }
        }
        Ok(ScenarioLine::With { names, settings })
    }

    fn expectation(&mut self, mut kids: Kids<'_>) -> Built<Expectation> {
        if let Some(fault) = kids.optional(Rule::fault) {
            let words = Kids::of(fault).next();
            return Ok(Expectation::Fault(words.map(|words| self.text(&words))));
        }
        let question = kids.optional(Rule::expr).map(|expr| self.expr(expr)).transpose()?;
        let Some(offered) = kids.next() else {
            return Ok(Expectation::Holds(question.expect("the grammar expects something")));
        };
        let player = match question {
            None => None,
            Some(Expr { kind: ExprKind::Name(name), .. }) => Some(name),
            Some(other) => {
                return Err(Diagnostic::error(
                    codes::UNEXPECTED,
                    "only a player can have something on offer",
                )
                .label(other.span, "expected the name of a player")
                .into());
            }
        };
        let mut parts = Kids::of(offered);
        let can = parts.any().as_rule() == Rule::can;
        let name = self.name(&parts.expect(Rule::asked));
        Ok(Expectation::Offered { player, can, name, answer: self.answer(parts.any())? })
    }

    fn answer(&mut self, pair: Pair<'_, Rule>) -> Built<Answer> {
        let words: Vec<Word> =
            Kids::of(pair).map(|word| self.answer_word(word)).collect::<Built<_>>()?;
        let first = words.first().expect("an answer has a word").span;
        let span = words.last().map_or(first, |last| first.to(last.span));
        Ok(Answer { words, span })
    }

    fn answer_word(&mut self, pair: Pair<'_, Rule>) -> Built<Word> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::cell => {
                let (x, y) = self.cell(pair)?;
                WordKind::Cell { x, y }
            }
            Rule::length => WordKind::Length(self.length(&pair)?),
            Rule::signed => WordKind::Int(self.int(&pair)?),
            Rule::comma => WordKind::Comma,
            _ => WordKind::Name(pair.as_str().to_owned()),
        };
        Ok(Word { kind, span })
    }

    fn cell(&mut self, pair: Pair<'_, Rule>) -> Built<(i64, i64)> {
        let mut kids = Kids::of(pair);
        let x = self.int(&kids.expect(Rule::signed))?;
        Ok((x, self.int(&kids.expect(Rule::signed))?))
    }

    /// The `lay_body` in an `s_lay` or `n_board` pair.
    pub(super) fn lay(&mut self, pair: Pair<'_, Rule>) -> Built<Lay> {
        let span = self.span(&pair);
        let mut kids = Kids::of(only(pair));
        let (x, y) = self.cell(kids.expect(Rule::cell))?;
        let (mut rows, mut legends) = (Vec::new(), Vec::new());
        for part in kids {
            if part.as_rule() == Rule::row {
                rows.push(self.row(part));
            } else {
                legends.push(self.legend(part)?);
            }
        }
        Ok(Lay { x, y, picture: Picture { rows, legends }, span })
    }

    fn row(&mut self, pair: Pair<'_, Rule>) -> Row {
        let span = self.span(&pair);
        let cells = Kids::of(pair)
            .map(|cell| match cell.as_rule() {
                Rule::gap => Cell::Empty(self.span(&cell)),
                _ => Cell::Name(self.name(&cell)),
            })
            .collect();
        Row { cells, span }
    }

    fn legend(&mut self, pair: Pair<'_, Rule>) -> Built<Legend> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        let tile = self.name(&kids.expect(Rule::name));
        let turn = kids.optional(Rule::turned).map(|turn| self.int(&only(turn))).transpose()?;
        let mut pieces = Vec::new();
        for part in kids {
            for piece in Kids::of(part) {
                pieces.push(self.piece(piece)?);
            }
        }
        Ok(Legend { name, tile, turn, pieces, span })
    }

    fn piece(&mut self, pair: Pair<'_, Rule>) -> Built<Piece> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let count = kids.optional(Rule::int).map(|count| self.int(&count)).transpose()?;
        let mut names: Vec<Name> = kids.map(|name| self.name(&name)).collect();
        let on = names.pop().expect("a piece is somewhere");
        let kind = names.pop().expect("a piece has a kind");
        let on = if on.text == "tile" { On::Tile(on.span) } else { On::Segment(on) };
        Ok(Piece { count, owner: names.pop(), kind, on, span })
    }
}

fn setting_without_value(name: &Name) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, "an option of an expansion needs a value")
        .label(name.span, "expected `=` and a value")
}
