//! Templates of content blocks (`templates/blocks`), filled with what `resources/page/render.rs` gathered.

#[cfg(debug_assertions)]
mod from_disk;

use minijinja::{Environment, Value, context};
use serde_json::{Map, Value as Json, json};

use super::calendar::{self, entry};
use super::forms;
use super::language::{path_in, split};
use super::page_context::{SEARCH, told};
use super::picture;
use crate::base::date_words;
use crate::base::locale::Locale;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Error, Result};
use crate::mail::dutch_time::{date_in_words, moment_in_words};
use crate::resources::page::block_types::{Field, Group, Kind, Source};
use crate::resources::page::document::{StoredBlock, stock_address};
use crate::resources::page::markup;
use crate::resources::page::published::address_of;
use crate::resources::page::render::{
    ACTIVITY_TYPES, BlockView, COUNT, Scene, choice_of, documents_of, filter_pairs, number_of,
};
use crate::web::i18n;
use crate::web::page_data::flat;
use crate::web::vacancy_card::{self, Kinds, name_field};

/// Fills the template of a block: the HTML that visitors and editors see.
pub fn fill(scene: &Scene, view: &BlockView) -> Result<String> {
    let name = format!("blocks/{}.html", view.block.kind.template());
    let with = context_of(scene, view);
    let render = |environment: &Environment| {
        environment
            .get_template(&name)
            .and_then(|template| template.render(with))
            .map_err(|error| Error::internal(format!("the block {name}: {error:#}")))
    };
    #[cfg(debug_assertions)]
    if let Some(environment) = from_disk::environment() {
        return render(&environment);
    }
    render(&super::shell::TEMPLATES)
}

fn context_of(scene: &Scene, view: &BlockView) -> Value {
    let block = view.block;
    let locale = scene.locale;
    let id = match block.id {
        Some(id) => format!("b{id}"),
        None => format!("bn{}", view.at),
    };
    let is_first = view.at == 0;
    let carries_title = is_first
        && !scene.has_title
        && block.kind.group == Group::Opening
        && block.content.contains_key("title");
    context! {
        b => object(scene, block.kind.fields, &block.content),
        id,
        ground => block.ground.as_str(),
        level => if carries_title { 1 } else { 2 },
        is_first,
        locale => locale.as_str(),
        w => words(locale),
        search => path_in(locale, SEARCH),
        ..own(scene, block)
    }
}

/// The rendered words of blocks and of the pages around them.
pub fn words(locale: Locale) -> Value {
    use std::sync::LazyLock;
    static WORDS: LazyLock<[Value; 2]> =
        LazyLock::new(|| Locale::ALL.map(|locale| told(i18n::blocks(locale).clone())));
    let [nl, en] = &*WORDS;
    match locale {
        Locale::Nl => nl.clone(),
        Locale::En => en.clone(),
    }
}

fn object(scene: &Scene, fields: &[Field], content: &Map<String, Json>) -> Value {
    Value::from_pairs(fields.iter().filter_map(|field| {
        let value = value(scene, field.kind, content.get(field.name))?;
        Some((field.name, value))
    }))
}

fn value(scene: &Scene, kind: Kind, value: Option<&Json>) -> Option<Value> {
    if let (Kind::Choice(choices), None) = (kind, value) {
        return choices.first().map(|choice| Value::from(*choice));
    }
    let value = value?;
    Some(match kind {
        // Sanitised when it was stored (`page::content`).
        Kind::RichText { .. } | Kind::LongText { .. } => {
            Value::from_safe_string(anchored(scene.locale, value.as_str()?))
        }
        Kind::Markdown { .. } => {
            let html = markup::markdown(value.as_str()?);
            Value::from_safe_string(anchored(scene.locale, &html))
        }
        Kind::Link => link(scene, value)?,
        Kind::Picture => shown_picture(scene, value)?,
        Kind::Video => context! { id => value.as_str()? },
        Kind::List { fields, .. } => value
            .as_array()?
            .iter()
            .filter_map(Json::as_object)
            .map(|item| object(scene, fields, item))
            .collect::<Vec<_>>()
            .into(),
        Kind::Line { .. }
        | Kind::Choice(_)
        | Kind::Flag
        | Kind::Number { .. }
        | Kind::Form
        | Kind::Filter
        | Kind::ActivityFilter => told(value.clone()),
    })
}

