//! Closing and reopening accounts (docs/domain/states.md#accounts). Closing always ends access and withdraws what was
//! pending; the data is erased thirty days later.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value, json};

use crate::app::auth::session;
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::effects::{Event, Happening};
use crate::model::state_history::audit;
use crate::model::state_machine::{self, Actor, Reason, State as _, Step};
use crate::resources::notification::Notice;
use crate::resources::user::management::expire_invitation;
use crate::resources::user::transition::{UserEvent, UserInput};
use crate::resources::user::{User, UserSignupMethod, UserStatus};

/// Grace period in which a closed account can be reopened.
pub const GRACE: SignedDuration = days(30);

/// Cause of the closure of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveReason {
    /// Deletion by the person. Only then does the email contain the link to restore the account.
    OwnWish,
    ByCenter,
    /// No activity for three years.
    Idle,
    /// A parent or guardian refused consent.
    NoGuardian,
    /// A parent or guardian withdrew consent.
    GuardianWithdrew,
}

impl ArchiveReason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OwnWish => "own_wish",
            Self::ByCenter => "by_center",
            Self::Idle => "idle",
            Self::NoGuardian => "no_guardian",
            Self::GuardianWithdrew => "guardian_withdrew",
        }
    }
}

/// Reason given by whoever closes an account: a code from `ARCHIVE_REASONS`, and free text.
#[derive(Debug, Clone, Default)]
pub struct Said {
    pub code: Option<String>,
    pub text: Option<String>,
}

/// Reasons for which a centre closes an account.
pub const ARCHIVE_REASONS: &[&str] = &[
    "asked_for_it",
    "no_contact",
    "duplicate",
    "misconduct",
    "deceased",
    "other",
];

/// Maximum length of the free text.
const LONGEST: usize = 500;

impl Said {
    /// 422 for an unknown code, and for `other` without text.
    pub fn read(code: Option<String>, text: Option<String>) -> Result<Self> {
        let text = text
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
        if text
            .as_ref()
            .is_some_and(|text| text.chars().count() > LONGEST)
        {
            return Err(FieldFault::attribute("reason", "length")
                .with("max", LONGEST)
                .into());
        }
        match code.as_deref() {
            Some(code) if !ARCHIVE_REASONS.contains(&code) => {
                Err(FieldFault::attribute("reason_code", "choice")
                    .with("allowed", ARCHIVE_REASONS.to_vec())
                    .into())
            }
            Some("other") if text.is_none() => {
                Err(FieldFault::attribute("reason", "reason_required").into())
            }
            _ => Ok(Self { code, text }),
        }
    }
}

/// Closes an account; an account with a pending invitation is deleted at once. 422 `last_superuser` where nobody
/// would be left to manage what this person manages; 422 `invalid_transition` for an account that is closed already.
/// Returns the time from which the data is erased.
pub fn archive(
    tx: &Tx,
    user_id: i64,
    reason: ArchiveReason,
    said: &Said,
    actor_id: Option<i64>,
) -> Result<String> {
    let id = Id::new(user_id);
    if UserStatus::current(tx, id)? == UserStatus::Invited {
        expire_invitation::erase_invited(tx, user_id, actor_id)?;
        return Ok(tx.now().to_owned());
    }
    let erase_after = later(tx.now(), GRACE);
    let given = Reason {
        code: said.code.clone(),
        text: said.text.clone(),
    };
    let input = UserInput {
        cause: Some(reason),
        erase_after: Some(erase_after.clone()),
    };
    let actor = Actor::Program(actor_id);
    state_machine::take::<UserStatus>(tx, actor, id, UserEvent::Archive, (given, input))?;
    Ok(erase_after)
}

