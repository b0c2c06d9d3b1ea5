//! Submission of applications (docs/domain/states.md#applications). One open application per person and vacancy;
//! places are counted in the same transaction.

use jiff::SignedDuration;
use rusqlite::{OptionalExtension, ToSql, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::age::validate_said_age;
use super::school::{self, received};
use super::{Application, ApplicationAttributes, ApplicationStage, answer, guest, places};
use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::GUEST_FORMS;
use crate::base::clock::later;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::write::store::{new_attributes_of, typed};
use crate::jsonapi::{Answer, Id, table};
use crate::model::field_rules;
use crate::resources::user::own_account::guardian;
use crate::resources::user::writing_pause::require_not_paused;
use crate::resources::vacancy::{Vacancy, VacancyStatus};

/// Maximum open applications per person, and new ones per day (docs/domain/limits.md#rates).
const OPEN_AT_MOST: i64 = 25;
const NEW_PER_DAY: i64 = 10;
/// How often a person who withdrew may apply to the same vacancy again.
const REAPPLICATIONS: i64 = 1;

/// Applicant's details as disclosed to the organisation.
pub struct Applicant {
    pub user_id: Option<i64>,
    pub first_name: String,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub locale: Locale,
}

/// Submitted application and the channel it came through.
pub struct Entry<'a> {
    pub source: &'static str,
    pub message: &'a str,
    /// To the vacancy's questions, validated.
    pub answers: &'a [answer::Answered],
    /// Whether the person wants to wait in line where no place is free.
    pub waits: bool,
    /// How old the person says to be at least, of whom no date of birth is known.
    pub age_at_least: Option<i32>,
    /// When the applicant consented to disclosure to the organisation.
    pub consent_at: &'a str,
    /// The person keeps to the rules for helping safely, which help between people asks for.
    pub agrees_to_safety_rules: bool,
}

/// Initial state of an application.
pub struct Start {
    pub stage: ApplicationStage,
    /// School whose approval is pending.
    pub school_id: Option<i64>,
}

/// What an application says besides its attributes.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct ApplicationCreate {
    /// Needed of a guest: the organisation may have these details.
    consent: Option<bool>,
    /// One per question of the vacancy; a required question without an answer is refused.
    answers: Option<Vec<answer::Sent>>,
    /// Where no place is free: wait in line for one. Otherwise that is refused with `vacancy_full`.
    #[serde(default)]
    waitlist: bool,
    /// For a vacancy with a minimum age, of a guest and of somebody without a date of birth: that they are at least so
    /// many years old. It is compared and not kept.
    #[schemars(range(min = 12, max = 120))]
    age_at_least: Option<i32>,
    /// Needed where people help each other: the applicant has read the rules for helping safely and keeps to them.
    #[serde(default)]
    agrees_to_safety_rules: bool,
}

/// An application that its guest has to confirm.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct GuestApplicationMeta {
    stage: String,
    sent_to: String,
}

