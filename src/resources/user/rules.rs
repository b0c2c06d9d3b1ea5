//! Validation of a person's fields, and the filter by role.

use crate::error::{FieldFault, Result};
use crate::jsonapi::Conditions;
use crate::resources::user::access::granting::{find_role, role_names};

/// `filter[with_role]`. The admins of an organisation are its managers; combined with an organisation, any role
/// refers to that organisation. Only roles that the asker sees count.
pub fn with_role(conditions: &mut Conditions, value: &str) -> Result<()> {
    if find_role(value).is_none() {
        return Err(Conditions::impossible("with_role", value, &role_names()));
    }
    let organization = conditions
        .asked("organization_id_eq")
        .map(str::parse::<i64>);
    match organization {
        None => conditions.add(
            "t.id in (select t.user_id from roles t where t.name = :value and t.accepted_at is not null and {visible roles})",
            value.to_owned(),
        ),
        // Reported by the filter of that name.
        Some(Err(_)) => {}
        Some(Ok(id)) => {
            let name = if value == "admin" {
                "organization_superuser"
            } else {
                value
            };
            let sql = format!(
                "t.id in (select t.user_id from roles t where t.name = :value and t.scope_type in ('organization', 'school') and t.scope_id = {id} and t.accepted_at is not null and {{visible roles}})"
            );
            conditions.add(&sql, name.to_owned());
        }
    }
    Ok(())
}

/// Validates a date of birth: in the past, and of a person who can be alive.
pub fn validate_birth_date(day: &str, now: &str) -> Result<()> {
    let fault = |rule: &str| Err(FieldFault::attribute("birth_date", rule).into());
    let Ok(born) = day.parse::<jiff::civil::Date>() else {
        return fault("date");
    };
    let today = now
        .get(..10)
        .and_then(|day| day.parse::<jiff::civil::Date>().ok());
    let Some(today) = today else {
        return fault("date");
    };
    if born >= today || i32::from(today.year()) - i32::from(born.year()) > 110 {
        return fault("birth_date");
    }
    Ok(())
}
