//! Email: delivery, rules, bounces and digests.

pub(crate) mod bounces;
pub(crate) mod catalogue;
pub(crate) mod center_digests;
pub(crate) mod delivery;
pub(crate) mod dkim;
pub(crate) mod held;
pub(crate) mod letters_counted;
pub(crate) mod links;
pub(crate) mod own_texts;
pub(crate) mod preview;
pub(crate) mod reminders;
pub(crate) mod rules;
pub(crate) mod saved_searches;
pub(crate) mod uninvited;
pub(crate) mod vacancy_digest;
