//! `/posters/vacancies/12.pdf` and `/posters/activities/12.pdf`: a sheet of A4 for a notice board, with a QR code that leads to the
//! page. Made of what visitors may read, so that there is none of what is not public.

use axum::extract::{Extension, OriginalUri, Path};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::civil::Date;
use serde_json::Value as Json;

use super::activity::series_of;
use super::calendar::{capital, entry};
use super::language;
use super::vacancy_card::{Kinds, facts_of, image_of_vacancy};
use super::{assets, organization};
use crate::app::access::{Reason, Unguarded};
use crate::app::limits::rate_limits::POSTERS;
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::base::working_days::local_date;
use crate::error::{Code, Error, Result};
use crate::http::pdf_file::pdf_response;
use crate::model::paper_branding::PaperBranding;
use crate::pdf::{self, Block, Document, Paper, Picture, Qr, Style, Text};
use crate::recurrence::SeriesWords;
use crate::resources::upload;
use crate::web::i18n;
use crate::web::page_data::Calls;

/// What visitors read on the page, on paper.
pub struct Poster;

impl Reason for Poster {
    const WHY: &'static str = "says what the public page says";
}

/// Most characters of the text on a poster.
const TEXT_AT_MOST: usize = 420;

struct Content {
    title: String,
    organization: String,
    text: String,
    /// When, where, how long.
    facts: Vec<String>,
    /// Address of a picture on this site, and its description.
    image: Option<(String, String)>,
    /// Path of the page.
    path: String,
}

