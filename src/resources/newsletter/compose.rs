//! The letter that one reader gets: the blocks in the markup of mails, with what fits this reader.

use rusqlite::{Connection, OptionalExtension as _};
use serde_json::{Value, json};

use super::audience::Person;
use super::block::{FIRST_NAME, NewsletterBlock, NewsletterBlockType, picture_of};
use super::{Newsletter, NewsletterAttributes};
use crate::app::tenancy::tenant_settings::has_profiles;
use crate::base::locale::Locale;
use crate::error::Result;
use crate::mail::{PREHEADER_TEXT, date_in_words, seal};
use crate::matching::{Offer, Others, Preferences, Ranking, rank_offers};
use crate::resources::activity::nearby;
use crate::resources::volunteer_profile::{new_offers, standing_of, wishes_of};

/// Vacancies or activities of a block.
const MOST: usize = 3;
/// Vacancies that are compared, the newest first.
const COMPARED: i64 = 300;
/// Nothing was published before.
const EVER: &str = "2000-01-01T00:00:00Z";

/// For whom a letter is written. Nobody: for the page on the site.
#[derive(Debug, Clone, Default)]
pub(super) struct Reader {
    pub user_id: Option<i64>,
    pub first_name: String,
    pub locale: Locale,
    pub preferences_token: String,
}

impl Reader {
    pub(super) fn of(person: &Person) -> Self {
        Self {
            user_id: person.user_id,
            first_name: person.first_name.clone(),
            locale: person.locale,
            preferences_token: person.preferences_token.clone().unwrap_or_default(),
        }
    }
}

/// Writes letters of one newsletter.
pub(super) struct Composer<'a> {
    connection: &'a Connection,
    now: &'a str,
    center_id: i64,
    newsletter: &'a NewsletterAttributes,
    offers: Vec<Offer>,
    has_profiles: bool,
}

