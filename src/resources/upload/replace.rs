//! Another file in the place of a document's: links to it stay as they are.

use axum::extract::Multipart;

use super::{DOCUMENT_ADDRESS, Fields, Upload, UploadKind, prepare, require_room, sender};
use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::UPLOADS_SENT;
use crate::error::{FieldFault, Result};
use crate::http::uploads;
use crate::jsonapi::{Document, Id};

/// `POST /uploads/{id}/file`.
pub(super) async fn replace(
    access: Access<Upload, action::Update>,
    id: Id<Upload>,
    body: Multipart,
) -> Result<Document> {
    let rows = access.rows();
    let old = access
        .read(move |connection| {
            let ctx = rows.ctx();
            rows.require(connection, id)?;
            UPLOADS_SENT.require_room(connection, &sender(ctx), 0, &ctx.now)?;
            rows.load(connection, id)
        })
        .await?;
    if old.kind != UploadKind::Document {
        return Err(FieldFault::at("/file", "fixed").into());
    }
    let ctx = access.ctx();
    let received = uploads::receive(&ctx.site.tenant, ctx.user_id(), body, |_| {
        Ok(UploadKind::Document.rules())
    })
    .await?;
    let fields = Fields::of_kind(UploadKind::Document, &received.fields)?;
    let (files, new) = prepare::prepare(access.app(), received, fields).await?;
    if new.content_type != old.content_type {
        let extension = old.url.rsplit('.').next().unwrap_or_default().to_owned();
        return Err(FieldFault::at("/file", "same_type")
            .with("extension", extension)
            .into());
    }
    let one = files
        .store(&access, move |tx, rows| {
            UPLOADS_SENT.keep(tx, &sender(rows.ctx()))?;
            require_room(tx, new.size)?;
            let now = tx.now().to_owned();
            rows.change(tx, id, |row| {
                row.size = new.size;
                row.name = new.name;
                row.replaced_at = Some(now);
                Ok(())
            })?;
            let file = new.url.strip_prefix(DOCUMENT_ADDRESS).unwrap_or_default();
            let file = file.split('/').next().unwrap_or_default();
            tx.execute(
                "update uploads set file = ?2 where id = ?1",
                (id.number(), file),
            )?;
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}
