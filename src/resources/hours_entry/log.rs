//! `POST /hours_entries`: somebody writes down hours, or staff of an organisation or the centre for somebody.

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::transition::HoursEvent;
use super::{HoursEntry, HoursStatus, MOST_ENTRIES_A_DAY, quarters, validate_day};
use crate::app::access::{Access, Rows, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Answer, Id};
use crate::model::state_machine::begin;
use crate::resources::activity::Activity;
use crate::resources::application::Application;
use crate::resources::organization::Organization;
use crate::resources::user::{User, desk};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HoursEntryCreate")]
pub struct HoursForm {
    /// An application that was accepted.
    pub application_id: Option<Id<Application>>,
    /// An activity for which they were signed up, on that day.
    pub activity_id: Option<Id<Activity>>,
    /// With own words: whom they helped.
    pub organization_id: Option<Id<Organization>>,
    /// Own words for what they did.
    #[validate(length(min = 3, max = 120))]
    pub description: Option<String>,
    /// `YYYY-MM-DD`.
    #[validate(length(min = 10, max = 10))]
    pub day: String,
    /// In quarters.
    #[validate(range(min = 0.25, max = 24.0), custom(function = "quarters"))]
    pub hours: f64,
    #[validate(length(max = 200))]
    pub remark: Option<String>,
    /// For staff: for whom. Left out: the asker.
    pub user_id: Option<Id<User>>,
}

/// For what the hours are.
pub(super) struct Work {
    pub application_id: Option<i64>,
    pub activity_id: Option<i64>,
    pub occurrence_id: Option<i64>,
    pub organization_id: Option<i64>,
    pub center_id: i64,
    pub title: String,
}

/// An entry that is about to be written.
pub(super) struct Entry<'a> {
    pub day: &'a str,
    pub hours: f64,
    pub remark: Option<&'a str>,
    pub source: &'static str,
    pub status: HoursStatus,
    pub actor_id: Option<i64>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "", log)
        .named(
            "createHoursEntry",
            "Writes down hours; staff may write them down for somebody",
        )
        .answers(Described::one::<HoursEntry>(201))
        .refuses(&[422, 429])
}

