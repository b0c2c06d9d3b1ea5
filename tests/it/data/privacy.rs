//! Right of access and erasure: the complete data of a user is exported, and none of it remains afterwards.

use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;

use jiff::SignedDuration;
use rusqlite::named_params;
use serde_json::{Value, json};
use voluntr::db::Tx;
use voluntr::error::Result;
use voluntr::jobs::{origin, retention, send_outbox};
use voluntr::mail::{Mailer, MailerSettings};
use voluntr::privacy::{Holds, scrub};
use voluntr::resources::personal_data::inventory;

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Server};
use crate::support::smtp_peer::SmtpPeer;

const EMAIL: &str = "quirina.zwaluwstaart@spoor.example";

/// What is written nowhere else, and whether the person's own copy holds it.
const MARKS: &[(&str, bool)] = &[
    (EMAIL, true),
    ("Quirina", true),
    ("Zwaluwstaart", true),
    ("+31699112233", true),
    ("Windmolenschilder", true),
    ("1971-03-29", true),
    ("Kolibriepad", true),
    ("wachtend.nieuw.adres@spoor.example", true),
    ("BERICHT-ananasboot", true),
    ("ANTWOORD-pinguintoren", true),
    ("REDEN-kastanjeraket", true),
    ("ACCOUNTREDEN-mosselbank", true),
    ("MELDING-eigen-lantaarn", true),
    ("MELDING-ander-sextant", false),
    ("BRIEF-wachtend-kompas", false),
    ("BRIEF-ander-anker", false),
    ("Zeepaardbrowser/7", true),
    ("WACHTWOORDHASH-fluweel", false),
    ("SLEUTELGEGEVENS-barnsteen", false),
    ("GASTWOORD-sleedoorn", true),
    ("KLANTSLEUTEL-robijn", false),
    ("HERHAALD-antwoord-saffier", false),
    ("GEWEIGERD-postbus-vol", true),
    ("EDITIE-voorwaarden-9", true),
    ("AUDIT-veldnaam-toermalijn", true),
    ("APPARAAT-boerenkool", true),
    ("MEEKIJKEN-rabarber", true),
    ("PASSKEY-zolderkamer", true),
    ("GEHEIM-graniet", false),
    ("SLEUTELBEWIJS-marmer", false),
    ("CODEHASH-leisteen", false),
    ("VRAAGSTAAT-basalt", false),
    ("TOESTELHASH-agaat", false),
    ("GETYPT-serpentijn", false),
    ("NOTITIE-vuurtoren", true),
    ("ABONNEE-wilgenroos", true),
    ("SLEUTEL-tot-wensen", false),
    ("GESPREK-zeppelinhal", true),
    ("AFDRUK-berenklauw", false),
    ("VREEMD-salamander", false),
    ("ANDERSNAMENS-otter", true),
    ("OUDER-walnoot", true),
    ("TABEL-heksenkruid", false),
    ("BESTAND-klaproos", false),
    ("UITVOER-moerasspirea", false),
    ("PORTRET-korenbloem", true),
    ("TUINFOTO-duizendblad", true),
    // A vacancy that was taken away long before, out of the index of words too.
    ("zonnebloemtaart", false),
    ("quirina.vroeger@spoor.example", true),
    ("Ooievaarsbek", true),
    // Of the tables that are filled by themselves.
    ("EIGEN-", true),
];

