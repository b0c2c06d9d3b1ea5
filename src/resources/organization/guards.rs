//! Preconditions of a centre's decision on an organisation (docs/domain/states.md#organisations).

use rusqlite::{Connection, OptionalExtension};

use super::Organization;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::{Id, Resource as _};

/// Requires a trade-register number, or that the organisation is declared a neighbourhood initiative
/// (docs/domain/states.md#organisations).
pub(super) fn validate_registered(tx: &Tx, id: Id<Organization>) -> Result<()> {
    let is_registered: bool = tx
        .prepare_cached(
            "select kvk_number is not null or neighbourhood_initiative = 1 from organizations where id = ?1",
        )?
        .query_row([id.number()], |row| row.get(0))?;
    if is_registered {
        Ok(())
    } else {
        Err(FieldFault::attribute("kvk_number", "kvk_or_initiative").into())
    }
}

/// Refuses two approved organisations that are the same legal person.
pub(super) fn validate_no_duplicate(tx: &Tx, id: Id<Organization>) -> Result<()> {
    let other: Option<String> = tx
        .prepare_cached(
            "select o.name from organizations t
               join organizations o on o.kvk_number = t.kvk_number and o.id <> t.id and o.status = 'approved'
                and o.volunteer_center_id = t.volunteer_center_id
              where t.id = ?1",
        )?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    match other {
        Some(name) => Err(Error::from(Code::DuplicateOrganization).with("name", name)),
        None => Ok(()),
    }
}

/// Requires of a new organisation what its approval requires: a number, or that it is a neighbourhood initiative.
pub fn validate_registration(kvk_number: Option<&str>, is_initiative: bool) -> Result<()> {
    if kvk_number.is_some() || is_initiative {
        Ok(())
    } else {
        Err(FieldFault::attribute("kvk_number", "kvk_or_initiative").into())
    }
}

/// Requires of a row with an `organization_id`, or of an organisation itself, that something may go out in the name of
/// that organisation: 403 with what to do where it is pending, denied, archived or deleted. Rows of a centre pass.
pub fn require_approved(connection: &Connection, type_name: &str, id: i64) -> Result<()> {
    let of = match type_name {
        Organization::TYPE => "t.id",
        _ => "t.organization_id",
    };
    let sql = format!(
        "select 1 from {type_name} t join organizations o on o.id = {of} and o.status <> 'approved' where t.id = ?1"
    );
    if connection.prepare_cached(&sql)?.exists([id])? {
        Err(Code::OrganizationNotApproved.into())
    } else {
        Ok(())
    }
}
