//! Checks before publishing: what a reader would miss, not understand or not be able to follow.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::block_types::{Field, Group, Kind};
use super::document::{StoredBlock, blocks_of};
use super::{Page, PageAttributes, PageType, content, markup, slug, template_texts};
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::error::{FieldFault, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::{Document, Id};
use crate::model::field_rules;

/// Words of a page beyond which readers stop.
const LONG_TEXT: usize = 1_500;
const BEST_TITLE: usize = 60;
const BEST_DESCRIPTION: usize = 160;

/// Link texts that say nothing of where they lead.
#[rustfmt::skip]
const NOTHING: [&str; 9] = ["klik hier", "hier", "lees meer", "meer", "link", "click here", "here", "read more", "more"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageCheckSeverity {
    /// The page is not published like this.
    Blocking,
    /// The page is published like this only by who says so.
    Confirm,
    Advice,
}

/// Something to mend, in a block or in the page's own fields.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PageCheckAttributes {
    pub block_id: Option<String>,
    /// Place of the block, from 1.
    pub position: Option<usize>,
    /// `title`, or `cards.0.title` inside a list.
    pub field: String,
    pub code: String,
    pub severity: PageCheckSeverity,
    pub text: String,
}

impl Typed for PageCheckAttributes {
    const TYPE: &'static str = "page_checks";
}

/// What keeps a block from being published.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct BlockProblem {
    pub field: String,
    pub code: String,
    pub text: String,
}

/// Code, nl, en.
#[rustfmt::skip]
const TEXTS: &[(&str, &str, &str)] = &[
    ("required", "Vul dit in, of haal het blok weg.", "Fill this in, or remove the block."),
    ("alt_text", "Beschrijf wat er op de foto te zien is, of kies ‘Alleen versiering’.", "Describe what the picture shows, or choose ‘Decoration only’."),
    ("link_text", "Zeg in de linktekst waar iemand terechtkomt. ‘Klik hier’ of ‘lees meer’ zegt niets als je het los leest.", "Say in the link text where it leads. ‘Click here’ or ‘read more’ means nothing when read alone."),
    ("link_target", "Kies waar deze knop naartoe gaat.", "Choose where this button leads."),
    ("broken_link", "Deze pagina bestaat niet of staat niet online. Kies een andere, of zet die pagina eerst online.", "This page does not exist or is not online. Choose another, or publish that page first."),
    ("heading_order", "Hier wordt een niveau overgeslagen: een kop 4 hoort onder een kop 3.", "A level is skipped here: a heading 4 belongs under a heading 3."),
    ("no_heading", "De pagina heeft geen hoofdkop. Toon de titel, of begin met een blok met een kop.", "The page has no main heading. Show the title, or begin with a block that has one."),
    ("no_blocks", "De pagina is nog leeg. Voeg een blok toe.", "The page is still empty. Add a block."),
    ("long_text", "Dit is een lange pagina. Kan een deel weg, of op een eigen pagina?", "This is a long page. Can a part go, or get a page of its own?"),
    ("meta_title", "In zoekresultaten past ongeveer 60 tekens. De rest valt weg.", "Search results show about 60 characters. The rest is cut off."),
    ("meta_description", "In zoekresultaten past ongeveer 160 tekens. De rest valt weg.", "Search results show about 160 characters. The rest is cut off."),
    ("no_description", "Schrijf in één of twee zinnen waar deze pagina over gaat. Die tekst staat in zoekresultaten en als iemand de pagina deelt.", "Say in one or two sentences what this page is about. It shows in search results and where the page is shared."),
    ("no_translation", "Deze pagina is er nog niet in de andere taal.", "This page does not exist in the other language yet."),
    ("no_picture", "Kies een foto bij dit nieuwsbericht. Die staat in het overzicht en als iemand het deelt.", "Choose a picture for this news item. It shows in the list and where the item is shared."),
    ("template_text", "Dit is nog de uitleg van het sjabloon. Schrijf hier je eigen tekst, of haal dit weg.", "This is still the explanation of the template. Write your own text here, or remove it."),
    ("capitals", "Schrijf dit niet helemaal in hoofdletters: dat leest lastig.", "Don't write this all in capitals: it is hard to read."),
];

