//! Error pages for requests that reach no page: an unknown host, a tenant that cannot be opened.

use axum::body::Body;
use axum::response::Response;
use minijinja::context;

use super::language::path_in;
use super::page_headers;
use super::shell::{self, fill};
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::web::branding::Branding;
use crate::web::i18n;

/// Renders title, advice and a link home with the error's status code. The error's own text is not exposed.
pub fn plain_error(error: &Error, locale: Locale) -> Response {
    let status = error.status();
    let html = screen(None, locale, status.as_u16(), Some(error.code()))
        .map(|(title, content)| shell::bare(locale, &title, &content))
        .unwrap_or_default();
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    page_headers::describe(response.headers_mut(), locale, false, &[]);
    response
}

/// Title and HTML of the error screen.
pub fn screen(
    branding: Option<&Branding>,
    locale: Locale,
    status: u16,
    code: Option<Code>,
) -> Result<(String, String)> {
    let (title, description) = i18n::error(locale, status, code);
    let html = fill(
        "error.html",
        context! {
            code => status,
            title => title.as_str(),
            description,
            home => path_in(locale, "/"),
            back => i18n::back_to_home(locale),
            // The search link needs a centre to search in.
            search => branding.and_then(|_| i18n::search_instead(locale, status)),
            search_path => path_in(locale, "/vacancies/search"),
            app => branding.map(|branding| &branding.app_name),
            logo => branding.and_then(|branding| branding.profile("website_logo_url")),
        },
    )?;
    Ok((title, html))
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn an_error_page_has_its_status_and_language_and_keeps_what_happened_to_itself() {
        let response = plain_error(&Error::internal("secret path"), Locale::En);
        assert_eq!(response.status().as_u16(), 500);
        assert_eq!(response.headers()[header::CONTENT_LANGUAGE], "en");
        assert!(
            response.headers()[header::CONTENT_SECURITY_POLICY]
                .to_str()
                .unwrap()
                .contains("style-src 'self'")
        );
        assert_eq!(
            plain_error(&Code::Maintenance.into(), Locale::Nl)
                .status()
                .as_u16(),
            503
        );
    }

    #[test]
    fn an_error_has_its_words_and_a_way_home() {
        let (title, html) = screen(None, Locale::En, 404, None).unwrap();
        assert_eq!(title, "Page not found");
        assert!(html.contains("href=\"/en\"") && html.contains("Back to home"));
    }
}
