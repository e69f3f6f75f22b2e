//! Makes functions that wait resumable: what outlives a wait gets a word in the frame, and the waits get
//! numbers. What lives only between two waits stays in registers.

use abi::{Base, Ty};

use crate::ir::{FrameLayout, Function, Liveness, Module, Resume, Term};

/// Gives every function that waits its frame.
pub fn split(module: &mut Module) {
    split_after(module, &[], None);
}

/// The same after another module, whose frames are those of functions that are unchanged since.
pub(crate) fn split_after(module: &mut Module, unchanged: &[bool], former: Option<&Module>) {
    let former = former.map_or(&[][..], |former| &former.functions);
    for i in 0..module.functions.len() {
        let function = &module.functions[i];
        if function.waits && function.frame.is_none() {
            let same = unchanged.get(i).copied().unwrap_or(false);
            let known = former.get(i).filter(|_| same).and_then(|former| former.frame.clone());
            let frame = known.unwrap_or_else(|| layout(module, function));
            module.functions[i].frame = Some(frame);
        }
    }
}

fn layout(module: &Module, function: &Function) -> FrameLayout {
    let liveness = Liveness::of(module, function);
    let count = function.regs.len();
    let mut waits = function.reverse_postorder();
    waits.retain(|block| function.block(*block).term.waits());
    waits.sort_unstable();
    let mut resumes = Vec::new();
    let mut kept = vec![false; count];
    for asked_in in waits {
        let term = &function.block(asked_in).term;
        let (into, then) = (term.def(), term.successors()[0]);
        let mut live = liveness.at_start(then).to_vec();
        if let Some(site) = term.shown_site(module) {
            // What is shown where the called function faults for this line.
            live.extend(module.sites[site.index()].shown());
            live.sort_unstable();
            live.dedup();
        }
        live.retain(|reg| Some(*reg) != into);
        live.iter().for_each(|reg| kept[reg.0 as usize] = true);
        resumes.push(Resume { asked_in, into, then, live });
    }
    let mut words = vec![Ty::one(Base::Int)];
    let mut slots = vec![None; count];
    for (i, shape) in function.regs.iter().enumerate() {
        if i < function.params as usize || kept[i] {
            slots[i] = Some(words.len() as u32);
            words.push(shape.ty);
        }
    }
    FrameLayout { slots, words, resumes }
}

/// A hash of everything that a suspended frame means: equal shapes can resume each other's frames.
///
/// It is the same on every machine and in every build.
pub fn shape(module: &Module, function: &Function) -> u64 {
    let mut hash = Fnv::new();
    hash.text(&function.name);
    hash.text(&format!("{:?}", function.result));
    hash.number(u64::from(function.params));
    for reg in &function.regs[..function.params as usize] {
        hash.text(&format!("{:?}", reg.ty));
    }
    let Some(frame) = &function.frame else { return hash.0 };
    for (reg, slot) in function.regs.iter().zip(&frame.slots) {
        if let Some(slot) = slot {
            hash.number(u64::from(*slot));
            hash.text(reg.name.as_deref().unwrap_or(""));
            hash.text(&format!("{:?}", reg.ty));
        }
    }
    for resume in &frame.resumes {
        match &function.block(resume.asked_in).term {
            Term::Ask { ask, .. } => {
                let ask = &module.asks[ask.index()];
                hash.text(&format!("ask {:?} {:?}", ask.kind, ask.ty));
                hash.text(&ask.name);
                hash.text(&ask.within);
            }
            Term::CallWaiting { function, .. } => {
                hash.text("call");
                hash.text(&module.functions[function.index()].name);
            }
            _ => hash.text("part"),
        }
        let into = resume.into.map(|reg| function.regs[reg.0 as usize].ty);
        hash.text(&format!("{into:?}"));
        hash.number(resume.live.len() as u64);
        for reg in &resume.live {
            hash.number(u64::from(frame.slots[reg.0 as usize].unwrap_or(0)));
        }
    }
    hash.0
}

/// The hash of Fowler, Noll and Vo, in its 64-bit form 1a.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn number(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The length goes first, so that no two lists of texts look the same.
    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests;
