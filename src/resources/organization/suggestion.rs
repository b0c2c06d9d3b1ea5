//! Suggestions of visitors: what is wrong or missing on the social map. No account is needed; the centre reads them.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::Organization;
use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::SUGGESTIONS;
use crate::error::{FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::schema::facts::AuditSubject;
use crate::jsonapi::{Answer, Filter, Id, Predicate, Relation, Resource, Sort, belongs_to};
use crate::mail::MailKind;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::model::effects::{self, Effect};
use crate::privacy::prelude::*;
use crate::resources::notification::Notice;

pub struct OrganizationSuggestion;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct OrganizationSuggestionAttributes {
    /// The organisation that it is about; none: one that is missing.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub message: String,
    /// For a question of the centre about it.
    #[schemars(extend("readOnly" = true))]
    pub email: Option<String>,
    /// The centre has done something with it.
    #[serde(default)]
    pub handled: bool,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

/// What a visitor sends.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationSuggestionCreate")]
pub struct OrganizationSuggestionForm {
    pub organization_id: Option<Id<Organization>>,
    #[validate(length(min = 10, max = 2000))]
    pub message: String,
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
}

impl Resource for OrganizationSuggestion {
    const TYPE: &'static str = "organization_suggestions";
    const ALIAS: &'static str = "organization_suggestion";
    type Attributes = OrganizationSuggestionAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("organization_id", &[Predicate::Eq]),
        Filter::column("handled", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
}

impl Declared for OrganizationSuggestion {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/social-map/suggestions.tsx",
        "organization_suggestions",
    ));
    const ABOUT: &'static str = "What visitors say is wrong or missing on the social map.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<OrganizationSuggestionForm>(
        "organization_suggestion_forms",
    )];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("organization_suggestions", &[own!(
            "t.email collate nocase in (select value from json_each(:emails))",
            [("verbeteringen", "Wat je doorgaf over organisaties op de sociale kaart."), ("suggestions", "What you suggested about organisations on the social map.")],
            without &["version"],
            with ""
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "organization_suggestions",
            rows: "created_at < :before",
            after: Period::Days(365),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("read one by one"));
    const DEMO: Option<Demo> = Some(Demo::None("visitors send them"));
    const EFFECTS: Option<Effect> = Some(effects::gone_with_center::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("organization_suggestions",
            Moving::Goes("update organization_suggestions set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<OrganizationSuggestion>()
        .find::<OrganizationSuggestion>()
        .form(Method::POST, "", suggest)
        .named(
            "createOrganizationSuggestion",
            "Tells the centre what is wrong or missing on the social map",
        )
        .answers(Described::empty())
        .refuses(&[422, 429])
        .update::<OrganizationSuggestion>()
        .delete::<OrganizationSuggestion>()
}

/// `POST /organization_suggestions`: public. The response is empty, as a visitor may not read what others sent.
async fn suggest(
    access: Access<OrganizationSuggestion, action::Create>,
    (): (),
    form: Form<OrganizationSuggestionForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            let center_id = ctx.site.center_id;
            SUGGESTIONS.keep(tx, &ctx.site.client_ip.to_string())?;
            let about: Option<(i64, String)> = match form.body.organization_id {
                None => None,
                Some(id) => {
                    let mut statement = tx.prepare_cached(
                        "select id, name from organizations
                          where id = ?1 and volunteer_center_id = ?2 and status = 'approved'",
                    )?;
                    let mut found = statement.query((id.number(), center_id))?;
                    let Some(row) = found.next()? else {
                        return Err(FieldFault::attribute("organization_id", "not_found").into());
                    };
                    Some((row.get(0)?, row.get(1)?))
                }
            };
            tx.prepare_cached(
                "insert into organization_suggestions (volunteer_center_id, organization_id, message, email, created_at, updated_at)
                 values (:center_id, :organization_id, :message, :email, :now, :now)",
            )?
            .execute(named_params! {
                ":center_id": center_id,
                ":organization_id": about.as_ref().map(|(id, _)| id),
                ":message": form.body.message,
                ":email": form.body.email,
                ":now": tx.now(),
            })?;
            let id = tx.last_insert_rowid();
            let path = match &about {
                Some((id, _)) => format!("/sociale-kaart/{id}"),
                None => "/organizations/suggestions".to_owned(),
            };
            let notice = Notice {
                kind: MailKind::OrgSuggestion,
                data: json!({
                    "organization_name": about.map(|(_, name)| name),
                    "message": form.body.message,
                    "path": path,
                }),
                subject: (OrganizationSuggestion::TYPE, id),
                center_id,
            };
            notice.notify_center(tx)?;
            Ok(Answer::empty())
        })
        .await
}
