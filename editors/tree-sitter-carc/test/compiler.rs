//! The tree of the compiler as a list of nodes, called as those of the grammar for editors are.

use grammar::{
    Span,
    ast::{
        Answer, Ask, Block, Cell, Citation, Condition, Deed, EdgeAt, ExpansionLine, Expectation,
        Expr, ExprKind, FeatureLine, FigureLine, Item, ItemKind, Label, Lay, Line, Name, On,
        Otherwise, Parameter, Pattern, Pile, Printed, Property, ScenarioLine, Setting, Statement,
        StatementKind, Test, TileLine, TokenLine, Type, TypeKind, Value, WayOut, Word, WordKind,
    },
};

use crate::Node;

/// What the compiler calls an item, as the nodes of trees are called.
pub(crate) fn kind(item: &Item) -> &'static str {
    match &item.kind {
        ItemKind::Expansion(_) => "expansion",
        ItemKind::Option(_) => "option",
        ItemKind::Edition(_) => "edition",
        ItemKind::Enum(_) => "enum",
        ItemKind::Feature(_) => "feature",
        ItemKind::Figure(_) => "figure",
        ItemKind::Token(_) => "token",
        ItemKind::Pile(_) => "pile",
        ItemKind::Set(_) => "set",
        ItemKind::Has { .. } => "has",
        ItemKind::Keeps(_) => "keeps",
        ItemKind::Tile(_) => "tile",
        ItemKind::ExtendTile(_) => "extend_tile",
        ItemKind::ExtendFigure(_) => "extend_figure",
        ItemKind::Phases(_) => "phases",
        ItemKind::Step(_) => "step",
        ItemKind::Menu(_) => "menu",
        ItemKind::Offer(_) => "offer",
        ItemKind::Hook(_) => "hook",
        ItemKind::Adjust(_) => "adjust",
        ItemKind::Forbid(_) => "forbid",
        ItemKind::Invariant(_) => "invariant",
        ItemKind::Fn(_) => "function",
        ItemKind::To(_) => "deed",
        ItemKind::With(_) => "with",
        ItemKind::Scenario(_) => "scenario",
        ItemKind::Broken(_) => "broken",
    }
}

/// The nodes of some items.
pub(crate) fn nodes(text: &str, items: &[Item]) -> Vec<Node> {
    let mut walk = Walk { text, found: Vec::new() };
    items.iter().for_each(|item| walk.item(item));
    walk.found.sort_unstable();
    walk.found
}

struct Walk<'t> {
    text: &'t str,
    found: Vec<Node>,
}

