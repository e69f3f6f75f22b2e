//! Items as functions: steps, questions with their adjustments, deeds, numbers of pieces, scenario lines.

use abi::{Base, OriginId, Ty};

use super::{
    ask::define_menu,
    body::{begin, end, params},
    formula::{define_fn, define_nothing},
    hooks::define_deed,
    shop::{Head, Job, Shop},
    stand::{define_may_stand, define_spots},
};
use crate::typed::{Block, Body, Expectation, Expr, ScenarioLine, Step, ToId};

/// Makes a function that is wanted.
pub(super) fn define(shop: &mut Shop<'_>, job: Job) {
    match job {
        Job::Step(step) => define_step(shop, step),
        Job::Fn(function) => define_fn(shop, job, function),
        Job::Completed => match shop.rules.completed {
            Some(function) => define_fn(shop, job, function),
            None => define_nothing(shop, job, "completed", 1),
        },
        Job::Worth => match shop.rules.worth {
            Some(function) => define_fn(shop, job, function),
            None => define_nothing(shop, job, "worth", 2),
        },
        Job::To(deed) => define_to(shop, deed),
        Job::Deed(deed) => define_deed(shop, deed),
        Job::Spots => define_spots(shop),
        Job::Menu(menu) => define_menu(shop, menu),
        Job::MayStand => define_may_stand(shop),
        Job::Figures(i) => {
            let figure = &shop.rules.figures[i];
            define_number(shop, job, "each", &figure.name, figure.each.as_ref(), figure.origin);
        }
        Job::Tokens(i) => {
            let token = &shop.rules.tokens[i];
            define_number(shop, job, "each", &token.name, token.each.as_ref(), token.origin);
        }
        Job::Stock(i) => {
            let token = &shop.rules.tokens[i];
            define_number(shop, job, "stock", &token.name, token.stock.as_ref(), token.origin);
        }
        Job::Invariant(i) => {
            let invariant = &shop.rules.invariants[i];
            let (body, origin) = (&invariant.body, invariant.origin);
            value_function(shop, job, "invariant", body, origin, Ty::one(Base::Flag));
        }
        Job::Line(line, part) => define_line(shop, line, part),
    }
}

fn define_step(shop: &mut Shop<'_>, number: usize) {
    let step: &Step = &shop.rules.steps[number];
    let job = Job::Step(number);
    let head = Head {
        name: format!("step {}", step.name),
        params: Vec::new(),
        result: None,
        waits: shop.waits(job),
    };
    let mut this = begin(shop, head, &step.body, step.origin, &step.name);
    let stretch = this.b.begin();
    let exit = this.frame.exit;
    let guard = step.guard.as_ref();
    if !this.is_watched() && this.shop.sights().never_does(guard, &step.body.code) {
        return end(this, job, stretch, None);
    }
    if let Some(guard) = guard {
        this.require(guard, exit);
    }
    // What a step would need that is never taken is not made.
    if this.b.is_open() || this.is_watched() {
        this.block(&step.body.code);
    }
    end(this, job, stretch, None);
}

fn define_to(shop: &mut Shop<'_>, id: ToId) {
    let deed = &shop.rules.deeds[id.index()];
    let job = Job::To(id);
    let head = Head {
        name: format!("to {}", deed.name),
        params: params(&deed.body),
        result: deed.result,
        waits: shop.waits(job),
    };
    let mut this = begin(shop, head, &deed.body, deed.origin, &deed.name);
    let stretch = this.b.begin();
    let result = deed.result.map(|ty| {
        let reg = this.b.reg(ty);
        this.set_default(reg, ty);
        reg
    });
    this.frame.result = result;
    this.block(&deed.body.code);
    end(this, job, stretch, result);
}

fn define_number<'r>(
    shop: &mut Shop<'r>,
    job: Job,
    what: &str,
    name: &str,
    body: Option<&'r Body<Expr>>,
    origin: OriginId,
) {
    if let Some(body) = body {
        value_function(shop, job, &format!("{what} {name}"), body, origin, Ty::one(Base::Int));
    }
}

/// Makes a function that gives the value of an expression.
fn value_function<'r>(
    shop: &mut Shop<'r>,
    job: Job,
    name: &str,
    body: &'r Body<Expr>,
    origin: OriginId,
    ty: Ty,
) {
    let head = Head { name: name.to_owned(), params: params(body), result: Some(ty), waits: false };
    let mut this = begin(shop, head, body, origin, name);
    let stretch = this.b.begin();
    this.reached(&body.code);
    let value = this.value(&body.code);
    end(this, job, stretch, Some(value));
}

/// Makes a part of a line of the scenario.
fn define_line(shop: &mut Shop<'_>, number: usize, part: u8) {
    let rules = shop.rules;
    let line = shop.scenario.and_then(|i| rules.scenarios.get(i)?.lines.get(number));
    let Some((origin, _, line)) = line else { return };
    let job = Job::Line(number, part);
    match (line, part) {
        (ScenarioLine::Given(given), _) => {
            define_given(shop, job, &given.body, *origin);
        }
        (ScenarioLine::Expect(Expectation::Holds(body)), _)
        | (ScenarioLine::Expect(Expectation::Compares(body, _, _)), 0) => {
            value_function(shop, job, "expect", body, *origin, Ty::one(Base::Flag));
        }
        (ScenarioLine::Expect(Expectation::Compares(_, left, right)), part) => {
            let side = if part == 1 { left } else { right };
            value_function(shop, job, "side", side, *origin, side.code.ty);
        }
        _ => {}
    }
}

fn define_given<'r>(shop: &mut Shop<'r>, job: Job, body: &'r Body<Block>, origin: OriginId) {
    let waits = shop.graph.block_waits(shop.linked, &body.code);
    let head = Head { name: "given".to_owned(), params: Vec::new(), result: None, waits };
    let mut this = begin(shop, head, body, origin, "given");
    let stretch = this.b.begin();
    this.block(&body.code);
    end(this, job, stretch, None);
}
