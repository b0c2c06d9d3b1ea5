//! Settings of a node among several (docs/scale.md).

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Several machines that share the tenants (docs/scale.md). Without a directory this one is alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodesConfig {
    /// Where the nodes agree on who serves what, and keep their replicas: `s3://…`, or a folder that all of them reach.
    #[serde(deserialize_with = "shared_place")]
    pub directory: Option<String>,
    /// Name of this node.
    #[serde(deserialize_with = "node_name")]
    pub name: Option<String>,
    /// Where this node listens for the others: a network of their own.
    pub listen: SocketAddr,
    /// Where the others reach that, if not by the same address.
    pub address: Option<String>,
    /// What the nodes show each other: 16 characters at least.
    pub secret: Option<String>,
    /// How long a node may serve that cannot reach the directory, in milliseconds.
    #[serde(deserialize_with = "lease_milliseconds")]
    pub lease_milliseconds: u64,
    /// Takes over what a node served whose lease has ended.
    pub standby: bool,
    /// The program that copies what is written to the place of the directory. None: nothing is copied.
    pub litestream: Option<PathBuf>,
}

impl NodesConfig {
    /// Where the other nodes reach this one.
    pub fn address(&self) -> String {
        self.address
            .clone()
            .unwrap_or_else(|| self.listen.to_string())
    }

    pub const fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_milliseconds)
    }
}

impl Default for NodesConfig {
    fn default() -> Self {
        Self {
            directory: None,
            name: None,
            listen: SocketAddr::from(([127, 0, 0, 1], 8070)),
            address: None,
            secret: None,
            lease_milliseconds: 10_000,
            standby: false,
            litestream: None,
        }
    }
}

fn shared_place<'de, D: Deserializer<'de>>(
    input: D,
) -> std::result::Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(input)?.unwrap_or_default();
    match text.trim() {
        "" => Ok(None),
        text if text.starts_with('/') || text.starts_with("s3://") => Ok(Some(text.to_owned())),
        text => Err(D::Error::custom(format!(
            "'{text}' is no place that nodes can share; write s3://bucket/prefix?endpoint=https://s3.example.org&region=eu, or a folder such as /srv/voluntr-nodes"
        ))),
    }
}

fn node_name<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Option<String>, D::Error> {
    const LONGEST: usize = 40;
    let text = Option::<String>::deserialize(input)?.unwrap_or_default();
    let text = text.trim();
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty() {
        return Ok(None);
    }
    if text.len() <= LONGEST && text.chars().all(is_allowed) {
        return Ok(Some(text.to_owned()));
    }
    Err(D::Error::custom(format!(
        "'{text}' is no name of a node; write up to {LONGEST} small letters, digits and hyphens, such as node-a"
    )))
}

fn lease_milliseconds<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<u64, D::Error> {
    const LEAST: u64 = 500;
    const MOST: u64 = 600_000;
    match u64::deserialize(input)? {
        lease if (LEAST..=MOST).contains(&lease) => Ok(lease),
        lease => Err(D::Error::custom(format!(
            "a lease of {lease} milliseconds is none that nodes can hold; write a number from {LEAST} to {MOST}"
        ))),
    }
}
