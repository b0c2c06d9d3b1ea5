//! Help asked for or offered by somebody without an account. What they typed is kept with the link of one mail, as for
//! applications (docs/decisions/0025), and is sent in once that link is confirmed: from then on it is the request of an
//! account without a password, which its owner follows by the links of mails (`help_link`).

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::help::{household_of, offered_types};
use super::help_link;
use super::transition::{VacancyEvent, VacancyInput};
use super::{
    HelpFrequency, HelpKind, Vacancy, VacancyAttributes, VacancyModerationState, VacancyType,
};
use crate::app::access;
use crate::app::access::{RequestContext, Unguarded};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::{GUEST_FORMS, HELP_LETTERS};
use crate::base::clock::{days, later};
use crate::base::html;
use crate::base::locale::Locale;
use crate::base::postal_code;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, SentToMeta};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::model::plain_form::Form;
use crate::model::state_history::audit;
use crate::model::state_machine::{self, Actor, Reason};
use crate::resources::notification::Notice;
use crate::resources::user::access::role::{RoleScope, grant};
use crate::resources::user::{User, UserStatus};
use crate::search::geo;

/// Forms of one mailbox that wait for their link, in a day.
const PER_DAY: i64 = 3;

pub struct HelpOfGuest;

impl access::Reason for HelpOfGuest {
    const WHY: &'static str = "somebody without an account asks for help or offers it; the link in a mail is the credential";
}

/// The five questions, and who asks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HelpRequestOfGuest")]
struct GuestForm {
    #[serde(default)]
    offers_help: bool,
    help_kind: HelpKind,
    help_frequency: HelpFrequency,
    #[validate(length(min = 5, max = 100))]
    title: String,
    /// In plain words; an empty line begins a paragraph.
    #[validate(length(min = 50, max = 2000))]
    description: String,
    #[validate(length(max = 80))]
    schedule: Option<String>,
    /// The four digits are enough, and all that is kept.
    #[validate(length(max = 12))]
    postal_code: String,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    first_name: String,
    #[validate(email, length(max = 254))]
    email: String,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    phone_number: Option<String>,
    /// Nobody younger asks or offers without an account, where a parent can agree.
    #[serde(default)]
    is_old_enough: bool,
    #[serde(default)]
    agrees_to_safety_rules: bool,
    /// To the privacy statement.
    #[serde(default)]
    consent: bool,
}

/// The form as it is kept with its link.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    form: GuestForm,
    locale: Locale,
    consent_at: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HelpRequestConfirmation")]
struct Confirmation {
    #[validate(length(max = 200))]
    token: String,
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<HelpOfGuest, _, _, _, _, _>(
            Method::POST,
            Vacancy::TYPE,
            "/api/v1/help_requests",
            ask,
        )
        .named(
            "askForHelp",
            "Asks for help or offers it without an account; a mail confirms it",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[401, 403, 422])
        .unguarded::<HelpOfGuest, _, _, _, _, _>(
            Method::POST,
            Vacancy::TYPE,
            "/api/v1/help_requests/confirm",
            confirm,
        )
        .named(
            "confirmHelpRequest",
            "Sends in what somebody asks or offers without an account, by link",
        )
        .answers(Described::json::<OneOf<help_link::HelpLinkAttributes>>(200))
        .refuses(&[401, 403, 410, 422])
}

/// `POST /help_requests`: 202 and a mail, the same for every address.
async fn ask(
    door: Unguarded<HelpOfGuest>,
    (): (),
    input: Input<Form<GuestForm>>,
) -> Result<Answer> {
    let form = input.body.read(&[
        "help_kind",
        "help_frequency",
        "title",
        "description",
        "postal_code",
        "first_name",
        "email",
    ])?;
    let form = validated(form)?;
    door.app().rate_limits().count_address(
        &GUEST_FORMS,
        door.ctx().site.caller(),
        door.ctx().second(),
    )?;
    door.post(input.key, move |tx, ctx| {
        if !offered_types(tx, ctx.site.center_id)?.contains(&VacancyType::P2p) {
            return Err(Code::FeatureDisabled.into());
        }
        HELP_LETTERS.keep(tx, &form.email)?;
        let today: i64 = tx
            .prepare_cached(
                "select count(*) from tokens where email = :email and purpose = :purpose and created_at > :since",
            )?
            .query_row(
                named_params! {
                    ":email": form.email, ":purpose": Purpose::ConfirmHelpRequest.as_str(),
                    ":since": later(tx.now(), -days(1)),
                },
                |row| row.get(0),
            )?;
        if today >= PER_DAY {
            return Err(Error::from(Code::LimitReached).with("limit", PER_DAY));
        }
        send_link(tx, form, ctx)
    })
    .await
}

