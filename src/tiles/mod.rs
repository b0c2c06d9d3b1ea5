//! Tiles of the background of maps. Each is fetched from the one source that the configuration names, by three checked
//! numbers and nothing else of the request, and kept on disk within a bound. Visitors' addresses go to nobody else.

mod disk;
mod source;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use jiff::SignedDuration;
use tokio::sync::{OnceCell, Semaphore};
use tokio::time::timeout;

use crate::base::clock::Clock;
use crate::config::MapConfig;

use disk::Disk;
pub use source::tls;
use source::{Fetched, Source};

/// Tiles fetched at the same time, of all visitors.
const AT_ONCE: usize = 8;
/// Requests that wait for a tile or fetch one; further ones are refused.
const SEATS: usize = 128;
/// Longest time in line.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(8);
/// A kept tile is fetched anew after this time, if the source responds.
const FRESH: SignedDuration = SignedDuration::from_hours(24 * 30);
/// Failures one after another after which the source is asked for a tile that it has: visitors choose which tiles are
/// asked for, and some of them may fail where others do not. Fails that one too, the source is left alone for a while.
const FAILURES: u32 = 3;
const REST: SignedDuration = SignedDuration::from_secs(60);

/// For so long it is remembered that the source has no tile somewhere.
const NOTHING_FOR: SignedDuration = SignedDuration::from_hours(6);
/// Of so many tiles at most something is remembered.
const KEPT_AT_MOST: usize = 10_000;

/// Number of a tile in the scheme of web maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileId {
    zoom: u8,
    column: u32,
    row: u32,
}

#[derive(Debug, Clone)]
pub struct Tile {
    pub bytes: Bytes,
    pub media_type: &'static str,
}

/// Answer to a request for a tile.
#[derive(Debug, Clone)]
pub enum Found {
    Tile(Tile),
    /// The source has none here.
    Nothing,
    /// The source does not respond, or with something that is no tile.
    Unavailable,
}

/// What a map says of its background.
#[derive(Debug, Clone, PartialEq)]
pub struct Background {
    pub attribution: String,
    pub attribution_url: String,
    pub min_zoom: u8,
    pub max_zoom: u8,
    pub bounds: [f64; 4],
}

pub struct Tiles {
    source: Option<Source>,
    background: Background,
    disk: Arc<Disk>,
    clock: Clock,
    seats: Semaphore,
    permits: Semaphore,
    /// One request to the source per tile, however many wait for it.
    in_flight: Mutex<HashMap<TileId, Arc<OnceCell<Found>>>>,
    /// Tiles that the source does not have, with the second until which it is not asked again.
    nothing: Mutex<HashMap<TileId, i64>>,
    /// Tiles that failed while others did not, with the second until which they are not asked for again.
    failed: Mutex<HashMap<TileId, i64>>,
    circuit: Mutex<Circuit>,
    /// Held by the one request that asks for a tile which the source has.
    probing: tokio::sync::Mutex<()>,
}

/// A request that waits for a tile. When the last one ends, answered or broken off, nothing of it is left in memory.
struct Waiting<'t> {
    tiles: &'t Tiles,
    id: TileId,
    cell: Arc<OnceCell<Found>>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut in_flight = self
            .tiles
            .in_flight
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_own = in_flight
            .get(&self.id)
            .is_some_and(|known| Arc::ptr_eq(known, &self.cell));
        // Held by the map and by this request: nobody else waits for it.
        let is_last = Arc::strong_count(&self.cell) <= 2;
        if is_own && (self.cell.initialized() || is_last) {
            in_flight.remove(&self.id);
        }
    }
}

#[derive(Debug, Default)]
struct Circuit {
    failures: u32,
    /// The last tile that the source gave.
    good: Option<TileId>,
    /// Second until which the source is left alone.
    open_until: i64,
}

