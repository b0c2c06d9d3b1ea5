//! Order calls (docs/engine.md#order-calls): `PATCH /things/order` with all ids of a list in their new order, or with a
//! tree. An incomplete list is refused, so that a row that somebody else has just added is not lost. The response's
//! `ETag` is the version of the whole list.

use std::collections::{HashMap, HashSet};

use axum::http::Method;
use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use serde_json::{Value, json};

use super::form::attributes;
use super::routes::{Input, Routes};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{Document, Id, Resource};

/// A resource whose rows have an order of their own.
pub trait Ordered: Resource {
    /// The column with the place among its siblings, from 1.
    const POSITION: &'static str = "position";
    /// The column with the parent's id, for a tree.
    const PARENT: Option<&'static str> = None;
    /// Maximum number of levels of a tree.
    const DEEPEST: usize = 3;
    /// Maximum number of rows in one list.
    const MOST: usize = 500;
    /// Names of the operations that show the order, change it, and change it by PUT. None: named by their paths.
    const ORDER: Option<[&'static str; 3]> = None;
    /// SQL over `t`: the rows that are one list.
    const WITHIN: &'static str = "1";

    /// Rules of the list as a whole, inside the transaction that arranged it.
    fn arranged(_tx: &Tx, _center_id: i64) -> Result<()> {
        Ok(())
    }
}

/// New place of one row.
struct Place {
    id: i64,
    parent: Option<i64>,
    position: i64,
    /// Path of the id in the body.
    path: String,
}

/// The rows of one list, as SQL over `t`.
struct Scope {
    condition: String,
    values: Vec<(String, SqlValue)>,
}

impl Routes {
    /// Adds `GET`, `PATCH` and `PUT /things/order` of the rows that the actor may update.
    pub fn order<R: Ordered>(self) -> Self {
        let named = |routes: Self, at: usize, says: &'static str| match R::ORDER
            .and_then(|names| names.get(at).copied())
        {
            Some(name) => routes.named(name, says),
            None => routes,
        };
        let routes = self.action(Method::GET, "/order", show::<R>);
        let routes = named(routes, 0, "Shows the order of the list").answering_with(list_schema());
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(routes, |routes, method| {
                let at = usize::from(method == Method::PUT) + 1;
                let routes = routes.action(method, "/order", arrange::<R>);
                named(routes, at, "Puts the whole list in another order")
                    .taking(body_schema::<R>())
                    .answering_with(list_schema())
            })
    }

    /// Adds `PATCH` and `PUT` of the order of a parent's rows, such as `/pages/{id}/blocks/order`; `column` holds the
    /// parent's id. Needs Update on the parent, whose version `If-Match` names and which is incremented.
    pub fn order_of<P: Resource, R: Ordered>(self, path: &str, column: &'static str) -> Self {
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(self, |routes, method| {
                let handler =
                    move |access, id, input| arrange_of::<P, R>(access, id, input, column);
                routes
                    .action(method, path, handler)
                    .taking(body_schema::<R>())
                    .answering_with(list_schema())
            })
    }
}

async fn show<R: Ordered>(
    access: Access<R, action::Update>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| document::<R>(connection, &rows, &own_scope(&rows)))
        .await
}

async fn arrange<R: Ordered>(
    access: Access<R, action::Update>,
    (): (),
    input: Input<Value>,
) -> Result<Document> {
    let places = read::<R>(&input.body)?;
    access
        .write(move |tx, rows| {
            let scope = own_scope(rows);
            let list = List::<R>::read(tx, rows, &scope)?;
            rows.require_version(list.version)?;
            list.arrange(tx, &places)?;
            R::arranged(tx, rows.ctx().site.center_id)?;
            document::<R>(tx, rows, &scope)
        })
        .await
}

async fn arrange_of<P: Resource, R: Ordered>(
    access: Access<P, action::Update>,
    id: Id<P>,
    input: Input<Value>,
    column: &'static str,
) -> Result<Document> {
    let places = read::<R>(&input.body)?;
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let scope = Scope {
                condition: format!("t.{column} = :scope and ({})", R::WITHIN),
                values: vec![(":scope".to_owned(), SqlValue::Integer(id.number()))],
            };
            let list = List::<R>::read(tx, rows, &scope)?;
            if list.arrange(tx, &places)? {
                rows.change(tx, id, |_| Ok(()))?;
            }
            let version = rows.shown(tx, id)?.version;
            let list = List::<R>::read(tx, rows, &scope)?;
            Ok(Document::new(list.body()?, Some(version)))
        })
        .await
}

