//! Every error, as people read it.

use std::collections::BTreeSet;

use super::*;
use crate::error::Error;

#[test]
fn wrong_center_says_so_in_every_language() {
    for locale in [Locale::Nl, Locale::En] {
        assert!(Code::WrongCenter.detail(locale).contains("wrong center"));
    }
}

/// Facts as they are in real errors.
fn facts() -> Map<String, Value> {
    let facts = json!({
        "allowed": ["publish", "archive"], "background": "#ffffff", "block": "Tekst", "column": 3, "count": 2, "declared": "image/png",
        "expected": "nl, en", "extension": "pdf", "field": "Naam", "foreground": "#eeeeee", "found": "image/jpeg",
        "until_en": "29 December 2026", "until_nl": "29 december 2026", "checks_en": ["VOG"], "checks_nl": ["VOG"], "hours": 20, "held_by_en": "3 accounts", "held_by_nl": "3 accounts", "in_use": 4, "limit": 20, "line": 7, "max": 100,
        "min": 2, "min_age": 12, "minimum_age": 16, "name": "include", "needed": 4.5, "open_applications": 3,
        "opens_on_en": "3 December 2026", "opens_on_nl": "3 december 2026",
        "pair_en": "text on background", "pair_nl": "tekst op achtergrond", "path": "/over-ons",
        "path_en": "picture", "path_nl": "de foto", "placeholder": "naam", "ratio": 1.2, "scopes": ["read_public"], "size": "10 MB",
        "title": "Over ons", "value": "xx",
    });
    facts.as_object().unwrap().clone()
}

/// Nothing that was to be filled in is left, and nothing stands where it would be.
fn is_whole(text: &str) -> bool {
    let is_filled = !text.contains(['{', '}']);
    // `tel:` and `If-None-Match` are words.
    let text = text.replace("tel:.", "tel").replace("(If-None-Match)", "x");
    let holes = [
        ": .",
        ":.",
        "''",
        "‘’",
        "()",
        "  ",
        " .",
        "None",
        "null",
        "undefined",
    ];
    is_filled
        && text.len() > 5
        && !holes.iter().any(|hole| text.contains(hole))
        && !text.ends_with([':', ' '])
}

#[test]
fn no_error_has_a_hole_in_it_with_its_facts_or_without() {
    let mut misses = BTreeSet::new();
    let unknown = |text: &str| -> Vec<String> {
        let names = text
            .split('{')
            .skip(1)
            .map(|part| part.split('}').next().unwrap());
        names
            .filter(|name| *name != "reason" && !facts().contains_key(*name))
            .map(|name| format!("no fact {name}: {text}"))
            .collect()
    };
    for locale in [Locale::Nl, Locale::En] {
        for code in Code::all() {
            misses.extend(unknown(code.detail(locale)));
            let reasons = reasons::all()
                .map(Some)
                .chain([None, Some("something_else")]);
            for (reason, meta) in
                reasons.flat_map(|reason| [(reason, facts()), (reason, Map::new())])
            {
                let mut refusal = Refusal {
                    code,
                    source: None,
                    meta,
                };
                if let Some(reason) = reason {
                    refusal.meta.insert("reason".to_owned(), reason.into());
                }
                let error = super::refusal(&refusal, locale);
                let detail = error["detail"].as_str().unwrap();
                if !is_whole(detail) {
                    misses.insert(format!("{}: {detail}", code.as_str()));
                }
            }
        }
        let rules = RULES
            .iter()
            .map(|(rule, ..)| *rule)
            .chain(["length", "range", "type", "new"]);
        for rule in rules {
            if let Some(texts) = rule_text(rule) {
                misses.extend(unknown(pick(texts, locale)));
            }
            for pointer in [
                "/data/attributes/dry_run",
                "/data/attributes/banana",
                "/data/attributes/tags/2",
                "",
            ] {
                for limits in [
                    facts(),
                    Map::new(),
                    Map::from_iter([("allowed".to_owned(), json!([]))]),
                ] {
                    let fault = FieldFault {
                        pointer: pointer.to_owned(),
                        rule: rule.to_owned(),
                        limits,
                    };
                    let detail = fault.detail(locale);
                    let is_named = rule == "unknown"
                        || !detail.contains("dry_run") && !detail.contains("banana");
                    if !is_whole(&detail) || !is_named {
                        misses.insert(format!("{rule} of {pointer}: {detail}"));
                    }
                }
            }
        }
    }
    assert!(misses.is_empty(), "{misses:#?}");
}

