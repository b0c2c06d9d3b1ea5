//! Volunteer centres: partners that run a branded site, with profile (logo, colours, footer) and theme.

mod hosts;
mod parts;
mod profile;
mod removal;
mod theme;
mod theme_preview;

use std::collections::HashMap;

use axum::http::Method;
use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::address::{self, Address, AddressAttributes};
use crate::app::access::{Access, Action, action};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{FromPath, Input, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, CenterOf, SessionAccess};
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::store::{changes_of, names_row};
use crate::jsonapi::{
    Document, Filter, Id, Predicate, Relation, Resource, Saving, Sort, belongs_to, table,
};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{Event, Happening};
use crate::model::field_rules;
use crate::policy::Verb;
use crate::presets::Wording;
use crate::privacy::prelude::*;

pub use profile::VolunteerCenterProfile;
pub use theme::Theme;

/// Versions kept of each part of a centre, to go back to.
const VERSIONS: u32 = 50;

pub struct VolunteerCenter;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VolunteerCenterAttributes {
    #[validate(length(min = 2, max = 60))]
    pub name: String,
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    /// The language of a visitor who has not chosen one.
    #[serde(default = "dutch")]
    pub locale: String,
    /// The host that leads to this centre.
    #[validate(custom(function = "field_rules::host"), length(max = 253))]
    pub host: Option<String>,
    /// Further hosts that lead to this centre. Links are those of `host`.
    #[serde(default)]
    #[validate(length(max = 20))]
    pub hosts: Vec<String>,
    /// Vacancies of organisations that are not trusted are looked at before they are published.
    #[serde(default = "yes")]
    pub review_vacancies: bool,
    /// People may apply without an account, confirmed by mail.
    #[serde(default = "yes")]
    pub allow_guest_applications: bool,
    /// Who is younger needs the yes of a parent or guardian; below twelve nobody has an account.
    #[serde(default = "sixteen")]
    #[validate(range(min = 16, max = 18))]
    pub minimum_age: i64,
    /// Working days without an answer after which an organisation is reminded of an application.
    #[serde(default = "three")]
    #[validate(range(min = 1, max = 10))]
    pub remind_after_days: i64,
    /// Days without an answer after which the applicant, the centre and again the organisation are told.
    #[serde(default = "seven")]
    #[validate(range(min = 2, max = 30))]
    pub tell_after_days: i64,
    /// Days without an answer after which it is for the centre to act.
    #[serde(default = "fourteen")]
    #[validate(range(min = 3, max = 60))]
    pub chase_after_days: i64,
    /// Days without an answer after which an application is closed.
    #[serde(default = "sixty")]
    #[validate(range(min = 14, max = 365))]
    pub close_after_days: i64,
    /// Days after the last day of a check on which it still counts where somebody is accepted.
    #[serde(default = "thirty")]
    #[validate(range(min = 0, max = 90))]
    pub check_grace_days: i64,
    /// The tenant's first centre: that of a host that leads to none in particular. Another one becomes it by being
    /// made so.
    #[serde(default)]
    pub is_default: bool,
    /// Help from person to person; null is as the tenant has it, and so for the following.
    pub peer_to_peer: Option<bool>,
    pub volunteer_profiles: Option<bool>,
    pub activities: Option<bool>,
    /// What help from person to person is called here.
    pub wording: Option<Wording>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    /// Where people come in; in the footer of the site and of mails. Read through `include=address`.
    #[validate(nested)]
    #[schemars(extend("writeOnly" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<AddressAttributes>,
    #[schemars(extend("readOnly" = true))]
    pub address_id: Option<Id<Address>>,
}

fn dutch() -> String {
    "nl".to_owned()
}

fn sixteen() -> i64 {
    16
}

fn three() -> i64 {
    3
}

fn seven() -> i64 {
    7
}

fn fourteen() -> i64 {
    14
}

fn thirty() -> i64 {
    30
}

fn sixty() -> i64 {
    60
}

fn yes() -> bool {
    true
}

