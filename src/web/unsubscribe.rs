//! Unsubscribe page, linked in the footer of emails. `GET` changes nothing, because mail programs prefetch links;
//! `POST` unsubscribes, both from the page's button and as one-click unsubscribe of mail programs (RFC 8058).

use axum::body::Body;
use axum::extract::Path;
use axum::response::Response;
use minijinja::context;

use super::language::path_in;
use super::page_headers;
use super::shell::{self, fill};
use crate::app::access::{Reason, Unguarded};
use crate::base::locale::Locale;
use crate::error::{Code, Result};
use crate::mail::{self, MailKind, Unsubscription};
use crate::resources::user::own_account::email_change;
use crate::web::i18n;

pub struct OneClick;

impl Reason for OneClick {
    const WHY: &'static str = "the link in a letter is the credential";
    const FORGIVES: bool = true;
}

pub async fn show(door: Unguarded<OneClick>, Path(token): Path<String>) -> Result<Response> {
    let wanted = token.clone();
    let found = door
        .read(move |connection| Ok(mail::find_unsubscription(connection, &wanted)?))
        .await?
        .ok_or(Code::LinkExpired)?;
    written(&found, &token, false)
}

pub async fn unsubscribe(door: Unguarded<OneClick>, Path(token): Path<String>) -> Result<Response> {
    let wanted = token.clone();
    let found = door
        .write(move |tx, _| {
            let found = mail::unsubscribe(tx, tx.now(), &wanted)?;
            if let Some(found) = &found {
                email_change::catch_up(tx, &found.email)?;
            }
            Ok(found)
        })
        .await?
        .ok_or(Code::LinkExpired)?;
    written(&found, &token, true)
}

fn written(found: &Unsubscription, token: &str, is_done: bool) -> Result<Response> {
    let locale = Locale::parse(&found.locale).unwrap_or_default();
    let say = |key: &str| i18n::own(locale, key);
    let title = say(if is_done {
        "unsubscribed"
    } else {
        "unsubscribe"
    });
    let content = fill(
        "unsubscribe.html",
        context! {
            is_done,
            title,
            text => say(if is_done { "unsubscribed_text" } else { "unsubscribe_text" }),
            action => format!("/unsubscribe/{token}"),
            button => say("unsubscribe_button"),
            settings => path_in(locale, settings_of(&found.kind)),
            settings_label => say("unsubscribe_settings"),
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}

/// Settings page for users with an account: the vacancy digest is set by days of the week, other kinds are on or off.
fn settings_of(kind: &str) -> &'static str {
    if kind == MailKind::DigestVolunteer.as_str() {
        "/profile-edit/periodieke-mail"
    } else if kind == MailKind::SavedSearchNew.as_str() {
        "/profiel/zoekopdrachten"
    } else if kind == MailKind::Newsletter.as_str() {
        "/account/privacy"
    } else {
        "/profile-edit/settings"
    }
}
