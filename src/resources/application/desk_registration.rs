//! Registration of an applicant by staff at a desk (docs/domain/rights.md#applications, docs/decisions/0020).

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::age::{validate_age_of_other, validate_said_age};
use super::apply::{
    Applicant, Entry, OPEN, OpenVacancy, Start, insert, known, one_open, vacancy_to_join,
    validate_person,
};
use super::school;
use super::transition::{ApplicationEvent, is_member};
use super::{Application, ApplicationStage, answer, places};
use crate::app::access::{Access, RequestContext, action};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::PEOPLE_REGISTERED;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, AuthContext as _, Id, Resource, table};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::model::plain_form::Form;
use crate::model::state_machine;
use crate::policy::Role;
use crate::resources::application::notify::{notify_organization, notify_registered};
use crate::resources::user::own_account::guardian;
use crate::resources::user::{User, desk};
use crate::resources::vacancy::Vacancy;

/// Who is registered: somebody with an account, or a name and how to reach them.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WalkInRegistration")]
pub struct WalkIn {
    /// Somebody with an account; name and address are then the account's.
    pub user_id: Option<Id<User>>,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: Option<String>,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    pub last_name: Option<String>,
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    #[serde(default)]
    #[validate(length(max = 2000))]
    pub message: String,
    /// One per question of the vacancy; all may be left open.
    #[serde(default)]
    #[validate(length(max = 20))]
    pub answers: Vec<answer::Sent>,
    /// Where no place is free: wait in line for one.
    #[serde(default)]
    pub waitlist: bool,
    /// For a vacancy with a minimum age, of somebody without a known date of birth: that they are at least so many years
    /// old. It is compared and not kept.
    #[validate(range(min = 12, max = 120))]
    pub age_at_least: Option<i32>,
    /// The person agreed that the organisation gets this.
    #[serde(default)]
    pub consent: bool,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(
            Method::POST,
            "//api/v1/vacancies/{id}/applications/walk_in",
            register,
        )
        .named(
            "registerWalkIn",
            "Registers somebody at the desk for a vacancy",
        )
        .answers(Described::one::<Application>(201))
}

/// `POST /vacancies/{id}/applications/walk_in`: 201 with an ordinary application, and an email to the person.
async fn register(
    access: Access<Vacancy, action::Register>,
    id: Id<Vacancy>,
    input: Input<Form<WalkIn>>,
) -> Result<Answer> {
    let form = input.body.read(&[])?;
    if !form.consent {
        return Err(FieldFault::attribute("consent", "consent_of_person").into());
    }
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            let ctx = rows.ctx();
            let vacancy = vacancy_to_join(tx, id, ctx.site.center_id, form.waitlist)?;
            if !ctx.has(Role::CenterSuperuser) && !ctx.has(Role::Admin) {
                PEOPLE_REGISTERED.keep(tx, &ctx.user_id().unwrap_or_default().to_string())?;
            }
            let applicant = applicant(tx, ctx, id, &form)?;
            let shown = rows.beside::<Application, action::Read>()?;
            let answers = answer::validated(tx, id, &form.answers, false)?;
            let written = (
                &applicant,
                form.message.as_str(),
                answers.as_slice(),
                form.waitlist,
            );
            let application = write(tx, ctx, (id, &vacancy), written)?;
            Ok(Answer::created(
                format!("/api/v1/applications/{application}"),
                shown.shown_text(tx, application)?,
            ))
        })
        .await
}

/// Resolves the applicant. A person whose account the requester manages is linked, by id or by address. Any other
/// address stays a bare address: whether it has an account is not disclosed.
fn applicant(
    tx: &Tx,
    ctx: &RequestContext,
    vacancy_id: Id<Vacancy>,
    form: &WalkIn,
) -> Result<Applicant> {
    let person = match (form.user_id, &form.email) {
        (Some(user_id), _) => {
            let found = looked_after(tx, ctx, "t.id = :value", &user_id.number().to_string())?;
            Some(found.ok_or_else(|| FieldFault::attribute("user_id", "not_found"))?)
        }
        (None, Some(email)) => looked_after(tx, ctx, "t.email = :value", email)?,
        (None, None) => None,
    };
    if let Some(user_id) = person {
        guardian::require_consent(tx, user_id, tx.now())?;
        desk::extend_account(tx, user_id)?;
        validate_age_of_other(tx, Some(user_id), vacancy_id, form.age_at_least)?;
        return known(tx, user_id, form.phone_number.as_deref());
    }
    // A mentor registers only students of their School.
    if !manages(tx, ctx, vacancy_id)? {
        let field = if form.email.is_some() {
            "email"
        } else {
            "user_id"
        };
        return Err(FieldFault::attribute(field, "not_your_student").into());
    }
    let first_name = form.first_name.clone().filter(|name| !name.is_empty());
    validate_age_of_other(tx, None, vacancy_id, form.age_at_least)?;
    Ok(Applicant {
        user_id: None,
        first_name: first_name.ok_or_else(|| FieldFault::attribute("first_name", "required"))?,
        last_name: form.last_name.clone().filter(|name| !name.is_empty()),
        email: form.email.clone().filter(|email| !email.is_empty()),
        phone_number: form.phone_number.as_deref().and_then(field_rules::e164),
        locale: ctx.site.locale,
    })
}

