//! What a request adds to the counts of views and searches. Nobody is followed: no cookie is set or read for it, and
//! [`crate::app::cache::visitors`] forgets each visitor by the next day.

use std::sync::LazyLock;

use axum::http::request::Parts;
use axum::http::{Method, Uri};
use jiff::civil::Date;

use super::fragment;
use super::has_results::{HasResults, VACANCIES};
use super::language;
use crate::app::auth::session;
use crate::app::cache::view_counts::{Seen, Source, Visit};
use crate::app::cache::visitors::Visitor;
use crate::app::tenancy::request_target::{Site, header};
use crate::jsonapi::{Id, Query};
use crate::resources::activity::Activity;
use crate::resources::organization::Organization;
use crate::resources::vacancy::Vacancy;

/// Longest words of a search that are kept, in characters.
const LONGEST_WORDS: usize = 60;
const LONGEST_SLUG: usize = 120;
/// Digits in a row that may be somebody's number.
const TELLING_DIGITS: usize = 5;

static BOTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("bots.txt").lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
});

const SEARCH_ENGINES: [&str; 11] = [
    "bing.com",
    "duckduckgo.com",
    "ecosia.org",
    "qwant.com",
    "startpage.com",
    "search.brave.com",
    "search.yahoo.com",
    "kagi.com",
    "yandex.com",
    "baidu.com",
    "com.google.android.googlequicksearchbox",
];

const SOCIAL: [&str; 18] = [
    "facebook.com",
    "fb.com",
    "instagram.com",
    "linkedin.com",
    "lnkd.in",
    "com.linkedin.android",
    "twitter.com",
    "x.com",
    "t.co",
    "tiktok.com",
    "whatsapp.com",
    "youtube.com",
    "reddit.com",
    "pinterest.com",
    "threads.net",
    "bsky.app",
    "nextdoor.com",
    "mastodon.social",
];

/// A request that counts, if it is answered.
pub struct Counted {
    visit: Visit,
    seen: Option<Seen>,
    words: Option<String>,
    source: Source,
}

impl Counted {
    /// None: a program, a page that a browser only prepares, somebody who signed in (staff, among others), or nothing
    /// that is counted.
    pub fn of(parts: &Parts, site: &Site, day: Date) -> Option<Self> {
        if parts.method != Method::GET || session::carries_credentials(parts) || is_prefetch(parts)
        {
            return None;
        }
        let query = Query::parse(parts.uri.query().unwrap_or_default());
        // Somebody who looks at what is not published yet.
        if query.get("preview_token").is_some() {
            return None;
        }
        let path = parts.uri.path();
        let seen = seen_at(path);
        let words = words_asked(path, &query);
        if seen.is_none() && words.is_none() {
            return None;
        }
        let user_agent = header(parts, "user-agent").unwrap_or_default();
        if is_bot(user_agent) {
            return None;
        }
        Some(Self {
            visit: Visit {
                center_id: site.center_id,
                day,
                visitor: Visitor {
                    address: site.client_ip,
                    user_agent: user_agent.to_owned(),
                },
            },
            seen,
            words,
            source: source_of(parts, site.domain()),
        })
    }

    /// Counts it, once it was answered.
    pub fn count(self, site: &Site, results: Option<HasResults>) {
        let counts = &site.tenant.views;
        if let (Some(words), Some(HasResults(has_results))) = (&self.words, results) {
            counts.count_search(&self.visit, words, has_results);
        }
        if let Some(seen) = self.seen {
            counts.count(&self.visit, seen, self.source);
        }
    }
}

/// Asked by the app for its page of searching alone.
const FACETS: &str = "/api/v1/vacancies/facets";
const SEARCH_PAGE: &str = "/vacancies/search";

fn seen_at(path: &str) -> Option<Seen> {
    if path == FACETS {
        return Some(Seen::SearchPage);
    }
    let (prefix, page) = language::split(path);
    let page = page.strip_suffix(fragment::SUFFIX).unwrap_or(page);
    let page = page.strip_prefix("/api/v1").unwrap_or(page);
    if page == SEARCH_PAGE {
        return Some(Seen::SearchPage);
    }
    let mut parts = page.split('/').skip(1).filter(|part| !part.is_empty());
    let (first, second, third) = (parts.next(), parts.next(), parts.next());
    let number = || second.and_then(|id| id.parse::<i64>().ok());
    let slug = |slug: &str| {
        (slug.len() <= LONGEST_SLUG).then(|| Seen::Page {
            slug: slug.to_owned(),
            locale: prefix.unwrap_or_default(),
        })
    };
    match (first, third) {
        (_, Some(_)) => None,
        (Some("vacancies"), None) => Some(Seen::row(Id::<Vacancy>::new(number()?))),
        (Some("organizations" | "sociale-kaart"), None) => {
            Some(Seen::row(Id::<Organization>::new(number()?)))
        }
        (Some("activities" | "activiteitenkalender"), None) => {
            Some(Seen::row(Id::<Activity>::new(number()?)))
        }
        _ if path.starts_with("/api/") => None,
        (None, None) => slug("home"),
        (Some("nieuws"), None) => slug(second?),
        (Some(first), None) if second.is_none() => slug(first),
        _ => None,
    }
}

