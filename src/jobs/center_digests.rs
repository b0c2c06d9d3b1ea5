//! Mails to a centre about its own work: each working day at 08:00 what waits, on Monday the figures of the week, on the
//! first of the month those of the month (docs/domain/mails.md#catalogue). A server that was down on that day skips it.

use jiff::civil::{Date, Weekday};
use jiff::{Timestamp, ToSpan as _};
use rusqlite::{Connection, named_params};
use serde_json::{Value, json};

use crate::base::working_days::{amsterdam, is_working_day};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::{MailKind, is_quiet};
use crate::resources::notification::Notice;
use crate::resources::volunteer_center::VolunteerCenter;

/// Hour of the day in the Netherlands from which they are sent.
const FROM_HOUR: i8 = 8;

const KINDS: [MailKind; 3] = [
    MailKind::DailyTodo,
    MailKind::WeeklySummary,
    MailKind::MonthlyReport,
];

/// What waits for a centre: its name, the rows with the moment since when, and where it is done.
const WAITING: [(&str, &str, &str); 8] = [
    (
        "vacancies",
        "select v.updated_at as since from vacancies v
          where v.volunteer_center_id = :center_id
            and ((v.status = 'draft' and v.moderation_state = 'submitted') or v.revision_state = 'submitted')",
        "/moderation",
    ),
    (
        "organizations",
        "select o.created_at as since from organizations o
          where o.volunteer_center_id = :center_id and o.status = 'pending'",
        "/moderation",
    ),
    (
        "activities",
        "select a.updated_at as since from activities a
          where a.volunteer_center_id = :center_id
            and ((a.status = 'draft' and a.moderation_state = 'submitted') or a.revision_state = 'submitted')",
        "/moderation",
    ),
    (
        "reports",
        "select r.created_at as since from abuse_reports r
          where r.volunteer_center_id = :center_id and (r.status in ('new', 'in_review') or r.appeal_status = 'open')",
        "/moderation",
    ),
    (
        "silent",
        "select coalesce(a.school_approved_at, a.created_at) as since from applications a
          where a.volunteer_center_id = :center_id and a.is_held = 0 and a.stage = 'new' and a.responded_at is null
            and coalesce(a.school_approved_at, a.created_at) <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-7 days')",
        "/applications?stage=new&waiting=7",
    ),
    (
        "messages",
        "select c.last_message_at as since from conversations c
           join conversation_sides s on s.conversation_id = c.id and s.side = 'center' and s.blocked_at is null
          where c.volunteer_center_id = :center_id
            and exists (select 1 from messages m where m.conversation_id = c.id and m.side <> 'center' and m.hidden_at is null and m.id > s.read_id)",
        "/conversations",
    ),
    (
        "checks",
        "select k.updated_at as since from checks k
          where k.volunteer_center_id = :center_id and k.organization_id is null and k.status = 'claimed'",
        "/verklaringen",
    ),
    (
        "suggestions",
        "select s.created_at as since from organization_suggestions s
           join organizations o on o.id = s.organization_id
          where o.volunteer_center_id = :center_id and s.handled = 0",
        "/organizations/suggestions",
    ),
];

/// What is counted over a period: its name, and the rows with the moment that lies in it.
const FIGURES: [(&str, &str); 6] = [
    (
        "people",
        "select u.created_at as at from users u where u.volunteer_center_id = :center_id and u.status = 'active'",
    ),
    (
        "organizations",
        "select t.at from transitions t join organizations o on o.id = t.subject_id
          where t.subject_type = 'organizations' and t.to_state = 'approved' and o.volunteer_center_id = :center_id",
    ),
    (
        "vacancies",
        "select v.published_at as at from vacancies v where v.volunteer_center_id = :center_id and v.published_at is not null",
    ),
    (
        "applications",
        "select a.created_at as at from applications a where a.volunteer_center_id = :center_id and a.is_held = 0",
    ),
    (
        "accepted",
        "select t.at from transitions t join applications a on a.id = t.subject_id
          where t.subject_type = 'applications' and t.to_state = 'accepted' and a.volunteer_center_id = :center_id",
    ),
    (
        "registrations",
        "select r.created_at as at from activity_registrations r join activities a on a.id = r.activity_id
          where a.volunteer_center_id = :center_id",
    ),
];

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    for kind in KINDS {
        if let Some(period) = period(kind, now)
            && !centers(connection, kind, period)?.is_empty()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Mails the centres whose digest is due; returns how many there were.
pub async fn mail_centers(db: &Db) -> Result<usize> {
    let mut count = 0;
    for kind in KINDS {
        let waiting = db
            .write(move |tx| match period(kind, tx.now()) {
                Some(period) => centers(tx, kind, period),
                None => Ok(Vec::new()),
            })
            .await?;
        for center_id in waiting {
            match db.write(move |tx| mail_center(tx, kind, center_id)).await {
                Ok(is_mailed) => count += usize::from(is_mailed),
                Err(error) => {
                    tracing::error!(center_id, kind = kind.as_str(), %error, "a mail to a centre was passed over");
                }
            }
        }
    }
    Ok(count)
}

/// A stretch of days, the first included and the last not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Period {
    from: Date,
    until: Date,
}

