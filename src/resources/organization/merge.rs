//! Merge of two organisations that are the same: what one has goes to the other, in one transaction that can be undone
//! for thirty days (docs/domain/states.md#merges).

use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::guards::validate_no_duplicate;
use super::transition::OrganizationEvent;
use super::{Organization, OrganizationStatus};
use crate::app::access::{Access, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Input, Typed};
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::mail::MailKind;
use crate::model::belongings::{self, Undone};
use crate::model::state_history::audit_with;
use crate::model::state_machine;
use crate::resources::notification::Notice;

/// For so long a merge can be undone: as long as what is deleted can be restored.
const UNDONE_WITHIN: jiff::SignedDuration = days(30);

/// Which organisation takes everything over.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationMergeForm")]
pub struct MergeForm {
    into: Id<Organization>,
    /// Says what would go where, and changes nothing.
    #[serde(default)]
    dry_run: bool,
}

/// What a merge takes along, or took.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrganizationMerge")]
pub struct Merge {
    name: String,
    into_name: String,
    vacancies: i64,
    applications: i64,
    members: i64,
    invitations: i64,
    internal_notes: i64,
    /// Members of both, who stay once.
    members_of_both: i64,
    /// People who come to the other organisation with a role, at most twenty.
    member_names: Vec<String>,
    /// Managers that the organisation has by itself: now, or when it is taken out again.
    managers: i64,
    merged_at: Option<String>,
    undo_until: Option<String>,
}

impl Typed for Merge {
    const TYPE: &'static str = "organization_merges";
}

/// Rows of one table that went along.
#[derive(Debug, Serialize, Deserialize)]
struct Moved {
    table: String,
    column: String,
    ids: Vec<i64>,
}

/// `POST /organizations/{id}/merge {into, dry_run}`: this one goes up in the other.
pub(super) async fn merge(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    form: Form<MergeForm>,
) -> Result<Answer> {
    let MergeForm { into, dry_run } = form.body;
    if dry_run {
        let rows = access.rows();
        let found = access
            .read(move |connection| {
                rows.require(connection, id)?;
                validate(connection, id, into)?;
                rows.require(connection, into)?;
                preview(connection, id, into)
            })
            .await?;
        return Ok(answer(id, &found));
    }
    access
        .post(form.key, move |tx, rows| {
            let organization = rows.load(tx, id)?;
            validate(tx, id, into)?;
            rows.require(tx, into)?;
            let mut found = preview(tx, id, into)?;
            let actor_id = rows.ctx().user_id();
            execute(tx, (id, organization.status), into, actor_id)?;
            found.merged_at = Some(tx.now().to_owned());
            found.undo_until = Some(later(tx.now(), UNDONE_WITHIN));
            Ok(answer(id, &found))
        })
        .await
}

fn answer(id: Id<Organization>, found: &Merge) -> Answer {
    let document =
        json!({ "data": { "type": Merge::TYPE, "id": id.to_string(), "attributes": found } });
    Answer::ok(document.to_string())
}

/// Only organisations of one kind and one centre: the roles of a School mean nothing elsewhere.
fn validate(connection: &Connection, id: Id<Organization>, into: Id<Organization>) -> Result<()> {
    let kinds: Option<(String, String, bool)> = connection
        .prepare_cached(
            "select t.organization_type, o.organization_type,
                    o.volunteer_center_id = t.volunteer_center_id and o.status in ('approved', 'pending', 'archived')
                    and (t.status <> 'approved' or o.status = 'approved')
               from organizations t, organizations o
              where t.id = ?1 and o.id = ?2 and t.id <> o.id",
        )?
        .query_row((id.number(), into.number()), |row| row.try_into())
        .optional()?;
    match kinds {
        Some((one, other, true)) if one == other => Ok(()),
        Some((_, _, true)) => Err(FieldFault::attribute("into", "other_type").into()),
        Some(_) | None => Err(FieldFault::attribute("into", "unlisted")
            .with("value", into.to_string())
            .into()),
    }
}

