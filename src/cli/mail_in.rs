//! `voluntr mail receive`, `inbound` and `held`: mail that comes in. The exit codes are those of sysexits, which mail
//! servers know.

use std::io::Read as _;

use clap::Subcommand;
use serde_json::json;

use super::context::{Context, DryRun, OfTenant, block_on, change, rows};
use super::report::{Done, Failure, Report, count, table};
use crate::app::access::audit_log;
use crate::base::email;
use crate::error::Code;
use crate::jobs;
use crate::mail::receive::LONGEST;
use crate::mail::reply_address::{inbound_domain, set_inbound_domain};
use crate::resources::conversation::received::{self, HeldMail, Received};

/// The message can't be read: the mail server sends it back.
const EX_DATAERR: u8 = 65;
/// Nobody has this address: the same.
const EX_NOUSER: u8 = 67;
/// The mail server keeps the message and tries again later.
const EX_TEMPFAIL: u8 = 75;

#[derive(Debug, Subcommand)]
pub enum Held {
    /// The mails that are held, the oldest first
    List {
        #[command(flatten)]
        of: OfTenant,
    },
    /// One of them with its text
    Show {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "ID")]
        id: i64,
    },
    /// Put it in the conversation, as the answer of who was asked
    Accept {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "ID")]
        id: i64,
    },
    /// Leave it out of the conversation
    Drop {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "ID")]
        id: i64,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Held {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::List { of } => list(context, &of),
            Self::Show { of, id } => show(context, &of, id),
            Self::Accept { of, id } => accept(context, &of, id),
            Self::Drop { of, id, dry } => drop_mail(context, &of, id, dry),
        }
    }
}

/// Sets the domain at which mail comes in, ends that, or says which it is.
pub fn inbound(
    context: &Context,
    of: &OfTenant,
    (domain, is_off): (Option<String>, bool),
    dry: DryRun,
) -> Done {
    if domain.is_none() && !is_off {
        let (_, tenant) = context.tenant(of)?;
        let domain = rows(&tenant).read_blocking(|connection| Ok(inbound_domain(connection)?))?;
        let text = match &domain {
            Some(domain) => format!("mail comes in at {domain}"),
            None => "no mail comes in; set the domain with 'voluntr mail inbound DOMAIN'".into(),
        };
        return Ok(Report::new(
            text,
            json!({ "tenant": tenant.name, "domain": domain }),
        ));
    }
    let domain = domain.map(|domain| domain.trim().trim_start_matches('@').to_lowercase());
    let domain = domain
        .map(|domain| match email::parse(&format!("reply@{domain}")) {
            Some(address) => Ok(address.trim_start_matches("reply@").to_owned()),
            None => Err(Failure::wrong_use(format!(
                "'{domain}' is no domain for mail; name one such as antwoord.example.org"
            ))),
        })
        .transpose()?;
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let wanted = domain.clone();
    change(rows(&tenant), dry, move |tx| {
        set_inbound_domain(tx, wanted.as_deref())?;
        audit_log::write(
            tx,
            &audit_log::Event {
                actor_id: None,
                action: "inbound_mail",
                subject: audit_log::Subject::named("settings", None),
                data: json!({ "domain": wanted }),
                center_id: None,
            },
        )
    })?;
    let text = match &domain {
        Some(domain) => format!("mail comes in at {domain} for '{}'", tenant.name),
        None => format!("no mail comes in for '{}' any more", tenant.name),
    };
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "tenant": tenant.name, "domain": domain }),
    ))
}

