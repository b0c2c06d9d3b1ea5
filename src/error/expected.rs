//! Translation of parser errors of request documents into validation rules.

use serde_json::{Map, Value};

/// The rule violated by a parser error, and the value it names.
pub(super) fn expected(limits: &Map<String, Value>) -> (&'static str, String) {
    let reason = limits.get("reason").and_then(Value::as_str);
    let reason = reason.unwrap_or_default();
    let (found, wanted) = reason.split_once(", expected ").unwrap_or((reason, ""));
    let named = |text: &str| {
        let names: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
        names.join(", ")
    };
    let rule = match wanted {
        _ if found.starts_with("unknown variant") => return ("type_choice", named(wanted)),
        _ if found.starts_with("unknown field") => return ("type_unknown", named(found)),
        "a boolean" => "type_boolean",
        "a sequence" => "type_list",
        _ if wanted.contains("string") => "type_text",
        _ if wanted.starts_with("struct") || wanted.contains("map") => "type_object",
        _ if wanted.starts_with('f') && wanted.ends_with(['2', '4']) => "type_number",
        _ if wanted.starts_with(['i', 'u']) || found == "an id is a number" => "type_integer",
        _ => "type",
    };
    (rule, String::new())
}
