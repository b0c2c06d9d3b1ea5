//! Generation of export files: small ones in the request, others in the background (docs/domain/limits.md#numbers).
//! Exports interrupted by a stop of the server are resumed.

use axum::http::StatusCode;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::{Value, json};

use super::{Export, ExportEvent, ExportForm, ExportResource, ExportState, require_leave};
use crate::app::access::{Access, RequestContext, action};
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::{DocumentOf, Input, Sent};
use crate::jsonapi::write::store::{new_attributes_of, typed};
use crate::jsonapi::{Answer, Id, Resource, table};
use crate::mail::MailKind;
use crate::model::state_history;
use crate::model::state_machine::written;
use crate::policy::Role;
use crate::resources::export::collect::Gathered;
use crate::resources::notification::Notice;

/// Retention of a file, in days.
const KEPT: i64 = 1;
/// Maximum number of rows generated within the request.
const AT_ONCE: usize = 1000;
/// Maximum number of attempts, so that an export that crashes the server is not retried for ever.
const ATTEMPTS: i64 = 3;
/// Seconds after which an export of another process is taken over, since that process has ended.
const LEFT_AFTER: i64 = 60;

pub type Making = Access<Export, action::Create>;

/// `POST /exports`: 201 with a file ready for download, or 202 with one in progress.
pub async fn create(
    access: Making,
    (): (),
    input: Input<Sent<DocumentOf<Export, ExportForm>>>,
) -> Result<Answer> {
    let attributes = new_attributes_of(table::<Export>(), &input.body)?;
    let form: ExportForm = typed(&["resource", "format"], attributes)?;
    let locale = input.locale();
    let mut gathered = Gathered::of(form.resource);
    gathered.read(&access, &form.filter, 1).await?;
    if gathered.total > AT_ONCE {
        return begin(access, input, form, gathered).await;
    }
    gathered.read(&access, &form.filter, usize::MAX).await?;
    let count = gathered.count();
    let content = gathered.write(&form, locale).await?;
    access
        .post(input.key, move |tx, rows| {
            require_leave(tx, rows.ctx(), form.resource)?;
            let id = insert(tx, rows.ctx(), &form, count, Made::Ready(&content))?;
            tell(tx, rows.ctx(), (id, form.resource), count)?;
            Ok(Answer::created(location(id), rows.shown_text(tx, id)?))
        })
        .await
}

fn location(id: Id<Export>) -> String {
    format!("/api/v1/exports/{id}")
}

/// Responds with 202 and generates the file in the background.
async fn begin(
    access: Making,
    input: Input<Sent<DocumentOf<Export, ExportForm>>>,
    form: ExportForm,
    gathered: Gathered,
) -> Result<Answer> {
    let (asked, total, run) = (form.clone(), gathered.total, access.app().run().to_owned());
    let locale = input.locale();
    let answer = access
        .post(input.key, move |tx, rows| {
            require_leave(tx, rows.ctx(), asked.resource)?;
            let count = i64::try_from(total).unwrap_or(i64::MAX);
            let id = insert(tx, rows.ctx(), &asked, count, Made::By(&run))?;
            Ok(Answer {
                status: StatusCode::ACCEPTED,
                ..Answer::created(location(id), rows.shown_text(tx, id)?)
            })
        })
        .await?;
    let id = answer.location.as_deref().and_then(|path| {
        let (_, id) = path.rsplit_once('/')?;
        id.parse().ok().map(Id::new)
    });
    if let (Some(id), false) = (id, answer.is_replay) {
        tokio::spawn(finish(access.into_work(), id, (form, locale), gathered));
    }
    Ok(answer)
}

async fn finish(
    access: Making,
    id: Id<Export>,
    (form, locale): (ExportForm, Locale),
    gathered: Gathered,
) {
    let run = access.app().run().to_owned();
    let outcome = match rest(&access, &form, locale, gathered).await {
        Ok((content, count)) => {
            let run = run.clone();
            let job = move |tx: &Tx, ctx: &RequestContext| {
                // Permission may have been revoked in the meantime.
                require_leave(tx, ctx, form.resource)?;
                if settle(tx, (id, &run), Some((&content, count)))? {
                    tell(tx, ctx, (id, form.resource), count)?;
                    notify_maker(tx, ctx, (id, form.resource))?;
                }
                Ok(())
            };
            access.write(move |tx, rows| job(tx, rows.ctx())).await
        }
        Err(error) => Err(error),
    };
    if let Err(error) = outcome {
        tracing::error!(export = id.number(), %error, "a file was not made");
        access
            .give_up(move |tx| settle(tx, (id, &run), None).map(drop))
            .await;
    }
}

