//! Publishing: a snapshot of the draft, now or at a moment, and its end. What visitors see follows the clock; the job
//! only tidies up behind it.

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::{as_json, blocks_of};
use super::{NewsItem, Page, checks, draft, version};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Ignored, Input, OperationKind, Routes};
use crate::jsonapi::schema::lifecycle::{ScheduleEvent, Scheduled};
use crate::jsonapi::{Document, Id};

/// How a draft goes online.
#[derive(Serialize, Deserialize, JsonSchema, Default)]
pub struct PublishForm {
    /// Also with explanations of a template in it: 422 `template_text` names them first.
    #[serde(default)]
    pub confirmed: bool,
}

/// The moments of a version. What is not given is not planned.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleForm {
    /// When the draft as it is now is published; none: what is published stays.
    #[serde(default)]
    #[schemars(extend("format" = "date-time"))]
    pub publish_at: Option<String>,
    /// When the page goes offline.
    #[serde(default)]
    #[schemars(extend("format" = "date-time"))]
    pub unpublish_at: Option<String>,
    /// Also with explanations of a template in it.
    #[serde(default)]
    pub confirmed: bool,
}

pub const SCHEDULED: Scheduled = Scheduled {
    table: "published_pages",
    effect: take_over,
};

/// Tidies up after a version began or ended. What a deleted page shows is kept for who restores it.
fn take_over(tx: &Tx, id: i64, event: ScheduleEvent) -> Result<()> {
    let found: Option<(i64, i64, String)> = tx
        .prepare_cached(
            "select p.page_id, p.number, p.published_at from published_pages p join pages t on t.id = p.page_id
              where p.id = ?1 and t.deleted_at is null",
        )?
        .query_row([id], |row| row.try_into())
        .optional()?;
    let Some((page_id, number, published_at)) = found else {
        return Ok(());
    };
    match event {
        ScheduleEvent::Publish => {
            tx.prepare_cached(
                "update pages set published_number = ?2, published_at = coalesce(published_at, ?3), version = version + 1 where id = ?1 and published_number is not ?2",
            )?
            .execute((page_id, number, published_at))?;
            tx.prepare_cached(
                "delete from published_pages where page_id = ?1 and id <> ?2
                    and publish_at < (select n.publish_at from published_pages n where n.id = ?2)",
            )?
            .execute((page_id, id))?;
        }
        ScheduleEvent::Unpublish => {
            tx.prepare_cached("delete from published_pages where id = ?1")?
                .execute([id])?;
            tx.prepare_cached("update pages set version = version + 1 where id = ?1")?
                .execute([page_id])?;
        }
    }
    draft::note_pictures(tx, page_id)
}

/// Refuses a draft with something to mend first, and one that was not read: several people write on it.
fn require_ready(tx: &Tx, rows: &Rows<Page>, id: Id<Page>, is_confirmed: bool) -> Result<()> {
    let page = rows.load(tx, id)?;
    let ctx = rows.ctx();
    ctx.require_read(id)
        // The same page under its other name.
        .or_else(|unread| {
            let news = Id::<NewsItem>::new(id.number());
            ctx.require_read(news).map_err(|_| unread)
        })?;
    let found = checks::all(tx, id, &page, (tx.now(), rows.ctx().site.locale))?;
    let faults = checks::faults(&found, is_confirmed);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Makes a snapshot of the draft that visitors see from `publish_at` until `unpublish_at`.
pub(super) fn put_online(
    tx: &Tx,
    page_id: i64,
    (publish_at, unpublish_at): (&str, Option<&str>),
    actor: Option<i64>,
) -> Result<()> {
    let number = version::record(tx, page_id, (actor, true))?;
    let blocks = blocks_of(tx, page_id)?;
    let shown: Vec<_> = blocks
        .into_iter()
        .filter(|block| !block.is_hidden)
        .collect();
    let is_now = publish_at <= tx.now();
    if is_now {
        tx.prepare_cached("delete from published_pages where page_id = ?1")?
            .execute([page_id])?;
    } else {
        tx.prepare_cached("delete from published_pages where page_id = ?1 and publish_at > ?2")?
            .execute((page_id, tx.now()))?;
        // What visitors see until then ends when this begins.
        tx.prepare_cached(
            "update published_pages set unpublish_at = ?2, version = version + 1, updated_at = ?3 where page_id = ?1",
        )?
        .execute((page_id, publish_at, tx.now()))?;
    }
    tx.prepare_cached(
        "insert into published_pages (page_id, volunteer_center_id, number, title, slug, locale, page_type, page_layout,
           show_title_on_page, summary, featured, meta_title, meta_description, og_title, og_description, og_image_url, tags,
           author_name, image_url, image_alt, blocks, published_at, publish_at, unpublish_at, created_at, updated_at)
         select id, volunteer_center_id, :number, title, slug, locale, page_type, page_layout, show_title_on_page, summary,
           featured, meta_title, meta_description, og_title, og_description,
           (select u.url from uploads u where u.id = og_image_id), tags, author_name,
           coalesce((select u.url from uploads u where u.id = image_id), '/img/' || image_stock || '.svg'),
           coalesce(nullif(image_alt, ''), (select u.alt from uploads u where u.id = image_id)),
           :blocks, coalesce(published_at, :publish_at), :publish_at, :unpublish_at, :now, :now
           from pages where id = :page_id",
    )?
    .execute(named_params! {
        ":number": number,
        ":page_id": page_id,
        ":blocks": as_json(&shown).to_string(),
        ":publish_at": publish_at,
        ":unpublish_at": unpublish_at,
        ":now": tx.now(),
    })?;
    tx.prepare_cached(
        "update pages set has_unpublished_changes = 0, version = version + 1, updated_at = :now,
           published_at = iif(:is_now, coalesce(published_at, :now), published_at),
           published_number = iif(:is_now, :number, published_number)
          where id = :page_id",
    )?
    .execute(
        named_params! {":page_id": page_id, ":is_now": is_now, ":number": number, ":now": tx.now()},
    )?;
    draft::note_pictures(tx, page_id)
}

