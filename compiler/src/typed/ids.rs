//! What items are referred to by: their positions in the tables of the rules.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the rules' table of these.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// An option.
    OptionId
);
id!(
    /// A declared property.
    PropertyId
);
id!(
    /// A function.
    FnId
);
id!(
    /// A deed with a name.
    ToId
);
id!(
    /// A menu.
    MenuId
);
id!(
    /// An offer.
    OfferId
);
id!(
    /// A hook on a deed.
    HookId
);
id!(
    /// An adjustment.
    AdjustId
);
id!(
    /// A phase: a position in its course's phases.
    PhaseId
);

/// An enum, by its position.
pub type EnumId = u16;
