//! Activities as calendar files (RFC 5545): all of them under a filter, and one by itself. A series is one event with its
//! rule; a date that was moved or cancelled is an event beside it. A cancelled one stays in the file for thirty days, so
//! that every calendar that follows it hears of it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde_json::Value;

use crate::app::App;
use crate::app::tenancy::request_target::Site;
use crate::base::clock::{Clock, days, later};
use crate::base::icalendar::{
    At, Calendar, Event, Status, write_event, write_footer, write_header,
};
use crate::base::locale::Locale;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Error, Result};
use crate::jsonapi::Query;
use crate::recurrence::{Series, expand};
use crate::resources::activity::occurrence::OccurrenceStatus;
use crate::resources::activity::{ActivityAttributes, ActivityStatus, schedule};
use crate::resources::place;
use crate::web::branding::Branding;
use crate::web::file_response::file;
use crate::web::i18n;
use crate::web::page_data::{Calls, PageData, keep_of};

const KIND: &str = "text/calendar; charset=utf-8";
const CACHE: &str = "public, max-age=300";
/// Activities of a page of the API, and the most pages: what has more is narrowed by a filter.
const PAGE: usize = 100;
const MOST_PAGES: usize = 20;
/// How often a subscription is worth asking for, in minutes.
const REFRESH: u32 = 60;
/// Days for which a cancelled activity is told of.
const TOLD_FOR: i64 = 30;

/// `/feeds/activities.ics`, with filters of `GET /activities`.
pub async fn all(calls: &Calls, site: &Site, asked: &str, clock: &Clock) -> Result<Response> {
    let query = Query::parse(asked);
    if let Some((name, _)) = query.pairs().find(|(name, _)| !name.starts_with("filter[")) {
        let text = format!("400: {name}? filter[…]\n");
        return Ok((StatusCode::BAD_REQUEST, text).into_response());
    }
    let mut filters = String::new();
    for (name, value) in query.pairs() {
        filters.extend([name, "=", &encoded(value), "&"]);
    }
    if !filters.contains("filter[status") {
        filters.push_str("filter[status_in]=published,full,running,cancelled&");
    }
    respond(calls, site, &filters, (clock, None)).await
}

/// `/activities/{id}.ics`.
pub async fn one(
    Extension(calls): Extension<Calls>,
    Extension(site): Extension<Site>,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Response> {
    let id = name
        .strip_suffix(".ics")
        .and_then(|id| id.parse::<i64>().ok());
    let Some(id) = id else {
        return Ok(not_found());
    };
    let filters =
        format!("filter[id_in]={id}&filter[status_in]=published,full,running,finished,cancelled&");
    respond(&calls, &site, &filters, (app.clock(), Some(id))).await
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "404: not found\n").into_response()
}

fn encoded(value: &str) -> String {
    percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC).to_string()
}

