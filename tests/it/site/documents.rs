//! Documents: replaced without another address, always downloaded, kept while something links to them.

use serde_json::json;

use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/uploads";

fn send(client: &Client, text: &str) -> Reply {
    client.upload(&[("kind", "document")], "text/plain", text.as_bytes())
}

#[test]
fn another_file_takes_its_place_and_the_address_stays() {
    let server = Server::start();
    let editor = server.as_content_manager();
    let sent = send(&editor, "Jaarverslag van vorig jaar").expect(201);
    let same = send(&editor, "Jaarverslag van vorig jaar").expect(201);
    let url = sent.at("/data/attributes/url").as_str().unwrap().to_owned();
    assert_ne!(same.at("/data/attributes/url"), url);
    let path = format!("{PATH}/{}/file", sent.id());
    let replaced = editor
        .upload_to(
            &path,
            &[],
            "text/plain",
            "Jaarverslag van dit jaar".as_bytes(),
        )
        .expect(200);
    assert_eq!(replaced.at("/data/attributes/url"), url);
    assert!(replaced.at("/data/attributes/replaced_at").is_string());
    let read = server.as_nobody().get(&url).expect(200);
    assert_eq!(read.text, "Jaarverslag van dit jaar");
    assert_eq!(read.header("content-disposition"), "attachment");
    assert_eq!(read.header("cache-control"), "private, no-cache");
    let other = same.at("/data/attributes/url").as_str().unwrap().to_owned();
    assert_eq!(
        server.as_nobody().get(&other).expect(200).text,
        "Jaarverslag van vorig jaar"
    );
    // A file of another type has another address.
    let pdf = editor
        .upload_to(&path, &[], "application/pdf", b"%PDF-1.7 hallo allemaal")
        .expect(422);
    assert_eq!(pdf.pointer(), "/file");
    for client in [
        server.as_superuser(),
        server.as_page_manager(),
        server.as_volunteer(),
    ] {
        let refused = client.upload_to(&path, &[], "text/plain", b"Overgenomen door een ander");
        assert!([403, 404].contains(&refused.status), "{}", refused.status);
    }
    // What is deleted is gone at once.
    editor.delete(&format!("{PATH}/{}", sent.id())).expect(204);
    server.as_nobody().get(&url).expect(404);
}

#[test]
fn what_is_linked_to_is_not_deleted_and_says_where() {
    let server = Server::start();
    let center = server.as_center();
    let sent = send(&center, "Een folder om te downloaden").expect(201);
    let url = sent.at("/data/attributes/url").as_str().unwrap().to_owned();
    let profile: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select profile_id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    let footer = json!({ "footer_column_1_content": format!("[Onze folder]({url})") });
    center
        .patch(
            &format!("/api/v1/volunteer_center_profiles/{profile}"),
            &document("volunteer_center_profiles", footer),
        )
        .expect(200);
    let path = format!("{PATH}/{}", sent.id());
    assert_eq!(center.get(&path).expect(200).at("/data/attributes/uses"), 1);
    let used = center.get(&format!("{path}/usages")).expect(200);
    assert_eq!(
        used.at("/data/0/attributes/subject_type"),
        "volunteer_center_profiles"
    );
    let refused = center.delete(&path).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/url");
    let found = center
        .get(&format!("{PATH}?filter[kind_eq]=document&filter[q]=tuin"))
        .expect(200);
    assert_eq!(found.at("/meta/total"), 1);
}
