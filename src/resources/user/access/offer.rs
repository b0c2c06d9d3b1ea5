//! Offering a role: the offer, its email, and its expiry (docs/domain/states.md#role-invitations).

use jiff::SignedDuration;
use rusqlite::{OptionalExtension, named_params};
use serde_json::json;

use super::granting::{
    Change, OneRole, To, id_of, is_accepted, notify_change, organization_scope, person_or_center,
    require_grant,
};
use super::role::{self, RoleScope};
use super::role_invitation::{RoleInvitation, RoleInvitationState};
use crate::app::access::RequestContext;
use crate::app::limits::rate_limits::INVITATION_LETTERS;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit_with;
use crate::policy::Role;
use crate::resources::notification::Notice;
use crate::resources::user::management::manage::write_invitation;
use crate::resources::user::{User, UserStatus};

/// Validity of an offer.
const LIFETIME: SignedDuration = days(14);
/// A repeated offer of a centre sends no second email within this period (docs/decisions/0022).
const ONE_QUESTION_EACH: SignedDuration = days(1);

/// How the person is notified of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    ByLetter,
    /// Included in the invitation to the account itself.
    WithTheAccount,
}

/// Offers a role and returns the offer's id, or `None` where the person has the role. A role that adds no permissions
/// needs no acceptance. 422 `already_invited` while an earlier offer is pending.
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
    // Only for requesters who see the account: for others a repeated row would disclose that it exists.
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
        // An expired offer is renewed: one offer stays one row, whoever makes it.
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

/// Stores the name by which the requester referred to the person.
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

/// Records that the account was made for this offer: it goes when the offer is withdrawn.
pub fn keep_made_account(tx: &Tx, id: Option<i64>) -> Result<()> {
    tx.prepare_cached("update role_invitations set made_account = 1 where id = ?1")?
        .execute([id])?;
    Ok(())
}

/// Restores an offer that a centre withdrew on the day it was made, along with its email, so that repeated offering
/// and withdrawing sends no further emails.
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

/// Records the offer and notifies the person.
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

/// Renews an offer for its full validity; its role is pending again.
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

/// Sends the offer again, by an email of the same kind as the first: the requester cannot learn whether the address
/// has an account. 429 past three emails an hour to the address, 422 `invalid_transition` once the offer was
/// answered.
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
        RoleInvitationState,
        UserStatus,
        Option<String>,
    ) = tx.query_row(sql, [id.number()], |row| row.try_into())?;
    let role = kept_role(tx, &name, &scope_type, scope_id)?;
    // Permission is checked as for a known person, so that the response does not disclose whether there is an
    // account.
    require_grant(tx, ctx, role, To::Known)
        .or_else(|_| require_grant(tx, ctx, role, To::Newcomer))?;
    // A later offer of the same role supersedes this one, even if it was declined.
    let is_followed = tx
        .prepare_cached(
            "select 1 from role_invitations
              where id > ?1 and user_id = ?2 and role = ?3 and scope_type = ?4 and scope_id = ?5",
        )?
        .exists((id.number(), user_id, &name, &scope_type, scope_id))?;
    if is_followed
        || !matches!(
            state,
            RoleInvitationState::Sent | RoleInvitationState::Expired
        )
        || is_accepted(tx, user_id, role)?
    {
        return Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()));
    }
    renew(tx, id.number(), user_id, role, ctx.user_id())?;
    if status == UserStatus::Invited {
        return write_invitation(tx, ctx, Id::new(user_id));
    }
    INVITATION_LETTERS.keep(tx, &email.unwrap_or_default())?;
    let asked = (id.number(), user_id);
    notify_offer(tx, asked, role, ctx, Asked::ByLetter)
}

/// Builds the role of a stored offer.
pub fn kept_role(tx: &Tx, name: &str, scope_type: &str, scope_id: i64) -> Result<OneRole> {
    let scope = match scope_type {
        "tenant" => RoleScope::Tenant,
        "volunteer_center" => RoleScope::VolunteerCenter(scope_id),
        _ => organization_scope(tx, name, scope_id)?,
    };
    OneRole::named(name, scope)
}

/// Expires unanswered offers. Their roles are no longer pending, unless the account itself is: its invitation may be
/// sent again.
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

/// Renews all offers to a pending account for their full validity.
pub fn renew_all_of(tx: &Tx, user_id: i64) -> Result<()> {
    tx.execute(
        "update role_invitations set expires_at = ?2, updated_at = ?3, version = version + 1
          where user_id = ?1 and state = 'sent'",
        (user_id, later(tx.now(), LIFETIME), tx.now()),
    )?;
    Ok(())
}
