//! What is reported: who is behind it, and how it looked at that moment.

use rusqlite::{Connection, OptionalExtension as _};

use super::{AbuseReport, Detail, MessageBefore, Snapshot, SubjectType};
use crate::error::{Code, Result};
use crate::jsonapi::Id;
use crate::search::text::without_markup;

/// The facts of a report that measures and letters need.
pub(super) struct Reported {
    pub subject_type: SubjectType,
    pub subject_id: i64,
    pub center_id: i64,
    pub organization_id: Option<i64>,
    pub user_id: Option<i64>,
    pub title: String,
}

impl Reported {
    pub fn of(connection: &Connection, id: Id<AbuseReport>) -> Result<Self> {
        Ok(connection
            .prepare_cached(
                "select subject_type, subject_id, volunteer_center_id, organization_id, reported_user_id, coalesce(snapshot ->> 'title', '')
                   from abuse_reports where id = ?1",
            )?
            .query_row([id.number()], |row| {
                Ok(Self {
                    subject_type: row.get(0)?,
                    subject_id: row.get(1)?,
                    center_id: row.get(2)?,
                    organization_id: row.get(3)?,
                    user_id: row.get(4)?,
                    title: row.get(5)?,
                })
            })?)
    }
}

/// SQL: center, organisation, person, title, text, author, moment, and up to three further fields of the row `?1`.
const fn source(subject_type: SubjectType) -> &'static str {
    match subject_type {
        SubjectType::Vacancies => {
            "select v.volunteer_center_id, v.organization_id, v.asker_id, v.title, coalesce(v.summary, '') || char(10) || coalesce(v.description, ''),
                    coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = v.asker_id),
                             (select o.name from organizations o where o.id = v.organization_id), ''),
                    v.updated_at, 'requirements', coalesce((select group_concat(j.value, '; ') from json_each(iif(json_valid(v.requirements), v.requirements, '[]')) j), ''),
                    'offer', coalesce(v.offer, '') from vacancies v where v.id = ?1"
        }
        SubjectType::Activities => {
            "select a.volunteer_center_id, a.organization_id, null, a.title, coalesce(a.summary, '') || char(10) || coalesce(a.description, ''),
                    coalesce((select o.name from organizations o where o.id = a.organization_id), ''),
                    a.updated_at, 'cost', coalesce(a.cost, ''), 'online_url', coalesce(a.online_url, '') from activities a where a.id = ?1"
        }
        SubjectType::Organizations => {
            "select o.volunteer_center_id, o.id, o.household_of_id, o.name, coalesce(o.description, ''), o.name, o.updated_at,
                    'website', coalesce(o.website, ''), 'phone_number', coalesce(o.phone_number, '') from organizations o where o.id = ?1"
        }
        SubjectType::Pages => {
            "select p.volunteer_center_id, null, null, p.title, coalesce(p.summary, ''), coalesce(p.author_name, ''), p.updated_at,
                    'slug', p.slug, '', '' from pages p where p.id = ?1"
        }
        SubjectType::Forms => {
            "select f.volunteer_center_id, f.organization_id, null, f.title, coalesce(f.description, ''),
                    coalesce((select o.name from organizations o where o.id = f.organization_id), ''), f.updated_at,
                    '', '', '', '' from forms f where f.id = ?1"
        }
        SubjectType::Users => {
            "select u.volunteer_center_id, null, u.id, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '',
                    trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), u.updated_at,
                    'job_title', coalesce(u.job_title, ''), '', '' from users u where u.id = ?1"
        }
        SubjectType::Messages => {
            "select c.volunteer_center_id, iif(m.side = 'organization', c.organization_id, null), m.author_id,
                    coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = m.author_id), ''), m.body,
                    coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = m.author_id), ''),
                    m.created_at, '', '', '', '' from messages m join conversations c on c.id = m.conversation_id where m.id = ?1"
        }
    }
}

/// Most characters of each text that a report keeps.
const LONGEST: usize = 20_000;

/// Who is behind something, and how it looks now.
pub(super) fn look_at(
    connection: &Connection,
    (subject_type, id): (SubjectType, i64),
    site_center: i64,
) -> Result<(Reported, Snapshot)> {
    let found = connection
        .prepare_cached(source(subject_type))?
        .query_row([id], |row| {
            let title: String = row.get(3)?;
            let mut details = Vec::new();
            for place in [7, 9] {
                let (label, value): (String, String) = (row.get(place)?, row.get(place + 1)?);
                if !value.trim().is_empty() {
                    let value = in_words(&value);
                    details.push(Detail { label, value });
                }
            }
            let text: String = row.get(4)?;
            let snapshot = Snapshot {
                title: title.clone(),
                text: if subject_type == SubjectType::Messages {
                    text
                } else {
                    in_words(&text)
                },
                author: row.get(5)?,
                at: row.get(6)?,
                before: None,
                details,
            };
            let reported = Reported {
                subject_type,
                subject_id: id,
                center_id: row.get::<_, Option<i64>>(0)?.unwrap_or(site_center),
                organization_id: row.get(1)?,
                user_id: row.get(2)?,
                title,
            };
            Ok((reported, snapshot))
        })
        .optional()?;
    let (mut reported, mut snapshot) = found.ok_or(Code::NotFound)?;
    if subject_type == SubjectType::Messages {
        snapshot.before = message_before(connection, id)?;
    }
    if subject_type == SubjectType::Users {
        // Somebody is known to several centres: the one where they were reported looks at it.
        reported.center_id = site_center;
    }
    Ok((reported, snapshot))
}

fn message_before(connection: &Connection, message: i64) -> Result<Option<MessageBefore>> {
    Ok(connection
        .prepare_cached(
            "select b.body, coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = b.author_id), ''), b.created_at
               from messages m join messages b on b.conversation_id = m.conversation_id and b.id < m.id
              where m.id = ?1 order by b.id desc limit 1",
        )?
        .query_row([message], |row| {
            Ok(MessageBefore {
                text: row.get(0)?,
                author: row.get(1)?,
                at: row.get(2)?,
            })
        })
        .optional()?)
}

fn in_words(markup: &str) -> String {
    without_markup(markup)
        .trim()
        .chars()
        .take(LONGEST)
        .collect()
}
