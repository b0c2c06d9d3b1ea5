//! Audit log: who changed what, and who read whose personal data (docs/domain/rights.md#audit-log). The only writer
//! of `audit_events`.
//!
//! Every change through `Access` is recorded, whether or not its handler adds an event of its own. A handler's event
//! is more precise and replaces the generic one.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{OptionalExtension, named_params};
use serde_json::{Map, Value, json};

use crate::app::access::{Access, Action, AnyAccess, RequestContext};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::query::Query;
use crate::jsonapi::schema::facts::{CenterOf, Changes, Reads, ResourceSet};
use crate::jsonapi::write::store::{Changed, is_within};
use crate::jsonapi::{Id, Resource, Table};
use crate::policy::{Role, Verb};

/// Longest time a read waits for its audit row to be committed. The row is in the writer's queue by then.
const WAIT: Duration = Duration::from_millis(100);

/// One audit event.
pub struct Event<'a> {
    /// `None` for the system.
    pub actor_id: Option<i64>,
    pub action: &'a str,
    pub subject: Subject<'a>,
    /// Names of fields, roles and states, and numbers; never personal data.
    pub data: Value,
    /// Set for subjects that belong to no centre of their own.
    pub center_id: Option<i64>,
}

/// What an event is about.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    type_name: &'a str,
    id: Option<i64>,
    center: CenterOf,
}

impl<'a> Subject<'a> {
    /// A row.
    pub fn of(table: &'static Table, id: i64) -> Self {
        Self {
            id: Some(id),
            ..Self::any_of(table)
        }
    }

    /// Several rows, or one that is deleted.
    pub fn any_of(table: &'static Table) -> Self {
        Self {
            type_name: table.type_name,
            id: None,
            center: table
                .audit_subject
                .map_or(CenterOf::Actor, |subject| subject.center),
        }
    }

    /// Something that is no resource.
    pub fn named(type_name: &'a str, id: Option<i64>) -> Self {
        Self {
            type_name,
            id,
            center: CenterOf::Actor,
        }
    }
}

