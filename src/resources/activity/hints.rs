//! Review hints: what a reviewer should look at in an activity. Read as it would be published, with the words that wait.

use jiff::SignedDuration;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Activity, ActivityAttributes, revision};
use crate::app::access::{Access, action};
use crate::base::clock::later;
use crate::error::{Code, Result};
use crate::http::routes::Input;
use crate::jsonapi::write::store;
use crate::jsonapi::{Document, Id};
use crate::model::review::Severity::{Advice, Alert};
use crate::model::review::text::{contact_details, paragraphs_of, prices, sentences};
use crate::model::review::{Hints, ReviewHint};
use crate::search::text::normalise;

/// One that begins within this time is decided on first.
const SOON: SignedDuration = SignedDuration::from_hours(48);
/// Addresses and numbers that a hint names.
const MOST: usize = 5;

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct ActivityReviewHintsMeta {
    hints: Vec<ReviewHint>,
}

/// `GET /activities/{id}/review_hints`.
pub async fn review_hints(
    access: Access<Activity, action::Approve>,
    id: Id<Activity>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let now = access.ctx().now.clone();
    let meta = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let activity = store::load(connection, id)?.ok_or(Code::NotFound)?;
            let activity = revision::as_asked(&activity);
            Ok(ActivityReviewHintsMeta {
                hints: hints(connection, (id, &activity), &now)?,
            })
        })
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

/// The texts that visitors read, each with its field; the description without its markup.
fn texts(activity: &ActivityAttributes) -> Vec<(&'static str, String)> {
    let questions = activity.questions.iter().map(|question| {
        let options = question.options.iter().map(String::as_str);
        let lines: Vec<&str> = [question.text.as_str()]
            .into_iter()
            .chain(options)
            .collect();
        ("questions", lines.join("\n"))
    });
    let own = [
        ("title", activity.title.clone()),
        ("summary", activity.summary.clone().unwrap_or_default()),
        ("description", paragraphs_of(&activity.description)),
        ("cost", activity.cost.clone().unwrap_or_default()),
        (
            "accessibility",
            activity.accessibility.clone().unwrap_or_default(),
        ),
    ];
    own.into_iter().chain(questions).collect()
}

fn hints(
    connection: &Connection,
    (id, activity): (Id<Activity>, &ActivityAttributes),
    now: &str,
) -> Result<Vec<ReviewHint>> {
    let mut hints = Hints::default();
    let texts = texts(activity);
    let mut reachable: Vec<String> = Vec::new();
    let mut in_field = None;
    for (field, text) in &texts {
        for found in sentences(text).into_iter().flat_map(contact_details) {
            in_field = in_field.or(Some(*field));
            if !reachable.contains(&found) {
                reachable.push(found);
            }
        }
    }
    reachable.truncate(MOST);
    if !reachable.is_empty() {
        hints.add("contact_in_text", Alert, in_field, reachable);
    }
    let dates = dates(connection, id, now)?;
    if dates.is_over {
        hints.add("dates_over", Alert, Some("starts_at"), Vec::new());
    }
    if dates.is_soon {
        hints.add("starts_soon", Alert, Some("starts_at"), Vec::new());
    }
    if activity.place_id.is_none() && !activity.online {
        hints.add("no_place", Alert, Some("place_id"), Vec::new());
    }
    if let Some((other, title)) = same_title(connection, (id, activity), now)? {
        let values = vec![other.to_string(), title];
        hints.add("same_title", Alert, Some("title"), values);
    }
    if is_first(connection, id, activity)? {
        hints.add("first_activity", Advice, None, Vec::new());
    }
    let asked: Vec<String> = texts.iter().flat_map(|(_, text)| prices(text)).collect();
    if activity.is_free && !asked.is_empty() {
        hints.add("cost_in_text", Advice, Some("is_free"), asked);
    }
    let whole: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    let whole = whole.join(". ").to_lowercase();
    hints.about_text(&activity.title, &activity.description, &whole);
    if activity.image_url.is_none() {
        hints.add("no_picture", Advice, Some("image_url"), Vec::new());
    }
    Ok(hints.in_order())
}

struct Dates {
    /// Nothing is still to come.
    is_over: bool,
    /// The next time begins soon.
    is_soon: bool,
}

fn dates(connection: &Connection, id: Id<Activity>, now: &str) -> Result<Dates> {
    let found = connection
        .prepare_cached(
            "select count(*) filter (where o.ends_at > :now) = 0,
                    count(*) filter (where o.starts_at > :now and o.starts_at <= :soon) > 0
               from activity_occurrences o
              where o.activity_id = :id and o.status = 'planned'",
        )?
        .query_row(
            named_params! {":id": id.number(), ":now": now, ":soon": later(now, SOON)},
            |row| {
                Ok(Dates {
                    is_over: row.get(0)?,
                    is_soon: row.get(1)?,
                })
            },
        )?;
    Ok(found)
}

/// SQL over `b`, another activity of the same organiser, who is the centre where no organisation is.
const OF_ORGANISER: &str =
    "b.id <> :id and b.organization_id is :organization and b.volunteer_center_id is :center";

/// Whether nothing else of the organiser was published before.
fn is_first(
    connection: &Connection,
    id: Id<Activity>,
    activity: &ActivityAttributes,
) -> Result<bool> {
    let sql = format!(
        "select not exists (select 1 from activities b where {OF_ORGANISER} and b.published_at is not null)"
    );
    Ok(connection.prepare_cached(&sql)?.query_row(
        named_params! {
            ":id": id.number(),
            ":organization": activity.organization_id.map(Id::number),
            ":center": activity.volunteer_center_id.map(Id::number),
        },
        |row| row.get(0),
    )?)
}

/// Another activity of the organiser under the same title, online or waiting too, that happens on one of the same days.
fn same_title(
    connection: &Connection,
    (id, activity): (Id<Activity>, &ActivityAttributes),
    now: &str,
) -> Result<Option<(i64, String)>> {
    let wanted = normalise(&activity.title);
    let sql = format!(
        "select b.id, b.title from activities b
          where {OF_ORGANISER}
            and (b.status in ('published', 'full', 'running') or (b.status = 'draft' and b.moderation_state = 'submitted'))
            and exists (select 1 from activity_occurrences mine
                          join activity_occurrences theirs on theirs.activity_id = b.id and theirs.day = mine.day and theirs.status = 'planned'
                         where mine.activity_id = :id and mine.status = 'planned' and mine.ends_at > :now)
          order by b.published_at desc
          limit 200"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(named_params! {
        ":id": id.number(),
        ":organization": activity.organization_id.map(Id::number),
        ":center": activity.volunteer_center_id.map(Id::number),
        ":now": now,
    })?;
    while let Some(row) = rows.next()? {
        let title: String = row.get(1)?;
        if normalise(&title) == wanted {
            return Ok(Some((row.get(0)?, title)));
        }
    }
    Ok(None)
}
