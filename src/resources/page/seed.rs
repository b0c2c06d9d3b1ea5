//! Pages that a new centre begins with, from its preset: published, and the centre's own from then on.

use rusqlite::named_params;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::block_types;
use super::content::Reader;
use super::document::{BlockGround, StoredBlock};
use super::{draft, publish, slug};
use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::{Error, Result};

/// A page of a preset.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedPage {
    pub title: String,
    pub slug: String,
    #[serde(default = "dutch")]
    pub locale: String,
    #[serde(default = "default_type")]
    pub page_type: String,
    #[serde(default = "wide")]
    pub page_layout: String,
    #[serde(default = "yes")]
    pub show_title_on_page: bool,
    pub summary: Option<String>,
    pub meta_title: Option<String>,
    pub meta_description: Option<String>,
    #[serde(default)]
    pub featured: bool,
    #[serde(default)]
    pub tags: Vec<String>,
    pub author_name: Option<String>,
    /// A drawing of the program.
    pub image: Option<String>,
    pub image_alt: Option<String>,
    /// Slug of the same page in Dutch.
    pub translation_of: Option<String>,
    /// How long ago it was published.
    #[serde(default)]
    pub days_ago: i64,
    /// False for a draft.
    #[serde(default = "yes")]
    pub is_published: bool,
    /// A form that goes with the page; its blocks name it by its token.
    pub form: Option<SeedForm>,
    #[serde(default)]
    pub blocks: Vec<SeedBlock>,
}

/// A form to which visitors sign up until its last day. What they sent is erased then.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedForm {
    /// Its public address: `/forms/{token}`.
    pub token: String,
    pub title: String,
    pub title_en: String,
    pub thanks: String,
    pub thanks_en: String,
    /// Month and day, `03-31`: the next such day that is at least two months away.
    pub closes: String,
    pub questions: Vec<SeedQuestion>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedQuestion {
    pub key: String,
    pub text: String,
    pub text_en: String,
    pub hint: Option<String>,
    pub hint_en: Option<String>,
    pub question_type: String,
    #[serde(default = "yes")]
    pub required: bool,
    #[serde(default)]
    pub options: Vec<String>,
    #[serde(default)]
    pub options_en: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedBlock {
    pub block_type: String,
    #[serde(default)]
    pub ground: BlockGround,
    #[serde(default)]
    pub content: Map<String, Value>,
}

fn dutch() -> String {
    "nl".to_owned()
}

fn default_type() -> String {
    "default".to_owned()
}

fn wide() -> String {
    "wide".to_owned()
}

const fn yes() -> bool {
    true
}

/// The pages of a new centre, by the preset of its tenant.
pub fn of_preset(preset: &str) -> Result<Vec<SeedPage>> {
    let file = match preset {
        "demo" => include_str!("../../../tenants/pages/demo.toml"),
        "meedoen" => include_str!("../../../tenants/pages/meedoen.toml"),
        "oldebroek" => include_str!("../../../tenants/pages/oldebroek.toml"),
        "roermond" => include_str!("../../../tenants/pages/roermond.toml"),
        _ => include_str!("../../../tenants/pages/public.toml"),
    };
    read(file)
}

/// The pages of a TOML text: `[[pages]]`.
pub fn read(text: &str) -> Result<Vec<SeedPage>> {
    #[derive(Deserialize)]
    struct File {
        #[serde(default)]
        pages: Vec<SeedPage>,
    }
    let file: File = toml::from_str(text).map_err(Error::internal)?;
    Ok(file.pages)
}

/// Makes the pages of a centre that has none at these addresses yet. Returns how many were made.
pub fn plant(tx: &Tx, center_id: i64, pages: &[SeedPage]) -> Result<usize> {
    let mut made = 0;
    for page in pages {
        let is_there: bool = tx
            .prepare_cached(
                "select exists (select 1 from pages where volunteer_center_id = ?1 and locale = ?2 and slug = ?3)",
            )?
            .query_row((center_id, &page.locale, &page.slug), |row| row.get(0))?;
        if !is_there {
            plant_one(tx, center_id, page)?;
            made += 1;
        }
    }
    Ok(made)
}

fn plant_one(tx: &Tx, center_id: i64, page: &SeedPage) -> Result<()> {
    let is_taken = slug::is_reserved(&page.slug) && !slug::is_fixed(&page.slug);
    if !slug::is_slug(&page.slug) || is_taken {
        return Err(Error::internal(format!(
            "{} is no address of a page",
            page.slug
        )));
    }
    let now: jiff::Timestamp = tx.now().parse().map_err(Error::internal)?;
    if let Some(form) = &page.form {
        plant_form(tx, center_id, form)?;
    }
    let at = now - jiff::SignedDuration::from_hours(24 * page.days_ago.max(0));
    let at = at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    tx.prepare_cached(
        "insert into pages (volunteer_center_id, title, slug, locale, page_type, page_layout, show_title_on_page, summary,
           featured, meta_title, meta_description, tags, author_name, image_stock, image_alt, translation_of_id, published_at, created_at, updated_at)
         values (:center_id, :title, :slug, :locale, :page_type, :page_layout, :show_title, :summary, :featured, :meta_title,
           :meta_description, :tags, :author_name, :image, :image_alt,
           (select id from pages where volunteer_center_id = :center_id and locale = 'nl' and slug = :translation_of),
           iif(:is_published, :at, null), :at, :at)",
    )?
    .execute(named_params! {
        ":center_id": center_id,
        ":title": page.title,
        ":slug": page.slug,
        ":locale": page.locale,
        ":page_type": page.page_type,
        ":page_layout": page.page_layout,
        ":show_title": page.show_title_on_page,
        ":summary": page.summary,
        ":featured": page.featured,
        ":meta_title": page.meta_title,
        ":meta_description": page.meta_description,
        ":tags": serde_json::to_string(&page.tags)?,
        ":author_name": page.author_name,
        ":image": page.image,
        ":image_alt": page.image_alt,
        ":translation_of": page.translation_of,
        ":is_published": page.is_published,
        ":at": at,
    })?;
    let page_id = tx.last_insert_rowid();
    let mut reader = Reader {
        connection: tx,
        center_id,
        is_stored: false,
        faults: Vec::new(),
    };
    let mut blocks = Vec::with_capacity(page.blocks.len());
    for (at, block) in page.blocks.iter().enumerate() {
        let kind = block_types::find(&block.block_type)
            .ok_or_else(|| Error::internal(format!("no type of block {}", block.block_type)))?;
        let content = with_own_form(tx, center_id, &block.content)?;
        blocks.push(StoredBlock {
            id: None,
            kind,
            content: reader.read(kind, &content, &format!("/blocks/{at}/content"))?,
            ground: block.ground,
            is_hidden: false,
        });
    }
    if let Some(fault) = reader.faults.first() {
        return Err(Error::internal(format!(
            "the page {}: {} {}",
            page.slug, fault.pointer, fault.rule
        )));
    }
    draft::store(tx, page_id, &blocks, None)?;
    if page.is_published {
        publish::put_online(tx, page_id, (tx.now(), None), None)?;
    }
    Ok(())
}

