//! `/kaart/{code}`: where the QR code of a card leads whoever finds it. It says whose desk the card belongs to, and nothing about its
//! holder: not even whether there is one.

use axum::body::Body;
use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use minijinja::context;

use super::language::{path_in, split};
use super::page_headers;
use super::shell::{self, fill};
use crate::app::access::{Reason, Unguarded};
use crate::base::phone;
use crate::error::Result;
use crate::model::email_branding::{Origin, email_branding};
use crate::model::short_code;
use crate::web::i18n;

pub struct FoundCard;

impl Reason for FoundCard {
    const WHY: &'static str = "says the same of every card";
}

pub async fn page(
    door: Unguarded<FoundCard>,
    uri: Uri,
    Path(code): Path<String>,
) -> Result<Response> {
    let center_id = door.ctx().site.center_id;
    let centre = door
        .read(move |connection| email_branding(connection, Some(center_id), &Origin::default()))
        .await?;
    let locale = split(uri.path()).0.unwrap_or_default();
    let say = |key: &str| i18n::own(locale, key).replace("{centre}", &centre.centre_name);
    let title = say("card_title");
    let desk = match short_code::read(&code) {
        Some(code) => format!("/balie?kaart={code}"),
        None => "/balie".to_owned(),
    };
    let number = centre.phone_number.as_deref().map(phone::written);
    let content = fill(
        "desk-card.html",
        context! {
            title => title.as_str(),
            text => say("card_text"),
            address => centre.address.as_deref(),
            phone => number.map(|number| say("card_call").replace("{phone}", &number)),
            desk => path_in(locale, &desk),
            desk_text => say("card_desk"),
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, &title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}
