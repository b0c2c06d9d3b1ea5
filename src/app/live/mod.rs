//! Live streams of a tenant: who listens, and what each of them has to hear. What happens is announced in the
//! transaction of the change and reaches the streams after its commit. A stream is only told that there is something
//! new and reads it from the database itself: nothing is lost when it is late, and one that nobody reads costs nothing.

mod inbox;

use std::collections::HashMap;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::db::{Erased, Tx};
use crate::error::{Code, Result};

pub use inbox::{Authorized, Close, Inbox, News, Standing, Typing};

/// Open streams of one account, of one address (for IPv6 its /64 network) and of a tenant (docs/domain/limits.md#numbers).
pub const PER_ACCOUNT: usize = 8;
pub const PER_ADDRESS: usize = 60;
pub const PER_TENANT: usize = 3_000;
/// Open streams of all tenants together: fewer than the connections that the server accepts, so that pages are served
/// whatever the streams do.
pub const IN_ALL: usize = 6_000;

/// What happened, and whom it concerns.
#[derive(Debug, Clone)]
pub enum Announcement {
    /// A person has a new notification.
    Notification { user_id: i64, id: i64 },
    /// The number of what a person has not read may have changed.
    Counters { user_id: i64 },
    /// A message was written that these people may read: those on either side, without its author.
    Message { id: i64, user_ids: Vec<i64> },
    /// Something else of a conversation changed for these people: it was read, taken, blocked or archived.
    Conversation {
        conversation_id: i64,
        user_ids: Vec<i64>,
    },
    /// Somebody is typing an answer, which these others may see.
    Typing { typing: Typing, user_ids: Vec<i64> },
    /// The look of a centre changed.
    Theme { center_id: i64 },
}

/// Tells the live streams of this tenant once the transaction has committed, and nothing if it does not.
pub fn announce(tx: &Tx, announcement: Announcement) {
    tx.announce(announcement);
}

/// The open streams of a tenant.
#[derive(Default)]
pub struct Hub(Arc<Mutex<Streams>>);

#[derive(Default)]
struct Streams {
    by_user: HashMap<i64, Vec<Arc<Inbox>>>,
    by_address: HashMap<IpAddr, usize>,
    count: usize,
    /// True while a task looks after them.
    is_watched: bool,
}

/// Whose stream it is.
#[derive(Debug, Clone, Copy)]
pub struct Listener {
    pub user_id: i64,
    pub center_id: i64,
    pub address: IpAddr,
}

/// The place of an open stream, which is free again when this is dropped.
pub struct Place {
    inbox: Arc<Inbox>,
    listener: Listener,
    streams: Arc<Mutex<Streams>>,
    _permit: OwnedSemaphorePermit,
}

/// Held by the task that looks after the streams of a tenant, however it ends.
pub struct Watch(Option<Arc<Mutex<Streams>>>);

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(streams) = &self.0 {
            lock(streams).is_watched = false;
        }
    }
}

impl Hub {
    /// Opens a stream, unless there are too many. Also returns a watch if nobody looks after the streams yet.
    pub fn join(
        &self,
        listener: Listener,
        authorized: Arc<dyn Authorized>,
        in_all: &Arc<Semaphore>,
    ) -> Result<(Place, Option<Watch>)> {
        let mut streams = lock(&self.0);
        let of_account = streams.by_user.get(&listener.user_id).map_or(0, Vec::len);
        let of_address = streams.by_address.get(&listener.address);
        if of_account >= PER_ACCOUNT
            || of_address.is_some_and(|count| *count >= PER_ADDRESS)
            || streams.count >= PER_TENANT
        {
            return Err(Code::RateLimited.into());
        }
        let permit = Arc::clone(in_all)
            .try_acquire_owned()
            .map_err(|_| Code::RateLimited)?;
        let inbox = Arc::new(Inbox::new(listener, authorized));
        streams
            .by_user
            .entry(listener.user_id)
            .or_default()
            .push(Arc::clone(&inbox));
        *streams.by_address.entry(listener.address).or_default() += 1;
        streams.count += 1;
        let is_first = !std::mem::replace(&mut streams.is_watched, true);
        drop(streams);
        let place = Place {
            inbox,
            listener,
            streams: Arc::clone(&self.0),
            _permit: permit,
        };
        Ok((place, is_first.then(|| Watch(Some(Arc::clone(&self.0))))))
    }

    /// All open streams.
    pub fn open(&self) -> Vec<Arc<Inbox>> {
        let streams = lock(&self.0);
        let mut open = Vec::with_capacity(streams.count);
        open.extend(streams.by_user.values().flatten().cloned());
        open
    }

    /// The watch, or nothing if there are no streams to look after any more.
    pub fn unless_idle(&self, mut watch: Watch) -> Option<Watch> {
        let mut streams = lock(&self.0);
        if streams.count > 0 {
            return Some(watch);
        }
        // In the same turn of the lock: whoever joins next begins a watch of their own.
        streams.is_watched = false;
        watch.0 = None;
        None
    }

    /// What the jobs of a commit announced. Announcements of others than this module are not for streams.
    pub fn publish(&self, announced: Vec<Erased>) {
        for announcement in announced {
            if let Ok(announcement) = announcement.downcast::<Announcement>() {
                self.announce(&announcement);
            }
        }
    }

