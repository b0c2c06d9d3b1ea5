//! Move of an organisation to another centre of the tenant, with the yes of both (docs/domain/states.md#moves). What it
//! owns goes along in one transaction; people whom something ties to the old centre keep their account there.

use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::change_request::notice;
use super::guards::validate_no_duplicate;
use super::{Organization, OrganizationStatus};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Input, Typed};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{Document, Id, Resource, SystemActor};
use crate::mail::MailKind;
use crate::model::belongings;
use crate::model::effects::{Event, Happening};
use crate::model::state_history::audit_with;
use crate::policy::Verb;
use crate::resources::notification::Notice;
use crate::resources::taxonomy::{self, Chosen, ChosenBy};
use crate::resources::volunteer_center::VolunteerCenter;

/// Where an organisation is to go.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationMove")]
pub struct MoveForm {
    /// The centre that is asked; null takes the question back.
    volunteer_center_id: Option<Id<VolunteerCenter>>,
}

/// Answer of the centre that an organisation would go to.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationMoveAnswer")]
pub struct MoveAnswer {
    event: MoveEvent,
    /// Why not, for the centre that asked.
    #[validate(length(max = 2000))]
    message: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MoveEvent {
    Accept,
    Refuse,
}

/// What goes along with an organisation, and what does not.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrganizationMovePreview")]
pub struct MovePreview {
    from_name: String,
    to_name: String,
    vacancies: i64,
    applications: i64,
    /// For who may read them; null for a manager, whom the centre's notes are kept from.
    internal_notes: Option<i64>,
    /// People whose account goes along.
    members: i64,
    /// People who keep their account at the old centre, and their rights in the organisation with it.
    members_staying: i64,
    /// Choices of the old centre alone that the new one does not have: they are taken off the vacancies.
    lost_terms: Vec<String>,
}

impl Typed for MovePreview {
    const TYPE: &'static str = "organization_moves";
}

/// `GET /organizations/{id}/move?to=2`: what would go where; without `to`, to the centre that was asked.
pub(super) async fn preview(
    access: Access<Organization, action::ReadContact>,
    id: Id<Organization>,
    input: Input<()>,
) -> Result<Document> {
    let (rows, now) = (access.rows(), access.ctx().now.clone());
    let to = input
        .query
        .get("to")
        .map(|word| word.parse::<i64>().map_err(|_| Code::NotFound))
        .transpose()?;
    let found = access
        .read(move |connection| {
            let organization = rows.load(connection, id)?;
            let from = organization.volunteer_center_id.map_or(0, Id::number);
            let to = to
                .or(organization.move_to_id.map(Id::number))
                .ok_or(Code::NotFound)?;
            let found = what_goes(connection, id, (from, to), &now)?;
            let is_told = rows.ctx().has_right("internal_notes", Verb::Read);
            Ok(MovePreview {
                internal_notes: found.internal_notes.filter(|_| is_told),
                ..found
            })
        })
        .await?;
    Ok(Document::of(&json!({
        "data": { "type": MovePreview::TYPE, "id": id.to_string(), "attributes": found }
    })))
}

/// `PUT /organizations/{id}/move {volunteer_center_id}`: the centre of an organisation asks another to take it.
pub(super) async fn ask(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    form: Form<MoveForm>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            let organization = rows.load(tx, id)?;
            let from = organization.volunteer_center_id.map_or(0, Id::number);
            let to = form.body.volunteer_center_id.map(Id::number);
            if let Some(to) = to {
                if to == from || center_name(tx, to)?.is_none() {
                    return Err(FieldFault::attribute("volunteer_center_id", "unlisted")
                        .with("value", to.to_string())
                        .into());
                }
                require_enabled(tx, (from, to))?;
                require_movable(organization.status)?;
            }
            keep(tx, id, to)?;
            let action = if to.is_some() {
                "ask_move"
            } else {
                "withdraw_move"
            };
            let about = (Organization::TYPE, id.number());
            audit_with(
                tx,
                rows.ctx().user_id(),
                action,
                about,
                &json!({ "to": to }),
            )?;
            if let Some(to) = to {
                let data = json!({
                    "organization_name": organization.name,
                    "center_name": center_name(tx, from)?,
                    "path": format!("/organizations/{id}/move"),
                });
                let asked = Notice {
                    kind: MailKind::OrgMoveAsked,
                    data,
                    subject: about,
                    center_id: to,
                };
                asked.notify_center(tx)?;
            }
            Ok(())
        })
        .await
}

