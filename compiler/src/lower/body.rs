//! The function of a body of the rules: how it begins, and how it ends.

use abi::{OriginId, Ty};

use super::{
    builder::Stretch,
    function::{Bound, Frame, Lower},
    shop::{Head, Job, Shop},
};
use crate::{
    ir::{BlockId, Reg},
    typed::{Body, LocalId},
};

/// The parameters of a body with their names.
pub(super) fn params<T>(body: &Body<T>) -> Vec<(Ty, String)> {
    let params = &body.locals[..body.params as usize];
    params.iter().map(|local| (local.ty, local.name.clone())).collect()
}

/// Begins the function of a body; its parameters are its first locals.
pub(super) fn begin<'m, 'r, T>(
    shop: &'m mut Shop<'r>,
    head: Head,
    body: &'r Body<T>,
    origin: OriginId,
    within: &str,
) -> Lower<'m, 'r> {
    let frame = Frame::new(body, BlockId(0), origin, within);
    let (mut this, regs) = Lower::new(shop, head, frame);
    for (i, reg) in regs.into_iter().enumerate() {
        let ty = body.locals[i].ty;
        this.bind(LocalId(i as u32), Bound::word(reg, ty));
    }
    this.frame.exit = this.b.block();
    this.tick();
    this
}

/// Ends a function behind everything that leads to its exit.
pub(super) fn end(mut this: Lower<'_, '_>, job: Job, stretch: Stretch, value: Option<Reg>) {
    let exit = this.frame.exit;
    this.b.jump(exit);
    this.b.go_to(exit);
    // A waiting function's stack goes with its frame; a list that is given must stay.
    if !this.head.waits && this.head.result.is_none_or(|ty| !ty.is_list()) {
        this.b.finish(stretch);
    }
    this.finish(job, value);
}
