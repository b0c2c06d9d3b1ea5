//! Bulk actions (docs/engine.md#bulk-actions): one change of many rows, named by their ids or by a filter, with a
//! result per row. Each row is changed in its own savepoint of one transaction, if it is still in the version that was
//! named for it.

use std::collections::HashSet;

use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::form::{attributes, read};
use super::openapi::singular;
use super::routes::{Described, Input, Routes};
use crate::app::access::{Access, Action, Rows, action};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::query::Plan;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::schema::table::schema_of;
use crate::jsonapi::write::precondition::ReadVersions;
use crate::jsonapi::{Document, Id, Query, Resource, table};

/// Maximum number of rows per request, unless the change declares another.
pub const MOST: usize = 200;

/// Body of a bulk action: what happens to each row.
pub trait BulkChange<R: Resource>:
    DeserializeOwned + JsonSchema + Validate + Send + Sync + 'static
{
    const MOST: usize = MOST;
    /// Whether nothing is changed if the change of one row fails.
    const ALL_OR_NOTHING: bool = false;

    fn apply(&self, tx: &Tx, rows: &Rows<R>, id: Id<R>) -> Result<()>;
}

impl Routes {
    /// Adds `PATCH /things/bulk`, which updates the same attributes of many rows.
    pub fn bulk<R: Resource>(self) -> Self {
        let handler = |access: Access<R, action::Update>, (): (), input: Input<Value>| async move {
            let asked = Asked::read(&input.body, MOST)?;
            let changes = asked.attributes.clone();
            validate_known::<R>(&changes)?;
            let apply = move |tx: &Tx, rows: &Rows<R>, id| rows.update(tx, id, changes.clone());
            run(access, asked, false, apply).await
        };
        let mut changes = table::<R>().schema.clone();
        if let Some(changes) = changes.as_object_mut() {
            changes.remove("required");
        }
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(self, |routes, method| {
                routes
                    .action(method, "/bulk", handler)
                    .taking(body_schema(&changes, MOST))
                    .answering_with(results_schema())
            })
    }

    /// Adds `PATCH` and `PUT` of a path at which the change `C` is made to many rows.
    pub fn bulk_action<R: Resource, A: Action, C: BulkChange<R>>(self, path: &str) -> Self {
        self.bulk_action_by::<R, A, C>(&[Method::PATCH, Method::PUT], path)
    }

    /// The same by other methods. A repeated POST finds its rows changed already: their results say so.
    pub fn bulk_action_by<R: Resource, A: Action, C: BulkChange<R>>(
        self,
        methods: &[Method],
        path: &str,
    ) -> Self {
        let handler = |access: Access<R, A>, (): (), input: Input<Value>| async move {
            let asked = Asked::read(&input.body, C::MOST)?;
            let change: C = within_attributes(read(&asked.attributes.clone().into()))?;
            let apply = move |tx: &Tx, rows: &Rows<R>, id| change.apply(tx, rows, id);
            run(access, asked, C::ALL_OR_NOTHING, apply).await
        };
        methods.iter().cloned().fold(self, |routes, method| {
            let name = operation_name::<R>(&method, path);
            routes
                .action(method, path, handler)
                .named(name, "Changes many at once, with a result for each")
                .taking(body_schema(schema_of::<C>(), C::MOST))
                .answers(Described::json::<BulkResults>(200))
                .answers(Described::json::<BulkResults>(207))
        })
    }
}

/// `updateVacancyBulk`, `replaceVacancyBulk`.
fn operation_name<R: Resource>(method: &Method, path: &str) -> String {
    let verb = if *method == Method::PUT {
        "replace"
    } else {
        "update"
    };
    let words = path.split(['/', '_']).filter(|word| !word.is_empty());
    let words = words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            format!("{}{rest}", first.to_ascii_uppercase())
        })
        .collect::<Vec<_>>()
        .concat();
    format!("{verb}{}{words}", singular(R::TYPE))
}