/// What the attributes alone don't say, all at once.
fn validated(form: GuestForm) -> Result<GuestForm> {
    let ticks = [
        (form.is_old_enough, "is_old_enough", "from_16"),
        (
            form.agrees_to_safety_rules,
            "agrees_to_safety_rules",
            "safety_rules",
        ),
        (form.consent, "consent", "consent"),
    ];
    let mut faults: Vec<FieldFault> = ticks
        .into_iter()
        .filter(|(is_ticked, ..)| !is_ticked)
        .map(|(_, field, rule)| FieldFault::attribute(field, rule))
        .collect();
    let four: String = form.postal_code.chars().take(4).collect();
    let is_whole =
        four.len() == form.postal_code.len() || postal_code::parse(&form.postal_code).is_some();
    let place = postal_code::digits(&four).filter(|_| is_whole);
    if place.and_then(geo::locate).is_none() {
        faults.push(FieldFault::attribute("postal_code", "postal_code"));
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    Ok(GuestForm {
        postal_code: four,
        phone_number: form.phone_number.as_deref().and_then(field_rules::e164),
        ..form
    })
}

fn send_link(tx: &Tx, form: GuestForm, ctx: &RequestContext) -> Result<Answer> {
    let kept = Kept {
        form,
        locale: ctx.site.locale,
        consent_at: tx.now().to_owned(),
    };
    let form = &kept.form;
    let (id, token) = token::keep(
        tx,
        Purpose::ConfirmHelpRequest,
        &form.email,
        json!(kept).to_string(),
    )?;
    let notice = Notice {
        kind: MailKind::HelpConfirmGuest,
        data: json!({
            "vacancy_title": form.title,
            "offers_help": form.offers_help,
            "path": help_link::page_of("bevestig", &token),
        }),
        subject: ("tokens", id),
        center_id: ctx.site.center_id,
    };
    notice.mail(
        tx,
        &form.email,
        (&form.first_name, ""),
        kept.locale.as_str(),
    )?;
    // Nothing has changed yet: auditing starts when the link is confirmed.
    tx.noted();
    Ok(Answer::accepted(
        json!({ "data": null, "meta": { "sent_to": form.email } }).to_string(),
    ))
}

/// `POST /help_requests/confirm {token}`: the centre reads it now.
async fn confirm(
    door: Unguarded<HelpOfGuest>,
    (): (),
    input: Input<Form<Confirmation>>,
) -> Result<Answer> {
    let token = input.body.read(&["token"])?.token;
    door.post(input.key, move |tx, ctx| {
        let link = token::redeem(tx, Purpose::ConfirmHelpRequest, &token)?;
        let kept: Kept = serde_json::from_value(link.data)
            .map_err(|error| Error::internal(format!("what a guest typed: {error}")))?;
        let user_id = account_of(tx, &kept, ctx.site.center_id)?;
        let id = send_in(tx, ctx, user_id, &kept.form)?;
        let follow = help_link::token_for(tx, id)?;
        Ok(Answer::ok(help_link::shown(tx, id, &follow)?.to_string()))
    })
    .await
}

/// The account with this address, which the link proves, or a new one without a password: a household has somebody. One
/// that its owner has not opened yet, or has closed, is opened by its owner first.
fn account_of(tx: &Tx, kept: &Kept, center_id: i64) -> Result<i64> {
    let form = &kept.form;
    let found: Option<(i64, UserStatus)> = tx
        .prepare_cached("select id, status from users where email = ?1")?
        .query_row([&form.email], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match found {
        Some((id, UserStatus::Active)) => {
            tx.prepare_cached(
                "update users set first_name = :first_name, version = version + 1, updated_at = :now
                  where id = :id and coalesce(trim(first_name), '') = ''",
            )?
            .execute(named_params! {":id": id, ":first_name": form.first_name, ":now": tx.now()})?;
            Ok(id)
        }
        Some(_) => Err(Code::AccountNotOpen.into()),
        None => {
            let id = tx
                .prepare_cached(
                    "insert into users (email, first_name, phone_number, status, signup_method, locale, volunteer_center_id,
                                        accepted_terms_at, confirmed_at, created_at, updated_at)
                     values (:email, :first_name, :phone_number, 'active', 'signedUp', :locale, :center_id,
                             :consent_at, :now, :now, :now)",
                )?
                .insert(named_params! {
                    ":email": form.email, ":first_name": form.first_name, ":phone_number": form.phone_number,
                    ":locale": kept.locale.as_str(), ":center_id": center_id, ":consent_at": kept.consent_at,
                    ":now": tx.now(),
                })?;
            let scope = RoleScope::VolunteerCenter(center_id);
            grant(tx, id, "volunteer", scope, None, true)?;
            audit(tx, Some(id), "sign_up", (User::TYPE, id))?;
            Ok(id)
        }
    }
}

fn send_in(tx: &Tx, ctx: &RequestContext, user_id: i64, form: &GuestForm) -> Result<Id<Vacancy>> {
    let center_id = ctx.site.center_id;
    let types = offered_types(tx, center_id)?;
    if !types.contains(&VacancyType::P2p) {
        return Err(Code::FeatureDisabled.into());
    }
    // Once is between two people; more often goes by the name that it has at the centre.
    let vacancy_type = types
        .into_iter()
        .filter(|_| form.help_frequency == HelpFrequency::Often)
        .find(|each| matches!(each, VacancyType::OneOnOne | VacancyType::NeighbourHelp))
        .unwrap_or(VacancyType::P2p);
    let household = household_of(tx, user_id, center_id)?;
    let attributes: VacancyAttributes = serde_json::from_value(json!({
        "title": form.title,
        "vacancy_type": vacancy_type,
        "description": paragraphs(&form.description),
        "schedule": form.schedule,
        "organization_id": household,
        "offers_help": form.offers_help,
        "help_kind": form.help_kind,
        "help_frequency": form.help_frequency,
        "agrees_to_safety_rules": true,
        "address": { "postal_code": form.postal_code },
    }))?;
    let id = store::insert::<Vacancy>(tx, ctx, attributes)?;
    let actor = Actor::Program(Some(user_id));
    let said = (Reason::default(), VacancyInput::default());
    state_machine::take::<VacancyModerationState>(tx, actor, id, VacancyEvent::Submit, said)?;
    Ok(id)
}

/// Plain words as rich text.
fn paragraphs(text: &str) -> String {
    let mut written = String::new();
    for paragraph in text.split("\n\n").map(str::trim) {
        if !paragraph.is_empty() {
            written.push_str("<p>");
            written.push_str(&html::escape(paragraph).replace('\n', "<br>"));
            written.push_str("</p>");
        }
    }
    written
}
