//! Page of the link in the mails about the end of a vacancy. `GET` changes nothing, because mail programs and scanners
//! follow links; the button's `POST` renews. Without a sign-in and without scripts.

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
use crate::error::Result;
use crate::mail::date_in_words;
use crate::resources::vacancy::renewal::{self, Renewal};
use crate::web::i18n;

pub struct RenewalLink;

impl Reason for RenewalLink {
    const WHY: &'static str = "the link in a letter is the credential";
    const FORGIVES: bool = true;
}

pub async fn show(
    door: Unguarded<RenewalLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let (wanted, now) = (token.clone(), door.ctx().now.clone());
    let found = door
        .read(move |connection| renewal::of_link(connection, &wanted, &now))
        .await?;
    written(&found, &uri, &token, false)
}

pub async fn renew(
    door: Unguarded<RenewalLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let wanted = token.clone();
    let found = door
        .write(move |tx, _| renewal::renew_by_link(tx, &wanted))
        .await?;
    written(&found, &uri, &token, true)
}

fn written(found: &Renewal, uri: &Uri, token: &str, is_asked: bool) -> Result<Response> {
    let locale: Locale = split(uri.path()).0.unwrap_or_default();
    let is_done = is_asked && found.is_possible;
    let say = |key: &str| i18n::own(locale, key);
    let (title, text) = match (is_done, found.is_possible) {
        (true, _) => (say("renew_done"), say("renew_done_text")),
        (false, true) => (say("renew"), say("renew_text")),
        (false, false) => (say("renew_not"), say("renew_not_text")),
    };
    let day = date_in_words(&found.until, locale).unwrap_or_default();
    let content = fill(
        "renew.html",
        context! {
            is_done,
            is_possible => found.is_possible,
            title,
            text => text.replace("{day}", &day),
            name => found.title.as_str(),
            organization => found.organization_name.as_str(),
            action => path_in(locale, &format!("/renew/{token}")),
            button => say("renew_button"),
            vacancy => path_in(locale, &format!("/vacancies/{}", found.id)),
            vacancy_label => say("renew_show"),
            edit => path_in(locale, &format!("/vacancies/{}/edit", found.id)),
            edit_label => say("renew_edit"),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}
