//! Source checks: completeness and layering.

pub(crate) mod layout;
pub(crate) mod places;
