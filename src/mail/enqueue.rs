//! Transactional outbox, producing side: inserts an email in the transaction of the change that it reports.

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use rusqlite::{Connection, OptionalExtension, Result, named_params};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::outbox::{self, BOUNCES_THAT_STOP};
use super::{EmailBranding, Filled, MailKind, OWN_TEXT, TextOverride, language, render};

/// Email as a handler requests it. Links are paths (`/confirm?token=…`); the host is added on delivery.
#[derive(Debug, Clone)]
pub struct EmailMessage {
    pub kind: MailKind,
    pub to_email: String,
    pub to_name: String,
    pub locale: String,
    /// Values for the template of the kind; `first_name` personalises the greeting.
    pub data: Value,
    /// Resource that the email is about, `"applications"` and its id: at most one email per kind and resource a minute.
    pub subject_type: &'static str,
    pub subject_id: i64,
    /// Centre whose branding is used; `None` for the tenant's.
    pub volunteer_center_id: Option<i64>,
}

impl EmailMessage {
    /// Returns whether it is sent at once and whatever its reader switched off: also a test, which its reader asked for.
    fn is_mandatory(&self) -> bool {
        self.kind.is_mandatory() || self.data.get(OWN_TEXT).is_some()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enqueued {
    /// Inserted as a new row with this id.
    Waiting(i64),
    /// Replaced the content of a pending email with this id.
    Merged(i64),
    /// Dropped: an identical email was enqueued less than a minute ago.
    Repeated,
    /// Dropped: the recipient has unsubscribed from this kind, or the centre or the tenant does not send it.
    Unwanted,
    /// Inserted as failed: the address has bounced too often.
    Stopped(i64),
}

/// Enqueues an email, at most one per kind, resource and address a minute. Within that minute an identical email is
/// dropped; a different one, and any test, replaces the first while that is pending, else it is scheduled for the end of
/// the minute.
pub fn enqueue(tx: &Connection, now: &str, email: &EmailMessage) -> Result<Enqueued> {
    enqueue_for(tx, now, now, email)
}

/// Like [`enqueue`], for an email that must not be sent before `due`.
pub fn enqueue_for(
    tx: &Connection,
    now: &str,
    due: &str,
    email: &EmailMessage,
) -> Result<Enqueued> {
    check(email)?;
    let is_off = || is_switched_off(tx, email.kind, email.volunteer_center_id);
    if !email.is_mandatory() && (is_unwanted(tx, email)? || is_off()?) {
        return Ok(Enqueued::Unwanted);
    }
    let data = email.data.to_string();
    let fingerprint = fingerprint(&data);
    let Some(last) = find_last(tx, now, email)? else {
        return insert(tx, now, due, email, &data, &fingerprint);
    };
    let is_test = email.data.get(OWN_TEXT).is_some();
    if last.fingerprint == fingerprint && last.status != "failed" && !is_test {
        return Ok(Enqueued::Repeated);
    }
    if last.status == "waiting" {
        replace(tx, last.id, email, &data, &fingerprint)?;
        return Ok(Enqueued::Merged(last.id));
    }
    insert(
        tx,
        now,
        due.max(last.minute_is_over_at.as_str()),
        email,
        &data,
        &fingerprint,
    )
}

struct Last {
    id: i64,
    status: String,
    fingerprint: String,
    minute_is_over_at: String,
}

/// In debug builds, an email that cannot be rendered fails here, at its call site.
fn check(email: &EmailMessage) -> Result<()> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    let carried = TextOverride::carried(&email.data);
    let filled = Filled {
        kind: email.kind,
        locale: language(&email.locale),
        to_name: &email.to_name,
        data: &email.data,
        unsubscribe_path: None,
        text: carried.as_ref(),
    };
    render(&filled, &EmailBranding::default())
        .map(drop)
        .map_err(|error| {
            let text = format!("mail {}: {error:#}", email.kind.as_str());
            rusqlite::Error::ToSqlConversionFailure(text.into())
        })
}

/// Hash of the template data, for detecting duplicates: the data itself is deleted on delivery.
fn fingerprint(data: &str) -> String {
    STANDARD_NO_PAD.encode(Sha256::digest(data.as_bytes()))
}

fn is_unwanted(tx: &Connection, email: &EmailMessage) -> Result<bool> {
    tx.prepare_cached(
        "select 1
         from mail_unsubscriptions
         where email = :email and kind = :kind",
    )?
    .exists(named_params! { ":email": email.to_email, ":kind": email.kind.as_str() })
}

/// Returns whether a centre, or the whole tenant, does not send a kind of email.
pub fn is_switched_off(
    connection: &Connection,
    kind: MailKind,
    center_id: Option<i64>,
) -> Result<bool> {
    connection
        .prepare_cached(
            "select 1 from switched_off_mails
              where kind = :kind and coalesce(volunteer_center_id, 0) in (0, coalesce(:center_id, 0))",
        )?
        .exists(named_params! { ":kind": kind.as_str(), ":center_id": center_id })
}

fn find_last(tx: &Connection, now: &str, email: &EmailMessage) -> Result<Option<Last>> {
    tx.prepare_cached(
        "select id, status, fingerprint,
             strftime('%Y-%m-%dT%H:%M:%SZ', created_at, '+60 seconds') as minute_is_over_at
         from outbox
         where subject_type = :subject_type and subject_id = :subject_id
             and kind = :kind and to_email = :to_email
             and created_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-60 seconds')
         order by created_at desc, id desc
         limit 1",
    )?
    .query_row(
        named_params! {
            ":subject_type": email.subject_type,
            ":subject_id": email.subject_id,
            ":kind": email.kind.as_str(),
            ":to_email": email.to_email,
            ":now": now,
        },
        |row| {
            Ok(Last {
                id: row.get("id")?,
                status: row.get("status")?,
                fingerprint: row.get("fingerprint")?,
                minute_is_over_at: row.get("minute_is_over_at")?,
            })
        },
    )
    .optional()
}

fn insert(
    tx: &Connection,
    now: &str,
    due: &str,
    email: &EmailMessage,
    data: &str,
    fingerprint: &str,
) -> Result<Enqueued> {
    // `EmailWorks` verifies that the address works again, so it is exempt from the bounce limit.
    let stopped = email.kind != MailKind::EmailWorks
        && outbox::bounces(tx, &email.to_email)? >= BOUNCES_THAT_STOP;
    // Timestamps are normalised to one precision, so that they compare as text.
    let id = tx
        .prepare_cached(
            "insert into outbox (kind, to_email, to_name, locale, data, fingerprint, subject_type,
                 subject_id, mandatory, volunteer_center_id, status, last_error, next_attempt_at,
                 unsubscribe_token, created_at)
             values (:kind, :to_email, :to_name, :locale, :data, :fingerprint, :subject_type,
                 :subject_id, :mandatory, :volunteer_center_id, :status, :last_error,
                 strftime('%Y-%m-%dT%H:%M:%SZ', :due),
                 case when :mandatory then null else lower(hex(randomblob(16))) end,
                 strftime('%Y-%m-%dT%H:%M:%SZ', :now))",
        )?
        .insert(named_params! {
            ":kind": email.kind.as_str(),
            ":to_email": email.to_email.trim(),
            ":to_name": email.to_name,
            ":locale": language(&email.locale).as_str(),
            ":data": data,
            ":fingerprint": fingerprint,
            ":subject_type": email.subject_type,
            ":subject_id": email.subject_id,
            ":mandatory": email.is_mandatory(),
            ":volunteer_center_id": email.volunteer_center_id,
            ":status": if stopped { "failed" } else { "waiting" },
            ":last_error": stopped.then_some("stopped: the address refused mail three times"),
            ":due": due,
            ":now": now,
        })?;
    Ok(if stopped {
        Enqueued::Stopped(id)
    } else {
        Enqueued::Waiting(id)
    })
}

/// Also assigns a new Message-ID: if an earlier attempt was delivered after all, this is a different email.
fn replace(
    tx: &Connection,
    id: i64,
    email: &EmailMessage,
    data: &str,
    fingerprint: &str,
) -> Result<usize> {
    tx.prepare_cached(
        "update outbox
         set data = :data, fingerprint = :fingerprint, to_name = :to_name, locale = :locale,
             message_id = null
         where id = :id",
    )?
    .execute(named_params! {
        ":id": id,
        ":data": data,
        ":fingerprint": fingerprint,
        ":to_name": email.to_name,
        ":locale": language(&email.locale).as_str(),
    })
}
