//! `GET /dashboard`: what waits for a person, by what they are here: for themselves, for their organisations, for their
//! students, for the centre and for its site. Counts only, each by itself; the lists are those of the resources.
//! `PATCH /dashboard`: which cards the person sees, and in which order.

mod counting;
mod first_steps;
mod hats;
mod layout;
mod todos;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::counting::Counting;
use self::hats::hats;
use self::layout::{DashboardCardState, Layout};
use self::todos::{
    CENTRE, CONTENT, Figure, MENTOR, OF_CENTRE, OF_CONTENT, OF_MENTOR, OF_ORGANIZATION,
    ORGANIZATION, OWN, Todo,
};
use super::user::User;
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::Document;
use crate::model::plain_form::Form;
use crate::policy::{OWN_ORGANIZATION, Role};

/// What waits for somebody, by what they are here.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DashboardAttributes {
    own: DashboardPart,
    /// Of the organisations that they manage, or of the selected one.
    organization: Option<DashboardPart>,
    /// Of the students whom they guide.
    mentor: Option<DashboardPart>,
    centre: Option<DashboardPart>,
    /// The site, for who makes it and is not of the centre's staff.
    content: Option<DashboardPart>,
    /// What waits under each hat, whichever is worn now. Only hats under which something waits.
    hats: Vec<DashboardHat>,
    /// How the person arranged their cards. A card that is not named comes after these, and is shown.
    cards: Vec<DashboardCardState>,
    /// What could not be counted, such as `centre.silent`: it is left out of its part, and the rest holds.
    failed: Vec<String>,
}

impl Typed for DashboardAttributes {
    const TYPE: &'static str = "dashboards";
}

#[derive(Default, Serialize, Deserialize, JsonSchema)]
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
        .action(Method::PATCH, "//api/v1/dashboard", arrange)
        .named("updateDashboard", "Arranges the person's cards")
        .answers(Described::json::<OneOf<DashboardAttributes>>(200))
        .action(Method::PUT, "//api/v1/dashboard", arrange)
        .named("putDashboard", "Arranges the person's cards, as PATCH does")
        .answers(Described::json::<OneOf<DashboardAttributes>>(200))
}

async fn dashboard(access: Access<User, action::Update>, (): (), _: Input<()>) -> Result<Document> {
    board_of(&access).await
}

/// `PATCH` and `PUT /dashboard {cards: [{key, is_hidden}]}`: all of them at once; none, and they come as they are.
async fn arrange(
    access: Access<User, action::Update>,
    (): (),
    input: Input<Form<Layout>>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let layout = input.body.read(&["cards"])?;
    layout.validate_cards()?;
    access
        .write(move |tx, _| layout::store(tx, user_id, &layout))
        .await?;
    board_of(&access).await
}

async fn board_of(access: &Access<User, action::Update>) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let rows = access.rows();
    let attributes = access
        .read(move |connection| Ok(count_all(Counting::new(connection, rows.ctx()), user_id)))
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": DashboardAttributes::TYPE,
        "id": user_id.to_string(),
        "attributes": attributes,
    } })))
}

fn count_all(counting: Counting, user_id: i64) -> DashboardAttributes {
    let ctx = counting.ctx;
    let manages = ctx
        .principal
        .as_ref()
        .is_some_and(|principal| !principal.organizations.is_empty());
    let is_centre = counting.rows_of("vacancies", "approve").is_some();
    // The centre approves students' applications and makes the site too, as its own work.
    let is_mentor = ctx.has(Role::Mentor) && !is_centre;
    let makes_site = counting.rows_of("pages", "update").is_some() && !is_centre;
    let part = |side: &str, todos: &[Todo], figures: &[Figure], within: &str| DashboardPart {
        todos: counting.todos(side, todos, within),
        figures: counting.figures(side, figures, within),
        ..DashboardPart::default()
    };
    let mut own = part("own", OWN, &[], "1");
    let mut organization = manages.then(|| {
        part(
            "organization",
            ORGANIZATION,
            OF_ORGANIZATION,
            OWN_ORGANIZATION,
        )
    });
    let mut mentor = is_mentor.then(|| part("school", MENTOR, OF_MENTOR, "1"));
    let mut centre = is_centre.then(|| part("centre", CENTRE, OF_CENTRE, "1"));
    let content = makes_site.then(|| part("content", CONTENT, OF_CONTENT, "1"));
    own.steps = counting.unless_failed("own.steps", || first_steps::own(&counting));
    if let Some(organization) = &mut organization {
        (organization.steps, organization.approval) = counting
            .unless_failed("organization.steps", || {
                first_steps::organization(&counting)
            });
    }
    if let Some(mentor) = &mut mentor {
        mentor.steps = counting.unless_failed("school.steps", || first_steps::mentor(&counting));
    }
    if let Some(centre) = &mut centre {
        centre.steps = counting.unless_failed("centre.steps", || first_steps::centre(&counting));
    }
    let hats = counting.unless_failed("hats", || hats(&counting, &own, centre.as_ref()));
    let cards = counting.unless_failed("cards", || layout::load(counting.connection, user_id));
    DashboardAttributes {
        own,
        organization,
        mentor,
        centre,
        content,
        hats,
        cards,
        failed: counting.failed(),
    }
}
