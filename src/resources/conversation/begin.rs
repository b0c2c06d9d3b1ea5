//! Beginning a conversation (docs/domain/rights.md#conversations): somebody with an organisation, an organisation with who
//! applied or manages it, a mentor with a student and the other way round, a centre with everybody of its own.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::resource::Conversation;
use super::side::Side;
use super::{add_sides, message};
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::base::clock::months;
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Answer, AnyId, Id, Resource as _};
use crate::policy::Role;
use crate::resources::organization::Organization;

/// Months after an application ended within which its organisation may still write.
const AFTER_END: i32 = 6;

/// What is sent to begin a conversation.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConversationCreate")]
pub struct ConversationForm {
    pub recipient_type: RecipientType,
    pub recipient_id: AnyId,
    /// None: about nothing else than the recipient.
    pub about_type: Option<AboutType>,
    pub about_id: Option<AnyId>,
    /// The organisation in whose name somebody writes who manages one; none: the selected one.
    pub sender_organization_id: Option<Id<Organization>>,
    #[validate(length(min = 1, max = 150))]
    pub subject: Option<String>,
    #[validate(length(min = 1, max = 5000))]
    pub body: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecipientType {
    Organizations,
    Users,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AboutType {
    Vacancies,
    Activities,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "", begin)
        .named(
            "createConversation",
            "Begins a conversation, or goes on with the one between the same two about the same",
        )
        .answers(Described::one::<Conversation>(201))
        .refuses(&[422, 429])
}

/// The two sides of a conversation to be, and what it is about.
pub(super) struct Parties {
    pub sides: [(Side, Option<i64>); 2],
    pub mine: Side,
    pub organization_id: Option<i64>,
    pub about: (&'static str, i64),
}

async fn begin(
    access: Access<Conversation, action::Create>,
    (): (),
    form: Form<ConversationForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            let parties = parties(tx, ctx, &form.body)?;
            message::validate_rate(tx, ctx.user_id())?;
            let id = if let Some(found) = existing(tx, ctx, &parties)? {
                found
            } else {
                message::validate_begun(tx, ctx.user_id())?;
                make(tx, ctx, &parties, form.body.subject.as_deref())?
            };
            message::require_open(tx, id)?;
            message::add(tx, id, (ctx.user_id(), parties.mine), &form.body.body)?;
            tx.noted();
            shown(tx, rows, Id::new(id))
        })
        .await
}

fn shown(tx: &Tx, rows: &Rows<Conversation>, id: Id<Conversation>) -> Result<Answer> {
    rows.require(tx, id)?;
    Ok(Answer::created(
        format!("/api/v1/conversations/{id}"),
        rows.shown_text(tx, id)?,
    ))
}

/// Who writes to whom, if they may: 404 where the requester does not know of the recipient.
fn parties(tx: &Tx, ctx: &RequestContext, form: &ConversationForm) -> Result<Parties> {
    let me = ctx.user_id().ok_or(Code::NotSignedIn)?;
    let recipient = form.recipient_id.number();
    let mut parties = match form.recipient_type {
        RecipientType::Organizations => to_organization(tx, ctx, (me, recipient))?,
        RecipientType::Users => to_person(tx, ctx, (me, recipient), form)?,
    };
    if let (Some(about_type), Some(about_id)) = (form.about_type, form.about_id) {
        let sender = (parties.mine, parties.organization_id);
        parties.about = about(tx, ctx, sender, (about_type, about_id.number()))?;
    }
    Ok(parties)
}

pub(super) fn is_staff(ctx: &RequestContext) -> bool {
    ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin)
}