pub async fn poster(
    door: Unguarded<Poster>,
    Extension(site): Extension<Site>,
    Extension(calls): Extension<Calls>,
    OriginalUri(uri): OriginalUri,
    Path((kind, name)): Path<(String, String)>,
) -> Result<Response> {
    let id = name
        .strip_suffix(".pdf")
        .filter(|id| (1..=18).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or(Code::NotFound)?;
    let limits = door.app().rate_limits();
    limits.count_address(&POSTERS, door.ctx().site.caller(), door.ctx().second())?;
    let locale = language::split(uri.path()).0.unwrap_or_default();
    let now = door.app().clock().text();
    let content = match kind.as_str() {
        "vacancies" => {
            let row = row_of(&calls, &site, &format!("/api/v1/vacancies/{id}")).await?;
            let kinds = calls.get(&site, "/api/v1/taxonomies/activity_types").await;
            vacancy(&row, &Kinds::of(&kinds.flat()), locale).ok_or(Code::NotFound)?
        }
        "activities" => {
            let address = format!("/api/v1/activities/{id}?include=place");
            let row = row_of(&calls, &site, &address).await?;
            let today = local_date(&now).unwrap_or_default();
            activity(&row, today, locale).ok_or(Code::NotFound)?
        }
        _ => return Err(Code::NotFound.into()),
    };
    let center_id = site.center_id;
    let origin = site.origin();
    let folder = site.tenant.unguarded(Poster::WHY).upload_folder();
    let image = content.image.clone();
    let (branding, picture) = door
        .read(move |connection| {
            let branding = PaperBranding::of(connection, center_id, origin)?;
            let picture = image.and_then(|(url, _)| match url.strip_prefix('/') {
                Some(file) if file.starts_with("img/") => {
                    assets::text(file).map(String::into_bytes)
                }
                _ => upload::content(connection, &folder, &url).map(|(_, file)| file),
            });
            Ok((branding, picture))
        })
        .await?;
    let document = content.document(&branding, picture, (locale, &now))?;
    let bytes = pdf::draw(document).await.map_err(Error::internal)?;
    let name = match locale {
        Locale::Nl => "poster",
        Locale::En => "poster-en",
    };
    Ok(pdf_response(bytes, &format!("{name}-{kind}-{id}")))
}

async fn row_of(calls: &Calls, site: &Site, address: &str) -> Result<Json> {
    let found = calls.get(site, address).await;
    if found.status != StatusCode::OK {
        return Err(Code::NotFound.into());
    }
    Ok(found.flat().get("data").cloned().unwrap_or(Json::Null))
}

/// None: nobody can apply any more.
fn vacancy(row: &Json, kinds: &Kinds, locale: Locale) -> Option<Content> {
    let text = |name: &str| entry::text(row, name);
    if text("status") != Some("published") {
        return None;
    }
    let facts = facts_of(row, locale);
    Some(Content {
        title: text("title")?.to_owned(),
        organization: text("organization_name").unwrap_or_default().to_owned(),
        text: text("summary").unwrap_or_default().to_owned(),
        facts: [facts.place, text("schedule").map(str::to_owned), facts.time]
            .into_iter()
            .flatten()
            .collect(),
        image: Some((
            image_of_vacancy(row, kinds),
            text("image_alt").unwrap_or_default().to_owned(),
        )),
        path: format!("/vacancies/{}", text("id")?),
    })
}

/// None: it is over, or was cancelled.
fn activity(row: &Json, today: Date, locale: Locale) -> Option<Content> {
    let text = |name: &str| entry::text(row, name);
    if !matches!(text("status"), Some("published" | "full" | "running")) {
        return None;
    }
    let series = series_of(row);
    let words = series
        .as_ref()
        .map(|series| SeriesWords::new(series, today, locale));
    let mut facts = Vec::new();
    if let Some(words) = words {
        facts.push(capital(&words.rhythm));
        if !words.hours.is_empty() {
            facts.push(capital(&words.hours));
        }
    }
    if let Some(place) = row.get("place").filter(|place| place.is_object()) {
        let address = place.get("address").unwrap_or(&Json::Null);
        let parts = [
            entry::text(place, "name").map(str::to_owned),
            Some(organization::line(address)).filter(|line| !line.is_empty()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        facts.push(parts.join(", "));
    } else if entry::is(row, "online") {
        facts.push(i18n::calendar(locale, "online").to_owned());
    }
    facts.extend(text("cost").map(str::to_owned));
    let number = text("id")?.split('-').next()?;
    Some(Content {
        title: text("title")?.to_owned(),
        organization: text("organization_name").unwrap_or_default().to_owned(),
        text: text("summary").unwrap_or_default().to_owned(),
        facts,
        image: text("image_url").map(|url| {
            let alt = text("image_alt").unwrap_or_default();
            (url.to_owned(), alt.to_owned())
        }),
        path: format!("{}/{number}", super::calendar::PATH),
    })
}

impl Content {
    fn document(
        self,
        branding: &PaperBranding,
        picture: Option<Vec<u8>>,
        (locale, now): (Locale, &str),
    ) -> Result<Document> {
        let say = |nl: &'static str, en: &'static str| match locale {
            Locale::Nl => nl,
            Locale::En => en,
        };
        let path = locale.path(&self.path);
        let mut blocks = vec![
            Block::styled(Style::Label, branding.center_name.as_str()),
            Block::Space(5.0),
            Block::heading(1, self.title.as_str()),
        ];
        if !self.organization.is_empty() {
            let by = Text::new()
                .plain(say("bij ", "with "))
                .bold(&self.organization);
            blocks.push(Block::styled(Style::Lead, by));
        }
        if let Some(file) = picture {
            blocks.push(Block::Picture(Picture {
                file,
                alt: self.image.map(|(_, alt)| alt).unwrap_or_default(),
                width: 176.0,
                height: 70.0,
            }));
            blocks.push(Block::Space(4.0));
        }
        if !self.text.is_empty() {
            blocks.push(Block::paragraph(shortened(&self.text)));
        }
        if !self.facts.is_empty() {
            blocks.push(Block::List(
                self.facts
                    .iter()
                    .map(|fact| Text::new().bold(fact))
                    .collect(),
            ));
        }
        let mut beside = vec![
            Block::styled(Style::Lead, say("Doe je mee?", "Will you join in?")),
            Block::paragraph(say(
                "Scan de code met je telefoon, of ga naar:",
                "Scan the code with your phone, or go to:",
            )),
            Block::paragraph(Text::new().bold(format!("{}{path}", branding.host()))),
        ];
        if let Some(phone) = &branding.phone_number {
            let call = Text::new()
                .plain(say("Bellen kan ook: ", "You can also call: "))
                .bold(phone);
            beside.push(Block::paragraph(call));
        }
        blocks.push(Block::AtBottom(vec![Block::Columns {
            left: vec![Block::Qr(Qr {
                text: format!("{}{path}", branding.origin),
                alt: format!("{} {path}", say("QR-code van", "QR code of")),
                side: 50.0,
            })],
            right: beside,
            share: 0.34,
        }]));
        let document = branding.document(self.title, (Paper::A4Poster, locale), now)?;
        Ok(Document { blocks, ..document })
    }
}

/// The text up to the last whole sentence, or else word, that fits.
fn shortened(text: &str) -> String {
    if text.chars().count() <= TEXT_AT_MOST {
        return text.to_owned();
    }
    let start: String = text.chars().take(TEXT_AT_MOST).collect();
    if let Some((sentences, _)) = start.rsplit_once(". ")
        && sentences.len() > TEXT_AT_MOST / 3
    {
        return format!("{sentences}.");
    }
    match start.rsplit_once(' ') {
        Some((words, _)) => format!("{words} …"),
        None => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_ends_with_a_sentence_or_a_word() {
        assert_eq!(shortened("Kort."), "Kort.");
        let sentences = "Dit is een zin van het bord. ".repeat(30);
        let short = shortened(&sentences);
        assert!(short.ends_with("bord."), "{short}");
        assert!(short.chars().count() <= TEXT_AT_MOST, "{short}");
        let words = "één woordenrij ".repeat(60);
        let short = shortened(&words);
        assert!(
            short.ends_with(" …") && short.chars().count() <= TEXT_AT_MOST + 2,
            "{short}"
        );
    }
}
