//! What rules look at, change and wait for, at the granularity of properties and deeds.

use std::collections::{BTreeMap, BTreeSet};

use abi::{Base, DeedKind, FigureSort, Question, TokenKindId};

use super::{
    resource::{Resource, Touch},
    sight::{Sight, looks_at},
};
use crate::typed::{
    Adjust, Assign, Binary, Block, Condition, Deed, DeedRef, Expr, ExprKind, FnBody, FnId, Place,
    Rules, Stmt, StmtKind, ToId, TokenRef, Value, WayOut,
};

/// The adjustments of each function that has some.
pub(super) type Adjusts<'r> = BTreeMap<FnId, Vec<&'r Adjust>>;

/// The adjustments by what they adjust.
pub(super) fn by_function(rules: &Rules) -> Adjusts<'_> {
    let mut found = Adjusts::new();
    for adjust in &rules.adjusts {
        found.entry(adjust.function).or_default().push(adjust);
    }
    found
}

/// Everything that some rule does.
#[derive(Clone, Debug)]
pub(super) struct Effects<'r> {
    rules: &'r Rules,
    adjusts: &'r Adjusts<'r>,
    /// What it touches.
    pub(super) touched: BTreeMap<Resource, Touch>,
    /// Whether it may wait for somebody.
    pub(super) waits: bool,
    /// Whether it may end the game, and with it what would come behind it.
    pub(super) ends: bool,
    /// Called, and not looked into yet.
    functions: BTreeSet<FnId>,
    deeds: BTreeSet<ToId>,
}

impl<'r> Effects<'r> {
    /// Nothing yet.
    pub(super) fn new(rules: &'r Rules, adjusts: &'r Adjusts<'r>) -> Self {
        Self {
            rules,
            adjusts,
            touched: BTreeMap::new(),
            waits: false,
            ends: false,
            functions: BTreeSet::new(),
            deeds: BTreeSet::new(),
        }
    }

    fn read(&mut self, what: Resource) {
        self.touched.entry(what).or_default().reads = true;
    }

    fn add(&mut self, what: Resource) {
        self.touched.entry(what).or_default().adds = true;
    }

    fn write(&mut self, what: Resource) {
        self.touched.entry(what).or_default().writes = true;
    }

    /// The first thing that both touch so that their order can be seen.
    pub(super) fn meets(&self, other: &Effects<'_>) -> Option<Resource> {
        self.touched.iter().find_map(|(what, touch)| {
            let same = other.touched.get(what).copied().unwrap_or_default();
            let tokens = match what {
                Resource::Token(_) => other.touched.get(&Resource::AnyToken).copied(),
                Resource::AnyToken => other
                    .touched
                    .iter()
                    .filter(|(what, _)| matches!(what, Resource::Token(_)))
                    .map(|(_, touch)| *touch)
                    .find(|other| touch.meets(*other)),
                _ => None,
            };
            (touch.meets(same) || tokens.is_some_and(|other| touch.meets(other))).then_some(*what)
        })
    }

    /// Whether anybody can see that it has acted.
    pub(super) fn acts(&self) -> bool {
        self.waits || self.touched.values().any(|touch| touch.adds || touch.writes)
    }

