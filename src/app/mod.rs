//! The running server: its tenants, its clock, its settings. Its fields are private to this folder, so that nobody
//! reaches a tenant's rows but through `access`.

pub mod access;
pub mod answers;
pub mod asking;
pub mod caching;
pub mod clock;
mod confined;
mod depends;
pub mod device;
mod down;
pub mod encoding;
pub mod factor;
pub mod guesses;
pub mod home;
pub mod locale;
pub mod network;
pub mod pace;
mod parts;
pub mod password;
pub mod proof;
pub mod rate_limits;
mod read_only;
mod reauthorize;
mod roles;
mod rows;
pub mod session;
pub mod site;
mod strength;
pub mod tenant;
pub mod token;
mod totals;
pub mod trail;
pub mod turns;
pub mod unguarded;
mod worker;
mod write;

use std::sync::Arc;

use crate::config::Config;
use crate::error::Result;

use clock::Clock;
use password::Hasher;
use rate_limits::RateLimits;
use tenant::Tenants;

pub struct App {
    tenants: Tenants,
    config: Arc<Config>,
    clock: Clock,
    hasher: Hasher,
    rate_limits: RateLimits,
    run: String,
}

impl App {
    /// Opens the registry. Tenants open when they are first visited.
    pub fn new(config: Config, clock: Clock) -> Result<Arc<Self>> {
        config.prepare_data()?;
        let config = Arc::new(config);
        Ok(Arc::new(Self {
            tenants: Tenants::open(Arc::clone(&config), clock.clone())?,
            config,
            clock,
            hasher: Hasher::default(),
            rate_limits: RateLimits::default(),
            run: token::random()?,
        }))
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Now, and what tells it later.
    fn moment(&self) -> (String, Clock) {
        (self.clock.text(), self.clock.clone())
    }

    pub fn tenants(&self) -> &Tenants {
        &self.tenants
    }

    /// This run of the program, and no other: who makes what is made in the background.
    pub fn run(&self) -> &str {
        &self.run
    }

    pub fn hasher(&self) -> &Hasher {
        &self.hasher
    }

    pub fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}
