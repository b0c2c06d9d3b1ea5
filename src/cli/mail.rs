//! `voluntr mail`: lists, shows and retries emails in the outbox, and tests the mail server. What comes in is `mail_in`.

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, block_on, change, rows};
use super::mail_dkim::Dkim;
use super::mail_hold::{HoldBack, Release};
use super::mail_in::{self, Held};
use super::report::{Done, Failure, Report, count, table};
use crate::error::Error;
use crate::jobs;
use crate::mail::outbox::{self, OutboxFilter, OutboxStatus};
use crate::mail::{
    DkimKey, Filled, Locale, MailKind, REPLY_TO, Recipient, compose, render, sample, text_of,
};

#[derive(Debug, Subcommand)]
pub enum Mail {
    /// The letters, newest first
    Outbox {
        #[command(flatten)]
        of: OfTenant,
        #[arg(long, value_parser = ["waiting", "sending", "sent", "failed"])]
        status: Option<String>,
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: i64,
    },
    /// One letter as it goes out, with its links: for who has no mail server yet
    Show {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "ID")]
        id: i64,
    },
    /// Send a letter now, past the outbox, to see whether the mail server takes it
    Test {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "ADDRESS")]
        address: String,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Give letters that failed a fresh start
    Retry {
        #[command(flatten)]
        of: OfTenant,
        /// All that failed, where none are named
        #[arg(value_name = "ID")]
        ids: Vec<i64>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Hold what waits, where a database came back by other means than 'voluntr backup restore'
    Hold(HoldBack),
    /// Let go of the mail that is held since a backup was restored, or drop what waited then
    Release(Release),
    /// The domain at which answers and reports come in; without one, says which it is
    Inbound {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "DOMAIN", conflicts_with = "off")]
        domain: Option<String>,
        /// No mail comes in any more
        #[arg(long)]
        off: bool,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take one message from standard input: for a pipe of the mail server
    Receive {
        #[command(flatten)]
        of: OfTenant,
        /// Where it was delivered to; else its headers say so
        #[arg(long, value_name = "ADDRESS")]
        recipient: Option<String>,
    },
    /// Keys with which mail is signed (DKIM), and their DNS records
    Dkim(Dkim),
    /// Answers from another address than that of who was asked
    #[command(subcommand)]
    Held(Held),
}

impl Mail {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Outbox { of, status, limit } => list(context, &of, status.as_deref(), limit),
            Self::Show { of, id } => show(context, &of, id),
            Self::Test { of, address, dry } => test(context, &of, &address, dry),
            Self::Retry { of, ids, dry } => retry(context, &of, ids, dry),
            Self::Hold(hold) => hold.run(context),
            Self::Release(release) => release.run(context),
            Self::Inbound {
                of,
                domain,
                off,
                dry,
            } => mail_in::inbound(context, &of, (domain, off), dry),
            Self::Receive { of, recipient } => mail_in::receive(context, &of, recipient.as_deref()),
            Self::Dkim(dkim) => dkim.run(context),
            Self::Held(held) => held.run(context),
        }
    }
}

fn list(context: &Context, of: &OfTenant, status: Option<&str>, limit: i64) -> Done {
    let (app, tenant) = context.tenant(of)?;
    let filter = OutboxFilter {
        status: status.and_then(OutboxStatus::find),
        limit: Some(limit),
        ..OutboxFilter::default()
    };
    let letters =
        rows(&tenant).read_blocking(move |connection| Ok(outbox::list(connection, &filter)?))?;
    let lines = letters
        .iter()
        .map(|letter| {
            vec![
                letter.id.to_string(),
                letter.status.as_str().to_owned(),
                letter.kind.clone(),
                letter.to_email.clone(),
                letter.created_at.clone(),
                letter.last_error.clone().unwrap_or_default(),
            ]
        })
        .collect();
    let headings = ["id", "state", "letter", "to", "written", "last error"];
    let mut text = table(&headings, lines, "No letters.\n");
    if app.config().smtp_url.is_none() {
        text.push_str("There is no mail server (VOLUNTR_SMTP_URL): letters stay here; 'voluntr mail show ID' shows one.");
    }
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "letters": letters, "mail_server": app.config().smtp_url.is_some() }),
    ))
}

