//! Mails and notifications about checks: to the person, and to the organisation or the centre.

use serde_json::{Value, json};

use super::{Check, CheckKind};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::MailKind;
use crate::resources::notification::Notice;

struct Facts {
    user_id: Option<i64>,
    guest: Guest,
    application_id: Option<i64>,
    organization_id: Option<i64>,
    center_id: i64,
    data: Value,
}

/// How somebody without an account is reached.
struct Guest {
    email: Option<String>,
    first_name: String,
    last_name: String,
    locale: String,
}

fn facts(tx: &Tx, id: Id<Check>) -> Result<Facts> {
    Ok(tx
        .prepare_cached(
            "select c.user_id, c.application_id, c.organization_id, c.volunteer_center_id, c.kind, c.valid_until, coalesce(o.name, v.name),
                    coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = c.user_id),
                             trim(coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')), ''),
                    a.email, coalesce(a.first_name, ''), coalesce(a.last_name, ''), coalesce(a.locale, 'nl'),
                    coalesce((select w.title from vacancies w where w.id = a.vacancy_id), '')
               from checks c
               join volunteer_centers v on v.id = c.volunteer_center_id
               left join organizations o on o.id = c.organization_id
               left join applications a on a.id = c.application_id
              where c.id = ?1",
        )?
        .query_row([id.number()], |row| {
            let kind: CheckKind = row.get(4)?;
            Ok(Facts {
                user_id: row.get(0)?,
                guest: Guest {
                    email: row.get(8)?,
                    first_name: row.get(9)?,
                    last_name: row.get(10)?,
                    locale: row.get(11)?,
                },
                application_id: row.get(1)?,
                organization_id: row.get(2)?,
                center_id: row.get(3)?,
                data: json!({
                    "kind": kind.as_str(),
                    "valid_until": row.get::<_, Option<String>>(5)?,
                    "organization_name": row.get::<_, String>(6)?,
                    "person_name": row.get::<_, String>(7)?,
                    "vacancy_title": row.get::<_, String>(12)?,
                }),
            })
        })?)
}

impl Facts {
    fn notice(self, id: Id<Check>, kind: MailKind, side: &[(&str, Value)]) -> Notice {
        let mut data = self.data;
        if let Some(data) = data.as_object_mut() {
            let more = side
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()));
            data.extend(more);
        }
        Notice {
            kind,
            data,
            subject: (Check::TYPE, id.number()),
            center_id: self.center_id,
        }
    }
}

/// Tells the person whose paper it is. A guest gets a letter without links to an account.
pub(super) fn person(tx: &Tx, id: Id<Check>, kind: MailKind) -> Result<()> {
    let found = facts(tx, id)?;
    let user_id = found.user_id;
    let path = match (user_id, found.application_id) {
        (None, _) => String::new(),
        (Some(_), Some(application_id)) => format!("/applications/{application_id}"),
        (Some(_), None) => "/account/verklaringen".to_owned(),
    };
    let side = [("path", path.into()), ("is_own", true.into())];
    if let Some(user_id) = user_id {
        return found.notice(id, kind, &side).tell(tx, user_id);
    }
    let Guest {
        email,
        first_name,
        last_name,
        locale,
    } = &found.guest;
    let (email, name) = (email.clone(), (first_name.clone(), last_name.clone()));
    let locale = locale.clone();
    match email {
        Some(email) => found
            .notice(id, kind, &side)
            .mail(tx, &email, (&name.0, &name.1), &locale),
        None => Ok(()),
    }
}

/// Tells who manages the organisation; of a check of the centre itself, who runs the centre.
pub(super) fn organization(tx: &Tx, id: Id<Check>, kind: MailKind) -> Result<()> {
    let found = facts(tx, id)?;
    let organization_id = found.organization_id;
    let side = [
        ("path", format!("/verklaringen?open={id}").into()),
        ("is_own", false.into()),
    ];
    let notice = found.notice(id, kind, &side);
    match organization_id {
        Some(organization_id) => notice.notify_managers(tx, organization_id),
        None => notice.notify_center(tx),
    }
}