impl Resource for VolunteerCenter {
    const TYPE: &'static str = "volunteer_centers";
    type Attributes = VolunteerCenterAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("name", &[Predicate::Eq, Predicate::Cont])];
    const SORTS: &'static [Sort] = &[Sort::by("name", "t.name")];
    const DEFAULT_SORT: &'static str = "name";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<VolunteerCenterProfile>("profile", "profile_id"),
        belongs_to::<Theme>("theme", "theme_id"),
        belongs_to::<Address>("address", "address_id"),
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        center: CenterOf::Itself,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Update],
        impersonating: &[
            ("GET", "/api/v1/search"),
            ("GET", "/api/v1/volunteer_centers/current"),
            ("GET", "/api/v1/volunteer_centers/{id}/versions"),
        ],
        offered: &[Verb::Govern],
        ..SessionAccess::CLOSED
    };

    const VERSIONS: Option<u32> = Some(VERSIONS);

    fn complete_parts(sent: &mut Map<String, Value>, saving: &Saving) -> Result<()> {
        address::complete(sent, "address", || {
            let id: Option<Option<i64>> = saving
                .tx
                .prepare_cached("select address_id from volunteer_centers where id = ?1")?
                .query_row([saving.id], |row| row.get(0))
                .optional()?;
            address::stored(saving.tx, id.flatten())
        })
    }

    fn before_save(
        new: &mut VolunteerCenterAttributes,
        old: Option<&VolunteerCenterAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        new.phone_number = new
            .phone_number
            .take()
            .and_then(|number| field_rules::e164(&number));
        hosts::tidy(new, saving)?;
        let address = new.address.take();
        if address.as_ref().is_some_and(AddressAttributes::is_blank) {
            new.address_id = None;
        } else if let Some(address) = address {
            let id = new.address_id.map(Id::number);
            new.address_id = Some(Id::new(address::save_placed(saving.tx, id, &address)?));
        }
        for (field, days, before) in [
            (
                "tell_after_days",
                new.tell_after_days,
                new.remind_after_days,
            ),
            (
                "chase_after_days",
                new.chase_after_days,
                new.tell_after_days,
            ),
            (
                "close_after_days",
                new.close_after_days,
                new.chase_after_days,
            ),
        ] {
            if days <= before {
                return Err(FieldFault::attribute(field, "range")
                    .with("min", before + 1)
                    .into());
            }
        }
        match (old.is_some_and(|old| old.is_default), new.is_default) {
            (true, false) => {
                return Err(FieldFault::attribute("is_default", "default_center").into());
            }
            // One centre is the first: it stops being so in the same transaction.
            (false, true) => {
                saving.tx.execute(
                    "update volunteer_centers set is_default = 0, version = version + 1, updated_at = ?1
                      where is_default = 1",
                    [saving.tx.now()],
                )?;
            }
            _ => {}
        }
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        parts::furnish(saving.tx, id.number())?;
        Happening::new(saving.tx, Event::CenterCreated, id.number()).announce()
    }

    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        removal::require_empty(tx, id.number())?;
        Happening::new(tx, Event::CenterDeleted, id.number()).announce()?;
        parts::clear_away(tx, id.number())
    }
}

