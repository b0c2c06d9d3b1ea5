//! One message to many people (docs/domain/rights.md#conversations): each reads it in a conversation of their own, and
//! answers there. A mentor writes to students, an organisation to who applied, a centre to who wants its news.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::begin::{self, AboutType, Parties, is_staff};
use super::message;
use super::resource::Conversation;
use super::side::Side;
use crate::app::access::{Access, RequestContext, action, audit_log};
use crate::base::clock::{days, later, seconds_until};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, AnyId, Id, Resource as _, table};
use crate::model::state_history;
use crate::policy::Role;
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::user::writing_pause::require_not_paused;
use crate::resources::volunteer_center::VolunteerCenter;

/// People to whom messages to many go within a day (docs/domain/limits.md#rates).
const BY_MENTOR: i64 = 100;
const BY_ORGANIZATION: i64 = 200;
const BY_CENTER: i64 = 1_000;

/// What is sent to write to many people at once.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConversationToMany")]
pub struct ManyForm {
    #[validate(length(min = 2, max = 200))]
    pub recipient_ids: Vec<Id<User>>,
    /// None: about nothing else than each of them.
    pub about_type: Option<AboutType>,
    pub about_id: Option<AnyId>,
    /// The organisation in whose name somebody writes who manages one; none: the selected one.
    pub sender_organization_id: Option<Id<Organization>>,
    #[validate(length(min = 1, max = 150))]
    pub subject: Option<String>,
    #[validate(length(min = 1, max = 5000))]
    pub body: String,
}

/// What is sent to see who would be written to.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConversationToManyLook")]
pub struct ManyPreviewForm {
    #[validate(length(min = 2, max = 200))]
    pub recipient_ids: Vec<Id<User>>,
    pub about_type: Option<AboutType>,
    pub about_id: Option<AnyId>,
    /// The organisation in whose name somebody writes who manages one; none: the selected one.
    pub sender_organization_id: Option<Id<Organization>>,
    #[validate(length(min = 1, max = 150))]
    pub subject: Option<String>,
    #[validate(length(min = 1, max = 5000))]
    pub body: Option<String>,
}

/// Why somebody is not written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ConversationSkipReason")]
enum SkipReason {
    /// They have not said yes to news of the centre.
    NoConsent,
    /// One of the two blocked the other.
    Blocked,
    /// The account is closed, or who writes does not know them.
    NotReachable,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConversationRecipient")]
struct Recipient {
    user_id: Id<User>,
    name: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConversationSkippedRecipient")]
struct SkippedRecipient {
    user_id: Id<User>,
    /// Empty for who cannot be reached.
    name: String,
    reason: SkipReason,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConversationSkipped")]
struct Skipped {
    user_id: Id<User>,
    reason: SkipReason,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ConversationDeliveryPreviewAttributes {
    recipients: Vec<Recipient>,
    skipped: Vec<SkippedRecipient>,
    /// People to whom the sender may still write today in this way.
    left_today: i64,
}

impl Typed for ConversationDeliveryPreviewAttributes {
    const TYPE: &'static str = "conversation_delivery_previews";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ConversationDeliveryAttributes {
    /// How many people it was sent to.
    sent: usize,
    skipped: Vec<Skipped>,
}

impl Typed for ConversationDeliveryAttributes {
    const TYPE: &'static str = "conversation_deliveries";
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "/many", send)
        .named(
            "createConversations",
            "Writes to many people at once, each in a conversation of their own",
        )
        .answers(Described::json::<OneOf<ConversationDeliveryAttributes>>(
            201,
        ))
        .refuses(&[422, 429])
        .form(Method::POST, "/many/preview", preview)
        .named(
            "previewConversations",
            "Shows who of many people would be written to, and who not",
        )
        .answers(Described::json::<
            OneOf<ConversationDeliveryPreviewAttributes>,
        >(200))
        .refuses(&[422])
}

/// In whose name many are written to.
#[derive(Debug, Clone, Copy)]
enum Sender {
    Mentor(i64),
    Organization(i64),
    Center(i64),
}

impl Sender {
    const fn side(self) -> Side {
        match self {
            Self::Mentor(_) => Side::Mentor,
            Self::Organization(_) => Side::Organization,
            Self::Center(_) => Side::Center,
        }
    }

    const fn id(self) -> i64 {
        match self {
            Self::Mentor(id) | Self::Organization(id) | Self::Center(id) => id,
        }
    }

    const fn organization_id(self) -> Option<i64> {
        match self {
            Self::Organization(id) => Some(id),
            Self::Mentor(_) | Self::Center(_) => None,
        }
    }

