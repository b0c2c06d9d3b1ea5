//! Routes of the versions of a resource's rows: a list, and restoring one of them. Both take the right to change the
//! row.

use std::collections::HashMap;

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::access::{Access, action};
use crate::error::{Code, FieldFault, Result};
use crate::http::openapi::schema_name;
use crate::http::routes::{AllOf, Described, FromPath, Input, OperationKind, Routes, Typed};
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::versions;
use crate::jsonapi::{Answer, Document, Id, Resource};

/// One version, newest first in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Version {
    pub number: i64,
    pub at: String,
    pub actor_id: Option<String>,
    pub actor_name: Option<String>,
    /// Names of the attributes that changed; empty for the first version.
    pub changes: Vec<String>,
}

impl Typed for Version {
    const TYPE: &'static str = "versions";
}

/// A version of a row in a path.
pub struct OneVersion<R>(Id<R>, i64);

impl<R: Resource> FromPath for OneVersion<R> {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let number = path.get("number").and_then(|number| number.parse().ok());
        Ok(Self(Id::read(path)?, number.ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        self.0.target()
    }

    fn row<S: 'static>(&self) -> Option<Id<S>> {
        self.0.row()
    }
}

impl Routes {
    /// `GET /{id}/versions` and `POST /{id}/versions/{number}/restore`, of the whole row or of the attributes that
    /// `only` names.
    pub fn versions<R: Resource>(self) -> Self {
        let name = schema_name(R::TYPE);
        self.action(Method::GET, "/{id}/versions", list::<R>)
            .named(
                format!("list{name}Versions"),
                "Lists the versions of one, from the newest",
            )
            .answers(Described::json::<AllOf<Version>>(200))
            .action(
                Method::POST,
                "/{id}/versions/{number}/restore",
                restore::<R>,
            )
            .named(
                format!("restore{name}Version"),
                "Makes one as it was in a version, or the named attributes of it",
            )
            .taking(json!({
                "type": "object",
                "properties": {
                    "only": { "type": "array", "items": { "type": "string" }, "description": "Names of attributes; all of them without." }
                }
            }))
            .answering(OperationKind::Create)
    }
}

async fn list<R: Resource>(
    access: Access<R, action::Update>,
    id: Id<R>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let found = access
        .read(move |connection| {
            rows.require(connection, id)?;
            of_row(connection, id)
        })
        .await?;
    let data: Vec<Value> = found
        .iter()
        .map(|version| {
            json!({ "type": "versions", "id": version.number.to_string(), "attributes": version })
        })
        .collect();
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

async fn restore<R: Resource>(
    access: Access<R, action::Update>,
    OneVersion(id, number): OneVersion<R>,
    input: Input<Value>,
) -> Result<Answer> {
    let only: Option<Vec<String>> = input
        .body
        .get("only")
        .map(|only| serde_json::from_value(only.clone()))
        .transpose()
        .map_err(|_| FieldFault::at("/only", "type"))?;
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            let mut attributes = versions::data(tx, id, number)?;
            if let Some(only) = &only {
                attributes.retain(|name, _| only.contains(name));
            }
            rows.update(tx, id, attributes)?;
            Ok(Answer::created(
                format!("/api/v1/{}/{id}", R::TYPE),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

/// The versions of a row, newest first. The caller checks that the actor may see them.
pub fn of_row<R: Resource>(connection: &Connection, id: Id<R>) -> Result<Vec<Version>> {
    let mut statement = connection.prepare_cached(
        "select v.number, v.at, v.actor_id,
                nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), v.changes
           from row_versions v
           left join users u on u.id = v.actor_id
          where v.subject_type = ?1 and v.subject_id = ?2
          order by v.number desc",
    )?;
    let found = statement
        .query_map((R::TYPE, id.number()), |row| {
            let changes: String = row.get(4)?;
            Ok(Version {
                number: row.get(0)?,
                at: row.get(1)?,
                actor_id: row.get::<_, Option<i64>>(2)?.map(|id| id.to_string()),
                actor_name: row.get(3)?,
                changes: serde_json::from_str(&changes).unwrap_or_default(),
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}
