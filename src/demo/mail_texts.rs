//! Texts of mails of the demo's centre: one of its own, in Dutch alone, and a kind that it does not send.

use rusqlite::named_params;
use serde_json::json;

use super::Town;

const DAYS_AGO: f64 = 9.0;
const KIND: &str = "application_received";
const INTRO: &str = "Wat fijn dat je iets voor een ander wilt doen in Lindewaard.";
const SWITCHED_OFF: &str = "vacancy_draft_3d";

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    let at = town.now.minus_days(DAYS_AGO).text();
    let id = town
        .tx
        .prepare_cached(
            "insert into notification_templates (kind, locale, volunteer_center_id, intro, created_at, updated_at)
             values (:kind, 'nl', :center_id, :intro, :at, :at)",
        )?
        .insert(named_params! {
            ":kind": KIND, ":center_id": town.center_id, ":intro": INTRO, ":at": at,
        })?;
    town.tx
        .prepare_cached(
            "insert into row_versions (subject_type, subject_id, number, actor_id, changes, data, at)
             select 'notification_templates', :id, 1,
                    (select user_id from roles where name = 'center_superuser' and scope_id = :center_id order by id limit 1),
                    :changes, :data, :at",
        )?
        .execute(named_params! {
            ":id": id,
            ":center_id": town.center_id,
            ":changes": json!(["intro"]).to_string(),
            ":data": json!({ "subject": null, "intro": INTRO, "body": null }).to_string(),
            ":at": at,
        })?;
    town.tx
        .prepare_cached(
            "insert into switched_off_mails (kind, volunteer_center_id, created_at) values (?1, ?2, ?3)",
        )?
        .execute((SWITCHED_OFF, town.center_id, &at))?;
    Ok(())
}
