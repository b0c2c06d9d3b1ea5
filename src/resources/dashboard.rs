//! `GET /dashboard`: what waits for a person, by what they are here: for themselves, for their organisations, for their
//! students, and for the centre. Counts only; the lists themselves are those of the resources.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::check::AT_RISK;
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
    /// What waits under each hat, whichever is worn now. Only hats under which something waits.
    hats: Vec<DashboardHat>,
}

impl Typed for DashboardAttributes {
    const TYPE: &'static str = "dashboards";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardPart {
    /// Only what there is, the most pressing first.
    todos: Vec<DashboardTodo>,
    figures: Vec<DashboardFigure>,
    /// The first things to do for who has just begun, each with its state; empty once they have.
    #[serde(default)]
    steps: Vec<DashboardStep>,
    /// Of an organisation: whether it may go online yet.
    approval: Option<DashboardApproval>,
}

/// One of the first things to do.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardStep {
    /// `vacancy`, `profile`, `photo`, `wishes` …
    key: String,
    is_done: bool,
}

/// How an organisation stands with its centre.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardApproval {
    organization_id: String,
    name: String,
    status: String,
    /// Working days that it has waited for approval.
    waiting_days: Option<i64>,
    /// Working days within which a centre decides.
    term_days: i64,
    /// The first vacancy that is still being written.
    draft_id: Option<String>,
}

/// What waits under one hat: that of the centre, of an organisation, or one's own.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardHat {
    /// `centre`, `organization` or `oneself`.
    kind: String,
    organization_id: Option<String>,
    /// Of the organisation.
    name: Option<String>,
    /// How many things wait.
    count: i64,
    /// The part in which the most pressing of them stands: `own`, `organization`, `school` or `centre`.
    side: String,
    /// The most pressing of them.
    first: DashboardTodo,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
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
    waiting!("checks", "checks", None, "t.created_at", "t.user_id = :user_id and t.status = 'requested'"),
    waiting!("saved", "favorites", None, "t.created_at",
        "t.user_id = :user_id and exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status = 'published' and v.expires_at > :now and v.volunteer_center_id = :center_id)"),
];

/// Of the actor's own organisations: joined to the condition of the policy.
#[rustfmt::skip]
const ORGANIZATION: &[Todo] = &[
    waiting!("unanswered", "applications", Some("decide"), "coalesce(t.school_approved_at, t.created_at)",
        "t.is_held = 0 and t.stage = 'new' and t.responded_at is null"),
    waiting!("checks", "checks", Some("manage"), "t.updated_at", "t.status = 'claimed'"),
    waiting!("checks_at_risk", "checks", Some("manage"), "t.valid_until", AT_RISK),
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
    waiting!("checks", "checks", Some("manage"), "t.updated_at", "t.status = 'claimed' and t.organization_id is null and t.volunteer_center_id = :center_id"),
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
                steps: Vec::new(),
                approval: None,
            })
        };
        is_theirs.then(part).transpose()
    };
    let mut own = DashboardPart {
        todos: counting.todos(OWN, "1")?,
        figures: Vec::new(),
        steps: Vec::new(),
        approval: None,
    };
    let mut organization = part(manages, ORGANIZATION, OF_ORGANIZATION, OWN_ORGANIZATION)?;
    let mut mentor = part(is_mentor && !is_centre, MENTOR, &[], "1")?;
    let mut centre = part(is_centre, CENTRE, OF_CENTRE, "1")?;
    own.steps = first_steps::own(counting)?;
    if let Some(organization) = &mut organization {
        (organization.steps, organization.approval) = first_steps::organization(counting)?;
    }
    if let Some(mentor) = &mut mentor {
        mentor.steps = first_steps::mentor(counting)?;
    }
    if let Some(centre) = &mut centre {
        centre.steps = first_steps::centre(counting)?;
    }
    let hats = hats(counting, &own, centre.as_ref())?;
    Ok(DashboardAttributes {
        own,
        organization,
        mentor,
        centre,
        hats,
    })
}

/// Of these, one hears under another hat: somebody waits, or something is about to lapse.
const PRESSING: &[&str] = &[
    "offered",
    "help_offers",
    "help_needs_work",
    "unanswered",
    "checks",
    "needs_work",
    "expiring",
    "to_approve",
    "silent",
    "to_review",
    "organizations",
    "changes",
    "moves",
];

/// More organisations than this are not gone through one by one.
const HATS_AT_MOST: i64 = 12;

