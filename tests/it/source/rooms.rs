//! Rooms of `src/resources` and `src/app`: a file or a folder each. What changes a row knows nothing of what hangs on it,
//! and no rooms use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::code;

/// Rooms of `src/web` that use each other. May only shrink.
const CIRCLE_OF_WEB: [&str; 3] = ["organization", "schema_org", "social_map"];

/// Whose events they are, by the first word of their names.
const OWNERS: [(&str, &str); 6] = [
    ("Account", "user"),
    ("Address", "user"),
    ("Application", "application"),
    ("Center", "volunteer_center"),
    ("Organization", "organization"),
    ("Vacancy", "vacancy"),
];

/// The code of each room of a folder, with the paths in it that begin with `super` written out.
fn rooms(folder: &str) -> BTreeMap<String, String> {
    let base = format!("{folder}/");
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (name, _, line) in code(folder) {
        let text = files
            .entry(name.trim_start_matches(&base).to_owned())
            .or_default();
        text.push_str(&line);
        text.push('\n');
    }
    let mut rooms: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in files {
        let room = name.split(['/', '.']).next().unwrap().to_owned();
        if room != "mod" {
            let depth = name.trim_end_matches("/mod.rs").split('/').count();
            let text = written_out(&text, depth, &module(folder));
            rooms.entry(room).or_default().push_str(&text);
        }
    }
    rooms
}

/// `src/resources` as code names it: `crate::resources::`.
fn module(folder: &str) -> String {
    folder.replacen("src", "crate", 1).replace('/', "::") + "::"
}

/// Puts the path of the folder for as many `super::` as lead there.
fn written_out(text: &str, depth: usize, module: &str) -> String {
    let up = "super::".repeat(depth);
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&up) {
        let (before, after) = rest.split_at(at);
        let after = &after[up.len()..];
        out.push_str(before);
        let is_path_before =
            before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':');
        let is_whole = !is_path_before && !after.starts_with("super::");
        out.push_str(if is_whole { module } else { &up });
        rest = after;
    }
    out + rest
}

/// The rooms that a piece of code names.
fn used(text: &str, module: &str) -> BTreeSet<String> {
    let name = |path: &str| -> String {
        let path = path.trim().chars();
        path.take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect()
    };
    let mut used = BTreeSet::new();
    for piece in text.split(module).skip(1) {
        match piece.strip_prefix('{') {
            Some(tree) => used.extend(branches(tree).map(|path| name(&path))),
            None => drop(used.insert(name(piece))),
        }
    }
    used
}

/// The paths of a tree of imports, each from its beginning: `a` and `b` of `a, b::{c, d}}`.
fn branches(tree: &str) -> impl Iterator<Item = String> + use<> {
    let mut depth = 0;
    let mut outer = String::new();
    for c in tree.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            c if depth == 0 => outer.push(c),
            _ => {}
        }
    }
    let paths: Vec<String> = outer.split(',').map(str::to_owned).collect();
    paths.into_iter()
}

fn uses(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rooms = rooms(folder);
    let names: BTreeSet<String> = rooms.keys().cloned().collect();
    rooms
        .into_iter()
        .map(|(room, text)| {
            let mut used: BTreeSet<String> = used(&text, &module(folder))
                .intersection(&names)
                .cloned()
                .collect();
            used.remove(&room);
            (room, used)
        })
        .collect()
}

/// Every room that can be reached from this one.
fn reached(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from.to_owned()];
    while let Some(room) = next.pop() {
        for used in uses.get(&room).into_iter().flatten() {
            if reached.insert(used.clone()) {
                next.push(used.clone());
            }
        }
    }
    reached
}

#[test]
fn what_changes_a_row_does_not_use_what_hangs_on_it() {
    let (rooms, uses) = (rooms("src/resources"), uses("src/resources"));
    let mut wrong = Vec::new();
    let mut found = 0;
    for (room, text) in rooms.iter().filter(|(room, _)| *room != "effects") {
        if !text.contains("const EFFECTS") {
            continue;
        }
        for (word, owner) in OWNERS {
            let is_told = text.contains(&format!("Event::{word}"));
            if is_told && room != owner {
                found += 1;
                if uses[owner].contains(room) {
                    wrong.push(format!("{owner} uses {room}, which hangs on it"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found >= 5, "{found}");
}

/// The rooms that use each other, directly or through others.
fn circle(folder: &str) -> Vec<String> {
    let uses = uses(folder);
    let in_circle = |room: &&String| reached(&uses, room).contains(*room);
    uses.keys().filter(in_circle).cloned().collect()
}

#[test]
fn no_rooms_of_the_resources_or_of_the_app_use_each_other_in_a_circle() {
    for folder in ["src/resources", "src/app"] {
        let circle = circle(folder);
        assert!(circle.is_empty(), "{folder}: {circle:?}");
    }
}

#[test]
fn the_circle_of_the_web_only_shrinks() {
    let circle = circle("src/web");
    let new: Vec<&String> = circle
        .iter()
        .filter(|room| !CIRCLE_OF_WEB.contains(&room.as_str()))
        .collect();
    assert!(new.is_empty(), "{new:?}");
}

#[test]
fn what_a_piece_of_code_uses_is_read() {
    let text = "use crate::resources::{application, vacancy::{self as v, Vacancy}, page};
crate::resources::form::forget()
use super::super::user; use super::of_this_room; super::super::super::db";
    let text = written_out(text, 2, "crate::resources::");
    assert_eq!(
        used(&text, "crate::resources::")
            .into_iter()
            .collect::<Vec<_>>(),
        ["application", "form", "page", "user", "vacancy"]
    );
}
