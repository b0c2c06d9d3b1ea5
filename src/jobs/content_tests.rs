//! Versions, scheduled publishing, soft deletion and scoped roles, on the example resource and a real tenant.

use std::sync::Arc;

use jiff::SignedDuration;
use serde_json::{Map, Value, json};

use super::*;
use crate::app::access::feed_token;
use crate::app::access::feed_token::{Feed, SecretFeed};
use crate::app::access::{Access, Action, action};
use crate::app::cache::view_counts::{Seen, Source, Visit, views_since};
use crate::app::cache::visitors::Visitor;
use crate::app::tenancy::request_target::Site;
use crate::base::clock::{Clock, days};
use crate::base::working_days::local_date;
use crate::error::Code;
use crate::http::uploads::{FileType, UploadRules};
use crate::http::versions::of_row;
use crate::jsonapi::write::versions;
use crate::jsonapi::{Id, Query};
use crate::provisioning::{Provisioning, TenantOptions};
use crate::resources::testing::{ExamplePage, SCHEDULED, SOFT_DELETED, TABLES};

const NOW: &str = "2026-11-20T09:00:00Z";

/// User ids, each with one role.
const CENTER: i64 = 1;
const CONTENT: i64 = 2;
const PAGES: i64 = 3;
const ASSIGNED: i64 = 4;
const ELSEWHERE: i64 = 5;
const ADMIN: i64 = 6;
const VOLUNTEER: i64 = 7;
const PENDING: i64 = 8;
const EXPIRED: i64 = 9;

struct World {
    app: Arc<App>,
    clock: Clock,
    tenant: Arc<Tenant>,
    _folder: tempfile::TempDir,
}

fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::fixed(NOW.parse().unwrap());
    let config = Config {
        data: folder.path().join("data"),
        ..Config::default()
    };
    let app = App::new(config.clone(), clock.clone(), crate::resources::set()).unwrap();
    let options = TenantOptions {
        domains: vec!["vrijwilligers.example.nl".to_owned()],
        ..TenantOptions::default()
    };
    Provisioning::plan(&app, "demo", &options)
        .unwrap()
        .create(&app, |tx, center_id| {
            tx.execute_batch(TABLES)?;
            tx.execute_batch(&format!(
                "insert into volunteer_centers (id, name, is_default, locale, created_at, updated_at)
                 select 77, 'Ander centrum', 0, 'nl', '{NOW}', '{NOW}';
                 insert into users (id, email, first_name, last_name, status, volunteer_center_id, confirmed_at, created_at, updated_at)
                 select value, 'u' || value || '@example.nl', 'Noor', 'Bakker', 'active', {center_id}, '{NOW}', '{NOW}', '{NOW}'
                   from json_each('[1,2,3,4,5,6,7,8,9]');
                 insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, expires_at, created_at, updated_at) values
                   (1, 'center_superuser', 'volunteer_center', {center_id}, '{NOW}', '{NOW}', null, '{NOW}', '{NOW}'),
                   (2, 'content_manager', 'volunteer_center', {center_id}, '{NOW}', '{NOW}', null, '{NOW}', '{NOW}'),
                   (3, 'page_manager', 'volunteer_center', {center_id}, '{NOW}', '{NOW}', null, '{NOW}', '{NOW}'),
                   (4, 'page_manager', 'page', 1, '{NOW}', '{NOW}', null, '{NOW}', '{NOW}'),
                   (5, 'center_superuser', 'volunteer_center', 77, '{NOW}', '{NOW}', null, '{NOW}', '{NOW}'),
                   (6, 'admin', 'tenant', 0, '{NOW}', '{NOW}', null, '{NOW}', '{NOW}'),
                   (8, 'page_manager', 'page', 1, '{NOW}', null, null, '{NOW}', '{NOW}'),
                   (9, 'page_manager', 'page', 1, '{NOW}', '{NOW}', '2026-11-19T09:00:00Z', '{NOW}', '{NOW}');
                 insert into example_pages (id, title, body, publish_at, volunteer_center_id, created_at, updated_at) values
                   (1, 'Over ons', 'Eerste', null, {center_id}, '{NOW}', '{NOW}'),
                   (2, 'Contact', 'Bel ons', null, {center_id}, '{NOW}', '{NOW}');"
            ))?;
            Ok(())
        })
        .unwrap();
    drop(app);
    // Opened anew, so that the versions of the example's tables are counted.
    let app = App::new(config, clock.clone(), crate::resources::set()).unwrap();
    let tenant = app.tenants().get("demo").unwrap();
    World {
        app,
        clock,
        tenant,
        _folder: folder,
    }
}

