//! Validation of themes on save (docs/domain/limits.md#themes): known presets and fonts, sufficient contrast.

use serde_json::{Value, json};

use crate::support::server::{Reply, Server, document};

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

/// JSON text of shades, and whether it is used; the app holds its form to the same.
const SHADES: &str = include_str!("../../../ui/src/features/settings/design/shades.json");

#[test]
fn shades_that_are_not_complete_or_no_json_are_passed_over_and_the_preset_is_used() {
    let server = Server::start();
    let examples: Vec<(String, bool)> = serde_json::from_str(SHADES).unwrap();
    let preset = json!({ "tertiary_color_preset": "lime" });
    save(&server, preset).expect(200);
    let sheet = || server.as_nobody().get("/theme.css").expect(200).text;
    let of_preset = sheet();
    assert!(
        of_preset.contains("--v-tertiary-50:#f7fee7;"),
        "{of_preset}"
    );
    for (text, is_used) in examples {
        // As text, and as the object that it holds.
        let object = serde_json::from_str::<Value>(&text)
            .ok()
            .filter(Value::is_object);
        for sent in [Some(Value::from(text.clone())), object]
            .into_iter()
            .flatten()
        {
            let saved = save(&server, json!({ "tertiary_shades": sent })).expect(200);
            let kept = saved.at("/data/attributes/tertiary_shades");
            assert_eq!(kept.is_object(), is_used, "{sent}: {kept}");
            assert_eq!(sheet() == of_preset, !is_used, "{sent}");
        }
        save(&server, json!({ "tertiary_shades": null })).expect(200);
    }
    assert_eq!(sheet(), of_preset);
}

#[test]
fn a_variable_without_a_name_or_a_value_is_passed_over() {
    let server = Server::start();
    for variables in [
        json!({ "--v-page": "60rem", "": "1px" }),
        json!({ "--v-page": "60rem", "--v-gap": "" }),
        json!({ "--v-page": "60rem", " ": " ", "--v-gap": "  ", "--v-measure": null }),
    ] {
        let saved = save(&server, json!({ "css_variables": variables })).expect(200);
        let kept = saved.at("/data/attributes/css_variables");
        assert_eq!(kept, json!({ "--v-page": "60rem" }), "{variables}");
    }
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

fn profile(server: &Server) -> String {
    let profile: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select profile_id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    format!("/api/v1/volunteer_center_profiles/{profile}")
}

#[test]
fn a_variable_that_could_load_or_leave_its_place_is_not_saved() {
    let server = Server::start();
    for (name, value) in [
        ("--v-page", "url(https://evil.example/x)"),
        ("--v-page", "1px;color:red"),
        ("--v-page", "1px}body{display:none"),
        ("--v-page", "expression(alert(1))"),
        ("--v-page", "@import 'x'"),
        ("--v-page", "u\\72l(x)"),
        ("--v-page", "a/*b"),
        ("--v-page}", "1px"),
        ("v-page", "1px"),
        ("--v-text", "#cccccc"),
    ] {
        let refused = save(&server, json!({ "css_variables": { name: value } })).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/css_variables");
    }
    save(&server, json!({ "css_variables": { "--v-page": "60rem" } })).expect(200);
    let css = server.as_nobody().get("/theme.css").expect(200).text;
    assert!(css.contains("--v-page:60rem;"), "{css}");
}

#[test]
fn a_logo_is_an_address_that_means_nothing_else() {
    let server = Server::start();
    let path = profile(&server);
    let center = server.as_center();
    for field in [
        "website_logo_url",
        "website_logo_dark_mode_url",
        "favicon_url",
    ] {
        for address in [
            "javascript:alert(1)",
            "data:image/svg+xml,<svg/>",
            "http://logo.example/a.svg",
            "https://logo.example/a;script-src *",
            "https://logo.example/\"><script>",
        ] {
            let body = document("volunteer_center_profiles", json!({ field: address }));
            let refused = center.patch(&path, &body).expect(422);
            assert_eq!(refused.pointer(), format!("/data/attributes/{field}"));
        }
        let good = json!({ field: "https://logo.example/a.svg" });
        center
            .patch(&path, &document("volunteer_center_profiles", good))
            .expect(200);
    }
}

#[test]
fn what_an_older_version_stored_does_not_go_out_and_keeps_nobody_from_another_change() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute(
            "update themes set css_variables = ?1",
            [r#"{"--v-page":"1px}body{background:url(//evil.example/x)"}"#],
        )?;
        Ok(tx.execute(
            "update volunteer_center_profiles set website_logo_url = 'https://evil.example/a;script-src *',
                 favicon_url = 'javascript:alert(1)'",
            [],
        )?)
    });
    let nobody = server.as_nobody();
    for path in [
        "/theme.css",
        "/",
        "/manifest.webmanifest",
        "/vacancies/search",
    ] {
        let answer = nobody.get(path).expect(200);
        // The app's own data holds what is stored, as text; what a browser reads as an address is held back.
        let page = answer.text.split("<script").next().unwrap().to_owned();
        assert!(!page.contains("evil.example"), "{path}: {page}");
        assert!(!page.contains("javascript:"), "{path}");
        let policy = answer.header("content-security-policy").to_owned();
        assert!(!policy.contains("evil.example"), "{policy}");
    }
    save(&server, json!({ "header_sticky": false })).expect(200);
}
