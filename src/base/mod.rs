//! Shared utilities: clock, languages, dates in words, calendar files, HTML escaping, phone numbers, postal codes. Depends on no other layer.

pub mod accept_encoding;
pub mod characters;
pub mod clock;
pub mod date_words;
pub mod digest;
pub mod email;
pub mod english;
pub mod error_target;
pub(crate) mod first_texts;
pub mod html;
pub mod icalendar;
pub mod locale;
pub mod log_output;
pub mod masking;
pub mod metrics;
pub(crate) mod name_matching;
pub mod person_name;
pub(crate) mod phone;
pub(crate) mod postal_code;
pub mod public_address;
pub mod qr_code;
pub mod sentry_dsn;
pub(crate) mod starter_pictures;
pub mod threads;
pub mod working_days;
