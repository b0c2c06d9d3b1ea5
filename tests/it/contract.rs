//! docs/openapi.json is what the server does now. `WRITE=1 cargo test --test it contract` writes it anew.

use voluntr::jsonapi::openapi::describe;
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
