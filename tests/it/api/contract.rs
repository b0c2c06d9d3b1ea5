//! OpenAPI contract: docs/openapi.json matches the server. `WRITE=1 cargo test --test it contract` regenerates it.

use voluntr::http::openapi::describe;
use voluntr::resources;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/openapi.json");

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a developer asks this test to write the file"
)]
fn openapi_json_is_current() {
    let operations = resources::routes().operations;
    let now = serde_json::to_string_pretty(&describe(
        &operations,
        &resources::tables(),
        &resources::forms(),
    ))
    .unwrap()
        + "\n";
    if std::env::var("WRITE").is_ok() {
        std::fs::write(PATH, &now).unwrap();
    }
    let checked_in = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        checked_in == now,
        "docs/openapi.json is old: run WRITE=1 cargo test --test it contract, then npm run generate"
    );
}

/// Whose answer holds a secret, or that change nothing (docs/decisions/0005).
const ANSWERING_ANEW: [&str; 10] = [
    "/api/v1/guardian_consents/show",
    "/api/v1/invitations/show",
    "/api/v1/me/erasure",
    "/api/v1/notification_templates/{id}/preview",
    "/api/v1/sign_in_as_user",
    "/auth/second_factor",
    "/auth/second_factor/passkeys",
    "/auth/second_factor/passkeys/options",
    "/auth/second_factor/recovery_codes",
    "/auth/sign_in",
];

#[test]
fn openapi_json_says_where_a_key_and_a_tag_are_honoured() {
    let operations = resources::routes().operations;
    let described = describe(&operations, &resources::tables(), &resources::forms());
    let mut anew: Vec<&str> = Vec::new();
    for operation in &operations {
        let method = operation.method.as_str().to_lowercase();
        let parameters = &described["paths"][&operation.path][&method]["parameters"];
        let has = |name: &str| {
            let parameters = parameters.as_array().map_or(&[][..], Vec::as_slice);
            parameters
                .iter()
                .any(|one| one["in"] == "header" && one["name"] == name)
        };
        let changes_one = method != "get" && operation.path.contains("{id}");
        assert_eq!(has("If-Match"), changes_one, "{method} {}", operation.path);
        if method == "post" && !has("Idempotency-Key") {
            anew.push(&operation.path);
        }
        assert!(method == "post" || !has("Idempotency-Key"));
    }
    anew.sort_unstable();
    assert_eq!(anew, ANSWERING_ANEW, "this list may only shrink");
}