async fn rest(
    access: &Making,
    form: &ExportForm,
    locale: Locale,
    mut gathered: Gathered,
) -> Result<(Vec<u8>, i64)> {
    gathered.read(access, &form.filter, usize::MAX).await?;
    let count = gathered.count();
    Ok((gathered.write(form, locale).await?, count))
}

/// Interrupted export.
pub struct Left {
    pub id: Id<Export>,
    form: ExportForm,
    /// Of the requester's account: the request itself is gone.
    locale: Locale,
    /// Requester, centre and organisation.
    pub by: (i64, i64, Option<i64>),
}

/// Returns whether another process may have left exports unfinished.
pub fn is_left(connection: &Connection, now: &str, run: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 from exports
              where state = 'waiting' and updated_at <= ?1 and maker is not ?2 and expires_at > ?3",
        )?
        .exists((before(now), run, now))?)
}

fn before(now: &str) -> String {
    later(now, jiff::SignedDuration::from_secs(-LEFT_AFTER))
}

impl Left {
    /// Restarts the export with the requester's current permissions; without permission it is abandoned.
    pub fn begin(self, access: Making) {
        let gathered = Gathered::of(self.form.resource);
        tokio::spawn(finish(access, self.id, (self.form, self.locale), gathered));
    }

    pub fn give_up(&self, tx: &Tx, run: &str) -> Result<()> {
        settle(tx, (self.id, run), None).map(|_| ())
    }
}

/// Id, request, requester, and number of attempts.
type Row = (i64, [String; 3], (i64, i64, Option<i64>), i64);

