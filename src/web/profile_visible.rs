//! Page of the link in the mail that asks whether somebody still wants to be found. `GET` changes nothing, because mail
//! programs and scanners follow links; the button's `POST` says yes. Without a sign-in and without scripts.

use axum::body::Body;
use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use minijinja::context;

use super::language::{path_in, split};
use super::page_headers;
use super::shell::{self, fill};
use crate::app::access::{Reason, Unguarded};
use crate::base::locale::Locale;
use crate::error::{Code, Result};
use crate::resources::volunteer_profile;
use crate::web::i18n;

pub struct VisibilityLink;

impl Reason for VisibilityLink {
    const WHY: &'static str = "the link in a letter is the credential";
    const FORGIVES: bool = true;
}

pub async fn show(
    door: Unguarded<VisibilityLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let (wanted, now) = (token.clone(), door.ctx().now.clone());
    let found = door
        .read(move |connection| volunteer_profile::of_link(connection, &wanted, &now))
        .await;
    match found {
        Ok(first_name) => written(&first_name, &uri, &token, false),
        Err(error) if error.is(Code::LinkUsed) => written("", &uri, &token, true),
        Err(error) => Err(error),
    }
}

pub async fn confirm(
    door: Unguarded<VisibilityLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let wanted = token.clone();
    let found = door
        .write(move |tx, _| volunteer_profile::confirm_by_link(tx, &wanted))
        .await;
    match found {
        Ok(first_name) => written(&first_name, &uri, &token, true),
        Err(error) if error.is(Code::LinkUsed) => written("", &uri, &token, true),
        Err(error) => Err(error),
    }
}

fn written(first_name: &str, uri: &Uri, token: &str, is_done: bool) -> Result<Response> {
    let locale: Locale = split(uri.path()).0.unwrap_or_default();
    let say = |key: &str| i18n::own(locale, key);
    let (title, text) = if is_done {
        (
            say("profile_visible_done"),
            say("profile_visible_done_text"),
        )
    } else {
        (say("profile_visible"), say("profile_visible_text"))
    };
    let content = fill(
        "profile_visible.html",
        context! {
            is_done,
            title,
            text,
            greeting => (!first_name.is_empty()).then(|| say("profile_visible_greeting").replace("{name}", first_name)),
            action => path_in(locale, &format!("/profile-visible/{token}")),
            button => say("profile_visible_button"),
            profile => path_in(locale, "/profiel"),
            profile_label => say("profile_visible_profile"),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}
