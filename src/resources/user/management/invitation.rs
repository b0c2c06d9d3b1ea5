//! Account invitations: an account created for a person, who accepts by choosing a password and agreeing to the
//! terms. Until then the account is pending (docs/domain/states.md#accounts).

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use crate::app::access::Unguarded;
use crate::app::auth::password_hash::About;
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::INVITATION_LETTERS;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document, Resource};
use crate::mail::MailKind;
use crate::model::effects::{Event, Happening};
use crate::model::field_rules;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::AccountAttributes;
use crate::resources::user::desk::CAN_TAKE_OVER;
use crate::resources::user::own_account::confirmation;
use crate::resources::user::own_account::confirmation::Confirm;
use crate::resources::user::own_account::form::{Form, validate_typing};
use crate::resources::user::{User, shown};

/// Days after which a pending invitation is followed by a reminder.
const REMINDERS: [i64; 2] = [3, 10];

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<Confirm, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/invitations/show",
            show,
        )
        .answering_anew()
        .named("showInvitation", "Shows what an invitation link is about")
        .answers(Described::json::<OneOf<InvitationAttributes>>(200))
        .refuses(&[401, 410])
        .unguarded::<Confirm, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/invitations/accept",
            accept,
        )
        .named("acceptInvitation", "Opens the invited account")
        .answers(Described::json::<OneOf<AccountAttributes>>(200))
        .refuses(&[401, 410])
}

/// What an invitation is about.
#[derive(Serialize, Deserialize, JsonSchema)]
struct InvitationAttributes {
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    center_name: String,
    invited_by: Option<String>,
    organization_name: Option<String>,
    expires_at: String,
}

impl Typed for InvitationAttributes {
    const TYPE: &'static str = "invitations";
}

/// Emails the owner of a pending account a new link, valid for fourteen days; earlier links are revoked. The link
/// accepts the roles that are pending now. Without `invited_by` the operator invites, in the name of the centre.
///
/// 422 `already_invited` where the account is not, or no longer, pending; 429 past three emails an hour.
pub fn send(tx: &Tx, user_id: i64, invited_by: Option<i64>, center_id: i64) -> Result<()> {
    let email: Option<String> = tx
        .prepare_cached("select email from users where id = ?1 and status = 'invited'")?
        .query_row([user_id], |row| row.get(0))
        .optional()?
        .ok_or(Code::AlreadyInvited)?;
    let email = email.ok_or_else(|| FieldFault::attribute("email", "required"))?;
    INVITATION_LETTERS.keep(tx, &email)?;
    let roles: Vec<i64> = tx
        .prepare_cached(
            "select id from roles
              where user_id = :user_id and accepted_at is null and (granted_by_id is not null or :invited_by is null)
              order by id",
        )?
        .query_map(
            named_params! {":user_id": user_id, ":invited_by": invited_by},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let data = json!({ "roles": roles, "center_id": center_id });
    let token = token::issue(tx, Purpose::AcceptInvitation, (User::TYPE, user_id), &data)?;
    tx.execute(
        "update users
            set invited_at = :now, invited_by_id = :invited_by, version = version + 1, updated_at = :now
          where id = :id",
        named_params! {":id": user_id, ":invited_by": invited_by, ":now": tx.now()},
    )?;
    let expires_at = later(tx.now(), Purpose::AcceptInvitation.lifetime());
    write(tx, user_id, &token, &data, &expires_at, false)
}

/// Emails somebody who was registered at the desk a link to the same page. The address is kept with the link until they use it.
pub fn send_from_desk(tx: &Tx, user_id: i64, email: &str, center_id: i64) -> Result<()> {
    let data = json!({ "roles": [], "center_id": center_id, "email": email });
    let token = token::issue(tx, Purpose::AcceptInvitation, (User::TYPE, user_id), &data)?;
    let expires_at = later(tx.now(), Purpose::AcceptInvitation.lifetime());
    write(tx, user_id, &token, &data, &expires_at, false)
}

/// Queues the email with the link.
fn write(
    tx: &Tx,
    user_id: i64,
    token: &str,
    data: &Value,
    expires_at: &str,
    is_reminder: bool,
) -> Result<()> {
    let center_id = data
        .get("center_id")
        .and_then(Value::as_i64)
        .unwrap_or_default();
    let facts = Facts::find(tx, user_id, data)?;
    Notice {
        kind: MailKind::Invitation,
        data: json!({
            "inviter_name": facts.invited_by,
            "organization_name": facts.organization_name,
            "is_reminder": is_reminder,
            "path": format!("/confirm?invitation_token={token}"),
            "expires_at": expires_at,
        }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail(
        tx,
        &facts.email,
        (&facts.first_name, &facts.last_name),
        &facts.locale,
    )
}

/// Details shown to an invited person: who invites them, and to which roles.
struct Facts {
    email: String,
    first_name: String,
    last_name: String,
    locale: String,
    center_name: String,
    invited_by: String,
    organization_name: Option<String>,
}

impl Facts {
    fn find(connection: &Connection, user_id: i64, data: &Value) -> Result<Self> {
        let sql = format!(
                "select coalesce(u.email, :email), coalesce(u.first_name, ''), coalesce(u.last_name, ''), u.locale, c.name,
                        coalesce(nullif(trim(coalesce(i.first_name, '') || ' ' || coalesce(i.last_name, '')), ''), c.name),
                        (select o.name
                           from roles r
                           join organizations o on o.id = r.scope_id
                          where r.id in (select value from json_each(:roles))
                            and r.user_id = u.id and r.scope_type in ('organization', 'school')
                          order by r.id
                          limit 1)
                   from users u
                   join volunteer_centers c on c.id = coalesce(:center_id, u.volunteer_center_id)
                   left join users i on i.id = u.invited_by_id
                  where u.id = :id and ((u.status = 'invited' and u.email is not null) or (:email is not null and {CAN_TAKE_OVER}))"
        );
        connection
            .prepare_cached(&sql)?
            .query_row(
                named_params! {
                    ":id": user_id,
                    ":email": data.get("email").and_then(Value::as_str),
                    ":roles": data.get("roles").map(Value::to_string),
                    ":center_id": data.get("center_id").and_then(Value::as_i64),
                },
                |row| {
                    Ok(Self {
                        email: row.get(0)?,
                        first_name: row.get(1)?,
                        last_name: row.get(2)?,
                        locale: row.get(3)?,
                        center_name: row.get(4)?,
                        invited_by: row.get(5)?,
                        organization_name: row.get(6)?,
                    })
                },
            )
            .optional()?
            // Accepted in another way, or withdrawn, since the email was sent.
            .ok_or_else(|| Code::LinkUsed.into())
    }
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
struct InvitationToken {
    invitation_token: String,
}

/// `POST /invitations/show`: who invites, and to what. Does not redeem the link.
async fn show(
    door: Unguarded<Confirm>,
    (): (),
    input: Input<Form<InvitationToken>>,
) -> Result<Document> {
    let token = input.body.read(&["invitation_token"])?.invitation_token;
    let now = door.ctx().now.clone();
    let (link, facts) = door
        .read(move |connection| find(connection, &token, &now))
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": "invitations",
        "id": link.subject_id.to_string(),
        "attributes": {
            "email": facts.email,
            "first_name": facts.first_name,
            "last_name": facts.last_name,
            "center_name": facts.center_name,
            "invited_by": facts.invited_by,
            "organization_name": facts.organization_name,
            "expires_at": link.expires_at,
        },
    } })))
}

