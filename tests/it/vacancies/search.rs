//! Vacancy search: full text, distance, filters and facet counts.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::event;
use crate::support::server::{Client, Server};

const LIST: &str = "/api/v1/vacancies";

struct Found {
    server: Server,
    nobody: Client,
    ids: Vec<String>,
}

/// Four vacancies: title, place, type, tags.
const FOUR: [(&str, &str, &str, &str, &str); 4] = [
    (
        "Taalmaatje voor nieuwkomers",
        "5310 AB",
        "Lindewaard",
        "language",
        "regularly",
    ),
    (
        "Wandelen met ouderen",
        "3511 AB",
        "Utrecht",
        "volunteering",
        "once",
    ),
    (
        "Café-gastvrouw of -heer",
        "1012 JS",
        "Amsterdam",
        "volunteering",
        "once",
    ),
    (
        "Zwemmen met kinderen",
        "3512 AB",
        "Utrecht",
        "activity",
        "regularly",
    ),
];

fn four() -> Found {
    let server = Server::start();
    let samira = server.as_superuser();
    let ids = FOUR
        .iter()
        .map(|(title, postal_code, city, kind, tag)| {
            server.clock.advance(jiff::SignedDuration::from_mins(1));
            let mut body = fixtures::vacancy(server.people.own, title);
            let attributes = &mut body["data"]["attributes"];
            attributes["address"] = json!({ "postal_code": postal_code, "city": city });
            attributes["vacancy_type"] = (*kind).into();
            attributes["tags"] = json!([tag]);
            attributes["summary"] = Value::Null;
            attributes["description"] = "<p>Wat je doet vertellen we je als je bij ons langskomt, op een ochtend die je past.</p>".into();
            let id = samira.post(LIST, &body).expect(201).id();
            event(&samira, &format!("{LIST}/{id}/transition"), "publish").expect(200);
            id
        })
        .collect();
    let nobody = server.as_nobody();
    Found {
        server,
        nobody,
        ids,
    }
}

impl Found {
    /// The numbers of the four that a question finds, in the order of the answer.
    fn by(&self, query: &str) -> Vec<usize> {
        let found = self.nobody.get(&format!("{LIST}?{query}")).expect(200);
        let numbers: Vec<usize> = found
            .ids()
            .iter()
            .map(|id| self.ids.iter().position(|known| known == id).unwrap())
            .collect();
        assert_eq!(found.at("/meta/total"), numbers.len());
        numbers
    }
}

#[test]
fn words_are_found_whole_as_a_stem_and_as_a_beginning() {
    let found = four();
    for (words, expected) in [
        ("taalmaatje", vec![0]),
        ("TAALMAATJES", vec![0]),
        ("taalm", vec![0]),
        ("nieuwkomer", vec![0]),
        ("wandel", vec![1]),
        ("wandelende oudere", vec![1]),
        ("kind", vec![3]),
        ("cafe", vec![2]),
        ("caf%C3%A9", vec![2]),
        ("gastvrouw", vec![2]),
        ("zwemmen kinderen", vec![3]),
        // Not all words together: these only come near.
        ("zwemmen ouderen", vec![]),
        ("fietsen", vec![]),
        ("langskomt", vec![3, 2, 1, 0]),
        // What no title has, and an organisation is called so, is its name.
        ("Taalhuis", vec![3, 2, 1, 0]),
    ] {
        assert_eq!(found.by(&format!("filter[q]={words}")), expected, "{words}");
    }
}

