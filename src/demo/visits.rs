//! Visits of thirteen months: more in autumn and in January, fewer in summer, and what people searched for. The same for the
//! same day and row, without chance.

use rusqlite::named_params;

use super::Town;

const DAYS: f64 = 395.0;

/// A part of a hundred for each month, from January.
const SEASON: &str = "[118, 104, 108, 98, 96, 84, 62, 74, 128, 134, 112, 82]";

/// Kind, its rows with the day from which they are seen, how many days lie between two that have views, and how many
/// views such a day has.
const KINDS: [(&str, &str, i64, i64); 5] = [
    (
        "vacancies",
        "select id, published_at as since from vacancies where published_at is not null and volunteer_center_id = :center_id",
        4,
        7,
    ),
    (
        "organizations",
        "select id, created_at as since from organizations where status = 'approved' and volunteer_center_id = :center_id",
        6,
        4,
    ),
    (
        "activities",
        "select id, created_at as since from activities where volunteer_center_id = :center_id",
        4,
        5,
    ),
    (
        "pages",
        "select page_id as id, publish_at as since from published_pages where volunteer_center_id = :center_id",
        2,
        9,
    ),
    (
        "vacancy_search",
        "select :center_id as id, '' as since",
        1,
        58,
    ),
];

/// Of a hundred visits.
const SOURCES: [(&str, i64); 5] = [
    ("search_engine", 38),
    ("site", 27),
    ("direct", 19),
    ("social", 10),
    ("other_site", 6),
];

/// Words, whether they find anything, and how often they are searched for in a month.
const SEARCHES: [(&str, bool, i64); 16] = [
    ("taalmaatje", true, 46),
    ("dieren", true, 41),
    ("chauffeur", true, 37),
    ("ouderen", true, 33),
    ("natuur", true, 29),
    ("koken", true, 24),
    ("kinderen", true, 22),
    ("bestuur", true, 17),
    ("wandelen", true, 14),
    ("computer", true, 9),
    ("zwemmen", false, 12),
    ("gitaar", false, 9),
    ("fietsen met ouderen", false, 8),
    ("avonddienst", false, 6),
    ("schaken", false, 5),
    ("kringloop", false, 4),
];

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    let today = town.now.text();
    let first = town.now.minus_days(DAYS).text();
    for (kind, rows, every, usual) in KINDS {
        let sql = format!(
            "with recursive d (day, number) as (
               select date(:first), 0 union all
               select date(day, '+1 day'), number + 1 from d where day < date(:today)),
             r (id, since) as ({rows})
             insert into view_counts (subject_type, subject_id, day, count)
             select :kind, r.id, d.day,
                    1 + :usual * (40 + (r.id * 37 + d.number * 53) % 121)
                          * json_extract('{SEASON}', '$[' || (substr(d.day, 6, 2) - 1) || ']') / 10000
               from d join r on d.day >= substr(r.since, 1, 10) and (d.number + r.id) % :every = 0"
        );
        town.tx.prepare_cached(&sql)?.execute(named_params! {
            ":first": first, ":today": today, ":center_id": town.center_id,
            ":kind": kind, ":usual": usual, ":every": every,
        })?;
    }
    for (source, part) in SOURCES {
        town.tx
            .prepare_cached(
                "insert into traffic_counts (volunteer_center_id, day, kind, source, count)
                 select :center_id, day, subject_type, :source, sum(count) * :part / 100 from view_counts
                  group by day, subject_type having sum(count) * :part / 100 > 0",
            )?
            .execute(named_params! {
                ":center_id": town.center_id, ":source": source, ":part": part,
            })?;
    }
    for (words, has_results, monthly) in SEARCHES {
        let sql = format!(
            "with recursive d (day, number) as (
               select date(:first), 0 union all
               select date(day, '+1 day'), number + 1 from d where day < date(:today))
             insert into search_counts (volunteer_center_id, day, words, has_results, count)
             select :center_id, day, :words, :has_results, count
               from (select day, (:monthly * (40 + (number * 53 + length(:words) * 37) % 121)
                              * json_extract('{SEASON}', '$[' || (substr(day, 6, 2) - 1) || ']') + 50000) / 100000 as count
                       from d where (number + length(:words)) % 3 = 0)
              where count > 0"
        );
        town.tx.prepare_cached(&sql)?.execute(named_params! {
            ":first": first, ":today": today, ":center_id": town.center_id,
            ":words": words, ":has_results": has_results, ":monthly": monthly,
        })?;
    }
    Ok(())
}
