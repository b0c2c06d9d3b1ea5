//! The readable HTML of a page: what people and programs without JavaScript see, and everybody else until the app is
//! there. It uses the app's class names, so that nothing jumps.

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::assets;
use super::cards::{Kinds, card, facts_of, safe_href};
use super::documents::Called;
use super::language::path_in;
use super::look::Look;
use super::pages::{Page, View};
use super::schema_org;
use super::search::Search;
use super::shell::{Head, fill};
use super::words;
use crate::app::locale::Locale;
use crate::app::site::Site;
use crate::error::Result;
use crate::jsonapi::query::Query;

const SEARCH: &str = "/vacancies/search";

/// Everything that a page is written from.
pub struct Scene<'s> {
    pub site: &'s Site,
    pub look: &'s Look,
    pub locale: Locale,
    pub page: &'static Page,
    /// Without its language.
    pub path: &'s str,
    pub query: &'s Query,
    /// Those of `page.view`, in its order.
    pub documents: &'s [Called],
}

impl Scene<'_> {
    pub fn href(&self, path: &str) -> String {
        path_in(self.locale, path)
    }

    fn own(&self, key: &str) -> &'static str {
        words::own(self.locale, key)
    }

    fn document(&self, at: usize) -> Json {
        self.documents.get(at).map_or(Json::Null, Called::flat)
    }

    /// The cards of the vacancies in a document.
    fn cards(&self, document: &Json, kinds: &Kinds) -> Vec<Json> {
        let list = document.get("data").and_then(Json::as_array);
        list.into_iter()
            .flatten()
            .map(|vacancy| card(vacancy, kinds, self.locale))
            .collect()
    }

    /// What the frame around every page shows.
    fn frame(&self) -> Value {
        let (look, locale) = (self.look, self.locale);
        let features = self.site.tenant.preset.features;
        let menu: Vec<Json> = [
            ("vacancies", SEARCH, true),
            ("calendar", "/activiteitenkalender", features.activities),
            ("social_map", "/sociale-kaart", true),
            ("peer_to_peer", "/een-op-een-hulp", features.peer_to_peer),
            ("news", "/nieuws", true),
            ("organization_signup", "/organizations/signup", true),
        ]
        .into_iter()
        .filter(|(_, path, is_on)| *is_on && is_there(path))
        .map(|(key, path, _)| {
            json!({"label": words::shell(locale, &format!("menu/{key}")), "href": self.href(path), "is_current": self.path.starts_with(path)})
        })
        .collect();
        let languages: Vec<Json> = Locale::ALL
            .into_iter()
            .filter(|_| look.theme.header_language_toggle)
            // With its prefix Dutch is a choice too.
            .map(|each| json!({"word": each.word(), "href": format!("/{}{}", each.word(), if self.path == "/" { "" } else { self.path }), "is_current": each == locale}))
            .collect();
        let base: Vec<Json> = [("privacy", "/privacy"), ("accessibility", "/toegankelijkheid")]
            .into_iter()
            .map(|(key, path)| json!({"label": words::shell(locale, &format!("footer/{key}")), "href": self.href(path)}))
            .collect();
        let center = |name: &str| look.center(name);
        context! {
            app => look.app_name.as_str(),
            logo => look.profile("website_logo_url"),
            toolbar => look.toolbar(),
            home => self.href("/"),
            search => self.href(SEARCH),
            sign_in => self.href("/auth/login-1"),
            layout => layout_of(self.page),
            menu => told(menu),
            languages => told(languages),
            base => told(base),
            center => context! {
                street => center("street"), house_number => center("house_number"), postal_code => center("postal_code"),
                city => center("city"), phone_number => center("phone_number"), email => center("email"),
            },
            w => told(self.words()),
        }
    }

    fn words(&self) -> Json {
        let mut out = serde_json::Map::new();
        for key in [
            "hero",
            "hero_lead",
            "what",
            "where",
            "where_hint",
            "search",
            "search_title",
            "new",
            "all",
            "kinds",
            "none",
            "pages",
            "by",
            "work",
            "requirements",
            "offer",
            "practical",
            "apply",
            "closed",
            "similar",
            "vacancies_of",
            "website",
            "contact",
            "crumbs",
            "no_script",
        ] {
            out.insert(key.to_owned(), self.own(key).into());
        }
        for (key, of) in [
            ("skip", "skip"),
            ("menu", "menu/label"),
            ("language", "language/label"),
            ("sign_in", "signIn"),
            ("vacancies", "menu/vacancies"),
        ] {
            out.insert(key.to_owned(), words::shell(self.locale, of).into());
        }
        Json::Object(out)
    }
}

