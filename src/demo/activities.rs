//! Activities of the demo with their dates, which the rule of each yields.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, Timestamp};
use rusqlite::{Error, OptionalExtension, named_params};
use serde::Deserialize;

use super::Town;
use super::accounts::Staff;
use super::history::{self, Step};
use super::organizations::Organization;
use super::text::{escape, slug, strings};
use crate::base::working_days::{amsterdam, local_date};
use crate::recurrence::{Series, Weekday, expand, parse_rrule};

#[derive(Deserialize)]
struct Activities {
    activity: Vec<ActivityText>,
}

#[derive(Deserialize)]
struct ActivityText {
    title: String,
    /// Name of an organisation. None: of the centre itself.
    by: Option<String>,
    day: Weekday,
    /// Weeks after the first such day that is to come, or before it where a rule began.
    #[serde(default)]
    week: i64,
    /// From and until.
    time: [String; 2],
    /// Parts of a rule without its end.
    rule: Option<String>,
    #[serde(default)]
    times: u16,
    /// Of a rule: dates that are left out, counted from the first that is to come.
    #[serde(default)]
    skip: Vec<usize>,
    /// The date counted from the first that is to come, its times, and why.
    moved: Option<(usize, String, String, String)>,
    cancelled: Option<(usize, String)>,
    place: Option<String>,
    /// Where it is online.
    online: Option<String>,
    kinds: Vec<String>,
    groups: Vec<String>,
    summary: String,
    text: Vec<String>,
    image: String,
    alt: String,
    #[serde(default = "nobody")]
    registration: String,
    capacity: Option<i64>,
    #[serde(default = "alone")]
    party: i64,
    cost: Option<String>,
    accessibility: Option<String>,
    /// Seats of each organisation.
    workshop: Option<i64>,
    #[serde(default)]
    only_for_organizations: bool,
}

fn nobody() -> String {
    "none".to_owned()
}

const fn alone() -> i64 {
    1
}

pub fn seed(town: &Town, organizations: &[Organization], staff: &Staff) -> rusqlite::Result<()> {
    let texts: Activities = toml::from_str(include_str!("content/activities.toml"))
        .expect("the embedded demo content is well-formed");
    let by_name: HashMap<&str, &Organization> = organizations
        .iter()
        .filter(|organization| organization.is_approved())
        .map(|organization| (organization.name.as_str(), organization))
        .collect();
    let today = local_date(&town.now.text()).unwrap_or_default();
    for text in &texts.activity {
        let organization = text.by.as_deref().map(|name| by_name.get(name));
        match organization {
            None => write(town, text, today, (None, staff.marieke))?,
            Some(Some(by)) => write(town, text, today, (Some(by.id), by.contact_id))?,
            Some(None) => {}
        }
    }
    town.tx
        .execute(TEMPLATES, [town.now.minus_days(20.0).text()])?;
    sign_up(town)
}

/// The texts of a few activities, as what their organisations and the centre start new ones from.
const TEMPLATES: &str = "
insert into activity_templates (volunteer_center_id, organization_id, name, content, created_at, updated_at)
select a.volunteer_center_id, a.organization_id, a.title,
       json_object('title', a.title, 'summary', a.summary, 'description', a.description, 'activity_categories', json(a.activity_categories),
                   'target_groups', json(a.target_groups), 'registration', a.registration, 'recurrence', a.recurrence,
                   'cost', a.cost, 'accessibility', a.accessibility),
       ?1, ?1
  from activities a
 where a.id in (select min(o.id) from activities o where o.status = 'published' group by o.organization_id order by 1 limit 6)";

/// Some of the volunteers have signed up for dates that are still to come: fewer for one, more for another, and a place is
/// left on each.
fn sign_up(town: &Town) -> rusqlite::Result<()> {
    let at = town.now.minus_days(3.0).text();
    town.tx.execute(
        "insert into activity_registrations (activity_id, occurrence_id, user_id, first_name, last_name, email, status, source, created_at, updated_at)
         select activity_id, occurrence_id, id, first_name, last_name, email, 'registered', 'web', :at, :at
           from (select o.activity_id, o.id as occurrence_id, u.id, u.first_name, u.last_name, u.email, a.capacity,
                        row_number() over (partition by o.id order by u.id) as nth
                   from activity_occurrences o
                   join activities a on a.id = o.activity_id and a.registration = 'occurrence' and a.is_workshop = 0
                   join users u on u.volunteer_center_id = a.volunteer_center_id and u.status = 'active' and (u.id + o.id) % 7 = 0
                  where o.status = 'planned' and o.starts_at > :now
                    and not exists (select 1 from roles r where r.user_id = u.id and r.name <> 'volunteer'))
          where nth < 2 + (occurrence_id * 5) % max(1, min(coalesce(capacity, 12), 12) - 1)",
        named_params! {":at": at, ":now": town.now.text()},
    )?;
    town.tx.execute(
        "update activity_occurrences
            set places_taken = (select coalesce(sum(r.party_size), 0) from activity_registrations r where r.occurrence_id = activity_occurrences.id)",
        [],
    )?;
    Ok(())
}

