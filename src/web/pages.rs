//! Pages of the site: path, title, audience and initial data of each. Their table is written from the client's table of
//! screens (`ui/src/app/screens.json`) by `npm run generate`.

mod screens;

pub use screens::{PAGES, VISITOR_MENU};

use crate::base::locale::Locale;
use crate::presets::Features;

/// API address of the centre with its branding, required by every page.
pub const CENTER: &str = "/api/v1/volunteer_centers/current?include=profile,theme,address";

#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Path pattern; segments that start with `:` match any segment.
    pub path: &'static str,
    /// Key of the title in the client's `routes.json`; empty for a screen that does not exist yet.
    pub key: &'static str,
    pub audience: PageAudience,
    pub view: View,
    /// Name of the client's layout.
    pub layout: &'static str,
    pub is_white: bool,
    /// Whether the part of the product that the screen belongs to is switched on.
    pub when: fn(Features) -> bool,
}

/// An entry of the main menu.
#[derive(Debug, Clone, Copy)]
pub struct MenuLink {
    /// Names its label in the client's `shell.json`.
    pub key: &'static str,
    pub path: &'static str,
    pub when: fn(Features) -> bool,
}

impl Page {
    /// Returns whether the screen exists: it has a title, or that of the page that it shows.
    pub fn is_there(&self) -> bool {
        matches!(self.view, View::Content(_) | View::News)
            || !crate::web::i18n::title(Locale::Nl, self.key).is_empty()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageAudience {
    /// Public and indexed by search engines.
    Open,
    /// Public, `noindex`.
    Unlisted,
    SignedIn,
}

/// Content that the server renders into the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    HomeCenter,
    Search,
    /// Search over everything.
    SearchAll,
    Vacancy,
    Organization,
    SocialMap,
    SocialMapOrganization,
    /// What is on, as a list, a month or a week.
    Calendar,
    /// How to follow the calendar from a program.
    Subscribe,
    Activity,
    /// What people ask for themselves.
    HelpRequests,
    /// Form to fill in.
    Form,
    /// Page edited by the centre: the one with this slug, or with that of the path.
    Content(&'static str),
    /// List of news.
    News,
    /// Legal text of the program.
    Legal,
    /// Legal text of the centre, by its kind.
    LegalText(&'static str),
    /// Title and menu only; the client renders the rest.
    Plain,
}

impl Page {
    pub fn is_listed(&self) -> bool {
        self.audience == PageAudience::Open
    }

    /// Whether the part of the product that the screen belongs to is switched on.
    pub fn is_on(&self, features: Features) -> bool {
        (self.when)(features)
    }

    fn freedom(&self) -> usize {
        self.path
            .split('/')
            .filter(|part| part.starts_with(':'))
            .count()
    }
}

impl View {
    /// File name of the client's screen, without its extension.
    pub fn screen(self) -> Option<&'static str> {
        match self {
            Self::HomeCenter => Some("home-page"),
            Self::Search => Some("search-page"),
            Self::SearchAll => Some("search-all-page"),
            Self::Vacancy => Some("vacancy-page"),
            Self::Organization | Self::SocialMapOrganization => Some("organization-page"),
            Self::SocialMap => Some("social-map-page"),
            Self::Calendar => Some("calendar-page"),
            Self::Subscribe => Some("subscribe-page"),
            Self::Activity => Some("activity-page"),
            Self::HelpRequests => Some("help-requests-page"),
            Self::Legal | Self::LegalText(_) => Some("legal-page"),
            Self::Form => Some("form-page"),
            Self::Content("home") => Some("page/first-page"),
            Self::Content(_) | Self::News => Some("page/content-page"),
            Self::Plain => None,
        }
    }

    /// Returns whether the page's status follows that of its first document.
    pub fn hangs_on_its_document(self) -> bool {
        matches!(
            self,
            Self::Vacancy
                | Self::Activity
                | Self::Organization
                | Self::SocialMapOrganization
                | Self::Form
                | Self::Content(_)
        )
    }
}

/// Values of the path parameters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(Vec<(&'static str, String)>);

impl Params {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Matches a path without its language prefix. Literal segments take precedence over parameters: `/vacancies/add` is
/// not a vacancy.
pub fn find(path: &str) -> Option<(&'static Page, Params)> {
    let path = if path.len() > 1 {
        path.trim_end_matches('/')
    } else {
        path
    };
    PAGES
        .iter()
        .filter_map(|page| Some((page, params_of(page.path, path)?)))
        .min_by_key(|(page, _)| page.freedom())
}

fn params_of(pattern: &'static str, path: &str) -> Option<Params> {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    let mut params = Vec::new();
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(Params(params)),
            (Some(part), Some(word)) => match part.strip_prefix(':') {
                Some(name) if is_word(word) => params.push((name, word.to_owned())),
                None if part == word => {}
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Restricts parameter values to characters that need no escaping in an API address.
fn is_word(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 200
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// A page that asks to sign in and is drawn by the client.
const fn page(path: &'static str, key: &'static str) -> Page {
    Page {
        path,
        key,
        audience: PageAudience::SignedIn,
        view: View::Plain,
        layout: "default",
        is_white: false,
        when: |_| true,
    }
}

/// Page definition for content that the server does not render.
pub const PLAIN: Page = Page {
    layout: "wide",
    ..page("/", "")
};

/// The home page of a centre that made one.
pub const OWN_HOME: Page = Page {
    audience: PageAudience::Open,
    view: View::Content("home"),
    layout: "wide",
    is_white: true,
    ..page("/", "home")
};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_route_of_the_product_is_a_page_and_as_public_as_it_says() {
        let routes: Value =
            serde_json::from_str(include_str!("../../ui/src/app/product-routes.json")).unwrap();
        for route in routes.as_array().unwrap() {
            let path = route["path"].as_str().unwrap();
            let is_public = route["public"].as_bool().unwrap();
            // `/nieuws/:slug?` expands to two pages.
            for path in match path.strip_suffix('?') {
                Some(whole) => vec![whole, whole.rsplit_once('/').unwrap().0],
                None => vec![path],
            } {
                let path = if path.is_empty() { "/" } else { path };
                let page = PAGES.iter().find(|page| page.path == path);
                assert_eq!(
                    page.map(|page| page.audience != PageAudience::SignedIn),
                    Some(is_public),
                    "{path}"
                );
            }
        }
    }

    #[test]
    fn no_page_of_a_centre_takes_an_address_of_the_site() {
        use crate::resources::page::slug::is_reserved;
        for page in PAGES {
            let first = page.path.split('/').nth(1).unwrap_or_default();
            assert!(
                first.is_empty()
                    || first.starts_with(':')
                    || first == "partners"
                    || is_reserved(first),
                "{first} is free for a page of a centre"
            );
        }
    }

    #[test]
    fn fixed_words_go_before_parameters() {
        let path = |path| find(path).map(|(page, _)| page.path);
        assert_eq!(path("/vacancies/add"), Some("/vacancies/add"));
        assert_eq!(path("/vacancies/12/"), Some("/vacancies/:id"));
        assert_eq!(path("/vacancies/12/nowhere"), None);
        assert_eq!(path("/"), Some("/"));
        assert_eq!(path("/inloggen"), Some("/inloggen"));
        assert_eq!(path("/something"), Some("/:slug"));
    }

    #[test]
    fn a_parameter_is_a_word_and_never_the_rest_of_an_address() {
        assert_eq!(
            find("/vacancies/12-taalmaatje").unwrap().1.get("id"),
            Some("12-taalmaatje")
        );
        for path in [
            "/vacancies/1?x",
            "/vacancies/%2e%2e",
            "/vacancies/..",
            "/vacancies/1&include=x",
            "//",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