/// Makes the form of a page, open, unless the centre has it already.
fn plant_form(tx: &Tx, center_id: i64, form: &SeedForm) -> Result<()> {
    let today = local_date(tx.now()).ok_or_else(|| Error::internal("the clock names no day"))?;
    let soonest = today
        .checked_add(jiff::Span::new().months(2))
        .map_err(Error::internal)?;
    let of_year = |year: i16| -> Result<jiff::civil::Date> {
        let day = format!("{year:04}-{}", form.closes);
        day.parse().map_err(Error::internal)
    };
    let this_year = of_year(today.year())?;
    let closes_on = if this_year >= soonest {
        this_year
    } else {
        of_year(today.year() + 1)?
    };
    let made = tx
        .prepare_cached(
            "insert into forms (volunteer_center_id, title, title_en, status, token, thanks, thanks_en, closes_on,
               erases_after_close, created_at, updated_at)
             values (:center_id, :title, :title_en, 'open', :token, :thanks, :thanks_en, :closes_on, 1, :now, :now)
             on conflict (token) do nothing",
        )?
        .execute(named_params! {
            ":center_id": center_id,
            ":title": form.title,
            ":title_en": form.title_en,
            ":token": form.token,
            ":thanks": form.thanks,
            ":thanks_en": form.thanks_en,
            ":closes_on": closes_on.to_string(),
            ":now": tx.now(),
        })?;
    if made == 0 {
        return Ok(());
    }
    let form_id = tx.last_insert_rowid();
    for (position, question) in (1_i64..).zip(&form.questions) {
        tx.prepare_cached(
            "insert into form_questions (form_id, position, key, text, text_en, hint, hint_en, question_type, required, options, options_en)
             values (:form_id, :position, :key, :text, :text_en, :hint, :hint_en, :question_type, :required, :options, :options_en)",
        )?
        .execute(named_params! {
            ":form_id": form_id,
            ":position": position,
            ":key": question.key,
            ":text": question.text,
            ":text_en": question.text_en,
            ":hint": question.hint,
            ":hint_en": question.hint_en,
            ":question_type": question.question_type,
            ":required": question.required,
            ":options": serde_json::to_string(&question.options)?,
            ":options_en": serde_json::to_string(&question.options_en)?,
        })?;
    }
    Ok(())
}

/// `form = "contact"` is the contact form of the centre; another name is the token of one.
fn with_own_form(
    tx: &Tx,
    center_id: i64,
    content: &Map<String, Value>,
) -> Result<Map<String, Value>> {
    let mut content = content.clone();
    if let Some(name) = content.get("form").and_then(Value::as_str) {
        let id: i64 = tx
            .prepare_cached(
                "select id from forms where volunteer_center_id = ?1 and (token = ?2 or (is_contact = 1 and ?2 = 'contact'))",
            )?
            .query_row((center_id, name), |row| row.get(0))?;
        content.insert("form".to_owned(), id.to_string().into());
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::Clock;
    use crate::db::Db;
    use crate::presets;

    #[test]
    fn every_preset_has_a_home_page_in_both_languages() {
        for preset in presets::list() {
            let pages = of_preset(&preset.name).unwrap();
            for locale in ["nl", "en"] {
                let home = pages
                    .iter()
                    .find(|page| page.slug == super::super::HOME && page.locale == locale);
                assert!(
                    home.is_some_and(|home| !home.blocks.is_empty()),
                    "{} {locale}",
                    preset.name
                );
            }
            let folder = tempfile::tempdir().unwrap();
            let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
            let preset = preset.clone();
            let shown: i64 = db
                .write_blocking(move |tx| {
                    let center_id = crate::resources::center_defaults::found(tx, &preset)?;
                    assert_eq!(plant(tx, center_id, &pages)?, 0, "once");
                    Ok(tx.query_row(
                        "select count(*) from published_pages where publish_at <= ?1",
                        [tx.now()],
                        |row| row.get(0),
                    )?)
                })
                .unwrap();
            assert!(shown >= 2);
        }
    }
}
