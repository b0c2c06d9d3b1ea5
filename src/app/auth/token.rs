//! Random tokens, and single-use tokens for links in emails. Only hashes are stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};

/// 256 random bits, URL-safe.
pub fn random() -> Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(format!("randomness: {error}")))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

pub fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Purpose of a link; its string form is stored in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    ConfirmAccount,
    ConfirmApplication,
    /// An applicant answers a question of a mail: takes an offered place, says that it happened.
    AnswerApplication,
    /// A guest confirms that they come to an activity.
    ConfirmActivityRegistration,
    /// Who signed up for an activity withdraws, takes an offered place or does not.
    AnswerActivityRegistration,
    /// Somebody takes the place at an activity that another hands to them.
    TakeActivityPlace,
    ResetPassword,
    /// Restores an account that was closed.
    RestoreAccount,
    ChangeEmail,
    AcceptInvitation,
    /// A parent or guardian grants or refuses consent.
    GuardianConsent,
    /// The contact of an organisation confirms its public data.
    ConfirmOrganization,
    /// A contact of a vacancy keeps it online for longer.
    RenewVacancy,
    /// Somebody without an account sends in what they ask or offer.
    ConfirmHelpRequest,
    /// They follow it, and end it.
    FollowHelpRequest,
    /// Somebody without an account reads what came of what they reported, and appeals.
    FollowReport,
    /// Somebody stays in the pool.
    KeepVisible,
    /// A parent or guardian withdraws consent, as long as the user is a minor.
    GuardianWithdrawal,
}

impl Purpose {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConfirmAccount => "confirm_account",
            Self::ConfirmApplication => "confirm_application",
            Self::AnswerApplication => "answer_application",
            Self::ConfirmActivityRegistration => "confirm_activity_registration",
            Self::AnswerActivityRegistration => "answer_activity_registration",
            Self::TakeActivityPlace => "take_activity_place",
            Self::ResetPassword => "reset_password",
            Self::RestoreAccount => "restore_account",
            Self::ChangeEmail => "change_email",
            Self::AcceptInvitation => "accept_invitation",
            Self::ConfirmOrganization => "confirm_organization",
            Self::RenewVacancy => "renew_vacancy",
            Self::ConfirmHelpRequest => "confirm_help_request",
            Self::FollowHelpRequest => "follow_help_request",
            Self::FollowReport => "follow_report",
            Self::KeepVisible => "keep_visible",
            Self::GuardianConsent => "guardian_consent",
            Self::GuardianWithdrawal => "guardian_withdrawal",
        }
    }

    /// Lifetime of a link (docs/domain/limits.md#links).
    pub const fn lifetime(self) -> SignedDuration {
        match self {
            Self::ConfirmAccount | Self::ConfirmActivityRegistration => days(3),
            Self::TakeActivityPlace => days(2),
            Self::ConfirmApplication | Self::ConfirmHelpRequest => days(7),
            Self::ResetPassword => SignedDuration::from_hours(2),
            Self::RestoreAccount | Self::AnswerApplication | Self::KeepVisible => days(30),
            Self::ChangeEmail => SignedDuration::from_hours(24),
            Self::AcceptInvitation | Self::GuardianConsent => days(14),
            // Beyond both reminders.
            Self::ConfirmOrganization | Self::FollowReport => days(60),
            // As long as the page of an expired vacancy stays.
            Self::RenewVacancy => days(90),
            // Sixty days online, and time to say how it went.
            Self::FollowHelpRequest => days(120),
            // People sign up for a season.
            Self::AnswerActivityRegistration => days(400),
            // From age twelve to eighteen, leap days included.
            Self::GuardianWithdrawal => days(6 * 365 + 2),
        }
    }
}

/// Tolerated clock skew. A token from further in the future is invalid, so that setting the clock back does not
/// extend a link's life.
const ASTRAY: SignedDuration = SignedDuration::from_mins(5);