fn text(code: &str, locale: Locale) -> String {
    let found = TEXTS.iter().find(|(known, ..)| *known == code);
    let text = found.map(|(_, nl, en)| match locale {
        Locale::Nl => *nl,
        Locale::En => *en,
    });
    text.unwrap_or_default().to_owned()
}

struct Finding {
    field: String,
    code: &'static str,
    severity: PageCheckSeverity,
}

/// What keeps this block from being published.
pub(super) fn of_block(block: &StoredBlock, locale: Locale) -> Vec<BlockProblem> {
    let mut found = Vec::new();
    complete(block.kind.fields, &block.content, "", &mut found);
    found
        .into_iter()
        .map(|finding| BlockProblem {
            field: finding.field,
            code: finding.code.to_owned(),
            text: text(finding.code, locale),
        })
        .collect()
}

fn complete(
    fields: &[Field],
    content: &Map<String, Value>,
    before: &str,
    found: &mut Vec<Finding>,
) {
    let mut block = |field: String, code| {
        found.push(Finding {
            field,
            code,
            severity: PageCheckSeverity::Blocking,
        });
    };
    for field in fields {
        let name = format!("{before}{}", field.name);
        let value = content.get(field.name);
        let Some(value) = value else {
            // A choice that nobody made is its first.
            if field.is_required && !matches!(field.kind, Kind::Choice(_)) {
                block(name, "required");
            }
            continue;
        };
        let has = |member: &str| value.get(member).is_some();
        let is_decorative = || value.get("decorative") == Some(&Value::Bool(true));
        match field.kind {
            Kind::Picture if !is_decorative() && !has("alt") => {
                block(format!("{name}.alt"), "alt_text");
            }
            Kind::Link if !has("href") && !has("page_id") => block(name, "link_target"),
            _ => {}
        }
    }
    for field in fields {
        if let Kind::List { fields: inner, .. } = field.kind {
            let items = content.get(field.name).and_then(Value::as_array);
            for (at, item) in items.into_iter().flatten().enumerate() {
                if let Some(item) = item.as_object() {
                    let before = format!("{before}{}.{at}.", field.name);
                    complete(inner, item, &before, found);
                }
            }
        }
    }
}

/// Everything that is to be mended in a draft.
pub(super) fn all(
    connection: &Connection,
    id: Id<Page>,
    page: &PageAttributes,
    (now, locale): (&str, Locale),
) -> Result<Vec<PageCheckAttributes>> {
    let blocks = blocks_of(connection, id.number())?;
    let center_id = page.volunteer_center_id.map_or(0, Id::number);
    let mut checks = Vec::new();
    let mut add = |place: Option<(usize, &StoredBlock)>, finding: Finding| {
        checks.push(PageCheckAttributes {
            block_id: place
                .and_then(|(_, block)| block.id)
                .map(|id| id.to_string()),
            position: place.map(|(at, _)| at + 1),
            field: finding.field,
            code: finding.code.to_owned(),
            severity: finding.severity,
            text: text(finding.code, locale),
        });
    };
    let shown: Vec<(usize, &StoredBlock)> = blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| !block.is_hidden)
        .collect();
    let mut words = 0;
    for (at, block) in &shown {
        let place = Some((*at, *block));
        let mut found = Vec::new();
        complete(block.kind.fields, &block.content, "", &mut found);
        read_on(connection, (center_id, now), block, &mut found)?;
        for finding in found {
            add(place, finding);
        }
        content::walk(block.kind.fields, &block.content, &mut |kind, value| {
            if matches!(
                kind,
                Kind::Line { .. }
                    | Kind::RichText { .. }
                    | Kind::LongText { .. }
                    | Kind::Markdown { .. }
            ) {
                words += value.as_str().map_or(0, |text| {
                    field_rules::words_of(text).split_whitespace().count()
                });
            }
        });
    }
    if shown.is_empty() {
        add(
            None,
            Finding {
                severity: PageCheckSeverity::Blocking,
                ..advice("blocks", "no_blocks")
            },
        );
    }
    for finding in of_page(connection, (id, page), &shown, words)? {
        add(None, finding);
    }
    Ok(checks)
}