/// A centre writes to an organisation of its own; everybody else to one that visitors see.
fn to_organization(
    tx: &Tx,
    ctx: &RequestContext,
    (me, organization_id): (i64, i64),
) -> Result<Parties> {
    let found: Option<(bool, i64, bool)> = tx
        .prepare_cached(
            "select status = 'approved', volunteer_center_id, household_of_id is not null from organizations where id = ?1 and status <> 'deleted'",
        )?
        .query_row([organization_id], |row| row.try_into())
        .optional()?;
    let Some((is_approved, center_id, false)) = found else {
        return Err(Code::NotFound.into());
    };
    let by_center =
        is_staff(ctx) && ctx.organization_id.is_none() && center_id == ctx.site.center_id;
    if !by_center && (!is_approved || center_id != ctx.site.center_id) {
        return Err(Code::NotFound.into());
    }
    let about = (Organization::TYPE, organization_id);
    if by_center {
        return Ok(Parties {
            sides: [(Side::Center, None), (Side::Organization, None)],
            mine: Side::Center,
            organization_id: Some(organization_id),
            about,
        });
    }
    if message::manages(tx, ctx, organization_id)? {
        return Err(Code::Forbidden.into());
    }
    Ok(Parties {
        sides: [(Side::Person, Some(me)), (Side::Organization, None)],
        mine: Side::Person,
        organization_id: Some(organization_id),
        about,
    })
}

fn to_person(
    tx: &Tx,
    ctx: &RequestContext,
    (me, recipient): (i64, i64),
    form: &ConversationForm,
) -> Result<Parties> {
    let is_open = tx
        .prepare_cached("select 1 from users where id = ?1 and status in ('active', 'inactive')")?
        .exists([recipient])?;
    if !is_open || recipient == me {
        return Err(Code::NotFound.into());
    }
    let sender = form
        .sender_organization_id
        .map(Id::number)
        .or(ctx.organization_id);
    if let Some(organization_id) = sender
        && message::manages(tx, ctx, organization_id)?
    {
        return by_organization(tx, (organization_id, recipient));
    }
    if form.sender_organization_id.is_some() {
        return Err(Code::OrganizationNotYours.into());
    }
    if let Some(parties) = of_school(tx, (me, recipient))? {
        return Ok(parties);
    }
    let is_here = tx
        .prepare_cached("select 1 from users where id = ?1 and volunteer_center_id = ?2")?
        .exists((recipient, ctx.site.center_id))?;
    if is_staff(ctx) && is_here {
        return Ok(by_center(recipient));
    }
    let own: Vec<i64> = tx
        .prepare_cached(
            "select scope_id from roles where user_id = ?1 and name = 'organization_superuser' and scope_type = 'organization'
                and accepted_at is not null and (expires_at is null or expires_at > ?2)",
        )?
        .query_map((me, tx.now()), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let found = own
        .into_iter()
        .find_map(|organization_id| by_organization(tx, (organization_id, recipient)).ok());
    found.ok_or_else(|| Code::NotFound.into())
}

fn by_organization(tx: &Tx, (organization_id, recipient): (i64, i64)) -> Result<Parties> {
    require_approved(tx, organization_id)?;
    if !is_known(tx, (organization_id, recipient), tx.now())? {
        return Err(Code::NotFound.into());
    }
    Ok(to_known(organization_id, recipient))
}

pub(super) fn require_approved(connection: &Connection, organization_id: i64) -> Result<()> {
    let is_approved = connection
        .prepare_cached("select 1 from organizations where id = ?1 and status = 'approved'")?
        .exists([organization_id])?;
    if !is_approved {
        return Err(Code::OrganizationNotApproved.into());
    }
    Ok(())
}

/// An organisation writes to who manages it, and to who applied: while that goes on, and half a year longer.
pub(super) fn is_known(
    connection: &Connection,
    (organization_id, recipient): (i64, i64),
    now: &str,
) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 from roles where user_id = :person and name = 'organization_superuser' and scope_type = 'organization'
                and scope_id = :organization and accepted_at is not null
              union all
             select 1 from applications where user_id = :person and organization_id = :organization and is_held = 0
                and stage not in ('unconfirmed', 'mentor_review')
                and (stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started', 'completed') or updated_at > :since)",
        )?
        .exists(named_params! {
            ":person": recipient, ":organization": organization_id, ":since": months(now, -AFTER_END),
        })?)
}

pub(super) fn to_known(organization_id: i64, recipient: i64) -> Parties {
    Parties {
        sides: [(Side::Organization, None), (Side::Person, Some(recipient))],
        mine: Side::Organization,
        organization_id: Some(organization_id),
        about: (Organization::TYPE, organization_id),
    }
}

