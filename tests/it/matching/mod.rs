//! Matching: the written profiles, the properties of the function, and its endpoints.

mod answers;
mod dashboard;
mod profiles;
mod properties;
mod recommended;
mod similar;