impl Walk<'_> {
    fn add(&mut self, kind: &'static str, span: Span) {
        self.found.push((span.start as usize, span.end as usize, kind.to_owned()));
    }

    /// A word or a number, by what it looks like.
    fn leaf(&mut self, span: Span) {
        let text = &self.text[span.start as usize..span.end as usize];
        let kind = match text.as_bytes().first() {
            Some(b'-') => "negative",
            Some(digit) if digit.is_ascii_digit() => "integer",
            _ if ["true", "false"].contains(&text) => "truth",
            _ => "identifier",
        };
        self.add(kind, span);
    }

    fn names<'n>(&mut self, names: impl IntoIterator<Item = &'n Name>) {
        names.into_iter().for_each(|name| self.add("identifier", name.span));
    }

    fn citations(&mut self, citations: &[Citation]) {
        citations.iter().for_each(|citation| self.add("citation", citation.span));
    }

    fn edges(&mut self, edges: &[EdgeAt]) {
        edges.iter().for_each(|edge| self.add("edge", edge.span));
    }

    fn item(&mut self, item: &Item) {
        self.citations(&item.citations);
        self.add(kind(item), item.span);
        match &item.kind {
            ItemKind::Expansion(own) => {
                self.names([&own.name]);
                for line in &own.lines {
                    self.line("expansion_line", line);
                    match &line.kind {
                        ExpansionLine::Title(title) => self.add("string", title.span),
                        ExpansionLine::Needs(names)
                        | ExpansionLine::After(names)
                        | ExpansionLine::Uses(names) => self.names(names),
                        ExpansionLine::Players { .. } => {}
                    }
                }
            }
            ItemKind::Option(own) => {
                self.names([&own.name]);
                self.ty(&own.ty);
                self.expr(&own.default);
                self.exprs(&own.choices);
            }
            ItemKind::Edition(own) => {
                self.names([&own.name]);
                for setting in &own.settings {
                    self.add("setting", setting.span);
                    self.setting(setting);
                }
            }
            ItemKind::Enum(own) => {
                self.names([&own.name]);
                self.names(&own.names);
            }
            ItemKind::Phases(own) => {
                self.names([&own.name]);
                self.names(&own.phases);
            }
            ItemKind::Feature(own) => {
                self.names([&own.name]);
                for line in &own.lines {
                    self.citations(&line.citations);
                    match &line.kind {
                        FeatureLine::Joins(_) => {}
                        FeatureLine::Holds(value)
                        | FeatureLine::Completed(value)
                        | FeatureLine::Worth(value) => self.expr(value),
                        FeatureLine::Property(property) => self.property(property),
                    }
                }
            }
            ItemKind::Figure(own) => {
                self.names([&own.name]);
                self.names(&own.parent);
                self.figure_lines(&own.lines);
            }
            ItemKind::ExtendFigure(own) => {
                self.names([&own.name]);
                self.figure_lines(&own.lines);
            }
            ItemKind::Token(own) => {
                self.names(&own.names);
                for line in &own.lines {
                    self.line("token_line", line);
                    match &line.kind {
                        TokenLine::Stock(value) | TokenLine::Each(value) => self.expr(value),
                        TokenLine::Lays { feature, edges } => {
                            self.names([feature]);
                            self.edges(edges);
                        }
                        TokenLine::Size(_) => {}
                    }
                }
            }
            ItemKind::Pile(own) | ItemKind::Set(own) => self.contents(own),
            ItemKind::Has { owner, property } => {
                self.owner(owner);
                self.property(property);
            }
            ItemKind::Keeps(own) => {
                self.owner(&own.owner);
                self.property(&own.property);
            }
            ItemKind::Tile(own) => {
                self.names([&own.name]);
                self.names(&own.pile);
                self.tile_lines(&own.lines);
            }
            ItemKind::ExtendTile(own) => {
                self.names([&own.name]);
                self.tile_lines(&own.lines);
            }
            ItemKind::Step(own) => {
                self.names([&own.name, &own.phase]);
                self.names(own.before.iter().chain(&own.after));
                self.exprs(&own.condition);
                self.block(&own.body);
            }
            ItemKind::Menu(own) => self.names([&own.name]),
            ItemKind::Offer(own) => {
                self.names([&own.name, &own.menu]);
                if let Some(list) = &own.list {
                    self.names([&list.name]);
                    self.expr(&list.list);
                }
                self.exprs(&own.condition);
                self.block(&own.body);
            }
            ItemKind::Hook(own) => {
                self.add("head", own.deed_span);
                self.deed(&own.deed, &Self::pattern);
                self.exprs(&own.condition);
                self.block(&own.body);
            }
            ItemKind::Adjust(own) => {
                self.names([&own.function]);
                own.parameters.iter().for_each(|pattern| self.pattern(pattern));
                self.expr(&own.value);
                self.exprs(&own.condition);
            }
            ItemKind::Forbid(own) => {
                self.add("head", own.deed_span);
                self.deed(&own.deed, &Self::pattern);
                self.exprs(&own.condition);
            }
            ItemKind::Invariant(value) => self.expr(value),
            ItemKind::Fn(own) => {
                self.names([&own.name]);
                self.parameters(&own.parameters);
                self.ty(&own.result);
                self.expr(&own.body);
            }
            ItemKind::To(own) => {
                self.names([&own.name]);
                self.parameters(&own.parameters);
                own.result.iter().for_each(|ty| self.ty(ty));
                self.block(&own.body);
            }
            ItemKind::With(own) => {
                self.names([&own.expansion]);
                own.items.iter().for_each(|item| self.item(item));
            }
            ItemKind::Scenario(own) => {
                self.add("string", own.title.span);
                own.lines.iter().for_each(|line| self.scenario_line(line));
            }
            ItemKind::Broken(_) => {}
        }
    }

    fn line<T>(&mut self, kind: &'static str, line: &Line<T>) {
        self.citations(&line.citations);
        self.add(kind, line.span);
    }

    fn setting(&mut self, setting: &Setting) {
        let name = setting.name.span;
        self.path(setting.expansion.as_ref().map_or(name, |home| home.span.to(name)));
        self.expr(&setting.value);
    }

    /// A name, perhaps with another one and a dot before it.
    fn path(&mut self, span: Span) {
        self.add("path", span);
        let text = &self.text[span.start as usize..span.end as usize];
        for token in grammar::tokens(text).filter(|token| &text[token.clone()] != ".") {
            let start = span.start + token.start as u32;
            self.leaf(Span { start, end: start + token.len() as u32, ..span });
        }
    }

    fn ty(&mut self, ty: &Type) {
        self.add("type", ty.span);
        let mut ty = ty;
        loop {
            match &ty.kind {
                TypeKind::Named(name) => return self.names([name]),
                TypeKind::List(of) => ty = of,
            }
        }
    }

    /// Two kinds of owners are words of the language.
    fn owner(&mut self, owner: &Name) {
        self.add("owner", owner.span);
        if !["tile", "figure"].contains(&owner.text.as_str()) {
            self.names([owner]);
        }
    }

    fn property(&mut self, property: &Property) {
        self.add("property", property.span);
        self.names([&property.name]);
        self.ty(&property.ty);
        self.exprs(&property.default);
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            self.add("parameter", parameter.span);
            self.names([&parameter.name]);
            self.ty(&parameter.ty);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.add("pattern", pattern.span);
        self.names([&pattern.name].into_iter().chain(&pattern.kind));
    }

    fn figure_lines(&mut self, lines: &[Line<FigureLine>]) {
        for line in lines {
            self.line("figure_line", line);
            match &line.kind {
                FigureLine::Each(value) | FigureLine::Counts(value) => self.expr(value),
                FigureLine::Stands(stands) => {
                    for stand in stands {
                        self.add("stand", stand.span);
                        self.names([&stand.place].into_iter().chain(&stand.role));
                        self.exprs(&stand.condition);
                    }
                }
                FigureLine::One | FigureLine::Size(_) => {}
            }
        }
    }

    fn contents(&mut self, pile: &Pile) {
        self.names([&pile.name]);
        for content in &pile.contents {
            self.add("content", content.span);
            self.names([&content.name]);
        }
    }

    fn tile_lines(&mut self, lines: &[Line<TileLine>]) {
        for line in lines {
            match &line.kind {
                TileLine::Segment(own) => {
                    self.line("segment", line);
                    self.names([&own.kind, &own.name].into_iter().chain(&own.near));
                    self.edges(&own.edges);
                    self.printed(&own.values);
                }
                TileLine::More { segment, values } => {
                    self.line("more", line);
                    self.names([segment]);
                    self.printed(values);
                }
                TileLine::Value(own) => {
                    self.line("printed_on_tile", line);
                    self.names([&own.name]);
                    own.value.iter().for_each(|value| self.leaf(value.span));
                }
                TileLine::Closes(edges) => {
                    self.line("closes", line);
                    self.edges(edges);
                }
                TileLine::When { condition, lines, otherwise } => {
                    self.line("conditional_lines", line);
                    self.expr(condition);
                    self.tile_lines(lines);
                    self.tile_lines(otherwise);
                }
            }
        }
    }

    fn printed(&mut self, values: &[Printed]) {
        for value in values {
            self.add("printed", value.span);
            self.names([&value.name]);
            value.value.iter().for_each(|value| self.leaf(value.span));
        }
    }

    fn block(&mut self, block: &Block) {
        self.add("block", block.span);
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let kind = match &statement.kind {
            StatementKind::Let { .. } => "let",
            StatementKind::If { .. } => "if",
            StatementKind::Match { .. } => "match",
            StatementKind::For { .. } => "for",
            StatementKind::Repeat { .. } => "repeat",
            StatementKind::Leave(way) => way_out(way),
            StatementKind::Again => "again",
            StatementKind::Lay(_) => "lay",
            StatementKind::Assign { .. } | StatementKind::Deed(_) | StatementKind::Ask(_) => {
                "action"
            }
        };
        self.line(kind, statement);
        match &statement.kind {
            StatementKind::Let { name, value, otherwise } => {
                self.names([name]);
                self.value(value, otherwise.as_ref());
            }
            StatementKind::Assign { target, value, otherwise, .. } => {
                self.expr(target);
                self.value(value, otherwise.as_ref());
            }
            StatementKind::If { arms, otherwise } => {
                for arm in arms {
                    match &arm.condition {
                        Condition::Expr(condition) => self.expr(condition),
                        Condition::DecidesTo { who, name } => {
                            self.expr(who);
                            self.names([name]);
                        }
                    }
                    self.block(&arm.body);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::Match { subject, arms, otherwise } => {
                self.expr(subject);
                for arm in arms {
                    self.add("match_arm", arm.span);
                    self.labels(&arm.labels);
                    self.block(&arm.body);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::For { name, list, filter, body } => {
                self.names([name]);
                self.expr(list);
                self.exprs(filter);
                self.block(body);
            }
            StatementKind::Repeat { times, body } => {
                self.exprs(times);
                self.block(body);
            }
            StatementKind::Leave(way) => self.way_out(way),
            StatementKind::Again => {}
            StatementKind::Deed(deed) => {
                if let Deed::Call { .. } = deed {
                    self.add("call", statement.span);
                }
                self.deed(deed, &Self::expr);
            }
            StatementKind::Lay(lay) => self.lay(lay),
            StatementKind::Ask(ask) => self.ask(ask),
        }
    }

    fn value(&mut self, value: &Value, otherwise: Option<&Otherwise>) {
        match value {
            Value::Expr(value) => self.expr(value),
            Value::Ask(ask) => self.ask(ask),
        }
        match otherwise {
            Some(Otherwise::Value(value)) => self.expr(value),
            Some(Otherwise::Leave(way, span)) => {
                self.add(way_out(way), *span);
                self.way_out(way);
            }
            None => {}
        }
    }

    fn way_out(&mut self, way: &WayOut) {
        if let WayOut::Return(value) = way {
            self.expr(value);
        }
    }

    fn ask(&mut self, ask: &Ask) {
        match ask {
            Ask::Chooses { who, from } | Ask::MayChoose { who, from } => self.exprs([who, from]),
            Ask::DecidesTo { who, name } => {
                self.expr(who);
                self.names([name]);
            }
            Ask::Shoots { who, token, at } => self.exprs([who, token].into_iter().chain(at)),
            Ask::Rolls { who, from, to } => {
                self.exprs([who, from, to]);
                self.add("binary", from.span.to(to.span));
            }
            Ask::Draws { who, pile } => self.exprs([who, pile]),
        }
    }

    fn deed<T>(&mut self, deed: &Deed<T>, add: &impl Fn(&mut Self, &T)) {
        let parts: Vec<&T> = match deed {
            Deed::Scores { who, points, cause } | Deed::Loses { who, points, cause } => {
                vec![who, points, cause]
            }
            Deed::Pays { who, points, to, cause } => vec![who, points, to, cause],
            Deed::Places { who, tile, fit } => vec![who, tile, fit],
            Deed::Deploys { who, spot } => vec![who, spot],
            Deed::Moves { what, from, to } => [what, to].into_iter().chain(from).collect(),
            Deed::Returns { what, from } => [what].into_iter().chain(from).collect(),
            Deed::Leaves { what } => vec![what],
            Deed::Takes { who, amount, token, from } => {
                [who, token].into_iter().chain(amount).chain(from).collect()
            }
            Deed::TakesBack { who, token } => vec![who, token],
            Deed::Puts { who, token, place } => vec![who, token, place],
            Deed::Joins { a, b } | Deed::Parts { a, b } => vec![a, b],
            Deed::PlaysPart { who } | Deed::Wins { who } => vec![who],
            Deed::Call { name, arguments } => {
                self.names([name]);
                arguments.iter().collect()
            }
        };
        parts.into_iter().for_each(|part| add(self, part));
    }

    fn labels(&mut self, labels: &[Label]) {
        labels.iter().for_each(|label| self.leaf(label.span));
    }

    fn exprs<'e>(&mut self, values: impl IntoIterator<Item = &'e Expr>) {
        values.into_iter().for_each(|value| self.expr(value));
    }

    fn expr(&mut self, value: &Expr) {
        let kind = match &value.kind {
            ExprKind::Int(_) => "integer",
            ExprKind::Length(_) => "length",
            ExprKind::Bool(_) => "truth",
            ExprKind::None => "absent",
            ExprKind::Name(_) | ExprKind::Call { .. } => "call",
            ExprKind::Property { .. } | ExprKind::Method { .. } => "member",
            ExprKind::List(_) => "list",
            ExprKind::Unary { .. } => "unary",
            ExprKind::Range { .. } | ExprKind::Binary { .. } | ExprKind::In { .. } => "binary",
            ExprKind::Is { .. } => "is_test",
            ExprKind::If { .. } => "if_value",
            ExprKind::Match { .. } => "match_value",
            ExprKind::Quantified { .. } => "quantified",
            ExprKind::Count(_) => "count_of",
            ExprKind::Clockwise { .. } => "clockwise",
        };
        self.add(kind, value.span);
        match &value.kind {
            ExprKind::Int(_) | ExprKind::Length(_) | ExprKind::Bool(_) | ExprKind::None => {}
            ExprKind::Name(name) => self.names([name]),
            ExprKind::Property { of, name } => {
                self.expr(of);
                self.names([name]);
            }
            ExprKind::Call { name, arguments } => {
                self.names([name]);
                self.exprs(arguments);
            }
            ExprKind::Method { of, name, arguments } => {
                self.expr(of);
                self.names([name]);
                self.exprs(arguments);
            }
            ExprKind::List(values) => self.exprs(values),
            ExprKind::Range { from, to } => self.exprs([&**from, to]),
            ExprKind::Unary { operand, .. } => self.expr(operand),
            ExprKind::Binary { left, right, .. } => self.exprs([&**left, right]),
            ExprKind::Is { value, test, .. } => {
                self.expr(value);
                if let Test::Kind(name) = test {
                    self.names([name]);
                }
            }
            ExprKind::In { value, list, .. } => self.exprs([&**value, list]),
            ExprKind::If { arms, otherwise } => {
                arms.iter().for_each(|(condition, then)| self.exprs([condition, then]));
                self.expr(otherwise);
            }
            ExprKind::Match { subject, arms, otherwise } => {
                self.expr(subject);
                for arm in arms {
                    self.add("value_arm", arm.span);
                    self.labels(&arm.labels);
                    self.expr(&arm.value);
                }
                self.exprs(otherwise.as_deref());
            }
            ExprKind::Quantified { name, list, filter, measure, .. } => {
                self.names([name]);
                self.expr(list);
                self.exprs(filter.as_deref().into_iter().chain(measure.as_deref()));
            }
            ExprKind::Count(of) => self.expr(of),
            ExprKind::Clockwise { player, .. } => self.expr(player),
        }
    }

    fn lay(&mut self, lay: &Lay) {
        for row in &lay.picture.rows {
            self.add("row", row.span);
            let named = |cell: &'_ Cell| match cell {
                Cell::Name(name) => Some(name.span),
                Cell::Empty(_) => None,
            };
            row.cells.iter().filter_map(named).for_each(|span| self.add("identifier", span));
        }
        for legend in &lay.picture.legends {
            self.add("legend", legend.span);
            self.names([&legend.name, &legend.tile]);
            for piece in &legend.pieces {
                self.add("piece", piece.span);
                self.names(piece.owner.iter().chain([&piece.kind]));
                if let On::Segment(name) = &piece.on {
                    self.names([name]);
                }
            }
        }
    }

    fn scenario_line(&mut self, line: &Line<ScenarioLine>) {
        self.line("scenario_line", line);
        match &line.kind {
            ScenarioLine::Players(names) | ScenarioLine::Draw(names) => self.names(names),
            ScenarioLine::With { names, settings } => {
                names.iter().for_each(|name| self.path(name.span));
                settings.iter().for_each(|setting| self.setting(setting));
            }
            ScenarioLine::Sets(sets) => self.names(sets.iter().map(|(name, _)| name)),
            ScenarioLine::Board(lay) => self.lay(lay),
            ScenarioLine::Given(statement) => self.statement(statement),
            ScenarioLine::Answer { name, answer, .. } => {
                self.path(name.span);
                self.answer(answer);
            }
            ScenarioLine::Expect(Expectation::Holds(value)) => self.expr(value),
            ScenarioLine::Expect(Expectation::Fault(says)) => {
                says.iter().for_each(|text| self.add("string", text.span));
            }
            ScenarioLine::Expect(Expectation::Offered { player, name, answer, .. }) => {
                player.iter().for_each(|player| self.add("call", player.span));
                self.names(player);
                self.path(name.span);
                self.answer(answer);
            }
            ScenarioLine::Roll(_) | ScenarioLine::Snapshot => {}
        }
    }

    fn answer(&mut self, answer: &Answer) {
        self.add("answer", answer.span);
        // `with WORD at` is one thing to the other grammar, which tells it from the line that follows.
        let is_with = |word: &Word| matches!(&word.kind, WordKind::Name(text) if text == "with");
        for (at, word) in answer.words.iter().enumerate() {
            if is_with(word) || at > 1 && is_with(&answer.words[at - 2]) {
                continue;
            }
            match &word.kind {
                WordKind::Name(_) | WordKind::Int(_) => self.leaf(word.span),
                WordKind::Length(_) => self.add("length", word.span),
                WordKind::Cell { .. } => self.add("cell", word.span),
                WordKind::Comma => {}
            }
        }
    }
}

fn way_out(way: &WayOut) -> &'static str {
    match way {
        WayOut::Skip => "skip",
        WayOut::Next => "next",
        WayOut::Stop => "stop",
        WayOut::Return(_) => "return",
        WayOut::EndGame => "end",
    }
}
