//! Page of the link in mails about a registration for an activity. `GET` shows what it is about and changes nothing,
//! because mail programs and scanners follow links; the `POST` of a button answers. Without a sign-in and without scripts.

mod questions;

use axum::body::Body;
use axum::extract::Path;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use minijinja::{Value, context};
use validator::Validate as _;

use super::language::{path_in, split};
use super::page_headers;
use super::shell::{self, fill};
use crate::app::access::Unguarded;
use crate::base::locale::Locale;
use crate::base::qr_code::{check_in_address, qr_svg};
use crate::error::{Code, Error, Result};
use crate::jsonapi::Query;
use crate::mail::moment_in_words;
use crate::resources::activity_registration::by_link::{self, Question, RegistrationLink, path_of};
use crate::resources::activity_registration::hand_over::HandOver;
use crate::web::i18n;
use questions::Filled;

/// What the button of the form for another person sends.
const HAND_OVER: &str = "hand_over";

pub async fn show(
    door: Unguarded<RegistrationLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let (wanted, ctx) = (token.clone(), door.ctx().clone());
    let origin = ctx.site.origin();
    let found = door
        .read(move |connection| by_link::asked(connection, &ctx, &wanted))
        .await;
    match found {
        Ok(found) => written(Some(&found), (&uri, &origin), &token, None),
        // A guest who opens the link of the first mail again.
        Err(error) if error.is(Code::LinkUsed) => {
            written(None, (&uri, &origin), &token, Some("reg_before"))
        }
        Err(error) => Err(error),
    }
}

pub async fn answer(
    door: Unguarded<RegistrationLink>,
    uri: Uri,
    Path(token): Path<String>,
    body: String,
) -> Result<Response> {
    let fields = Query::parse(&body);
    let event = fields.get("event").unwrap_or_default().to_owned();
    if event == HAND_OVER {
        return hand_over(door, &uri, token, &fields).await;
    }
    let (wanted, ctx) = (token.clone(), door.ctx().clone());
    let origin = door.ctx().site.origin();
    let mut filled = Filled::read(&fields);
    let asked = door
        .read(move |connection| by_link::asked(connection, &ctx, &wanted))
        .await;
    // Nobody is held to an answer to another question than they read.
    if let Ok(asked) = &asked
        && filled.is_of_other(&asked.questions)
    {
        filled.problem = Some("reg_questions_changed");
        return again(asked, (&uri, &origin), &token, &filled);
    }
    let (wanted, answers) = (token.clone(), filled.answers.clone());
    let found = door
        .write(move |tx, ctx| by_link::act(tx, ctx, &wanted, (&event, &answers)))
        .await;
    let refused = |error: &Error| match error.code() {
        Code::LinkUsed => Some("reg_before"),
        Code::ActivityFull => Some("reg_full"),
        Code::AlreadyRegistered => Some("reg_twice"),
        Code::RegistrationClosed | Code::DateIsOver => Some("reg_closed"),
        Code::UnderAge => Some("reg_young"),
        Code::NotSignedIn => Some("reg_account"),
        _ => None,
    };
    match found {
        Ok(found) => {
            let outcome = match found.status.as_str() {
                "registered" => "reg_registered",
                "waitlisted" if found.waitlist_position.is_none() => "reg_asks",
                "waitlisted" => "reg_waitlisted",
                _ => "reg_withdrawn",
            };
            written(Some(&found), (&uri, &origin), &token, Some(outcome))
        }
        Err(Error::Invalid(faults)) => {
            filled.refused(&faults, locale_of(&uri));
            again(&asked?, (&uri, &origin), &token, &filled)
        }
        // Pressed twice, or what was offered has gone: the page says how it stands now.
        Err(error) if error.is(Code::InvalidTransition) => show(door, uri, Path(token)).await,
        Err(error) => match refused(&error) {
            Some(outcome) => written(None, (&uri, &origin), &token, Some(outcome)),
            None => Err(error),
        },
    }
}

/// Sends the place to another person. What is wrong with their name or address is said above the fields.
async fn hand_over(
    door: Unguarded<RegistrationLink>,
    uri: &Uri,
    token: String,
    fields: &Query,
) -> Result<Response> {
    let field = |name: &str| fields.get(name).unwrap_or_default().trim().to_owned();
    let to = HandOver {
        first_name: field("first_name"),
        last_name: Some(field("last_name")).filter(|name| !name.is_empty()),
        email: field("email"),
    };
    let (wanted, ctx) = (token.clone(), door.ctx().clone());
    let origin = ctx.site.origin();
    let found = door
        .read(move |connection| by_link::asked(connection, &ctx, &wanted))
        .await?;
    if to.validate().is_err() {
        return written(Some(&found), (uri, &origin), &token, Some("reg_hand_fault"));
    }
    by_link::count(&door)?;
    let wanted = token.clone();
    let sent = door
        .write(move |tx, ctx| by_link::offer(tx, ctx, &wanted, &to))
        .await;
    let outcome = match sent {
        Ok(_) => "reg_handed",
        Err(error) if error.is(Code::AlreadyRegistered) => "reg_hand_fault",
        Err(error) if error.is(Code::InvalidTransition) => "reg_hand_late",
        Err(error) => return Err(error),
    };
    written(Some(&found), (uri, &origin), &token, Some(outcome))
}

