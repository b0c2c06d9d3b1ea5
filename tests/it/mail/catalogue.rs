//! The table of all kinds of mail (docs/domain/mails.md#catalogue): what the program says of each kind, beside what people
//! wrote about who gets it and when.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use voluntr::mail::MailKind;
use voluntr::resources::notification::can_push;

use crate::source::layout::root;

const PAGE: &str = "docs/domain/mails.md";
const BEGIN: &str = "<!-- kinds -->\n";
const END: &str = "<!-- end -->";

/// Who gets a kind, and when, as the table says; by kind.
fn written(table: &str) -> BTreeMap<&str, (&str, &str)> {
    table
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split(" | ");
            let kind = cells.next()?.strip_suffix('`')?;
            Some((kind, (cells.next()?, cells.next()?)))
        })
        .collect()
}

fn table(written: &BTreeMap<&str, (&str, &str)>) -> String {
    let mut out = String::from(
        "| Kind | To | When | Must | App | Gathered | Device |\n|---|---|---|---|---|---|---|\n",
    );
    let mark = |is_so: bool| if is_so { "yes" } else { "" };
    for kind in MailKind::ALL {
        let (to, when) = written.get(kind.as_str()).copied().unwrap_or_default();
        let cells = [
            kind.is_mandatory(),
            !kind.is_mail_only(),
            kind.can_be_gathered() && !kind.is_mail_only(),
            can_push(*kind),
        ];
        let cells = cells.map(mark).join(" | ");
        writeln!(out, "| `{}` | {to} | {when} | {cells} |", kind.as_str()).unwrap();
    }
    out
}

#[test]
fn the_catalogue_says_of_every_kind_what_the_program_does() {
    let path = root().join(PAGE);
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (old, after) = rest.split_once(END).unwrap();
    let written = written(old);
    let wanted = table(&written);
    if std::env::var_os("WRITE").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{wanted}{END}{after}")).unwrap();
        return;
    }
    let undescribed: Vec<&str> = MailKind::ALL
        .iter()
        .map(|kind| kind.as_str())
        .filter(|kind| {
            written
                .get(kind)
                .is_none_or(|(to, when)| to.trim().is_empty() || when.trim().is_empty())
        })
        .collect();
    assert!(
        undescribed.is_empty(),
        "{PAGE} does not say who gets these and when: {undescribed:?}"
    );
    assert!(old == wanted, "{PAGE} is out of date: WRITE=1 writes it");
}