/// A row in every table that can hold something of a person, each with something that is found nowhere else. A table
/// with a `user_id` is filled by itself; others are filled here: see `what_is_arranged_covers_every_table`.
#[expect(clippy::too_many_lines, reason = "one statement for each table")]
fn arrange(tx: &Tx, own: i64, hash: &str) -> Result<i64> {
    let now = tx.now();
    tx.execute(
        "insert into users (email, password_hash, first_name, last_name, phone_number, job_title, gender, birth_date, status, signup_method,
                            volunteer_center_id, confirmed_at, accepted_terms_at, unconfirmed_email, created_at, updated_at)
         values (:email, :hash, 'Quirina', 'Zwaluwstaart', '+31699112233', 'Windmolenschilder', 'female', '1971-03-29', 'active', 'signedUp',
                 1, :now, :now, 'wachtend.nieuw.adres@spoor.example', :now, :now)",
        named_params! {":email": EMAIL, ":hash": hash, ":now": now},
    )?;
    let user = tx.last_insert_rowid();
    let initiative = fixtures::organization(tx, "Kolibrietuin", 1, "archived", false)?;
    tx.execute(
        "update organizations set contact_name = 'Quirina Zwaluwstaart', email = ?2, phone_number = '+31699112233' where id = ?1",
        (initiative, EMAIL),
    )?;
    tx.execute(
        "update addresses set street = 'Kolibriepad' where id = (select address_id from organizations where id = ?1)",
        [initiative],
    )?;
    role_of(
        tx,
        user,
        "organization_superuser",
        "organization",
        initiative,
    )?;
    tx.execute_batch(&format!(
        "insert into vacancies (id, title, status, expires_at, contact_person_id, contact_phone_visible, organization_id, volunteer_center_id, created_at, updated_at)
         values (500, 'Blijft staan', 'published', '2027-10-01T09:00:00Z', null, 0, {own}, 1, '{now}', '{now}'),
                (502, 'Met zonnebloemtaart', 'draft', null, null, 0, {own}, 1, '{now}', '{now}'),
                (501, 'Van de Kolibrietuin', 'archived', null, {user}, 1, {initiative}, 1, '{now}', '{now}');
         insert into applications (id, vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name, email, phone_number, message, answers, reason_text, stage, created_at, updated_at)
         values (600, 500, {own}, 1, {user}, 'Quirina', 'Zwaluwstaart', '{EMAIL}', '+31699112233', 'BERICHT-ananasboot', '[\"ANTWOORD-pinguintoren\"]', null, 'accepted', '{now}', '{now}'),
                (601, 501, {initiative}, 1, null, 'Quirina', 'Zwaluwstaart', '{EMAIL}', '+31699112233', 'BERICHT-ananasboot', null, 'REDEN-kastanjeraket', 'rejected', '{now}', '{now}');
         insert into transitions (subject_type, subject_id, event, to_state, actor_id, reason_text, at)
         values ('users', {user}, 'reactivate', 'active', 1, 'ACCOUNTREDEN-mosselbank', '{now}'),
                ('applications', 601, 'reject', 'rejected', 3, 'REDEN-kastanjeraket', '{now}'),
                ('applications', 600, 'accept', 'accepted', {user}, null, '{now}');
         insert into audit_events (actor_id, action, subject_type, subject_id, data, at)
         values (2, 'update', 'users', {user}, '[\"AUDIT-veldnaam-toermalijn\"]', '{now}'), ({user}, 'update', 'organizations', {initiative}, null, '{now}');
         insert into notifications (user_id, kind, data, created_at, updated_at)
         values ({user}, 'application_accepted', '{{\"message\":\"MELDING-eigen-lantaarn\"}}', '{now}', '{now}');
         insert into notifications (user_id, kind, data, subject_type, subject_id, created_at, updated_at)
         values (3, 'application_new', '{{\"applicant_name\":\"Quirina Zwaluwstaart\",\"message\":\"MELDING-ander-sextant\"}}', 'applications', 600, '{now}', '{now}'),
                (3, 'org_archived', '{{\"actor_name\":\"Quirina Zwaluwstaart\"}}', 'organizations', {initiative}, '{now}', '{now}');
         insert into outbox (kind, to_email, to_name, data, fingerprint, subject_type, subject_id, status, next_attempt_at, created_at)
         values ('account_welcome', '{EMAIL}', 'Quirina Zwaluwstaart', '{{\"path\":\"BRIEF-wachtend-kompas\"}}', '', 'users', {user}, 'failed', '{now}', '{now}'),
                ('application_new', 'samira@example.nl', 'Samira', '{{\"message\":\"BRIEF-ander-anker\",\"applicant_name\":\"Quirina Zwaluwstaart\"}}', '', 'applications', 600, 'failed', '{now}', '{now}');
         insert into signup_attempts (email, password_hash, created_at, expires_at) values ('{EMAIL}', 'GETYPT-serpentijn', '{now}', '2026-11-24T09:00:00Z');
         insert into mail_bounces (email, count, last_error, bounced_at) values ('{EMAIL}', 1, 'GEWEIGERD-postbus-vol', '{now}');
         insert into mail_unsubscriptions (email, kind, created_at) values ('{EMAIL}', 'org_archived', '{now}');
         insert into conversations (id, about_type, about_id, organization_id, volunteer_center_id, last_message_at, created_at, updated_at)
         values (700, 'applications', 600, {own}, 1, '{now}', '{now}', '{now}'), (701, 'applications', 999, {initiative}, 1, '{now}', '{now}', '{now}');
         insert into conversation_sides (conversation_id, side, user_id, taken_by_id)
         values (700, 'person', {user}, null), (700, 'organization', null, null), (701, 'person', null, null), (701, 'organization', null, {user});
         insert into conversation_marks (conversation_id, user_id, muted_at) values (700, {user}, '{now}');
         insert into messages (conversation_id, author_id, side, body, created_at, updated_at)
         values (700, {user}, 'person', 'GESPREK-zeppelinhal', '{now}', '{now}'), (701, {user}, 'organization', 'Kom gerust langs.', '{now}', '{now}');
         insert into abuse_reports (volunteer_center_id, subject_type, subject_id, reporter_id, reported_user_id, category, body, snapshot, status,
                reported_text, appeal_by, appeal_body, appeal_status, created_at, updated_at)
         values (1, 'vacancies', 500, {user}, null, 'spam', 'MELDING-eigen-bromvlieg', '{{\"title\":\"Soep\"}}', 'new', null, null, null, null, '{now}', '{now}'),
                (1, 'messages', 1, 3, {user}, 'insulting', 'Onaardig.', '{{\"title\":\"Quirina Zwaluwstaart\"}}', 'action_taken', 'BESLUIT-aan-sleepboot', 'reported', 'BEZWAAR-van-kikker', 'open', '{now}', '{now}');
         insert into conversation_readings (conversation_id, reader_id, created_at) values (700, {user}, '{now}');
         insert into sessions (user_id, client, token_hash, created_at, used_at, expires_at) values ({user}, 'apparaat-1', x'01', '{now}', '{now}', '2027-01-01T00:00:00Z');
         insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, label, created_at, updated_at)
         select {user}, max(s.id), 'https://push.example.org/1', 'x', 'x', 'APPARAAT-telefoon', '{now}', '{now}' from sessions s;
         insert into push_messages (subscription_id, tag, body, url, due_at, created_at) select max(id), 'x', 'x', '/', '{now}', '{now}' from push_subscriptions;
         insert into received_mails (state, reason, conversation_id, side, user_id, from_email, body, message_hash, created_at)
         values ('taken', null, 700, 'person', {user}, '{EMAIL}', null, 'AFDRUK-berenklauw', '{now}'),
                ('held', 'other_sender', 700, 'person', {user}, 'vreemd@spoor.example', 'VREEMD-salamander', null, '{now}'),
                ('held', 'other_sender', 700, 'organization', 2, '{EMAIL}', 'ANDERSNAMENS-otter', null, '{now}');
         insert into message_snippets (organization_id, text, created_by_id, created_at, updated_at) values ({initiative}, 'Bedankt voor je bericht.', {user}, '{now}', '{now}');
         insert into api_keys (volunteer_center_id, name, scopes, prefix, token_hash, created_by_id, created_at, updated_at, expires_at)
         values (1, 'Import', '[\"read_public\"]', 'vk_abcdefgh', zeroblob(32), {user}, '{now}', '{now}', '2027-11-21T22:59:59Z');
         insert into favorites (user_id, vacancy_id, created_at) values ({user}, 500, '{now}');
         insert into vacancy_bulk_edits (attributes, state, total, maker, created_by_id, volunteer_center_id, created_at, updated_at)
         values ('{{}}', 'done', 0, 'this', {user}, 1, '{now}', '{now}');
         insert into vacancy_dismissals (user_id, vacancy_id, reason, created_at) values ({user}, 500, 'too_far', '{now}');
         update volunteer_profiles set postal_code_4 = '5319', languages = '[\"pap\"]' where user_id = {user};
         insert into sessions (user_id, client, token_hash, user_agent, created_at, used_at, expires_at)
         values ({user}, 'KLANTSLEUTEL-robijn', x'00', 'Zeepaardbrowser/7', '{now}', '{now}', '2027-11-21T09:00:00Z');
         update sessions set device = 'APPARAAT-boerenkool', impersonation_reason = 'MEEKIJKEN-rabarber' where client = 'KLANTSLEUTEL-robijn';
         insert into second_factors (user_id, kind, name, secret, credential, created_at)
         values ({user}, 'passkey', 'PASSKEY-zolderkamer', cast('GEHEIM-graniet' as blob), 'SLEUTELBEWIJS-marmer', '{now}');
         insert into recovery_codes (user_id, code_hash, created_at) values ({user}, cast('CODEHASH-leisteen' as blob), '{now}');
         insert into passkey_challenges (id, session_id, purpose, state, created_at, expires_at)
         select 'vraag', id, 'sign_in', 'VRAAGSTAAT-basalt', '{now}', '2026-11-21T09:05:00Z' from sessions where client = 'KLANTSLEUTEL-robijn';
         insert into known_devices (user_id, device_hash, created_at, used_at) values ({user}, cast('TOESTELHASH-agaat' as blob), '{now}', '{now}');
         insert into tokens (purpose, token_hash, subject_type, subject_id, data, created_at, expires_at)
         values ('confirm_account', x'01', 'users', {user}, 'SLEUTELGEGEVENS-barnsteen', '{now}', '2027-11-21T09:00:00Z');
         insert into tokens (purpose, token_hash, data, email, created_at, expires_at)
         values ('confirm_application', x'02', json_object('vacancy_id', '500', 'message', 'GASTWOORD-sleedoorn'), '{EMAIL}', '{now}', '2027-11-21T09:00:00Z');
         insert into consents (user_id, kind, is_given, edition, created_at, updated_at) values ({user}, 'terms', 1, 'EDITIE-voorwaarden-9', '{now}', '{now}');
         insert into row_versions (subject_type, subject_id, number, actor_id, changes, data, at) values ('pages', 1, 1, {user}, '[]', '{{}}', '{now}');
         insert into told_in_digests (user_id, subject_type, subject_id, at) values ({user}, 'vacancies', 1, '{now}');
         insert into feed_tokens (user_id, feed, token_hash, created_at) values ({user}, 'calendar', x'0f', '{now}');
         insert into known_as (user_id, kind, value, until)
         values ({user}, 'email', 'quirina.vroeger@spoor.example', '{now}'), ({user}, 'name', 'Quirina Ooievaarsbek', '{now}');
         insert into guardians (user_id, email, asked_at, created_at) values ({user}, 'OUDER-walnoot@spoor.example', '{now}', '{now}'), (5, '{EMAIL}', '{now}', '{now}');
         update users set birth_date = '2013-05-01' where id = 5;
         insert into consents (user_id, kind, is_given, created_at, updated_at) values (5, 'guardian', 1, '{now}', '{now}');
         insert into notification_preferences (user_id, kind, channel, rate, updated_at) values ({user}, 'application_new', 'email', 'off', '{now}');
         insert into student_links (student_id, mentor_id, organization_id, hour_target, created_at, updated_at) values ({user}, 3, {own}, 30, '{now}', '{now}');
         insert into role_invitations (user_id, email, role, scope_type, scope_id, expires_at, created_at, updated_at)
         values ({user}, '{EMAIL}', 'mentor', 'volunteer_center', 1, '2026-12-05T09:00:00Z', '{now}', '{now}');
         insert into activities (id, volunteer_center_id, organization_id, title, slug, status, starts_at, ends_at, contact_person_id, created_at, updated_at)
         values (1, 1, {own}, 'Koffieochtend', 'koffieochtend', 'published', '2027-03-02T10:00', '2027-03-02T12:00', {user}, '{now}', '{now}');
         insert into activity_messages (activity_id, audience, message, author_id, created_at, updated_at)
         values (1, 'registered', 'Neem een mok mee', {user}, '{now}', '{now}');
         insert into internal_notes (subject_type, subject_id, author_id, note, volunteer_center_id, created_at, updated_at)
         values ('users', {user}, 2, 'NOTITIE-vuurtoren', 1, '{now}', '{now}');
         insert into imports (resource, file_name, content, columns, rows, report, volunteer_center_id, created_by_id, created_at, updated_at)
         values ('users', 'BESTAND-klaproos', cast('email {EMAIL} TABEL-heksenkruid' as blob), '[]', 1, '{{}}', 1, 2, '{now}', '{now}');
         insert into exports (resource, format, filter, rows, content, volunteer_center_id, created_by_id, expires_at, created_at, updated_at)
         values ('users', 'csv', '{{}}', 1, cast('email {EMAIL} UITVOER-moerasspirea' as blob), 1, 2, '2999-01-01T00:00:00Z', '{now}', '{now}');
         insert into organization_suggestions (volunteer_center_id, organization_id, message, email, created_at, updated_at)
         values (1, {own}, 'SUGGESTIE-over-de-deur', '{EMAIL}', '{now}', '{now}');
         insert into forms (volunteer_center_id, title, token, owner_id, created_by_id, created_at, updated_at)
         values (1, 'Training', 'adres-van-een-formulier', {user}, {user}, '{now}', '{now}');
         insert into form_invitations (form_id, email, created_at)
         values ((select max(id) from forms), '{EMAIL}', '{now}');
         insert into form_invitation_links (token_hash, invitation_id)
         values (sha256('UITNODIGING-sleutelbloem'), (select max(id) from form_invitations));
         insert into form_submissions (form_id, volunteer_center_id, user_id, answers, search, email, assignee_id, note, created_at, updated_at)
         values ((select max(id) from forms), 1, {user}, '[]', 'antwoord', '{EMAIL}', {user}, 'NOTITIE-over-formulier', '{now}', '{now}');
         insert into newsletter_subscribers (volunteer_center_id, email, first_name, status, preferences_token, created_at, updated_at)
         values (1, '{EMAIL}', 'ABONNEE-wilgenroos', 'active', 'SLEUTEL-tot-wensen', '{now}', '{now}');
         insert into newsletters (volunteer_center_id, title, created_at, updated_at) values (1, 'December', '{now}', '{now}');
         insert into newsletter_subscribers (volunteer_center_id, user_id, status, created_at, updated_at) values (1, {user}, 'active', '{now}', '{now}');
         insert into newsletter_recipients (newsletter_id, subscriber_id, status, queued_at)
         select (select max(id) from newsletters), id, 'delivered', '{now}' from newsletter_subscribers where user_id = {user};
         insert into uploads (kind, url, name, content_type, size, created_by_id, volunteer_center_id, created_at, updated_at)
         values ('avatar', '/uploads/a', 'PORTRET-korenbloem', 'image/webp', 1, {user}, 1, '{now}', '{now}'),
                ('vacancy', '/uploads/b', 'TUINFOTO-duizendblad', 'image/webp', 1, {user}, 1, '{now}', '{now}');
         update organizations set photo_url = '/uploads/b' where id = {own};
         insert into idempotency_keys (key_hash, fingerprint, status, body, created_at)
         values (x'02', x'02', 201, '{{\"email\":\"{EMAIL}\",\"note\":\"HERHAALD-antwoord-saffier\"}}', '{now}');
         update users set password_hash = password_hash || '', updated_at = '{now}' where id = {user};"
    ))?;
    let of_people = |entry: &&voluntr::privacy::Entry| matches!(entry.holds, Holds::People(_));
    let tables: Vec<&str> = inventory()
        .entries()
        .filter(of_people)
        .map(|entry| entry.table)
        .collect();
    fixtures::rows_of_person(tx, user, &tables)?;
    Ok(user)
}