fn find(connection: &Connection, token: &str, now: &str) -> Result<(token::Link, Facts)> {
    let link = token::find(connection, Purpose::AcceptInvitation, token, now)?;
    let facts = Facts::find(connection, link.subject_id, &link.data)?;
    Ok((link, facts))
}

/// What an invited person fills in.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "InvitationAcceptance")]
struct AcceptanceForm {
    invitation_token: String,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    first_name: String,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    last_name: String,
    #[schemars(length(min = 12, max = 128))]
    password: String,
    password_confirmation: Option<String>,
    #[serde(default)]
    accept_terms: bool,
}

/// `POST /invitations/accept`: activates the account, with the roles of the invitation.
async fn accept(
    door: Unguarded<Confirm>,
    (): (),
    input: Input<Form<AcceptanceForm>>,
) -> Result<Answer> {
    let form = input
        .body
        .read(&["invitation_token", "first_name", "last_name", "password"])?;
    validate_typing(&form.password, form.password_confirmation.as_deref())?;
    if !form.accept_terms {
        return Err(FieldFault::attribute("accept_terms", "accepted").into());
    }
    let (token, now) = (form.invitation_token.clone(), door.ctx().now.clone());
    let (_, facts) = door
        .read(move |connection| find(connection, &token, &now))
        .await?;
    let about =
        About::person(&form.first_name, &form.last_name, &facts.email).at(&facts.center_name);
    let hash = door
        .app()
        .hasher()
        .accept(form.password.clone(), about)
        .await?;
    door.post(input.key, move |tx, ctx| {
        let link = token::redeem(tx, Purpose::AcceptInvitation, &form.invitation_token)?;
        open(tx, &link, &form, &hash)?;
        confirmation::welcome(tx, link.subject_id, ctx.site.center_id)?;
        Ok(Answer::ok(shown(tx, link.subject_id)?.to_string()))
    })
    .await
}

