//! Every table of the tenant, to look at: for an admin who has just proved a second factor. Personal data are masked
//! until a reason is given; messages and secrets open for nobody (docs/decisions/0047).

mod disclosure;
mod download;
pub mod facts;
mod question;
mod rows;
mod shape;
pub mod tables;

use std::collections::HashMap;
use std::time::Duration;

use axum::http::Method;
use jiff::SignedDuration;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::disclosure::{DataViewerDisclosure, DisclosureForm, Open, note_seen};
use self::facts::{Facts, Kind};
use self::question::{Asked, Question, is_filterable, is_sortable};
use self::rows::{DataViewerReference, DataViewerRow, MOST_COUNTED, Page, SMALL, count_rows};
use self::shape::{Shape, facts_of};
use self::tables::TABLES;
use super::user::User;
use crate::app::access::{Access, RequestContext, action};
use crate::app::auth::session::Principal;
use crate::base::clock::{instant, later};
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, FromPath, Input, OneOf, Routes, Typed};
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::{Answer, Document};
use crate::model::plain_form::Form;
use crate::policy::Role;

/// Maximum age of the proof of a second factor.
const FRESH: SignedDuration = SignedDuration::from_mins(15);
/// Time within which rows of all tables are counted; those that come after it are told without a count.
const COUNTED_WITHIN: Duration = Duration::from_millis(800);

/// The tables of the tenant.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DataViewerAttributes {
    tables: Vec<DataViewerTable>,
    /// What is open to the session.
    disclosures: Vec<DataViewerDisclosure>,
}

impl Typed for DataViewerAttributes {
    const TYPE: &'static str = "data_viewers";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct DataViewerTable {
    name: String,
    /// `people`, `matching`, `organizations`, `site` or `system`.
    group: String,
    /// None where there was no time to count.
    count: Option<i64>,
    /// There are more rows than `count`.
    has_more: bool,
}

/// Rows of a table.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DataViewerTableAttributes {
    group: String,
    columns: Vec<DataViewerColumn>,
    rows: Vec<DataViewerRow>,
    /// Rows that fit the filters.
    count: i64,
    /// There are more rows than `count`.
    has_more: bool,
    /// `page[after]` of the next page; none on the last.
    after: Option<String>,
    /// The column that the rows are ordered by, with `-` for from high to low; none where they lie in no order.
    sort: Option<String>,
    /// What is open to the session.
    disclosures: Vec<DataViewerDisclosure>,
}

impl Typed for DataViewerTableAttributes {
    const TYPE: &'static str = "data_viewer_tables";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct DataViewerColumn {
    name: String,
    /// `shown`, `personal`, `personal_in_rows` or `closed`.
    kind: String,
    /// `integer`, `real`, `text` or `blob`.
    data_type: String,
    /// The table whose row it names.
    references: Option<String>,
    can_sort: bool,
    can_filter: bool,
}

/// One row, with what refers to it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DataViewerRowAttributes {
    group: String,
    columns: Vec<DataViewerColumn>,
    row: DataViewerRow,
    referred_by: Vec<DataViewerReference>,
    disclosures: Vec<DataViewerDisclosure>,
}

impl Typed for DataViewerRowAttributes {
    const TYPE: &'static str = "data_viewer_rows";
}

/// A reason that was given.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DisclosureAttributes {
    table: String,
    row_ids: Option<Vec<i64>>,
    reason: String,
    until: String,
}

impl Typed for DisclosureAttributes {
    const TYPE: &'static str = "data_viewer_disclosures";
}

const PARAMETERS: &[&str] = &["sort", "page[after]", "page[size]", "format"];

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/admin/data_viewer", tables_of_tenant)
        .named("getDataViewer", "Lists the tables of the tenant")
        .described("For an admin who proved a second factor within the last 15 minutes.")
        .answers(Described::json::<OneOf<DataViewerAttributes>>(200))
        .action(
            Method::POST,
            "//api/v1/admin/data_viewer/disclosures",
            disclose,
        )
        .named(
            "discloseInDataViewer",
            "Shows personal data for fifteen minutes, for a reason",
        )
        .described("Recorded in the audit log; the people whose data are seen read it in theirs.")
        .answers(Described::json::<OneOf<DisclosureAttributes>>(201))
        .action(
            Method::GET,
            "//api/v1/admin/data_viewer/{table}",
            download::rows_or_file,
        )
        .named("getDataViewerTable", "Shows rows of a table")
        .described(
            "`filter[column]` equals; `column_not_eq`, `column_gteq`, `column_lteq` and `column_null` compare. Personal data are masked; `format=csv` gives a file in which they always are.",
        )
        .answers(Described::json::<OneOf<DataViewerTableAttributes>>(200))
        .query_parameters(PARAMETERS)
        .action(
            Method::GET,
            "//api/v1/admin/data_viewer/{table}/{row}",
            row_of_table,
        )
        .named("getDataViewerRow", "Shows a row and what refers to it")
        .answers(Described::json::<OneOf<DataViewerRowAttributes>>(200))
}

