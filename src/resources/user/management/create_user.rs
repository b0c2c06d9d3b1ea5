//! `POST /users`: creates an account for another person, or offers a role to an existing one
//! (docs/domain/states.md#accounts, docs/domain/rights.md#users). Whether an address has an account elsewhere in the
//! tenant is disclosed only by that person's own response; an organisation, including a School, gets the same
//! response for every address and sees the offer among those pending.

use axum::http::Method;
use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::manage::{person_in, write_invitation};
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::app::limits::rate_limits::{INVITATION_LETTERS, PEOPLE_INVITED};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, DocumentOf, Input, MetaOf, Routes, Sent, SentToMeta};
use crate::jsonapi::write::store::{insert, typed};
use crate::jsonapi::{Answer, Id, Resource};
use crate::model::field_rules;
use crate::model::state_history::audit_with;
use crate::policy::Role;
use crate::resources::user::access::granting::{
    OneRole, RoleName, ScopeType, To, is_accepted, require_grant,
};
use crate::resources::user::access::offer::{Asked, keep_made_account, keep_name, offer};
use crate::resources::user::access::role::RoleScope;
use crate::resources::user::{User, UserGender, UserLocale, UserStatus};

/// What somebody fills in of another person.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: Option<String>,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub last_name: Option<String>,
    #[validate(email, length(max = 254))]
    pub email: String,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    #[validate(length(max = 100))]
    pub job_title: Option<String>,
    pub gender: Option<UserGender>,
    #[serde(default)]
    pub locale: UserLocale,
    /// The days on which the digest comes; their own choice later. Left out: Monday.
    #[validate(length(max = 7))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest_days: Option<Vec<u8>>,
    /// Without the letter the account waits until somebody presses send.
    #[serde(default = "yes")]
    pub invite: bool,
}

/// A new person with the role that is offered. `organization_id` alone means its manager, `school_id` a student.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct UserCreateAttributes {
    #[serde(flatten)]
    person: NewPerson,
    role: Option<RoleName>,
    scope_type: Option<ScopeType>,
    scope_id: Option<String>,
    organization_id: Option<String>,
    school_id: Option<String>,
    /// Several roles at once, each offered: names, or names with their scope.
    roles: Option<Vec<ListedRole>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum ListedRole {
    Name(RoleName),
    Scoped {
        role: RoleName,
        scope_type: Option<ScopeType>,
        scope_id: Option<String>,
    },
}

impl NewPerson {
    fn name_in(&self, tx: &Tx, offered: Option<i64>) -> Result<()> {
        let (first, last) = (self.first_name.as_deref(), self.last_name.as_deref());
        keep_name(tx, offered, first, last)
    }
}

fn yes() -> bool {
    true
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", create)
        .named(
            "createUser",
            "Brings somebody in, with a role that is offered",
        )
        .answers(Described::one::<User>(200))
        .answers(Described::one::<User>(201))
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[429])
}

async fn create(
    access: Access<User, action::Create>,
    (): (),
    input: Input<Sent<DocumentOf<User, UserCreateAttributes>>>,
) -> Result<Answer> {
    let wanted = Wanted::read(person_in(&input.body)?)?;
    access
        .post(input.key, move |tx, rows| bring_in(tx, rows, &wanted))
        .await
}

/// Person and the roles to be offered.
pub struct Wanted {
    person: NewPerson,
    role: Map<String, Value>,
    /// The list `roles`, each as `{role, scope_type, scope_id}`.
    listed: Vec<Map<String, Value>>,
}

/// Most roles in one request.
const ROLES_AT_MOST: usize = 10;

impl Wanted {
    /// `organization_id` alone means manager of that organisation; `school_id` means student at that School.
    pub fn read(mut sent: Map<String, Value>) -> Result<Self> {
        let mut role = Map::new();
        for name in ["role", "scope_type", "scope_id"] {
            role.extend(sent.remove(name).map(|value| (name.to_owned(), value)));
        }
        let mut listed = listed_roles(sent.remove("roles"))?;
        let school = sent.remove("school_id").filter(|id| !id.is_null());
        let meant = match school {
            Some(_) => "student",
            None => "organization_superuser",
        };
        let organization = sent.remove("organization_id").filter(|id| !id.is_null());
        let place = school.or(organization);
        if let (Some(id), false) = (&place, listed.is_empty()) {
            for listed in &mut listed {
                let name = listed.get("role").and_then(Value::as_str);
                if name.is_some_and(|name| MEMBERSHIPS.contains(&name)) {
                    listed.entry("scope_id").or_insert_with(|| id.clone());
                    listed
                        .entry("scope_type")
                        .or_insert_with(|| "organization".into());
                }
            }
        }
        if let Some(id) = place.filter(|_| listed.is_empty() || !role.is_empty()) {
            role.entry("role").or_insert_with(|| meant.into());
            role.entry("scope_type")
                .or_insert_with(|| "organization".into());
            role.entry("scope_id").or_insert(id);
        }
        // Set by the server on a new account; the edit form submits them too.
        for name in ["id", "full_name", "status", "signup_method"] {
            sent.remove(name);
        }
        for name in [
            "first_name",
            "last_name",
            "email",
            "phone_number",
            "job_title",
        ] {
            if let Some(Value::String(text)) = sent.get_mut(name) {
                *text = text.trim().to_owned();
            }
        }
        sent.retain(|_, value| value.as_str() != Some(""));
        Ok(Self {
            person: typed(&["email"], sent)?,
            role,
            listed,
        })
    }