fn open(tx: &Tx, link: &token::Link, form: &AcceptanceForm, hash: &str) -> Result<()> {
    let user_id = link.subject_id;
    let email = link.kept("email").and_then(Value::as_str);
    if let Some(email) = email {
        require_free(tx, user_id, email)?;
    }
    let sql = format!(
        "update users as u
            set email = coalesce(email, :email), first_name = :first_name, last_name = :last_name, password_hash = :hash, password_changed_at = :now,
                status = 'active', confirmed_at = :now, accepted_terms_at = :now, version = version + 1, updated_at = :now
          where id = :id and (status = 'invited' or (:email is not null and {CAN_TAKE_OVER}))"
    );
    let opened = tx.execute(
        &sql,
        named_params! {
            ":id": user_id,
            ":email": email,
            ":first_name": form.first_name,
            ":last_name": form.last_name,
            ":hash": hash,
            ":now": tx.now(),
        },
    )?;
    if opened == 0 {
        return Err(Code::LinkUsed.into());
    }
    audit(tx, Some(user_id), "accept", (User::TYPE, user_id))?;
    accept_roles(tx, user_id, link.kept("roles"))?;
    Happening::new(tx, Event::AddressProved, user_id).announce()?;
    // Reminders carry links of their own, which are revoked too.
    let subject = (User::TYPE, user_id);
    token::spend(tx, Purpose::AcceptInvitation, subject)?;
    token::spend(tx, Purpose::ConfirmAccount, subject)
}

/// The address of an invitation from the desk may have got an account of its own since.
fn require_free(tx: &Tx, user_id: i64, email: &str) -> Result<()> {
    let is_taken = tx
        .prepare_cached("select 1 from users where email = ?1 and id <> ?2")?
        .exists((email, user_id))?;
    if is_taken {
        return Err(FieldFault::attribute("email", "has_account").into());
    }
    Ok(())
}

/// Accepts the roles that the invitation was sent for, and no others pending for the same person; nor one whose offer
/// has expired, since the link may have been sent for a later offer.
fn accept_roles(tx: &Tx, user_id: i64, roles: Option<&Value>) -> Result<()> {
    tx.execute(
        "update roles
            set accepted_at = :now, version = version + 1, updated_at = :now
          where user_id = :user_id and accepted_at is null and id in (select value from json_each(:roles))
            and not exists (select 1
                              from role_invitations i
                             where i.user_id = roles.user_id and i.role = roles.name and i.scope_type = roles.scope_type
                               and i.scope_id = roles.scope_id and i.state = 'sent' and i.expires_at <= :now)",
        named_params! {":user_id": user_id, ":roles": roles.map(Value::to_string), ":now": tx.now()},
    )?;
    Happening::new(tx, Event::AccountTakesRoles, user_id).announce()
}

/// Condition for pending invitations that are due for a reminder: `u` is the person.
fn due(now: &str) -> (String, Vec<String>) {
    let mut conditions = Vec::new();
    let mut before = Vec::new();
    for (index, after) in REMINDERS.iter().enumerate() {
        before.push(later(now, -days(*after)));
        let place = index + 1;
        conditions.push(format!(
            "(u.invited_at <= ?{place}
              and not exists (select 1 from tokens n where n.subject_type = 'users' and n.subject_id = u.id and n.purpose = 'accept_invitation'
                              and n.created_at >= strftime('%Y-%m-%dT%H:%M:%SZ', u.invited_at, '+{after} days')))"
        ));
    }
    before.push(now.to_owned());
    let sql = format!(
        "select u.id, max(k.expires_at), k.data
           from users u
           join tokens k on k.subject_type = 'users' and k.subject_id = u.id and k.purpose = 'accept_invitation'
          where u.status = 'invited' and u.invited_at is not null
            and k.used_at is null and k.expires_at > ?{}
            and ({})
          group by u.id",
        before.len(),
        conditions.join(" or ")
    );
    (sql, before)
}

pub fn is_reminder_due(connection: &Connection, now: &str) -> Result<bool> {
    let (sql, values) = due(now);
    Ok(connection
        .prepare_cached(&sql)?
        .exists(rusqlite::params_from_iter(values))?)
}

/// Reminds the people invited three and ten days ago. The new link expires with the first one, which stays valid.
/// Returns the number of emails written.
pub fn remind(tx: &Tx) -> Result<usize> {
    let (sql, values) = due(tx.now());
    let waiting: Vec<(i64, String, Option<String>)> = tx
        .prepare_cached(&sql)?
        .query_map(rusqlite::params_from_iter(values), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    for (user_id, expires_at, data) in &waiting {
        let data = data
            .as_deref()
            .and_then(|data| serde_json::from_str(data).ok())
            .unwrap_or_default();
        let subject = (User::TYPE, *user_id);
        let token = token::add(tx, Purpose::AcceptInvitation, subject, &data, expires_at)?;
        write(tx, *user_id, &token, &data, expires_at, true)?;
    }
    Ok(waiting.len())
}
