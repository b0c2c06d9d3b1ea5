//! Rooms of `src/resources`: a file or a folder each. What changes a row knows nothing of what hangs on it, and the circle
//! in which rooms use each other only shrinks.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::code;

/// Rooms that use each other, directly or through others. May only shrink.
const CIRCLE: [&str; 13] = [
    "application",
    "center_defaults",
    "conversation",
    "export",
    "form",
    "menu_item",
    "notification",
    "organization",
    "page",
    "user",
    "vacancy",
    "volunteer_center",
    "volunteer_profile",
];

/// Whose events they are, by the first word of their names.
const OWNERS: [(&str, &str); 4] = [
    ("Account", "user"),
    ("Address", "user"),
    ("Organization", "organization"),
    ("Vacancy", "vacancy"),
];

const BASE: &str = "src/resources/";

/// The code of each room.
fn rooms() -> BTreeMap<String, String> {
    let mut rooms: BTreeMap<String, String> = BTreeMap::new();
    for (name, _, line) in code("src/resources") {
        let room = name.trim_start_matches(BASE).split(['/', '.']).next();
        let room = room.unwrap().to_owned();
        if room != "mod" {
            let text = rooms.entry(room).or_default();
            text.push_str(&line);
            text.push('\n');
        }
    }
    rooms
}

/// The rooms that a piece of code names.
fn used(text: &str) -> BTreeSet<String> {
    let name = |path: &str| -> String {
        let path = path.trim().chars();
        path.take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect()
    };
    let mut used = BTreeSet::new();
    for piece in text.split("crate::resources::").skip(1) {
        match piece.strip_prefix('{') {
            Some(tree) => used.extend(tree.split('}').next().unwrap().split(',').map(name)),
            None => drop(used.insert(name(piece))),
        }
    }
    used
}

fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let rooms = rooms();
    let names: BTreeSet<String> = rooms.keys().cloned().collect();
    rooms
        .into_iter()
        .map(|(room, text)| {
            let mut used: BTreeSet<String> = used(&text).intersection(&names).cloned().collect();
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
    let (rooms, uses) = (rooms(), uses());
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

#[test]
fn the_circle_of_rooms_only_shrinks() {
    let uses = uses();
    let in_circle = |room: &&String| reached(&uses, room).contains(*room);
    let circle: Vec<&str> = uses.keys().filter(in_circle).map(String::as_str).collect();
    assert_eq!(circle, CIRCLE);
}

#[test]
fn what_a_piece_of_code_uses_is_read() {
    let text =
        "use crate::resources::{application, vacancy as v};\ncrate::resources::form::forget()";
    assert_eq!(
        used(text).into_iter().collect::<Vec<_>>(),
        ["application", "form", "vacancy"]
    );
}
