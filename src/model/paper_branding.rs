//! Papers in the colours and fonts of a centre, with its name and address at the head.

use jiff::Timestamp;
use rusqlite::Connection;

use crate::base::locale::Locale;
use crate::error::{Error, Result};
use crate::model::email_branding::{Origin, email_branding};
use crate::pdf::{Block, Colours, Decoration, Document, Footer, Paper, Style};
use crate::theme::palette::Colour;

/// The centre whose paper it is.
pub struct PaperBranding {
    pub center_name: String,
    /// On one line.
    pub address: Option<String>,
    pub phone_number: Option<String>,
    pub email: Option<String>,
    /// Of the site, with the scheme.
    pub origin: String,
    primary: Option<[u8; 3]>,
    font: String,
    heading_font: String,
}

impl PaperBranding {
    pub fn of(connection: &Connection, center_id: i64, origin: String) -> Result<Self> {
        let branding = email_branding(connection, Some(center_id), &Origin::default())?;
        let (font, heading_font): (String, String) = connection
            .prepare_cached(
                "select t.font_sans, t.font_heading from themes t
                  where t.id = (select theme_id from volunteer_centers where id = ?1)",
            )?
            .query_row([center_id], |row| row.try_into())
            .unwrap_or_default();
        Ok(Self {
            center_name: branding.centre_name,
            address: branding.address,
            phone_number: branding
                .phone_number
                .as_deref()
                .map(crate::base::phone::written),
            email: branding.email,
            origin,
            primary: branding
                .primary_color
                .as_deref()
                .and_then(Colour::parse)
                .map(|colour| [colour.red, colour.green, colour.blue]),
            font,
            heading_font,
        })
    }

    /// The host as it is typed.
    pub fn host(&self) -> &str {
        self.origin
            .split_once("://")
            .map_or(self.origin.as_str(), |(_, host)| host)
    }

    /// Name and address of the centre, above what the paper says.
    pub fn head(&self) -> Vec<Block> {
        let mut blocks = vec![Block::styled(Style::Label, self.center_name.as_str())];
        if let Some(address) = &self.address {
            blocks.push(Block::styled(Style::Small, address.as_str()));
        }
        blocks.push(Block::Space(10.0));
        blocks
    }

    /// A document without blocks yet. `made_at` is RFC 3339.
    pub fn document(
        &self,
        title: String,
        (paper, locale): (Paper, Locale),
        made_at: &str,
    ) -> Result<Document> {
        let created_at: Timestamp = made_at.parse().map_err(Error::internal)?;
        Ok(Document {
            title,
            author: self.center_name.clone(),
            locale,
            paper,
            created_at,
            colours: Colours {
                primary: self.primary.unwrap_or(Colours::default().primary),
                ..Colours::default()
            },
            font: self.font.clone(),
            heading_font: self.heading_font.clone(),
            decoration: Decoration::None,
            footer: Footer::PageNumbers,
            blocks: Vec::new(),
        })
    }
}
