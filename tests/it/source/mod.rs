//! What must hold of the source: nothing forgotten, nothing in the wrong layer.

pub(crate) mod layout;
pub(crate) mod places;