    const fn most_a_day(self) -> i64 {
        match self {
            Self::Mentor(_) => BY_MENTOR,
            Self::Organization(_) => BY_ORGANIZATION,
            Self::Center(_) => BY_CENTER,
        }
    }

    /// Whose audit log says that many were written to.
    const fn subject(self) -> (&'static str, i64) {
        match self {
            Self::Mentor(id) => (User::TYPE, id),
            Self::Organization(id) => (Organization::TYPE, id),
            Self::Center(id) => (VolunteerCenter::TYPE, id),
        }
    }

    /// The one whom the requester writes for: who is a mentor of all of them writes as that.
    fn of(
        connection: &Connection,
        ctx: &RequestContext,
        (people, chosen): (&[i64], Option<i64>),
    ) -> Result<Self> {
        let me = ctx.user_id().ok_or(Code::NotSignedIn)?;
        if chosen.is_none() && ctx.has(Role::Mentor) && all_students(connection, me, people)? {
            return Ok(Self::Mentor(me));
        }
        if let Some(organization_id) = chosen.or(ctx.organization_id)
            && message::manages(connection, ctx, organization_id)?
        {
            begin::require_approved(connection, organization_id)?;
            return Ok(Self::Organization(organization_id));
        }
        if chosen.is_some() {
            return Err(Code::OrganizationNotYours.into());
        }
        if is_staff(ctx) {
            return Ok(Self::Center(ctx.site.center_id));
        }
        let managed: Vec<i64> = connection
            .prepare_cached(
                "select scope_id from roles where user_id = ?1 and name = 'organization_superuser' and scope_type = 'organization'
                    and accepted_at is not null and (expires_at is null or expires_at > ?2) limit 2",
            )?
            .query_map((me, &ctx.now), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        match managed.as_slice() {
            [] if ctx.has(Role::Mentor) => Ok(Self::Mentor(me)),
            [] => Err(Code::Forbidden.into()),
            [organization_id] => {
                begin::require_approved(connection, *organization_id)?;
                Ok(Self::Organization(*organization_id))
            }
            _ => Err(FieldFault::attribute("sender_organization_id", "required").into()),
        }
    }

    /// The conversation with somebody; none where the sender does not know them.
    fn parties(self, connection: &Connection, now: &str, person: i64) -> Result<Option<Parties>> {
        match self {
            Self::Mentor(me) => {
                let linked = begin::of_school(connection, (me, person))?;
                Ok(linked.filter(|parties| parties.mine == Side::Mentor))
            }
            Self::Organization(id) => Ok(begin::is_known(connection, (id, person), now)?
                .then(|| begin::to_known(id, person))),
            Self::Center(id) => {
                let is_here = connection
                    .prepare_cached(
                        "select 1 from users where id = ?1 and volunteer_center_id = ?2",
                    )?
                    .exists((person, id))?;
                Ok(is_here.then(|| begin::by_center(person)))
            }
        }
    }
}

fn all_students(connection: &Connection, mentor: i64, people: &[i64]) -> Result<bool> {
    let mut statement = connection
        .prepare_cached("select 1 from student_links where mentor_id = ?1 and student_id = ?2")?;
    for person in people {
        if !statement.exists((mentor, person))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Somebody who was chosen.
struct Chosen {
    id: i64,
    name: String,
    outcome: std::result::Result<Parties, SkipReason>,
}

/// Who sends to whom, about what.
struct Plan {
    sender: Sender,
    people: Vec<Chosen>,
}

impl Plan {
    fn make(
        connection: &Connection,
        ctx: &RequestContext,
        (ids, chosen): (&[Id<User>], Option<Id<Organization>>),
        about: Option<(AboutType, AnyId)>,
    ) -> Result<Self> {
        let mut ids: Vec<i64> = ids.iter().map(|id| id.number()).collect();
        let mut seen = std::collections::HashSet::new();
        ids.retain(|id| seen.insert(*id));
        let sender = Sender::of(connection, ctx, (&ids, chosen.map(Id::number)))?;
        let about = about
            .map(|(about_type, id)| {
                let side = (sender.side(), sender.organization_id());
                begin::about(connection, ctx, side, (about_type, id.number()))
            })
            .transpose()?;
        let mut people = Vec::with_capacity(ids.len());
        for id in ids {
            let mut one = judge(connection, ctx, sender, id)?;
            if let (Ok(parties), Some(about)) = (&mut one.outcome, about) {
                parties.about = about;
            }
            people.push(one);
        }
        Ok(Self { sender, people })
    }
}

fn judge(connection: &Connection, ctx: &RequestContext, sender: Sender, id: i64) -> Result<Chosen> {
    let open: Option<String> = connection
        .prepare_cached(
            "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users
              where id = ?1 and id is not ?2 and status in ('active', 'inactive')",
        )?
        .query_row((id, ctx.user_id()), |row| row.get(0))
        .optional()?;
    let found = match open {
        Some(name) => sender
            .parties(connection, &ctx.now, id)?
            .map(|parties| (name, parties)),
        None => None,
    };
    let Some((name, parties)) = found else {
        return Ok(Chosen {
            id,
            name: String::new(),
            outcome: Err(SkipReason::NotReachable),
        });
    };
    let outcome = if matches!(sender, Sender::Center(_)) && !wants_news(connection, id)? {
        Err(SkipReason::NoConsent)
    } else if is_blocked(connection, sender, id)? {
        Err(SkipReason::Blocked)
    } else {
        Ok(parties)
    };
    Ok(Chosen { id, name, outcome })
}

fn wants_news(connection: &Connection, person: i64) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 where (select c.is_given from consents c where c.user_id = ?1 and c.kind = 'newsletter' order by c.id desc limit 1) = 1",
        )?
        .exists([person])?)
}

/// Whether one of the two blocked the other, in whichever of their conversations.
fn is_blocked(connection: &Connection, sender: Sender, person: i64) -> Result<bool> {
    let mentor = match sender {
        Sender::Mentor(me) => Some(me),
        Sender::Organization(_) | Sender::Center(_) => None,
    };
    let center = match sender {
        Sender::Center(id) => Some(id),
        Sender::Mentor(_) | Sender::Organization(_) => None,
    };
    Ok(connection
        .prepare_cached(
            "select 1 from conversation_sides p
               join conversations c on c.id = p.conversation_id and c.organization_id is :organization
                    and (:center is null or c.volunteer_center_id = :center)
               join conversation_sides o on o.conversation_id = c.id and o.side = :side and o.user_id is :mentor
              where p.user_id = :person and p.side = 'person' and (p.blocked_at is not null or o.blocked_at is not null)",
        )?
        .exists(named_params! {
            ":organization": sender.organization_id(), ":center": center, ":side": sender.side(), ":mentor": mentor,
            ":person": person,
        })?)
}

/// Over `m`, messages, and `c`, their conversations: what the sender sent to many since a moment.
const SENT_TO_MANY: &str = "m.to_many = 1 and m.created_at > :since and m.side = :side
    and case :side when 'mentor' then m.author_id when 'organization' then c.organization_id else c.volunteer_center_id end = :id";

fn sent_today(connection: &Connection, now: &str, sender: Sender) -> Result<i64> {
    let sql = format!(
        "select count(*) from messages m join conversations c on c.id = m.conversation_id where {SENT_TO_MANY}"
    );
    Ok(connection.prepare_cached(&sql)?.query_row(
        named_params! {":since": later(now, -days(1)), ":side": sender.side(), ":id": sender.id()},
        |row| row.get(0),
    )?)
}

/// Fails where the sender may not write to so many more today, with the seconds after which they may.
fn require_room(tx: &Tx, sender: Sender, wanted: i64) -> Result<()> {
    let over = sent_today(tx, tx.now(), sender)? + wanted - sender.most_a_day();
    if over <= 0 {
        return Ok(());
    }
    let sql = format!(
        "select m.created_at from messages m join conversations c on c.id = m.conversation_id where {SENT_TO_MANY}
          order by m.created_at limit 1 offset :over - 1"
    );
    let last: Option<String> = tx
        .prepare_cached(&sql)?
        .query_row(
            named_params! {
                ":since": later(tx.now(), -days(1)), ":side": sender.side(), ":id": sender.id(), ":over": over,
            },
            |row| row.get(0),
        )
        .optional()?;
    let last = last.as_deref().unwrap_or_else(|| tx.now());
    let wait = seconds_until(tx.now(), &later(last, days(1))).max(1);
    Err(Error::from(Code::RateLimited).with("retry_after", wait))
}

fn document<T: Typed + Serialize>(id: i64, attributes: &T) -> serde_json::Value {
    json!({ "data": { "type": T::TYPE, "id": id.to_string(), "attributes": attributes } })
}

/// Who would be written to, and in whose name.
fn look(
    connection: &Connection,
    ctx: &RequestContext,
    said: &ManyPreviewForm,
) -> Result<(Sender, ConversationDeliveryPreviewAttributes)> {
    let Plan { sender, people } = Plan::make(
        connection,
        ctx,
        (&said.recipient_ids, said.sender_organization_id),
        said.about_type.zip(said.about_id),
    )?;
    let left = sender.most_a_day() - sent_today(connection, &ctx.now, sender)?;
    let mut shown = ConversationDeliveryPreviewAttributes {
        recipients: Vec::new(),
        skipped: Vec::new(),
        left_today: left.max(0),
    };
    for Chosen { id, name, outcome } in people {
        let user_id = Id::new(id);
        match outcome {
            Ok(_) => shown.recipients.push(Recipient { user_id, name }),
            Err(reason) => shown.skipped.push(SkippedRecipient {
                user_id,
                name,
                reason,
            }),
        }
    }
    Ok((sender, shown))
}

/// `POST /conversations/many/preview`. Nobody is written to.
async fn preview(
    access: Access<Conversation, action::Send>,
    (): (),
    form: Form<ManyPreviewForm>,
) -> Result<Answer> {
    let said = form.body;
    if form.key.is_some() {
        // So that the same key gets the same answer.
        return access
            .post(form.key, move |tx, rows| {
                let (sender, shown) = look(tx, rows.ctx(), &said)?;
                tx.noted();
                note_names(tx, rows.ctx(), (sender, &shown))?;
                Ok(Answer::ok(document(sender.id(), &shown).to_string()))
            })
            .await;
    }
    let rows = access.rows();
    let (sender, shown) = access
        .read(move |connection| look(connection, rows.ctx(), &said))
        .await?;
    let answer = Answer::ok(document(sender.id(), &shown).to_string());
    if matches!(sender, Sender::Center(_)) {
        let rows = access.rows();
        access
            .note(move |tx| note_names(tx, rows.ctx(), (sender, &shown)))
            .await?;
    }
    Ok(answer)
}

/// Records that a centre read the names of people.
fn note_names(
    tx: &Tx,
    ctx: &RequestContext,
    (sender, shown): (Sender, &ConversationDeliveryPreviewAttributes),
) -> Result<()> {
    let skipped = shown.skipped.iter();
    let count = shown.recipients.len() + skipped.filter(|one| !one.name.is_empty()).count();
    let Sender::Center(center_id) = sender else {
        return Ok(());
    };
    if count == 0 {
        return Ok(());
    }
    let event = audit_log::Event {
        actor_id: ctx.user_id(),
        action: "list",
        subject: audit_log::Subject::any_of(table::<User>()),
        data: json!({ "count": count }),
        center_id: Some(center_id),
    };
    audit_log::write(tx, &event)
}

/// `POST /conversations/many`.
async fn send(
    access: Access<Conversation, action::Send>,
    (): (),
    form: Form<ManyForm>,
) -> Result<Answer> {
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            if let Some(me) = ctx.user_id() {
                require_not_paused(tx, me)?;
            }
            let plan = Plan::make(
                tx,
                ctx,
                (&said.recipient_ids, said.sender_organization_id),
                said.about_type.zip(said.about_id),
            )?;
            let sent = send_to(tx, ctx, &plan, &said)?;
            let skipped = plan.people.iter().filter_map(|one| {
                let reason = one.outcome.as_ref().err().copied()?;
                Some(Skipped {
                    user_id: Id::new(one.id),
                    reason,
                })
            });
            let shown = ConversationDeliveryAttributes {
                sent,
                skipped: skipped.collect(),
            };
            let document = document(plan.sender.id(), &shown);
            Ok(Answer::created(
                "/api/v1/conversations".to_owned(),
                document.to_string(),
            ))
        })
        .await
}

/// Writes to all who can be written to, or to nobody.
fn send_to(tx: &Tx, ctx: &RequestContext, plan: &Plan, said: &ManyForm) -> Result<usize> {
    let all: Vec<&Parties> = plan
        .people
        .iter()
        .filter_map(|one| one.outcome.as_ref().ok())
        .collect();
    tx.noted();
    if all.is_empty() {
        return Ok(0);
    }
    let count = i64::try_from(all.len()).map_err(Error::internal)?;
    require_room(tx, plan.sender, count)?;
    for parties in &all {
        let id = match begin::existing(tx, ctx, parties)? {
            Some(found) => found,
            None => begin::make(tx, ctx, parties, said.subject.as_deref())?,
        };
        message::require_open(tx, id)?;
        message::add_to_many(tx, id, (ctx.user_id(), parties.mine), &said.body)?;
    }
    state_history::audit_with(
        tx,
        ctx.user_id(),
        "message_many",
        plan.sender.subject(),
        &json!({ "count": count }),
    )?;
    Ok(all.len())
}
