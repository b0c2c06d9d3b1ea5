//! Taxonomies: tags, age groups, activities (the themes), organisation types, skills, languages, kinds of activities in
//! the calendar and whom they are for. A term is of the whole tenant, or of one centre.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Body, Described, Input, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store::new_attributes_of;
use crate::jsonapi::{
    Answer, Computed, Document, Filter, Id, Predicate, Relation, Resource, Saving, Sort, Takes,
    belongs_to, table,
};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::field_rules::is_language;
use crate::model::state_history::audit_with;
use crate::policy::Verb;
use crate::privacy::prelude::*;

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
    /// What somebody is good at: the fixed ones, and those that a centre adds.
    Skills,
    /// Languages that are spoken; the keys are their codes.
    Languages,
    /// Kinds of activities in the calendar.
    ActivityCategories,
    /// Whom activities in the calendar are for.
    TargetGroups,
}

impl TaxonomyKind {
    /// Whether what has a term of this kind holds its key, and not its id.
    const fn is_by_key(self) -> bool {
        matches!(
            self,
            Self::Tags
                | Self::Skills
                | Self::Languages
                | Self::ActivityCategories
                | Self::TargetGroups
        )
    }
}

/// Counts the published vacancies per choice: all choices in one query per request, instead of one scan of the
/// vacancies for each. Vacancies are grouped by the stored text of a list, which is parsed once for each distinct one.
macro_rules! counted {
    ($column:literal, $choice:literal) => {
        concat!(
            "(with found as materialized (
                select j.value, sum(same.vacancies) as vacancies
                  from (select v.",
            $column,
            " as list, count(*) as vacancies
                          from vacancies v
                         where v.status = 'published' and v.volunteer_center_id = :center_id and v.expires_at > :now and v.asker_id is null
                         group by 1) same, json_each(same.list) j
                 group by j.value)
              select vacancies from found where value = ",
            $choice,
            ")"
        )
    };
}

/// Counts the activities in the calendar per choice, which are few.
macro_rules! planned {
    ($column:literal) => {
        concat!(
            "(select count(*) from activities a, json_each(a.",
            $column,
            ") j where a.volunteer_center_id = :center_id and a.status in ('published', 'full', 'running') and j.value = t.key)"
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
            &["archived"],
            "t.archived = (:value = 'true')",
        ),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("position", "t.position"),
        Sort::by("name_nl", "t.name_nl"),
        Sort::by("name_en", "t.name_en"),
    ];
    const DEFAULT_SORT: &'static str = "position";
    const REFERENCES: &'static [Relation] = &[belongs_to::<VolunteerCenter>(
        "volunteer_center",
        "volunteer_center_id",
    )];
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "count",
        sql: concat!(
            "coalesce(case t.kind when 'tags' then ",
            counted!("tags", "t.key"),
            " when 'age_groups' then ",
            counted!("age_group_ids", "cast(t.id as text)"),
            " when 'activity_types' then ",
            counted!("activity_type_ids", "cast(t.id as text)"),
            " when 'skills' then ",
            counted!("skills", "t.key"),
            " when 'languages' then ",
            counted!("languages", "t.key"),
            " when 'activity_categories' then ",
            planned!("activity_categories"),
            " when 'target_groups' then ",
            planned!("target_groups"),
            " end, 0)"
        ),
    }];
    const DEPENDS: &'static [&'static str] = &["activities", "vacancies"];
    const NEXT_CHANGE: Option<&'static str> = Some(crate::resources::NEXT_EXPIRY);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Create, Verb::Update, Verb::Delete],
        impersonating: &[("POST", "/api/v1/taxonomies/{id}/merge")],
        offered: &[Verb::Govern],
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
        validate_known(new, old)?;
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

/// Requires the code of a language for a language, and for a skill of a centre's own a word that is no other list's id.
fn validate_known(new: &TaxonomyAttributes, old: Option<&TaxonomyAttributes>) -> Result<()> {
    if old.is_some_and(|old| old.key == new.key && old.kind == new.kind) {
        return Ok(());
    }
    match new.kind {
        TaxonomyKind::Skills if !is_skill_key(&new.key) => {
            Err(FieldFault::attribute("key", "skill_key").into())
        }
        TaxonomyKind::Languages if !is_language(&new.key) => {
            Err(FieldFault::attribute("key", "language")
                .with("value", new.key.as_str())
                .into())
        }
        _ => Ok(()),
    }
}

