//! Database corruption while a tenant is open: that tenant responds with 503, others are unaffected.

use std::path::Path;

use crate::support::server::{Client, Server};

const LIST: &str = "/api/v1/vacancies?filter[q]=taal";

fn at(server: &Server, host: &str) -> Client {
    Client::new(server.address).with("host", host)
}

/// Overwrites everything past the first bytes of a file; gives what stood there.
fn spoil(path: &Path, keep: usize) -> Vec<u8> {
    let whole = std::fs::read(path).unwrap();
    let mut spoilt = whole.clone();
    for byte in spoilt.iter_mut().skip(keep) {
        *byte = 0xA5;
    }
    std::fs::write(path, spoilt).unwrap();
    whole
}

#[test]
fn a_file_damaged_while_it_is_open_stops_its_tenant_until_it_is_whole_again() {
    let server = Server::start();
    server.found_one_more("roermond", &["roermond.localhost"]);
    let roermond = at(&server, "roermond.localhost");
    let elsewhere = at(&server, "demo.localhost");
    roermond
        .get("/api/v1/volunteer_centers/current")
        .expect(200);
    let folder = server.folder.path().join("tenants/roermond");
    let (file, log) = (folder.join("tenant.db"), folder.join("tenant.db-wal"));
    let whole = (spoil(&file, 100), spoil(&log, 32));
    // The first search takes a connection that has nothing of the file in its memory.
    let mut seen = Vec::new();
    for _ in 0..3 {
        for path in [
            LIST,
            "/api/v1/organizations",
            "/",
            "/api/v1/locations?q=5310",
        ] {
            seen.push(roermond.get(path).status);
            elsewhere.get(path).expect(200);
        }
    }
    assert_eq!(seen[0], 503, "{seen:?}");
    assert!(seen.iter().all(|status| *status == 503), "{seen:?}");
    assert_eq!(roermond.get(LIST).code(), "maintenance");
    std::fs::write(&file, whole.0).unwrap();
    std::fs::write(&log, whole.1).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1200));
    roermond.get(LIST).expect(200);
}