fn hats(
    counting: &Counting,
    own: &DashboardPart,
    centre: Option<&DashboardPart>,
) -> Result<Vec<DashboardHat>> {
    let hat =
        |kind: &str, organization: Option<(i64, String)>, todos: Vec<(&str, DashboardTodo)>| {
            let pressing: Vec<(&str, DashboardTodo)> = todos
                .into_iter()
                .filter(|(_, todo)| PRESSING.contains(&todo.key.as_str()))
                .collect();
            let count = pressing.iter().map(|(_, todo)| todo.count).sum();
            let (side, first) = pressing.into_iter().next()?;
            let (id, name) = organization.unzip();
            Some(DashboardHat {
                kind: kind.to_owned(),
                organization_id: id.map(|id| id.to_string()),
                name,
                count,
                side: side.to_owned(),
                first,
            })
        };
    let of = |side: &'static str, todos: &[DashboardTodo]| -> Vec<(&str, DashboardTodo)> {
        todos.iter().map(|todo| (side, todo.clone())).collect()
    };
    let mut found = Vec::new();
    if let Some(centre) = centre {
        found.extend(hat("centre", None, of("centre", &centre.todos)));
    }
    for worn in organizations(counting)? {
        let mut ctx = counting.ctx.clone();
        ctx.organization_id = Some(worn.id);
        let counting = Counting::new(counting.connection, &ctx);
        let mut todos = Vec::new();
        if worn.is_mentor && centre.is_none() {
            let of_students = format!(
                "t.user_id in (select l.student_id from student_links l where l.mentor_id = :user_id and l.organization_id = {})",
                worn.id
            );
            todos.extend(of("school", &counting.todos(MENTOR, &of_students)?));
        }
        if worn.is_manager {
            let pressing = counting.todos_among(ORGANIZATION, OWN_ORGANIZATION, PRESSING)?;
            todos.extend(of("organization", &pressing));
        }
        found.extend(hat("organization", Some((worn.id, worn.name)), todos));
    }
    found.extend(hat("oneself", None, of("own", &own.todos)));
    Ok(found)
}

/// An organisation for which somebody works.
struct Worn {
    id: i64,
    name: String,
    is_manager: bool,
    is_mentor: bool,
}

fn organizations(counting: &Counting) -> Result<Vec<Worn>> {
    let sql = format!(
        "select o.id, o.name, max(r.name = 'organization_superuser'), max(r.name = 'mentor')
           from roles r join organizations o on o.id = r.scope_id
          where r.user_id = :user_id and r.scope_type in ('organization', 'school')
            and r.name in ('organization_superuser', 'mentor')
            and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
            and o.status <> 'deleted' and o.household_of_id is null
          group by o.id order by o.name limit {HATS_AT_MOST}"
    );
    counting.rows(&sql, |row| {
        Ok(Worn {
            id: row.get(0)?,
            name: row.get(1)?,
            is_manager: row.get(2)?,
            is_mentor: row.get(3)?,
        })
    })
}

/// What somebody who has just begun does first, with its state: nothing once they have begun.
mod first_steps {
    use super::{Counting, DashboardApproval, DashboardStep, Result, organizations};

    /// Working days within which a centre decides on an organisation: what its sign-up promises.
    const TERM_DAYS: i64 = 3;

    fn unless_done(steps: Vec<DashboardStep>) -> Vec<DashboardStep> {
        if steps.iter().all(|step| step.is_done) {
            Vec::new()
        } else {
            steps
        }
    }

