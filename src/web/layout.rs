//! Layout of every server-rendered page: toolbar, footer and their texts.

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value as Json, json};

use super::footer;
use super::page_context::{PageContext, SEARCH, told};
use super::pages::{self, MenuLink, Page, VISITOR_MENU, View};
use super::search_all;
use crate::base::locale::Locale;
use crate::base::phone;
use crate::presets::Wording;
use crate::resources::menu_item::SiteMenuEntry;
use crate::web::i18n;

/// Length in characters above which a centre's name is split over two lines beside the logo.
const LONG_NAME: usize = 14;

const SIGN_IN: &str = "/auth/login-1";

/// Where people help each other; it has the name that it goes by at the centre.
const PEER_TO_PEER: &str = "peer_to_peer";

type Source = fn(Locale, &str) -> &'static str;

/// Template variable, locale file and key of every text in the layout.
const WORDS: &[(&str, Source, &str)] = &[
    ("skip", i18n::shell, "skip"),
    ("menu", i18n::shell, "menu/label"),
    ("language", i18n::shell, "language/label"),
    ("sign_in", i18n::shell, "signIn"),
    ("search_site", i18n::shell, "search"),
    ("no_script", i18n::own, "no_script"),
    ("crumbs", i18n::component, "breadcrumb"),
    ("pages", i18n::component, "pagination/label"),
    ("title", i18n::home, "title"),
    ("what_example", i18n::home, "what_example"),
    ("start_here", i18n::home, "start_here"),
    ("categories", i18n::home, "categories"),
    ("newest", i18n::home, "newest"),
    ("newest_more", i18n::home, "newest_more"),
    ("newest_none", i18n::home, "newest_none"),
    ("newest_none_text", i18n::home, "newest_none_text"),
    ("newest_none_hear", i18n::home, "newest_none_hear"),
    ("how", i18n::home, "how"),
    ("organisations", i18n::home, "organisations"),
    ("organisations_text", i18n::home, "organisations_text"),
    ("organisations_action", i18n::home, "organisations_action"),
    ("home", i18n::public, "home"),
    ("vacancies", i18n::public, "vacancies"),
    ("search_title", i18n::public, "search/title"),
    ("what", i18n::public, "search/what"),
    ("search_example", i18n::public, "search/what_example"),
    ("day", i18n::public, "search/day"),
    ("sort_by", i18n::component, "sort_by"),
    ("view", i18n::public, "search/view"),
    ("bar", i18n::public, "search/bar"),
    ("chosen", i18n::component, "filters/chosen"),
    ("clear", i18n::component, "filters/clear"),
    ("where", i18n::public, "search/where"),
    ("where_example", i18n::public, "search/where_example"),
    ("search", i18n::public, "search/submit"),
    ("filters", i18n::public, "filters/title"),
    ("none", i18n::public, "empty/title"),
    ("all", i18n::public, "empty/all"),
    ("story", i18n::vacancy, "page/story"),
    ("requirements", i18n::vacancy, "page/requirements"),
    ("offer", i18n::vacancy, "page/offer"),
    ("side", i18n::vacancy, "page/side"),
    ("practical", i18n::vacancy, "page/practical"),
    ("apply_bar", i18n::vacancy, "page/bar"),
    ("apply", i18n::vacancy, "page/apply"),
    ("contact", i18n::vacancy, "page/contact"),
    ("similar", i18n::vacancy, "page/similar"),
];

pub fn of(page_context: &PageContext) -> Value {
    let (branding, locale) = (page_context.branding, page_context.locale);
    let center = |name: &str| branding.center(name);
    context! {
        app => branding.app_name.as_str(),
        app_lines => in_two_lines(&branding.app_name),
        logo => branding.profile("website_logo_url"),
        dark_logo => branding.profile("website_logo_dark_mode_url"),
        columns => told(footer::columns(page_context)),
        marks => told(footer::marks(branding, locale)),
        toolbar => branding.toolbar(),
        footer => format!("site-footer is-{}", branding.theme.footer_variant),
        home => page_context.href("/"),
        search => page_context.href(SEARCH),
        search_all => page_context.href(search_all::PATH),
        sign_in => page_context.href(&sign_in_path(page_context)),
        layout => layout_of(page_context.page),
        menu => told(header_menu(page_context)),
        footer_menu => told(own_menu(page_context, &branding.menus.footer)),
        languages => told(languages(page_context)),
        base => told(links(page_context, &[("newsletter", "/nieuwsbrief"), ("terms", "/voorwaarden"), ("privacy", "/privacy"), ("accessibility", "/toegankelijkheid")])),
        center => context! {
            street => center("street"),
            house_number => center("house_number"),
            postal_code => center("postal_code"),
            city => center("city"),
            phone_number => center("phone_number"),
            call => center("phone_number").map(|number| i18n::shell(locale, "footer/call").replace("{{number}}", &phone::written(number))),
            email => center("email"),
        },
        w => told(WORDS.iter().map(|(name, source, key)| ((*name).to_owned(), source(locale, key).into())).collect::<Map<_, _>>()),
    }
}

