//! Which vacancies a bulk edit is about: of those that are named, the ones that the actor may change.

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use serde_json::{Map, Value};

use super::MOST;
use crate::app::access::Rows;
use crate::error::{FieldFault, Result};
use crate::http::bulk::{filter_query, ids_by_filter};
use crate::jsonapi::Query;
use crate::jsonapi::query::rows::bind;
use crate::resources::vacancy::Vacancy;

/// By their ids, or by filters of the list.
pub(super) enum Chosen {
    Ids(Vec<i64>),
    Filter(Query),
}

/// A vacancy that the actor may change.
pub(super) struct Own {
    pub(super) id: i64,
    pub(super) title: String,
    pub(super) version: i64,
}

impl Chosen {
    pub(super) fn of(ids: Option<&[String]>, filter: Option<&Map<String, Value>>) -> Result<Self> {
        match (ids, filter) {
            (Some(_), Some(_)) => Err(FieldFault::attribute("filter", "contradicts").into()),
            (None, None) => Err(FieldFault::attribute("ids", "required").into()),
            (Some(ids), None) => {
                let numbers = ids.iter().enumerate().map(|(index, id)| {
                    let field = format!("ids/{index}");
                    id.parse()
                        .map_err(|_| FieldFault::attribute(&field, "not_found").into())
                });
                Ok(Self::Ids(numbers.collect::<Result<_>>()?))
            }
            (None, Some(filter)) => Ok(Self::Filter(filter_query(filter.clone())?)),
        }
    }

    /// Those of the rows, each once. What the actor may not change is left out as what is not there, so that neither a
    /// result nor a number tells them apart.
    pub(super) fn own(&self, connection: &Connection, rows: &Rows<Vacancy>) -> Result<Vec<Own>> {
        let ids = match self {
            Self::Ids(ids) => ids,
            Self::Filter(filter) => &ids_by_filter(connection, rows, filter, MOST)?,
        };
        let sql = format!(
            "select distinct t.id, t.title, t.version from json_each(:ids) j cross join vacancies t on t.id = j.value where ({}) order by j.key",
            rows.visibility().rows
        );
        let mut statement = connection.prepare_cached(&sql)?;
        let ids = (
            ":ids".to_owned(),
            SqlValue::Text(serde_json::to_string(ids)?),
        );
        bind(&mut statement, rows.auth(), &[ids])?;
        let mut found = statement.raw_query();
        let mut own = Vec::new();
        while let Some(row) = found.next()? {
            own.push(Own {
                id: row.get(0)?,
                title: row.get(1)?,
                version: row.get(2)?,
            });
        }
        Ok(own)
    }
}
