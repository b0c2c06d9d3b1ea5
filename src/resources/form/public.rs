//! What visitors see of a form: its texts and questions, by its address or by the link of an invitation.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension};
use serde_json::{Value, json};

use super::{Form, FormAccess, FormAttributes, FormStatus};
use crate::app::access::{Reason, Unguarded};
use crate::app::auth::token;
use crate::base::working_days::local_date;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::write::store;
use crate::jsonapi::{Document, Id, Resource};
use crate::resources::organization::Organization;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub struct FormLink;

impl Reason for FormLink {
    const WHY: &'static str = "a form is open to everybody, or its link is the credential";
}

/// A form as somebody fills it in.
pub struct PublicForm {
    pub id: Id<Form>,
    pub form: FormAttributes,
    /// The name of the organisation that asks; none: the centre.
    pub organization: Option<String>,
    pub invitation: Option<i64>,
    pub state: FormAvailability,
}

/// Whether it can be filled in now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormAvailability {
    Open,
    NotYet,
    Closed,
    Full,
    /// With this invitation it was answered already.
    Answered,
}

impl FormAvailability {
    /// The rule with which an answer is refused.
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Self::Open => None,
            Self::NotYet => Some("form_not_yet"),
            Self::Closed => Some("form_closed"),
            Self::Full => Some("form_full"),
            Self::Answered => Some("form_answered"),
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::NotYet => "not_yet",
            Self::Closed => "closed",
            Self::Full => "full",
            Self::Answered => "answered",
        }
    }
}

impl PublicForm {
    /// The first day on which it can be filled in, as long as that has not come.
    pub fn opens_on(&self) -> Option<&str> {
        let day = self.form.opens_on.as_deref();
        day.filter(|_| self.state == FormAvailability::NotYet)
    }

    /// The last day of the form, after which what was sent is erased; none where it is kept for some months.
    pub fn erased_after(&self) -> Option<&str> {
        let day = self.form.closes_on.as_deref();
        day.filter(|_| self.form.erases_after_close)
    }
}

/// The form at an address of a centre: its token, its id if everybody may fill it in, `contact`, or the token of an
/// invitation. 404 for a draft and for an archived one, and for every one of an organisation that is not approved.
pub fn find_public(
    connection: &Connection,
    address: &str,
    center_id: i64,
    now: &str,
) -> Result<PublicForm> {
    let own: Option<i64> = connection
        .prepare_cached(
            "select id from forms
              where volunteer_center_id = :center_id
                and (token = :address or (is_contact = 1 and :address = 'contact')
                     or (access_permission = 'anonymous' and cast(id as text) = :address))",
        )?
        .query_row(
            rusqlite::named_params! {":center_id": center_id, ":address": address},
            |row| row.get(0),
        )
        .optional()?;
    let invited: Option<(i64, i64, bool)> = match own {
        Some(_) => None,
        None => connection
            .prepare_cached(
                "select i.form_id, i.id, i.answered_at is not null from form_invitation_links l
                   join form_invitations i on i.id = l.invitation_id
                   join forms f on f.id = i.form_id and f.volunteer_center_id = ?2
                  where l.token_hash = ?1",
            )?
            .query_row((token::digest(address), center_id), |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?,
    };
    let id = own.or(invited.map(|(form_id, ..)| form_id));
    let id = Id::new(id.ok_or(Code::NotFound)?);
    let form = store::load::<Form>(connection, id)?.ok_or(Code::NotFound)?;
    let invitation = invited.map(|(_, id, _)| id);
    // The address of a form for the invited alone shows nothing of it.
    if form.access_permission == FormAccess::TokenHolder && invitation.is_none() {
        return Err(Code::NotFound.into());
    }
    let organization = form
        .organization_id
        .map(|id| approved_name(connection, id))
        .transpose()?;
    let state = match form.status {
        FormStatus::Draft | FormStatus::Archived => return Err(Code::NotFound.into()),
        FormStatus::Closed => FormAvailability::Closed,
        FormStatus::Open if invited.is_some_and(|(.., is_answered)| is_answered) => {
            FormAvailability::Answered
        }
        FormStatus::Open => availability(connection, id, &form, now)?,
    };
    Ok(PublicForm {
        id,
        form,
        organization,
        invitation,
        state,
    })
}

/// The name of an organisation in whose name something may go out; 404 for another.
fn approved_name(connection: &Connection, id: Id<Organization>) -> Result<String> {
    connection
        .prepare_cached("select name from organizations where id = ?1 and status = 'approved'")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| Code::NotFound.into())
}

