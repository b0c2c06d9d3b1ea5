//! Page of the link in "Is this still right?" mails. `GET` shows the public data and changes nothing, because mail
//! programs and scanners follow links; the button's `POST` confirms. Without a sign-in and without scripts.

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
use crate::base::phone;
use crate::error::{Code, Result};
use crate::resources::organization::still_right;
use crate::resources::organization::still_right::PublicData;
use crate::web::i18n;
use crate::web::vacancy_card::safe_href;

pub struct ConfirmationLink;

impl Reason for ConfirmationLink {
    const WHY: &'static str = "the link in a letter is the credential";
    const FORGIVES: bool = true;
}

pub async fn show(
    door: Unguarded<ConfirmationLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let (wanted, now) = (token.clone(), door.ctx().now.clone());
    let found = door
        .read(move |connection| still_right::of_link(connection, &wanted, &now))
        .await;
    match found {
        Ok(found) => written(Some(&found), &uri, &token, Answer::Asked),
        Err(error) if error.is(Code::LinkUsed) => written(None, &uri, &token, Answer::Before),
        Err(error) => Err(error),
    }
}

pub async fn confirm(
    door: Unguarded<ConfirmationLink>,
    uri: Uri,
    Path(token): Path<String>,
) -> Result<Response> {
    let wanted = token.clone();
    let found = door
        .write(move |tx, _| still_right::confirm_by_link(tx, &wanted))
        .await;
    match found {
        Ok(found) => written(Some(&found), &uri, &token, Answer::Now),
        Err(error) if error.is(Code::LinkUsed) => written(None, &uri, &token, Answer::Before),
        Err(error) => Err(error),
    }
}

/// Whether the data was confirmed: not yet, with this request, or before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Asked,
    Now,
    Before,
}

fn written(found: Option<&PublicData>, uri: &Uri, token: &str, answer: Answer) -> Result<Response> {
    let locale: Locale = split(uri.path()).0.unwrap_or_default();
    let say = |key: &str| i18n::own(locale, key);
    let (title, text) = match answer {
        Answer::Asked => ("still_right", "still_right_text"),
        Answer::Now => ("still_right_done", "still_right_done_text"),
        Answer::Before => ("still_right_before", "still_right_before_text"),
    };
    let title = say(title);
    let fact = |value: fn(&PublicData) -> Option<String>| found.and_then(value);
    let edit = found.map(|found| path_in(locale, &format!("/organizations/{}/edit", found.id)));
    let content = fill(
        "still_right.html",
        context! {
            is_done => answer != Answer::Asked,
            title,
            text => say(text),
            name => found.map(|found| found.name.as_str()),
            description => found.and_then(|found| found.description.as_deref()),
            facts => [
                (say("still_right_address"), fact(|found| found.address.clone())),
                (say("still_right_website"), fact(|found| safe_href(found.website.as_deref()).map(str::to_owned))),
                (say("still_right_phone"), fact(|found| found.phone_number.as_deref().map(phone::written))),
                (say("still_right_email"), fact(|found| found.shown_email.clone())),
            ],
            nothing => say("still_right_none"),
            action => path_in(locale, &format!("/still-right/{token}")),
            button => say("still_right_button"),
            edit,
            edit_label => say("still_right_edit"),
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}