#[test]
fn the_newest_come_first_however_they_were_entered_and_on_every_page() {
    let found = four();
    let ids = found.ids.clone();
    found.server.arrange(move |tx| {
        // The second was published first, and two in the same second.
        for (id, at) in [(0, "12:00"), (1, "09:00"), (2, "14:00"), (3, "12:00")] {
            tx.execute(
                "update vacancies set published_at = '2026-11-01T' || ?2 || ':00Z' where id = ?1",
                (&ids[id], at),
            )?;
        }
        Ok(())
    });
    assert_eq!(found.by("filter[q]=langskomt"), [2, 3, 0, 1]);
    assert_eq!(found.by("filter[q]=langskomt&filter[tags_in]=once"), [2, 1]);
    for sort in ["-published_at", "-published_at,-id"] {
        for (page, number) in [(1, 2), (2, 3), (3, 0), (4, 1)] {
            let query =
                format!("{LIST}?filter[q]=langskomt&sort={sort}&page[size]=1&page[number]={page}");
            assert_eq!(
                found.nobody.get(&query).expect(200).ids(),
                [found.ids[number].clone()]
            );
        }
    }
    for nothing in ["published", "_published"] {
        let query = format!("filter[q]={nothing}&filter[tags_in]=once");
        assert!(found.by(&query).is_empty(), "{nothing}");
    }
}

#[test]
fn signs_of_the_search_language_are_only_signs() {
    let found = four();
    for words in [
        "\"",
        "'",
        "*",
        "(",
        ")",
        "AND",
        "OR NOT",
        "NEAR(a b)",
        "title:x",
        "-",
        "%2B%2B",
        "%5E",
        "a\"b*c",
        "{}",
        "%00",
        "s_draft",
        "facet",
    ] {
        found
            .nobody
            .get(&format!("{LIST}?filter[q]={words}"))
            .expect(200);
    }
    assert_eq!(
        found.by("filter[q]=%20%20").len(),
        4,
        "no words find everything"
    );
    let long = "woord%20".repeat(400);
    let reply = found.nobody.get(&format!("{LIST}?filter[q]={long}"));
    assert!(reply.status < 500, "{}", reply.text);
}

#[test]
fn the_best_match_comes_first_when_it_is_asked_for() {
    let found = four();
    let samira = found.server.as_superuser();
    let mut body = fixtures::vacancy(found.server.people.own, "Koken in de buurt");
    body["data"]["attributes"]["description"] = "<p>Soms komt er een taalmaatje eten, maar meestal zijn het bewoners uit de straat die aanschuiven.</p>".into();
    let id = samira.post(LIST, &body).expect(201).id();
    event(&samira, &format!("{LIST}/{id}/transition"), "publish").expect(200);
    let by = |sort: &str| {
        found
            .nobody
            .get(&format!("{LIST}?filter[q]=taalmaatje&sort={sort}"))
            .expect(200)
            .ids()
    };
    assert_eq!(by("relevance"), [found.ids[0].clone(), id.clone()]);
    assert_eq!(by("-published_at"), [id, found.ids[0].clone()]);
}

#[test]
fn who_has_all_words_in_the_title_comes_first_however_old_and_long() {
    let server = Server::start();
    let samira = server.as_superuser();
    let publish = |title: &str, description: &str| {
        server.clock.advance(jiff::SignedDuration::from_mins(1));
        let mut body = fixtures::vacancy(server.people.own, title);
        body["data"]["attributes"]["description"] = format!("<p>{description}</p>").into();
        let id = samira.post(LIST, &body).expect(201).id();
        event(&samira, &format!("{LIST}/{id}/transition"), "publish").expect(200);
        id
    };
    let long = "We zoeken iemand die een paar uur per week als taalmaatje bij een gezin in de straat wil zijn";
    let first = publish(
        long,
        &"Je drinkt samen koffie en praat over de dag. ".repeat(20),
    );
    let repeated = "Een maatje voor taal: taal, taal en nog eens taal, met een maatje. ".repeat(3);
    let others = [
        publish("Taal oefenen", &repeated),
        publish("Maatje gezocht", &repeated),
    ];
    let nobody = server.as_nobody();
    let found = |query: &str| nobody.get(&format!("{LIST}?{query}")).expect(200).ids();
    let best = found("filter[q]=taal maatje&sort=relevance");
    assert_eq!(best.len(), 3);
    assert_eq!(best[0], first);
    assert_eq!(
        found("filter[q]=taal maatje")[0],
        others[1],
        "the newest, where nothing else is asked"
    );
    assert_eq!(found("filter[q]=taal maatje&sort=-relevance")[2], first);
    let drafts = samira.get(&format!(
        "{LIST}?filter[q]=taal maatje&filter[mine_eq]=true&sort=relevance"
    ));
    assert_eq!(drafts.ids()[0], first);
}

