//! Reasons for which an admin has personal data shown, and what becomes of them in the audit log: the disclosure by
//! itself, and each person whose data was seen.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::shape::facts_of;
use crate::app::access::audit_log::{Event, Subject, write};
use crate::base::clock::later;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};

/// How long personal data stay open.
pub const OPEN_FOR: SignedDuration = SignedDuration::from_mins(15);
/// Rows of one disclosure that names them.
const MOST_ROWS: usize = 50;
const REASONS: [&str; 4] = ["help", "access_request", "fault", "other"];

#[derive(Serialize, Deserialize, JsonSchema, Validate)]
pub struct DisclosureForm {
    /// Name of the table.
    pub table: String,
    /// The rows; without them every row of the table.
    #[serde(default)]
    pub row_ids: Option<Vec<i64>>,
    /// `help`, `access_request`, `fault` or `other`.
    pub reason: String,
    #[validate(length(min = 10, max = 500))]
    pub explanation: String,
}

/// Personal data that are open to the session.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DataViewerDisclosure {
    pub table: String,
    /// None: every row of the table.
    pub row_id: Option<String>,
    pub reason: String,
    pub until: String,
}

/// What is open now.
#[derive(Debug, Default)]
pub struct Open(pub Vec<DataViewerDisclosure>);

impl Open {
    pub fn of(connection: &Connection, session_id: i64, now: &str) -> Result<Self> {
        let mut statement = connection.prepare_cached(
            "select table_name, row_id, reason, expires_at from data_viewer_disclosures
              where session_id = ?1 and expires_at > ?2
              order by id desc",
        )?;
        let found = statement.query_map((session_id, now), |row| {
            Ok(DataViewerDisclosure {
                table: row.get(0)?,
                row_id: row.get::<_, Option<i64>>(1)?.map(|id| id.to_string()),
                reason: row.get(2)?,
                until: row.get(3)?,
            })
        })?;
        Ok(Self(found.collect::<rusqlite::Result<_>>()?))
    }

    fn for_row(&self, table: &str, key: i64) -> Option<&DataViewerDisclosure> {
        let key = key.to_string();
        self.0.iter().find(|open| {
            open.table == table && open.row_id.as_ref().is_none_or(|row_id| *row_id == key)
        })
    }

    pub fn holds(&self, table: &str, key: i64) -> bool {
        self.for_row(table, key).is_some()
    }

    pub fn is_of_all(&self, table: &str) -> bool {
        let mut of_table = self.0.iter().filter(|open| open.table == table);
        of_table.any(|open| open.row_id.is_none())
    }

    pub fn reason(&self, table: &str, key: i64) -> &str {
        self.for_row(table, key).map_or("", |open| &open.reason)
    }
}

impl DisclosureForm {
    pub fn validate_choice(&self) -> Result<()> {
        let fault = |field| Err(Error::from(FieldFault::attribute(field, "choice")));
        if !REASONS.contains(&self.reason.as_str()) {
            return fault("reason");
        }
        if !facts_of(&self.table).is_some_and(super::facts::Facts::has_personal) {
            return fault("table");
        }
        match &self.row_ids {
            Some(ids) if ids.is_empty() || ids.len() > MOST_ROWS => fault("row_ids"),
            _ => Ok(()),
        }
    }

    /// Opens the rows for the session.
    pub fn store(&self, tx: &Tx, user_id: i64, session_id: i64) -> Result<String> {
        let until = later(tx.now(), OPEN_FOR);
        let rows: Vec<Option<i64>> = match &self.row_ids {
            None => vec![None],
            Some(ids) => ids.iter().copied().map(Some).collect(),
        };
        for row_id in rows {
            tx.prepare_cached(
                "insert into data_viewer_disclosures (user_id, session_id, table_name, row_id, reason, explanation, expires_at, created_at)
                 values (:user_id, :session_id, :table, :row_id, :reason, :explanation, :until, :now)",
            )?
            .execute(named_params! {
                ":user_id": user_id,
                ":session_id": session_id,
                ":table": self.table,
                ":row_id": row_id,
                ":reason": self.reason,
                ":explanation": self.explanation,
                ":until": until,
                ":now": tx.now(),
            })?;
            let data = json!({ "table": self.table, "row_id": row_id, "reason": self.reason });
            write(
                tx,
                &Event {
                    actor_id: Some(user_id),
                    action: "disclose",
                    subject: Subject::named(
                        "data_viewer_disclosures",
                        Some(tx.last_insert_rowid()),
                    ),
                    data,
                    center_id: None,
                },
            )?;
        }
        Ok(until)
    }
}

/// Records whose personal data were shown: one event for each person of each row, and one for a row of nobody's account.
pub fn note_seen(
    tx: &Tx,
    user_id: i64,
    (table, seen): (&str, &[(i64, BTreeSet<i64>)]),
    open: &Open,
) -> Result<()> {
    for (row_id, people) in seen {
        let data =
            json!({ "table": table, "row_id": row_id, "reason": open.reason(table, *row_id) });
        let event = |subject| Event {
            actor_id: Some(user_id),
            action: "read_disclosed",
            subject,
            data: data.clone(),
            center_id: None,
        };
        for person in people {
            write(tx, &event(Subject::named("users", Some(*person))))?;
        }
        if people.is_empty() {
            write(tx, &event(Subject::named(table, Some(*row_id))))?;
        }
    }
    Ok(())
}
