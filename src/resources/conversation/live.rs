//! `GET /api/v1/events`: what happens to one person, as it happens. The stream knows up to which notification and which
//! message it has told; that is the id of its events too, so that a client that was away goes on from there, also after
//! a restart of the server.

use std::time::{Duration, Instant};

use axum::response::Response;
use futures_util::stream;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::json;

use super::resource::{Conversation, messages_since, unread_of};
use crate::app::access::{Access, Rows, action};
use crate::app::live::{Close, News, Place};
use crate::base::clock::instant;
use crate::db::TableVersion;
use crate::error::Result;
use crate::http::event_stream::{self, HEARTBEAT, push};
use crate::http::routes::Input;
use crate::resources::notification;

/// Silence after which a comment is sent; proxies give up a connection after a minute.
const QUIET: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 25 });
/// What a client that was away is told of each kind: the newest. The counters say how many there are.
const MOST: i64 = 100;
/// Milliseconds after which a client connects again.
const RETRY: u32 = 3_000;
/// Tables that what is told is read from.
const TABLES: &[&str] = &[
    "notifications",
    "conversations",
    "conversation_sides",
    "conversation_marks",
    "messages",
];

/// The last notification and the last message that were told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cursor {
    notification: i64,
    message: i64,
}

impl Cursor {
    fn text(self) -> String {
        format!("n{}.m{}", self.notification, self.message)
    }

    /// None where somebody made the id up.
    fn read(text: &str) -> Option<Self> {
        let (notification, message) = text.split_once('.')?;
        let number = |text: &str| text.parse().ok().filter(|number: &i64| *number >= 0);
        Some(Self {
            notification: number(notification.strip_prefix('n')?)?,
            message: number(message.strip_prefix('m')?)?,
        })
    }
}

/// What a person has not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counters {
    notifications: i64,
    conversations: i64,
}

/// What is new since a cursor, in one snapshot of the database.
struct Update {
    /// Id and kind, the oldest first.
    notifications: Vec<(i64, String)>,
    /// Conversation and message, the oldest first.
    messages: Vec<(i64, i64)>,
    counters: Counters,
    /// Up to which this is everything.
    cursor: Cursor,
}

struct Listening {
    access: Access<Conversation, action::Read>,
    place: Place,
    /// None before the first read of a client that was not away.
    cursor: Option<Cursor>,
    counters: Option<Counters>,
    /// The tables as they were before the last read.
    seen: TableVersion,
    told_at: Instant,
    is_over: bool,
}