fn availability(
    connection: &Connection,
    id: Id<Form>,
    form: &FormAttributes,
    now: &str,
) -> Result<FormAvailability> {
    let today = local_date(now).map_or_else(String::new, |day| day.to_string());
    if form.opens_on.as_ref().is_some_and(|day| *day > today) {
        return Ok(FormAvailability::NotYet);
    }
    if form.closes_on.as_ref().is_some_and(|day| *day < today) {
        return Ok(FormAvailability::Closed);
    }
    if let Some(most) = form.most_submissions {
        let sent: i64 = connection
            .prepare_cached(
                "select count(*) from form_submissions where form_id = ?1 and status <> 'spam'",
            )?
            .query_row([id.number()], |row| row.get(0))?;
        if sent >= most {
            return Ok(FormAvailability::Full);
        }
    }
    Ok(FormAvailability::Open)
}

/// Document of a form as somebody fills it in.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PublicFormDocument")]
struct PublicFormDocument {
    data: PublicFormResource,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PublicForm")]
struct PublicFormResource {
    r#type: String,
    id: String,
    attributes: PublicFormAttributes,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PublicFormAttributes")]
struct PublicFormAttributes {
    title: String,
    title_en: Option<String>,
    description: Option<String>,
    description_en: Option<String>,
    state: FormAvailability,
    /// The first day on which it can be filled in, as long as that has not come.
    opens_on: Option<String>,
    /// The day after which what was sent is erased.
    erased_after: Option<String>,
    thanks: Option<String>,
    thanks_en: Option<String>,
    sends_receipt: bool,
    is_contact: bool,
    /// The organisation that asks; none: the centre.
    organization_name: Option<String>,
    /// To be sent back as `started_at`.
    opened_at: String,
    questions: Vec<super::Question>,
}

/// The form in a page of its centre; none if it is closed to visitors.
pub fn in_page(connection: &Connection, id: i64, center_id: i64, now: &str) -> Option<Value> {
    let address = id.to_string();
    let found = find_public(connection, &address, center_id, now).ok()?;
    Some(public_document(&found, &address, now))
}

/// The document of `find_public`: nothing of its settings, and no question that is no longer asked.
pub fn public_document(found: &PublicForm, address: &str, now: &str) -> Value {
    let form = &found.form;
    let questions = match found.state {
        FormAvailability::Open => form
            .questions
            .iter()
            .filter(|question| !question.is_hidden)
            .collect(),
        _ => Vec::new(),
    };
    json!({ "data": { "type": "public_forms", "id": address, "attributes": {
        "title": form.title,
        "title_en": form.title_en,
        "description": form.description,
        "description_en": form.description_en,
        "state": found.state,
        "opens_on": found.opens_on(),
        "erased_after": found.erased_after(),
        "thanks": form.thanks,
        "thanks_en": form.thanks_en,
        "sends_receipt": form.sends_receipt,
        "is_contact": form.is_contact,
        "organization_name": found.organization,
        "opened_at": now,
        "questions": questions,
    } } })
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .unguarded::<FormLink, _, _, _, _, _>(
            Method::GET,
            Form::TYPE,
            "/api/v1/forms/by_token/{id}",
            show,
        )
        .named("getFormByToken", "Shows a form to fill in")
        .answers(Described::json::<PublicFormDocument>(200))
        .refuses(&[401, 404])
}

async fn show(door: Unguarded<FormLink>, address: String, _: Input<()>) -> Result<Document> {
    let (center_id, now) = (door.ctx().site.center_id, door.ctx().now.clone());
    let (wanted, opened_at) = (address.clone(), now.clone());
    let found = door
        .read(move |connection| find_public(connection, &wanted, center_id, &now))
        .await?;
    Ok(Document::of(&public_document(&found, &address, &opened_at)))
}