type Admitted = Access<User, action::Oversee>;

/// A table in a path.
struct TableInPath(&'static Facts);

impl FromPath for TableInPath {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let facts = path.get("table").and_then(|table| facts_of(table));
        Ok(Self(facts.ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

/// A row in a path.
struct RowInPath(&'static Facts, i64);

impl FromPath for RowInPath {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let TableInPath(facts) = TableInPath::read(path)?;
        let row = path.get("row").and_then(|row| row.parse().ok());
        Ok(Self(facts, row.ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

/// Who looks.
#[derive(Clone)]
struct Viewer {
    principal: Principal,
    now: String,
}

impl Viewer {
    fn of(ctx: &RequestContext) -> Result<Self> {
        let principal = ctx.principal.as_ref().ok_or(Code::NotSignedIn)?;
        if !ctx.has(Role::Admin) || principal.impersonation.is_some() {
            return Err(Code::Forbidden.into());
        }
        Ok(Self {
            principal: principal.clone(),
            now: ctx.now.clone(),
        })
    }

    /// Refuses a session whose second factor was not proved lately.
    fn require_second_factor(&self, connection: &Connection) -> Result<()> {
        let proved_at: Option<String> = connection
            .prepare_cached("select second_factor_at from sessions where id = ?1")?
            .query_row([self.principal.session_id], |row| row.get(0))?;
        let is_fresh = proved_at.is_some_and(|at| later(&at, FRESH) > self.now);
        if is_fresh && self.principal.factor.is_set_up {
            return Ok(());
        }
        Err(Error::from(Code::SecondFactorNeeded)
            .with("is_set_up", self.principal.factor.is_set_up)
            .with("methods", self.principal.factor.methods()))
    }

    /// What is open to the session, if it may look at all.
    fn open(&self, connection: &Connection) -> Result<Open> {
        self.require_second_factor(connection)?;
        Open::of(connection, self.principal.session_id, &self.now)
    }
}

fn document<T: Typed + Serialize>(id: &str, attributes: &T) -> Document {
    Document::of(&json!({ "data": { "type": T::TYPE, "id": id, "attributes": attributes } }))
}

async fn tables_of_tenant(access: Admitted, (): (), _: Input<()>) -> Result<Document> {
    let viewer = Viewer::of(access.ctx())?;
    let attributes = access
        .search(move |connection| {
            let open = viewer.open(connection)?;
            let begun = instant();
            let tables = TABLES.iter().map(|facts| {
                let count = if begun.elapsed() < COUNTED_WITHIN {
                    let rows = count_rows(connection, facts, ("", &[]), (MOST_COUNTED, false))?;
                    Some(rows)
                } else {
                    None
                };
                Ok(DataViewerTable {
                    name: facts.table.to_owned(),
                    group: facts.group.as_str().to_owned(),
                    has_more: count.is_none_or(|count| count > MOST_COUNTED),
                    count: count.map(|count| count.min(MOST_COUNTED)),
                })
            });
            Ok(DataViewerAttributes {
                tables: tables.collect::<Result<_>>()?,
                disclosures: open.0,
            })
        })
        .await?;
    Ok(document("current", &attributes))
}

fn columns_of(shape: &Shape, is_small: bool) -> Vec<DataViewerColumn> {
    let columns = shape.columns.iter();
    columns
        .map(|column| DataViewerColumn {
            name: column.name.to_owned(),
            kind: match column.kind {
                Kind::Shown => "shown",
                Kind::Personal => "personal",
                Kind::PersonalInRows => "personal_in_rows",
                Kind::Closed => "closed",
            }
            .to_owned(),
            data_type: column.data_type.clone(),
            references: column.references.map(|facts| facts.table.to_owned()),
            can_sort: is_sortable(column, shape, is_small),
            can_filter: is_filterable(column),
        })
        .collect()
}

async fn rows_of_table(access: &Admitted, facts: &'static Facts, asked: Asked) -> Result<Document> {
    let viewer = Viewer::of(access.ctx())?;
    let reader = viewer.clone();
    let (attributes, seen, open) = access
        .search(move |connection| {
            let open = reader.open(connection)?;
            let shape = Shape::of(connection, facts)?;
            let is_open = open.is_of_all(facts.table);
            let is_small = count_rows(connection, facts, ("", &[]), (SMALL, false))? <= SMALL;
            let question = Question::of(&asked, &shape, (is_small, is_open))?;
            let condition = (question.condition(), question.values.as_slice());
            let count = count_rows(
                connection,
                facts,
                (&condition.0, condition.1),
                (MOST_COUNTED, is_open),
            )?;
            let Page { rows, after, seen } =
                rows::page(connection, &shape, (&question, asked.size), &open)?;
            let direction = if question.is_descending { "-" } else { "" };
            let attributes = DataViewerTableAttributes {
                group: facts.group.as_str().to_owned(),
                columns: columns_of(&shape, is_small),
                rows,
                has_more: count > MOST_COUNTED,
                count: count.min(MOST_COUNTED),
                after,
                sort: shape.key.map(|_| format!("{direction}{}", question.order)),
                disclosures: open.0.clone(),
            };
            Ok((attributes, seen, open))
        })
        .await?;
    note(access, (&viewer, facts), seen, open).await?;
    Ok(document(facts.table, &attributes))
}

async fn row_of_table(
    access: Admitted,
    RowInPath(facts, id): RowInPath,
    _: Input<()>,
) -> Result<Document> {
    let viewer = Viewer::of(access.ctx())?;
    let reader = viewer.clone();
    let (attributes, seen, open) = access
        .search(move |connection| {
            let open = reader.open(connection)?;
            let shape = Shape::of(connection, facts)?;
            let Page { rows, seen, .. } = rows::row(connection, &shape, id, &open)?;
            let attributes = DataViewerRowAttributes {
                group: facts.group.as_str().to_owned(),
                columns: columns_of(&shape, false),
                row: rows.into_iter().next().ok_or(Code::NotFound)?,
                referred_by: rows::references(connection, facts, id)?,
                disclosures: open.0.clone(),
            };
            Ok((attributes, seen, open))
        })
        .await?;
    note(&access, (&viewer, facts), seen, open).await?;
    Ok(document(&id.to_string(), &attributes))
}

/// Records whose data are about to be answered: without a record there is no answer.
async fn note(
    access: &Admitted,
    (viewer, facts): (&Viewer, &'static Facts),
    seen: Vec<(i64, std::collections::BTreeSet<i64>)>,
    open: Open,
) -> Result<()> {
    if seen.is_empty() {
        return Ok(());
    }
    let user_id = viewer.principal.user_id;
    access
        .write(move |tx, _| note_seen(tx, user_id, (facts.table, &seen), &open))
        .await
}

/// `POST /admin/data_viewer/disclosures {table, row_ids, reason, explanation}`.
async fn disclose(access: Admitted, (): (), input: Input<Form<DisclosureForm>>) -> Result<Answer> {
    let viewer = Viewer::of(access.ctx())?;
    let form = input.body.read(&["table", "reason", "explanation"])?;
    form.validate_choice()?;
    access
        .post(input.key, move |tx, _| {
            viewer.require_second_factor(tx)?;
            let Principal {
                user_id,
                session_id,
                ..
            } = viewer.principal;
            let until = form.store(tx, user_id, session_id)?;
            let location = format!("/api/v1/admin/data_viewer/{}", form.table);
            let attributes = DisclosureAttributes {
                table: form.table,
                row_ids: form.row_ids,
                reason: form.reason,
                until,
            };
            let body = json!({ "data": {
                "type": DisclosureAttributes::TYPE,
                "id": attributes.table,
                "attributes": attributes,
            } });
            Ok(Answer::created(location, body.to_string()))
        })
        .await
}