/// Small letters, digits and underscores, beginning with a letter: matching compares them.
fn is_skill_key(key: &str) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_';
    key.bytes().all(is_sign) && key.starts_with(|sign: char| sign.is_ascii_lowercase())
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

/// Counts the vacancies, activities and organisations that have the term, also the deleted ones that can still be restored,
/// and activities to which it is to come once their changes are approved.
fn count_uses(tx: &Tx, id: Id<Taxonomy>) -> Result<i64> {
    Ok(tx
        .prepare_cached(
            "select case t.kind
                    when 'tags' then
                      (select count(*) from vacancies v
                        where v.purged_at is null and (t.volunteer_center_id is null or v.volunteer_center_id = t.volunteer_center_id)
                          and t.key in (select value from json_each(v.tags)))
                      + (select count(*) from activities a where t.key in (select value from json_each(a.tags) union all select value from json_each(a.revision -> '$.tags')))
                    when 'activity_categories' then
                      (select count(*) from activities a where t.key in (select value from json_each(a.activity_categories) union all select value from json_each(a.revision -> '$.activity_categories')))
                    when 'target_groups' then
                      (select count(*) from activities a where t.key in (select value from json_each(a.target_groups) union all select value from json_each(a.revision -> '$.target_groups')))
                    when 'age_groups' then
                      (select count(*) from vacancies v
                        where v.purged_at is null and cast(t.id as text) in (select cast(value as text) from json_each(v.age_group_ids)))
                    when 'activity_types' then
                      (select count(*) from vacancies v
                        where v.purged_at is null and cast(t.id as text) in (select cast(value as text) from json_each(v.activity_type_ids)))
                      + (select count(*) from organization_profiles p
                          where cast(t.id as text) in (select cast(value as text) from json_each(p.activity_type_ids)))
                    when 'skills' then
                      (select count(*) from vacancies v where v.purged_at is null and t.key in (select value from json_each(v.skills)))
                      + (select count(*) from volunteer_profiles p where t.key in (select value from json_each(p.skills)))
                    when 'languages' then
                      (select count(*) from vacancies v where v.purged_at is null and t.key in (select value from json_each(v.languages)))
                      + (select count(*) from volunteer_profiles p where t.key in (select value from json_each(p.languages)))
                      + (select count(*) from organization_profiles p where t.key in (select value from json_each(p.languages)))
                    else (select count(*) from organization_profiles p where p.non_profit_type_id = t.id)
                    end
               from taxonomies t
              where t.id = ?1",
        )?
        .query_row([id.number()], |row| row.get(0))?)
}

impl Declared for Taxonomy {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/vacancies/form/vacancy-form.store.ts",
        "taxonom",
    ));
    const ABOUT: &'static str = "Lists of choices: activities, target groups, tags.";
    const ROUTES: fn() -> Routes = routes;
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
                where kind = ?1 and ?2 = case when kind in ('tags', 'skills', 'languages', 'activity_categories', 'target_groups') then key else cast(id as text) end
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

/// Validation errors of `field` for languages that are none, or that the centre no longer offers. A language that is in
/// no list can be spoken all the same.
pub fn unknown_languages(
    tx: &Tx,
    center_id: i64,
    field: &str,
    chosen: &[(usize, &str)],
) -> Result<Vec<FieldFault>> {
    let mut faults = Vec::new();
    for (index, code) in chosen {
        let rule = if !is_language(code) {
            "language"
        } else if is_archived(tx, center_id, TaxonomyKind::Languages, code)? {
            "unlisted"
        } else {
            continue;
        };
        let field = format!("{field}/{index}");
        faults.push(FieldFault::attribute(&field, rule).with("value", *code));
    }
    Ok(faults)
}

