//! `GET /dashboard`: what waits for a person, by what they are here: for themselves, for their organisations, for their
//! students, and for the centre. Counts only; the lists themselves are those of the resources.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::user::User;
use crate::app::access::{Access, RequestContext, action};
use crate::base::clock::{days, later};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{AuthContext as _, Document};
use crate::policy::OWN_ORGANIZATION;

/// What waits for somebody, by what they are here.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardAttributes {
    own: DashboardPart,
    /// Of the organisations that they manage, or of the selected one.
    organization: Option<DashboardPart>,
    /// Of the students whom they guide.
    mentor: Option<DashboardPart>,
    centre: Option<DashboardPart>,
}

impl Typed for DashboardAttributes {
    const TYPE: &'static str = "dashboards";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardPart {
    /// Only what there is, the most pressing first.
    todos: Vec<DashboardTodo>,
    figures: Vec<DashboardFigure>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardTodo {
    /// `unanswered`, `silent`, `to_review` …
    key: String,
    count: i64,
    /// Since when the oldest waits, or when the first is due.
    since: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardFigure {
    key: String,
    count: i64,
    /// The same in the seven days before.
    before: Option<i64>,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/dashboard", dashboard)
        .named("getDashboard", "Counts what waits for the person")
        .answers(Described::json::<OneOf<DashboardAttributes>>(200))
}

/// Something to do: the rows that are counted, within those on which the actor has the verb.
struct Todo {
    key: &'static str,
    table: &'static str,
    /// None: the condition says it all.
    verb: Option<&'static str>,
    rows: &'static str,
    since: &'static str,
}

macro_rules! waiting {
    ($key:literal, $table:literal, $verb:expr, $since:literal, $rows:expr) => {
        Todo {
            key: $key,
            table: $table,
            verb: $verb,
            rows: $rows,
            since: $since,
        }
    };
}

macro_rules! open_stages {
    () => {
        "t.stage in ('mentor_review', 'new', 'in_contact', 'waitlisted')"
    };
}

#[rustfmt::skip]
const OWN: &[Todo] = &[
    waiting!("offered", "applications", None, "t.offer_expires_at", "t.user_id = :user_id and t.stage = 'offered'"),
    waiting!("open", "applications", None, "t.created_at", concat!("t.user_id = :user_id and ", open_stages!())),
    waiting!("accepted", "applications", None, "t.updated_at", "t.user_id = :user_id and t.stage in ('accepted', 'started')"),
    waiting!("help_offers", "applications", None, "t.created_at",
        "t.stage = 'new' and t.is_held = 0 and t.responded_at is null
         and t.vacancy_id in (select v.id from vacancies v where v.asker_id = :user_id and v.volunteer_center_id = :center_id)"),
    waiting!("help_needs_work", "vacancies", None, "t.updated_at",
        "t.asker_id = :user_id and t.volunteer_center_id = :center_id
         and ((t.status = 'draft' and t.moderation_state = 'needs_work') or t.revision_state = 'needs_work')"),
    waiting!("help_requests", "vacancies", None, "t.created_at",
        "t.asker_id = :user_id and t.volunteer_center_id = :center_id
         and (t.status = 'published' or (t.status = 'draft' and t.moderation_state in ('none', 'submitted')))"),
    waiting!("saved", "favorites", None, "t.created_at",
        "t.user_id = :user_id and exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status = 'published' and v.expires_at > :now and v.volunteer_center_id = :center_id)"),
];

/// Of the actor's own organisations: joined to the condition of the policy.
#[rustfmt::skip]
const ORGANIZATION: &[Todo] = &[
    waiting!("unanswered", "applications", Some("decide"), "coalesce(t.school_approved_at, t.created_at)",
        "t.is_held = 0 and t.stage = 'new' and t.responded_at is null"),
    waiting!("needs_work", "vacancies", Some("manage"), "t.updated_at",
        "(t.status = 'draft' and t.moderation_state = 'needs_work') or t.revision_state = 'needs_work'"),
    waiting!("expiring", "vacancies", Some("manage"), "t.expires_at", "t.status = 'published' and t.expires_at <= :in_three_weeks"),
    waiting!("expired", "vacancies", Some("manage"), "t.expires_at", "t.status = 'expired' and t.expires_at > :three_months_ago"),
    waiting!("drafts", "vacancies", Some("manage"), "t.created_at", "t.status = 'draft' and t.moderation_state = 'none'"),
];

const MENTOR: &[Todo] = &[waiting!(
    "to_approve",
    "applications",
    Some("approve"),
    "t.created_at",
    "t.stage = 'mentor_review'"
)];

#[rustfmt::skip]
const CENTRE: &[Todo] = &[
    waiting!("silent", "applications", Some("decide"), "coalesce(t.school_approved_at, t.created_at)",
        "t.is_held = 0 and t.stage = 'new' and t.responded_at is null and t.volunteer_center_id = :center_id
         and coalesce(t.school_approved_at, t.created_at) <= :week_ago"),
    waiting!("to_review", "vacancies", Some("approve"), "t.updated_at",
        "(t.status = 'draft' and t.moderation_state = 'submitted') or t.revision_state = 'submitted'"),
    waiting!("organizations", "organizations", Some("approve"), "t.created_at", "t.status = 'pending'"),
    waiting!("changes", "organizations", Some("approve"), "t.change_requested_at",
        "t.change_requested_at is not null and t.status = 'approved'"),
    waiting!("moves", "organizations", Some("receive"), "t.move_requested_at", "t.move_to_id = :center_id"),
    waiting!("suggestions", "organization_suggestions", Some("update"), "t.created_at", "t.handled = 0"),
    waiting!("unconfirmed", "organizations", Some("approve"), "t.unconfirmed_since",
        "t.unconfirmed_since is not null and t.status = 'approved'"),
    waiting!("expiring", "vacancies", Some("approve"), "t.expires_at", "t.status = 'published' and t.expires_at <= :in_three_weeks"),
];

/// A number, and the same of the week before where it is one of a week.
struct Figure {
    key: &'static str,
    table: &'static str,
    verb: &'static str,
    rows: &'static str,
    /// The moment that has to lie in the week. None: how many there are now.
    at: Option<&'static str>,
}

#[rustfmt::skip]
const OF_ORGANIZATION: &[Figure] = &[
    Figure { key: "online", table: "vacancies", verb: "manage", rows: "t.status = 'published'", at: None },
    Figure { key: "applications", table: "applications", verb: "decide", rows: "t.is_held = 0", at: Some("t.created_at") },
];

#[rustfmt::skip]
const OF_CENTRE: &[Figure] = &[
    Figure { key: "online", table: "vacancies", verb: "approve", rows: "t.status = 'published'", at: None },
    Figure { key: "applications", table: "applications", verb: "decide",
        rows: "t.is_held = 0 and t.volunteer_center_id = :center_id", at: Some("t.created_at") },
    Figure { key: "people", table: "users", verb: "oversee",
        rows: "t.status = 'active' and t.volunteer_center_id = :center_id", at: Some("t.created_at") },
    Figure { key: "approved", table: "organizations", verb: "approve", rows: "t.status = 'approved'", at: None },
];

async fn dashboard(access: Access<User, action::Update>, (): (), _: Input<()>) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let rows = access.rows();
    let attributes = access
        .read(move |connection| of(&Counting::new(connection, rows.ctx())))
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": DashboardAttributes::TYPE,
        "id": user_id.to_string(),
        "attributes": attributes,
    } })))
}

