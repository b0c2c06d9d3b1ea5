//! Users: volunteers, contacts of organisations, staff of centres. One account per person and tenant.

pub mod access;
pub mod authentication;
mod declaration;
pub mod desk;
mod effects;
pub mod management;
pub mod own_account;
pub mod rules;
pub mod transition;
pub mod writing_pause;

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::organization::Organization;
use super::volunteer_center::VolunteerCenter;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, OperationKind, Routes, Typed, WithMeta};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Predicate, Relation, Resource, Saving, Sort, Takes, Transition, has_many,
};
use crate::model::field_rules;
use crate::model::state_machine::offered;
use crate::policy::Verb;
use crate::resources::upload::{self, UploadKind};
use crate::search::substring::TrigramIndex;
use crate::text_enum;

use crate::resources::user::access::role::Role;

pub struct User;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct UserAttributes {
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: Option<String>,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub last_name: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub full_name: String,
    /// The first they belong to; all of them through `include=organizations`.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    /// Changed through a confirmation at the new address only.
    #[validate(email, length(max = 254))]
    #[schemars(extend("readOnly" = true))]
    pub email: Option<String>,
    /// The new address, until it is confirmed there.
    #[schemars(extend("readOnly" = true))]
    pub unconfirmed_email: Option<String>,
    /// Set where no mail goes to the address any more, as it refused three times in a row: when it did so last.
    #[schemars(extend("readOnly" = true))]
    pub mail_stopped_at: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    #[validate(length(max = 100))]
    pub job_title: Option<String>,
    /// One's own portrait, as it was sent to `/uploads`; shown beside the name to those who may see it.
    #[validate(length(max = 200))]
    pub avatar_url: Option<String>,
    pub gender: Option<UserGender>,
    /// A day: `1984-03-05`.
    #[validate(length(max = 10))]
    pub birth_date: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: UserStatus,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub signup_method: UserSignupMethod,
    #[serde(default)]
    pub locale: UserLocale,
    /// The days on which the digest comes: 1 is Monday. Empty is off.
    #[serde(default = "monday")]
    #[validate(length(max = 7))]
    pub digest_days: Vec<u8>,
    #[serde(default)]
    pub color_mode: crate::resources::user::own_account::settings::UserColorMode,
    /// From and until when no mail comes that can wait, `HH:MM` by the Dutch clock; the night is quiet in any case.
    #[validate(length(max = 5))]
    pub quiet_from: Option<String>,
    #[validate(length(max = 5))]
    pub quiet_until: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    /// When the first letter of the present invitation went out.
    #[schemars(extend("readOnly" = true))]
    pub invited_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub last_sign_in_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    /// May take lists of people out of the product. Given by an admin, to a person.
    #[serde(default)]
    pub can_export: bool,
}