/// The centre's own menu, or that of the program.
fn header_menu(page_context: &PageContext) -> Vec<Json> {
    match page_context.branding.menus.header.as_slice() {
        [] => menu(page_context),
        own => own_menu(page_context, own),
    }
}

/// What a centre put in a menu: an entry with others under it leads there too, as the first of them.
fn own_menu(page_context: &PageContext, entries: &[SiteMenuEntry]) -> Vec<Json> {
    let is_english = page_context.locale == Locale::En;
    let link = |name: &str, name_en: &str, path: &str, path_en: Option<&str>| {
        let path = path_en.filter(|_| is_english).unwrap_or(path);
        let is_current = page_context.path == path
            || path != "/" && page_context.path.starts_with(&format!("{path}/"));
        json!({
            "label": if is_english { name_en } else { name },
            "href": page_context.href(path),
            "is_current": is_current,
        })
    };
    entries
        .iter()
        .map(|root| {
            let own = root
                .path
                .as_deref()
                .map(|path| link(&root.name, &root.name_en, path, root.path_en.as_deref()));
            let below: Vec<Json> = root
                .entries
                .iter()
                .map(|each| {
                    link(
                        &each.name,
                        &each.name_en,
                        &each.path,
                        each.path_en.as_deref(),
                    )
                })
                .collect();
            match own {
                Some(own) if below.is_empty() => own,
                own => json!({
                    "label": if is_english { &root.name_en } else { &root.name },
                    "entries": own.into_iter().chain(below).collect::<Vec<_>>(),
                }),
            }
        })
        .collect()
}

/// The sign-in screen, from which one comes back to this page, as the client's links do.
fn sign_in_path(page_context: &PageContext) -> String {
    let path = page_context.path;
    // Nobody wants to come back to the front page, or to a step of signing in or up.
    let is_step = [
        "/auth/",
        "/inloggen",
        "/uitloggen",
        "/signup",
        "/confirm",
        "/toestemming",
        "/switch",
        "/profiel/verwijderd",
    ]
    .iter()
    .any(|step| path.starts_with(step));
    let next = if is_step {
        page_context.query.get("next").unwrap_or("/").to_owned()
    } else {
        let asked: Vec<String> = page_context
            .query
            .pairs()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
            .collect();
        match asked.as_slice() {
            [] => path.to_owned(),
            asked => format!("{path}?{}", asked.join("&")),
        }
    };
    if next == "/" {
        SIGN_IN.to_owned()
    } else {
        format!("{SIGN_IN}?next={}", encoded(&next))
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Menu entries for visitors, limited to the features that this centre has enabled.
fn menu(page_context: &PageContext) -> Vec<Json> {
    let (locale, features) = (page_context.locale, page_context.site.features());
    let named = |key| match page_context.site.wording() {
        Wording::Neighbour if key == PEER_TO_PEER => "peer_to_peer_neighbour",
        _ => key,
    };
    VISITOR_MENU
        .iter()
        .filter(|link| (link.when)(features) && is_there(link.path))
        .map(|MenuLink { key, path, .. }| {
            let is_current = page_context.path.starts_with(path)
                || (*path == SEARCH && page_context.path.starts_with("/vacancies/"));
            json!({
                "label": i18n::shell(locale, &format!("screen/{}", named(key))),
                "href": page_context.href(path),
                "is_current": is_current,
            })
        })
        .collect()
}

fn languages(page_context: &PageContext) -> Vec<Json> {
    let path = if page_context.path == "/" {
        ""
    } else {
        page_context.path
    };
    Locale::ALL
        .into_iter()
        .filter(|_| page_context.branding.theme.header_language_toggle)
        // Dutch is linked with its prefix, so that it replaces an earlier choice in the cookie.
        .map(|each| json!({ "word": each.as_str(), "href": format!("/{}{path}", each.as_str()), "is_current": each == page_context.locale }))
        .collect()
}

fn links(page_context: &PageContext, to: &[(&str, &str)]) -> Vec<Json> {
    to.iter()
        .filter(|(_, path)| is_there(path))
        .map(|(key, path)| json!({ "label": i18n::shell(page_context.locale, &format!("footer/{key}")), "href": page_context.href(path) }))
        .collect()
}

/// Excludes screens that do not exist yet from the menu.
fn is_there(path: &str) -> bool {
    pages::find(path).is_some_and(|(page, _)| page.is_there())
}

fn layout_of(page: &Page) -> &'static str {
    match page.view {
        // What a centre writes has the width, whatever stands around it.
        View::Content(_) if page.layout != "empty" => "wide",
        _ => page.layout,
    }
}

/// Splits a long name into two lines of about equal length, as the client's logo does.
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
