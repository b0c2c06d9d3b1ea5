//! Autocomplete of places in the search.

use crate::support::server::Server;

#[test]
fn places_near_the_centre_are_suggested_first() {
    let server = Server::start();
    let names = |q: &str| -> Vec<String> {
        let reply = server.as_nobody().get(&format!("/api/v1/locations?q={q}"));
        let places = reply.expect(200).at("/data").clone();
        places
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|place| place["attributes"]["name"].as_str().map(str::to_owned))
            .collect()
    };
    let sits_in = |city: &'static str, latitude: f64, longitude: f64| {
        server.arrange(move |tx| {
            tx.execute(
                "insert into addresses (id, city, latitude, longitude, created_at, updated_at)
                 values (9000, ?1, ?2, ?3, ?4, ?4)
                 on conflict (id) do update set city = ?1, latitude = ?2, longitude = ?3",
                (city, latitude, longitude, tx.now()),
            )?;
            tx.execute("update volunteer_centers set address_id = 9000", [])?;
            Ok(())
        });
    };
    sits_in("Roermond", 51.19, 5.99);
    assert_eq!(names("haar")[0], "Haaren");
    sits_in("Heerenveen", 52.96, 5.92);
    assert_eq!(names("haar")[0], "Haarle");
    assert_eq!(names("haarlem")[0], "Haarlem", "named in full");
}
