//! What a theme must be to be saved (decisions 3): presets and fonts of the lists, colours that read on each other.

use serde_json::{Value, json};

use crate::server::{Reply, Server, document};

fn path(server: &Server) -> String {
    let theme: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select theme_id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    format!("/api/v1/themes/{theme}")
}

fn save(server: &Server, attributes: Value) -> Reply {
    server
        .as_center()
        .patch(&path(server), &document("themes", attributes))
}

#[test]
fn a_theme_that_nobody_can_read_is_refused_and_the_pair_is_named() {
    let server = Server::start();
    let pale = json!({ "background_color": "#ffffff", "text_color": "#eeeeee" });
    let refused = save(&server, pale).expect(422);
    assert_eq!(refused.code(), "contrast_too_low");
    assert_eq!(refused.pointer(), "/data/attributes/text_color");
    assert_eq!(refused.at("/errors/0/meta/pair"), "text on background");
    assert_eq!(refused.at("/errors/0/meta/needed"), 4.5);
    let detail = refused.at("/errors/0/detail").to_string();
    assert!(detail.contains("tekst op achtergrond"), "{detail}");
    assert!(
        detail.contains("#eeeeee") && detail.contains("1,1"),
        "{detail}"
    );
    let kept = server.as_center().get(&path(&server)).expect(200);
    assert_eq!(kept.at("/data/attributes/text_color"), Value::Null);
    let dark = json!({ "background_color": "#ffffff", "text_color": "#1a1a1a" });
    save(&server, dark).expect(200);
}

#[test]
fn presets_and_fonts_come_from_the_lists() {
    let server = Server::start();
    for (field, value) in [
        ("primary_color_preset", "nope"),
        ("secondary_color_preset", "nope"),
        ("tertiary_color_preset", "nope"),
        ("muted_color_preset", "indigo"),
        ("font_sans", "Comic Sans"),
        ("font_heading", "Comic Sans"),
    ] {
        let refused = save(&server, json!({ field: value })).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{field}"));
        let allowed = refused.at("/errors/0/meta/allowed");
        assert!(allowed.as_array().unwrap().len() >= 5, "{allowed}");
    }
    let good = json!({ "primary_color_preset": "indigo", "muted_color_preset": "zinc", "font_sans": "Nunito Variable" });
    save(&server, good).expect(200);
}

#[test]
fn the_colours_of_the_profile_are_held_to_the_same() {
    let server = Server::start();
    let profile: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select profile_id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    let pale = json!({ "background_color": "#ffffff", "text_color": "#eeeeee" });
    let path = format!("/api/v1/volunteer_center_profiles/{profile}");
    let body = document("volunteer_center_profiles", pale);
    let refused = server.as_center().patch(&path, &body).expect(422);
    assert_eq!(refused.code(), "contrast_too_low");
}
