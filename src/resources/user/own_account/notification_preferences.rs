//! Notification preferences: kinds, channels and frequency (docs/domain/mails.md#preferences). Mandatory
//! notifications are always sent.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::form::Form;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::Document;
use crate::mail::MailKind;
use crate::resources::notification::can_push;
use crate::resources::notification::preference::{Channel, Rate, rate};
use crate::resources::user::User;

/// Whether and when somebody gets one kind of message, over one channel.
#[derive(Serialize, Deserialize, JsonSchema)]
struct NotificationPreferenceAttributes {
    kind: String,
    channel: Channel,
    rate: Rate,
    area: String,
    is_mandatory: bool,
}

impl Typed for NotificationPreferenceAttributes {
    const TYPE: &'static str = "notification_preferences";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/notification_preferences", show)
        .named(
            "listNotificationPreferences",
            "Lists which messages somebody gets, and how",
        )
        .answers(Described::json::<AllOf<NotificationPreferenceAttributes>>(
            200,
        ))
        .action(Method::PATCH, "//api/v1/notification_preferences", change)
        .named(
            "updateNotificationPreferences",
            "Changes which messages somebody gets",
        )
        .answers(Described::json::<AllOf<NotificationPreferenceAttributes>>(
            200,
        ))
        .action(Method::PUT, "//api/v1/notification_preferences", change)
        .named(
            "putNotificationPreferences",
            "Changes which messages somebody gets, as PATCH does",
        )
        .answers(Described::json::<AllOf<NotificationPreferenceAttributes>>(
            200,
        ))
}

/// Product area of a kind.
fn area(kind: MailKind) -> &'static str {
    match kind.as_str() {
        "silence_day7"
        | "application_asked_center"
        | "daily_todo"
        | "weekly_summary"
        | "monthly_report" => "center",
        word if word.ends_with("_to_review") || word.starts_with("pending_") => "center",
        word if word.starts_with("org_") => "organization",
        word if word.starts_with("vacancy_") => "vacancy",
        word if word.starts_with("help_") => "vacancy",
        word if word.starts_with("application_") || word.starts_with("message_") => "application",
        _ => "account",
    }
}

fn list(connection: &Connection, user_id: i64) -> Result<Value> {
    let mut data = Vec::new();
    for kind in MailKind::ALL {
        // Digests have their own choice of days.
        if kind.gathers() {
            continue;
        }
        for channel in Channel::ALL {
            if channel == Channel::Push && !can_push(*kind) {
                continue;
            }
            let rate = if kind.is_mandatory() && channel != Channel::Push {
                Rate::Instant
            } else {
                rate(connection, user_id, *kind, channel)?
            };
            data.push(json!({
                "type": "notification_preferences",
                "id": format!("{}.{}", kind.as_str(), channel.as_str()),
                "attributes": {
                    "kind": kind.as_str(),
                    "channel": channel.as_str(),
                    "rate": rate.as_str(),
                    "area": area(*kind),
                    "is_mandatory": kind.is_mandatory() && channel != Channel::Push,
                },
            }));
        }
    }
    Ok(json!({ "data": data, "meta": { "total": data.len() } }))
}

async fn show(access: Access<User, action::Own>, (): (), _: Input<()>) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let list = access
        .read(move |connection| list(connection, user_id))
        .await?;
    Ok(Document::of(&list))
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NotificationPreferencesUpdate")]
struct Choices {
    #[validate(length(min = 1, max = 200))]
    preferences: Vec<Choice>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NotificationPreferenceChoice")]
struct Choice {
    kind: String,
    channel: Channel,
    rate: Rate,
}

/// `PATCH` and `PUT /notification_preferences {preferences: [{kind, channel, rate}]}`: applies all of them or none.
async fn change(
    access: Access<User, action::Own>,
    (): (),
    input: Input<Form<Choices>>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let choices = input.body.read(&["preferences"])?.preferences;
    let choices = check(choices)?;
    let list = access
        .write(move |tx, _| {
            for (kind, channel, rate) in &choices {
                set(tx, user_id, *kind, *channel, *rate)?;
            }
            list(tx, user_id)
        })
        .await?;
    Ok(Document::of(&list))
}

fn check(choices: Vec<Choice>) -> Result<Vec<(MailKind, Channel, Rate)>> {
    let mut faults = Vec::new();
    let mut checked = Vec::new();
    for (index, choice) in choices.into_iter().enumerate() {
        let fault = |field: &str, rule: &str| {
            FieldFault::attribute(&format!("preferences/{index}/{field}"), rule)
        };
        let Some(kind) = MailKind::find(&choice.kind) else {
            faults.push(fault("kind", "not_found"));
            continue;
        };
        let is_gathered = matches!(choice.rate, Rate::Daily | Rate::Weekly);
        let is_push = choice.channel == Channel::Push;
        if is_push && !can_push(kind) {
            faults.push(fault("channel", "choice").with("allowed", vec!["app", "email"]));
        } else if kind.is_mandatory() && !is_push && choice.rate != Rate::Instant {
            faults.push(fault("rate", "mandatory"));
        } else if choice.channel != Channel::Email && is_gathered {
            faults.push(fault("rate", "choice").with("allowed", vec!["instant", "off"]));
        }
        checked.push((kind, choice.channel, choice.rate));
    }
    if faults.is_empty() {
        Ok(checked)
    } else {
        Err(Error::Invalid(faults))
    }
}

fn set(tx: &Tx, user_id: i64, kind: MailKind, channel: Channel, rate: Rate) -> Result<()> {
    tx.prepare_cached(
        "insert into notification_preferences (user_id, kind, channel, rate, updated_at)
         values (:user_id, :kind, :channel, :rate, :now)
             on conflict (user_id, kind, channel) do update set rate = excluded.rate, updated_at = excluded.updated_at",
    )?
    .execute(named_params! {
        ":user_id": user_id,
        ":kind": kind.as_str(),
        ":channel": channel.as_str(),
        ":rate": rate.as_str(),
        ":now": tx.now(),
    })?;
    if channel != Channel::Email {
        return Ok(());
    }
    let sql = if rate == Rate::Off {
        "insert into mail_unsubscriptions (email, kind, created_at)
         select email, :kind, :now from users where id = :user_id and email is not null and :now is not null
             on conflict do nothing"
    } else {
        "delete from mail_unsubscriptions where kind = :kind and email = (select email from users where id = :user_id and :now is not null)"
    };
    tx.prepare_cached(sql)?
        .execute(named_params! {":user_id": user_id, ":kind": kind.as_str(), ":now": tx.now()})?;
    Ok(())
}
