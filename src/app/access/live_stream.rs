//! Opens live streams, and looks after those of a tenant: each ends within a second of losing its session or a right,
//! also where that was revoked by another process, or by time alone.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use super::AnyAccess;
use crate::app::App;
use crate::app::live::{Announcement, Close, Inbox, Listener, Place, Watch};
use crate::app::tenancy::tenant::Tenant;
use crate::db::TableVersion;
use crate::error::{Code, Result};

/// How often the streams are looked after; nothing is read while nothing has changed.
const EVERY: Duration = Duration::from_millis(500);
/// Rounds after which everybody is asked for again, whatever is known to have changed.
const ALL_EVERY: u32 = 120;
/// Streams that are judged in one read.
const AT_ONCE: usize = 50;

/// Tables that sessions are in, which nearly every minute of use changes.
const SESSIONS: &[&str] = &["sessions"];
/// Tables that decide, beside sessions, whether a request is let in and with which roles.
const RIGHTS: &[&str] = &[
    "users",
    "roles",
    "settings",
    "themes",
    "volunteer_centers",
    "second_factors",
    "recovery_codes",
];
/// Tables that decide what a centre looks like.
const LOOKS: &[&str] = &["themes", "volunteer_centers"];

impl AnyAccess {
    /// Opens a live stream of the actor; 429 if there are too many. It closes when the actor's session or roles
    /// change.
    pub fn listen(&self) -> Result<Place> {
        let site = &self.ctx.site;
        let listener = Listener {
            user_id: self.ctx.user_id().ok_or(Code::NotSignedIn)?,
            center_id: site.center_id,
            address: site.client_ip,
        };
        let authorized = Arc::clone(&self.ctx) as _;
        let (place, watch) = site
            .tenant
            .live
            .join(listener, authorized, &self.app.live_places)?;
        if let Some(watch) = watch {
            tokio::spawn(look_after(
                Arc::clone(&self.app),
                Arc::clone(&site.tenant),
                watch,
            ));
        }
        Ok(place)
    }
}

impl AnyAccess {
    /// The present version of these tables: as long as it stays the same, so does what is read from them.
    pub fn table_version(&self, tables: &[&str]) -> TableVersion {
        self.ctx.site.tenant.db.table_version(tables)
    }
}

/// What was seen of the database in the last round.
struct Seen {
    sessions: TableVersion,
    rights: TableVersion,
    looks: TableVersion,
    foreign: u64,
    themes: Vec<ThemeOfCenter>,
}

/// A centre, and its theme in its present version.
type ThemeOfCenter = (i64, Option<i64>, Option<i64>, Option<String>);

/// Runs while the tenant has streams.
async fn look_after(app: Arc<App>, tenant: Arc<Tenant>, watch: Watch) {
    let mut rounds = interval(EVERY);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut round = 0_u32;
    let mut seen = None;
    let mut watch = Some(watch);
    while let Some(held) = watch {
        rounds.tick().await;
        round = round.wrapping_add(1);
        let is_serving = app.tenants().is_serving(&tenant);
        if matches!(is_serving, Ok(false)) {
            for inbox in tenant.live.open() {
                inbox.close(Close::Reconnect);
            }
        } else if let Err(error) = look(&app, &tenant, round, &mut seen).await {
            // Whatever is being waited for, such as a busy disk, is tried again in the next round.
            tracing::warn!(tenant = tenant.name, %error, "live streams were not looked after");
            seen = None;
        }
        watch = tenant.live.unless_idle(held);
    }
}

async fn look(app: &App, tenant: &Tenant, round: u32, seen: &mut Option<Seen>) -> Result<()> {
    let db = &tenant.db;
    let (sessions, rights, looks) = (
        db.table_version(SESSIONS),
        db.table_version(RIGHTS),
        db.table_version(LOOKS),
    );
    let foreign = db.foreign_commits();
    let before = seen.take();
    let open = tenant.live.open();
    if before
        .as_ref()
        .is_some_and(|before| before.foreign != foreign)
    {
        for inbox in &open {
            inbox.reread();
        }
    }
    let are_rights_as_before = before
        .as_ref()
        .is_some_and(|before| before.rights == rights);
    let are_sessions_as_before = before
        .as_ref()
        .is_some_and(|before| before.sessions == sessions);
    let now = app.clock().now().as_second();
    let is_all = !are_rights_as_before || round.is_multiple_of(ALL_EVERY);
    let (mut asked, others): (Vec<_>, Vec<_>) = open
        .into_iter()
        .partition(|inbox| is_all || inbox.is_due(now));
    if !are_sessions_as_before {
        asked.extend(without_session(tenant, others).await?);
    }
    for some in asked.chunks(AT_ONCE) {
        judge(tenant, some.to_vec()).await?;
    }
    let themes = match before {
        Some(before) if before.looks == looks => before.themes,
        before => {
            let themes = read_themes(tenant).await?;
            for theme in &themes {
                if before
                    .as_ref()
                    .is_some_and(|before| !before.themes.contains(theme))
                {
                    let center_id = theme.0;
                    tenant.live.announce(&Announcement::Theme { center_id });
                }
            }
            themes
        }
    };
    *seen = Some(Seen {
        sessions,
        rights,
        looks,
        foreign,
        themes,
    });
    Ok(())
}

/// The streams whose session is gone or depends on another one, such as an impersonation.
async fn without_session(tenant: &Tenant, inboxes: Vec<Arc<Inbox>>) -> Result<Vec<Arc<Inbox>>> {
    let looked = tenant.db.read(move |connection| {
        let mut without = Vec::new();
        for inbox in inboxes {
            if !inbox.authorized().has_session(connection)? {
                without.push(inbox);
            }
        }
        Ok(without)
    });
    looked.await
}

async fn judge(tenant: &Tenant, inboxes: Vec<Arc<Inbox>>) -> Result<()> {
    let judged = tenant.db.read(move |connection| {
        for inbox in inboxes {
            inbox.settle(Arc::clone(inbox.authorized()).judge(connection)?);
        }
        Ok(())
    });
    judged.await
}

async fn read_themes(tenant: &Tenant) -> Result<Vec<ThemeOfCenter>> {
    let read = tenant.db.read(|connection| {
        let mut statement = connection.prepare_cached(
            "select c.id, c.theme_id, h.version, h.updated_at
               from volunteer_centers c
               left join themes h on h.id = c.theme_id",
        )?;
        let themes = statement
            .query_map([], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(themes)
    });
    read.await
}
