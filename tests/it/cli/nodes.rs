//! Commands where several machines share the tenants: each knows what it serves, and of two that want the same, one has it.

use std::path::Path;

use super::*;

/// A machine of the nodes that share `place`.
struct Node<'p> {
    machine: Machine,
    name: &'static str,
    place: &'p Path,
}

impl Node<'_> {
    fn run(&self, line: &str) -> Answer {
        let output = self
            .machine
            .command(line)
            .env("VOLUNTR_NODES_DIRECTORY", self.place)
            .env("VOLUNTR_NODES_NAME", self.name)
            .env("VOLUNTR_NODES_SECRET", "a secret of sixteen")
            .env("VOLUNTR_NODES_LISTEN", "127.0.0.1:1")
            .stdin(Stdio::null())
            .output();
        Answer::of(&output.unwrap())
    }
}

fn node<'p>(name: &'static str, place: &'p Path) -> Node<'p> {
    Node {
        machine: Machine::new(),
        name,
        place,
    }
}

#[test]
fn a_tenant_and_its_hosts_are_of_one_node_and_others_say_which() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("shared");
    let (a, b) = (node("a", &place), node("b", &place));
    a.run("tenant add almelo --domain www.almelo.test").done();
    for refused in [
        "tenant add almelo",
        "tenant add almelo --dry-run",
        "tenant add borne --domain www.almelo.test",
    ] {
        let refused = b.run(refused);
        assert_eq!(refused.exit, Some(1), "{}", refused.stdout);
        assert!(refused.stderr.contains("almelo"), "{}", refused.stderr);
    }
    assert!(!b.machine.data().join("tenants/almelo").exists());
    assert!(!b.machine.data().join("tenants/borne").exists());
    b.run("tenant add borne").done();
    b.run("tenant domain add borne www.almelo.test")
        .failed(1, "belongs to tenant 'almelo'");
    b.run("tenant domain add borne www.borne.test").done();
    a.run("tenant domain add almelo www.borne.test")
        .failed(1, "belongs to tenant 'borne'");

    let listed = a.run("--json tenant list").done().json();
    let nodes: Vec<_> = listed["tenants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tenant| (tenant["name"].as_str().unwrap(), tenant["node"].as_str()))
        .collect();
    assert_eq!(nodes, [("almelo", Some("a")), ("borne", Some("b"))]);
    for line in [
        "tenant show borne",
        "user list --tenant borne",
        "tenant remove borne --yes",
        "tenant export borne borne.tar.gz",
        "tenant move borne --to b",
    ] {
        a.run(line).failed(1, "node b serves 'borne'");
    }

    let file = b.machine.folder.path().join("borne.tar.gz");
    b.run("tenant export borne borne.tar.gz").done();
    a.run(&format!("-q tenant import {}", file.display()))
        .failed(1, "there is a tenant 'borne' already, at node b");
    assert!(!a.machine.data().join("tenants/borne").exists());
    b.run("tenant domain remove borne www.borne.test").done();
    a.run("tenant domain add almelo www.borne.test").done();
    b.run("tenant remove borne --yes").done();
    let left = std::fs::read_dir(b.machine.data().join("tenants")).unwrap();
    assert_eq!(left.count(), 0);
    a.run(&format!("tenant import {}", file.display())).done();
    a.run("tenant show borne").done();
}

#[test]
fn a_command_says_what_is_missing_for_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("shared");
    let a = node("a", &place);
    a.run("tenant add almelo").done();
    a.run("tenant move almelo --to b")
        .failed(1, "there is no node b");
    a.run("tenant move almelo --to a")
        .failed(1, "node a serves 'almelo' already");
    a.run("tenant move nergens --to b")
        .failed(1, "there is no tenant 'nergens'");
    a.run("node show b").failed(1, "there is no node b");
    a.run("node drain").failed(1, "no other node answers");
    let listed = a.run("--json node list").done().json();
    assert_eq!(listed["nodes"], serde_json::json!([]));
    // A machine without others.
    let alone = Machine::new();
    alone.run("node list").failed(1, "this machine is alone");
}

#[test]
fn no_command_guesses_what_a_directory_says_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("shared");
    let a = node("a", &place);
    a.run("tenant add almelo").done();
    std::fs::write(place.join("directory.json"), "{").unwrap();
    a.run("user list --tenant almelo")
        .failed(1, "the directory of nodes cannot be read");
    a.run("tenant list")
        .failed(1, "the directory of nodes cannot be read");
}