fn preview(connection: &Connection, id: Id<Organization>, into: Id<Organization>) -> Result<Merge> {
    let count = |table: &str| -> Result<i64> {
        let mut found = 0;
        for (_, column, rows) in belongings::merges()
            .filter(|(name, column, _)| *name == table && *column != "school_id")
        {
            let sql = format!(
                "select count(*) from {table} where {column} = :id and {rows} and :into is not null"
            );
            found += connection.prepare_cached(&sql)?.query_row(
                named_params! {":id": id.number(), ":into": into.number()},
                |row| row.get::<_, i64>(0),
            )?;
        }
        Ok(found)
    };
    let name = |of: Id<Organization>| -> Result<String> {
        Ok(connection
            .prepare_cached("select name from organizations where id = ?1")?
            .query_row([of.number()], |row| row.get(0))?)
    };
    let members_of_both = connection
        .prepare_cached(
            "select count(distinct r.user_id) from roles r
               join roles o on o.user_id = r.user_id and o.name = r.name and o.scope_type = r.scope_type and o.scope_id = ?2
              where r.scope_type in ('organization', 'school') and r.scope_id = ?1",
        )?
        .query_row((id.number(), into.number()), |row| row.get(0))?;
    Ok(Merge {
        name: name(id)?,
        into_name: name(into)?,
        vacancies: count("vacancies")?,
        applications: count("applications")?,
        members: count("roles")?,
        invitations: count("role_invitations")?,
        internal_notes: count("internal_notes")?,
        members_of_both,
        member_names: member_names(connection, id, into)?,
        managers: managers(connection, id, &[])?,
        merged_at: None,
        undo_until: None,
    })
}

