//! What a centre decides for its site: who may, what is refused, the way back, and where visitors see it.

use serde_json::{Value, json};
use voluntr::privacy::Remains;
use voluntr::resources::personal_data::erase;

use crate::support::server::{Client, Reply, Server, document};

const CENTRES: &str = "/api/v1/volunteer_centers";
const PROFILES: &str = "volunteer_center_profiles";

fn number(server: &Server, column: &'static str) -> i64 {
    server.arrange(move |tx| {
        let sql = format!("select {column} from volunteer_centers where is_default = 1");
        Ok(tx.query_row(&sql, [], |row| row.get(0))?)
    })
}

fn profile(server: &Server) -> String {
    format!("/api/v1/{PROFILES}/{}", number(server, "profile_id"))
}

fn theme(server: &Server) -> String {
    format!("/api/v1/themes/{}", number(server, "theme_id"))
}

fn save(client: &Client, path: &str, attributes: Value) -> Reply {
    let type_name = path.split('/').nth(3).unwrap();
    client.patch(path, &document(type_name, attributes))
}

fn footer(number: u8, text: &str) -> Value {
    json!({ format!("footer_column_{number}_content"): text })
}

#[test]
fn each_screen_goes_back_to_what_it_was_and_leaves_the_others_alone() {
    let server = Server::start();
    let (path, center) = (profile(&server), server.as_center());
    save(&center, &path, footer(1, "Eerst dit")).expect(200);
    save(&center, &path, footer(1, "Toen dat")).expect(200);
    save(&center, &path, json!({ "contact_name": "Marieke Bos" })).expect(200);
    let list = center.get(&format!("{path}/versions")).expect(200).json();
    let versions = list["data"].as_array().unwrap();
    assert_eq!(
        versions[0]["attributes"]["changes"],
        json!(["contact_name"])
    );
    let first = versions
        .iter()
        .find(|version| version["attributes"]["number"] == 2)
        .unwrap();
    assert!(first["attributes"]["actor_name"].is_string());
    let back = format!("{path}/versions/2/restore");
    center
        .post(&back, &json!({ "only": ["footer_column_1_content"] }))
        .expect(201);
    let now = center.get(&path).expect(200);
    assert_eq!(
        now.at("/data/attributes/footer_column_1_content"),
        "Eerst dit"
    );
    assert_eq!(now.at("/data/attributes/contact_name"), "Marieke Bos");
    // A content manager writes the footer: also the way back, and nothing else of the centre.
    let content = server.as_content_manager();
    let again = format!("{path}/versions/3/restore");
    content
        .post(&again, &json!({ "only": ["footer_column_1_content"] }))
        .expect(201);
    content
        .post(
            &format!("{path}/versions/1/restore"),
            &json!({ "only": ["contact_name"] }),
        )
        .expect(403);
    content
        .get(&format!("{}/versions", theme(&server)))
        .expect(403);
    server.as_volunteer().post(&again, &json!({})).expect(403);
}

#[test]
fn a_colleague_who_was_faster_is_not_overwritten() {
    let server = Server::start();
    let (path, center) = (theme(&server), server.as_center());
    let version = center.get(&path).expect(200).header("etag").to_owned();
    save(&center, &path, json!({ "header_sticky": false })).expect(200);
    let late = server.as_center().with("if-match", &version);
    let refused = save(&late, &path, json!({ "default_shape": "straight" })).expect(412);
    assert_eq!(refused.code(), "stale_resource");
    let back = format!("{path}/versions/1/restore");
    let only = json!({ "only": ["header_sticky"] });
    late.post(&back, &only).expect(412);
    center.post(&back, &only).expect(201);
}

