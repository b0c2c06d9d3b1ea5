//! What every resource is made with: its declaration and the registry of all of them, effects, states and their history,
//! purge, rules of fields, review hints, and the mail of a step. It names no resource.

pub mod belongings;
pub mod declaration;
pub mod effects;
pub mod email_branding;
pub mod event_form;
pub mod field_rules;
pub mod paper_branding;
pub mod plain_form;
pub mod purge;
pub mod registry;
pub mod review;
pub mod sample_mail;
pub mod short_code;
pub mod state_history;
pub mod state_machine;
pub mod step_mail;