/// Names of those who are a member of the one and not of the other.
fn member_names(
    connection: &Connection,
    id: Id<Organization>,
    into: Id<Organization>,
) -> Result<Vec<String>> {
    Ok(connection
        .prepare_cached(
            "select distinct trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) as name
               from roles r
               join users u on u.id = r.user_id
              where r.scope_type in ('organization', 'school') and r.scope_id = ?1 and name <> ''
                and not exists (select 1 from roles o
                                 where o.user_id = r.user_id and o.scope_type = r.scope_type and o.scope_id = ?2)
              order by name
              limit 20",
        )?
        .query_map((id.number(), into.number()), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Managers with a role at the organisation, or with one of these that went along and was not taken away since.
fn managers(connection: &Connection, id: Id<Organization>, moved: &[i64]) -> Result<i64> {
    Ok(connection
        .prepare_cached(
            "select count(distinct user_id) from roles
              where name = 'organization_superuser' and scope_type in ('organization', 'school') and accepted_at is not null
                and (scope_id = ?1 or id in (select value from json_each(?2)))",
        )?
        .query_row((id.number(), serde_json::to_string(moved)?), |row| row.get(0))?)
}

fn execute(
    tx: &Tx,
    (id, status): (Id<Organization>, OrganizationStatus),
    into: Id<Organization>,
    actor_id: Option<i64>,
) -> Result<()> {
    let mut moved = Vec::new();
    for (table, beside) in belongings::besides() {
        if let Some((column, act)) = beside.merge {
            moved.push(Moved {
                table: table.to_owned(),
                column: column.to_owned(),
                ids: act(tx, id.number(), into.number())?,
            });
        }
    }
    for (table, column, rows) in belongings::merges() {
        let sql = format!(
            "update {table} set {column} = :into, version = version + 1 where {column} = :id and {rows} returning id"
        );
        let ids = tx
            .prepare_cached(&sql)?
            .query_map(
                named_params! {":id": id.number(), ":into": into.number()},
                |row| row.get(0),
            )?
            .collect::<rusqlite::Result<Vec<i64>>>()?;
        if !ids.is_empty() {
            moved.push(Moved {
                table: table.to_owned(),
                column: column.to_owned(),
                ids,
            });
        }
    }
    tx.prepare_cached(
        "insert into organization_merges (organization_id, into_id, status, moved, created_at)
         values (:id, :into, :status, :moved, :now)",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":into": into.number(),
        ":status": status,
        ":moved": serde_json::to_string(&moved)?,
        ":now": tx.now(),
    })?;
    set_status(tx, id, OrganizationStatus::Deleted, Some(into))?;
    count_vacancies(tx, [id, into])?;
    let states = (status, OrganizationStatus::Deleted);
    state_machine::written(tx, actor_id, id, OrganizationEvent::Merge, states)?;
    let about = (Organization::TYPE, into.number());
    audit_with(
        tx,
        actor_id,
        "merge_in",
        about,
        &json!({ "organization_id": id.number() }),
    )?;
    notify(tx, id, into)
}

fn set_status(
    tx: &Tx,
    id: Id<Organization>,
    status: OrganizationStatus,
    into: Option<Id<Organization>>,
) -> Result<()> {
    tx.prepare_cached(
        "update organizations
            set status = :status, merged_into_id = :into, deleted_at = iif(:status = 'deleted', :now, null),
                move_to_id = null, move_requested_at = null, version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":status": status,
        ":into": into.map(Id::number),
        ":now": tx.now(),
    })?;
    Ok(())
}

/// The counts follow changes of a vacancy's state by themselves, not of its organisation.
fn count_vacancies(tx: &Tx, of: [Id<Organization>; 2]) -> Result<()> {
    for id in of {
        tx.prepare_cached(
            "update organizations
                set vacancies_count = (select count(*) from vacancies v where v.organization_id = organizations.id and v.status = 'published'),
                    version = version + 1
              where id = ?1",
        )?
        .execute([id.number()])?;
    }
    Ok(())
}

fn notify(tx: &Tx, id: Id<Organization>, into: Id<Organization>) -> Result<()> {
    let name: String = tx.query_row(
        "select name from organizations where id = ?1",
        [id.number()],
        |row| row.get(0),
    )?;
    let (into_name, center_id): (String, i64) = tx.query_row(
        "select name, volunteer_center_id from organizations where id = ?1",
        [into.number()],
        |row| row.try_into(),
    )?;
    let notice = Notice {
        kind: MailKind::OrgMerged,
        data: json!({ "organization_name": name, "into_name": into_name, "path": format!("/organizations/{into}/edit") }),
        subject: (Organization::TYPE, into.number()),
        center_id,
    };
    notice.notify_managers(tx, into.number())
}

/// `GET /organizations/{id}/merges`: what went up in this one and can still be taken out of it.
pub(super) async fn merges(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    _: Input<()>,
) -> Result<Document> {
    let (rows, now) = (access.rows(), access.ctx().now.clone());
    let found = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let mut statement = connection.prepare_cached(
                "select m.organization_id, o.name, m.moved, m.created_at
                   from organization_merges m
                   join organizations o on o.id = m.organization_id
                   join organizations g on g.id = m.into_id and g.volunteer_center_id = o.volunteer_center_id
                  where m.into_id = :id and m.undone_at is null and m.created_at > :since
                  order by m.id desc
                  limit 50",
            )?;
            let since = later(&now, -UNDONE_WITHIN);
            let rows = statement.query_map(
                named_params! {":id": id.number(), ":since": since},
                |row| {
                    let of: (i64, String, String, String) = row.try_into()?;
                    Ok(of)
                },
            )?;
            rows.map(|row| told(connection, row?))
                .collect::<Result<Vec<Value>>>()
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": found, "meta": { "total": found.len() } }),
    ))
}

fn told(
    connection: &Connection,
    (id, name, moved, at): (i64, String, String, String),
) -> Result<Value> {
    let moved: Vec<Moved> = serde_json::from_str(&moved)?;
    let roles = ids_of(&moved, "roles", "scope_id");
    let count = |table: &str| -> usize {
        let columns = belongings::merges()
            .filter(|(name, column, _)| *name == table && *column != "school_id");
        columns
            .map(|(_, column, _)| ids_of(&moved, table, column).len())
            .sum()
    };
    Ok(json!({
        "type": Merge::TYPE,
        "id": id.to_string(),
        "attributes": {
            "name": name,
            "into_name": "",
            "vacancies": count("vacancies"),
            "applications": count("applications"),
            "members": count("roles"),
            "invitations": count("role_invitations"),
            "internal_notes": count("internal_notes"),
            "members_of_both": 0,
            "member_names": [],
            "managers": managers(connection, Id::new(id), &roles)?,
            "undo_until": later(&at, UNDONE_WITHIN),
            "merged_at": at,
        },
    }))
}

/// Which organisation is taken out again.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationMergeUndo")]
pub struct UndoForm {
    organization_id: Id<Organization>,
}