/// A screen that has words is there; to others nothing leads yet.
fn is_there(path: &str) -> bool {
    super::pages::find(path).is_some_and(|(page, _)| !words::title(Locale::Nl, page.key).is_empty())
}

fn layout_of(page: &Page) -> &'static str {
    match page.path {
        "/" | "/:slug" | "/nieuws" | "/nieuws/:slug" => "wide",
        "/switch" | "/forms" | "/forms/:token" | "/gelderse-handen" => "empty",
        _ => "default",
    }
}

/// The page's HTML and what its head says.
pub fn write(scene: &Scene) -> Result<(Head, String)> {
    let mut head = Head {
        title: words::title(scene.locale, scene.page.key).to_owned(),
        description: words::description(scene.locale, scene.page.key).to_owned(),
        path: scene.path.to_owned(),
        is_listed: scene.page.is_listed(),
        screen: scene
            .page
            .view
            .screen()
            .map(assets::screen)
            .unwrap_or_default(),
        ..Head::default()
    };
    let (template, own) = match scene.page.view {
        View::Home => ("home.html", home(scene, &mut head)),
        View::Search => ("search.html", search(scene, &mut head)),
        View::Vacancy => ("vacancy.html", vacancy(scene, &mut head)),
        View::Organization => ("organization.html", organization(scene, &mut head)),
        View::Content | View::Plain => (
            "plain.html",
            context! { title => head.title.as_str(), description => head.description.as_str() },
        ),
    };
    let content = fill(template, context! { ..own, ..scene.frame() })?;
    Ok((head, content))
}

fn home(scene: &Scene, head: &mut Head) -> Value {
    let kinds = Kinds::of(&scene.document(1));
    let vacancies = scene.cards(&scene.document(0), &kinds);
    head.json_ld = Some(schema_org::center(scene));
    let tiles: Vec<Json> = kinds
        .list(scene.locale)
        .map(
            |(id, name)| json!({"name": name, "href": scene.href(&format!("{SEARCH}?types={id}"))}),
        )
        .collect();
    context! { vacancies => told(vacancies), kinds => told(tiles) }
}

fn search(scene: &Scene, head: &mut Head) -> Value {
    let search = Search::read(scene.query);
    let document = scene.document(0);
    let kinds = Kinds::of(&scene.document(1));
    let vacancies = scene.cards(&document, &kinds);
    let number = |name: &str| {
        document
            .pointer(&format!("/meta/{name}"))
            .and_then(Json::as_u64)
            .unwrap_or_default()
    };
    let total = number("total");
    let pages = u32::try_from(number("pages")).unwrap_or_default();
    // A question is nothing to be found by searching; the list and its pages are.
    head.is_listed &= !search.is_narrowed();
    head.path = search.path(search.page);
    let word = match (scene.locale, total) {
        (Locale::Nl, 1) => "vacature",
        (Locale::Nl, _) => "vacatures",
        (Locale::En, 1) => "vacancy",
        (Locale::En, _) => "vacancies",
    };
    context! { q => search.q.as_str(), near => search.near.as_str(), found => format!("{total} {word}"), vacancies => told(vacancies), pager => told(pager(scene, &search, pages)) }
}

/// First, last, those around this page, and one step back and forth.
fn pager(scene: &Scene, search: &Search, pages: u32) -> Vec<Json> {
    if pages < 2 {
        return Vec::new();
    }
    let page = search.page;
    let href = |page| scene.href(&search.path(page));
    let mut shown = vec![1, page.saturating_sub(1), page, page + 1, pages];
    shown.retain(|each| (1..=pages).contains(each));
    shown.sort_unstable();
    shown.dedup();
    let back = (page > 1)
        .then(|| json!({"href": href(page - 1), "label": scene.own("previous"), "rel": "prev"}));
    let forth = (page < pages)
        .then(|| json!({"href": href(page + 1), "label": scene.own("next"), "rel": "next"}));
    let numbers = shown.into_iter().map(|each| {
        json!({"href": href(each), "label": each, "name": format!("{} {each}", scene.own("page")), "is_current": each == page})
    });
    back.into_iter().chain(numbers).chain(forth).collect()
}

