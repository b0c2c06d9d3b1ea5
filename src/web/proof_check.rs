//! `/controle`: whether a proof, certificate or overview on paper is real. The code on the paper shows what the paper says, and
//! no more. Without a sign-in and without scripts; who looks is not remembered.

use axum::body::Body;
use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use minijinja::context;

use super::language::{path_in, split};
use super::page_context::told;
use super::page_headers;
use super::shell::{self, fill};
use crate::app::access::Unguarded;
use crate::base::date_words::full_date;
use crate::base::locale::Locale;
use crate::base::working_days::local_date;
use crate::error::Result;
use crate::jsonapi::Query;
use crate::mail::EmailBranding;
use crate::model::email_branding::{Origin, email_branding};
use crate::model::short_code;
use crate::resources::proof::check::{self, Checked, ProofCheck};
use crate::resources::proof::{lines_of, totals_of};
use crate::web::i18n;

const PATH: &str = "/controle";

/// The form, and the answer for a code that it sent.
pub async fn form(door: Unguarded<ProofCheck>, uri: Uri) -> Result<Response> {
    let query = Query::parse(uri.query().unwrap_or_default());
    match query
        .get("code")
        .map(str::trim)
        .filter(|code| !code.is_empty())
    {
        Some(code) => answer(door, &uri, Some(code.to_owned())).await,
        None => answer(door, &uri, None).await,
    }
}

/// The answer for the code of an address, as a QR code has it.
pub async fn of_code(
    door: Unguarded<ProofCheck>,
    uri: Uri,
    Path(code): Path<String>,
) -> Result<Response> {
    answer(door, &uri, Some(code)).await
}

async fn answer(door: Unguarded<ProofCheck>, uri: &Uri, typed: Option<String>) -> Result<Response> {
    if typed.is_some() {
        check::count(&door)?;
    }
    let code = typed.as_deref().and_then(short_code::read);
    let center_id = door.ctx().site.center_id;
    let (found, centre) = door
        .read(move |connection| {
            let found = match &code {
                Some(code) => check::checked(connection, code, center_id)?,
                None => Checked::Unknown,
            };
            let centre = email_branding(connection, Some(center_id), &Origin::default())?;
            Ok((found, centre))
        })
        .await?;
    let (locale, _) = split(uri.path());
    written(
        locale.unwrap_or_default(),
        typed.as_deref(),
        &found,
        &centre,
    )
}

fn written(
    locale: Locale,
    typed: Option<&str>,
    found: &Checked,
    centre: &EmailBranding,
) -> Result<Response> {
    let say = |key: &str| i18n::own(locale, key);
    let day = |at: &str| local_date(at).map(|day| full_date(day, locale));
    let mut real = None;
    let (state, title, text) = match (typed, found) {
        (None, _) => ("form", say("check_title"), say("check_text").to_owned()),
        (_, Checked::Unknown) => (
            "unknown",
            say("check_unknown"),
            say("check_unknown_text").to_owned(),
        ),
        (_, Checked::Withdrawn(at)) => {
            let text = match at.as_deref().and_then(day) {
                Some(day) => say("check_withdrawn_on").replace("{day}", &day),
                None => say("check_withdrawn_text").to_owned(),
            };
            ("withdrawn", say("check_withdrawn"), text)
        }
        (
            _,
            Checked::Real {
                kind,
                content,
                created_at,
                ..
            },
        ) => {
            let (period, total) = totals_of(content, locale);
            let text = say("check_real_text")
                .replace("{day}", &day(created_at).unwrap_or_default())
                .replace("{centre}", &content.center_name);
            real = Some(context! {
                name => content.person_name.as_str(),
                period,
                total,
                lines => told(lines_of(content, *kind, locale)),
                tasks => content.tasks.as_deref(),
            });
            ("real", say("check_real"), text)
        }
    };
    let contact = centre
        .phone_number
        .as_deref()
        .map(|number| say("check_other").replace("{phone}", &crate::base::phone::written(number)));
    let content = fill(
        "proof-check.html",
        context! {
            state, title, text, real, contact,
            typed,
            action => path_in(locale, PATH),
            again => typed.is_some(),
            s => context! {
                code => say("check_code"), hint => say("check_hint"), button => say("check_button"),
                name => say("check_name"), period => say("check_period"), total => say("check_total"),
                tasks => say("check_tasks"), again => say("check_again"), nothing => say("check_nothing"),
            },
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
        },
    )?;
    let mut response = Response::new(Body::from(shell::bare(locale, title, &content)));
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    Ok(response)
}
