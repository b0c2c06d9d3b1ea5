//! Fixtures: users of every role, organisations and vacancies, written to the database as the product would.

use rusqlite::named_params;
use serde_json::{Value, json};
use voluntr::app::App;
use voluntr::db::Tx;

use crate::support::server::{Client, document};

pub const PASSWORD: &str = "paard batterij nietje";

/// The ids that tests speak of.
#[derive(Debug, Clone, Copy)]
pub struct People {
    pub center: i64,
    /// A second centre of the same tenant.
    pub other_center: i64,
    /// Approved, trusted, managed by Samira.
    pub own: i64,
    /// Approved, managed by somebody else.
    pub foreign: i64,
    pub volunteer: i64,
    pub superuser: i64,
}

pub fn people(app: &App, tenant: &str) -> People {
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    let tenant = app.tenants().get(tenant).unwrap();
    tenant
        .unguarded("test data")
        .write_blocking(move |tx| {
            let center: i64 = tx.query_row("select id from volunteer_centers where is_default = 1", [], |row| row.get(0))?;
            tx.execute(
                "insert into volunteer_centers (name, host, created_at, updated_at) values ('Elders', 'elders.localhost', :now, :now)",
                named_params! {":now": tx.now()},
            )?;
            let other_center = tx.last_insert_rowid();
            let own = organization(tx, "Taalhuis Lindewaard", center, "approved", true)?;
            let foreign = organization(tx, "Voedselbank De Schakel", center, "approved", true)?;
            let person = |email: &str, name: &str| user(tx, email, name, center, &hash);
            let admin = person("admin@example.nl", "Ada Beheer")?;
            let marieke = person("marieke@example.nl", "Marieke Bos")?;
            let superuser = person("samira@example.nl", "Samira Haddou")?;
            let stranger = person("wim@example.nl", "Wim Postma")?;
            let volunteer = person("joke@example.nl", "Joke Vermeer")?;
            let student = person("student@example.nl", "Sem Student")?;
            let mentor = person("mentor@example.nl", "Mia Mentor")?;
            let pages = person("pages@example.nl", "Piet Pagina")?;
            let content = person("content@example.nl", "Cora Content")?;
            for (who, role, scope_type, scope_id) in [
                (admin, "admin", "tenant", 0),
                (marieke, "center_superuser", "volunteer_center", center),
                (superuser, "organization_superuser", "organization", own),
                (stranger, "organization_superuser", "organization", foreign),
                (student, "student", "volunteer_center", center),
                (mentor, "mentor", "volunteer_center", center),
                (pages, "page_manager", "volunteer_center", center),
                (content, "content_manager", "volunteer_center", center),
            ] {
                role_of(tx, who, role, scope_type, scope_id)?;
            }
            Ok(People {
                center,
                other_center,
                own,
                foreign,
                volunteer,
                superuser,
            })
        })
        .unwrap()
}

pub fn user(
    tx: &Tx,
    email: &str,
    name: &str,
    center: i64,
    hash: &str,
) -> voluntr::error::Result<i64> {
    let (first, last) = name.split_once(' ').unwrap_or((name, ""));
    tx.execute(
        "insert into users (email, password_hash, first_name, last_name, phone_number, status, signup_method, volunteer_center_id, confirmed_at, created_at, updated_at)
         values (:email, :hash, :first, :last, '+31612345678', 'active', 'signedUp', :center, :now, :now, :now)",
        named_params! {":email": email, ":hash": hash, ":first": first, ":last": last, ":center": center, ":now": tx.now()},
    )?;
    Ok(tx.last_insert_rowid())
}

pub fn role_of(
    tx: &Tx,
    user: i64,
    name: &str,
    scope_type: &str,
    scope_id: i64,
) -> voluntr::error::Result<()> {
    tx.execute(
        "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
         values (:user, :name, :scope_type, :scope_id, :now, :now, :now, :now)",
        named_params! {":user": user, ":name": name, ":scope_type": scope_type, ":scope_id": scope_id, ":now": tx.now()},
    )?;
    Ok(())
}