fn seeded() -> (Server, i64) {
    let server = Server::start();
    let own = server.people.own;
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    let user = server.arrange(move |tx| arrange(tx, own, &hash));
    (server, user)
}

fn quirina(server: &Server) -> Client {
    let mut client = server.as_nobody();
    client.sign_in(EMAIL, PASSWORD);
    client
}

#[test]
fn what_is_arranged_covers_every_table() {
    let (server, _) = seeded();
    for entry in inventory().entries() {
        if let Holds::People(parts) = &entry.holds {
            let table = entry.table;
            for part in *parts {
                if matches!(part.erase, voluntr::privacy::Erase::Stay { .. }) {
                    continue;
                }
                let (sql, has_rows) = (
                    format!("select count(*) from {table} as t where {}", part.rows),
                    server.arrange(move |tx| {
                        Ok(tx.query_row(
                            &format!("select exists (select 1 from {table})"),
                            [],
                            |row| row.get::<_, bool>(0),
                        )?)
                    }),
                );
                assert!(
                    has_rows,
                    "{table}: arrange a row of a person in tests/it/data/privacy.rs ({sql})"
                );
            }
        }
    }
}

/// Everything in the data folder: the file, its log, uploads, whatever lies beside them.
fn folder(path: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            folder(&path, found);
        } else {
            found.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
}

