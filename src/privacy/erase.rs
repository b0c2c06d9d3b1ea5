//! Erasure of a person's data, table by table as declared in the inventory.

use super::Person;
use crate::db::Tx;
use crate::error::Result;
use crate::privacy::personal_data::{Erase, Holds, Inventory};

/// What remains of an erased person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remains {
    /// A row without personal data, so that counts stay correct.
    Number,
    /// Nothing; the row is deleted.
    Nothing,
}

/// Erases everything the database holds about a person, in this transaction. Returns who it was, for the final email;
/// `None` where the person does not exist or is already erased. `scrub` overwrites what remains in free pages.
pub fn erase(
    tx: &Tx,
    inventory: &Inventory,
    user_id: i64,
    remains: Remains,
) -> Result<Option<Person>> {
    let Some(person) = Person::find(tx, user_id)? else {
        return Ok(None);
    };
    let is_done: bool = tx.query_row(
        "select anonymised_at is not null from users where id = ?1",
        [user_id],
        |row| row.get(0),
    )?;
    if is_done && remains == Remains::Number {
        return Ok(None);
    }
    for entry in inventory.entries() {
        let Holds::People(parts) = &entry.holds else {
            continue;
        };
        for part in *parts {
            if let Some(sql) = statement(entry.table, part.rows, &part.erase) {
                let mut statement = tx.prepare_cached(&sql)?;
                person.bind(&mut statement, tx.now())?;
                statement.raw_execute()?;
            }
        }
    }
    if remains == Remains::Nothing {
        for table in ["transitions", "audit_events"] {
            tx.execute(
                &format!("delete from {table} where subject_type = 'users' and subject_id = ?1"),
                [user_id],
            )?;
        }
        tx.execute("delete from users where id = ?1", [user_id])?;
    }
    Ok(Some(person))
}

fn statement(table: &str, rows: &str, erase: &Erase) -> Option<String> {
    match erase {
        Erase::Delete => Some(format!("delete from {table} as t where {rows}")),
        Erase::Blank { set, .. } => {
            let set: Vec<String> = set
                .iter()
                .map(|(column, value)| format!("{column} = {value}"))
                .collect();
            Some(format!(
                "update {table} as t set {} where {rows}",
                set.join(", ")
            ))
        }
        Erase::Stay { .. } => None,
    }
}