/// `POST /organizations/{id}/merge/undo {organization_id}`: what went up in this one stands by itself again, with the
/// rows that it brought and that are still here.
pub(super) async fn undo(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    form: Form<UndoForm>,
) -> Result<Answer> {
    let merged = form.body.organization_id;
    access
        .post(form.key, move |tx, rows| {
            rows.require(tx, id)?;
            take_out(tx, merged, id, rows.ctx().user_id())?;
            Ok(Answer::ok(rows.shown_text(tx, merged)?))
        })
        .await
}

/// Ids of what went along of one table, or was changed in one of its columns.
fn ids_of(moved: &[Moved], table: &str, column: &str) -> Vec<i64> {
    moved
        .iter()
        .filter(|one| one.table == table && one.column == column)
        .flat_map(|one| one.ids.iter().copied())
        .collect()
}

/// What the merge changed besides whose rows they are, and what came in for the rows that go back.
fn give_back(
    tx: &Tx,
    (id, into): (Id<Organization>, Id<Organization>),
    moved: &[Moved],
    merged_at: &str,
) -> Result<()> {
    for (table, beside) in belongings::besides() {
        let changed = beside
            .merge
            .map_or_else(Vec::new, |(column, _)| ids_of(moved, table, column));
        (beside.undo)(
            tx,
            &Undone {
                id: id.number(),
                into: into.number(),
                changed: serde_json::to_string(&changed)?,
                merged_at: merged_at.to_owned(),
            },
        )?;
    }
    Ok(())
}

fn take_out(
    tx: &Tx,
    id: Id<Organization>,
    into: Id<Organization>,
    actor_id: Option<i64>,
) -> Result<()> {
    // Where the other moved to another centre or became of another kind, what went along is not this centre's to give.
    let found: Option<(i64, String, String, String)> = tx
        .prepare_cached(
            "select m.id, m.status, m.moved, m.created_at
               from organization_merges m
               join organizations o on o.id = m.organization_id and o.status = 'deleted' and o.merged_into_id = m.into_id and o.purged_at is null
               join organizations g on g.id = m.into_id and g.volunteer_center_id = o.volunteer_center_id and g.organization_type = o.organization_type
              where m.organization_id = :id and m.into_id = :into and m.undone_at is null and m.created_at > :since
              order by m.id desc
              limit 1",
        )?
        .query_row(
            named_params! {":id": id.number(), ":into": into.number(), ":since": later(tx.now(), -UNDONE_WITHIN)},
            |row| row.try_into(),
        )
        .optional()?;
    let (merge_id, status, moved, merged_at) = found.ok_or_else(|| {
        Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new())
    })?;
    let status = OrganizationStatus::parse(&status)
        .ok_or_else(|| Error::internal("a merge keeps a state"))?;
    let moved: Vec<Moved> = serde_json::from_str(&moved)?;
    for (table, column, _) in belongings::merges() {
        let ids = ids_of(&moved, table, column);
        // What has gone on to a third organisation since, or was deleted, stays as it is. A later row may have the number
        // of a deleted one.
        let sql = format!(
            "update or ignore {table} set {column} = :id, version = version + 1
              where {column} = :into and id in (select value from json_each(:ids)) and created_at <= :merged_at"
        );
        tx.prepare_cached(&sql)?.execute(named_params! {
            ":id": id.number(),
            ":into": into.number(),
            ":ids": serde_json::to_string(&ids)?,
            ":merged_at": merged_at,
        })?;
    }
    give_back(tx, (id, into), &moved, &merged_at)?;
    set_status(tx, id, status, None)?;
    count_vacancies(tx, [id, into])?;
    if status == OrganizationStatus::Approved {
        validate_no_duplicate(tx, id)?;
    }
    tx.prepare_cached("update organization_merges set undone_at = ?2 where id = ?1")?
        .execute((merge_id, tx.now()))?;
    let states = (OrganizationStatus::Deleted, status);
    state_machine::written(tx, actor_id, id, OrganizationEvent::Unmerge, states)?;
    let about = (Organization::TYPE, into.number());
    audit_with(
        tx,
        actor_id,
        "merge_out",
        about,
        &json!({ "organization_id": id.number() }),
    )
}
