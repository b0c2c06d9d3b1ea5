//! Accounts: registration, invitations, changes, archiving and guardians.

pub(crate) mod archive_others;
pub(crate) mod archive_own;
pub(crate) mod confirmation;
pub(crate) mod create_user;
pub(crate) mod devise_account;
pub(crate) mod email_change;
pub(crate) mod expire_invitation;
pub(crate) mod former_members;
pub(crate) mod guardian;
pub(crate) mod guardian_reset;
pub(crate) mod guardian_withdrawal;
pub(crate) mod invitation;
pub(crate) mod last_superuser;
pub(crate) mod members;
pub(crate) mod menu;
pub(crate) mod own_account;
pub(crate) mod sign_up;
pub(crate) mod users;
