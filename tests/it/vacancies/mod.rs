//! Vacancies: fields, states, review, search and the public page.

pub(crate) mod field_rules;
pub(crate) mod nearby;
pub(crate) mod public_page;
pub(crate) mod revision;
pub(crate) mod revision_rules;
pub(crate) mod saved_search;
pub(crate) mod search;
pub(crate) mod states;
pub(crate) mod text_rules;
pub(crate) mod withdrawal;
