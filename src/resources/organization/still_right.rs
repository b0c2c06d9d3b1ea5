//! "Still right?": every six months the contact of an organisation confirms its public data, by a link in a mail that
//! needs no sign-in, or in the app (docs/domain/states.md#still-right).

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value, json};

use super::Organization;
use crate::app::access::{Access, Rows, action};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::base::clock::later;
use crate::base::digest::digest_of;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::Input;
use crate::jsonapi::{Document, Id, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;

/// What visitors see of an organisation, as the mail and the page of its link show it.
#[derive(Debug, Clone)]
pub struct PublicData {
    pub id: i64,
    pub name: String,
    pub address: Option<String>,
    pub website: Option<String>,
    pub phone_number: Option<String>,
    pub description: Option<String>,
    /// If it shows its address.
    pub shown_email: Option<String>,
    center_id: i64,
    email: Option<String>,
    contact_name: Option<String>,
    locale: String,
}

fn public_data(connection: &Connection, id: i64) -> Result<PublicData> {
    Ok(connection
        .prepare_cached(
            "select o.id, o.name,
                    nullif(trim(coalesce(a.street || ' ', '') || coalesce(a.house_number || ', ', '') || coalesce(a.postal_code || ' ', '') || coalesce(a.city, '')), ''),
                    iif(o.show_website, o.website, null), iif(o.show_phone_number, o.phone_number, null), o.description,
                    o.volunteer_center_id, o.email, o.contact_name, c.locale, iif(o.show_email, o.email, null)
               from organizations o
               join volunteer_centers c on c.id = o.volunteer_center_id
               left join addresses a on a.id = o.address_id
              where o.id = ?1",
        )?
        .query_row([id], |row| {
            Ok(PublicData {
                id: row.get(0)?,
                name: row.get(1)?,
                address: row.get(2)?,
                website: row.get(3)?,
                phone_number: row.get(4)?,
                description: row.get(5)?,
                center_id: row.get(6)?,
                email: row.get(7)?,
                contact_name: row.get(8)?,
                locale: row.get(9)?,
                shown_email: row.get(10)?,
            })
        })?)
}

/// Characters of the description in the mail; the page of the link has all of it.
const DESCRIPTION_IN_MAIL: usize = 400;

/// In the data of a link: who was asked, as a digest.
const RECIPIENTS: &str = "recipients";

/// Who is asked: the address of the organisation, else its managers. Another address or other managers make the links
/// of earlier letters useless.
fn recipients(connection: &Connection, id: i64) -> Result<String> {
    let recipients: String = connection
        .prepare_cached(
            "select coalesce(o.email collate nocase,
                             (select group_concat(r.user_id, ' ')
                                from (select distinct user_id from roles
                                       where scope_type in ('organization', 'school') and scope_id = o.id
                                         and name = 'organization_superuser' and accepted_at is not null
                                       order by user_id) r), '')
               from organizations o
              where o.id = ?1",
        )?
        .query_row([id], |row| row.get(0))?;
    let digest = digest_of(&[recipients.to_lowercase().as_bytes()]);
    Ok(digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat())
}

/// Sends the question, or a reminder of it, and counts it. To the address of the organisation, else to its managers.
pub fn ask(tx: &Tx, id: i64, is_reminder: bool) -> Result<()> {
    let found = public_data(tx, id)?;
    let expires_at = later(tx.now(), Purpose::ConfirmOrganization.lifetime());
    // Each letter has a link of its own: a reminder does not break the link of the first.
    let link = token::add(
        tx,
        Purpose::ConfirmOrganization,
        (Organization::TYPE, id),
        &json!({ RECIPIENTS: recipients(tx, id)? }),
        &expires_at,
    )?;
    let description = found
        .description
        .as_deref()
        .map(|text| text.chars().take(DESCRIPTION_IN_MAIL).collect::<String>());
    let mut data = Map::from_iter([
        ("organization_name".to_owned(), json!(found.name)),
        ("is_reminder".to_owned(), json!(is_reminder)),
        ("path".to_owned(), json!(format!("/still-right/{link}"))),
        (
            "edit_path".to_owned(),
            json!(format!("/organizations/{id}/edit")),
        ),
    ]);
    for (name, value) in [
        ("address", &found.address),
        ("website", &found.website),
        ("phone_number", &found.phone_number),
        ("description", &description),
    ] {
        data.insert(name.to_owned(), json!(value.as_deref().unwrap_or_default()));
    }
    let notice = Notice {
        kind: MailKind::OrgStillCorrect6m,
        data: Value::Object(data),
        subject: (Organization::TYPE, id),
        center_id: found.center_id,
    };
    match &found.email {
        Some(email) => {
            let name = found.contact_name.as_deref().unwrap_or_default();
            notice.mail(tx, email, (name, ""), &found.locale)?;
        }
        None => notice.mail_managers(tx, id)?,
    }
    tx.prepare_cached(
        "update organizations
            set confirmation_asked_at = ?2, confirmation_letters = confirmation_letters + 1, version = version + 1
          where id = ?1",
    )?
    .execute((id, tx.now()))?;
    let action = if is_reminder {
        "remind_confirmation"
    } else {
        "ask_confirmation"
    };
    audit(tx, None, action, (Organization::TYPE, id))
}