/// Claims the exports of another process for this one. Those with too many attempts are marked as failed.
pub fn take_over(tx: &Tx, run: &str) -> Result<Vec<Left>> {
    let left: Vec<Row> = tx
        .prepare_cached(
            "select id, resource, format, filter, created_by_id, volunteer_center_id, organization_id, attempts from exports
              where state = 'waiting' and updated_at <= ?1 and maker is not ?2 and expires_at > ?3",
        )?
        .query_map((before(tx.now()), run, tx.now()), |row| {
            let form = [row.get(1)?, row.get(2)?, row.get(3)?];
            let by = (row.get(4)?, row.get(5)?, row.get(6)?);
            Ok((row.get(0)?, form, by, row.get(7)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut taken = Vec::new();
    for (id, [resource, format, filter], by, attempts) in left {
        let (event, state) = if attempts < ATTEMPTS {
            (ExportEvent::Restart, ExportState::Waiting)
        } else {
            (ExportEvent::GiveUp, ExportState::Failed)
        };
        tx.execute(
            "update exports
                set maker = :run, state = :state, attempts = attempts + (:state = 'waiting'),
                    version = version + 1, updated_at = :now
              where id = :id",
            named_params! {":id": id, ":run": run, ":state": state, ":now": tx.now()},
        )?;
        let states = (ExportState::Waiting, state);
        written::<ExportState>(tx, None, Id::new(id), event, states)?;
        if state == ExportState::Waiting {
            let filter: Value = serde_json::from_str(&filter)?;
            let form = json!({ "resource": resource, "format": format, "filter": filter });
            let locale: Option<String> = tx
                .prepare_cached("select locale from users where id = ?1")?
                .query_row([by.0], |row| row.get(0))
                .optional()?;
            taken.push(Left {
                id: Id::new(id),
                locale: locale
                    .and_then(|locale| Locale::accepted(&locale))
                    .unwrap_or_default(),
                form: serde_json::from_value(form)?,
                by,
            });
        }
    }
    Ok(taken)
}

/// Initial state of an export row.
#[derive(Clone, Copy)]
enum Made<'a> {
    Ready(&'a [u8]),
    /// Process that generates the file.
    By(&'a str),
}

fn insert(
    tx: &Tx,
    ctx: &RequestContext,
    form: &ExportForm,
    rows: i64,
    made: Made,
) -> Result<Id<Export>> {
    let (state, content, maker) = match made {
        Made::Ready(content) => (ExportState::Ready, Some(content), None),
        Made::By(run) => (ExportState::Waiting, None, Some(run)),
    };
    tx.execute(
        "insert into exports (resource, format, filter, state, maker, rows, content, volunteer_center_id, organization_id, created_by_id, expires_at,
             created_at, updated_at)
         values (:resource, :format, :filter, :state, :maker, :rows, :content, :center_id, :organization_id, :user_id, :expires_at, :now, :now)",
        named_params! {
            ":resource": form.resource.as_str(),
            ":format": serde_json::to_value(form.format)?.as_str(),
            ":filter": serde_json::to_string(&form.filter)?,
            ":state": state,
            ":maker": maker,
            ":rows": rows,
            ":content": content,
            ":center_id": ctx.site.center_id,
            ":organization_id": ctx.organization_id,
            ":user_id": ctx.user_id(),
            ":expires_at": later(tx.now(), days(KEPT)),
            ":now": tx.now(),
        },
    )?;
    let id = Id::new(tx.last_insert_rowid());
    let about = json!({ "rows": rows, "format": form.format });
    let (subject, action) = (
        (Export::TYPE, id.number()),
        form.resource.declared()?.1.action,
    );
    state_history::audit_with(tx, ctx.user_id(), action, subject, &about)?;
    Ok(id)
}

/// Stores the file, or the failure with `None`. Returns `false` where another process has taken the export over.
fn settle(tx: &Tx, (id, run): (Id<Export>, &str), made: Option<(&[u8], i64)>) -> Result<bool> {
    tx.noted();
    let (event, state) = if made.is_some() {
        (ExportEvent::Finish, ExportState::Ready)
    } else {
        (ExportEvent::GiveUp, ExportState::Failed)
    };
    let changed = tx.execute(
        "update exports
            set state = :state, content = :content, rows = coalesce(:rows, rows), expires_at = :expires_at,
                version = version + 1, updated_at = :now
          where id = :id and state = 'waiting' and maker = :run",
        named_params! {
            ":id": id.number(),
            ":run": run,
            ":state": state,
            ":content": made.map(|(content, _)| content),
            ":rows": made.map(|(_, rows)| rows),
            ":expires_at": later(tx.now(), days(KEPT)),
            ":now": tx.now(),
        },
    )?;
    if changed > 0 {
        written::<ExportState>(tx, None, id, event, (ExportState::Waiting, state))?;
    }
    Ok(changed > 0)
}

/// Notifies everybody who runs the centre or the tenant of data that leaves the centre
/// (docs/domain/rights.md#exports). An organisation's export of its own list is only recorded in the audit log.
fn tell(
    tx: &Tx,
    ctx: &RequestContext,
    (id, resource): (Id<Export>, ExportResource),
    rows: i64,
) -> Result<()> {
    if !ctx.has(Role::CenterSuperuser) && !ctx.has(Role::Admin) {
        return Ok(());
    }
    let kind = match resource {
        ExportResource::Users => MailKind::UsersExported,
        ExportResource::Applications => MailKind::ApplicationsExported,
        ExportResource::Checks => MailKind::ChecksExported,
        ExportResource::AuditEvents => MailKind::AuditLogExported,
        // Nobody's personal data: recorded, and told to nobody.
        ExportResource::Organizations => return Ok(()),
    };
    let name: String = tx.query_row(
        "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = ?1",
        [ctx.user_id()],
        |row| row.get(0),
    )?;
    let data = json!({ "actor_name": name, "rows": rows, "path": resource.declared()?.1.screen });
    notice(kind, data, ctx, id).notify_superusers(tx)
}

/// Notifies the requester where the file can be downloaded.
fn notify_maker(
    tx: &Tx,
    ctx: &RequestContext,
    (id, resource): (Id<Export>, ExportResource),
) -> Result<()> {
    let data = json!({
        "path": format!("{}?export={id}", resource.declared()?.1.screen),
        "expires_at": later(tx.now(), days(KEPT)),
    });
    let notice = notice(MailKind::ExportReady, data, ctx, id);
    ctx.user_id()
        .map_or(Ok(()), |user_id| notice.tell(tx, user_id))
}

fn notice(kind: MailKind, data: Value, ctx: &RequestContext, id: Id<Export>) -> Notice {
    Notice {
        kind,
        data,
        subject: (Export::TYPE, id.number()),
        center_id: ctx.site.center_id,
    }
}
