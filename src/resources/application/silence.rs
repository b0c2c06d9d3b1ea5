//! The silence clock: nobody who applies is left without an answer (docs/domain/states.md#silence-clock). Each centre
//! sets its days. The steps are taken by a job; what was done is recorded in the audit log, and not done again.

use rusqlite::{Connection, named_params};
use serde_json::json;

use super::notify::{notify_applicant, notify_center, notify_organization, notify_start};
use super::places;
use super::score::{self, SINCE};
use super::{Application, ApplicationStage, transition};
use crate::app::access::{Access, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::model::state_machine::State as _;
use crate::resources::notification::Notice;
use crate::resources::organization::Organization;

/// Applications per run and step; the next run has the rest.
const AT_ONCE: i64 = 200;

/// What the clock does with an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Reminds the organisation.
    Remind,
    /// Reminds it again, and tells the centre and the applicant.
    Tell,
    /// It is the centre's turn.
    Chase,
    /// Closes it without an answer.
    Close,
    /// Closes it, because its vacancy has been over for thirty days.
    CloseAfterEnd,
    /// Asks both sides whether it happened; of help between people after a week.
    AskWhether,
}

impl Due {
    pub const ALL: [Self; 6] = [
        Self::Remind,
        Self::Tell,
        Self::Chase,
        Self::Close,
        Self::CloseAfterEnd,
        Self::AskWhether,
    ];

    /// The audit event that records it.
    const fn action(self) -> &'static str {
        match self {
            Self::Remind => "application_unanswered_3d",
            Self::Tell => "application_no_answer_7d",
            Self::Chase => "application_no_answer_14d",
            Self::Close | Self::CloseAfterEnd => "close",
            Self::AskWhether => "application_did_it_happen_14d",
        }
    }

    /// SQL over the applications `t` and their centre `c`.
    fn rows(self) -> String {
        let waits = "t.stage = 'new' and t.responded_at is null and t.is_held = 0";
        let day = |column: &str| {
            format!("{SINCE} <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-' || c.{column} || ' days')")
        };
        match self {
            // Between two steps only: who waited long before the clock first ran is not reminded of twice at once.
            Self::Remind => format!(
                "{waits} and not {} and working_days({SINCE}, :now) >= c.remind_after_days",
                day("tell_after_days")
            ),
            Self::Tell => format!(
                "{waits} and {} and not {}",
                day("tell_after_days"),
                day("close_after_days")
            ),
            Self::Chase => format!(
                "{waits} and {} and not {}",
                day("chase_after_days"),
                day("close_after_days")
            ),
            Self::Close => format!("{waits} and {}", day("close_after_days")),
            Self::CloseAfterEnd => "t.stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered')
                 and exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status = 'expired' and v.expires_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-30 days'))"
                .to_owned(),
            // Older ones are left in peace when the clock first runs.
            Self::AskWhether => {
                "t.stage = 'accepted' and t.accepted_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now,
                    iif(exists (select 1 from vacancies v where v.id = t.vacancy_id and v.asker_id is not null), '-7 days', '-14 days')) and t.accepted_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-90 days')
                 and not exists (select 1 from vacancies v, json_each(v.dates) d where v.id = t.vacancy_id and d.value ->> 'day' >= substr(:now, 1, 10))"
                    .to_owned()
            }
        }
    }
}