fn own_scope<R: Ordered>(rows: &Rows<R>) -> Scope {
    Scope {
        condition: format!("({}) and ({})", rows.visibility().rows, R::WITHIN),
        values: Vec::new(),
    }
}

fn document<R: Ordered>(
    connection: &Connection,
    rows: &Rows<R>,
    scope: &Scope,
) -> Result<Document> {
    let list = List::<R>::read(connection, rows, scope)?;
    Ok(Document::new(list.body()?, Some(list.version)))
}

/// Id, parent and position of a stored row.
type Stored = (i64, Option<i64>, i64);

/// The stored order of one list.
struct List<R> {
    rows: Vec<Stored>,
    /// Grows with every change of a row.
    version: i64,
    of: std::marker::PhantomData<R>,
}

impl<R: Ordered> List<R> {
    fn read<S: Resource>(connection: &Connection, rows: &Rows<S>, scope: &Scope) -> Result<Self> {
        let parent = R::PARENT.map_or_else(|| "null".to_owned(), |column| format!("t.{column}"));
        let sql = format!(
            "select t.id, {parent}, coalesce(t.{position}, 0), t.version from {} t where {}
              order by t.{position}, t.id",
            R::TYPE,
            scope.condition,
            position = R::POSITION,
        );
        let mut statement = connection.prepare_cached(&sql)?;
        bind(&mut statement, rows.auth(), &scope.values)?;
        let mut found = statement.raw_query();
        let mut list = Self {
            rows: Vec::new(),
            version: 0,
            of: std::marker::PhantomData,
        };
        while let Some(row) = found.next()? {
            list.rows.push((row.get(0)?, row.get(1)?, row.get(2)?));
            list.version += row.get::<_, i64>(3)?;
        }
        Ok(list)
    }

    /// Stores the places, if they name exactly the rows of the list. Returns whether anything changed.
    fn arrange(&self, tx: &Tx, places: &[Place]) -> Result<bool> {
        let mut missing: HashMap<i64, (Option<i64>, i64)> = self
            .rows
            .iter()
            .map(|(id, parent, position)| (*id, (*parent, *position)))
            .collect();
        let mut faults = Vec::new();
        let mut moved = Vec::new();
        for place in places {
            match missing.remove(&place.id) {
                Some(old) if old == (place.parent, place.position) => {}
                Some(_) => moved.push(place),
                None => {
                    let is_known = self.rows.iter().any(|(id, ..)| *id == place.id);
                    let rule = if is_known { "contradicts" } else { "not_found" };
                    faults.push(FieldFault::attribute(&place.path, rule));
                }
            }
        }
        if !missing.is_empty() {
            let mut ids: Vec<String> = missing.keys().map(ToString::to_string).collect();
            ids.sort();
            let fault = FieldFault::attribute(field::<R>(), "incomplete");
            faults.push(fault.with("count", ids.len()).with("missing", ids));
        }
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        let parent = R::PARENT.map_or_else(String::new, |column| format!("{column} = ?4, "));
        let sql = format!(
            "update {} set {parent}{} = ?2, version = version + 1, updated_at = ?3 where id = ?1",
            R::TYPE,
            R::POSITION
        );
        let mut statement = tx.prepare_cached(&sql)?;
        for place in &moved {
            statement.raw_bind_parameter(1, place.id)?;
            statement.raw_bind_parameter(2, place.position)?;
            statement.raw_bind_parameter(3, tx.now())?;
            if R::PARENT.is_some() {
                statement.raw_bind_parameter(4, place.parent)?;
            }
            statement.raw_execute()?;
        }
        Ok(!moved.is_empty())
    }

    /// The rows as a tree is read: each followed by its children. A row whose parent is not in the list is a root.
    fn in_order(&self) -> Vec<&Stored> {
        let ids: HashSet<i64> = self.rows.iter().map(|(id, ..)| *id).collect();
        let mut children: HashMap<Option<i64>, Vec<&Stored>> = HashMap::new();
        for row in self.rows.iter().rev() {
            let parent = row.1.filter(|parent| ids.contains(parent));
            children.entry(parent).or_default().push(row);
        }
        let mut ordered = Vec::new();
        let mut waiting = children.remove(&None).unwrap_or_default();
        while let Some(row) = waiting.pop() {
            ordered.push(row);
            waiting.extend(children.remove(&Some(row.0)).unwrap_or_default());
        }
        ordered
    }

