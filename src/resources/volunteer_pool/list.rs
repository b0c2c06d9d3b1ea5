//! `GET /volunteer_profiles`: the people who want to be found, for organisations and the centre. What is filtered, counted
//! and sorted by is on their cards; the policy is asked again about each one that is shown.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::card::{Beside, Looker, PoolIds, PoolProfileAttributes, card, own_card};
use super::reply;
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::error::{Code, Error, Result};
use crate::http::routes::{AllOf, Described, Input, OneOf, Routes};
use crate::jsonapi::{Document, Id, Query};
use crate::matching::{Candidate, NotForThem, Offer, Point, Rhythm, Theme, explain, score};
use crate::policy::Verb;
use crate::resources::vacancy::{PARTS_OF_THE_WEEK, SKILLS, Vacancy};
use crate::resources::volunteer_profile::candidates::{
    blocked, candidates, members, not_for_vacancy,
};
use crate::resources::volunteer_profile::{
    VacancyMatch, VolunteerProfile, keys_of, looks, offer, require_published,
};
use crate::search::geo;

const PARAMETERS: &[&str] = &[
    "filter[organization_id_eq]",
    "filter[themes_in]",
    "filter[skills_in]",
    "filter[languages_in]",
    "filter[available_on]",
    "filter[frequency_in]",
    "filter[near]",
    "filter[radius_km]",
    "filter[match_vacancy_id]",
    "sort",
    "page[number]",
    "page[size]",
];
const DEFAULT_SIZE: usize = 20;
const LARGEST_SIZE: usize = 100;
const DEFAULT_RADIUS_KM: f64 = 10.0;

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "", list)
        .named(
            "listPoolProfiles",
            "Lists people who want to be found, without surname or contact data",
        )
        .answers(Described::json::<AllOf<PoolProfileAttributes>>(200))
        .query_parameters(PARAMETERS)
        .refuses(&[422])
        .action(Method::GET, "/{id}", find)
        .named(
            "findPoolProfile",
            "Finds somebody who wants to be found, without surname or contact data",
        )
        .answers(Described::json::<OneOf<PoolProfileAttributes>>(200))
        .query_parameters(&["filter[organization_id_eq]"])
        .action(Method::GET, "/current/preview", preview)
        .named(
            "previewPoolProfile",
            "Shows the person themselves as organisations see them",
        )
        .answers(Described::json::<OneOf<PoolProfileAttributes>>(200))
}

/// What is asked of the pool.
#[derive(Debug, Default)]
struct PoolQuery {
    organization_id: Option<i64>,
    themes: Vec<Theme>,
    skills: u32,
    own_skills: Vec<String>,
    languages: Vec<String>,
    /// Parts of the week, of which one is enough.
    availability: u32,
    frequencies: Vec<Rhythm>,
    near: Option<String>,
    radius_km: Option<f64>,
    vacancy_id: Option<Id<Vacancy>>,
    order: Option<Order>,
    number: usize,
    size: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Match,
    Distance,
    Confirmed,
}

impl PoolQuery {
    fn read(query: &Query) -> Result<Self> {
        let mut asked = Self {
            number: 1,
            size: DEFAULT_SIZE,
            ..Self::default()
        };
        for (name, value) in query.pairs() {
            let words = || {
                value
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty())
            };
            match name {
                "filter[organization_id_eq]" => asked.organization_id = Some(number(name, value)?),
                "filter[themes_in]" => {
                    asked.themes = words()
                        .map(|id| Ok(Theme::Activity(number(name, id)?)))
                        .collect::<Result<_>>()?;
                }
                "filter[skills_in]" => {
                    for word in words() {
                        match SKILLS.iter().position(|key| *key == word) {
                            Some(position) => asked.skills |= 1 << position,
                            None => asked.own_skills.push(word.to_owned()),
                        }
                    }
                }
                "filter[languages_in]" => asked.languages = words().map(str::to_owned).collect(),
                "filter[available_on]" => {
                    for word in words() {
                        let position = PARTS_OF_THE_WEEK.iter().position(|key| *key == word);
                        let position = position
                            .ok_or_else(|| refused(name, word, &PARTS_OF_THE_WEEK.join(", ")))?;
                        asked.availability |= 1 << position;
                    }
                }
                "filter[frequency_in]" => {
                    asked.frequencies = words()
                        .map(|word| match word {
                            "once" => Ok(Rhythm::Once),
                            "regularly" => Ok(Rhythm::Regularly),
                            "flexible" => Ok(Rhythm::Flexible),
                            _ => Err(refused(name, word, "once, regularly, flexible")),
                        })
                        .collect::<Result<_>>()?;
                }
                "filter[near]" => {
                    asked.near = Some(value.to_owned()).filter(|near| !near.is_empty());
                }
                "filter[radius_km]" => {
                    let km: i64 = number(name, value)?;
                    if !(2..=100).contains(&km) {
                        return Err(refused(name, value, "2 … 100"));
                    }
                    asked.radius_km = u32::try_from(km).ok().map(f64::from);
                }
                "filter[match_vacancy_id]" => {
                    asked.vacancy_id = Some(Id::new(number(name, value)?));
                }
                "sort" => {
                    asked.order = Some(match value {
                        "match" => Order::Match,
                        "distance" => Order::Distance,
                        "-confirmed" => Order::Confirmed,
                        _ => return Err(refused(name, value, "match, distance, -confirmed")),
                    });
                }
                "page[number]" => {
                    asked.number = positive(name, value, 1_000_000)?;
                }
                "page[size]" => asked.size = positive(name, value, LARGEST_SIZE)?,
                _ => {
                    return Err(Error::from(Code::InvalidFilter)
                        .with("name", name)
                        .with("allowed", PARAMETERS.join(", "))
                        .at(name));
                }
            }
        }
        Ok(asked)
    }
}

