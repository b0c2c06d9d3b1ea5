//! Forms that a centre or an organisation makes (docs/domain/states.md#forms), their questions, invitations and what
//! people send with them.

mod answers;
mod duplicate;
mod export;
mod invitation;
mod notify;
mod public;
mod question;
pub mod submission;
pub mod submit;
mod summary;
mod thanks_page;
pub mod transition;

use std::collections::HashSet;

use axum::http::Method;
use rusqlite::types::Value as SqlValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::organization::Organization;
use super::page::Page;
use super::user::User;
use crate::app::access::action;
use crate::app::auth::token;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Nested, Predicate, Relation, Resource, Saving, Sort, Transition,
    belongs_to, nested,
};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::effects::{self, Effect, Event, Happening};
use crate::model::purge::ids;
use crate::model::state_machine::{Machine, begin, describe, event_schema, offered};
use crate::privacy::prelude::*;

pub use answers::{Answer, Sent};
pub use public::{FormLink, PublicForm, find_public, in_page, public_document};
pub use question::{Question, QuestionType};
pub use submission::FormSubmission;
pub use thanks_page::thanks_path;
use transition::FormEvent;

pub struct Form;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct FormAttributes {
    #[validate(length(min = 3, max = 150))]
    pub title: String,
    #[validate(length(max = 150))]
    pub title_en: Option<String>,
    /// Text above the form.
    #[validate(length(max = 3000))]
    pub description: Option<String>,
    #[validate(length(max = 3000))]
    pub description_en: Option<String>,
    /// The organisation whose form it is; none: the centre's.
    pub organization_id: Option<Id<Organization>>,
    #[serde(default)]
    pub access_permission: FormAccess,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: FormStatus,
    /// The public address: `/forms/{token}`.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub token: String,
    /// The contact form of the centre.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_contact: bool,
    /// Editors of content do not see what is sent.
    #[serde(default)]
    pub confidential: bool,
    /// First and last day on which it can be filled in.
    #[schemars(extend("format" = "date"))]
    pub opens_on: Option<String>,
    #[schemars(extend("format" = "date"))]
    pub closes_on: Option<String>,
    #[validate(range(min = 1, max = 100_000))]
    pub most_submissions: Option<i64>,
    /// Text after sending.
    #[validate(length(max = 1000))]
    pub thanks: Option<String>,
    #[validate(length(max = 1000))]
    pub thanks_en: Option<String>,
    /// A published page of the centre that is shown instead of that text; the text while the page is offline.
    pub thanks_page_id: Option<Id<Page>>,
    /// A confirmation is mailed to the address in the first question of the type `email`.
    #[serde(default)]
    pub sends_receipt: bool,
    /// Who is told of each answer; none: the centre's superusers, or the managers of the organisation.
    pub owner_id: Option<Id<User>>,
    /// What is sent is deleted after so many months.
    #[serde(default = "a_year")]
    #[validate(range(min = 1, max = 60))]
    pub retention_months: i64,
    /// What is sent is deleted once `closes_on` is over, also before those months are.
    #[serde(default)]
    pub erases_after_close: bool,
    #[serde(default)]
    pub questions: Vec<Question>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<Id<User>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub submissions_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub new_submissions_count: i64,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

const fn a_year() -> i64 {
    12
}

/// Who may fill it in: everybody, or who was invited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormAccess {
    #[default]
    Anonymous,
    TokenHolder,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormStatus {
    #[default]
    Draft,
    Open,
    Closed,
    Archived,
}

impl Resource for Form {
    const TYPE: &'static str = "forms";
    const ALIAS: &'static str = "form";
    type Attributes = FormAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::NotEq, Predicate::In]),
        Filter::column("organization_id", &[Predicate::Eq, Predicate::Null]),
        Filter::column("is_contact", &[Predicate::Eq]),
        Filter::custom("q", &["title", "title_en"], |conditions, value| {
            conditions.add(
                "instr(fold(t.title || ' ' || coalesce(t.title_en, '')), fold(:value)) > 0",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("title", "t.title collate nocase"),
        Sort::by("status", "t.status"),
        Sort::by("created_at", "t.created_at"),
        Sort::by("updated_at", "t.updated_at"),
    ];
    const DEFAULT_SORT: &'static str = "-updated_at";
    const RELATIONS: &'static [Relation] = &[
        // Whose form it is tells who its managers are: to see the organisation is not enough.
        belongs_to::<Organization>("organization", "organization_id").taking("manage"),
        belongs_to::<User>("owner", "owner_id")
            .of_any_center()
            .or_where(notify::OWNERS),
    ];
    // A page that visitors see: `thanks_page::is_offered` has the last word.
    const REFERENCES: &'static [Relation] = &[belongs_to::<Page>("thanks_page", "thanks_page_id")
        .or_where("exists (select 1 from published_pages p where p.page_id = t.id)")];
    const NESTED: &'static [Nested] = &[nested::<Question>("questions", question::MOST)];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "submissions_count",
            sql: "(select count(*) from form_submissions s where s.form_id = t.id and s.status <> 'spam')",
        },
        Computed {
            field: "new_submissions_count",
            sql: "(select count(*) from form_submissions s where s.form_id = t.id and s.status = 'new')",
        },
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    fn transitions() -> Vec<Transition> {
        offered::<FormStatus>()
    }

    fn before_save(
        new: &mut FormAttributes,
        old: Option<&FormAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        match old {
            None => {
                new.volunteer_center_id = saving.center_id();
                new.created_by_id = saving.user_id().map(Id::new);
                new.token = token::random()?.chars().take(22).collect();
                if new.organization_id.is_none()
                    && let SqlValue::Integer(id) = saving.auth.value("organization_id")
                {
                    new.organization_id = Some(Id::new(id));
                }
            }
            Some(old) => keep_answered(saving, old, new)?,
        }
        let is_chosen = old.is_none_or(|old| old.thanks_page_id != new.thanks_page_id);
        if let Some(page) = new.thanks_page_id.filter(|_| is_chosen)
            && !thanks_page::is_offered(saving.tx, page, new.volunteer_center_id)?
        {
            return Err(FieldFault::attribute("thanks_page_id", "not_found").into());
        }
        name_questions(new)?;
        validate(new)
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        begin::<FormStatus>(saving.tx, saving.user_id(), id, FormEvent::Create)
    }

    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        // The policy keeps a form with answers.
        forget(tx, id.number())
    }
}

