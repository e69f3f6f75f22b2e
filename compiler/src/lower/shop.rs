//! The workshop of a module: which functions are wanted, and what they share. A function is made when the
//! first other one calls it, so rules that nothing uses cost nothing.

use std::{
    cell::{RefCell, RefMut},
    collections::{BTreeMap, VecDeque},
};

use abi::{AskShape, FigureKindId, FunctionId, Picture, Table, TokenKindId, Ty};

use super::{
    builder::Draft,
    graph::{Graph, Node},
    missing::Missing,
    rare::Rare,
    seen::Sights,
    slots::{Slots, corners_are_places},
    tidy,
    weight::{lengths, weights},
};
use crate::{
    ir::{Function, Module, RegShape, SiteShape},
    link::Linked,
    probe::ProbeNumbers,
    typed::{DeedRef, FnId, MenuId, Rules, ToId},
};

/// A function that the module can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Job {
    /// A step with its guard.
    Step(usize),
    /// A `fn` with its adjustments.
    Fn(FnId),
    /// What a `to` deed does, without hooks.
    To(ToId),
    /// A deed with its hooks.
    Deed(DeedRef),
    /// All ways of a player to deploy on a list of places.
    Spots,
    /// Whether a figure may stand on a place.
    MayStand,
    /// A menu with its offers: one that they could open again, so that it cannot stand in their place.
    Menu(MenuId),
    /// How many figures of a kind each player has.
    Figures(usize),
    /// How many tokens of a kind each player has.
    Tokens(usize),
    /// How many tokens of a kind lie in the stock.
    Stock(usize),
    /// Whether a feature is completed: the question of every game, whatever its rules say of it.
    Completed,
    /// What a feature is worth to a player: the same.
    Worth,
    /// A condition that must be true whenever the game waits.
    Invariant(usize),
    /// A part of a line of the scenario: a condition, its two sides, or a deed.
    Line(usize, u8),
}

/// What is known of a function before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) name: String,
    pub(super) params: Vec<(Ty, String)>,
    pub(super) result: Option<Ty>,
    pub(super) waits: bool,
}

/// A finished module: its functions by what they do, where things lie, pictures, and what is rare on tiles
/// and missing.
type Made = (Module, BTreeMap<Job, FunctionId>, Slots, Vec<Picture>, (Rare, Missing));

/// What the functions of a module share.
pub(super) struct Shop<'r> {
    pub(super) rules: &'r Rules,
    pub(super) linked: &'r Linked,
    pub(super) slots: Slots,
    pub(super) graph: Graph,
    /// By function: how much code a call of it becomes.
    pub(super) weights: Vec<u32>,
    /// By `to` deed: how many statements it becomes.
    pub(super) lengths: Vec<usize>,
    /// Whether a place may be a corner.
    pub(super) corners: bool,
    pub(super) pictures: Vec<Picture>,
    pub(super) scenario: Option<usize>,
    /// The probes of watched rules.
    pub(super) probes: Option<ProbeNumbers>,
    sights: RefCell<Sights<'r>>,
    ids: BTreeMap<Job, FunctionId>,
    queue: VecDeque<Job>,
    functions: Vec<Option<Function>>,
    asks: Vec<AskShape>,
    sites: Vec<SiteShape>,
}

impl<'r> Shop<'r> {
    /// An empty module for rules.
    pub(super) fn new(
        rules: &'r Rules,
        linked: &'r Linked,
        (rare, missing): (Rare, Missing),
        scenario: Option<usize>,
    ) -> Self {
        let graph = Graph::new(rules, linked);
        let slots = Slots::new(rules, &graph.guarded);
        Self {
            rules,
            linked,
            slots,
            graph,
            weights: weights(rules, linked),
            lengths: lengths(rules, linked),
            corners: corners_are_places(rules),
            pictures: Vec::new(),
            scenario,
            probes: None,
            sights: RefCell::new(Sights::new(rules, linked, rare, missing)),
            ids: BTreeMap::new(),
            queue: VecDeque::new(),
            functions: Vec::new(),
            asks: Vec::new(),
            sites: Vec::new(),
        }
    }