    /// Tells whom it concerns, at once: for what is written to no file.
    pub fn announce(&self, announcement: &Announcement) {
        let streams = lock(&self.0);
        let tell = |user_ids: &[i64], news: &dyn Fn(&mut News)| {
            let inboxes = user_ids.iter().filter_map(|id| streams.by_user.get(id));
            for inbox in inboxes.flatten() {
                inbox.tell(news);
            }
        };
        match announcement {
            Announcement::Notification { user_id, id } => {
                tell(&[*user_id], &|news| news.notification_is_written(*id));
            }
            Announcement::Counters { user_id } => tell(&[*user_id], &|news| news.reread = true),
            Announcement::Message { id, user_ids } => {
                tell(user_ids, &|news| news.message_is_written(*id));
            }
            Announcement::Conversation {
                conversation_id,
                user_ids,
            } => tell(user_ids, &|news| {
                news.conversation_changed(*conversation_id);
            }),
            Announcement::Typing { typing, user_ids } => {
                tell(user_ids, &|news| news.is_typing(typing));
            }
            Announcement::Theme { center_id } => {
                let inboxes = streams.by_user.values().flatten();
                for inbox in inboxes.filter(|inbox| inbox.listener().center_id == *center_id) {
                    inbox.tell(&|news: &mut News| news.theme = true);
                }
            }
        }
    }
}

impl Deref for Place {
    type Target = Inbox;

    fn deref(&self) -> &Inbox {
        &self.inbox
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut streams = lock(&self.streams);
        let Listener {
            user_id, address, ..
        } = self.listener;
        if let Some(inboxes) = streams.by_user.get_mut(&user_id) {
            inboxes.retain(|inbox| !Arc::ptr_eq(inbox, &self.inbox));
            if inboxes.is_empty() {
                streams.by_user.remove(&user_id);
            }
        }
        if let Some(count) = streams.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                streams.by_address.remove(&address);
            }
        }
        streams.count -= 1;
    }
}

fn lock(streams: &Mutex<Streams>) -> MutexGuard<'_, Streams> {
    streams.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    struct Anybody;

    impl Authorized for Anybody {
        fn judge(self: Arc<Self>, _: &Connection) -> Result<Standing> {
            Ok(Standing::Changed)
        }

        fn has_session(&self, _: &Connection) -> Result<bool> {
            Ok(true)
        }
    }

    fn join(hub: &Hub, user_id: i64, address: u8, in_all: &Arc<Semaphore>) -> Result<Place> {
        let listener = Listener {
            user_id,
            center_id: 1,
            address: IpAddr::from([10, 0, 0, address]),
        };
        Ok(hub.join(listener, Arc::new(Anybody), in_all)?.0)
    }

    #[test]
    fn an_account_an_address_a_tenant_and_all_tenants_have_so_many_streams_and_places_become_free()
    {
        let (hub, in_all) = (Hub::default(), Arc::new(Semaphore::new(IN_ALL)));
        let mut places: Vec<_> = (0..8)
            .map(|at| join(&hub, 1, at, &in_all).unwrap())
            .collect();
        assert!(join(&hub, 1, 100, &in_all).is_err());
        places.pop();
        places.push(join(&hub, 1, 100, &in_all).unwrap());

        let hub = Hub::default();
        let mut places: Vec<_> = (0..60)
            .map(|user| join(&hub, user, 1, &in_all).unwrap())
            .collect();
        assert!(join(&hub, 100, 1, &in_all).is_err());
        assert!(join(&hub, 100, 2, &in_all).is_ok());
        places.clear();
        assert!(join(&hub, 100, 1, &in_all).is_ok());

        let hub = Hub::default();
        let places: Vec<_> = (0..3_000)
            .map(|user| join(&hub, user, u8::try_from(user % 200).unwrap(), &in_all).unwrap())
            .collect();
        assert!(join(&hub, 5_000, 250, &in_all).is_err());
        drop(places);

        let few = Arc::new(Semaphore::new(1));
        let _one = join(&hub, 1, 1, &few).unwrap();
        assert!(join(&hub, 2, 2, &few).is_err());
    }

    #[test]
    fn news_reach_whom_they_concern_and_stay_small_however_much_there_is() {
        let (hub, in_all) = (Hub::default(), Arc::new(Semaphore::new(IN_ALL)));
        let (joke, other) = (
            join(&hub, 1, 1, &in_all).unwrap(),
            join(&hub, 2, 1, &in_all).unwrap(),
        );
        for id in 5..1_000 {
            hub.announce(&Announcement::Notification { user_id: 1, id });
            hub.announce(&Announcement::Message {
                id,
                user_ids: vec![1],
            });
        }
        let news = joke.take().unwrap();
        assert!(news.reread);
        assert_eq!(news.first_notification, Some(5));
        assert_eq!(news.first_message, Some(5));
        assert!(joke.take().is_none());
        assert!(other.take().is_none());
        hub.announce(&Announcement::Theme { center_id: 1 });
        hub.announce(&Announcement::Theme { center_id: 2 });
        assert!(other.take().unwrap().theme);
        // Who reads nothing while a great deal changes begins anew.
        for conversation_id in 0..1_000 {
            hub.announce(&Announcement::Conversation {
                conversation_id,
                user_ids: vec![2],
            });
        }
        let news = other.take().unwrap();
        assert_eq!(news.close, Some(Close::Reconnect));
        assert!(news.conversations.len() <= 200);
    }
}
