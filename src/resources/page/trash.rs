//! Deleted pages: what visitors see of one ends at once and goes on when it is restored, within thirty days. After
//! that the retention job purges it.

use std::path::Path;

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};

use super::{Page, PublishedPage, slug};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, Ignored, Input, OperationKind, Routes};
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::jsonapi::{Document, Id};

pub const SOFT_DELETE: SoftDelete = SoftDelete {
    kind: "page",
    table: "pages",
    deleted: "t.deleted_at is not null",
    purge,
};

/// Deletes a page and ends what visitors see of it. A page with a fixed address stays.
pub(super) fn delete(tx: &Tx, id: Id<Page>) -> Result<()> {
    let address: String = tx
        .prepare_cached("select slug from pages where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    if slug::is_fixed(&address) {
        return Err(FieldFault::attribute("slug", "home_stays").into());
    }
    SOFT_DELETE.delete(tx, id.number())?;
    tx.prepare_cached(
        "update published_pages set planned_unpublish_at = unpublish_at, unpublish_at = ?2, version = version + 1, updated_at = ?2
          where page_id = ?1",
    )?
    .execute((id.number(), tx.now()))?;
    tx.prepare_cached(
        "delete from published_pages_search where rowid in (select p.id from published_pages p where p.page_id = ?1)",
    )?
    .execute([id.number()])?;
    Ok(())
}

/// Restores a page as it was: its draft, and what visitors saw of it as far as its time is not over.
fn restore(tx: &Tx, id: Id<Page>) -> Result<()> {
    require_address(tx, id)?;
    free_translation(tx, id)?;
    SOFT_DELETE.restore(tx, id.number())?;
    // The moments that passed meanwhile are carried out now.
    forget_effects(tx, id.number())?;
    // `blocks` is named for the index of the search, which is written anew.
    tx.prepare_cached(
        "update published_pages set unpublish_at = planned_unpublish_at, planned_unpublish_at = null, blocks = blocks,
           version = version + 1, updated_at = ?2
          where page_id = ?1",
    )?
    .execute((id.number(), tx.now()))?;
    // The address was taken by a page that moved on.
    tx.prepare_cached(
        "delete from page_redirects where (volunteer_center_id, locale, slug) in
           (select volunteer_center_id, locale, slug from pages where id = ?1)",
    )?
    .execute([id.number()])?;
    Ok(())
}

/// Refuses to restore a page whose address another one has, and names that page.
fn require_address(tx: &Tx, id: Id<Page>) -> Result<()> {
    let other: Option<(String, String, String, String)> = tx
        .prepare_cached(
            "select o.title, o.slug, o.page_type, o.locale from pages t join pages o on o.volunteer_center_id = t.volunteer_center_id
                and o.locale = t.locale and o.slug = t.slug and o.id <> t.id and o.deleted_at is null
              where t.id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())
        .optional()?;
    let Some((title, slug, page_type, locale)) = other else {
        return Ok(());
    };
    let path = PublishedPage::path(&slug, &page_type, &locale);
    Err(FieldFault::attribute("slug", "address_in_use")
        .with("title", title)
        .with("path", path)
        .into())
}

/// A page that got another translation meanwhile keeps that one.
fn free_translation(tx: &Tx, id: Id<Page>) -> Result<()> {
    tx.prepare_cached(
        "update pages set translation_of_id = null where id = :id and translation_of_id is not null and (
           exists (select 1 from pages o where o.translation_of_id = pages.translation_of_id and o.id <> :id and o.deleted_at is null)
           or exists (select 1 from pages x join pages y on y.id = x.translation_of_id
                       where x.id = pages.translation_of_id and y.deleted_at is null))",
    )?
    .execute(named_params! {":id": id.number()})?;
    tx.prepare_cached(
        "update pages set translation_of_id = null, version = version + 1, updated_at = :now
          where translation_of_id = :id and exists (select 1 from pages o where o.translation_of_id = pages.id and o.deleted_at is null)",
    )?
    .execute(named_params! {":id": id.number(), ":now": tx.now()})?;
    Ok(())
}

fn forget_effects(tx: &Tx, page_id: i64) -> Result<()> {
    tx.prepare_cached(
        "delete from scheduled_effects where subject_type = 'published_pages'
            and subject_id in (select p.id from published_pages p where p.page_id = ?1)",
    )?
    .execute([page_id])?;
    Ok(())
}

/// Removes a page with its blocks, versions, redirects and the rights over it. Menu items that led to it stay, hidden.
fn purge(tx: &Tx, id: i64, _: &Path) -> Result<()> {
    tx.prepare_cached("delete from roles where scope_type = 'page' and scope_id = ?1")?
        .execute([id])?;
    forget_effects(tx, id)?;
    tx.prepare_cached("delete from pages where id = ?1")?
        .execute([id])?;
    Ok(())
}

async fn bring_back(
    access: Access<Page, action::Restore>,
    id: Id<Page>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            restore(tx, id)?;
            Ok(())
        })
        .await
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/restore", bring_back)
        .answering(OperationKind::Find)
        .named("restorePage", "Restores a deleted page, within thirty days")
        .refuses(&[410, 422])
        .answers(Described::one::<Page>(200))
}