/// `PUT /organizations/{id}/move/confirm {event, message?}`: the other centre takes it, or not.
pub(super) async fn answer(
    access: Access<Organization, action::Receive>,
    id: Id<Organization>,
    form: Form<MoveAnswer>,
) -> Result<Document> {
    let MoveAnswer { event, message } = form.body;
    let message = message.filter(|text| !text.trim().is_empty());
    access
        .change(id, move |tx, rows| {
            let organization = rows.load(tx, id)?;
            let from = organization.volunteer_center_id.map_or(0, Id::number);
            let to = organization.move_to_id.map(Id::number).ok_or_else(|| {
                Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new())
            })?;
            rows.ctx().require_read(id)?;
            let is_accepted = event == MoveEvent::Accept;
            if !is_accepted && message.is_none() {
                return Err(FieldFault::attribute("message", "reason_words").into());
            }
            rows.ctx().require_own_words("message", message.as_deref())?;
            let name = center_name(tx, to)?.unwrap_or_default();
            // The centre that asked hears of it under its own name, so before the organisation is gone from there.
            let data = json!({ "is_accepted": is_accepted, "message": message, "center_name": name, "path": if is_accepted { "/organizations".to_owned() } else { format!("/organizations/{id}/move") } });
            notice(tx, id, MailKind::OrgMoveDecided, data)?.notify_center(tx)?;
            let about = (Organization::TYPE, id.number());
            if is_accepted {
                require_enabled(tx, (from, to))?;
                require_movable(organization.status)?;
                execute(tx, id, (from, to))?;
                validate_no_duplicate(tx, id)?;
                audit_with(tx, rows.ctx().user_id(), "move", about, &json!({ "from": from, "to": to }))?;
            } else {
                keep(tx, id, None)?;
                audit_with(tx, rows.ctx().user_id(), "refuse_move", about, &Value::Null)?;
            }
            Ok(())
        })
        .await
}

fn keep(tx: &Tx, id: Id<Organization>, to: Option<i64>) -> Result<()> {
    tx.prepare_cached(
        "update organizations
            set move_to_id = :to, move_requested_at = iif(:to is null, null, :now), version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {":id": id.number(), ":to": to, ":now": tx.now()})?;
    Ok(())
}

/// Both centres must have the flag (docs/domain/rights.md#organisations).
fn require_enabled(connection: &Connection, (from, to): (i64, i64)) -> Result<()> {
    let enabled: i64 = connection
        .prepare_cached(
            "select count(*) from volunteer_centers c
               join themes t on t.id = c.theme_id and t.enable_moving_organizations = 1
              where c.id in (?1, ?2)",
        )?
        .query_row((from, to), |row| row.get(0))?;
    if enabled == 2 {
        Ok(())
    } else {
        Err(Error::from(Code::FeatureDisabled).at("/data/attributes/volunteer_center_id"))
    }
}

/// What waits for a decision is decided where it waits.
fn require_movable(status: OrganizationStatus) -> Result<()> {
    match status {
        OrganizationStatus::Approved | OrganizationStatus::Archived => Ok(()),
        OrganizationStatus::Pending | OrganizationStatus::Denied | OrganizationStatus::Deleted => {
            Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()))
        }
    }
}

fn center_name(connection: &Connection, id: i64) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached("select name from volunteer_centers where id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?)
}

