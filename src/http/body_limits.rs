//! Limits on incoming request bodies. Each body must arrive at a minimum rate, and pending bodies are limited per
//! client and in total, so that a client that opens many requests and sends nothing does not block others. What is left
//! of a body that was refused unread is read for a moment: a client whose connection is closed while it sends loses the
//! response that says why.

use std::collections::{BTreeMap, HashMap};
use std::future::poll_fn;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep, timeout};

use crate::base::clock::instant;
use crate::error::{Code, Error};

/// Limits on request bodies.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimits {
    /// Time before the minimum rate applies.
    pub grace: Duration,
    /// Minimum bytes per second after `grace`, averaged over the time that the server has waited for the body.
    pub rate: u32,
    /// Pending bodies per client; one more is refused.
    pub per_client: usize,
    /// Pending bodies in total. For one more, the oldest of the client with the most is aborted.
    pub total: usize,
}

/// A body that arrives within this time does not count as pending.
const MOMENT: Duration = Duration::from_millis(100);

/// The pending bodies.
pub struct Arrivals {
    limits: BodyLimits,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    total: usize,
    by_client: HashMap<IpAddr, BTreeMap<u64, Arc<State>>>,
}

const ARRIVING: u8 = 0;
const ARRIVED: u8 = 1;
const CUT: u8 = 2;

#[derive(Default)]
struct State {
    stage: AtomicU8,
    waker: AtomicWaker,
}

