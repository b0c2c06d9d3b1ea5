//! `POST /newsletters/{id}/duplicate`: a draft with the same content.

use super::{Newsletter, NewsletterAttributes, NewsletterStatus};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, Id};

pub(super) async fn duplicate(
    access: Access<Newsletter, action::Create>,
    id: Id<Newsletter>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            let original = rows.beside::<Newsletter, action::Read>()?.load(tx, id)?;
            let title: String = original.title.chars().take(110).collect();
            let copy = NewsletterAttributes {
                title: format!("{title} (kopie)"),
                status: NewsletterStatus::Draft,
                send_at: None,
                started_at: None,
                finished_at: None,
                tested_at: None,
                resumed_at: None,
                resumed_from: None,
                ..original
            };
            let id: Id<Newsletter> = store::insert(tx, rows.auth(), copy)?;
            Ok(Answer::created(
                format!("/api/v1/newsletters/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}
