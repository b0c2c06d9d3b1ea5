//! Digest of new vacancies, sent on the days a person chose, at 07:30 Dutch time (docs/domain/matching.md#digest).

mod rank;

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::{MailKind, is_quiet, morning};
use crate::resources::notification::Notice;
use crate::resources::user::User;

use rank::{Candidate, Choice, Interest, Point, Reason, Theme, choose};

/// Maximum number of vacancies in one email.
const MOST: usize = 6;
/// Days that count as new for a person who has had no digest yet.
const FIRST_LOOK_BACK: i64 = 7;

/// People whose digest day it is and who have had none since this morning. Accounts created today wait for their next
/// digest day.
const PEOPLE: &str = "
    select u.id
      from users u
      left join vacancy_digests d on d.user_id = u.id
     where {one}u.status = 'active' and u.email is not null and u.created_at < :morning
       and exists (select 1 from json_each(u.digest_days) where value = :day)
       and (d.told_until is null or d.told_until < :morning)
     order by u.id
     limit :most";

/// Vacancies eligible for a person's digest. A vacancy published in the very second of the digest belongs to the next
/// one, so that none is skipped or repeated. Conditions of docs/domain/matching.md#digest: open, new, of the person's
/// own centre, with a place left, not their own, not applied for, and with no minimum age above theirs.
const OPEN_TO: &str = "
    select v.id, v.organization_id, v.tags, v.activity_type_ids, v.latitude, v.longitude, v.published_at, v.title,
           o.name, v.city
      from vacancies v
      join users u on u.id = :user_id
      join organizations o on o.id = v.organization_id and o.status = 'approved'
     where v.status = 'published' and v.volunteer_center_id = u.volunteer_center_id
       and v.expires_at > :now and v.published_at >= :since and v.published_at < :now
       and (v.capacity is null or v.places_taken < v.capacity)
       and v.contact_person_id is not u.id
       and (v.min_age is null or u.birth_date is null
            or date(u.birth_date, '+' || v.min_age || ' years') <= substr(:now, 1, 10))
       and not exists (select 1 from applications a
                        where a.vacancy_id = v.id
                          and (a.user_id = u.id or (a.user_id is null and a.email = u.email)))
       and not exists (select 1 from roles r
                        where r.user_id = u.id and r.scope_type = 'organization' and r.scope_id = v.organization_id
                          and r.accepted_at is not null)
     order by v.published_at desc, v.id desc
     limit 500";

/// Vacancies that the person applied for or saved.
const CHOSEN_BEFORE: &str = "
    select v.tags, v.activity_type_ids, v.latitude, v.longitude
      from vacancies v
     where v.id in (select vacancy_id from applications where user_id = :user_id
                     union
                    select vacancy_id from favorites where user_id = :user_id)
     order by v.id desc
     limit 200";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!people(connection, now, None, 1)?.is_empty())
}

/// Sends the digests that are due and returns the number of emails. Each person has one transaction for the digest
/// date and the email: after a crash the job resumes with the people who have had no digest.
pub async fn vacancy_digest(db: &Db) -> Result<usize> {
    let mut count = 0;
    let people = db.write(|tx| people(tx, tx.now(), None, 5_000)).await?;
    for user_id in people {
        match db.write(move |tx| tell(tx, user_id)).await {
            Ok(is_written) => count += usize::from(is_written),
            Err(error) => tracing::error!(user_id, %error, "a digest of vacancies was passed over"),
        }
    }
    Ok(count)
}

