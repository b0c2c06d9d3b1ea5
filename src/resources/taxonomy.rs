//! Taxonomies of a tenant: tags, age groups, activities, organisation types.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Body, Input, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store::new_attributes_of;
use crate::jsonapi::{Answer, Computed, Document, Filter, Predicate, Resource, Sort, table};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::declaration::{Declared, Demo, Export, Retention};

pub struct Taxonomy;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct TaxonomyAttributes {
    pub kind: TaxonomyKind,
    /// What a vacancy's `tags` hold; lower case, no spaces.
    #[validate(length(min = 1, max = 60))]
    pub key: String,
    #[validate(length(min = 1, max = 80))]
    pub name_nl: String,
    #[validate(length(min = 1, max = 80))]
    pub name_en: String,
    #[validate(length(max = 40))]
    pub icon: Option<String>,
    #[serde(default)]
    pub position: i64,
    /// How many published vacancies of this centre have it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub count: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxonomyKind {
    Tags,
    AgeGroups,
    ActivityTypes,
    NonProfitTypes,
}

/// Counts the published vacancies per choice: all choices in one query per request, instead of one scan of the
/// vacancies for each.
macro_rules! counted {
    ($column:literal, $choice:literal) => {
        concat!(
            "(with found as materialized (
                select j.value, count(*) as vacancies
                  from vacancies v, json_each(v.",
            $column,
            ") j
                 where v.status = 'published' and v.volunteer_center_id = :center_id and v.expires_at > :now
                 group by j.value)
              select vacancies from found where value = ",
            $choice,
            ")"
        )
    };
}

impl Resource for Taxonomy {
    const TYPE: &'static str = "taxonomies";
    type Attributes = TaxonomyAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
        Filter::column("key", &[Predicate::Eq, Predicate::In]),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("position", "t.position"),
        Sort::by("name_nl", "t.name_nl"),
        Sort::by("name_en", "t.name_en"),
    ];
    const DEFAULT_SORT: &'static str = "position";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "count",
        sql: concat!(
            "coalesce(case t.kind when 'tags' then ",
            counted!("tags", "t.key"),
            " when 'age_groups' then ",
            counted!("age_group_ids", "cast(t.id as text)"),
            " when 'activity_types' then ",
            counted!("activity_type_ids", "cast(t.id as text)"),
            " end, 0)"
        ),
    }];
    const DEPENDS: &'static [&'static str] = &["vacancies"];
    const NEXT_CHANGE: Option<&'static str> = Some(crate::resources::NEXT_EXPIRY);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/taxonomies"),
            ("GET", "/api/v1/taxonomies/{id}"),
            ("POST", "/api/v1/taxonomies"),
            ("PATCH", "/api/v1/taxonomies/{id}"),
            ("PUT", "/api/v1/taxonomies/{id}"),
            ("DELETE", "/api/v1/taxonomies/{id}"),
        ],
        offered: &[Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };
}

impl Declared for Taxonomy {
    const FILE: &'static str = file!();
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("taxonomies", "lists to choose from"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until an admin deletes a term"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

/// Returns whether a choice is in the tenant's list: tags are identified by key, the others by id.
pub fn is_listed(tx: &Tx, kind: TaxonomyKind, choice: &str) -> Result<bool> {
    let kind = serde_json::to_value(kind)?;
    Ok(tx
        .prepare_cached(
            "select exists (
               select 1 from taxonomies
                where kind = ?1 and ?2 = case kind when 'tags' then key else cast(id as text) end
             )",
        )?
        .query_row((kind.as_str(), choice), |row| row.get(0))?)
}

/// Validation errors of `field` for choices in no list of this kind. `chosen` holds each choice with its index in the
/// request.
pub fn unlisted(
    tx: &Tx,
    kind: TaxonomyKind,
    field: &str,
    chosen: &[(usize, &str)],
) -> Result<Vec<FieldFault>> {
    let mut faults = Vec::new();
    for (index, choice) in chosen {
        if !is_listed(tx, kind, choice)? {
            let field = format!("{field}/{index}");
            faults.push(FieldFault::attribute(&field, "unlisted").with("value", *choice));
        }
    }
    Ok(faults)
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Taxonomy>()
        .action(Method::POST, "", create)
        .answering(OperationKind::Create)
        .update::<Taxonomy>()
        .delete::<Taxonomy>()
        .action(Method::GET, "/{id}", one_kind)
        .answering(OperationKind::List)
        .named(
            "listTaxonomiesOfKind",
            "Lists the choices of one kind, in their order",
        )
}

/// Adds an entry. The address of one entry is that of a kind, so the new one is found by its id.
async fn create(
    access: Access<Taxonomy, action::Create>,
    (): (),
    input: Input<Body>,
) -> Result<Answer> {
    let attributes = new_attributes_of(table::<Taxonomy>(), &input.body)?;
    access
        .post(input.key, move |tx, rows| {
            let id = rows.create(tx, attributes)?;
            Ok(Answer::created(
                format!("/api/v1/taxonomies?filter[id_in]={id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

/// `GET /taxonomies/tags`: all entries of one kind, in order.
async fn one_kind(
    access: Access<Taxonomy, action::Read>,
    kind: String,
    input: Input<()>,
) -> Result<Document> {
    if !["tags", "age_groups", "activity_types", "non_profit_types"].contains(&kind.as_str()) {
        return Err(Code::NotFound.into());
    }
    let query = input
        .query
        .with("filter[kind_eq]", &kind)
        .with("page[size]", "100");
    access.list(&input.path, query).await
}