fn refused(name: &str, value: &str, allowed: &str) -> Error {
    Error::from(Code::InvalidFilter)
        .with("name", value)
        .with("allowed", allowed)
        .at(name)
}

fn number(name: &str, value: &str) -> Result<i64> {
    value.parse().map_err(|_| refused(name, value, "1, 2, 3 …"))
}

fn positive(name: &str, value: &str, most: usize) -> Result<usize> {
    value
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| refused(name, value, &format!("1 … {most}")))
}

/// Whom a list shows, so that a look can be counted.
struct Seen {
    organization_id: Option<i64>,
    /// Those whom the organisation had not seen today.
    new: Vec<i64>,
}

async fn list(
    access: Access<VolunteerProfile, action::See>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let asked = PoolQuery::read(&input.query)?;
    let vacancies = match asked.vacancy_id {
        Some(_) => Some(access.beside::<Vacancy, action::Manage>()?.rows()),
        None => None,
    };
    let rows = access.rows();
    let (document, seen) = access
        .search(move |connection| {
            let offer = match (asked.vacancy_id, &vacancies) {
                (Some(id), Some(vacancies)) => {
                    vacancies.require(connection, id)?;
                    require_published(connection, id)?;
                    offer(connection, id.number(), &rows.ctx().now)?
                }
                _ => None,
            };
            page(connection, &rows, offer.as_ref(), &asked)
        })
        .await?;
    count_looks(&access, seen).await?;
    Ok(document)
}

async fn find(
    access: Access<VolunteerProfile, action::See>,
    id: String,
    input: Input<()>,
) -> Result<Document> {
    let asked = PoolQuery::read(&input.query)?;
    let rows = access.rows();
    let (document, seen) = access
        .search(move |connection| {
            let looker = looker(connection, rows.ctx(), asked.organization_id)?;
            let user_id = found_as(connection, rows.ctx(), looker, &id)?.ok_or(Code::NotFound)?;
            let beside = beside_of(connection, rows.ctx(), looker, user_id)?;
            let card = card(connection, &rows, (user_id, &id), beside)?.ok_or(Code::NotFound)?;
            let seen = seen_by(connection, looker, &[user_id], &rows.ctx().now)?;
            Ok((Document::of(&json!({ "data": card })), seen))
        })
        .await?;
    count_looks(&access, seen).await?;
    Ok(document)
}

/// `GET /volunteer_profiles/current/preview`.
async fn preview(
    access: Access<VolunteerProfile, action::Update>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let card = access
        .read(move |connection| own_card(connection, user_id))
        .await?;
    Ok(Document::of(&json!({ "data": card })))
}

async fn count_looks(access: &Access<VolunteerProfile, action::See>, seen: Seen) -> Result<()> {
    let is_impersonated = access.ctx().impersonator_id().is_some();
    match seen.organization_id {
        Some(organization_id) if !seen.new.is_empty() && !is_impersonated => {
            access
                .note(move |tx| looks::record(tx, organization_id, &seen.new))
                .await
        }
        _ => Ok(()),
    }
}

