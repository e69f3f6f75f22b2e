//! Items: what a file consists of.

use pest::iterators::Pair;

use super::{Builder, Built, Kids, only};
use crate::ast::{
    Adjust, Change, Edition, Enum, Expansion, ExpansionLine, Expr, Fn, Forbid, Hook, Item,
    ItemKind, Keeps, Menu, Moment, Name, Offer, OfferList, OptionItem, Parameter, Phases, Property,
    Setting, Step, Text, To, Type, TypeKind, Until, With,
};
use crate::grammar::Rule;

impl Builder {
    /// An `item` pair, without its doc text.
    pub(super) fn item(&mut self, pair: Pair<'_, Rule>) -> Built<Item> {
        let mut kids = Kids::of(pair);
        let citations = self.citations(&mut kids);
        let content = kids.any();
        let span = self.span(&content);
        Ok(Item { doc: None, citations, span, kind: self.item_kind(content)? })
    }

    fn item_kind(&mut self, pair: Pair<'_, Rule>) -> Built<ItemKind> {
        let rule = pair.as_rule();
        let kids = Kids::of(pair);
        match rule {
            Rule::with_items => self.with_items(kids),
            Rule::step => self.step(kids),
            Rule::offer => self.offer(kids),
            Rule::hook => self.hook(kids),
            Rule::adjust => self.adjust(kids),
            Rule::forbid => self.forbid(kids),
            Rule::invariant => self.invariant(kids),
            Rule::question => self.question(kids),
            Rule::deed => self.deed(kids),
            Rule::scenario => self.scenario(kids),
            Rule::expansion
            | Rule::option
            | Rule::edition
            | Rule::enumeration
            | Rule::phases
            | Rule::menu
            | Rule::declaration => self.declared(rule, kids),
            _ => self.landscape(rule, kids),
        }
    }

    fn declared(&mut self, rule: Rule, mut kids: Kids<'_>) -> Built<ItemKind> {
        let name = self.name(&kids.expect(Rule::name));
        Ok(match rule {
            Rule::expansion => {
                let lines = self.lines(kids, Self::expansion_line)?;
                ItemKind::Expansion(Expansion { name, lines })
            }
            Rule::option => self.option(name, kids)?,
            Rule::edition => {
                let settings = kids.map(|setting| self.setting(setting)).collect::<Built<_>>()?;
                ItemKind::Edition(Edition { name, settings })
            }
            Rule::enumeration => {
                ItemKind::Enum(Enum { name, names: self.names(kids.expect(Rule::names)) })
            }
            Rule::phases => {
                ItemKind::Phases(Phases { name, phases: self.names(kids.expect(Rule::names)) })
            }
            Rule::menu => ItemKind::Menu(Menu { name }),
            _ => self.declaration(name, kids)?,
        })
    }

    /// A `string` pair without its quotes.
    pub(super) fn text(&self, pair: &Pair<'_, Rule>) -> Text {
        Text { text: pair.as_str().trim_matches('"').to_owned(), span: self.span(pair) }
    }

    /// The condition behind `when`, if there is one.
    pub(super) fn guard(&mut self, kids: &mut Kids<'_>) -> Built<Option<Expr>> {
        kids.optional(Rule::guard).map(|guard| self.expr(only(guard))).transpose()
    }

    fn expansion_line(&mut self, pair: Pair<'_, Rule>) -> Built<ExpansionLine> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let first = kids.any();
        Ok(match rule {
            Rule::x_title => ExpansionLine::Title(self.text(&first)),
            Rule::x_players => {
                let from = self.int(&first)?;
                let to = kids.next().map(|to| self.int(&to)).transpose()?.unwrap_or(from);
                ExpansionLine::Players { from, to }
            }
            Rule::x_needs => ExpansionLine::Needs(self.names(first)),
            Rule::x_after => ExpansionLine::After(self.names(first)),
            _ => ExpansionLine::Uses(self.names(first)),
        })
    }