/// Fills the tables that have a `user_id` and no rows with one of this person, so that a test over all tables covers
/// those that it arranges nothing in. Texts without a default are `EIGEN-<table>-<column>`.
pub fn rows_of_person(tx: &Tx, user: i64, tables: &[&str]) -> voluntr::error::Result<()> {
    if tables.contains(&"activity_registrations") {
        activity_of(tx, user)?;
    }
    for table in tables {
        let columns: Vec<(String, String)> = tx
            .prepare("select name, type from pragma_table_info(?1) where (\"notnull\" or name = 'user_id') and dflt_value is null and name <> 'id'")?
            .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let has_rows: bool = tx.query_row(
            &format!("select exists (select 1 from {table})"),
            [],
            |row| row.get(0),
        )?;
        if has_rows || !columns.iter().any(|(name, _)| name == "user_id") {
            continue;
        }
        let values = columns
            .iter()
            .map(|(name, kind)| match (name.as_str(), kind.as_str()) {
                ("user_id", _) => user.to_string(),
                ("status", _) if *table == "activity_registrations" => "'registered'".to_owned(),
                ("status", _) if *table == "volunteer_profile_replies" => "'open'".to_owned(),
                ("status", _) if *table == "checks" => "'requested'".to_owned(),
                ("kind", _) if *table == "checks" => "'vog'".to_owned(),
                ("status", _) if *table == "hours_entries" => "'logged'".to_owned(),
                ("day", _) if *table == "hours_entries" => "'2026-11-20'".to_owned(),
                // Chance made it: it stays, and says that the paper was withdrawn.
                ("code", _) if *table == "proofs" => "'7K4M92QX'".to_owned(),
                ("kind", _) if *table == "proofs" => "'volunteering'".to_owned(),
                ("locale", _) if *table == "proofs" => "'nl'".to_owned(),
                ("content", _) if *table == "proofs" => {
                    "'{\"person_name\":\"EIGEN-proofs-content\"}'".to_owned()
                }
                ("session_id", _) if *table == "data_viewer_disclosures" => {
                    "(select max(id) from sessions)".to_owned()
                }
                ("reason", _) if *table == "data_viewer_disclosures" => "'help'".to_owned(),
                (name, "TEXT") if name.ends_with("_at") => format!("'{}'", tx.now()),
                (name, "TEXT") => format!("'EIGEN-{table}-{name}'"),
                _ => "1".to_owned(),
            });
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let values: Vec<String> = values.collect();
        tx.execute(
            &format!(
                "insert into {table} ({}) values ({})",
                names.join(", "),
                values.join(", ")
            ),
            [],
        )?;
    }
    Ok(())
}

/// An activity with a date, of which this person is the contact; none where there is one already.
fn activity_of(tx: &Tx, user: i64) -> voluntr::error::Result<()> {
    tx.execute(
        "insert into activities (id, volunteer_center_id, organization_id, title, slug, description, status, activity_categories, starts_at, ends_at,
                                 online, online_url, registration, contact_person_id, published_at, created_at, updated_at)
         select 1, o.volunteer_center_id, o.id, 'Koffieochtend', 'koffieochtend', '<p>Kom gezellig koffie drinken in de buurt.</p>', 'published', '[\"meet\"]',
                '2027-03-02T10:00', '2027-03-02T12:00', 1, 'https://voorbeeld.nl/koffie', 'occurrence', ?1, ?2, ?2, ?2
           from organizations o
          where o.id = (select min(id) from organizations) and not exists (select 1 from activities)",
        (user, tx.now()),
    )?;
    tx.execute(
        "insert into activity_occurrences (activity_id, original_start, starts_at, ends_at, day, starts_local, ends_local, told_starts_at, told_ends_at,
                                           created_at, updated_at)
         select 1, '2027-03-02T10:00', '2027-03-02T09:00:00Z', '2027-03-02T11:00:00Z', '2027-03-02', '2027-03-02T10:00', '2027-03-02T12:00',
                '2027-03-02T09:00:00Z', '2027-03-02T11:00:00Z', ?1, ?1
          where exists (select 1 from activities where id = 1) and not exists (select 1 from activity_occurrences)",
        [tx.now()],
    )?;
    Ok(())
}

pub fn organization(
    tx: &Tx,
    name: &str,
    center: i64,
    status: &str,
    trusted: bool,
) -> voluntr::error::Result<i64> {
    tx.execute(
        "insert into addresses (street, house_number, postal_code, city, latitude, longitude, created_at, updated_at)
         values ('Kerkstraat', '18', '5310 AB', 'Lindewaard', 51.8, 5.25, :now, :now)",
        named_params! {":now": tx.now()},
    )?;
    let address = tx.last_insert_rowid();
    tx.execute("insert into organization_profiles (show_on_social_map, created_at, updated_at) values (1, ?1, ?1)", [tx.now()])?;
    let profile = tx.last_insert_rowid();
    tx.execute(
        "insert into organizations (name, email, status, trusted, neighbourhood_initiative, volunteer_center_id, address_id, profile_id, created_at, updated_at)
         values (:name, 'info@example.org', :status, :trusted, 1, :center, :address, :profile, :now, :now)",
        named_params! {":name": name, ":status": status, ":trusted": trusted, ":center": center, ":address": address, ":profile": profile, ":now": tx.now()},
    )?;
    Ok(tx.last_insert_rowid())
}

/// What an organisation fills in for a vacancy.
pub fn vacancy(organization: i64, title: &str) -> Value {
    document(
        "vacancies",
        json!({
            "title": title,
            "summary": "Een uur per week met iemand praten die Nederlands leert.",
            "description": "<p>Je spreekt elke week een uur af met iemand die Nederlands leert. Jullie drinken koffie of lopen over de markt.</p>",
            "organization_id": organization.to_string(),
            "schedule": "Dinsdagochtend",
            "hours_per_week": 1,
            "tags": ["regularly"],
        }),
    )
}

/// Makes a vacancy and publishes it; gives its id.
pub fn published(client: &Client, organization: i64, title: &str) -> String {
    let id = client
        .post("/api/v1/vacancies", &vacancy(organization, title))
        .expect(201)
        .id();
    event(
        client,
        &format!("/api/v1/vacancies/{id}/transition"),
        "publish",
    )
    .expect(200);
    id
}

/// Asks for one step of a state machine.
pub fn event(client: &Client, path: &str, event: &str) -> crate::support::server::Reply {
    let body = json!({ "data": { "attributes": { "event": event } } });
    if path.starts_with("/api/v1/vacancies/") {
        client.decide(path, &body)
    } else {
        client.put(path, &body)
    }
}
