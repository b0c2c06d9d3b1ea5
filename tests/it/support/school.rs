//! Fixture of two Schools with students and mentors, for tests of student links and mentor review.

use serde_json::json;

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Reply, Server, document};

/// A School whose mentors see all its students, with two mentors, two students and a manager; and another with one of each.
#[derive(Debug, Clone, Copy)]
pub struct Class {
    pub school: i64,
    pub mia: i64,
    pub sem: i64,
    pub lot: i64,
    pub elsewhere: i64,
    pub stranger: i64,
}

pub const MENTOR: &str = "mentor@example.nl";
pub const COLLEAGUE: &str = "bas@example.nl";
pub const STUDENT: &str = "student@example.nl";
pub const LOT: &str = "lot@example.nl";
pub const MANAGER: &str = "rector@example.nl";
pub const OTHER_MENTOR: &str = "vera@example.nl";
pub const OTHER_MANAGER: &str = "directeur@example.nl";

pub fn class(server: &Server) -> Class {
    let people = server.people;
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    server.arrange(move |tx| {
        let school =
            fixtures::organization(tx, "Lyceum Lindewaard", people.center, "approved", false)?;
        let elsewhere =
            fixtures::organization(tx, "Vakschool De Brug", people.center, "approved", false)?;
        tx.execute(
            "update organizations set organization_type = 'School', mentors_see_all = 1 where id in (?1, ?2)",
            (school, elsewhere),
        )?;
        let one = |email: &str| {
            Ok::<i64, voluntr::error::Error>(tx.query_row(
                "select id from users where email = ?1",
                [email],
                |row| row.get(0),
            )?)
        };
        let new = |email: &str, name: &str| fixtures::user(tx, email, name, people.center, &hash);
        let (mia, sem) = (one(MENTOR)?, one(STUDENT)?);
        let bas = new(COLLEAGUE, "Bas Bakker")?;
        let lot = new(LOT, "Lot Leerling")?;
        let rector = new(MANAGER, "Rik Rector")?;
        let vera = new(OTHER_MENTOR, "Vera Vak")?;
        let stranger = new("sil@example.nl", "Sil Student")?;
        let director = new(OTHER_MANAGER, "Dirk Directeur")?;
        for (who, role, scope, at) in [
            (mia, "mentor", "school", school),
            (bas, "mentor", "school", school),
            (sem, "student", "school", school),
            (lot, "student", "school", school),
            (rector, "organization_superuser", "organization", school),
            (vera, "mentor", "school", elsewhere),
            (stranger, "student", "school", elsewhere),
            (
                director,
                "organization_superuser",
                "organization",
                elsewhere,
            ),
        ] {
            role_of(tx, who, role, scope, at)?;
        }
        Ok(Class {
            school,
            mia,
            sem,
            lot,
            elsewhere,
            stranger,
        })
    })
}

pub fn signed_in(server: &Server, email: &str) -> Client {
    let mut client = server.as_nobody();
    client.sign_in(email, PASSWORD);
    client
}

pub const LINKS: &str = "/api/v1/student_links";

/// Links a student of the School to a mentor; `None` is the asker.
pub fn link(client: &Client, class: Class, student: i64, mentor: Option<i64>) -> Reply {
    let mut attributes = json!({ "student_id": student.to_string(), "organization_id": class.school.to_string(), "hour_target": 30 });
    if let Some(mentor) = mentor {
        attributes["mentor_id"] = mentor.to_string().into();
    }
    client.post(LINKS, &document("student_links", attributes))
}

/// The School asks that a mentor agrees first.
pub fn asks_first(server: &Server, class: Class) {
    let path = format!("/api/v1/organizations/{}", class.school);
    let change = document("organizations", json!({ "mentor_approval": true }));
    signed_in(server, MANAGER).patch(&path, &change).expect(200);
}