async fn respond(
    calls: &Calls,
    site: &Site,
    filters: &str,
    (clock, only): (&Clock, Option<i64>),
) -> Result<Response> {
    let branding = Branding::of(site).await?;
    let mut answers = Vec::new();
    let mut activities = Vec::new();
    for page in 1..=MOST_PAGES {
        let address = format!(
            "/api/v1/activities?{filters}include=place&page[number]={page}&page[size]={PAGE}&sort=starts_at"
        );
        let answer = calls.get(site, &address).await;
        if answer.status == StatusCode::BAD_REQUEST {
            return Ok((StatusCode::BAD_REQUEST, "400: filter[…]?\n").into_response());
        }
        if !answer.is_found() {
            return Ok(not_found());
        }
        let rows = rows_of(&answer);
        let is_last = rows.len() < PAGE;
        activities.extend(rows);
        answers.push(answer);
        if is_last {
            break;
        }
    }
    if only.is_some() && activities.is_empty() {
        return Ok(not_found());
    }
    let mut exceptions: HashMap<String, Vec<Value>> = HashMap::new();
    for part in activities.chunks(PAGE) {
        let ids: Vec<&str> = part.iter().map(|activity| text(activity, "id")).collect();
        let address = format!(
            "/api/v1/activity_occurrences?filter[activity_id_in]={}&filter[is_exception_eq]=true&page[size]=500&sort=starts_at",
            ids.join(",")
        );
        let answer = calls.get(site, &address).await;
        for date in rows_of(&answer) {
            let activity = text(&date, "activity_id").to_owned();
            exceptions.entry(activity).or_default().push(date);
        }
        answers.push(answer);
    }
    let told_from = later(&clock.text(), -days(TOLD_FOR));
    let written = Written {
        origin: site.origin(),
        tenant: site.tenant.name.clone(),
        told_from,
    };
    let name = only.and(activities.first()).map_or_else(
        || {
            let word = i18n::search_all(Locale::Nl, "group/activities");
            format!("{word} - {}", branding.app_name)
        },
        |activity| text(activity, "title").to_owned(),
    );
    let url = format!("{}/activiteitenkalender", written.origin);
    let mut out = String::with_capacity(1024 * (activities.len() + 1));
    let head = Calendar {
        name: &name,
        url: Some(&url),
        refresh_minutes: Some(REFRESH),
        message: None,
    };
    write_header(&mut out, &head).map_err(Error::internal)?;
    for activity in &activities {
        let dates = exceptions.remove(text(activity, "id")).unwrap_or_default();
        written.activity(&mut out, activity, &dates)?;
    }
    write_footer(&mut out).map_err(Error::internal)?;
    let mut response = file(KIND, CACHE, out);
    if let Some(keep) = keep_of(&answers, branding.keep) {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

fn rows_of(answer: &PageData) -> Vec<Value> {
    match answer.flat().get_mut("data") {
        Some(Value::Array(rows)) => std::mem::take(rows),
        _ => Vec::new(),
    }
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn moment(row: &Value, name: &str) -> Option<Timestamp> {
    text(row, name).parse().ok()
}

/// What all events of a file share.
struct Written {
    origin: String,
    tenant: String,
    /// What was cancelled before is told of no longer.
    told_from: String,
}

impl Written {
    fn activity(&self, out: &mut String, activity: &Value, exceptions: &[Value]) -> Result<()> {
        let attributes: ActivityAttributes = serde_json::from_value(activity.clone())?;
        let is_cancelled = attributes.status == ActivityStatus::Cancelled;
        if is_cancelled && text(activity, "updated_at") < self.told_from.as_str() {
            return Ok(());
        }
        let series: Series = schedule::series_of(&attributes)?;
        let (Ok((starts, ends)), Ok(expansion)) = (series.first(), expand(&series)) else {
            return Ok(());
        };
        let id = text(activity, "id");
        let uid = schedule::uid(id, &self.tenant);
        let url = format!(
            "{}/activiteitenkalender/{id}-{}",
            self.origin,
            text(activity, "slug")
        );
        let description = schedule::in_plain_words(&attributes);
        let place = activity.get("place").filter(|place| place.is_object());
        let location = place
            .map(|place| place::in_one_line(text(place, "name"), &place["address"]))
            .unwrap_or_default();
        let is_all_day = attributes.all_day;
        let exdates: Vec<At> = expansion
            .excluded
            .iter()
            .chain(&expansion.skipped)
            .map(|one| At::of(*one, is_all_day))
            .collect();
        let rrule = series
            .recurrence
            .as_ref()
            .map(|rule| rule.to_rrule(is_all_day));
        let sequence = u32::try_from(attributes.sequence).unwrap_or_default();
        let last_modified = moment(activity, "updated_at").unwrap_or_default();
        let categories: Vec<&str> = attributes
            .activity_categories
            .iter()
            .map(String::as_str)
            .collect();
        let status = if is_cancelled {
            Status::Cancelled
        } else {
            Status::Confirmed
        };
        let event = Event {
            uid: &uid,
            sequence,
            created: moment(activity, "created_at"),
            last_modified,
            starts: At::of(starts, is_all_day),
            ends: At::of(ends, is_all_day),
            rrule: rrule.as_deref(),
            exdates: &exdates,
            recurrence_id: None,
            summary: &attributes.title,
            description: (!description.is_empty()).then_some(description.as_str()),
            location: (!location.is_empty()).then_some(location.as_str()),
            geo: place.and_then(geo_of),
            url: Some(&url),
            status,
            categories: &categories,
            organizer: None,
            attendee: None,
            reminders: &[],
        };
        // A single date that was moved is the event itself; what repeats has one beside it for each.
        if series.recurrence.is_some() || exceptions.is_empty() || is_cancelled {
            write_event(out, &event, None).map_err(Error::internal)?;
        }
        if is_cancelled {
            return Ok(());
        }
        exceptions
            .iter()
            .try_for_each(|date| write_exception(out, (&event, is_all_day), date))
    }
}

/// A date that is not as the rule has it: an event beside that of the series, or the event itself where nothing repeats.
fn write_exception(
    out: &mut String,
    (event, is_all_day): (&Event, bool),
    date: &Value,
) -> Result<()> {
    let local = |name: &str| text(date, name).parse::<DateTime>().ok();
    let (Some(original), Some(starts), Some(ends)) = (
        local("original_start"),
        local("starts_local"),
        local("ends_local"),
    ) else {
        return Ok(());
    };
    let own = date
        .get("sequence")
        .and_then(Value::as_u64)
        .and_then(|own| u32::try_from(own).ok())
        .unwrap_or_default();
    let exception = Event {
        sequence: event.sequence + own,
        last_modified: moment(date, "updated_at").unwrap_or(event.last_modified),
        starts: At::of(starts, is_all_day),
        ends: At::of(ends, is_all_day),
        rrule: None,
        exdates: &[],
        recurrence_id: event.rrule.is_some().then(|| At::of(original, is_all_day)),
        status: if text(date, "status") == OccurrenceStatus::Cancelled.as_str() {
            Status::Cancelled
        } else {
            Status::Confirmed
        },
        ..event.clone()
    };
    write_event(out, &exception, None).map_err(Error::internal)
}

fn geo_of(place: &Value) -> Option<(f64, f64)> {
    let at = |name: &str| place.pointer(&format!("/address/{name}"))?.as_f64();
    at("latitude").zip(at("longitude"))
}
