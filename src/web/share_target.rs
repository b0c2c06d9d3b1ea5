//! Share target of the web manifest (Web Share Target): where the installed app opens what another app shares with it.
//! An address of this site opens that page; any other text is searched for. Never leads to another site.

use axum::extract::{Extension, Request};
use axum::http::Uri;
use axum::response::{IntoResponse as _, Redirect, Response};

use super::language::{language, path_in};
use super::search_all;
use crate::app::tenancy::request_target::Site;
use crate::jsonapi::query::Query;
use crate::web::language::split;

pub const PATH: &str = "/delen";

/// `GET /delen?title=&text=&url=`. Many apps put the address into `text`.
pub async fn open(Extension(site): Extension<Site>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    let [title, text, url] =
        ["title", "text", "url"].map(|name| query.get(name).unwrap_or_default().trim());
    let place = own_path(url, &site.host)
        .or_else(|| {
            text.split_whitespace()
                .find_map(|word| own_path(word, &site.host))
        })
        .unwrap_or_else(|| path_in(language(&parts), &search_path(&[title, text])));
    Redirect::to(&place).into_response()
}

/// Path and query of an address of this host; `None` for any other address, and for the share target itself.
fn own_path(address: &str, host: &str) -> Option<String> {
    let address: Uri = address.parse().ok()?;
    let is_web = matches!(address.scheme_str()?, "https" | "http");
    let is_here = address
        .authority()
        .is_some_and(|authority| authority.as_str().eq_ignore_ascii_case(host));
    let place = address.path_and_query()?.as_str();
    // `//elsewhere.example` and `/\elsewhere.example` would be addresses of another site.
    let is_path = place.starts_with('/') && !place.starts_with("//") && !place.contains('\\');
    let is_target = split(address.path()).1.trim_end_matches('/') == PATH;
    (is_web && is_here && is_path && !is_target).then(|| place.to_owned())
}

/// The search for the first text with words in it beside addresses.
fn search_path(texts: &[&str]) -> String {
    let words = texts.iter().map(|text| {
        let words = text.split_whitespace().filter(|word| !word.contains("://"));
        words.collect::<Vec<_>>().join(" ")
    });
    search_all::path_of(words.into_iter().find(|words| !words.is_empty()).as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_of_this_host_is_opened() {
        let host = "lindewaard.example";
        let opened = |address: &str| own_path(address, host);
        assert_eq!(
            opened("https://Lindewaard.example/vacancies/1?x=2#top").as_deref(),
            Some("/vacancies/1?x=2")
        );
        assert_eq!(opened("https://lindewaard.example").as_deref(), Some("/"));
        for other in [
            "",
            "taalmaatje",
            "/vacancies/1",
            "//evil.example",
            "https://evil.example/",
            "https://lindewaard.example.evil.example/",
            "https://lindewaard.example@evil.example/",
            "https://evil.example@lindewaard.example/",
            "https://lindewaard.example//evil.example",
            "https://lindewaard.example/\\evil.example",
            "https://lindewaard.example:444/",
            "javascript:alert(1)",
            "ftp://lindewaard.example/",
            "https://lindewaard.example/delen?text=x",
            "https://lindewaard.example/en/delen/?text=x",
        ] {
            assert_eq!(opened(other), None, "{other}");
        }
    }

    #[test]
    fn other_text_is_searched_for_without_its_addresses() {
        assert_eq!(search_path(&["", "taal maatje"]), "/zoeken?q=taal%20maatje");
        assert_eq!(
            search_path(&["Taalmaatje", "https://elders.example/1"]),
            "/zoeken?q=Taalmaatje"
        );
        assert_eq!(search_path(&["", "https://elders.example/1"]), "/zoeken");
    }
}
