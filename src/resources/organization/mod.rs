//! Organisations, which offer vacancies. They sign up, are approved by a centre, and belong to one centre.

mod about_it;
mod change_request;
mod decision_help;
mod declaration;
mod duplicates;
mod guards;
mod merge;
mod profile;
mod purge;
pub mod social_map;
pub mod still_right;
pub mod suggestion;
mod transfer;
pub mod transition;
mod trust;

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::address::{self, Address, AddressAttributes};
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{AllOf, Described, Input, MetaOf, OneOf, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store::{self, changes_of, new_attributes_of};
use crate::jsonapi::{
    Computed, Document, Filter, Id, Joined, Predicate, Relation, Resource, Saving, Sort, Takes,
    Transition, belongs_to, has_many_named, joined, table,
};
use crate::model::field_rules;
use crate::model::registry;
use crate::model::state_machine::offered;
use crate::policy::Verb;
use crate::resources::location;
use crate::resources::upload::{self, UploadKind};

pub(crate) use about_it::about_it;
pub use guards::{require_approved, validate_registration};
pub use profile::{OrganizationProfile, OrganizationProfileAttributes};
pub(in crate::resources) use purge::SOFT_DELETE;

pub struct Organization;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct OrganizationAttributes {
    #[validate(length(min = 2, max = 150))]
    pub name: String,
    /// Where the centre reaches the organisation. Shown to its managers and the centre, and to everybody if
    /// `show_email` says so.
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    #[validate(length(max = 150))]
    pub contact_name: Option<String>,
    #[validate(length(max = 255), custom(function = "field_rules::web_address"))]
    pub website: Option<String>,
    /// Which of these everybody sees, wherever the organisation is shown. Others are left out.
    #[serde(default)]
    pub show_email: bool,
    #[serde(default)]
    pub show_phone_number: bool,
    #[serde(default = "shown")]
    pub show_website: bool,
    #[validate(length(max = 3000))]
    pub description: Option<String>,
    #[serde(default)]
    pub organization_type: OrganizationType,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: OrganizationStatus,
    /// Number in the Dutch trade register: eight digits, or none for a neighbourhood initiative.
    #[validate(custom(function = "field_rules::kvk_number"))]
    pub kvk_number: Option<String>,
    #[serde(default)]
    pub neighbourhood_initiative: bool,
    #[serde(default)]
    pub anbi: bool,
    /// Publishes without review.
    #[serde(default)]
    pub trusted: bool,
    /// Hours of volunteers count by themselves when nobody said anything for thirty days.
    #[serde(default = "yes")]
    pub auto_confirms_hours: bool,
    /// A School only: applications of its students wait for a mentor's yes.
    #[serde(default)]
    pub mentor_approval: bool,
    /// A School only: every mentor sees all its students, not just those they guide.
    #[serde(default)]
    pub mentors_see_all: bool,
    #[schemars(extend("readOnly" = true))]
    pub denial_reason: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub denial_text: Option<String>,
    /// What its manager asks to change of its name, type or number once it is approved, attribute by attribute. Shown
    /// is what stands in the attributes, until the centre agrees.
    #[schemars(extend("readOnly" = true))]
    pub requested_change: Option<Map<String, Value>>,
    #[schemars(extend("readOnly" = true))]
    pub change_requested_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub approved_at: Option<String>,
    /// Working days since it waits for its centre; only while it waits.
    #[schemars(extend("readOnly" = true))]
    pub waiting_days: Option<i64>,
    /// The centre that is asked to take it over.
    #[schemars(extend("readOnly" = true))]
    pub move_to_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub move_requested_at: Option<String>,
    /// When its contact, or the centre, last said that its public data is right.
    #[schemars(extend("readOnly" = true))]
    pub last_confirmed_at: Option<String>,
    /// When its contact was last asked so, and has not answered.
    #[schemars(extend("readOnly" = true))]
    pub confirmation_asked_at: Option<String>,
    /// Nobody answered the question and its reminders: since then its data is not confirmed.
    #[schemars(extend("readOnly" = true))]
    pub unconfirmed_since: Option<String>,
    /// Days until an application is answered, as measured; none before there was one.
    #[schemars(extend("readOnly" = true))]
    pub response_days: Option<f64>,
    /// Of a hundred applications, how many had an answer within a week; shown only from 80 on.
    #[schemars(extend("readOnly" = true))]
    pub response_score: Option<i64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub vacancies_count: i64,
    /// Where it is at home; the rest through `include=address`.
    #[schemars(extend("readOnly" = true))]
    pub city: Option<String>,
    #[validate(length(max = 255), custom(function = "field_rules::own_upload"))]
    pub logo_url: Option<String>,
    #[validate(length(max = 255), custom(function = "field_rules::own_upload"))]
    pub photo_url: Option<String>,
    /// What the photo shows; empty if it is decoration.
    #[serde(default)]
    #[validate(length(max = 200))]
    pub photo_alt: String,
    /// Approved, shown by choice, and with a description of at least 100 characters.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub on_social_map: bool,
    /// With `filter[near]`: how far its own address is from there.
    #[schemars(extend("readOnly" = true))]
    pub distance_km: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    /// Read through `include=address`.
    #[validate(nested)]
    #[schemars(extend("writeOnly" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<AddressAttributes>,
    /// Read through `include=profile`.
    #[validate(nested)]
    #[schemars(extend("writeOnly" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<OrganizationProfileAttributes>,
    #[schemars(extend("readOnly" = true))]
    pub address_id: Option<Id<Address>>,
    #[schemars(extend("readOnly" = true))]
    pub profile_id: Option<Id<OrganizationProfile>>,
}

/// A website is made to be seen.
fn shown() -> bool {
    true
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum OrganizationType {
    #[default]
    NonProfit,
    VolunteerCenter,
    School,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrganizationStatus {
    Approved,
    #[default]
    Pending,
    Denied,
    Archived,
    Deleted,
}

const fn yes() -> bool {
    true
}

/// SQL over `t`: approved for a month, with a vacancy online, and no manager signed in for thirty days.
pub const QUIET: &str = "t.status = 'approved' and t.organization_type = 'NonProfit' and t.household_of_id is null
    and coalesce(t.approved_at, t.created_at) <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-30 days')
    and exists (select 1 from vacancies v where v.organization_id = t.id and v.status = 'published')
    and not exists (select 1 from roles r join users u on u.id = r.user_id
                     where r.scope_type = 'organization' and r.scope_id = t.id and r.name = 'organization_superuser'
                       and r.accepted_at is not null and u.last_sign_in_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-30 days'))";

impl Resource for Organization {
    const TYPE: &'static str = "organizations";
    const ALIAS: &'static str = "organization";
    type Attributes = OrganizationAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::NotEq, Predicate::In]),
        Filter::column("organization_type", &[Predicate::Eq, Predicate::In]),
        Filter::sql(
            "type_eq",
            Takes::ChoiceOf("organization_type"), &["organization_type"],
            "t.organization_type is :value",
        ),
        Filter::sql(
            "change_requested_eq",
            Takes::Truth, &["requested_change"],
            "(t.requested_change is not null) = (:value = 'true')",
        ),
        Filter::sql(
            "unconfirmed_eq",
            Takes::Truth, &["unconfirmed_since"],
            "(t.unconfirmed_since is not null) = (:value = 'true')",
        ),
        Filter::sql(
            "confirmation_asked_eq",
            Takes::Truth, &["confirmation_asked_at", "unconfirmed_since"],
            "(t.confirmation_asked_at is not null and t.unconfirmed_since is null) = (:value = 'true')",
        ),
        // Those that another centre wants to hand over to this one.
        Filter::sql(
            "incoming_eq",
            Takes::Truth, &["move_to_id"],
            "(t.move_to_id is not null and t.move_to_id = :center_id) = (:value = 'true')",
        ),
        Filter::sql(
            "trusted_eq",
            Takes::Truth, &["trusted"],
            "t.trusted = (:value = 'true')",
        ),
        Filter::allowed("quiet_eq", "oversee", QUIET),
        Filter::column("name", &[Predicate::Eq, Predicate::Cont]),
        Filter::column("volunteer_center_id", &[Predicate::Eq]),
        // Where a person has a role, as far as the asker sees it.
        Filter::sql(
            "user_id_eq",
            Takes::Row, &[],
            "t.id in (select t.scope_id from roles t
                       where t.user_id = :value and t.scope_type in ('organization', 'school') and t.accepted_at is not null
                         and {visible roles})",
        ),
        Filter::custom("q", &["name", "description"], |conditions, value| {
            social_map::words(conditions, value);
            Ok(())
        }),
        Filter::custom("near", &[], |conditions, value| {
            location::near(
                conditions,
                value,
                social_map::NEAR,
            )
        }),
        Filter::custom("radius_km", &[], location::radius_km),
        Filter::sql(
            "show_on_social_map_eq",
            Takes::Truth, &[],
            "exists (select 1 from organization_profiles p where p.id = t.profile_id and p.show_on_social_map = (:value = 'true'))",
        ),
        Filter::sql("on_social_map_eq", Takes::Truth, &["on_social_map"], "t.on_social_map = 1"),
        Filter::custom("non_profit_type_id_in", &[], |conditions, value| {
            social_map::one_of(conditions, "cast(p.non_profit_type_id as text)", value);
            Ok(())
        }),
        Filter::custom("activity_type_ids_in", &[], |conditions, value| {
            social_map::any_of(conditions, "activity_type_ids", value);
            Ok(())
        }),
        Filter::custom("audiences_in", &[], |conditions, value| {
            social_map::any_of(conditions, "audiences", value);
            Ok(())
        }),
        Filter::custom("languages_in", &[], |conditions, value| {
            social_map::any_of(conditions, "languages", value);
            Ok(())
        }),
        Filter::sql(
            "wheelchair_accessible_eq",
            Takes::Truth, &[],
            "exists (select 1 from organization_profiles p where p.id = t.profile_id and p.wheelchair_accessible = 1)",
        ),
        Filter::sql(
            "mine_eq",
            Takes::Truth, &[],
            "t.id in (select scope_id from roles where user_id = :user_id and scope_type in ('organization', 'school') and accepted_at is not null and (expires_at is null or expires_at > :now))",
        ),
    ];
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] = &[
        ("status", "t.status = 'approved'", &["mine_eq"]),
        // No list has a household, not even that of who lives in it.
        ("household", "t.household_of_id is null", &[]),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("name", "t.name collate nocase"),
        Sort::by("created_at", "t.created_at"),
        Sort::by("status", "t.status"),
        Sort::by("vacancies_count", "t.vacancies_count"),
        Sort::needing("distance", social_map::DISTANCE, "near"),
        Sort::needing("relevance", social_map::RELEVANCE, "q"),
    ];
    const DEFAULT_SORT: &'static str = "name";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Address>("address", "address_id"),
        belongs_to::<OrganizationProfile>("profile", "profile_id"),
        belongs_to::<VolunteerCenter>("volunteer_center", "volunteer_center_id"),
        // What hangs on it is known by its name alone.
        has_many_named(
            "vacancies",
            &[|| registry::expect_table("vacancies")],
            "select organization_id, id from vacancies
              where organization_id in (select value from json_each(:ids)) and status = 'published'
              order by published_at desc",
        )
        .listed_by("filter[organization_id_eq]=:id&filter[status_eq]=published"),
    ];
    const TOLD: &'static [&'static str] = &[
        "name",
        "organization_type",
        "kvk_number",
        "neighbourhood_initiative",
        "anbi",
        "trusted",
        "mentor_approval",
        "mentors_see_all",
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "distance_km",
            sql: social_map::SHOWN_DISTANCE,
        },
        Computed {
            field: "response_score",
            sql: "iif(t.response_score >= 80, t.response_score, null)",
        },
        Computed {
            field: "waiting_days",
            sql: "iif(t.status = 'pending', working_days(coalesce((select max(s.at) from transitions s where s.subject_type = 'organizations' and s.subject_id = t.id and s.to_state = 'pending'), t.created_at), :now), null)",
        },
    ];
    /// One that moved to another centre, or went up in another. What went up in one that went up itself is followed.
    const MOVED_TO: Option<&'static str> = Some(
        "with recursive place(id, into_id, status, center_id, depth) as (
           select id, merged_into_id, status, volunteer_center_id, 0 from organizations
            where id = :id
              and (volunteer_center_id = :center_id
                or exists (select 1 from organization_moves m where m.organization_id = :id and m.volunteer_center_id = :center_id))
           union all
           select o.id, o.merged_into_id, o.status, o.volunteer_center_id, p.depth + 1
             from place p
             join organizations o on o.id = p.into_id
            where p.status = 'deleted' and p.depth < 10)
         select id, center_id from place where status = 'approved' order by depth desc limit 1",
    );
    /// The clock of those that wait goes on at midnight.
    const NEXT_CHANGE: Option<&'static str> =
        Some("select strftime('%Y-%m-%dT00:00:00Z', :now, '+1 day')");
    const JOINED: &'static [Joined] = &[joined("city", "address_id", "addresses", "city")
        .told_with_row(
            "an organisation says its town to whoever may read it, a home no more than that",
        )];
    const DEPENDS: &'static [&'static str] = &["addresses", "organization_profiles"];
    // The roles that somebody sees, of which filter[user_id_eq] asks.
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["student_links", "vacancies"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Update, Verb::Delete],
        impersonating: &[
            ("GET", "/api/v1/current_organization"),
            ("GET", "/api/v1/current_organizations"),
            ("PUT", "/api/v1/organizations/{id}/approve"),
            ("PUT", "/api/v1/organizations/{id}/requested_change"),
            ("GET", "/api/v1/organizations/{id}/duplicates"),
            ("GET", "/api/v1/organizations/{id}/move"),
            ("GET", "/api/v1/organizations/{id}/merges"),
            ("PUT", "/api/v1/organizations/{id}/trust"),
            ("PUT", "/api/v1/organizations/{id}/confirm_current"),
            ("GET", "/api/v1/organizations/map"),
            ("GET", "/api/v1/social_map"),
            ("GET", "/api/v1/organizations/{id}/history"),
            ("GET", "/api/v1/organizations/{id}/members"),
            ("GET", "/api/v1/organizations/{id}/internal_notes"),
        ],
        offered: &[
            Verb::Belong,
            Verb::ReadContact,
            Verb::Manage,
            Verb::Oversee,
            Verb::Approve,
            Verb::Receive,
            Verb::Govern,
        ],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        offered::<OrganizationStatus>()
    }

    fn complete_parts(sent: &mut Map<String, Value>, saving: &Saving) -> Result<()> {
        let of = |column: &str| -> Result<Option<i64>> {
            let id: Option<Option<i64>> = saving
                .tx
                .prepare_cached(&format!("select {column} from organizations where id = ?1"))?
                .query_row([saving.id], |row| row.get(0))
                .optional()?;
            Ok(id.flatten())
        };
        address::complete(sent, "address", || {
            address::stored(saving.tx, of("address_id")?)
        })?;
        address::complete(sent, "profile", || {
            let Some(id) = of("profile_id")? else {
                return Ok(None);
            };
            let profile = store::load::<OrganizationProfile>(saving.tx, Id::new(id))?;
            Ok(profile.map(serde_json::to_value).transpose()?)
        })
    }

    fn before_save(
        new: &mut OrganizationAttributes,
        old: Option<&OrganizationAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        new.phone_number = new
            .phone_number
            .take()
            .and_then(|number| field_rules::e164(&number));
        if new.volunteer_center_id.is_none() {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
        }
        let was = |field: fn(&OrganizationAttributes) -> Option<&String>| old.and_then(field);
        upload::require_stored(
            saving.tx,
            "logo_url",
            UploadKind::OrganizationLogo,
            (was(|old| old.logo_url.as_ref()), new.logo_url.as_ref()),
        )?;
        upload::require_stored(
            saving.tx,
            "photo_url",
            UploadKind::OrganizationPhoto,
            (was(|old| old.photo_url.as_ref()), new.photo_url.as_ref()),
        )?;
        // An organisation that never had one can still change other fields; approval requires it.
        let had_one =
            old.is_none_or(|old| old.kvk_number.is_some() || old.neighbourhood_initiative);
        if had_one {
            validate_registration(new.kvk_number.as_deref(), new.neighbourhood_initiative)?;
        }
        if new.organization_type != OrganizationType::School {
            for (field, is_on) in [
                ("mentor_approval", &mut new.mentor_approval),
                ("mentors_see_all", &mut new.mentors_see_all),
            ] {
                if *is_on && (saving.is_sent(field) || old.is_none()) {
                    return Err(FieldFault::attribute(field, "school_only").into());
                }
                *is_on = false;
            }
        }
        if let Some(address) = new.address.take() {
            let id = new.address_id.map(Id::number);
            // An initiative is at somebody's home: that is never put on the map by hand.
            let save = if new.neighbourhood_initiative {
                address::save
            } else {
                address::save_placed
            };
            new.address_id = Some(Id::new(save(saving.tx, id, &address)?));
        } else if let Some(id) = new.address_id
            && new.neighbourhood_initiative
            && old.is_some_and(|old| !old.neighbourhood_initiative)
            && let Some(address) = store::load(saving.tx, id)?
        {
            address::save(saving.tx, Some(id.number()), &address)?;
        }
        let becomes_initiative =
            new.neighbourhood_initiative && old.is_some_and(|old| !old.neighbourhood_initiative);
        let profile = match (new.profile.take(), new.profile_id) {
            (None, Some(id)) if becomes_initiative => store::load(saving.tx, id)?,
            (sent, _) => sent,
        };
        if let Some(profile) = profile {
            let center_id = new.volunteer_center_id.map_or(0, Id::number);
            new.profile_id = Some(profile::save(
                saving.tx,
                (center_id, new.neighbourhood_initiative),
                new.profile_id,
                &profile,
            )?);
        }
        // Approved name, number and type can be changed by the centre only (docs/domain/rights.md#organisations).
        if let Some(old) = old
            && old.status == OrganizationStatus::Approved
            && (old.name != new.name || old.kvk_number != new.kvk_number)
            && saving.auth.is_signed_in()
            && !saving.may::<Self>("oversee")?
        {
            let field = if old.name == new.name {
                "kvk_number"
            } else {
                "name"
            };
            return Err(Error::from(Code::Forbidden).at(&format!("/data/attributes/{field}")));
        }
        Ok(())
    }

    /// Soft delete: hidden, and purged after thirty days. Refused while applicants await a response.
    fn remove(tx: &Tx, id: Id<Self>, actor_id: Option<i64>) -> Result<()> {
        transition::delete(tx, id, actor_id)
    }
}

