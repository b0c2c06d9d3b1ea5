//! One's own account, from sign-up to deletion.

pub mod archive;
pub(super) mod confirmation;
pub mod consent;
pub(super) mod current_user;
pub(super) mod devise_account;
pub mod email_change;
pub mod form;
pub mod guardian;
pub(super) mod menu;
pub mod notification_preferences;
pub mod privacy;
pub mod registration;
pub mod retention;
pub mod settings;
pub(super) mod signup_attempt;