/// Deletes a form with its questions and invitations, what was sent with it, and what was written about it.
pub(in crate::resources) fn forget(tx: &Tx, id: i64) -> Result<()> {
    let submissions: Vec<i64> = tx
        .prepare_cached("select id from form_submissions where form_id = ?1")?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for submission in submissions {
        submission::forget(tx, submission)?;
    }
    for table in ["outbox", "notifications", "transitions"] {
        tx.execute(
            &format!("delete from {table} where subject_type = 'forms' and subject_id = ?1"),
            [id],
        )?;
    }
    tx.execute("delete from forms where id = ?1", [id])?;
    Ok(())
}

/// Hides the questions that were deleted although they have answers, instead of deleting them.
fn keep_answered(saving: &Saving, old: &FormAttributes, new: &mut FormAttributes) -> Result<()> {
    let left: HashSet<Option<String>> = new.questions.iter().map(Question::number).collect();
    let gone: Vec<&Question> = old
        .questions
        .iter()
        .filter(|question| !left.contains(&question.number()))
        .collect();
    if gone.is_empty() {
        return Ok(());
    }
    let answered: HashSet<String> = saving
        .tx
        .prepare_cached(
            "select distinct a.value ->> 'question_id' from form_submissions s, json_each(s.answers) a where s.form_id = ?1",
        )?
        .query_map([saving.id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for question in gone {
        if question.number().is_some_and(|id| answered.contains(&id)) {
            let position = i64::try_from(new.questions.len()).unwrap_or(i64::MAX);
            new.questions.push(Question {
                is_hidden: true,
                position: position.saturating_add(1),
                ..question.clone()
            });
        }
    }
    Ok(())
}

/// Gives each question without a key one.
fn name_questions(form: &mut FormAttributes) -> Result<()> {
    for question in &mut form.questions {
        if question.key.is_empty() {
            let random = token::random()?;
            let letters = random.chars().filter(char::is_ascii_alphanumeric).take(8);
            question.key = format!("q{}", letters.collect::<String>());
        }
    }
    Ok(())
}

/// Rules over several fields.
fn validate(form: &mut FormAttributes) -> Result<()> {
    let mut faults = Vec::new();
    let is_day = |day: &str| day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok();
    for (field, day) in [("opens_on", &form.opens_on), ("closes_on", &form.closes_on)] {
        if day.as_deref().is_some_and(|day| !is_day(day)) {
            faults.push(FieldFault::attribute(field, "date"));
        }
    }
    if let (Some(from), Some(until)) = (&form.opens_on, &form.closes_on)
        && until < from
    {
        faults.push(FieldFault::attribute("closes_on", "form_dates"));
    }
    if form.erases_after_close && form.closes_on.is_none() {
        faults.push(FieldFault::attribute("closes_on", "form_erases"));
    }
    let mut known = HashSet::new();
    for (at, question) in form.questions.iter_mut().enumerate() {
        let at = |field: &str| format!("questions/{at}/{field}");
        question.options.iter_mut().for_each(|option| {
            *option = option.trim().to_owned();
        });
        let few = match question.question_type {
            QuestionType::MultipleChoice => question.options.len() < 2,
            QuestionType::Checkbox => question.options.len() == 1,
            _ => {
                question.options.clear();
                question.options_en.clear();
                false
            }
        };
        if few {
            faults.push(FieldFault::attribute(&at("options"), "form_options"));
        }
        let own: HashSet<&String> = question.options.iter().collect();
        if own.len() < question.options.len() || own.iter().any(|option| option.is_empty()) {
            faults.push(FieldFault::attribute(&at("options"), "form_options"));
        }
        // An earlier question only: a form is read from the top.
        if let Some(key) = question
            .show_if_key
            .as_deref()
            .filter(|key| !key.is_empty())
            && !known.contains(key)
        {
            faults.push(FieldFault::attribute(&at("show_if_key"), "form_condition"));
        }
        if !known.insert(question.key.clone()) {
            faults.push(FieldFault::attribute(&at("key"), "contradicts"));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// A form without its organisation would be the centre's, with all that was sent to somebody else.
fn forget_with_owner(happening: &Happening) -> Result<()> {
    if happening.event != Event::OrganizationPurged {
        return effects::gone_with_center::<Form>(happening);
    }
    let of_it = "select id from forms where organization_id = ?1";
    ids(happening.tx, of_it, happening.id)?
        .into_iter()
        .try_for_each(|form| forget(happening.tx, form))
}

impl Declared for Form {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Forms, their questions and invitations.";
    const ROUTES: fn() -> Routes = routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<FormStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("forms", &[Part {
            rows: "t.owner_id = :user_id or t.created_by_id = :user_id",
            show: Show::Nothing("the centre's form; whose it is leads to a row without a name"),
            erase: Stay {
                why: "the centre's form; whose it is leads to a row without a name",
                keep: &["volunteer_center_id", "organization_id", "title", "title_en", "description", "description_en", "status", "access_permission", "token", "confidential", "opens_on", "closes_on", "most_submissions", "thanks", "thanks_en", "thanks_page_id", "sends_receipt", "owner_id", "retention_months", "erases_after_close", "created_by_id"],
            },
        }]),
        nobody("form_questions", "what a form asks"),
        people("form_invitations", &[own!(
            address!("t.email", "t.created_at"),
            [("uitnodigingen-formulieren", "Formulieren waarvoor je een uitnodiging kreeg."), ("form-invitations", "Forms that you were invited to fill in.")],
            without &[],
            with "(select f.title from forms f where f.id = t.form_id) as form_title"
        )]),
        nobody("form_invitation_links", "hashes of the links of invitations"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "until the centre deletes it; what was sent with it has a term of its own",
    ));
    const EXPORT: Option<Export> = Some(Export::No("what was sent with it is exported instead"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(forget_with_owner);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        // What is shown after sending one is a page of the old centre: the text takes its place.
        Belonging::of("forms",
            Moving::Goes("update forms set volunteer_center_id = :to, thanks_page_id = null, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
        Belonging::with("form_questions", "forms"),
        Belonging::with("form_invitations", "forms"),
        Belonging::with("form_invitation_links", "forms"),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Form>()
        .find::<Form>()
        .create::<Form>()
        .update::<Form>()
        .delete::<Form>()
        .history_with::<Form, action::Manage>()
        .action(Method::POST, "/{id}/duplicate", duplicate::duplicate)
        .answering(OperationKind::Create)
        .named("duplicateForm", "Makes a draft with the same questions")
        .answers(Described::one::<Form>(201))
        .action(
            Method::PUT,
            "/{id}/transition",
            transition::take::<FormStatus>,
        )
        .named(
            "transitionForm",
            "Opens, closes, archives or restores a form",
        )
        .answers(Described::one::<Form>(200))
        .taking(event_schema(&[describe::<FormStatus>()], |_| true))
        .merge(public::routes())
        .merge(invitation::routes())
        .merge(submit::routes())
        .merge(submission::routes())
        .merge(summary::routes())
        .merge(export::routes())
}