#[test]
fn a_preview_shows_the_theme_its_pairs_and_the_nearest_colour_that_works_and_saves_nothing() {
    let server = Server::start();
    let path = theme(&server);
    let preview = |client: &Client, attributes: Value| {
        client.put(&format!("{path}/preview"), &document("themes", attributes))
    };
    let center = server.as_center();
    let mut wanted = json!({ "text_color": "#bbbbbb", "background_color": "#ffffff", "primary_color_preset": "rose" });
    let shown = preview(&center, wanted.clone()).expect(200);
    assert!(
        shown
            .at("/meta/css")
            .as_str()
            .unwrap()
            .contains("--v-primary-700:")
    );
    assert!(shown.at("/meta/mail").as_str().unwrap().contains("<html"));
    let pair = shown.at("/meta/pairs/0");
    assert_eq!(pair["foreground_role"], "text", "{pair}");
    assert_eq!(pair["is_enough"], false);
    assert_eq!(pair["advice"]["field"], "text_color");
    wanted["text_color"] = pair["advice"]["value"].clone();
    save(&center, &path, wanted.clone()).expect(200);
    let shown = preview(&center, json!({ "text_color": Value::Null })).expect(200);
    assert_eq!(shown.at("/meta/pairs/0/is_enough"), true);
    let kept = center.get(&path).expect(200);
    assert_eq!(kept.at("/data/attributes/text_color"), wanted["text_color"]);
    preview(&server.as_content_manager(), json!({})).expect(403);
    preview(&server.as_nobody(), json!({})).expect(401);
    let choices = server.as_nobody().get("/api/v1/themes/choices").expect(200);
    assert_eq!(choices.at("/meta/fonts").as_array().unwrap().len(), 11);
    assert_eq!(
        choices.at("/meta/palettes/rose").as_object().unwrap().len(),
        11
    );
    let names: Vec<Value> = choices
        .at("/meta/presets")
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["name"].clone())
        .collect();
    assert_eq!(
        names,
        ["oldebroek", "roermond", "meedoen", "demo", "public"]
    );
}

#[test]
fn the_header_is_held_to_contrast_in_whatever_scale_it_has() {
    let server = Server::start();
    let mut shades = server
        .as_nobody()
        .get("/api/v1/themes/choices")
        .at("/meta/palettes/sky");
    for step in [
        "50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950",
    ] {
        shades[step] = json!("#d7a3b4");
    }
    let flat = json!({ "secondary_shades": shades });
    let refused = save(&server.as_center(), &theme(&server), flat).expect(422);
    assert_eq!(refused.code(), "contrast_too_low");
    let strange = json!({ "footer_variant": "gouden" });
    let refused = save(&server.as_center(), &theme(&server), strange).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/footer_variant");
}

#[test]
fn an_open_page_hears_of_a_changed_look() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let version = || nobody.get("/branding.json").expect(200).at("/version");
    let before = version();
    assert_eq!(version(), before);
    save(
        &server.as_center(),
        &theme(&server),
        json!({ "primary_color_preset": "rose" }),
    )
    .expect(200);
    let then = version();
    assert_ne!(then, before);
    save(&server.as_center(), &profile(&server), footer(1, "Anders")).expect(200);
    assert_ne!(version(), then);
}

#[test]
fn the_footer_and_its_marks_are_in_the_page_without_a_script() {
    let server = Server::start();
    let center = server.as_center();
    let columns = json!({
        "footer_column_1_title": "Bij ons", "footer_column_1_content": "Elke dag open\n- [Vacatures](/vacancies/search)\n[Klik](javascript:alert(1))",
        "footer_column_1_title_en": "With us", "footer_column_1_content_en": "Open every day",
        "show_anbi_logo": true,
    });
    save(&center, &profile(&server), columns).expect(200);
    let page = server.as_nobody().get("/").text;
    let page = page
        .split("<script type=\"application/json\"")
        .next()
        .unwrap();
    assert!(page.contains("<h2>Bij ons</h2>") && page.contains("<p>Elke dag open</p>"));
    assert!(page.contains("<li><a href=\"/vacancies/search\">Vacatures</a></li>"));
    assert!(!page.contains("javascript:") && page.contains("ANBI"));
    let english = server.as_nobody().get("/en/").text;
    assert!(english.contains("<h2>With us</h2>") && english.contains("<p>Open every day</p>"));
}

