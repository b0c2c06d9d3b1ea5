//! What is noted of a paper by who saw it: its date, until when it counts, and a few words.

use axum::http::Method;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::transition::{CheckEvent, Paper, today};
use super::{Check, CheckStatus};
use crate::app::access::{Access, action};
use crate::error::{Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Document, Id, Resource as _};
use crate::model::state_machine::{self, Actor, Reason};
use crate::resources::organization::require_approved;

/// Years that a paper may be old, and that one may count.
const MOST_YEARS: i16 = 15;
/// Digits in a row from which a note is taken for the number of a paper.
const DIGITS_OF_A_NUMBER: usize = 5;

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CheckSeen")]
pub struct SeenForm {
    /// The date on the paper, such as 2026-11-03.
    #[validate(length(max = 10))]
    pub issued_on: Option<String>,
    /// Its last day.
    #[validate(length(max = 10))]
    pub valid_until: Option<String>,
    /// A few words; no numbers of papers.
    #[validate(length(max = 100))]
    pub note: Option<String>,
    /// Whoever notes it saw the paper themselves.
    #[serde(default)]
    pub saw_it: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::PUT, "/{id}/see", see)
        .named(
            "seeCheck",
            "Notes that somebody saw the paper, or mends what was noted",
        )
        .answers(Described::one::<Check>(200))
        .refuses(&[422])
}

async fn see(
    access: Access<Check, action::Manage>,
    id: Id<Check>,
    form: Form<SeenForm>,
) -> Result<Document> {
    let said = form.body;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            require_approved(tx, Check::TYPE, id.number())?;
            let paper = said.paper(tx.now())?;
            let actor = Actor::Program(rows.ctx().user_id());
            let said = (Reason::default(), paper);
            state_machine::take::<CheckStatus>(tx, actor, id, CheckEvent::See, said)
        })
        .await
}

impl SeenForm {
    /// What is stored of it, once it is right.
    pub(super) fn paper(&self, now: &str) -> Result<Paper> {
        let mut faults = Vec::new();
        let mut day = |field: &str, value: &Option<String>| match value.as_deref().map(str::trim) {
            None | Some("") => {
                faults.push(FieldFault::attribute(field, "required"));
                None
            }
            Some(text) => {
                let day = text
                    .parse::<Date>()
                    .ok()
                    .filter(|day| day.to_string() == text);
                if day.is_none() {
                    faults.push(FieldFault::attribute(field, "date"));
                }
                day
            }
        };
        let issued_on = day("issued_on", &self.issued_on);
        let valid_until = day("valid_until", &self.valid_until);
        let today: Option<Date> = today(now).parse().ok();
        if let (Some(issued_on), Some(today)) = (issued_on, today)
            && (issued_on > today || issued_on.year() < today.year() - MOST_YEARS)
        {
            faults.push(FieldFault::attribute("issued_on", "issued_on"));
        }
        if let (Some(valid_until), Some(today)) = (valid_until, today)
            && (valid_until < today
                || issued_on.is_some_and(|issued_on| valid_until <= issued_on)
                || valid_until.year() > today.year() + MOST_YEARS)
        {
            faults.push(FieldFault::attribute("valid_until", "valid_until"));
        }
        let note = self
            .note
            .as_deref()
            .map(str::trim)
            .filter(|note| !note.is_empty());
        if note.is_some_and(holds_number) {
            faults.push(FieldFault::attribute("note", "number_of_paper"));
        }
        if !self.saw_it {
            faults.push(FieldFault::attribute("saw_it", "saw_it"));
        }
        match (issued_on, valid_until) {
            (Some(issued_on), Some(valid_until)) if faults.is_empty() => Ok(Paper {
                issued_on: issued_on.to_string(),
                valid_until: valid_until.to_string(),
                note: note.map(str::to_owned),
            }),
            _ => Err(Error::Invalid(faults)),
        }
    }
}

/// Whether a text has as many digits as the number of a paper or a person; spaces, dots and dashes do not part them.
fn holds_number(text: &str) -> bool {
    let mut digits = 0;
    for character in text.chars() {
        if character.is_numeric() {
            digits += 1;
            if digits >= DIGITS_OF_A_NUMBER {
                return true;
            }
        } else if !matches!(character, ' ' | '.' | '-' | '/' | '_' | '\u{a0}') {
            digits = 0;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_with_the_number_of_a_paper_is_refused() {
        for text in [
            "5123456789",
            "nr. 12 34 56",
            "VOG-20.26.11",
            "bsn 123-45-678",
        ] {
            assert!(holds_number(text), "{text}");
        }
        for text in [
            "D1 gezien, geen kopie",
            "BHV, herhaling in 2027",
            "rijbewijs B en BE",
        ] {
            assert!(!holds_number(text), "{text}");
        }
    }
}