#[test]
fn a_place_is_a_postal_code_a_name_or_a_point() {
    let found = four();
    for place in [
        "3511",
        "3511AB",
        "3511 AB",
        "Utrecht",
        "utrecht",
        "52.09,5.12",
    ] {
        assert_eq!(
            found.by(&format!("filter[near]={place}&filter[radius_km]=10")),
            [3, 1],
            "{place}"
        );
    }
    assert_eq!(
        found
            .by("filter[near]=Utrecht&filter[radius_km]=60&sort=distance")
            .len(),
        4
    );
    assert_eq!(
        found.by("filter[near]=Amsterdam&filter[radius_km]=50&sort=distance")[0],
        2
    );
    let near = found
        .nobody
        .get(&format!(
            "{LIST}?filter[near]=1012&filter[radius_km]=100&sort=distance"
        ))
        .expect(200)
        .json();
    let far: Vec<f64> = near["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["attributes"]["distance_km"].as_f64().unwrap())
        .collect();
    assert!(far.is_sorted() && far[0] < 3.0 && far[3] > 30.0, "{far:?}");
    assert_eq!(
        found.by("filter[near]=Nergenshuizen"),
        Vec::<usize>::new(),
        "an unknown place finds nothing"
    );
    assert_eq!(
        found.nobody.get(LIST).at("/data/0/attributes/distance_km"),
        Value::Null
    );
    for query in [
        "filter[near]=Utrecht&filter[radius_km]=0",
        "filter[near]=Utrecht&filter[radius_km]=9999",
        "sort=distance",
        "sort=relevance",
    ] {
        found.nobody.get(&format!("{LIST}?{query}")).expect(400);
    }
}

#[test]
fn choices_narrow_and_say_how_many_there_are() {
    let found = four();
    assert_eq!(found.by("filter[tags_in]=once"), [2, 1]);
    assert_eq!(found.by("filter[tags_in]=once,regularly").len(), 4);
    assert_eq!(
        found.by("filter[vacancy_type_in]=language,activity"),
        [3, 0]
    );
    assert_eq!(
        found.by("filter[tags_in]=regularly&filter[near]=Utrecht"),
        [3]
    );
    assert_eq!(found.by("filter[city_eq]=Utrecht&filter[q]=ouderen"), [1]);
    let facets = |query: &str| {
        found
            .nobody
            .get(&format!("{LIST}/facets?{query}"))
            .expect(200)
            .at("/meta")
    };
    let all = facets("");
    assert_eq!(all["total"], 4);
    assert_eq!(all["facets"]["tags"], json!({ "once": 2, "regularly": 2 }));
    assert_eq!(
        all["facets"]["vacancy_type"],
        json!({ "activity": 1, "language": 1, "volunteering": 2 })
    );
    let once = facets("filter[tags_in]=once");
    assert_eq!(once["total"], 2);
    assert_eq!(
        once["facets"]["tags"],
        json!({ "once": 2, "regularly": 2 }),
        "a choice widens its own counts"
    );
    assert_eq!(once["facets"]["vacancy_type"], json!({ "volunteering": 2 }));
    assert_eq!(
        facets("filter[q]=zwemmen")["facets"]["tags"],
        json!({ "regularly": 1 })
    );
}

#[test]
fn drafts_are_found_by_nobody_but_who_manages_them() {
    let found = four();
    let samira = found.server.as_superuser();
    let id = samira
        .post(
            LIST,
            &fixtures::vacancy(found.server.people.own, "Geheim concept"),
        )
        .expect(201)
        .id();
    let path = format!("{LIST}?filter[q]=geheim");
    for client in [&found.nobody, &found.server.as_volunteer()] {
        for query in [
            "",
            "&filter[status_eq]=draft",
            "&filter[status_in]=draft,published",
            "&filter[mine_eq]=true",
            "&filter[mine_eq]=false",
            "&filter[status_not_eq]=published",
        ] {
            assert_eq!(
                client.get(&format!("{path}{query}")).expect(200).ids(),
                Vec::<String>::new(),
                "{query}"
            );
        }
        assert!(
            !client
                .get(&format!("{LIST}/facets?filter[status_eq]=draft"))
                .text
                .contains("regularly")
        );
    }
    assert_eq!(
        samira
            .get(&format!("{path}&filter[mine_eq]=true"))
            .expect(200)
            .ids(),
        [id]
    );
}

#[test]
fn similar_ones_are_other_ones_and_at_most_three() {
    let found = four();
    let similar = found
        .nobody
        .get(&format!("{LIST}/{}/similar", found.ids[1]))
        .expect(200);
    let ids = similar.ids();
    assert_eq!(ids.len(), 3);
    assert!(!ids.contains(&found.ids[1]));
    assert!(similar.json()["included"].is_array());
    let alone = Server::start();
    let id = fixtures::published(&alone.as_superuser(), alone.people.own, "De enige");
    assert_eq!(
        alone
            .as_nobody()
            .get(&format!("{LIST}/{id}/similar"))
            .expect(200)
            .ids(),
        Vec::<String>::new()
    );
}

/// So many published vacancies that a word can be in more of them than are ranked by it. One in the middle has it in its title.
fn many(found: &Found, count: i64) -> String {
    let like = found.ids[2].clone();
    found.server.arrange(move |tx| {
        let columns: String = tx.query_row(
            "select group_concat(name, ', ') from pragma_table_info('vacancies')
              where name not in ('id', 'title', 'description', 'published_at', 'places_taken')",
            [],
            |row| row.get(0),
        )?;
        tx.execute(
            &format!(
                "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?2)
                 insert into vacancies ({columns}, title, description, published_at, places_taken)
                 select {columns}, iif(n = ?2 / 2, 'Zilveruitje', 'Nummer ' || n), '<p>Ergens een zilveruitje.</p>',
                        strftime('%Y-%m-%dT%H:%M:%SZ', '2026-10-01', n || ' seconds'), 0
                   from vacancies, numbers where id = ?1"
            ),
            (like, count),
        )?;
        let best: i64 =
            tx.query_row("select id from vacancies where title = 'Zilveruitje'", [], |row| row.get(0))?;
        Ok(best.to_string())
    })
}

#[test]
fn a_word_that_is_everywhere_still_gives_the_best_first_and_every_row_once() {
    let found = four();
    let best = many(&found, 1_200);
    for sort in ["relevance", "relevance,-published_at", "relevance,title"] {
        let mut seen = std::collections::BTreeSet::new();
        for page in 1..=12 {
            let reply = found.nobody.get(&format!(
                "{LIST}?filter[q]=zilveruitje&sort={sort}&page[size]=100&page[number]={page}"
            ));
            let reply = reply.expect(200);
            assert_eq!(reply.at("/meta/total"), 1_200);
            assert_eq!(reply.ids().len(), 100, "{sort}, page {page}");
            if page == 1 {
                assert_eq!(reply.ids()[0], best, "{sort}");
            }
            seen.extend(reply.ids());
        }
        assert_eq!(seen.len(), 1_200, "{sort}");
    }
    // The rest is narrowed too, and the total is of what is narrowed.
    let few = found.nobody.get(&format!(
        "{LIST}?filter[q]=zilveruitje&sort=relevance&filter[title_cont]=nummer%201&page[size]=100&page[number]=3"
    ));
    let few = few.expect(200);
    assert_eq!(few.at("/meta/total"), 1 + 10 + 100 + 201);
    assert_eq!(few.ids().len(), 100);
    let backwards = format!("{LIST}?filter[q]=zilveruitje&sort=-relevance&page[number]=60");
    let last = found.nobody.get(&backwards).expect(200);
    assert_eq!(last.ids().last(), Some(&best));
}

/// The nearest of many are read from a small circle: every page has to go on where the one before it ended, whoever asks,
/// and where the other filters leave few of them.
#[test]
fn the_nearest_of_many_come_first_on_every_page() {
    let found = four();
    many(&found, 1_200);
    found.server.arrange(|tx| {
        Ok(tx.execute(
            "update vacancies set latitude = 52.09 + (id % 397) * 0.0002, longitude = 5.12 + (id % 211) * 0.0003
              where title like 'Nummer%'",
            [],
        )?)
    });
    let clients = [found.nobody.clone(), found.server.as_center()];
    for client in &clients {
        for query in [
            "filter[near]=52.0907,5.1214&filter[radius_km]=12&sort=distance",
            "filter[near]=52.0907,5.1214&filter[radius_km]=12&sort=distance&filter[title_cont]=nummer%201",
            "filter[near]=52.0907,5.1214&filter[radius_km]=12&sort=distance&filter[title_cont]=nummer%20117",
            "filter[near]=52.0907,5.1214&filter[radius_km]=12&sort=-distance",
            "filter[q]=Utrecht&sort=relevance",
        ] {
            let (mut seen, mut distances) = (std::collections::BTreeSet::new(), Vec::new());
            let mut total = 1;
            let mut page = 1;
            while distances.len() < total {
                let path = format!("{LIST}?{query}&page[size]=100&page[number]={page}");
                let reply = client.get(&path).expect(200);
                total = usize::try_from(reply.at("/meta/total").as_i64().unwrap()).unwrap();
                let rows = reply.at("/data");
                let rows = rows.as_array().unwrap();
                assert!(!rows.is_empty(), "{query}: {page} of {total}");
                for row in rows {
                    distances.push(row["attributes"]["distance_km"].as_f64().unwrap());
                }
                seen.extend(reply.ids());
                page += 1;
            }
            assert_eq!(seen.len(), total, "{query}");
            assert!(total > 9, "{query}: {total}");
            if query.contains("sort=-distance") {
                distances.reverse();
            }
            assert!(distances.is_sorted(), "{query}: {distances:?}");
        }
    }
}

#[test]
fn the_total_of_a_search_counts_what_can_be_seen() {
    let found = four();
    let id = found.ids[0].clone();
    let total = |path: &str| found.nobody.get(path).expect(200).at("/meta/total");
    let by_words = format!("{LIST}?filter[q]=langskomt");
    assert_eq!(total(&by_words), 4);
    // Its last day has passed, and nothing has marked it yet; then it is another centre's.
    for change in [
        "expires_at = '2026-11-20T23:59:59Z'",
        "expires_at = '2027-01-01T00:00:00Z', volunteer_center_id = 2",
        "volunteer_center_id = 1, status = 'archived'",
    ] {
        let id = id.clone();
        found.server.arrange(move |tx| {
            Ok(tx.execute(
                &format!("update vacancies set {change} where id = ?1"),
                [id],
            )?)
        });
        assert_eq!(total(&by_words), 3, "{change}");
        assert_eq!(total(&format!("{by_words}&sort=relevance")), 3, "{change}");
        assert_eq!(found.by("filter[q]=langskomt").len(), 3, "{change}");
    }
}

#[test]
fn relevance_means_something_in_every_order_and_without_words() {
    let found = four();
    assert_eq!(found.by("filter[q]=langskomt&sort=relevance").len(), 4);
    assert_eq!(
        found.by("filter[q]=langskomt&sort=title,relevance"),
        [2, 0, 1, 3]
    );
    assert_eq!(found.by("filter[q]=%3F!&sort=relevance").len(), 4);
    assert_eq!(found.by("filter[q]=%3F!&sort=-relevance,-id"), [3, 2, 1, 0]);
    let samira = found.server.as_superuser();
    for query in [
        "filter[q]=taalmaatje&sort=relevance&filter[mine_eq]=true",
        "filter[q]=taalmaatje&sort=relevance&filter[status_eq]=published",
    ] {
        let reply = samira.get(&format!("{LIST}?{query}")).expect(200);
        assert_eq!(reply.ids(), [found.ids[0].clone()], "{query}");
    }
}

#[test]
fn counts_of_choices_are_those_of_each_list() {
    let found = four();
    found.server.arrange(|tx| {
        tx.execute("update vacancies set tags = '[\"once\",\"weekend\"]', age_group_ids = '[\"3\"]' where title like 'Wandelen%'", [])?;
        Ok(tx.execute("update vacancies set tags = '[]' where title like 'Zwemmen%'", [])?)
    });
    let meta = |query: &str| {
        found
            .nobody
            .get(&format!("{LIST}/facets?{query}"))
            .expect(200)
            .at("/meta")
    };
    let all = meta("");
    assert_eq!(
        all["facets"]["tags"],
        json!({ "once": 2, "regularly": 1, "weekend": 1 })
    );
    assert_eq!(all["facets"]["age_group_ids"]["3"], 1);
    assert_eq!(all["total"], 4);
    let chosen = meta(
        "filter[tags_in]=weekend&filter[vacancy_type_in]=volunteering,activity&filter[q]=langskomt",
    );
    assert_eq!(chosen["total"], 1);
    assert_eq!(chosen["facets"]["tags"], json!({ "once": 2, "weekend": 1 }));
    assert_eq!(
        chosen["facets"]["vacancy_type"],
        json!({ "volunteering": 1 })
    );

    // What staff are told is kept until something changes.
    let center = found.server.as_center();
    let counted = || {
        center
            .get(&format!("{LIST}/facets"))
            .expect(200)
            .at("/meta")
    };
    assert_eq!(counted()["total"], 4);
    assert_eq!(counted()["facets"]["tags"]["once"], 2);
    found.server.arrange(|tx| {
        Ok(tx.execute(
            "update vacancies set tags = '[]' where title like 'Wandelen%'",
            [],
        )?)
    });
    assert_eq!(counted()["facets"]["tags"]["once"], 1);
    let other = center.get(&format!("{LIST}/facets?filter[status_eq]=draft"));
    assert_eq!(other.expect(200).at("/meta/total"), 0);
}

#[test]
fn parts_of_the_day_widen_and_what_a_vacancy_allows_narrows() {
    let found = four();
    found.server.arrange(|tx| {
        tx.execute("update vacancies set availability = '[\"tue_morning\",\"sat_afternoon\"]', online = 1, wheelchair_accessible = 1 where title like 'Wandelen%'", [])?;
        tx.execute("update vacancies set tags = '[\"evenings\"]', online = 1, languages = '[\"en\"]' where title like 'Zwemmen%'", [])?;
        Ok(())
    });
    let count = |query: &str| found.by(query).len();
    assert_eq!(
        count("filter[day_parts_in]=evening"),
        1,
        "the tag says it too"
    );
    assert_eq!(count("filter[day_parts_in]=weekend"), 1);
    assert_eq!(count("filter[day_parts_in]=weekend,evening"), 2);
    assert_eq!(count("filter[traits_all]=online"), 2);
    assert_eq!(count("filter[traits_all]=online,accessible"), 1);
    assert_eq!(count("filter[traits_all]=accessible,group"), 0);
    let refused = found
        .nobody
        .get(&format!("{LIST}?filter[traits_all]=cheap"))
        .expect(400);
    assert!(refused.text.contains("accessible"), "{}", refused.text);
    let facets = found
        .nobody
        .get(&format!("{LIST}/facets?filter[traits_all]=online"))
        .expect(200)
        .at("/meta/facets");
    assert_eq!(
        facets["day_parts"],
        json!({ "morning": 1, "afternoon": 1, "evening": 1, "weekend": 1 })
    );
    assert_eq!(facets["traits"], json!({ "online": 2, "accessible": 1 }));
    assert_eq!(facets["languages"]["en"], 1);
    // Without scripts: the same choices as links and form fields.
    let page = found
        .nobody
        .get("/vacancies/search?also=online&part=evening")
        .expect(200);
    assert!(
        page.text.contains("also=online,accessible"),
        "{}",
        page.text
    );
    assert!(page.text.contains("<option value=\"evening\" selected>"));
    assert!(page.text.contains("name=\"also\" value=\"online\""));
}

#[test]
fn a_place_and_a_rhythm_among_the_words_narrow_as_filters_do() {
    let found = four();
    // Oldest first: taalmaatje in Lindewaard, wandelen in Utrecht, gastvrouw in Amsterdam, zwemmen in Utrecht.
    for (words, those) in [
        ("Utrecht", &[1, 3][..]),
        ("3511AB", &[1, 3]),
        ("1012", &[2]),
        ("wandelen in Utrecht", &[1]),
        ("wandelen in Amsterdam", &[]),
        ("eenmalig", &[1, 2]),
        ("one-off in Amsterdam", &[2]),
    ] {
        let mut ids = found.by(&format!("filter[q]={words}&sort=relevance"));
        ids.sort_unstable();
        assert_eq!(ids, those, "{words}");
    }
    let nearest = found.by("filter[q]=Utrecht&filter[as_words]=&sort=relevance");
    assert_eq!(nearest.len(), 2);
    let facets = |query: &str| {
        found
            .nobody
            .get(&format!("{LIST}/facets?{query}"))
            .expect(200)
    };
    let told = facets("filter[q]=wandelen in utrecht");
    assert_eq!(told.at("/meta/total"), json!(1));
    assert_eq!(
        told.at("/meta/reading/understood"),
        json!([{ "words": "utrecht", "label": "Utrecht", "kind": "place" }])
    );
    // Taken off, it is a word like others.
    let told = facets("filter[q]=wandelen in utrecht&filter[as_words]=utrecht");
    assert_eq!(told.at("/meta/reading/understood"), json!([]));
    assert_eq!(
        found.by("filter[q]=eenmalig&filter[as_words]=eenmalig"),
        Vec::<usize>::new()
    );
    // A place that is asked for apart is the one that counts.
    assert_eq!(
        found.by("filter[q]=wandelen in Amsterdam&filter[near]=Utrecht&filter[as_words]=amsterdam"),
        Vec::<usize>::new()
    );
    found
        .nobody
        .get(&format!("{LIST}?filter[as_words]=utrecht"))
        .expect(400);
}

#[test]
fn what_only_comes_near_stands_apart_and_is_not_counted() {
    let found = four();
    let matches = found.by("filter[q]=wandelgroep kinderen");
    assert_eq!(matches, Vec::<usize>::new(), "none has both");
    assert_eq!(
        found.by("filter[q]=zwemmen ouderen&filter[related_eq]=true&sort=relevance"),
        [3, 1]
    );
    let related = found.by("filter[q]=wandelgroep kinderen&filter[related_eq]=true&sort=relevance");
    assert!(related.contains(&3) && related.contains(&1), "{related:?}");
    let counted = found
        .nobody
        .get(&format!("{LIST}/facets?filter[q]=wandelgroep kinderen"))
        .expect(200);
    assert_eq!(counted.at("/meta/total"), json!(0));
    // What means the question is not among it.
    let related = found.by("filter[q]=wandelen&filter[related_eq]=true");
    assert!(!related.contains(&1), "{related:?}");
    found
        .nobody
        .get(&format!("{LIST}?filter[related_eq]=true"))
        .expect(400);
}