/// Takes one message from standard input.
pub fn receive(context: &Context, of: &OfTenant, recipient: Option<&str>) -> Done {
    let mut raw = Vec::new();
    let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
    std::io::stdin()
        .lock()
        .take(most + 1)
        .read_to_end(&mut raw)
        .map_err(|error| later(format!("the message could not be read: {error}")))?;
    if raw.len() > LONGEST {
        return Err(Failure::exit(
            EX_DATAERR,
            "too_large",
            "the message is larger than 10 MB",
        ));
    }
    // Whatever goes wrong here is no fault of who wrote: the mail server tries again.
    let again = |failure: Failure| later(failure.sentence());
    let (app, tenant) = context.tenant(of).map_err(Failure::from).map_err(again)?;
    let entries = app.tenants().registry().list().map_err(Failure::from);
    let is_archived = entries
        .map_err(again)?
        .iter()
        .any(|entry| entry.name == tenant.name && entry.archived_at.is_some());
    if is_archived {
        return Err(nobody());
    }
    let received = block_on(jobs::receive_mail(&app, &tenant, &raw, recipient))
        .and_then(|received| received.map_err(Failure::from))
        .map_err(again)?;
    let text = match &received {
        Received::Taken(_) => "the answer is in the conversation".to_owned(),
        Received::Held(id) => {
            format!("held as mail {id}; see 'voluntr mail held show {id}'")
        }
        Received::Refused(_) => "refused; who wrote it is told why by mail".to_owned(),
        Received::Dropped(why) => format!("dropped: {why}"),
        Received::Known => "it came in before".to_owned(),
        Received::Report => "the report was taken".to_owned(),
        Received::UnknownAddress => {
            return Err(nobody());
        }
        Received::Unreadable => {
            return Err(Failure::exit(
                EX_DATAERR,
                "unreadable",
                "this is no e-mail message",
            ));
        }
    };
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "received": received }),
    ))
}

fn nobody() -> Failure {
    Failure::exit(
        EX_NOUSER,
        "unknown_address",
        "nobody has this address here; answer to the newest mail, or write on the site",
    )
}

fn later(sentence: impl std::fmt::Display) -> Failure {
    Failure::exit(EX_TEMPFAIL, "try_later", sentence)
}

fn list(context: &Context, of: &OfTenant) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let held = rows(&tenant).read_blocking(received::held)?;
    let lines = held
        .iter()
        .map(|mail| {
            vec![
                mail.id.to_string(),
                mail.created_at.clone(),
                mail.from_email.clone(),
                mail.expected_email.clone().unwrap_or_default(),
                mail.conversation_id.to_string(),
            ]
        })
        .collect();
    let headings = ["id", "came in", "from", "instead of", "conversation"];
    let text = table(&headings, lines, "No mail is held.\n");
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "held": held }),
    ))
}

fn show(context: &Context, of: &OfTenant, id: i64) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let held = rows(&tenant).read_blocking(received::held)?;
    let mail = held
        .into_iter()
        .find(|mail| mail.id == id)
        .ok_or_else(|| no_mail(id))?;
    let HeldMail {
        from_email,
        expected_email,
        body,
        ..
    } = &mail;
    let expected = expected_email.as_deref().unwrap_or("somebody without one");
    let text = format!("From: {from_email}\nInstead of: {expected}\n\n{body}\n");
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "mail": mail }),
    ))
}

fn accept(context: &Context, of: &OfTenant, id: i64) -> Done {
    let (app, tenant) = context.tenant(of)?;
    let received = block_on(jobs::accept_held_mail(&app, &tenant, id))?.map_err(|error| {
        if error.is(Code::NotFound) {
            no_mail(id)
        } else {
            error.into()
        }
    })?;
    match received {
        Received::Taken(message) => Ok(Report::new(
            "The answer is in the conversation.",
            json!({ "tenant": tenant.name, "id": id, "message_id": message }),
        )),
        Received::Refused(refusal) => {
            let why = serde_json::to_value(refusal).unwrap_or_default();
            let why = why.as_str().unwrap_or_default().replace('_', " ");
            Err(Failure::new(format!(
                "nothing can be written in this conversation: {why}; leave it out with 'voluntr mail held drop {id}'"
            )))
        }
        _ => Err(no_mail(id)),
    }
}

fn drop_mail(context: &Context, of: &OfTenant, id: i64, dry: DryRun) -> Done {
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let is_dropped = change(rows(&tenant), dry, move |tx| received::drop_held(tx, id))?;
    if !is_dropped {
        return Err(no_mail(id));
    }
    Ok(Report::change(
        dry.dry_run,
        format!("left {} out of the conversation", count(1, "mail", "mails")),
        json!({ "tenant": tenant.name, "id": id }),
    ))
}

fn no_mail(id: i64) -> Failure {
    Failure::new(format!(
        "there is no mail {id} that is held; see 'voluntr mail held list'"
    ))
}