    /// What an expression looks at.
    pub(super) fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |expr| self.one(expr));
    }

    fn one(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Ask { question, args } => self.question(*question, args),
            ExprKind::Property { property, .. } => self.read(Resource::Property(*property)),
            ExprKind::Tokens { token, .. } => self.read(match token {
                TokenRef::Kind(kind) => Resource::Token(*kind),
                TokenRef::Expr(_) => Resource::AnyToken,
            }),
            ExprKind::Call { function, .. } => _ = self.functions.insert(*function),
            ExprKind::Count(of) | ExprKind::IsEmpty(of) if of.ty.base == Base::Pile => {
                self.read(Resource::Piles);
            }
            _ => {}
        }
    }

    fn question(&mut self, question: Question, args: &[Expr]) {
        // A figure's strength is a function of the rules.
        if question == Question::Counts {
            self.functions.extend(self.rules.counts);
        }
        match looks_at(question) {
            Sight::At(things) => things.iter().for_each(|what| self.read(*what)),
            Sight::OfFigure => self.figure(args.first()).iter().for_each(|what| self.read(*what)),
            Sight::OfToken => self.read(match args.get(1).map(|kind| &kind.kind) {
                Some(&ExprKind::Const(word)) => Resource::Token(TokenKindId(word as u16)),
                _ => Resource::AnyToken,
            }),
        }
    }

    /// What statements do.
    pub(super) fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign(assign) = &stmt.kind {
            return self.assign(assign, stmt);
        }
        stmt.each_expr(&mut |expr| self.expr(expr));
        match &stmt.kind {
            StmtKind::Let { value, .. } => self.value(value),
            StmtKind::If { cond: Condition::Ask(_), .. } | StmtKind::Ask(_) => self.waits = true,
            StmtKind::Deed(deed) => self.deed(deed),
            StmtKind::Leave(WayOut::EndGame) => {
                self.ends = true;
                self.write(Resource::Course);
            }
            StmtKind::Lay(_) => {
                self.write(Resource::Board);
                self.write(Resource::Piles);
            }
            _ => {}
        }
        stmt.each_block(&mut |block| self.block(block));
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Expr(_) => {}
            Value::Ask(ask) => {
                self.waits = true;
                if matches!(ask.form, crate::typed::AskForm::Draws(_)) {
                    self.write(Resource::Piles);
                }
            }
            Value::Deed(deed) => self.deed(deed),
        }
    }

    fn assign(&mut self, assign: &Assign, stmt: &Stmt) {
        self.value(&assign.value);
        let what = assign.place.property.map_or(Resource::Points, Resource::Property);
        match added(&assign.place, &assign.value) {
            // `x += n` reads x only to add to it.
            Some(more) => {
                assign.place.of.iter().for_each(|of| self.expr(of));
                self.expr(more);
                self.add(what);
            }
            None => {
                stmt.each_expr(&mut |expr| self.expr(expr));
                self.write(what);
            }
        }
    }

    fn deed(&mut self, deed: &Deed) {
        let kind = match deed.deed {
            DeedRef::Named(id) => {
                self.deeds.insert(id);
                return;
            }
            DeedRef::Sentence(kind) => kind,
        };
        let figures = self.figure(deed.args.first());
        match kind {
            DeedKind::Scores | DeedKind::Loses | DeedKind::Pays => self.add(Resource::Points),
            DeedKind::Places | DeedKind::Joins | DeedKind::Parts => self.write(Resource::Board),
            DeedKind::Deploys => self.write(Resource::Figures),
            DeedKind::Moves => figures.iter().for_each(|what| self.write(*what)),
            // Whoever goes home first, in the end all are there.
            DeedKind::Returns => figures.iter().for_each(|what| self.add(*what)),
            DeedKind::TileLeaves
            | DeedKind::PileLeaves
            | DeedKind::TileMoves
            | DeedKind::PileMoves => self.write(Resource::Piles),
            DeedKind::Takes
            | DeedKind::TakesBack
            | DeedKind::Puts
            | DeedKind::Lays
            | DeedKind::TakesOut => {
                let at = match kind {
                    DeedKind::Takes | DeedKind::TakesOut => 2,
                    _ => 1,
                };
                match kind {
                    DeedKind::Lays => self.write(Resource::Board),
                    DeedKind::TakesOut => self.write(Resource::Piles),
                    _ => {}
                }
                self.add(match deed.args.get(at).map(|token| &token.kind) {
                    Some(&ExprKind::Const(word)) => Resource::Token(TokenKindId(word as u16)),
                    _ => Resource::AnyToken,
                });
            }
            DeedKind::PlaysPart => {
                self.waits = true;
                self.write(Resource::Course);
                self.write(Resource::Board);
                self.write(Resource::Figures);
            }
            DeedKind::Wins => {}
        }
    }

    /// Whose figures a figure may be one of.
    fn figure(&self, figure: Option<&Expr>) -> &'static [Resource] {
        match figure.map(|figure| figure.ty.base) {
            None => &[],
            Some(Base::Figure(FigureSort::Any)) => &[Resource::Figures, Resource::Neutral],
            Some(Base::Figure(FigureSort::Neutral)) => &[Resource::Neutral],
            Some(Base::Figure(FigureSort::Kind(kind)))
                if self.rules.figures.get(kind.index()).is_some_and(|kind| !kind.owned) =>
            {
                &[Resource::Neutral]
            }
            Some(_) => &[Resource::Figures],
        }
    }

    /// Adds what the questions and deeds do that are called, directly or through others.
    pub(super) fn closed(mut self) -> Self {
        let rules = self.rules;
        let (mut functions, mut deeds) = (BTreeSet::new(), BTreeSet::new());
        loop {
            if let Some(id) = self.functions.pop_first() {
                if functions.insert(id) {
                    self.function(id);
                }
            } else if let Some(id) = self.deeds.pop_first() {
                if deeds.insert(id) {
                    self.block(&rules.deeds[id.index()].body.code);
                }
            } else {
                return self;
            }
        }
    }

    fn function(&mut self, id: FnId) {
        let rules = self.rules;
        match &rules.functions[id.index()].body.code {
            FnBody::Expr(expr) => self.expr(expr),
            FnBody::ByKind(arms, other) => {
                arms.iter().for_each(|(_, _, arm)| self.expr(arm));
                self.expr(other);
            }
        }
        for adjust in self.adjusts.get(&id).into_iter().flatten() {
            adjust.guard.iter().for_each(|guard| self.expr(guard));
            self.expr(&adjust.body.code);
        }
    }
}

/// What an assignment adds to or takes from what was there, `n` of `x += n`, if it does no more.
fn added<'v>(place: &Place, value: &'v Value) -> Option<&'v Expr> {
    let Value::Expr(Expr { kind: ExprKind::Binary { op, left, right }, .. }) = value else {
        return None;
    };
    if !matches!(op, Binary::Add | Binary::Subtract | Binary::Join | Binary::Without) {
        return None;
    }
    let same = match (&left.kind, place.property) {
        (ExprKind::Property { property, of }, Some(mine)) => {
            *property == mine && of.as_deref() == place.of.as_ref()
        }
        (ExprKind::Ask { question: Question::Points, args }, None) => {
            args.first() == place.of.as_ref()
        }
        _ => false,
    };
    same.then_some(right)
}
