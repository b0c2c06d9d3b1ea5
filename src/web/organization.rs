//! Public page of an organisation: profile, address and open vacancies.

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::content::{PageContext, told};
use super::picture;
use super::schema_org;
use super::shell::Head;
use crate::base::locale::Locale;
use crate::base::phone;
use crate::mail::date_in_words;
use crate::web::i18n;
use crate::web::vacancy_card::{Kinds, safe_href};

/// Most answers of an organisation with a good score came within this time; also in the app's `organization-page.tsx`.
const WITHIN_DAYS: f64 = 7.0;

pub fn of(page_context: &PageContext, head: &mut Head) -> Value {
    let document = page_context.document(0);
    let organization = document.get("data").unwrap_or(&Json::Null);
    let name = text(organization, "name").unwrap_or_default();
    let description = text(organization, "description");
    name.clone_into(&mut head.title);
    head.description = description.map(plain_start).unwrap_or_default();
    head.path = format!(
        "/organizations/{}",
        text(organization, "id").unwrap_or_default()
    );
    head.json_ld = Some(schema_org::organization(organization));
    let word = |key: &str| i18n::organization(page_context.locale, key);
    let found = page_context.document(1);
    let total = found
        .pointer("/meta/total")
        .and_then(Json::as_u64)
        .unwrap_or_default();
    let mut vacancies = page_context.cards(&found, &Kinds::of(&page_context.document(2)));
    // The page is the organisation's own, so the cards omit its name.
    for vacancy in vacancies.iter_mut().filter_map(Json::as_object_mut) {
        vacancy.remove("organization");
    }
    context! {
        name,
        description => description.unwrap_or_else(|| word("page/noText")),
        has_text => description.is_some(),
        logo => told(text(organization, "logo_url").map(|url| picture::told(url, ""))),
        photo => told(text(organization, "photo_url").map(|url| {
            picture::told(url, text(organization, "photo_alt").unwrap_or_default())
        })),
        about => word("page/about"),
        find => word("page/find"),
        lines => told(lines(organization, page_context.locale)),
        count => i18n::counted(i18n::organization, page_context.locale, "page/vacancies", total),
        nothing => word("page/noVacancies"),
        none_text => word("page/noVacanciesText"),
        look => word("page/search"),
        vacancies => told(vacancies),
    }
}

/// Contact lines: address, website and response time, those that are set.
fn lines(organization: &Json, locale: Locale) -> Vec<Json> {
    let address = organization.get("address").unwrap_or(&Json::Null);
    let joined = |names: [&str; 2], by: &str| {
        let parts: Vec<&str> = names
            .iter()
            .filter_map(|name| text(address, name))
            .collect();
        parts.join(by)
    };
    let place: Vec<String> = [
        joined(["street", "house_number"], " "),
        joined(["postal_code", "city"], " "),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect();
    let place = (!place.is_empty()).then(|| json!({"icon": "pin", "text": place.join(", ")}));
    let website = safe_href(text(organization, "website")).map(|href| {
        let name = href
            .trim_start_matches("https://")
            .trim_start_matches("http://");
        json!({"icon": "globe", "href": href, "text": name.trim_end_matches('/')})
    });
    let phone = text(organization, "phone_number").map(|number| {
        json!({"icon": "phone", "href": format!("tel:{number}"), "text": phone::written(number)})
    });
    let email = text(organization, "email")
        .map(|email| json!({"icon": "mail", "href": format!("mailto:{email}"), "text": email}));
    // The score is there only when it is good (docs/domain/states.md#silence-clock).
    let has_score = organization["response_score"].is_i64();
    let days = organization
        .get("response_days")
        .and_then(Json::as_f64)
        .filter(|_| has_score)
        .map(|days| {
            let form = if days <= 1.0 { "one" } else { "other" };
            let days = format!("{:.0}", days.ceil().clamp(1.0, WITHIN_DAYS));
            let text = i18n::organization(locale, &format!("fact/answersWithin_{form}"))
                .replace("{{count}}", &days);
            json!({"icon": "clock", "text": text})
        });
    let unconfirmed = text(organization, "unconfirmed_since").map(|since| {
        let text = i18n::organization(locale, "fact/unconfirmed").replace(
            "{{date}}",
            &date_in_words(since, locale).unwrap_or_default(),
        );
        json!({"icon": "info", "text": text})
    });
    [place, phone, email, website, days, unconfirmed]
        .into_iter()
        .flatten()
        .collect()
}

fn text<'v>(object: &'v Json, name: &str) -> Option<&'v str> {
    object.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// Characters of a beginning.
const START: usize = 160;

/// Beginning of a text without markup, for the meta description: whole words, and a sign that there is more.
pub fn plain_start(text: &str) -> String {
    let text = crate::resources::field_rules::words_of(text);
    let mut start = String::new();
    for word in text.split_whitespace() {
        if start.chars().count() + word.chars().count() >= START {
            start.push('…');
            break;
        }
        if !start.is_empty() {
            start.push(' ');
        }
        start.push_str(word);
    }
    start
}