/// SQL: the members with an account at the old centre, and whether something else ties them to it: work for the centre,
/// another organisation of it, or an application elsewhere that is still open.
const MEMBERS: &str = "
    select u.id,
           exists (select 1 from roles x
                    where x.user_id = u.id
                      and (x.scope_type in ('tenant', 'page')
                        or (x.scope_type = 'volunteer_center' and x.scope_id = :from and x.name <> 'volunteer')
                        or (x.scope_type in ('organization', 'school') and x.scope_id <> :id
                            and x.scope_id in (select o.id from organizations o where o.volunteer_center_id = :from))))
        or exists (select 1 from applications a
                    where a.user_id = u.id and a.organization_id <> :id and a.volunteer_center_id = :from
                      and a.stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'))
           as is_tied
      from users u
     where u.volunteer_center_id = :from
       and u.id in (select r.user_id from roles r
                     where r.scope_type in ('organization', 'school') and r.scope_id = :id and r.accepted_at is not null
                        and (r.expires_at is null or r.expires_at > :now))
     order by u.id";

fn members(
    connection: &Connection,
    id: Id<Organization>,
    from: i64,
    now: &str,
) -> Result<Vec<(i64, bool)>> {
    Ok(connection
        .prepare_cached(MEMBERS)?
        .query_map(
            named_params! {":id": id.number(), ":from": from, ":now": now},
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

fn what_goes(
    connection: &Connection,
    id: Id<Organization>,
    (from, to): (i64, i64),
    now: &str,
) -> Result<MovePreview> {
    let count = |sql: &str| -> Result<i64> {
        Ok(connection
            .prepare_cached(sql)?
            .query_row([id.number()], |row| row.get(0))?)
    };
    let members = members(connection, id, from, now)?;
    let tied = members.iter().filter(|(_, is_tied)| *is_tied).count();
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    Ok(MovePreview {
        from_name: center_name(connection, from)?.unwrap_or_default(),
        to_name: center_name(connection, to)?.ok_or(Code::NotFound)?,
        vacancies: count(
            "select count(*) from vacancies where organization_id = ?1 and status <> 'deleted'",
        )?,
        applications: count("select count(*) from applications where organization_id = ?1")?,
        internal_notes: Some(count(
            "select count(*) from internal_notes where subject_type = 'organizations' and subject_id = ?1",
        )?),
        members: number(members.len() - tied),
        members_staying: number(tied),
        lost_terms: taxonomy::lost_in_move(connection, id.number(), (from, to))?,
    })
}

/// The terms that the organisation itself chose.
const CHOSEN: &[Chosen] = &[
    Chosen {
        table: "organization_profiles",
        column: "activity_type_ids",
        rows: "id = (select profile_id from organizations where id = :id)",
        by: ChosenBy::Ids,
    },
    Chosen {
        table: "organization_profiles",
        column: "non_profit_type_id",
        rows: "id = (select profile_id from organizations where id = :id)",
        by: ChosenBy::Id,
    },
];

fn execute(tx: &Tx, id: Id<Organization>, (from, to): (i64, i64)) -> Result<()> {
    Happening::new(tx, Event::OrganizationMoves { from, to }, id.number()).announce()?;
    taxonomy::follow_move(tx, id.number(), (from, to), CHOSEN)?;
    let members = members(tx, id, from, tx.now())?;
    let values = [
        (":id".to_owned(), id.number().into()),
        (":from".to_owned(), from.into()),
        (":to".to_owned(), to.into()),
        (":now".to_owned(), tx.now().to_owned().into()),
    ];
    for sql in belongings::moves() {
        let mut statement = tx.prepare_cached(sql)?;
        bind(&mut statement, &SystemActor, &values)?;
        statement.raw_execute()?;
    }
    tx.prepare_cached(
        "insert or ignore into organization_moves (organization_id, volunteer_center_id) values (?1, ?2)",
    )?
    .execute((id.number(), from))?;
    for (user_id, _) in members.iter().filter(|(_, is_tied)| !is_tied) {
        Happening::new(tx, Event::OrganizationTakesMember { from, to }, *user_id).announce()?;
    }
    for (user_id, is_tied) in &members {
        let data = json!({
            "center_name": center_name(tx, to)?,
            "old_center_name": center_name(tx, from)?,
            "is_account_staying": is_tied,
            "path": format!("/organizations/{id}"),
        });
        let mut moved = notice(tx, id, MailKind::OrgMoved, data)?;
        // Whoever stays signs in at the old centre, so that is where the link leads.
        if *is_tied {
            moved.center_id = from;
            if let Some(data) = moved.data.as_object_mut() {
                data.insert(
                    "path".to_owned(),
                    format!("/organizations/{id}/edit").into(),
                );
            }
        }
        moved.tell(tx, *user_id)?;
    }
    Ok(())
}
