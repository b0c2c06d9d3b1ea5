//! Public page of a vacancy, and of a removed one.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::published;
use crate::support::server::{Server, document};
use crate::vacancies::states::{LIST, take};

#[test]
fn a_phone_number_stands_beside_the_vacancies_that_show_it_and_no_other() {
    let server = Server::start();
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    let person = server.people.superuser.to_string();
    let [hidden, shown] =
        [("Taalmaatje gezocht", false), ("Koffie schenken", true)].map(|(title, is_visible)| {
            let id = published(&samira, server.people.own, title);
            let contact =
                json!({ "contact_person_id": person, "contact_phone_visible": is_visible });
            samira
                .patch(&format!("{LIST}/{id}"), &document("vacancies", contact))
                .expect(200);
            id
        });
    let number = |path: &str| {
        let seen = nobody.get(path).expect(200);
        assert_eq!(seen.at("/included/0/attributes/full_name"), "Samira Haddou");
        seen.at("/included/0/attributes/phone_number")
    };
    assert_eq!(
        number(&format!("{LIST}/{hidden}?include=contact_person")),
        Value::Null
    );
    assert_eq!(
        number(&format!("{LIST}/{shown}?include=contact_person")),
        "+31612345678"
    );
    assert_eq!(
        number(&format!(
            "{LIST}?include=contact_person&page[size]=1&sort=title"
        )),
        "+31612345678",
        "the page has the one that shows it alone"
    );
    assert_eq!(
        number(&format!(
            "{LIST}?include=contact_person&page[size]=1&sort=-title"
        )),
        Value::Null
    );
    let alone = server
        .as_volunteer()
        .get(&format!("/api/v1/users/{person}"));
    assert!(!alone.text.contains("+316"), "{}", alone.text);
}

#[test]
fn a_vacancy_that_was_public_and_is_deleted_is_gone_and_a_draft_never_was_there() {
    let server = Server::start();
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    let public = published(&samira, server.people.own, "Taalmaatje gezocht");
    let draft = samira
        .post(
            LIST,
            &fixtures::vacancy(server.people.own, "Koffie schenken"),
        )
        .expect(201)
        .id();
    take(&samira, &public, "archive").expect(200);
    take(&server.as_center(), &public, "delete").expect(204);
    take(&samira, &draft, "delete").expect(204);
    for asker in [&nobody, &samira, &server.as_volunteer()] {
        assert_eq!(
            asker.get(&format!("{LIST}/{public}")).expect(410).code(),
            "gone"
        );
        asker.get(&format!("{LIST}/{draft}")).expect(404);
    }
    let other = nobody.clone().with("host", "elders.localhost");
    other.get(&format!("{LIST}/{public}")).expect(404);
    for (path, title, home) in [
        (
            "/vacancies",
            "Deze vacature is er niet meer",
            "/vacancies/search",
        ),
        (
            "/en/vacancies",
            "This volunteer role is no longer available",
            "/en/vacancies/search",
        ),
    ] {
        let page = nobody.get(&format!("{path}/{public}")).expect(410);
        assert!(page.text.contains(title), "{}", page.text);
        assert!(
            page.text.contains(&format!("href=\"{home}\"")),
            "{}",
            page.text
        );
    }
}

#[test]
fn a_link_that_is_shared_shows_a_picture_made_here_of_what_is_public_alone() {
    let server = Server::start();
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let own = server.people.own;
    let shown = |page: &str| {
        let text = nobody.get(page).expect(200).text;
        let (_, rest) = text.split_once("property=\"og:image\" content=\"").unwrap();
        let address = rest.split_once('"').unwrap().0.to_owned();
        assert!(text.contains("og:image:width\" content=\"1200\""), "{page}");
        let (_, path) = address.split_once("/og/").unwrap();
        (format!("/og/{path}"), text)
    };
    let (path, page) = shown(&format!("/vacancies/{id}"));
    let (status, headers, png) = nobody.download(&path);
    assert_eq!(
        (status, &headers["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
    assert_eq!(&png[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1200 by 630");
    assert!(
        headers.contains_key("etag")
            && headers["cache-control"]
                .to_str()
                .unwrap()
                .contains("public")
    );
    // The structured data name the vacancy and show the same.
    let (_, told) = page.split_once("application/ld+json\">").unwrap();
    let told: Value = serde_json::from_str(told.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(told["identifier"]["value"], json!(id));
    assert!(
        told["image"].as_str().unwrap().starts_with("http")
            && told["image"].as_str().unwrap().ends_with(&path)
    );
    let (path_of_organization, _) = shown(&format!("/organizations/{own}"));
    let (_, _, other) = nobody.download(&path_of_organization);
    assert_ne!(png, other);
    let draft = samira
        .post(LIST, &fixtures::vacancy(own, "Koffie schenken"))
        .expect(201)
        .id();
    for unseen in [
        format!("/og/vacancies/{draft}.png"),
        "/og/vacancies/999999.png".to_owned(),
        "/og/users/1.png".to_owned(),
        format!("/og/vacancies/{id}"),
    ] {
        nobody.get(&unseen).expect(404);
        samira.get(&unseen).expect(404);
    }
}
