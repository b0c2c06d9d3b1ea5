use serde_json::{Value, json};

use crate::http::openapi::{Description, Examples, describe};
use crate::router::examples::{routes, tables};

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one line for each thing that is described"
)]
fn each_declaration_is_described() {
    let described = describe(&Description {
        operations: &routes().operations,
        tables: &tables(),
        forms: &[],
        tags: &[],
        examples: &Examples::default(),
    });
    // The value at a pointer, through the references on the way.
    let at = |pointer: &str| {
        let resolved = |value: Value| match value["$ref"].as_str() {
            Some(to) => described.pointer(&to[1..]).cloned().unwrap_or_default(),
            None => value,
        };
        let pieces = pointer.split('/').skip(1);
        pieces.fold(described.clone(), |value, piece| {
            let piece = piece.replace("~1", "/");
            let value = resolved(value);
            let next = match piece.parse::<usize>() {
                Ok(index) if value.is_array() => value.get(index),
                _ => value.get(&piece),
            };
            resolved(next.cloned().unwrap_or_default())
        })
    };
    let body = "requestBody/content/application~1vnd.api+json/schema/properties";
    let answer = "responses/200/content/application~1vnd.api+json/schema/properties";
    let path = |path: &str| format!("/paths/~1api~1v1~1{}", path.replace('/', "~1"));
    let questions = "/components/schemas/ExampleLeafletCreateAttributes/properties/questions";
    assert_eq!(at(&format!("{questions}/maxItems")), 4);
    assert_eq!(
        at(&format!("{questions}/items/properties/_destroy/type")),
        "boolean"
    );
    assert_eq!(
        at(&format!(
            "{questions}/items/properties/options/items/properties/label/maxLength"
        )),
        20
    );
    let tree = format!("{}/patch/{body}/tree", path("example_leaflets/order"));
    assert_eq!(
        at(&format!(
            "{tree}/items/properties/children/items/properties/id/type"
        )),
        "string"
    );
    let ids = at(&format!(
        "{}/put/{body}/ids",
        path("example_settings/{id}/notes/order")
    ));
    assert_eq!(ids["items"]["type"], "string");
    let subject = at(
        "/components/schemas/ExampleNote/properties/relationships/properties/subject/properties/data/anyOf/0/properties/type/enum",
    );
    assert_eq!(subject, json!(["example_leaflets", "example_settings"]));
    let children = at(
        "/components/schemas/ExampleLeaflet/properties/relationships/properties/children/properties",
    );
    assert_eq!(children["meta"]["properties"]["total"]["type"], "integer");
    let list = at(&format!("{}/get/parameters", path("example_leaflets")));
    let include = list
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["name"] == "include")
        .unwrap();
    assert!(
        include["schema"]["items"]["enum"]
            .as_array()
            .unwrap()
            .contains(&json!("children.notes"))
    );
    assert!(
        at(&format!(
            "{}/get/responses/200",
            path("example_settings/current")
        ))
        .is_object()
    );
    let approve = at(&format!(
        "{}/post/{body}",
        path("example_leaflets/{id}/approve")
    ));
    assert_eq!(approve["message"]["maxLength"], 60);
    assert_eq!(
        at(&format!(
            "{}/post/x-right",
            path("example_leaflets/{id}/approve")
        )),
        "approve"
    );
    let bulk = path("example_leaflets/bulk_status");
    assert_eq!(
        at(&format!(
            "{bulk}/patch/{body}/attributes/properties/status/maxLength"
        )),
        20
    );
    assert_eq!(
        at(&format!(
            "{bulk}/patch/{answer}/meta/properties/failed/type"
        )),
        "integer"
    );
    let queue = at(&format!(
        "{}/get/{answer}/data/items/oneOf",
        path("example_queue")
    ));
    assert_eq!(queue.as_array().unwrap().len(), 2);
}
