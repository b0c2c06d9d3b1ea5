//! The wishes of who gets newsletters, behind the link in each of them: how often, in which language, and whether at all.
//! Reading them is a `POST`, so that the key is in no log.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::membership;
use super::{ByLink, NewsletterFrequency, NewsletterSubscriber};
use crate::app::access::Unguarded;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document, Resource as _};
use crate::model::plain_form::Form;
use crate::resources::user::UserLocale;

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewsletterPreferencesLink")]
struct Opened {
    #[validate(length(max = 200))]
    token: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewsletterPreferencesChange")]
struct Change {
    #[validate(length(max = 200))]
    token: String,
    locale: Option<UserLocale>,
    frequency: Option<NewsletterFrequency>,
    is_subscribed: Option<bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NewsletterPreferencesAttributes")]
struct Preferences {
    /// With its first character and its domain alone.
    email: String,
    locale: String,
    frequency: String,
    is_subscribed: bool,
}

impl Typed for Preferences {
    const TYPE: &'static str = "newsletter_preferences";
}

pub(super) fn routes() -> Routes {
    const PATH: &str = "/api/v1/newsletter_subscriptions/preferences";
    Routes::new()
        .unguarded::<ByLink, _, _, _, _, _>(Method::POST, NewsletterSubscriber::TYPE, PATH, show)
        .answering_anew()
        .named(
            "showNewsletterPreferences",
            "Shows the wishes of who gets newsletters, by the link in one",
        )
        .answers(Described::json::<OneOf<Preferences>>(200))
        .refuses(&[401])
        .unguarded::<ByLink, _, _, _, _, _>(Method::PATCH, NewsletterSubscriber::TYPE, PATH, change)
        .named(
            "changeNewsletterPreferences",
            "Changes the wishes of who gets newsletters, by the link in one",
        )
        .answers(Described::json::<OneOf<Preferences>>(200))
        .refuses(&[401])
        .unguarded::<ByLink, _, _, _, _, _>(Method::PUT, NewsletterSubscriber::TYPE, PATH, change)
        .named(
            "putNewsletterPreferences",
            "The same as PATCH: changes what is named",
        )
        .answers(Described::json::<OneOf<Preferences>>(200))
        .refuses(&[401])
}

/// Path of the page behind the link.
pub(super) fn path_of(key: &str) -> String {
    format!("/nieuwsbrief/voorkeuren?token={key}")
}

async fn show(door: Unguarded<ByLink>, (): (), input: Input<Form<Opened>>) -> Result<Document> {
    let token = input.body.read(&["token"])?.token;
    let shown = door
        .read(move |connection| shown(connection, find(connection, &token)?))
        .await?;
    Ok(Document::of(&shown))
}

async fn change(door: Unguarded<ByLink>, (): (), input: Input<Form<Change>>) -> Result<Answer> {
    let said = input.body.read(&["token"])?;
    door.write(move |tx, _| {
        let mut id = find(tx, &said.token)?;
        tx.prepare_cached(
            "update newsletter_subscribers
                set locale = coalesce(:locale, locale), frequency = coalesce(:frequency, frequency),
                    version = version + 1, updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {
            ":id": id,
            ":locale": word(said.locale)?,
            ":frequency": word(said.frequency)?,
            ":now": tx.now(),
        })?;
        match said.is_subscribed {
            Some(true) => id = membership::join(tx, id)?,
            Some(false) => membership::leave(tx, id)?,
            // How often and in which language is nobody else's.
            None => tx.noted(),
        }
        Ok(Answer::ok(shown(tx, id)?.to_string()))
    })
    .await
}

fn word<T: Serialize>(value: Option<T>) -> Result<Option<String>> {
    let value = serde_json::to_value(value)?;
    Ok(value.as_str().map(str::to_owned))
}

/// The row of a key. Accounts that were closed have no wishes.
fn find(connection: &Connection, token: &str) -> Result<i64> {
    connection
        .prepare_cached(
            "select s.id
               from newsletter_subscribers s
               left join users u on u.id = s.user_id or u.email = s.email
              where s.preferences_token = ?1 and coalesce(u.status, '') <> 'archived'",
        )?
        .query_row([token], |row| row.get(0))
        .optional()?
        .ok_or_else(|| FieldFault::attribute("token", "unknown").into())
}

fn shown(connection: &Connection, id: i64) -> Result<Value> {
    let (email, locale, frequency, is_subscribed): (String, String, String, bool) = connection
        .prepare_cached(
            "select coalesce(s.email, u.email, ''), s.locale, s.frequency,
                    iif(s.user_id is null, s.status = 'active',
                        coalesce((select c.is_given from consents c
                                   where c.user_id = s.user_id and c.kind = 'newsletter' order by c.id desc limit 1), 0))
               from newsletter_subscribers s
               left join users u on u.id = s.user_id
              where s.id = ?1",
        )?
        .query_row([id], |row| row.try_into())?;
    let attributes = Preferences {
        email: masked(&email),
        locale,
        frequency,
        is_subscribed,
    };
    Ok(
        json!({ "data": { "type": Preferences::TYPE, "id": id.to_string(), "attributes": attributes } }),
    )
}

/// `j…@example.nl`: enough to know one's own address by.
fn masked(email: &str) -> String {
    let (name, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}…@{domain}")
}