    /// The roles, each once. Without any, whoever runs the centre makes a plain account.
    fn roles(&self, tx: &Tx, ctx: &RequestContext, runs_center: bool) -> Result<Vec<OneRole>> {
        let mut roles = Vec::new();
        if !self.role.is_empty() || (self.listed.is_empty() && !runs_center) {
            roles.push(OneRole::read(tx, ctx, &self.role)?);
        }
        for (index, listed) in self.listed.iter().enumerate() {
            let role = OneRole::read(tx, ctx, listed).map_err(|error| within_list(error, index))?;
            if !roles.contains(&role) {
                roles.push(role);
            }
        }
        Ok(roles)
    }
}

/// Roles over an organisation.
const MEMBERSHIPS: [&str; 3] = ["organization_superuser", "mentor", "student"];

fn listed_roles(sent: Option<Value>) -> Result<Vec<Map<String, Value>>> {
    let list = match sent {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => {
            let fault = FieldFault::attribute("roles", "type");
            return Err(fault.with("reason", "no list, expected a sequence").into());
        }
    };
    if list.len() > ROLES_AT_MOST {
        let fault = FieldFault::attribute("roles", "items");
        return Err(fault.with("max", ROLES_AT_MOST).into());
    }
    let read = |(index, one): (usize, Value)| match one {
        Value::String(role) => Ok(Map::from_iter([("role".to_owned(), role.into())])),
        Value::Object(role) => {
            let unknown = role
                .keys()
                .find(|name| !["role", "scope_type", "scope_id"].contains(&name.as_str()));
            match unknown {
                Some(name) => {
                    let field = format!("roles/{index}/{name}");
                    Err(FieldFault::attribute(&field, "unknown").into())
                }
                None => Ok(role),
            }
        }
        _ => {
            let fault = FieldFault::attribute(&format!("roles/{index}"), "type");
            Err(fault.with("reason", "no role, expected a string").into())
        }
    };
    list.into_iter().enumerate().map(read).collect()
}

/// Puts the faults of one listed role at its place in the list.
fn within_list(error: Error, index: usize) -> Error {
    let Error::Invalid(faults) = error else {
        return error;
    };
    let place = format!("/data/attributes/roles/{index}/");
    let faults = faults.into_iter().map(|fault| FieldFault {
        pointer: fault.pointer.replacen("/data/attributes/", &place, 1),
        ..fault
    });
    Error::Invalid(faults.collect())
}

/// Creates and invites an account, or offers the role to the account that has the address.
pub fn bring_in(tx: &Tx, rows: &Rows<User>, wanted: &Wanted) -> Result<Answer> {
    let ctx = rows.ctx();
    let runs_center = ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin);
    let roles = wanted.roles(tx, ctx, runs_center)?;
    for role in &roles {
        require_grant(tx, ctx, *role, To::Newcomer)?;
    }
    if !runs_center {
        PEOPLE_INVITED.keep(tx, &ctx.user_id().unwrap_or_default().to_string())?;
    }
    let known: Option<(i64, UserStatus)> = tx
        .prepare_cached("select id, status from users where email = ?1")?
        .query_row([&wanted.person.email], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match known {
        // An organisation makes an offer; whoever runs the centre creates the account.
        None => make(tx, rows, wanted, &roles, runs_center),
        Some((id, status)) => ask(tx, rows, (Id::new(id), status), wanted, &roles),
    }
}

/// Response for an address about which nothing may be disclosed.
fn told(wanted: &Wanted) -> Answer {
    let told = json!({ "data": null, "meta": { "sent_to": wanted.person.email } });
    Answer::accepted(told.to_string())
}

fn make(
    tx: &Tx,
    rows: &Rows<User>,
    wanted: &Wanted,
    roles: &[OneRole],
    is_told: bool,
) -> Result<Answer> {
    let ctx = rows.ctx();
    let person = &wanted.person;
    let mut attributes = json!({
        "status": "invited",
        "signup_method": "createdByUser",
        "volunteer_center_id": center_of(tx, ctx, roles.first())?.to_string(),
    });
    if let (Some(all), Value::Object(sent)) = (attributes.as_object_mut(), json!(person)) {
        all.extend(sent);
    }
    let id: Id<User> = insert(tx, ctx, serde_json::from_value(attributes)?)?;
    tx.execute(
        "update users set created_by_id = ?2 where id = ?1",
        (id.number(), ctx.user_id()),
    )?;
    let data = match roles {
        [] => Value::Null,
        [role] => role.data(),
        roles => json!({ "roles": roles.iter().map(|role| role.data()).collect::<Vec<_>>() }),
    };
    audit_with(
        tx,
        ctx.user_id(),
        "create",
        (User::TYPE, id.number()),
        &data,
    )?;
    for role in roles {
        let offered = offer(tx, id.number(), *role, ctx, Asked::WithTheAccount)?;
        keep_made_account(tx, offered)?;
        person.name_in(tx, offered)?;
    }
    if !is_told {
        write_invitation(tx, ctx, id)?;
        return Ok(told(wanted));
    }
    // The requester must be able to manage the new account, or the transaction is rolled back.
    rows.require(tx, id)
        .map_err(|_| Error::from(Code::Forbidden))?;
    if person.invite {
        write_invitation(tx, ctx, id)?;
    }
    Ok(Answer::created(
        format!("/api/v1/users/{id}"),
        rows.shown_text(tx, id)?,
    ))
}

