//! Signatures of questions and deeds; their bodies follow in the second pass.

use abi::{Base, FigureSort, Ty};
use grammar::{
    Diagnostic, Span,
    ast::{self, ItemKind},
};

use super::Declaring;
use crate::{
    check::{codes, order::InPlay, types},
    meaning::Meaning,
    typed::{Block, Body, Expr, ExprKind, FnBody, FnDef, FnId, Local, ToDef, ToId},
};

/// A local with its type.
fn local(name: &str, base: Base) -> Local {
    Local { name: name.to_owned(), ty: Ty::one(base) }
}

impl Declaring<'_> {
    /// Declares `completed`, `worth` and `counts`, then all questions and deeds.
    pub(super) fn signatures(&mut self) {
        self.question_of_kinds();
        for in_play in self.each() {
            match &in_play.item.kind {
                ItemKind::Fn(item) => self.question(in_play, item),
                ItemKind::To(item) => self.deed(in_play, item),
                _ => {}
            }
        }
    }

    /// The questions that kinds answer in lines of their own.
    fn question_of_kinds(&mut self) {
        let Some(first) = self.items.list.first().copied() else { return };
        let feature = || local("f", Base::Feature(None));
        let figure = local("m", Base::Figure(FigureSort::Any));
        let completed = self.built_in(first, "completed", vec![feature()], Base::Flag);
        let worth = vec![feature(), local("scorer", Base::Player)];
        let worth = self.built_in(first, "worth", worth, Base::Int);
        let counts = self.built_in(first, "counts", vec![figure], Base::Int);
        let rules = &mut self.names.rules;
        (rules.completed, rules.worth, rules.counts) = (Some(completed), Some(worth), Some(counts));
    }

    fn built_in(
        &mut self,
        in_play: InPlay<'_>,
        name: &str,
        locals: Vec<Local>,
        result: Base,
    ) -> FnId {
        let span = in_play.item.span;
        let name = ast::Name { text: name.to_owned(), span };
        self.push_fn(in_play, &name, locals, Ty::one(result))
    }

    fn push_fn(
        &mut self,
        in_play: InPlay<'_>,
        name: &ast::Name,
        locals: Vec<Local>,
        result: Ty,
    ) -> FnId {
        let id = FnId(self.names.rules.functions.len() as u32);
        let origin = self.origin(in_play);
        let body = FnBody::Expr(Expr {
            kind: ExprKind::Const(types::unset(result)),
            ty: result,
            span: name.span,
        });
        self.names.rules.functions.push(FnDef {
            name: name.text.clone(),
            result,
            body: Body { params: locals.len() as u32, locals, code: body },
            origin,
            expansion: in_play.expansion,
        });
        self.add(name, Meaning::Function(id), in_play.expansion);
        id
    }

    fn question(&mut self, in_play: InPlay<'_>, item: &ast::Fn) {
        let locals = self.parameters(&item.parameters);
        let result = types::ty(&self.names, &item.result, &mut self.diagnostics);
        // A wrong type has been said; nothing more about what the question gives.
        let result = result.unwrap_or(types::MISTAKEN);
        self.push_fn(in_play, &item.name, locals, result);
    }

    fn deed(&mut self, in_play: InPlay<'_>, item: &ast::To) {
        let locals = self.parameters(&item.parameters);
        let result = item.result.as_ref().map(|result| {
            types::ty(&self.names, result, &mut self.diagnostics).unwrap_or(types::MISTAKEN)
        });
        let origin = self.origin(in_play);
        let id = ToId(self.names.rules.deeds.len() as u32);
        self.names.rules.deeds.push(ToDef {
            name: item.name.text.clone(),
            result,
            body: Body { params: locals.len() as u32, locals, code: Block::default() },
            origin,
            expansion: in_play.expansion,
        });
        self.add(&item.name, Meaning::Deed(id), in_play.expansion);
    }

    fn parameters(&mut self, parameters: &[ast::Parameter]) -> Vec<Local> {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        let mut locals = Vec::new();
        for parameter in parameters {
            let name = &parameter.name;
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name.text) {
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::DUPLICATE_NAME,
                        format!("a second parameter `{}`", name.text),
                    )
                    .label(name.span, "named again here")
                    .label(*first, "named first here"),
                );
            }
            seen.push((&name.text, name.span));
            let ty = types::ty(&self.names, &parameter.ty, &mut self.diagnostics);
            let ty = ty.unwrap_or(types::MISTAKEN);
            locals.push(Local { name: name.text.clone(), ty });
        }
        locals
    }
}