/// Prints an email as its recipient reads it. The data of a sent email is not kept.
fn show(context: &Context, of: &OfTenant, id: i64) -> Done {
    let (app, tenant) = context.tenant(of)?;
    let origin = jobs::origin(&app, &tenant);
    let (letter, head, text) = rows(&tenant)
        .read_blocking(move |connection| {
            let Some(letter) = outbox::find(connection, id)? else {
                return Ok(None);
            };
            let head = jobs::email_branding(connection, letter.volunteer_center_id, &origin)?;
            let text = text_of(connection, &letter)?;
            Ok(Some((letter, head, text)))
        })?
        .ok_or_else(|| {
            Failure::new(format!(
                "there is no letter {id}; see 'voluntr mail outbox' for those there are"
            ))
        })?;
    if letter.status == OutboxStatus::Sent {
        return Err(Failure::new(format!(
            "letter {id} has gone; what it said is not kept"
        )));
    }
    let (mail, to) = compose((&letter, &tenant.name), (&head, &text)).map_err(Failure::new)?;
    let reply_to = match letter.data.get(REPLY_TO).and_then(Value::as_str) {
        Some(address) => format!("Reply-To: {address}\n"),
        None => String::new(),
    };
    let text = format!(
        "To: {}\n{reply_to}Subject: {}\n\n{}\n",
        to.email,
        mail.subject,
        mail.text.trim_end()
    );
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "letter": letter, "reply_to": mail.reply_to, "subject": mail.subject, "text": mail.text, "html": mail.html }),
    ))
}

fn test(context: &Context, of: &OfTenant, address: &str, dry: DryRun) -> Done {
    let (app, tenant) = context.tenant_to_change(of, dry)?;
    if app.config().smtp_url.is_none() {
        return Err(Failure::new(
            "there is no mail server; set VOLUNTR_SMTP_URL, for example smtp://user:password@host:587?tls=required",
        ));
    }
    let origin = jobs::origin(&app, &tenant);
    let (head, keys) = rows(&tenant).read_blocking(move |connection| {
        let head = jobs::email_branding(connection, None, &origin)?;
        Ok((head, DkimKey::all(connection)?))
    })?;
    let kind = MailKind::AccountWelcome;
    let data = sample(kind, Locale::Nl);
    let filled = Filled {
        kind,
        locale: Locale::Nl,
        to_name: "",
        data: &data,
        unsubscribe_path: None,
        text: None,
    };
    let mut mail = render(&filled, &head).map_err(Failure::new)?;
    mail.subject = format!("Test: {}", mail.subject);
    let to = Recipient {
        email: address.to_owned(),
        name: String::new(),
    };
    let sent = block_on(async {
        let mailer =
            jobs::mailer(app.config())?.ok_or_else(|| Failure::new("there is no mail server"))?;
        let outcome = if dry.dry_run {
            mailer.check().await
        } else {
            let from = mailer.sender_address(&head).unwrap_or_default();
            mail.dkim_key = keys.into_iter().find(|key| key.is_of(&from));
            mailer.send(&mail, &to).await
        };
        outcome.map_err(|error| {
            Failure::new(format!(
                "the mail server did not take it: {error}; look at VOLUNTR_SMTP_URL"
            ))
        })
    })?;
    sent?;
    let text = if dry.dry_run {
        format!("sent a letter to {address}; the mail server answers")
    } else {
        format!("The mail server took a letter to {address}.")
    };
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "tenant": tenant.name, "to": address }),
    ))
}

fn retry(context: &Context, of: &OfTenant, ids: Vec<i64>, dry: DryRun) -> Done {
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let again = change(rows(&tenant), dry, move |tx| {
        let is_named = !ids.is_empty();
        let ids = if ids.is_empty() {
            tx.prepare("select id from outbox where status = 'failed' order by id")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<i64>>>()?
        } else {
            ids
        };
        let mut again = Vec::new();
        for id in ids {
            if outbox::retry(tx, id, tx.now())? {
                again.push(id);
            } else if is_named {
                return Err(no_letter(id));
            }
        }
        Ok(again)
    })?;
    Ok(Report::change(
        dry.dry_run,
        format!(
            "gave {} a fresh start",
            count(again.len(), "letter", "letters")
        ),
        json!({ "tenant": tenant.name, "retried": again }),
    ))
}

/// Error for a named email that cannot be retried; none of the named ones is changed then.
fn no_letter(id: i64) -> Error {
    Error::internal(format!(
        "there is no letter {id} that waits or failed; see 'voluntr mail outbox' for those there are"
    ))
}