/// Reads the attributes of an organisation. Clients may call its type `type`, a name that JSON:API reserves; both are
/// accepted (docs/decisions/0002).
fn sent(body: &Value) -> Result<Map<String, Value>> {
    Ok(named(changes_of(table::<Organization>(), body)?))
}

/// Reads the attributes of a new organisation.
pub fn sent_new(body: &Value) -> Result<Map<String, Value>> {
    Ok(named(new_attributes_of(table::<Organization>(), body)?))
}

fn named(mut attributes: Map<String, Value>) -> Map<String, Value> {
    if let Some(word) = attributes.remove("type") {
        attributes.entry("organization_type").or_insert(word);
    }
    attributes
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Organization>()
        .find::<Organization>()
        .action(Method::POST, "", transition::create)
        .answering(OperationKind::Create)
        .delete::<Organization>()
        .refuses(&[422])
        .find::<OrganizationProfile>()
        .update::<OrganizationProfile>()
        .find::<Address>()
        .history::<Organization>()
        .action(Method::GET, "/map", social_map::map)
        .named(
            "mapOrganizations",
            "Places of all organisations on the social map, under the filters of the list",
        )
        .answers(Described::json::<MetaOf<social_map::SocialMapMeta>>(200))
        .action(Method::GET, "//api/v1/social_map", social_map::features)
        .named(
            "getSocialMap",
            "The social map as GeoJSON or, where Accept names it, as documents; under the filters of the list of organisations",
        )
        .answers(Described::json_as::<social_map::SocialMapFeatures>(
            social_map::GEO_JSON,
            200,
        ))
        .answers(Described::many::<Organization>())
        .action(Method::GET, "/{id}/duplicates", duplicates::duplicates)
        .named(
            "listOrganizationDuplicates",
            "Lists organisations that may be the same",
        )
        .answers(Described::json::<duplicates::OrganizationDuplicateList>(
            200,
        ))
        .action(Method::PUT, "/{id}/approve", transition::approve)
        .named("approveOrganization", "Approves or denies an organisation")
        .answers(Described::one::<Organization>(200))
        .taking(transition::decision_schema())
        .action(
            Method::PUT,
            "/{id}/requested_change",
            change_request::decide,
        )
        .named(
            "decideOrganizationChange",
            "Agrees to a change of name, type or number, or refuses it",
        )
        .answers(Described::one::<Organization>(200))
        .refuses(&[422, 428])
        .action(Method::PUT, "/{id}", transition::update)
        .answering(OperationKind::Update)
        .action(Method::PATCH, "/{id}", transition::update)
        .answering(OperationKind::Update)
        .action(
            Method::GET,
            "//api/v1/current_organizations",
            current_organizations,
        )
        .named(
            "listCurrentOrganizations",
            "Lists the organisations of who is signed in",
        )
        .answers(Described::many::<Organization>())
        .action(
            Method::GET,
            "//api/v1/current_organization",
            current_organization,
        )
        .named("getCurrentOrganization", "Shows the chosen organisation")
        .answers(Described::one::<Organization>(200))
        .refuses(&[404])
        .merge(centre_routes())
}