fn png(width: u32, height: u32, color: [u8; 3]) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(width, height, image::Rgb(color))
        .write_to(&mut file, image::ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

fn send(client: &Client, kind: &str, media_type: &str, file: &[u8]) -> Value {
    let sent = client
        .upload(&[("kind", kind)], media_type, file)
        .expect(201);
    sent.at("/data/attributes/url")
}

#[test]
fn the_icons_of_the_site_are_made_of_its_favicon_else_of_its_logo_else_drawn_in_its_colours() {
    let server = Server::start();
    let icon = |path: &str| {
        let (status, headers, bytes) = server.as_nobody().download(path);
        assert_eq!(status, 200, "{path}");
        (headers["content-type"].to_str().unwrap().to_owned(), bytes)
    };
    let middle = |bytes: &[u8]| {
        let icon = image::load_from_memory(bytes).unwrap().to_rgb8();
        let (x, y) = (icon.width() / 2, icon.height() / 2);
        (icon.dimensions(), icon.get_pixel(x, y).0)
    };
    let drawn = icon("/icons/192.png").1;
    let (path, center) = (profile(&server), server.as_center());
    let logo = send(
        &center,
        "center_logo",
        "image/png",
        &png(300, 100, [200, 20, 20]),
    );
    save(&center, &path, json!({ "website_logo_url": logo })).expect(200);
    let of_logo = middle(&icon("/icons/192.png").1);
    assert_eq!(of_logo.0, (192, 192));
    assert!(of_logo.1[0] > 180 && of_logo.1[1] < 60, "{of_logo:?}");
    assert_ne!(icon("/icons/192.png").1, drawn);
    let favicon = send(&center, "favicon", "image/png", &png(64, 64, [20, 20, 200]));
    save(&center, &path, json!({ "favicon_url": favicon })).expect(200);
    let touch = icon("/apple-touch-icon.png");
    assert_eq!(touch.0, "image/png");
    assert_eq!(middle(&touch.1).0, (180, 180));
    assert!(middle(&touch.1).1[2] > 180);
    let ico = icon("/favicon.ico");
    assert_eq!(
        (ico.0.as_str(), &ico.1[..6]),
        ("image/x-icon", &[0, 0, 1, 0, 3, 0][..])
    );
    let manifest = server.as_nobody().get("/manifest.webmanifest").expect(200);
    for each in manifest.at("/icons").as_array().unwrap() {
        let (kind, bytes) = icon(each["src"].as_str().unwrap());
        assert_eq!(each["type"], kind);
        let side = middle(&bytes).0.0;
        assert_eq!(each["sizes"], format!("{side}x{side}"));
    }
    server.as_nobody().get("/icons/13.png").expect(404);
    // A photo that was sent for something else is not a logo.
    let refused = save(&center, &path, json!({ "website_logo_url": favicon })).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/website_logo_url");
}

#[test]
fn the_photo_of_the_contact_person_is_one_of_our_own() {
    let server = Server::start();
    let (path, center) = (profile(&server), server.as_center());
    for address in [
        "https://elders.example/pixel.gif",
        "javascript:alert(1)",
        "/uploads/van-niemand.webp",
        "zomaar tekst",
    ] {
        let photo = json!({ "contact_photo_url": address });
        let refused = save(&center, &path, photo).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/contact_photo_url");
    }
    save(&center, &path, json!({ "contact_photo_url": null })).expect(200);
}

#[test]
fn a_portrait_is_ones_own_and_shown_to_those_who_may_see_the_person() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let photo = send(&joke, "avatar", "image/png", &png(80, 80, [90, 90, 90]));
    let change = |client: &Client, url: &Value| {
        client.patch(
            "/api/v1/current_user",
            &json!({ "user": { "avatar_url": url } }),
        )
    };
    change(&joke, &photo).expect(200);
    let me = joke.get("/api/v1/current_user").expect(200);
    assert_eq!(me.at("/data/attributes/avatar_url"), photo);
    let id = server.people.volunteer;
    let seen = server
        .as_center()
        .get(&format!("/api/v1/users/{id}"))
        .expect(200);
    assert_eq!(seen.at("/data/attributes/avatar_url"), photo);
    let of_another = send(
        &server.as_superuser(),
        "avatar",
        "image/png",
        &png(80, 80, [10, 20, 30]),
    );
    for strange in [
        json!("https://elders.example/a.png"),
        json!("/img/tuin.svg"),
        of_another,
    ] {
        let refused = change(&joke, &strange).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/avatar_url");
    }
    let other = document("users", json!({ "avatar_url": Value::Null }));
    server
        .as_admin()
        .patch(&format!("/api/v1/users/{id}"), &other)
        .expect(403);
    change(&joke, &Value::Null).expect(200);
}

