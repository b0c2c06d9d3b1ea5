//! The rows that are made and deleted with their centre: its profile and its theme.

use rusqlite::named_params;

use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::write::versions;

/// Creates the profile and theme of a further centre, in the colours of the tenant's first centre. The first centre's
/// own texts, footer and analytics id are not copied.
pub(super) fn furnish(tx: &Tx, center_id: i64) -> Result<()> {
    tx.execute(
        "insert into volunteer_center_profiles (website_logo_url, website_logo_dark_mode_url, favicon_url, primary_color,
             secondary_color, tertiary_color, muted_color, background_color, text_color, created_at, updated_at)
         select website_logo_url, website_logo_dark_mode_url, favicon_url, primary_color,
             secondary_color, tertiary_color, muted_color, background_color, text_color, :now, :now
           from volunteer_center_profiles
          where id = (select profile_id from volunteer_centers order by is_default desc, id limit 1)",
        named_params! {":now": tx.now()},
    )?;
    let profile_id = tx.last_insert_rowid();
    let columns: String = tx.query_row(
        "select group_concat(name, ', ') from pragma_table_info('themes')
          where name not in ('id', 'version', 'created_at', 'updated_at')",
        [],
        |row| row.get(0),
    )?;
    tx.execute(
        &format!(
            "insert into themes ({columns}, created_at, updated_at)
             select {columns}, :now, :now from themes
              where id = (select theme_id from volunteer_centers order by is_default desc, id limit 1)"
        ),
        named_params! {":now": tx.now()},
    )?;
    tx.execute(
        "update volunteer_centers set profile_id = :profile_id, theme_id = :theme_id where id = :id",
        named_params! {":id": center_id, ":profile_id": profile_id, ":theme_id": tx.last_insert_rowid()},
    )?;
    Ok(())
}

/// Deletes a centre with its profile and theme. Nothing may refer to it any more.
pub(super) fn clear_away(tx: &Tx, center_id: i64) -> Result<()> {
    let (profile_id, theme_id): (Option<i64>, Option<i64>) = tx.query_row(
        "delete from volunteer_centers where id = ?1 returning profile_id, theme_id",
        [center_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    tx.execute(
        "delete from volunteer_center_profiles where id = ?1",
        [profile_id],
    )?;
    tx.execute("delete from themes where id = ?1", [theme_id])?;
    for (type_name, id) in [
        ("volunteer_centers", Some(center_id)),
        ("volunteer_center_profiles", profile_id),
        ("themes", theme_id),
    ] {
        if let Some(id) = id {
            versions::forget(tx, type_name, id)?;
        }
    }
    Ok(())
}
