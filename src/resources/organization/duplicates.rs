//! Detection of duplicate organisations, by trade-register number, mail domain, name and postal code.

use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Organization;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::{Document, Id};
use crate::resources::organization::OrganizationStatus;

/// Public mail providers, whose domains do not identify an organisation.
const PUBLIC_MAIL: &str = "('gmail.com', 'hotmail.com', 'hotmail.nl', 'outlook.com', 'live.nl', 'ziggo.nl', 'kpnmail.nl', 'icloud.com', 'example.nl', 'example.org', 'example.com')";

/// Returns each likely duplicate with the reasons, for those who decide on the organisation.
pub async fn duplicates(
    access: Access<Organization, action::Approve>,
    id: Id<Organization>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let found = access
        .read(move |connection| {
            rows.require(connection, id)?;
            find(connection, id)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": found, "meta": { "total": found.len() } }),
    ))
}

/// Organisations that may be the same as one.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OrganizationDuplicateList {
    data: Vec<OrganizationDuplicate>,
    meta: DuplicateCount,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OrganizationDuplicate {
    r#type: String,
    id: String,
    attributes: OrganizationDuplicateAttributes,
    meta: DuplicateReasons,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OrganizationDuplicateAttributes {
    name: String,
    status: OrganizationStatus,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DuplicateReasons {
    reasons: Vec<DuplicateReason>,
}

/// What is the same.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DuplicateReason {
    KvkNumber,
    Name,
    EmailDomain,
    /// Names that differ by little: a typing error, or the legal form.
    SimilarName,
    Address,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DuplicateCount {
    total: i64,
}

fn find(connection: &Connection, id: Id<Organization>) -> Result<Vec<Value>> {
    let sql = format!(
        "select o.id, o.name, o.status,
                o.kvk_number is not null and o.kvk_number = t.kvk_number as same_kvk,
                fold(o.name) = fold(t.name) as same_name,
                substr(oa.postal_code, 1, 4) = substr(ta.postal_code, 1, 4) as same_area,
                substr(o.email, instr(o.email, '@') + 1) = substr(t.email, instr(t.email, '@') + 1)
                  and substr(t.email, instr(t.email, '@') + 1) not in {PUBLIC_MAIL} as same_domain,
                fold(o.name) <> fold(t.name) and similar_names(o.name, t.name) as similar,
                upper(replace(oa.postal_code, ' ', '')) = upper(replace(ta.postal_code, ' ', '')) and oa.house_number = ta.house_number as same_address
           from organizations t
           join organizations o on o.id <> t.id and o.household_of_id is null and o.status not in ('deleted', 'denied')
           left join addresses ta on ta.id = t.address_id
           left join addresses oa on oa.id = o.address_id
          where t.id = :id
            and o.volunteer_center_id = t.volunteer_center_id
            and (same_kvk or same_domain or same_address or (same_name and coalesce(same_area, 1))
              or similar)
          order by same_kvk desc, same_domain desc, same_name desc, o.name
          limit 10"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement
        .query_map(named_params! {":id": id.number()}, |row| {
            let mut reasons = Vec::new();
            for (index, reason) in [(3, "kvk_number"), (4, "name"), (6, "email_domain"), (7, "similar_name"), (8, "address")] {
                if row.get::<_, Option<bool>>(index)?.unwrap_or_default() {
                    reasons.push(reason);
                }
            }
            Ok(json!({
                "type": "organizations",
                "id": row.get::<_, i64>(0)?.to_string(),
                "attributes": { "name": row.get::<_, String>(1)?, "status": row.get::<_, String>(2)? },
                "meta": { "reasons": reasons },
            }))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}