/// Title and text for how a registration stands.
fn standing(found: &Question) -> &'static str {
    match found.status.as_str() {
        "unconfirmed" => "reg_confirm",
        "handed_over" => "reg_for_you",
        "offered" if found.events.is_empty() => "reg_missed",
        "offered" if found.offered_size.unwrap_or_default() < found.party_size => "reg_fewer",
        "offered" => "reg_offered",
        "registered" => "reg_stands",
        "waitlisted" if found.waitlist_position.is_none() => "reg_asks",
        "waitlisted" => "reg_waits",
        "closed" => "reg_off",
        _ => "reg_withdrawn",
    }
}

/// The page once more, with what was filled in and what is wrong with it.
fn again(found: &Question, target: (&Uri, &str), token: &str, filled: &Filled) -> Result<Response> {
    let mut response = drawn(Some(found), target, token, (None, filled))?;
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(response)
}

fn locale_of(uri: &Uri) -> Locale {
    split(uri.path()).0.unwrap_or_default()
}

fn written(
    found: Option<&Question>,
    target: (&Uri, &str),
    token: &str,
    outcome: Option<&'static str>,
) -> Result<Response> {
    drawn(found, target, token, (outcome, &Filled::default()))
}

/// What the page says, with the numbers and names of this registration.
fn text_of(key: &str, found: Option<&Question>, locale: Locale) -> String {
    let until = found
        .and_then(|found| found.offer_expires_at.as_ref())
        .and_then(|at| moment_in_words(at, locale));
    let offered = found.and_then(|found| found.offered_size).unwrap_or(1);
    let position = found.and_then(|found| found.waitlist_position);
    let giver = found.and_then(|found| found.giver_name.as_deref());
    i18n::own(locale, &format!("{key}_text"))
        .replace(
            "{size}",
            &found.map_or(1, |found| found.party_size).to_string(),
        )
        .replace("{offered}", &offered.to_string())
        .replace("{position}", &position.unwrap_or(1).to_string())
        .replace("{until}", &until.unwrap_or_default())
        .replace("{giver}", giver.unwrap_or_default())
}

fn drawn(
    found: Option<&Question>,
    (uri, origin): (&Uri, &str),
    token: &str,
    (outcome, filled): (Option<&'static str>, &Filled),
) -> Result<Response> {
    let locale = locale_of(uri);
    let say = |key: &str| i18n::own(locale, key);
    let key = outcome
        .or_else(|| found.map(standing))
        .unwrap_or("reg_before");
    // A confirmed form's link is used up: the next step has a link of its own, in the next mail.
    let is_open = !(outcome.is_some() && found.is_none_or(|found| found.id.is_none()));
    let buttons: Vec<_> = found
        .filter(|_| is_open && outcome.is_none())
        .map(|found| {
            found
                .events
                .iter()
                .map(|event| (event.clone(), say(&format!("reg_press_{event}"))))
                .collect()
        })
        .unwrap_or_default();
    let title = say(key);
    let is_to_hand_over = found.is_some_and(|found| found.can_hand_over)
        && matches!(outcome, None | Some("reg_hand_fault"));
    let hand_over = is_to_hand_over.then(|| {
        context! {
            event => HAND_OVER,
            title => say("reg_hand"),
            text => say("reg_hand_text"),
            first_name => say("reg_hand_first_name"),
            last_name => say("reg_hand_last_name"),
            email => say("reg_hand_email"),
            send => say("reg_hand_send"),
        }
    });
    let door = found
        .filter(|found| found.status == "registered")
        .and_then(|found| found.check_in_code.as_deref());
    let door = door.map(|code| {
        let drawn = qr_svg(&check_in_address(origin, code)).unwrap_or_default();
        let drawn = drawn.replacen("<svg ", "<svg width=\"200\" height=\"200\" ", 1);
        context! {
            text => say("reg_door"),
            code,
            drawn => Value::from_safe_string(drawn),
        }
    });
    let content = fill(
        "activity_registration.html",
        context! {
            title,
            text => text_of(key, found, locale),
            name => found.map(|found| found.activity_title.as_str()),
            organization => found.map(|found| found.organization_name.as_str()),
            starts => found
                .and_then(|found| found.starts_at.as_ref())
                .and_then(|at| moment_in_words(at, locale)),
            place => found.and_then(|found| found.location_name.as_deref()),
            action => path_in(locale, &path_of(token)),
            buttons,
            questions => questions::view(locale, found.map_or(&[][..], |found| &found.questions), filled),
            door,
            hand_over,
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}