/// Subject type and id of a link.
pub type Subject = (&'static str, i64);

/// A valid link: its subject and its stored data.
#[derive(Debug, Clone)]
pub struct Link {
    /// Empty, and the id 0, for a token that stores submitted form data.
    pub subject_type: String,
    pub subject_id: i64,
    pub data: Value,
    pub expires_at: String,
    id: i64,
}

impl Link {
    /// One field of the stored data.
    pub fn kept(&self, name: &str) -> Option<&Value> {
        self.data.get(name)
    }
}

/// Issues a token; revokes earlier unused ones with the same purpose and subject.
pub fn issue(tx: &Tx, purpose: Purpose, subject: Subject, data: &Value) -> Result<String> {
    revoke(tx, purpose, subject)?;
    add(
        tx,
        purpose,
        subject,
        data,
        &later(tx.now(), purpose.lifetime()),
    )
}

/// Issues an additional token without revoking earlier ones: a reminder must not invalidate the link of the first
/// email.
pub fn add(
    tx: &Tx,
    purpose: Purpose,
    subject: Subject,
    data: &Value,
    expires_at: &str,
) -> Result<String> {
    let kept = (!data.is_null()).then(|| data.to_string());
    let (_, token) = insert(tx, purpose, Some(subject), (kept, None), expires_at)?;
    Ok(token)
}

/// Issues a token with form data of a person known by address only. Also returns its id.
pub fn keep(tx: &Tx, purpose: Purpose, email: &str, data: String) -> Result<(i64, String)> {
    let expires_at = later(tx.now(), purpose.lifetime());
    insert(tx, purpose, None, (Some(data), Some(email)), &expires_at)
}

/// The row's id, by which the token is looked up, and the secret.
fn insert(
    tx: &Tx,
    purpose: Purpose,
    subject: Option<Subject>,
    (data, email): (Option<String>, Option<&str>),
    expires_at: &str,
) -> Result<(i64, String)> {
    let secret = random()?;
    let id = tx
        .prepare_cached(
            "insert into tokens (purpose, token_hash, subject_type, subject_id, data, email, created_at, expires_at)
             values (:purpose, :token_hash, :subject_type, :subject_id, :data, :email, :now, :expires_at)",
        )?
        .insert(named_params! {
            ":purpose": purpose.as_str(),
            ":token_hash": digest(&secret),
            ":subject_type": subject.map(|(of, _)| of),
            ":subject_id": subject.map(|(_, id)| id),
            ":data": data,
            ":email": email,
            ":now": tx.now(),
            ":expires_at": expires_at,
        })?;
    Ok((id, format!("{id}.{secret}")))
}

/// Revokes unused tokens; their links report that they have expired.
pub fn revoke(tx: &Tx, purpose: Purpose, (subject_type, subject_id): Subject) -> Result<()> {
    tx.prepare_cached(
        "delete from tokens
          where purpose = :purpose and subject_type = :subject_type and subject_id = :subject_id and used_at is null",
    )?
    .execute(named_params! {
        ":purpose": purpose.as_str(),
        ":subject_type": subject_type,
        ":subject_id": subject_id,
    })?;
    Ok(())
}

/// The data stored with the latest unused token, expired or not.
pub fn last_data(
    connection: &Connection,
    purpose: Purpose,
    (subject_type, subject_id): Subject,
) -> Result<Value> {
    let data: Option<String> = connection
        .prepare_cached(
            "select data
               from tokens
              where purpose = :purpose and subject_type = :subject_type and subject_id = :subject_id and used_at is null
              order by id desc
              limit 1",
        )?
        .query_row(
            named_params! {
                ":purpose": purpose.as_str(),
                ":subject_type": subject_type,
                ":subject_id": subject_id,
            },
            |row| row.get(0),
        )
        .optional()?
        .flatten();
    Ok(data
        .and_then(|data| serde_json::from_str(&data).ok())
        .unwrap_or_default())
}

/// Looks up a token without redeeming it. 410 if used, expired or unknown.
pub fn find(connection: &Connection, purpose: Purpose, token: &str, now: &str) -> Result<Link> {
    // Links from before schema version V110 have no id.
    let (which, number, secret) = match token.split_once('.') {
        Some((number, secret)) => (
            "id = :number",
            number.parse().map_err(|_| Code::LinkExpired)?,
            secret,
        ),
        None => (":number = 0 and is_old = 1", 0_i64, token),
    };
    let sql = format!(
        "select id, coalesce(subject_type, ''), coalesce(subject_id, 0), data, expires_at, used_at is not null, expires_at <= :now or created_at > :soon
           from tokens
          where {which} and token_hash = :token_hash and purpose = :purpose"
    );
    let found = connection
        .prepare_cached(&sql)?
        .query_row(
            named_params! {
                ":number": number,
                ":token_hash": digest(secret),
                ":purpose": purpose.as_str(),
                ":now": now,
                ":soon": later(now, ASTRAY),
            },
            |row| {
                let data: Option<String> = row.get(3)?;
                let link = Link {
                    id: row.get(0)?,
                    subject_type: row.get(1)?,
                    subject_id: row.get(2)?,
                    data: data
                        .and_then(|data| serde_json::from_str(&data).ok())
                        .unwrap_or_default(),
                    expires_at: row.get(4)?,
                };
                Ok((link, row.get::<_, bool>(5)?, row.get::<_, bool>(6)?))
            },
        )
        .optional()?;
    match found {
        None | Some((_, false, true)) => Err(Code::LinkExpired.into()),
        Some((_, true, _)) => Err(Code::LinkUsed.into()),
        Some((link, false, false)) => Ok(link),
    }
}

/// Redeems a token, once. Its stored data is deleted.
pub fn redeem(tx: &Tx, purpose: Purpose, token: &str) -> Result<Link> {
    let link = find(tx, purpose, token, tx.now())?;
    tx.prepare_cached("update tokens set used_at = ?2, data = null, email = null where id = ?1")?
        .execute((link.id, tx.now()))?;
    Ok(link)
}

/// Reissues a redeemed link for a follow-up purpose: the address has been verified already.
pub fn turn_into(tx: &Tx, link: &Link, purpose: Purpose) -> Result<()> {
    tx.execute(
        "update tokens set purpose = ?2, used_at = null, expires_at = ?3 where id = ?1",
        (
            link.id,
            purpose.as_str(),
            later(tx.now(), purpose.lifetime()),
        ),
    )?;
    Ok(())
}

/// Marks outstanding tokens as used, after one of several links has been redeemed.
pub fn spend(tx: &Tx, purpose: Purpose, (subject_type, subject_id): Subject) -> Result<()> {
    tx.prepare_cached(
        "update tokens
            set used_at = :now, data = null
          where purpose = :purpose and subject_type = :subject_type and subject_id = :subject_id and used_at is null",
    )?
    .execute(named_params! {
        ":purpose": purpose.as_str(),
        ":subject_type": subject_type,
        ":subject_id": subject_id,
        ":now": tx.now(),
    })?;
    Ok(())
}