pub(super) async fn events(
    access: Access<Conversation, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Response> {
    let asked = input.headers.get("last-event-id");
    let mut listening = Listening {
        // Before anything is read: what is announced from here on is heard.
        place: access.any().listen()?,
        cursor: asked.and_then(|id| Cursor::read(id.to_str().ok()?)),
        counters: None,
        seen: access.any().table_version(TABLES),
        told_at: instant(),
        is_over: false,
        access,
    };
    let mut text = format!("retry: {RETRY}\n\n");
    listening.read(&mut text).await?;
    let begin = stream::iter([text]);
    let rest = stream::unfold(listening, |mut listening| async {
        let text = listening.next().await?;
        Some((text, listening))
    });
    Ok(event_stream::response(stream::StreamExt::chain(
        begin, rest,
    )))
}

impl Listening {
    /// The next text of the stream; none when it ends.
    async fn next(&mut self) -> Option<String> {
        while !self.is_over {
            let left = QUIET.saturating_sub(self.told_at.elapsed());
            let news = tokio::time::timeout(left, self.place.next()).await;
            let is_quiet = news.is_err();
            // What was changed without an announcement, such as by a purge, is found now at the latest.
            let is_stale = || self.access.any().table_version(TABLES) != self.seen;
            let news = news.unwrap_or_else(|_| News {
                reread: is_stale(),
                ..News::default()
            });
            let mut text = self.tell(news).await;
            if text.is_empty() && is_quiet && !self.is_over {
                text.push_str(HEARTBEAT);
            }
            if !text.is_empty() {
                self.told_at = instant();
                return Some(text);
            }
        }
        None
    }

    async fn tell(&mut self, news: News) -> String {
        let mut text = String::new();
        if let Some(close) = news.close {
            self.is_over = true;
            if close == Close::End {
                push(&mut text, None, "end", &json!({}));
            }
            return text;
        }
        if news.reread {
            self.rewind(&news);
            if self.read(&mut text).await.is_err() {
                // Whether for a lost right or a busy database, the client connects again and goes on from its last id.
                self.is_over = true;
                return String::new();
            }
        }
        // Who looks in another's name sees how much there is, not what.
        if self.is_whole() {
            for id in &news.conversations {
                let data = json!({ "conversation_id": id.to_string() });
                push(&mut text, None, "conversation", &data);
            }
            for typing in &news.typing {
                let data = json!({
                    "conversation_id": typing.conversation_id.to_string(), "side": typing.side, "name": typing.name,
                });
                push(&mut text, None, "typing", &data);
            }
        }
        if news.theme {
            push(&mut text, None, "theme", &json!({}));
        }
        text
    }

    fn is_whole(&self) -> bool {
        self.access.ctx().impersonator_id().is_none()
    }

    /// Goes back to before the rows that were written: the id of a deleted one may be given again.
    fn rewind(&mut self, news: &News) {
        if let Some(cursor) = &mut self.cursor {
            let before = |told: i64, first: Option<i64>| first.map_or(told, |id| told.min(id - 1));
            cursor.notification = before(cursor.notification, news.first_notification);
            cursor.message = before(cursor.message, news.first_message);
        }
    }

    /// Reads what is new and appends it.
    async fn read(&mut self, text: &mut String) -> Result<()> {
        self.seen = self.access.any().table_version(TABLES);
        let (rows, since) = (self.access.rows(), self.cursor);
        let is_whole = self.is_whole();
        let update = self
            .access
            .read(move |connection| update(connection, &rows, since, is_whole))
            .await?;
        let mut told = since.unwrap_or(update.cursor);
        for (conversation_id, message_id) in &update.messages {
            told.message = *message_id;
            let data = json!({
                "conversation_id": conversation_id.to_string(), "message_id": message_id.to_string(),
            });
            push(text, Some(&told.text()), "message", &data);
        }
        for (id, kind) in &update.notifications {
            told.notification = *id;
            let data = json!({ "id": id.to_string(), "kind": kind });
            push(text, Some(&told.text()), "notification", &data);
        }
        if self.counters != Some(update.counters) {
            let Counters {
                notifications,
                conversations,
            } = update.counters;
            let data = json!({ "notifications": notifications, "conversations": conversations });
            push(text, Some(&update.cursor.text()), "counters", &data);
        }
        self.counters = Some(update.counters);
        self.cursor = Some(update.cursor);
        Ok(())
    }
}

fn update(
    connection: &Connection,
    rows: &Rows<Conversation>,
    since: Option<Cursor>,
    is_whole: bool,
) -> Result<Update> {
    let user_id = rows.ctx().user_id().unwrap_or_default();
    let newest = Cursor {
        notification: newest(connection, "notifications")?,
        message: newest(connection, "messages")?,
    };
    let (notifications, messages) = match since {
        // From a cursor of the future, as after a backup was put back, one begins at the present.
        Some(since) if is_whole => (
            notifications_since(connection, user_id, since.notification)?,
            messages_since(connection, rows, (since.message, MOST))?,
        ),
        _ => (Vec::new(), Vec::new()),
    };
    Ok(Update {
        notifications,
        messages,
        counters: Counters {
            notifications: notification::unread(connection, user_id)?,
            conversations: unread_of(connection, rows)?,
        },
        cursor: newest,
    })
}

/// The highest id of a table, or 0.
fn newest(connection: &Connection, table: &str) -> Result<i64> {
    let newest = connection
        .prepare_cached(&format!("select id from {table} order by id desc limit 1"))?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(newest.unwrap_or_default())
}

fn notifications_since(
    connection: &Connection,
    user_id: i64,
    after: i64,
) -> Result<Vec<(i64, String)>> {
    // By id, not by person: what is new is at the end of the table.
    let mut found: Vec<(i64, String)> = connection
        .prepare_cached(
            "select id, kind from notifications
              where id > :after and +user_id = :user_id
                and coalesce(json_extract(channel_state, '$.app'), '') <> 'off'
              order by id desc
              limit :most",
        )?
        .query_map(
            named_params! {":after": after, ":user_id": user_id, ":most": MOST},
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    found.reverse();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written_and_nothing_else_is() {
        let cursor = Cursor {
            notification: 12,
            message: 7,
        };
        assert_eq!(Cursor::read(&cursor.text()), Some(cursor));
        for made_up in [
            "",
            "12",
            "n12",
            "n12.m",
            "m7.n12",
            "n-1.m7",
            "n1.m99999999999999999999",
        ] {
            assert_eq!(Cursor::read(made_up), None, "{made_up}");
        }
    }
}
