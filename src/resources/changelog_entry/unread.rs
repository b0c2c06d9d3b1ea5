//! Entries of the changelog that are new to somebody: published since they last read it, for the roles they hold.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::ChangelogEntry;
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::{Answer, Document};

/// Who has not read it yet begins at their account: what was new before it is new to nobody.
const UNREAD: &str = "
    with held (name) as (
        select r.name from roles r
         where r.user_id = :user_id and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)),
    mine (audience) as (
        select 'centers' where exists (
            select 1 from held where name in ('page_manager', 'content_manager', 'center_superuser', 'admin'))
        union all
        select 'organizations' where exists (
            select 1 from held where name in ('organization_superuser', 'mentor'))
        union all
        select 'volunteers' where exists (select 1 from held where name in ('volunteer', 'student'))
            or not exists (select 1 from held))
    select t.id from changelog_entries t
     where t.published = 1
       and t.published_at > (select coalesce(s.read_at, u.created_at) from users u
                               left join changelog_reads s on s.user_id = u.id where u.id = :user_id)
       and (t.audiences = '[]'
            or exists (select 1 from json_each(t.audiences) a where a.value in (select audience from mine)))
     order by t.date desc, t.id desc";

#[derive(Serialize, Deserialize, JsonSchema)]
struct UnreadChangelogMeta {
    count: usize,
    /// The entries, the latest first.
    ids: Vec<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/changelog_entries/unread", unread)
        .named(
            "listUnreadChangelogEntries",
            "Counts and names the entries that are new to the reader",
        )
        .answers(Described::json::<MetaOf<UnreadChangelogMeta>>(200))
        .action(Method::PUT, "//api/v1/changelog_entries/read_all", read_all)
        .named("readAllChangelogEntries", "Marks every entry as read")
        .answers(Described::empty())
}

fn unread_ids(connection: &Connection, user_id: i64, now: &str) -> Result<Vec<String>> {
    let ids = connection
        .prepare_cached(UNREAD)?
        .query_map(named_params! {":user_id": user_id, ":now": now}, |row| {
            row.get::<_, i64>(0)
        })?
        .map(|id| id.map(|id| id.to_string()))
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

async fn unread(
    access: Access<ChangelogEntry, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let now = access.ctx().now.clone();
    let ids = access
        .read(move |connection| unread_ids(connection, user_id, &now))
        .await?;
    let meta = UnreadChangelogMeta {
        count: ids.len(),
        ids,
    };
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

async fn read_all(
    access: Access<ChangelogEntry, action::Read>,
    (): (),
    _: Input<Ignored>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access
        .write(move |tx, _| {
            tx.execute(
                "insert into changelog_reads (user_id, read_at) values (?1, ?2)
                     on conflict (user_id) do update set read_at = excluded.read_at",
                (user_id, tx.now()),
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}
