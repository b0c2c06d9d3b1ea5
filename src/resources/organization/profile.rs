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
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::field_rules;
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::address::{self, AddressAttributes};
use crate::resources::taxonomy::{Taxonomy, TaxonomyKind, is_listed, unknown_languages, unlisted};

pub struct OrganizationProfile;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct OrganizationProfileAttributes {
    pub non_profit_type_id: Option<Id<Taxonomy>>,
    #[serde(default)]
    pub show_on_social_map: bool,
    #[serde(default)]
    #[validate(length(max = 20))]
    pub activity_type_ids: Vec<String>,
    /// For whom it is there; none: for everybody.
    #[serde(default)]
    #[validate(length(max = 8))]
    pub audiences: Vec<Audience>,
    /// Languages that are spoken there, besides Dutch, by their code.
    #[serde(default)]
    #[validate(length(max = 10))]
    pub languages: Vec<String>,
    #[serde(default)]
    pub wheelchair_accessible: bool,
    #[serde(default)]
    pub accessible_toilet: bool,
    #[serde(default)]
    #[validate(nested, length(max = 21))]
    pub opening_hours: Vec<OpeningHours>,
    /// What the hours do not say: "by appointment".
    #[validate(length(max = 200))]
    pub opening_note: Option<String>,
    /// Where else it is, besides its own address. Shown to everybody as they are.
    #[serde(default)]
    #[validate(nested, length(max = 10))]
    pub places: Vec<OrganizationPlace>,
}

/// People for whom an organisation is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    Children,
    YoungPeople,
    Families,
    OlderPeople,
    Carers,
    Newcomers,
    PeopleWithADisability,
    PeopleWithLittleMoney,
}

/// A part of a day of the week on which an organisation is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct OpeningHours {
    /// 1 is Monday.
    #[validate(range(min = 1, max = 7))]
    pub day: i64,
    /// `HH:MM`.
    #[validate(length(equal = 5))]
    pub from: String,
    #[validate(length(equal = 5))]
    pub until: String,
}

/// One more place of an organisation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct OrganizationPlace {
    #[validate(length(max = 150))]
    pub name: Option<String>,
    #[validate(length(max = 100))]
    pub street: Option<String>,
    #[validate(length(max = 10), custom(function = "field_rules::house_number"))]
    pub house_number: Option<String>,
    #[validate(length(max = 12))]
    pub postal_code: Option<String>,
    #[validate(length(max = 80))]
    pub city: Option<String>,
    /// Found by the postal code, unless it is exact.
    #[validate(range(min = -90.0, max = 90.0))]
    pub latitude: Option<f64>,
    #[validate(range(min = -180.0, max = 180.0))]
    pub longitude: Option<f64>,
    /// The place was put on the map by hand.
    #[serde(default)]
    pub is_exact: bool,
}

impl Resource for OrganizationProfile {
    const TYPE: &'static str = "organization_profiles";
    type Attributes = OrganizationProfileAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Update],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut OrganizationProfileAttributes,
        old: Option<&OrganizationProfileAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        let found: Option<(i64, bool)> = saving
            .tx
            .prepare_cached(
                "select volunteer_center_id, neighbourhood_initiative from organizations where profile_id = ?1",
            )?
            .query_row([saving.id], |row| row.try_into())
            .optional()?;
        let (center_id, is_initiative) = found.unwrap_or_else(|| (saving.center_id(), false));
        if is_initiative {
            hide_homes(new);
        }
        validate_choices(saving.tx, center_id, (new, old), "")?;
        derive_places(new, "")
    }
}

