//! A tenant with the example tables, and people who sign in to it and ask the real router.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use serde_json::{Value, json};

use crate::app::App;
use crate::app::auth::password_hash;
use crate::base::clock::Clock;
use crate::config::Config;
use crate::provisioning::{Provisioning, TenantOptions};
use crate::router::AppService;

use super::{SCHEMA, routes};
use crate::resources;

const NOW: &str = "2026-11-20T09:00:00Z";
const HOST: &str = "vrijwilligers.example.nl";
const PASSWORD: &str = "paard batterij nietje";

pub struct World {
    service: Arc<AppService>,
    _folder: tempfile::TempDir,
}

/// Somebody who asks.
pub struct Client<'w> {
    world: &'w World,
    headers: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub etag: String,
    pub body: Value,
}

impl World {
    /// Two centre superusers at the first centre, one at another, and an admin.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::fixed(NOW.parse().unwrap());
        let config = || Config {
            data: folder.path().join("data"),
            ..Config::default()
        };
        let hash = password_hash::hash(PASSWORD).unwrap();
        let app = App::new(config(), clock.clone(), crate::resources::set()).unwrap();
        let options = TenantOptions {
            domains: vec![HOST.to_owned()],
            ..TenantOptions::default()
        };
        Provisioning::plan(&app, "demo", &options)
            .unwrap()
            .create(&app, move |tx, center| {
                tx.execute_batch(SCHEMA)?;
                tx.execute_batch(&format!(
                    "update settings set value = 'optional' where name = 'second_factor';
                     insert into example_settings (greeting, volunteer_center_id, created_at, updated_at)
                     values ('Hallo', {center}, '{NOW}', '{NOW}');"
                ))?;
                for (id, name, role, scope) in [
                    (1, "marieke", "center_superuser", center),
                    (2, "ada", "admin", 0),
                    (3, "joke", "", center),
                ] {
                    tx.execute(
                        "insert into users (id, email, password_hash, first_name, last_name, status, volunteer_center_id,
                             confirmed_at, created_at, updated_at)
                         values (?1, ?2 || '@example.nl', ?3, ?2, 'Test', 'active', ?4, ?5, ?5, ?5)",
                        (id, name, &hash, center, NOW),
                    )?;
                    if !role.is_empty() {
                        let of = if scope == 0 { "tenant" } else { "volunteer_center" };
                        tx.execute(
                            "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
                             values (?1, ?2, ?3, ?4, ?5, ?5, ?5, ?5)",
                            (id, role, of, scope, NOW),
                        )?;
                    }
                }
                Ok(())
            })
            .unwrap();
        drop(app);
        // Opened again, so that changes of the example tables are noticed.
        let app = App::new(config(), clock, crate::resources::set()).unwrap();
        Self {
            service: AppService::serving(app, resources::routes().merge(routes())),
            _folder: folder,
        }
    }

    pub fn nobody(&self) -> Client<'_> {
        Client {
            world: self,
            headers: Vec::new(),
        }
    }

    /// Superuser of the centre.
    pub async fn marieke(&self) -> Client<'_> {
        self.signed_in("marieke").await
    }

    pub async fn admin(&self) -> Client<'_> {
        self.signed_in("ada").await
    }

    /// Somebody without a role.
    pub async fn joke(&self) -> Client<'_> {
        self.signed_in("joke").await
    }

    async fn signed_in(&self, name: &str) -> Client<'_> {
        let email = format!("{name}@example.nl");
        let body = json!({ "email": email, "password": PASSWORD });
        let request = Request::builder()
            .method("POST")
            .uri("/auth/sign_in")
            .header("host", HOST)
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let response = self.service.answer(request, Duration::from_secs(20)).await;
        let headers = ["access-token", "client", "uid"].map(|name| {
            let value = response.headers().get(name);
            let value = value.unwrap_or_else(|| panic!("{name}: {}", response.status()));
            (name.to_owned(), value.to_str().unwrap().to_owned())
        });
        Client {
            world: self,
            headers: headers.into(),
        }
    }

    /// Runs SQL on the tenant's file: for what no request can arrange.
    pub fn arrange(&self, sql: impl Into<String>) {
        let sql = sql.into();
        let tenant = self.service.app().tenants().get("demo").unwrap();
        tenant
            .unguarded("a test arranges what no request can")
            .write_blocking(move |tx| Ok(tx.execute_batch(&sql)?))
            .unwrap();
    }

    pub fn count(&self, sql: &'static str) -> i64 {
        let tenant = self.service.app().tenants().get("demo").unwrap();
        tenant
            .unguarded("a test looks at what no request shows")
            .read_blocking(move |connection| Ok(connection.query_row(sql, [], |row| row.get(0))?))
            .unwrap()
    }
}

impl Client<'_> {
    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send("PATCH", path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None).await
    }

    /// The same client with one more header.
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut headers = self.headers.clone();
        headers.push((name.to_owned(), value.to_owned()));
        Self {
            world: self.world,
            headers,
        }
    }

    async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(format!(
                "/api/v1{}",
                path.replace('[', "%5B").replace(']', "%5D")
            ))
            .header("host", HOST)
            .header("accept-language", "en");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request
            .header("content-type", "application/vnd.api+json")
            .body(body)
            .unwrap();
        let response = self
            .world
            .service
            .answer(request, Duration::from_secs(20))
            .await;
        let etag = response.headers().get("etag");
        let etag = etag.map_or_else(String::new, |etag| etag.to_str().unwrap().to_owned());
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let body = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes)
                .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)))
        };
        Reply { status, etag, body }
    }
}

impl Reply {
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    pub fn at(&self, pointer: &str) -> Value {
        self.body.pointer(pointer).cloned().unwrap_or_default()
    }

    pub fn id(&self) -> String {
        self.at("/data/id").as_str().unwrap().to_owned()
    }

    pub fn ids(&self) -> Vec<String> {
        let rows = self.at("/data");
        let rows = rows
            .as_array()
            .unwrap_or_else(|| panic!("no list in {}", self.body));
        rows.iter()
            .map(|row| row["id"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The pointers of the errors with their rules.
    pub fn faults(&self) -> Vec<(String, String)> {
        let errors = self.at("/errors");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let errors = errors.as_array().map_or(&[][..], Vec::as_slice);
        errors
            .iter()
            .map(|error| {
                let pointer = text(&error["source"]["pointer"]);
                let pointer = pointer.trim_start_matches("/data/attributes/");
                (pointer.to_owned(), text(&error["meta"]["rule"]))
            })
            .collect()
    }
}
