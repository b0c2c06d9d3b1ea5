//! One's own account, from sign-up to deletion.

pub mod archive;
pub(in crate::resources::user) mod confirmation;
pub mod consent;
pub(in crate::resources::user) mod current_user;
pub(in crate::resources::user) mod devise_account;
pub mod email_change;
pub mod form;
pub mod guardian;
pub(in crate::resources::user) mod menu;
pub mod notification_preferences;
pub mod privacy;
pub mod registration;
pub mod settings;
pub(in crate::resources::user) mod signup_attempt;
