//! The state while one body is checked: its locals, what is known of values, and where messages go.

use abi::{OriginId, Ty, Word};
use grammar::{
    Diagnostic, Span,
    ast::{Citation, Name},
};

use super::{
    codes,
    convert::{self, Misfit, type_name},
    facts::Facts,
    origins::{ItemPlace, Origins},
    scope::Scope,
};
use crate::{
    names::Names,
    typed::{Body, DeedRef, Expr, ExprKind, Local, LocalId, Moment, Quantifier, Rules},
};

/// What all bodies of one setting are checked with.
pub(crate) struct Checking<'a, 's> {
    /// All declarations.
    pub(crate) names: &'a Names,
    /// The lines referred to so far.
    pub(crate) origins: &'a mut Origins<'s>,
    /// What was found so far.
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

/// What kind of body it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A question: nothing may change or wait.
    Question,
    /// A step.
    Step,
    /// An offer.
    Offer,
    /// A deed with a name, with the type of its value.
    Deed(Option<Ty>),
    /// A hook on a deed, if that is known, with the type of the value of a deed that it stands for.
    Hook(Moment, Option<DeedRef>, Option<Ty>),
    /// A line of a scenario: here an absent value is the example's own fault.
    Scenario,
}

/// A local while its body is checked.
#[derive(Clone, Debug)]
pub(crate) struct LocalState {
    pub(crate) name: String,
    /// Nothing after a mistake: whatever is asked of it, the mistake has been told.
    pub(crate) ty: Option<Ty>,
    /// All words that it can be, where they are few.
    pub(crate) domain: Option<Vec<Word>>,
    pub(crate) span: Span,
}

/// One body under check.
pub(crate) struct BodyChecker<'c, 's> {
    pub(crate) names: &'c Names,
    pub(crate) origins: &'c mut Origins<'s>,
    pub(crate) diagnostics: &'c mut Vec<Diagnostic>,
    pub(crate) place: ItemPlace,
    pub(crate) kind: Kind,
    pub(crate) locals: Vec<LocalState>,
    pub(crate) params: u32,
    /// The locals that can be named here, innermost last.
    pub(crate) scope: Scope,
    /// What tests have found out.
    pub(crate) facts: Facts,
    /// The thing whose properties are bare names, in lines of features and figures.
    pub(crate) own: Option<LocalId>,
    /// How many loops stand around.
    pub(crate) loops: u32,
    /// How many branches stand before this one in the `if`s around it: so deep does it lie in them.
    pub(crate) branches: usize,
    /// The names of the players of a scenario, in seating order.
    pub(crate) players: &'c [String],
}

/// How many branches may stand before one, in all `if`s around it.
const MAX_BRANCHES: usize = 100;

/// A place in a block to which the checker comes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    scope: usize,
}

impl<'c, 's> BodyChecker<'c, 's> {
    /// A body of some item.
    pub(crate) fn new(checking: &'c mut Checking<'_, 's>, place: &ItemPlace, kind: Kind) -> Self {
        Self {
            names: checking.names,
            origins: checking.origins,
            diagnostics: checking.diagnostics,
            place: place.clone(),
            kind,
            locals: Vec::new(),
            params: 0,
            scope: Scope::default(),
            facts: Facts::default(),
            own: None,
            loops: 0,
            branches: 0,
            players: &[],
        }
    }

    /// All that is declared.
    pub(crate) fn rules(&self) -> &'c Rules {
        &self.names.rules
    }

    /// Adds a parameter.
    pub(crate) fn param(&mut self, name: &str, ty: Option<Ty>, span: Span) -> LocalId {
        self.params += 1;
        self.local(name, ty, span)
    }

    /// Adds a local that can be named from here on.
    pub(crate) fn local(&mut self, name: &str, ty: Option<Ty>, span: Span) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(LocalState { name: name.to_owned(), ty, domain: None, span });
        self.scope.push(id, name);
        self.note_naming(id);
        id
    }

    /// Adds a local without a name.
    pub(crate) fn hidden(&mut self, ty: Ty, span: Span) -> LocalId {
        let id = self.local("", Some(ty), span);
        self.scope.pop();
        id
    }

    /// The state of a local.
    pub(crate) fn state(&self, id: LocalId) -> &LocalState {
        &self.locals[id.0 as usize]
    }

    /// The local that a name means here.
    pub(crate) fn in_scope(&self, name: &str) -> Option<LocalId> {
        self.scope.find(name)
    }

    /// Says so if a new name would hide another local.
    pub(crate) fn unhidden(&mut self, name: &Name) {
        if let Some(other) = self.in_scope(&name.text) {
            let first = self.state(other).span;
            self.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("`{}` is a local here already", name.text),
                )
                .label(name.span, "declared again here")
                .label(first, "declared first here")
                .help(format!("give it another name, or change it: `{} = …`", name.text)),
            );
        }
    }

    /// Remembers which names can be seen.
    pub(crate) fn enter(&self) -> Mark {
        Mark { scope: self.scope.len() }
    }

    /// Forgets the names that came since.
    pub(crate) fn leave(&mut self, mark: Mark) {
        self.scope.truncate(mark.scope);
    }

    /// Reports a mistake at a place; gives nothing, so that the caller can give up with it.
    pub(crate) fn error<T>(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) -> Option<T> {
        let mut diagnostic = Diagnostic::error(code, message).label(span, label);
        diagnostic.help = help;
        self.diagnostics.push(diagnostic);
        None
    }

    /// Says so if an `if` makes too many branches; later ones lie inside the earlier ones.
    pub(crate) fn branch(&mut self, count: usize, span: Span) -> Option<()> {
        if self.branches + count <= MAX_BRANCHES {
            return Some(());
        }
        self.error(
            codes::TOO_LONG,
            span,
            format!("an `if` with more than {MAX_BRANCHES} branches, those around it included"),
            "too many",
            Some("write a `match`, or a question with a name".to_owned()),
        )
    }

    /// A type in words.
    pub(crate) fn named(&self, ty: Ty) -> String {
        type_name(self.rules(), ty)
    }

    /// The value where a type is wanted, or a message.
    pub(crate) fn fit(&mut self, expr: Expr, want: Ty) -> Option<Expr> {
        match convert::convert(self.rules(), expr, want) {
            Ok(expr) => Some(expr),
            Err((expr, Misfit::Absent)) if self.kind == Kind::Scenario => {
                let certain = self.insisted(*expr);
                self.fit(certain, want)
            }
            Err((expr, misfit)) => self.misfit(&expr, want, misfit),
        }
    }

    /// The one value of something that may be absent; without one the rule has a fault.
    fn insisted(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        let ty = expr.ty.certain();
        let local = self.hidden(ty, span);
        let list = Expr { kind: ExprKind::List(vec![expr]), ty: Ty::list(ty.base), span };
        let kind = ExprKind::Quantified {
            quantifier: Quantifier::The,
            local,
            list: Box::new(list),
            filter: None,
            measure: None,
        };
        Expr { kind, ty, span }
    }

    /// The line of a statement.
    pub(crate) fn origin(&mut self, span: Span, citations: &[Citation]) -> OriginId {
        self.origins.line(&self.place, span, citations)
    }

    /// The finished locals round some code; those of unknown type only exist beside an error.
    pub(crate) fn body<T>(&mut self, code: T) -> Body<T> {
        let locals = std::mem::take(&mut self.locals)
            .into_iter()
            .map(|local| Local {
                name: local.name,
                ty: local.ty.unwrap_or(Ty::maybe(abi::Base::Nothing)),
            })
            .collect();
        Body { locals, params: self.params, code }
    }
}