/// Home centre of a new account: the centre of the role's scope, else the centre of this host.
fn center_of(tx: &Tx, ctx: &RequestContext, role: Option<&OneRole>) -> Result<i64> {
    Ok(match role.map(|role| role.scope) {
        Some(RoleScope::VolunteerCenter(id)) => id,
        Some(RoleScope::Organization(id) | RoleScope::School(id)) => tx.query_row(
            "select volunteer_center_id from organizations where id = ?1",
            [id],
            |row| row.get(0),
        )?,
        Some(RoleScope::Tenant) | None => ctx.site.center_id,
    })
}

/// Offers the role to the account with this address. A requester who manages that person gets the document; others
/// learn only that an email is sent. A person with nothing to accept gets no email.
fn ask(
    tx: &Tx,
    rows: &Rows<User>,
    (id, status): (Id<User>, UserStatus),
    wanted: &Wanted,
    roles: &[OneRole],
) -> Result<Answer> {
    let ctx = rows.ctx();
    let is_self = ctx.user_id() == Some(id.number());
    if !is_self && rows.require(tx, id).is_err() {
        for role in roles {
            offer_unseen(tx, ctx, (id, status), wanted, *role)?;
        }
        return Ok(told(wanted));
    }
    match roles {
        _ if is_self => Err(Code::Forbidden.into()),
        [] => Err(Error::from(Code::AlreadyInvited).with("user_id", id.to_string())),
        _ if status == UserStatus::Archived => Err(Error::from(Code::InvalidTransition)
            .with("allowed", vec!["reactivate"])
            .at("/data/attributes/email")),
        roles => offer_to(tx, ctx, (id, status), roles),
    }?;
    Ok(Answer::ok(rows.shown_text(tx, id)?))
}

fn offer_to(
    tx: &Tx,
    ctx: &RequestContext,
    (id, status): (Id<User>, UserStatus),
    roles: &[OneRole],
) -> Result<()> {
    let asked = how(status);
    let mut is_new = false;
    for role in roles {
        is_new |= offer(tx, id.number(), *role, ctx, asked)?.is_some() || role.name == "volunteer";
    }
    if !is_new {
        return Err(Error::from(Code::AlreadyInvited).with("user_id", id.to_string()));
    }
    if asked == Asked::WithTheAccount {
        // The newest link must accept these roles too.
        write_invitation(tx, ctx, id)?;
    }
    Ok(())
}

/// Offers a role to a person whom the requester does not see. Refused only for reasons that apply to any address: a
/// pending offer, or a fourth email within the hour. A closed account gets the offer without an email.
fn offer_unseen(
    tx: &Tx,
    ctx: &RequestContext,
    (id, status): (Id<User>, UserStatus),
    wanted: &Wanted,
    role: OneRole,
) -> Result<()> {
    if is_accepted(tx, id.number(), role)? {
        return Ok(());
    }
    if status != UserStatus::Invited {
        INVITATION_LETTERS.keep(tx, &wanted.person.email)?;
    }
    let offered = offer(tx, id.number(), role, ctx, how(status))?;
    wanted.person.name_in(tx, offered)?;
    if status == UserStatus::Invited {
        write_invitation(tx, ctx, id)?;
    }
    Ok(())
}

/// Returns how an account of this status is notified of an offer; a closed one is not.
fn how(status: UserStatus) -> Asked {
    match status {
        UserStatus::Invited | UserStatus::Archived => Asked::WithTheAccount,
        UserStatus::Active | UserStatus::Inactive => Asked::ByLetter,
    }
}

/// Same for one row of an import: reaching the email limit skips the email instead of failing.
pub fn invite_in_import(
    tx: &Tx,
    ctx: &RequestContext,
    (id, status): (Id<User>, UserStatus),
    email: &str,
    role: OneRole,
) -> Result<Option<i64>> {
    if status == UserStatus::Invited {
        let offered = offer(tx, id.number(), role, ctx, Asked::WithTheAccount)?;
        return match write_invitation(tx, ctx, id) {
            Err(error) if !error.is(Code::RateLimited) => Err(error),
            _ => Ok(offered),
        };
    }
    let asked = match how(status) {
        Asked::ByLetter if !INVITATION_LETTERS.allows(tx, email)? => Asked::WithTheAccount,
        asked => asked,
    };
    offer(tx, id.number(), role, ctx, asked)
}
