//! Integration tests: one binary, real files, a real server.

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

mod accounts;
mod activities;
mod analytics;
mod api;
mod applications;
mod authentication;
mod calendar;
mod checks;
mod cli;
mod content;
mod conversations;
mod data;
mod desk;
mod forms;
mod hours;
mod mail;
mod matching;
mod newsletters;
mod nodes;
mod organizations;
mod platform;
mod pool;
mod push;
mod reports;
mod rights;
mod site;
mod source;
mod support;
mod vacancies;
