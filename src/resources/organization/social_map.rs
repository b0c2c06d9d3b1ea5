//! The social map: the organisations that show themselves, as a list with filters and as places.

use std::collections::{BTreeMap, HashMap};

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Organization;
use crate::app::access::{Access, Rows, action};
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::document::{CONTENT_TYPE, CachePolicy};
use crate::jsonapi::query::filter::json_list;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{Conditions, Document, Query, table};
use crate::policy::Verb;
use crate::search::text::normalise;

/// Places in one response.
const MOST: usize = 10_000;
/// Words of a question that are looked for, and characters of each.
const WORDS: usize = 8;
const LETTERS: usize = 40;
/// Letters of the shortest word that the index can find.
const SHORTEST: usize = 3;

/// One of its places is within the radius.
pub const NEAR: &str = "(exists (select 1 from addresses a
      where a.id = t.address_id and a.latitude between :south and :north and a.longitude between :west and :east
        and distance_km(a.latitude, a.longitude, :near_latitude, :near_longitude) <= :radius_km)
  or exists (select 1 from organization_profiles p, json_each(p.places) place
      where p.id = t.profile_id and p.places <> '[]'
        and distance_km(place.value ->> 'latitude', place.value ->> 'longitude', :near_latitude, :near_longitude) <= :radius_km))";

pub const DISTANCE: &str = "(select distance_km(a.latitude, a.longitude, :near_latitude, :near_longitude) from addresses a where a.id = t.address_id)";

pub const SHOWN_DISTANCE: &str = "iif(:near_latitude is null, null, (select round(distance_km(a.latitude, a.longitude, :near_latitude, :near_longitude), 1) from addresses a where a.id = t.address_id))";

/// What no text has: folded texts have no `_`.
const NOTHING: &str = "\"___\"";

/// Those with every word in their name or place before those that only tell of it; then by name.
pub const RELEVANCE: &str = "iif(t.id in (select rowid from organizations_search where organizations_search match :name_words), '0', '1') || fold(t.name)";

/// Name, place and description have every word. If no organisation of the centre has, those whose name or place has
/// words that resemble them.
pub fn words(conditions: &mut Conditions, value: &str) {
    let folded = normalise(value);
    let words: Vec<String> = folded
        .split_whitespace()
        .take(WORDS)
        .map(|word| word.chars().take(LETTERS).collect())
        .collect();
    if words.is_empty() {
        conditions.bind("name_words", NOTHING.to_owned());
        return;
    }
    conditions.slow = true;
    let long: Vec<&String> = words
        .iter()
        .filter(|word| word.chars().count() >= SHORTEST)
        .collect();
    if long.is_empty() {
        conditions.bind("name_words", NOTHING.to_owned());
        conditions.add(
            "t.id in (select rowid from organizations_search where instr(name, :value) > 0)",
            words.join(" "),
        );
        return;
    }
    let phrases: Vec<String> = long.iter().map(|word| format!("\"{word}\"")).collect();
    let mut trigrams: Vec<String> = long.iter().flat_map(|word| trigrams(word)).collect();
    trigrams.sort();
    trigrams.dedup();
    conditions.bind("all_words", phrases.join(" AND "));
    conditions.bind("name_words", format!("name : ({})", phrases.join(" AND ")));
    conditions.bind("trigrams", format!("name : ({})", trigrams.join(" OR ")));
    conditions.bind(
        "words",
        long.iter()
            .map(|word| word.as_str())
            .collect::<Vec<_>>()
            .join(" "),
    );
    conditions.sql.push(
        "(t.id in (select rowid from organizations_search where organizations_search match :all_words)
          or (not exists (select 1 from organizations_search s
                            join organizations o on o.id = s.rowid
                           where s.organizations_search match :all_words
                             and o.status = 'approved' and o.volunteer_center_id = :center_id)
              and t.id in (select rowid from organizations_search
                            where organizations_search match :trigrams and resembles(name, :words))))"
            .to_owned(),
    );
}

fn trigrams(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters
        .windows(SHORTEST)
        .map(|three| format!("\"{}\"", three.iter().collect::<String>()))
        .collect()
}

/// The list of the profile has one of the values.
pub fn any_of(conditions: &mut Conditions, list: &str, value: &str) {
    conditions.slow = true;
    conditions.add(
        &format!(
            "exists (select 1 from organization_profiles p, json_each(p.{list}) chosen
                      where p.id = t.profile_id and chosen.value in (select value from json_each(:value)))"
        ),
        json_list(value),
    );
}

