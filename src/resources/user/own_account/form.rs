//! Account forms.

use crate::app::auth::password_hash::validate_length;
use crate::error::{FieldFault, Result};

pub use crate::model::plain_form::Form;

/// Checks of a new password that need no hashing: its length, and the confirmation where one is sent.
pub fn validate_typing(password: &str, again: Option<&str>) -> Result<()> {
    validate_length(password)?;
    match again {
        Some(again) if again != password => {
            Err(FieldFault::attribute("password_confirmation", "must_match").into())
        }
        _ => Ok(()),
    }
}
