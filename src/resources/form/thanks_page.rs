//! The page that is shown after sending a form, instead of a text.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::FormAttributes;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::resources::page::{Page, PublishedPage};

/// Whether visitors of the centre see the page now.
pub(super) fn is_offered(tx: &Tx, page: Id<Page>, center_id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from published_pages
              where page_id = :page_id and volunteer_center_id = :center_id
                and publish_at <= :now and (unpublish_at is null or unpublish_at > :now)",
        )?
        .exists(named_params! {
            ":page_id": page.number(), ":center_id": center_id, ":now": tx.now(),
        })?)
}

/// The path of the form's thank-you page, with the prefix of its language: the page in the reader's language where it
/// is published, else the chosen one. None: the text is shown.
pub fn thanks_path(
    connection: &Connection,
    form: &FormAttributes,
    locale: Locale,
    now: &str,
) -> Result<Option<String>> {
    let Some(page) = form.thanks_page_id else {
        return Ok(None);
    };
    let found: Option<(String, String, String)> = connection
        .prepare_cached(
            "select p.slug, p.page_type, p.locale
               from published_pages p join pages t on t.id = p.page_id
              where p.volunteer_center_id = :center_id
                and p.publish_at <= :now and (p.unpublish_at is null or p.unpublish_at > :now)
                and (t.id = :page_id
                     or (p.locale = :locale
                         and (t.translation_of_id = :page_id
                              or t.id = (select translation_of_id from pages where id = :page_id))))
              order by p.locale = :locale desc, p.publish_at desc limit 1",
        )?
        .query_row(
            named_params! {
                ":center_id": form.volunteer_center_id, ":page_id": page.number(),
                ":locale": locale.as_str(), ":now": now,
            },
            |row| row.try_into(),
        )
        .optional()?;
    Ok(found.map(|(slug, page_type, locale)| PublishedPage::path(&slug, &page_type, &locale)))
}
