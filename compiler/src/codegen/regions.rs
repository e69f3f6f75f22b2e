//! Three regions of memory that never overlap, which lets the code generator keep what it has read: what only
//! the host changes (tables, where they lie, where the stack lies and how much room it has), what machine code
//! itself changes in the context, and the words of the stack.

use cranelift_codegen::ir::{AliasRegion, AliasRegionData, Function, MemFlagsData};

/// The regions of memory of one function, as what may be said of an access to each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regions {
    pub(super) hosts: MemFlagsData,
    pub(super) state: MemFlagsData,
    pub(super) stack: MemFlagsData,
}

impl Regions {
    pub(super) fn new(function: &mut Function) -> Self {
        let mut region = |user_id, description: &'static str| {
            let data = AliasRegionData { user_id, description: description.into() };
            let region: AliasRegion = function.dfg.alias_regions.insert(data);
            MemFlagsData::trusted().with_alias_region(Some(region))
        };
        Self {
            hosts: region(0, "changed by the host alone"),
            state: region(1, "changing context"),
            stack: region(2, "stack"),
        }
    }
}
