//! Addresses of centres, organisations and vacancies, written as part of their owner.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use crate::base::postal_code;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store;
use crate::jsonapi::{Id, Resource};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::field_rules;
use crate::model::purge::is_referred_to;
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::search::geo;

pub struct Address;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct AddressAttributes {
    #[validate(length(max = 100))]
    pub street: Option<String>,
    #[validate(length(max = 10), custom(function = "field_rules::house_number"))]
    pub house_number: Option<String>,
    #[validate(length(max = 12))]
    pub postal_code: Option<String>,
    #[validate(length(max = 80))]
    pub city: Option<String>,
    /// ISO 3166, two letters.
    #[serde(default = "netherlands")]
    #[validate(length(equal = 2), custom(function = "field_rules::country"))]
    pub country: String,
    /// Found by the postal code, unless it is exact.
    #[validate(range(min = -90.0, max = 90.0))]
    pub latitude: Option<f64>,
    #[validate(range(min = -180.0, max = 180.0))]
    pub longitude: Option<f64>,
    /// The place was put on the map by hand. Without this the coordinates are those of an area around it. Possible for
    /// the address of an organisation that is nobody's home.
    #[serde(default)]
    pub is_exact: bool,
}

fn netherlands() -> String {
    "NL".to_owned()
}

impl Resource for Address {
    const TYPE: &'static str = "addresses";
    type Attributes = AddressAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[("GET", "/api/v1/locations")],
        ..SessionAccess::CLOSED
    };
}

/// Neighbourhood initiatives that only this person manages: their address is a home address.
macro_rules! home {
    () => {
        "(select o.address_id from organizations o \
           join roles r on r.scope_type = 'organization' and r.scope_id = o.id and r.user_id = :user_id and r.name = 'organization_superuser' \
          where o.neighbourhood_initiative = 1 \
            and not exists (select 1 from roles x where x.scope_type = 'organization' and x.scope_id = o.id \
                               and x.name = 'organization_superuser' and x.user_id <> :user_id and x.accepted_at is not null))"
    };
}

/// Deletes the address of a row that is gone, unless another row has it too.
pub(in crate::resources) fn remove_unused(tx: &Tx, id: Option<i64>) -> Result<()> {
    if let Some(id) = id
        && !is_referred_to(tx, Address::TYPE, id)?
    {
        tx.execute("delete from addresses where id = ?1", [id])?;
    }
    Ok(())
}

impl Declared for Address {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/components/form/controls/address-fields.tsx",
        "postal",
    ));
    const ABOUT: &'static str = "Addresses of organisations, vacancies and centres.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("addresses", &[Part {
            rows: concat!("t.id in ", home!(), " or t.id in (select v.address_id from vacancies v where v.asker_id = :user_id)"),
            show: shown([("adressen", "Het adres van je buurtinitiatief, en waar je om hulp vroeg."), ("addresses", "The address of your neighbourhood initiative, and where you asked for help.")], &["version", "is_home"], ""),
            erase: Blank {
                set: &[("street", "null"), ("house_number", "null"), ("postal_code", "substr(postal_code, 1, 4)"), ("latitude", "null"), ("longitude", "null"), ("is_exact", "0")],
                keep: &["city", "country"],
            },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with what is at the address"));
    const EXPORT: Option<Export> =
        Some(Export::No("part of an organisation, a vacancy or a centre"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("addresses",
            Moving::With("organizations and vacancies"),
            Merging::Stays("the organisation and its vacancies keep theirs")),
    ];
}

impl AddressAttributes {
    /// True if it names no place at all.
    pub fn is_blank(&self) -> bool {
        [
            &self.street,
            &self.house_number,
            &self.postal_code,
            &self.city,
        ]
        .into_iter()
        .all(|part| part.as_deref().is_none_or(|part| part.trim().is_empty()))
    }
}

/// Completes the object `name` of a request with the fields of the stored row that it does not name. An emptied field
/// is absent.
pub fn complete(
    sent: &mut Map<String, Value>,
    name: &str,
    stored: impl FnOnce() -> Result<Option<Value>>,
) -> Result<()> {
    let Some(Value::Object(part)) = sent.get_mut(name) else {
        return Ok(());
    };
    for value in part.values_mut() {
        if value.as_str().is_some_and(|text| text.trim().is_empty()) {
            *value = Value::Null;
        }
    }
    if let Some(Value::Object(stored)) = stored()? {
        for (field, value) in stored {
            part.entry(field).or_insert(value);
        }
    }
    Ok(())
}

