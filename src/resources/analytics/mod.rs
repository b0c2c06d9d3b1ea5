//! Figures of a centre: what was asked for, what came of it, and where it stops. Counts alone; groups of fewer than five
//! people are hidden (docs/decisions/0046).

mod board;
mod cells;
pub mod count;
mod download;
mod figure;
mod figures;
mod funnel;
mod organizations;
mod period;
mod public;
mod shown;
mod tabs;
mod themes;
mod website;
mod words;
pub mod year_report;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::board::{Board, Scope};
use self::figure::FigureAttributes;
use self::period::Period;
use self::words::Words;
use super::user::User;
use crate::app::access::{Access, FiguresReach as Reach, RequestContext, action};
use crate::base::working_days::local_date;
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, FromPath, Input, OneOf, Routes, Typed};
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::{Conditions, Document, Query};
use crate::policy::Role;

/// Of `compare`: beside nothing.
const NOT_COMPARED: &str = "none";

/// Years of which figures can be asked for.
const YEARS: i16 = 6;

/// Figures of one tab.
#[derive(Serialize, Deserialize, JsonSchema)]
struct AnalyticsAttributes {
    /// The tabs that the reader may open.
    tabs: Vec<String>,
    period: AnalyticsPeriod,
    /// None where nothing is compared.
    compare: Option<AnalyticsPeriod>,
    /// The periods that can be asked for, the newest first.
    periods: Vec<AnalyticsChoice>,
    /// More than one for an admin alone.
    centers: Vec<AnalyticsCenter>,
    center_id: String,
    theme_id: Option<String>,
    organization_id: Option<String>,
    /// They are of the reader's own organisation.
    is_own: bool,
    /// When they were counted; none before the first time.
    updated_at: Option<String>,
    key_numbers: Vec<KeyNumber>,
    figures: Vec<FigureAttributes>,
}

impl Typed for AnalyticsAttributes {
    const TYPE: &'static str = "analytics";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AnalyticsPeriod {
    /// `2026`, `2026-q4` or `2026-11`.
    key: String,
    label: String,
    /// `YYYY-MM-DD`.
    from: String,
    /// Of a running period today.
    to: String,
    /// It is not over yet.
    is_running: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AnalyticsChoice {
    key: String,
    label: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AnalyticsCenter {
    id: String,
    name: String,
}

/// A number that says most.
#[derive(Serialize, Deserialize, JsonSchema)]
struct KeyNumber {
    key: String,
    /// None where it is hidden, or no whole number.
    value: Option<i64>,
    text: String,
    label: String,
    /// Of the period before, in words.
    before: Option<String>,
    /// `up`, `down` or `same`.
    trend: Option<String>,
    /// None where neither is better.
    is_better: Option<bool>,
}

const PARAMETERS: &[&str] = &[
    "period",
    "compare",
    "theme_id",
    "organization_id",
    "center_id",
];
const PARAMETERS_OF_FILE: &[&str] = &[
    "period",
    "compare",
    "theme_id",
    "organization_id",
    "center_id",
    "format",
];

pub fn routes() -> Routes {
    Routes::new()
        .merge(public::routes())
        .action(Method::GET, "//api/v1/analytics/{tab}", analytics)
        .named(
            "getAnalytics",
            "Tells the figures of a centre, or of one's own organisation",
        )
        .described("Groups of fewer than five people are hidden, and what would tell of them.")
        .answers(Described::json::<OneOf<AnalyticsAttributes>>(200))
        .query_parameters(PARAMETERS)
        .action(
            Method::GET,
            "//api/v1/analytics/{tab}/{figure}",
            download::download,
        )
        .named("downloadFigure", "Gives the table of a figure as a file")
        .answers(Described::file("text/csv"))
        .query_parameters(PARAMETERS_OF_FILE)
}

/// The tab in a path.
struct TabInPath(String);

impl FromPath for TabInPath {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        Ok(Self(path.get("tab").cloned().ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

async fn analytics(
    access: Access<User, action::Update>,
    TabInPath(tab): TabInPath,
    input: Input<()>,
) -> Result<Document> {
    let question = Question::of(access.ctx(), &tab, &input.query)?;
    let attributes = access
        .read(move |connection| question.answer(connection))
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": AnalyticsAttributes::TYPE,
        "id": tab,
        "attributes": attributes,
    } })))
}

