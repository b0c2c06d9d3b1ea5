//! Centres of one tenant whose organisations find each other's volunteers: where both say so.

use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Computed, Filter, Id, Relation, Resource, Saving, Sort, belongs_to};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::presets::Features;
use crate::privacy::prelude::*;
use crate::resources::volunteer_center::VolunteerCenter;

pub struct PoolShare;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PoolShareAttributes {
    /// The centre that says so.
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    /// The centre whose organisations may find its volunteers.
    pub with_center_id: Id<VolunteerCenter>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub with_center_name: String,
    /// The other centre says so too: the pools are shared.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_mutual: bool,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for PoolShare {
    const TYPE: &'static str = "pool_shares";
    const ALIAS: &'static str = "pool_share";
    type Attributes = PoolShareAttributes;
    const FILTERS: &'static [Filter] = &[];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "created_at";
    const RELATIONS: &'static [Relation] = &[belongs_to::<VolunteerCenter>(
        "with_center",
        "with_center_id",
    )];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "with_center_name",
            sql: "select c.name from volunteer_centers c where c.id = t.with_center_id",
        },
        Computed {
            field: "is_mutual",
            sql: "exists (select 1 from pool_shares b where b.volunteer_center_id = t.with_center_id and b.with_center_id = t.volunteer_center_id)",
        },
    ];
    const IS_ON: fn(Features) -> bool = |features| features.volunteer_profiles;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;

    fn before_save(
        new: &mut PoolShareAttributes,
        _: Option<&PoolShareAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        let center_id = saving.center_id();
        new.volunteer_center_id = Some(Id::new(center_id));
        let other = new.with_center_id.number();
        let is_there: Option<bool> = saving
            .tx
            .prepare_cached(
                "select exists (select 1 from pool_shares s where s.volunteer_center_id = ?2 and s.with_center_id = ?1)
                   from volunteer_centers where id = ?1",
            )?
            .query_row((other, center_id), |row| row.get(0))
            .optional()?;
        match is_there {
            Some(false) if other != center_id => Ok(()),
            Some(true) => Err(FieldFault::attribute("with_center_id", "taken").into()),
            _ => Err(FieldFault::attribute("with_center_id", "not_found").into()),
        }
    }
}

impl Declared for PoolShare {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> =
        Some(("ui/src/features/settings/pool-sharing.tsx", "pool_shares"));
    const ABOUT: &'static str = "Centres whose organisations find each other's volunteers.";
    const ROUTES: fn() -> Routes = || {
        Routes::new()
            .list::<Self>()
            .find::<Self>()
            .create::<Self>()
            .delete::<Self>()
    };
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[nobody("pool_shares", "centres alone")];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until the centre takes it back"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("the demo has one centre"));
}
