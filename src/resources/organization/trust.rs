//! Trusted organisations: their vacancies are published without a look of the centre (docs/domain/rights.md#organisations).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::Organization;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::form::Form;
use crate::jsonapi::{Document, Id};

/// Whether an organisation is trusted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationTrust")]
pub struct TrustForm {
    /// False takes it back.
    #[serde(default = "yes")]
    trusted: bool,
}

fn yes() -> bool {
    true
}

/// `PUT /organizations/{id}/trust {trusted}`: the same as the attribute `trusted` of a change, for whoever oversees it.
pub(super) async fn trust(
    access: Access<Organization, action::Oversee>,
    id: Id<Organization>,
    form: Form<TrustForm>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let trusted = Value::Bool(form.body.trusted);
            rows.update(tx, id, Map::from_iter([("trusted".to_owned(), trusted)]))?;
            Ok(())
        })
        .await
}