/// The column of the profile is one of the values.
pub fn one_of(conditions: &mut Conditions, column: &str, value: &str) {
    conditions.slow = true;
    conditions.add(
        &format!(
            "exists (select 1 from organization_profiles p
                      where p.id = t.profile_id and {column} in (select value from json_each(:value)))"
        ),
        json_list(value),
    );
}

/// Where the organisations of the social map are: one entry per place in each of the lists, in the same order. An
/// organisation with several places has several entries.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
pub struct SocialMapMeta {
    ids: Vec<String>,
    names: Vec<String>,
    cities: Vec<String>,
    latitudes: Vec<f64>,
    longitudes: Vec<f64>,
    /// False: somewhere in the area of the postal code.
    exact: Vec<bool>,
    /// Id of the type of organisation, or an empty text.
    types: Vec<String>,
    /// How many organisations there are of each choice of a filter. A choice widens its own filter: its counts are
    /// those without it.
    counts: Counts,
}

type Counts = BTreeMap<String, BTreeMap<String, i64>>;

/// A filter with counts: its name there, its parameter, and SQL over the organisation and its profile `p` that yields
/// the choices of a row as a JSON list of texts.
const COUNTED: [(&str, &str, &str); 5] = [
    (
        "types",
        "filter[non_profit_type_id_in]",
        "iif(p.non_profit_type_id is null, '[]', json_array(cast(p.non_profit_type_id as text)))",
    ),
    (
        "activities",
        "filter[activity_type_ids_in]",
        "p.activity_type_ids",
    ),
    ("audiences", "filter[audiences_in]", "p.audiences"),
    ("languages", "filter[languages_in]", "p.languages"),
    (
        "wheelchair",
        "filter[wheelchair_accessible_eq]",
        "iif(p.wheelchair_accessible, '[\"true\"]', '[]')",
    ),
];

