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

mod account;
mod accounts_closed;
mod ages;
mod application;
mod applying;
mod archive;
mod audit_event;
mod authenticator;
mod build;
mod cache;
mod centres;
mod class;
mod cli;
mod confirmation;
mod contract;
mod damaged;
mod devices;
mod documents;
mod email_change;
mod enumeration;
mod escalation;
mod export;
mod export_applications;
mod factor_letters;
mod fields;
mod filters;
mod former_members;
mod former_selves;
mod founded;
mod grants;
mod guardian;
mod guardian_back;
mod guardian_reset;
mod half_session;
mod held_requests;
mod hidden_signs;
mod http;
mod if_match;
mod impersonation;
mod impersonation_ends;
mod impersonation_trail;
mod impersonation_words;
mod import;
mod internal_note;
mod invitation;
mod journey;
mod jsonapi;
mod last_one;
mod leaving;
mod letters;
mod limits_of_calls;
mod mail;
mod mail_preview;
mod mail_rules;
mod mail_stop;
mod matrix;
mod members;
mod nearby;
mod newcomers;
mod organization;
mod organization_decided;
mod own_account;
mod own_rights;
mod pace;
mod pages;
mod parts;
mod passkeys;
mod password;
mod people_screens;
mod permissions;
mod places;
mod plans;
mod privacy;
mod private_homes;
mod purge;
mod questions;
mod rate_limits;
mod retention;
mod retention_rows;
mod revision;
mod revision_rules;
mod right_first;
mod role_invitation;
mod school;
mod school_guest;
mod school_questions;
mod search;
mod second_factor;
mod server;
mod server_limits;
mod session;
mod sight;
mod sign_in_races;
mod slow_bodies;
mod smtp_peer;
mod sources;
mod stopping;
mod student_link;
mod tenants;
mod theme_rules;
mod token_faults;
mod traps;
mod uninvited;
mod users;
mod vacancy;
mod vacancy_digest;
mod vacancy_rules;
mod vacancy_shown;
mod vacancy_words;
mod walk_in;
mod what_caches_keep;
mod wrong_center;
