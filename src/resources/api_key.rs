//! API keys: what lets another program read and write here (docs/api.md#keys-for-programs). Made by a centre, shown once,
//! and revoked at once. How a request with one is verified stands in `app::auth::api_key`.

use axum::http::Method;
use jiff::{Span, Timestamp, civil};
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::organization::Organization;
use super::user::User;
use super::volunteer_center::VolunteerCenter;
use crate::app::access::reauthentication::{Proof, prove};
use crate::app::access::{Access, action};
use crate::app::auth::api_key::NewSecret;
use crate::base::working_days::amsterdam;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes, WithMeta};
use crate::jsonapi::document::API;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Answer, Computed, Document, Filter, Id, Predicate, Relation, Resource, Sort, belongs_to,
};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, Period, Retention, ShownIn, body_form,
};
use crate::model::state_history::audit;
use crate::policy::key_scopes::KeyScope;
use crate::privacy::prelude::*;

pub struct ApiKey;

/// Keys of one centre that count.
const MOST_KEYS: i64 = 50;
const LONGEST_YEARS: i64 = 2;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ApiKeyAttributes {
    #[schemars(extend("readOnly" = true))]
    pub name: String,
    #[schemars(extend("readOnly" = true))]
    pub scopes: Vec<KeyScope>,
    /// The organisation whose rows it reads and writes.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    /// How the secret begins.
    #[schemars(extend("readOnly" = true))]
    pub prefix: String,
    /// Whether it counts now: a key is `suspended` while its organisation is not approved, or is of another centre.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub state: ApiKeyState,
    /// None for one that was made at the command line, or by somebody whose account is gone.
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub expires_at: String,
    /// To the hour.
    #[schemars(extend("readOnly" = true))]
    pub last_used_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub revoked_at: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiKeyState {
    #[default]
    Active,
    Expired,
    Revoked,
    Suspended,
}

/// What a new key is to be.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ApiKeyCreate")]
pub struct ApiKeyForm {
    /// Which program it is for.
    #[validate(length(min = 1, max = 100))]
    pub name: String,
    #[validate(length(min = 1, max = 3))]
    pub scopes: Vec<KeyScope>,
    /// An approved organisation of the centre; needed for all scopes but `read_public`.
    pub organization_id: Option<Id<Organization>>,
    /// The last day on which it counts, at most two years from now.
    #[schemars(extend("format" = "date"))]
    pub expires_on: String,
    /// Needed with a session older than fifteen minutes.
    pub current_password: Option<String>,
}

/// The secret of a new key, which is shown in this answer alone.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ApiKeySecretMeta {
    secret: String,
}

const STATE: &str = "case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= :now then 'expired'
    when t.organization_id is not null and not exists (
      select 1 from organizations o
       where o.id = t.organization_id and o.status = 'approved' and o.volunteer_center_id = t.volunteer_center_id) then 'suspended'
    else 'active'
  end";

impl Resource for ApiKey {
    const TYPE: &'static str = "api_keys";
    const ALIAS: &'static str = "api_key";
    type Attributes = ApiKeyAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("organization_id", &[Predicate::Eq]),
        Filter::column("revoked_at", &[Predicate::Null]),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("name", "t.name collate nocase"),
    ];
    const DEFAULT_SORT: &'static str = "-created_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Organization>("organization", "organization_id"),
        belongs_to::<User>("created_by", "created_by_id").of_any_center(),
    ];
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "state",
        sql: STATE,
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    // A key would outlast the impersonation.
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