fn of(counting: &Counting) -> Result<DashboardAttributes> {
    let ctx = counting.ctx;
    let manages = ctx
        .principal
        .as_ref()
        .is_some_and(|principal| !principal.organizations.is_empty());
    let is_centre = counting.rows_of("vacancies", "approve").is_some();
    // The centre approves students' applications too, as its own work.
    let is_mentor = ctx.has(crate::policy::Role::Mentor);
    let part = |is_theirs: bool, todos: &[Todo], figures: &[Figure], within: &str| {
        let part = || -> Result<DashboardPart> {
            Ok(DashboardPart {
                todos: counting.todos(todos, within)?,
                figures: counting.figures(figures, within)?,
            })
        };
        is_theirs.then(part).transpose()
    };
    Ok(DashboardAttributes {
        own: DashboardPart {
            todos: counting.todos(OWN, "1")?,
            figures: Vec::new(),
        },
        organization: part(manages, ORGANIZATION, OF_ORGANIZATION, OWN_ORGANIZATION)?,
        mentor: part(is_mentor && !is_centre, MENTOR, &[], "1")?,
        centre: part(is_centre, CENTRE, OF_CENTRE, "1")?,
    })
}

struct Counting<'a> {
    connection: &'a Connection,
    ctx: &'a RequestContext,
    moments: Vec<(String, rusqlite::types::Value)>,
}

