//! Profile of an organisation for the social map.

use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store;
use crate::jsonapi::{Id, Resource, Saving};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::declaration::{Declared, Demo, Export, Retention};
use crate::resources::taxonomy::{Taxonomy, TaxonomyKind, is_listed, unlisted};

pub struct OrganizationProfile;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct OrganizationProfileAttributes {
    pub non_profit_type_id: Option<Id<Taxonomy>>,
    #[serde(default)]
    pub show_on_social_map: bool,
    #[serde(default)]
    #[validate(length(max = 20))]
    pub activity_type_ids: Vec<String>,
}

impl Resource for OrganizationProfile {
    const TYPE: &'static str = "organization_profiles";
    type Attributes = OrganizationProfileAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/organization_profiles/{id}"),
            ("PATCH", "/api/v1/organization_profiles/{id}"),
            ("PUT", "/api/v1/organization_profiles/{id}"),
        ],
        offered: &[Verb::Update],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut OrganizationProfileAttributes,
        old: Option<&OrganizationProfileAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        let center_id: Option<i64> = saving
            .tx
            .prepare_cached("select volunteer_center_id from organizations where profile_id = ?1")?
            .query_row([saving.id], |row| row.get(0))
            .optional()?;
        let center_id = center_id.unwrap_or_else(|| saving.center_id());
        validate_choices(saving.tx, center_id, (new, old), "")
    }
}

impl Declared for OrganizationProfile {
    const FILE: &'static str = file!();
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("organization_profiles", "of an organisation"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its organisation"));
    const EXPORT: Option<Export> = Some(Export::No("part of an organisation"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

/// Validates types and activities against the tenant's lists. Existing choices may have left the list since.
fn validate_choices(
    tx: &Tx,
    center_id: i64,
    (new, old): (
        &OrganizationProfileAttributes,
        Option<&OrganizationProfileAttributes>,
    ),
    prefix: &str,
) -> Result<()> {
    let mut faults = Vec::new();
    if let Some(chosen) = new.non_profit_type_id
        && old.is_none_or(|old| old.non_profit_type_id != new.non_profit_type_id)
    {
        let (field, chosen) = (format!("{prefix}non_profit_type_id"), chosen.to_string());
        if !is_listed(tx, center_id, TaxonomyKind::NonProfitTypes, &chosen)? {
            faults.push(FieldFault::attribute(&field, "unlisted").with("value", chosen));
        }
    }
    let fresh: Vec<(usize, &str)> = new
        .activity_type_ids
        .iter()
        .enumerate()
        .filter(|(_, id)| old.is_none_or(|old| !old.activity_type_ids.contains(id)))
        .map(|(index, id)| (index, id.as_str()))
        .collect();
    let field = format!("{prefix}activity_type_ids");
    let activities = (TaxonomyKind::ActivityTypes, field.as_str());
    faults.extend(unlisted(tx, center_id, activities, &fresh)?);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Inserts the profile submitted with its organisation and returns its id.
pub(super) fn save(
    tx: &Tx,
    center_id: i64,
    id: Option<Id<OrganizationProfile>>,
    profile: &OrganizationProfileAttributes,
) -> Result<Id<OrganizationProfile>> {
    let old = id.map(|id| store::load(tx, id)).transpose()?.flatten();
    validate_choices(tx, center_id, (profile, old.as_ref()), "profile/")?;
    let id = if let Some(id) = id {
        id
    } else {
        tx.prepare_cached(
            "insert into organization_profiles (created_at, updated_at) values (?1, ?1)",
        )?
        .execute([tx.now()])?;
        Id::new(tx.last_insert_rowid())
    };
    tx.prepare_cached(
        "update organization_profiles
            set non_profit_type_id = :non_profit_type_id, show_on_social_map = :shown, activity_type_ids = :activity_type_ids,
                version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":non_profit_type_id": profile.non_profit_type_id.map(Id::number),
        ":shown": profile.show_on_social_map,
        ":activity_type_ids": serde_json::to_string(&profile.activity_type_ids)?,
        ":now": tx.now(),
    })?;
    Ok(id)
}
