//! Mails about forms: to who gets the answers, a receipt, a reply, and invitations.

use rusqlite::OptionalExtension;
use serde_json::json;

use super::submission::{FormSubmission, FormSubmissionAttributes};
use super::{Form, FormAttributes, PublicForm};
use crate::app::limits::rate_limits::FORM_RECEIPTS;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::resources::notification::Notice;

/// SQL over `f`, the form: the users who may deal with what is sent with it.
macro_rules! handlers {
    () => {
        "select r.user_id from roles r
     join users u on u.id = r.user_id and u.status = 'active'
    where r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
      and ((r.name in ('center_superuser', 'content_manager') and r.scope_type = 'volunteer_center'
            and r.scope_id = f.volunteer_center_id and (f.confidential = 0 or r.name = 'center_superuser'))
        or (r.name = 'admin' and r.scope_type = 'tenant')
        or (r.name = 'organization_superuser' and r.scope_type = 'organization' and r.scope_id = f.organization_id))"
    };
}
const HANDLERS: &str = handlers!();

/// SQL over `t`, a user: one whom `GET /forms/{id}/handlers` names to who edits the form `:row_id`.
pub const OWNERS: &str = concat!(
    "exists (select 1 from forms f where f.id = :row_id and t.id in (",
    handlers!(),
    "))"
);
/// The same for who deals with the submission `:row_id`.
pub const ASSIGNEES: &str = concat!(
    "exists (select 1 from form_submissions s join forms f on f.id = s.form_id where s.id = :row_id and t.id in (",
    handlers!(),
    "))"
);

/// Whether this person may deal with what is sent with the form.
pub fn may_handle(tx: &Tx, form: Id<Form>, user_id: i64) -> Result<bool> {
    let sql = format!("select 1 from forms f where f.id = :form_id and :user_id in ({HANDLERS})");
    Ok(tx.prepare_cached(&sql)?.exists(rusqlite::named_params! {
        ":form_id": form.number(), ":user_id": user_id, ":now": tx.now(),
    })?)
}

/// The people who may deal with what is sent with a form: id and name.
pub fn handlers(
    connection: &rusqlite::Connection,
    form: Id<Form>,
    now: &str,
) -> Result<Vec<(i64, String)>> {
    let sql = format!(
        "select distinct u.id, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, ''))
           from forms f join users u on u.id in ({HANDLERS})
          where f.id = :form_id order by 2 limit 200"
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_map(
            rusqlite::named_params! {":form_id": form.number(), ":now": now},
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Tells the owner, or else those who run the centre or the organisation. The mail holds no answers.
pub fn submitted(tx: &Tx, form: (Id<Form>, &FormAttributes), id: i64) -> Result<()> {
    let (form_id, form) = form;
    let notice = Notice {
        kind: MailKind::FormSubmitted,
        data: json!({
            "form_title": form.title,
            "path": format!("/form_builder/{form_id}/submissions/{id}"),
        }),
        subject: (FormSubmission::TYPE, id),
        center_id: form.volunteer_center_id,
    };
    let owner = form.owner_id.map(Id::number);
    match (owner, form.organization_id) {
        (Some(owner), _) if may_handle(tx, form_id, owner)? => notice.tell(tx, owner),
        (_, Some(organization_id)) => notice.notify_managers(tx, organization_id.number()),
        _ => notice.notify_center(tx),
    }
}

/// Confirms to the address that was filled in. Without the answers: anybody can fill in somebody else's address.
pub fn receipt(tx: &Tx, found: &PublicForm, id: i64, email: &str, locale: &str) -> Result<()> {
    let form = &found.form;
    if !FORM_RECEIPTS.allows(tx, &email.to_lowercase())? {
        return Ok(());
    }
    let english =
        |own: &Option<String>| own.clone().filter(|own| locale == "en" && !own.is_empty());
    let notice = Notice {
        kind: MailKind::FormReceipt,
        data: json!({
            "form_title": english(&form.title_en).unwrap_or_else(|| form.title.clone()),
            "organization_name": found.organization.clone().unwrap_or_default(),
            "thanks": english(&form.thanks_en).or_else(|| form.thanks.clone()).unwrap_or_default(),
        }),
        subject: (FormSubmission::TYPE, id),
        center_id: form.volunteer_center_id,
    };
    // An answer is not lost for a mailbox that others have filled.
    match notice.mail(tx, email, ("", ""), locale) {
        Err(error) if error.is(Code::RateLimited) => Ok(()),
        sent => sent,
    }
}

/// Mails the answer of staff to who sent the submission.
pub fn reply(
    tx: &Tx,
    actor_id: Option<i64>,
    (id, one): (Id<FormSubmission>, &FormSubmissionAttributes),
    email: &str,
    message: &str,
) -> Result<()> {
    let actor: Option<String> = tx
        .prepare_cached(
            "select nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '') from users where id = ?1",
        )?
        .query_row([actor_id], |row| row.get(0))
        .optional()?
        .flatten();
    let (center_id, form_title, organization_name): (i64, String, String) = tx
        .prepare_cached(
            "select s.volunteer_center_id,
                 case when s.locale = 'en' and coalesce(f.title_en, '') <> '' then f.title_en else f.title end,
                 coalesce(o.name, '')
               from form_submissions s
               join forms f on f.id = s.form_id
               left join organizations o on o.id = s.organization_id
              where s.id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    let notice = Notice {
        kind: MailKind::FormReply,
        data: json!({
            "form_title": form_title,
            "organization_name": organization_name,
            "actor_name": actor.unwrap_or_default(),
            "message": message,
        }),
        subject: (FormSubmission::TYPE, id.number()),
        center_id,
    };
    notice.mail(tx, email, ("", ""), &one.locale)
}

/// Mails the link of an invitation, or reminds of it.
pub fn invitation(
    tx: &Tx,
    (form_id, form): (Id<Form>, &FormAttributes),
    (email, link): (&str, &str),
    is_reminder: bool,
) -> Result<()> {
    let (locale, organization_name): (String, String) = tx
        .prepare_cached(
            "select c.locale, coalesce((select o.name from organizations o where o.id = ?2), '')
               from volunteer_centers c where c.id = ?1",
        )?
        .query_row(
            (
                form.volunteer_center_id,
                form.organization_id.map(Id::number),
            ),
            |row| row.try_into(),
        )?;
    let notice = Notice {
        kind: MailKind::FormInvitation,
        data: json!({
            "form_title": form.title,
            "organization_name": organization_name,
            "is_reminder": is_reminder,
            "path": format!("/forms/{link}"),
        }),
        subject: (Form::TYPE, form_id.number()),
        center_id: form.volunteer_center_id,
    };
    notice.mail(tx, email, ("", ""), &locale)
}
