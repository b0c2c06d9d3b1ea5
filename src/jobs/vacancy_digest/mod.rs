//! Digest of new vacancies, sent on the days a person chose, at 07:30 Dutch time (docs/domain/matching.md#digest).

mod activities;
mod told;

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use crate::app::tenancy::tenant_settings::has_profiles;
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::{MailKind, is_quiet, morning};
use crate::matching::{Choice, Fact, Others, Preferences, Ranking, Theme, rank_offers};
use crate::resources::notification::Notice;
use crate::resources::user::User;
use crate::resources::vacancy::Vacancy;
use crate::resources::volunteer_profile::{new_offers, standing_of, wishes_of};

/// Maximum number of vacancies in one email.
const MOST: usize = 6;
/// New vacancies that are compared, the newest first.
const COMPARED: i64 = 500;
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

    let (center_id, locale): (i64, String) = tx.query_row(
        "select volunteer_center_id, locale from users where id = ?1",
        [user_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    // A vacancy published in the very second of the digest belongs to the next one, so that none is skipped or repeated.
    let mut offers = new_offers(tx, center_id, (&since, tx.now()), COMPARED)?;
    // One that came back after a pause is no news.
    let told = told::lately(tx, user_id, Vacancy::TYPE, tx.now())?;
    offers.retain(|offer| !told.contains(&offer.id));
    // Without volunteer profiles it says what is new, in no order of anybody's wishes.
    let has_profiles = has_profiles(tx, center_id)?;
    let wishes = if has_profiles {
        wishes_of(tx, user_id)?
    } else {
        Preferences::default()
    };
    let ranking = Ranking {
        most: MOST,
        seed: None,
        others: Others::Out,
    };
    let choices = rank_offers(
        &standing_of(tx, user_id, tx.now())?,
        &wishes,
        &offers,
        ranking,
    );
    if choices.is_empty() {
        return Ok(false);
    }
    let ids: Vec<i64> = choices.iter().map(|choice| choice.id).collect();
    told::note(tx, user_id, Vacancy::TYPE, &ids)?;
    let activities = activities::near(tx, (user_id, center_id), &wishes)?;
    let locale = Locale::parse(&locale).unwrap_or_default();
    let has_answered = has_answered(tx, user_id)?;
    let lines = choices
        .iter()
        .map(|choice| line(tx, choice, has_answered, locale))
        .collect::<Result<Vec<Value>>>()?;
    Notice {
        kind: MailKind::DigestVolunteer,
        data: json!({ "count": lines.len(), "vacancies": lines, "activities": activities }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail_only(tx, user_id)?;
    Ok(true)
}

/// Whether somebody answered what themes they like, and where they live: reasons speak of that then, and otherwise of
/// what they chose before.
#[derive(Clone, Copy)]
struct HasAnswered {
    themes: bool,
    place: bool,
}

fn has_answered(tx: &Tx, user_id: i64) -> Result<HasAnswered> {
    let found = tx
        .prepare_cached(
            "select theme_ids <> '[]', postal_code_4 is not null from volunteer_profiles where user_id = ?1",
        )?
        .query_row([user_id], |row| {
            Ok(HasAnswered {
                themes: row.get(0)?,
                place: row.get(1)?,
            })
        })
        .optional()?;
    Ok(found.unwrap_or(HasAnswered {
        themes: false,
        place: false,
    }))
}

fn line(tx: &Tx, choice: &Choice, answered: HasAnswered, locale: Locale) -> Result<Value> {
    let (title, organization_name, city): (String, Option<String>, Option<String>) = tx
        .prepare_cached(
            "select v.title, o.name, v.city
               from vacancies v left join organizations o on o.id = v.organization_id
              where v.id = ?1",
        )?
        .query_row([choice.id], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    let (mut reason, mut theme, mut distance) = ("new", None, None);
    for fact in &choice.found.reasons {
        reason = match fact {
            Fact::Themes(themes) => {
                for shared in themes {
                    if theme.is_none() {
                        theme = name_of(tx, choice.id, shared, locale)?;
                    }
                }
                // The centre may have removed the theme from its list.
                match (theme.is_some(), answered.themes) {
                    (false, _) => continue,
                    (true, true) => "liked_theme",
                    (true, false) => "theme",
                }
            }
            Fact::Distance(km) => {
                // Distances are rounded up to whole kilometres, at least 1.
                distance = Some(format!("{:.0}", km.ceil().max(1.0)));
                if answered.place { "near_home" } else { "near" }
            }
            Fact::Skills(..) => "skill",
            Fact::Availability(_) => "time",
            Fact::OwnTime => "own_time",
            Fact::Rhythm(_) => "rhythm",
            Fact::LanguagePractice => "language_practice",
            Fact::Online => "online",
            Fact::Gains(_) => "gain",
            Fact::Hours(_)
            | Fact::HoursOnce(_)
            | Fact::SocialSetting(_)
            | Fact::AnswersWithin(_)
            | Fact::NobodyYet
            | Fact::New
            | Fact::Checks(_) => continue,
        };
        break;
    }
    Ok(json!({
        "title": title,
        "path": format!("/vacancies/{}", choice.id),
        "organization_name": organization_name,
        "city": city,
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
