//! The card of somebody who comes to the desk: name, number and a QR code, A6. The code says nothing to others.

use axum::response::Response;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::Value;

use super::locale_of;
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::pdf_file::pdf_response;
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::model::paper_branding::PaperBranding;
use crate::model::short_code;
use crate::model::state_history::audit_with;
use crate::pdf::{self, Block, Document, Paper, Qr, Style, Text};
use crate::resources::user::User;

/// A code as it is scanned or typed: the address of the QR code, or the letters in any writing. None: no code.
pub fn read_code(text: &str) -> Option<String> {
    let last = text.trim().trim_end_matches('/').rsplit('/').next()?;
    short_code::read(last)
}

/// Whose card it is.
pub(super) fn holder_of(connection: &Connection, text: &str) -> Result<Option<i64>> {
    let Some(code) = read_code(text) else {
        return Ok(None);
    };
    Ok(connection
        .prepare_cached(
            "select c.user_id from desk_cards c join users u on u.id = c.user_id and u.status <> 'archived' where c.code = ?1",
        )?
        .query_row([code], |row| row.get(0))
        .optional()?)
}

/// `POST /users/{id}/desk/card`.
pub(super) async fn renew(
    access: Access<User, action::Register>,
    id: Id<User>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            let code = make(tx, id)?;
            let actor_id = rows.ctx().user_id();
            audit_with(
                tx,
                actor_id,
                "desk_card",
                (User::TYPE, id.number()),
                &Value::Null,
            )?;
            super::extend_account(tx, id.number())?;
            let written = short_code::written(&code);
            Ok(Answer::ok(
                super::answer(tx, id, Some(written))?.to_string(),
            ))
        })
        .await
}

fn make(tx: &Tx, id: Id<User>) -> Result<String> {
    let code = short_code::new()?;
    tx.prepare_cached(
        "insert into desk_cards (user_id, code, code_made_at, created_at) values (:id, :code, :now, :now)
         on conflict (user_id) do update set code = :code, code_made_at = :now",
    )?
    .execute(named_params! {":id": id.number(), ":code": code, ":now": tx.now()})?;
    Ok(code)
}

/// `GET /users/{id}/desk/card.pdf`. 404 before a card was made.
pub(super) async fn print(
    access: Access<User, action::Register>,
    id: Id<User>,
    input: Input<()>,
) -> Result<Response> {
    let locale = locale_of(&input.query);
    let rows = access.rows();
    let origin = access.ctx().site.origin();
    let center_id = access.ctx().site.center_id;
    let (card, branding) = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let card = Card::of(connection, id)?.ok_or(Code::NotFound)?;
            let branding = PaperBranding::of(connection, center_id, origin)?;
            Ok((card, branding))
        })
        .await?;
    super::note(&access, id, "desk_print").await?;
    let document = card.document(&branding, locale)?;
    let bytes = pdf::draw(document).await.map_err(Error::internal)?;
    let name = match locale {
        Locale::Nl => "kaartje",
        Locale::En => "card",
    };
    Ok(pdf_response(bytes, name))
}

struct Card {
    name: String,
    code: String,
    made_at: String,
}

impl Card {
    fn of(connection: &Connection, id: Id<User>) -> Result<Option<Self>> {
        Ok(connection
            .prepare_cached(
                "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), c.code, c.code_made_at
                   from desk_cards c join users u on u.id = c.user_id
                  where c.user_id = ?1 and c.code is not null",
            )?
            .query_row([id.number()], |row| {
                Ok(Self {
                    name: row.get(0)?,
                    code: row.get(1)?,
                    made_at: row.get(2)?,
                })
            })
            .optional()?)
    }

    fn document(&self, branding: &PaperBranding, locale: Locale) -> Result<Document> {
        let say = |nl: &'static str, en: &'static str| match locale {
            Locale::Nl => nl,
            Locale::En => en,
        };
        let address = format!("{}/kaart/{}", branding.origin, self.code);
        let title = match locale {
            Locale::Nl => format!("Kaartje van {}", self.name),
            Locale::En => format!("Card of {}", self.name),
        };
        let mut blocks = branding.head();
        blocks.push(Block::heading(1, self.name.as_str()));
        blocks.push(Block::paragraph(say(
            "Laat dit kaartje zien aan de balie. Dan weten we meteen wie je bent.",
            "Show this card at the desk. Then we know at once who you are.",
        )));
        blocks.push(Block::Columns {
            left: vec![Block::Qr(Qr {
                text: address,
                alt: say("QR-code van dit kaartje", "QR code of this card").to_owned(),
                side: 38.0,
            })],
            right: vec![
                Block::styled(Style::Small, say("Nummer", "Number")),
                Block::styled(Style::Code, short_code::written(&self.code).as_str()),
            ],
            share: 0.5,
        });
        if let Some(phone) = &branding.phone_number {
            let text = match locale {
                Locale::Nl => Text::new().plain("Bel ons: ").bold(phone),
                Locale::En => Text::new().plain("Call us: ").bold(phone),
            };
            blocks.push(Block::AtBottom(vec![Block::paragraph(text)]));
        }
        let document = branding.document(title, (Paper::A6, locale), &self.made_at)?;
        Ok(Document { blocks, ..document })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_read_from_its_address_and_as_it_is_typed() {
        for text in [
            "7K4M92QX",
            "7k4m-92qx",
            "https://demo.voluntr.example/kaart/7K4M92QX",
            "https://demo.voluntr.example/en/kaart/7k4m92qx/",
        ] {
            assert_eq!(read_code(text).as_deref(), Some("7K4M92QX"), "{text}");
        }
        for text in ["", "https://demo.voluntr.example/", "7K4M92Q", "Annie Smit"] {
            assert_eq!(read_code(text), None, "{text}");
        }
    }
}