fn traces(server: &Server) -> Vec<String> {
    let marks: Vec<&str> = MARKS.iter().map(|(mark, _)| *mark).collect();
    left(server, &marks)
}

/// Takes what is left in free pages, and says which marks the folder holds then.
pub fn left_after_scrub(server: &Server, marks: &[&str]) -> Vec<String> {
    let tenant = server.app.tenants().get("demo").unwrap();
    runtime().block_on(scrub(tenant.unguarded("test"))).unwrap();
    left(server, marks)
}

/// The marks that the bytes of the data folder hold, in UTF-8 of either case.
fn left(server: &Server, marks: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    folder(server.folder.path(), &mut files);
    assert!(files.iter().any(|(name, _)| name.ends_with("tenant.db")));
    let mut traces = Vec::new();
    for (name, bytes) in &files {
        let bytes = bytes.to_ascii_lowercase();
        for mark in marks {
            let mark = mark.to_ascii_lowercase();
            if bytes
                .windows(mark.len())
                .any(|window| window == mark.as_bytes())
            {
                traces.push(format!("{mark} in {name}"));
            }
        }
    }
    traces
}

fn unzip(bytes: &[u8]) -> Vec<(String, String)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index(index).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            (file.name().unwrap().into_owned(), text)
        })
        .collect()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn the_copy_holds_all_that_is_theirs_and_nothing_that_opens_a_door() {
    let (server, _) = seeded();
    let (status, headers, bytes) = quirina(&server).download("/api/v1/me/data_export");
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "application/zip");
    assert_eq!(
        headers["content-disposition"],
        "attachment; filename=\"mijn-gegevens-2026-11-21.zip\""
    );
    assert_eq!(headers["cache-control"], "private, no-store");
    let files = unzip(&bytes);
    let all: String = files.iter().map(|(_, text)| text.as_str()).collect();
    for (mark, is_shown) in MARKS {
        assert_eq!(all.contains(mark), *is_shown, "{mark}");
    }
    for other in ["samira@example.nl", "joke@example.nl", "$argon2"] {
        assert!(!all.contains(other), "{other} is somebody else's");
    }
    let text = |name: &str| {
        let file = files.iter().find(|(file, _)| file == name);
        &file.unwrap_or_else(|| panic!("no {name}")).1
    };
    // What there is nothing of has no file; that is said.
    assert!(!files.iter().any(|(_, text)| text.trim() == "[]"));
    assert!(text("LEESMIJ.txt").contains("niets van jou"));
    assert!(text("LEESMIJ.txt").contains("aanmeldingen (2): Je aanmeldingen"));
    let applications: Value = serde_json::from_str(text("aanmeldingen.json")).unwrap();
    assert_eq!(applications[0]["vacancy_title"], "Blijft staan");
    assert_eq!(applications[0]["organization_name"], "Taalhuis Lindewaard");
    // A spreadsheet program with Dutch settings shows columns, and é as é.
    let csv = text("aanmeldingen.csv").strip_prefix('\u{feff}').unwrap();
    let mut csv = csv::ReaderBuilder::new()
        .delimiter(b';')
        .from_reader(csv.as_bytes());
    assert!(
        csv.headers()
            .unwrap()
            .iter()
            .any(|name| name == "vacancy_title")
    );
    assert_eq!(csv.records().count(), 2);
    assert!(text("account.csv").contains(EMAIL));
    // In their own language.
    server.arrange(|tx| {
        tx.execute("update users set locale = 'en' where email = ?1", [EMAIL])?;
        Ok(())
    });
    let (_, _, bytes) = quirina(&server).download("/api/v1/me/data_export");
    assert!(
        unzip(&bytes).iter().any(|(name, text)| name == "README.txt"
            && text.contains("applications (2): Your applications"))
    );
}

