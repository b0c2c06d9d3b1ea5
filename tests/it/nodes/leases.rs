//! A node serves while it holds its lease, and what the directory gives it; nothing else.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use voluntr::base::clock::Clock;
use voluntr::cluster::agent::Agent;
use voluntr::cluster::takeover;
use voluntr::db::{Db, Fence};
use voluntr::error::{Code, Error, Result, Storage};
use voluntr::nodes::directory::{self, Versioned};
use voluntr::nodes::{Placement as _, lease};

use super::{LEASE, Node, soon};
use crate::support::server::Server;

fn read(shared: &Path) -> Versioned {
    let objects = directory::open(&shared.display().to_string(), directory::PATIENCE).unwrap();
    directory::read(objects.as_ref()).unwrap()
}

fn is_fenced(outcome: Result<()>) -> bool {
    outcome.is_err_and(|error| error.is(Code::Maintenance))
}

#[test]
fn what_a_node_makes_is_known_to_the_others_with_its_hosts() {
    let shared = tempfile::tempdir().unwrap();
    let one = Node::start("one", shared.path(), |_| {});
    let two = Node::start("two", shared.path(), |_| {});
    one.found("almelo", &["almelo.example.org"]);
    assert!(one.write("almelo").is_ok());
    soon("the other node reads it", || {
        two.nodes.tenant_of("almelo.example.org").as_deref() == Some("almelo")
    });
    let registry = one.app.tenants().registry();
    registry
        .add_domain("almelo", "www.almelo.example.org")
        .unwrap();
    soon("a host that is new", || {
        two.nodes.tenant_of("www.almelo.example.org").is_some()
    });
    // Another tenant's host is not taken from it by a node that did not know.
    Server::found(&two.app, "borne", &["www.almelo.example.org"]);
    std::thread::sleep(Duration::from_millis(LEASE));
    assert!(!read(shared.path()).directory.tenants.contains_key("borne"));
}

#[test]
fn a_node_that_stands_still_writes_nothing_once_its_lease_is_over() {
    let shared = tempfile::tempdir().unwrap();
    let mut one = Node::start("one", shared.path(), |_| {});
    one.found("almelo", &[]);
    let kept = one.app.tenants().get("almelo").unwrap();
    assert!(one.write("almelo").is_ok());
    one.stand_still();
    std::thread::sleep(Duration::from_millis(LEASE));
    assert!(is_fenced(one.write("almelo")), "no new visit");
    // Nor through what was open before: the writer itself asks.
    let through_kept = kept
        .unguarded("a test writes as a job would")
        .write_blocking(|tx| {
            tx.execute("delete from settings", [])?;
            Ok(())
        });
    assert!(is_fenced(through_kept));
    let rows = kept
        .unguarded("a test looks")
        .write_blocking(|_| Ok(()))
        .is_err();
    assert!(rows);
}

#[test]
fn another_node_takes_over_and_the_first_one_comes_back_with_nothing() {
    let shared = tempfile::tempdir().unwrap();
    let mut one = Node::start("one", shared.path(), |_| {});
    one.found("almelo", &["almelo.example.org"]);
    let two = Node::start("two", shared.path(), |settings| settings.standby = true);
    std::thread::sleep(Duration::from_millis(2 * LEASE));
    assert_eq!(
        one.nodes.record("almelo").unwrap().node,
        "one",
        "it is there"
    );
    one.stand_still();
    soon("it is taken over", || {
        two.nodes.record("almelo").unwrap().node == "two"
    });
    let record = two.nodes.record("almelo").unwrap();
    assert_eq!(record.generation, 2);
    assert_eq!(record.taken_from.as_ref().unwrap().epoch, 1);
    assert!(is_fenced(one.write("almelo")), "its lease was over before");
    // It wakes up, under a new epoch, and puts its copy aside.
    one.agent = Some(Agent::start(Arc::clone(&one.app), Arc::clone(&one.nodes)).unwrap());
    soon("it serves again", || {
        one.nodes.is_valid() && one.nodes.epoch() == 2
    });
    soon("its copy is put aside", || {
        one.app
            .tenants()
            .registry()
            .find("almelo")
            .unwrap()
            .is_none()
    });
    assert!(one.write("almelo").is_err());
    let aside = || {
        let folders = one.app.config().data.join("tenants").read_dir().unwrap();
        let names = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<_>>()
    };
    soon("its folder is put aside", || {
        aside().iter().all(|name| name.starts_with(".almelo-1-"))
    });
    assert_eq!(aside().len(), 1);
}

