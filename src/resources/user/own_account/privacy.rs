//! Self-service privacy: export of one's data, and account deletion (docs/domain/retention.md#copy-of-ones-data,
//! docs/domain/rights.md#account).

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::archive::{ArchiveReason, Said, archive, reactivate, sole_duties};
use super::form::Form;
use super::guardian;
use crate::app::access::{Access, Reason, Unguarded, action};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::{CLOSINGS, DATA_EXPORTS};
use crate::base::clock::later;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, SentToMeta};
use crate::http::uploads;
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::privacy::Export;
use crate::resources::notification::Notice;
use crate::resources::personal_data::export;
use crate::resources::upload;
use crate::resources::user::AccountAttributes;
use crate::resources::user::{User, shown};

/// Validity of the download announced by email (docs/domain/limits.md#links).
const COPY_HOLDS: SignedDuration = SignedDuration::from_hours(24);

/// What nobody else manages.
#[derive(Serialize, Deserialize, JsonSchema)]
struct ErasurePreviewMeta {
    sole_manager_of: Vec<ManagedAlone>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ManagedAlone {
    r#type: String,
    id: String,
    name: String,
}

/// When the data is erased.
#[derive(Serialize, Deserialize, JsonSchema)]
struct ErasureMeta {
    erase_after: String,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/me/data_export", download)
        .named(
            "downloadDataExport",
            "Gives everything that is known of the person",
        )
        .answers(Described::file("application/zip"))
        .refuses(&[429])
        .action(Method::POST, "//api/v1/me/data_export", announce)
        .named(
            "requestDataExport",
            "Mails where the copy of one's data can be had",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .action(Method::GET, "//api/v1/me/erasure", before_leaving)
        .named(
            "getErasure",
            "Shows what somebody else has to manage before one can leave",
        )
        .answers(Described::json::<MetaOf<ErasurePreviewMeta>>(200))
        .action(Method::POST, "//api/v1/me/erasure", leave)
        .named(
            "requestErasure",
            "Closes one's own account; its data is erased thirty days later",
        )
        .answers(Described::json::<MetaOf<ErasureMeta>>(202))
        .answering_anew()
        .unguarded::<WayBack, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/me/erasure/undo",
            come_back,
        )
        .named("undoErasure", "Opens a closed account again, by link")
        .answers(Described::json::<OneOf<AccountAttributes>>(200))
        .refuses(&[410])
}

/// `GET /me/data_export`: a ZIP file, generated within the request.
async fn download(access: Access<User, action::Own>, (): (), _: Input<()>) -> Result<Response> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access
        .write(move |tx, _| {
            guardian::require_consent(tx, user_id, tx.now())?;
            audit(tx, Some(user_id), "take_copy", (User::TYPE, user_id))?;
            DATA_EXPORTS.keep(tx, &user_id.to_string())
        })
        .await?;
    let ctx = access.ctx();
    let now = ctx.now.clone();
    let folder = uploads::folder(&ctx.site.tenant);
    let Export { file_name, bytes } = access
        .read_slow(move |connection| {
            let file = |url: &str| upload::content(connection, &folder, url);
            export(connection, user_id, &now, &file)
        })
        .await?;
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/zip"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    let disposition = format!("attachment; filename=\"{file_name}\"");
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmptyBody")]
struct Nothing {}

/// `POST /me/data_export`: emails where to download the export, for use on another device. Nothing is stored: the
/// export is generated on download.
async fn announce(
    access: Access<User, action::Own>,
    (): (),
    input: Input<Form<Nothing>>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    input.body.read(&[])?;
    access
        .post(input.key, move |tx, rows| {
            guardian::require_consent(tx, user_id, tx.now())?;
            DATA_EXPORTS.keep(tx, &user_id.to_string())?;
            Notice {
                kind: MailKind::ExportReady,
                data: json!({ "path": "/account/privacy", "expires_at": later(tx.now(), COPY_HOLDS) }),
                subject: (User::TYPE, user_id),
                center_id: rows.ctx().site.center_id,
            }
            .tell(tx, user_id)?;
            let email: Option<String> = tx.query_row("select email from users where id = ?1", [user_id], |row| row.get(0))?;
            Ok(Answer::accepted(json!({ "data": null, "meta": { "sent_to": email } }).to_string()))
        })
        .await
}

/// `GET /me/erasure`: what nobody else manages and must be handed over first (docs/domain/rights.md#last-manager), in
/// the format of the refusal.
async fn before_leaving(
    access: Access<User, action::Own>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let now = access.ctx().now.clone();
    let alone = access
        .read(move |connection| sole_duties(connection, user_id, &now))
        .await?;
    Ok(Document::of(
        &json!({ "data": null, "meta": { "sole_manager_of": alone } }),
    ))
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ErasureRequest")]
struct Leaving {
    current_password: String,
    /// What the person says about it, if anything.
    #[validate(length(max = 500))]
    reason: Option<String>,
}

/// `POST /me/erasure`: closes the account at once; the data is erased thirty days later.
async fn leave(
    access: Access<User, action::Own>,
    (): (),
    input: Input<Form<Leaving>>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let Leaving {
        current_password,
        reason,
    } = input.body.read(&["current_password"])?;
    access.is_about(&Id::<User>::new(user_id));
    // The attempt is recorded before verification, and kept when the password is wrong.
    let hash = access
        .write(move |tx, _| {
            guardian::require_consent(tx, user_id, tx.now())?;
            CLOSINGS.keep(tx, &user_id.to_string())?;
            let hash: Option<Option<String>> = tx
                .query_row(
                    "select password_hash from users where id = ?1",
                    [user_id],
                    |row| row.get(0),
                )
                .optional()?;
            Ok(hash.flatten())
        })
        .await?;
    let is_right = access.app().hasher().verify(current_password, hash).await?;
    if !is_right {
        return Err(FieldFault::attribute("current_password", "current_password").into());
    }
    let erase_after = access
        .write(move |tx, _| {
            let said = Said {
                text: reason.filter(|reason| !reason.is_empty()),
                ..Said::default()
            };
            archive(tx, user_id, ArchiveReason::OwnWish, &said, Some(user_id))
        })
        .await?;
    Ok(Answer::accepted(
        json!({ "data": null, "meta": { "erase_after": erase_after } }).to_string(),
    ))
}

pub struct WayBack;

impl Reason for WayBack {
    const WHY: &'static str = "the link in the letter about a closed account is the credential";
    const FORGIVES: bool = true;
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ErasureUndo")]
struct ComingBack {
    restore_token: String,
}

/// `POST /me/erasure/undo`: reopens the account; signing in is a separate step.
async fn come_back(
    door: Unguarded<WayBack>,
    (): (),
    input: Input<Form<ComingBack>>,
) -> Result<Answer> {
    let ComingBack { restore_token } = input.body.read(&["restore_token"])?;
    door.post(input.key, move |tx, _| {
        let link = token::redeem(tx, Purpose::RestoreAccount, &restore_token)?;
        reactivate(tx, link.subject_id, Some(link.subject_id))?;
        Ok(Answer::ok(shown(tx, link.subject_id)?.to_string()))
    })
    .await
}