/// What became of each row; 207 where some failed.
#[derive(Serialize, Deserialize, JsonSchema)]
struct BulkResults {
    data: Vec<BulkResult>,
    meta: BulkResultsMeta,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct BulkResult {
    r#type: String,
    id: String,
    meta: BulkResultMeta,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct BulkResultMeta {
    ok: bool,
    /// As in the answer to a call about this row alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Map<String, Value>>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct BulkResultsMeta {
    total: u64,
    changed: u64,
    failed: u64,
    dry_run: bool,
}

/// Parsed body.
struct Asked {
    ids: Option<Vec<i64>>,
    filter: Query,
    most: usize,
    attributes: Map<String, Value>,
    /// What the sender has read of the rows.
    versions: ReadVersions,
    is_rehearsal: bool,
}

impl Asked {
    fn read(body: &Value, most: usize) -> Result<Self> {
        let mut sent = attributes(body)?;
        let mut faults = Vec::new();
        let ids = match sent.remove("ids") {
            None | Some(Value::Null) => None,
            Some(Value::Array(ids)) => Some(ids_of(&ids, most, &mut faults)),
            Some(_) => {
                faults.push(mistyped("ids", "a sequence"));
                None
            }
        };
        let filter = match sent.remove("filter") {
            None | Some(Value::Null) => None,
            Some(Value::Object(filter)) => Some(filter),
            Some(_) => {
                faults.push(mistyped("filter", "a map"));
                None
            }
        };
        match (&ids, &filter) {
            (None, None) if faults.is_empty() => {
                faults.push(FieldFault::attribute("ids", "required"));
            }
            (Some(_), Some(_)) => faults.push(FieldFault::attribute("filter", "contradicts")),
            _ => {}
        }
        let query = match filter.map(filter_query) {
            None => Query::default(),
            Some(Ok(query)) => query,
            Some(Err(Error::Invalid(found))) => {
                if ids.is_none() {
                    faults.extend(found);
                }
                Query::default()
            }
            Some(Err(error)) => return Err(error),
        };
        let attributes = match sent.remove("attributes") {
            Some(Value::Object(attributes)) => attributes,
            None | Some(Value::Null) => Map::new(),
            Some(_) => {
                faults.push(mistyped("attributes", "a map"));
                Map::new()
            }
        };
        let versions = match sent.remove("versions") {
            None | Some(Value::Null) => ReadVersions::default(),
            Some(versions) => serde_json::from_value(versions).unwrap_or_else(|_| {
                faults.push(mistyped("versions", "a map"));
                ReadVersions::default()
            }),
        };
        let is_rehearsal = match sent.remove("dry_run") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(is_rehearsal)) => is_rehearsal,
            Some(_) => {
                faults.push(mistyped("dry_run", "a boolean"));
                false
            }
        };
        let unknown = sent.keys();
        faults.extend(unknown.map(|name| FieldFault::attribute(name, "unknown")));
        if faults.is_empty() {
            Ok(Self {
                ids,
                filter: query,
                most,
                attributes,
                versions,
                is_rehearsal,
            })
        } else {
            Err(Error::Invalid(faults))
        }
    }

    /// The ids of the rows; those of a filter are the rows to which the action applies.
    fn ids<R: Resource>(&self, connection: &Connection, rows: &Rows<R>) -> Result<Vec<i64>> {
        if let Some(ids) = &self.ids {
            return Ok(ids.clone());
        }
        ids_by_filter(connection, rows, &self.filter, self.most)
    }
}

/// The query of the filters of a body, named without `filter[…]`. At least one must have a value: no filter would be
/// every row.
pub fn filter_query(filter: Map<String, Value>) -> Result<Query> {
    let mut query = Query::default();
    let mut has_value = false;
    for (name, value) in filter {
        let value = match value {
            Value::String(text) => text,
            Value::Array(values) => {
                let values = values.into_iter().map(plain_text);
                values.collect::<Vec<String>>().join(",")
            }
            other => plain_text(other),
        };
        has_value |= !value.trim().is_empty();
        query = query.with(&format!("filter[{name}]"), &value);
    }
    if has_value {
        Ok(query)
    } else {
        Err(FieldFault::attribute("filter", "required").into())
    }
}

