//! What is looked at before a newsletter is sent.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::audience::Audience;
use super::block::{NewsletterBlock, NewsletterBlockType};
use super::{Newsletter, NewsletterAttributes, preview};
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::error::Result;
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Document, Id};
use crate::mail::addresses;
use crate::model::email_branding::{Origin, origin};
use crate::resources::page::leads_nowhere;

/// Above this Gmail cuts a mail off.
const LARGEST: usize = 102_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterCheckName {
    Subject,
    /// It says something.
    Content,
    Recipients,
    Tested,
    AltTexts,
    /// None leads to a page of the site that is not online; `count` says how many links there are.
    Links,
    /// In kilobytes.
    Size,
    English,
}

impl NewsletterCheckName {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Subject => "subject",
            Self::Content => "content",
            Self::Recipients => "recipients",
            Self::Tested => "tested",
            Self::AltTexts => "alt_texts",
            Self::Links => "links",
            Self::Size => "size",
            Self::English => "english",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NewsletterCheck {
    pub name: NewsletterCheckName,
    pub is_met: bool,
    /// It is not sent before.
    pub is_required: bool,
    pub count: Option<usize>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NewsletterChecksAttributes {
    checks: Vec<NewsletterCheck>,
}

impl Typed for NewsletterChecksAttributes {
    const TYPE: &'static str = "newsletter_checks";
}

pub(super) fn all(
    connection: &Connection,
    (center_id, newsletter): (i64, &NewsletterAttributes),
    (origin, now): (&Origin, &str),
) -> Result<Vec<NewsletterCheck>> {
    let english = newsletter.blocks_en.as_deref().unwrap_or_default();
    let blocks = || newsletter.blocks.iter().chain(english);
    let links: Vec<String> = blocks().flat_map(links_of).collect();
    let mut broken = 0;
    for link in &links {
        broken += usize::from(leads_nowhere(connection, (center_id, now), link)?);
        broken += usize::from(is_no_vacancy(connection, center_id, link)?);
    }
    let is_described = |block: &NewsletterBlock| {
        block.kind != NewsletterBlockType::Picture
            || block.upload_id.is_some() && block.alt.as_deref().is_some_and(|alt| !alt.is_empty())
    };
    let size = preview::render_for(
        connection,
        (center_id, newsletter),
        (Locale::Nl, None),
        (origin, now),
    )?
    .html
    .len();
    let people = Audience::of(connection, (center_id, &newsletter.segment), now)?
        .people
        .len();
    let check = |name, is_met, is_required, count| NewsletterCheck {
        name,
        is_met,
        is_required,
        count,
    };
    Ok(vec![
        check(
            NewsletterCheckName::Subject,
            !newsletter.subject.trim().is_empty(),
            true,
            None,
        ),
        check(
            NewsletterCheckName::Content,
            newsletter.blocks.iter().any(says_something),
            true,
            None,
        ),
        check(
            NewsletterCheckName::Recipients,
            people > 0,
            true,
            Some(people),
        ),
        check(
            NewsletterCheckName::AltTexts,
            blocks().all(is_described),
            true,
            None,
        ),
        check(
            NewsletterCheckName::Links,
            broken == 0,
            true,
            Some(links.len()),
        ),
        check(
            NewsletterCheckName::Tested,
            newsletter.tested_at.is_some(),
            true,
            None,
        ),
        check(
            NewsletterCheckName::Size,
            size <= LARGEST,
            false,
            Some(size.div_ceil(1000)),
        ),
        check(
            NewsletterCheckName::English,
            newsletter.is_in_english(),
            false,
            None,
        ),
    ])
}

fn says_something(block: &NewsletterBlock) -> bool {
    let said = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
    match block.kind {
        NewsletterBlockType::Heading => false,
        NewsletterBlockType::Text => said(&block.text),
        NewsletterBlockType::Picture => block.upload_id.is_some(),
        NewsletterBlockType::Vacancies | NewsletterBlockType::Activities => true,
        NewsletterBlockType::Call => said(&block.title) || said(&block.text),
    }
}

fn links_of(block: &NewsletterBlock) -> Vec<String> {
    match block.kind {
        NewsletterBlockType::Text => {
            addresses(block.text.as_deref().unwrap_or_default()).unwrap_or_default()
        }
        NewsletterBlockType::Call => {
            let link = block.link.clone().filter(|link| !link.is_empty());
            link.into_iter().collect()
        }
        NewsletterBlockType::Heading
        | NewsletterBlockType::Picture
        | NewsletterBlockType::Vacancies
        | NewsletterBlockType::Activities => Vec::new(),
    }
}

/// Whether it leads to a vacancy that is not online.
fn is_no_vacancy(connection: &Connection, center_id: i64, link: &str) -> Result<bool> {
    let path = link.strip_prefix("/en").unwrap_or(link);
    let id = path.strip_prefix("/vacancies/").map(|rest| {
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default().to_owned()
    });
    let Some(id) = id.filter(|id| !id.is_empty()) else {
        return Ok(false);
    };
    let is_online = connection
        .prepare_cached(
            "select 1 from vacancies where id = ?1 and volunteer_center_id = ?2 and status = 'published'",
        )?
        .exists((id, center_id))?;
    Ok(!is_online)
}

/// `GET /newsletters/{id}/checks`.
async fn show(
    access: Access<Newsletter, action::Read>,
    id: Id<Newsletter>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let origin = origin(access.app(), &access.ctx().site.tenant);
    let checks = access
        .read(move |connection| {
            let newsletter = rows.load(connection, id)?;
            let ctx = rows.ctx();
            all(
                connection,
                (ctx.site.center_id, &newsletter),
                (&origin, &ctx.now),
            )
        })
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": NewsletterChecksAttributes::TYPE,
        "id": id.to_string(),
        "attributes": { "checks": checks },
    } })))
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/checks", show)
        .named(
            "checkNewsletter",
            "Lists what is looked at before a newsletter is sent",
        )
        .answers(Described::json::<OneOf<NewsletterChecksAttributes>>(200))
}
