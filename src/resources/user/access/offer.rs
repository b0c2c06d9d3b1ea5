//! Offering a role: the question, its letter, and what becomes of one that nobody answers
//! (docs/domain/states.md#role-invitations).

use jiff::SignedDuration;
use rusqlite::{OptionalExtension, named_params};
use serde_json::json;

use super::granting::{
    Change, OneRole, To, id_of, is_accepted, notify_change, organization_scope, person_or_center,
    require_grant,
};
use super::role::{self, RoleScope};
use super::role_invitation::RoleInvitation;
use crate::app::access::RequestContext;
use crate::app::limits::rate_limits::INVITATION_LETTERS;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::policy::Role;
use crate::resources::notification::Notice;
use crate::resources::state_history::audit_with;
use crate::resources::user::User;
use crate::resources::user::management::manage::write_invitation;

/// How long an offer stands.
const LIFETIME: SignedDuration = days(14);
/// A centre's same question is one letter in this time (docs/decisions/0022).
const ONE_QUESTION_EACH: SignedDuration = days(1);

/// How the person hears of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    ByLetter,
    /// The invitation to the account itself says it.
    WithTheAccount,
}

/// Offers a role; gives the offer's id, or none where the person has the role. What adds no rights needs no yes.
/// 422 `already_invited` while an earlier offer stands.
pub fn offer(
    tx: &Tx,
    user_id: i64,
    role: OneRole,
    ctx: &RequestContext,
    asked: Asked,
) -> Result<Option<i64>> {
    if is_accepted(tx, user_id, role)? {
        return Ok(None);
    }
    let (sent_by, center_id) = (ctx.user_id(), ctx.site.center_id);
    let (scope_type, scope_id) = role.scope.words();
    if role.name == "volunteer" {
        role::grant(tx, user_id, role.name, role.scope, sent_by, true)?;
        audit_with(tx, sent_by, "add_role", (User::TYPE, user_id), &role.data())?;
        let change = Change {
            word: "added",
            role_id: id_of(tx, user_id, role)?,
        };
        notify_change(tx, user_id, role, change, sent_by, center_id)?;
        return Ok(None);
    }
    expire(tx)?;
    let earlier: Option<(i64, String)> = tx
        .prepare_cached(
            "select id, expires_at from role_invitations
              where user_id = ?1 and role = ?2 and scope_type = ?3 and scope_id = ?4 and state in ('sent', 'expired')
              order by state desc, id desc",
        )?
        .query_row((user_id, role.name, scope_type, scope_id), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    // Only who sees the account: to others the same row again would tell that there is one.
    if earlier.is_none()
        && asked == Asked::ByLetter
        && (ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin))
        && let Some(id) = put_back(tx, user_id, role, sent_by)?
    {
        return Ok(Some(id));
    }
    match earlier {
        Some((_, expires_at)) if expires_at.as_str() > tx.now() => {
            return Err(Error::from(Code::AlreadyInvited).with("expires_at", expires_at));
        }
        // What ran out is asked anew: one question stays one row, whoever it is put to.
        Some((id, _)) => {
            renew(tx, id, user_id, role, sent_by)?;
            notify_offer(tx, (id, user_id), role, ctx, asked)?;
            return Ok(Some(id));
        }
        None => {}
    }
    role::grant(tx, user_id, role.name, role.scope, sent_by, false)?;
    let expires_at = later(tx.now(), LIFETIME);
    tx.prepare_cached(
        "insert into role_invitations (user_id, email, role, scope_type, scope_id, sent_by_id, expires_at, created_at, updated_at)
         values (:user_id, (select email from users where id = :user_id), :role, :scope_type, :scope_id, :sent_by, :expires_at, :now, :now)",
    )?
    .execute(named_params! {
        ":user_id": user_id,
        ":role": role.name,
        ":scope_type": scope_type,
        ":scope_id": scope_id,
        ":sent_by": sent_by,
        ":expires_at": expires_at,
        ":now": tx.now(),
    })?;
    let id = tx.last_insert_rowid();
    notify_offer(tx, (id, user_id), role, ctx, asked)?;
    Ok(Some(id))
}

/// Keeps with an offer how the asker named the person.
pub fn keep_name(
    tx: &Tx,
    id: Option<i64>,
    first_name: Option<&str>,
    last_name: Option<&str>,
) -> Result<()> {
    let words: Vec<&str> = [first_name, last_name].into_iter().flatten().collect();
    if words.is_empty() {
        return Ok(());
    }
    tx.prepare_cached("update role_invitations set typed_name = ?2 where id = ?1")?
        .execute((id, words.join(" ")))?;
    Ok(())
}

/// A question that a centre took back within the day it was put stands again, and its letter with it: nobody gets a heap of
/// letters by somebody giving and taking.
fn put_back(tx: &Tx, user_id: i64, role: OneRole, sent_by: Option<i64>) -> Result<Option<i64>> {
    let (scope_type, scope_id) = role.scope.words();
    let put_since = later(tx.now(), LIFETIME - ONE_QUESTION_EACH);
    let id: Option<i64> = tx
        .prepare_cached(
            "select id from role_invitations
              where user_id = :user_id and role = :role and scope_type = :scope_type and scope_id = :scope_id
                and state = 'withdrawn' and expires_at > :put_since
                and exists (select 1 from outbox o
                             where o.subject_type = 'role_invitations' and o.subject_id = role_invitations.id
                               and o.kind = 'role_offered')
              order by id desc
              limit 1",
        )?
        .query_row(
            named_params! {
                ":user_id": user_id,
                ":role": role.name,
                ":scope_type": scope_type,
                ":scope_id": scope_id,
                ":put_since": put_since,
            },
            |row| row.get(0),
        )
        .optional()?;
    if let Some(id) = id {
        role::grant(tx, user_id, role.name, role.scope, sent_by, false)?;
        tx.execute(
            "update role_invitations
                set state = 'sent', answered_at = null, sent_by_id = ?2, updated_at = ?3, version = version + 1
              where id = ?1",
            (id, sent_by, tx.now()),
        )?;
        audit_with(
            tx,
            sent_by,
            "offer_role",
            (User::TYPE, user_id),
            &role.data(),
        )?;
    }
    Ok(id)
}