fn advice(field: &str, code: &'static str) -> Finding {
    Finding {
        field: field.to_owned(),
        code,
        severity: PageCheckSeverity::Advice,
    }
}

/// What is to be mended in the page's own fields.
fn of_page(
    connection: &Connection,
    (id, page): (Id<Page>, &PageAttributes),
    shown: &[(usize, &StoredBlock)],
    words: usize,
) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    let has_heading = page.show_title_on_page
        || shown.first().is_some_and(|(_, block)| {
            block.kind.group == Group::Opening && block.content.contains_key("title")
        });
    if !has_heading && !shown.is_empty() {
        found.push(advice("show_title_on_page", "no_heading"));
    }
    if words > LONG_TEXT {
        found.push(advice("blocks", "long_text"));
    }
    let length = |text: Option<&str>| text.unwrap_or_default().chars().count();
    if length(page.meta_title.as_deref()) > BEST_TITLE {
        found.push(advice("meta_title", "meta_title"));
    }
    if length(page.meta_description.as_deref()) > BEST_DESCRIPTION {
        found.push(advice("meta_description", "meta_description"));
    }
    if length(page.meta_description.as_deref()) == 0 && length(page.summary.as_deref()) == 0 {
        found.push(advice("summary", "no_description"));
    }
    if page.page_type == PageType::News && page.image_id.is_none() {
        found.push(advice("image_id", "no_picture"));
    }
    if page.image_id.is_some() && length(page.image_alt.as_deref()) == 0 {
        let decorative: bool = connection
            .prepare_cached("select exists (select 1 from uploads where id = ?1 and (is_decorative = 1 or alt <> ''))")?
            .query_row([page.image_id.map_or(0, Id::number)], |row| row.get(0))?;
        if !decorative {
            found.push(Finding {
                severity: PageCheckSeverity::Blocking,
                ..advice("image_alt", "alt_text")
            });
        }
    }
    if is_shouted(&page.title) {
        found.push(advice("title", "capitals"));
    }
    let has_translation: bool = connection
        .prepare_cached(
            "select exists (select 1 from pages o where (o.id = ?1 or o.translation_of_id = ?2) and o.deleted_at is null)",
        )?
        .query_row(
            (page.translation_of_id.map(Id::number), id.number()),
            |row| row.get(0),
        )?;
    if !has_translation {
        found.push(advice("translation_of_id", "no_translation"));
    }
    Ok(found)
}

fn is_shouted(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    letters.clone().count() > 10 && letters.clone().all(char::is_uppercase)
}

/// Links that say nothing, links that lead nowhere, and headings out of order.
fn read_on(
    connection: &Connection,
    (center_id, now): (i64, &str),
    block: &StoredBlock,
    found: &mut Vec<Finding>,
) -> Result<()> {
    let mut links: Vec<(String, Option<String>, Option<i64>)> = Vec::new();
    let mut level = 2;
    let mut skips = false;
    let mut shouts = false;
    template_texts::places(block.kind.fields, &block.content, "", &mut |field| {
        found.push(Finding {
            severity: PageCheckSeverity::Confirm,
            ..advice(&field, "template_text")
        });
    });
    content::walk(
        block.kind.fields,
        &block.content,
        &mut |kind, value| match kind {
            Kind::Link => {
                let word = |name: &str| value.get(name).and_then(Value::as_str);
                let id = word("page_id").and_then(|id| id.parse().ok());
                links.push((
                    word("label").unwrap_or_default().to_owned(),
                    word("href").map(str::to_owned),
                    id,
                ));
            }
            Kind::Line { .. } => shouts |= value.as_str().is_some_and(is_shouted),
            Kind::RichText { .. } | Kind::LongText { .. } | Kind::Markdown { .. } => {
                let text = value.as_str().unwrap_or_default();
                let html = match kind {
                    Kind::Markdown { .. } => markup::markdown(text),
                    _ => text.to_owned(),
                };
                for (place, _) in html.match_indices("<h") {
                    let next = match html.as_bytes().get(place + 2) {
                        Some(b'2') => 2,
                        Some(b'3') => 3,
                        Some(b'4') => 4,
                        _ => continue,
                    };
                    skips |= next > level + 1;
                    level = next;
                }
                for piece in html.split("<a href=\"").skip(1) {
                    let href = piece.split('"').next().unwrap_or_default();
                    let text = piece
                        .split_once('>')
                        .and_then(|(_, rest)| rest.split_once("</a>"))
                        .map(|(text, _)| field_rules::words_of(text));
                    links.push((text.unwrap_or_default(), Some(href.to_owned()), None));
                }
            }
            _ => {}
        },
    );
    if skips {
        found.push(advice("", "heading_order"));
    }
    if shouts {
        found.push(advice("", "capitals"));
    }
    for (label, href, page_id) in links {
        let said = label
            .trim()
            .trim_end_matches(['.', '…', '›', '>'])
            .to_lowercase();
        if NOTHING.contains(&said.trim()) {
            found.push(advice("", "link_text"));
        }
        if is_broken(connection, (center_id, now), href.as_deref(), page_id)? {
            found.push(advice("", "broken_link"));
        }
    }
    Ok(())
}

