//! Granting and revoking roles: every grantor, role and scope (docs/domain/rights.md#granting-roles).

use serde_json::{Value, json};
use voluntr::db::Tx;
use voluntr::error::Result;

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Server, document};

const ROLES: [&str; 8] = [
    "volunteer",
    "student",
    "mentor",
    "organization_superuser",
    "page_manager",
    "content_manager",
    "center_superuser",
    "admin",
];

/// Giver, role, and where it may be given. What is not here is refused.
const MAY_GIVE: &[(&str, &str, &[&str])] = &[
    ("superuser", "organization_superuser", &["own"]),
    ("school", "organization_superuser", &["school"]),
    ("school", "student", &["school"]),
    ("school", "mentor", &["school"]),
    ("center", "volunteer", &["here"]),
    ("center", "student", &["here", "school"]),
    ("center", "mentor", &["here", "school"]),
    ("center", "organization_superuser", &["own", "school"]),
    ("center", "page_manager", &["here"]),
    ("center", "content_manager", &["here"]),
    ("admin", "volunteer", &["here", "elsewhere"]),
    ("admin", "student", &["here", "elsewhere", "school"]),
    ("admin", "mentor", &["here", "elsewhere", "school"]),
    (
        "admin",
        "organization_superuser",
        &["own", "school", "away"],
    ),
    ("admin", "page_manager", &["here", "elsewhere"]),
    ("admin", "content_manager", &["here", "elsewhere"]),
    ("admin", "center_superuser", &["here", "elsewhere"]),
    ("admin", "admin", &["tenant"]),
];

/// The one thing more that is possible with somebody who is new.
const NEW_ONLY: (&str, &str, &[&str]) = ("mentor", "student", &["school"]);

/// What nobody may give there, and who manages the place may take: students and mentors of what is no School.
const MAY_TAKE_TOO: &[(&str, &[&str])] = &[
    ("superuser", &["own"]),
    ("center", &["own"]),
    ("admin", &["own", "away"]),
];

const GIVERS: [(&str, &str); 8] = [
    ("volunteer", "joke@example.nl"),
    ("student", "student@example.nl"),
    ("mentor", "mentor@example.nl"),
    ("superuser", "samira@example.nl"),
    ("school", "wim@example.nl"),
    ("content", "content@example.nl"),
    ("center", "marieke@example.nl"),
    ("admin", "admin@example.nl"),
];

struct World {
    server: Server,
    /// Places by name: kind and id.
    places: Vec<(&'static str, &'static str, i64)>,
    /// Somebody whom everybody here knows: a member of both organisations, registered with this centre.
    target: i64,
}

impl World {
    fn new() -> Self {
        let server = Server::start();
        let people = server.people;
        let (away, target) = server.arrange(move |tx| {
            tx.execute(
                "update organizations set organization_type = 'School' where id = ?1",
                [people.foreign],
            )?;
            let away = fixtures::organization(
                tx,
                "Elders actief",
                people.other_center,
                "approved",
                false,
            )?;
            let one = |email: &str| -> Result<i64> {
                Ok(
                    tx.query_row("select id from users where email = ?1", [email], |row| {
                        row.get(0)
                    })?,
                )
            };
            role_of(
                tx,
                one("mentor@example.nl")?,
                "mentor",
                "school",
                people.foreign,
            )?;
            role_of(
                tx,
                one("student@example.nl")?,
                "student",
                "school",
                people.foreign,
            )?;
            let hash = voluntr::app::auth::password_hash::hash(PASSWORD)?;
            let target = fixtures::user(tx, "doel@example.nl", "Dora Doel", people.center, &hash)?;
            let reserve = fixtures::user(
                tx,
                "reserve@example.nl",
                "Rik Reserve",
                people.center,
                &hash,
            )?;
            // Nobody whose role is taken is the last one to have it.
            role_of(tx, reserve, "admin", "tenant", 0)?;
            for center in [people.center, people.other_center] {
                role_of(tx, reserve, "center_superuser", "volunteer_center", center)?;
            }
            for organization in [people.own, people.foreign, away] {
                role_of(
                    tx,
                    reserve,
                    "organization_superuser",
                    "organization",
                    organization,
                )?;
            }
            Ok((away, target))
        });
        Self {
            places: vec![
                ("here", "volunteer_center", people.center),
                ("elsewhere", "volunteer_center", people.other_center),
                ("own", "organization", people.own),
                ("school", "organization", people.foreign),
                ("away", "organization", away),
                ("tenant", "tenant", 0),
            ],
            server,
            target,
        }
    }