/// Links of a text in another language than Dutch lead to pages in that language.
pub fn anchored(locale: Locale, html: &str) -> String {
    match locale {
        Locale::Nl => html.to_owned(),
        Locale::En => html
            .replace("href=\"/", "href=\"/en/")
            .replace("href=\"/en/en/", "href=\"/en/")
            .replace("href=\"/en/uploads/", "href=\"/uploads/"),
    }
}

/// A path of this site in the language of the page; files have none.
fn own_path(locale: Locale, href: &str) -> String {
    let is_file = ["/uploads/", "/img/", "/feeds/", "/nl/", "/en/"]
        .iter()
        .any(|folder| href.starts_with(folder));
    if href.starts_with('/') && !is_file && href != "/en" {
        path_in(locale, href)
    } else {
        href.to_owned()
    }
}

fn link(scene: &Scene, value: &Json) -> Option<Value> {
    let text = |name: &str| value.get(name).and_then(Json::as_str);
    let id = text("page_id").and_then(|id| id.parse::<i64>().ok());
    let href = match id {
        Some(id) => {
            let (path, locale) = scene.pages.get(&id)?;
            path_in(*locale, path)
        }
        None => own_path(scene.locale, text("href")?),
    };
    let is_external = href.starts_with("http");
    Some(context! { href, label => text("label"), is_external })
}

fn shown_picture(scene: &Scene, value: &Json) -> Option<Value> {
    let text = |name: &str| value.get(name).and_then(Json::as_str);
    let id = text("upload_id").and_then(|id| id.parse::<i64>().ok());
    let url = match (id, text("stock")) {
        (Some(id), _) => scene.address_of_picture(id)?,
        (None, stock) => stock_address(stock?),
    };
    let is_decorative = value.get("decorative") == Some(&Json::Bool(true));
    let alt = match text("alt") {
        _ if is_decorative => "",
        alt => alt.unwrap_or_default(),
    };
    let mut shown = picture::told(&url, alt);
    let focus = value.get("focus").cloned().or_else(|| focus_of(&url));
    if let (Some(shown), Some(focus)) = (shown.as_object_mut(), focus) {
        shown.insert("focus".to_owned(), focus);
    }
    Some(told(shown))
}

/// The point that stays in view, as the address of a stored picture says it. The middle is what a picture has where
/// nobody chose one: a frame that cuts off much then keeps the top, where faces are.
fn focus_of(url: &str) -> Option<Json> {
    let mut parts = url.strip_suffix(".webp")?.rsplit('-');
    let (y, x): (i64, i64) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    ((x, y) != (50, 50)).then(|| json!({ "x": x, "y": y }))
}

fn list(scene: &Scene, address: &str) -> Json {
    scene.documents.get(address).map(flat).unwrap_or_default()
}

fn total(document: &Json) -> u64 {
    let total = document.pointer("/meta/total").and_then(Json::as_u64);
    total.unwrap_or_default()
}

fn rows(document: &Json) -> impl Iterator<Item = &Json> {
    let rows = document.get("data").and_then(Json::as_array);
    rows.into_iter().flatten()
}