/// Writes the offer down, and to the person.
fn notify_offer(
    tx: &Tx,
    (id, user_id): (i64, i64),
    role: OneRole,
    ctx: &RequestContext,
    asked: Asked,
) -> Result<()> {
    let (sent_by, center_id) = (ctx.user_id(), ctx.site.center_id);
    let subject = (User::TYPE, user_id);
    audit_with(tx, sent_by, "offer_role", subject, &role.data())?;
    if asked != Asked::ByLetter {
        return Ok(());
    }
    Notice {
        kind: MailKind::RoleOffered,
        data: json!({
            "inviter_name": person_or_center(tx, sent_by, center_id)?,
            "role": role.name,
            "scope_name": role.scope.name(tx)?,
            "path": format!("/account/roles?invitation={id}"),
            "expires_at": later(tx.now(), LIFETIME),
        }),
        subject: (RoleInvitation::TYPE, id),
        center_id,
    }
    .tell(tx, user_id)
}

/// An offer stands for its full time again, and its role waits.
fn renew(tx: &Tx, id: i64, user_id: i64, role: OneRole, sent_by: Option<i64>) -> Result<()> {
    role::grant(tx, user_id, role.name, role.scope, sent_by, false)?;
    tx.execute(
        "update role_invitations
            set state = 'sent', sent_by_id = ?2, expires_at = ?3, updated_at = ?4, version = version + 1
          where id = ?1",
        (id, sent_by, later(tx.now(), LIFETIME), tx.now()),
    )?;
    Ok(())
}

/// Puts the question once more, by a letter of the same kind as the first: whoever asks hears nothing of whether there is
/// an account behind the address. 429 past three letters an hour to it, 422 `invalid_transition` once it was answered.
pub fn ask_again(tx: &Tx, ctx: &RequestContext, id: Id<RoleInvitation>) -> Result<()> {
    let sql = "select i.user_id, i.role, i.scope_type, i.scope_id, i.state, u.status, u.email
                 from role_invitations i
                 join users u on u.id = i.user_id
                where i.id = ?1";
    let (user_id, name, scope_type, scope_id, state, status, email): (
        i64,
        String,
        String,
        i64,
        String,
        String,
        Option<String>,
    ) = tx.query_row(sql, [id.number()], |row| row.try_into())?;
    let role = kept_role(tx, &name, &scope_type, scope_id)?;
    // Whether there is an account is not told by who may be asked.
    require_grant(tx, ctx, role, To::Known)
        .or_else(|_| require_grant(tx, ctx, role, To::Newcomer))?;
    // A later question about the same role is the one that counts, also where it was declined.
    let is_followed = tx
        .prepare_cached(
            "select 1 from role_invitations
              where id > ?1 and user_id = ?2 and role = ?3 and scope_type = ?4 and scope_id = ?5",
        )?
        .exists((id.number(), user_id, &name, &scope_type, scope_id))?;
    if is_followed
        || !matches!(state.as_str(), "sent" | "expired")
        || is_accepted(tx, user_id, role)?
    {
        return Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()));
    }
    renew(tx, id.number(), user_id, role, ctx.user_id())?;
    if status == "invited" {
        return write_invitation(tx, ctx, Id::new(user_id));
    }
    INVITATION_LETTERS.keep(tx, &email.unwrap_or_default())?;
    let asked = (id.number(), user_id);
    notify_offer(tx, asked, role, ctx, Asked::ByLetter)
}

/// The role that an offer is of.
pub fn kept_role(tx: &Tx, name: &str, scope_type: &str, scope_id: i64) -> Result<OneRole> {
    let scope = match scope_type {
        "tenant" => RoleScope::Tenant,
        "volunteer_center" => RoleScope::VolunteerCenter(scope_id),
        _ => organization_scope(tx, name, scope_id)?,
    };
    OneRole::named(name, scope)
}

/// Offers that nobody answered in time. Their roles wait for nobody any more, unless the account itself still waits:
/// its invitation may be sent again.
pub fn expire(tx: &Tx) -> Result<usize> {
    tx.execute(
        "delete from roles
          where accepted_at is null
            and exists (select 1
                          from role_invitations i
                          join users u on u.id = i.user_id and u.status <> 'invited'
                         where i.user_id = roles.user_id and i.role = roles.name and i.scope_type = roles.scope_type
                           and i.scope_id = roles.scope_id and i.state = 'sent' and i.expires_at <= ?1)",
        [tx.now()],
    )?;
    Ok(tx.execute(
        "update role_invitations
            set state = 'expired', updated_at = ?1, version = version + 1
          where state = 'sent' and expires_at <= ?1
            and (select status from users where id = user_id) <> 'invited'",
        [tx.now()],
    )?)
}

/// All that was asked of somebody whose account waits is asked again for the full time.
pub fn renew_all_of(tx: &Tx, user_id: i64) -> Result<()> {
    tx.execute(
        "update role_invitations set expires_at = ?2, updated_at = ?3, version = version + 1
          where user_id = ?1 and state = 'sent'",
        (user_id, later(tx.now(), LIFETIME), tx.now()),
    )?;
    Ok(())
}