/// The ids of the rows that the filters select, of those to which the action applies; an error if there are more than
/// `most`.
pub fn ids_by_filter<R: Resource>(
    connection: &Connection,
    rows: &Rows<R>,
    filter: &Query,
    most: usize,
) -> Result<Vec<i64>> {
    let plan = filter.plan(table::<R>());
    let plan = plan.map_err(|refusal| refusal.at("/data/attributes/filter"))?;
    let ids = planned_ids(connection, rows, plan, most)?;
    ids.ok_or_else(|| {
        FieldFault::attribute("filter", "items")
            .with("max", most)
            .into()
    })
}

/// The ids of the rows that a query finds among those visible, in their order. None: there are more than `most`.
pub fn planned_ids<R: Resource>(
    connection: &Connection,
    rows: &Rows<R>,
    mut plan: Plan,
    most: usize,
) -> Result<Option<Vec<i64>>> {
    plan.resolve(connection, rows.auth())?;
    let visibility = rows.visibility();
    let condition = plan.condition((visibility, &visibility.rows), None);
    let sql = format!(
        "select t.id from {} t where {condition} order by t.id limit :most",
        R::TYPE
    );
    let mut values = plan.conditions.values.clone();
    // One more, to tell that there are too many.
    let limit = i64::try_from(most + 1).unwrap_or(i64::MAX);
    values.push((":most".to_owned(), SqlValue::Integer(limit)));
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.auth(), &values)?;
    let mut found = statement.raw_query();
    let mut ids = Vec::new();
    while let Some(row) = found.next()? {
        ids.push(row.get(0)?);
    }
    Ok((ids.len() <= most).then_some(ids))
}

fn ids_of(ids: &[Value], most: usize, faults: &mut Vec<FieldFault>) -> Vec<i64> {
    if ids.is_empty() {
        faults.push(FieldFault::attribute("ids", "required"));
    }
    if ids.len() > most {
        faults.push(FieldFault::attribute("ids", "items").with("max", most));
        return Vec::new();
    }
    let mut known = HashSet::new();
    let mut out = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        let number = match id {
            Value::String(id) => id.parse().ok(),
            Value::Number(id) => id.as_i64(),
            _ => None,
        };
        let rule = match number {
            None => "not_found",
            Some(id) if !known.insert(id) => "contradicts",
            Some(id) => {
                out.push(id);
                continue;
            }
        };
        faults.push(FieldFault::attribute(&format!("ids/{index}"), rule));
    }
    out
}

fn plain_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn mistyped(field: &str, expected: &str) -> FieldFault {
    let reason = format!("invalid type, expected {expected}");
    FieldFault::attribute(field, "type").with("reason", reason)
}

/// The error of a change, which is the attribute `attributes` of the body.
fn within_attributes<T>(outcome: Result<T>) -> Result<T> {
    outcome.map_err(|error| match error {
        Error::Invalid(mut faults) => {
            for fault in &mut faults {
                fault.pointer =
                    fault
                        .pointer
                        .replacen("/data/attributes", "/data/attributes/attributes", 1);
            }
            Error::Invalid(faults)
        }
        other => other,
    })
}

fn validate_known<R: Resource>(changes: &Map<String, Value>) -> Result<()> {
    let unknown: Vec<FieldFault> = changes
        .keys()
        .filter(|name| table::<R>().column(name).is_none())
        .map(|name| FieldFault::attribute(&format!("attributes/{name}"), "unknown"))
        .collect();
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(unknown))
    }
}