fn seen_by(connection: &Connection, looker: Looker, people: &[i64], now: &str) -> Result<Seen> {
    let organization_id = looker.organization_id();
    let new = match organization_id {
        Some(id) => looks::new_today(connection, id, people, now)?,
        None => Vec::new(),
    };
    Ok(Seen {
        organization_id,
        new,
    })
}

/// In whose name somebody looks: the organisation of the request, else the one that they manage. Staff of the centre look
/// for the centre, unless they name an organisation.
pub(super) fn looker(
    connection: &Connection,
    ctx: &RequestContext,
    asked: Option<i64>,
) -> Result<Looker> {
    let center_id = ctx.site.center_id;
    let chosen = asked.or(ctx.organization_id);
    let is_staff = ctx.has_right("users", Verb::Oversee);
    if is_staff && chosen.is_none() {
        return Ok(Looker::Center(center_id));
    }
    let found: Option<i64> = connection
        .prepare_cached(
            "select o.id from organizations o
              where o.volunteer_center_id = ?1 and o.status = 'approved' and (?2 is null or o.id = ?2)
                and (?3 or exists (select 1 from roles r
                                    where r.user_id = ?4 and r.name = 'organization_superuser' and r.scope_type = 'organization'
                                      and r.scope_id = o.id and r.accepted_at is not null
                                      and (r.expires_at is null or r.expires_at > ?5)))
              order by o.id limit 1",
        )?
        .query_row(
            (center_id, chosen, is_staff, ctx.user_id(), &ctx.now),
            |row| row.get(0),
        )
        .optional()?;
    found
        .map(Looker::Organization)
        .ok_or_else(|| Code::OrganizationNotYours.into())
}

/// Whose id this is, for who looks. None for somebody who is not in the pool any more, and for who does not want to be
/// found by the organisation.
fn found_as(
    connection: &Connection,
    ctx: &RequestContext,
    looker: Looker,
    id: &str,
) -> Result<Option<i64>> {
    let people = people_of(connection, ctx)?;
    let ids = PoolIds::of(connection, looker)?;
    let hidden = hidden_from(connection, looker)?;
    Ok(people
        .iter()
        .map(|person| person.user_id)
        .filter(|user_id| !hidden.contains(user_id))
        .find(|user_id| ids.of_person(*user_id) == id))
}

/// Whom somebody of the organisation means with the id of a card; None where nobody is found by it.
pub(super) fn found_by(
    connection: &Connection,
    ctx: &RequestContext,
    organization_id: i64,
    id: &str,
) -> Result<Option<i64>> {
    let own = Looker::Organization(organization_id);
    if let Some(user_id) = found_as(connection, ctx, own, id)? {
        return Ok(Some(user_id));
    }
    // Staff of the centre found them for the centre, and write on behalf of an organisation.
    if ctx.has_right("users", Verb::Oversee) {
        let hidden = hidden_from(connection, own)?;
        let center = Looker::Center(ctx.site.center_id);
        let found = found_as(connection, ctx, center, id)?;
        return Ok(found.filter(|user_id| !hidden.contains(user_id)));
    }
    Ok(None)
}

/// Who is not shown to an organisation: who blocked it, and who works there.
fn hidden_from(connection: &Connection, looker: Looker) -> Result<HashSet<i64>> {
    let Some(id) = looker.organization_id() else {
        return Ok(HashSet::new());
    };
    let mut hidden = blocked(connection, id)?;
    hidden.extend(members(connection, id)?);
    Ok(hidden)
}

fn people_of(connection: &Connection, ctx: &RequestContext) -> Result<Arc<Vec<Candidate>>> {
    candidates(
        connection,
        &ctx.site.tenant,
        ctx.site.center_id,
        (&ctx.now, ctx.second()),
    )
}

fn beside_of(
    connection: &Connection,
    ctx: &RequestContext,
    looker: Looker,
    user_id: i64,
) -> Result<Beside> {
    let Some(organization_id) = looker.organization_id() else {
        return Ok(Beside::default());
    };
    let (last, writable_from) = reply::last_of(connection, (organization_id, user_id), &ctx.now)?;
    Ok(Beside {
        reply: last,
        writable_from,
        ..Beside::default()
    })
}

/// Somebody who fits what is asked.
struct Found<'a> {
    person: &'a Candidate,
    score: f64,
    distance_km: Option<f64>,
}