/// The words of a search, at the first page of what it finds.
fn words_asked(path: &str, query: &Query) -> Option<String> {
    let (words, page) = if path == VACANCIES {
        ("filter[q]", "page[number]")
    } else if language::split(path).1 == SEARCH_PAGE {
        ("q", "page")
    } else {
        return None;
    };
    let is_first = query.get(page).is_none_or(|page| page == "1");
    is_first.then(|| words_to_keep(query.get(words)?)).flatten()
}

/// None: what may be somebody's address or number, or nothing that others would search for.
fn words_to_keep(asked: &str) -> Option<String> {
    let words = asked.to_lowercase();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_telling = words.contains('@')
        || words.contains("://")
        || words.contains("www.")
        || words
            .split(|c: char| !c.is_ascii_digit())
            .any(|digits| digits.len() >= TELLING_DIGITS)
        || words.split(' ').any(is_web_address);
    let length = words.chars().count();
    (!is_telling && (2..=LONGEST_WORDS).contains(&length)).then_some(words)
}

/// `voorbeeld.nl`, `voorbeeld.nl/over-ons`
fn is_web_address(word: &str) -> bool {
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit_once('.').is_some_and(|(name, end)| {
        !name.is_empty() && end.len() >= 2 && end.chars().all(|c| c.is_ascii_lowercase())
    })
}

/// A program says what it is; who says nothing is none of the browsers.
fn is_bot(user_agent: &str) -> bool {
    let name = user_agent.to_lowercase();
    name.trim().is_empty() || BOTS.iter().any(|bot| name.contains(bot))
}

/// Whether a browser asks before anybody does.
fn is_prefetch(parts: &Parts) -> bool {
    ["sec-purpose", "purpose", "x-purpose", "x-moz"]
        .iter()
        .filter_map(|name| header(parts, name))
        .any(|purpose| {
            let purpose = purpose.to_ascii_lowercase();
            purpose.contains("prefetch") || purpose.contains("preview")
        })
}

