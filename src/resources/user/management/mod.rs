//! Managing other people's accounts: creating, inviting, editing, archiving.

pub mod bulk;
pub(super) mod bulk_preview;
pub mod create_user;
pub mod expire_invitation;
pub mod invitation;
pub(super) mod mail_stop;
pub mod manage;
pub mod member;
