//! Newsletters of the demo's centre: one that was sent and stands on the site, and one that is being written. Two thirds of
//! its people want them.

use rusqlite::named_params;
use serde_json::{Value, json};

use super::Town;

/// What was sent: 44 days ago, at ten.
const SENT_DAYS_AGO: f64 = 44.0;
const WRITTEN_DAYS_AGO: f64 = 2.0;
const CONSENT_DAYS_AGO: f64 = 120.0;

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    let at = town.now.minus_days(CONSENT_DAYS_AGO).text();
    town.tx
        .prepare_cached(
            "insert into consents (user_id, kind, is_given, created_at, updated_at)
             select u.id, 'newsletter', 1, :at, :at from users u
              where u.volunteer_center_id = :center_id and u.status = 'active' and u.id % 3 > 0
                and u.email not like '%@demo.voluntr.example'",
        )?
        .execute(named_params! {":center_id": town.center_id, ":at": at})?;
    let sent = write(
        town,
        ("Nieuwsbrief herfst", "Herfst: wie helpt in de Boslust?"),
        &json!([
            { "type": "text", "text": "Dag {{ first_name }},\n\nDe bladeren vallen, en in de Boslust ligt het werk voor het oprapen. Kom een ochtend harken, met koffie toe." },
            { "type": "vacancies", "title": "Nu nodig" },
            { "type": "call", "title": "Een vraag?", "text": "Bel of mail ons gerust.", "label": "Naar contact", "link": "/forms/contact" },
        ]),
        SENT_DAYS_AGO,
    )?;
    // Not at night.
    let day = town.now.minus_days(SENT_DAYS_AGO).text();
    let at = format!("{}T09:00:00Z", day.get(..10).unwrap_or(&day));
    town.tx
        .prepare_cached(
            "update newsletters
                set status = 'sent', is_archived = 1, send_at = :at, started_at = :at, finished_at = :at, tested_at = :at,
                    delivered_before = 121, bounced_before = 2, unsubscribed_before = 3
              where id = :id",
        )?
        .execute(named_params! {":id": sent, ":at": at})?;
    town.tx
        .prepare_cached(
            "insert into published_newsletters (id, volunteer_center_id, subject, html, sent_at, created_at, updated_at)
             values (:id, :center_id, 'Herfst: wie helpt in de Boslust?', :html, :at, :at, :at)",
        )?
        .execute(named_params! {
            ":id": sent,
            ":center_id": town.center_id,
            ":html": "<p>Dag,</p><p>De bladeren vallen, en in de Boslust ligt het werk voor het oprapen. Kom een ochtend harken, met koffie toe.</p><h2>Een vraag?</h2><p>Bel of mail ons gerust.</p><p><a href=\"/forms/contact\">Naar contact</a></p>",
            ":at": at,
        })?;
    for (event, from, to) in [
        ("schedule", "draft", "scheduled"),
        ("start", "scheduled", "sending"),
        ("finish", "sending", "sent"),
    ] {
        town.tx
            .prepare_cached(
                "insert into transitions (subject_type, subject_id, event, from_state, to_state, actor_id, at)
                 select 'newsletters', :id, :event, :from, :to, iif(:event = 'schedule', created_by_id, null), :at from newsletters where id = :id",
            )?
            .execute(named_params! {":id": sent, ":event": event, ":from": from, ":to": to, ":at": at})?;
    }
    write(
        town,
        (
            "Nieuwsbrief december",
            "December: plekken waar je nu nodig bent",
        ),
        &json!([
            { "type": "heading", "title": "December is voor elkaar" },
            { "type": "text", "text": "Dag {{ first_name }},\n\nDe dagen worden kort en de lijst met klussen lang. De Schakel vult kerstpakketten en op het Marktplein komt de kerstmarkt. Heb je een uurtje?" },
            { "type": "vacancies", "title": "Nu nodig" },
            { "type": "activities", "title": "Kom langs" },
            { "type": "call", "title": "Kom naar het wintercafé", "text": "Met soep. Iedereen is welkom.", "label": "Naar de agenda", "link": "/activiteitenkalender" },
        ]),
        WRITTEN_DAYS_AGO,
    )?;
    Ok(())
}

fn write(
    town: &Town,
    (title, subject): (&str, &str),
    blocks: &Value,
    days_ago: f64,
) -> rusqlite::Result<i64> {
    town.tx
        .prepare_cached(
            "insert into newsletters (volunteer_center_id, title, subject, preheader, blocks, created_by_id, updated_by_id, created_at, updated_at)
             select :center_id, :title, :subject, :preheader, :blocks, r.user_id, r.user_id, :at, :at
               from (select max(user_id) as user_id from (select user_id from roles where name = 'center_superuser' and scope_id = :center_id order by id limit 1)) r",
        )?
        .insert(named_params! {
            ":center_id": town.center_id,
            ":title": title,
            ":subject": subject,
            ":preheader": "Van harken tot een kop koffie.",
            ":blocks": blocks.to_string(),
            ":at": town.now.minus_days(days_ago).text(),
        })
}
