//! Asking for the newsletter without an account, and saying so once more by the link that is mailed. Whatever is known of
//! the address, the answer and its time are the same.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::membership;
use super::preferences::path_of;
use super::{ByLink, NewsletterSubscriber};
use crate::app::access::{Reason, RequestContext, Unguarded};
use crate::app::auth::token;
use crate::app::limits::per_key::on_the_beat;
use crate::app::limits::rate_limits::NEWSLETTER_SUBSCRIPTIONS;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, SentToMeta, Typed};
use crate::jsonapi::{Answer, Resource as _};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::model::plain_form::Form;
use crate::resources::notification::Notice;
use crate::resources::user::UserLocale;
use crate::resources::user::own_account::registration::sent_to;

/// The edition of the text above the form that people agree to.
const EDITION: &str = "2026-11";

/// Days for which the link is good (docs/domain/limits.md#links).
const DAYS_TO_CONFIRM: i64 = 7;

/// Mails to one address within an hour, and within a day.
const MOST_AN_HOUR: i64 = 1;
const MOST_A_DAY: i64 = 3;

pub struct Subscribes;

impl Reason for Subscribes {
    const WHY: &'static str = "a visitor asks for the newsletter";
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewsletterSubscription")]
struct Subscription {
    #[validate(email, length(max = 254))]
    email: String,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    first_name: Option<String>,
    #[serde(default)]
    locale: UserLocale,
    /// The edition of the text that was agreed to: `2026-11`.
    #[validate(length(max = 20))]
    edition: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewsletterSubscriptionConfirm")]
struct Confirm {
    #[validate(length(max = 200))]
    token: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NewsletterSubscriptionAttributes")]
struct Confirmed {
    is_confirmed: bool,
    /// Where they say how often, in which language, and that they want it no longer.
    preferences_path: String,
}

impl Typed for Confirmed {
    const TYPE: &'static str = "newsletter_subscriptions";
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .unguarded::<Subscribes, _, _, _, _, _>(
            Method::POST,
            NewsletterSubscriber::TYPE,
            "/api/v1/newsletter_subscriptions",
            subscribe,
        )
        .named(
            "subscribeToNewsletter",
            "Mails a link to who asks for the newsletter",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[401])
        .unguarded::<ByLink, _, _, _, _, _>(
            Method::POST,
            NewsletterSubscriber::TYPE,
            "/api/v1/newsletter_subscriptions/confirm",
            confirm,
        )
        .named(
            "confirmNewsletterSubscription",
            "Confirms by the link in the mail that somebody wants the newsletter",
        )
        .answers(Described::json::<OneOf<Confirmed>>(200))
        .refuses(&[401])
}

/// `POST /newsletter_subscriptions`.
async fn subscribe(
    door: Unguarded<Subscribes>,
    (): (),
    input: Input<Form<Subscription>>,
) -> Result<Answer> {
    let said = input.body.read(&["email", "edition"])?;
    if said.edition != EDITION {
        return Err(FieldFault::attribute("edition", "choice")
            .with("allowed", vec![EDITION])
            .into());
    }
    on_the_beat(door.post(input.key, move |tx, ctx| {
        NEWSLETTER_SUBSCRIPTIONS.keep(tx, &ctx.site.client_ip.to_string())?;
        ask(tx, ctx, &said)?;
        // Nothing that anybody has to read about: it begins when the button is pressed.
        tx.noted();
        Ok(sent_to(&said.email))
    }))
    .await
}

/// Keeps what was typed, and mails the link. What somebody who gets the newsletter said stays as it is.
fn ask(tx: &Tx, ctx: &RequestContext, said: &Subscription) -> Result<()> {
    if is_closed(tx, &said.email)? || !may_be_mailed(tx, &said.email)? {
        return Ok(());
    }
    let token = token::random()?;
    let locale = match said.locale {
        UserLocale::Nl => "nl",
        UserLocale::En => "en",
    };
    let id: i64 = tx
        .prepare_cached(
            "insert into newsletter_subscribers (volunteer_center_id, email, first_name, locale, edition, confirm_hash, confirm_until, created_at, updated_at)
             values (:center_id, :email, :first_name, :locale, :edition, :hash, :until, :now, :now)
             on conflict (volunteer_center_id, email) where email is not null do update
                set first_name = iif(status = 'active', first_name, excluded.first_name),
                    locale = iif(status = 'active', locale, excluded.locale),
                    edition = iif(status = 'active', edition, excluded.edition),
                    status = iif(status = 'active', status, 'pending'),
                    confirm_hash = excluded.confirm_hash, confirm_until = excluded.confirm_until,
                    version = version + 1, updated_at = :now
             returning id",
        )?
        .query_row(
            named_params! {
                ":center_id": ctx.site.center_id,
                ":email": said.email,
                ":first_name": said.first_name.as_deref().filter(|name| !name.is_empty()),
                ":locale": locale,
                ":edition": said.edition,
                ":hash": hash(&token),
                ":until": later(tx.now(), days(DAYS_TO_CONFIRM)),
                ":now": tx.now(),
            },
            |row| row.get(0),
        )?;
    let notice = Notice {
        kind: MailKind::NewsletterConfirm,
        data: json!({ "path": format!("/nieuwsbrief/bevestigen?token={token}") }),
        subject: (NewsletterSubscriber::TYPE, id),
        center_id: ctx.site.center_id,
    };
    // Without the name: anybody can type a text there, and somebody else's address.
    match notice.mail(tx, &said.email, ("", ""), locale) {
        Err(error) if error.is(Code::RateLimited) => Ok(()),
        sent => sent,
    }
}

/// Whether the address is that of an account that was closed: it is not mailed.
fn is_closed(connection: &Connection, email: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached("select 1 from users where email = ?1 and status = 'archived'")?
        .exists([email])?)
}

fn may_be_mailed(tx: &Tx, email: &str) -> Result<bool> {
    let (within_hour, within_day): (i64, i64) = tx
        .prepare_cached(
            "select count(*) filter (where created_at > :hour), count(*)
               from outbox
              where to_email = :email and kind = :kind and created_at > :day",
        )?
        .query_row(
            named_params! {
                ":email": email,
                ":kind": MailKind::NewsletterConfirm.as_str(),
                ":hour": later(tx.now(), -jiff::SignedDuration::from_hours(1)),
                ":day": later(tx.now(), -days(1)),
            },
            |row| row.try_into(),
        )?;
    Ok(within_hour < MOST_AN_HOUR && within_day < MOST_A_DAY)
}

/// What is kept of a token.
fn hash(token: &str) -> String {
    use std::fmt::Write as _;
    token::digest(token)
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// `POST /newsletter_subscriptions/confirm {token}`: the button behind the link. Pressing it again says the same.
async fn confirm(door: Unguarded<ByLink>, (): (), input: Input<Form<Confirm>>) -> Result<Answer> {
    let token = input.body.read(&["token"])?.token;
    door.post(input.key, move |tx, _| {
        let id = take(tx, &token)?;
        let key: String = tx
            .prepare_cached("select preferences_token from newsletter_subscribers where id = ?1")?
            .query_row([id], |row| row.get(0))?;
        let said = Confirmed {
            is_confirmed: true,
            preferences_path: path_of(&key),
        };
        Ok(Answer::ok(
            json!({ "data": { "type": Confirmed::TYPE, "id": id.to_string(), "attributes": said } })
                .to_string(),
        ))
    })
    .await
}

/// The row that holds the wishes of who followed the link.
fn take(tx: &Tx, token: &str) -> Result<i64> {
    type Row = (i64, Option<String>, String, bool);
    let found: Option<Row> = tx
        .prepare_cached(
            "select id, email, status, confirm_until <= ?2 from newsletter_subscribers where confirm_hash = ?1",
        )?
        .query_row((hash(token), tx.now()), |row| row.try_into())
        .optional()?;
    let fault = |rule: &str| Err(FieldFault::attribute("token", rule).into());
    match found {
        None => fault("unknown"),
        Some((_, _, _, true)) => fault("expired"),
        Some((_, Some(email), _, _)) if is_closed(tx, &email)? => fault("unknown"),
        // Who left after confirming does not come back by the old link.
        Some((_, _, status, _)) if status == "left" => fault("unknown"),
        Some((id, Some(_), _, _)) => membership::join(tx, id),
        Some((id, None, _, _)) => {
            tx.noted();
            Ok(id)
        }
    }
}
