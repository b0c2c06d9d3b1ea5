//! Organisations, volunteer centres, themes and internal notes.

pub(crate) mod addresses;
pub(crate) mod centers;
pub(crate) mod centre_settings;
pub(crate) mod change_request;
pub(crate) mod contact_shown;
pub(crate) mod created_by_center;
pub(crate) mod decisions;
pub(crate) mod internal_note;
pub(crate) mod moves;
pub(crate) mod places;
pub(crate) mod social_map;
pub(crate) mod states;
pub(crate) mod still_right;
pub(crate) mod taxonomies;
pub(crate) mod theme_rules;