impl Period {
    /// The stretch before it of the same kind.
    fn before(self, kind: MailKind) -> Self {
        let step = if kind == MailKind::MonthlyReport {
            1.month()
        } else {
            7.days()
        };
        Self {
            from: self.from.saturating_sub(step),
            until: self.from,
        }
    }

    /// Its ends as stored timestamps: midnight in the Netherlands.
    fn ends(self) -> Option<(String, String)> {
        let midnight = |date: Date| {
            let at = date.to_zoned_datetime(amsterdam()).ok()?;
            Some(at.timestamp().strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        };
        Some((midnight(self.from)?, midnight(self.until)?))
    }
}

/// What a kind is about, if now is the moment for it.
fn period(kind: MailKind, now: &str) -> Option<Period> {
    let moment = now
        .parse::<Timestamp>()
        .ok()?
        .to_zoned_datetime(amsterdam());
    let today = moment.date();
    if moment.hour() < FROM_HOUR || is_quiet(now) {
        return None;
    }
    match kind {
        MailKind::DailyTodo => is_working_day(today).then(|| Period {
            from: today,
            until: today.saturating_add(1.day()),
        }),
        MailKind::WeeklySummary => (today.weekday() == Weekday::Monday).then(|| Period {
            from: today.saturating_sub(7.days()),
            until: today,
        }),
        MailKind::MonthlyReport => (today.day() == 1).then(|| Period {
            from: today.saturating_sub(1.month()),
            until: today,
        }),
        _ => None,
    }
}

/// The centres that have not had it.
fn centers(connection: &Connection, kind: MailKind, period: Period) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select c.id from volunteer_centers c
              where not exists (select 1 from center_digests d
                                 where d.volunteer_center_id = c.id and d.kind = :kind and d.period = :period)
              order by c.id",
        )?
        .query_map(
            named_params! {":kind": kind.as_str(), ":period": period.from.to_string()},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Mails one centre, unless another process has done so; nothing where there is nothing to say.
fn mail_center(tx: &Tx, kind: MailKind, center_id: i64) -> Result<bool> {
    let Some(period) = period(kind, tx.now()) else {
        return Ok(false);
    };
    let is_first = tx
        .prepare_cached(
            "insert or ignore into center_digests (volunteer_center_id, kind, period, sent_at) values (:center_id, :kind, :period, :now)",
        )?
        .execute(named_params! {
            ":center_id": center_id,
            ":kind": kind.as_str(),
            ":period": period.from.to_string(),
            ":now": tx.now(),
        })?;
    let data = if is_first == 0 {
        None
    } else if kind == MailKind::DailyTodo {
        waiting_items(tx, center_id)?
    } else {
        figures(tx, kind, center_id, period)?
    };
    let Some(data) = data else {
        return Ok(false);
    };
    Notice {
        kind,
        data,
        subject: (VolunteerCenter::TYPE, center_id),
        center_id,
    }
    .notify_center(tx)?;
    Ok(true)
}

fn waiting_items(tx: &Tx, center_id: i64) -> Result<Option<Value>> {
    let mut items = Vec::new();
    let mut total = 0_i64;
    for (name, rows, path) in WAITING {
        let (count, days): (i64, Option<i64>) = tx
            .prepare_cached(&format!(
                "select count(*), cast(julianday(:now) - julianday(min(since)) as integer) from ({rows})"
            ))?
            .query_row(
                named_params! {":center_id": center_id, ":now": tx.now()},
                |row| row.try_into(),
            )?;
        if count > 0 {
            total += count;
            let days = days.filter(|days| *days > 0);
            items.push(json!({ "name": name, "count": count, "days": days, "path": path }));
        }
    }
    Ok((total > 0).then(|| json!({ "count": total, "items": items, "path": "/dashboard" })))
}

/// The figures of a period beside those of the one before. None for a centre where nothing happened in either.
fn figures(tx: &Tx, kind: MailKind, center_id: i64, period: Period) -> Result<Option<Value>> {
    let mut found = Vec::new();
    let mut is_quiet = true;
    for (name, rows) in FIGURES {
        let count = counted(tx, rows, center_id, period)?;
        let before = counted(tx, rows, center_id, period.before(kind))?;
        is_quiet &= count == 0 && before == 0;
        found.push(json!({ "name": name, "count": count, "before": before }));
    }
    Ok((!is_quiet).then(|| {
        json!({
            "from": period.from.to_string(),
            "until": period.until.saturating_sub(1.day()).to_string(),
            "figures": found,
            "path": "/dashboard",
        })
    }))
}

fn counted(tx: &Tx, rows: &str, center_id: i64, period: Period) -> Result<i64> {
    let Some((from, until)) = period.ends() else {
        return Ok(0);
    };
    Ok(tx
        .prepare_cached(&format!(
            "select count(*) from ({rows}) where at >= :from and at < :until"
        ))?
        .query_row(
            named_params! {":center_id": center_id, ":from": from, ":until": until},
            |row| row.get(0),
        )?)
}
