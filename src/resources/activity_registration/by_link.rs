//! Answers by a link of a mail, without a sign-in: confirm a registration, withdraw it, take an offered place or not.
//! Opening the link only shows the question; the answer is a request of its own, so that programs which follow links in
//! mails answer nothing.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::guest::{self, PendingRegistration};
use super::hand_over::{self, HandOver, HandOverMeta, Handed};
use super::places::POSITION;
use super::transition::{OfferTerms, RegistrationEvent};
use super::{ActivityRegistration, ActivityRegistrationStatus, answer};
use crate::app::access::{Reason, RequestContext, Unguarded};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::GUEST_FORMS;
use crate::base::clock::later;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document, Id, Resource as _};
use crate::model::field_rules;
use crate::model::plain_form::Form;
use crate::model::state_machine::{self, Actor, Reason as Said};
use crate::resources::activity::ActivityQuestion;

pub struct RegistrationLink;

impl Reason for RegistrationLink {
    const WHY: &'static str = "the link in a mail is the credential";
    const FORGIVES: bool = true;
}

/// Events of links besides those of the state machine.
const CONFIRM: &str = "confirm";
const TAKE_PLACE: &str = "take_place";

/// What a link in a mail asks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityRegistrationQuestionAttributes")]
pub struct Question {
    /// As of a registration, `unconfirmed`, or `handed_over`: a place that waits for who opened the link.
    pub status: String,
    pub activity_id: String,
    pub activity_slug: String,
    pub activity_title: String,
    pub organization_name: String,
    /// Of the date, or of the next one of all.
    pub starts_at: Option<String>,
    pub location_name: Option<String>,
    pub party_size: i64,
    pub offered_size: Option<i64>,
    pub offer_expires_at: Option<String>,
    pub waitlist_position: Option<i64>,
    /// Whose place it is that is handed over.
    pub giver_name: Option<String>,
    /// What the organiser asks of who takes a place that is handed over; empty for every other link.
    pub questions: Vec<ActivityQuestion>,
    /// To show at the door, of who has a place.
    pub check_in_code: Option<String>,
    /// Whether the place can be handed to another person.
    pub can_hand_over: bool,
    /// The answers that are possible now: `confirm`, `take_place`, `accept_offer`, `refuse_offer`, `withdraw`.
    pub events: Vec<String>,
    /// Number of the registration; none before it is confirmed.
    #[serde(skip)]
    pub id: Option<i64>,
}

impl Typed for Question {
    const TYPE: &'static str = "activity_registration_questions";
}

