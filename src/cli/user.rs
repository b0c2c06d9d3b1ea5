//! `voluntr user`: lists and creates the users of a tenant, and changes their roles and passwords.

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::password::Password;
use super::report::{Done, Failure, Report, table};
use crate::app::auth::password_hash::About;
use crate::base::email;
use crate::provisioning::account;
use crate::provisioning::account::{Grant, NewAccount};
use crate::resources::user::authentication::password;
use crate::resources::user::management::invitation;

const STATES: [&str; 4] = ["active", "invited", "inactive", "archived"];

#[derive(Debug, Subcommand)]
pub enum User {
    /// Make an account: one that may sign in at once, or one whose owner is invited
    Add(NewUser),
    /// The people with an account
    List {
        #[command(flatten)]
        of: OfTenant,
        /// Only those with this role; `organization_superuser:ID` for one organisation
        #[arg(long, value_name = "ROLE")]
        role: Option<String>,
        /// Only accounts in this state
        #[arg(long, value_parser = STATES)]
        status: Option<String>,
        /// Only those who belong to this organisation
        #[arg(long, visible_alias = "organization", value_name = "ID")]
        organisation: Option<i64>,
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

#[derive(Debug, clap::Args)]
pub struct NewUser {
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
    /// The centre they belong to, by number, host or name; the tenant's default otherwise
    #[arg(long, visible_alias = "center", value_name = "CENTRE")]
    centre: Option<String>,
    /// Write to the person, who chooses a password and takes the roles
    #[arg(long, conflicts_with_all = ["password_stdin", "password_file"])]
    invite: bool,
    #[command(flatten)]
    password: Password,
    #[command(flatten)]
    dry: DryRun,
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
    /// As in 'user add --role'
    #[arg(value_name = "ROLE", required_unless_present = "role")]
    which: Option<String>,
    #[arg(long, value_name = "ADDRESS")]
    email: String,
    /// The same as ROLE
    #[arg(long, value_name = "ROLE", conflicts_with = "which")]
    role: Option<String>,
    /// The centre at which it is held, by number, host or name; the person's own otherwise
    #[arg(long, visible_alias = "center", value_name = "CENTRE")]
    centre: Option<String>,
    #[command(flatten)]
    dry: DryRun,
}

impl User {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Add(new) => add(context, new),
            Self::List {
                of,
                role,
                status,
                organisation,
            } => list(context, &of, Wanted::read(role, status, organisation)?),
            Self::Import(import) => import.run(context),
            Self::Role(RoleChange::Add(one)) => set_role(context, one, true),
            Self::Role(RoleChange::Remove(one)) => set_role(context, one, false),
            Self::Password {
                of,
                email,
                password,
                dry,
            } => {
                let (_, tenant) = context.tenant_to_change(&of, dry)?;
                let email = validate_email(&email)?;
                let wanted = email.clone();
                let about = rows(&tenant)
                    .read_blocking(move |connection| account::about(connection, &wanted))?;
                let (wanted, hash) = (email.clone(), password.hash(&about)?);
                change(rows(&tenant), dry, move |tx| {
                    let (id, _) = account::find(tx, &wanted)?;
                    password::by_operator(tx, id, &hash)
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

fn add(context: &Context, sent: NewUser) -> Done {
    let email = validate_email(&sent.email)?;
    for role in &sent.roles {
        account::validate_role(role).map_err(|error| Failure::wrong_use(error.to_string()))?;
    }
    let (_, tenant) = context.tenant_to_change(&sent.of, sent.dry)?;
    let centre = sent.centre;
    let (center_id, center) = rows(&tenant).read_blocking(move |connection| {
        let id = account::center(connection, centre.as_deref())?;
        Ok((id, account::center_name(connection, id)?))
    })?;
    let password_hash = if sent.invite {
        None
    } else {
        let text = |name: &Option<String>| name.clone().unwrap_or_default();
        let about =
            About::person(&text(&sent.first_name), &text(&sent.last_name), &email).at(&center);
        Some(sent.password.hash(&about)?)
    };
    let new = NewAccount {
        email: email.clone(),
        first_name: sent.first_name,
        last_name: sent.last_name,
        password_hash,
    };
    let (is_invited, roles) = (sent.invite, sent.roles);
    let (id, grants) = change(rows(&tenant), sent.dry, move |tx| {
        let id = account::add(tx, &new, center_id)?;
        let mut grants: Vec<Grant> = Vec::new();
        for role in &roles {
            let grant = account::grant_of(tx, role, center_id)?;
            if is_invited {
                account::offer(tx, id, &grant)?;
            } else {
                account::grant(tx, id, &grant)?;
            }
            account::note(tx, id, &grant, !is_invited)?;
            grants.push(grant);
        }
        if is_invited {
            invitation::send(tx, id, None, center_id)?;
        }
        Ok((id, grants))
    })?;
    let names: Vec<_> = grants.iter().map(|grant| grant.role.as_str()).collect();
    let with = if names.is_empty() {
        "no role".to_owned()
    } else {
        names.join(", ")
    };
    let text = if is_invited {
        format!("{email} is invited to '{}' with {with}", tenant.name)
    } else {
        format!("{email} may sign in to '{}' with {with}", tenant.name)
    };
    Ok(Report::change(
        sent.dry.dry_run,
        text,
        json!({ "tenant": tenant.name, "centre": center, "id": (!sent.dry.dry_run).then_some(id), "email": email, "roles": grants, "invited": is_invited }),
    ))
}

fn set_role(context: &Context, one: OneRole, is_given: bool) -> Done {
    let role = one.role.or(one.which).unwrap_or_default();
    account::validate_role(&role).map_err(|error| Failure::wrong_use(error.to_string()))?;
    if one.centre.is_some() && !account::is_of_center(&role) {
        return Err(Failure::wrong_use(format!(
            "'{role}' is not held at a centre; leave --centre out"
        )));
    }
    let (_, tenant) = context.tenant_to_change(&one.of, one.dry)?;
    let email = validate_email(&one.email)?;
    let (wanted, centre) = (email.clone(), one.centre);
    let (grant, at, is_changed) = change(rows(&tenant), one.dry, move |tx| {
        let (id, own) = account::find(tx, &wanted)?;
        let center_id = match &centre {
            Some(named) => account::center(tx, Some(named))?,
            None => own,
        };
        let grant = account::grant_of(tx, &role, center_id)?;
        let is_changed = account::change_role(tx, id, &grant, is_given, center_id)?;
        let at = centre.map(|_| account::center_name(tx, center_id));
        Ok((grant, at.transpose()?, is_changed))
    })?;
    let role = match at {
        Some(centre) => format!("{} at '{centre}'", grant.role),
        None => grant.role.clone(),
    };
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

/// Filter of `user list`.
struct Wanted {
    role: Option<String>,
    status: Option<String>,
    organisation: Option<i64>,
}

impl Wanted {
    fn read(
        role: Option<String>,
        status: Option<String>,
        organisation: Option<i64>,
    ) -> Result<Self, Failure> {
        let Some(role) = role else {
            return Ok(Self {
                role: None,
                status,
                organisation,
            });
        };
        let (name, of) = role
            .split_once(':')
            .map_or((role.as_str(), None), |(name, of)| (name, Some(of)));
        // Any role may be searched by name alone, without its organisation.
        if account::validate_role(name).is_err()
            && account::validate_role(&format!("{name}:1")).is_err()
        {
            account::validate_role(name).map_err(|error| Failure::wrong_use(error.to_string()))?;
        }
        if of.is_some() {
            account::validate_role(&role).map_err(|error| Failure::wrong_use(error.to_string()))?;
        }
        let of: Option<i64> = of.and_then(|of| of.parse().ok());
        if of.is_some() && organisation.is_some_and(|id| Some(id) != of) {
            return Err(Failure::wrong_use(format!(
                "'{role}' and --organisation name two organisations; leave one out"
            )));
        }
        Ok(Self {
            role: Some(name.to_owned()),
            status,
            organisation: of.or(organisation),
        })
    }
}

fn list(context: &Context, of: &OfTenant, wanted: Wanted) -> Done {
    let (app, tenant) = context.tenant(of)?;
    let now = app.clock().text();
    let people = rows(&tenant).read_blocking(move |connection| {
        let mut statement = connection.prepare(
            "select u.id, coalesce(u.email, ''), trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')),
                    u.status,
                    (select group_concat(name) from (select distinct r.name from roles r
                      where r.user_id = u.id and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
                      order by r.name)),
                    (select group_concat(name) from (select distinct r.name from roles r
                      where r.user_id = u.id and r.accepted_at is null order by r.name)),
                    u.last_sign_in_at
               from users u
              where (:status is null or u.status = :status)
                and ((:role is null and :organisation is null)
                  or exists (select 1 from roles r
                              where r.user_id = u.id and r.accepted_at is not null
                                and (r.expires_at is null or r.expires_at > :now)
                                and (:role is null or r.name = :role)
                                and (:organisation is null
                                  or (r.scope_type in ('organization', 'school') and r.scope_id = :organisation))))
              order by u.id",
        )?;
        let list = |text: Option<String>| -> Vec<String> {
            text.map(|text| text.split(',').map(str::to_owned).collect())
                .unwrap_or_default()
        };
        let people = statement
            .query_map(
                rusqlite::named_params! {
                    ":role": wanted.role,
                    ":status": wanted.status,
                    ":organisation": wanted.organisation,
                    ":now": now,
                },
                |row| {
                    Ok(json!({
                        "id": row.get::<_, i64>(0)?,
                        "email": row.get::<_, String>(1)?,
                        "name": row.get::<_, String>(2)?,
                        "status": row.get::<_, String>(3)?,
                        "roles": list(row.get(4)?),
                        "offered": list(row.get(5)?),
                        "last_sign_in_at": row.get::<_, Option<String>>(6)?,
                    }))
                },
            )?
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

fn validate_email(email: &str) -> Result<String, Failure> {
    email::parse(email).ok_or_else(|| Failure::wrong_use(format!("'{email}' is no e-mail address")))
}
