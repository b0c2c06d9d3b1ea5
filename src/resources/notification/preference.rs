//! What somebody prefers for a kind of message: whether and when, over each channel (docs/domain/mails.md#preferences).

use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::mail::MailKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NotificationChannel")]
pub enum Channel {
    App,
    Email,
    /// On the devices that somebody put messages on for.
    Push,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NotificationRate")]
pub enum Rate {
    #[default]
    Instant,
    /// Gathered in one letter a day.
    Daily,
    /// Gathered in one letter a week, on the person's digest day.
    Weekly,
    Off,
}

impl Channel {
    pub const ALL: [Self; 3] = [Self::App, Self::Email, Self::Push];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Email => "email",
            Self::Push => "push",
        }
    }
}

impl Rate {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Off => "off",
        }
    }

    fn parse(word: &str) -> Self {
        [Self::Daily, Self::Weekly, Self::Off]
            .into_iter()
            .find(|rate| rate.as_str() == word)
            .unwrap_or_default()
    }
}

/// A person's preference for one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wish {
    pub app: Rate,
    pub email: Rate,
}

/// Returns the preference for a kind. Default, and for kinds without a choice: immediately, on every channel.
pub fn wish(connection: &Connection, user_id: i64, kind: MailKind) -> Result<Wish> {
    if kind.is_mandatory() {
        return Ok(Wish::default());
    }
    Ok(Wish {
        app: rate(connection, user_id, kind, Channel::App)?,
        email: rate(connection, user_id, kind, Channel::Email)?,
    })
}

/// Returns the stored rate. The unsubscribe link in an email sets the same preference for its address.
pub fn rate(
    connection: &Connection,
    user_id: i64,
    kind: MailKind,
    channel: Channel,
) -> Result<Rate> {
    let found: Option<String> = connection
        .prepare_cached(
            "select 'off' from mail_unsubscriptions m join users u on u.email = m.email
              where u.id = :user_id and m.kind = :kind and :channel = 'email'
             union all
             select rate from notification_preferences where user_id = :user_id and kind = :kind and channel = :channel
              limit 1",
        )?
        .query_row(
            named_params! {":user_id": user_id, ":kind": kind.as_str(), ":channel": channel.as_str()},
            |row| row.get(0),
        )
        .optional()?;
    Ok(found.map(|word| Rate::parse(&word)).unwrap_or_default())
}
