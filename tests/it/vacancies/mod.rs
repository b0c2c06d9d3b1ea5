//! Vacancies: fields, states, review, search and the public page.

pub(crate) mod bulk;
pub(crate) mod field_rules;
pub(crate) mod fields;
pub(crate) mod for_others;
mod help_guest;
pub(crate) mod help_request;
pub(crate) mod moderation;
pub(crate) mod nearby;
pub(crate) mod partner;
pub(crate) mod public_page;
pub(crate) mod renewal;
pub(crate) mod revision;
pub(crate) mod revision_rules;
pub(crate) mod saved_search;
pub(crate) mod search;
pub(crate) mod search_quality;
mod sources;
pub(crate) mod states;
pub(crate) mod text_rules;
pub(crate) mod withdrawal;
pub(crate) mod writing_hints;