fn monday() -> Vec<u8> {
    vec![1]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserGender {
    Male,
    Female,
    Other,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserStatus {
    Active,
    Invited,
    #[default]
    Inactive,
    Archived,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UserSignupMethod {
    SignedUp,
    CreatedByUser,
    Imported,
    #[default]
    Unknown,
}

text_enum!(UserSignupMethod {
    SignedUp = "signedUp",
    CreatedByUser = "createdByUser",
    Imported = "imported",
    Unknown = "unknown",
});

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserLocale {
    #[default]
    Nl,
    En,
}

/// Names and addresses.
const NAMES: TrigramIndex = TrigramIndex {
    table: "users_search",
    column: "name",
};

/// The first organisation of which the asker knows that the person belongs to it.
const OF_ORGANIZATION: &str = "select min(m.scope_id)
     from (select t.user_id, t.scope_id from roles t
            where t.scope_type in ('organization', 'school') and t.accepted_at is not null and {visible roles}) m
    where m.user_id = t.id";

impl Resource for User {
    const TYPE: &'static str = "users";
    const ALIAS: &'static str = "user";
    type Attributes = UserAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::In]),
        Filter::column("signup_method", &[Predicate::Eq, Predicate::In]),
        Filter::column("volunteer_center_id", &[Predicate::Eq]),
        Filter::column("created_at", &[Predicate::Gteq, Predicate::Lteq]),
        Filter::column(
            "last_sign_in_at",
            &[Predicate::Gteq, Predicate::Lteq, Predicate::Null],
        ),
        Filter::sql(
            "organization_id_eq",
            Takes::Row,
            &[],
            "t.id in (select t.user_id from roles t where t.scope_type in ('organization', 'school') and t.scope_id = :value and t.accepted_at is not null and {visible roles})",
        ),
        // Who is a member of what is told as far as the roles are: `{visible roles}`. Includes invited people besides the
        // members.
        Filter::sql(
            "member_of_eq",
            Takes::Row,
            &[],
            "t.id in (select t.user_id from roles t where t.scope_type in ('organization', 'school') and t.scope_id = :value and (t.accepted_at is not null or t.granted_by_id is not null) and {visible roles})",
        ),
        // The class of a School: its students, and those for whom an account was created for it.
        Filter::sql(
            "student_at_eq",
            Takes::Row,
            &[],
            "t.id in (select t.user_id from roles t where t.name = 'student' and t.scope_type in ('organization', 'school') and t.scope_id = :value and (t.accepted_at is not null or t.granted_by_id is not null) and {visible roles})",
        ),
        Filter::sql(
            "mentor_at_eq",
            Takes::Row,
            &[],
            "t.id in (select t.user_id from roles t where t.name = 'mentor' and t.scope_type in ('organization', 'school') and t.scope_id = :value and t.accepted_at is not null and {visible roles})",
        ),
        Filter::custom("with_role", &[], rules::with_role),
        Filter::custom("q", &["full_name", "email"], |conditions, value| {
            let (found, folded) = NAMES.containing(value);
            conditions.add(&format!("t.id in ({found})"), folded);
            conditions.slow = true;
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("last_name", "t.last_name collate nocase"),
        Sort::by("first_name", "t.first_name collate nocase"),
        Sort::by("created_at", "t.created_at"),
        Sort::by("last_sign_in_at", "t.last_sign_in_at"),
        Sort::by("status", "t.status"),
        Sort::by("signup_method", "t.signup_method"),
    ];
    const DEFAULT_SORT: &'static str = "last_name,first_name";
    /// Maximum page size: forms offer all people of an organisation.
    const LARGEST_PAGE: u32 = 1000;
    const RELATIONS: &'static [Relation] = &[
        has_many::<Role>(
            "roles",
            "select user_id, id from roles where user_id in (select value from json_each(:ids)) order by id",
        )
        .listed_by("filter[user_id_eq]=:id"),
        has_many::<Organization>(
            "organizations",
            "select t.user_id, t.scope_id from roles t
              where t.user_id in (select value from json_each(:ids)) and t.scope_type in ('organization', 'school') and t.accepted_at is not null
                and {visible roles}
              order by t.scope_id",
        )
        .listed_by("filter[user_id_eq]=:id"),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "full_name",
            sql: "trim(coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, ''))",
        },
        Computed {
            field: "organization_id",
            sql: OF_ORGANIZATION,
        },
        Computed {
            field: "mail_stopped_at",
            sql: crate::resources::user::management::mail_stop::STOPPED_AT,
        },
    ];
    const PERSONAL: &'static [&'static str] = &[
        "email",
        "unconfirmed_email",
        "phone_number",
        "gender",
        "birth_date",
    ];
    const PERSON: &'static str = "t.id";
    const TOLD: &'static [&'static str] = &["locale", "digest_days", "can_export"];
    const DEPENDS: &'static [&'static str] = &["roles"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        is_of_one_person: true,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/current_user"),
            ("PATCH", "/api/v1/current_user"),
            ("PUT", "/api/v1/current_user"),
            ("DELETE", "/api/v1/sign_in_as_user"),
            ("GET", "/api/v1/notification_preferences"),
            ("PATCH", "/api/v1/notification_preferences"),
            ("PUT", "/api/v1/notification_preferences"),
            ("GET", "/api/v1/users/{id}/history"),
            ("GET", "/api/v1/users/{id}/internal_notes"),
        ],
        offered: &[Verb::ReadContact, Verb::Oversee],
        settable: &[
            "job_title",
            "locale",
            "digest_days",
            "color_mode",
            "quiet_from",
            "quiet_until",
        ],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        offered::<UserStatus>()
    }

    fn before_save(
        new: &mut UserAttributes,
        old: Option<&UserAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if let Some(old) = old {
            require_name(
                "first_name",
                old.first_name.as_ref(),
                new.first_name.as_ref(),
            )?;
            require_name("last_name", old.last_name.as_ref(), new.last_name.as_ref())?;
        }
        if let Some(day) = &new.birth_date
            && old.and_then(|old| old.birth_date.as_ref()) != Some(day)
        {
            rules::validate_birth_date(day, saving.tx.now())?;
            crate::resources::user::own_account::guardian::refuse_children(day, saving.tx.now())?;
        }
        if let Some(user_id) = saving.id.filter(|id| saving.user_id() == Some(*id))
            && old.is_some_and(|old| old.birth_date != new.birth_date)
        {
            crate::resources::user::own_account::guardian::refuse_growing_up(saving.tx, user_id)?;
        }
        upload::require_stored(
            saving.tx,
            "avatar_url",
            UploadKind::Avatar,
            (
                old.and_then(|old| old.avatar_url.as_ref()),
                new.avatar_url.as_ref(),
            ),
        )?;
        let is_theirs = |url: &String| -> Result<bool> {
            let senders = (saving.id, saving.user_id());
            let sql = "select exists (select 1 from uploads where url = ?1 and created_by_id in (?2, ?3))";
            let mut statement = saving.tx.prepare_cached(sql)?;
            Ok(url.starts_with(upload::FOLDER)
                && statement.query_row((url, senders.0, senders.1), |row| row.get(0))?)
        };
        // A portrait of one's own, not somebody else's.
        if let Some(url) = &new.avatar_url
            && old.and_then(|old| old.avatar_url.as_ref()) != Some(url)
            && !is_theirs(url)?
        {
            return Err(FieldFault::attribute("avatar_url", "own_image").into());
        }
        new.phone_number = new
            .phone_number
            .take()
            .and_then(|number| field_rules::e164(&number));
        crate::resources::user::own_account::settings::validate_quiet_hours(
            new.quiet_from.as_deref(),
            new.quiet_until.as_deref(),
        )?;
        new.digest_days.sort_unstable();
        new.digest_days.dedup();
        if new.digest_days.iter().any(|day| !(1..=7).contains(day)) {
            return Err(FieldFault::attribute("digest_days", "range")
                .with("min", 1)
                .with("max", 7)
                .into());
        }
        Ok(())
    }
}