/// What a block shows besides its content.
fn own(scene: &Scene, block: &StoredBlock) -> Value {
    let locale = scene.locale;
    let addresses = documents_of(block, locale);
    let document = addresses.first().map(|address| list(scene, address));
    let document = document.unwrap_or_default();
    match block.kind.fills_itself {
        None => context! {},
        Some(Source::Cards) => cards(scene, block, &document),
        Some(Source::News) => context! {
            items => told(rows(&document).map(|item| news_item(item, locale)).collect::<Vec<_>>()),
            total => total(&document),
            all => told(all_news(locale)),
        },
        Some(Source::Calendar) => context! {
            is_off => document.pointer("/meta/is_off").is_some(),
            items => told(rows(&document).map(|date| date_line(date, locale)).collect::<Vec<_>>()),
            all => told(json!({ "href": path_in(locale, &whole_calendar(block)), "label": i18n::blocks_word(locale, "whole_calendar") })),
        },
        Some(Source::Categories) => categories(scene, block),
        Some(Source::Search) => search(scene),
        Some(Source::Form) => {
            let id = block.content.get("form").and_then(Json::as_str);
            let id = id.and_then(|id| id.parse::<i64>().ok());
            let form = id.and_then(|id| scene.forms.get(&id));
            let Some(form) = form else {
                return context! { form => context! { is_open => false } };
            };
            let form = flat(form);
            let form = form.get("data").cloned().unwrap_or_default();
            context! { form => forms::shown(locale, &form) }
        }
    }
}

fn cards(scene: &Scene, block: &StoredBlock, document: &Json) -> Value {
    let locale = scene.locale;
    match choice_of(block, "source") {
        "news" => context! {
            items => told(rows(document).map(|item| news_item(item, locale)).collect::<Vec<_>>()),
            total => total(document),
            all => told(all_news(locale)),
        },
        "activities" => context! {
            items => told(rows(document).map(|activity| activity_card(activity, locale)).collect::<Vec<_>>()),
            total => total(document),
            all => told(json!({ "href": path_in(locale, calendar::PATH), "label": i18n::blocks_word(locale, "all_activities") })),
        },
        "organizations" => {
            let items: Vec<Json> = rows(document)
                .map(|organization| {
                    let text = |name: &str| organization.get(name).and_then(Json::as_str);
                    let id = text("id").unwrap_or_default();
                    let picture = text("photo_url").or_else(|| text("logo_url"));
                    let about = organization.pointer("/profile/description").and_then(Json::as_str);
                    json!({
                        "href": path_in(locale, &format!("/organizations/{id}")),
                        "title": text("name"),
                        "summary": text("description").or(about).map(super::organization::plain_start),
                        "image": picture.map(|url| picture::told(url, "")),
                    })
                })
                .collect();
            context! {
                items => told(items),
                total => total(document),
                all => told(json!({ "href": path_in(locale, "/sociale-kaart"), "label": i18n::blocks_word(locale, "all_organizations") })),
            }
        }
        _ => {
            let kinds = Kinds::of(&list(scene, ACTIVITY_TYPES));
            let items = vacancy_card::cards(rows(document), &kinds, locale);
            let names = [
                ("activity_type_ids", "types"),
                ("tags", "tags"),
                ("kinds", "kind"),
            ];
            let query: Vec<String> = filter_pairs(block, "filter", &names)
                .into_iter()
                .map(|(name, values)| format!("{name}={values}"))
                .collect();
            let href = match query.join("&") {
                none if none.is_empty() => SEARCH.to_owned(),
                query => format!("{SEARCH}?{query}"),
            };
            let count = total(document);
            let label = match count {
                0 => i18n::home(locale, "all_none").to_owned(),
                count => i18n::counted(i18n::home, locale, "all", count),
            };
            context! {
                items => told(items),
                total => count,
                all => told(json!({ "href": path_in(locale, &href), "label": label })),
            }
        }
    }
}

/// The calendar under the filters of a block.
fn whole_calendar(block: &StoredBlock) -> String {
    let mut query = match choice_of(block, "which") {
        "free" => vec!["gratis=1".to_owned()],
        "online" => vec!["online=1".to_owned()],
        // The calendar has no filter for what is not online.
        _ => Vec::new(),
    };
    let names = [("activity_categories", "soort"), ("target_groups", "voor")];
    let lists = filter_pairs(block, "about", &names).into_iter();
    query.extend(lists.map(|(name, values)| format!("{name}={values}")));
    if query.is_empty() {
        calendar::PATH.to_owned()
    } else {
        format!("{}?{}", calendar::PATH, query.join("&"))
    }
}