/// The applications for which a step is due: all, or whether it is due for one.
pub fn due(connection: &Connection, now: &str, step: Due, of: Option<i64>) -> Result<Vec<i64>> {
    let is_recorded = !matches!(step, Due::Close | Due::CloseAfterEnd);
    let sql = format!(
        "select t.id
           from applications t
           join volunteer_centers c on c.id = t.volunteer_center_id
          where {} and (:of is null or t.id = :of)
            and (:recorded = 0 or not exists (
                  select 1 from audit_events e
                   where e.subject_type = 'applications' and e.subject_id = t.id and e.action = :action
                     and e.at >= coalesce(t.accepted_at, {SINCE})))
          order by t.id
          limit :limit",
        step.rows()
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_map(
            named_params! {
                ":now": now, ":of": of, ":recorded": is_recorded, ":action": step.action(), ":limit": AT_ONCE,
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Takes a step, if it is still due.
pub fn act(tx: &Tx, step: Due, number: i64) -> Result<()> {
    if due(tx, tx.now(), step, Some(number))?.is_empty() {
        return Ok(());
    }
    let id = Id::<Application>::new(number);
    match step {
        Due::Remind => {
            notify_organization(tx, id, MailKind::ApplicationUnanswered3d, None)?;
        }
        Due::Tell => {
            notify_organization(tx, id, MailKind::ApplicationUnanswered7d, None)?;
            notify_center(tx, id, MailKind::SilenceDay7)?;
            notify_applicant(tx, id, MailKind::ApplicationNoAnswer7d, None)?;
            measure(tx, id)?;
        }
        Due::Chase => notify_center(tx, id, MailKind::SilenceDay7)?,
        Due::Close => {
            transition::close(tx, id, "no_answer")?;
            return measure(tx, id);
        }
        Due::CloseAfterEnd => return transition::close(tx, id, "vacancy_closed"),
        Due::AskWhether => {
            notify_organization(tx, id, MailKind::ApplicationMatchQuestion14d, None)?;
            notify_applicant(tx, id, MailKind::ApplicationDidItHappen14d, None)?;
        }
    }
    audit(tx, None, step.action(), (Application::TYPE, number))
}

/// Reminds somebody of the work of tomorrow.
pub fn remind_of_start(tx: &Tx, number: i64) -> Result<()> {
    let id = Id::<Application>::new(number);
    let mut found = places::starting(tx, tx.now())?.into_iter();
    let Some((_, starts_at)) = found.find(|(of, _)| *of == number) else {
        return Ok(());
    };
    notify_start(tx, id, &starts_at)?;
    audit(
        tx,
        None,
        "application_starts_tomorrow",
        (Application::TYPE, number),
    )
}

/// Measures the organisation, and tells it once in ninety days that its score is low.
fn measure(tx: &Tx, id: Id<Application>) -> Result<()> {
    const ACTION: &str = "org_response_score_low";
    score::measure(tx, id)?;
    let (organization_id, name, center_id, found, is_told): (i64, String, i64, Option<i64>, bool) = tx
        .prepare_cached(
            "select o.id, o.name, o.volunteer_center_id, o.response_score,
                    exists (select 1 from audit_events e
                             where e.subject_type = 'organizations' and e.subject_id = o.id and e.action = :action and e.at > :quarter)
                      or o.household_of_id is not null
               from applications a join organizations o on o.id = a.organization_id
              where a.id = :id",
        )?
        .query_row(
            named_params! {":id": id.number(), ":action": ACTION, ":quarter": later(tx.now(), -days(90))},
            |row| row.try_into(),
        )?;
    let Some(found) = found.filter(|found| *found < score::LOW && !is_told) else {
        return Ok(());
    };
    let notice = Notice {
        kind: MailKind::OrgResponseScoreLow,
        data: json!({ "organization_name": name, "score": found, "path": "/applications?waiting=3" }),
        subject: (Organization::TYPE, organization_id),
        center_id,
    };
    notice.notify_managers(tx, organization_id)?;
    audit(tx, None, ACTION, (Organization::TYPE, organization_id))
}

/// `POST /applications/{id}/ask_centre`: the applicant asks the centre to step in. A second time changes nothing.
pub async fn ask_center(
    access: Access<Application, action::Withdraw>,
    id: Id<Application>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            step_in(tx, id, rows.ctx().user_id())?;
            let shown = rows.beside::<Application, action::Read>()?;
            Ok(Answer::ok(shown.shown_text(tx, id)?))
        })
        .await
}

/// Tells the centre that an applicant asks for its help. Only while nobody has answered.
pub fn step_in(tx: &Tx, id: Id<Application>, actor_id: Option<i64>) -> Result<()> {
    if ApplicationStage::current(tx, id)? != ApplicationStage::New {
        return Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()));
    }
    let asked = tx
        .prepare_cached(
            "update applications set asked_center_at = :now, version = version + 1, updated_at = :now
              where id = :id and asked_center_at is null",
        )?
        .execute(named_params! {":id": id.number(), ":now": tx.now()})?;
    if asked == 0 {
        tx.noted();
        return Ok(());
    }
    notify_center(tx, id, MailKind::ApplicationAskedCenter)?;
    audit(tx, actor_id, "ask_center", (Application::TYPE, id.number()))
}