/// A name can be corrected, not taken away: lists, letters and applications call the person by it.
fn require_name(field: &str, old: Option<&String>, new: Option<&String>) -> Result<()> {
    match (old, new) {
        (Some(_), None) => Err(FieldFault::attribute(field, "required").into()),
        _ => Ok(()),
    }
}

/// Renders an account for the response of an endpoint that is called without read permission.
/// What an account without a session shows of itself.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(in crate::resources::user) struct AccountAttributes {
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    status: UserStatus,
}

impl Typed for AccountAttributes {
    const TYPE: &'static str = User::TYPE;
}

fn shown(connection: &Connection, user_id: i64) -> Result<Value> {
    connection
        .prepare_cached("select email, first_name, last_name, status from users where id = ?1")?
        .query_row([user_id], |row| {
            Ok(json!({ "data": {
                "type": User::TYPE,
                "id": user_id.to_string(),
                "attributes": {
                    "email": row.get::<_, Option<String>>(0)?,
                    "first_name": row.get::<_, Option<String>>(1)?,
                    "last_name": row.get::<_, Option<String>>(2)?,
                    "status": row.get::<_, String>(3)?,
                },
            } }))
        })
        .map_err(Into::into)
}

pub fn routes() -> Routes {
    Routes::new()
        .action(
            Method::GET,
            "//api/v1/current_user",
            crate::resources::user::own_account::current_user::current_user,
        )
        .answering(OperationKind::Find)
        .named("getCurrentUser", "Shows who is signed in")
        .answers(Described::json::<
            WithMeta<User, own_account::current_user::CurrentUserMeta>,
        >(200))
        .action(
            Method::PATCH,
            "//api/v1/current_user",
            crate::resources::user::own_account::current_user::change_current_user,
        )
        .answering(OperationKind::Update)
        .named("updateCurrentUser", "Changes one's own account")
        .refuses(&[412])
        .action(
            Method::PUT,
            "//api/v1/current_user",
            crate::resources::user::own_account::current_user::change_current_user,
        )
        .answering(OperationKind::Update)
        .named("putCurrentUser", "Changes one's own account, as PATCH does")
        .refuses(&[412])
        .merge(desk::routes())
        .merge(crate::resources::user::management::bulk::routes())
        .merge(crate::resources::user::access::granting::routes())
        .merge(crate::resources::user::own_account::guardian::routes())
        .merge(crate::resources::user::management::manage::routes())
        .merge(crate::resources::user::management::mail_stop::routes())
        .merge(crate::resources::user::management::member::routes())
        .merge(crate::resources::user::management::create_user::routes())
        .merge(crate::resources::user::own_account::consent::routes())
        .merge(crate::resources::user::own_account::notification_preferences::routes())
        .merge(crate::resources::user::own_account::privacy::routes())
        .merge(crate::resources::user::access::role::routes())
        .merge(crate::resources::user::access::role_invitation::routes())
        .merge(crate::resources::user::own_account::registration::routes())
        .merge(crate::resources::user::own_account::confirmation::routes())
        .merge(crate::resources::user::management::invitation::routes())
        .merge(crate::resources::user::authentication::password::routes())
        .merge(crate::resources::user::own_account::email_change::routes())
        .merge(crate::resources::user::own_account::devise_account::routes())
        .merge(crate::resources::user::authentication::sign_in::routes())
        .merge(crate::resources::user::authentication::second_factor::routes())
        .merge(crate::resources::user::authentication::session::routes())
        .merge(crate::resources::user::authentication::impersonation::routes())
}