/// Ends access and withdraws what was pending, unless nobody would be left to manage what this person manages.
pub fn prepare_archive(step: &mut Step<UserStatus>) -> Result<()> {
    let (tx, user_id) = (step.tx, step.id.number());
    let cause = step.input.cause.unwrap_or(ArchiveReason::ByCenter);
    require_successor(tx, user_id, cause)?;
    Happening {
        actor_id: step.actor.user_id(),
        ..Happening::new(tx, Event::AccountCloses, user_id)
    }
    .announce()?;
    session::end_others(tx, user_id, None)?;
    tx.execute(
        // A guardian's link to withdraw consent stays valid in any case.
        "delete from tokens where subject_type = 'users' and subject_id = ?1 and purpose <> 'guardian_withdrawal'",
        [user_id],
    )?;
    if step.reason.code.is_none() {
        step.reason.code = Some(cause.as_str().to_owned());
    }
    Ok(())
}

/// Switches an account off on behalf of the centre. Nothing of it is lost: its owner returns with a new password, or
/// the centre switches it on again. 422 `last_superuser` as for closing it.
pub fn deactivate(tx: &Tx, user_id: i64, said: &Said, actor_id: Option<i64>) -> Result<()> {
    let given = Reason {
        code: said.code.clone(),
        text: said.text.clone(),
    };
    let said = (given, UserInput::default());
    let actor = Actor::Program(actor_id);
    state_machine::take::<UserStatus>(tx, actor, Id::new(user_id), UserEvent::Deactivate, said)
}

/// Ends access, unless nobody would be left to manage what this person manages.
pub fn prepare_deactivation(step: &mut Step<UserStatus>) -> Result<()> {
    let (tx, user_id) = (step.tx, step.id.number());
    require_successor(tx, user_id, ArchiveReason::ByCenter)?;
    session::end_others(tx, user_id, None)
}

/// Reopens an account: a closed one within thirty days, or a suspended one. It regains its status and roles;
/// withdrawn applications stay withdrawn.
pub fn reactivate(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    state_machine::run::<UserStatus>(tx, actor_id, Id::new(user_id), UserEvent::Reactivate)
}

/// The status that a closed account regains.
pub fn restored_status(person: &Person) -> UserStatus {
    match (person.is_confirmed, person.signup_method) {
        (true, _) => UserStatus::Active,
        (false, UserSignupMethod::SignedUp) => UserStatus::Inactive,
        (
            false,
            UserSignupMethod::CreatedByUser
            | UserSignupMethod::Imported
            | UserSignupMethod::Unknown,
        ) => UserStatus::Invited,
    }
}

pub fn revoke_restore_link(step: &Step<UserStatus>) -> Result<()> {
    let subject = (User::TYPE, step.id.number());
    token::revoke(step.tx, Purpose::RestoreAccount, subject)
}

/// docs/domain/rights.md#last-manager: refuses to close the account of the last admin, of a centre's last superuser,
/// or of the last manager of an approved organisation. After years of inactivity, or without a guardian's consent,
/// being an organisation's last manager is no obstacle.
fn require_successor(tx: &Tx, user_id: i64, reason: ArchiveReason) -> Result<()> {
    let alone = sole_duties(tx, user_id, tx.now())?;
    let is_asked_for = matches!(reason, ArchiveReason::OwnWish | ArchiveReason::ByCenter);
    let holds = |duty: &Value| is_asked_for || duty["type"] != "organizations";
    if alone.iter().any(holds) {
        return refuse_sole(alone);
    }
    for duty in alone {
        let id = duty.get("id").and_then(Value::as_str);
        let id = id.and_then(|id| id.parse().ok());
        if let Some(id) = id {
            audit(tx, None, "left_without_manager", ("organizations", id))?;
        }
    }
    Ok(())
}

/// 422 `last_superuser` with what would be left without a manager, if anything.
pub fn refuse_sole(alone: Vec<Value>) -> Result<()> {
    if alone.is_empty() {
        return Ok(());
    }
    Err(Error::from(Code::LastSuperuser).with("sole_manager_of", Value::Array(alone)))
}

/// Returns what would be left without a manager if this person left: `{type, id, name}` of each approved
/// organisation, centre, or the whole tenant. Another holder counts if their account is active and their role
/// accepted and in force.
pub fn sole_duties(connection: &Connection, user_id: i64, now: &str) -> Result<Vec<Value>> {
    duties_without(connection, user_id, &[], now)
}

