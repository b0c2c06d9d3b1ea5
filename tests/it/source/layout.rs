//! Source layout: file sizes, layer boundaries and calls that are allowed in one place only.

use std::fs;
use std::path::{Path, PathBuf};

use voluntr::resources;

/// Files longer than 800 lines: two subjects in one file. May only shrink.
const TOO_LONG: [&str; 0] = [];

const GENERATED: [&str; 3] = [
    "ui/src/api/constraints.ts",
    "ui/src/api/schema.d.ts",
    "ui/src/app/routes.ts",
];

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in
            fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, out);
            } else {
                out.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    found.sort();
    found
        .into_iter()
        .filter(|path| {
            endings
                .iter()
                .any(|ending| path.to_string_lossy().ends_with(ending))
        })
        .map(|path| {
            let name = path
                .strip_prefix(root())
                .unwrap()
                .to_string_lossy()
                .into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// The code of Rust files: no comments, no tests.
pub fn code(folder: &str) -> Vec<(String, usize, String)> {
    let mut lines = Vec::new();
    for (name, text) in files(folder, &[".rs"]) {
        if name.ends_with("tests.rs") || name.ends_with("testing.rs") {
            continue;
        }
        let text = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            if !line.trim_start().starts_with("//") {
                lines.push((name.clone(), number + 1, line.to_owned()));
            }
        }
    }
    lines
}

#[track_caller]
pub fn nowhere(
    lines: impl IntoIterator<Item = (String, usize, String)>,
    what: &str,
    is_wrong: impl Fn(&str) -> bool,
) {
    let found: Vec<String> = lines
        .into_iter()
        .filter(|(_, _, line)| is_wrong(line))
        .map(|(name, number, line)| format!("{name}:{number}: {}", line.trim()))
        .collect();
    assert!(found.is_empty(), "{what}\n{}", found.join("\n"));
}

#[test]
fn no_file_is_longer_than_eight_hundred_lines() {
    let mut all = files("src", &[".rs"]);
    all.extend(files("ui/src", &[".ts", ".tsx", ".css"]));
    all.extend(files("tests", &[".rs"]));
    let too_long: Vec<String> = all
        .into_iter()
        .filter(|(name, text)| text.lines().count() > 800 && !GENERATED.contains(&name.as_str()))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        too_long, TOO_LONG,
        "left: too long now; right: known to be, which may only shrink"
    );
}

#[test]
fn the_engine_and_the_database_name_no_resource() {
    let types: Vec<&str> = resources::tables()
        .iter()
        .map(|table| table.type_name)
        // A list has pages, and so has a file; a word stands in places of a text.
        .filter(|name| !["pages", "places"].contains(name))
        .collect();
    let is_word = |line: &str, word: &str| {
        line.split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|piece| piece == word)
    };
    let lines = code("src/jsonapi")
        .into_iter()
        .chain(code("src/db"))
        .chain(code("src/search"));
    nowhere(lines, "names a resource", |line| {
        types.iter().any(|word| is_word(line, word))
    });
}

#[test]
fn nothing_but_the_database_opens_a_file_of_rows() {
    let outside = code("src")
        .into_iter()
        .filter(|(name, ..)| !name.starts_with("src/db/"));
    nowhere(outside, "opens a connection", |line| {
        line.contains("Connection::open")
    });
    nowhere(code("src/resources"), "opens a database", |line| {
        line.contains("Db::open") || line.contains("unguarded(\"")
    });
}

/// How often a piece of code stands in which file, whatever its lines.
fn places(folders: &[&str], piece: &str) -> Vec<(String, usize)> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for (name, _, line) in folders.iter().flat_map(|folder| code(folder)) {
        match texts.last_mut() {
            Some((last, text)) if *last == name => text.push_str(line.trim()),
            _ => texts.push((name, line.trim().to_owned())),
        }
    }
    let count = |(name, text): (String, String)| (name, text.matches(piece).count());
    texts
        .into_iter()
        .map(count)
        .filter(|(_, count)| *count > 0)
        .collect()
}