/// Changes each row in its own savepoint. Errors of a row are its result; an internal error ends the whole.
async fn run<R: Resource, A: Action>(
    access: Access<R, A>,
    asked: Asked,
    all_or_nothing: bool,
    apply: impl Fn(&Tx, &Rows<R>, Id<R>) -> Result<()> + Send + 'static,
) -> Result<Response> {
    let results = access
        .write(move |tx, rows| {
            let ids = asked.ids(tx, rows)?;
            let change_all = |tx: &Tx| -> Result<Results> {
                let mut results = Results::default();
                for id in &ids {
                    let outcome = tx.attempt(|tx| {
                        rows.require(tx, Id::new(*id))?;
                        let named = asked.versions.of(*id);
                        rows.ctx().compare::<R>(tx, Id::new(*id), named)?;
                        apply(tx, rows, Id::new(*id))
                    });
                    results.add::<R>(rows, *id, outcome)?;
                }
                Ok(results)
            };
            let mut results = if asked.is_rehearsal {
                tx.rehearse(change_all)?
            } else if all_or_nothing {
                let mut failed = None;
                let kept = tx.attempt(|tx| {
                    let results = change_all(tx)?;
                    if results.failed == 0 {
                        return Ok(results);
                    }
                    failed = Some(results);
                    Err(Error::internal("a row of an indivisible change failed"))
                });
                match failed {
                    Some(results) => Results {
                        changed: 0,
                        ..results
                    },
                    None => kept?,
                }
            } else {
                change_all(tx)?
            };
            results.is_rehearsal = asked.is_rehearsal;
            if asked.is_rehearsal || results.changed == 0 {
                // Nothing was changed, so there is nothing to record.
                tx.noted();
            }
            Ok(results)
        })
        .await?;
    Ok(results.response())
}

#[derive(Default)]
struct Results {
    rows: Vec<Value>,
    changed: usize,
    failed: usize,
    is_rehearsal: bool,
}

impl Results {
    fn add<R: Resource>(&mut self, rows: &Rows<R>, id: i64, outcome: Result<()>) -> Result<()> {
        let meta = match outcome {
            Ok(()) => {
                self.changed += 1;
                json!({ "ok": true })
            }
            Err(error) if error.status().is_server_error() => return Err(error),
            Err(error) => {
                self.failed += 1;
                let site = &rows.ctx().site;
                let document = error.document(site.locale, &site.request_id);
                json!({ "ok": false, "errors": document.get("errors") })
            }
        };
        self.rows
            .push(json!({ "type": R::TYPE, "id": id.to_string(), "meta": meta }));
        Ok(())
    }

    /// 207 if a row failed.
    fn response(self) -> Response {
        let status = if self.failed == 0 {
            StatusCode::OK
        } else {
            StatusCode::MULTI_STATUS
        };
        let body = json!({
            "data": self.rows,
            "meta": {
                "total": self.rows.len(),
                "changed": self.changed,
                "failed": self.failed,
                "dry_run": self.is_rehearsal,
            },
        });
        let mut response = Document::of(&body).into_response();
        *response.status_mut() = status;
        response
    }
}

fn body_schema(changes: &Value, most: usize) -> Value {
    json!({
        "type": "object",
        "required": ["attributes"],
        "properties": {
            "ids": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": most,
                     "description": "The rows; or `filter`." },
            "filter": { "type": "object", "additionalProperties": { "type": "string" },
                        "description": "Filters of the list, without `filter[…]`: the rows to which the action applies." },
            "attributes": changes,
            "versions": versions_schema(),
            "dry_run": { "type": "boolean", "default": false,
                         "description": "Tells the results without changing anything." },
        },
    })
}

/// Versions of rows, by id.
pub fn versions_schema() -> Value {
    json!({ "type": "object", "additionalProperties": { "type": ["integer", "string"] },
            "description": "The version of each row that was read, by its id: the number in its `meta.version`, or its ETag. \
                            One that has changed since is refused (412). For decisions about what somebody else wrote it is \
                            needed (428)." })
}

fn results_schema() -> Value {
    json!({ "type": "object", "required": ["data", "meta"], "properties": {
        "data": { "type": "array", "items": { "type": "object", "required": ["type", "id", "meta"], "properties": {
            "type": { "type": "string" },
            "id": { "type": "string" },
            "meta": { "type": "object", "required": ["ok"], "properties": {
                "ok": { "type": "boolean" },
                "errors": { "$ref": "#/components/schemas/ErrorDocument/properties/errors" },
            } },
        } } },
        "meta": { "type": "object", "required": ["total", "changed", "failed", "dry_run"], "properties": {
            "total": { "type": "integer" },
            "changed": { "type": "integer" },
            "failed": { "type": "integer" },
            "dry_run": { "type": "boolean" },
        } },
    } })
}