impl TileId {
    /// Parses the numbers of an address, in which `y` may have an extension: digits only, and a tile that exists.
    pub fn parse(zoom: &str, column: &str, row: &str) -> Option<Self> {
        let row = row.split_once('.').map_or(row, |(row, _)| row);
        let number = |text: &str| -> Option<u32> {
            let is_plain =
                (1..=7).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
            text.parse().ok().filter(|_| is_plain)
        };
        let zoom = u8::try_from(number(zoom)?)
            .ok()
            .filter(|zoom| *zoom <= 22)?;
        let (column, row) = (number(column)?, number(row)?);
        let most = 1_u32 << zoom;
        (column < most && row < most).then_some(Self { zoom, column, row })
    }

    /// The tile at the middle of west, south, east and north: one that a source of maps has.
    fn middle(zoom: u8, [west, south, east, north]: [f64; 4]) -> Self {
        let across = 1_u32 << zoom;
        let angle = f64::midpoint(south, north).to_radians();
        let number = |share: f64| {
            let number = (share * f64::from(across)).clamp(0.0, f64::from(across - 1));
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 0 and the number of tiles"
            )]
            let number = number as u32;
            number
        };
        Self {
            zoom,
            column: number((f64::midpoint(west, east) + 180.0) / 360.0),
            row: number((1.0 - angle.tan().asinh() / std::f64::consts::PI) / 2.0),
        }
    }

    /// True if a part of the tile lies within west, south, east and north.
    fn meets(self, [west, south, east, north]: [f64; 4]) -> bool {
        let across = f64::from(1_u32 << self.zoom);
        let longitude = |column: f64| column / across * 360.0 - 180.0;
        let latitude = |row: f64| {
            let angle = std::f64::consts::PI * (1.0 - 2.0 * row / across);
            angle.sinh().atan().to_degrees()
        };
        let (column, row) = (f64::from(self.column), f64::from(self.row));
        longitude(column) <= east
            && longitude(column + 1.0) >= west
            && latitude(row + 1.0) <= north
            && latitude(row) >= south
    }
}

impl Tiles {
    pub fn new(config: &MapConfig, data: &Path, clock: Clock) -> Self {
        let source = Source::of(&config.tiles);
        let name = source.as_ref().map_or("none", Source::name);
        Self {
            disk: Arc::new(Disk::new(
                data.join("tiles").join(name),
                config.cache_megabytes * 1024 * 1024,
            )),
            background: Background {
                attribution: config.attribution.clone(),
                attribution_url: config.attribution_url.clone(),
                min_zoom: config.min_zoom,
                max_zoom: config.max_zoom,
                bounds: config.bounds,
            },
            source,
            clock,
            seats: Semaphore::new(SEATS),
            permits: Semaphore::new(AT_ONCE),
            in_flight: Mutex::default(),
            nothing: Mutex::default(),
            failed: Mutex::default(),
            probing: tokio::sync::Mutex::default(),
            circuit: Mutex::default(),
        }
    }

    /// The background, while there is one: a source is configured and responds.
    pub fn background(&self) -> Option<&Background> {
        let is_there = self.source.is_some() && !self.is_resting();
        is_there.then_some(&self.background)
    }

    /// A tile. `may_fetch` is asked before the source is, and not for what is kept here; its error is passed on.
    pub async fn find<E>(
        &self,
        id: TileId,
        may_fetch: impl FnOnce() -> Result<(), E>,
    ) -> Result<Found, E> {
        let Some(source) = &self.source else {
            return Ok(Found::Nothing);
        };
        let is_allowed = (self.background.min_zoom..=self.background.max_zoom).contains(&id.zoom)
            && id.meets(self.background.bounds);
        if !is_allowed || self.is_kept_in(&self.nothing, id) {
            return Ok(Found::Nothing);
        }
        let kept = match self.kept(id).await {
            Some((tile, age)) if age < FRESH => return Ok(Found::Tile(tile)),
            kept => kept.map(|(tile, _)| tile),
        };
        let fetched = if self.is_resting() || self.is_kept_in(&self.failed, id) {
            Found::Unavailable
        } else {
            match (may_fetch(), &kept) {
                (Ok(()), _) => self.fetch(source, id).await,
                (Err(_), Some(_)) => Found::Unavailable,
                (Err(refusal), None) => return Err(refusal),
            }
        };
        Ok(match (fetched, kept) {
            (Found::Unavailable, Some(stale)) => Found::Tile(stale),
            (fetched, _) => fetched,
        })
    }