/// `POST /applications`: 201 and stage `new` for a signed-in person; 202 and a confirmation email for a guest.
pub async fn apply(
    access: Access<Application, action::Create>,
    (): (),
    input: Input<Sent<ApplicationCreate>>,
) -> Result<Answer> {
    let mut attributes = new_attributes_of(table::<Application>(), &input.body)?;
    // A guest consents here; an account holder has accepted terms that cover it.
    let is_guest = access.ctx().principal.is_none();
    match attributes.remove("consent") {
        Some(Value::Bool(true)) => {}
        None if !is_guest => {}
        _ => return Err(FieldFault::attribute("consent", "consent").into()),
    }
    let answers = answer::read(attributes.remove("answers"))?;
    let waits = match attributes.remove("waitlist") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(waits)) => waits,
        Some(_) => return Err(FieldFault::attribute("waitlist", "type").into()),
    };
    let agrees_to_safety_rules = match attributes.remove("agrees_to_safety_rules") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(agrees)) => agrees,
        Some(_) => return Err(FieldFault::attribute("agrees_to_safety_rules", "type").into()),
    };
    let age_at_least = match attributes.remove("age_at_least") {
        None | Some(Value::Null) => None,
        Some(years) => Some(
            years
                .as_i64()
                .and_then(|years| i32::try_from(years).ok())
                .ok_or_else(|| FieldFault::attribute("age_at_least", "type_integer"))?,
        ),
    };
    let required: &[&str] = if is_guest {
        &["vacancy_id", "message", "first_name", "email"]
    } else {
        &["vacancy_id", "message"]
    };
    let form: ApplicationAttributes = typed(required, only_the_form(attributes)?)?;
    if is_guest {
        let ctx = access.ctx();
        let limits = access.app().rate_limits();
        limits.count_address(&GUEST_FORMS, ctx.site.caller(), ctx.second())?;
    }
    access
        .post(input.key, move |tx, rows| {
            let ctx = rows.ctx();
            let Some(user_id) = ctx.user_id() else {
                return guest::ask(tx, &form, (&answers, waits, age_at_least), &ctx.site);
            };
            let applicant = known(tx, user_id, form.phone_number.as_deref())?;
            let answers = answer::validated(tx, form.vacancy_id, &answers, true)?;
            let entry = Entry {
                source: "web",
                message: &form.message,
                answers: &answers,
                waits,
                age_at_least,
                consent_at: tx.now(),
                agrees_to_safety_rules,
            };
            let place = (form.vacancy_id, ctx.site.center_id);
            let (id, _) = write(tx, place, &applicant, &entry)?;
            Ok(Answer::created(
                format!("/api/v1/applications/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

/// Stores the application of a person identified by an account or a proved address, and notifies those involved. Its
/// initial stage is `new`, or that of a pending School approval.
pub fn write(
    tx: &Tx,
    (vacancy_id, center_id): (Id<Vacancy>, i64),
    applicant: &Applicant,
    entry: &Entry,
) -> Result<(Id<Application>, ApplicationStage)> {
    if let Some(user_id) = applicant.user_id {
        guardian::require_consent(tx, user_id, tx.now())?;
    }
    let school_id = school::school_of(tx, applicant.user_id)?;
    // A School agrees to a place, not to a wait.
    let waits = entry.waits && school_id.is_none();
    let vacancy = vacancy_to_join(tx, vacancy_id, center_id, waits)?;
    if vacancy.is_between_people && !entry.agrees_to_safety_rules {
        return Err(FieldFault::attribute("agrees_to_safety_rules", "safety_rules").into());
    }
    validate_said_age(tx, applicant.user_id, vacancy_id, entry.age_at_least)?;
    validate_person(tx, applicant, vacancy_id, vacancy.organization_id)?;
    validate_again(tx, applicant, vacancy_id)?;
    let stage = if school_id.is_some() {
        school::require_no_other(tx, applicant.user_id)?;
        ApplicationStage::MentorReview
    } else if vacancy.is_full {
        ApplicationStage::Waitlisted
    } else {
        ApplicationStage::New
    };
    let start = Start { stage, school_id };
    let id = insert(tx, (vacancy_id, &vacancy), applicant, entry, &start)?;
    if stage == ApplicationStage::Waitlisted {
        places::line_up(tx, id)?;
    }
    received(tx, id)?;
    Ok((id, stage))
}

/// Keeps the attributes an applicant may set; all others are set by the server.
fn only_the_form(mut attributes: Map<String, Value>) -> Result<Map<String, Value>> {
    const FORM: [&str; 6] = [
        "vacancy_id",
        "message",
        "first_name",
        "last_name",
        "email",
        "phone_number",
    ];
    if let Some(name) = attributes
        .keys()
        .find(|name| table::<Application>().column(name).is_none())
    {
        return Err(FieldFault::attribute(name, "unknown").into());
    }
    attributes.retain(|name, _| FORM.contains(&name.as_str()));
    for value in attributes.values_mut() {
        if let Value::String(text) = value {
            *text = text.trim().to_owned();
        }
    }
    Ok(attributes)
}

pub fn known(tx: &Tx, user_id: i64, phone_number: Option<&str>) -> Result<Applicant> {
    let applicant = tx
        .prepare_cached(
            "select first_name, last_name, email, phone_number, locale from users where id = ?1",
        )?
        .query_row([user_id], |row| {
            Ok(Applicant {
                user_id: Some(user_id),
                first_name: row.get::<_, Option<String>>(0)?.unwrap_or_default(),
                last_name: row.get(1)?,
                email: row.get(2)?,
                phone_number: row.get(3)?,
                locale: Locale::parse(&row.get::<_, String>(4)?).unwrap_or_default(),
            })
        })?;
    Ok(Applicant {
        phone_number: phone_number
            .and_then(field_rules::e164)
            .or(applicant.phone_number),
        ..applicant
    })
}

pub struct OpenVacancy {
    pub organization_id: i64,
    center_id: i64,
    pub allows_guests: bool,
    /// All places are taken, or the organisation looks for nobody more.
    pub is_full: bool,
    /// A person asks for help for themselves, or offers it.
    is_between_people: bool,
}

/// The vacancy, where a place is free.
pub fn open_vacancy(tx: &Tx, id: Id<Vacancy>, center_id: i64) -> Result<OpenVacancy> {
    vacancy_to_join(tx, id, center_id, false)
}

/// The same, also without a free place for who waits in line. `vacancy_full` says how many do.
pub fn vacancy_to_join(
    tx: &Tx,
    id: Id<Vacancy>,
    center_id: i64,
    waits: bool,
) -> Result<OpenVacancy> {
    let found = tx
        .prepare_cached(
            // Who helps somebody at home has an account.
            concat!(
                "select v.organization_id, v.volunteer_center_id, v.status, v.capacity, v.places_taken, v.expires_at <= :now,
                        c.allow_guest_applications = 1 and v.asker_id is null, v.asker_id is not null
                   from vacancies v
                   join volunteer_centers c on c.id = v.volunteer_center_id
                  where v.id = :id and v.volunteer_center_id = :center_id and v.status not in ('draft', 'deleted') and ",
                crate::with_help!("v")
            ),
        )?
        .query_row(
            named_params! {":id": id.number(), ":now": tx.now(), ":center_id": center_id},
            |row| {
                let vacancy = OpenVacancy { organization_id: row.get(0)?, center_id: row.get(1)?, allows_guests: row.get(6)?, is_full: false, is_between_people: row.get(7)? };
                let (capacity, taken): (Option<i64>, i64) = (row.get(3)?, row.get(4)?);
                let is_full = capacity.is_some_and(|capacity| taken >= capacity);
                Ok((vacancy, row.get::<_, VacancyStatus>(2)?, is_full, row.get::<_, bool>(5)?))
            },
        )
        .optional()?;
    let Some((vacancy, status, is_full, is_over)) = found else {
        return Err(FieldFault::attribute("vacancy_id", "not_found").into());
    };
    let closed = |code: Code| Error::from(code).at("/data/attributes/vacancy_id");
    match status {
        VacancyStatus::Published | VacancyStatus::Filled if is_over => {
            Err(closed(Code::VacancyClosed))
        }
        VacancyStatus::Published if !is_full => Ok(vacancy),
        VacancyStatus::Published | VacancyStatus::Filled if waits => Ok(OpenVacancy {
            is_full: true,
            ..vacancy
        }),
        VacancyStatus::Published | VacancyStatus::Filled => {
            let waiting: i64 = tx
                .prepare_cached(
                    "select count(*) from applications where vacancy_id = ?1 and stage = 'waitlisted'",
                )?
                .query_row([id.number()], |row| row.get(0))?;
            Err(closed(Code::VacancyFull).with("waiting", waiting))
        }
        VacancyStatus::Draft
        | VacancyStatus::Expired
        | VacancyStatus::Archived
        | VacancyStatus::Deleted => Err(closed(Code::VacancyClosed)),
    }
}

/// Stages of open applications, as SQL after `stage in`.
pub(super) const OPEN: &str =
    "('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started')";

pub fn validate_person(
    tx: &Tx,
    applicant: &Applicant,
    vacancy_id: Id<Vacancy>,
    organization_id: i64,
) -> Result<()> {
    let refused = |code: Code| Error::from(code).at("/data/attributes/vacancy_id");
    if let Some(user_id) = applicant.user_id
        && is_own(tx, user_id, organization_id)?
    {
        return Err(refused(Code::OwnVacancy));
    }
    let day_ago = later(tx.now(), -SignedDuration::from_hours(24));
    // Unconfirmed applications count too for an applicant known by address alone.
    let (theirs, waiting, principal): (_, _, &dyn ToSql) = match &applicant.user_id {
        Some(user_id) => ("user_id = ?3", "0", user_id),
        None => (
            "user_id is null and email = ?3",
            "(select count(*) from tokens where email = ?3 and created_at > ?2)",
            &applicant.email,
        ),
    };
    let sql = format!(
        "select count(*) filter (where vacancy_id = ?1 and stage in {OPEN}),
                count(*) filter (where stage in {OPEN}),
                count(*) filter (where created_at > ?2) + {waiting}
           from applications
          where {theirs}"
    );
    let (same, open, new): (i64, i64, i64) = tx
        .prepare_cached(&sql)?
        .query_row((vacancy_id.number(), day_ago, principal), |row| {
            row.try_into()
        })?;
    if let Some(user_id) = applicant.user_id {
        require_not_paused(tx, user_id)?;
    }
    if same > 0 && applicant.user_id.is_some() {
        return Err(refused(Code::AlreadyApplied));
    }
    // The response must not disclose whether this address has applied; the email does.
    if open >= OPEN_AT_MOST {
        return Err(Error::from(Code::ApplicationsOpen).with("limit", OPEN_AT_MOST));
    }
    if new >= NEW_PER_DAY {
        return Err(Error::from(Code::ApplicationsADay)
            .with("limit", NEW_PER_DAY)
            .with("per", "day"));
    }
    Ok(())
}

/// Refuses an application after a no, of the organisation or of a mentor, and a third one after two withdrawals
/// (docs/domain/states.md#applications). Only the applicant is refused: the organisation may reopen theirs, and staff
/// may register them again.
fn validate_again(tx: &Tx, applicant: &Applicant, vacancy_id: Id<Vacancy>) -> Result<()> {
    let (is_rejected, is_rejected_by_mentor, withdrawals): (bool, bool, i64) = tx
        .prepare_cached(
            "select coalesce(max(stage = 'rejected' and is_held = 0), 0), coalesce(max(stage = 'rejected' and is_held = 1), 0),
                    coalesce(sum(withdrawals), 0)
               from applications
              where vacancy_id = :vacancy_id
                and (user_id = :user_id or (:user_id is null and user_id is null and email = :email))",
        )?
        .query_row(
            named_params! {
                ":vacancy_id": vacancy_id.number(),
                ":user_id": applicant.user_id,
                ":email": applicant.email,
            },
            |row| row.try_into(),
        )?;
    let reason = if is_rejected {
        "rejected"
    } else if is_rejected_by_mentor {
        "rejected_by_mentor"
    } else if withdrawals > REAPPLICATIONS {
        "withdrawn_again"
    } else {
        return Ok(());
    };
    let refused = Error::from(Code::ReapplyRefused).with("reason", reason);
    Err(refused.at("/data/attributes/vacancy_id"))
}

fn is_own(tx: &Tx, user_id: i64, organization_id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from roles where user_id = ?1 and scope_type = 'organization' and scope_id = ?2 and accepted_at is not null
              union all
             select 1 from organizations where id = ?2 and household_of_id = ?1",
        )?
        .exists((user_id, organization_id))?)
}

pub fn insert(
    tx: &Tx,
    (vacancy_id, vacancy): (Id<Vacancy>, &OpenVacancy),
    applicant: &Applicant,
    entry: &Entry,
    start: &Start,
) -> Result<Id<Application>> {
    let result = tx
        .prepare_cached(
            "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name, email,
                                       phone_number, message, answers, locale, stage, source, school_id, consent_at, safety_rules_agreed_at, created_at, updated_at)
             values (:vacancy_id, :organization_id, :center_id, :user_id, :first_name, :last_name, :email,
                     :phone_number, :message, :answers, :locale, :stage, :source, :school_id, :consent_at, iif(:agrees, :now, null), :now, :now)",
        )?
        .execute(named_params! {
            ":vacancy_id": vacancy_id.number(),
            ":organization_id": vacancy.organization_id,
            ":center_id": vacancy.center_id,
            ":user_id": applicant.user_id,
            ":first_name": applicant.first_name,
            ":last_name": applicant.last_name,
            ":email": applicant.email,
            ":phone_number": applicant.phone_number,
            ":message": entry.message,
            ":answers": answer::stored(entry.answers)?,
            ":locale": applicant.locale.as_str(),
            ":stage": start.stage,
            ":source": entry.source,
            ":school_id": start.school_id,
            ":consent_at": entry.consent_at,
            ":agrees": vacancy.is_between_people && entry.agrees_to_safety_rules,
            ":now": tx.now(),
        });
    one_open(result)?;
    Ok(Id::new(tx.last_insert_rowid()))
}

/// Maps a violation of the unique index to the error for an existing open application.
pub fn one_open(result: rusqlite::Result<usize>) -> Result<()> {
    match result {
        Ok(_) => Ok(()),
        Err(rusqlite::Error::SqliteFailure(error, _))
            if error.code == rusqlite::ErrorCode::ConstraintViolation =>
        {
            Err(Error::from(Code::AlreadyApplied).at("/data/attributes/vacancy_id"))
        }
        Err(other) => Err(other.into()),
    }
}