    fn client(&self, email: &str) -> Client {
        let mut client = self.server.as_nobody();
        client.sign_in(email, PASSWORD);
        client
    }

    /// Sets the target back to a plain member, with this one role besides if asked.
    fn reset(&self, role: Option<(&'static str, &'static str, i64)>) {
        let (target, people) = (self.target, self.server.people);
        self.server.arrange(move |tx| {
            forget(tx, target)?;
            for organization in [people.own, people.foreign] {
                // A page manager's role means nothing over an organisation; here it only makes a member.
                role_of(tx, target, "page_manager", "organization", organization)?;
            }
            if let Some((name, kind, id)) = role {
                role_of(tx, target, name, kind, id)?;
            }
            Ok(())
        });
    }
}

fn forget(tx: &Tx, target: i64) -> Result<()> {
    tx.execute("delete from roles where user_id = ?1", [target])?;
    tx.execute("delete from role_invitations", [])?;
    tx.execute("delete from attempts", [])?;
    tx.execute("delete from outbox", [])?;
    tx.execute("delete from users where email = 'nieuw@example.org'", [])?;
    Ok(())
}

/// Whether a role can be over such a thing at all.
fn is_possible(role: &str, kind: &str) -> bool {
    match role {
        "admin" => kind == "tenant",
        "organization_superuser" => kind == "organization",
        "student" | "mentor" => kind != "tenant",
        _ => kind == "volunteer_center",
    }
}

fn is_allowed(giver: &str, role: &str, place: &str) -> bool {
    MAY_GIVE
        .iter()
        .any(|(by, name, places)| *by == giver && *name == role && places.contains(&place))
}

fn is_misplaced(giver: &str, role: &str, place: &str) -> bool {
    matches!(role, "student" | "mentor")
        && MAY_TAKE_TOO
            .iter()
            .any(|(by, places)| *by == giver && places.contains(&place))
}

fn each(
    world: &World,
    mut check: impl FnMut(&Client, &'static str, &'static str, (&'static str, &'static str, i64)),
) {
    for (giver, email) in GIVERS {
        let client = world.client(email);
        for role in ROLES {
            for place in &world.places {
                check(&client, giver, role, *place);
            }
        }
    }
}

fn sent(role: &str, kind: &str, id: i64) -> Value {
    json!({ "role": role, "scope_type": kind, "scope_id": id.to_string() })
}

#[test]
fn a_role_is_offered_by_those_in_the_table_and_nobody_else() {
    let world = World::new();
    let path = format!("/api/v1/users/{}/add_role", world.target);
    each(&world, |client, giver, role, (place, kind, id)| {
        world.reset(None);
        let reply = client.put(&path, &sent(role, kind, id));
        let is_giver = matches!(giver, "superuser" | "school" | "center" | "admin");
        let expected: &[u16] = match (is_giver, is_allowed(giver, role, place)) {
            (true, true) => &[200],
            (true, false) if is_possible(role, kind) => &[403],
            (true, false) => &[422],
            (false, _) => &[403, 404],
        };
        assert!(
            expected.contains(&reply.status),
            "{giver} gives {role} at {place}: {} {}",
            reply.status,
            reply.text
        );
        let (target, is_new) = (world.target, reply.status == 200);
        let held: i64 = world.server.arrange(move |tx| {
            let sql = "select count(*) from roles where user_id = ?1";
            Ok(tx.query_row(sql, [target], |row| row.get(0))?)
        });
        assert_eq!(held, 2 + i64::from(is_new), "{giver} {role} {place}");
    });
}

