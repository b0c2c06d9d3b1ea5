//! Application state: tenants, clock, configuration. The fields are private to this module, so that a tenant's rows
//! can be reached only through `access`.

pub mod access;
pub mod auth;
pub mod cache;
pub mod limits;
pub mod live;
pub mod tenancy;

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::config::Config;
use crate::error::Result;

use crate::app::auth::password_hash::Hasher;
use crate::app::limits::picture_decoding::PictureDecoding;
use crate::app::limits::rate_limits::RateLimits;
use crate::app::tenancy::tenant::Tenants;
use crate::base::clock::Clock;
use crate::jsonapi::schema::facts::ResourceSet;
use crate::nodes::{Alone, AsRead, Nodes, Placement};
use crate::tiles::Tiles;

pub struct App {
    tenants: Tenants,
    config: Arc<Config>,
    clock: Clock,
    hasher: Hasher,
    rate_limits: RateLimits,
    picture_decoding: PictureDecoding,
    tiles: Tiles,
    /// Places for live streams, of all tenants together.
    live_places: Arc<Semaphore>,
    /// This node, where it is one of several.
    nodes: Option<Arc<Nodes>>,
    run: String,
}

impl App {
    /// Opens the registry. Tenants are opened on first use. `resources` are all those of the program.
    pub fn new(config: Config, clock: Clock, resources: &'static ResourceSet) -> Result<Arc<Self>> {
        Self::placed(config, clock, resources, (None, Arc::new(Alone)))
    }

    /// The same as one of several nodes: it serves what the others agreed to.
    pub fn among(
        config: Config,
        clock: Clock,
        resources: &'static ResourceSet,
        nodes: Arc<Nodes>,
    ) -> Result<Arc<Self>> {
        let placement = Arc::clone(&nodes) as Arc<dyn Placement>;
        Self::placed(config, clock, resources, (Some(nodes), placement))
    }

    /// The same for a command: it writes to what this node serves, as the directory said when it began.
    pub fn as_read(
        config: Config,
        clock: Clock,
        resources: &'static ResourceSet,
        read: AsRead,
    ) -> Result<Arc<Self>> {
        Self::placed(config, clock, resources, (None, Arc::new(read)))
    }

    fn placed(
        config: Config,
        clock: Clock,
        resources: &'static ResourceSet,
        (nodes, placement): (Option<Arc<Nodes>>, Arc<dyn Placement>),
    ) -> Result<Arc<Self>> {
        config.prepare_data()?;
        let config = Arc::new(config);
        Ok(Arc::new(Self {
            tenants: Tenants::open(Arc::clone(&config), clock.clone(), resources, placement)?,
            nodes,
            tiles: Tiles::new(&config.map, &config.data, clock.clone()),
            rate_limits: RateLimits::new(config.changes_per_minute),
            config,
            clock,
            hasher: Hasher::default(),
            picture_decoding: PictureDecoding::default(),
            live_places: Arc::new(Semaphore::new(live::IN_ALL)),
            run: crate::app::auth::token::random()?,
        }))
    }

    /// Number of open live streams, of all tenants together.
    pub fn live_streams(&self) -> usize {
        live::IN_ALL.saturating_sub(self.live_places.available_permits())
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The current time, and the clock to read it again later.
    fn moment(&self) -> (String, Clock) {
        (self.clock.text(), self.clock.clone())
    }

    /// This node, where it is one of several.
    pub fn nodes(&self) -> Option<&Arc<Nodes>> {
        self.nodes.as_ref()
    }

    pub fn tenants(&self) -> &Tenants {
        &self.tenants
    }

    /// Id of this process; identifies the owner of background work.
    pub fn run(&self) -> &str {
        &self.run
    }

    pub fn hasher(&self) -> &Hasher {
        &self.hasher
    }

    pub fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }

    pub fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    pub fn picture_decoding(&self) -> &PictureDecoding {
        &self.picture_decoding
    }
}