async fn log(
    access: Access<HoursEntry, action::Create>,
    (): (),
    form: Form<HoursForm>,
) -> Result<Answer> {
    let said = form.body;
    for (field, words) in [
        ("description", said.description.as_deref()),
        ("remark", said.remark.as_deref()),
    ] {
        access.ctx().require_own_words(field, words)?;
    }
    access
        .post(form.key, move |tx, rows| {
            let asker = rows.ctx().user_id().ok_or(Code::NotSignedIn)?;
            let person = said.user_id.map_or(asker, Id::number);
            let is_own = person == asker;
            require_measure(tx, asker)?;
            let work = work_of(tx, rows, person, &said)?;
            let entry = Entry {
                day: &said.day,
                hours: said.hours,
                remark: said
                    .remark
                    .as_deref()
                    .map(str::trim)
                    .filter(|text| !text.is_empty()),
                source: if is_own { "own" } else { "staff" },
                status: if is_own {
                    HoursStatus::Logged
                } else {
                    HoursStatus::Confirmed
                },
                actor_id: Some(asker),
            };
            let id = write(tx, person, &work, &entry)?;
            if !is_own {
                desk::extend_account(tx, person)?;
            }
            rows.require(tx, id)?;
            Ok(Answer::created(
                format!("/api/v1/hours_entries/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

/// Validates and inserts an entry.
pub(super) fn write(tx: &Tx, person: i64, work: &Work, entry: &Entry) -> Result<Id<HoursEntry>> {
    validate_day(tx, Some(person), (entry.day, entry.hours), None)?;
    let id = insert(tx, person, work, entry)?;
    let event = if entry.status == HoursStatus::Logged {
        HoursEvent::Log
    } else {
        HoursEvent::Record
    };
    begin::<HoursStatus>(tx, entry.actor_id, id, event)?;
    Ok(id)
}

pub(super) fn insert(tx: &Tx, person: i64, work: &Work, entry: &Entry) -> Result<Id<HoursEntry>> {
    let is_confirmed = entry.status == HoursStatus::Confirmed;
    let id = tx
        .prepare_cached(
            "insert into hours_entries
                    (user_id, organization_id, organization_name, volunteer_center_id, application_id, activity_id, occurrence_id,
                     work, day, hours, logged_hours, remark, status, source, confirmed_by_id, confirmed_at, waits_since, created_at, updated_at)
             values (:user_id, :organization, (select o.name from organizations o where o.id = :organization), :center, :application, :activity,
                     :occurrence, :work, :day, :hours, :hours, :remark, :status, :source, iif(:is_confirmed, :actor, null),
                     iif(:is_confirmed, :now, null), :now, :now, :now)",
        )?
        .insert(named_params! {
            ":user_id": person,
            ":organization": work.organization_id,
            ":center": work.center_id,
            ":application": work.application_id,
            ":activity": work.activity_id,
            ":occurrence": work.occurrence_id,
            ":work": work.title,
            ":day": entry.day,
            ":hours": entry.hours,
            ":remark": entry.remark,
            ":status": entry.status,
            ":source": entry.source,
            ":is_confirmed": is_confirmed,
            ":actor": entry.actor_id,
            ":now": tx.now(),
        })?;
    Ok(Id::new(id))
}

/// 429 after more entries within a day than anybody means.
pub(super) fn require_measure(tx: &Tx, asker: i64) -> Result<()> {
    let written: i64 = tx
        .prepare_cached(
            "select count(*) from hours_entries where user_id = ?1 and source = 'own' and created_at > ?2",
        )?
        .query_row((asker, later(tx.now(), -days(1))), |row| row.get(0))?;
    if written >= MOST_ENTRIES_A_DAY {
        return Err(Code::RateLimited.into());
    }
    Ok(())
}

fn work_of(tx: &Tx, rows: &Rows<HoursEntry>, person: i64, said: &HoursForm) -> Result<Work> {
    match (said.application_id, said.activity_id, said.organization_id) {
        (Some(application), None, None) => of_application(tx, person, application),
        (None, Some(activity), None) => of_activity(tx, person, activity, &said.day),
        (None, None, Some(organization)) => {
            of_organization(tx, rows, person, organization, said.description.as_deref())
        }
        _ => Err(FieldFault::attribute("application_id", "hours_for_one").into()),
    }
}

/// What the person was accepted for. It may have ended since: what was helped is written down later.
pub(super) fn of_application(tx: &Tx, person: i64, id: Id<Application>) -> Result<Work> {
    tx.prepare_cached(
        "select a.organization_id, a.volunteer_center_id, v.title, o.status
           from applications a
           join vacancies v on v.id = a.vacancy_id
           join organizations o on o.id = a.organization_id
          where a.id = ?1 and a.user_id = ?2
            and (a.stage in ('accepted', 'started', 'completed') or (a.stage in ('withdrawn', 'closed') and a.accepted_at is not null))
            and o.household_of_id is null and o.status in ('approved', 'archived')",
    )?
    .query_row((id.number(), person), |row| {
        Ok(Work {
            application_id: Some(id.number()),
            activity_id: None,
            occurrence_id: None,
            organization_id: row.get(0)?,
            center_id: row.get(1)?,
            title: row.get(2)?,
        })
    })
    .optional()?
    .ok_or_else(|| FieldFault::attribute("application_id", "not_found").into())
}

/// A date of an activity for which the person was signed up, on that day.
pub(super) fn of_activity(tx: &Tx, person: i64, id: Id<Activity>, day: &str) -> Result<Work> {
    tx.prepare_cached(
        "select a.organization_id, a.volunteer_center_id, a.title, d.id
           from activities a
           join activity_occurrences d on d.activity_id = a.id and d.day = ?3 and d.status = 'planned' and d.starts_at <= ?4
           join activity_registrations r on r.activity_id = a.id and r.user_id = ?2 and r.status = 'registered'
                and (r.occurrence_id is null or r.occurrence_id = d.id)
                and not exists (select 1 from activity_attendance n where n.registration_id = r.id and n.occurrence_id = d.id and n.is_present = 0)
          where a.id = ?1 and a.status <> 'deleted'
          order by d.starts_at limit 1",
    )?
    .query_row((id.number(), person, day, tx.now()), |row| {
        Ok(Work {
            application_id: None,
            activity_id: Some(id.number()),
            occurrence_id: row.get(3)?,
            organization_id: row.get(0)?,
            center_id: row.get(1)?,
            title: row.get(2)?,
        })
    })
    .optional()?
    .ok_or_else(|| FieldFault::attribute("activity_id", "not_signed_up_that_day").into())
}

/// Own words, with an approved organisation of this centre. Staff writes only for whom the organisation knows.
fn of_organization(
    tx: &Tx,
    rows: &Rows<HoursEntry>,
    person: i64,
    id: Id<Organization>,
    description: Option<&str>,
) -> Result<Work> {
    let Some(description) = description.map(str::trim).filter(|text| !text.is_empty()) else {
        return Err(FieldFault::attribute("description", "required").into());
    };
    rows.beside::<Organization, action::Read>()?
        .require(tx, id)?;
    let center_id = rows.ctx().site.center_id;
    let is_approved = tx
        .prepare_cached(
            "select 1 from organizations where id = ?1 and status = 'approved' and volunteer_center_id = ?2 and household_of_id is null",
        )?
        .exists((id.number(), center_id))?;
    if !is_approved {
        return Err(
            Error::from(Code::OrganizationNotApproved).at("/data/attributes/organization_id")
        );
    }
    if rows.ctx().user_id() != Some(person) && !is_known(tx, rows, person, id)? {
        return Err(FieldFault::attribute("user_id", "not_found").into());
    }
    Ok(Work {
        application_id: None,
        activity_id: None,
        occurrence_id: None,
        organization_id: Some(id.number()),
        center_id,
        title: description.to_owned(),
    })
}

/// Whether staff may write down hours of somebody: who helps the organisation, or whom the centre may register.
fn is_known(tx: &Tx, rows: &Rows<HoursEntry>, person: i64, id: Id<Organization>) -> Result<bool> {
    let helps = tx
        .prepare_cached(
            "select 1 from applications a
              where a.user_id = ?1 and a.organization_id = ?2 and a.is_held = 0 and a.stage in ('accepted', 'started', 'completed')",
        )?
        .exists((person, id.number()))?;
    if helps {
        return Ok(true);
    }
    let Ok(people) = rows.beside::<User, action::Register>() else {
        return Ok(false);
    };
    Ok(people.require(tx, Id::new(person)).is_ok())
}
