use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::json;

use super::*;
use crate::mail::sample;
use crate::mail::testing::email_branding;

fn filled(kind: MailKind, locale: Locale, data: &serde_json::Value) -> Filled<'_> {
    Filled {
        kind,
        locale,
        to_name: "Sanne de Vries",
        data,
        unsubscribe_path: (!kind.is_mandatory()).then_some("/unsubscribe/abc"),
        text: None,
    }
}

fn every_letter() -> impl Iterator<Item = (MailKind, Locale)> {
    MailKind::ALL
        .iter()
        .flat_map(|kind| Locale::ALL.iter().map(|locale| (*kind, *locale)))
}

#[test]
fn every_kind_has_a_letter_in_both_languages() {
    for (kind, locale) in every_letter() {
        let data = sample(kind, locale);
        let mail = render(&filled(kind, locale, &data), &email_branding())
            .unwrap_or_else(|error| panic!("{} in {}: {error:#}", kind.as_str(), locale.as_str()));
        let name = kind.as_str();
        assert!((5..=120).contains(&mail.subject.chars().count()), "{name}");
        for part in [&mail.subject, &mail.text, &mail.html] {
            for left in ["{{", "{%", "**", "](", "None", "undefined"] {
                assert!(!part.contains(left), "{name}: {left} in {part}");
            }
            assert!(!part.contains(|c: char| ('\u{E000}'..'\u{F8FF}').contains(&c)));
        }
        // Gmail cuts a longer one off.
        assert!(mail.html.len() < 102_400, "{name}");
        let preheader = mail.html.split("overflow:hidden\">").nth(1);
        let preheader = preheader.and_then(|rest| rest.split("</div>").next());
        assert!(
            preheader.is_some_and(|line| line.chars().count() > 10),
            "{name}"
        );
        assert!(mail.text.contains("Sanne"), "{name}");
        assert!(mail.text.contains("Vrijwilligerscentrale Oldebroek"));
        assert_eq!(mail.html.contains("/unsubscribe/abc"), !kind.is_mandatory());
        assert_eq!(mail.text.contains("/unsubscribe/abc"), !kind.is_mandatory());
    }
}

#[test]
fn what_a_letter_needs_is_what_its_sample_holds() {
    let ours = [
        "locale",
        "to_name",
        "site",
        "centre_name",
        "centre_email",
        "centre_phone_number",
        "centre_address",
        "unsubscribe_path",
    ];
    for (kind, locale) in every_letter() {
        let used: BTreeSet<String> = TEXTS
            .template_from_str(kind.source(locale))
            .unwrap()
            .undeclared_variables(false)
            .into_iter()
            .filter(|name| !ours.contains(&name.as_str()))
            .collect();
        let data = sample(kind, locale);
        let held: BTreeSet<String> = data.as_object().unwrap().keys().cloned().collect();
        let shared = BTreeSet::from(["first_name".to_owned()]);
        let held: BTreeSet<String> = held.difference(&shared).cloned().collect();
        assert_eq!(used, held, "{} in {}", kind.as_str(), locale.as_str());
    }
}

#[test]
fn a_change_to_a_vacancy_reads_otherwise_than_a_vacancy() {
    let mut count = 0;
    for (kind, locale) in every_letter() {
        let mut data = sample(kind, locale);
        let is_of_vacancy = kind.as_str().starts_with("vacancy_");
        if !is_of_vacancy || data.get("is_change").is_none() {
            continue;
        }
        let new = render(&filled(kind, locale, &data), &email_branding()).unwrap();
        data["is_change"] = true.into();
        let changed = render(&filled(kind, locale, &data), &email_branding()).unwrap();
        assert_ne!(new.subject, changed.subject, "{}", kind.as_str());
        assert_ne!(new.text, changed.text, "{}", kind.as_str());
        count += 1;
    }
    assert_eq!(count, 10, "five kinds in two languages");
}

#[test]
fn what_a_school_holds_reads_otherwise_than_what_an_organization_has() {
    let mut count = 0;
    for (kind, locale) in every_letter() {
        let mut data = sample(kind, locale);
        if data.get("school_name").is_none() {
            continue;
        }
        let usual = render(&filled(kind, locale, &data), &email_branding()).unwrap();
        data["school_name"] = "Lyceum Oldebroek".into();
        let held = render(&filled(kind, locale, &data), &email_branding()).unwrap();
        assert_ne!(usual.text, held.text, "{}", kind.as_str());
        assert!(held.html.contains("Lyceum Oldebroek"), "{}", kind.as_str());
        count += 1;
    }
    assert_eq!(count, 8, "four kinds in two languages");
}

