//! `voluntr organisation`: lists, imports, approves and denies the organisations of a tenant.

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Failure, Report, table};
use crate::error::{Code, Error, Result};
use crate::jsonapi::Id;
use crate::model::state_machine::Reason;
use crate::resources::organization::transition::{DENIAL_REASONS, approve_as_host, deny_as_host};

const STATES: [&str; 5] = ["approved", "pending", "denied", "archived", "deleted"];

#[derive(Debug, Subcommand)]
pub enum Organisation {
    /// The organisations and their state
    List {
        #[command(flatten)]
        of: OfTenant,
        /// Only those in this state
        #[arg(long, value_parser = STATES)]
        status: Option<String>,
    },
    Import(super::organisation_import::Import),
    /// Approve organisations; all of them, or none when one cannot be
    Approve {
        #[command(flatten)]
        of: OfTenant,
        #[arg(value_name = "ID", required_unless_present = "all_pending")]
        ids: Vec<i64>,
        /// All that wait for the centre
        #[arg(long, conflicts_with = "ids")]
        all_pending: bool,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Deny an organisation; its contact is told why
    Deny {
        #[command(flatten)]
        of: OfTenant,
        id: i64,
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(DENIAL_REASONS))]
        reason: String,
        /// In your own words, for the mail; an organisation that waits for approval is always told
        #[arg(long, value_name = "TEXT")]
        text: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Organisation {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::List { of, status } => list(context, &of, status),
            Self::Import(import) => import.run(context),
            Self::Approve {
                of,
                ids,
                all_pending,
                dry,
            } => approve(context, &of, ids, all_pending, dry),
            Self::Deny {
                of,
                id,
                reason,
                text,
                dry,
            } => {
                let (_, tenant) = context.tenant_to_change(&of, dry)?;
                let wanted = Reason {
                    code: Some(reason.clone()),
                    text,
                };
                let name = change(rows(&tenant), dry, move |tx| {
                    let name = name_of(tx, id)?;
                    deny_as_host(tx, Id::new(id), wanted)
                        .map_err(|error| plainly(&error, &name, "denied"))?;
                    Ok(name)
                })?;
                Ok(Report::change(
                    dry.dry_run,
                    format!("denied {name} ({id}): {reason}"),
                    json!({ "tenant": tenant.name, "denied": { "id": id, "name": name }, "reason": reason }),
                ))
            }
        }
    }
}

fn approve(context: &Context, of: &OfTenant, ids: Vec<i64>, is_all: bool, dry: DryRun) -> Done {
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let approved = change(rows(&tenant), dry, move |tx| {
        let ids = if is_all {
            tx.prepare("select id from organizations where status = 'pending' order by id")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<i64>>>()?
        } else {
            ids
        };
        ids.into_iter()
            .map(|id| {
                let name = name_of(tx, id)?;
                approve_as_host(tx, Id::new(id))
                    .map_err(|error| plainly(&error, &name, "approved"))?;
                Ok(json!({ "id": id, "name": name }))
            })
            .collect::<Result<Vec<Value>>>()
    })?;
    let names: Vec<_> = approved
        .iter()
        .map(|one| {
            format!(
                "{} ({})",
                one["name"].as_str().unwrap_or_default(),
                one["id"]
            )
        })
        .collect();
    let text = if names.is_empty() {
        "approved nothing: no organisation waits".to_owned()
    } else {
        format!("approved {}", names.join(", "))
    };
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "tenant": tenant.name, "approved": approved }),
    ))
}

fn name_of(tx: &rusqlite::Connection, id: i64) -> Result<String> {
    use rusqlite::OptionalExtension as _;
    tx.query_row(
        "select name from organizations where id = ?1 and status <> 'deleted'",
        [id],
        |row| row.get(0),
    )
    .optional()?
    .ok_or_else(|| {
        Error::internal(format!(
            "there is no organisation {id}; see 'voluntr organisation list'"
        ))
    })
}

/// Rewords the resource's errors for the command line, naming the organisation.
fn plainly(error: &Error, name: &str, done: &str) -> Error {
    if error.is(Code::InvalidTransition) {
        return Error::internal(format!(
            "{name} cannot be {done} from the state it is in; see 'voluntr organisation list'"
        ));
    }
    if let Error::Invalid(faults) = error
        && faults.iter().any(|fault| fault.rule == "reason_words")
    {
        return Error::internal(format!(
            "{name} cannot be {done} without a word of why; give it with --text"
        ));
    }
    Error::internal(format!("{name} cannot be {done}: {error}"))
}

fn list(context: &Context, of: &OfTenant, status: Option<String>) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let found = rows(&tenant)
        .read_blocking(move |connection| {
            let mut statement = connection.prepare(
                "select o.id, o.name, o.status, o.organization_type, o.created_at, a.city
                   from organizations o
                   left join addresses a on a.id = o.address_id
                  where o.household_of_id is null and case when :status is null then o.status <> 'deleted' else o.status = :status end
                  order by o.id",
            )?;
            let found = statement
                .query_map(rusqlite::named_params! {":status": status}, |row| {
                    Ok(json!({
                        "id": row.get::<_, i64>(0)?,
                        "name": row.get::<_, String>(1)?,
                        "status": row.get::<_, String>(2)?,
                        "organization_type": row.get::<_, String>(3)?,
                        "created_at": row.get::<_, String>(4)?,
                        "city": row.get::<_, Option<String>>(5)?,
                    }))
                })?
                .collect::<rusqlite::Result<Vec<Value>>>()?;
            Ok(found)
        })
        .map_err(Failure::from)?;
    let text = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
    let lines = found
        .iter()
        .map(|one| {
            vec![
                one["id"].to_string(),
                text(one, "name"),
                text(one, "status"),
                text(one, "city"),
            ]
        })
        .collect();
    Ok(Report::new(
        table(
            &["id", "name", "state", "place"],
            lines,
            "No organisations.",
        ),
        json!({ "tenant": tenant.name, "organisations": found }),
    ))
}