#[test]
fn what_cannot_be_said_is_left_out() {
    let fault = |allowed: Value| FieldFault::attribute("event", "choice").with("allowed", allowed);
    assert_eq!(
        fault(json!(["nl", "en"])).detail(Locale::Nl),
        "Kies een van deze: nl, en."
    );
    assert_eq!(
        fault(json!([])).detail(Locale::Nl),
        "Deze keuze kan hier niet. Kies iets anders."
    );
    let now = |allowed: &[&str]| {
        let refused = Error::from(Code::InvalidTransition).with("allowed", allowed);
        refused.document(Locale::Nl, "")["errors"][0]["detail"].clone()
    };
    assert_eq!(now(&[]), "Deze stap kan niet vanuit de huidige status.");
    assert_eq!(
        FieldFault::attribute("into", "new").detail(Locale::Nl),
        "Samenvoegen met is niet geldig."
    );
    assert_eq!(
        FieldFault::attribute("banana", "new").detail(Locale::En),
        "This is not valid. Check it and try again."
    );
}

#[test]
#[expect(clippy::disallowed_methods, reason = "reads the sources")]
fn every_rule_that_the_program_knows_has_a_text() {
    let mut rules = std::collections::BTreeMap::new();
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src"
    ))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs")
                && !path.ends_with("tests.rs")
            {
                let source = std::fs::read_to_string(&path).unwrap();
                let source = source.split("#[cfg(test)]").next().unwrap();
                for rule in rules_in(source) {
                    rules.insert(rule, path.clone());
                }
            }
        }
    }
    assert!(rules.len() > 60, "{}", rules.len());
    for (rule, path) in rules {
        let has_text = [rule.clone(), format!("{rule}_min"), format!("{rule}_bare")];
        assert!(
            has_text.iter().any(|rule| rule_text(rule).is_some()),
            "{rule} of {} has no row in RULES",
            path.display()
        );
    }
}

/// The rules in calls such as `FieldFault::attribute("name", "taken")`: the last text among their arguments.
fn rules_in(source: &str) -> Vec<String> {
    let calls = [
        "FieldFault::attribute(",
        "FieldFault::at(",
        "ValidationError::new(",
    ];
    let mut rules = Vec::new();
    for call in calls {
        for after in source.split(call).skip(1) {
            let mut depth = 1;
            let end = after.find(|c: char| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            let arguments = after.get(..end.unwrap_or(0)).unwrap_or_default();
            let last = arguments.trim_end().trim_end_matches(',');
            let is_text = last.ends_with('"') && (call.starts_with("Val") || last.contains(','));
            let rule = last
                .trim_end_matches('"')
                .rsplit('"')
                .next()
                .unwrap_or_default();
            if is_text {
                rules.push(rule.to_owned());
            }
        }
    }
    rules
}

#[test]
fn we_never_answer_what_clients_retry_blindly() {
    for row in TEXTS {
        assert!(![409, 425].contains(&row.1), "{}", row.2);
    }
}

#[test]
fn a_length_without_a_minimum_speaks_of_the_maximum_only() {
    let fault = FieldFault::attribute("title", "length").with("max", 100);
    let error = field_error(&fault, Locale::En);
    assert_eq!(error["detail"], "Use at most 100 characters.");
    assert_eq!(error["source"]["pointer"], "/data/attributes/title");
}