    /// What games must have seen for what is asked next.
    pub(super) fn sights(&self) -> RefMut<'_, Sights<'r>> {
        let mut sights = self.sights.borrow_mut();
        sights.afresh();
        sights
    }

    /// Whether there is no figure of a kind.
    pub(super) fn is_missing(&self, kind: FigureKindId) -> bool {
        self.sights.borrow().missing.figure(kind)
    }

    /// How many kinds of tokens may come to be laid across tiles.
    pub(super) fn laid_kinds(&self) -> usize {
        let sights = self.sights.borrow();
        let tokens = self.rules.tokens.iter().zip(0..);
        tokens.filter(|(t, i)| t.lays.is_some() && !sights.missing.token(TokenKindId(*i))).count()
    }

    /// The number of a function, which is made sooner or later.
    pub(super) fn want(&mut self, job: Job) -> FunctionId {
        let job = match (job, self.rules.completed, self.rules.worth) {
            (Job::Fn(function), Some(completed), _) if function == completed => Job::Completed,
            (Job::Fn(function), _, Some(worth)) if function == worth => Job::Worth,
            _ => job,
        };
        *self.ids.entry(job).or_insert_with(|| {
            self.queue.push_back(job);
            self.functions.push(None);
            FunctionId(self.functions.len() as u32 - 1)
        })
    }

    /// The next function to be made.
    pub(super) fn next(&mut self) -> Option<Job> {
        self.queue.pop_front()
    }

    /// Takes a function that is written: its registers and blocks, and the sites that it has used.
    pub(super) fn put(
        &mut self,
        job: Job,
        head: Head,
        regs: Vec<RegShape>,
        drafts: Vec<Draft>,
        sites: std::ops::Range<usize>,
    ) {
        let mut function = Function {
            name: head.name,
            params: head.params.len() as u32,
            result: head.result,
            waits: head.waits,
            regs,
            blocks: tidy::blocks(drafts),
            frame: None,
        };
        tidy::registers(&mut function, &mut self.sites[sites]);
        let id = self.ids[&job];
        self.functions[id.index()] = Some(function);
    }

    /// A new site; sites of one function lie side by side.
    pub(super) fn site(&mut self, shape: SiteShape) -> abi::SiteId {
        self.sites.push(shape);
        abi::SiteId(self.sites.len() as u32 - 1)
    }

    /// How many sites there are.
    pub(super) fn site_count(&self) -> usize {
        self.sites.len()
    }

    /// A new ask.
    pub(super) fn ask(&mut self, shape: AskShape) -> abi::AskId {
        self.asks.push(shape);
        abi::AskId(self.asks.len() as u32 - 1)
    }

    /// Whether a function waits.
    pub(super) fn waits(&self, job: Job) -> bool {
        match job {
            Job::Step(step) => self.graph.waits(Node::Step(step)),
            Job::To(to) => self.graph.waits(Node::Body(to)),
            Job::Deed(deed) => self.graph.waits(Node::Deed(deed)),
            Job::Menu(_) => true,
            Job::Fn(_)
            | Job::Spots
            | Job::MayStand
            | Job::Figures(_)
            | Job::Tokens(_)
            | Job::Stock(_)
            | Job::Invariant(_)
            | Job::Completed
            | Job::Worth
            | Job::Line(..) => false,
        }
    }

    /// The finished module with the numbers of its functions.
    pub(super) fn finish(self) -> Made {
        let strides = Table::ALL.map(|table| self.slots.layout.stride(table) as u32).to_vec();
        let functions = self
            .functions
            .into_iter()
            .map(|function| function.expect("every function that is wanted is made"))
            .collect();
        let module = Module {
            functions,
            asks: self.asks,
            origins: self.rules.origins.clone(),
            sites: self.sites,
            strides,
            links: self.slots.links(self.rules),
        };
        (module, self.ids, self.slots, self.pictures, self.sights.into_inner().into_parts())
    }
}