fn page(
    connection: &Connection,
    rows: &Rows<VolunteerProfile>,
    offer: Option<&Offer>,
    asked: &PoolQuery,
) -> Result<(Document, Seen)> {
    let ctx = rows.ctx();
    let is_staff = ctx.has_right("users", Verb::Oversee);
    let of_vacancy = offer
        .and_then(|offer| offer.organization_id)
        .filter(|_| !is_staff);
    let looker = looker(connection, ctx, asked.organization_id.or(of_vacancy))?;
    let people = people_of(connection, ctx)?;
    let mut hidden = hidden_from(connection, looker)?;
    hidden.extend(ctx.user_id());
    let others = match offer {
        Some(offer) => not_for_vacancy(connection, offer.id, offer.organization_id)?,
        None => NotForThem::default(),
    };
    let origin = origin(connection, looker, offer, asked)?;
    let mut counts = Counts::default();
    let mut found: Vec<Found> = people
        .iter()
        .filter(|person| !hidden.contains(&person.user_id))
        .filter(|person| {
            offer.is_none_or(|offer| {
                !person.wishes.is_empty() && person.gate(offer, &ctx.now, &others).is_none()
            })
        })
        .filter_map(|person| {
            let distance_km = origin.distance_to(person);
            counts
                .add(person, asked, origin.holds(distance_km))
                .then(|| Found {
                    person,
                    score: offer.map_or(0.0, |offer| score(&person.wishes, offer)),
                    distance_km,
                })
        })
        .collect();
    let ids = PoolIds::of(connection, looker)?;
    sort(&mut found, asked, offer.is_some(), ids.seed());
    let total = found.len();
    let shown: Vec<&Found> = found
        .iter()
        .skip((asked.number - 1).saturating_mul(asked.size))
        .take(asked.size)
        .collect();
    let mut data = Vec::new();
    let mut seen = Vec::new();
    for each in shown {
        let user_id = each.person.user_id;
        let id = ids.of_person(user_id);
        let beside = Beside {
            distance_km: each.distance_km,
            found: offer
                .map(|offer| VacancyMatch::of(&explain(&each.person.wishes, offer)).for_pool()),
            ..beside_of(connection, ctx, looker, user_id)?
        };
        if let Some(card) = card(connection, rows, (user_id, &id), beside)? {
            data.push(card);
            seen.push(user_id);
        }
    }
    let seen = seen_by(connection, looker, &seen, &ctx.now)?;
    let messages_left = match looker.organization_id() {
        Some(id) => Some(reply::left_today(connection, id, &ctx.now)?),
        None => None,
    };
    let meta = json!({
        "total": total,
        "page": asked.number,
        "size": asked.size,
        "pages": total.div_ceil(asked.size),
        "messages_left": messages_left,
        "organization_id": looker.organization_id().map(|id| id.to_string()),
        "counts": counts,
        "vacancy": offer.map(of_vacancy_meta),
    });
    Ok((Document::of(&json!({ "data": data, "meta": meta })), seen))
}

/// What the vacancy asks, for the marks on the cards.
fn of_vacancy_meta(offer: &Offer) -> Value {
    let themes: Vec<String> = offer
        .themes
        .iter()
        .filter_map(|theme| match theme {
            Theme::Activity(id) => Some(id.to_string()),
            Theme::Tag(_) => None,
        })
        .collect();
    json!({
        "availability": keys_of(offer.availability, &PARTS_OF_THE_WEEK),
        "theme_ids": themes,
        "checks": offer.checks,
    })
}

/// The best match, the nearest or the newest first; equals in an order that tells nothing of them.
fn sort(found: &mut [Found], asked: &PoolQuery, has_offer: bool, seed: u64) {
    let usual = if has_offer {
        Order::Match
    } else {
        Order::Confirmed
    };
    let order = asked.order.unwrap_or(usual);
    let lot = |found: &Found| xxh3_64_with_seed(&found.person.user_id.to_le_bytes(), seed);
    found.sort_by(|one, other| {
        let first = match order {
            Order::Match => other.score.total_cmp(&one.score),
            Order::Distance => one
                .distance_km
                .unwrap_or(f64::MAX)
                .total_cmp(&other.distance_km.unwrap_or(f64::MAX)),
            Order::Confirmed => other
                .person
                .confirmed_month
                .cmp(&one.person.confirmed_month),
        };
        first.then_with(|| lot(one).cmp(&lot(other)))
    });
}

