//! No cached total and no cached response outlives a change: after random changes, through the API, by the command line
//! and by the clock, each read equals what a program says that has just started on the same file.

use std::process::Command;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::test_runner::{Config as RunnerConfig, TestRunner};
use serde_json::json;
use voluntr::app::App;
use voluntr::base::clock::Clock;
use voluntr::config::Config;
use voluntr::db::Db;
use voluntr::router::AppService;

use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Server, document};

const VACANCIES: &str = "/api/v1/vacancies";

/// A change; numbers choose among what there is.
#[derive(Debug, Clone)]
enum Change {
    Publish(u8),
    Rename(usize, u8),
    Archive(usize),
    RenameOrganization(u8),
    /// On or off the social map: a column of another table than the organisation's.
    ShowOnMap(bool),
    Favorite(usize, bool),
    Apply(usize),
    RenameTerm(u8),
    /// By another program on the same file.
    ExpireElsewhere(usize),
    AddUserByCommand,
    Bounce,
    Wait(i64),
}

fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        2 => any::<u8>().prop_map(Change::Publish),
        2 => (0..9_usize, any::<u8>()).prop_map(|(which, name)| Change::Rename(which, name)),
        1 => (0..9_usize).prop_map(Change::Archive),
        1 => any::<u8>().prop_map(Change::RenameOrganization),
        2 => any::<bool>().prop_map(Change::ShowOnMap),
        2 => (0..9_usize, any::<bool>()).prop_map(|(which, is_on)| Change::Favorite(which, is_on)),
        2 => (0..9_usize).prop_map(Change::Apply),
        1 => any::<u8>().prop_map(Change::RenameTerm),
        1 => (0..9_usize).prop_map(Change::ExpireElsewhere),
        1 => Just(Change::AddUserByCommand),
        1 => Just(Change::Bounce),
        1 => (1..40_i64).prop_map(Change::Wait),
    ]
}

struct World {
    server: Server,
    nobody: Client,
    volunteer: Client,
    superuser: Client,
    center: Client,
    admin: Client,
    vacancies: Vec<String>,
    users: usize,
}

impl World {
    fn new() -> Self {
        let server = Server::start();
        let superuser = server.as_superuser();
        let first = published(&superuser, server.people.own, "Koffie schenken");
        Self {
            nobody: server.as_nobody(),
            volunteer: server.as_volunteer(),
            center: server.as_center(),
            admin: server.as_admin(),
            superuser,
            vacancies: vec![first],
            users: 0,
            server,
        }
    }

    fn vacancy(&self, which: usize) -> String {
        self.vacancies[which % self.vacancies.len()].clone()
    }

    /// Makes the change. A refusal is one that changes nothing.
    fn make(&mut self, change: &Change) {
        let own = self.server.people.own;
        match change {
            Change::Publish(name) => {
                let title = format!("Vacature nummer {name}");
                let id = published(&self.superuser, own, &title);
                self.vacancies.push(id);
            }
            Change::Rename(which, name) => {
                let title = document("vacancies", json!({ "title": format!("Andere naam {name}") }));
                let path = format!("{VACANCIES}/{}", self.vacancy(*which));
                self.superuser.patch(&path, &title);
            }
            Change::Archive(which) => {
                let path = format!("{VACANCIES}/{}/transition", self.vacancy(*which));
                event(&self.superuser, &path, "archive");
            }
            Change::RenameOrganization(name) => {
                let name = document("organizations", json!({ "name": format!("Taalhuis {name}") }));
                self.center.patch(&format!("/api/v1/organizations/{own}"), &name).expect(200);
            }
            Change::ShowOnMap(is_shown) => {
                let profile = document("organization_profiles", json!({ "show_on_social_map": is_shown }));
                let id = self.profile();
                self.center.patch(&format!("/api/v1/organization_profiles/{id}"), &profile).expect(200);
            }
            Change::Favorite(which, is_on) => {
                let path = format!("{VACANCIES}/{}/favorite", self.vacancy(*which));
                self.volunteer.send(if *is_on { "PUT" } else { "DELETE" }, &path, None);
            }
            Change::Apply(which) => {
                let message = "Ik kom graag elke week een uur helpen.";
                let form = json!({ "vacancy_id": self.vacancy(*which), "message": message });
                self.volunteer.post("/api/v1/applications", &document("applications", form));
            }
            Change::RenameTerm(name) => {
                let terms = self.admin.get("/api/v1/taxonomies").expect(200).ids();
                let term = document("taxonomies", json!({ "label_nl": format!("Woord {name}") }));
                self.admin.patch(&format!("/api/v1/taxonomies/{}", terms[0]), &term);
            }
            Change::ExpireElsewhere(which) => {
                let id: i64 = self.vacancy(*which).parse().unwrap();
                self.elsewhere(move |tx| {
                    let sql = "update vacancies set status = 'expired', expires_at = ?2 where id = ?1 and status = 'published'";
                    tx.execute(sql, (id, tx.now()))?;
                    Ok(())
                });
            }
            Change::AddUserByCommand => {
                self.users += 1;
                let email = format!("nieuw{}@example.nl", self.users);
                let done = Command::new(env!("CARGO_BIN_EXE_voluntr"))
                    .arg("--data")
                    .arg(self.server.folder.path())
                    .args(["user", "add", "--tenant", "demo", "--email", &email])
                    .args(["--role", "volunteer", "--invite"])
                    .output()
                    .unwrap();
                let told = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(done.status.success(), "{told}");
            }
            Change::Bounce => self.server.arrange(|tx| {
                let sql = "insert into mail_bounces (email, count, last_error, bounced_at) values ('joke@example.nl', 3, '', ?1)
                           on conflict do update set count = 3 - count";
                tx.execute(sql, [tx.now()])?;
                Ok(())
            }),
            Change::Wait(hours) => {
                self.server.clock.advance(SignedDuration::from_hours(*hours));
                // A session of staff ends after twelve idle hours.
                self.superuser = self.server.as_superuser();
                self.center = self.server.as_center();
                self.admin = self.server.as_admin();
                self.volunteer = self.server.as_volunteer();
            }
        }
    }

