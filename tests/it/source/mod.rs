//! Source checks: completeness and layering.

pub(crate) mod belongings;
pub(crate) mod layout;
pub(crate) mod places;
mod rooms;