impl<'a> Counting<'a> {
    fn new(connection: &'a Connection, ctx: &'a RequestContext) -> Self {
        let moment = |name: &str, by: i64| (format!(":{name}"), later(&ctx.now, days(by)).into());
        Self {
            connection,
            ctx,
            moments: vec![
                moment("week_ago", -7),
                moment("two_weeks_ago", -14),
                moment("in_three_weeks", 21),
                moment("three_months_ago", -90),
            ],
        }
    }

    /// SQL for the rows on which the actor has the verb.
    fn rows_of(&self, table: &'static str, verb: &str) -> Option<String> {
        let visibility = self.ctx.visibility(table)?;
        let (_, rows) = visibility.can.iter().find(|(word, _)| *word == verb)?;
        Some(rows.clone())
    }

    fn todos(&self, todos: &[Todo], within: &str) -> Result<Vec<DashboardTodo>> {
        let mut found = Vec::new();
        for todo in todos {
            let Some(condition) = self.condition(todo.table, todo.verb, (todo.rows, within)) else {
                continue;
            };
            let sql = format!(
                "select count(*), min({}) from {} t where {condition}",
                todo.since, todo.table
            );
            let (count, since) = self.one(&sql)?;
            if count > 0 {
                found.push(DashboardTodo {
                    key: todo.key.to_owned(),
                    count,
                    since,
                });
            }
        }
        Ok(found)
    }

    fn figures(&self, figures: &[Figure], within: &str) -> Result<Vec<DashboardFigure>> {
        let mut found = Vec::new();
        for figure in figures {
            let Some(condition) =
                self.condition(figure.table, Some(figure.verb), (figure.rows, within))
            else {
                continue;
            };
            let counted = |moment: &str| {
                let sql = format!(
                    "select count(*), null from {} t where {condition}{moment}",
                    figure.table
                );
                Ok::<_, crate::error::Error>(self.one(&sql)?.0)
            };
            let (count, before) = match figure.at {
                None => (counted("")?, None),
                Some(at) => (
                    counted(&format!(" and {at} > :week_ago"))?,
                    Some(counted(&format!(
                        " and {at} > :two_weeks_ago and {at} <= :week_ago"
                    ))?),
                ),
            };
            found.push(DashboardFigure {
                key: figure.key.to_owned(),
                count,
                before,
            });
        }
        Ok(found)
    }

    fn condition(
        &self,
        table: &'static str,
        verb: Option<&str>,
        (rows, within): (&str, &str),
    ) -> Option<String> {
        let allowed = match verb {
            None => "1".to_owned(),
            Some(verb) => self.rows_of(table, verb)?,
        };
        Some(format!("({rows}) and ({within}) and ({allowed})"))
    }

    fn one(&self, sql: &str) -> Result<(i64, Option<String>)> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, self.ctx, &self.moments)?;
        let mut rows = statement.raw_query();
        let Some(row) = rows.next()? else {
            return Ok((0, None));
        };
        Ok((row.get(0)?, row.get(1)?))
    }
}
