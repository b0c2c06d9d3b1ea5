//! Who wants the newsletters of a centre, and who of them gets one.

use std::collections::BTreeMap;

use axum::http::Method;
use rusqlite::{Connection, Row, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Newsletter, Segment};
use crate::app::access::{Access, action};
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::error::Result;
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Document, Id};
use crate::mail::outbox::BOUNCES_THAT_STOP;
use crate::resources::user::UserStatus;
use crate::resources::user::own_account::guardian;

/// Youngest age at which somebody is sent one.
const YOUNGEST: i32 = 16;
/// Days between two for who wants them at most once a month.
const MONTH: i64 = 28;
/// People who are named as examples.
const SAMPLE: usize = 10;

/// Somebody who wants the newsletters of a centre.
#[derive(Debug, Clone)]
pub(super) struct Person {
    pub user_id: Option<i64>,
    /// None: somebody with an account who was never sent one.
    pub subscriber_id: Option<i64>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub locale: Locale,
    pub manages_organization: bool,
    pub theme_ids: Option<String>,
    pub postal_code_4: Option<String>,
    /// When they last signed in.
    pub seen_at: Option<String>,
    /// When they last applied, signed up for an activity or logged hours.
    pub active_at: Option<String>,
    pub preferences_token: Option<String>,
    status: UserStatus,
    birth_date: Option<String>,
    bounces: i64,
    is_monthly: bool,
    last_sent_at: Option<String>,
}

/// Why somebody who wants it is passed over.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterSkipReason {
    /// Their address refuses mail.
    Bounced,
    #[serde(rename = "under_16")]
    Under16,
    /// They want one a month at most.
    LessOften,
    /// Their account is closed.
    Archived,
}

impl NewsletterSkipReason {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Bounced => "bounced",
            Self::Under16 => "under_16",
            Self::LessOften => "less_often",
            Self::Archived => "archived",
        }
    }
}

/// `{one}` and `{subscriber}` narrow to a single subscriber.
const PEOPLE: &str = "
    select u.id, s.id, u.email, coalesce(u.first_name, ''), coalesce(u.last_name, ''), u.locale,
           exists (select 1 from roles ro where ro.user_id = u.id and ro.name = 'organization_superuser' and ro.accepted_at is not null
                      and (ro.expires_at is null or ro.expires_at > :now)),
           p.theme_ids, p.postal_code_4, u.last_sign_in_at,
           nullif(max(coalesce((select max(a.created_at) from applications a where a.user_id = u.id), ''),
                      coalesce((select max(g.created_at) from activity_registrations g where g.user_id = u.id), ''),
                      coalesce((select max(h.created_at) from hours_entries h where h.user_id = u.id), '')), ''),
           s.preferences_token, u.status, u.birth_date,
           coalesce((select b.count from mail_bounces b where b.email = u.email), 0),
           coalesce(s.frequency, 'every') = 'monthly',
           (select max(r.queued_at) from newsletter_recipients r where r.subscriber_id = s.id)
      from users u
      left join newsletter_subscribers s on s.user_id = u.id
      left join volunteer_profiles p on p.user_id = u.id
     where {one}u.volunteer_center_id = :center_id and u.email is not null
       and (select c.is_given from consents c where c.user_id = u.id and c.kind = 'newsletter' order by c.id desc limit 1) = 1
       and not exists (select 1 from mail_unsubscriptions m where m.email = u.email and m.kind = 'newsletter')
    union all
    select null, s.id, s.email, coalesce(s.first_name, ''), '', s.locale, 0, null, null, null, null,
           s.preferences_token, 'active', null,
           coalesce((select b.count from mail_bounces b where b.email = s.email), 0),
           s.frequency = 'monthly',
           (select max(r.queued_at) from newsletter_recipients r where r.subscriber_id = s.id)
      from newsletter_subscribers s
     where {one}s.volunteer_center_id = :center_id and s.user_id is null and s.status = 'active'
       and not exists (select 1 from mail_unsubscriptions m where m.email = s.email and m.kind = 'newsletter')";

impl Person {
    fn read(row: &Row) -> rusqlite::Result<Self> {
        let locale: String = row.get(5)?;
        Ok(Self {
            user_id: row.get(0)?,
            subscriber_id: row.get(1)?,
            email: row.get(2)?,
            first_name: row.get(3)?,
            last_name: row.get(4)?,
            locale: Locale::parse(&locale).unwrap_or_default(),
            manages_organization: row.get(6)?,
            theme_ids: row.get(7)?,
            postal_code_4: row.get(8)?,
            seen_at: row.get(9)?,
            active_at: row.get(10)?,
            preferences_token: row.get(11)?,
            status: row.get(12)?,
            birth_date: row.get(13)?,
            bounces: row.get(14)?,
            is_monthly: row.get(15)?,
            last_sent_at: row.get(16)?,
        })
    }

