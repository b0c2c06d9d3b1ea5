//! Rows of the permissions matrix: for each actor one of their own and one of another, reset before each call.

use std::collections::HashMap;

use rusqlite::{OptionalExtension as _, named_params};
use serde_json::json;
use voluntr::db::Tx;
use voluntr::error::Result;
use voluntr::resources;

use crate::support::fixtures;
use crate::support::server::Server;

/// One row of each type, theirs or somebody else's.
pub struct Rows(HashMap<&'static str, i64>);

impl Rows {
    pub fn id(&self, type_name: &str, path: &str) -> String {
        if path.ends_with("/taxonomies/{id}") && self.0.contains_key("kind") {
            return "tags".to_owned();
        }
        if path.ends_with("/mail_previews/{id}") || path.contains("/notification_templates/{id}") {
            return "account_confirm".to_owned();
        }
        // The word before the id says whose it is: a note about a person stands under the person.
        let before = path.split("/{id}").next().unwrap_or_default();
        let named = before.rsplit('/').next().unwrap_or_default();
        self.0
            .get(named)
            .or_else(|| self.0.get(type_name))
            .map_or_else(String::new, ToString::to_string)
    }

    pub fn of(&self, type_name: &str) -> String {
        self.0[type_name].to_string()
    }

    /// What a new row is to belong to.
    pub fn parent(&self, operation: &str) -> i64 {
        match operation {
            "POST /api/v1/vacancies" => self.0["organizations"],
            "POST /api/v1/applications" => self.0["open"],
            operation if operation.contains("role") || operation == "POST /api/v1/users" => {
                self.0["organizations"]
            }
            _ => self.0["fresh"],
        }
    }
}

/// Sets the rows back and gives those that `asker` is asked with. Somebody else's is another organisation's for who
/// manages one, another centre's for everybody else, and another person's where a row belongs to a person.
pub fn arrange(server: &Server, operation: &str, asker: &str, own: bool) -> Rows {
    let (operation, asker, people) = (operation.to_owned(), asker.to_owned(), server.people);
    Rows(server.arrange(move |tx| {
        let away = away(tx, people.other_center)?;
        let organization = match (own, asker.as_str()) {
            (true, _) => people.own,
            (false, "superuser") => people.foreign,
            (false, _) => away,
        };
        let center = if own { people.center } else { people.other_center };
        let one = |sql: &str, id: i64| -> Result<i64> { Ok(tx.query_row(sql, [id], |row| row.get(0))?) };
        let state = if operation.contains("/approve") || operation == "DELETE /api/v1/organizations/{id}" {
            "pending"
        } else {
            "approved"
        };
        tx.execute("update organizations set status = 'approved' where status <> 'approved'", [])?;
        tx.execute("update organizations set status = ?2 where id = ?1", (organization, state))?;
        for table in ["conversations", "applications", "notifications", "favorites", "vacancies", "transitions", "attempts"] {
            tx.execute(&format!("delete from {table}"), [])?;
        }
        // Whoever signed an organisation up manages it now: not a right to be measured.
        tx.execute(
            "delete from roles where scope_type = 'organization' and scope_id not in (?1, ?2)",
            (people.own, people.foreign),
        )?;
        people_as_they_were(tx)?;
        let (status, moderation) = match operation.as_str() {
            "DELETE /api/v1/vacancies/{id}" => ("draft", "none"),
            operation if operation.ends_with("/moderate") => ("draft", "submitted"),
            _ => ("published", "none"),
        };
        let center_of = one("select volunteer_center_id from organizations where id = ?1", organization)?;
        let vacancy = vacancy(tx, organization, center_of, status, moderation)?;
        let open = vacancy_open(tx, organization, center_of)?;
        let user = user(tx, &asker, own)?;
        let person = person(tx, &asker, own, user, people.own)?;
        let offer = offer(tx, &asker, own, organization)?;
        let is_manager = matches!(asker.as_str(), "superuser" | "center" | "admin");
        let applicant = match (is_manager, own) {
            (false, true) => user,
            (false, false) | (true, _) => one("select id from users where email = 'wim@example.nl' and ?1", 1)?,
        };
        let application = application(tx, vacancy, organization, center_of, applicant)?;
        let told = match (own, asker.as_str()) {
            (true, _) => self_or(tx, &asker, people.volunteer)?,
            (false, "volunteer") => people.superuser,
            (false, _) => people.volunteer,
        };
        let notification = notification(tx, told)?;
        let link = if operation.contains("student_links") {
            link(tx, &asker, own, center)?
        } else {
            0
        };
        let session = session(tx, told)?;
        let mut rows = HashMap::from([
            ("volunteer_centers", center),
            ("volunteer_center_profiles", one("select profile_id from volunteer_centers where id = ?1", center)?),
            ("themes", one("select theme_id from volunteer_centers where id = ?1", center)?),
            ("organizations", organization),
            ("organization_profiles", one("select profile_id from organizations where id = ?1", organization)?),
            ("addresses", one("select address_id from organizations where id = ?1", organization)?),
            ("users", person),
            ("role_invitations", offer),
            ("schools", one("select id from organizations where name = 'Stadscollege' and ?1", 1)?),
            ("vacancies", vacancy),
            ("applications", application),
            ("notifications", notification),
            ("sessions", session),
            ("open", open),
            ("student_links", link),
            ("exports", export(tx, center, told)?),
            ("imports", import(tx, center, told, &asker)?),
            ("internal_notes", internal_note(tx, center, user, told)?),
            ("consents", consent(tx, told)?),
        ]);
        form_and_submission(tx, &operation, &asker, (own, organization, center), told, &mut rows)?;
        page_and_block(tx, &operation, center, &mut rows)?;
        rows.extend([("vacancy_sources", vacancy_source(tx, center)?), ("api_keys", api_key(tx, center)?), ("year_reports", year_report(tx, center)?), ("newsletter_subscribers", newsletter_subscriber(tx, center)?)]);
        rows.insert("conversations", conversation(tx, (told, organization), center)?);
        rows.extend([("abuse_reports", abuse_report(tx, vacancy, center)?), ("changelog_entries", changelog_entry(tx)?)]);
        // A resource of which nothing is arranged has a row of the person asked for.
        for table in resources::tables() {
            let name = table.type_name;
            if operation.contains(&format!("/{name}/{{id}}")) && !rows.contains_key(name) {
                tx.execute(&format!("delete from {name}"), [])?;
                fixtures::rows_of_person(tx, told, &[name])?;
                rows.insert(name, tx.last_insert_rowid());
            }
        }
        let fresh = one("select coalesce(max(id), 0) + ?1 from taxonomies", 1)?;
        if operation == "GET /api/v1/taxonomies/{id}" {
            rows.insert("kind", 0);
        }
        tx.execute(
            "insert into taxonomies (kind, key, name_nl, name_en, created_at, updated_at) values ('tags', 't' || ?1, 'Tag', 'Tag', ?2, ?2)",
            (fresh, tx.now()),
        )?;
        rows.insert("taxonomies", tx.last_insert_rowid());
        rows.insert("fresh", fresh + 1);
        Ok(rows)
    }))
}

/// Between a person and an organisation.
fn conversation(tx: &Tx, (person, organization): (i64, i64), center: i64) -> Result<i64> {
    tx.execute(
        "insert into conversations (about_type, about_id, organization_id, volunteer_center_id, last_message_at, created_at, updated_at)
         values ('organizations', ?1, ?1, ?2, ?3, ?3, ?3)",
        (organization, center, tx.now()),
    )?;
    let id = tx.last_insert_rowid();
    tx.execute(
        "insert into conversation_sides (conversation_id, side, user_id) values (?1, 'person', ?2), (?1, 'organization', null)",
        (id, person),
    )?;
    Ok(id)
}

fn abuse_report(tx: &Tx, vacancy: i64, center: i64) -> Result<i64> {
    tx.execute("delete from abuse_reports", [])?;
    tx.execute(
        "insert into abuse_reports (volunteer_center_id, subject_type, subject_id, category, body, snapshot, status, created_at, updated_at)
         values (?1, 'vacancies', ?2, 'spam', 'Reclame.', '{\"title\":\"\",\"text\":\"\",\"author\":\"\",\"at\":null,\"before\":null,\"details\":[]}', 'new', ?3, ?3)",
        (center, vacancy, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

fn vacancy_source(tx: &Tx, center: i64) -> Result<i64> {
    tx.execute("delete from vacancy_sources", [])?;
    tx.execute(
        "insert into vacancy_sources (volunteer_center_id, url, next_at, created_at, updated_at)
         values (?1, 'https://partner.example.org/v.json', ?2, ?2, ?2)",
        (center, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

fn changelog_entry(tx: &Tx) -> Result<i64> {
    tx.execute("delete from changelog_entries", [])?;
    tx.execute(
        "insert into changelog_entries (date, kinds, title_nl, title_en, text_nl, text_en, published, published_at, created_at, updated_at)
         values ('2026-11-21', '[\"new\"]', 'Kaart', 'Map', '<p>Kaart</p>', '<p>Map</p>', 1, ?1, ?1, ?1)",
        [tx.now()],
    )?;
    Ok(tx.last_insert_rowid())
}

fn year_report(tx: &Tx, center: i64) -> Result<i64> {
    tx.execute("delete from year_reports", [])?;
    tx.execute(
        "insert into year_reports (volunteer_center_id, year, created_at, updated_at) values (?1, 2025, ?2, ?2)",
        (center, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

fn api_key(tx: &Tx, center: i64) -> Result<i64> {
    tx.execute("delete from api_keys", [])?;
    tx.execute(
        "insert into api_keys (volunteer_center_id, name, scopes, prefix, token_hash, created_at, updated_at, expires_at)
         values (?1, 'Import', '[\"read_public\"]', 'vk_abcdefgh', zeroblob(32), ?2, ?2, '2027-11-21T22:59:59Z')",
        (center, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

fn newsletter_subscriber(tx: &Tx, center: i64) -> Result<i64> {
    tx.execute("delete from newsletter_subscribers", [])?;
    tx.execute(
        "insert into newsletter_subscribers (volunteer_center_id, email, status, created_at, updated_at)
         values (?1, 'wil@example.org', 'active', ?2, ?2)",
        (center, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

/// A form, the manager's own for who manages an organisation, and what `sender` sent with it.
fn form_and_submission(
    tx: &Tx,
    operation: &str,
    asker: &str,
    (own, organization, center): (bool, i64, i64),
    sender: i64,
    rows: &mut HashMap<&'static str, i64>,
) -> Result<()> {
    tx.execute("delete from form_submissions", [])?;
    tx.execute("delete from forms where is_contact = 0", [])?;
    let status = match operation {
        "PUT /api/v1/forms/{id}/transition" => "closed",
        _ => "open",
    };
    let access = if operation.contains("/invitations") {
        "token_holder"
    } else {
        "anonymous"
    };
    tx.execute(
        "insert into forms (volunteer_center_id, organization_id, title, status, access_permission, token, created_at, updated_at)
         values (?1, ?2, 'Een formulier', ?3, ?4, 'adres', ?5, ?5)",
        (center, (asker == "superuser").then_some(organization), status, access, tx.now()),
    )?;
    let form = tx.last_insert_rowid();
    rows.insert("forms", form);
    if operation.contains("form_submissions") {
        let sender = if own || asker != "volunteer" {
            Some(sender)
        } else {
            None
        };
        tx.execute(
            "insert into form_submissions (form_id, volunteer_center_id, organization_id, user_id, answers, search, email, created_at, updated_at)
             select f.id, f.volunteer_center_id, f.organization_id, ?2, '[]', '', 'noor@example.nl', ?3, ?3 from forms f where f.id = ?1",
            (form, sender, tx.now()),
        )?;
        rows.insert("form_submissions", tx.last_insert_rowid());
    }
    Ok(())
}

/// A page of the centre that is online, with a block and a version.
fn page_and_block(
    tx: &Tx,
    operation: &str,
    center: i64,
    rows: &mut HashMap<&'static str, i64>,
) -> Result<()> {
    tx.execute("delete from pages where slug <> 'home'", [])?;
    if ![
        "/pages",
        "/content_blocks",
        "/published_pages",
        "/news_items",
    ]
    .iter()
    .any(|path| operation.contains(path))
    {
        return Ok(());
    }
    let page_type = if operation.contains("/news_items") {
        "news"
    } else {
        "default"
    };
    tx.execute(
        "insert into pages (volunteer_center_id, title, slug, page_type, deleted_at, created_at, updated_at)
         values (?1, 'Een pagina', 'een-pagina', ?2, ?3, ?4, ?4)",
        (
            center,
            page_type,
            operation.ends_with("/pages/{id}/restore").then(|| tx.now()),
            tx.now(),
        ),
    )?;
    let page = tx.last_insert_rowid();
    rows.insert("pages", page);
    rows.insert("news_items", page);
    tx.execute(
        "insert into content_blocks (page_id, position, block_type, content, created_at, updated_at)
         values (?1, 1, 'SectionTitle', '{\"title\":\"Kop\"}', ?2, ?2)",
        (page, tx.now()),
    )?;
    rows.insert("content_blocks", tx.last_insert_rowid());
    tx.execute(
        "insert into page_versions (page_id, number, fields, blocks, at) values (?1, 1, '{\"title\":\"Een pagina\"}', '[]', ?2)",
        (page, tx.now()),
    )?;
    tx.execute(
        "insert into published_pages (page_id, volunteer_center_id, number, title, slug, locale, page_type, page_layout,
           show_title_on_page, featured, tags, blocks, published_at, publish_at, created_at, updated_at)
         values (?1, ?2, 1, 'Een pagina', 'een-pagina', 'nl', ?4, 'wide', 1, 0, '[]', '[]', ?3, ?3, ?3, ?3)",
        (page, center, tx.now(), page_type),
    )?;
    rows.insert("published_pages", tx.last_insert_rowid());
    Ok(())
}

/// A file that `user` made.
fn export(tx: &Tx, center: i64, user: i64) -> Result<i64> {
    tx.execute("delete from exports", [])?;
    tx.execute(
        "insert into exports (resource, format, rows, content, volunteer_center_id, created_by_id, expires_at, created_at, updated_at)
         values ('users', 'csv', 0, x'', ?1, ?2, '2999-01-01T00:00:00Z', ?3, ?3)",
        (center, user, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

/// A note about `user` by `author`.
fn internal_note(tx: &Tx, center: i64, user: i64, author: i64) -> Result<i64> {
    tx.execute("delete from internal_notes", [])?;
    tx.execute(
        "insert into internal_notes (subject_type, subject_id, author_id, note, volunteer_center_id, created_at, updated_at)
         values ('users', ?1, ?2, 'Heeft gebeld.', ?3, ?4, ?4)",
        (user, author, center, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

/// What `user` agreed to.
fn consent(tx: &Tx, user: i64) -> Result<i64> {
    tx.execute("delete from consents", [])?;
    tx.execute(
        "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'newsletter', 1, ?2, ?2)",
        (user, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

/// A file with one person, brought in at `center` by `user`.
fn import(tx: &Tx, center: i64, user: i64, asker: &str) -> Result<i64> {
    tx.execute("delete from imports", [])?;
    let role = (asker == "mentor").then_some("student");
    let person = json!({ "line": 2, "email": "nieuw@example.org", "name": "", "role": role, "organization": null });
    let report = json!({ "is_readable": true, "new": 1, "known": 0, "repeated": 0, "faulty": 0, "faults": [], "people": [person] });
    tx.execute(
        "insert into imports (resource, file_name, content, columns, rows, report, volunteer_center_id, created_by_id, created_at, updated_at)
         values ('users', 'mensen.csv', cast(:content as blob), :columns, 1, :report, :center, :user, :now, :now)",
        named_params! {
            ":report": report.to_string(),
            ":content": "email\nnieuw@example.org\n",
            ":columns": r#"[{"header":"email","samples":[],"field":"email"}]"#,
            ":center": center,
            ":user": user,
            ":now": tx.now(),
        },
    )?;
    Ok(tx.last_insert_rowid())
}

/// The other centre's organisation, and the profile and theme that every centre has.
fn away(tx: &Tx, center: i64) -> Result<i64> {
    let known: Option<i64> = tx
        .query_row(
            "select id from organizations where name = 'Elders actief'",
            [],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    tx.execute(
        "insert into volunteer_center_profiles (created_at, updated_at) values (?1, ?1)",
        [tx.now()],
    )?;
    let profile = tx.last_insert_rowid();
    tx.execute(
        "insert into themes (font_sans, font_heading, created_at, updated_at) values ('Inter', 'Inter', ?1, ?1)",
        [tx.now()],
    )?;
    let theme = tx.last_insert_rowid();
    tx.execute(
        "update volunteer_centers set profile_id = ?2, theme_id = ?3 where id = ?1",
        (center, profile, theme),
    )?;
    fixtures::user(tx, "elders@example.nl", "Eli Elders", center, "")?;
    let here = tx.query_row(
        "select id from volunteer_centers where is_default = 1",
        [],
        |row| row.get(0),
    )?;
    fixtures::user(tx, "lid@example.nl", "Lida Lid", here, "")?;
    let school = fixtures::organization(tx, "Stadscollege", here, "approved", false)?;
    let sql = "update organizations set organization_type = 'School' where id = ?1";
    tx.execute(sql, [school])?;
    for (email, role) in [
        ("mentor@example.nl", "mentor"),
        ("student@example.nl", "student"),
    ] {
        fixtures::role_of(tx, id_of(tx, email)?, role, "school", school)?;
    }
    fixtures::organization(tx, "Elders actief", center, "approved", false)
}

fn id_of(tx: &Tx, email: &str) -> Result<i64> {
    let sql = "select id from users where email = ?1";
    Ok(tx.query_row(sql, [email], |row| row.get(0))?)
}

/// Accounts that were closed are open again, with their sessions; who was asked in or offered something was not.
fn people_as_they_were(tx: &Tx) -> Result<()> {
    tx.execute_batch(
        "delete from role_invitations;
         delete from roles where accepted_at is null;
         delete from users where email = 'nieuw@example.org';
         update users set status = 'active', archived_at = null, archived_by_id = null, archive_reason = null, erase_after = null;
         update sessions set revoked_at = null;",
    )?;
    Ok(())
}

/// Somebody whom the asker manages, or themselves; and somebody out of their reach.
fn person(tx: &Tx, asker: &str, own: bool, user: i64, organization: i64) -> Result<i64> {
    let member = id_of(tx, "lid@example.nl")?;
    tx.execute(
        "insert or ignore into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
         values (?1, 'organization_superuser', 'organization', ?2, ?3, ?3, ?3, ?3)",
        (member, organization, tx.now()),
    )?;
    match (asker, own) {
        ("superuser" | "center" | "admin" | "nobody", true) => Ok(member),
        ("mentor", true) => id_of(tx, "student@example.nl"),
        _ => Ok(user),
    }
}

/// An offer to the asker, or one that they can take back; and one of somebody else's.
fn offer(tx: &Tx, asker: &str, own: bool, organization: i64) -> Result<i64> {
    let to = match (asker, own) {
        ("superuser" | "center" | "admin" | "nobody", _) | (_, false) => {
            id_of(tx, "elders@example.nl")?
        }
        _ => self_or(tx, asker, 0)?,
    };
    tx.execute(
        "insert into role_invitations (user_id, role, scope_type, scope_id, expires_at, created_at, updated_at)
         values (?1, 'organization_superuser', 'organization', ?2, '2027-01-01T00:00:00Z', ?3, ?3)",
        (to, organization, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

fn self_or(tx: &Tx, asker: &str, nobody: i64) -> Result<i64> {
    let email = crate::rights::permissions::ASKERS
        .iter()
        .find(|(name, email)| *name == asker && !email.is_empty());
    match email {
        Some((_, email)) => Ok(tx.query_row(
            "select id from users where email = ?1",
            [email],
            |row| row.get(0),
        )?),
        None => Ok(nobody),
    }
}

fn user(tx: &Tx, asker: &str, own: bool) -> Result<i64> {
    let email = match (asker, own) {
        // The centre's own are those who are registered with it.
        ("center" | "admin" | "nobody", true) | ("superuser", false) => "joke@example.nl",
        (_, false) => "elders@example.nl",
        (_, true) => crate::rights::permissions::ASKERS
            .iter()
            .find(|(name, _)| *name == asker)
            .map_or("", |(_, email)| email),
    };
    Ok(
        tx.query_row("select id from users where email = ?1", [email], |row| {
            row.get(0)
        })?,
    )
}

fn vacancy(tx: &Tx, organization: i64, center: i64, status: &str, moderation: &str) -> Result<i64> {
    tx.execute(
        "insert into vacancies (title, slug, status, moderation_state, description, organization_id, volunteer_center_id, address_id,
                                published_at, expires_at, created_at, updated_at)
         values ('Koffie schenken', 'koffie', :status, :moderation,
                 '<p>Je schenkt elke dinsdag koffie en thee voor wie er langskomt in ons buurthuis.</p>', :organization, :center,
                 (select address_id from organizations where id = :organization), :now, '2027-03-01T00:00:00Z', :now, :now)",
        named_params! {":status": status, ":moderation": moderation, ":organization": organization, ":center": center, ":now": tx.now()},
    )?;
    Ok(tx.last_insert_rowid())
}

/// A second one, to which nobody has applied.
fn vacancy_open(tx: &Tx, organization: i64, center: i64) -> Result<i64> {
    vacancy(tx, organization, center, "published", "none")
}

fn application(tx: &Tx, vacancy: i64, organization: i64, center: i64, user: i64) -> Result<i64> {
    tx.execute(
        "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, message, stage, created_at, updated_at)
         values (:vacancy, :organization, :center, :user, 'Iemand', 'Ik help graag mee op dinsdag.', 'new', :now, :now)",
        named_params! {":vacancy": vacancy, ":organization": organization, ":center": center, ":user": user, ":now": tx.now()},
    )?;
    Ok(tx.last_insert_rowid())
}

/// A link of the asker, as its mentor or its student or at the School they manage; else one of strangers elsewhere.
fn link(tx: &Tx, asker: &str, own: bool, center: i64) -> Result<i64> {
    let one = |email: &str| -> Result<i64> {
        let sql = "select id from users where email = ?1";
        Ok(tx.query_row(sql, [email], |row| row.get(0))?)
    };
    let pick = |role: &str, mine: &'static str, other: &'static str| {
        one(if own && asker == role { mine } else { other })
    };
    tx.execute("delete from student_links", [])?;
    tx.execute("delete from roles where scope_type = 'school' and scope_id in (select id from organizations where name = 'Lyceum')", [])?;
    let school = fixtures::organization(tx, "Lyceum", center, "approved", false)?;
    tx.execute(
        "update organizations set organization_type = 'School' where id = ?1",
        [school],
    )?;
    let student = pick("student", "student@example.nl", "wim@example.nl")?;
    let mentor = pick("mentor", "mentor@example.nl", "elders@example.nl")?;
    fixtures::role_of(tx, student, "student", "school", school)?;
    fixtures::role_of(tx, mentor, "mentor", "school", school)?;
    if own && asker == "superuser" {
        let samira = one("samira@example.nl")?;
        fixtures::role_of(tx, samira, "organization_superuser", "organization", school)?;
    }
    tx.execute(
        "insert into student_links (student_id, mentor_id, organization_id, created_at, updated_at) values (?1, ?2, ?3, ?4, ?4)",
        (student, mentor, school, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

fn notification(tx: &Tx, user: i64) -> Result<i64> {
    tx.execute(
        "insert into notifications (user_id, kind, created_at, updated_at) values (?1, 'application_new', ?2, ?2)",
        (user, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}

/// A session that nobody asks with.
fn session(tx: &Tx, user: i64) -> Result<i64> {
    tx.execute("delete from sessions where client = 'elsewhere'", [])?;
    tx.execute(
        "insert into sessions (user_id, client, token_hash, created_at, used_at, expires_at)
         values (?1, 'elsewhere', x'00', ?2, ?2, '2027-01-01T00:00:00Z')",
        (user, tx.now()),
    )?;
    Ok(tx.last_insert_rowid())
}