    fn is_kept_in(&self, tiles: &Mutex<HashMap<TileId, i64>>, id: TileId) -> bool {
        let now = self.clock.now().as_second();
        let mut tiles = tiles.lock().unwrap_or_else(PoisonError::into_inner);
        match tiles.get(&id) {
            Some(until) if now < *until => true,
            Some(_) => {
                tiles.remove(&id);
                false
            }
            None => false,
        }
    }

    fn keep_in(&self, tiles: &Mutex<HashMap<TileId, i64>>, id: TileId, time: SignedDuration) {
        let now = self.clock.now().as_second();
        let mut tiles = tiles.lock().unwrap_or_else(PoisonError::into_inner);
        if tiles.len() >= KEPT_AT_MOST {
            tiles.retain(|_, until| now < *until);
        }
        if tiles.len() >= KEPT_AT_MOST {
            tiles.clear();
        }
        tiles.insert(id, now + time.as_secs());
    }

    async fn kept(&self, id: TileId) -> Option<(Tile, SignedDuration)> {
        let (disk, now) = (Arc::clone(&self.disk), self.clock.now());
        let read = tokio::task::spawn_blocking(move || disk.read(id)).await;
        let (bytes, written) = read.ok().flatten()?;
        let media_type = source::media_type(&bytes)?;
        let age = now.duration_since(written);
        Some((Tile { bytes, media_type }, age))
    }

    async fn fetch(&self, source: &Source, id: TileId) -> Found {
        let Ok(_seat) = self.seats.try_acquire() else {
            return Found::Unavailable;
        };
        let waiting = {
            let mut in_flight = self
                .in_flight
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            Waiting {
                tiles: self,
                id,
                cell: Arc::clone(in_flight.entry(id).or_default()),
            }
        };
        waiting
            .cell
            .get_or_init(|| async {
                let Ok(Ok(_turn)) = timeout(QUEUE_TIMEOUT, self.permits.acquire()).await else {
                    return Found::Unavailable;
                };
                // Others may have failed while this one waited.
                if self.is_resting() || !self.is_trusted(source).await {
                    return Found::Unavailable;
                }
                let fetched = source.fetch(id).await;
                self.note(source, id, &fetched).await;
                match fetched {
                    Ok(Fetched::Tile(tile)) => {
                        let (disk, bytes) = (Arc::clone(&self.disk), tile.bytes.clone());
                        let write = move || disk.write(id, &bytes);
                        if let Ok(Err(error)) = tokio::task::spawn_blocking(write).await {
                            tracing::warn!(%error, "a tile of the map cannot be kept");
                        }
                        Found::Tile(tile)
                    }
                    Ok(Fetched::Nothing) => {
                        self.keep_in(&self.nothing, id, NOTHING_FOR);
                        Found::Nothing
                    }
                    Err(_) => Found::Unavailable,
                }
            })
            .await
            .clone()
    }

    fn is_resting(&self) -> bool {
        let circuit = self.circuit.lock().unwrap_or_else(PoisonError::into_inner);
        self.clock.now().as_second() < circuit.open_until
    }

    async fn note(&self, source: &Source, id: TileId, fetched: &Result<Fetched, String>) {
        {
            let mut circuit = self.circuit.lock().unwrap_or_else(PoisonError::into_inner);
            match fetched {
                Ok(found) => {
                    circuit.failures = 0;
                    if matches!(found, Fetched::Tile(_)) {
                        circuit.good = Some(id);
                    }
                    return;
                }
                Err(_) => circuit.failures += 1,
            }
        }
        if self.is_doubted() && self.is_trusted(source).await {
            self.keep_in(&self.failed, id, REST);
        }
    }

    fn is_doubted(&self) -> bool {
        let circuit = self.circuit.lock().unwrap_or_else(PoisonError::into_inner);
        circuit.failures >= FAILURES
    }

