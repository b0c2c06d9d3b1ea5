//! What templates of vacancies and of activities have in common.

use rusqlite::named_params;
use serde_json::{Map, Value};

use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::jsonapi::{Resource, table};
use crate::model::belongings::Undone;

/// Bytes of the content.
const LARGEST: usize = 40_000;

/// Keeps those attributes of the content that somebody may write into an `R`, without those in `decided_anew`.
pub(super) fn tidy<R: Resource>(
    content: &mut Map<String, Value>,
    decided_anew: &[&str],
) -> Result<()> {
    content.retain(|name, value| {
        let column = table::<R>().column(name);
        column.is_some_and(|column| !column.is_read_only)
            && !decided_anew.contains(&name.as_str())
            && !value.is_null()
    });
    if serde_json::to_vec(content)?.len() > LARGEST {
        return Err(FieldFault::attribute("content", "length")
            .with("max", LARGEST)
            .into());
    }
    Ok(())
}

/// What is added to the name of a template where the other organisation has one of that name: `:id` is whose it was.
const SUFFIX: &str = "' (' || (select name from organizations where id = :id) || ')'";

/// Names the templates that would be there twice after the organisation that they come from. One with the same words
/// stays behind.
pub(super) fn rename<T: Resource>(tx: &Tx, id: i64, into: i64) -> Result<Vec<i64>> {
    let table = T::TYPE;
    let sql = format!(
        "update or ignore {table} set name = name || {SUFFIX}, version = version + 1, updated_at = :now
          where organization_id = :id
            and exists (select 1 from {table} o
                         where o.organization_id = :into and o.name = {table}.name collate nocase
                           and o.content <> {table}.content)
         returning id"
    );
    Ok(tx
        .prepare_cached(&sql)?
        .query_map(
            named_params! {":id": id, ":into": into, ":now": tx.now()},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// What the merge named anew has its own name again.
pub(super) fn name_again<T: Resource>(tx: &Tx, undone: &Undone) -> Result<()> {
    let table = T::TYPE;
    let sql = format!(
        "update or ignore {table}
            set name = substr(name, 1, length(name) - length({SUFFIX})), version = version + 1, updated_at = :now
          where organization_id = :id and id in (select value from json_each(:ids)) and created_at <= :merged_at
            and substr(name, -length({SUFFIX})) = {SUFFIX}"
    );
    tx.prepare_cached(&sql)?.execute(named_params! {
        ":id": undone.id, ":ids": undone.changed, ":merged_at": undone.merged_at, ":now": tx.now(),
    })?;
    Ok(())
}
