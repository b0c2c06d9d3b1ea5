//! Mail to the admins of the default tenant about the installation itself: they pass it on to whoever runs the server.

use rusqlite::Connection;
use serde_json::Value;

use super::WHY;
use crate::app::App;
use crate::error::Result;
use crate::mail::MailKind;
use crate::resources::notification::Notice;

/// Whom a mail went to.
pub(super) struct Told {
    pub tenant: String,
    pub admins: usize,
}

/// Writes the mail; `None` where there is no default tenant.
pub(super) async fn mail_admins(app: &App, kind: MailKind, data: Value) -> Result<Option<Told>> {
    let Some(name) = app.tenants().default_name()? else {
        return Ok(None);
    };
    let tenant = app.tenants().get(&name)?;
    let admins = tenant
        .unguarded(WHY)
        .write(move |tx| {
            let notice = Notice {
                kind,
                data,
                subject: ("volunteer_centers", 0),
                center_id: default_center(tx)?,
            };
            let admins = admins(tx)?;
            for id in &admins {
                notice.mail_only(tx, *id)?;
            }
            // No row of anybody has changed.
            tx.noted();
            Ok(admins.len())
        })
        .await?;
    Ok(Some(Told {
        tenant: name,
        admins,
    }))
}

fn default_center(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row(
        "select id from volunteer_centers order by is_default desc, id limit 1",
        [],
        |row| row.get(0),
    )?)
}

fn admins(connection: &Connection) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select distinct user_id from roles
              where name = 'admin' and scope_type = 'tenant' and accepted_at is not null
              order by user_id",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}
