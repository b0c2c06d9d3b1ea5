//! Sessions: list, and sign-out of single or all other devices (docs/domain/rights.md#account).

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::app::access::{Access, action};
use crate::app::auth::session;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Answer, Computed, Id, Resource, Sort};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention, ShownIn};
use crate::policy::Verb;
use crate::privacy::prelude::*;

pub struct Session;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct SessionAttributes {
    /// Browser and system, as far as they are known: `Firefox, Windows`.
    #[schemars(extend("readOnly" = true))]
    pub device: String,
    #[schemars(extend("readOnly" = true))]
    pub created_at: String,
    #[schemars(extend("readOnly" = true))]
    pub used_at: String,
    #[schemars(extend("readOnly" = true))]
    pub expires_at: String,
    /// True for the one that asks.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_current: bool,
    /// True where an admin is signed in as this person.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_impersonation: bool,
}

impl Resource for Session {
    const TYPE: &'static str = "sessions";
    type Attributes = SessionAttributes;
    const SORTS: &'static [Sort] = &[Sort::by("used_at", "t.used_at")];
    const DEFAULT_SORT: &'static str = "-used_at";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "is_current",
            sql: "t.id is :session_id",
        },
        Computed {
            field: "is_impersonation",
            sql: "t.impersonator_id is not null",
        },
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        half_signed_in: &[
            ("GET", "/auth/validate_token"),
            ("DELETE", "/auth/sign_out"),
            ("GET", "/auth/second_factor"),
            ("POST", "/auth/second_factor"),
            ("PUT", "/auth/second_factor"),
            ("POST", "/auth/second_factor/passkeys/options"),
            ("POST", "/auth/second_factor/passkeys"),
            ("PUT", "/auth/second_factor/passkeys"),
        ],
        inactive: &[
            ("POST", "/auth/sign_in"),
            ("DELETE", "/auth/sign_out"),
            ("POST", "/auth/confirmation"),
            ("POST", "/auth/password"),
            ("PUT", "/auth/password/link"),
            ("PUT", "/auth/password"),
            ("POST", "/api/v1/confirm"),
        ],
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/auth/validate_token"),
            ("GET", "/auth/second_factor"),
            ("DELETE", "/auth/sign_out"),
        ],
        ..SessionAccess::CLOSED
    };

    /// Ends the session and forgets its device.
    fn remove(tx: &Tx, id: Id<Self>, _: Option<i64>) -> Result<()> {
        tx.execute(
            "delete from known_devices
              where (user_id, device_hash) = (select user_id, device_hash from sessions where id = ?1)",
            [id.number()],
        )?;
        session::end(tx, id.number())
    }
}

impl Declared for Session {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/account/settings/settings.store.ts",
        "sessions",
    ));
    const ABOUT: &'static str = "Where somebody is signed in.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("passkey_challenges", &[Part {
            rows: "t.session_id in (select id from sessions where user_id = :user_id)",
            show: Show::Nothing("questions to a passkey, for five minutes"),
            erase: Delete,
        }]),
        people("second_factors", &[own!("t.user_id = :user_id", [("tweede-stap", "Waarmee je bij het inloggen bevestigt dat jij het bent."), ("second-step", "With what you confirm that it is you when you sign in.")], without &["user_id", "secret", "last_step", "credential_id", "credential"], with "")]),
        people("recovery_codes", &[own!("t.user_id = :user_id", [("herstelcodes", "Wanneer je herstelcodes kreeg en gebruikte."), ("recovery-codes", "When you got and used recovery codes.")], without &["user_id", "code_hash"], with "")]),
        people("known_devices", &[own!("t.user_id = :user_id", [("bekende-apparaten", "Sinds wanneer we je apparaten kennen."), ("known-devices", "Since when we know your devices.")], without &["user_id", "device_hash"], with "")]),
        people("sessions", &[
            own!("t.user_id = :user_id", [("ingelogd", "Waar en wanneer je inlogde, en wanneer een beheerder dat als jou deed."), ("sessions", "Where and when you signed in, and when an administrator did so as you.")], without &["client", "token_hash", "device_hash", "impersonator_id", "parent_session_id"], with "t.impersonator_id is not null as is_impersonation"),
            Part {
                rows: "t.impersonator_id = :user_id",
                show: Show::Nothing("shown to whose account it was"),
                erase: Delete,
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[
            Expired {
                table: "sessions",
                rows: "expires_at < :before or revoked_at < :before",
                after: Period::Days(0),
            },
            Expired {
                table: "second_factors",
                rows: "confirmed_at is null and created_at < :before",
                after: Period::Days(1),
            },
            Expired {
                table: "passkey_challenges",
                rows: "expires_at < :before",
                after: Period::Days(0),
            },
            Expired {
                table: "known_devices",
                rows: "used_at < :before",
                after: Period::Days(365),
            },
        ],
    });
    const EXPORT: Option<Export> = Some(Export::No("keys of sign-ins"));
    const DEMO: Option<Demo> = Some(Demo::None("who signs in begins one"));
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Session>()
        .delete::<Session>()
        .action(Method::DELETE, "", end_others)
        .named("endOtherSessions", "Signs out everywhere else")
        .answers(Described::empty())
}

/// Ends all sessions except the requesting one.
async fn end_others(
    access: Access<Session, action::Delete>,
    (): (),
    _: Input<()>,
) -> Result<Answer> {
    let principal = access.ctx().principal.as_ref().ok_or(Code::NotSignedIn)?;
    let (user_id, session_id) = (principal.user_id, principal.session_id);
    access
        .write(move |tx, _| session::end_others(tx, user_id, Some(session_id)))
        .await?;
    Ok(Answer::empty())
}

/// Completes the session after its second factor was verified, and marks its device as known.
pub(in crate::resources::user) fn complete(tx: &Tx, session_id: i64) -> Result<()> {
    tx.execute(
        "update sessions set second_factor_at = :now where id = :id",
        named_params! {":id": session_id, ":now": tx.now()},
    )?;
    tx.execute(
        "insert into known_devices (user_id, device_hash, created_at, used_at)
         select user_id, device_hash, :now, :now from sessions where id = :id and device_hash is not null
             on conflict (user_id, device_hash) do update set used_at = excluded.used_at",
        named_params! {":id": session_id, ":now": tx.now()},
    )?;
    Ok(())
}
