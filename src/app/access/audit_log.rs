//! Audit log: who changed what, and who read whose personal data (docs/domain/rights.md#audit-log). The only writer
//! of `audit_events`.
//!
//! Every change through `Access` is recorded, whether or not its handler adds an event of its own. A handler's event
//! is more precise and replaces the generic one.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{OptionalExtension, named_params};
use serde_json::{Map, Value, json};

use crate::app::access::{Access, Action, RequestContext};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::query::Query;
use crate::jsonapi::write::store::Changed;
use crate::jsonapi::{Id, Resource, Table, table};
use crate::policy::Verb;

/// Longest time a read waits for its audit row to be committed. The row is in the writer's queue by then.
const WAIT: Duration = Duration::from_millis(100);

/// Resources and verbs that are not recorded: private to one person and without meaning to anyone else.
const QUIET: &[(&str, Option<Verb>)] =
    &[("notifications", None), ("vacancies", Some(Verb::Favorite))];

/// Resource types that hold data about a subject, with the action recorded when they are read.
const READ_ABOUT: &[(&str, &str)] = &[
    ("internal_notes", "read_note"),
    ("audit_events", "read_history"),
];
/// Types that hold personal data. Reading any other type is not recorded.
const PERSONAL: &[&str] = &["users", "applications"];

/// One audit event.
pub struct Event<'a> {
    /// `None` for the system.
    pub actor_id: Option<i64>,
    pub action: &'a str,
    /// Subject type and id. No id if the event concerns several rows, or a row that is deleted.
    pub subject: (&'a str, Option<i64>),
    /// Names of fields, roles and states, and numbers; never personal data.
    pub data: Value,
    /// Set for subjects that belong to no centre of their own.
    pub center_id: Option<i64>,
}

pub fn write(tx: &Tx, event: &Event) -> Result<()> {
    tx.noted();
    tx.prepare_cached(
        "insert into audit_events (actor_id, impersonator_id, action, subject_type, subject_id, data, volunteer_center_id, at)
         values (:actor_id, :impersonator_id, :action, :type, :id, :data,
                 coalesce(case :type
                            when 'users' then (select volunteer_center_id from users where id = :id)
                            when 'applications' then (select volunteer_center_id from applications where id = :id)
                            when 'vacancies' then (select volunteer_center_id from vacancies where id = :id)
                            when 'organizations' then (select volunteer_center_id from organizations where id = :id)
                            when 'exports' then (select volunteer_center_id from exports where id = :id)
                            when 'imports' then (select volunteer_center_id from imports where id = :id)
                            when 'volunteer_centers' then :id
                          end,
                          :center_id,
                          (select volunteer_center_id from users where id = :actor_id)),
                 :now)",
    )?
    .execute(named_params! {
        ":actor_id": event.actor_id,
        ":impersonator_id": tx.impersonator_id(),
        ":action": event.action,
        ":type": event.subject.0,
        ":id": event.subject.1,
        ":data": (!event.data.is_null()).then(|| event.data.to_string()),
        ":center_id": event.center_id,
        ":now": tx.now(),
    })?;
    Ok(())
}

/// Runs a change and records an audit event for it.
pub(in crate::app) fn watched<T>(
    tx: &Tx,
    ctx: &RequestContext,
    (type_name, verb): (&str, Verb),
    job: impl FnOnce() -> Result<T>,
) -> Result<T> {
    tx.is_by(ctx.impersonator_id());
    let before = tx.total_changes();
    let done = job()?;
    let is_quiet = QUIET
        .iter()
        .any(|(of, what)| *of == type_name && what.is_none_or(|what| what == verb));
    if tx.notes() == 0 && tx.total_changes() != before && !is_quiet {
        write(tx, &of(ctx, verb.as_str(), (type_name, None), Value::Null))?;
    }
    Ok(done)
}

fn of<'a>(
    ctx: &RequestContext,
    action: &'a str,
    subject: (&'a str, Option<i64>),
    data: Value,
) -> Event<'a> {
    Event {
        actor_id: ctx.user_id(),
        action,
        subject,
        data,
        center_id: Some(ctx.site.center_id),
    }
}

/// Records a created or deleted row, unless the resource has recorded an event of its own since `notes`.
pub(in crate::app) fn step<R: Resource>(
    tx: &Tx,
    ctx: &RequestContext,
    action: &str,
    id: Id<R>,
    notes: u32,
) -> Result<()> {
    if tx.notes() != notes {
        return Ok(());
    }
    let subject = (R::TYPE, Some(id.number()));
    write(tx, &of(ctx, action, subject, Value::Null))
}

/// Records an update: the changed fields, with old and new values where these are not personal.
pub(in crate::app) fn update<R: Resource>(
    tx: &Tx,
    ctx: &RequestContext,
    id: Id<R>,
    changed: &[Changed],
) -> Result<()> {
    if changed.is_empty() {
        tx.noted();
        return Ok(());
    }
    let fields: Vec<&str> = changed.iter().map(|change| change.field.as_str()).collect();
    let told: Vec<Value> = changed
        .iter()
        .filter(|change| R::TOLD.contains(&change.field.as_str()))
        .map(|change| json!({ "field": change.field, "from": change.from, "to": change.to }))
        .collect();
    let mut data = Map::from_iter([("fields".to_owned(), json!(fields))]);
    if !told.is_empty() {
        data.insert("changes".to_owned(), told.into());
    }
    let subject = (R::TYPE, Some(id.number()));
    write(tx, &of(ctx, "update", subject, data.into()))
}