#[test]
fn after_thirty_days_nothing_of_somebody_is_left_but_numbers() {
    let (server, user) = seeded();
    let peer = SmtpPeer::start();
    server.arrange(|tx| {
        tx.execute("delete from vacancies where id = 502", [])?;
        Ok(())
    });
    assert!(!traces(&server).is_empty());
    let client = quirina(&server);
    client
        .post(
            "/api/v1/me/erasure",
            &json!({ "current_password": PASSWORD, "reason": "REDEN-kastanjeraket" }),
        )
        .expect(202);
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = runtime();
    let _inside = runtime.enter();
    let settings = MailerSettings {
        from: Some("no-reply@voluntr.example".into()),
        ..MailerSettings::new(peer.url())
    };
    let mailer = Mailer::new(&settings).unwrap();
    let place = origin(&server.app, &tenant);
    let db = tenant.unguarded("test");
    runtime
        .block_on(send_outbox(db, &mailer, (&place, "demo")))
        .unwrap();
    peer.wait_for(EMAIL, "gesloten");
    server.clock.advance(SignedDuration::from_hours(30 * 24));
    // The account, and what they typed as a guest.
    assert_eq!(runtime.block_on(retention(db)).unwrap(), 2);
    runtime
        .block_on(send_outbox(db, &mailer, (&place, "demo")))
        .unwrap();
    peer.wait_for(EMAIL, "gewist");
    assert_eq!(runtime.block_on(scrub(db)).unwrap(), 2);
    assert_eq!(traces(&server), Vec::<String>::new());

    let counts = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select (select count(*) from applications where vacancy_id = 500 and stage = 'accepted') || ' ' ||
                    (select count(*) from applications where vacancy_id = 501) || ' ' ||
                    (select status || anonymised_at from users where id = ?1) || ' ' ||
                    (select count(*) from erasures where scrubbed_at is not null)",
            [user],
            |row| row.get::<_, String>(0),
        )?)
    });
    assert_eq!(counts, "1 1 archived2026-12-21T09:00:00Z 2");
    let sound = server.arrange(|tx| {
        Ok(tx.query_row("pragma integrity_check", [], |row| row.get::<_, String>(0))?)
    });
    assert_eq!(sound, "ok");
    // The index of words still finds what stayed.
    let found = server.as_nobody().get("/api/v1/vacancies?filter[q]=blijft");
    assert_eq!(found.expect(200).ids(), ["500"]);
}

#[test]
fn a_file_is_rewritten_at_night_or_after_a_day() {
    let server = Server::start();
    let due = |now: &'static str| server.arrange(move |tx| voluntr::privacy::is_scrub_due(tx, now));
    assert!(!due("2026-11-22T02:00:00Z"), "nothing was erased");
    server.arrange(|tx| {
        tx.execute(
            "insert into erasures (kind, at) values ('account', ?1)",
            [tx.now()],
        )?;
        Ok(())
    });
    assert!(!due("2026-11-21T10:00:00Z"));
    assert!(
        due("2026-11-22T01:30:00Z"),
        "half past two in the Netherlands"
    );
    assert!(!due("2026-11-22T05:00:00Z"));
    assert!(due("2026-11-22T09:00:00Z"), "a day has passed");
}
