//! Lowers one function: the locals of the body at hand, where its ways out lead, and the sites of its lines.

use std::collections::BTreeMap;

use abi::{Base, OriginId, Place, PlaceSort, SiteId, Ty, Word};
use grammar::Span;

use super::{
    builder::Builder,
    shop::{Head, Job, Shop},
    types::narrower,
};
use crate::{
    ir::{Bits, BlockId, Inst, Reg, SiteShape, Term},
    typed::{Body, Expr, Local, LocalId},
};

/// Any place.
pub(super) const PLACE: Ty = Ty::one(Base::Place(PlaceSort::Any));

/// A value at hand: a word in a register, or something known so well that no word was made of it yet.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// A word.
    Word(Reg),
    /// A constant.
    Const(Word),
    /// A place that is the segment of this row.
    Segment(Reg),
    /// A spot of a figure and a place.
    Spot(Reg, Box<Bound>),
}

/// A value with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) val: Val,
    /// How its word is written: the word of a place is never that of the segment which the place is.
    pub(super) ty: Ty,
    /// What the thing itself is, as far as it is known, however its word is written.
    pub(super) thing: Base,
    /// For spots: what is known of the figure.
    pub(super) figure: Option<Ty>,
}

impl Bound {
    /// A word of a type.
    pub(super) fn word(reg: Reg, ty: Ty) -> Self {
        Self::of(Val::Word(reg), ty)
    }

    /// A value of a type.
    pub(super) fn of(val: Val, ty: Ty) -> Self {
        Self { val, ty, thing: ty.base, figure: None }
    }

    /// A place that is a segment of which so much is known.
    pub(super) fn segment(row: Reg, thing: Base) -> Self {
        Self { thing, ..Self::of(Val::Segment(row), PLACE) }
    }

    /// The same value, known to be of a type as well.
    pub(super) fn narrowed(mut self, base: Base) -> Self {
        self.ty.base = narrower(self.ty.base, base);
        self.thing = narrower(self.thing, base);
        self
    }
}

/// Where a loop's `next` and `stop` lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exits {
    pub(super) next: BlockId,
    pub(super) stop: BlockId,
}

/// What the body of an offer needs for `again`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Again {
    /// Where the menu opens.
    pub(super) open: BlockId,
    /// The word that has a bit for this offer: set when it is closed.
    pub(super) closed: Reg,
    /// This offer's bit.
    pub(super) bit: Word,
}

/// What the body of an `instead of` hook needs for the original deed.
#[derive(Clone, Debug)]
pub(super) struct Original {
    /// Set when the deed is done.
    pub(super) done: Reg,
    /// Where the value of a `to` deed goes.
    pub(super) result: Option<Reg>,
}

/// The body at hand: of a step, hook, offer, deed or function.
#[derive(Clone, Debug)]
pub(super) struct Frame<'r> {
    /// Its locals, as far as they have values.
    pub(super) env: Vec<Option<Bound>>,
    /// Their declarations.
    pub(super) locals: &'r [Local],
    /// Where `skip` and the end lead.
    pub(super) exit: BlockId,
    /// Where `return x` puts its value.
    pub(super) result: Option<Reg>,
    /// The loops, the innermost last.
    pub(super) loops: Vec<Exits>,
    pub(super) again: Option<Again>,
    pub(super) original: Option<Original>,
    /// The item's name, under which its asks are known.
    pub(super) within: String,
    /// The line at hand.
    pub(super) origin: OriginId,
    /// The measure of the list question at hand, if its value is already there.
    pub(super) measured: Option<(&'r Expr, Reg)>,
    /// The registers of its named locals that surely have values: what a fault in it shows.
    pub(super) visible: Vec<Reg>,
}

impl<'r> Frame<'r> {
    /// A body without values yet, left at a block.
    pub(super) fn new<T>(body: &'r Body<T>, exit: BlockId, origin: OriginId, within: &str) -> Self {
        Self {
            env: vec![None; body.locals.len()],
            locals: &body.locals,
            exit,
            result: None,
            loops: Vec::new(),
            again: None,
            original: None,
            within: within.to_owned(),
            origin,
            measured: None,
            visible: Vec::new(),
        }
    }
}

/// The function at hand.
pub(super) struct Lower<'m, 'r> {
    pub(super) shop: &'m mut Shop<'r>,
    pub(super) b: Builder,
    pub(super) frame: Frame<'r>,
    /// The bodies that it is inlined in, the innermost last.
    outer: Vec<Frame<'r>>,
    /// Whether the code at hand is written more than once.
    pub(super) doubled: bool,
    /// What the game has seen something of, or it would not come to the code at hand.
    pub(super) sighted: Option<Word>,
    /// In watched rules: the condition at hand, whose parts are not marked by themselves.
    pub(super) whole: Option<Span>,
    pub(super) head: Head,
    known_sites: BTreeMap<(OriginId, Vec<Reg>), SiteId>,
    first_site: usize,
}

