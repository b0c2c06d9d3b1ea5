//! Blocks of a newsletter, and the rules that they keep.

use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{FieldFault, Result};
use crate::jsonapi::Id;
use crate::mail::addresses;
use crate::resources::upload::Upload;

const LONGEST_TITLE: usize = 120;
const LONGEST_TEXT: usize = 5_000;
const LONGEST_SENTENCE: usize = 300;
const LONGEST_ADDRESS: usize = 500;
/// The only placeholder of a text.
pub(super) const FIRST_NAME: &str = "{{ first_name }}";

/// A block. Which fields it has depends on its type; the others are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewsletterBlock {
    #[serde(rename = "type")]
    pub kind: NewsletterBlockType,
    /// Of all but texts and pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Of a text, in the markup of mails with `{{ first_name }}`; of a call, a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upload_id: Option<Id<Upload>>,
    /// What the picture shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// Of the button of a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A path of the site, or an address that begins with `https://`, `mailto:` or `tel:`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterBlockType {
    Heading,
    #[default]
    Text,
    Picture,
    /// Fills itself with the vacancies that fit the reader best.
    Vacancies,
    /// Fills itself with activities near the reader.
    Activities,
    Call,
}

/// Tidies blocks and checks them.
pub(super) fn settle(
    connection: &Connection,
    center_id: i64,
    (field, blocks): (&str, &mut Vec<NewsletterBlock>),
) -> Result<()> {
    for (at, block) in blocks.iter_mut().enumerate() {
        let place = |name: &str| format!("{field}/{at}/{name}");
        for text in [
            &mut block.title,
            &mut block.text,
            &mut block.alt,
            &mut block.label,
            &mut block.link,
        ] {
            *text = text.take().map(|text| tidy(&text));
        }
        let allowed: &[&str] = match block.kind {
            NewsletterBlockType::Heading
            | NewsletterBlockType::Vacancies
            | NewsletterBlockType::Activities => &["title"],
            NewsletterBlockType::Text => &["text"],
            NewsletterBlockType::Picture => &["upload_id", "alt"],
            NewsletterBlockType::Call => &["title", "text", "label", "link"],
        };
        let longest_text = match block.kind {
            NewsletterBlockType::Text => LONGEST_TEXT,
            _ => LONGEST_SENTENCE,
        };
        let fields = [
            ("title", block.title.as_deref(), LONGEST_TITLE),
            ("text", block.text.as_deref(), longest_text),
            ("alt", block.alt.as_deref(), LONGEST_SENTENCE),
            ("label", block.label.as_deref(), LONGEST_TITLE),
            ("link", block.link.as_deref(), LONGEST_ADDRESS),
        ];
        for (name, text, longest) in fields {
            let Some(text) = text else { continue };
            if !allowed.contains(&name) && !text.is_empty() {
                return Err(FieldFault::attribute(&place(name), "unknown").into());
            }
            if text.chars().count() > longest {
                return Err(FieldFault::attribute(&place(name), "length")
                    .with("max", longest)
                    .into());
            }
        }
        if let Some(text) = block.text.as_deref()
            && block.kind == NewsletterBlockType::Text
        {
            validate_text(&place("text"), text)?;
        }
        if let Some(link) = block.link.as_deref()
            && !link.is_empty()
            && addresses(&format!("[x]({link})")).is_none_or(|found| found != [link])
        {
            return Err(FieldFault::attribute(&place("link"), "url").into());
        }
        if let Some(id) = block.upload_id
            && picture_of(connection, center_id, id)?.is_none()
        {
            return Err(FieldFault::attribute(&place("upload_id"), "own_image").into());
        }
    }
    Ok(())
}

/// Links lead to the site or to a safe address; the first name is the only placeholder.
fn validate_text(place: &str, text: &str) -> Result<()> {
    let rest = text.replace(FIRST_NAME, "");
    if let Some((_, after)) = rest.split_once("{{").or_else(|| rest.split_once("{%")) {
        let name: String = after.chars().take(40).collect();
        let name = name.split(['}', '%']).next().unwrap_or_default().trim();
        return Err(FieldFault::attribute(place, "unknown_placeholder")
            .with("placeholder", format!("{{{{ {name} }}}}"))
            .into());
    }
    // A picture is a block of its own, with a description.
    let is_picture = |line: &str| line.trim_start().starts_with("![");
    if text.lines().any(is_picture) || addresses(text).is_none() {
        return Err(FieldFault::attribute(place, "newsletter_link").into());
    }
    Ok(())
}

/// Without the private-use characters that stand for markup in the renderer.
fn tidy(text: &str) -> String {
    let kept: String = text
        .replace("\r\n", "\n")
        .chars()
        .filter(|c| *c == '\n' || !(c.is_control() || ('\u{E000}'..='\u{F8FF}').contains(c)))
        .collect();
    kept.trim().to_owned()
}

/// Address of a picture of the site.
pub(super) fn picture_of(
    connection: &Connection,
    center_id: i64,
    id: Id<Upload>,
) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached(
            "select url from uploads where id = ?1 and volunteer_center_id = ?2 and kind in ('content', 'stock')",
        )?
        .query_row((id.number(), center_id), |row| row.get(0))
        .optional()?)
}
