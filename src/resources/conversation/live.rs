//! `GET /api/v1/events`: what happens to one person, as it happens. The stream knows up to which notification and which
//! message it has told; that is the id of its events too, so that a client that was away goes on from there, also after
//! a restart of the server.

use std::collections::VecDeque;
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
/// Ids before the newest whose rows count as told when a stream begins: those that were written just before are announced
/// just after.
const RECENT: i64 = 50;
/// Rows of a kind that are known to be told; more than are read at once.
const KNOWN: usize = 128;
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

/// A row that is told: its id and the second it was written in, as the id of a deleted row may be given again.
type Row = (i64, i64);

/// The rows of one kind that were told last.
#[derive(Default)]
struct Told(VecDeque<Row>);

impl Told {
    /// Keeps the row, and says whether it was told before.
    fn knows(&mut self, row: Row) -> bool {
        if self.0.contains(&row) {
            return true;
        }
        if self.0.len() >= KNOWN {
            self.0.pop_front();
        }
        self.0.push_back(row);
        false
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
    /// With their kinds, the oldest first.
    notifications: Vec<(Row, String)>,
    /// With their conversations, the oldest first.
    messages: Vec<(Row, i64)>,
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
    told_notifications: Told,
    told_messages: Told,
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
        told_notifications: Told::default(),
        told_messages: Told::default(),
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
        let (is_whole, is_first) = (self.is_whole(), self.counters.is_none());
        let update = self
            .access
            .read(move |connection| update(connection, &rows, since, (is_whole, is_first)))
            .await?;
        let mut told = since.unwrap_or(update.cursor);
        // A stream that begins tells nothing that was there: its client has seen it, or finds it in the lists.
        let begins_at = told;
        for (row, conversation_id) in &update.messages {
            let is_old = is_first && row.0 <= begins_at.message;
            if self.told_messages.knows(*row) || is_old {
                continue;
            }
            told.message = row.0;
            let data = json!({
                "conversation_id": conversation_id.to_string(), "message_id": row.0.to_string(),
            });
            push(text, Some(&told.text()), "message", &data);
        }
        for (row, kind) in &update.notifications {
            let is_old = is_first && row.0 <= begins_at.notification;
            if self.told_notifications.knows(*row) || is_old {
                continue;
            }
            told.notification = row.0;
            let data = json!({ "id": row.0.to_string(), "kind": kind });
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
    (is_whole, is_first): (bool, bool),
) -> Result<Update> {
    let user_id = rows.ctx().user_id().unwrap_or_default();
    let newest = Cursor {
        notification: newest(connection, "notifications")?,
        message: newest(connection, "messages")?,
    };
    // From a cursor of the future, as after a backup was put back, one begins at the present.
    let from = since.unwrap_or(newest);
    let after = |told: i64, newest: i64| {
        if is_first {
            told.min(newest - RECENT)
        } else {
            told
        }
    };
    let (notifications, messages) = if is_whole {
        let after_message = after(from.message, newest.message);
        let messages = messages_since(connection, rows, (after_message, MOST))?;
        let after_notification = after(from.notification, newest.notification);
        (
            notifications_since(connection, user_id, after_notification)?,
            messages
                .into_iter()
                .map(|(of, id, at)| ((id, at), of))
                .collect(),
        )
    } else {
        (Vec::new(), Vec::new())
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
) -> Result<Vec<(Row, String)>> {
    // By id, not by person: what is new is at the end of the table.
    let mut found: Vec<(Row, String)> = connection
        .prepare_cached(
            "select id, unixepoch(created_at), kind from notifications
              where id > :after and +user_id = :user_id
                and coalesce(json_extract(channel_state, '$.app'), '') <> 'off'
              order by id desc
              limit :most",
        )?
        .query_map(
            named_params! {":after": after, ":user_id": user_id, ":most": MOST},
            |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    found.reverse();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_told_once_and_another_with_its_id_again() {
        let mut told = Told::default();
        assert!(!told.knows((7, 100)));
        assert!(told.knows((7, 100)));
        assert!(!told.knows((7, 101)));
        for id in 8..1_000 {
            assert!(!told.knows((id, 101)));
        }
        assert_eq!(told.0.len(), KNOWN);
        assert!(told.knows((999, 101)));
    }

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
