//! `voluntr key`: keys with which other programs read and write at a tenant (docs/api.md#keys-for-programs).

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Failure, Report, table};
use crate::base::locale::Locale;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Error, Result};
use crate::policy::key_scopes::KeyScope;
use crate::provisioning::account;
use crate::resources::api_key::{self, NewApiKey};

#[derive(Debug, Subcommand)]
pub enum Key {
    /// Make a key; it is printed once, alone on standard output
    Add(Add),
    /// The keys, when each was last used and until when it counts
    List {
        #[command(flatten)]
        of: OfTenant,
    },
    /// End a key at once
    Revoke {
        #[command(flatten)]
        of: OfTenant,
        /// Its number, or how it begins
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        dry: DryRun,
    },
}

#[derive(Debug, clap::Args)]
pub struct Add {
    #[command(flatten)]
    of: OfTenant,
    /// Which program it is for
    #[arg(long, value_name = "NAME")]
    name: String,
    /// What it may do; may be given more than once
    #[arg(long = "scope", value_name = "SCOPE", required = true, value_parser = PossibleValuesParser::new(KeyScope::ALL.iter().map(|scope| scope.as_str())))]
    scopes: Vec<String>,
    /// The organisation whose vacancies and applications it reads or writes, by number
    #[arg(long, visible_alias = "organization", value_name = "ID")]
    organisation: Option<i64>,
    /// The last day on which it counts, at most two years from now
    #[arg(long, value_name = "YYYY-MM-DD")]
    until: String,
    /// The centre it is of, by number, host or name; the tenant's default otherwise
    #[arg(long, visible_alias = "center", value_name = "CENTRE")]
    centre: Option<String>,
    #[command(flatten)]
    dry: DryRun,
}

impl Key {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Add(new) => new.run(context),
            Self::List { of } => list(context, &of),
            Self::Revoke { of, key, dry } => revoke(context, &of, key, dry),
        }
    }
}

impl Add {
    fn run(self, context: &Context) -> Done {
        let name = self.name.trim().to_owned();
        if name.is_empty() || name.chars().count() > 100 {
            return Err(Failure::wrong_use(
                "name the program that the key is for, in 100 characters at most",
            ));
        }
        let (_, tenant) = context.tenant_to_change(&self.of, self.dry)?;
        let scopes: Vec<KeyScope> = self
            .scopes
            .iter()
            .filter_map(|scope| KeyScope::parse(scope))
            .collect();
        let (organization_id, centre) = (self.organisation, self.centre);
        let (expires_on, wanted) = (self.until.clone(), name.clone());
        let (id, secret) = change(rows(&tenant), self.dry, move |tx| {
            let new = NewApiKey {
                name: wanted,
                scopes,
                center_id: account::center(tx, centre.as_deref())?,
                organization_id,
                expires_on,
                created_by_id: None,
            };
            new.store(tx).map_err(|error| plainly(&error))
        })?;
        let until = &self.until;
        if self.dry.dry_run {
            return Ok(Report::change(
                true,
                format!("made a key for {name} until {until}"),
                json!({ "tenant": tenant.name, "name": name, "expires_on": until }),
            ));
        }
        context.note(&format!(
            "made key {id} for {name}, until {until}; it is shown this once"
        ));
        let data = json!({ "tenant": tenant.name, "id": id, "name": name, "expires_on": until, "secret": secret, "dry_run": false });
        Ok(Report::new(secret, data))
    }
}

/// Rewords the resource's errors for the command line.
fn plainly(error: &Error) -> Error {
    let Error::Invalid(faults) = error else {
        return error.clone();
    };
    let Some(fault) = faults.first() else {
        return error.clone();
    };
    Error::internal(match fault.rule.as_str() {
        "required" => {
            "this scope is about one organisation; name it with --organisation".to_owned()
        }
        "unknown_organization" => {
            "there is no such approved organisation at this centre; see 'voluntr organisation list'"
                .to_owned()
        }
        "date" => "write the last day as 2027-12-31, with --until".to_owned(),
        _ => fault.detail(Locale::En),
    })
}

fn revoke(context: &Context, of: &OfTenant, key: String, dry: DryRun) -> Done {
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let (id, name, counted) = change(rows(&tenant), dry, move |tx| {
        let (id, name) = named(tx, &key)?;
        Ok((id, name, api_key::end(tx, None, id)?))
    })?;
    let text = if counted {
        format!("revoked key {id} of {name}")
    } else {
        format!("key {id} of {name} was revoked before")
    };
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "tenant": tenant.name, "id": id, "name": name, "counted": counted }),
    ))
}

fn named(connection: &rusqlite::Connection, key: &str) -> Result<(i64, String)> {
    use rusqlite::OptionalExtension as _;
    connection
        .query_row(
            "select id, name from api_keys where cast(id as text) = ?1 or prefix = substr(?1, 1, length(prefix))",
            [key],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?
        .ok_or_else(|| Error::internal("there is no such key; see 'voluntr key list'"))
}

fn list(context: &Context, of: &OfTenant) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let found = rows(&tenant)
        .read_blocking(|connection| {
            let mut statement = connection.prepare(
                "select k.id, k.name, k.prefix, k.scopes, o.name, k.created_at, k.expires_at, k.last_used_at, k.revoked_at
                   from api_keys k left join organizations o on o.id = k.organization_id
                  order by k.id",
            )?;
            let found = statement
                .query_map([], |row| {
                    let scopes: String = row.get(3)?;
                    Ok(json!({
                        "id": row.get::<_, i64>(0)?,
                        "name": row.get::<_, String>(1)?,
                        "prefix": row.get::<_, String>(2)?,
                        "scopes": serde_json::from_str::<Value>(&scopes).unwrap_or_default(),
                        "organisation": row.get::<_, Option<String>>(4)?,
                        "created_at": row.get::<_, String>(5)?,
                        "expires_at": row.get::<_, String>(6)?,
                        "last_used_at": row.get::<_, Option<String>>(7)?,
                        "revoked_at": row.get::<_, Option<String>>(8)?,
                    }))
                })?
                .collect::<rusqlite::Result<Vec<Value>>>()?;
            Ok(found)
        })
        .map_err(Failure::from)?;
    let lines = found
        .iter()
        .map(|key| {
            let text = |name: &str| key[name].as_str().unwrap_or("-").to_owned();
            let scopes = key["scopes"].as_array().cloned().unwrap_or_default();
            let scopes: Vec<&str> = scopes.iter().filter_map(Value::as_str).collect();
            vec![
                key["id"].to_string(),
                text("name"),
                text("prefix"),
                scopes.join(" "),
                text("organisation"),
                text("last_used_at"),
                text("expires_at"),
                text("revoked_at"),
            ]
        })
        .collect();
    Ok(Report::new(
        table(
            &[
                "id",
                "name",
                "begins",
                "may",
                "of",
                "last used",
                "until",
                "revoked",
            ],
            lines,
            "No keys.",
        ),
        json!({ "tenant": tenant.name, "keys": found }),
    ))
}
