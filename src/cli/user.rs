//! `voluntr user`: the people of a tenant and what they may do.

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::password::Password;
use super::report::{Done, Failure, Report, table};
use crate::founding::account::{self, Grant, NewAccount};

#[derive(Debug, Subcommand)]
pub enum User {
    /// Make an account that may sign in at once
    Add {
        #[command(flatten)]
        of: OfTenant,
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        #[arg(long, value_name = "NAME")]
        first_name: Option<String>,
        #[arg(long, value_name = "NAME")]
        last_name: Option<String>,
        #[arg(
            long = "role",
            value_name = "ROLE",
            help = "admin, center_superuser, content_manager, page_manager, volunteer, or organization_superuser:ID"
        )]
        roles: Vec<String>,
        #[command(flatten)]
        password: Password,
        #[command(flatten)]
        dry: DryRun,
    },
    /// The people with an account
    List {
        #[command(flatten)]
        of: OfTenant,
        /// Only those with this role
        #[arg(long, value_name = "ROLE")]
        role: Option<String>,
    },
    Import(super::user_import::Import),
    /// Give or take a role
    #[command(subcommand)]
    Role(RoleChange),
    /// Set a password and end all sessions
    Password {
        #[command(flatten)]
        of: OfTenant,
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        #[command(flatten)]
        password: Password,
        #[command(flatten)]
        dry: DryRun,
    },
}

#[derive(Debug, Subcommand)]
pub enum RoleChange {
    /// Give a role
    Add(OneRole),
    /// Take a role
    Remove(OneRole),
}

#[derive(Debug, clap::Args)]
pub struct OneRole {
    #[command(flatten)]
    of: OfTenant,
    #[arg(long, value_name = "ADDRESS")]
    email: String,
    #[arg(long, value_name = "ROLE")]
    role: String,
    #[command(flatten)]
    dry: DryRun,
}

impl User {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Add {
                of,
                email,
                first_name,
                last_name,
                roles,
                password,
                dry,
            } => {
                let email = check_email(&email)?;
                for role in &roles {
                    account::check_role(role)
                        .map_err(|error| Failure::wrong_use(error.to_string()))?;
                }
                let (_, tenant) = context.tenant(&of)?;
                let new = NewAccount {
                    email,
                    first_name,
                    last_name,
                    password_hash: password.hash()?,
                };
                let email = new.email.clone();
                let (id, grants) = change(rows(&tenant), dry, move |tx| {
                    let center_id = account::default_center(tx)?;
                    let id = account::add(tx, &new, center_id)?;
                    let mut grants: Vec<Grant> = Vec::new();
                    for role in &roles {
                        let grant = account::grant_of(tx, role, center_id)?;
                        account::grant(tx, id, &grant)?;
                        grants.push(grant);
                    }
                    Ok((id, grants))
                })?;
                let names: Vec<_> = grants.iter().map(|grant| grant.role.as_str()).collect();
                let with = if names.is_empty() {
                    "no role".to_owned()
                } else {
                    names.join(", ")
                };
                Ok(Report::change(
                    dry.dry_run,
                    format!("{email} may sign in to '{}' with {with}", tenant.name),
                    json!({ "tenant": tenant.name, "id": (!dry.dry_run).then_some(id), "email": email, "roles": grants }),
                ))
            }
            Self::Import(import) => import.run(context),
            Self::List { of, role } => list(context, &of, role),
            Self::Role(RoleChange::Add(one)) => set_role(context, one, true),
            Self::Role(RoleChange::Remove(one)) => set_role(context, one, false),
            Self::Password {
                of,
                email,
                password,
                dry,
            } => {
                let (_, tenant) = context.tenant(&of)?;
                let email = check_email(&email)?;
                let (wanted, hash) = (email.clone(), password.hash()?);
                change(rows(&tenant), dry, move |tx| {
                    let (id, _) = account::find(tx, &wanted)?;
                    account::set_password(tx, id, &hash)
                })?;
                Ok(Report::change(
                    dry.dry_run,
                    format!("{email} has a new password, and all sessions have ended"),
                    json!({ "tenant": tenant.name, "email": email }),
                ))
            }
        }
    }
}

