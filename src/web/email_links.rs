//! Tests that every link in the email templates resolves to a page.

use super::language::split;
use super::pages::find;
use crate::base::locale::Locale;
use crate::mail::{EmailBranding, Filled, MailKind, render, sample};

#[test]
fn every_link_in_a_letter_leads_to_a_screen_that_is_there() {
    let head = EmailBranding {
        origin: "https://site.example".to_owned(),
        ..EmailBranding::default()
    };
    for (kind, locale) in MailKind::ALL
        .iter()
        .flat_map(|kind| Locale::ALL.map(|locale| (*kind, locale)))
    {
        let data = sample(kind, locale);
        let filled = Filled {
            kind,
            locale,
            to_name: "",
            data: &data,
            unsubscribe_path: None,
            text: None,
        };
        let html = render(&filled, &head).unwrap().html;
        for link in html.split("href=\"https://site.example").skip(1) {
            let path = link.split(['"', '?']).next().unwrap();
            let (said, path) = split(path);
            assert_eq!(said.unwrap_or_default(), locale, "{}", kind.as_str());
            // A page of the server alone, outside the app's table of screens.
            let is_there = path.starts_with("/still-right/")
                || path.starts_with("/profile-visible/")
                || path.starts_with("/renew/")
                || path.starts_with("/activity-registration/")
                || find(path).is_some_and(|(page, _)| page.is_there());
            assert!(is_there, "{} leads to {path}", kind.as_str());
        }
    }
}