/// Same where others leave too, who then do not count.
pub fn duties_without(
    connection: &Connection,
    user_id: i64,
    leaving: &[i64],
    now: &str,
) -> Result<Vec<Value>> {
    let mut statement = connection.prepare_cached(
        "select r.scope_type, r.scope_id, coalesce(o.name, c.name, '')
           from roles r
           left join organizations o on r.scope_type in ('organization', 'school') and o.id = r.scope_id
           left join volunteer_centers c on r.scope_type = 'volunteer_center' and c.id = r.scope_id
          where r.user_id = :user_id
            and r.accepted_at is not null
            and (r.expires_at is null or r.expires_at > :now)
            and ((r.name = 'admin' and r.scope_type = 'tenant')
              or (r.name = 'center_superuser' and r.scope_type = 'volunteer_center')
              or (r.name = 'organization_superuser' and o.status = 'approved'))
            and not exists (select 1
                              from roles other
                              join users u on u.id = other.user_id and u.status = 'active'
                             where other.user_id <> r.user_id
                               and other.user_id not in (select value from json_each(:leaving))
                               and other.name = r.name
                               and other.scope_type = r.scope_type
                               and other.scope_id = r.scope_id
                               and other.accepted_at is not null
                               and (other.expires_at is null or other.expires_at > :now))
          order by r.id",
    )?;
    let duties = statement
        .query_map(named_params! {":user_id": user_id, ":leaving": json!(leaving).to_string(), ":now": now}, |row| {
            let (scope, id, name): (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let type_name = match scope.as_str() {
                "tenant" => "tenant",
                "volunteer_center" => "volunteer_centers",
                _ => "organizations",
            };
            Ok(json!({ "type": type_name, "id": id.to_string(), "name": name }))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(duties)
}

/// Account data needed for closing and reopening.
pub struct Person {
    id: i64,
    pub email: Option<String>,
    first_name: String,
    last_name: String,
    locale: String,
    pub status: UserStatus,
    signup_method: UserSignupMethod,
    is_confirmed: bool,
    center_id: i64,
}

impl Person {
    /// 404 where there is no such person.
    pub fn load(connection: &Connection, user_id: i64) -> Result<Self> {
        connection.prepare_cached(
            "select email, coalesce(first_name, ''), coalesce(last_name, ''), locale, status, signup_method,
                    confirmed_at is not null, volunteer_center_id
               from users where id = ?1",
        )?
        .query_row([user_id], |row| {
            Ok(Self {
                id: user_id,
                email: row.get(0)?,
                first_name: row.get(1)?,
                last_name: row.get(2)?,
                locale: row.get(3)?,
                status: row.get(4)?,
                signup_method: row.get(5)?,
                is_confirmed: row.get(6)?,
                center_id: row.get(7)?,
            })
        })
        .optional()?
        .ok_or_else(|| Code::NotFound.into())
    }
}

/// Sends an email without a notification in the app, which is no longer accessible. It contains the restore link for
/// a person who closed their own account.
pub fn notify_archived(step: &Step<UserStatus>) -> Result<()> {
    let tx = step.tx;
    let person = Person::load(tx, step.id.number())?;
    let Some(email) = &person.email else {
        return Ok(());
    };
    let reason = step.input.cause.unwrap_or(ArchiveReason::ByCenter);
    let mut data = Map::from_iter([("erased_at".to_owned(), json!(step.input.erase_after))]);
    if reason == ArchiveReason::GuardianWithdrew {
        data.insert("guardian_withdrew".to_owned(), true.into());
    } else if reason != ArchiveReason::ByCenter && person.is_confirmed {
        let token = token::issue(
            tx,
            Purpose::RestoreAccount,
            (User::TYPE, person.id),
            &Value::Null,
        )?;
        let path = format!("/confirm?restore_token={token}");
        data.insert("path".to_owned(), path.into());
    }
    Notice {
        kind: MailKind::AccountArchived,
        data: Value::Object(data),
        subject: (User::TYPE, person.id),
        center_id: person.center_id,
    }
    .mail(
        tx,
        email,
        (&person.first_name, &person.last_name),
        &person.locale,
    )
}
