//! `GET /vacancies/recommended`: the vacancies that fit the person best, each with `meta.match`.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::offers::open_offers;
use super::wishes::{standing_of, wishes_of};
use super::{VacancyMatch, VolunteerProfile};
use crate::app::access::{Access, RequestContext, action};
use crate::app::tenancy::tenant::Tenant;
use crate::error::{Code, Error, Result};
use crate::http::routes::Input;
use crate::jsonapi::{Document, Query};
use crate::matching::{Others, Preferences, Ranking, rank_offers};
use crate::resources::vacancy::Vacancy;

/// Vacancies in one answer.
const DEFAULT_SIZE: usize = 20;
const MOST: usize = 50;

/// A vacancy with the reasons why it fits.
pub struct Recommendation {
    pub id: i64,
    pub found: VacancyMatch,
}

pub(super) async fn recommended(
    access: Access<VolunteerProfile, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let size = match input.query.get("page[size]") {
        None => DEFAULT_SIZE,
        Some(size) => size.parse().unwrap_or_default(),
    };
    if !(1..=MOST).contains(&size) {
        return Err(Error::from(Code::BadRequest).at("page[size]"));
    }
    let vacancies: Access<Vacancy, action::Read> = access.beside()?;
    let rows = vacancies.rows();
    let (chosen, has_wishes) = access
        .search(move |connection| {
            let wishes = wishes_of(connection, user_id)?;
            let chosen = best(connection, rows.ctx(), (user_id, &wishes), size)?;
            Ok((chosen, !wishes.is_empty()))
        })
        .await?;
    let ids: Vec<String> = chosen.iter().map(|each| each.id.to_string()).collect();
    let list = if ids.is_empty() {
        "0".to_owned()
    } else {
        ids.join(",")
    };
    let query = Query::parse("page[size]=50")
        .with("filter[id_in]", &list)
        .with(
            "include",
            input.query.get("include").unwrap_or("organization"),
        );
    let document = vacancies.list(&input.path, query).await?;
    let mut document: Value = serde_json::from_slice(&document.body)?;
    in_order(&mut document, &chosen);
    if let Some(document) = document.as_object_mut() {
        document.remove("links");
        let total = document
            .get("data")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        document.insert(
            "meta".to_owned(),
            json!({ "total": total, "page": 1, "size": size, "pages": 1, "has_wishes": has_wishes }),
        );
    }
    Ok(Document::of(&document))
}

/// Puts the resources of a list in the order of the choice, each with its match.
fn in_order(document: &mut Value, chosen: &[Recommendation]) {
    let Some(data) = document.get_mut("data").and_then(Value::as_array_mut) else {
        return;
    };
    let mut left = std::mem::take(data);
    for each in chosen {
        let id = each.id.to_string();
        let is_it = |row: &Value| row.get("id").and_then(Value::as_str) == Some(id.as_str());
        let Some(at) = left.iter().position(is_it) else {
            continue;
        };
        let mut row = left.swap_remove(at);
        if let Some(row) = row.as_object_mut() {
            let meta = row.entry("meta").or_insert_with(|| json!({}));
            if let Some(meta) = meta.as_object_mut() {
                meta.insert("match".to_owned(), json!(each.found));
            }
        }
        data.push(row);
    }
}

/// The vacancies of this site that fit a person best.
fn best(
    connection: &Connection,
    ctx: &RequestContext,
    person: (i64, &Preferences),
    most: usize,
) -> Result<Vec<Recommendation>> {
    best_of(
        connection,
        (&ctx.site.tenant, ctx.site.center_id),
        person,
        (&ctx.now, ctx.second()),
        most,
    )
}

/// The vacancies of a centre that fit a person best. The lot differs by person and day.
pub fn best_of(
    connection: &Connection,
    (tenant, center_id): (&Tenant, i64),
    (user_id, wishes): (i64, &Preferences),
    (now, second): (&str, i64),
    most: usize,
) -> Result<Vec<Recommendation>> {
    let offers = open_offers(connection, tenant, center_id, (now, second))?;
    let standing = standing_of(connection, user_id, now)?;
    let day = (second / 86_400).unsigned_abs();
    let ranking = Ranking {
        most,
        seed: Some(user_id.unsigned_abs().rotate_left(24) ^ day),
        others: Others::After,
    };
    Ok(rank_offers(&standing, wishes, &offers, ranking)
        .into_iter()
        .map(|choice| Recommendation {
            id: choice.id,
            found: VacancyMatch::of(&choice.found),
        })
        .collect())
}