/// Whether a centre has this choice and offers it no longer.
pub fn is_archived(tx: &Tx, center_id: i64, kind: TaxonomyKind, key: &str) -> Result<bool> {
    let kind = serde_json::to_value(kind)?;
    Ok(tx
        .prepare_cached(
            "select coalesce(min(archived), 0) from taxonomies
              where kind = ?1 and key = ?2 and (volunteer_center_id is null or volunteer_center_id = ?3)",
        )?
        .query_row((kind.as_str(), key, center_id), |row| row.get(0))?)
}

/// SQL over `o`, a term: it is of the centre `:from` alone, and the centre `:to` has none that stands for it.
macro_rules! is_lost {
    () => {
        "o.volunteer_center_id = :from and not exists (select 1 from taxonomies n where n.kind = o.kind and n.key = o.key and n.volunteer_center_id = :to)"
    };
}

/// Names of the terms that an organisation and its vacancies lose when they move: those of the old centre alone.
pub fn lost_in_move(
    connection: &Connection,
    organization_id: i64,
    (from, to): (i64, i64),
) -> Result<Vec<String>> {
    Ok(connection
        .prepare_cached(concat!(
            "select o.name_nl from taxonomies o
              where ",
            is_lost!(),
            " and case o.kind
                  when 'tags' then exists (select 1 from vacancies v, json_each(v.tags) j where v.organization_id = :id and j.value = o.key)
                    or exists (select 1 from activities a where a.organization_id = :id and o.key in (select value from json_each(a.tags) union all select value from json_each(a.revision -> '$.tags')))
                  when 'activity_categories' then exists (select 1 from activities a where a.organization_id = :id and o.key in (select value from json_each(a.activity_categories) union all select value from json_each(a.revision -> '$.activity_categories')))
                  when 'target_groups' then exists (select 1 from activities a where a.organization_id = :id and o.key in (select value from json_each(a.target_groups) union all select value from json_each(a.revision -> '$.target_groups')))
                  when 'skills' then exists (select 1 from vacancies v, json_each(v.skills) j where v.organization_id = :id and j.value = o.key)
                  when 'age_groups' then exists (select 1 from vacancies v, json_each(v.age_group_ids) j where v.organization_id = :id and cast(j.value as integer) = o.id)
                  when 'activity_types' then exists (select 1 from vacancies v, json_each(v.activity_type_ids) j where v.organization_id = :id and cast(j.value as integer) = o.id)
                    or exists (select 1 from organizations g join organization_profiles p on p.id = g.profile_id, json_each(p.activity_type_ids) j where g.id = :id and cast(j.value as integer) = o.id)
                  when 'non_profit_types' then exists (select 1 from organizations g join organization_profiles p on p.id = g.profile_id where g.id = :id and p.non_profit_type_id = o.id)
                  else 0
                end
              order by o.name_nl
              limit 50"
        ))?
        .query_map(
            named_params! {":id": organization_id, ":from": from, ":to": to},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// A column of an organisation's rows with the terms that they chose.
pub struct Chosen {
    pub table: &'static str,
    pub column: &'static str,
    /// Which of its rows are the organisation's: SQL over `:id`.
    pub rows: &'static str,
    pub by: ChosenBy,
}

pub enum ChosenBy {
    /// A list of keys, which are the same at every centre.
    Keys,
    /// A list of ids.
    Ids,
    /// One id.
    Id,
}

/// A list of terms in a table: a column, or what waits in `revision` to take its place.
struct TermList<'a> {
    column: &'a str,
    waits: bool,
}

impl<'a> TermList<'a> {
    fn of(table: &str, column: &'a str) -> Vec<Self> {
        let has_revision = matches!(table, "vacancies" | "activities");
        let waiting = [false, true].into_iter();
        waiting
            .filter(|waits| has_revision || !waits)
            .map(|waits| Self { column, waits })
            .collect()
    }

    /// SQL of the list.
    fn sql(&self, table: &str) -> String {
        let column = self.column;
        if self.waits {
            format!("{table}.revision -> '$.{column}'")
        } else {
            format!("{table}.{column}")
        }
    }

    /// SQL that puts another list in its place.
    fn set(&self, list: &str) -> String {
        let column = self.column;
        if self.waits {
            format!("revision = json_set(revision, '$.{column}', json({list}))")
        } else {
            format!("{column} = {list}")
        }
    }

    /// SQL condition: there is a list.
    fn is_there(&self) -> String {
        let column = self.column;
        if self.waits {
            format!("json_type(revision, '$.{column}') = 'array'")
        } else {
            "1".to_owned()
        }
    }
}

/// Takes the choices of an organisation along to another centre. A term of the old centre alone becomes the new centre's
/// term of the same key, else it is taken off: it would show at a centre that does not have it.
pub fn follow_move(
    tx: &Tx,
    organization_id: i64,
    (from, to): (i64, i64),
    chosen: &[Chosen],
) -> Result<()> {
    let own = "exists (select 1 from taxonomies o where o.id = cast(j.value as integer) and o.volunteer_center_id = :from)";
    let equal = "(select cast(n.id as text) from taxonomies o join taxonomies n on n.kind = o.kind and n.key = o.key and n.volunteer_center_id = :to
                  where o.id = cast(j.value as integer) and o.volunteer_center_id = :from)";
    for Chosen {
        table,
        column,
        rows,
        by,
    } in chosen
    {
        let lists = TermList::of(table, column);
        let sql: Vec<String> = match by {
            ChosenBy::Keys => lists
                .iter()
                .map(|list| {
                    let kept = format!(
                        "(select json_group_array(j.value) from json_each({}) j
                           where not exists (select 1 from taxonomies o
                                              where o.kind = '{column}' and o.key = j.value and {}))",
                        list.sql(table),
                        is_lost!()
                    );
                    updated(table, list, &kept, rows)
                })
                .collect(),
            ChosenBy::Ids => lists
                .iter()
                .map(|list| {
                    let kept = format!(
                        "(select json_group_array(x)
                            from (select coalesce({equal}, iif({own}, null, cast(j.value as text))) as x
                                    from json_each({}) j)
                           where x is not null)",
                        list.sql(table)
                    );
                    updated(table, list, &kept, rows)
                })
                .collect(),
            ChosenBy::Id => vec![format!(
                "update {table}
                    set {column} = (select n.id from taxonomies o join taxonomies n on n.kind = o.kind and n.key = o.key and n.volunteer_center_id = :to
                                     where o.id = {column})
                  where {rows}
                    and exists (select 1 from taxonomies o where o.id = {column} and o.volunteer_center_id = :from)"
            )],
        };
        for sql in sql {
            tx.prepare_cached(&sql)?
                .execute(named_params! {":id": organization_id, ":from": from, ":to": to})?;
        }
    }
    Ok(())
}

