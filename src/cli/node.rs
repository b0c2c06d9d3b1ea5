//! `voluntr node`: the machines that share the tenants (docs/scale.md).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use clap::Subcommand;
use serde_json::{Value, json};

use super::cluster::Cluster;
use super::context::{Context, DryRun, block_on};
use super::report::{Done, Failure, Report, count, table};
use super::tenant_move::move_tenant;
use crate::error::{Error, Result};
use crate::nodes::directory::{self, NodeRecord};
use crate::nodes::lease::{self, Seen};
use crate::nodes::peer::Peers;

/// A node that does not answer within this time is told to be silent.
const ANSWER: Duration = Duration::from_secs(2);

#[derive(Debug, Subcommand)]
pub enum Node {
    /// All nodes: where they are, whether they answer, and how many tenants each serves
    List,
    /// One node: its lease and the tenants that it serves
    Show { name: String },
    /// Move every tenant of this node away while it goes on serving, to stop it without anybody noticing
    Drain {
        /// To this node; otherwise each to the one that serves fewest
        #[arg(long, value_name = "NODE")]
        to: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take a node out of the list that is gone for good and serves nothing
    Forget {
        name: String,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Node {
    pub fn run(self, context: &Context) -> Done {
        let config = context.config()?;
        super::logging::to_stderr(context);
        let cluster = Cluster::of_several(&config)?;
        match self {
            Self::List => list(&cluster),
            Self::Show { name } => show(&cluster, &name),
            Self::Drain { to, dry } => drain(context, &cluster, to.as_deref(), dry),
            Self::Forget { name, dry } => forget(context, &cluster, &name, dry),
        }
    }
}

/// What is known of a node.
struct Known {
    record: NodeRecord,
    lease: Option<Seen>,
    answers: bool,
}

impl Known {
    fn read(cluster: &Cluster, name: &str) -> Result<Self> {
        let record = cluster.directory.nodes.get(name).cloned();
        let record = record.ok_or_else(|| {
            Error::internal(format!("there is no node {name}; see 'voluntr node list'"))
        })?;
        Ok(Self {
            lease: lease::read(cluster.objects(), name)?,
            answers: does_answer(cluster, &record.address)?,
            record,
        })
    }

    fn ended_by(&self) -> Option<&str> {
        let seen = self.lease.as_ref()?;
        seen.lease.ended_by.as_deref()
    }

    fn state(&self) -> String {
        match (self.ended_by(), self.answers) {
            (Some(by), _) => format!("ended by {by}"),
            (None, true) => "answers".to_owned(),
            (None, false) => "does not answer".to_owned(),
        }
    }

    fn data(&self, cluster: &Cluster, name: &str) -> Value {
        let lease = self.lease.as_ref().map(|seen| &seen.lease);
        json!({
            "name": name,
            "address": self.record.address,
            "epoch": self.record.epoch,
            "lease_milliseconds": lease.map(|lease| lease.lifetime_milliseconds),
            "beat": lease.map(|lease| lease.beat),
            "ended_by": self.ended_by(),
            "answers": self.answers,
            "tenants": cluster.count_of(name),
            "is_this": name == cluster.name,
        })
    }
}

fn does_answer(cluster: &Cluster, address: &str) -> Result<bool> {
    let peers = Peers::of(&cluster.settings)?;
    // Of no tenant: whatever it answers, it is there.
    let request = Request::builder()
        .method(Method::GET)
        .uri("/internal/route?host=")
        .body(Body::empty())
        .map_err(Error::internal)?;
    let asked = block_on(async {
        let answer = peers.send(address, request);
        matches!(tokio::time::timeout(ANSWER, answer).await, Ok(Ok(_)))
    });
    asked.map_err(|failure| Error::internal(failure.sentence()))
}

fn list(cluster: &Cluster) -> Done {
    let (mut lines, mut nodes) = (Vec::new(), Vec::new());
    for name in cluster.directory.nodes.keys() {
        let known = Known::read(cluster, name)?;
        let this = if *name == cluster.name {
            "this one"
        } else {
            ""
        };
        lines.push(vec![
            name.clone(),
            known.record.address.clone(),
            known.record.epoch.to_string(),
            known.state(),
            cluster.count_of(name).to_string(),
            this.to_owned(),
        ]);
        nodes.push(known.data(cluster, name));
    }
    let empty = "No node has served yet; start them with 'voluntr serve'.";
    Ok(Report::new(
        table(
            &["node", "address", "epoch", "state", "tenants", ""],
            lines,
            empty,
        ),
        json!({ "nodes": nodes }),
    ))
}

fn show(cluster: &Cluster, name: &str) -> Done {
    let known = Known::read(cluster, name)?;
    let mut text = format!(
        "{name}: at {}, epoch {}, {}\n",
        known.record.address,
        known.record.epoch,
        known.state()
    );
    let mut tenants = Vec::new();
    for (tenant, record) in &cluster.directory.tenants {
        if record.node != name {
            continue;
        }
        let hosts: Vec<_> = record.domains.iter().chain(&record.center_hosts).collect();
        let shown: Vec<_> = hosts.iter().map(|host| host.as_str()).collect();
        let _ = writeln!(
            text,
            "  {tenant}, generation {}: {}",
            record.generation,
            if shown.is_empty() {
                "no hosts".to_owned()
            } else {
                shown.join(" ")
            }
        );
        tenants.push(json!({
            "tenant": tenant,
            "generation": record.generation,
            "hosts": hosts,
            "taken_from": record.taken_from,
            "archived_at": record.archived_at,
        }));
    }
    if tenants.is_empty() {
        text.push_str("It serves no tenants.");
    }
    let node = known.data(cluster, name);
    Ok(Report::new(
        text,
        json!({ "node": node, "tenants": tenants }),
    ))
}

/// Which tenant goes to which node: where none is named, each to the one that has fewest by then.
fn plan<'c>(
    tenants: impl Iterator<Item = &'c str>,
    mut counts: BTreeMap<String, usize>,
) -> Vec<(&'c str, String)> {
    let mut plan = Vec::new();
    for tenant in tenants {
        let Some((to, count)) = counts.iter_mut().min_by_key(|(_, count)| **count) else {
            break;
        };
        *count += 1;
        plan.push((tenant, to.clone()));
    }
    plan
}

fn drain(context: &Context, cluster: &Cluster, to: Option<&str>, dry: DryRun) -> Done {
    let own = cluster.name.as_str();
    if to == Some(own) {
        return Err(Failure::wrong_use(format!(
            "{own} is this node; name another one, or leave --to out"
        )));
    }
    let mut counts = BTreeMap::new();
    let others = cluster.directory.nodes.keys();
    for name in others.filter(|name| *name != own && to.is_none_or(|to| to == *name)) {
        let known = Known::read(cluster, name)?;
        if known.answers && known.ended_by().is_none() {
            counts.insert(name.clone(), cluster.count_of(name));
        }
    }
    if counts.is_empty() {
        return Err(Failure::new(match to {
            Some(to) => format!("node {to} does not answer; see 'voluntr node list'"),
            None => "no other node answers; see 'voluntr node list'".to_owned(),
        }));
    }
    let plan = plan(cluster.tenants_of(own), counts);
    let (mut lines, mut moves) = (Vec::new(), Vec::new());
    for (tenant, to) in &plan {
        let mut done = json!({ "tenant": tenant, "to": to });
        if dry.dry_run {
            lines.push(format!("'{tenant}' to node {to}"));
        } else {
            context.note(&format!("Moving '{tenant}' to node {to} …"));
            let moved = move_tenant(context, &cluster.settings, tenant, to);
            let moved = moved.map_err(|failure| {
                Failure::new(format!(
                    "{} of {} moved, then: {}",
                    moves.len(),
                    count(
                        plan.len().try_into().unwrap_or(i64::MAX),
                        "tenant",
                        "tenants"
                    ),
                    failure.sentence()
                ))
            })?;
            lines.push(super::tenant_move::told(tenant, to, &moved).replacen("moved", "Moved", 1));
            if let Some(done) = done.as_object_mut() {
                done.insert(
                    "freeze_milliseconds".to_owned(),
                    json!(moved.freeze_milliseconds),
                );
                done.insert("is_served".to_owned(), json!(moved.is_served));
            }
        }
        moves.push(done);
    }
    let text = if lines.is_empty() {
        format!("node {own} serves no tenants")
    } else {
        lines.join("\n")
    };
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "node": own, "moves": moves }),
    ))
}

