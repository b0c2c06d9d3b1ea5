//! The integration tests: one binary, real files, a real server.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::needless_pass_by_value,
    clippy::cloned_ref_to_slice_refs,
    clippy::cmp_owned,
    clippy::single_match_else,
    clippy::type_complexity,
    dead_code,
    reason = "a test that meets the unexpected fails; its helpers read best with plain values, and it looks at files and the clock from outside"
)]

mod application;
mod applying;
mod archive;
mod build;
mod cache;
mod class;
mod cli;
mod contract;
mod founded;
mod grants;
mod http;
mod invitation;
mod journey;
mod jsonapi;
mod last_one;
mod leaving;
mod mail;
mod matrix;
mod members;
mod newcomers;
mod organization;
mod pace;
mod pages;
mod permissions;
mod places;
mod revision;
mod revision_rules;
mod role_offers;
mod school;
mod search;
mod server;
mod server_limits;
mod session;
mod sight;
mod smtp_peer;
mod sources;
mod student_link;
mod tenants;
mod traps;
mod users;
mod vacancy;
mod vacancy_words;