/// From the host of the page before, and of no more of it.
fn source_of(parts: &Parts, own_host: &str) -> Source {
    if header(parts, "sec-fetch-site") == Some("same-origin") {
        return Source::Site;
    }
    let before = header(parts, "referer").and_then(|before| before.parse::<Uri>().ok());
    let Some(host) = before.and_then(|before| before.host().map(str::to_ascii_lowercase)) else {
        return Source::Direct;
    };
    let is_of = |name: &str| {
        let rest = host.strip_suffix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    if host == own_host {
        Source::Site
    } else if is_google(&host) || SEARCH_ENGINES.into_iter().any(is_of) {
        Source::SearchEngine
    } else if SOCIAL.into_iter().any(is_of) {
        Source::Social
    } else {
        Source::OtherSite
    }
}

/// `google.nl`, `www.google.co.uk`; none of its other services.
fn is_google(host: &str) -> bool {
    let host = host.strip_prefix("www.").unwrap_or(host);
    host.strip_prefix("google.")
        .is_some_and(|end| end.split('.').count() <= 2)
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;
    use crate::base::locale::Locale;

    fn parts(headers: &[(&str, &str)]) -> Parts {
        let mut request = Request::builder().uri("/vacancies/1");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn the_list_of_bots_is_in_lower_case_and_knows_no_browser() {
        assert!(BOTS.len() > 50);
        assert!(BOTS.iter().all(|bot| *bot == bot.to_lowercase().trim()));
        for browser in [
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
        ] {
            assert!(!is_bot(browser), "{browser}");
        }
        for bot in [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)",
            "facebookexternalhit/1.1",
            "curl/8.5.0",
            "",
        ] {
            assert!(is_bot(bot), "{bot}");
        }
    }

    #[test]
    fn what_a_browser_prepares_is_no_visit() {
        for (name, value) in [
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("x-moz", "prefetch"),
        ] {
            assert!(is_prefetch(&parts(&[(name, value)])), "{name}");
        }
        assert!(!is_prefetch(&parts(&[("sec-fetch-mode", "navigate")])));
    }

    #[test]
    fn a_source_is_told_by_its_host_alone() {
        for (before, source) in [
            ("https://www.google.nl/", Source::SearchEngine),
            ("https://google.co.uk/search?q=taal", Source::SearchEngine),
            ("https://duckduckgo.com/", Source::SearchEngine),
            ("https://mail.google.com/", Source::OtherSite),
            ("https://notbing.com/", Source::OtherSite),
            ("https://l.facebook.com/l.php", Source::Social),
            ("https://nl.linkedin.com/feed", Source::Social),
            ("https://meedoen.example/nieuws", Source::Site),
            ("https://gemeente.example/", Source::OtherSite),
            ("what is this", Source::Direct),
        ] {
            let parts = parts(&[("referer", before)]);
            assert_eq!(source_of(&parts, "meedoen.example"), source, "{before}");
        }
        assert_eq!(source_of(&parts(&[]), "meedoen.example"), Source::Direct);
        let own = parts(&[("sec-fetch-site", "same-origin")]);
        assert_eq!(source_of(&own, "meedoen.example"), Source::Site);
    }

    #[test]
    fn a_page_its_fragment_and_its_document_are_one_thing() {
        let vacancy = Some(Seen::row(Id::<Vacancy>::new(12)));
        for path in ["/vacancies/12", "/en/vacancies/12", "/api/v1/vacancies/12"] {
            assert_eq!(seen_at(path), vacancy, "{path}");
        }
        let page = |slug: &str, locale| {
            let slug = slug.to_owned();
            Some(Seen::Page { slug, locale })
        };
        assert_eq!(seen_at("/"), page("home", Locale::Nl));
        assert_eq!(seen_at("/_fragment.json"), page("home", Locale::Nl));
        assert_eq!(seen_at("/en"), page("home", Locale::En));
        assert_eq!(seen_at("/en/about"), page("about", Locale::En));
        assert_eq!(
            seen_at("/nieuws/buurtdag/_fragment.json"),
            page("buurtdag", Locale::Nl)
        );
        assert_eq!(
            seen_at("/sociale-kaart/3"),
            Some(Seen::row(Id::<Organization>::new(3)))
        );
        let activity = Some(Seen::row(Id::<Activity>::new(4)));
        assert_eq!(seen_at("/activiteitenkalender/4/_fragment.json"), activity);
        assert_eq!(seen_at("/vacancies/search"), Some(Seen::SearchPage));
        assert_eq!(seen_at("/api/v1/vacancies/facets"), Some(Seen::SearchPage));
        for path in [
            "/api/v1/vacancies",
            "/vacancies/12/edit",
            "/api/v1/pages",
            "/nieuws",
            "/api/v1",
        ] {
            assert_eq!(seen_at(path), None, "{path}");
        }
    }

    #[test]
    fn words_that_may_be_somebody_s_are_not_kept() {
        let kept = |asked: &str| words_to_keep(asked);
        assert_eq!(kept("  Taal   MAATJE "), Some("taal maatje".to_owned()));
        assert_eq!(
            kept("postcode 1234 ab"),
            Some("postcode 1234 ab".to_owned())
        );
        for asked in [
            "jan@voorbeeld.nl",
            "jan @ voorbeeld",
            "06 12345678",
            "https://voorbeeld.nl/x",
            "www.voorbeeld",
            "voorbeeld.nl",
            "voorbeeld.nl/over-ons",
            "",
            "a",
            &"lang ".repeat(20),
        ] {
            assert_eq!(kept(asked), None, "{asked}");
        }
    }

    #[test]
    fn a_search_counts_at_its_first_page() {
        let asked = |path: &str, query: &str| words_asked(path, &Query::parse(query));
        let taal = Some("taal".to_owned());
        assert_eq!(asked("/vacancies/search", "q=taal"), taal);
        assert_eq!(asked("/en/vacancies/search", "q=Taal&page=1"), taal);
        assert_eq!(
            asked("/api/v1/vacancies", "filter[q]=taal&sort=relevance"),
            taal
        );
        assert_eq!(asked("/vacancies/search", "q=taal&page=2"), None);
        assert_eq!(
            asked("/api/v1/vacancies", "filter[q]=taal&page[number]=2"),
            None
        );
        assert_eq!(asked("/vacancies/search", ""), None);
        assert_eq!(asked("/nieuws", "q=taal"), None);
    }
}
