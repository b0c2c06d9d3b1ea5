//! `voluntr mail dkim`: the keys with which mail is signed, and what belongs in the DNS of their domains.

use clap::Args;
use serde_json::json;

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Failure, Report};
use crate::app::access::audit_log;
use crate::base::email;
use crate::error::Error;
use crate::mail::DkimKey;

#[derive(Debug, Args)]
pub struct Dkim {
    #[command(flatten)]
    of: OfTenant,
    /// Sign mail from this domain and what is part of it; without one, shows the keys
    #[arg(value_name = "DOMAIN")]
    domain: Option<String>,
    /// Name of the key in the DNS
    #[arg(long, value_name = "NAME", default_value = "voluntr")]
    selector: String,
    /// Make a new key in the place of the one that the domain has; give it another selector, so that mail on its way stays valid
    #[arg(long, requires = "domain")]
    renew: bool,
    /// Sign mail from this domain no more
    #[arg(long, requires = "domain", conflicts_with = "renew")]
    remove: bool,
    #[command(flatten)]
    dry: DryRun,
}

impl Dkim {
    pub fn run(self, context: &Context) -> Done {
        let Some(domain) = &self.domain else {
            return list(context, &self.of);
        };
        let domain = domain.trim().trim_end_matches('.').to_lowercase();
        if email::parse(&format!("post@{domain}")).is_none() {
            return Err(Failure::wrong_use(format!(
                "'{domain}' is no domain for mail; name the part behind the @ of the sender, such as example.org"
            )));
        }
        if !is_label(&self.selector) {
            return Err(Failure::wrong_use(format!(
                "'{}' is no selector; letters, digits and hyphens, 63 at most",
                self.selector
            )));
        }
        if self.remove {
            self.unsign(context, &domain)
        } else {
            self.sign(context, &domain)
        }
    }

    /// Makes a key where there is none, and says what belongs in the DNS.
    fn sign(&self, context: &Context, domain: &str) -> Done {
        let (app, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let of_domain = domain.to_owned();
        let found = rows(&tenant).read_blocking(move |connection| {
            let keys = DkimKey::all(connection)?;
            Ok(keys.into_iter().find(|key| key.domain == of_domain))
        })?;
        let kept = found.filter(|_| !self.renew);
        let is_new = kept.is_none();
        let key = match kept {
            Some(key) => key,
            None => DkimKey::generate(domain, &self.selector, &app.clock().text())
                .map_err(Error::internal)?,
        };
        if is_new {
            let stored = key.clone();
            change(rows(&tenant), self.dry, move |tx| {
                stored.store(tx)?;
                noted(tx, "dkim_key", &stored.domain)
            })?;
        }
        let record = key.record().map_err(Error::internal)?;
        let zone_line = key.zone_line().map_err(Error::internal)?;
        let text = format!(
            "{} Put this in the DNS of {domain} as a TXT record:\n\n  name   {}\n  value  {record}\n\nor as a line of a zone file:\n\n{zone_line}\n",
            if is_new {
                "mail from there is signed from now on."
            } else {
                "there is a key already ('--renew' makes another)."
            },
            key.record_name(),
        );
        Ok(Report::change(
            self.dry.dry_run,
            text,
            json!({ "tenant": tenant.name, "domain": domain, "selector": key.selector, "name": key.record_name(), "value": record, "is_new": is_new }),
        ))
    }

    fn unsign(&self, context: &Context, domain: &str) -> Done {
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let removed = domain.to_owned();
        let was_there = change(rows(&tenant), self.dry, move |tx| {
            let was_there = DkimKey::remove(tx, &removed)?;
            if was_there {
                noted(tx, "dkim_key_removed", &removed)?;
            }
            Ok(was_there)
        })?;
        let text = if was_there {
            format!("mail from {domain} is not signed any more; its DNS record may go in a week")
        } else {
            format!("mail from {domain} is not signed")
        };
        Ok(Report::change(
            self.dry.dry_run,
            text,
            json!({ "tenant": tenant.name, "domain": domain, "was_there": was_there }),
        ))
    }
}

fn list(context: &Context, of: &OfTenant) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let keys = rows(&tenant).read_blocking(|connection| Ok(DkimKey::all(connection)?))?;
    let mut lines = Vec::new();
    let mut listed = Vec::new();
    for key in &keys {
        let record = key.record().map_err(Error::internal)?;
        lines.push(format!("{}  {record}", key.record_name()));
        listed.push(json!({ "domain": key.domain, "selector": key.selector, "name": key.record_name(), "value": record, "created_at": key.created_at }));
    }
    let text = if lines.is_empty() {
        "mail is not signed here; 'voluntr mail dkim DOMAIN' makes a key for the domain of the sender".to_owned()
    } else {
        lines.join("\n")
    };
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "keys": listed }),
    ))
}

fn noted(tx: &crate::db::Tx, action: &'static str, domain: &str) -> crate::error::Result<()> {
    audit_log::write(
        tx,
        &audit_log::Event {
            actor_id: None,
            action,
            subject: audit_log::Subject::named("settings", None),
            data: json!({ "domain": domain }),
            center_id: None,
        },
    )
}

/// A label of a domain name.
fn is_label(text: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=63).contains(&text.len())
        && text.chars().all(is_inside)
        && !text.starts_with('-')
        && !text.ends_with('-')
}
