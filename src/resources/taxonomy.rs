//! Taxonomies: tags, age groups, activities, organisation types. A term is of the whole tenant, or of one centre.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Input, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Computed, Document, Filter, Id, Predicate, Resource, Saving, Sort, Takes};
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
    /// Can no longer be chosen; what has it keeps it.
    #[serde(default)]
    pub archived: bool,
    /// The only centre that has it; none: every centre of the tenant.
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
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
        Filter::sql(
            "archived_eq",
            Takes::Truth,
            "t.archived = (:value = 'true')",
        ),
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
        offered: &[Verb::Create, Verb::Update, Verb::Delete, Verb::Govern],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut TaxonomyAttributes,
        old: Option<&TaxonomyAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        // What a centre adds is its own; an admin adds to the tenant's list.
        if old.is_none()
            && new.volunteer_center_id.is_none()
            && saving.auth.is_signed_in()
            && !saving.may::<Self>("govern")?
        {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
        }
        validate_key(new, saving)
    }

    /// Refused while something has the term: it would keep a choice without a name.
    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        let in_use = count_uses(tx, id)?;
        if in_use > 0 {
            return Err(Error::from(Code::TermInUse).with("in_use", in_use));
        }
        tx.prepare_cached("delete from taxonomies where id = ?1")?
            .execute([id.number()])?;
        Ok(())
    }
}

/// Refuses a key that a centre would then have twice: in its own list, or in its own and the tenant's.
fn validate_key(new: &TaxonomyAttributes, saving: &Saving) -> Result<()> {
    let is_taken = saving
        .tx
        .prepare_cached(
            "select 1 from taxonomies
              where kind = :kind and key = :key and id is not :id
                and (volunteer_center_id is null or :center_id is null or volunteer_center_id = :center_id)",
        )?
        .exists(named_params! {
            ":kind": serde_json::to_value(new.kind)?.as_str(),
            ":key": new.key,
            ":id": saving.id,
            ":center_id": new.volunteer_center_id.map(Id::number),
        })?;
    if is_taken {
        Err(FieldFault::attribute("key", "taken").into())
    } else {
        Ok(())
    }
}

/// Counts the vacancies and organisations that have the term, also the deleted ones that can still be restored.
fn count_uses(tx: &Tx, id: Id<Taxonomy>) -> Result<i64> {
    Ok(tx
        .prepare_cached(
            "select case t.kind
                    when 'tags' then
                      (select count(*) from vacancies v
                        where v.purged_at is null and (t.volunteer_center_id is null or v.volunteer_center_id = t.volunteer_center_id)
                          and t.key in (select value from json_each(v.tags)))
                    when 'age_groups' then
                      (select count(*) from vacancies v
                        where v.purged_at is null and cast(t.id as text) in (select cast(value as text) from json_each(v.age_group_ids)))
                    when 'activity_types' then
                      (select count(*) from vacancies v
                        where v.purged_at is null and cast(t.id as text) in (select cast(value as text) from json_each(v.activity_type_ids)))
                      + (select count(*) from organization_profiles p
                          where cast(t.id as text) in (select cast(value as text) from json_each(p.activity_type_ids)))
                    else (select count(*) from organization_profiles p where p.non_profit_type_id = t.id)
                    end
               from taxonomies t
              where t.id = ?1",
        )?
        .query_row([id.number()], |row| row.get(0))?)
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

/// Returns whether a choice can be made at a centre: tags are identified by key, the others by id.
pub fn is_listed(tx: &Tx, center_id: i64, kind: TaxonomyKind, choice: &str) -> Result<bool> {
    let kind = serde_json::to_value(kind)?;
    Ok(tx
        .prepare_cached(
            "select exists (
               select 1 from taxonomies
                where kind = ?1 and ?2 = case kind when 'tags' then key else cast(id as text) end
                  and archived = 0 and (volunteer_center_id is null or volunteer_center_id = ?3)
             )",
        )?
        .query_row((kind.as_str(), choice, center_id), |row| row.get(0))?)
}

/// Validation errors of `field` for choices in no list of this kind at the centre. `chosen` holds each choice with its
/// index in the request.
pub fn unlisted(
    tx: &Tx,
    center_id: i64,
    (kind, field): (TaxonomyKind, &str),
    chosen: &[(usize, &str)],
) -> Result<Vec<FieldFault>> {
    let mut faults = Vec::new();
    for (index, choice) in chosen {
        if !is_listed(tx, center_id, kind, choice)? {
            let field = format!("{field}/{index}");
            faults.push(FieldFault::attribute(&field, "unlisted").with("value", *choice));
        }
    }
    Ok(faults)
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Taxonomy>()
        .create::<Taxonomy>()
        .update::<Taxonomy>()
        .delete::<Taxonomy>()
        .refuses(&[422])
        .action(Method::GET, "/{id}", one_kind)
        .answering(OperationKind::List)
        .named(
            "listTaxonomiesOfKind",
            "Lists the choices of one kind, in their order",
        )
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
