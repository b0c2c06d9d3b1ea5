//! Managing other people's accounts: creating, inviting, editing, archiving.

pub mod bulk;
pub(in crate::resources::user) mod bulk_preview;
pub mod create_user;
pub mod expire_invitation;
pub mod invitation;
pub(in crate::resources::user) mod mail_stop;
pub mod manage;
pub mod member;
