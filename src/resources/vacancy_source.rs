//! Addresses of partners whose vacancies are read every six hours (docs/api.md#vacancies-of-a-partner). An admin adds
//! them; what may be an address and how it is read stands in `vacancy::import::source`.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::organization::Organization;
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Document, Filter, Id, Relation, Resource, Saving, Sort, belongs_to};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::vacancy::import::source::{MOST_SOURCES, PartnerAddress};

pub struct VacancySource;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancySourceAttributes {
    /// `https://…`, at a host on the internet, without a name and a password.
    #[validate(length(min = 1, max = 500))]
    pub url: String,
    /// The organisation of vacancies that name none.
    pub organization_id: Option<Id<Organization>>,
    /// Not read while this is so.
    #[serde(default)]
    pub paused: bool,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    /// When it is read next.
    #[schemars(extend("readOnly" = true))]
    pub next_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub last_read_at: Option<String>,
    /// What came of it, in a sentence for whoever knows the file.
    #[schemars(extend("readOnly" = true))]
    pub last_outcome: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub last_failed: bool,
    /// `added`, `changed`, `unchanged`, `withdrawn`, `returned`, `edited_here` and `faulty`, as numbers, and `problems`: the
    /// first faulty ones in words. None where nothing was taken in.
    #[schemars(extend("readOnly" = true))]
    pub last_result: Option<Map<String, Value>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for VacancySource {
    const TYPE: &'static str = "vacancy_sources";
    const ALIAS: &'static str = "vacancy_source";
    type Attributes = VacancySourceAttributes;
    const FILTERS: &'static [Filter] = &[];
    const SORTS: &'static [Sort] = &[Sort::by("url", "t.url collate nocase")];
    const DEFAULT_SORT: &'static str = "url";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        offered: &[Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut VacancySourceAttributes,
        old: Option<&VacancySourceAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
            new.next_at = Some(saving.tx.now().to_owned());
            let kept: i64 =
                saving
                    .tx
                    .query_row("select count(*) from vacancy_sources", [], |row| row.get(0))?;
            if kept >= MOST_SOURCES {
                return Err(FieldFault::attribute("url", "most_sources")
                    .with("max", MOST_SOURCES)
                    .into());
            }
        }
        let is_new_url = old.is_none_or(|old| old.url != new.url);
        if is_new_url && PartnerAddress::read(&new.url).is_err() {
            return Err(FieldFault::attribute("url", "partner_url").into());
        }
        let is_there = saving
            .tx
            .prepare_cached("select 1 from vacancy_sources where url = ?1 and id is not ?2")?
            .exists((&new.url, saving.id))?;
        if is_there {
            return Err(FieldFault::attribute("url", "taken").into());
        }
        validate_organization(new, old, saving)
    }
}

/// Vacancies come to an approved organisation of the centre, as those that people write.
fn validate_organization(
    new: &VacancySourceAttributes,
    old: Option<&VacancySourceAttributes>,
    saving: &Saving,
) -> Result<()> {
    let Some(id) = new.organization_id else {
        return Ok(());
    };
    if old.is_some_and(|old| old.organization_id == Some(id)) {
        return Ok(());
    }
    let takes_part = saving
        .tx
        .prepare_cached(
            "select 1 from organizations
              where id = ?1 and volunteer_center_id = ?2 and status = 'approved' and household_of_id is null",
        )?
        .exists((id.number(), new.volunteer_center_id.map(Id::number)))?;
    if takes_part {
        Ok(())
    } else {
        Err(FieldFault::attribute("organization_id", "unknown_organization").into())
    }
}

impl Declared for VacancySource {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Addresses of partners whose vacancies are read by themselves.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("vacancy_sources", "addresses of partners"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until an admin removes it"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("a demo reads nothing of others"));
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("vacancy_sources",
            Moving::Goes("update vacancy_sources set volunteer_center_id = :to
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
    ];
}

/// `PUT /vacancy_sources/{id}/read`: it is read within a minute, whatever its turn was.
async fn read_now(
    access: Access<VacancySource, action::Update>,
    id: Id<VacancySource>,
    _: Input<()>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            let source = rows.load(tx, id)?;
            if source.paused {
                return Err(Error::from(FieldFault::attribute(
                    "paused",
                    "paused_source",
                )));
            }
            let now = tx.now().to_owned();
            rows.change(tx, id, |source| {
                source.next_at = Some(now);
                Ok(())
            })?;
            Ok(())
        })
        .await
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<VacancySource>()
        .find::<VacancySource>()
        .create::<VacancySource>()
        .update::<VacancySource>()
        .delete::<VacancySource>()
        .action(Method::PUT, "/{id}/read", read_now)
        .named(
            "readVacancySource",
            "Reads the address within a minute instead of at its next turn",
        )
        .answers(Described::one::<VacancySource>(200))
        .refuses(&[422])
}