fn fields(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

impl World {
    fn db(&self) -> &Db {
        self.tenant.unguarded("test")
    }

    async fn access<A: Action>(&self, user_id: i64) -> Result<Access<ExamplePage, A>> {
        let center = self.tenant.centers().await.unwrap()[0].id;
        Access::as_person(&self.app, &self.tenant, (user_id, center, None)).await
    }

    /// Whether the person may do this with the page.
    async fn may<A: Action>(&self, user_id: i64, page: i64) -> bool {
        let Ok(access) = self.access::<A>(user_id).await else {
            return false;
        };
        access
            .write(move |tx, rows| rows.require(tx, Id::new(page)))
            .await
            .is_ok()
    }

    async fn update(&self, user_id: i64, page: i64, sent: Value) -> Result<()> {
        let access = self.access::<action::Update>(user_id).await?;
        access
            .write(move |tx, rows| rows.update(tx, Id::new(page), fields(&sent)))
            .await
    }

    async fn visitor_sees(&self) -> String {
        let center = self.tenant.centers().await.unwrap()[0].id;
        let site = Site::of_work(&self.tenant, center).await.unwrap();
        let access = Access::<ExamplePage, action::Read>::as_visitor(&self.app, &site).unwrap();
        let document = access.list("/", Query::default()).await.unwrap();
        let body: Value = serde_json::from_slice(&document.body).unwrap();
        let titles = body["data"].as_array().unwrap().iter();
        titles
            .map(|row| row["attributes"]["title"].as_str().unwrap())
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn ask<T: Send + 'static + rusqlite::types::FromSql>(&self, sql: &'static str) -> T {
        self.db()
            .read_blocking(move |connection| Ok(connection.query_row(sql, [], |row| row.get(0))?))
            .unwrap()
    }
}

#[tokio::test]
async fn a_role_over_a_page_reaches_that_page_and_a_role_over_a_centre_that_centre() {
    let world = world();
    let mut matrix = Vec::new();
    for user in [
        CENTER, CONTENT, PAGES, ASSIGNED, ELSEWHERE, ADMIN, VOLUNTEER, PENDING, EXPIRED,
    ] {
        matrix.push([
            world.may::<action::Update>(user, 1).await,
            world.may::<action::Manage>(user, 1).await,
            world.may::<action::Manage>(user, 2).await,
            world.may::<action::Delete>(user, 2).await,
        ]);
    }
    let (yes, no) = (true, false);
    // Edit, publish the page assigned to one of them, publish another, delete.
    assert_eq!(
        matrix,
        [
            [yes, yes, yes, yes],
            [yes, yes, yes, yes],
            [yes, no, no, no],
            [no, yes, no, no],
            [no, no, no, no],
            [yes, yes, yes, yes],
            [no, no, no, no],
            [no, no, no, no],
            [no, no, no, no],
        ]
    );
}

#[tokio::test]
async fn a_version_says_who_changed_what_and_restoring_makes_a_new_one() {
    let world = world();
    world
        .update(CONTENT, 1, json!({ "body": "Tweede" }))
        .await
        .unwrap();
    world
        .update(PAGES, 1, json!({ "title": "Wie wij zijn" }))
        .await
        .unwrap();
    world
        .update(PAGES, 1, json!({ "title": "Wie wij zijn" }))
        .await
        .unwrap();
    let list = || async {
        let access = world.access::<action::Update>(CONTENT).await.unwrap();
        access
            .read(|connection| of_row(connection, Id::<ExamplePage>::new(1)))
            .await
            .unwrap()
    };
    let found = list().await;
    let told: Vec<_> = found
        .iter()
        .map(|version| {
            (
                version.number,
                version.actor_id.as_deref(),
                version.changes.join(" "),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (3, Some("3"), "title".to_owned()),
            (2, Some("2"), "body".to_owned()),
            // As the row was before it had versions.
            (1, None, String::new()),
        ]
    );
    assert_eq!(found[0].actor_name.as_deref(), Some("Noor Bakker"));

    let restore = |user: i64, number: i64| {
        let world = &world;
        async move {
            let access = world.access::<action::Update>(user).await?;
            access
                .write(move |tx, rows| {
                    let id = Id::<ExamplePage>::new(1);
                    let data = versions::data(tx, id, number)?;
                    rows.update(tx, id, data)
                })
                .await
        }
    };
    assert!(restore(VOLUNTEER, 1).await.is_err());
    restore(CONTENT, 1).await.unwrap();
    assert_eq!(
        world.ask::<String>("select title || ' ' || body from example_pages where id = 1"),
        "Over ons Eerste"
    );
    // Three are kept; the oldest is gone.
    let numbers: Vec<i64> = list().await.iter().map(|version| version.number).collect();
    assert_eq!(numbers, [4, 3, 2]);
    assert!(restore(CONTENT, 1).await.unwrap_err().is(Code::NotFound));

    // Erasing the person who wrote a version takes the name away and leaves the version.
    world
        .db()
        .write(|tx| {
            crate::resources::personal_data::erase(tx, CONTENT, crate::privacy::Remains::Nothing)
                .map(drop)
        })
        .await
        .unwrap();
    assert_eq!(
        world.ask::<i64>("select count(*) from row_versions where actor_id = 2"),
        0
    );
    assert_eq!(world.ask::<i64>("select count(*) from row_versions"), 3);
}

#[tokio::test]
async fn a_page_appears_and_disappears_by_the_clock_and_its_effects_come_once() {
    let world = world();
    world
        .update(
            CONTENT,
            1,
            json!({ "publish_at": "2026-11-20T10:00:00Z", "unpublish_at": "2026-11-20T12:00:00Z" }),
        )
        .await
        .unwrap();
    let effects =
        || world.ask::<Option<String>>("select group_concat(event, ' ') from example_effects");
    let run = || publish_scheduled::carry_out(SCHEDULED, world.db());
    assert_eq!(world.visitor_sees().await, "");
    assert_eq!(run().await.unwrap(), 0);
    world.clock.advance(SignedDuration::from_hours(1));
    // Nothing was written and no job ran.
    assert_eq!(world.visitor_sees().await, "Over ons");
    assert_eq!(run().await.unwrap(), 1);
    assert_eq!(run().await.unwrap(), 0);
    assert_eq!(effects().as_deref(), Some("publish"));
    world.clock.advance(SignedDuration::from_hours(2));
    assert_eq!(world.visitor_sees().await, "");
    assert_eq!(run().await.unwrap(), 1);
    assert_eq!(effects().as_deref(), Some("publish unpublish"));
    // Scheduled anew: another moment, another effect.
    world
        .update(
            CONTENT,
            1,
            json!({ "publish_at": "2026-11-20T12:00:00Z", "unpublish_at": null }),
        )
        .await
        .unwrap();
    assert_eq!(world.visitor_sees().await, "Over ons");
    assert_eq!(run().await.unwrap(), 1);
    assert_eq!(effects().as_deref(), Some("publish unpublish publish"));
}

#[tokio::test]
async fn a_deleted_row_is_hidden_at_once_can_be_restored_and_is_purged_after_its_window() {
    let world = world();
    let delete = world.access::<action::Delete>(CONTENT).await.unwrap();
    let remove = || delete.write(|tx, rows| rows.remove(tx, Id::new(1)));
    remove().await.unwrap();
    assert!(!world.may::<action::Update>(CONTENT, 1).await);
    assert!(remove().await.unwrap_err().is(Code::NotFound));
    // Who runs the centre may restore it.
    world.clock.advance(days(29));
    assert!(!world.may::<action::Manage>(CONTENT, 1).await);
    assert!(world.may::<action::Manage>(CENTER, 1).await);
    assert_eq!(retention::purge(SOFT_DELETED, world.db()).await.unwrap(), 0);
    world
        .db()
        .write(|tx| SOFT_DELETED[0].restore(tx, 1))
        .await
        .unwrap();
    assert!(world.may::<action::Update>(CONTENT, 1).await);
    remove().await.unwrap();
    world.clock.advance(days(30));
    assert!(!world.may::<action::Manage>(CENTER, 1).await);
    let late = world.db().write(|tx| SOFT_DELETED[0].restore(tx, 1)).await;
    assert!(late.unwrap_err().is(Code::Gone));
    assert_eq!(retention::purge(SOFT_DELETED, world.db()).await.unwrap(), 1);
    assert_eq!(retention::purge(SOFT_DELETED, world.db()).await.unwrap(), 0);
    assert_eq!(
        world.ask::<i64>("select count(*) from example_pages where id = 1"),
        0
    );
    assert_eq!(
        world.ask::<String>("select kind from erasures"),
        "example_page"
    );
}

#[tokio::test]
async fn views_are_counted_without_a_write_and_written_in_one_batch() {
    let world = world();
    let page = Id::<ExamplePage>::new(1);
    let views = || {
        world
            .db()
            .read_blocking(move |connection| views_since(connection, page, "2026-11-20"))
            .unwrap()
    };
    let page_version = world.db().table_version(&["example_pages"]);
    let count = |page: Id<ExamplePage>, visitor: u8| {
        let visit = Visit {
            center_id: CENTER,
            day: local_date(&world.clock.text()).unwrap(),
            visitor: Visitor {
                address: [192, 0, 2, visitor].into(),
                user_agent: "Firefox".to_owned(),
            },
        };
        world
            .tenant
            .views
            .count(&visit, Seen::row(page), Source::Direct);
    };
    for visitor in 0..3 {
        count(page, visitor);
        count(page, visitor);
    }
    assert_eq!(views(), 0);
    write_views(&world.app).await;
    assert_eq!(views(), 3);
    count(page, 3);
    count(Id::<ExamplePage>::new(2), 3);
    // A stop writes what is waiting in the same way.
    write_views(&world.app).await;
    write_views(&world.app).await;
    assert_eq!(views(), 4);
    world.clock.advance(days(1));
    // Another day, another key: the first visitor counts again.
    count(page, 0);
    write_views(&world.app).await;
    assert_eq!(views(), 5);
    assert_eq!(world.ask::<i64>("select count(*) from view_counts"), 3);
    // Cached responses about the page stay valid.
    assert_eq!(world.db().table_version(&["example_pages"]), page_version);
}

struct ExampleCalendar;

impl Feed for ExampleCalendar {
    const NAME: &'static str = "example_calendar";
    const EXTENSION: &'static str = ".ics";
}

struct OtherFeed;

impl Feed for OtherFeed {
    const NAME: &'static str = "other";
    const EXTENSION: &'static str = ".ics";
}

async fn calendar(feed: SecretFeed<ExampleCalendar>) -> Result<axum::response::Response> {
    let pages = feed.access::<ExamplePage, action::Read>().await?;
    let document = pages.list("/", Query::default()).await?;
    let body: Value = serde_json::from_slice(&document.body)?;
    let count = body["data"].as_array().map_or(0, Vec::len);
    Ok(feed.response("text/calendar; charset=utf-8", format!("X-COUNT:{count}")))
}
async fn other(feed: SecretFeed<OtherFeed>) -> axum::response::Response {
    feed.response("text/calendar; charset=utf-8", String::new())
}

#[tokio::test]
#[expect(
    clippy::disallowed_methods,
    reason = "looks into the file for the secret"
)]
async fn a_secret_address_opens_one_feed_of_one_person_until_it_is_replaced() {
    let world = world();
    let center = world.tenant.centers().await.unwrap()[0].id;
    let site = Site::of_work(&world.tenant, center).await.unwrap();
    let router = axum::Router::new()
        .route("/feeds/{token}", axum::routing::get(calendar))
        .route("/other/{token}", axum::routing::get(other))
        .layer(axum::Extension(site))
        .with_state(Arc::clone(&world.app));
    let get = |path: String| {
        let request = axum::http::Request::get(path)
            .body(axum::body::Body::empty())
            .unwrap();
        tower::ServiceExt::oneshot(router.clone(), request)
    };
    let rotate = |user: i64| {
        world
            .db()
            .write(move |tx| feed_token::rotate::<ExampleCalendar>(tx, user))
    };

    let first = rotate(PAGES).await.unwrap();
    let response = get(format!("/feeds/{first}.ics")).await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "private, max-age=900");
    let body = axum::body::to_bytes(response.into_body(), 1_000)
        .await
        .unwrap();
    // With the rights of the person: both drafts of the centre.
    assert_eq!(body, "X-COUNT:2");
    for path in [
        format!("/other/{first}.ics"),
        format!("/feeds/{first}"),
        format!("/feeds/{}x.ics", &first[1..]),
        "/feeds/.ics".to_owned(),
    ] {
        assert_eq!(get(path.clone()).await.unwrap().status(), 404, "{path}");
    }
    // Neither the file nor a log line of the extractor holds the secret.
    let path = world.db().path().to_owned();
    for file in [path.clone(), path.with_extension("db-wal")] {
        let text = std::fs::read(file).unwrap_or_default();
        assert!(
            !text
                .windows(first.len())
                .any(|part| part == first.as_bytes())
        );
    }

    let second = rotate(PAGES).await.unwrap();
    assert_eq!(
        get(format!("/feeds/{first}.ics")).await.unwrap().status(),
        404
    );
    assert_eq!(
        get(format!("/feeds/{second}.ics")).await.unwrap().status(),
        200
    );
    let revoke = || {
        world
            .db()
            .write(|tx| feed_token::revoke::<ExampleCalendar>(tx, PAGES))
    };
    assert!(revoke().await.unwrap());
    assert!(!revoke().await.unwrap());
    assert_eq!(
        get(format!("/feeds/{second}.ics")).await.unwrap().status(),
        404
    );
    // Guessing is limited per address.
    let mut last = 0;
    for number in 0..700 {
        last = get(format!("/feeds/{number}.ics"))
            .await
            .unwrap()
            .status()
            .as_u16();
    }
    assert_eq!(last, 429);
}