#[test]
fn a_feature_has_one_source_a_level_and_the_server_holds_everybody_to_it() {
    let server = Server::start();
    let admin = server.as_admin();
    let site = || {
        server
            .as_nobody()
            .get(&format!("{CENTRES}/current"))
            .expect(200)
    };
    assert_eq!(site().at("/meta/features/peer_to_peer"), false);
    let tenant = "/api/v1/tenant_settings/current";
    let decide = |attributes: Value| admin.patch(tenant, &document("tenant_settings", attributes));
    decide(json!({ "peer_to_peer": true, "wording": "neighbour" })).expect(200);
    assert_eq!(site().at("/meta/features/peer_to_peer"), true);
    assert_eq!(site().at("/meta/wording"), "neighbour");
    let offers = |kind: &str| {
        site()
            .at("/meta/vacancy_types")
            .as_array()
            .unwrap()
            .contains(&json!(kind))
    };
    assert!(offers("neighbour-help") && offers("activity"));
    // The centre decides otherwise for itself; null is as the tenant has it.
    let path = format!("{CENTRES}/{}", site().id());
    save(
        &admin,
        &path,
        json!({ "peer_to_peer": false, "activities": false }),
    )
    .expect(200);
    assert_eq!(site().at("/meta/features/peer_to_peer"), false);
    assert!(!offers("neighbour-help") && !offers("activity"));
    save(
        &admin,
        &path,
        json!({ "peer_to_peer": null, "activities": null, "wording": "one_on_one" }),
    )
    .expect(200);
    assert_eq!(site().at("/meta/wording"), "one_on_one");
    // What a context takes away, no header brings back.
    decide(json!({ "context": "meedoen" })).expect(200);
    assert_eq!(site().at("/meta/features/activities"), false);
    let asked = server.as_nobody().with("app-context", "main");
    let answer = asked.get(&format!("{CENTRES}/current")).expect(200);
    assert_eq!(answer.at("/meta/features/activities"), false);
    assert!(!offers("activity"));
    for client in [server.as_center(), server.as_content_manager()] {
        client.get(tenant).expect(403);
        client
            .patch(
                tenant,
                &document("tenant_settings", json!({ "activities": true })),
            )
            .expect(403);
        save(&client, &path, json!({ "peer_to_peer": true })).expect(403);
    }
}

#[test]
fn another_centre_becomes_the_default_one_and_there_is_always_one() {
    let server = Server::start();
    let admin = server.as_admin();
    let made = admin
        .post(
            CENTRES,
            &document("volunteer_centers", json!({ "name": "Punt Oost" })),
        )
        .expect(201);
    let first = server.as_nobody().get(&format!("{CENTRES}/current")).id();
    let of = |id: &str| format!("{CENTRES}/{id}");
    let refused = save(&admin, &of(&first), json!({ "is_default": false })).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/is_default");
    save(
        &server.as_center(),
        &of(&first),
        json!({ "is_default": true }),
    )
    .expect(200);
    save(&admin, &of(&made.id()), json!({ "is_default": true })).expect(200);
    let count: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(count, 1);
    assert_eq!(
        server.as_nobody().get(&format!("{CENTRES}/current")).id(),
        made.id()
    );
}