/// True if a path of this site leads to a page that is not online.
pub fn leads_nowhere(
    connection: &Connection,
    (center_id, now): (i64, &str),
    path: &str,
) -> Result<bool> {
    is_broken(connection, (center_id, now), Some(path), None)
}

/// True if a link to a page of this site leads to none that is online.
fn is_broken(
    connection: &Connection,
    (center_id, now): (i64, &str),
    href: Option<&str>,
    page_id: Option<i64>,
) -> Result<bool> {
    let online = "publish_at <= ?3 and (unpublish_at is null or unpublish_at > ?3)";
    if let Some(page_id) = page_id {
        let sql = format!(
            "select not exists (select 1 from published_pages where page_id = ?1 and volunteer_center_id = ?2 and {online})"
        );
        return Ok(connection
            .prepare_cached(&sql)?
            .query_row((page_id, center_id, now), |row| row.get(0))?);
    }
    let Some(path) = href.and_then(|href| href.strip_prefix('/')) else {
        return Ok(false);
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix("en/").unwrap_or(path);
    let word = path.strip_prefix("nieuws/").unwrap_or(path);
    // Screens of the site are not pages.
    if word.is_empty() || !slug::is_slug(word) || slug::is_reserved(word) {
        return Ok(false);
    }
    let sql = format!(
        "select not exists (select 1 from published_pages where slug = ?1 and volunteer_center_id = ?2 and {online})
            and not exists (select 1 from page_redirects where slug = ?1 and volunteer_center_id = ?2)"
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_row((word, center_id, now), |row| row.get(0))?)
}

/// The faults with which a publication is refused. What is only asked about is none for who confirmed it, and is not
/// asked while something else stands in the way.
pub(super) fn faults(checks: &[PageCheckAttributes], is_confirmed: bool) -> Vec<FieldFault> {
    let has = |severity| checks.iter().any(|check| check.severity == severity);
    let refused = match has(PageCheckSeverity::Blocking) {
        true => PageCheckSeverity::Blocking,
        false if is_confirmed => return Vec::new(),
        false => PageCheckSeverity::Confirm,
    };
    checks
        .iter()
        .filter(|check| check.severity == refused)
        .map(|check| {
            let pointer = match check.position {
                Some(position) => format!(
                    "/blocks/{}/content/{}",
                    position - 1,
                    check.field.replace('.', "/")
                ),
                None => format!("/data/attributes/{}", check.field),
            };
            let fault = FieldFault::at(pointer, &check.code);
            match check.position.filter(|_| check.code == "template_text") {
                Some(position) => fault.with("block", position),
                None => fault,
            }
        })
        .collect()
}

async fn show(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let (now, locale) = (access.ctx().now.clone(), access.ctx().site.locale);
    let checks = access
        .read(move |connection| {
            let page = rows.load(connection, id)?;
            all(connection, id, &page, (&now, locale))
        })
        .await?;
    let data: Vec<Value> = checks
        .iter()
        .enumerate()
        .map(|(at, check)| {
            json!({ "type": PageCheckAttributes::TYPE, "id": (at + 1).to_string(), "attributes": check })
        })
        .collect();
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/checks", show)
        .named(
            "checkPage",
            "Lists what is to be mended in a page before it is published",
        )
        .answers(Described::json::<AllOf<PageCheckAttributes>>(200))
}