/// What a centre does with an organisation beside deciding on it: moves, merges, questions and checks.
fn centre_routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/move", transfer::preview)
        .named(
            "previewOrganizationMove",
            "Says what goes along to another centre",
        )
        .answers(Described::json::<OneOf<transfer::MovePreview>>(200))
        .query_parameters(&["to"])
        .form(Method::PUT, "/{id}/move", transfer::ask)
        .named("askOrganizationMove", "Asks another centre to take it over")
        .answers(Described::one::<Organization>(200))
        .refuses(&[422])
        .form(Method::PUT, "/{id}/move/confirm", transfer::answer)
        .named(
            "answerOrganizationMove",
            "Takes over an organisation of another centre, or not",
        )
        .answers(Described::one::<Organization>(200))
        .refuses(&[422, 428])
        .form(Method::POST, "/{id}/merge", merge::merge)
        .named("mergeOrganization", "Lets it go up in another organisation")
        .answers(Described::json::<OneOf<merge::Merge>>(200))
        .refuses(&[422])
        .action(Method::GET, "/{id}/merges", merge::merges)
        .named(
            "listOrganizationMerges",
            "Lists what went up in it and can be taken out again",
        )
        .answers(Described::json::<AllOf<merge::Merge>>(200))
        .form(Method::POST, "/{id}/merge/undo", merge::undo)
        .named(
            "undoOrganizationMerge",
            "Lets an organisation stand by itself again",
        )
        .answers(Described::one::<Organization>(200))
        .refuses(&[422])
        .form(Method::PUT, "/{id}/trust", trust::trust)
        .named(
            "trustOrganization",
            "Says whether its vacancies are published without review",
        )
        .answers(Described::one::<Organization>(200))
        .action(
            Method::PUT,
            "/{id}/confirm_current",
            still_right::confirm_current,
        )
        .named(
            "confirmOrganization",
            "Says that its public data is still right",
        )
        .answers(Described::one::<Organization>(200))
        .form(
            Method::PUT,
            "/{id}/decision_preview",
            decision_help::preview,
        )
        .named(
            "previewOrganizationDecision",
            "Shows the mail of a decision before it is taken",
        )
        .answers(Described::json::<OneOf<decision_help::DecisionMail>>(200))
        .form(Method::POST, "/{id}/question", decision_help::question)
        .named(
            "askOrganization",
            "Mails a question of the centre to whoever registered it",
        )
        .answers(Described::one::<Organization>(200))
}