    fn option(&mut self, name: Name, mut kids: Kids<'_>) -> Built<ItemKind> {
        let ty = self.ty(kids.expect(Rule::r#type))?;
        let default = self.expr(kids.expect(Rule::expr))?;
        let choices = match kids.next() {
            Some(choices) => {
                Kids::of(choices).map(|choice| self.expr(choice)).collect::<Built<_>>()?
            }
            None => Vec::new(),
        };
        Ok(ItemKind::Option(OptionItem { name, ty, default, choices }))
    }

    fn setting(&mut self, pair: Pair<'_, Rule>) -> Built<Setting> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let mut path = Kids::of(kids.expect(Rule::path));
        let first = self.name(&path.any());
        let (expansion, name) = match path.next() {
            Some(second) => (Some(first), self.name(&second)),
            None => (None, first),
        };
        Ok(Setting { expansion, name, value: self.expr(kids.expect(Rule::expr))?, span })
    }

    fn declaration(&mut self, owner: Name, mut kids: Kids<'_>) -> Built<ItemKind> {
        let tail = kids.any();
        let rule = tail.as_rule();
        let mut parts = Kids::of(tail);
        let property = self.property(parts.expect(Rule::property))?;
        if rule == Rule::has {
            return Ok(ItemKind::Has { owner, property });
        }
        let until = parts.next().map(|until| match only(until).as_rule() {
            Rule::u_turn => Until::Turn,
            _ => Until::Part,
        });
        Ok(ItemKind::Keeps(Keeps { owner, property, until }))
    }

    /// A `property` pair.
    pub(super) fn property(&mut self, pair: Pair<'_, Rule>) -> Built<Property> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        let ty = self.ty(kids.expect(Rule::r#type))?;
        let default = kids.next().map(|default| self.expr(only(default))).transpose()?;
        Ok(Property { name, ty, default, span })
    }

    fn ty(&mut self, pair: Pair<'_, Rule>) -> Built<Type> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let mut starts = Vec::new();
        while let Some(list) = kids.optional(Rule::list_of) {
            starts.push(self.span(&list));
        }
        self.enter(starts.len(), span)?;
        self.leave(starts.len());
        let name = self.name(&kids.expect(Rule::name));
        let optional = kids.next().map(|optional| self.span(&optional));
        let inner = optional.map_or(name.span, |sign| name.span.to(sign));
        let kind = TypeKind::Named(name);
        let mut ty = Type { kind, optional: optional.is_some(), span: inner };
        for start in starts.into_iter().rev() {
            let span = start.to(ty.span);
            ty = Type { kind: TypeKind::List(Box::new(ty)), optional: false, span };
        }
        Ok(ty)
    }

    fn step(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let name = self.name(&kids.expect(Rule::name));
        let phase = self.name(&only(kids.expect(Rule::in_phase)));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        loop {
            if let Some(pair) = kids.optional(Rule::comes_before) {
                before.extend(self.names(only(pair)));
            } else if let Some(pair) = kids.optional(Rule::comes_after) {
                after.extend(self.names(only(pair)));
            } else {
                break;
            }
        }
        let condition = self.guard(&mut kids)?;
        let body = self.block(kids.expect(Rule::block))?;
        Ok(ItemKind::Step(Step { name, phase, before, after, condition, body }))
    }

    fn offer(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let name = self.name(&kids.expect(Rule::name));
        let menu = self.name(&kids.expect(Rule::name));
        let list = match kids.optional(Rule::offer_list) {
            Some(list) => {
                let mut parts = Kids::of(list);
                let name = self.name(&parts.expect(Rule::name));
                Some(OfferList { name, list: self.expr(parts.expect(Rule::expr))? })
            }
            None => None,
        };
        let condition = self.guard(&mut kids)?;
        let body = self.block(kids.expect(Rule::block))?;
        Ok(ItemKind::Offer(Offer { name, menu, list, condition, body }))
    }

    fn hook(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let moment = match only(kids.expect(Rule::moment)).as_rule() {
            Rule::m_before => Moment::Before,
            Rule::m_after => Moment::After,
            _ => Moment::Instead,
        };
        let head = kids.expect(Rule::head);
        let deed_span = self.span(&head);
        let deed = self.head(head)?;
        let condition = self.guard(&mut kids)?;
        let body = self.block(kids.expect(Rule::block))?;
        Ok(ItemKind::Hook(Hook { moment, deed, deed_span, condition, body }))
    }

    fn adjust(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let function = self.name(&kids.expect(Rule::name));
        let parameters = self.patterns(kids.expect(Rule::patterns));
        let change = match only(kids.expect(Rule::change)).as_rule() {
            Rule::g_to => Change::To,
            Rule::g_by => Change::By,
            Rule::g_at_most => Change::AtMost,
            _ => Change::AtLeast,
        };
        let value = self.expr(kids.expect(Rule::expr))?;
        let condition = self.guard(&mut kids)?;
        Ok(ItemKind::Adjust(Adjust { function, parameters, change, value, condition }))
    }

    fn forbid(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let head = kids.expect(Rule::head);
        let deed_span = self.span(&head);
        let deed = self.head(head)?;
        Ok(ItemKind::Forbid(Forbid { deed, deed_span, condition: self.guard(&mut kids)? }))
    }

    fn invariant(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        Ok(ItemKind::Invariant(self.expr(kids.expect(Rule::expr))?))
    }

    fn question(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let name = self.name(&kids.expect(Rule::name));
        let parameters = self.parameters(kids.expect(Rule::parameters))?;
        let result = self.ty(kids.expect(Rule::r#type))?;
        let body = self.expr(kids.expect(Rule::expr))?;
        Ok(ItemKind::Fn(Fn { name, parameters, result, body }))
    }

    fn deed(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let name = self.name(&kids.expect(Rule::name));
        let parameters = self.parameters(kids.expect(Rule::parameters))?;
        let result = kids.optional(Rule::r#type).map(|ty| self.ty(ty)).transpose()?;
        let body = self.block(kids.expect(Rule::block))?;
        Ok(ItemKind::To(To { name, parameters, result, body }))
    }

    fn parameters(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Parameter>> {
        Kids::of(pair)
            .map(|parameter| {
                let span = self.span(&parameter);
                let mut kids = Kids::of(parameter);
                let name = self.name(&kids.expect(Rule::name));
                Ok(Parameter { name, ty: self.ty(kids.expect(Rule::r#type))?, span })
            })
            .collect()
    }

    fn with_items(&mut self, mut kids: Kids<'_>) -> Built<ItemKind> {
        let expansion = self.name(&kids.expect(Rule::name));
        let span = expansion.span;
        self.enter(2, span)?;
        let mut items = Vec::new();
        for item in kids {
            items.push(self.item(item)?);
        }
        self.leave(2);
        self.give_docs(span.end, &mut items);
        Ok(ItemKind::With(With { expansion, items }))
    }

    /// Gives each item in braces the doc texts that stand beside it.
    fn give_docs(&mut self, mut from: u32, items: &mut [Item]) {
        let starts: Vec<u32> = items.iter().map(|item| item.span.start).collect();
        for (index, item) in items.iter_mut().enumerate() {
            let next = starts.get(index + 1).copied().unwrap_or(u32::MAX);
            if !matches!(item.kind, ItemKind::With(_)) {
                item.doc = self.docs_beside(from, item.span, next);
            }
            from = item.span.end;
        }
    }
}