/// An activity with its next date.
fn activity_card(activity: &Json, locale: Locale) -> Json {
    let text = |name: &str| activity.get(name).and_then(Json::as_str);
    let (id, slug) = (
        text("id").unwrap_or_default(),
        text("slug").unwrap_or_default(),
    );
    let when = text("next_starts_at").and_then(|at| moment_in_words(at, locale));
    let place = if activity.get("online") == Some(&Json::Bool(true)) {
        Some(i18n::calendar(locale, "online"))
    } else {
        text("location_name").or_else(|| text("city"))
    };
    let about: Vec<&str> = [when.as_deref(), place].into_iter().flatten().collect();
    json!({
        "href": path_in(locale, &format!("{}/{id}-{slug}", calendar::PATH)),
        "title": text("title"),
        "summary": about.join(" · "),
        "image": text("image_url").map(|url| picture::told(url, text("image_alt").unwrap_or_default())),
    })
}

/// A date of an activity: the day, the title, and when and where it is.
fn date_line(date: &Json, locale: Locale) -> Json {
    let starts = entry::at(date, "starts_local").unwrap_or_default();
    let place = if entry::is(date, "online") {
        Some(i18n::calendar(locale, "online"))
    } else {
        entry::text(date, "location_name").or_else(|| entry::text(date, "city"))
    };
    let weekday = date_words::weekday_name(
        starts
            .date()
            .weekday()
            .to_monday_zero_offset()
            .unsigned_abs(),
        locale,
    );
    let start = entry::start(date, locale);
    let about: Vec<&str> = [Some(weekday), Some(start.as_str()), place]
        .into_iter()
        .flatten()
        .collect();
    json!({
        "datetime": entry::text(date, "starts_local"),
        "day": starts.day(),
        "month": entry::short_month(starts.date(), locale),
        "title": entry::text(date, "title"),
        "href": path_in(locale, &entry::path_of(date)),
        "text": entry::capital(&about.join(" · ")),
        "places": entry::places(date, locale),
    })
}

fn all_news(locale: Locale) -> Json {
    json!({ "href": path_in(locale, "/nieuws"), "label": i18n::blocks_word(locale, "news_all") })
}

fn categories(scene: &Scene, block: &StoredBlock) -> Value {
    let locale = scene.locale;
    let document = list(scene, ACTIVITY_TYPES);
    let most = usize::try_from(number_of(block)).unwrap_or_default();
    let mut sum = 0;
    let items: Vec<Json> = rows(&document)
        .filter_map(|kind| {
            let id = kind.get("id")?.as_str()?;
            let count = kind.get("count")?.as_u64().filter(|count| *count > 0)?;
            sum += count;
            Some(json!({
                "name": kind.get(name_field(locale))?,
                "icon": kind.get("icon"),
                "count": i18n::counted(i18n::home, locale, "count", count),
                "href": path_in(locale, &format!("{SEARCH}?types={id}")),
            }))
        })
        .take(most)
        .collect();
    context! {
        items => told(items),
        total => sum,
        all => told(json!({ "href": path_in(locale, SEARCH), "label": i18n::home(locale, "all_none") })),
    }
}

fn search(scene: &Scene) -> Value {
    let locale = scene.locale;
    let count = total(&list(scene, COUNT));
    let intro = match count {
        0 => i18n::home(locale, "lead_none").to_owned(),
        count => i18n::counted(i18n::home, locale, "lead", count),
    };
    let quick: Vec<Json> = ["once", "weekend", "no_experience"]
        .into_iter()
        .filter(|_| count > 0)
        .map(|tag| {
            json!({
                "label": i18n::home(locale, &format!("quick/{tag}")),
                "href": path_in(locale, &format!("{SEARCH}?tags={tag}")),
            })
        })
        .collect();
    context! { intro, quick => told(quick), total => count }
}