impl<'a> Composer<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        (center_id, newsletter): (i64, &'a NewsletterAttributes),
        now: &'a str,
    ) -> Result<Self> {
        Ok(Self {
            connection,
            now,
            center_id,
            newsletter,
            offers: new_offers(connection, center_id, (EVER, now), COMPARED)?,
            has_profiles: has_profiles(connection, center_id)?,
        })
    }

    /// The data of the mail `newsletter`.
    pub(super) fn data(&self, reader: &Reader) -> Result<Value> {
        let (subject, preheader) = if self.is_english(reader.locale) {
            (
                self.newsletter.subject_en.as_deref().unwrap_or_default(),
                self.newsletter.preheader_en.as_deref(),
            )
        } else {
            (
                self.newsletter.subject.as_str(),
                self.newsletter.preheader.as_deref(),
            )
        };
        let mut data = json!({
            "subject": subject,
            "text": self.text(reader)?,
            "preferences_path": format!("/nieuwsbrief/voorkeuren?token={}", reader.preferences_token),
        });
        if let Some(preheader) = preheader.filter(|text| !text.is_empty())
            && let Some(data) = data.as_object_mut()
        {
            data.insert(PREHEADER_TEXT.to_owned(), preheader.into());
        }
        Ok(data)
    }

    /// In which language somebody reads it.
    pub(super) fn locale(&self, wanted: Locale) -> Locale {
        if self.is_english(wanted) {
            Locale::En
        } else {
            Locale::Nl
        }
    }

    fn is_english(&self, locale: Locale) -> bool {
        locale == Locale::En && self.newsletter.is_in_english()
    }

    /// The whole text in the markup of mails.
    pub(super) fn text(&self, reader: &Reader) -> Result<String> {
        let blocks = match &self.newsletter.blocks_en {
            Some(blocks) if self.is_english(reader.locale) => blocks,
            _ => &self.newsletter.blocks,
        };
        let mut text = String::new();
        for block in blocks {
            let part = self.block(block, reader)?;
            if !part.is_empty() {
                text.push_str(part.trim());
                text.push_str("\n\n");
            }
        }
        Ok(text.trim_end().to_owned())
    }

    fn block(&self, block: &NewsletterBlock, reader: &Reader) -> Result<String> {
        let said = |text: &Option<String>| seal(text.as_deref().unwrap_or_default());
        let heading = |text: &Option<String>| match text.as_deref() {
            Some(title) if !title.is_empty() => format!("## {}\n\n", seal(title)),
            _ => String::new(),
        };
        Ok(match block.kind {
            NewsletterBlockType::Heading => heading(&block.title),
            NewsletterBlockType::Text => named(
                block.text.as_deref().unwrap_or_default(),
                &reader.first_name,
            ),
            NewsletterBlockType::Picture => {
                let path = match block.upload_id {
                    Some(id) => picture_of(self.connection, self.center_id, id)?,
                    None => None,
                };
                path.map_or_else(String::new, |path| {
                    format!("![{}]({})", said(&block.alt), seal(&path))
                })
            }
            NewsletterBlockType::Vacancies => {
                under(&heading(&block.title), &self.vacancies(reader)?)
            }
            NewsletterBlockType::Activities => {
                under(&heading(&block.title), &self.activities(reader)?)
            }
            NewsletterBlockType::Call => {
                let link = block.link.as_deref().filter(|link| !link.is_empty());
                let label = block.label.as_deref().filter(|label| !label.is_empty());
                let button = match (link, label) {
                    (Some(link), Some(label)) => format!("[{}]({})", seal(label), seal(link)),
                    _ => String::new(),
                };
                format!("{}{}\n\n{button}", heading(&block.title), said(&block.text))
            }
        })
    }

    /// Those that fit best; without volunteer profiles the newest.
    fn vacancies(&self, reader: &Reader) -> Result<Vec<String>> {
        let ids: Vec<i64> = match reader.user_id.filter(|_| self.has_profiles) {
            Some(user_id) => {
                let ranking = Ranking {
                    most: MOST,
                    seed: None,
                    others: Others::Out,
                };
                let standing = standing_of(self.connection, user_id, self.now)?;
                let wishes = wishes_of(self.connection, user_id)?;
                let choices = rank_offers(&standing, &wishes, &self.offers, ranking);
                choices.iter().map(|choice| choice.id).collect()
            }
            None => self
                .offers
                .iter()
                .take(MOST)
                .map(|offer| offer.id)
                .collect(),
        };
        let mut lines = Vec::new();
        for id in ids {
            let found: Option<(String, Option<String>, Option<String>)> = self
                .connection
                .prepare_cached(
                    "select v.title, o.name, v.city
                       from vacancies v left join organizations o on o.id = v.organization_id
                      where v.id = ?1",
                )?
                .query_row([id], |row| row.try_into())
                .optional()?;
            let Some((title, organization, city)) = found else {
                continue;
            };
            let of = organization.map_or_else(String::new, |name| format!(", {}", seal(&name)));
            let place = city.map_or_else(String::new, |city| format!(" in {}", seal(&city)));
            let line = format!("[{}](/vacancies/{id}){of}{place}", seal(&title));
            lines.push(line);
        }
        Ok(lines)
    }

    fn activities(&self, reader: &Reader) -> Result<Vec<String>> {
        let wishes = match reader.user_id {
            Some(user_id) => wishes_of(self.connection, user_id)?,
            None => Preferences::default(),
        };
        let found = nearby(
            self.connection,
            self.now,
            (reader.user_id, self.center_id),
            &wishes,
        )?;
        let locale = self.locale(reader.locale);
        let lines = found.into_iter().take(MOST).map(|(_, line)| {
            let text = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
            let day = date_in_words(text("starts_at"), locale).unwrap_or_default();
            let place = match text("place") {
                "" => String::new(),
                place => format!(", {}", seal(place)),
            };
            format!(
                "[{}]({}), {}{place}",
                seal(text("title")),
                seal(text("path")),
                seal(&day)
            )
        });
        Ok(lines.collect())
    }
}

/// A heading over a list; nothing where there is nothing to list.
fn under(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let list: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    format!("{heading}{}", list.join("\n"))
}

/// A text with the first name of its reader. Where there is none, or one that mail programs could make a link of, the
/// space before it goes too: "Dag," and not "Dag ,".
fn named(text: &str, first_name: &str) -> String {
    let is_name = |c: char| c.is_alphabetic() || " -'’".contains(c);
    let name = first_name.trim();
    if name.is_empty() || name.chars().count() > 60 || !name.chars().all(is_name) {
        return text
            .replace(&format!(" {FIRST_NAME}"), "")
            .replace(FIRST_NAME, "");
    }
    text.replace(FIRST_NAME, &seal(name))
}

/// What a newsletter is about in the outbox.
pub(super) const SUBJECT_TYPE: &str = <Newsletter as crate::jsonapi::Resource>::TYPE;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_name_is_greeted_without_one() {
        assert_eq!(named("Dag {{ first_name }},", ""), "Dag,");
        assert_eq!(named("Dag {{ first_name }},", "http://x.nl"), "Dag,");
        assert_eq!(named("Dag {{ first_name }},", "Sanne"), "Dag Sanne,");
        assert!(!named("{{ first_name }}", "D'Arc").contains('\''));
    }

    #[test]
    fn a_list_of_nothing_has_no_heading() {
        assert_eq!(under("## Now\n\n", &[]), "");
        assert_eq!(
            under("## Now\n\n", &["[a](/b)".to_owned()]),
            "## Now\n\n- [a](/b)"
        );
    }
}