#[test]
fn whoever_asks_reaches_the_writer_through_one_function_that_authorizes_them_there() {
    let found = |folders: &[&str], piece| places(folders, piece);
    let one = |name: &str| (name.to_owned(), 1);
    let asked = ["src/app", "src/jsonapi", "src/resources", "src/web"];
    assert_eq!(
        found(&asked, "db.write("),
        [
            // What the server writes down of its own: a row was read, work was given up.
            one("src/app/access/audit_log.rs"),
            one("src/app/access/background_actor.rs"),
            // A key was used, or a session.
            one("src/app/auth/api_key.rs"),
            one("src/app/auth/session/mod.rs"),
            // Rows were viewed.
            one("src/app/tenancy/tenant.rs"),
        ]
    );
    // The function.
    assert_eq!(
        found(&asked, "db.write_erased("),
        [one("src/app/access/reauthorize.rs")]
    );
    assert_eq!(found(&asked, "write_blocking("), []);
    assert_eq!(
        found(&["src"], ".give_up(move |tx| settle("),
        [one("src/resources/export/generate.rs")]
    );
    // Nor does a session begin anywhere but where what was proved for it is looked at once more.
    assert_eq!(
        found(&["src"], "insert into sessions"),
        [one("src/app/auth/session/lifecycle.rs")]
    );
}

#[test]
fn no_handler_sends_mail_itself() {
    let handlers = code("src/resources")
        .into_iter()
        .chain(code("src/jsonapi"))
        .chain(code("src/web"));
    nowhere(handlers, "sends mail", |line| {
        ["mail::smtp", "Mailer", "mail::deliver", "lettre"]
            .iter()
            .any(|word| line.contains(word))
    });
}

#[test]
fn nothing_but_its_own_file_reads_the_clock_or_the_environment() {
    let lines = || code("src").into_iter();
    nowhere(
        lines().filter(|(name, ..)| name != "src/base/clock.rs"),
        "reads the clock",
        |line| {
            line.contains("Timestamp::now()")
                || line.contains("SystemTime::now()")
                || line.contains("ZonedDateTime::now()")
                || line.contains("Instant::now()")
        },
    );
    nowhere(
        lines().filter(|(name, ..)| name != "src/config.rs"),
        "reads the environment",
        |line| line.contains("env::var"),
    );
}

#[test]
fn every_font_that_is_delivered_stands_in_the_notice() {
    let notice = fs::read_to_string(root().join("NOTICE")).unwrap();
    let package = fs::read_to_string(root().join("package.json")).unwrap();
    let fonts: Vec<&str> = package
        .split('"')
        .filter_map(|word| word.strip_prefix("@fontsource-variable/"))
        .collect();
    assert!(!fonts.is_empty());
    let told = notice.to_lowercase();
    for font in fonts {
        let name = font.replace('-', " ");
        assert!(
            told.contains(&format!("  {name}: copyright")),
            "NOTICE does not name {name}"
        );
    }
    assert!(notice.contains("SIL OPEN FONT LICENSE Version 1.1"));
}

/// The layers, the lowest first. What stands in one may use itself and what stands before it.
const LAYERS: [&str; 39] = [
    "base",
    "recurrence",
    "error",
    "config",
    "theme",
    "presets",
    "tabular",
    "pictures",
    "charts",
    "pdf",
    "tiles",
    "object_storage",
    "push",
    "search",
    "matching",
    "db",
    "nodes",
    "mail",
    "policy",
    "jsonapi",
    "privacy",
    "app",
    "http",
    "model",
    "resources",
    "provisioning",
    "demo",
    "backup",
    "certificates",
    "cluster",
    "doctor",
    "jobs",
    "web",
    "router",
    "server",
    "cli",
    "lib",
    "main",
    "build",
];

/// Every `use` of a file and every path in it that begins with `crate::`, down to the layer it leads to.
fn layers_used(text: &str) -> Vec<String> {
    let mut used = Vec::new();
    for piece in text.split("crate::").skip(1) {
        if let Some(inside) = piece.strip_prefix('{') {
            let tree = inside.split('}').next().unwrap_or_default();
            used.extend(tree.split(',').map(first_name));
        } else {
            used.push(first_name(piece));
        }
    }
    used
}

fn first_name(path: &str) -> String {
    path.trim()
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn no_layer_uses_one_above_it() {
    let rank = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let mut upward = Vec::new();
    for (name, text) in files("src", &[".rs"]) {
        if name.ends_with("tests.rs") {
            continue;
        }
        let layer = name
            .trim_start_matches("src/")
            .split(['/', '.'])
            .next()
            .unwrap();
        let own = rank(layer).unwrap_or_else(|| panic!("{name}: no layer of its own in LAYERS"));
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code: Vec<&str> = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for used in layers_used(&code.join("\n")) {
            if rank(&used).is_some_and(|other| other > own) {
                upward.push(format!("{name} uses {used}"));
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
    assert_eq!(
        layers_used("use crate::{db, web::page};\ncrate::cli::run()"),
        ["db", "web", "cli"]
    );
}