/// The stored row as JSON, without what follows from the postal code. Of a place that was put on the map by hand the
/// coordinates belong to the address as it is: another address has others.
pub fn stored(tx: &Tx, id: Option<i64>) -> Result<Option<Value>> {
    let Some(id) = id else {
        return Ok(None);
    };
    let Some(address) = store::load::<Address>(tx, Id::new(id))? else {
        return Ok(None);
    };
    let address = if address.is_exact {
        address
    } else {
        AddressAttributes {
            latitude: None,
            longitude: None,
            ..address
        }
    };
    Ok(Some(serde_json::to_value(address)?))
}

/// Normalises the postal code, and adds the city and the coordinates where they are known.
pub fn tidied(address: &AddressAttributes) -> Result<AddressAttributes> {
    let mut postal_code = address
        .postal_code
        .clone()
        .map(|code| code.trim().to_owned())
        .filter(|code| !code.is_empty());
    if let Some(code) = &postal_code
        && address.country.eq_ignore_ascii_case("NL")
    {
        // Of somebody's home the four digits are enough.
        let four = postal_code::digits(code)
            .filter(|_| address.street.is_none())
            .map(str::to_owned);
        let tidied = postal_code::parse(code).or(four).ok_or_else(|| {
            Error::from(FieldFault::attribute("address/postal_code", "postal_code"))
        })?;
        postal_code = Some(tidied);
    }
    let asked = postal_code
        .as_deref()
        .or(address.city.as_deref())
        .unwrap_or_default();
    let place = geo::locate(asked);
    let city = address
        .city
        .clone()
        .or_else(|| place.as_ref().map(|place| place.name.clone()));
    Ok(AddressAttributes {
        country: address.country.to_ascii_uppercase(),
        postal_code,
        city,
        latitude: place.as_ref().map(|place| place.latitude),
        longitude: place.as_ref().map(|place| place.longitude),
        is_exact: false,
        ..address.clone()
    })
}

/// Tidied, but with the coordinates that somebody gave it by hand, unless they were given to another address.
fn placed(
    address: &AddressAttributes,
    old: Option<&AddressAttributes>,
) -> Result<AddressAttributes> {
    let tidied = tidied(address)?;
    let given = address.latitude.zip(address.longitude);
    let Some((latitude, longitude)) = given.filter(|_| address.is_exact) else {
        return Ok(tidied);
    };
    let moved = old.is_some_and(|old| {
        let is_elsewhere = (&old.street, &old.house_number, &old.postal_code, &old.city)
            != (
                &tidied.street,
                &tidied.house_number,
                &tidied.postal_code,
                &tidied.city,
            );
        is_elsewhere && old.latitude.zip(old.longitude) == given
    });
    if moved {
        return Ok(tidied);
    }
    Ok(AddressAttributes {
        latitude: Some(latitude),
        longitude: Some(longitude),
        is_exact: true,
        ..tidied
    })
}

/// Inserts or updates the address of something whose place may be put on the map by hand; see `save`.
pub fn save_placed(tx: &Tx, id: Option<i64>, address: &AddressAttributes) -> Result<i64> {
    let old = match id {
        Some(id) => store::load::<Address>(tx, Id::new(id))?,
        None => None,
    };
    write(tx, id, address, |address| placed(address, old.as_ref()))
}

/// Inserts or updates an address and returns its id; `id` is the owner's existing row. An address without any place is
/// refused.
pub fn save(tx: &Tx, id: Option<i64>, address: &AddressAttributes) -> Result<i64> {
    write(tx, id, address, tidied)
}

fn write(
    tx: &Tx,
    id: Option<i64>,
    address: &AddressAttributes,
    complete: impl FnOnce(&AddressAttributes) -> Result<AddressAttributes>,
) -> Result<i64> {
    if address.is_blank() {
        return Err(FieldFault::attribute("address/postal_code", "required").into());
    }
    let address = complete(address)?;
    let values = named_params! {
        ":street": address.street,
        ":house_number": address.house_number,
        ":postal_code": address.postal_code,
        ":city": address.city,
        ":country": address.country,
        ":latitude": address.latitude,
        ":longitude": address.longitude,
        ":is_exact": address.is_exact,
        ":now": tx.now(),
    };
    match id {
        None => {
            tx.prepare_cached(
                "insert into addresses (street, house_number, postal_code, city, country, latitude, longitude, is_exact, created_at, updated_at)
                 values (:street, :house_number, :postal_code, :city, :country, :latitude, :longitude, :is_exact, :now, :now)",
            )?
            .execute(values)?;
            Ok(tx.last_insert_rowid())
        }
        Some(id) => {
            let mut all = values.to_vec();
            all.push((":id", &id));
            tx.prepare_cached(
                "update addresses
                    set street = :street, house_number = :house_number, postal_code = :postal_code, city = :city,
                        country = :country, latitude = :latitude, longitude = :longitude,
                        is_exact = :is_exact, version = version + 1, updated_at = :now
                  where id = :id",
            )?
            .execute(all.as_slice())?;
            Ok(id)
        }
    }
}
