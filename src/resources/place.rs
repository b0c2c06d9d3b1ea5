//! Places where people meet: an address, and what somebody has to know who comes in a wheelchair or hears badly. Of a
//! centre, or of an organisation; moves with its organisation to another centre.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store;
use crate::jsonapi::{
    Filter, Id, MostPer, Predicate, Relation, Resource, Saving, Sort, belongs_to,
};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::effects::{Effect, gone_with_organization};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::address::{self, AddressAttributes};
use crate::resources::organization::Organization;
use crate::resources::volunteer_center::VolunteerCenter;

pub struct Place;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PlaceAttributes {
    #[validate(length(min = 2, max = 150))]
    pub name: String,
    #[validate(nested)]
    pub address: AddressAttributes,
    #[serde(default)]
    pub is_step_free: bool,
    #[serde(default)]
    pub has_accessible_toilet: bool,
    /// Parking for who has a disabled parking permit.
    #[serde(default)]
    pub has_disabled_parking: bool,
    /// Induction loop for hearing aids.
    #[serde(default)]
    pub has_hearing_loop: bool,
    #[serde(default)]
    pub has_quiet_room: bool,
    /// How to get there, and in.
    #[validate(length(max = 500))]
    pub directions: Option<String>,
    /// None: of the centre itself.
    pub organization_id: Option<Id<Organization>>,
    /// Of the centre's own places.
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
}

/// Name and address of a place, in one line.
pub fn in_one_line(name: &str, address: &Value) -> String {
    let part = |field: &str| address[field].as_str().unwrap_or_default();
    let street = format!("{} {}", part("street"), part("house_number"));
    let town = format!("{} {}", part("postal_code"), part("city"));
    [name, street.trim(), town.trim()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

impl Resource for Place {
    const TYPE: &'static str = "places";
    const ALIAS: &'static str = "place";
    type Attributes = PlaceAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("name", &[Predicate::Cont]),
        Filter::column("organization_id", &[Predicate::Eq, Predicate::Null]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("name", "t.name collate nocase")];
    const DEFAULT_SORT: &'static str = "name";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "organization_id",
        most: 50,
        attribute: "name",
    });
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn complete_parts(sent: &mut Map<String, Value>, saving: &Saving) -> Result<()> {
        address::complete(sent, "address", || {
            let Some(id) = saving.id else {
                return Ok(None);
            };
            let place = store::load::<Self>(saving.tx, Id::new(id))?;
            Ok(place
                .map(|place| serde_json::to_value(place.address))
                .transpose()?)
        })
    }

    fn before_save(
        new: &mut PlaceAttributes,
        old: Option<&PlaceAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_some_and(|old| old.organization_id != new.organization_id) {
            return Err(FieldFault::attribute("organization_id", "read_only").into());
        }
        if old.is_none() && new.organization_id.is_none() {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
        }
        if new.address.is_blank() {
            return Err(FieldFault::attribute("address/postal_code", "required").into());
        }
        if old.is_none_or(|old| old.address != new.address) {
            new.address = address::tidied(&new.address)?;
        }
        Ok(())
    }
}

impl Declared for Place {
    const FILE: &'static str = file!();
    const IS_MADE_ON_ITS_SCREEN: bool = true;
    const ABOUT: &'static str = "Places where people meet, and how accessible they are.";
    const ROUTES: fn() -> Routes = Routes::crud::<Self>;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[nobody("places", "buildings where people meet")];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the organisation"));
    const EXPORT: Option<Export> = Some(Export::No("a centre has few"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(gone_with_organization::<Self>);
    const BELONGINGS: &'static [Belonging] = &[Belonging::of(
        "places",
        Moving::Stays(
            "a place of an organisation names no centre: it is where the organisation is",
        ),
        Merging::Goes(&[("organization_id", "1")]),
    )];
}
