//! `voluntr tenant move`: to another node, by the server that runs on this one.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Body;
use axum::http::{Method, Request, header};
use http_body_util::BodyExt as _;
use serde_json::json;

use super::cluster::Cluster;
use super::context::{Context, DryRun, block_on};
use super::report::{Done, Failure, Report};
use crate::cluster::relocate::{Asked, Moved, Step, may_move};
use crate::config::NodesConfig;
use crate::error::Error;
use crate::nodes::peer::Peers;

pub fn run(context: &Context, tenant: &str, to: &str, dry: DryRun) -> Done {
    let config = context.config()?;
    super::logging::to_stderr(context);
    let cluster = Cluster::of_several(&config)?;
    may_move(&cluster.directory, &cluster.name, tenant, to)?;
    if dry.dry_run {
        return Ok(Report::change(
            true,
            format!("moved tenant '{tenant}' to node {to}"),
            json!({ "tenant": tenant, "from": cluster.name, "to": to }),
        ));
    }
    let moved = move_tenant(context, &cluster.settings, tenant, to)?;
    Ok(Report::change(
        false,
        told(tenant, to, &moved),
        json!({
            "tenant": tenant,
            "from": cluster.name,
            "to": to,
            "generation": moved.generation,
            "bytes": moved.bytes,
            "freeze_milliseconds": moved.freeze_milliseconds,
            "is_served": moved.is_served,
        }),
    ))
}

pub fn told(tenant: &str, to: &str, moved: &Moved) -> String {
    let done = format!(
        "moved tenant '{tenant}' to node {to}; requests waited for {} ms",
        moved.freeze_milliseconds
    );
    if moved.is_served {
        return done;
    }
    format!(
        "{done}, but that node did not say that it serves it yet; look at its log, and at 'voluntr node show {to}'"
    )
}

/// Where the server of this node listens for nodes, as this machine reaches it.
fn own_address(settings: &NodesConfig) -> SocketAddr {
    let mut address = settings.listen;
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    address
}

/// Has the server of this node move a tenant. A command that ends before the directory was changed cancels it.
pub fn move_tenant(
    context: &Context,
    settings: &NodesConfig,
    tenant: &str,
    to: &str,
) -> Result<Moved, Failure> {
    let peers = Peers::of(settings)?;
    let address = own_address(settings).to_string();
    let asked = serde_json::to_vec(&Asked {
        tenant: tenant.to_owned(),
        to: to.to_owned(),
    })
    .map_err(Error::from)?;
    let request = Request::builder()
        .method(Method::POST)
        .uri("/internal/moves")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(asked))
        .map_err(Error::internal)?;
    block_on(async {
        let response = peers.ask(&address, request).await.map_err(|unanswered| {
            if unanswered.is_unsent {
                Failure::new(format!(
                    "no server of this node listens at {address} (nodes.listen), and a move is made by it; start it with 'voluntr serve'"
                ))
            } else {
                Failure::new(unanswered.why)
            }
        })?;
        let is_success = response.status().is_success();
        let mut body = response.into_body();
        let mut bytes = Vec::new();
        let mut shown = Shown::default();
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { break };
            let Ok(data) = frame.into_data() else {
                continue;
            };
            bytes.extend_from_slice(&data);
            while is_success && let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = bytes.drain(..=end).collect();
                match serde_json::from_slice(&line).map_err(Error::from)? {
                    Step::Done(moved) => return Ok(moved),
                    Step::Failed { error } => {
                        return Err(Failure::new(format!(
                            "'{tenant}' was not moved, and this node goes on with it: {error}"
                        )));
                    }
                    step => shown.show(context, &step),
                }
            }
        }
        if !is_success {
            return Err(Failure::new(String::from_utf8_lossy(&bytes).trim()));
        }
        Err(Failure::new(format!(
            "the server of this node ended meanwhile; 'voluntr tenant list' says which node serves '{tenant}'"
        )))
    })?
}

/// Progress, a line for each quarter that was copied.
#[derive(Default)]
struct Shown(u64);

impl Shown {
    fn show(&mut self, context: &Context, step: &Step) {
        match step {
            Step::Copying { done, total } => {
                let quarter = done * 4 / total.max(&1);
                if quarter > self.0 {
                    self.0 = quarter;
                    context.note(&format!("Copying … {} %", quarter * 25));
                }
            }
            Step::Busy => context.note("Requests in progress take long; trying again …"),
            Step::Held => context.note("Requests wait …"),
            _ => {}
        }
    }
}