fn write(
    town: &Town,
    text: &ActivityText,
    today: Date,
    (organization_id, contact_id): (Option<i64>, i64),
) -> rusqlite::Result<()> {
    let series = series_of(text, today)?;
    let published = town.now.minus_days(20.0);
    let place_id: Option<i64> = match &text.place {
        Some(name) => town
            .tx
            .query_row("select id from places where name = ?1", [name], |row| {
                row.get(0)
            })
            .optional()?,
        None => None,
    };
    let place_id = match (place_id, &text.online, organization_id) {
        (None, None, Some(organization_id)) => Some(own_place(town, organization_id)?),
        (place_id, ..) => place_id,
    };
    let paragraphs = text.text.iter().map(|line| escape(line));
    let description = paragraphs.fold(String::new(), |mut html, line| {
        html.extend(["<p>", &line, "</p>"]);
        html
    });
    let id = town
        .tx
        .prepare_cached(
            "insert into activities (volunteer_center_id, organization_id, title, slug, summary, description, status, moderation_state,
               activity_categories, target_groups, is_workshop, seats_per_organization, only_for_organizations, starts_at, ends_at,
               recurrence, excluded_days, place_id, online, online_url, contact_person_id, contact_phone_visible, registration,
               capacity, most_per_party, cost, is_free, accessibility, image_url, image_alt, published_at, created_at, updated_at)
             values (:center, :organization, :title, :slug, :summary, :description, 'published', 'approved',
               :kinds, :groups, :is_workshop, :seats, :only, :starts_at, :ends_at,
               :rule, :excluded, :place, :is_online, :online, :contact, 1, :registration,
               :capacity, :party, :cost, :is_free, :accessibility, :image, :alt, :at, :at, :at)",
        )?
        .insert(named_params! {
            ":center": town.center_id, ":organization": organization_id, ":title": text.title,
            ":slug": slug(&text.title), ":summary": text.summary, ":description": description,
            ":kinds": strings(&text.kinds), ":groups": strings(&text.groups),
            ":is_workshop": text.workshop.is_some(), ":seats": text.workshop, ":only": text.only_for_organizations,
            ":starts_at": local(series.starts_at), ":ends_at": local(series.ends_at),
            ":rule": series.recurrence.as_ref().map(|rule| rule.to_rrule(false)),
            ":excluded": strings(&series.excluded), ":place": place_id, ":is_online": text.online.is_some(),
            ":online": text.online, ":contact": contact_id, ":registration": text.registration,
            ":capacity": text.capacity, ":party": text.party, ":cost": text.cost, ":is_free": text.cost.is_none(),
            ":accessibility": text.accessibility, ":image": format!("/img/{}.svg", text.image), ":alt": text.alt,
            ":at": published.text(),
        })?;
    for (event, from, to) in [
        ("create", None, "draft"),
        ("publish", Some("draft"), "published"),
    ] {
        let step = Step {
            event,
            from,
            to,
            actor: Some(contact_id),
            ..Step::default()
        };
        history::record(town.tx, ("activities", id), &step, published)?;
    }
    write_dates(town, text, id, (&series, today))
}