/// Marks an organisation that did not answer.
pub fn mark_unconfirmed(tx: &Tx, id: i64) -> Result<()> {
    tx.prepare_cached(
        "update organizations
            set unconfirmed_since = coalesce(last_confirmed_at, approved_at, created_at), version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {":id": id, ":now": tx.now()})?;
    audit(tx, None, "mark_unconfirmed", (Organization::TYPE, id))
}

/// Records that the public data is right, and ends the question.
pub(super) fn confirm(tx: &Tx, id: i64, actor_id: Option<i64>, action: &str) -> Result<()> {
    tx.prepare_cached(
        "update organizations
            set last_confirmed_at = :now, confirmation_asked_at = null, confirmation_letters = 0, unconfirmed_since = null,
                version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {":id": id, ":now": tx.now()})?;
    token::spend(tx, Purpose::ConfirmOrganization, (Organization::TYPE, id))?;
    audit(tx, actor_id, action, (Organization::TYPE, id))
}

/// Ends an open question when a manager changes the data: who mends it has looked at it.
pub(super) fn confirm_with_change(
    tx: &Tx,
    rows: &Rows<Organization>,
    id: Id<Organization>,
) -> Result<()> {
    let is_asked = tx
        .prepare_cached(
            "select 1 from organizations o
              where o.id = :id and o.status = 'approved' and (o.confirmation_asked_at is not null or o.unconfirmed_since is not null)
                and exists (select 1 from roles r
                             where r.user_id = :user_id and r.scope_type in ('organization', 'school') and r.scope_id = o.id
                               and r.name = 'organization_superuser' and r.accepted_at is not null)",
        )?
        .exists(named_params! {":id": id.number(), ":user_id": rows.ctx().user_id()})?;
    if is_asked {
        confirm(tx, id.number(), rows.ctx().user_id(), "confirm_current")?;
    }
    Ok(())
}

/// The organisation of a link; only while it is approved and reached as it was when the letter was sent. Changes
/// nothing: mail programs follow links. 410 `link_used` once it was confirmed by any letter of the same question.
pub fn of_link(connection: &Connection, link: &str, now: &str) -> Result<PublicData> {
    let found = token::find(connection, Purpose::ConfirmOrganization, link, now)?;
    let is_there = connection
        .prepare_cached("select 1 from organizations where id = ?1 and status = 'approved'")?
        .exists([found.subject_id])?;
    // Letters of before this was kept name nobody.
    let asked = found.kept(RECIPIENTS).and_then(Value::as_str);
    let recipients = recipients(connection, found.subject_id)?;
    if is_there && asked.is_none_or(|asked| asked == recipients) {
        public_data(connection, found.subject_id)
    } else {
        Err(Code::LinkExpired.into())
    }
}

/// Confirms by the link of a mail, once: afterwards the links of all its letters are used.
pub fn confirm_by_link(tx: &Tx, link: &str) -> Result<PublicData> {
    let found = of_link(tx, link, tx.now())?;
    confirm(tx, found.id, None, "confirm_by_link")?;
    Ok(found)
}

/// `PUT /organizations/{id}/confirm_current`: a manager, or the centre after a call, says that all is right.
pub(super) async fn confirm_current(
    access: Access<Organization, action::Manage>,
    id: Id<Organization>,
    _: Input<Value>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let is_approved: Option<i64> = tx
                .prepare_cached(
                    "select id from organizations where id = ?1 and status = 'approved'",
                )?
                .query_row([id.number()], |row| row.get(0))
                .optional()?;
            if is_approved.is_none() {
                return Err(Code::OrganizationNotApproved.into());
            }
            confirm(tx, id.number(), rows.ctx().user_id(), "confirm_current")?;
            Ok(())
        })
        .await
}