/// Where distances are counted from.
#[derive(Default)]
struct Origin {
    places: Vec<Point>,
    /// People farther away are left out.
    radius_km: Option<f64>,
    /// A place that is not known matches nobody rather than everybody.
    is_unknown: bool,
}

impl Origin {
    fn distance_to(&self, person: &Candidate) -> Option<f64> {
        let between = |from: &Point, to: &Point| {
            geo::distance_km(from.latitude, from.longitude, to.latitude, to.longitude)
        };
        self.places
            .iter()
            .flat_map(|from| person.wishes.places.iter().map(move |to| between(from, to)))
            .min_by(f64::total_cmp)
    }

    fn holds(&self, distance_km: Option<f64>) -> bool {
        !self.is_unknown
            && self
                .radius_km
                .is_none_or(|radius| distance_km.is_some_and(|km| km <= radius))
    }
}

fn origin(
    connection: &Connection,
    looker: Looker,
    offer: Option<&Offer>,
    asked: &PoolQuery,
) -> Result<Origin> {
    if let Some(near) = &asked.near {
        let place = geo::locate(near);
        return Ok(Origin {
            is_unknown: place.is_none(),
            places: place
                .map(|place| Point {
                    latitude: place.latitude,
                    longitude: place.longitude,
                })
                .into_iter()
                .collect(),
            radius_km: Some(asked.radius_km.unwrap_or(DEFAULT_RADIUS_KM)),
        });
    }
    let of_offer = offer.map(|offer| offer.places.clone()).unwrap_or_default();
    let places = match (of_offer.is_empty(), looker.organization_id()) {
        (true, Some(id)) => place_of(connection, id)?.into_iter().collect(),
        _ => of_offer,
    };
    Ok(Origin {
        radius_km: asked.radius_km.filter(|_| !places.is_empty()),
        places,
        is_unknown: false,
    })
}

/// Where an organisation is.
fn place_of(connection: &Connection, organization_id: i64) -> Result<Option<Point>> {
    let found: Option<(Option<f64>, Option<f64>)> = connection
        .prepare_cached(
            "select a.latitude, a.longitude from organizations o join addresses a on a.id = o.address_id where o.id = ?1",
        )?
        .query_row([organization_id], |row| row.try_into())
        .optional()?;
    Ok(found.and_then(|(latitude, longitude)| {
        Some(Point {
            latitude: latitude?,
            longitude: longitude?,
        })
    }))
}

/// How many people a filter would leave, by its choices: each group under the filters of the others.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Counts {
    themes: BTreeMap<String, u32>,
    skills: BTreeMap<String, u32>,
    languages: BTreeMap<String, u32>,
    slots: BTreeMap<String, u32>,
}

impl Counts {
    /// Counts somebody, and says whether all filters leave them.
    fn add(&mut self, person: &Candidate, asked: &PoolQuery, is_near: bool) -> bool {
        let wishes = &person.wishes;
        let is_of_frequency = asked.frequencies.is_empty()
            || wishes
                .rhythm
                .is_some_and(|rhythm| asked.frequencies.contains(&rhythm));
        if !is_near || !is_of_frequency {
            return false;
        }
        let themes = asked.themes.is_empty()
            || asked
                .themes
                .iter()
                .any(|theme| wishes.themes.contains_key(theme));
        let skills = (asked.skills == 0 && asked.own_skills.is_empty())
            || wishes.skills & asked.skills != 0
            || asked
                .own_skills
                .iter()
                .any(|skill| wishes.own_skills.contains(skill));
        let languages = asked.languages.is_empty()
            || asked
                .languages
                .iter()
                .any(|language| wishes.languages.contains(language));
        let slots = asked.availability == 0 || wishes.availability & asked.availability != 0;
        if skills && languages && slots {
            for theme in wishes.themes.keys() {
                if let Theme::Activity(id) = theme {
                    *self.themes.entry(id.to_string()).or_default() += 1;
                }
            }
        }
        if themes && languages && slots {
            let fixed = keys_of(wishes.skills, &SKILLS);
            for skill in fixed.into_iter().chain(wishes.own_skills.iter().cloned()) {
                *self.skills.entry(skill).or_default() += 1;
            }
        }
        if themes && skills && slots {
            for language in &wishes.languages {
                *self.languages.entry(language.clone()).or_default() += 1;
            }
        }
        if themes && skills && languages {
            for slot in keys_of(wishes.availability, &PARTS_OF_THE_WEEK) {
                *self.slots.entry(slot).or_default() += 1;
            }
        }
        themes && skills && languages && slots
    }
}
