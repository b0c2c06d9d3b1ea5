//! Page table: path, title, audience and initial data of every page. A test compares it with the client's routes.

use super::content_page;
use super::help_requests;
use super::legal;
use super::search::Search;
use super::search_all;
use super::social_map::SocialMapSearch;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::presets::Features;

const TAXONOMIES: &str = "/api/v1/taxonomies";
/// API address of the centre with its branding, required by every page.
pub const CENTER: &str = "/api/v1/volunteer_centers/current?include=profile,theme,address";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Path pattern; segments that start with `:` match any segment.
    pub path: &'static str,
    /// Key of the title in the client's `routes.json`; empty for a screen that does not exist yet.
    pub key: &'static str,
    pub auth: PageAudience,
    pub view: View,
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
        self.auth == PageAudience::Open
    }

    /// Whether the part of the product that the screen belongs to is switched on.
    pub fn is_on(&self, features: Features) -> bool {
        match self.path {
            "/een-op-een-hulp"
            | "/profiel/hulpvragen"
            | "/profiel/hulpvragen/nieuw"
            | "/profiel/hulpvragen/:id" => features.peer_to_peer,
            "/profiel" | "/vacancies/recommended" | "/vrijwilligerspool" | "/profile-replies" => {
                features.volunteer_profiles
            }
            "/activiteitenkalender" | "/activiteitenkalender/overzicht" => features.activities,
            _ => true,
        }
    }

    const fn showing(self, view: View) -> Self {
        Self { view, ..self }
    }

    fn freedom(&self) -> usize {
        self.path
            .split('/')
            .filter(|part| part.starts_with(':'))
            .count()
    }
}

impl View {
    /// API addresses that the client requests first on this page, spelled as the client spells them.
    pub fn documents(self, params: &Params, query: &Query, locale: Locale) -> Vec<String> {
        let id = params.get("id").unwrap_or_default();
        match self {
            Self::HomeCenter => vec![
                "/api/v1/vacancies?include=organization&page[size]=6&sort=-published_at".to_owned(),
                format!("{TAXONOMIES}/activity_types"),
            ],
            Self::Search => {
                let search = Search::read(query);
                let mut documents = vec![
                    search.list_address(),
                    format!("{TAXONOMIES}/activity_types"),
                    search.facets_address(),
                    format!("{TAXONOMIES}/tags"),
                    format!("{TAXONOMIES}/age_groups"),
                ];
                documents.extend(search.related_address());
                documents
            }
            Self::SearchAll => search_all::address(query, locale).into_iter().collect(),
            Self::Vacancy => vec![
                format!("/api/v1/vacancies/{id}?include=organization,contact_person,address"),
                format!("/api/v1/vacancies/{id}/similar"),
                format!("{TAXONOMIES}/activity_types"),
                format!("{TAXONOMIES}/age_groups"),
            ],
            Self::Organization | Self::SocialMapOrganization => vec![
                format!("/api/v1/organizations/{id}?include=address,profile"),
                format!(
                    "/api/v1/vacancies?filter[organization_id_eq]={id}&include=organization&sort=-published_at"
                ),
                format!("{TAXONOMIES}/activity_types"),
                format!("{TAXONOMIES}/non_profit_types"),
            ],
            Self::SocialMap => vec![
                SocialMapSearch::read(query).list_address(),
                format!("{TAXONOMIES}/non_profit_types"),
                format!("{TAXONOMIES}/activity_types"),
            ],
            Self::HelpRequests => vec![
                help_requests::HelpSearch::read(query).list_address(),
                format!("{TAXONOMIES}/activity_types"),
            ],
            Self::Form => vec![format!(
                "/api/v1/forms/by_token/{}",
                params.get("token").unwrap_or("contact")
            )],
            Self::LegalText(kind) => {
                let edition = legal::edition_of(query).map_or_else(String::new, |number| {
                    format!("filter[edition_eq]={number}&")
                });
                vec![
                    format!(
                        "/api/v1/legal_texts?{edition}filter[kind_eq]={kind}&page[size]=1&sort=-edition"
                    ),
                    format!(
                        "/api/v1/legal_texts?fields[legal_texts]=edition,change_note,created_at&filter[kind_eq]={kind}&page[size]=200&sort=-edition"
                    ),
                ]
            }
            Self::Content(slug) => {
                let slug = params.get("slug").unwrap_or(slug);
                vec![content_page::address(slug, locale, query)]
            }
            Self::News => vec![content_page::news_address(query, locale)],
            Self::Legal | Self::Plain => Vec::new(),
        }
    }

