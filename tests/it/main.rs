//! The integration tests: one binary, real files, a real server.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected fails"
)]

mod build;
mod cli;
mod contract;
mod journey;
mod mail;
mod matrix;
mod permissions;
mod server;
mod smtp_peer;
