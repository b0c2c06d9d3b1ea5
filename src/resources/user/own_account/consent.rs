//! Consents given and withdrawn (docs/domain/states.md#consents). Every change is a row; the newest is in force.

use axum::http::Method;
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::form::Form;
use super::guardian;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Answer, Computed, Filter, Id, Predicate, Resource, Sort, Takes};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::state_history::audit_with;
use crate::privacy::prelude::*;
use crate::resources::user::User;

pub struct Consent;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConsentKind {
    /// Without these there is no account: who takes them back, leaves.
    Terms,
    Newsletter,
    /// To be found by organisations that look for somebody.
    Pool,
    /// To be counted in what the centre learns of its site.
    Statistics,
    /// A parent or guardian agreed that a young person uses the site. Theirs to say, by the link in their letter.
    Guardian,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ConsentAttributes {
    pub kind: ConsentKind,
    pub is_given: bool,
    /// The edition of the text that was agreed to.
    #[schemars(extend("readOnly" = true))]
    pub edition: Option<String>,
    /// Whether this is the newest word on its kind.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_current: bool,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for Consent {
    const TYPE: &'static str = "consents";
    const ALIAS: &'static str = "consent";
    type Attributes = ConsentAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
        Filter::sql(
            "is_current_eq",
            Takes::Truth,
            &["is_current"],
            "(not exists (select 1 from consents n where n.user_id = t.user_id and n.kind = t.kind and n.id > t.id)) = (:value = 'true')",
        ),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "is_current",
        sql: "not exists (select 1 from consents n where n.user_id = t.user_id and n.kind = t.kind and n.id > t.id)",
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

impl Declared for Consent {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/account/privacy/privacy-page.tsx",
        "consents",
    ));
    const ABOUT: &'static str = "What somebody agreed to.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("consents", &[own!("t.user_id = :user_id", [("toestemmingen", "Waarvoor je toestemming gaf of introk."), ("consents", "What you agreed to, or no longer.")], without &["version"], with "")]),
    ];
    const RETENTION: Option<Retention> =
        Some(Retention::Kept("with the person: proof of what was agreed"));
    const EXPORT: Option<Export> = Some(Export::No("part of the copy that a person takes"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Consent>()
        .find::<Consent>()
        .action(Method::POST, "", say)
        .named("answerConsent", "Gives or withdraws a consent")
        .answers(Described::one::<Consent>(200))
        .answers(Described::one::<Consent>(201))
        .answers(Described::empty())
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConsentAnswer")]
struct Say {
    kind: ConsentKind,
    is_given: bool,
}

/// `POST /consents`: gives or withdraws one kind of consent. Idempotent.
async fn say(
    access: Access<Consent, action::Create>,
    (): (),
    input: Input<Form<Say>>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let Say { kind, is_given } = input.body.read(&["kind", "is_given"])?;
    if kind == ConsentKind::Terms && !is_given {
        return Err(FieldFault::attribute("is_given", "terms_stay").into());
    }
    if kind == ConsentKind::Guardian {
        return Err(FieldFault::attribute("kind", "guardian_says").into());
    }
    if kind == ConsentKind::Pool && is_given && !access.ctx().site.features().volunteer_profiles {
        return Err(Error::from(Code::FeatureDisabled).at("/data/attributes/kind"));
    }
    access
        .post(input.key, move |tx, rows| {
            if kind == ConsentKind::Pool && is_given {
                guardian::refuse_in_pool(tx, user_id, tx.now())?;
            }
            Ok(match record(tx, user_id, kind, is_given)? {
                Said::Again(id) => Answer::ok(rows.shown_text(tx, Id::new(id))?),
                Said::Never => Answer::empty(),
                Said::New(id) => Answer::created(
                    format!("/api/v1/consents/{id}"),
                    rows.shown_text(tx, Id::new(id))?,
                ),
            })
        })
        .await
}

/// What became of an answer.
pub enum Said {
    /// The consent in force said the same: this one.
    Again(i64),
    /// A consent that was never given need not be withdrawn.
    Never,
    New(i64),
}

/// Records that somebody gives or withdraws a consent. Idempotent. Who withdraws from the pool is hidden at once.
pub fn record(tx: &Tx, user_id: i64, kind: ConsentKind, is_given: bool) -> Result<Said> {
    let word = serde_json::to_value(kind)?;
    let word = word.as_str().unwrap_or_default();
    let last: Option<(i64, bool)> = tx
        .query_row(
            "select id, is_given from consents where user_id = ?1 and kind = ?2 order by id desc limit 1",
            (user_id, word),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    match last {
        Some((id, was_given)) if was_given == is_given => return Ok(Said::Again(id)),
        None if !is_given => return Ok(Said::Never),
        _ => {}
    }
    tx.execute(
        "insert into consents (user_id, kind, is_given, created_at, updated_at) values (:user_id, :kind, :is_given, :now, :now)",
        named_params! {":user_id": user_id, ":kind": word, ":is_given": is_given, ":now": tx.now()},
    )?;
    let id = tx.last_insert_rowid();
    if kind == ConsentKind::Pool && !is_given {
        tx.execute(
            "update volunteer_profiles set visibility = 'hidden', visible_until = null, version = version + 1
              where user_id = ?1 and visibility <> 'hidden'",
            [user_id],
        )?;
    }
    let said = if is_given {
        "consent"
    } else {
        "take_consent_back"
    };
    let about = json!({ "kind": word });
    audit_with(tx, Some(user_id), said, (User::TYPE, user_id), &about)?;
    Ok(Said::New(id))
}
