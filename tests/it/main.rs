//! The integration tests: one binary, real files, a real server.

mod build;
mod contract;
mod journey;
mod mail;
mod server;
mod smtp_peer;