#[test]
fn whoever_ended_a_lease_takes_nothing_over_after_the_node_has_come_back() {
    let shared = tempfile::tempdir().unwrap();
    let mut one = Node::start("one", shared.path(), |_| {});
    one.found("almelo", &[]);
    one.stand_still();
    let place = shared.path().display().to_string();
    let objects = directory::open(&place, directory::PATIENCE).unwrap();
    let seen = lease::read(objects.as_ref(), "one").unwrap().unwrap();
    let ended = lease::write(objects.as_ref(), seen.lease.ended("two"), Some(&seen));
    let ended = ended.unwrap().unwrap();
    // Whoever ended it is slow.
    one.agent = Some(Agent::start(Arc::clone(&one.app), Arc::clone(&one.nodes)).unwrap());
    soon("it serves under its next epoch", || {
        one.nodes.is_valid() && one.nodes.epoch() == 2
    });
    let found = takeover::take_over(objects.as_ref(), &["two".to_owned()], &ended.lease).unwrap();
    assert_eq!(found.directory.tenants["almelo"].node, "one");
    assert!(one.write("almelo").is_ok());
}

#[test]
fn a_name_that_another_data_folder_holds_is_waited_for() {
    let shared = tempfile::tempdir().unwrap();
    let mut first = Node::start("one", shared.path(), |_| {});
    soon("it serves", || first.nodes.is_valid());
    let second = Node::start("one", shared.path(), |_| {});
    std::thread::sleep(Duration::from_millis(3 * LEASE));
    assert!(first.nodes.is_valid() && !second.nodes.is_valid());
    first.stand_still();
    soon("the name is free", || second.nodes.is_valid());
    assert_eq!(second.nodes.epoch(), 2);
    assert!(!first.nodes.is_valid());
}

/// Lets through so many questions.
struct Times(std::sync::atomic::AtomicI64);

impl Fence for Times {
    fn check(&self) -> Result<()> {
        if self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) > 0 {
            return Ok(());
        }
        Err(Error::Storage(Storage::Fenced, "over".into()))
    }
}

#[test]
fn what_was_committed_after_the_lease_was_over_is_acknowledged_to_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    // Before the first job it holds, after the commit no more.
    db.fence(Arc::new(Times(1.into())));
    let outcome = db.write_blocking(|tx| {
        tx.execute("update settings set value = value", [])?;
        Ok(())
    });
    assert!(outcome.unwrap_err().is(Code::Maintenance));
}

#[test]
fn what_a_node_never_had_is_taken_from_where_it_was_before() {
    let lease = |node: &str| lease::Lease {
        node: node.to_owned(),
        instance: "folder".to_owned(),
        epoch: 1,
        beat: 0,
        lifetime_milliseconds: LEASE,
        ended_by: Some("three".to_owned()),
    };
    let node = |address: &str| directory::NodeRecord {
        address: address.to_owned(),
        epoch: 1,
        standby: true,
    };
    let record = directory::TenantRecord {
        node: "one".to_owned(),
        generation: 1,
        preset: "roermond".to_owned(),
        domains: Vec::new(),
        center_hosts: Vec::new(),
        archived_at: None,
        taken_from: None,
        arrival: None,
    };
    let mut directory = directory::Directory {
        nodes: ["one", "two", "three"]
            .map(|name| (name.to_owned(), node(name)))
            .into(),
        tenants: ["almelo", "borne"]
            .map(|name| (name.to_owned(), record.clone()))
            .into(),
    };
    let to = ["three".to_owned(), "two".to_owned()];
    let taken = takeover::give(&mut directory, &to, &lease("one"));
    assert_eq!(taken, ["almelo", "borne"]);
    let served_by = |directory: &directory::Directory, node: &str| {
        let own = directory
            .tenants
            .iter()
            .filter(|(_, record)| record.node == node);
        own.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(served_by(&directory, "two").len(), 1, "spread");
    // That one is gone before it has restored anything.
    let lost = served_by(&directory, "two").remove(0);
    takeover::give(&mut directory, &to[..1], &lease("two"));
    let record = &directory.tenants[&lost];
    assert_eq!((record.node.as_str(), record.generation), ("three", 3));
    assert_eq!(record.taken_from.as_ref().unwrap().node, "one");
    // Once it has a replica of its own, it is taken from there.
    directory.tenants.get_mut(&lost).unwrap().taken_from = None;
    takeover::give(&mut directory, &["two".to_owned()], &lease("three"));
    assert_eq!(
        directory.tenants[&lost].taken_from.as_ref().unwrap().node,
        "three"
    );
}
