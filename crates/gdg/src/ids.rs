//! Indices into the IR's vectors, one type for each.

macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the element at `index`.
            pub fn new(index: usize) -> Self {
                // A program with 2^32 elements of a kind does not fit in memory.
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The position that this id stands for.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

define_id!(
    /// A GDG of a [`Program`](crate::Program).
    GdgId
);
define_id!(
    /// A parameter of a [`Gdg`](crate::Gdg).
    ParamId
);
define_id!(
    /// An array of a [`Gdg`](crate::Gdg).
    ArrayId
);
define_id!(
    /// A statement of a [`Gdg`](crate::Gdg).
    StatementId
);
define_id!(
    /// An access of a [`Statement`](crate::Statement).
    AccessId
);
define_id!(
    /// A local variable of a [`Body`](crate::Body).
    LocalId
);