/// Returns the people whose digest is due. None before 07:30 or late in the evening: a process that was down all day
/// skips that day.
fn people(connection: &Connection, now: &str, user_id: Option<i64>, most: i64) -> Result<Vec<i64>> {
    let Some((day, morning)) =
        morning(now).filter(|(_, morning)| morning.as_str() <= now && !is_quiet(now))
    else {
        return Ok(Vec::new());
    };
    let found = connection
        .prepare_cached(&PEOPLE.replace(
            "{one}",
            // By primary key where an id is given; the general query reads every person.
            if user_id.is_some() {
                "u.id = :user_id and "
            } else {
                ":user_id is null and "
            },
        ))?
        .query_map(
            named_params! {":morning": morning, ":day": day, ":user_id": user_id, ":most": most},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

fn tell(tx: &Tx, user_id: i64) -> Result<bool> {
    // The digest may have been sent, or its days changed, since the list was made.
    if people(tx, tx.now(), Some(user_id), 1)?.is_empty() {
        return Ok(false);
    }
    let told_until: Option<String> = tx
        .prepare_cached("select told_until from vacancy_digests where user_id = ?1")?
        .query_row([user_id], |row| row.get(0))
        .optional()?;
    let since = told_until.unwrap_or_else(|| later(tx.now(), -days(FIRST_LOOK_BACK)));
    tx.prepare_cached(
        "insert into vacancy_digests (user_id, told_until) values (:user_id, :now)
             on conflict (user_id) do update set told_until = excluded.told_until",
    )?
    .execute(named_params! {":user_id": user_id, ":now": tx.now()})?;

    let open = open_to(tx, user_id, &since)?;
    let candidates: Vec<Candidate> = open
        .iter()
        .map(|(candidate, _)| candidate.clone())
        .collect();
    let choices = choose(&candidates, &interest(tx, user_id)?, MOST);
    if choices.is_empty() {
        return Ok(false);
    }
    let (center_id, locale): (i64, String) = tx.query_row(
        "select volunteer_center_id, locale from users where id = ?1",
        [user_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let locale = Locale::parse(&locale).unwrap_or_default();
    let facts: BTreeMap<i64, Facts> = open
        .into_iter()
        .map(|(candidate, facts)| (candidate.id, facts))
        .collect();
    let lines = choices
        .iter()
        .filter_map(|choice| Some(line(tx, choice, facts.get(&choice.id)?, locale)))
        .collect::<Result<Vec<Value>>>()?;
    Notice {
        kind: MailKind::DigestVolunteer,
        data: json!({ "count": lines.len(), "vacancies": lines }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail_only(tx, user_id)?;
    Ok(true)
}

/// Details of a vacancy for the email.
struct Facts {
    title: String,
    organization_name: String,
    city: Option<String>,
}

fn open_to(tx: &Tx, user_id: i64, since: &str) -> Result<Vec<(Candidate, Facts)>> {
    let found = tx
        .prepare_cached(OPEN_TO)?
        .query_map(
            named_params! {":user_id": user_id, ":now": tx.now(), ":since": since},
            |row| {
                let (tags, activities): (String, String) = (row.get(2)?, row.get(3)?);
                let candidate = Candidate {
                    id: row.get(0)?,
                    organization_id: row.get(1)?,
                    themes: themes(&tags, &activities).collect(),
                    place: point(row.get(4)?, row.get(5)?),
                    published_at: row.get(6)?,
                };
                let facts = Facts {
                    title: row.get(7)?,
                    organization_name: row.get(8)?,
                    city: row.get(9)?,
                };
                Ok((candidate, facts))
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

fn interest(tx: &Tx, user_id: i64) -> Result<Interest> {
    let mut interest = Interest::default();
    let mut statement = tx.prepare_cached(CHOSEN_BEFORE)?;
    let mut rows = statement.query(named_params! {":user_id": user_id})?;
    while let Some(row) = rows.next()? {
        let (tags, activities): (String, String) = (row.get(0)?, row.get(1)?);
        for theme in themes(&tags, &activities) {
            *interest.themes.entry(theme).or_default() += 1;
        }
        interest.places.extend(point(row.get(2)?, row.get(3)?));
    }
    Ok(interest)
}

fn point(latitude: Option<f64>, longitude: Option<f64>) -> Option<Point> {
    Some(Point {
        latitude: latitude?,
        longitude: longitude?,
    })
}

/// Reads both lists as stored: keys of tags, and ids of activities as numbers or as text.
fn themes(tags: &str, activities: &str) -> impl Iterator<Item = Theme> {
    let list = |json: &str| serde_json::from_str::<Vec<Value>>(json).unwrap_or_default();
    let tags = list(tags).into_iter().filter_map(|tag| match tag {
        Value::String(key) => Some(Theme::Tag(key)),
        _ => None,
    });
    let activities = list(activities).into_iter().filter_map(|id| {
        let number = id.as_i64().or_else(|| id.as_str()?.parse().ok())?;
        Some(Theme::Activity(number))
    });
    activities.chain(tags)
}

fn line(tx: &Tx, choice: &Choice, facts: &Facts, locale: Locale) -> Result<Value> {
    let (mut reason, mut theme, mut distance) = ("new", None, None);
    match &choice.reason {
        Reason::Theme(chosen) => {
            theme = name_of(tx, choice.id, chosen, locale)?;
            reason = if theme.is_some() { "theme" } else { "new" };
        }
        Reason::Near(km) => {
            reason = "near";
            // Distances are rounded up to whole kilometres, at least 1.
            distance = Some(format!("{:.0}", km.ceil().max(1.0)));
        }
        Reason::New => {}
    }
    Ok(json!({
        "title": facts.title,
        "path": format!("/vacancies/{}", choice.id),
        "organization_name": facts.organization_name,
        "city": facts.city,
        "reason": reason,
        "theme": theme,
        "km": distance,
    }))
}

/// Name of a theme of a vacancy; `None` where the centre has removed it from its list.
fn name_of(tx: &Tx, vacancy_id: i64, theme: &Theme, locale: Locale) -> Result<Option<String>> {
    let (kind, key, id) = match theme {
        Theme::Activity(id) => ("activity_types", None, Some(id)),
        Theme::Tag(key) => ("tags", Some(key), None),
    };
    Ok(tx
        .prepare_cached(
            "select iif(:locale = 'nl', name_nl, name_en) from taxonomies
              where kind = :kind and (id = :id or key = :key)
                and (volunteer_center_id is null
                     or volunteer_center_id = (select v.volunteer_center_id from vacancies v where v.id = :vacancy_id))",
        )?
        .query_row(
            named_params! {
                ":locale": locale.as_str(), ":kind": kind, ":id": id, ":key": key, ":vacancy_id": vacancy_id,
            },
            |row| row.get(0),
        )
        .optional()?)
}