fn write_dates(
    town: &Town,
    text: &ActivityText,
    activity_id: i64,
    (series, today): (&Series, Date),
) -> rusqlite::Result<()> {
    let expansion = expand(series).map_err(|fault| wrong(format!("{}: {fault:?}", text.title)))?;
    let length = series.starts_at.duration_until(series.ends_at);
    let mut coming = 0;
    for one in expansion.occurrences {
        let original = one.original_start;
        let nth = (original.date() > today).then_some(coming);
        coming += usize::from(nth.is_some());
        let is_at = |at: usize| nth == Some(at);
        let moved = text.moved.as_ref().filter(|(at, ..)| is_at(*at));
        let cancelled = text.cancelled.as_ref().filter(|(at, _)| is_at(*at));
        let (starts, ends) = match moved {
            Some((_, from, until, _)) => (
                original.date().to_datetime(time(from)?),
                original.date().to_datetime(time(until)?),
            ),
            None => (original, original.saturating_add(length)),
        };
        let reason = moved
            .map(|(.., reason)| reason)
            .or(cancelled.map(|(_, reason)| reason));
        let changed = town.now.minus_days(2.0).text();
        town.tx
            .prepare_cached(
                "insert into activity_occurrences (activity_id, original_start, starts_at, ends_at, day, starts_local, ends_local,
                   status, is_changed, reason, sequence, changed_at, cancelled_at, told_starts_at, told_ends_at, told_status,
                   created_at, updated_at)
                 values (:activity, :original, :starts_at, :ends_at, :day, :starts, :ends,
                   :status, :is_changed, :reason, :sequence, :changed_at, :cancelled_at, :starts_at, :ends_at, :status, :at, :at)",
            )?
            .execute(named_params! {
                ":activity": activity_id, ":original": local(original), ":starts_at": moment(starts)?.to_string(),
                ":ends_at": moment(ends)?.to_string(), ":day": starts.date().to_string(), ":starts": local(starts),
                ":ends": local(ends), ":status": if cancelled.is_some() { "cancelled" } else { "planned" },
                ":is_changed": moved.is_some(), ":reason": reason, ":sequence": i64::from(reason.is_some()),
                ":changed_at": reason.map(|_| &changed), ":cancelled_at": cancelled.map(|_| &changed),
                ":at": town.now.minus_days(20.0).text(),
            })?;
    }
    Ok(())
}

/// The series of a text, around today.
fn series_of(text: &ActivityText, today: Date) -> rusqlite::Result<Series> {
    let mut next = tomorrow(today);
    while Weekday::of(next) != text.day {
        next = tomorrow(next);
    }
    let [from, until] = &text.time;
    let mut first = next.saturating_add(Span::new().weeks(text.week));
    if text
        .rule
        .as_deref()
        .is_some_and(|rule| rule.contains("MONTHLY"))
    {
        while first.day() > 7 {
            first = first.saturating_add(Span::new().weeks(1));
        }
    }
    let series = Series::once(
        first.to_datetime(time(from)?),
        first.to_datetime(time(until)?),
    );
    let Some(rule) = &text.rule else {
        return Ok(series);
    };
    let rule = parse_rrule(&format!("{rule};COUNT={}", text.times))
        .map_err(|fault| wrong(format!("{}: {fault:?}", text.title)))?;
    let series = series.repeated(rule);
    let dates = expand(&series).map_err(|fault| wrong(format!("{}: {fault:?}", text.title)))?;
    let coming: Vec<Date> = dates
        .occurrences
        .iter()
        .map(|one| one.original_start.date())
        .filter(|day| *day > today)
        .collect();
    let skipped = text.skip.iter().filter_map(|at| coming.get(*at).copied());
    let skipped: Vec<Date> = skipped.collect();
    Ok(series.without(&skipped))
}

/// The place at the address of an organisation.
fn own_place(town: &Town, organization_id: i64) -> rusqlite::Result<i64> {
    let known = town
        .tx
        .query_row(
            "select p.id from places p join organizations o on o.id = p.organization_id and o.name = p.name
              where p.organization_id = ?1",
            [organization_id],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    town.tx
        .prepare_cached(
            "insert into places (organization_id, name, address, is_step_free, has_accessible_toilet, created_at, updated_at)
             select o.id, o.name,
                    json_object('street', a.street, 'house_number', a.house_number, 'postal_code', a.postal_code, 'city', a.city,
                                'country', a.country, 'latitude', a.latitude, 'longitude', a.longitude, 'is_exact', json('true')),
                    o.id % 3 > 0, o.id % 3 = 1, :at, :at
               from organizations o join addresses a on a.id = o.address_id where o.id = :id",
        )?
        .insert(named_params! {":id": organization_id, ":at": town.now.minus_days(60.0).text()})
}

fn tomorrow(day: Date) -> Date {
    day.saturating_add(Span::new().days(1))
}

fn time(text: &str) -> rusqlite::Result<Time> {
    // The clock of the file may have one digit.
    format!("{text:0>5}").parse().map_err(wrong)
}

fn moment(at: DateTime) -> rusqlite::Result<Timestamp> {
    let moment = amsterdam().to_ambiguous_timestamp(at).compatible();
    moment.map_err(wrong)
}

fn local(at: DateTime) -> String {
    at.strftime("%Y-%m-%dT%H:%M").to_string()
}

fn wrong(fault: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::UserFunctionError(fault.into())
}