fn updated(table: &str, list: &TermList, to: &str, rows: &str) -> String {
    let (set, is_there) = (list.set(to), list.is_there());
    format!("update {table} set {set} where {rows} and {is_there}")
}

/// Which term takes over what another one has.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TaxonomyMerge")]
struct MergeForm {
    into: Id<Taxonomy>,
}

/// `POST /taxonomies/{id}/merge {into}`: everything that has this term has the other one from then on; this one is gone.
async fn merge(
    access: Access<Taxonomy, action::Update>,
    id: Id<Taxonomy>,
    form: Form<MergeForm>,
) -> Result<Answer> {
    let into = form.body.into;
    access
        .post(form.key, move |tx, rows| {
            let term = rows.load(tx, id)?;
            let other = rows.beside::<Taxonomy, action::Read>()?.load(tx, into)?;
            // What the whole tenant has cannot go up in what one centre has: the others would lose it.
            let is_within_reach = other.volunteer_center_id.is_none()
                || other.volunteer_center_id == term.volunteer_center_id;
            if id == into || term.kind != other.kind || other.archived || !is_within_reach {
                return Err(FieldFault::attribute("into", "unlisted")
                    .with("value", into.to_string())
                    .into());
            }
            replace(tx, (id, &term), (into, &other))?;
            tx.prepare_cached("delete from taxonomies where id = ?1")?
                .execute([id.number()])?;
            let about = (Taxonomy::TYPE, into.number());
            audit_with(
                tx,
                rows.ctx().user_id(),
                "merge_term",
                about,
                &json!({ "key": term.key }),
            )?;
            let shown = rows.beside::<Taxonomy, action::Read>()?;
            Ok(Answer::ok(shown.shown_text(tx, into)?))
        })
        .await
}