    fn elsewhere(
        &self,
        job: impl FnOnce(&voluntr::db::Tx) -> voluntr::error::Result<()> + Send + 'static,
    ) {
        let path = self.server.folder.path().join("tenants/demo/tenant.db");
        let other = Db::open(&path, Clock::fixed(self.server.clock.now())).unwrap();
        other.write_blocking(job).unwrap();
    }

    fn profile(&self) -> i64 {
        let own = self.server.people.own;
        self.server.arrange(move |tx| {
            let sql = "select profile_id from organizations where id = ?1";
            Ok(tx.query_row(sql, [own], |row| row.get(0))?)
        })
    }

    fn reads(&self) -> Vec<(&Client, String)> {
        let one = format!("{VACANCIES}/{}", self.vacancies[0]);
        let organization = format!("/organizations/{}", self.server.people.own);
        let mut reads: Vec<(&Client, String)> = Vec::new();
        for path in [
            VACANCIES,
            "/api/v1/vacancies?page[size]=1&include=organization",
            "/api/v1/vacancies?filter[q]=koffie",
            "/api/v1/vacancies/facets",
            "/api/v1/organizations?filter[show_on_social_map_eq]=true",
            "/api/v1/organizations?include=vacancies",
            "/api/v1/taxonomies",
            "/api/v1/taxonomies/tags",
            "/api/v1/volunteer_centers/current",
            &one,
            &format!("{one}/similar"),
            &organization,
            "/",
            "/vacancies",
            "/sitemap.xml",
        ] {
            reads.push((&self.nobody, path.to_owned()));
        }
        for path in [
            "/api/v1/vacancies?page[size]=1",
            "/api/v1/vacancies?page[size]=1&filter[favorite_eq]=true",
            "/api/v1/applications?page[size]=1",
        ] {
            reads.push((&self.volunteer, path.to_owned()));
        }
        for path in [
            "/api/v1/vacancies?page[size]=1&filter[mine_eq]=true",
            "/api/v1/applications?page[size]=1",
            "/api/v1/organizations?page[size]=1",
        ] {
            reads.push((&self.superuser, path.to_owned()));
        }
        for path in [
            "/api/v1/users?page[size]=1",
            "/api/v1/users?page[size]=1&filter[status_eq]=active",
            "/api/v1/applications?page[size]=1",
            "/api/v1/vacancies?page[size]=1",
            "/api/v1/roles?page[size]=1",
        ] {
            reads.push((&self.center, path.to_owned()));
        }
        reads
    }

    /// What the running program says: status and text.
    fn said(&self) -> Vec<(u16, String)> {
        let reads = self.reads().into_iter();
        reads
            .map(|(client, path)| {
                let reply = client.get(&path);
                (reply.status, reply.text)
            })
            .collect()
    }

    /// What a program says that has just started, with nothing cached.
    fn said_afresh(&self) -> Vec<(u16, String)> {
        let config = Config {
            data: self.server.folder.path().to_owned(),
            ..Config::default()
        };
        let app = App::new(config, self.server.clock.clone(), voluntr::resources::set()).unwrap();
        let service = AppService::new(app);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let ask = |client: &Client, path: &str| {
            let path = path.replace('[', "%5B").replace(']', "%5D");
            let mut request = Request::get(path).header("host", self.server.address.to_string());
            for (name, value) in client.headers() {
                request = request.header(name, value);
            }
            let request = request.body(Body::empty()).unwrap();
            runtime.block_on(async {
                let response = service.answer(request, Duration::from_secs(20)).await;
                let status = response.status().as_u16();
                let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
                (status, String::from_utf8(bytes.to_vec()).unwrap())
            })
        };
        let reads = self.reads().into_iter();
        reads.map(|(client, path)| ask(client, &path)).collect()
    }
}

/// A commit by another program is noticed within five milliseconds.
fn until_noticed() {
    std::thread::sleep(Duration::from_millis(15));
}

#[test]
fn no_cached_total_and_no_cached_response_outlives_a_change() {
    let mut runner = TestRunner::new(RunnerConfig {
        cases: 4,
        max_shrink_iters: 8,
        failure_persistence: None,
        ..RunnerConfig::default()
    });
    runner
        .run(&proptest::collection::vec(changes(), 10..14), |changes| {
            let mut world = World::new();
            for (step, change) in changes.iter().enumerate() {
                until_noticed();
                // Twice: the second is answered from the cache, and so is a third unless the change ends it.
                let before = world.said();
                prop_assert_eq!(&before, &world.said());
                world.make(change);
                until_noticed();
                let (said, fresh) = (world.said(), world.said_afresh());
                let reads = world.reads();
                for (((_, path), said), fresh) in reads.iter().zip(&said).zip(&fresh) {
                    prop_assert_eq!(said, fresh, "step {}, {:?}: {}", step, change, path);
                }
            }
            Ok(())
        })
        .unwrap();
}
