//! Matching: the written profiles, the properties of the function, and its endpoints.

pub(crate) mod answers;
mod dashboard;
mod profiles;
mod properties;
pub(crate) mod recommended;
mod similar;