impl Question {
    fn document(&self) -> Value {
        let id = self.id.map_or_else(String::new, |id| id.to_string());
        json!({ "data": { "type": Self::TYPE, "id": id, "attributes": self } })
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ActivityRegistrationLink")]
struct Opened {
    #[validate(length(max = 200))]
    token: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ActivityRegistrationLinkHandOver")]
struct HandedOver {
    #[validate(length(max = 200))]
    token: String,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    first_name: String,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    last_name: Option<String>,
    #[validate(email, length(max = 254))]
    email: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ActivityRegistrationLinkAnswer")]
struct Answered {
    #[validate(length(max = 200))]
    token: String,
    #[validate(length(max = 50))]
    event: String,
    /// Of `take_place`: one per question of the activity; a required question without an answer is refused.
    #[serde(default)]
    #[validate(nested, length(max = 20))]
    answers: Vec<answer::Answered>,
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<RegistrationLink, _, _, _, _, _>(
            Method::POST,
            ActivityRegistration::TYPE,
            "/api/v1/activity_registrations/by_link",
            show,
        )
        .answering_anew()
        .named(
            "showActivityRegistrationByLink",
            "Shows what a link in a mail asks",
        )
        .answers(Described::json::<OneOf<Question>>(200))
        .refuses(&[401, 410])
        .unguarded::<RegistrationLink, _, _, _, _, _>(
            Method::POST,
            ActivityRegistration::TYPE,
            "/api/v1/activity_registrations/by_link/answer",
            answer,
        )
        .named(
            "answerActivityRegistrationByLink",
            "Answers by a link in a mail",
        )
        .answers(Described::json::<OneOf<Question>>(200))
        .refuses(&[401, 410])
        .unguarded::<RegistrationLink, _, _, _, _, _>(
            Method::POST,
            ActivityRegistration::TYPE,
            "/api/v1/activity_registrations/by_link/hand_over",
            hand_over,
        )
        .named(
            "handOverActivityPlaceByLink",
            "Asks another person by mail to take the place of who was sent a link",
        )
        .answers(Described::json::<MetaOf<HandOverMeta>>(202))
        .refuses(&[401, 410])
}

/// Path of the page behind a link.
pub fn path_of(token: &str) -> String {
    format!("/activity-registration/{token}")
}

/// A link for one mail; those of earlier mails stay valid.
pub(super) fn path_for(tx: &Tx, id: Id<ActivityRegistration>) -> Result<String> {
    let purpose = Purpose::AnswerActivityRegistration;
    let until = later(tx.now(), purpose.lifetime());
    let subject = (ActivityRegistration::TYPE, id.number());
    let token = token::add(tx, purpose, subject, &Value::Null, &until)?;
    Ok(path_of(&token))
}

fn require_on(ctx: &RequestContext) -> Result<()> {
    if ctx.site.features().activities {
        Ok(())
    } else {
        Err(Code::NotFound.into())
    }
}

/// What the link asks. 410 where it is not valid any more.
pub fn asked(connection: &Connection, ctx: &RequestContext, token: &str) -> Result<Question> {
    require_on(ctx)?;
    let now = ctx.now.as_str();
    let confirming = Purpose::ConfirmActivityRegistration;
    match token::find(connection, confirming, token, now) {
        Ok(link) => unconfirmed(connection, &pending(link.data)?, now),
        Err(error) if error.is(Code::LinkUsed) => Err(error),
        Err(_) => asked_of_known(connection, token, now),
    }
}

/// The same of a link that is about a registration: of who signed up, or of who is handed their place.
fn asked_of_known(connection: &Connection, token: &str, now: &str) -> Result<Question> {
    match token::find(connection, Purpose::TakeActivityPlace, token, now) {
        Ok(link) => {
            let asked = hand_over::asked(connection, &Handed::read(link.data)?, now)?;
            Ok(Question {
                status: "handed_over".to_owned(),
                giver_name: Some(asked.giver),
                questions: asked.questions,
                check_in_code: None,
                can_hand_over: false,
                events: vec![TAKE_PLACE.to_owned()],
                id: None,
                ..question(connection, asked.id, now)?
            })
        }
        Err(error) if error.is(Code::LinkUsed) => Err(error),
        Err(_) => {
            let answering = Purpose::AnswerActivityRegistration;
            let link = token::find(connection, answering, token, now)?;
            question(connection, Id::new(link.subject_id), now)
        }
    }
}

fn pending(data: Value) -> Result<PendingRegistration> {
    serde_json::from_value(data)
        .map_err(|error| Error::internal(format!("what a guest typed: {error}")))
}

/// Takes the answer. The link of a registration stays valid: what may be answered follows from its status.
pub fn act(
    tx: &Tx,
    ctx: &RequestContext,
    token: &str,
    (event, answers): (&str, &[answer::Answered]),
) -> Result<Question> {
    let asked = asked(tx, ctx, token)?;
    if !asked.events.iter().any(|open| open == event) {
        return Err(Error::from(Code::InvalidTransition)
            .with("allowed", asked.events)
            .at("/data/attributes/event"));
    }
    let id = if event == CONFIRM {
        let link = token::redeem(tx, Purpose::ConfirmActivityRegistration, token)?;
        guest::confirm(tx, &pending(link.data)?, ctx.site.center_id)?
    } else if event == TAKE_PLACE {
        let link = token::redeem(tx, Purpose::TakeActivityPlace, token)?;
        let handed = Handed::read(link.data)?;
        hand_over::take(tx, (&handed, answers), ctx.site.center_id)?
    } else {
        let id = Id::<ActivityRegistration>::new(asked.id.unwrap_or_default());
        let event = RegistrationEvent::parse(event)
            .ok_or_else(|| FieldFault::attribute("event", "choice"))?;
        let user_id: Option<i64> = tx
            .prepare_cached("select user_id from activity_registrations where id = ?1")?
            .query_row([id.number()], |row| row.get(0))?;
        let actor = Actor::Program(user_id);
        let said = (Said::default(), OfferTerms::default());
        state_machine::take::<ActivityRegistrationStatus>(tx, actor, id, event, said)?;
        id
    };
    question(tx, id, tx.now())
}

/// SQL over `a`, an activity, with `:occurrence`: whose it is, when it begins, where it is.
const ABOUT: &str = "a.id, a.slug, a.title,
    coalesce((select o.name from organizations o where o.id = a.organization_id), (select c.name from volunteer_centers c where c.id = a.volunteer_center_id)),
    (select min(o.starts_at) from activity_occurrences o
      where o.activity_id = a.id and (o.id = :occurrence or (:occurrence is null and o.status = 'planned' and o.ends_at > :now))),
    (select p.name from places p where p.id = a.place_id)";

fn about(row: &rusqlite::Row) -> rusqlite::Result<Question> {
    Ok(Question {
        status: "unconfirmed".to_owned(),
        activity_id: row.get::<_, i64>(0)?.to_string(),
        activity_slug: row.get(1)?,
        activity_title: row.get(2)?,
        organization_name: row.get(3)?,
        starts_at: row.get(4)?,
        location_name: row.get(5)?,
        party_size: 1,
        offered_size: None,
        offer_expires_at: None,
        waitlist_position: None,
        giver_name: None,
        questions: Vec::new(),
        check_in_code: None,
        can_hand_over: false,
        events: Vec::new(),
        id: None,
    })
}

fn unconfirmed(connection: &Connection, kept: &PendingRegistration, now: &str) -> Result<Question> {
    let sql = format!("select {ABOUT} from activities a where a.id = :id");
    let mut found = connection
        .prepare_cached(&sql)?
        .query_row(
            named_params! {":id": kept.activity_id, ":occurrence": kept.occurrence_id, ":now": now},
            about,
        )
        .map_err(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => Error::from(Code::LinkExpired),
            other => other.into(),
        })?;
    found.party_size = kept.party_size;
    found.events = vec![CONFIRM.to_owned()];
    Ok(found)
}

fn question(connection: &Connection, id: Id<ActivityRegistration>, now: &str) -> Result<Question> {
    type Row = (
        ActivityRegistrationStatus,
        Option<i64>,
        i64,
        Option<i64>,
        Option<String>,
        Option<i64>,
        Option<String>,
        bool,
    );
    let (status, occurrence_id, party_size, offered_size, until, position, check_in_code, is_to_come): Row =
        connection
            .prepare_cached(&format!(
                "select t.status, t.occurrence_id, t.party_size, t.offered_size, t.offer_expires_at, {POSITION},
                        (select t.check_in_code from activities a where a.id = t.activity_id and a.online = 0 and t.status = 'registered'),
                        exists (select 1 from activity_occurrences o where o.activity_id = t.activity_id and coalesce(t.occurrence_id, o.id) = o.id and o.starts_at > :now)
                   from activity_registrations t where t.id = :id"
            ))?
            .query_row(named_params! {":id": id.number(), ":now": now}, |row| {
                row.try_into()
            })
            .map_err(|error| match error {
                rusqlite::Error::QueryReturnedNoRows => Error::from(Code::LinkExpired),
                other => other.into(),
            })?;
    let sql = format!(
        "select {ABOUT} from activities a join activity_registrations t on t.activity_id = a.id where t.id = :id"
    );
    let found = connection.prepare_cached(&sql)?.query_row(
        named_params! {":id": id.number(), ":occurrence": occurrence_id, ":now": now},
        about,
    )?;
    let is_in_time = until.as_deref().is_some_and(|until| until > now);
    let events: &[&str] = match status {
        ActivityRegistrationStatus::Offered if is_in_time => &["accept_offer", "refuse_offer"],
        ActivityRegistrationStatus::Registered
        | ActivityRegistrationStatus::Waitlisted
        | ActivityRegistrationStatus::Offered
            if is_to_come =>
        {
            &["withdraw"]
        }
        _ => &[],
    };
    Ok(Question {
        status: status.as_str().to_owned(),
        party_size,
        offered_size,
        offer_expires_at: until,
        waitlist_position: position,
        check_in_code: check_in_code.filter(|_| is_to_come),
        can_hand_over: hand_over::is_possible(connection, id, now)?,
        events: events.iter().map(|event| (*event).to_owned()).collect(),
        id: Some(id.number()),
        ..found
    })
}

/// `POST /activity_registrations/by_link {token}`.
async fn show(
    door: Unguarded<RegistrationLink>,
    (): (),
    input: Input<Form<Opened>>,
) -> Result<Document> {
    let token = input.body.read(&["token"])?.token;
    let ctx = door.ctx().clone();
    let shown = door
        .read(move |connection| asked(connection, &ctx, &token))
        .await?;
    Ok(Document::of(&shown.document()))
}

/// `POST /activity_registrations/by_link/answer {token, event, answers}`.
async fn answer(
    door: Unguarded<RegistrationLink>,
    (): (),
    input: Input<Form<Answered>>,
) -> Result<Answer> {
    let said = input.body.read(&["token", "event"])?;
    door.post(input.key, move |tx, ctx| {
        let shown = act(tx, ctx, &said.token, (&said.event, &said.answers))?;
        Ok(Answer::ok(shown.document().to_string()))
    })
    .await
}

/// `POST /activity_registrations/by_link/hand_over {token, first_name, last_name, email}`.
async fn hand_over(
    door: Unguarded<RegistrationLink>,
    (): (),
    input: Input<Form<HandedOver>>,
) -> Result<Answer> {
    let said = input.body.read(&["token", "first_name", "email"])?;
    count(&door)?;
    door.post(input.key, move |tx, ctx| {
        let to = HandOver {
            first_name: said.first_name,
            last_name: said.last_name,
            email: said.email,
        };
        Ok(offer(tx, ctx, &said.token, &to)?.answer())
    })
    .await
}

/// Each is a letter to somebody who may not know of it.
pub fn count(door: &Unguarded<RegistrationLink>) -> Result<()> {
    let ctx = door.ctx();
    let limits = door.app().rate_limits();
    limits.count_address(&GUEST_FORMS, ctx.site.caller(), ctx.second())
}

/// Sends the link with which another person takes the place of who was sent this one.
pub fn offer(tx: &Tx, ctx: &RequestContext, token: &str, to: &HandOver) -> Result<HandOverMeta> {
    let asked = asked(tx, ctx, token)?;
    let Some(id) = asked.id.filter(|_| asked.can_hand_over) else {
        return Err(Code::InvalidTransition.into());
    };
    hand_over::offer(tx, Id::new(id), (to, ctx.site.locale))
}