impl Declared for VolunteerCenter {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/settings/settings-page.tsx",
        "volunteer_centers",
    ));
    const ABOUT: &'static str = "Volunteer centres of the tenant, and previews of their mail.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("volunteer_centers", "a centre's own address and number"),
    ];
    const RETENTION: Option<Retention> =
        Some(Retention::Kept("until an admin deletes an empty centre"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}

/// A part of a centre that is a row of its own, also at an address under its centre.
trait Part: Resource {
    /// The column of the centre with its id.
    const COLUMN: &'static str;
    const PATH: &'static str;
    /// Names of the operations that show it, change it, and change it by PUT, each with what it does.
    const NAMES: [(&'static str, &'static str); 3];
}

impl Part for VolunteerCenterProfile {
    const COLUMN: &'static str = "profile_id";
    const PATH: &'static str = "//api/v1/volunteer_centers/{id}/profile";
    const NAMES: [(&'static str, &'static str); 3] = [
        (
            "getProfileOfVolunteerCenter",
            "Shows the profile of a centre",
        ),
        (
            "updateProfileOfVolunteerCenter",
            "Changes the given attributes of the profile of a centre",
        ),
        (
            "putProfileOfVolunteerCenter",
            "Changes the given attributes of the profile of a centre, as PATCH does",
        ),
    ];
}

impl Part for Theme {
    const COLUMN: &'static str = "theme_id";
    const PATH: &'static str = "//api/v1/volunteer_centers/{id}/theme";
    const NAMES: [(&'static str, &'static str); 3] = [
        ("getThemeOfVolunteerCenter", "Shows the theme of a centre"),
        (
            "updateThemeOfVolunteerCenter",
            "Changes the given attributes of the theme of a centre",
        ),
        (
            "putThemeOfVolunteerCenter",
            "Changes the given attributes of the theme of a centre, as PATCH does",
        ),
    ];
}

/// The centre in the path of one of its parts. `If-Match` is about the part.
struct OfCenter(Id<VolunteerCenter>);

impl FromPath for OfCenter {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        Id::read(path).map(Self)
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

/// `GET`, `PATCH` and `PUT` of a part.
fn part<P: Part>() -> Routes {
    let [shown, changed, put] = P::NAMES;
    Routes::new()
        .action(Method::GET, P::PATH, show_part::<P>)
        .answering(OperationKind::Find)
        .named(shown.0, shown.1)
        .action(Method::PATCH, P::PATH, change_part::<P>)
        .answering(OperationKind::Update)
        .named(changed.0, changed.1)
        .action(Method::PUT, P::PATH, change_part::<P>)
        .answering(OperationKind::Update)
        .named(put.0, put.1)
}

async fn id_of_part<P: Part, A: Action>(
    access: &Access<P, A>,
    OfCenter(center): OfCenter,
) -> Result<Id<P>> {
    let centers = access.beside::<VolunteerCenter, action::Read>()?.rows();
    let sql = format!("select {} from volunteer_centers where id = ?1", P::COLUMN);
    access
        .read(move |connection| {
            centers.require(connection, center)?;
            let mut statement = connection.prepare_cached(&sql)?;
            let id: Option<i64> = statement.query_row([center.number()], |row| row.get(0))?;
            id.map(Id::new).ok_or_else(|| Code::NotFound.into())
        })
        .await
}

async fn show_part<P: Part>(
    access: Access<P, action::Read>,
    center: OfCenter,
    input: Input<()>,
) -> Result<Document> {
    let keep = access.ctx().site.tenant.keep(&["volunteer_centers"]);
    let id = id_of_part(&access, center).await?;
    let document = access.find(id, input.query).await?;
    Ok(document.also_keep(keep, None))
}

async fn change_part<P: Part>(
    access: Access<P, action::Update>,
    center: OfCenter,
    input: Input<Value>,
) -> Result<Document> {
    let id = id_of_part(&access, center).await?;
    access.is_about(&id);
    let rows = access.rows();
    access
        .read(move |connection| rows.require(connection, id))
        .await?;
    let sent = input.body.pointer("/data/id").unwrap_or(&Value::Null);
    names_row(sent, &id.to_string())?;
    let attributes = changes_of(table::<P>(), &input.body)?;
    access
        .change(id, move |tx, rows| {
            rows.update(tx, id, attributes)?;
            Ok(())
        })
        .await
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<VolunteerCenter>()
        .find::<VolunteerCenter>()
        .merge(hosts::routes())
        .delete::<VolunteerCenter>()
        .find::<VolunteerCenterProfile>()
        .update::<VolunteerCenterProfile>()
        .find::<Theme>()
        .update::<Theme>()
        .versions::<VolunteerCenter>()
        .versions::<VolunteerCenterProfile>()
        .versions::<Theme>()
        .merge(theme_preview::routes())
        .merge(part::<VolunteerCenterProfile>())
        .merge(part::<Theme>())
}