/// What somebody asks for, and may.
struct Question {
    tab: &'static str,
    reach: Reach,
    center_id: i64,
    is_admin: bool,
    scope: Scope,
    period: Period,
    is_compared: bool,
    now: String,
    words: Words,
}

/// A parameter that can't be.
fn refused(name: &str, query: &Query, allowed: &[&str]) -> Error {
    Conditions::impossible(name, query.get(name).unwrap_or_default(), allowed)
}

/// A parameter that is an id; none where it is empty.
fn whole_number(query: &Query, name: &str) -> Result<Option<i64>> {
    match query.get(name).filter(|value| !value.is_empty()) {
        None => Ok(None),
        Some(value) => value
            .parse()
            .ok()
            .filter(|id: &i64| *id > 0)
            .map(Some)
            .ok_or_else(|| refused(name, query, &["1, 2, 3 …"])),
    }
}

/// The centre that is asked for: that of the site, but for an admin.
fn center_of(ctx: &RequestContext, asked: Option<i64>, is_admin: bool) -> Result<i64> {
    match asked {
        Some(id) if id != ctx.site.center_id && !is_admin => Err(Code::Forbidden.into()),
        asked => Ok(asked.unwrap_or(ctx.site.center_id)),
    }
}

/// The years of which there are figures, the newest first.
fn years_of(connection: &Connection, center_id: i64, this_year: i16) -> Result<Vec<i16>> {
    let first: Option<String> = connection
        .prepare_cached(
            "select min(period) from analytics_cells where volunteer_center_id = ?1 and dimension = 'total' and length(period) = 4",
        )?
        .query_row([center_id], |row| row.get(0))?;
    let first = first
        .and_then(|year| year.parse().ok())
        .unwrap_or(this_year)
        .max(this_year - YEARS + 1);
    Ok((first..=this_year).rev().collect())
}

impl Question {
    fn of(ctx: &RequestContext, tab: &str, query: &Query) -> Result<Self> {
        let reach = Reach::of(ctx).ok_or(Code::Forbidden)?;
        let tab = tabs::TABS
            .into_iter()
            .find(|each| *each == tab)
            .ok_or(Code::NotFound)?;
        if !tabs::of_reach(reach).contains(&tab) {
            return Err(Code::Forbidden.into());
        }
        let number = |name: &str| whole_number(query, name);
        let is_admin = ctx.has(Role::Admin) && reach == Reach::Center;
        let center_id = center_of(ctx, number("center_id")?, is_admin)?;
        let scope = match (reach, number("organization_id")?, number("theme_id")?) {
            (Reach::Organization, _, _) => Scope::Organization(own_organization(ctx)?),
            (Reach::Content, _, _) | (_, None, None) => Scope::Center,
            (_, Some(id), None) => Scope::Organization(id),
            (_, None, Some(id)) => Scope::Theme(id),
            // Of both at once there would be figures of a handful of people.
            (_, Some(_), Some(_)) => {
                return Err(refused("theme_id", query, &["theme_id", "organization_id"]));
            }
        };
        let today = local_date(&ctx.now).ok_or(Code::Internal)?;
        let period = match query.get("period").filter(|key| !key.is_empty()) {
            None => Period::year(today.year()),
            Some(key) => Period::parse(key)
                .filter(|period| period.first_day() <= today && period.year > today.year() - YEARS)
                .ok_or_else(|| refused("period", query, &["2026", "2026-q4", "2026-11"]))?,
        };
        let is_compared = match query.get("compare") {
            None | Some("year_before") => true,
            Some(NOT_COMPARED) => false,
            Some(_) => return Err(refused("compare", query, &["year_before", NOT_COMPARED])),
        };
        Ok(Self {
            tab,
            reach,
            center_id,
            is_admin,
            scope,
            period,
            is_compared,
            now: ctx.now.clone(),
            words: Words {
                locale: ctx.site.locale,
            },
        })
    }