/// A news item of a list: attributes of `published_pages`, flat.
pub fn news_item(item: &Json, locale: Locale) -> Json {
    let text = |name: &str| {
        item.get(name)
            .and_then(Json::as_str)
            .filter(|text| !text.is_empty())
    };
    let own = text("locale").and_then(Locale::parse).unwrap_or(locale);
    let kind = text("page_type").unwrap_or("news");
    // What was not translated is read under the reader's own menu.
    let path = match text("path") {
        Some(path) => split(path).1.to_owned(),
        None => address_of(text("slug").unwrap_or_default(), kind),
    };
    let date = text("published_at");
    json!({
        "href": path_in(locale, &path),
        "lang": (own != locale).then(|| own.as_str()),
        "title": text("title"),
        "summary": text("summary"),
        "date": date,
        "date_text": date.and_then(|at| date_in_words(at, locale)),
        "is_story": kind == "success_story",
        "image": text("image_url").map(|url| with_focus(url, text("image_alt").unwrap_or_default())),
    })
}

/// A picture with the point that stays in view.
pub fn with_focus(url: &str, alt: &str) -> Json {
    let mut shown = picture::told(url, alt);
    if let (Some(shown), Some(focus)) = (shown.as_object_mut(), focus_of(url)) {
        shown.insert("focus".to_owned(), focus);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::page::block_types::BLOCK_TYPES;
    use crate::resources::page::document::BlockGround;

    #[test]
    fn every_type_has_its_template_and_every_template_its_type() {
        let mut templates: Vec<String> = crate::web::block_templates::TEMPLATES
            .iter()
            .filter(|(name, _)| !name.contains("/_"))
            .map(|(name, _)| (*name).to_owned())
            .collect();
        let mut types: Vec<String> = BLOCK_TYPES
            .iter()
            .map(|kind| format!("blocks/{}.html", kind.template()))
            .collect();
        templates.sort();
        types.sort();
        assert_eq!(templates, types);
    }

    #[test]
    fn a_picture_of_which_nobody_chose_the_point_has_none() {
        assert_eq!(focus_of("/uploads/a-1200-800-aabbcc-50-50.webp"), None);
        assert_eq!(
            focus_of("/uploads/a-1200-800-aabbcc-50-20.webp"),
            Some(json!({ "x": 50, "y": 20 }))
        );
    }

    #[test]
    fn links_of_english_texts_stay_in_english() {
        let html = "<a href=\"/over-ons\">a</a><a href=\"/uploads/x.pdf\">b</a><a href=\"https://a.nl\">c</a>";
        assert_eq!(
            anchored(Locale::En, html),
            "<a href=\"/en/over-ons\">a</a><a href=\"/uploads/x.pdf\">b</a><a href=\"https://a.nl\">c</a>"
        );
        assert_eq!(own_path(Locale::En, "/"), "/en");
        assert_eq!(own_path(Locale::En, "/uploads/x"), "/uploads/x");
        assert_eq!(own_path(Locale::En, "tel:1"), "tel:1");
    }

    #[test]
    fn an_empty_block_of_each_type_is_filled() {
        for kind in BLOCK_TYPES {
            for locale in Locale::ALL {
                let block = StoredBlock {
                    id: None,
                    kind,
                    content: Map::new(),
                    ground: BlockGround::default(),
                    is_hidden: false,
                };
                let scene = Scene {
                    locale,
                    ..Scene::default()
                };
                let html = fill(
                    &scene,
                    &BlockView {
                        block: &block,
                        at: 0,
                    },
                )
                .unwrap();
                assert!(html.contains("data-block=\""), "{}: {html}", kind.name);
            }
        }
    }
}