    /// Everybody who wants the newsletters of a centre.
    pub(super) fn all(connection: &Connection, center_id: i64, now: &str) -> Result<Vec<Self>> {
        Ok(connection
            .prepare_cached(&PEOPLE.replace("{one}", ""))?
            .query_map(
                named_params! {":center_id": center_id, ":now": now},
                Self::read,
            )?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// A subscriber, if they still want it.
    pub(super) fn find(
        connection: &Connection,
        (center_id, subscriber_id): (i64, i64),
        now: &str,
    ) -> Result<Option<Self>> {
        let found: Vec<Self> = connection
            .prepare_cached(&PEOPLE.replace("{one}", "s.id = :subscriber_id and "))?
            .query_map(
                named_params! {":center_id": center_id, ":subscriber_id": subscriber_id, ":now": now},
                Self::read,
            )?
            .collect::<rusqlite::Result<_>>()?;
        Ok(found.into_iter().next())
    }

    /// Why they are passed over now.
    pub(super) fn skipped(&self, now: &str) -> Option<NewsletterSkipReason> {
        if !matches!(self.status, UserStatus::Active | UserStatus::Inactive) {
            return Some(NewsletterSkipReason::Archived);
        }
        if self.bounces >= BOUNCES_THAT_STOP {
            return Some(NewsletterSkipReason::Bounced);
        }
        let age = self
            .birth_date
            .as_deref()
            .and_then(|day| guardian::age(day, now));
        if age.is_some_and(|age| age < YOUNGEST) {
            return Some(NewsletterSkipReason::Under16);
        }
        let is_too_soon = |at: &String| *at > later(now, -days(MONTH));
        (self.is_monthly && self.last_sent_at.as_ref().is_some_and(is_too_soon))
            .then_some(NewsletterSkipReason::LessOften)
    }

    /// Names one of the people of a sample in a request for a preview.
    fn key(&self) -> String {
        match (self.user_id, self.subscriber_id) {
            (Some(id), _) => format!("user-{id}"),
            (None, id) => format!("subscriber-{}", id.unwrap_or_default()),
        }
    }
}

/// Who gets a newsletter, and who of those who want it does not.
pub(super) struct Audience {
    pub willing: usize,
    pub people: Vec<Person>,
    pub skipped: BTreeMap<NewsletterSkipReason, usize>,
}

impl Audience {
    pub(super) fn of(
        connection: &Connection,
        (center_id, segment): (i64, &Segment),
        now: &str,
    ) -> Result<Self> {
        let all = Person::all(connection, center_id, now)?;
        let willing = all.len();
        let mut skipped = BTreeMap::new();
        let mut people = Vec::new();
        for person in all {
            if !segment.holds(&person, now) {
                continue;
            }
            match person.skipped(now) {
                Some(reason) => *skipped.entry(reason).or_default() += 1,
                None => people.push(person),
            }
        }
        Ok(Self {
            willing,
            people,
            skipped,
        })
    }

    /// The one of them with a key.
    pub(super) fn named(&self, key: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.key() == key)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NewsletterAudienceAttributes {
    recipients: usize,
    /// Of how many who want the newsletter.
    willing: usize,
    skipped: Vec<NewsletterSkipped>,
    sample: Vec<NewsletterSampleReader>,
    /// How long sending takes.
    minutes: usize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NewsletterSkipped {
    reason: NewsletterSkipReason,
    count: usize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NewsletterSampleReader {
    /// For `POST /newsletters/{id}/preview`.
    id: String,
    name: String,
}

impl Typed for NewsletterAudienceAttributes {
    const TYPE: &'static str = "newsletter_audiences";
}

/// `GET /newsletters/{id}/audience`.
async fn show(
    access: Access<Newsletter, action::Read>,
    id: Id<Newsletter>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let per_minute = access.app().config().newsletters_per_minute.max(1);
    let found = access
        .read(move |connection| {
            let newsletter = rows.load(connection, id)?;
            let ctx = rows.ctx();
            let audience = Audience::of(
                connection,
                (ctx.site.center_id, &newsletter.segment),
                &ctx.now,
            )?;
            let skipped = audience.skipped.iter();
            Ok(NewsletterAudienceAttributes {
                recipients: audience.people.len(),
                willing: audience.willing,
                skipped: skipped
                    .map(|(reason, count)| NewsletterSkipped {
                        reason: *reason,
                        count: *count,
                    })
                    .collect(),
                sample: audience
                    .people
                    .iter()
                    .take(SAMPLE)
                    .map(|person| NewsletterSampleReader {
                        id: person.key(),
                        name: name_of(person),
                    })
                    .collect(),
                minutes: audience.people.len().div_ceil(per_minute),
            })
        })
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": NewsletterAudienceAttributes::TYPE,
        "id": id.to_string(),
        "attributes": found,
    } })))
}

fn name_of(person: &Person) -> String {
    let name = format!("{} {}", person.first_name, person.last_name);
    let name = name.trim();
    if name.is_empty() {
        person.email.clone()
    } else {
        name.to_owned()
    }
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/audience", show)
        .named(
            "showNewsletterAudience",
            "Counts who gets a newsletter, and who of those who want it does not",
        )
        .answers(Described::json::<OneOf<NewsletterAudienceAttributes>>(200))
}