impl Declared for OrganizationProfile {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> =
        Some(("ui/src/features/organizations/edit/map-step.tsx", "profile"));
    const ABOUT: &'static str = "What an organisation tells about itself.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("organization_profiles", "of an organisation"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its organisation"));
    const EXPORT: Option<Export> = Some(Export::No("part of an organisation"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("organization_profiles",
            Moving::With("organizations"),
            Merging::Stays("the organisation keeps its own for when it is taken out again")),
    ];
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
    faults.extend(schedule_faults(new, prefix));
    let spoken: Vec<(usize, &str)> = new
        .languages
        .iter()
        .enumerate()
        .filter(|(_, code)| old.is_none_or(|old| !old.languages.contains(code)))
        .map(|(index, code)| (index, code.as_str()))
        .collect();
    let field = format!("{prefix}languages");
    faults.extend(unknown_languages(tx, center_id, &field, &spoken)?);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Times that are none, and hours that end before they begin.
fn schedule_faults(new: &OrganizationProfileAttributes, prefix: &str) -> Vec<FieldFault> {
    let is_time = |text: &str| {
        let (hour, minute) = text.split_once(':').unwrap_or_default();
        let number = |text: &str| text.parse::<u8>().ok().filter(|_| text.len() == 2);
        number(hour).is_some_and(|hour| hour < 24)
            && number(minute).is_some_and(|minute| minute < 60)
    };
    let mut faults = Vec::new();
    for (index, hours) in new.opening_hours.iter().enumerate() {
        let field = format!("{prefix}opening_hours/{index}");
        for (name, time) in [("from", &hours.from), ("until", &hours.until)] {
            if !is_time(time) {
                faults.push(FieldFault::attribute(&format!("{field}/{name}"), "time"));
            }
        }
        if faults.is_empty() && hours.until <= hours.from {
            faults.push(FieldFault::attribute(
                &format!("{field}/until"),
                "ends_before",
            ));
        }
    }
    faults
}

/// Completes the further places with the coordinates of their postal codes.
fn derive_places(new: &mut OrganizationProfileAttributes, prefix: &str) -> Result<()> {
    new.opening_hours
        .sort_by(|one, other| (one.day, &one.from).cmp(&(other.day, &other.from)));
    for (index, place) in new.places.iter_mut().enumerate() {
        let address = AddressAttributes {
            street: place.street.clone(),
            house_number: place.house_number.clone(),
            postal_code: place.postal_code.clone(),
            city: place.city.clone(),
            country: "NL".to_owned(),
            ..AddressAttributes::default()
        };
        let at = |field: &str| format!("{prefix}places/{index}/{field}");
        if address.is_blank() {
            return Err(FieldFault::attribute(&at("postal_code"), "required").into());
        }
        let found = address::tidied(&address)
            .map_err(|_| FieldFault::attribute(&at("postal_code"), "postal_code"))?;
        place.postal_code = found.postal_code;
        place.city = found.city;
        if !place.is_exact || place.latitude.is_none() || place.longitude.is_none() {
            place.is_exact = false;
            place.latitude = found.latitude;
            place.longitude = found.longitude;
        }
    }
    Ok(())
}

/// An initiative is at home with somebody: its places are known by their postcode.
fn hide_homes(profile: &mut OrganizationProfileAttributes) {
    for place in &mut profile.places {
        (place.street, place.house_number) = (None, None);
        place.is_exact = false;
    }
}

/// Inserts the profile submitted with its organisation and returns its id.
pub(super) fn save(
    tx: &Tx,
    (center_id, is_initiative): (i64, bool),
    id: Option<Id<OrganizationProfile>>,
    profile: &OrganizationProfileAttributes,
) -> Result<Id<OrganizationProfile>> {
    let old = id.map(|id| store::load(tx, id)).transpose()?.flatten();
    validate_choices(tx, center_id, (profile, old.as_ref()), "profile/")?;
    let mut profile = profile.clone();
    if is_initiative {
        hide_homes(&mut profile);
    }
    derive_places(&mut profile, "profile/")?;
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
                audiences = :audiences, languages = :languages, wheelchair_accessible = :wheelchair_accessible,
                accessible_toilet = :accessible_toilet, opening_hours = :opening_hours, opening_note = :opening_note,
                places = :places, version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":non_profit_type_id": profile.non_profit_type_id.map(Id::number),
        ":shown": profile.show_on_social_map,
        ":activity_type_ids": serde_json::to_string(&profile.activity_type_ids)?,
        ":audiences": serde_json::to_string(&profile.audiences)?,
        ":languages": serde_json::to_string(&profile.languages)?,
        ":wheelchair_accessible": profile.wheelchair_accessible,
        ":accessible_toilet": profile.accessible_toilet,
        ":opening_hours": serde_json::to_string(&profile.opening_hours)?,
        ":opening_note": profile.opening_note,
        ":places": serde_json::to_string(&profile.places)?,
        ":now": tx.now(),
    })?;
    Ok(id)
}