/// The user or application that a list is filtered by, with its id if one is given.
fn subject_of(query: &Query) -> Option<(&'static str, Option<i64>)> {
    let subject = query.get("filter[subject_type_eq]")?;
    let type_name = PERSONAL.iter().find(|name| subject == **name)?;
    let id = query.get("filter[subject_id_eq]");
    Some((type_name, id.and_then(|id| id.parse().ok())))
}

impl<R: Resource, A: Action> Access<R, A> {
    /// Records that a centre's staff read another person's details, once per request.
    pub(in crate::app) async fn note_found(&self, id: Id<R>, query: &Query) -> Result<()> {
        if !self.is_watched(query)? {
            return Ok(());
        }
        let sql = format!("select ({}) from {} t where t.id = ?1", R::PERSON, R::TYPE);
        let whose: Option<i64> = self
            .read(move |connection| {
                Ok(connection
                    .prepare_cached(&sql)?
                    .query_row([id.number()], |row| row.get(0))
                    .optional()?
                    .flatten())
            })
            .await?;
        if whose.is_some() && whose == self.ctx().user_id() {
            return Ok(());
        }
        self.note_read("read", Some(id.number()), Value::Null).await
    }

    /// Records a list read as one event with the number of people in it.
    pub(in crate::app) async fn note_listed(&self, count: usize, query: &Query) -> Result<()> {
        let data = json!({ "count": count });
        // Reading a person's roles is recorded even if there are none.
        if R::TYPE == "roles"
            && let Some(id) = query.get("filter[user_id_eq]")
        {
            let whose = Query::default()
                .with("filter[subject_type_eq]", "users")
                .with("filter[subject_id_eq]", id);
            return self.note_about("read_roles", &whose, data).await;
        }
        if count == 0 {
            return Ok(());
        }
        let about = READ_ABOUT.iter().find(|(of, _)| *of == R::TYPE);
        if let Some((_, action)) = about
            && subject_of(query).is_some_and(|(_, id)| id.is_some())
        {
            return self.note_about(action, query, data).await;
        }
        // Without a filter on one person the list concerns several; filtered by another subject, such as an
        // organisation, it concerns none.
        let is_of_many = about.is_some()
            && (query.get("filter[subject_type_eq]").is_none() || subject_of(query).is_some())
            && self.ctx().has_right("users", Verb::Oversee);
        if !is_of_many && !self.is_watched(query)? {
            return Ok(());
        }
        self.note_read("list", None, data).await
    }

    /// Records a read of data about one person or about their application, with that person as the subject.
    pub async fn note_about(&self, action: &'static str, query: &Query, data: Value) -> Result<()> {
        let Some((type_name, id)) = subject_of(query) else {
            return Ok(());
        };
        let is_own = type_name == "users" && id == self.ctx().user_id();
        if id.is_none() || is_own || !self.ctx().has_right("users", Verb::Oversee) {
            return Ok(());
        }
        self.note_of(action, (type_name, id), data).await
    }

    /// True if the response holds personal details and the actor oversees other users.
    fn is_watched(&self, query: &Query) -> Result<bool> {
        if !self.ctx().has_right("users", Verb::Oversee) {
            return Ok(false);
        }
        let plan = query.plan_one(table::<R>())?;
        let includes = plan.included();
        Ok(std::iter::once(table::<R>()).chain(includes).any(|table| {
            let is_personal = |field: &String| table.personal.contains(&field.as_str());
            let fields = plan.fields.get(table.type_name);
            !table.personal.is_empty() && fields.is_none_or(|fields| fields.iter().any(is_personal))
        }))
    }

    async fn note_read(&self, action: &'static str, id: Option<i64>, data: Value) -> Result<()> {
        self.note_of(action, (R::TYPE, id), data).await
    }

    async fn note_of(
        &self,
        action: &'static str,
        subject: (&'static str, Option<i64>),
        data: Value,
    ) -> Result<()> {
        note_of(self.shared(), action, subject, data).await
    }
}

/// Records that staff read a list over several types: one event per type with personal details in the response.
pub(in crate::app) async fn note_union(
    ctx: &Arc<RequestContext>,
    counts: &[(&'static Table, usize)],
) -> Result<()> {
    for (table, count) in counts {
        if !table.personal.is_empty() && ctx.has_right("users", Verb::Oversee) {
            let data = json!({ "count": count });
            note_of(ctx, "list", (table.type_name, None), data).await?;
        }
    }
    Ok(())
}

async fn note_of(
    ctx: &Arc<RequestContext>,
    action: &'static str,
    subject: (&'static str, Option<i64>),
    data: Value,
) -> Result<()> {
    let ctx = Arc::clone(ctx);
    let db = &Arc::clone(&ctx.site.tenant).db;
    let written = db.write(move |tx| {
        tx.is_by(ctx.impersonator_id());
        write(tx, &of(&ctx, action, subject, data))
    });
    tokio::time::timeout(WAIT, written).await.unwrap_or(Ok(()))
}