fn set_role(context: &Context, one: OneRole, is_given: bool) -> Done {
    account::check_role(&one.role).map_err(|error| Failure::wrong_use(error.to_string()))?;
    let (_, tenant) = context.tenant(&one.of)?;
    let email = check_email(&one.email)?;
    let wanted = email.clone();
    let (grant, is_changed) = change(rows(&tenant), one.dry, move |tx| {
        let (id, center_id) = account::find(tx, &wanted)?;
        let grant = account::grant_of(tx, &one.role, center_id)?;
        let is_changed = if is_given {
            account::grant(tx, id, &grant)?
        } else {
            account::revoke(tx, id, &grant)?
        };
        Ok((grant, is_changed))
    })?;
    let role = &grant.role;
    let text = match (is_given, is_changed) {
        (true, true) => format!("{email} has the role {role}"),
        (true, false) => format!("{email} had the role {role} already"),
        (false, true) => format!("{email} has the role {role} no more"),
        (false, false) => format!("{email} did not have the role {role}"),
    };
    Ok(Report::change(
        one.dry.dry_run,
        text,
        json!({ "tenant": tenant.name, "email": email, "role": grant, "changed": is_changed }),
    ))
}

fn list(context: &Context, of: &OfTenant, role: Option<String>) -> Done {
    if let Some(role) = &role {
        let name = role.split(':').next().unwrap_or_default();
        // Any role may be looked for by its name alone.
        if account::check_role(name).is_err() && account::check_role(&format!("{name}:1")).is_err()
        {
            account::check_role(name).map_err(|error| Failure::wrong_use(error.to_string()))?;
        }
    }
    let (_, tenant) = context.tenant(of)?;
    let people = rows(&tenant).read_blocking(move |connection| {
        let mut statement = connection.prepare(
            "select u.id, coalesce(u.email, ''), trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')),
                    u.status,
                    (select group_concat(distinct r.name) from roles r where r.user_id = u.id and r.accepted_at is not null)
               from users u
              where :role is null
                 or exists (select 1 from roles r where r.user_id = u.id and r.name = :role and r.accepted_at is not null)
              order by u.id",
        )?;
        let people = statement
            .query_map(rusqlite::named_params! {":role": role}, |row| {
                let roles: Option<String> = row.get(4)?;
                let roles: Vec<&str> = roles.as_deref().map(|roles| roles.split(',').collect()).unwrap_or_default();
                Ok(json!({
                    "id": row.get::<_, i64>(0)?,
                    "email": row.get::<_, String>(1)?,
                    "name": row.get::<_, String>(2)?,
                    "status": row.get::<_, String>(3)?,
                    "roles": roles,
                }))
            })?
            .collect::<rusqlite::Result<Vec<Value>>>()?;
        Ok(people)
    })?;
    let text = |person: &Value, name: &str| person[name].as_str().unwrap_or_default().to_owned();
    let lines = people
        .iter()
        .map(|person| {
            let roles = person["roles"].as_array().map(|roles| {
                let roles: Vec<_> = roles.iter().filter_map(Value::as_str).collect();
                roles.join(" ")
            });
            vec![
                person["id"].to_string(),
                text(person, "email"),
                text(person, "name"),
                text(person, "status"),
                roles.unwrap_or_default(),
            ]
        })
        .collect();
    Ok(Report::new(
        table(
            &["id", "address", "name", "state", "roles"],
            lines,
            "Nobody.",
        ),
        json!({ "tenant": tenant.name, "users": people }),
    ))
}

fn check_email(email: &str) -> Result<String, Failure> {
    use validator::ValidateEmail as _;
    let email = email.trim();
    if email.len() <= 254 && email.validate_email() {
        Ok(email.to_owned())
    } else {
        Err(Failure::wrong_use(format!(
            "'{email}' is no e-mail address"
        )))
    }
}