    fn board<'a>(&self, connection: &'a Connection) -> Result<Board<'a>> {
        let today = local_date(&self.now).ok_or(Code::Internal)?;
        Ok(Board {
            connection,
            center_id: self.center_id,
            scope: self.scope,
            period: self.period,
            before: self.is_compared.then(|| self.period.year_before()),
            today,
            words: self.words,
        })
    }

    fn answer(&self, connection: &Connection) -> Result<AnalyticsAttributes> {
        let board = self.board(connection)?;
        let id = |of: fn(Scope) -> Option<i64>| of(self.scope).map(|id| id.to_string());
        let period_attributes = |period: Period| AnalyticsPeriod {
            key: period.key(),
            label: period.in_words(board.today, self.words.locale),
            from: period.first_day().to_string(),
            to: period.last_day().min(board.today).to_string(),
            is_running: period.is_running(board.today),
        };
        Ok(AnalyticsAttributes {
            tabs: tabs::of_reach(self.reach)
                .iter()
                .map(|tab| (*tab).to_owned())
                .collect(),
            period: period_attributes(self.period),
            compare: board.before.map(period_attributes),
            periods: self.periods(&board)?,
            centers: self.centers(connection)?,
            center_id: self.center_id.to_string(),
            theme_id: id(|scope| match scope {
                Scope::Theme(id) => Some(id),
                _ => None,
            }),
            organization_id: id(|scope| match scope {
                Scope::Organization(id) => Some(id),
                _ => None,
            }),
            is_own: self.reach == Reach::Organization,
            updated_at: count::counted_at(connection)?,
            key_numbers: tabs::key_numbers(&board, self.tab)?,
            figures: tabs::figures(&board, self.tab)?
                .into_iter()
                .map(|figure| figure.into_attributes(self.words))
                .collect(),
        })
    }

    /// Years since the first figure; quarters and months of the newest two.
    fn periods(&self, board: &Board) -> Result<Vec<AnalyticsChoice>> {
        let this_year = board.today.year();
        let years = years_of(board.connection, board.center_id, this_year)?;
        let first = years.last().copied().unwrap_or(this_year);
        let years = years.into_iter().map(Period::year);
        let newest = [this_year, this_year - 1];
        let in_reach = |period: &Period| period.first_day() <= board.today && period.year >= first;
        let quarters = newest.into_iter().flat_map(|year| {
            (1..=4)
                .rev()
                .map(move |quarter| Period::quarter(year, quarter))
        });
        let months = newest
            .into_iter()
            .flat_map(|year| (1..=12).rev().map(move |month| Period::month(year, month)));
        Ok(years
            .chain(quarters)
            .chain(months)
            .filter(in_reach)
            .map(|period| AnalyticsChoice {
                key: period.key(),
                label: period.label(self.words.locale),
            })
            .collect())
    }

    fn centers(&self, connection: &Connection) -> Result<Vec<AnalyticsCenter>> {
        let sql = "select id, name from volunteer_centers where ?1 or id = ?2 order by name";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map((self.is_admin, self.center_id), |row| {
            Ok(AnalyticsCenter {
                id: row.get::<_, i64>(0)?.to_string(),
                name: row.get(1)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn own_organization(ctx: &RequestContext) -> Result<i64> {
    let managed = ctx
        .principal
        .as_ref()
        .and_then(|principal| principal.organizations.first().copied());
    ctx.organization_id
        .or(managed)
        .ok_or_else(|| Code::Forbidden.into())
}