const RULES: UploadRules = UploadRules {
    types: &[FileType::Png],
    largest: 300_000,
    called: ["de foto", "picture"],
};

async fn upload(
    axum::extract::State(app): axum::extract::State<Arc<App>>,
    axum::extract::Path(user_id): axum::extract::Path<i64>,
    axum::Extension(site): axum::Extension<Site>,
    body: axum::extract::Multipart,
) -> Result<String> {
    let person = (user_id, site.center_id, None);
    // Before the body is read.
    let access =
        Access::<ExamplePage, action::Update>::as_person(&app, &site.tenant, person).await?;
    let file = uploads::receive(&site.tenant, Some(user_id), body, |_| Ok(RULES)).await?;
    let title = file.fields.get("alt").cloned().unwrap_or_default();
    file.store(&access, move |tx, rows, stored| {
        rows.update(
            tx,
            Id::new(1),
            fields(&json!({ "title": title, "body": stored.file_name })),
        )?;
        Ok(stored.file_name.clone())
    })
    .await
}

fn multipart(file: &[u8], alt: &str) -> Vec<u8> {
    let mut body = format!(
        "--XX\r\ncontent-disposition: form-data; name=\"alt\"\r\n\r\n{alt}\r\n--XX\r\ncontent-disposition: form-data; name=\"file\"; filename=\"photo.exe\"\r\ncontent-type: text/html\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--XX--\r\n");
    body
}