    /// Resource identifiers in order, with their parents.
    fn body(&self) -> Result<Vec<u8>> {
        let data: Vec<Value> = self
            .in_order()
            .into_iter()
            .map(|(id, parent, position)| {
                let meta = match (R::PARENT, parent) {
                    (None, _) => json!({ "position": position }),
                    (Some(_), parent) => {
                        let parent = parent.map(|id| id.to_string());
                        json!({ "position": position, "parent_id": parent })
                    }
                };
                json!({ "type": R::TYPE, "id": id.to_string(), "meta": meta })
            })
            .collect();
        Ok(serde_json::to_vec(&json!({ "data": data }))?)
    }
}

const fn field<R: Ordered>() -> &'static str {
    if R::PARENT.is_some() { "tree" } else { "ids" }
}

fn read<R: Ordered>(body: &Value) -> Result<Vec<Place>> {
    let attributes = attributes(body)?;
    let field = field::<R>();
    let mut places = Vec::new();
    let mut faults: Vec<FieldFault> = attributes
        .keys()
        .filter(|name| *name != field)
        .map(|name| FieldFault::attribute(name, "unknown"))
        .collect();
    match attributes.get(field) {
        None | Some(Value::Null) => faults.push(FieldFault::attribute(field, "required")),
        Some(list) => read_level::<R>(list, (field, None, 1), &mut places, &mut faults),
    }
    if places.len() > R::MOST {
        faults.push(FieldFault::attribute(field, "items").with("max", R::MOST));
    }
    if faults.is_empty() {
        Ok(places)
    } else {
        Err(Error::Invalid(faults))
    }
}

fn read_level<R: Ordered>(
    list: &Value,
    (path, parent, depth): (&str, Option<i64>, usize),
    places: &mut Vec<Place>,
    faults: &mut Vec<FieldFault>,
) {
    let mistyped = |path: &str, expected: &str| {
        let reason = format!("invalid type, expected {expected}");
        FieldFault::attribute(path, "type").with("reason", reason)
    };
    let Some(list) = list.as_array() else {
        faults.push(mistyped(path, "a sequence"));
        return;
    };
    if depth > R::DEEPEST && !list.is_empty() {
        faults.push(FieldFault::attribute(path, "depth").with("max", R::DEEPEST));
        return;
    }
    for (position, (index, item)) in (1..).zip(list.iter().enumerate()) {
        // Refused already, whatever follows.
        if places.len() + faults.len() > R::MOST {
            return;
        }
        let is_tree = R::PARENT.is_some();
        let (id, id_path) = if is_tree {
            (&item["id"], format!("{path}/{index}/id"))
        } else {
            (item, format!("{path}/{index}"))
        };
        let number = match id {
            Value::String(id) => id.parse().ok(),
            Value::Number(id) => id.as_i64(),
            _ => None,
        };
        let Some(id) = number else {
            faults.push(FieldFault::attribute(&id_path, "not_found"));
            continue;
        };
        places.push(Place {
            id,
            parent,
            position,
            path: id_path,
        });
        if let Some(children) = item.get("children").filter(|_| is_tree) {
            let path = format!("{path}/{index}/children");
            read_level::<R>(children, (&path, Some(id), depth + 1), places, faults);
        }
    }
}

fn body_schema<R: Ordered>() -> Value {
    let id = json!({ "type": "string" });
    let items = if R::PARENT.is_some() {
        (1..R::DEEPEST).fold(
            json!({ "type": "object", "required": ["id"], "properties": { "id": id } }),
            |inner, _| {
                json!({ "type": "object", "required": ["id"], "properties": {
                    "id": id,
                    "children": { "type": "array", "items": inner },
                } })
            },
        )
    } else {
        id
    };
    json!({
        "type": "object",
        "required": [field::<R>()],
        "properties": { field::<R>(): { "type": "array", "maxItems": R::MOST, "items": items } },
    })
}

fn list_schema() -> Value {
    json!({ "type": "object", "required": ["data"], "properties": { "data": { "type": "array", "items": {
        "type": "object",
        "required": ["type", "id", "meta"],
        "properties": {
            "type": { "type": "string" },
            "id": { "type": "string" },
            "meta": { "type": "object", "required": ["position"], "properties": {
                "position": { "type": "integer" },
                "parent_id": { "type": ["string", "null"] },
            } },
        },
    } } } })
}
