//! What one stream has to hear. Several things of a kind are one, so that it stays small however long nobody reads.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Notify;

use super::Listener;
use crate::error::Result;

/// Changed conversations that wait to be told; with more a stream begins anew.
const CONVERSATIONS: usize = 200;
/// People who are typing; the others are not told.
const TYPING: usize = 8;

/// Whether a stream may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Until this second (Unix time), if nothing changes before.
    Holds { until: i64 },
    /// With other rights, or under other credentials: it has to be asked for anew.
    Changed,
    /// The session is over.
    Ended,
}

/// Who listens, asked again whether they still may.
pub trait Authorized: Send + Sync {
    /// The same checks as for a new request.
    fn judge(self: Arc<Self>, connection: &Connection) -> Result<Standing>;

    /// Whether the session is there and not revoked: far cheaper, for when nothing but sessions has changed.
    fn has_session(&self, connection: &Connection) -> Result<bool>;
}

/// Why a stream closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Close {
    /// The client connects again, and goes on or is refused.
    Reconnect,
    /// The session is over, and the client is told so.
    End,
}

/// Somebody is typing an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typing {
    pub conversation_id: i64,
    pub side: &'static str,
    pub name: String,
}

/// What there is to tell.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Notifications, messages or their numbers have to be read again.
    pub reread: bool,
    /// The lowest id of what was written: the id of a deleted row may be given again.
    pub first_notification: Option<i64>,
    pub first_message: Option<i64>,
    pub conversations: Vec<i64>,
    pub typing: Vec<Typing>,
    pub theme: bool,
    pub close: Option<Close>,
}

impl News {
    pub(super) fn notification_is_written(&mut self, id: i64) {
        self.reread = true;
        self.first_notification = Some(self.first_notification.map_or(id, |first| first.min(id)));
    }

    pub(super) fn message_is_written(&mut self, id: i64) {
        self.reread = true;
        self.first_message = Some(self.first_message.map_or(id, |first| first.min(id)));
    }

    /// What is unread may have changed with it.
    pub(super) fn conversation_changed(&mut self, id: i64) {
        self.reread = true;
        if self.conversations.contains(&id) {
            return;
        }
        if self.conversations.len() >= CONVERSATIONS {
            self.close = Some(self.close.unwrap_or(Close::Reconnect));
            return;
        }
        self.conversations.push(id);
    }

    pub(super) fn is_typing(&mut self, typing: &Typing) {
        if self.typing.len() < TYPING && !self.typing.contains(typing) {
            self.typing.push(typing.clone());
        }
    }
}

pub struct Inbox {
    listener: Listener,
    authorized: Arc<dyn Authorized>,
    /// Unix time until which the rights hold as they are; 0 before they were judged.
    until: AtomicI64,
    news: Mutex<News>,
    wake: Notify,
}

impl Inbox {
    pub(super) fn new(listener: Listener, authorized: Arc<dyn Authorized>) -> Self {
        Self {
            listener,
            authorized,
            until: AtomicI64::new(0),
            news: Mutex::default(),
            wake: Notify::new(),
        }
    }

    pub fn listener(&self) -> Listener {
        self.listener
    }

    pub fn authorized(&self) -> &Arc<dyn Authorized> {
        &self.authorized
    }

    /// True once the time is over for which the rights were found to hold.
    pub fn is_due(&self, now: i64) -> bool {
        self.until.load(Ordering::Relaxed) <= now
    }

    /// Keeps what was found, or closes the stream.
    pub fn settle(&self, standing: Standing) {
        match standing {
            Standing::Holds { until } => self.until.store(until, Ordering::Relaxed),
            Standing::Changed => self.close(Close::Reconnect),
            Standing::Ended => self.close(Close::End),
        }
    }

    pub fn close(&self, close: Close) {
        self.tell(&|news| news.close = Some(close));
    }

    /// Has everything read again.
    pub fn reread(&self) {
        self.tell(&|news| news.reread = true);
    }

    pub(super) fn tell(&self, change: &dyn Fn(&mut News)) {
        change(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner));
        self.wake.notify_one();
    }

    /// What there is to tell, if anything.
    pub fn take(&self) -> Option<News> {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        (*news != News::default()).then(|| std::mem::take(&mut *news))
    }

    /// Waits for something to tell. Nothing is lost if the wait is given up.
    pub async fn next(&self) -> News {
        loop {
            if let Some(news) = self.take() {
                return news;
            }
            self.wake.notified().await;
        }
    }
}