    /// File name of the client's screen, without its extension.
    pub fn screen(self) -> Option<&'static str> {
        match self {
            Self::HomeCenter => Some("home-page"),
            Self::Search => Some("search-page"),
            Self::SearchAll => Some("search-all-page"),
            Self::Vacancy => Some("vacancy-page"),
            Self::Organization | Self::SocialMapOrganization => Some("organization-page"),
            Self::SocialMap => Some("social-map-page"),
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

const fn open(path: &'static str, key: &'static str, view: View) -> Page {
    Page {
        path,
        key,
        auth: PageAudience::Open,
        view,
    }
}

const fn unlisted(path: &'static str, key: &'static str) -> Page {
    Page {
        path,
        key,
        auth: PageAudience::Unlisted,
        view: View::Plain,
    }
}

const fn signed_in(path: &'static str, key: &'static str) -> Page {
    Page {
        path,
        key,
        auth: PageAudience::SignedIn,
        view: View::Plain,
    }
}

/// The home page of a centre that made one.
pub const OWN_HOME: Page = open("/", "home", View::Content("home"));

#[rustfmt::skip]
pub const PAGES: &[Page] = &[
    open("/", "home", View::HomeCenter),
    open("/:slug", "page", View::Content("")),
    open("/nieuws", "news", View::News),
    open("/nieuws/:slug", "news", View::Content("news")),
    open("/partners", "partners", View::Content("partners")),
    signed_in("/content", "content"),
    signed_in("/content/forms", "contentForms"),
    signed_in("/content/menu-items", "menuItems"),
    signed_in("/content/file-upload", "fileUpload"),
    signed_in("/content/stock-images", "stockImages"),
    signed_in("/content/stock-images/:id", "stockImage"),
    signed_in("/content/pages", "contentPages"),
    signed_in("/content/pages/new", "contentPageNew"),
    signed_in("/content/pages/:id/edit", "contentPageEdit"),
    signed_in("/content/news", "contentNews"),
    unlisted("/auth/reset", "resetPassword"),
    signed_in("/auth/token", "authToken"),
    unlisted("/auth/login-1", "signIn"),
    unlisted("/inloggen", "signIn"),
    unlisted("/auth/recover", "recover"),
    signed_in("/uitloggen", "signOut"),
    unlisted("/switch", "switch"),
    unlisted("/confirm", "confirm"),
    unlisted("/toestemming", "guardianConsent"),
    unlisted("/signup", "signUp"),
    unlisted("/signup/success", "signUpSuccess"),
    signed_in("/account/roles", "accountRoles"),
    unlisted("/account/verwijderen", "accountDelete"),
    signed_in("/account/privacy", "accountPrivacy"),
    signed_in("/profiel", "profile"),
    signed_in("/profiel/verwijderd", "profileDeleted"),
    signed_in("/profile-replies", "profileReplies"),
    signed_in("/profile-edit", "profileEdit"),
    signed_in("/profile-edit/email", "profileEmail"),
    signed_in("/profile-edit/settings", "profileSettings"),
    signed_in("/profile-edit/periodieke-mail", "profileMail"),
    unlisted("/profiel/bewaard", "savedVacancies"),
    signed_in("/profiel/zoekopdrachten", "savedSearches"),
    signed_in("/profiel/hulpvragen", "helpRequests"),
    signed_in("/profiel/hulpvragen/nieuw", "newHelpRequest"),
    signed_in("/profiel/hulpvragen/:id", "helpRequest"),
    signed_in("/users", "users"),
    signed_in("/users/add", "addUser"),
    signed_in("/users/import", "importUsers"),
    signed_in("/organizations/import", "importOrganizations"),
    signed_in("/organizations/suggestions", "suggestions"),
    signed_in("/students", "students"),
    signed_in("/users/:id", "user"),
    signed_in("/users/:id/edit", "editUser"),
    signed_in("/users/:id/add_role", "addRole"),
    signed_in("/instellingen", "settings"),
    signed_in("/instellingen/keuzelijsten", "taxonomies"),
    signed_in("/instellingen/design", "settingsDesign"),
    signed_in("/instellingen/footer", "settingsFooter"),
    signed_in("/instellingen/organisatie", "settingsOrganization"),
    signed_in("/instellingen/contact-person", "settingsContactPerson"),
    signed_in("/instellingen/teksten", "legalTexts"),
    signed_in("/instellingen/centra", "settingsCentres"),
    signed_in("/instellingen/partners", "vacancySources"),
    signed_in("/moderation", "moderation"),
    signed_in("/vacancies", "myVacancies"),
    signed_in("/vacancies/add", "addVacancy"),
    signed_in("/vacancies/recommended", "recommended"),
    open("/vacancies/:id", "vacancy", View::Vacancy),
    signed_in("/vacancies/:id/edit", "editVacancy"),
    signed_in("/vacancies/bulk-edit", "bulkEdit"),
    open("/vacancies/search", "search", View::Search),
    unlisted("/zoeken", "searchAll").showing(View::SearchAll),
    signed_in("/organizations", "organizations"),
    signed_in("/organizations/add", "addOrganization"),
    signed_in("/organizations/approve", "organizationsApprove"),
    open("/organizations/:id", "organization", View::Organization),
    signed_in("/organizations/:id/edit", "editOrganization"),
    signed_in("/organizations/:id/move", "moveOrganization"),
    open("/organizations/signup", "organizationSignup", View::Plain),
    unlisted("/organizations/signup/success", "organizationSignupSuccess"),
    signed_in("/applications", "applications"),
    signed_in("/applications/:id", "application"),
    unlisted("/forms", "form").showing(View::Form),
    unlisted("/forms/:token", "form").showing(View::Form),
    signed_in("/form_builder", "formBuilder"),
    signed_in("/form_builder/new", "formNew"),
    signed_in("/form_builder/:id", "formShow"),
    signed_in("/form_builder/:id/edit", "formEdit"),
    signed_in("/form_builder/:id/preview", "formPreview"),
    signed_in("/form_builder/:id/submissions/:submissionId", "formSubmission"),
    signed_in("/contactformulier", "contactForm"),
    open("/sociale-kaart", "socialMap", View::SocialMap),
    open("/sociale-kaart/:id", "socialMapOrganization", View::SocialMapOrganization),
    open("/activiteitenkalender", "calendar", View::Plain),
    signed_in("/activiteitenkalender/overzicht", "calendarOverview"),
    signed_in("/vrijwilligerspool", "volunteerPool"),
    signed_in("/workshops", "workshops"),
    open("/een-op-een-hulp", "peerToPeer", View::HelpRequests),
    open("/gelderse-handen", "gelderseHanden", View::Plain),
    signed_in("/notificaties", "notifications"),
    signed_in("/conversations", "conversations"),
    signed_in("/dashboard", "dashboard"),
    signed_in("/analytics", "analytics"),
    signed_in("/analytics/index-2", "analytics"),
    signed_in("/admin/data-viewer", "dataViewer"),
    signed_in("/notification_templates", "notificationTemplates"),
    signed_in("/notification_templates/:id/edit", "notificationTemplate"),
    signed_in("/voluntr/changelog", "changelog"),
    signed_in("/moderation", "moderation"),
    open("/toegankelijkheid", "accessibility", View::LegalText("accessibility")),
    open("/privacy", "privacy", View::LegalText("privacy")),
    open("/voorwaarden", "terms", View::LegalText("terms")),
    open("/hoe-werkt-het", "matching", View::Legal),
    unlisted("/agenda/abonneren", "calendarSubscribe"),
    signed_in("/test/api", "test"),
    signed_in("/test/auth", "test"),
    signed_in("/test/dupe", "test"),
    signed_in("/test/form", "test"),
    signed_in("/test/user", "test"),
    signed_in("/test/colors", "test"),
    signed_in("/test/sentry", "test"),
    signed_in("/test/tiptap", "test"),
    signed_in("/test/toaster", "test"),
    signed_in("/test/step-form", "test"),
    signed_in("/test/step-form-2", "test"),
    signed_in("/test/datepicker", "test"),
    signed_in("/test/dollar-api", "test"),
    signed_in("/test/user-store", "test"),
    signed_in("/test/formbuilder", "test"),
    signed_in("/test/server-error", "test"),
    signed_in("/test/components", "testComponents"),
    signed_in("/test/mails", "testMails"),
];

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_route_of_the_product_is_a_page_and_as_public_as_it_says() {
        let routes: Value =
            serde_json::from_str(include_str!("../../ui/src/app/product-routes.json")).unwrap();
        let mut patterns = Vec::new();
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
                    page.map(|page| page.auth != PageAudience::SignedIn),
                    Some(is_public),
                    "{path}"
                );
                patterns.push(path.to_owned());
            }
        }
        let screens = concat!(
            include_str!("../../ui/src/app/routes-public.ts"),
            include_str!("../../ui/src/app/routes-content.ts"),
            include_str!("../../ui/src/app/routes-help.ts"),
            include_str!("../../ui/src/app/routes-search.ts"),
            include_str!("../../ui/src/app/routes-settings.ts"),
            include_str!("../../ui/src/app/routes.ts")
        );
        for page in PAGES {
            assert!(
                patterns.iter().any(|path| path == page.path)
                    || screens.contains(&format!("path: '{}'", page.path)),
                "{} is neither a route of the product nor a screen of the app",
                page.path
            );
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