/// The organisations the requester belongs to.
async fn current_organizations(
    access: Access<Organization, action::Belong>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let query = input.query.with("filter[mine_eq]", "true");
    access.reading()?.list(&input.path, query).await
}

/// The selected organisation; by default the requester's first School or centre, else the first that they manage, else
/// the first that they belong to.
async fn current_organization(
    access: Access<Organization, action::Belong>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let ctx = access.ctx();
    let id = if let Some(chosen) = ctx.organization_id {
        chosen
    } else {
        let (user_id, now) = (ctx.user_id(), ctx.now.clone());
        let first = access.read(move |connection| first_of(connection, user_id, &now));
        first.await?.ok_or(Code::NotFound)?
    };
    access.reading()?.find(Id::new(id), input.query).await
}

fn first_of(connection: &Connection, user_id: Option<i64>, now: &str) -> Result<Option<i64>> {
    Ok(connection
        .prepare_cached(
            "select o.id
               from roles r
               join organizations o on o.id = r.scope_id and o.status <> 'deleted'
              where r.user_id = :user_id and r.scope_type in ('organization', 'school') and r.accepted_at is not null
                and (r.expires_at is null or r.expires_at > :now)
              order by o.organization_type in ('School', 'VolunteerCenter') desc, r.name = 'organization_superuser' desc, r.id
              limit 1",
        )?
        .query_row(named_params! {":user_id": user_id, ":now": now}, |row| {
            row.get(0)
        })
        .optional()?)
}