fn looked_after(
    connection: &Connection,
    ctx: &RequestContext,
    condition: &str,
    value: &str,
) -> Result<Option<i64>> {
    let Some(visibility) = ctx.visibility(User::TYPE) else {
        return Ok(None);
    };
    let Some((_, rows)) = visibility.can.iter().find(|(verb, _)| *verb == "register") else {
        return Ok(None);
    };
    let sql = format!("select t.id from users t where {condition} and t.status <> 'archived'");
    let id: Option<i64> = connection
        .prepare_cached(&sql)?
        .query_row(named_params! {":value": value}, |row| row.get(0))
        .optional()?;
    match id {
        Some(id) if store::is_within(connection, ctx, table::<User>(), id, rows)? => Ok(Some(id)),
        _ => Ok(None),
    }
}

/// Returns whether the requester manages the vacancy, through its organisation or its centre.
fn manages(connection: &Connection, ctx: &RequestContext, id: Id<Vacancy>) -> Result<bool> {
    let visibility = ctx.visibility(Vacancy::TYPE).unwrap_or_default();
    match visibility.can.iter().find(|(verb, _)| *verb == "manage") {
        Some((_, rows)) => store::is_within(connection, ctx, table::<Vacancy>(), id.number(), rows),
        None => Ok(false),
    }
}

/// Refuses an address that already applied with the organisation's knowledge.
fn validate_address(tx: &Tx, applicant: &Applicant, vacancy_id: Id<Vacancy>) -> Result<()> {
    let is_known = tx
        .prepare_cached(&format!(
            "select 1 from applications
              where vacancy_id = ?1 and email = ?2 and is_held = 0 and stage in {OPEN}"
        ))?
        .exists((vacancy_id.number(), &applicant.email))?;
    if is_known {
        Err(Error::from(Code::AlreadyApplied).at("/data/attributes/email"))
    } else {
        Ok(())
    }
}

fn write(
    tx: &Tx,
    ctx: &RequestContext,
    (vacancy_id, vacancy): (Id<Vacancy>, &OpenVacancy),
    (applicant, message, answers, waits): (&Applicant, &str, &[answer::Answered], bool),
) -> Result<Id<Application>> {
    validate_person(tx, applicant, vacancy_id, vacancy.organization_id)?;
    validate_address(tx, applicant, vacancy_id)?;
    let school_id = school::school_of(tx, applicant.user_id)?;
    if school_id.is_some() {
        school::require_no_other(tx, applicant.user_id)?;
    }
    // Registration by a mentor of the School counts as the School's approval.
    let is_agreed = match school_id {
        Some(school_id) => school::is_mentor_of(tx, ctx.user_id(), school_id)?,
        None => true,
    };
    let entry = Entry {
        source: "walk_in",
        message,
        answers,
        waits,
        age_at_least: None,
        consent_at: tx.now(),
        agrees_to_safety_rules: false,
    };
    let start = Start {
        stage: match (is_agreed, vacancy.is_full) {
            (true, false) => ApplicationStage::New,
            (true, true) => ApplicationStage::Waitlisted,
            (false, false) => ApplicationStage::MentorReview,
            // A School agrees to a place, not to a wait.
            (false, true) => return Err(Code::VacancyFull.into()),
        },
        school_id,
    };
    let id = insert(tx, (vacancy_id, vacancy), applicant, &entry, &start)?;
    if vacancy.is_full {
        places::line_up(tx, id)?;
    }
    if school_id.is_some() && is_agreed {
        school::release(tx, id)?;
    }
    state_machine::begin::<ApplicationStage>(tx, ctx.user_id(), id, ApplicationEvent::Register)?;
    notify_registered(tx, id, ctx.user_id())?;
    match school_id {
        Some(school_id) if !is_agreed => school::notify_mentors(tx, id, school_id)?,
        // A member who registers somebody for their own organisation needs no notification.
        _ if is_member(tx, id, ctx.user_id())? => {}
        _ => notify_organization(tx, id, MailKind::ApplicationNew, None)?,
    }
    Ok(id)
}

/// Links an application registered by address to the account with that address, when its owner opens the emailed
/// link. Without an account the link stays valid, and an account created later with the address adopts the
/// application. Whose account has no date of birth says to be old enough, as when applying.
pub fn claim(
    tx: &Tx,
    id: Id<Application>,
    link: &str,
    age_at_least: Option<i32>,
) -> Result<Answer> {
    let (theirs, email, vacancy_id, stage): (Option<i64>, Option<String>, i64, ApplicationStage) =
        tx.query_row(
            "select user_id, email, vacancy_id, stage from applications where id = ?1",
            [id.number()],
            |row| row.try_into(),
        )?;
    if theirs.is_some() {
        return Err(Code::LinkUsed.into());
    }
    let owner = match email {
        Some(email) => school::owner_of_address(tx, &email)?,
        None => None,
    };
    if let Some(user_id) = owner {
        // The rules for applying are checked here, now that the account is known.
        guardian::require_consent(tx, user_id, tx.now())?;
        validate_said_age(tx, Some(user_id), Id::new(vacancy_id), age_at_least)?;
        let school_id =
            school::school_of(tx, Some(user_id))?.filter(|_| stage == ApplicationStage::New);
        if school_id.is_some() {
            school::require_no_other(tx, Some(user_id))?;
            school::place(tx, id, school_id)?;
        }
        one_open(
            tx.prepare_cached(
                "update applications set user_id = ?2, version = version + 1, updated_at = ?3 where id = ?1",
            )?
            .execute((id.number(), user_id, tx.now())),
        )?;
        if school_id.is_some() {
            state_machine::run::<ApplicationStage>(tx, None, id, ApplicationEvent::Claim)?;
        }
        token::redeem(tx, Purpose::ConfirmApplication, link)?;
    }
    Ok(Answer::ok(
        json!({ "data": null, "meta": { "has_account": owner.is_some() } }).to_string(),
    ))
}