pub(super) fn by_center(recipient: i64) -> Parties {
    Parties {
        sides: [(Side::Center, None), (Side::Person, Some(recipient))],
        mine: Side::Center,
        organization_id: None,
        about: ("users", recipient),
    }
}

/// A mentor and a student whom a school has linked.
pub(super) fn of_school(
    connection: &Connection,
    (me, other): (i64, i64),
) -> Result<Option<Parties>> {
    let found: Option<(i64, i64)> = connection
        .prepare_cached(
            "select id, mentor_id from student_links
              where (student_id = ?1 and mentor_id = ?2) or (student_id = ?2 and mentor_id = ?1)
              order by id desc limit 1",
        )?
        .query_row((me, other), |row| row.try_into())
        .optional()?;
    Ok(found.map(|(link, mentor)| {
        let student = if mentor == me { other } else { me };
        Parties {
            sides: [(Side::Mentor, Some(mentor)), (Side::Person, Some(student))],
            mine: if mentor == me {
                Side::Mentor
            } else {
                Side::Person
            },
            organization_id: None,
            about: ("student_links", link),
        }
    }))
}

/// A vacancy or activity that the sender may speak of: of the organisation of the conversation, or of the centre; what is
/// not online only to its own.
pub(super) fn about(
    connection: &Connection,
    ctx: &RequestContext,
    (mine, organization_id): (Side, Option<i64>),
    (about_type, id): (AboutType, i64),
) -> Result<(&'static str, i64)> {
    let (table, online) = match about_type {
        AboutType::Vacancies => ("vacancies", "status in ('published', 'filled', 'expired')"),
        AboutType::Activities => ("activities", "status <> 'draft'"),
    };
    let sql = format!(
        "select 1 from {table} where id = :id and volunteer_center_id = :center
            and (organization_id is :organization or :organization is null)
            and ({online} or :is_own)"
    );
    let is_known = connection.prepare_cached(&sql)?.exists(named_params! {
        ":id": id,
        ":center": ctx.site.center_id,
        ":organization": organization_id,
        ":is_own": matches!(mine, Side::Organization | Side::Center),
    })?;
    if !is_known {
        return Err(FieldFault::attribute("about_id", "not_found").into());
    }
    Ok((table, id))
}

/// The conversation between the same two about the same.
pub(super) fn existing(tx: &Tx, ctx: &RequestContext, parties: &Parties) -> Result<Option<i64>> {
    let (about_type, about_id) = parties.about;
    let [first, second] = parties.sides;
    Ok(tx
        .prepare_cached(
            "select c.id from conversations c
               join conversation_sides f on f.conversation_id = c.id and f.side = :first and f.user_id is :first_user
               join conversation_sides s on s.conversation_id = c.id and s.side = :second and s.user_id is :second_user
              where c.about_type = :type and c.about_id = :about and c.organization_id is :organization
                and (c.volunteer_center_id = :center or 'center' not in (:first, :second))
              order by c.id desc limit 1",
        )?
        .query_row(
            named_params! {
                ":first": first.0, ":first_user": first.1, ":second": second.0, ":second_user": second.1,
                ":type": about_type, ":about": about_id, ":organization": parties.organization_id, ":center": ctx.site.center_id,
            },
            |row| row.get(0),
        )
        .optional()?)
}

pub(super) fn make(
    tx: &Tx,
    ctx: &RequestContext,
    parties: &Parties,
    subject: Option<&str>,
) -> Result<i64> {
    let (about_type, about_id) = parties.about;
    let id = tx
        .prepare_cached(
            "insert into conversations (about_type, about_id, organization_id, volunteer_center_id, subject, last_message_at, created_at, updated_at)
             values (:type, :about, :organization, :center, :subject, :now, :now, :now)",
        )?
        .insert(named_params! {
            ":type": about_type, ":about": about_id, ":organization": parties.organization_id,
            ":center": ctx.site.center_id, ":subject": subject, ":now": tx.now(),
        })?;
    add_sides(tx, id, parties.sides)?;
    Ok(id)
}