/// Counts the choices of every filter in one pass. Rows are grouped by the stored text of a list, which is parsed once
/// for each distinct one.
fn count(
    connection: &Connection,
    rows: &Rows<Organization>,
    query: &Query,
    shown: &str,
) -> Result<Counts> {
    let mut plan = query.plan(table::<Organization>())?;
    plan.resolve(connection, rows.ctx())?;
    let visibility = rows.visibility();
    let condition = plan.condition((visibility, &visibility.rows), None);
    let columns = COUNTED.map(|(_, _, sql)| sql).join(", ");
    let sql = format!(
        "select {columns} from organizations t join organization_profiles p on p.id = t.profile_id
          where {shown} and ({condition})"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
    let mut texts: [HashMap<String, i64>; COUNTED.len()] = Default::default();
    let mut each = statement.raw_query();
    while let Some(row) = each.next()? {
        for (index, texts) in texts.iter_mut().enumerate() {
            *texts.entry(row.get(index)?).or_default() += 1;
        }
    }
    let mut counts = Counts::new();
    for ((name, ..), texts) in COUNTED.into_iter().zip(texts) {
        let choices = counts.entry(name.to_owned()).or_default();
        for (text, count) in texts {
            let list: Vec<String> = serde_json::from_str(&text)?;
            for choice in list {
                *choices.entry(choice).or_default() += count;
            }
        }
    }
    Ok(counts)
}

/// `GET /organizations/map`: all places under the filters of the list, without pages. Visitors get those on the social
/// map; who decides on organisations gets all that they see.
pub async fn map(
    access: Access<Organization, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let keep =
        access
            .ctx()
            .site
            .tenant
            .keep(&["organizations", "organization_profiles", "addresses"]);
    let rows = access.rows();
    let query = input.query;
    let found = access
        .search(move |connection| {
            let mut plan = query.plan(table::<Organization>())?;
            plan.resolve(connection, rows.ctx())?;
            let visibility = rows.visibility();
            let condition = plan.condition((visibility, &visibility.rows), None);
            let shown = if rows.ctx().has_right("organizations", Verb::Approve) {
                "1"
            } else {
                "t.on_social_map = 1"
            };
            let sql = format!(
                "select t.id, t.name, a.city, a.latitude, a.longitude, a.is_exact, p.non_profit_type_id
                   from organizations t
                   left join organization_profiles p on p.id = t.profile_id
                   join addresses a on a.id = t.address_id
                  where {shown} and a.latitude is not null and ({condition})
                 union all
                 select t.id, coalesce(t.name || ', ' || (place.value ->> 'name'), t.name), place.value ->> 'city',
                        place.value ->> 'latitude', place.value ->> 'longitude', place.value ->> 'is_exact', p.non_profit_type_id
                   from organizations t
                   join organization_profiles p on p.id = t.profile_id and p.places <> '[]'
                   join json_each(p.places) place
                  where {shown} and place.value ->> 'latitude' is not null and ({condition})
                  limit {MOST}"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
            let mut counts = count(connection, &rows, &query, shown)?;
            for (name, filter, _) in COUNTED {
                if query.get(filter).is_some() {
                    let mut wider = count(connection, &rows, &query.without(filter), shown)?;
                    counts.insert(name.to_owned(), wider.remove(name).unwrap_or_default());
                }
            }
            let mut found = SocialMapMeta {
                counts,
                ..SocialMapMeta::default()
            };
            let mut each = statement.raw_query();
            while let Some(row) = each.next()? {
                let text = |index| match row.get_ref(index) {
                    Ok(ValueRef::Text(text)) => String::from_utf8_lossy(text).into_owned(),
                    _ => String::new(),
                };
                found.ids.push(row.get::<_, i64>(0)?.to_string());
                found.names.push(text(1));
                found.cities.push(text(2));
                found.latitudes.push(row.get(3)?);
                found.longitudes.push(row.get(4)?);
                found.exact.push(row.get(5)?);
                let kind: Option<i64> = row.get(6)?;
                found.types.push(kind.map(|kind| kind.to_string()).unwrap_or_default());
            }
            Ok(found)
        })
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": found })).keep(Some(keep)))
}

/// An organisation as others may copy it: what everybody sees of it.
pub struct ListedOrganization {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub website: Option<String>,
    pub phone_number: Option<String>,
    pub email: Option<String>,
    pub kind: Option<String>,
    pub wheelchair_accessible: bool,
    pub street: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub is_exact: bool,
}

impl ListedOrganization {
    /// Where the social map tells of it.
    pub fn url(&self, origin: &str) -> String {
        format!("{origin}/sociale-kaart/{}", self.id)
    }
}

/// A `GeoJSON` feature collection as in RFC 7946: the organisations of the social map by name.
#[derive(Serialize, JsonSchema)]
pub struct SocialMapFeatures {
    #[serde(rename = "type")]
    kind: &'static str,
    features: Vec<SocialMapFeature>,
}

#[derive(Serialize, JsonSchema)]
pub struct SocialMapFeature {
    #[serde(rename = "type")]
    kind: &'static str,
    id: i64,
    /// None for an organisation whose place is not known.
    geometry: Option<SocialMapPoint>,
    properties: SocialMapProperties,
}

#[derive(Serialize, JsonSchema)]
pub struct SocialMapPoint {
    #[serde(rename = "type")]
    kind: &'static str,
    /// Longitude and latitude in WGS 84.
    coordinates: [f64; 2],
}

#[derive(Serialize, JsonSchema)]
pub struct SocialMapProperties {
    name: String,
    description: Option<String>,
    /// Type of organisation, in Dutch.
    kind: Option<String>,
    street: Option<String>,
    postal_code: Option<String>,
    city: Option<String>,
    /// False: somewhere in the area of the postal code.
    exact: bool,
    wheelchair_accessible: bool,
    phone_number: Option<String>,
    email: Option<String>,
    website: Option<String>,
    url: String,
}

pub fn feature_collection(
    organizations: Vec<ListedOrganization>,
    origin: &str,
) -> SocialMapFeatures {
    let features = organizations
        .into_iter()
        .map(|organization| SocialMapFeature {
            kind: "Feature",
            id: organization.id,
            geometry: organization.latitude.zip(organization.longitude).map(
                |(latitude, longitude)| SocialMapPoint {
                    kind: "Point",
                    coordinates: [longitude, latitude],
                },
            ),
            properties: SocialMapProperties {
                url: organization.url(origin),
                name: organization.name,
                description: organization.description,
                kind: organization.kind,
                street: organization.street,
                postal_code: organization.postal_code,
                city: organization.city,
                exact: organization.is_exact,
                wheelchair_accessible: organization.wheelchair_accessible,
                phone_number: organization.phone_number,
                email: organization.email,
                website: organization.website,
            },
        })
        .collect();
    SocialMapFeatures {
        kind: "FeatureCollection",
        features,
    }
}

/// Where the social map is, in two media types.
pub const PATH: &str = "/api/v1/social_map";
/// Media type of `GeoJSON` (RFC 7946, section 12).
pub const GEO_JSON: &str = "application/geo+json";

/// Whether a client asks for the organisations of the social map as documents: it names JSON:API and does not like
/// `GeoJSON` as much. Who names neither gets `GeoJSON`.
pub fn wants_documents(headers: &HeaderMap) -> bool {
    let named = |media_type: &str| {
        headers
            .get_all(header::ACCEPT)
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .filter_map(|range| {
                let mut parts = range.split(';').map(str::trim);
                let is_it = parts.next()?.eq_ignore_ascii_case(media_type);
                let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f64>().ok());
                is_it.then(|| quality.unwrap_or(1.0))
            })
            .fold(0.0, f64::max)
    };
    named(CONTENT_TYPE) > named(GEO_JSON)
}

/// `GET /social_map`: the social map as `GeoJSON` or as documents, under the filters of the list of organisations.
pub async fn features(
    access: Access<Organization, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Response> {
    let mut response = if wants_documents(&input.headers) {
        let query = input.query.with("filter[on_social_map_eq]", "true");
        access.list(&input.path, query).await?.into_response()
    } else {
        let mut response = places(access, input.query).await?.into_response();
        let kind = HeaderValue::from_static(GEO_JSON);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let accept = HeaderValue::from_static("accept");
    response.headers_mut().append(header::VARY, accept);
    Ok(response)
}

async fn places(access: Access<Organization, action::Read>, query: Query) -> Result<Document> {
    let origin = access.ctx().site.origin();
    let (organizations, keep) = listed(&access, query).await?;
    let found = serde_json::to_value(feature_collection(organizations, &origin))?;
    Ok(Document::of(&found).keep(Some(keep)))
}

/// All organisations of the social map under the filters of a list, for files of others. A home is told by its place.
pub async fn listed(
    access: &Access<Organization, action::Read>,
    query: Query,
) -> Result<(Vec<ListedOrganization>, CachePolicy)> {
    let keep = access.ctx().site.tenant.keep(&[
        "organizations",
        "organization_profiles",
        "addresses",
        "taxonomies",
    ]);
    let rows = access.rows();
    let found = access
        .search(move |connection| {
            let mut plan = query.plan(table::<Organization>())?;
            plan.resolve(connection, rows.ctx())?;
            let visibility = rows.visibility();
            let condition = plan.condition((visibility, &visibility.rows), None);
            let sql = format!(
                "select t.id, t.name, t.description, iif(t.show_website, t.website, null),
                        iif(t.show_phone_number, t.phone_number, null), iif(t.show_email, t.email, null),
                        (select name_nl from taxonomies where id = p.non_profit_type_id), p.wheelchair_accessible,
                        iif(a.is_home, null, trim(coalesce(a.street, '') || ' ' || coalesce(a.house_number, ''))),
                        iif(a.is_home, null, a.postal_code), a.city, a.latitude, a.longitude, coalesce(a.is_exact, 0)
                   from organizations t
                   join organization_profiles p on p.id = t.profile_id
                   left join addresses a on a.id = t.address_id
                  where t.on_social_map = 1 and ({condition})
                  order by t.name collate nocase, t.id
                  limit {MOST}"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
            let mut found = Vec::new();
            let mut each = statement.raw_query();
            while let Some(row) = each.next()? {
                found.push(ListedOrganization {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    description: row.get(2)?,
                    website: row.get(3)?,
                    phone_number: row.get(4)?,
                    email: row.get(5)?,
                    kind: row.get(6)?,
                    wheelchair_accessible: row.get(7)?,
                    street: row.get(8)?,
                    postal_code: row.get(9)?,
                    city: row.get(10)?,
                    latitude: row.get(11)?,
                    longitude: row.get(12)?,
                    is_exact: row.get(13)?,
                });
            }
            Ok(found)
        })
        .await?;
    Ok((found, keep))
}