/// Puts one term in the place of another, once where a list would have it twice.
fn replace(
    tx: &Tx,
    (id, term): (Id<Taxonomy>, &TaxonomyAttributes),
    (into, other): (Id<Taxonomy>, &TaxonomyAttributes),
) -> Result<()> {
    let columns: &[(&str, &str)] = match term.kind {
        TaxonomyKind::Tags => &[("vacancies", "tags"), ("activities", "tags")],
        TaxonomyKind::AgeGroups => &[("vacancies", "age_group_ids")],
        TaxonomyKind::ActivityTypes => &[
            ("vacancies", "activity_type_ids"),
            ("organization_profiles", "activity_type_ids"),
        ],
        TaxonomyKind::NonProfitTypes => {
            tx.prepare_cached(
                "update organization_profiles set non_profit_type_id = ?2, version = version + 1 where non_profit_type_id = ?1",
            )?
            .execute((id.number(), into.number()))?;
            &[]
        }
        TaxonomyKind::Skills => &[("vacancies", "skills"), ("volunteer_profiles", "skills")],
        TaxonomyKind::Languages => &[
            ("vacancies", "languages"),
            ("volunteer_profiles", "languages"),
            ("organization_profiles", "languages"),
        ],
        TaxonomyKind::ActivityCategories => &[("activities", "activity_categories")],
        TaxonomyKind::TargetGroups => &[("activities", "target_groups")],
    };
    let (old, new) = if term.kind.is_by_key() {
        (term.key.clone(), other.key.clone())
    } else {
        (id.to_string(), into.to_string())
    };
    for (table, column) in columns {
        // Two centres may have a tag or a skill of the same key: only that of this one goes.
        let center = match (term.kind, *table) {
            (_, "activities") | (TaxonomyKind::Tags | TaxonomyKind::Skills, "vacancies") => {
                ":center_id is null or volunteer_center_id = :center_id"
            }
            (TaxonomyKind::Skills, _) => {
                ":center_id is null or user_id in (select id from users where volunteer_center_id = :center_id)"
            }
            _ => ":center_id is null or 1",
        };
        for list in TermList::of(table, column) {
            let chosen = list.sql(table);
            let put = list.set(&format!(
                "(select json_group_array(x)
                    from (select min(j.key) as at, iif(cast(j.value as text) = :old, :new, cast(j.value as text)) as x
                            from json_each({chosen}) j
                           group by x
                           order by at))"
            ));
            let sql = format!(
                "update {table}
                    set {put}, version = version + 1
                  where ({center}) and exists (select 1 from json_each({chosen}) j where cast(j.value as text) = :old)"
            );
            tx.prepare_cached(&sql)?.execute(named_params! {
                ":old": old,
                ":new": new,
                ":center_id": term.volunteer_center_id.map(Id::number),
            })?;
        }
    }
    Ok(())
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Taxonomy>()
        .action(Method::POST, "", create)
        .answering(OperationKind::Create)
        .update::<Taxonomy>()
        .delete::<Taxonomy>()
        .refuses(&[422])
        .form(Method::POST, "/{id}/merge", merge)
        .named("mergeTaxonomy", "Puts another choice in the place of one")
        .answers(Described::one::<Taxonomy>(200))
        .refuses(&[422])
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

/// `GET /taxonomies/tags`: all entries of one kind, in order; `themes` are the kinds of activity.
async fn one_kind(
    access: Access<Taxonomy, action::Read>,
    kind: String,
    input: Input<()>,
) -> Result<Document> {
    // The themes of vacancies and of profiles are the kinds of activity.
    let kind = match kind.as_str() {
        "themes" => "activity_types",
        "tags"
        | "age_groups"
        | "activity_types"
        | "non_profit_types"
        | "skills"
        | "languages"
        | "activity_categories"
        | "target_groups" => kind.as_str(),
        _ => return Err(Code::NotFound.into()),
    };
    let query = input
        .query
        .with("filter[kind_eq]", kind)
        .with("page[size]", "100");
    access.list(&input.path, query).await
}