    /// Whether the source serves. After several failures one request asks for a tile that it has, while others wait for
    /// what comes of it.
    async fn is_trusted(&self, source: &Source) -> bool {
        if !self.is_doubted() {
            return true;
        }
        let _alone = self.probing.lock().await;
        if !self.is_doubted() {
            return true;
        }
        if self.is_resting() {
            return false;
        }
        let known = {
            let circuit = self.circuit.lock().unwrap_or_else(PoisonError::into_inner);
            circuit.good
        };
        let known = known
            .unwrap_or_else(|| TileId::middle(self.background.min_zoom, self.background.bounds));
        let fetched = source.fetch(known).await;
        let mut circuit = self.circuit.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(reason) = fetched {
            circuit.open_until = self.clock.now().as_second() + REST.as_secs();
            tracing::warn!(%reason, "the source of map tiles fails: maps have no background for a minute");
            return false;
        }
        circuit.failures = 0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_three_plain_numbers_of_one_that_exists() {
        for (zoom, column, row) in [("7", "65", "42"), ("7", "65", "42.png"), ("0", "0", "0")] {
            assert!(
                TileId::parse(zoom, column, row).is_some(),
                "{zoom}/{column}/{row}"
            );
        }
        for (zoom, column, row) in [
            ("7", "128", "0"),
            ("7", "0", "128"),
            ("23", "0", "0"),
            ("-1", "0", "0"),
            ("+7", "0", "0"),
            ("7", "", "0"),
            ("7", "..", "0"),
            ("7", "1e1", "0"),
            ("7", "65", "42@evil.example"),
            ("7", "00000065", "42"),
            ("http:", "65", "42"),
        ] {
            assert!(
                TileId::parse(zoom, column, row).is_none(),
                "{zoom}/{column}/{row}"
            );
        }
    }

    #[test]
    fn the_middle_of_a_map_is_a_tile_of_it() {
        let bounds = MapConfig::default().bounds;
        for zoom in [0, 6, 8, 19] {
            assert!(TileId::middle(zoom, bounds).meets(bounds), "{zoom}");
        }
        let (column, row) = (131, 84);
        assert_eq!(
            TileId::middle(8, bounds),
            TileId {
                zoom: 8,
                column,
                row
            }
        );
    }

    #[test]
    fn tiles_beyond_the_bounds_are_not_asked_for() {
        let bounds = MapConfig::default().bounds;
        let id = |zoom, column, row| TileId { zoom, column, row };
        assert!(id(8, 131, 84).meets(bounds), "Utrecht");
        assert!(!id(8, 74, 96).meets(bounds), "New York");
        assert!(!id(8, 131, 90).meets(bounds), "Lyon");
    }

    #[tokio::test]
    async fn a_request_that_is_broken_off_leaves_nothing_in_memory() {
        // A listener that never answers.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let config = MapConfig {
            tiles: format!(
                "http://{}/{{z}}/{{x}}/{{y}}",
                listener.local_addr().unwrap()
            ),
            ..MapConfig::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let tiles = Tiles::new(&config, folder.path(), Clock::default());
        let id = TileId {
            zoom: 8,
            column: 131,
            row: 84,
        };
        let find = || tiles.find(id, || Ok::<_, ()>(()));
        let (one, other) = (find(), find());
        let both = Box::pin(async { tokio::join!(one, other) });
        assert!(timeout(Duration::from_millis(200), both).await.is_err());
        assert!(tiles.in_flight.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn who_may_fetch_no_more_gets_what_is_kept_and_a_refusal_for_the_rest() {
        let config = MapConfig {
            tiles: "http://127.0.0.1:9/{z}/{x}/{y}".to_owned(),
            ..MapConfig::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let tiles = Tiles::new(&config, folder.path(), Clock::default());
        let id = |row| TileId {
            zoom: 8,
            column: 131,
            row,
        };
        tiles
            .disk
            .write(id(84), b"\x89PNG\r\n\x1a\n and so on")
            .unwrap();
        let find = |row| tiles.find(id(row), || Err("too many"));
        assert!(matches!(find(84).await, Ok(Found::Tile(_))));
        assert_eq!(find(85).await.err(), Some("too many"));
    }
}
