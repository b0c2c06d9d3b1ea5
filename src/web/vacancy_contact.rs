//! Contact person of a vacancy, as in the client's contact card.

use minijinja::{Value, context};
use serde_json::Value as Json;

use crate::base::locale::Locale;
use crate::base::phone;
use crate::web::i18n;

/// Returns `None` for a vacancy without a contact person.
pub fn of(vacancy: &Json, locale: Locale) -> Option<Value> {
    let person = vacancy.get("contact_person")?;
    let text = |name: &str| {
        person
            .get(name)
            .and_then(Json::as_str)
            .filter(|text| !text.is_empty())
    };
    let full_name = text("full_name")?;
    let first_name = text("first_name").or_else(|| full_name.split_whitespace().next());
    let number = text("phone_number")
        .filter(|_| vacancy.get("contact_phone_visible") == Some(&Json::Bool(true)));
    Some(context! {
        full_name,
        initials => initials(full_name),
        role => text("job_title").unwrap_or_else(|| i18n::vacancy(locale, "page/contact_role")),
        number,
        call => number.map(|number| i18n::vacancy(locale, "page/call").replace("{{number}}", &phone::written(number))),
        ask => i18n::vacancy(locale, "page/ask").replace("{{name}}", first_name.unwrap_or_default()),
    })
}

/// Initials of the first and the last word of a name.
pub fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let last = words.last().filter(|_| words.len() > 1);
    let letters = words.first().into_iter().chain(last);
    letters
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_uppercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_is_told_only_where_it_may_be() {
        let vacancy = |is_visible: bool| {
            json!({"contact_phone_visible": is_visible,
                "contact_person": {"full_name": "Bep van Dam", "phone_number": "+31612345678"}})
        };
        let shown = of(&vacancy(true), Locale::Nl).unwrap();
        assert_eq!(
            shown.get_attr("call").unwrap().as_str(),
            Some("06 - 12 34 56 78 bellen")
        );
        assert_eq!(shown.get_attr("initials").unwrap().as_str(), Some("BD"));
        let hidden = of(&vacancy(false), Locale::Nl).unwrap();
        assert!(hidden.get_attr("number").unwrap().is_none());
        assert!(of(&json!({"contact_person": null}), Locale::Nl).is_none());
    }
}