pub fn write(tx: &Tx, event: &Event) -> Result<()> {
    tx.noted();
    let subject = &event.subject;
    let center = match subject.center {
        CenterOf::Actor => "null".to_owned(),
        CenterOf::Itself => ":id".to_owned(),
        CenterOf::Column(column) => {
            format!(
                "(select {column} from {} where id = :id)",
                subject.type_name
            )
        }
    };
    tx.prepare_cached(&format!(
        "insert into audit_events (actor_id, impersonator_id, api_key_id, action, subject_type, subject_id, data, volunteer_center_id, at)
         values (:actor_id, :impersonator_id, :api_key_id, :action, :type, :id, :data,
                 coalesce({center}, :center_id, (select volunteer_center_id from users where id = :actor_id)), :now)"
    ))?
    .execute(named_params! {
        ":actor_id": event.actor_id,
        ":impersonator_id": tx.impersonator_id(),
        ":api_key_id": tx.api_key_id(),
        ":action": event.action,
        ":type": subject.type_name,
        ":id": subject.id,
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
    (table, verb): (&'static Table, Verb),
    job: impl FnOnce() -> Result<T>,
) -> Result<T> {
    tx.is_by(ctx.impersonator_id());
    let before = tx.total_changes();
    let done = job()?;
    let is_quiet = match table.audit_subject.map(|subject| subject.changes) {
        Some(Changes::Unrecorded) => true,
        Some(Changes::Except(verbs)) => verbs.contains(&verb),
        Some(Changes::Recorded) | None => false,
    };
    if tx.notes() == 0 && tx.total_changes() != before && !is_quiet {
        let subject = Subject::any_of(table);
        write(tx, &of(ctx, verb.as_str(), subject, Value::Null))?;
    }
    Ok(done)
}

fn of<'a>(ctx: &RequestContext, action: &'a str, subject: Subject<'a>, data: Value) -> Event<'a> {
    Event {
        actor_id: ctx.user_id(),
        action,
        subject,
        data,
        center_id: Some(ctx.site.center_id),
    }
}

/// Records a created or deleted row, unless the resource has recorded an event of its own since `notes`.
pub(in crate::app) fn step(
    tx: &Tx,
    ctx: &RequestContext,
    action: &str,
    (table, id): (&'static Table, i64),
    notes: u32,
) -> Result<()> {
    if tx.notes() != notes {
        return Ok(());
    }
    let subject = Subject::of(table, id);
    write(tx, &of(ctx, action, subject, Value::Null))
}

/// Records an update: the changed fields, with old and new values where these are not personal.
pub(in crate::app) fn update(
    tx: &Tx,
    ctx: &RequestContext,
    (table, id): (&'static Table, i64),
    changed: &[Changed],
) -> Result<()> {
    if changed.is_empty() {
        tx.noted();
        return Ok(());
    }
    let fields: Vec<&str> = changed.iter().map(|change| change.field.as_str()).collect();
    let told: Vec<Value> = changed
        .iter()
        .filter(|change| table.told.contains(&change.field.as_str()))
        .map(|change| json!({ "field": change.field, "from": change.from, "to": change.to }))
        .collect();
    let mut data = Map::from_iter([("fields".to_owned(), json!(fields))]);
    if !told.is_empty() {
        data.insert("changes".to_owned(), told.into());
    }
    let subject = Subject::of(table, id);
    write(tx, &of(ctx, "update", subject, data.into()))
}

/// The person, or row about one person, that a list is filtered by, with its id if one is given.
fn subject_of(resources: &ResourceSet, query: &Query) -> Option<(&'static Table, Option<i64>)> {
    let table = resources.named(query.get("filter[subject_type_eq]")?)?;
    let is_of_one_person = table.audit_subject?.is_of_one_person;
    let id = query.get("filter[subject_id_eq]");
    is_of_one_person.then(|| (table, id.and_then(|id| id.parse().ok())))
}

impl<R: Resource, A: Action> Access<R, A> {
    /// Records a read of data about one person or about their application, with that person as the subject.
    pub async fn note_about(&self, action: &'static str, query: &Query, data: Value) -> Result<()> {
        self.any.note_about(action, query, data).await
    }

    /// Records that an organisation's manager opened the page of a person who is no member: an applicant.
    pub async fn note_applicant(&self, id: Id<R>) -> Result<()> {
        self.any.note_applicant(id.number()).await
    }
}

impl AnyAccess {
    /// Records that a centre's staff read another person's details, once per request.
    pub(in crate::app) async fn note_found(&self, id: i64, query: &Query) -> Result<()> {
        if !self.is_watched(query)? {
            return Ok(());
        }
        let sql = format!(
            "select ({}) from {} t where t.id = ?1",
            self.table.person, self.table.type_name
        );
        let whose: Option<i64> = self
            .ctx
            .read(move |connection| {
                Ok(connection
                    .prepare_cached(&sql)?
                    .query_row([id], |row| row.get(0))
                    .optional()?
                    .flatten())
            })
            .await?;
        if whose.is_some() && whose == self.ctx.user_id() {
            return Ok(());
        }
        self.note_read("read", Some(id), Value::Null).await
    }

    /// Records a list read as one event with the number of people in it.
    pub(in crate::app) async fn note_listed(&self, count: usize, query: &Query) -> Result<()> {
        let data = json!({ "count": count });
        let reads = self.table.audit_subject.map(|subject| subject.reads);
        if let Some(Reads::OfUser(action)) = reads
            && let Some(id) = query.get("filter[user_id_eq]")
        {
            let whose = Query::default()
                .with("filter[subject_type_eq]", "users")
                .with("filter[subject_id_eq]", id);
            return self.note_about(action, &whose, data).await;
        }
        if count == 0 {
            return Ok(());
        }
        let subject = subject_of(self.ctx.site.tenant.resources, query);
        let is_about = matches!(reads, Some(Reads::OfSubject(_)));
        if let Some(Reads::OfSubject(action)) = reads
            && subject.is_some_and(|(_, id)| id.is_some())
        {
            return self.note_about(action, query, data).await;
        }
        // Without a filter on one person the list concerns several; filtered by another subject, such as an
        // organisation, it concerns none.
        let is_of_many = is_about
            && (query.get("filter[subject_type_eq]").is_none() || subject.is_some())
            && self.ctx.has_right("users", Verb::Oversee);
        if !is_of_many && !self.is_watched(query)? {
            return Ok(());
        }
        self.note_read("list", None, data).await
    }

    /// Records a read of data about one person or about their application, with that person as the subject.
    async fn note_about(&self, action: &'static str, query: &Query, data: Value) -> Result<()> {
        let Some((table, Some(id))) = subject_of(self.ctx.site.tenant.resources, query) else {
            return Ok(());
        };
        let is_own = table.type_name == "users" && Some(id) == self.ctx.user_id();
        if is_own || !self.ctx.has_right("users", Verb::Oversee) {
            return Ok(());
        }
        self.note_of(action, Subject::of(table, id), data).await
    }

    /// Records that an organisation's manager opened the page of a person who is no member: an applicant.
    async fn note_applicant(&self, id: i64) -> Result<()> {
        let ctx = &self.ctx;
        if ctx.has_right("users", Verb::Oversee) || !ctx.has(Role::OrganizationSuperuser) {
            return Ok(());
        }
        let Some(known) = ctx.visibility_of(self.table.type_name, Verb::ReadContact) else {
            return Ok(());
        };
        let (shared, table) = (Arc::clone(&self.ctx), self.table);
        let is_known = self
            .ctx
            .read(move |connection| is_within(connection, &*shared, table, id, &known.rows))
            .await?;
        if is_known {
            return Ok(());
        }
        self.note_read("read", Some(id), Value::Null).await
    }

    /// True if the response holds personal details of others: the actor oversees them, or manages an organisation and
    /// asks for the accounts of its applicants, or is a program that reads applications.
    fn is_watched(&self, query: &Query) -> Result<bool> {
        let plan = query.plan_one(self.table)?;
        let includes = plan.included();
        if self.ctx.api_key_id().is_some() {
            let mut tables = std::iter::once(self.table).chain(includes);
            return Ok(tables.any(|table| table.type_name == "applications"));
        }
        if !self.ctx.has_right("users", Verb::Oversee) {
            let is_own = query.get("filter[mine_eq]") == Some("true");
            return Ok(self.ctx.has(Role::OrganizationSuperuser)
                && !is_own
                && self.table.type_name == "applications"
                && plan.included().any(|table| table.type_name == "users"));
        }
        Ok(std::iter::once(self.table).chain(includes).any(|table| {
            let is_personal = |field: &String| table.personal.contains(&field.as_str());
            let fields = plan.fields.get(table.type_name);
            !table.personal.is_empty() && fields.is_none_or(|fields| fields.iter().any(is_personal))
        }))
    }

    async fn note_read(&self, action: &'static str, id: Option<i64>, data: Value) -> Result<()> {
        let table = self.table;
        let subject = id.map_or_else(|| Subject::any_of(table), |id| Subject::of(table, id));
        self.note_of(action, subject, data).await
    }

    async fn note_of(
        &self,
        action: &'static str,
        subject: Subject<'static>,
        data: Value,
    ) -> Result<()> {
        note_of(&self.ctx, action, subject, data).await
    }
}

impl<R: Resource, A: Action> Access<R, A> {
    /// Writes beside an answer what no precondition of the request is about: who was seen by whom.
    pub async fn note(&self, job: impl FnOnce(&Tx) -> Result<()> + Send + 'static) -> Result<()> {
        let job = move |tx: &Tx| {
            tx.noted();
            job(tx)
        };
        write_beside(&self.any().ctx, job).await
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
            note_of(ctx, "list", Subject::any_of(table), data).await?;
        }
    }
    Ok(())
}

async fn note_of(
    ctx: &Arc<RequestContext>,
    action: &'static str,
    subject: Subject<'static>,
    data: Value,
) -> Result<()> {
    let actor = Arc::clone(ctx);
    write_beside(ctx, move |tx| write(tx, &of(&actor, action, subject, data))).await
}

/// Writes what a read leaves behind. The answer waits for it for a moment only.
async fn write_beside(
    ctx: &Arc<RequestContext>,
    job: impl FnOnce(&Tx) -> Result<()> + Send + 'static,
) -> Result<()> {
    let (impersonator_id, api_key_id) = (ctx.impersonator_id(), ctx.api_key_id());
    let db = &Arc::clone(&ctx.site.tenant).db;
    let written = db.write(move |tx| {
        tx.is_by(impersonator_id);
        tx.is_by_key(api_key_id);
        job(tx)
    });
    tokio::time::timeout(WAIT, written).await.unwrap_or(Ok(()))
}
