//! Applications without an account. A guest's form is stored with the token of the confirmation email and becomes an
//! application when the link is opened (docs/domain/states.md#applications, docs/decisions/0025).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::age::validate_said_age;
use super::apply::{Applicant, Entry, vacancy_to_join, validate_person, write};
use super::{Application, ApplicationAttributes, ApplicationStage, answer, school};
use crate::app::access::{Reason, Unguarded};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::routes::Input;
use crate::jsonapi::{Answer, Id, Resource};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::resources::application::desk_registration;
use crate::resources::notification::Notice;
use crate::resources::vacancy::{Vacancy, told};

/// What an application of a guest became, once it is confirmed.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConfirmedApplicationDocument")]
pub struct ConfirmedApplication {
    data: Option<ConfirmedResource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<ConfirmedMeta>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConfirmedApplication")]
struct ConfirmedResource {
    r#type: String,
    id: String,
    attributes: ConfirmedAttributes,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConfirmedApplicationAttributes")]
struct ConfirmedAttributes {
    stage: String,
    vacancy_id: String,
    vacancy_title: Option<String>,
    organization_name: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConfirmedApplicationMeta")]
struct ConfirmedMeta {
    /// The address has an account: its owner signs in and applies there.
    has_account: bool,
}

pub struct ConfirmGuest;

impl Reason for ConfirmGuest {
    const WHY: &'static str = "the link in a mail is the credential";
}

/// Form submitted by a guest.
#[derive(Debug, Serialize, Deserialize)]
struct PendingApplication {
    vacancy_id: Id<Vacancy>,
    first_name: String,
    last_name: Option<String>,
    email: String,
    phone_number: Option<String>,
    locale: Locale,
    message: String,
    #[serde(default)]
    answers: Vec<answer::Answered>,
    #[serde(default)]
    waits: bool,
    /// Kept with the link, and gone with it.
    #[serde(default)]
    age_at_least: Option<i32>,
    consent_at: String,
}

impl PendingApplication {
    fn applicant(&self, user_id: Option<i64>) -> Applicant {
        Applicant {
            user_id,
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            email: Some(self.email.clone()),
            phone_number: self.phone_number.clone(),
            locale: self.locale,
        }
    }
}

/// 202 and a confirmation email. The response does not disclose whether the address is known.
pub fn ask(
    tx: &Tx,
    form: &ApplicationAttributes,
    (answers, waits, age_at_least): (&[answer::Sent], bool, Option<i32>),
    site: &Site,
) -> Result<Answer> {
    let kept = PendingApplication {
        vacancy_id: form.vacancy_id,
        first_name: form.first_name.clone().unwrap_or_default(),
        last_name: form.last_name.clone(),
        email: form.email.clone().unwrap_or_default(),
        phone_number: form.phone_number.as_deref().and_then(field_rules::e164),
        locale: site.locale,
        message: form.message.clone(),
        answers: answer::validated(tx, form.vacancy_id, answers, true)?,
        waits,
        age_at_least,
        consent_at: tx.now().to_owned(),
    };
    let vacancy = vacancy_to_join(tx, form.vacancy_id, site.center_id, waits)?;
    validate_said_age(tx, None, form.vacancy_id, age_at_least)?;
    validate_person(
        tx,
        &kept.applicant(None),
        form.vacancy_id,
        vacancy.organization_id,
    )?;
    if !vacancy.allows_guests {
        return Err(Code::NotSignedIn.into());
    }
    let (id, token) = token::keep(
        tx,
        Purpose::ConfirmApplication,
        &kept.email,
        json!(kept).to_string(),
    )?;
    let (mut data, center_id, ..) = told(tx, form.vacancy_id)?;
    if let Some(data) = data.as_object_mut() {
        data.insert(
            "path".to_owned(),
            format!("/confirm?application={token}").into(),
        );
    }
    let notice = Notice {
        kind: MailKind::ApplicationConfirmGuest,
        data,
        subject: ("tokens", id),
        center_id,
    };
    let name = (
        kept.first_name.as_str(),
        kept.last_name.as_deref().unwrap_or_default(),
    );
    notice.mail(tx, &kept.email, name, kept.locale.as_str())?;
    // No object has changed yet: auditing starts when the link is opened.
    tx.noted();
    Ok(Answer::accepted(
        json!({ "data": null, "meta": { "stage": "unconfirmed", "sent_to": kept.email } })
            .to_string(),
    ))
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct GuestConfirmation {
    token: String,
    /// For an application made at a desk, where the vacancy has a minimum age and the account no date of birth: that
    /// they are at least so many years old. It is compared and not kept.
    #[serde(default)]
    #[schemars(range(min = 12, max = 120))]
    age_at_least: Option<i32>,
}

/// `POST /applications/confirm`: the organisation is notified now, or the School for a student's application. Also
/// links an application registered at a desk to the person's account.
pub async fn confirm(
    door: Unguarded<ConfirmGuest>,
    (): (),
    input: Input<GuestConfirmation>,
) -> Result<Answer> {
    let GuestConfirmation {
        token,
        age_at_least,
    } = input.body;
    door.post(input.key, move |tx, ctx| {
        let link = token::find(tx, Purpose::ConfirmApplication, &token, tx.now())?;
        if link.subject_type == Application::TYPE {
            return desk_registration::claim(tx, Id::new(link.subject_id), &token, age_at_least);
        }
        // Once redeemed, the token no longer counts as a waiting application.
        token::redeem(tx, Purpose::ConfirmApplication, &token)?;
        let kept: PendingApplication = serde_json::from_value(link.data)
            .map_err(|error| Error::internal(format!("what a guest typed: {error}")))?;
        let (id, stage) = take_in(tx, &kept, ctx.site.center_id)?;
        let (data, ..) = told(tx, kept.vacancy_id)?;
        Ok(Answer::ok(json!({ "data": { "type": "applications", "id": id.to_string(), "attributes": {
            "stage": stage, "vacancy_id": kept.vacancy_id,
            "vacancy_title": data.get("vacancy_title"), "organization_name": data.get("organization_name"),
        } } }).to_string()))
    })
    .await
}

/// Stores the confirmed application. The link proves the address: where an account has it, the application is linked
/// to that account, as if its owner had signed in. Only the owner of the address can observe this.
fn take_in(
    tx: &Tx,
    kept: &PendingApplication,
    center_id: i64,
) -> Result<(Id<Application>, ApplicationStage)> {
    let user_id = school::owner_of_address(tx, &kept.email)?;
    let entry = Entry {
        source: "guest",
        message: &kept.message,
        answers: &kept.answers,
        waits: kept.waits,
        age_at_least: kept.age_at_least,
        consent_at: &kept.consent_at,
        agrees_to_safety_rules: false,
    };
    let place = (kept.vacancy_id, center_id);
    match write(tx, place, &kept.applicant(user_id), &entry) {
        // The minimum age may have gone up since.
        Err(Error::Invalid(faults)) => {
            let age = faults.iter().find(|fault| fault.rule == "age_at_least");
            Err(match age.and_then(|fault| fault.limits.get("min_age")) {
                Some(min_age) => Error::from(Code::UnderAge).with("min_age", min_age.clone()),
                // The vacancy existed when the form was submitted.
                None => Code::VacancyClosed.into(),
            })
        }
        done => done,
    }
}