/// Snapshot of the data that each template uses; `?` marks optional values.
#[test]
fn the_data_of_every_kind_is_known() {
    let mut contract = String::new();
    for kind in MailKind::ALL {
        let data = sample(*kind, Locale::Nl);
        let mut fields = Vec::new();
        for name in data.as_object().unwrap().keys() {
            let mut less = data.clone();
            less.as_object_mut().unwrap().remove(name);
            let may_miss =
                |locale| render(&filled(*kind, locale, &less), &email_branding()).is_ok();
            assert_eq!(may_miss(Locale::Nl), may_miss(Locale::En), "{name}");
            let mark = if may_miss(Locale::Nl) { "?" } else { "" };
            fields.push(format!("{name}{mark}"));
        }
        writeln!(contract, "{}: {}", kind.as_str(), fields.join(", ")).unwrap();
    }
    insta::assert_snapshot!("data_of_every_kind", contract);
}

#[test]
fn a_letter_reads_well() {
    let data = sample(MailKind::ApplicationRejected, Locale::Nl);
    let mail = render(
        &filled(MailKind::ApplicationRejected, Locale::Nl, &data),
        &email_branding(),
    )
    .unwrap();
    insta::assert_snapshot!("application_rejected_text", mail.text);
    insta::assert_snapshot!("application_rejected_html", mail.html);
}

#[test]
fn what_people_typed_stays_text() {
    let mut data = sample(MailKind::ApplicationNew, Locale::En);
    data["applicant_name"] = json!("<script>alert(1)</script>\nBcc: x@example.org");
    data["message"] = json!("[click](https://evil.example) **now**\n- {{ site }}");
    let mail = render(
        &filled(MailKind::ApplicationNew, Locale::En, &data),
        &email_branding(),
    )
    .unwrap();
    assert!(!mail.subject.contains('\n'));
    assert!(!mail.html.contains("<script"));
    assert!(!mail.html.contains("href=\"https://evil"));
    assert!(
        mail.text
            .contains("> [click](https://evil.example) **now**\n> - {{ site }}")
    );
}

#[test]
fn a_name_that_reads_as_a_link_is_not_greeted() {
    let greeting = |name: &str| {
        let data = json!({ "path": "/confirm", "first_name": name });
        let mail = render(
            &filled(MailKind::AccountConfirm, Locale::Nl, &data),
            &email_branding(),
        )
        .unwrap();
        mail.text.lines().next().unwrap().to_owned()
    };
    assert_eq!(greeting("José-María d’Ó"), "Hallo José-María d’Ó,");
    assert_eq!(greeting("Win op evil.example"), "Hallo,");
    assert_eq!(greeting(""), "Hallo Sanne de Vries,");
}

#[test]
fn data_cannot_pretend_to_be_another_centre() {
    let mut data = sample(MailKind::AccountConfirm, Locale::Nl);
    data["centre_name"] = json!("De bank");
    data["site"] = json!("evil.example");
    let mail = render(
        &filled(MailKind::AccountConfirm, Locale::Nl, &data),
        &email_branding(),
    )
    .unwrap();
    assert!(!mail.text.contains("De bank") && !mail.text.contains("evil.example"));
}

#[test]
fn a_missing_value_is_an_error_and_not_a_gap() {
    for data in [json!({}), json!({ "path": null })] {
        let result = render(
            &filled(MailKind::AccountConfirm, Locale::Nl, &data),
            &email_branding(),
        );
        assert!(matches!(result, Err(TemplateError::Template(_))), "{data}");
    }
}

#[test]
fn both_languages_have_the_same_words() {
    let keys = |locale: Locale| -> BTreeSet<String> {
        let tables = words(locale).tables.as_object().unwrap();
        tables
            .iter()
            .flat_map(|(table, words)| {
                words
                    .as_object()
                    .unwrap()
                    .keys()
                    .map(move |code| format!("{table}.{code}"))
            })
            .collect()
    };
    assert_eq!(keys(Locale::Nl), keys(Locale::En));
    assert_eq!(word(Locale::Nl, "denial", "brand_new"), "brand new");
}