fn post(address: std::net::SocketAddr, user: i64, body: &[u8], sent: usize) -> String {
    use std::io::{Read as _, Write as _};
    let mut line = std::net::TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /upload/{user} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    line.write_all(head.as_bytes()).unwrap();
    // The server may answer and close before all is sent.
    let _ = line.write_all(&body[..sent]);
    if sent < body.len() {
        std::thread::sleep(std::time::Duration::from_millis(300));
        return String::new();
    }
    let mut answer = String::new();
    let _ = line.read_to_string(&mut answer);
    answer
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::disallowed_methods, reason = "looks at the stored file")]
async fn an_upload_is_streamed_to_disk_and_leaves_nothing_behind_when_it_fails() {
    let world = world();
    let center = world.tenant.centers().await.unwrap()[0].id;
    let site = Site::of_work(&world.tenant, center).await.unwrap();
    let router = axum::Router::new()
        .route("/upload/{user}", axum::routing::post(upload))
        .layer(axum::extract::DefaultBodyLimit::max(400_000))
        .layer(axum::Extension(site))
        .with_state(Arc::clone(&world.app));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    let directory = world.db().upload_folder();
    let count = |folder: &std::path::Path| {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.filter(|file| file.path().is_file()).count()
    };
    let send = |user: i64, body: Vec<u8>, sent: Option<usize>| async move {
        let sent = sent.unwrap_or(body.len());
        tokio::task::spawn_blocking(move || post(address, user, &body, sent))
            .await
            .unwrap()
    };
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.resize(250_000, 7);

    let answer = send(CONTENT, multipart(&png, "Een foto"), None).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let name = world.ask::<String>("select body from example_pages where id = 1");
    assert_eq!(
        name.rsplit_once('.').map(|(_, kind)| kind),
        Some("png"),
        "named by its contents"
    );
    assert_eq!(std::fs::read(directory.join(&name)).unwrap(), png);

    // Refused: no right, another type, too large, text too long for the row, and a client that leaves.
    let mut large = png.clone();
    large.resize(310_000, 7);
    for (user, body, status) in [
        (VOLUNTEER, multipart(&png, "Nee"), "403"),
        (
            CONTENT,
            multipart(b"<svg>not a picture</svg>", "Nee"),
            "415",
        ),
        (CONTENT, multipart(&large, "Nee"), "413"),
        (CONTENT, multipart(&png, &"a".repeat(151)), "422"),
        (CONTENT, b"--XX--\r\n".to_vec(), "422"),
    ] {
        let answer = send(user, body, None).await;
        assert!(
            answer.is_empty() || answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{status}: {answer}"
        );
    }
    send(CONTENT, multipart(&png, "Weg"), Some(100_000)).await;
    for _ in 0..50 {
        if count(&directory.join(".incoming")) == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(count(&directory.join(".incoming")), 0);
    assert_eq!(count(&directory), 1);

    // What a killed process left is removed once it is old.
    let left = directory.join(".incoming/left.part");
    std::fs::write(&left, b"half").unwrap();
    let written = left.metadata().unwrap().modified().unwrap();
    let later = written + std::time::Duration::from_hours(2);
    assert_eq!(uploads::remove_left_over(&directory, written), 0);
    assert_eq!(uploads::remove_left_over(&directory, later), 1);
    assert!(!left.exists());
    server.abort();
}
