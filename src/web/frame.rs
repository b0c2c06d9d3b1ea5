//! The frame around the content of every page that the server writes: the bar at the top, the foot, and the words.

use minijinja::{Value, context};
use serde_json::{Map, Value as Json, json};

use super::content::{SEARCH, Scene, told};
use super::pages::{self, Page};
use super::words;
use crate::app::locale::Locale;
use crate::phone;
use crate::tenants::Wording;

/// A name longer than this stands in two lines beside the sign.
const LONG_NAME: usize = 14;

type Source = fn(Locale, &str) -> &'static str;

/// What templates call a word, and where it comes from.
const WORDS: &[(&str, Source, &str)] = &[
    ("skip", words::shell, "skip"),
    ("menu", words::shell, "menu/label"),
    ("language", words::shell, "language/label"),
    ("sign_in", words::shell, "signIn"),
    ("no_script", words::own, "no_script"),
    ("crumbs", words::component, "breadcrumb"),
    ("pages", words::component, "pagination/label"),
    ("title", words::home, "title"),
    ("what_example", words::home, "what_example"),
    ("start_here", words::home, "start_here"),
    ("categories", words::home, "categories"),
    ("newest", words::home, "newest"),
    ("newest_more", words::home, "newest_more"),
    ("newest_none", words::home, "newest_none"),
    ("newest_none_text", words::home, "newest_none_text"),
    ("newest_none_hear", words::home, "newest_none_hear"),
    ("how", words::home, "how"),
    ("organisations", words::home, "organisations"),
    ("organisations_text", words::home, "organisations_text"),
    ("organisations_action", words::home, "organisations_action"),
    ("home", words::public, "home"),
    ("vacancies", words::public, "vacancies"),
    ("search_title", words::public, "search/title"),
    ("what", words::public, "search/what"),
    ("search_example", words::public, "search/what_example"),
    ("day", words::public, "search/day"),
    ("sort_by", words::component, "sort_by"),
    ("view", words::public, "search/view"),
    ("bar", words::public, "search/bar"),
    ("chosen", words::component, "filters/chosen"),
    ("clear", words::component, "filters/clear"),
    ("where", words::public, "search/where"),
    ("where_example", words::public, "search/where_example"),
    ("search", words::public, "search/submit"),
    ("filters", words::public, "filters/title"),
    ("none", words::public, "empty/title"),
    ("all", words::public, "empty/all"),
    ("story", words::public, "page/story"),
    ("requirements", words::public, "page/requirements"),
    ("offer", words::public, "page/offer"),
    ("side", words::public, "page/side"),
    ("practical", words::public, "page/practical"),
    ("apply_bar", words::public, "page/bar"),
    ("apply", words::public, "page/apply"),
    ("contact", words::public, "page/contact"),
    ("similar", words::public, "page/similar"),
];

pub fn of(scene: &Scene) -> Value {
    let (look, locale) = (scene.look, scene.locale);
    let center = |name: &str| look.center(name);
    context! {
        app => look.app_name.as_str(),
        app_lines => in_two_lines(&look.app_name),
        logo => look.profile("website_logo_url"),
        toolbar => look.toolbar(),
        footer => format!("site-footer is-{}", look.theme.footer_variant),
        home => scene.href("/"),
        search => scene.href(SEARCH),
        sign_in => scene.href("/auth/login-1"),
        layout => layout_of(scene.page),
        menu => told(menu(scene)),
        languages => told(languages(scene)),
        base => told(links(scene, &[("terms", "/voorwaarden"), ("privacy", "/privacy"), ("accessibility", "/toegankelijkheid")])),
        center => context! {
            street => center("street"),
            house_number => center("house_number"),
            postal_code => center("postal_code"),
            city => center("city"),
            phone_number => center("phone_number"),
            call => center("phone_number").map(|number| words::shell(locale, "footer/call").replace("{{number}}", &phone::written(number))),
            email => center("email"),
        },
        w => told(WORDS.iter().map(|(name, source, key)| ((*name).to_owned(), source(locale, key).into())).collect::<Map<_, _>>()),
    }
}

/// What visitors are offered, as far as it is on here and there.
fn menu(scene: &Scene) -> Vec<Json> {
    let preset = &scene.site.tenant.preset;
    let peer_to_peer = if preset.wording == Wording::Neighbour {
        "peer_to_peer_neighbour"
    } else {
        "peer_to_peer"
    };
    let (locale, features) = (scene.locale, preset.features);
    [
        ("vacancies", SEARCH, true),
        ("calendar", "/activiteitenkalender", features.activities),
        ("social_map", "/sociale-kaart", true),
        (peer_to_peer, "/een-op-een-hulp", features.peer_to_peer),
        ("news", "/nieuws", true),
        ("organization_signup", "/organizations/signup", true),
    ]
    .into_iter()
    .filter(|(_, path, is_on)| *is_on && is_there(path))
    .map(|(key, path, _)| {
        let is_current = scene.path.starts_with(path) || (path == SEARCH && scene.path.starts_with("/vacancies/"));
        json!({ "label": words::shell(locale, &format!("menu/{key}")), "href": scene.href(path), "is_current": is_current })
    })
    .collect()
}

fn languages(scene: &Scene) -> Vec<Json> {
    let path = if scene.path == "/" { "" } else { scene.path };
    Locale::ALL
        .into_iter()
        .filter(|_| scene.look.theme.header_language_toggle)
        // With its prefix Dutch is a choice too.
        .map(|each| json!({ "word": each.word(), "href": format!("/{}{path}", each.word()), "is_current": each == scene.locale }))
        .collect()
}

fn links(scene: &Scene, to: &[(&str, &str)]) -> Vec<Json> {
    to.iter()
        .filter(|(_, path)| is_there(path))
        .map(|(key, path)| json!({ "label": words::shell(scene.locale, &format!("footer/{key}")), "href": scene.href(path) }))
        .collect()
}

/// Nothing leads to a screen that is not there yet.
fn is_there(path: &str) -> bool {
    pages::find(path).is_some_and(|(page, _)| page.is_there())
}

fn layout_of(page: &Page) -> &'static str {
    match page.path {
        "/" | "/:slug" | "/nieuws" | "/nieuws/:slug" => "wide",
        "/switch" | "/forms" | "/forms/:token" | "/gelderse-handen" => "empty",
        _ => "default",
    }
}

/// A long name in two lines of about the same length, as the app's logo has it.
fn in_two_lines(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split(' ').collect();
    if name.chars().count() <= LONG_NAME {
        return vec![name.to_owned()];
    }
    (1..words.len())
        .filter_map(|at| Some([words.get(..at)?.join(" "), words.get(at..)?.join(" ")]))
        .min_by_key(|lines| lines.iter().map(|line| line.chars().count()).max())
        .map_or_else(|| vec![name.to_owned()], Vec::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_stands_in_two_lines() {
        assert_eq!(
            in_two_lines("Meedoen in Lindewaard"),
            ["Meedoen in", "Lindewaard"]
        );
        assert_eq!(in_two_lines("Samen"), ["Samen"]);
        assert_eq!(
            in_two_lines("Vrijwilligerscentrum"),
            ["Vrijwilligerscentrum"]
        );
    }

    #[test]
    fn every_word_is_there_in_both_languages() {
        for (name, source, key) in WORDS {
            for locale in Locale::ALL {
                assert!(!source(locale, key).is_empty(), "{name}");
            }
        }
    }
}
