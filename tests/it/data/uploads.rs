//! Files that people send: what is stored of them, who may send what, and what attackers send.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use image::{ImageFormat, Rgb, RgbImage};
use jiff::SignedDuration;
use serde_json::json;
use voluntr::app::limits::rate_limits::UPLOADS_SENT;
use voluntr::jobs::{retention, sweep_uploads};

use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server, document};

pub const VACANCY: &[(&str, &str)] = &[("kind", "vacancy"), ("alt", "Twee mensen in een tuin")];

fn photo(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x % 251) as u8, (y % 241) as u8, ((x * y) % 199) as u8])
    })
}

fn written(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut file), format)
        .unwrap();
    file
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    written(&photo(width, height), ImageFormat::Jpeg)
}

/// The JPEG file as a phone writes it: lying on its side, with the place where it was taken.
fn from_a_phone(file: &[u8]) -> Vec<u8> {
    let mut exif =
        b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend(b"GPSLatitude 52.0907");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&file[..2], &[0xff, 0xe1], &length, &exif, &file[2..]].concat()
}

fn folder(server: &Server) -> PathBuf {
    server.folder.path().join("tenants/demo/uploads")
}

/// Names of all stored files, and the number of those in progress once the thread that wrote them has ended. That thread may
/// begin after the answer, where the client was refused at once.
fn on_disk(server: &Server) -> (Vec<String>, usize) {
    let names = |folder: PathBuf| {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<_> = files
            .filter(|file| file.path().is_file())
            .map(|file| file.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let incoming = folder(server).join(".incoming");
    let mut parts = names(incoming.clone()).len();
    for _ in 0..100 {
        if parts == 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        parts = names(incoming.clone()).len();
    }
    (names(folder(server)), parts)
}

fn url_of(reply: &Reply) -> String {
    reply
        .at("/data/attributes/url")
        .as_str()
        .unwrap()
        .to_owned()
}

fn sweep_up(server: &Server, later: Duration) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let written = fs::metadata(folder(server)).unwrap().modified().unwrap();
    runtime
        .block_on(sweep_uploads(tenant.unguarded("a test"), written + later))
        .unwrap()
}

fn run_retention(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime
        .block_on(retention(tenant.unguarded("a test")))
        .unwrap();
}

#[test]
fn a_photo_is_stored_upright_in_its_widths_without_the_place_where_it_was_taken() {
    let server = Server::start();
    let samira = server.as_superuser();
    let sent = [VACANCY, &[("focus", "50,30")]].concat();
    let reply = samira
        .upload(&sent, "image/jpeg", &from_a_phone(&jpeg(900, 700)))
        .expect(201);
    let of = |name: &str| reply.at(&format!("/data/attributes/{name}"));
    assert_eq!((of("width"), of("height")), (json!(700), json!(900)));
    assert_eq!((of("focus_x"), of("focus_y")), (json!(50), json!(30)));
    assert_eq!(of("alt"), json!("Twee mensen in een tuin"));
    assert_eq!(of("name"), json!("Onze Tuin (1).jpg"));
    let urls = of("urls");
    let widths: Vec<_> = urls
        .as_array()
        .unwrap()
        .iter()
        .map(|url| url["width"].clone())
        .collect();
    assert_eq!(widths, [700, 640, 320]);
    assert_eq!(of("url"), urls[0]["url"]);
    for file in urls.as_array().unwrap() {
        let (status, headers, bytes) = server.as_nobody().download(file["url"].as_str().unwrap());
        assert_eq!(status, 200);
        assert_eq!(headers["content-type"], "image/webp");
        assert_eq!(
            headers["cache-control"],
            "public, max-age=31536000, immutable"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(
            headers["content-security-policy"]
                .to_str()
                .unwrap()
                .contains("sandbox")
        );
        let picture = image::load_from_memory_with_format(&bytes, ImageFormat::WebP).unwrap();
        assert_eq!(json!(picture.width()), file["width"]);
        assert_eq!(json!(picture.height()), file["height"]);
        assert!(!bytes.windows(3).any(|part| part == b"GPS"));
    }
    assert_eq!(on_disk(&server).0.len(), 3);
    // Nothing of what was sent is anywhere on the disk.
    for name in on_disk(&server).0 {
        let bytes = fs::read(folder(&server).join(name)).unwrap();
        assert!(!bytes.windows(4).any(|part| part == b"Exif"));
    }
    // The same photo again is a row of its own over the same files.
    let again = samira
        .upload(&sent, "image/jpeg", &from_a_phone(&jpeg(900, 700)))
        .expect(201);
    assert_eq!(url_of(&again), url_of(&reply));
    assert_eq!(on_disk(&server), (on_disk(&server).0, 0));
    assert_eq!(on_disk(&server).0.len(), 3);
}

#[test]
fn a_part_is_kept_and_what_a_picture_shows_is_asked() {
    let server = Server::start();
    let samira = server.as_superuser();
    let file = jpeg(600, 400);
    let sent = [VACANCY, &[("crop", "0.5,0,0.5,0.5")]].concat();
    let reply = samira.upload(&sent, "image/jpeg", &file).expect(201);
    assert_eq!(reply.at("/data/attributes/width"), json!(300));
    assert_eq!(reply.at("/data/attributes/height"), json!(200));
    for (fields, pointer) in [
        (&[("kind", "vacancy")][..], "/alt"),
        (
            &[("kind", "vacancy"), ("alt", "x"), ("crop", "0.6,0,0.5,1")],
            "/crop",
        ),
        (
            &[("kind", "vacancy"), ("alt", "x"), ("focus", "NaN,1")],
            "/focus",
        ),
        (&[("kind", "portrait"), ("alt", "x")], "/kind"),
        (&[("alt", "x")], "/kind"),
    ] {
        let fault = samira.upload(fields, "image/jpeg", &file).expect(422);
        assert_eq!(fault.pointer(), pointer, "{fields:?}");
    }
    let decoration = [("kind", "vacancy"), ("decorative", "true")];
    let reply = samira.upload(&decoration, "image/jpeg", &file).expect(201);
    assert_eq!(reply.at("/data/attributes/alt"), json!(""));
}

#[test]
fn everybody_sends_a_portrait_and_only_those_who_use_them_other_pictures() {
    let server = Server::start();
    let file = jpeg(64, 64);
    let send = |client: &Client, kind: &str| {
        let fields = [("kind", kind), ("alt", "Een tuin")];
        client.upload(&fields, "image/jpeg", &file).status
    };
    let kinds = [
        "avatar",
        "vacancy",
        "organization_photo",
        "center_logo",
        "content",
    ];
    let statuses = |client: Client| kinds.map(|kind| send(&client, kind));
    assert_eq!(statuses(server.as_nobody()), [401; 5]);
    assert_eq!(statuses(server.as_volunteer()), [201, 403, 403, 403, 403]);
    assert_eq!(statuses(server.as_superuser()), [201, 201, 201, 403, 403]);
    assert_eq!(
        statuses(server.as_page_manager()),
        [201, 403, 403, 403, 201]
    );
    assert_eq!(statuses(server.as_center()), [201; 5]);
    assert_eq!(statuses(server.as_admin()), [201; 5]);
    // What was refused left nothing: the row decides last, after the file was read.
    assert_eq!(on_disk(&server).1, 0);
    // Each sees their own, a centre all of it.
    let total = |client: Client| client.get("/api/v1/uploads").expect(200).at("/meta/total");
    assert_eq!(total(server.as_volunteer()), json!(1));
    assert_eq!(total(server.as_superuser()), json!(3));
    assert_eq!(total(server.as_center()), json!(16));
}

#[test]
fn a_picture_stays_while_it_is_used_and_goes_thirty_days_after() {
    let server = Server::start();
    let samira = server.as_superuser();
    let vacancy = fixtures::published(&samira, server.people.own, "Taalmaatje");
    let path = format!("/api/v1/vacancies/{vacancy}");
    let first = samira
        .upload(VACANCY, "image/jpeg", &jpeg(64, 48))
        .expect(201);
    let unused = samira
        .upload(VACANCY, "image/jpeg", &jpeg(80, 48))
        .expect(201);
    let set = |url: &str| {
        let change = json!({ "image_url": url, "image_alt": "Twee mensen in een tuin" });
        server
            .as_center()
            .patch(&path, &document("vacancies", change))
    };
    set("/uploads/0123456789abcdef01234567-64x48-000000-50-50.webp").expect(422);
    let changed = set(&url_of(&first)).expect(200);
    assert_eq!(
        changed.at("/data/attributes/image_alt"),
        json!("Twee mensen in een tuin")
    );
    let id = first.id();
    let shown = samira.get(&format!("/api/v1/uploads/{id}")).expect(200);
    assert_eq!(shown.at("/data/attributes/uses"), json!(1));
    let refused = samira.delete(&format!("/api/v1/uploads/{id}"));
    assert_eq!(refused.expect(422).pointer(), "/data/attributes/url");

    run_retention(&server);
    server.clock.advance(SignedDuration::from_hours(24 * 31));
    run_retention(&server);
    samira_again(&server)
        .get(&format!("/api/v1/uploads/{id}"))
        .expect(200);
    samira_again(&server)
        .get(&format!("/api/v1/uploads/{}", unused.id()))
        .expect(404);
    assert_eq!(
        sweep_up(&server, Duration::from_mins(1)),
        0,
        "it may be on its way"
    );
    assert_eq!(sweep_up(&server, Duration::from_hours(2)), 1);
    assert_eq!(server.as_nobody().download(&url_of(&first)).0, 200);
    assert_eq!(server.as_nobody().download(&url_of(&unused)).0, 404);

    // Replaced: the other is shown at once, this one stays for thirty days more.
    let other = samira_again(&server)
        .upload(VACANCY, "image/jpeg", &jpeg(96, 48))
        .expect(201);
    set(&url_of(&other)).expect(200);
    run_retention(&server);
    server.clock.advance(SignedDuration::from_hours(24 * 29));
    run_retention(&server);
    assert_eq!(sweep_up(&server, Duration::from_hours(2)), 0);
    server.clock.advance(SignedDuration::from_hours(24 * 2));
    run_retention(&server);
    assert_eq!(sweep_up(&server, Duration::from_hours(2)), 1);
    assert_eq!(server.as_nobody().download(&url_of(&first)).0, 404);
    assert_eq!(server.as_nobody().download(&url_of(&other)).0, 200);
}

/// The session of before has ended.
fn samira_again(server: &Server) -> Client {
    server.as_superuser()
}

#[test]
fn a_file_whose_process_was_killed_before_its_row_was_stored_is_swept_up() {
    let server = Server::start();
    let kept = server
        .as_superuser()
        .upload(VACANCY, "image/jpeg", &jpeg(64, 48))
        .expect(201);
    let left = folder(&server).join("0123456789abcdef01234567-64x48-000000-50-50.webp");
    let foreign = folder(&server).join("iets-anders.webp");
    fs::write(&left, "half").unwrap();
    fs::write(&foreign, "niet van ons").unwrap();
    assert_eq!(sweep_up(&server, Duration::from_hours(2)), 1);
    assert!(!left.exists() && foreign.exists());
    assert_eq!(server.as_nobody().download(&url_of(&kept)).0, 200);
}

#[test]
fn logos_may_be_drawings_and_are_written_anew() {
    let server = Server::start();
    let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="alert(1)"><script>alert(2)</script><path fill="#0a7f3f" d="M0 0h40v20H0z"/></svg>"##;
    let logo = [("kind", "center_logo")];
    let reply = server
        .as_center()
        .upload(&logo, "image/svg+xml", svg)
        .expect(201);
    let (status, headers, bytes) = server.as_nobody().download(&url_of(&reply));
    assert_eq!(
        (status, headers["content-type"].to_str().unwrap()),
        (200, "image/svg+xml")
    );
    assert!(
        headers["content-security-policy"]
            .to_str()
            .unwrap()
            .starts_with("default-src 'none'")
    );
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("#0a7f3f") && !text.contains("script") && !text.contains("onload"));
    // Nowhere else.
    let refused = server
        .as_superuser()
        .upload(VACANCY, "image/svg+xml", svg)
        .expect(415);
    assert_eq!(refused.code(), "file_type_not_allowed");
}

fn archive(names: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in names {
        archive
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn documents_are_downloaded_under_the_name_that_they_had() {
    let server = Server::start();
    let office = archive(&[("[Content_Types].xml", ""), ("word/document.xml", "<w/>")]);
    let text = archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", ""),
    ]);
    let send = |file: &[u8]| {
        server
            .as_center()
            .upload(&[("kind", "document")], "application/octet-stream", file)
    };
    for (file, ending) in [
        (&b"%PDF-1.7 and so on"[..], "pdf"),
        (&office, "docx"),
        (&text, "odt"),
        (b"Huisregels\nNiet rennen", "txt"),
    ] {
        let reply = send(file).expect(201);
        let url = url_of(&reply);
        assert!(url.ends_with(&format!("/onze-tuin--1.{ending}")), "{url}");
        let (status, headers, bytes) = server.as_nobody().download(&url);
        assert_eq!((status, bytes.as_slice()), (200, file));
        assert_eq!(headers["content-disposition"], "attachment");
    }
    let macros = archive(&[
        ("[Content_Types].xml", ""),
        ("word/document.xml", ""),
        ("word/vbaProject.bin", ""),
    ]);
    for file in [
        &macros,
        &archive(&[("a.html", "<script>")]),
        &b"PK\x03\x04 cut".to_vec(),
    ] {
        assert_eq!(send(file).expect(422).pointer(), "/file");
    }
    send(b"MZ\x90\0\x03 a program").expect(415);
}

/// A PNG file that says it is this large, with a hundred kilobytes of nothing in it.
fn png_that_says(width: u32, height: u32) -> Vec<u8> {
    let mut file = written(&photo(1, 1), ImageFormat::Png);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&file[12..29]);
    let sum = crc.sum().to_be_bytes();
    file[29..33].copy_from_slice(&sum);
    file.resize(100_000, 0);
    file
}