#[test]
fn a_role_is_taken_by_those_who_may_give_it() {
    let world = World::new();
    let path = format!("/api/v1/users/{}/remove_role", world.target);
    each(&world, |client, giver, role, (place, kind, id)| {
        if !is_possible(role, kind) {
            return;
        }
        let is_school = place == "school" && role != "organization_superuser";
        let kept = if is_school { "school" } else { kind };
        world.reset(Some((role, kept, id)));
        let reply = client.send("DELETE", &path, Some(&sent(role, kind, id)));
        // Somebody of the centre's own rank, or above, is not the centre's to change (docs/domain/rights.md#rank).
        let is_above = giver == "center" && matches!(role, "admin" | "center_superuser");
        let is_right = reply.status
            == match (
                giver,
                is_allowed(giver, role, place) || is_misplaced(giver, role, place),
            ) {
                ("superuser" | "school" | "center" | "admin", true) => 200,
                _ => 403,
            };
        let is_hidden =
            reply.status == 404 && matches!(giver, "volunteer" | "student" | "mentor" | "content");
        assert!(
            is_right || is_hidden || (is_above && reply.status == 403),
            "{giver} takes {role} at {place}: {} {}",
            reply.status,
            reply.text
        );
    });
}

#[test]
fn somebody_new_is_asked_by_those_in_the_table_and_a_student_by_a_mentor_too() {
    let world = World::new();
    each(&world, |client, giver, role, (place, kind, id)| {
        world.reset(None);
        let mut person = sent(role, kind, id);
        person["email"] = "nieuw@example.org".into();
        let reply = client.post("/api/v1/users", &document("user", person));
        let (by, name, places) = NEW_ONLY;
        let is_new_only = by == giver && name == role && places.contains(&place);
        let is_giver = matches!(
            giver,
            "mentor" | "superuser" | "school" | "center" | "admin"
        );
        let expected = match (is_giver, is_new_only || is_allowed(giver, role, place)) {
            // An organisation, a School too, hears nothing but that a letter went out.
            (true, true) if matches!(giver, "mentor" | "superuser" | "school") => 202,
            (true, true) => 201,
            (true, false) if !is_possible(role, kind) => 422,
            _ => 403,
        };
        assert_eq!(
            reply.status, expected,
            "{giver} asks somebody as {role} at {place}: {}",
            reply.text
        );
        let made: i64 = world.server.arrange(|tx| {
            Ok(tx.query_row(
                "select count(*) from users where email = 'nieuw@example.org'",
                [],
                |row| row.get(0),
            )?)
        });
        assert_eq!(made, i64::from(expected < 300), "nothing is left behind");
    });
}

#[test]
fn what_may_be_given_is_what_the_document_offers() {
    let world = World::new();
    for (giver, email) in GIVERS {
        let client = world.client(email);
        world.reset(None);
        let reply = client.get(&format!("/api/v1/users/{}", world.target));
        if reply.status == 404 {
            continue;
        }
        let offered = reply.expect(200).at("/meta/grantable");
        let offered = offered.as_array().unwrap();
        for role in ROLES {
            let is_offered = offered.iter().any(|entry| entry["role"] == role);
            let is_possible = MAY_GIVE
                .iter()
                .any(|(by, name, _)| *by == giver && *name == role);
            assert_eq!(is_offered, is_possible, "{giver} {role}: {offered:?}");
        }
        for entry in offered.iter().filter(|entry| !entry["scope_id"].is_null()) {
            world.reset(None);
            client
                .put(&format!("/api/v1/users/{}/add_role", world.target), entry)
                .expect(200);
        }
    }
    let mine = world
        .client("mentor@example.nl")
        .get("/api/v1/current_user");
    let offered = mine.at("/meta/grantable");
    assert_eq!(offered[0]["role"], "student");
    assert_eq!(offered.as_array().unwrap().len(), 1, "{offered}");
}