impl<'m, 'r> Lower<'m, 'r> {
    /// Begins a function that is made of no body of the rules.
    pub(super) fn begin(shop: &'m mut Shop<'r>, head: Head) -> (Self, Vec<Reg>) {
        let frame = Frame {
            env: Vec::new(),
            locals: &[],
            exit: BlockId(0),
            result: None,
            loops: Vec::new(),
            again: None,
            original: None,
            within: head.name.clone(),
            origin: OriginId(0),
            measured: None,
            visible: Vec::new(),
        };
        Self::new(shop, head, frame)
    }

    /// Begins a function; its parameters are its first registers.
    pub(super) fn new(shop: &'m mut Shop<'r>, head: Head, frame: Frame<'r>) -> (Self, Vec<Reg>) {
        let mut b = Builder::new();
        let params: Vec<Reg> = head.params.iter().map(|(ty, name)| b.local(*ty, name)).collect();
        let first_site = shop.site_count();
        // What nobody has named is shown to nobody.
        let named = params.iter().zip(&head.params).filter(|(_, (_, name))| !name.is_empty());
        let frame = Frame { visible: named.map(|(reg, _)| *reg).collect(), ..frame };
        let generated = Self {
            shop,
            b,
            frame,
            outer: Vec::new(),
            doubled: false,
            sighted: None,
            whole: None,
            head,
            known_sites: BTreeMap::new(),
            first_site,
        };
        (generated, params)
    }

    /// Ends the function: it gives a value, if it has one, behind everything else.
    pub(super) fn finish(mut self, job: Job, value: Option<Reg>) {
        self.b.end(Term::Return(value));
        let sites = self.first_site..self.shop.site_count();
        self.shop.put(job, self.head, self.b.regs, self.b.blocks, sites);
    }

    /// The site of the line at hand, with the locals that have values now.
    pub(super) fn site(&mut self) -> SiteId {
        let from = self.frame.visible.len().saturating_sub(abi::FAULT_LOCALS);
        let locals = self.frame.visible[from..].to_vec();
        let key = (self.frame.origin, locals);
        if let Some(site) = self.known_sites.get(&key) {
            return *site;
        }
        let site = self.shop.site(SiteShape { origin: key.0, locals: key.1.clone() });
        self.known_sites.insert(key, site);
        site
    }

    /// The step that every call costs, before anything else is done.
    pub(super) fn tick(&mut self) {
        let site = self.site();
        self.b.emit(Inst::Tick { steps: 1, site });
    }

    /// Carries out something as part of another line.
    pub(super) fn on_line<T>(&mut self, origin: OriginId, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.frame.origin, origin);
        let done = work(self);
        self.frame.origin = outer;
        done
    }

    /// Lowers inside another body, whose locals are gone behind it.
    pub(super) fn inside<T>(&mut self, frame: Frame<'r>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.outer.push(std::mem::replace(&mut self.frame, frame));
        let done = work(self);
        self.frame = self.outer.pop().expect("the outer body was put there");
        done
    }

    /// Lowers in the body around the one at hand, and goes on in this one.
    pub(super) fn outside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.outer.pop().expect("only an inlined body has one around it");
        let inner = std::mem::replace(&mut self.frame, outer);
        let done = self.scoped(work);
        self.outer.push(std::mem::replace(&mut self.frame, inner));
        done
    }

    /// How many bodies are inlined around the one at hand.
    pub(super) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Gives a local a value.
    pub(super) fn bind(&mut self, local: LocalId, bound: Bound) {
        if let Val::Word(reg) = bound.val
            && self.b.regs[reg.0 as usize].name.is_none()
        {
            self.b.regs[reg.0 as usize].name =
                Some(self.frame.locals[local.0 as usize].name.clone());
            self.b.regs[reg.0 as usize].ty = bound.ty;
        }
        if let Val::Word(reg) = bound.val
            && !self.frame.visible.contains(&reg)
        {
            self.frame.visible.push(reg);
        }
        self.frame.env[local.0 as usize] = Some(bound);
    }

    /// The value of a local.
    pub(super) fn bound(&self, local: LocalId) -> &Bound {
        self.frame.env[local.0 as usize].as_ref().expect("the checker lets no local be read unset")
    }

    /// The word of a value.
    pub(super) fn reg(&mut self, val: &Val) -> Reg {
        match val {
            Val::Word(reg) => *reg,
            Val::Const(word) => self.b.constant(*word),
            Val::Segment(row) => self.b.bits(Bits::Shl, *row, Place::BITS),
            Val::Spot(figure, place) => {
                let place = self.reg(&place.val);
                let high = self.b.bits(Bits::Shl, *figure, 40);
                self.b.bits_of(Bits::Or, high, place)
            }
        }
    }

    /// Lowers something whose locals are gone behind it.
    pub(super) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let visible = self.frame.visible.len();
        let done = work(self);
        self.frame.visible.truncate(visible);
        done
    }
}