/// A GIF file of ten thousand frames of a pixel.
fn gif() -> Vec<u8> {
    let mut file = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff".to_vec();
    for _ in 0..10_000 {
        file.extend(b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0");
    }
    file.push(b';');
    file
}

const AVIF: &[u8] = b"\0\0\0\x20ftypavif\0\0\0\0avifmif1";

#[test]
fn what_attackers_send_is_refused_and_leaves_nothing_on_the_disk() {
    let server = Server::start();
    let samira = server.as_superuser();
    let whole = jpeg(300, 200);
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    let cases: [(&str, &str, Vec<u8>, u16, &str); 11] = [
        (
            "a PNG of 30,000 by 30,000",
            "image/png",
            png_that_says(30_000, 30_000),
            413,
            "file_too_large",
        ),
        (
            "41 megapixels",
            "image/png",
            png_that_says(8_000, 5_200),
            413,
            "file_too_large",
        ),
        (
            "a cut photo",
            "image/jpeg",
            whole[..whole.len() / 2].to_vec(),
            422,
            "invalid",
        ),
        (
            "rows that are missing",
            "image/png",
            png_that_says(900, 900),
            422,
            "invalid",
        ),
        (
            "a GIF of 10,000 frames",
            "image/gif",
            gif(),
            415,
            "file_type_not_allowed",
        ),
        (
            "a page that begins as a GIF",
            "image/gif",
            b"GIF89a/*<script>*/=1".to_vec(),
            415,
            "file_type_not_allowed",
        ),
        (
            "AVIF",
            "image/avif",
            AVIF.to_vec(),
            415,
            "file_type_not_allowed",
        ),
        (
            "HEIC",
            "image/heic",
            heic.to_vec(),
            415,
            "file_type_not_allowed",
        ),
        (
            "a page",
            "image/jpeg",
            b"<html><script>alert(1)</script></html>".to_vec(),
            415,
            "file_type_not_allowed",
        ),
        (
            "a photo that says it is a page",
            "text/html",
            whole.clone(),
            415,
            "file_type_not_allowed",
        ),
        (
            "more than 5 MB",
            "image/jpeg",
            [whole.clone(), vec![7; 5 * 1024 * 1024]].concat(),
            413,
            "file_too_large",
        ),
    ];
    for (what, media_type, file, status, code) in cases {
        let reply = samira.upload(VACANCY, media_type, &file);
        assert_eq!(
            (reply.status, reply.code()),
            (status, code.to_owned()),
            "{what}: {}",
            reply.text
        );
        assert_eq!(on_disk(&server), (vec![], 0), "{what}");
    }
}

#[test]
fn what_is_refused_says_so_in_the_readers_language() {
    let server = Server::start();
    let whole = jpeg(300, 200);
    let english = server.as_superuser().with("accept-language", "en");
    let large = [whole, vec![7; 5 * 1024 * 1024]].concat();
    let reply = english.upload(VACANCY, "image/jpeg", &large);
    assert_eq!(
        reply.at("/errors/0/detail"),
        json!("The size of the picture must be smaller than 5 MB.")
    );
    let reply = english.upload(VACANCY, "image/avif", AVIF);
    assert!(
        reply
            .at("/errors/0/detail")
            .as_str()
            .unwrap()
            .contains("convert the picture to JPEG")
    );
}

#[test]
fn what_stands_behind_a_photo_is_gone() {
    let server = Server::start();
    let samira = server.as_superuser();
    let polyglot = [
        jpeg(300, 200),
        b"<script>alert(1)</script>PK\x03\x04".to_vec(),
    ]
    .concat();
    samira.upload(VACANCY, "image/jpeg", &polyglot).expect(201);
    for name in on_disk(&server).0 {
        let bytes = fs::read(folder(&server).join(name)).unwrap();
        assert!(!bytes.windows(6).any(|part| part == b"script"));
    }
}

#[test]
fn a_hundred_at_once_wait_or_are_refused_and_neighbours_do_not_notice() {
    let server = Server::start();
    let file = jpeg(800, 600);
    let crowd = [server.as_superuser(), server.as_center(), server.as_admin()];
    // Each from a connection of its own: one that a refusal has closed is not used again by who comes late.
    let apart = |client: &Client| {
        let headers = client.headers().iter();
        headers.fold(server.as_nobody(), |client, (name, value)| {
            client.with(name, value)
        })
    };
    let (mut statuses, mut slowest) = (Vec::new(), Duration::ZERO);
    std::thread::scope(|scope| {
        let senders: Vec<_> = (0..100)
            .map(|number| {
                let (client, file) = (apart(&crowd[number % 3]), &file);
                scope.spawn(move || {
                    let reply = client.try_upload(VACANCY, "image/jpeg", file);
                    reply.map_or(0, |reply| reply.status)
                })
            })
            .collect();
        let neighbour = server.as_nobody();
        while senders.iter().any(|sender| !sender.is_finished()) {
            let began = Instant::now();
            neighbour.get("/api/v1/vacancies").expect(200);
            slowest = slowest.max(began.elapsed());
        }
        statuses.extend(senders.into_iter().map(|sender| sender.join().unwrap()));
    });
    let count = |status: u16| statuses.iter().filter(|one| **one == status).count();
    assert_eq!(count(201) + count(429), 100, "{statuses:?}");
    assert!(
        count(201) >= 12,
        "four of each of the three at least: {statuses:?}"
    );
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");
    assert_eq!(on_disk(&server).0.len(), 3);
    assert_eq!(on_disk(&server).1, 0);
}

#[test]
fn a_site_has_so_much_room_and_says_so_when_it_is_full() {
    let server = Server::start();
    let samira = server.as_superuser();
    samira
        .upload(VACANCY, "image/jpeg", &jpeg(64, 64))
        .expect(201);
    server.arrange(|tx| {
        tx.execute(
            "insert into settings (name, value) values ('uploads_megabytes', '0')",
            [],
        )?;
        Ok(())
    });
    let reply = samira
        .upload(VACANCY, "image/jpeg", &jpeg(72, 64))
        .expect(422);
    assert_eq!(reply.code(), "limit_reached");
    assert_eq!(on_disk(&server).0.len(), 1);
}

#[test]
fn a_person_takes_their_portrait_along_and_leaves_what_others_use() {
    let server = Server::start();
    let samira = server.as_superuser();
    let portrait = samira
        .upload(&[("kind", "avatar")], "image/jpeg", &jpeg(64, 64))
        .expect(201);
    let used = samira
        .upload(VACANCY, "image/jpeg", &jpeg(80, 64))
        .expect(201);
    let vacancy = fixtures::published(&samira, server.people.own, "Taalmaatje");
    let change = json!({ "image_url": url_of(&used) });
    let path = format!("/api/v1/vacancies/{vacancy}");
    server
        .as_center()
        .patch(&path, &document("vacancies", change))
        .expect(200);
    run_retention(&server);
    let left = server.arrange(|tx| {
        let samira: i64 = tx.query_row("select id from users where email = 'samira@example.nl'", [], |row| row.get(0))?;
        voluntr::resources::personal_data::erase(tx, samira, voluntr::privacy::Remains::Number)?;
        let left: String = tx.query_row(
            "select group_concat(kind || ' ' || name || ' ' || coalesce(created_by_id, '-')) from uploads",
            [],
            |row| row.get(0),
        )?;
        Ok(left)
    });
    assert_eq!(left, "vacancy  -");
    assert_eq!(sweep_up(&server, Duration::from_hours(2)), 1);
    assert_eq!(server.as_nobody().download(&url_of(&portrait)).0, 404);
    assert_eq!(server.as_nobody().download(&url_of(&used)).0, 200);
}

#[test]
fn the_right_to_a_kind_is_decided_before_anything_of_the_file_is_read() {
    let server = Server::start();
    let joke = server.as_volunteer();
    // What could not be decoded is refused for the right, not for its contents.
    let broken = b"\x89PNG\r\n\x1a\n cut off";
    let fields = [("kind", "center_logo")];
    joke.upload(&fields, "image/png", broken).expect(403);
    joke.upload(&[("kind", "avatar")], "image/png", broken)
        .expect(422);
    assert_eq!(on_disk(&server), (Vec::new(), 0));
}

#[test]
fn a_person_sends_only_so_many_files_an_hour() {
    let server = Server::start();
    let id = server.people.volunteer.to_string();
    server.arrange(move |tx| {
        while UPLOADS_SENT.allows(tx, &id)? {}
        Ok(())
    });
    let file = jpeg(32, 32);
    let send = |client: &Client| client.upload(&[("kind", "avatar")], "image/jpeg", &file);
    assert_eq!(
        send(&server.as_volunteer()).expect(429).code(),
        "rate_limited"
    );
    send(&server.as_superuser()).expect(201);
    server.clock.advance(SignedDuration::from_mins(61));
    send(&server.as_volunteer()).expect(201);
}

#[test]
fn a_copy_of_ones_data_holds_ones_pictures() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let sent = joke
        .upload(&[("kind", "avatar")], "image/jpeg", &jpeg(64, 64))
        .expect(201);
    let name = url_of(&sent);
    let name = name.rsplit('/').next().unwrap();
    let copy = joke.get("/api/v1/me/data_export").expect(200);
    let mut zip = zip::ZipArchive::new(Cursor::new(copy.bytes)).unwrap();
    let mut file = Vec::new();
    let mut picture = zip.by_name(&format!("fotos/{name}")).unwrap();
    std::io::Read::read_to_end(&mut picture, &mut file).unwrap();
    assert_eq!(file, fs::read(folder(&server).join(name)).unwrap());
}

#[test]
fn who_may_not_send_a_file_hears_so_although_it_is_not_read() {
    let server = Server::start();
    let file = vec![b'x'; 6 * 1024 * 1024];
    for _ in 0..8 {
        let reply = server.as_nobody().upload(VACANCY, "image/jpeg", &file);
        assert_eq!(reply.status, 401);
        let path = "/api/v1/stock_images";
        let reply =
            server
                .as_superuser()
                .upload_to(path, &[("name", "Tafel")], "image/jpeg", &file);
        assert_eq!(reply.status, 403);
    }
}