/// A moment in the future, within two years.
fn moment(value: Option<&str>, field: &str, now: &str) -> Result<Option<String>> {
    let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let wrong = || FieldFault::at(format!("/{field}"), "publish_dates");
    let at: jiff::Timestamp = value.parse().map_err(|_| wrong())?;
    let now: jiff::Timestamp = now.parse().map_err(Error::internal)?;
    if at <= now || at > now + jiff::SignedDuration::from_hours(2 * 366 * 24) {
        return Err(wrong().into());
    }
    Ok(Some(at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()))
}

/// Publishes the draft now. An end that was planned stays planned.
pub(super) fn put_draft_online(
    tx: &Tx,
    rows: &Rows<Page>,
    id: Id<Page>,
    form: &PublishForm,
) -> Result<()> {
    require_ready(tx, rows, id, form.confirmed)?;
    let now = tx.now().to_owned();
    let ends: Option<String> = tx
        .prepare_cached(
            "select max(unpublish_at) from published_pages p where p.page_id = ?1 and p.unpublish_at > ?2
                and not exists (select 1 from published_pages n where n.page_id = ?1 and n.publish_at = p.unpublish_at)",
        )?
        .query_row((id.number(), &now), |row| row.get(0))?;
    let actor = rows.ctx().user_id();
    put_online(tx, id.number(), (&now, ends.as_deref()), actor)
}

/// Takes a page offline, and forgets what was scheduled.
pub(super) fn take_offline(tx: &Tx, rows: &Rows<Page>, id: Id<Page>) -> Result<()> {
    rows.require(tx, id)?;
    tx.prepare_cached("delete from published_pages where page_id = ?1")?
        .execute([id.number()])?;
    tx.prepare_cached(
        "update pages set has_unpublished_changes = 1, version = version + 1, updated_at = ?2 where id = ?1",
    )?
    .execute((id.number(), tx.now()))?;
    draft::note_pictures(tx, id.number())
}

/// Publishes the draft at a moment, or ends the page at one.
pub(super) fn plan(tx: &Tx, rows: &Rows<Page>, id: Id<Page>, form: &ScheduleForm) -> Result<()> {
    rows.require(tx, id)?;
    let begin = moment(form.publish_at.as_deref(), "publish_at", tx.now())?;
    let end = moment(form.unpublish_at.as_deref(), "unpublish_at", tx.now())?;
    if let (Some(begin), Some(end)) = (&begin, &end)
        && end <= begin
    {
        return Err(FieldFault::at("/unpublish_at", "publish_dates").into());
    }
    if let Some(begin) = begin {
        require_ready(tx, rows, id, form.confirmed)?;
        let actor = rows.ctx().user_id();
        return put_online(tx, id.number(), (&begin, end.as_deref()), actor);
    }
    tx.prepare_cached("delete from published_pages where page_id = ?1 and publish_at > ?2")?
        .execute((id.number(), tx.now()))?;
    tx.prepare_cached(
        "update published_pages set unpublish_at = ?2, version = version + 1, updated_at = ?3
          where page_id = ?1 and (unpublish_at is null or unpublish_at > ?3)",
    )?
    .execute((id.number(), end, tx.now()))?;
    tx.prepare_cached(
        "update pages set version = version + 1, updated_at = ?2,
           has_unpublished_changes = not exists (select 1 from published_pages p where p.page_id = pages.id
             and p.number = (select max(v.number) from page_versions v where v.page_id = pages.id))
          where id = ?1",
    )?
    .execute((id.number(), tx.now()))?;
    draft::note_pictures(tx, id.number())
}

async fn publish(
    access: Access<Page, action::Manage>,
    id: Id<Page>,
    form: Input<PublishForm>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            put_draft_online(tx, rows, id, &form.body)?;
            Ok(())
        })
        .await
}

async fn unpublish(
    access: Access<Page, action::Manage>,
    id: Id<Page>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            take_offline(tx, rows, id)?;
            Ok(())
        })
        .await
}

async fn schedule(
    access: Access<Page, action::Manage>,
    id: Id<Page>,
    form: Input<ScheduleForm>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            plan(tx, rows, id, &form.body)?;
            Ok(())
        })
        .await
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/publish", publish)
        .answering(OperationKind::Find)
        .named("publishPage", "Publishes the draft")
        .refuses(&[422, 428])
        .answers(Described::one::<Page>(200))
        .action(Method::PUT, "/{id}/unpublish", unpublish)
        .answering(OperationKind::Find)
        .named(
            "unpublishPage",
            "Takes a page offline, and forgets what was scheduled",
        )
        .answers(Described::one::<Page>(200))
        .action(Method::PUT, "/{id}/schedule", schedule)
        .named(
            "schedulePage",
            "Publishes the draft at a moment, or ends the page at one",
        )
        .refuses(&[428])
        .answers(Described::one::<Page>(200))
}