fn vacancy(scene: &Scene, head: &mut Head) -> Value {
    let document = scene.document(0);
    let vacancy = document.get("data").unwrap_or(&Json::Null);
    let kinds = Kinds::of(&scene.document(2));
    let text = |name: &str| {
        vacancy
            .get(name)
            .and_then(Json::as_str)
            .filter(|text| !text.is_empty())
    };
    let is_open = text("status") == Some("published");
    let id = text("id").unwrap_or_default();
    let own = card(vacancy, &kinds, scene.locale);
    head.title = owned(text("title"));
    head.description = owned(text("summary"));
    head.path = format!("/vacancies/{id}");
    head.is_listed &= is_open;
    // A drawing says nothing on other sites, and most do not show one.
    head.image = own
        .get("image")
        .and_then(Json::as_str)
        .filter(|image| !image.starts_with("/img/"))
        .map(str::to_owned);
    head.json_ld = is_open.then(|| schema_org::vacancy(scene, vacancy));
    let organization_id = vacancy.pointer("/organization/id").and_then(Json::as_str);
    let min_age = vacancy
        .get("min_age")
        .and_then(Json::as_i64)
        .map(|age| scene.own("from_age").replace("{n}", &age.to_string()));
    let facts = facts_of(vacancy, scene.locale);
    let practical: Vec<Json> = [
        ("time", facts.time),
        ("when", text("schedule").map(str::to_owned)),
        ("place", facts.place),
        ("min_age", min_age),
        ("expenses", text("expenses").map(str::to_owned)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some(json!({"label": scene.own(key), "value": value?})))
    .collect();
    context! {
        vacancy => told(own),
        description => sanitised(text("description")),
        requirements => told(vacancy.get("requirements").cloned()),
        offer => text("offer"),
        practical => told(practical),
        is_open,
        apply => format!("{}#apply", scene.href(&format!("/vacancies/{id}"))),
        organization_href => organization_id.map(|id| scene.href(&format!("/organizations/{id}"))),
        contact => told(vacancy.get("contact_person").cloned()),
        similar => told(scene.cards(&scene.document(1), &kinds)),
    }
}

fn organization(scene: &Scene, head: &mut Head) -> Value {
    let document = scene.document(0);
    let organization = document.get("data").unwrap_or(&Json::Null);
    let text = |name: &str| organization.get(name).and_then(Json::as_str);
    head.title = owned(text("name"));
    head.description = text("description").map(plain_start).unwrap_or_default();
    head.path = format!("/organizations/{}", text("id").unwrap_or_default());
    head.json_ld = Some(schema_org::organization(organization));
    context! {
        organization => told(organization.clone()),
        description => sanitised(text("description")),
        website => safe_href(text("website")),
        vacancies => told(scene.cards(&scene.document(1), &Kinds::default())),
    }
}

fn owned(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

/// JSON as templates read it.
fn told(json: impl Into<Json>) -> Value {
    match json.into() {
        Json::Null => Value::from(()),
        Json::Bool(yes) => Value::from(yes),
        Json::Number(number) => number
            .as_i64()
            .map_or_else(|| Value::from(number.to_string()), Value::from),
        Json::String(text) => Value::from(text),
        Json::Array(list) => list.into_iter().map(told).collect::<Vec<_>>().into(),
        Json::Object(fields) => {
            Value::from_pairs(fields.into_iter().map(|(name, value)| (name, told(value))))
        }
    }
}

/// Rich text once more through the sieve: what is in the file may be older than its rules.
pub fn sanitised(html: Option<&str>) -> Value {
    Value::from_safe_string(html.map(ammonia::clean).unwrap_or_default())
}

/// The first words of a rich text, for a description.
fn plain_start(html: &str) -> String {
    let text = crate::resources::checks::words_of(html);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(160).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_compiles_and_escapes() {
        for (name, _) in super::super::shell::TEMPLATES.templates() {
            fill(name, context! { title => "<i>" }).unwrap();
        }
        let plain = fill(
            "plain.html",
            context! { title => "<i>&", layout => "default" },
        )
        .unwrap();
        assert!(plain.contains("<h1>&lt;i&gt;&amp;</h1>"));
    }

    #[test]
    fn rich_text_carries_no_script_and_no_style() {
        let html = sanitised(Some("<p style=\"x\" onclick=\"y\">a<script>b</script></p>"));
        assert_eq!(html.as_str(), Some("<p>a</p>"));
    }
}