#[test]
fn a_contact_person_who_is_erased_is_no_longer_named_nor_in_an_earlier_version() {
    let server = Server::start();
    let (path, center) = (profile(&server), server.as_center());
    let email: String = server.arrange(|tx| {
        let sql = "select email from users u join roles r on r.user_id = u.id and r.name = 'content_manager' limit 1";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    let named = json!({ "contact_name": "Iemand", "contact_email": email, "contact_phone": "0612345678", "contact_text": "Ma t/m do" });
    let saved = save(&center, &path, named).expect(200);
    assert_eq!(saved.at("/data/attributes/contact_phone"), "+31612345678");
    let erased = email.clone();
    server.arrange(move |tx| {
        let id: i64 = tx.query_row("select id from users where email = ?1", [&erased], |row| {
            row.get(0)
        })?;
        erase(tx, id, Remains::Number)?;
        Ok(())
    });
    let kept = center.get(&path).expect(200);
    for field in [
        "contact_name",
        "contact_email",
        "contact_phone",
        "contact_text",
    ] {
        assert_eq!(kept.at(&format!("/data/attributes/{field}")), Value::Null);
    }
    let versions: i64 = server.arrange(move |tx| {
        let sql = "select count(*) from row_versions where instr(data, ?1) > 0";
        Ok(tx.query_row(sql, [&email], |row| row.get(0))?)
    });
    assert_eq!(versions, 0);
}

#[test]
fn an_icon_of_the_site_waits_for_no_picture_that_somebody_sends() {
    let server = Server::start();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // As many as may be decoded at once are.
    let _turns: Vec<_> = (0..2)
        .map(|_| {
            let turn = server.app.picture_decoding().begin();
            runtime.block_on(turn).unwrap()
        })
        .collect();
    let begun = std::time::Instant::now();
    let nobody = server.as_nobody();
    for path in ["/favicon.ico", "/icons/512.png", "/apple-touch-icon.png"] {
        nobody.get(path).expect(200);
    }
    assert!(begun.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn a_centre_to_which_visitors_wrote_can_still_be_removed() {
    let server = Server::start();
    let admin = server.as_admin();
    let made = admin
        .post(
            CENTRES,
            &document("volunteer_centers", json!({ "name": "Leeg punt" })),
        )
        .expect(201);
    let id = made.id();
    let missing = json!({ "message": "De speeltuin ontbreekt nog op de kaart." });
    server
        .as_nobody()
        .with("volunteer-center-id", &id)
        .post(
            "/api/v1/organization_suggestions",
            &document("organization_suggestions", missing),
        )
        .expect(204);
    admin.delete(&format!("{CENTRES}/{id}")).expect(204);
}

#[test]
fn an_icon_file_is_taken_as_the_icon_of_the_site() {
    let server = Server::start();
    let marieke = server.as_center();
    let small = png(16, 16, [200, 10, 10]);
    let large = png(64, 64, [10, 10, 200]);
    let mut ico = vec![0, 0, 1, 0, 2, 0];
    let mut offset = 6 + 16 * 2;
    for (side, picture) in [(16, &small), (64, &large)] {
        ico.extend([side, side, 0, 0, 1, 0, 32, 0]);
        ico.extend(u32::try_from(picture.len()).unwrap().to_le_bytes());
        ico.extend(u32::try_from(offset).unwrap().to_le_bytes());
        offset += picture.len();
    }
    ico.extend(small.iter().chain(&large));
    for media_type in ["image/x-icon", "image/vnd.microsoft.icon"] {
        let sent = marieke
            .upload(&[("kind", "favicon")], media_type, &ico)
            .expect(201);
        assert_eq!(sent.at("/data/attributes/width"), 64);
    }
    let photo = marieke.upload(&[("kind", "avatar")], "image/x-icon", &ico);
    assert_eq!(photo.status, 415);
}