impl State {
    /// False if another thread has already set a different stage.
    fn become_(&self, stage: u8) -> bool {
        self.stage
            .compare_exchange(ARRIVING, stage, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    fn is_cut(&self) -> bool {
        self.stage.load(Ordering::Acquire) == CUT
    }
}

impl Arrivals {
    pub fn new(limits: BodyLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            waiting: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None` if this client has too many pending bodies.
    fn wait_for(self: &Arc<Self>, client: Client, state: &Arc<State>) -> Option<Place> {
        let mut waiting = self.lock();
        let held = waiting
            .by_client
            .get(&client.address)
            .map_or(0, BTreeMap::len);
        if held >= self.limits.per_client && !client.is_shared_address {
            return None;
        }
        if waiting.total >= self.limits.total {
            waiting.cut_one();
        }
        waiting.next += 1;
        let number = waiting.next;
        waiting.total += 1;
        let of_client = waiting.by_client.entry(client.address).or_default();
        of_client.insert(number, Arc::clone(state));
        Some(Place {
            arrivals: Arc::clone(self),
            address: client.address,
            number,
        })
    }
}

impl Waiting {
    /// Aborts the longest-pending body of the client that has the most; of equal clients, the oldest body.
    fn cut_one(&mut self) {
        let of_most = self
            .by_client
            .iter()
            .filter_map(|(address, held)| Some((held.len(), *held.keys().next()?, *address)))
            .max_by_key(|(held, oldest, _)| (*held, std::cmp::Reverse(*oldest)));
        if let Some((_, oldest, address)) = of_most
            && let Some(state) = self.remove(address, oldest)
            && state.become_(CUT)
        {
            state.waker.wake();
        }
    }

    fn remove(&mut self, address: IpAddr, number: u64) -> Option<Arc<State>> {
        let held = self.by_client.get_mut(&address)?;
        let state = held.remove(&number)?;
        if held.is_empty() {
            self.by_client.remove(&address);
        }
        self.total -= 1;
        Some(state)
    }
}

/// A slot among the pending bodies; released when the body is complete or dropped.
struct Place {
    arrivals: Arc<Arrivals>,
    address: IpAddr,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.arrivals.lock().remove(self.address, self.number);
    }
}

#[derive(Debug, Clone, Copy)]
struct Client {
    address: IpAddr,
    /// A proxy that does not report its client's address.
    is_shared_address: bool,
}

/// State of a request's body shared with the layers above the connection, as a request extension.
#[derive(Clone, Default)]
pub struct Arrival(Arc<Shared>);

#[derive(Default)]
struct Shared {
    client: OnceLock<Client>,
    is_late: AtomicBool,
    is_one_too_many: AtomicBool,
}

impl Arrival {
    /// Sets the client, as reported by trusted proxies.
    pub fn is_of(&self, address: IpAddr, is_shared_address: bool) {
        let _ = self.0.client.set(Client {
            address,
            is_shared_address,
        });
    }

    /// The error for which the body was aborted, if it was; it replaces the handler's response to a partial body.
    pub fn refusal(&self) -> Option<Error> {
        if self.0.is_one_too_many.load(Ordering::Acquire) {
            Some(Error::from(Code::RateLimited).with("retry_after", 5))
        } else if self.0.is_late.load(Ordering::Acquire) {
            Some(Code::RequestTimeout.into())
        } else {
            None
        }
    }
}

/// Longest time for which the rest of a body that nobody wants is read.
const DRAINED: Duration = Duration::from_secs(5);
/// Maximum bytes of it: an upload and its form.
const DRAINED_BYTES: usize = 16 * 1024 * 1024;

/// A body that is aborted if it arrives below the minimum rate.
pub struct ArrivingBody {
    /// `None` once it is dropped.
    body: Option<Incoming>,
    arrivals: Arc<Arrivals>,
    arrival: Arrival,
    state: Arc<State>,
    peer: IpAddr,
    place: Option<Place>,
    received: u64,
    /// Total time spent waiting for the client.
    waited: Duration,
    since: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl ArrivingBody {
    pub fn new(body: Incoming, arrivals: &Arc<Arrivals>, arrival: Arrival, peer: IpAddr) -> Self {
        Self {
            body: Some(body),
            arrivals: Arc::clone(arrivals),
            arrival,
            state: Arc::default(),
            peer,
            place: None,
            received: 0,
            waited: Duration::ZERO,
            since: None,
        }
    }

    /// Remaining time that the server waits for the client.
    fn patience(&self) -> Duration {
        let limits = self.arrivals.limits;
        let earned = self.received * 1_000 / u64::from(limits.rate.max(1));
        (limits.grace + Duration::from_millis(earned)).saturating_sub(self.waited)
    }

    fn take_place(&mut self) {
        let client = self.arrival.0.client.get().copied().unwrap_or(Client {
            address: self.peer,
            is_shared_address: false,
        });
        self.place = self.arrivals.wait_for(client, &self.state);
    }

    fn give_up(&mut self, why: impl FnOnce(&Shared) -> &AtomicBool) -> io::Error {
        self.place = None;
        why(&self.arrival.0).store(true, Ordering::Release);
        io::ErrorKind::TimedOut.into()
    }

    fn received(&mut self, bytes: usize) {
        self.received += bytes as u64;
        if let Some((since, _)) = self.since.take() {
            self.waited += since.elapsed();
        }
    }
}

impl Body for ArrivingBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.state.waker.register(cx.waker());
        if self.state.is_cut() {
            let error = self.give_up(|shared| &shared.is_late);
            return Poll::Ready(Some(Err(error.into())));
        }
        let Some(body) = self.body.as_mut() else {
            return Poll::Ready(None);
        };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(cx) {
            let bytes = match &frame {
                Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
                _ => 0,
            };
            self.received(bytes);
            if frame.is_none() || self.is_end_stream() {
                if !self.state.become_(ARRIVED) && self.state.is_cut() {
                    let error = self.give_up(|shared| &shared.is_late);
                    return Poll::Ready(Some(Err(error.into())));
                }
                self.place = None;
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        loop {
            let wait = match self.place {
                None => MOMENT.saturating_sub(self.waited),
                Some(_) => self.patience(),
            };
            let (_, sleep) = self
                .since
                .get_or_insert_with(|| (instant(), Box::pin(sleep(wait))));
            ready!(sleep.as_mut().poll(cx));
            let is_late = self.place.is_some();
            self.received(0);
            if is_late {
                let error = self.give_up(|shared| &shared.is_late);
                return Poll::Ready(Some(Err(error.into())));
            }
            self.take_place();
            if self.place.is_none() {
                let error = self.give_up(|shared| &shared.is_one_too_many);
                return Poll::Ready(Some(Err(error.into())));
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body
            .as_ref()
            .map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for ArrivingBody {
    fn drop(&mut self) {
        if self.is_end_stream() || self.state.is_cut() || self.arrival.refusal().is_some() {
            return;
        }
        // It counts among the pending bodies, and is left when there are too many.
        if self.place.is_none() {
            self.take_place();
        }
        let (Some(body), Some(place)) = (self.body.take(), self.place.take()) else {
            return;
        };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let _ = timeout(DRAINED, drain(body)).await;
                drop(place);
            });
        }
    }
}

async fn drain(mut body: Incoming) {
    let mut bytes = 0;
    while bytes < DRAINED_BYTES
        && let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await
    {
        bytes += frame.data_ref().map_or(0, Bytes::len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrivals(per_client: usize, total: usize) -> Arc<Arrivals> {
        Arrivals::new(BodyLimits {
            grace: Duration::from_secs(1),
            rate: 1_000,
            per_client,
            total,
        })
    }

    fn client(last: u8) -> Client {
        Client {
            address: IpAddr::from([192, 0, 2, last]),
            is_shared_address: false,
        }
    }

    #[test]
    fn a_client_has_its_share_of_bodies_and_a_place_that_is_left_is_free() {
        let arrivals = arrivals(2, 100);
        let state = Arc::default();
        let first = arrivals.wait_for(client(1), &state).unwrap();
        let _second = arrivals.wait_for(client(1), &state).unwrap();
        assert!(arrivals.wait_for(client(1), &state).is_none());
        let limiter = Client {
            is_shared_address: true,
            ..client(1)
        };
        assert!(arrivals.wait_for(limiter, &state).is_some());
        let _other = arrivals.wait_for(client(2), &state).unwrap();
        drop(first);
        assert!(arrivals.wait_for(client(1), &state).is_some());
    }

    #[test]
    fn where_all_places_are_taken_the_client_with_the_most_loses_its_oldest() {
        let arrivals = arrivals(10, 4);
        let states: Vec<Arc<State>> = (0..6).map(|_| Arc::default()).collect();
        let wait = |of, number: usize| arrivals.wait_for(client(of), &states[number]).unwrap();
        let _places = [wait(1, 0), wait(2, 1), wait(2, 2), wait(3, 3)];
        let _newcomer = wait(4, 4);
        let cut = |number: usize| states[number].is_cut();
        assert_eq!([0, 1, 2, 3, 4].map(cut), [false, true, false, false, false]);
        // Each client has one: the oldest is aborted.
        let _another = wait(5, 5);
        assert!(cut(0) && !cut(2));
        assert_eq!(arrivals.lock().total, 4);
    }

    #[test]
    fn a_body_that_has_arrived_is_not_cut() {
        let state = State::default();
        assert!(state.become_(ARRIVED));
        assert!(!state.become_(CUT) && !state.is_cut());
    }

    #[test]
    fn nobody_is_remembered_who_has_left() {
        let arrivals = arrivals(2, 2);
        let state = Arc::default();
        drop(arrivals.wait_for(client(1), &state));
        let waiting = arrivals.lock();
        assert!(waiting.by_client.is_empty() && waiting.total == 0);
    }
}
