//! `/api/_icons/lucide.json?icons=heart,clock`: the drawn signs by name, in the form of Iconify. The file is made by
//! `scripts/icons.mjs`.

use std::sync::LazyLock;

use axum::extract::{OriginalUri, Path};
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::assets;
use crate::error::{Code, Result};
use crate::jsonapi::query::Query;
use crate::web::well_known::file;

/// No question asks for more than there are, and a longer one is somebody trying.
const LONGEST: usize = 2_000;

static LUCIDE: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("icons/lucide.json")).unwrap_or_default());

/// The drawing of one of the app's own names, to stand in a page. An unknown one is the hand, as in the app.
pub fn svg(name: &str) -> String {
    let own = |name: &str| LUCIDE.get("own")?.get(name)?.as_str();
    let name = own(name).or_else(|| own("hand")).unwrap_or_default();
    let icon = LUCIDE.get("icons").and_then(|icons| icons.get(name));
    let body = icon
        .and_then(|icon| icon.get("body")?.as_str())
        .unwrap_or_default();
    format!(
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" width=\"24\" height=\"24\" aria-hidden=\"true\">{body}</svg>"
    )
}

pub async fn icons(Path(name): Path<String>, OriginalUri(uri): OriginalUri) -> Result<Response> {
    if name != "lucide.json" {
        return Err(Code::NotFound.into());
    }
    let query = Query::parse(uri.query().unwrap_or_default());
    let asked = query.get("icons").unwrap_or_default();
    if asked.len() > LONGEST {
        return Err(Code::BadRequest.into());
    }
    let told = answer(asked);
    Ok(file("application/json", assets::A_DAY, told.to_string()))
}

fn answer(asked: &str) -> Value {
    let known = LUCIDE.get("icons").and_then(Value::as_object);
    let mut found = Map::new();
    let mut missing = Vec::new();
    for name in asked.split(',').filter(|name| !name.is_empty()) {
        match known.and_then(|known| known.get(name)) {
            Some(icon) => {
                found.insert(name.to_owned(), icon.clone());
            }
            None => missing.push(name),
        }
    }
    if missing.is_empty() {
        json!({ "prefix": "lucide", "icons": found, "width": 24, "height": 24 })
    } else {
        json!({ "prefix": "lucide", "icons": found, "width": 24, "height": 24, "not_found": missing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_names_are_drawn_too() {
        assert!(svg("pin").contains("<path"));
        assert_ne!(svg("pin"), svg("clock"));
        assert_eq!(svg("no such"), svg("hand"));
    }

    #[test]
    fn an_icon_comes_by_its_name_and_what_is_not_there_is_said() {
        let told = answer("heart,no-such");
        assert_eq!(told["prefix"], "lucide");
        assert!(
            told["icons"]["heart"]["body"]
                .as_str()
                .unwrap()
                .contains("<path")
        );
        assert_eq!(told["not_found"], json!(["no-such"]));
        assert_eq!(answer("")["icons"], json!({}));
    }
}
