//! Sign-up of an organisation: it awaits approval by the centre, and its contact confirms by email
//! (docs/domain/states.md#organisations).

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::ORGANIZATION_SIGN_UPS;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Input, Key, OperationKind, Routes, Sent};
use crate::jsonapi::{Answer, Id, Resource};
use crate::mail::MailKind;
use crate::model::state_machine;
use crate::resources::address;
use crate::resources::address::AddressAttributes;
use crate::resources::notification::Notice;
use crate::resources::organization::transition::OrganizationEvent;
use crate::resources::organization::{
    Organization, OrganizationStatus, sent_new, validate_registration,
};
use crate::resources::user::UserLocale;
use crate::resources::user::own_account::registration;
use crate::resources::user::own_account::registration::{Registration, faults_into};

/// What a sign-up says besides the organisation's attributes.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OrganizationSignup {
    /// Who will manage it; needed of a visitor.
    contact: Option<SignupContact>,
    accept_terms: bool,
    locale: Option<UserLocale>,
}

/// The first manager of an organisation that signs up.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SignupContact {
    #[schemars(length(min = 1, max = 100))]
    first_name: String,
    #[schemars(length(min = 1, max = 100))]
    last_name: String,
    #[schemars(email, length(max = 254))]
    email: String,
    #[schemars(length(max = 20))]
    phone_number: Option<String>,
    #[schemars(length(min = 12, max = 128))]
    password: Option<String>,
    password_confirmation: Option<String>,
    birth_date: Option<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "/signup", signup)
        .answering(OperationKind::Create)
        .named(
            "signUpOrganization",
            "Signs an organisation up; the centre approves it",
        )
}

/// `POST /organizations/signup`: public. A signed-in person becomes its manager at once, a visitor when the contact's
/// address is confirmed. The status cannot be set by the client.
async fn signup(
    access: Access<Organization, action::SignUp>,
    (): (),
    input: Input<Sent<OrganizationSignup>>,
) -> Result<Answer> {
    let mut attributes = sent_new(&input.body)?;
    let contact = attributes.remove("contact");
    let accepted = attributes.remove("accept_terms");
    let locale = attributes.remove("locale");
    let mut faults = Vec::new();
    if accepted != Some(Value::Bool(true)) {
        faults.push(FieldFault::attribute("accept_terms", "accepted"));
    }
    faults_into(&mut faults, validate_address(attributes.get("address")))?;
    let (kvk_number, is_initiative) = (
        attributes.get("kvk_number").and_then(Value::as_str),
        attributes.get("neighbourhood_initiative") == Some(&Value::Bool(true)),
    );
    let kvk_number = kvk_number.filter(|number| !number.trim().is_empty());
    faults_into(
        &mut faults,
        validate_registration(kvk_number, is_initiative),
    )?;
    let user_id = access.ctx().user_id();
    let contact = match (user_id, contact) {
        (Some(_), _) => None,
        (None, Some(Value::Object(contact))) => {
            let contact = read_contact(&access, contact, locale).await;
            faults_into(&mut faults, contact)?
        }
        (None, _) => {
            faults.push(FieldFault::attribute("contact/email", "required"));
            None
        }
    };
    save(access, attributes, contact, faults, input.key).await
}

/// The place of an organisation that signs up: with a postal code that exists, or a town.
fn validate_address(sent: Option<&Value>) -> Result<()> {
    let Some(sent) = sent.filter(|sent| !sent.is_null()) else {
        return Err(FieldFault::attribute("address/postal_code", "required").into());
    };
    // One of another form is reported where its types are.
    match serde_json::from_value::<AddressAttributes>(sent.clone()) {
        Ok(address) => address::tidied(&address).map(drop),
        Err(_) => Ok(()),
    }
}

async fn read_contact(
    access: &Access<Organization, action::SignUp>,
    mut contact: Map<String, Value>,
    locale: Option<Value>,
) -> Result<Registration> {
    contact.insert("accept_terms".to_owned(), Value::Bool(true));
    if let Some(locale) = locale {
        contact.entry("locale").or_insert(locale);
    }
    let (center_id, now) = (access.ctx().site.center_id, access.ctx().now.clone());
    let typed = contact.clone();
    let around = access
        .read(move |connection| registration::surroundings(connection, &now, center_id, &typed))
        .await?;
    registration::read(access.app().hasher(), contact, around)
        .await
        .map_err(|error| match error {
            // In this document the contact's fields are nested one level deeper.
            Error::Invalid(faults) => Error::Invalid(
                faults
                    .into_iter()
                    .map(|fault| FieldFault {
                        pointer: fault.pointer.replacen(
                            "/data/attributes/",
                            "/data/attributes/contact/",
                            1,
                        ),
                        ..fault
                    })
                    .collect(),
            ),
            other => other,
        })
}

async fn save(
    access: Access<Organization, action::SignUp>,
    mut attributes: Map<String, Value>,
    contact: Option<Registration>,
    mut faults: Vec<FieldFault>,
    key: Option<Key>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id();
    if let Some(contact) = &contact {
        let name = format!("{} {}", contact.first_name, contact.last_name);
        attributes
            .entry("contact_name")
            .or_insert_with(|| name.trim().into());
        attributes
            .entry("email")
            .or_insert_with(|| contact.email.clone().into());
    }
    access
        .post(key, move |tx, rows| {
            let center_id = rows.ctx().site.center_id;
            ORGANIZATION_SIGN_UPS.keep(tx, &rows.ctx().site.client_ip.to_string())?;
            let created: Option<Id<Organization>> = faults_into(&mut faults, rows.create(tx, attributes))?;
            let Some(id) = created.filter(|_| faults.is_empty()) else {
                return Err(Error::Invalid(faults));
            };
            let account = match &contact {
                Some(contact) => Some(registration::find_or_add(tx, contact, center_id)?),
                None => None,
            };
            let manager = match (&account, user_id) {
                (Some(account), _) => account.id,
                (None, Some(user_id)) => user_id,
                (None, None) => return Err(Error::internal("a sign-up has a contact")),
            };
            // Requested by the person themselves: takes effect once the address is proved.
            registration::grant_manager(tx, manager, id.number(), user_id.is_some())?;
            state_machine::begin::<OrganizationStatus>(tx, user_id, id, OrganizationEvent::SignUp)?;
            let name: String = tx.query_row("select name from organizations where id = ?1", [id.number()], |row| row.get(0))?;
            let city: Option<String> =
                tx.query_row("select a.city from organizations o left join addresses a on a.id = o.address_id where o.id = ?1", [id.number()], |row| row.get(0))?;
            let notice = |kind, data| Notice { kind, data, subject: (Organization::TYPE, id.number()), center_id };
            if let (Some(contact), Some(account)) = (&contact, &account) {
                registration::send_confirmation(tx, account, contact, center_id)?;
            }
            notice(MailKind::OrgReceived, json!({ "organization_name": name, "path": format!("/organizations/{id}/edit") })).tell(tx, manager)?;
            notice(MailKind::OrgToReview, json!({ "organization_name": name, "city": city, "path": "/organizations/approve" })).notify_center(tx)?;
            Ok(Answer::created(format!("/api/v1/organizations/{id}"), rows.shown_text(tx, id)?))
        })
        .await
}