    /// Until somebody has applied, or asked for help.
    pub fn own(counting: &Counting) -> Result<Vec<DashboardStep>> {
        let steps = counting.facts(&[
            ("wishes", "exists (select 1 from volunteer_profiles p where p.user_id = :user_id
                and (p.theme_ids <> '[]' or p.skills <> '[]' or p.availability <> '[]' or p.frequency is not null or p.postal_code_4 is not null))"),
            ("look", "exists (select 1 from favorites f where f.user_id = :user_id)"),
            ("apply", "exists (select 1 from applications a where a.user_id = :user_id)
                or exists (select 1 from vacancies v where v.asker_id = :user_id)"),
        ])?;
        let has_begun = steps.last().is_some_and(|step| step.is_done);
        Ok(if has_begun { Vec::new() } else { steps })
    }

    /// Of the selected organisation, or of the only one: until it has been approved, has had a vacancy online and shows
    /// who it is.
    pub fn organization(
        counting: &Counting,
    ) -> Result<(Vec<DashboardStep>, Option<DashboardApproval>)> {
        let mine = organizations(counting)?;
        let managed: Vec<i64> = mine
            .iter()
            .filter(|each| each.is_manager)
            .map(|each| each.id)
            .collect();
        let id = match (counting.ctx.organization_id, managed.as_slice()) {
            (Some(chosen), managed) if managed.contains(&chosen) => chosen,
            (None, [only]) => *only,
            _ => return Ok((Vec::new(), None)),
        };
        let approval = counting.rows(
            &format!(
                "select o.name, o.status,
                   iif(o.status = 'pending', working_days(coalesce((select max(s.at) from transitions s
                     where s.subject_type = 'organizations' and s.subject_id = o.id and s.to_state = 'pending'), o.created_at), :now), null),
                   (select min(v.id) from vacancies v where v.organization_id = o.id and v.status = 'draft')
                 from organizations o where o.id = {id}"
            ),
            |row| {
                let draft: Option<i64> = row.get(3)?;
                Ok(DashboardApproval {
                    organization_id: id.to_string(),
                    name: row.get(0)?,
                    status: row.get(1)?,
                    waiting_days: row.get(2)?,
                    term_days: TERM_DAYS,
                    draft_id: draft.map(|id| id.to_string()),
                })
            },
        )?;
        let of = |condition: &str| {
            format!("exists (select 1 from organizations o where o.id = {id} and {condition})")
        };
        let steps = counting.facts(&[
            ("approval", &of("o.status = 'approved'")),
            (
                "vacancy",
                &format!("exists (select 1 from vacancies v where v.organization_id = {id})"),
            ),
            ("profile", &of("length(coalesce(o.description, '')) >= 50")),
            (
                "photo",
                &of("(o.photo_url is not null or o.logo_url is not null)"),
            ),
        ])?;
        let approval = approval.into_iter().next();
        let may_begin = approval
            .as_ref()
            .is_some_and(|at| ["pending", "approved"].contains(&at.status.as_str()));
        let steps = if may_begin {
            unless_done(steps)
        } else {
            Vec::new()
        };
        Ok((steps, approval))
    }

    /// Until a mentor guides somebody.
    pub fn mentor(counting: &Counting) -> Result<Vec<DashboardStep>> {
        let steps = counting.facts(&[
            ("students", "exists (select 1 from student_links l where l.mentor_id = :user_id)"),
            ("first", "exists (select 1 from applications a join student_links l on l.student_id = a.user_id where l.mentor_id = :user_id)"),
        ])?;
        Ok(unless_done(steps))
    }

    /// Until a centre has an organisation with a vacancy online.
    pub fn centre(counting: &Counting) -> Result<Vec<DashboardStep>> {
        let steps = counting.facts(&[
            ("logo", "exists (select 1 from volunteer_centers c join volunteer_center_profiles p on p.id = c.profile_id
                where c.id = :center_id and p.website_logo_url is not null)"),
            ("contact", "exists (select 1 from volunteer_centers c join volunteer_center_profiles p on p.id = c.profile_id
                where c.id = :center_id and p.contact_name is not null)"),
            ("home", "exists (select 1 from published_pages p where p.volunteer_center_id = :center_id and p.slug = 'home')"),
            ("organization", "exists (select 1 from organizations o where o.volunteer_center_id = :center_id
                and o.status = 'approved' and o.organization_type <> 'VolunteerCenter' and o.household_of_id is null)"),
            ("vacancy", "exists (select 1 from vacancies v where v.volunteer_center_id = :center_id and v.status <> 'draft')"),
        ])?;
        let has_begun = steps.iter().rev().take(2).all(|step| step.is_done);
        Ok(if has_begun { Vec::new() } else { steps })
    }
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
        self.counted(todos.iter(), within)
    }

    /// Those of them with one of these keys.
    fn todos_among(
        &self,
        todos: &[Todo],
        within: &str,
        keys: &[&str],
    ) -> Result<Vec<DashboardTodo>> {
        self.counted(todos.iter().filter(|todo| keys.contains(&todo.key)), within)
    }

    fn counted<'t>(
        &self,
        todos: impl Iterator<Item = &'t Todo>,
        within: &str,
    ) -> Result<Vec<DashboardTodo>> {
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

    /// The rows of a statement, bound as the counts are.
    fn rows<T>(
        &self,
        sql: &str,
        read: impl Fn(&rusqlite::Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, self.ctx, &self.moments)?;
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row)?);
        }
        Ok(found)
    }

    /// The yes or no of each of these conditions.
    fn facts(&self, conditions: &[(&str, &str)]) -> Result<Vec<DashboardStep>> {
        let sql: Vec<String> = conditions
            .iter()
            .map(|(_, condition)| format!("({condition})"))
            .collect();
        let found = self.rows(&format!("select {}", sql.join(", ")), |row| {
            conditions
                .iter()
                .enumerate()
                .map(|(at, (key, _))| {
                    Ok(DashboardStep {
                        key: (*key).to_owned(),
                        is_done: row.get(at)?,
                    })
                })
                .collect::<rusqlite::Result<Vec<_>>>()
        })?;
        Ok(found.into_iter().flatten().collect())
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
