//! Where a file stands: the rows that show it, and the texts that link to it.

use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;

/// Most places that are listed.
const MOST: usize = 100;

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Usages {
    pub data: Vec<Usage>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Usage {
    #[serde(rename = "type")]
    pub type_name: String,
    pub id: String,
    pub attributes: UsageAttributes,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct UsageAttributes {
    pub subject_type: String,
    pub subject_id: String,
    pub title: String,
    /// Where it is changed.
    pub path: Option<String>,
}

/// Type of the rows, their id, title and address, of which `:urls` names a file.
const PLACES: &[(&str, &str)] = &[
    (
        "vacancies",
        "select v.id, v.title, '/vacancies/' || v.id || '/edit' from vacancies v
          where v.volunteer_center_id = :center and v.purged_at is null and v.status <> 'deleted'
            and exists (select 1 from json_each(:urls) u where v.image_url = u.value
                           or instr(v.description, u.value) > 0 or instr(coalesce(v.revision, ''), u.value) > 0)",
    ),
    (
        "activities",
        "select a.id, a.title, '/activiteitenkalender/overzicht/' || a.id from activities a
          where a.volunteer_center_id = :center and a.status <> 'deleted'
            and exists (select 1 from json_each(:urls) u where a.image_url = u.value
                           or instr(a.description, u.value) > 0 or instr(coalesce(a.revision, ''), u.value) > 0)",
    ),
    (
        "organizations",
        "select o.id, o.name, '/organizations/' || o.id || '/edit' from organizations o
          where o.volunteer_center_id = :center and o.status <> 'deleted'
            and exists (select 1 from json_each(:urls) u where u.value in (o.logo_url, o.photo_url)
                           or instr(coalesce(o.description, ''), u.value) > 0)",
    ),
    (
        "volunteer_center_profiles",
        "select p.id, c.name, '/instellingen/footer' from volunteer_centers c
           join volunteer_center_profiles p on p.id = c.profile_id
          where c.id = :center
            and exists (select 1 from json_each(:urls) u
                         where u.value in (p.website_logo_url, p.website_logo_dark_mode_url, p.favicon_url, p.contact_photo_url)
                            or instr(concat_ws(' ', p.footer_column_1_content, p.footer_column_2_content, p.footer_column_3_content,
                                  p.footer_column_4_content, p.footer_column_6_content, p.footer_column_8_content,
                                  p.footer_column_1_content_en, p.footer_column_2_content_en, p.footer_column_3_content_en,
                                  p.footer_column_4_content_en, p.footer_column_6_content_en, p.footer_column_8_content_en), u.value) > 0)",
    ),
    (
        "forms",
        "select f.id, f.title, '/form_builder/' || f.id || '/edit' from forms f
          where f.volunteer_center_id = :center
            and exists (select 1 from json_each(:urls) u
                         where instr(concat_ws(' ', f.description, f.description_en, f.thanks, f.thanks_en), u.value) > 0)",
    ),
    (
        "legal_texts",
        "select l.id, l.kind, case l.kind when 'terms' then '/voorwaarden' when 'privacy' then '/privacy' else '/toegankelijkheid' end
           from legal_texts l
          where l.volunteer_center_id = :center
            and l.edition = (select max(n.edition) from legal_texts n where n.volunteer_center_id = l.volunteer_center_id and n.kind = l.kind)
            and exists (select 1 from json_each(:urls) u where instr(l.text || l.text_en, u.value) > 0)",
    ),
    (
        "pages",
        "select p.id, p.title,
                case when p.deleted_at is null then '/content/pages/' || p.id || '/edit'
                  else iif(p.page_type = 'news', '/content/news', '/content/pages') || '?status=deleted' end
           from pages p
          where p.volunteer_center_id = :center
            and (exists (select 1 from page_uploads c join uploads f on f.id = c.upload_id
                          where c.page_id = p.id and f.url in (select value from json_each(:urls)))
              or exists (select 1 from content_blocks b, json_each(:urls) u where b.page_id = p.id and instr(b.content, u.value) > 0))",
    ),
    (
        "notification_templates",
        "select t.id, t.kind, null from notification_templates t
          where t.volunteer_center_id = :center
            and exists (select 1 from json_each(:urls) u where instr(concat_ws(' ', t.intro, t.body), u.value) > 0)",
    ),
];

/// The places of a centre where one of these files stands. Faces of people are left out.
pub fn usages(connection: &Connection, center_id: i64, urls: &[String]) -> Result<Usages> {
    let urls = serde_json::to_string(urls)?;
    let mut data = Vec::new();
    for (type_name, sql) in PLACES {
        let mut statement = connection.prepare_cached(sql)?;
        let found =
            statement.query_map(named_params! {":center": center_id, ":urls": urls}, |row| {
                let id: i64 = row.get(0)?;
                Ok(Usage {
                    type_name: "usages".to_owned(),
                    id: format!("{type_name}/{id}"),
                    attributes: UsageAttributes {
                        subject_type: (*type_name).to_owned(),
                        subject_id: id.to_string(),
                        title: row.get(1)?,
                        path: row.get(2)?,
                    },
                })
            })?;
        for usage in found.take(MOST) {
            data.push(usage?);
        }
    }
    data.truncate(MOST);
    Ok(Usages { data })
}