fn forget(context: &Context, cluster: &Cluster, name: &str, dry: DryRun) -> Done {
    let known = Known::read(cluster, name)?;
    let serves = cluster.count_of(name);
    if serves > 0 {
        return Err(Failure::new(format!(
            "node {name} serves {}; move them with 'voluntr node drain' there, or start a node with nodes.standby, which takes them over",
            count(serves.try_into().unwrap_or(i64::MAX), "tenant", "tenants")
        )));
    }
    if name == cluster.name || known.answers && known.ended_by().is_none() {
        return Err(Failure::new(format!(
            "node {name} is there; stop its server first, and give this command at another node"
        )));
    }
    let over = end(context, cluster, name, &known, dry)?;
    if !dry.dry_run {
        directory::change(cluster.objects(), |directory| {
            if directory.tenants.values().any(|record| record.node == name) {
                return Err(Error::internal(format!("node {name} serves a tenant now")));
            }
            let is_same = directory
                .nodes
                .get(name)
                .is_some_and(|node| node.epoch == over);
            if is_same {
                directory.nodes.remove(name);
            }
            Ok(is_same)
        })?;
    }
    Ok(Report::change(
        dry.dry_run,
        format!("took node {name} out of the list; one that starts with its name is entered again"),
        json!({ "node": name }),
    ))
}

/// Ends the lease of a node that does not renew it any more; gives its epoch.
fn end(
    context: &Context,
    cluster: &Cluster,
    name: &str,
    known: &Known,
    dry: DryRun,
) -> Result<u64, Failure> {
    let Some(seen) = known.lease.as_ref() else {
        return Ok(known.record.epoch);
    };
    if seen.lease.ended_by.is_some() {
        return Ok(known.record.epoch);
    }
    let wait = lease::waits_for(seen.lease.lifetime());
    context.note(&format!(
        "Waiting {} seconds to see that node {name} does not renew its lease …",
        wait.as_secs().max(1)
    ));
    thread::sleep(wait);
    let again = lease::read(cluster.objects(), name)?;
    let is_over = again.as_ref() == Some(seen);
    let is_ended = is_over
        && (dry.dry_run
            || lease::write(
                cluster.objects(),
                seen.lease.ended(&cluster.name),
                Some(seen),
            )?
            .is_some());
    if is_ended {
        return Ok(known.record.epoch);
    }
    Err(Failure::new(format!(
        "node {name} renews its lease; stop its server first"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenants_are_spread_over_the_nodes_that_have_fewest() {
        let counts = [("b".to_owned(), 3), ("c".to_owned(), 1)].into();
        let plan = plan(["p", "q", "r", "s"].into_iter(), counts);
        let to: Vec<_> = plan.iter().map(|(_, to)| to.as_str()).collect();
        assert_eq!(to, ["c", "c", "b", "c"]);
    }
}
