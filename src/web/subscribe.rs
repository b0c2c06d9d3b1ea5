//! How to follow the calendar from a calendar program, with the filters of the page that one came from. Works without
//! scripts.

use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::calendar::{self, CalendarSearch, FOLLOW, OWN_CALENDAR};
use super::page_context::{PageContext, told};
use super::shell::Head;
use crate::base::qr_code::qr_svg;
use crate::web::i18n;

pub fn page(page_context: &PageContext, head: &mut Head) -> Value {
    let search = CalendarSearch::read(page_context.query);
    let word = |key: &str| i18n::calendar(page_context.locale, key);
    head.path = search.follow_path();
    head.is_listed &= !search.is_narrowed();
    let origin = page_context.site.origin();
    let address = format!("{origin}{}", search.feed());
    let bare = address.split_once("://").map_or("", |(_, rest)| rest);
    let subscription = format!("webcal://{bare}");
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let way = |id: &str, steps: u32, href: String| -> Json {
        let steps: Vec<&str> = (1..=steps)
            .map(|step| word(&format!("follow_{id}_{step}")))
            .collect();
        json!({
            "id": id,
            "title": word(&format!("follow_{id}_title")),
            "steps": steps,
            "button": word(&format!("follow_{id}_button")),
            "is_first": id == "apple",
            "is_elsewhere": id != "apple",
            "href": href,
        })
    };
    let name = encoded(&format!(
        "{} - {}",
        i18n::title(page_context.locale, "calendar"),
        page_context.branding.app_name
    ));
    let google = format!(
        "https://calendar.google.com/calendar/r?cid={}",
        encoded(&subscription)
    );
    let outlook = format!(
        "https://outlook.live.com/calendar/0/addfromweb?url={}&name={name}",
        encoded(&address)
    );
    let here = format!("{origin}{}", page_context.href(&search.follow_path()));
    // An address that does not fit has no code; the page says all without it.
    let code = qr_svg(&here).unwrap_or_default();
    context! {
        s => told(calendar::words_of(page_context)),
        is_narrowed => search.is_followed_narrowed(),
        wants_places => search.wants_places(),
        everything => page_context.href(FOLLOW),
        ways => told(vec![
            way("apple", 2, subscription.clone()),
            way("google", 3, google),
            way("outlook", 2, outlook),
        ]),
        address,
        code => Value::from_safe_string(code),
        own => page_context.href(OWN_CALENDAR),
    }
}