impl Declared for ApiKey {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/settings/api-keys/api-keys-page.tsx",
        "api_keys",
    ));
    const IS_MADE_ON_ITS_SCREEN: bool = true;
    const ABOUT: &'static str = "Keys with which other programs read and write here.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<ApiKeyForm>("api_key_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("api_keys", &[Part {
            rows: "t.created_by_id = :user_id",
            show: shown([("sleutels-voor-programmas", "De sleutels die je voor programma's maakte."), ("keys-for-programs", "The keys that you made for programs.")], &["token_hash", "prefix", "created_by_id", "organization_id", "volunteer_center_id", "version"], ""),
            // The key is the centre's, and goes on.
            erase: Blank { set: &[("created_by_id", "null")], keep: &["volunteer_center_id", "organization_id", "name", "scopes", "prefix", "token_hash"] },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        // As long as the audit log names it.
        expired: &[Expired {
            table: "api_keys",
            rows: "coalesce(revoked_at, expires_at) < :before",
            after: Period::Months(24),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("a demo has no other programs"));
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        // The centre that made it answers for it: the next one makes its own.
        Belonging::of("api_keys",
            Moving::Goes("update api_keys set revoked_at = coalesce(revoked_at, :now), version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Stays("made for one organisation; it is suspended while that is not approved")),
    ];
}

fn routes() -> Routes {
    Routes::new()
        .list::<ApiKey>()
        .find::<ApiKey>()
        .form(Method::POST, "", create)
        .named("createApiKey", "Makes a key and shows its secret, once")
        .answers(Described::json::<WithMeta<ApiKey, ApiKeySecretMeta>>(201))
        .refuses(&[422])
        .answering_anew()
        .action(Method::PUT, "/{id}/revoke", revoke)
        .named("revokeApiKey", "Revokes a key at once")
        .answers(Described::one::<ApiKey>(200))
}

/// A key that is to be made.
pub struct NewApiKey {
    pub name: String,
    pub scopes: Vec<KeyScope>,
    pub center_id: i64,
    pub organization_id: Option<i64>,
    pub expires_on: String,
    pub created_by_id: Option<i64>,
}

impl NewApiKey {
    /// Stores the key and returns its id and its secret, which is kept nowhere.
    pub fn store(self, tx: &Tx) -> Result<(i64, String)> {
        let expires_at = end_of(&self.expires_on, tx.now())?;
        self.validate_organization(tx)?;
        let kept: i64 = tx.query_row(
            "select count(*) from api_keys where volunteer_center_id = ?1 and revoked_at is null and expires_at > ?2",
            (self.center_id, tx.now()),
            |row| row.get(0),
        )?;
        if kept >= MOST_KEYS {
            return Err(Error::from(Code::LimitReached).with("limit", MOST_KEYS));
        }
        let scopes: Vec<&str> = KeyScope::ALL
            .iter()
            .filter(|scope| self.scopes.contains(scope))
            .map(|scope| scope.as_str())
            .collect();
        let new = NewSecret::generate()?;
        tx.execute(
            "insert into api_keys (volunteer_center_id, organization_id, name, scopes, prefix, token_hash, created_by_id, created_at, updated_at, expires_at)
             values (:center, :organization, :name, :scopes, :prefix, :hash, :by, :now, :now, :expires_at)",
            named_params! {
                ":center": self.center_id,
                ":organization": self.organization_id,
                ":name": self.name,
                ":scopes": json!(scopes).to_string(),
                ":prefix": new.prefix,
                ":hash": new.token_hash,
                ":by": self.created_by_id,
                ":now": tx.now(),
                ":expires_at": expires_at,
            },
        )?;
        let id = tx.last_insert_rowid();
        audit(tx, self.created_by_id, "create", (ApiKey::TYPE, id))?;
        Ok((id, new.secret))
    }

    fn validate_organization(&self, tx: &Tx) -> Result<()> {
        let Some(id) = self.organization_id else {
            let is_needed = self.scopes.iter().any(|scope| scope.needs_organization());
            return if is_needed {
                Err(FieldFault::attribute("organization_id", "required").into())
            } else {
                Ok(())
            };
        };
        let takes_part = tx
            .prepare_cached(
                "select 1 from organizations
                  where id = ?1 and volunteer_center_id = ?2 and status = 'approved' and household_of_id is null",
            )?
            .exists((id, self.center_id))?;
        if takes_part {
            Ok(())
        } else {
            Err(FieldFault::attribute("organization_id", "unknown_organization").into())
        }
    }
}

/// The end of a day in the Netherlands, tomorrow at the earliest and two years from now at the latest.
fn end_of(day: &str, now: &str) -> Result<String> {
    let fault = |rule| Error::from(FieldFault::attribute("expires_on", rule));
    let day: civil::Date = day.parse().map_err(|_| fault("date"))?;
    let now: Timestamp = now.parse().map_err(Error::internal)?;
    let today = now.to_zoned_datetime(amsterdam()).date();
    if day <= today {
        return Err(fault("future"));
    }
    let last = today.checked_add(Span::new().years(LONGEST_YEARS));
    if day > last.map_err(Error::internal)? {
        return Err(fault("within_two_years"));
    }
    let end = day
        .at(23, 59, 59, 0)
        .to_zoned_datetime(amsterdam())
        .map_err(Error::internal)?;
    Ok(end.timestamp().to_string())
}

/// Ends a key; one that was revoked before stays as it is. Returns whether it counted until now.
pub fn end(tx: &Tx, by: Option<i64>, id: i64) -> Result<bool> {
    let changed = tx.execute(
        "update api_keys set revoked_at = ?2, version = version + 1, updated_at = ?2 where id = ?1 and revoked_at is null",
        (id, tx.now()),
    )?;
    if changed > 0 {
        audit(tx, by, "revoke", (ApiKey::TYPE, id))?;
    }
    Ok(changed > 0)
}

/// `POST /api_keys`.
async fn create(
    access: Access<ApiKey, action::Create>,
    (): (),
    form: Form<ApiKeyForm>,
) -> Result<Answer> {
    let sent = form.body;
    prove(
        access.app(),
        access.ctx(),
        sent.current_password,
        Proof::PasswordOrFreshSession,
    )
    .await?;
    access
        .write(move |tx, rows| {
            let ctx = rows.ctx();
            let new = NewApiKey {
                name: sent.name,
                scopes: sent.scopes,
                center_id: ctx.site.center_id,
                organization_id: sent.organization_id.map(Id::number),
                expires_on: sent.expires_on,
                created_by_id: ctx.user_id(),
            };
            let (id, secret) = new.store(tx)?;
            let shown = rows.shown_text(tx, Id::new(id))?;
            let mut document: Value = serde_json::from_str(&shown).map_err(Error::internal)?;
            if let Some(document) = document.as_object_mut() {
                document.insert("meta".to_owned(), json!(ApiKeySecretMeta { secret }));
            }
            let location = format!("{API}/{}/{id}", ApiKey::TYPE);
            Ok(Answer::created(location, document.to_string()))
        })
        .await
}

/// `PUT /api_keys/{id}/revoke`.
async fn revoke(
    access: Access<ApiKey, action::Manage>,
    id: Id<ApiKey>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            end(tx, rows.ctx().user_id(), id.number()).map(drop)
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_ends_with_a_day_in_the_netherlands_within_two_years() {
        // Half past midnight in Amsterdam.
        let now = "2026-06-30T22:30:00Z";
        assert_eq!(end_of("2026-07-02", now).unwrap(), "2026-07-02T21:59:59Z");
        assert_eq!(end_of("2028-07-01", now).unwrap(), "2028-07-01T21:59:59Z");
        for (day, rule) in [
            ("2026-07-01", "future"),
            ("2028-07-02", "within_two_years"),
            ("soon", "date"),
            ("2026-02-30", "date"),
        ] {
            let Err(Error::Invalid(faults)) = end_of(day, now) else {
                panic!("{day} is refused");
            };
            assert_eq!(faults[0].rule, rule, "{day}");
        }
    }
}
