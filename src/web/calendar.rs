//! The calendar as a page: a list, a month or a week. Every state is an address, and all of it works without scripts.

pub mod entry;
mod month;
mod week;

use jiff::Span;
use jiff::civil::Date;
use minijinja::{Value, context};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value as Json, json};

use entry::Words;
pub use entry::{capital, category_name};

use super::page_context::{PageContext, told};
use super::shell::Head;
use crate::base::date_words;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::web::i18n;
use crate::web::vacancy_card::name_field;

pub const PATH: &str = "/activiteitenkalender";
/// How to follow it from a calendar program.
pub const FOLLOW: &str = "/agenda/abonneren";
/// Where somebody makes the address of their own calendar.
pub const OWN_CALENDAR: &str = "/profile-edit/settings#own-calendar";
/// Where an activity is written. Who did not sign in is asked to first, and can sign up an organisation there.
const NEW: &str = "/activiteitenkalender/overzicht/nieuw";
const RADII: [u32; 4] = [5, 10, 25, 50];
const DEFAULT_RADIUS: u32 = 10;
const DEFAULT_WEEKS: u32 = 4;
const MORE_WEEKS: u32 = 2;
const MOST_WEEKS: u32 = 26;
/// Query parameter of the page and the API filter it maps to.
const LISTS: [(&str, &str); 2] = [
    ("soort", "filter[category_in]"),
    ("voor", "filter[target_group_in]"),
];
const SWITCHES: [(&str, &str); 3] = [
    ("gratis", "filter[is_free_eq]"),
    ("online", "filter[online_eq]"),
    ("plek", "filter[has_places_eq]"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    List { weeks: u32 },
    Month,
    Week,
}

/// Parameters of the page. Invalid values are ignored, so that an old or broken link still shows activities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarSearch {
    view: View,
    /// `2026-12` or `2026-W49`; of a list the first day. Empty: now.
    at: String,
    /// Last day of a list.
    until: String,
    q: String,
    near: String,
    radius: u32,
    lists: [Vec<String>; 2],
    switches: [bool; 3],
    organization: String,
}

impl CalendarSearch {
    pub fn read(query: &Query) -> Self {
        let text = |name: &str| -> String {
            let text = query.get(name).unwrap_or_default().trim();
            text.chars().take(100).collect()
        };
        let number = |name: &str| query.get(name)?.parse::<u32>().ok();
        let day = |name: &str| {
            let day = text(name).parse::<Date>().ok();
            day.map(|day| day.to_string()).unwrap_or_default()
        };
        let weeks = number("weken")
            .unwrap_or(DEFAULT_WEEKS)
            .clamp(1, MOST_WEEKS);
        let (view, at) = match query.get("weergave") {
            Some("maand") => {
                let month = text("maand");
                let is_month = month.len() == 7 && format!("{month}-01").parse::<Date>().is_ok();
                (View::Month, if is_month { month } else { String::new() })
            }
            Some("week") => {
                let week = text("week");
                let is_week = week::monday(&week).is_some();
                (View::Week, if is_week { week } else { String::new() })
            }
            _ => (View::List { weeks }, day("van")),
        };
        Self {
            until: match view {
                View::List { .. } => day("tot"),
                View::Month | View::Week => String::new(),
            },
            view,
            at,
            q: text("q"),
            near: text("near"),
            radius: number("radius")
                .filter(|radius| RADII.contains(radius))
                .unwrap_or(DEFAULT_RADIUS),
            lists: LISTS.map(|(name, _)| {
                let mut values: Vec<String> = Vec::new();
                // Boxes of a form are parameters of their own, a link has them between commas.
                for value in query.all(name).flat_map(|given| given.split(',')) {
                    let value = value.trim();
                    let is_word = value
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
                    if !value.is_empty()
                        && value.len() <= 40
                        && values.len() < 20
                        && is_word
                        && !values.iter().any(|known| known == value)
                    {
                        values.push(value.to_owned());
                    }
                }
                values
            }),
            switches: SWITCHES.map(|(name, _)| query.get(name) == Some("1")),
            organization: text("organisatie")
                .chars()
                .take_while(char::is_ascii_digit)
                .collect(),
        }
    }

    /// API address of the days.
    pub fn address(&self) -> String {
        let (view, weeks) = match self.view {
            View::List { weeks } => ("list", weeks),
            View::Month => ("month", DEFAULT_WEEKS),
            View::Week => ("week", DEFAULT_WEEKS),
        };
        let mut pairs = vec![
            ("at", self.at.clone()),
            ("filter[near]", self.near.clone()),
            ("filter[organization_id_eq]", self.organization.clone()),
            ("filter[q]", self.q.clone()),
            ("until", self.until.clone()),
        ];
        if view != "list" {
            pairs.push(("view", view.to_owned()));
        }
        if weeks != DEFAULT_WEEKS {
            pairs.push(("weeks", weeks.to_string()));
        }
        if !self.near.is_empty() {
            pairs.push(("filter[radius_km]", self.radius.to_string()));
        }
        let lists = LISTS.iter().zip(&self.lists);
        pairs.extend(lists.map(|((_, filter), values)| (*filter, values.join(","))));
        let switches = SWITCHES.iter().zip(self.switches);
        pairs.extend(
            switches
                .filter(|(_, is_on)| *is_on)
                .map(|((_, filter), _)| (*filter, "true".to_owned())),
        );
        pairs.sort();
        joined("/api/v1/activity_occurrences/calendar", pairs)
    }

    /// API address of the next dates, as a list.
    pub fn list_address(&self) -> String {
        let [kinds, groups] = &self.lists;
        let set = |is_on: bool| if is_on { "true" } else { "" }.to_owned();
        let [is_free, is_online, has_places] = self.switches;
        let mut pairs = vec![
            ("filter[category_in]", kinds.join(",")),
            ("filter[has_places_eq]", set(has_places)),
            ("filter[is_free_eq]", set(is_free)),
            ("filter[online_eq]", set(is_online)),
            ("filter[organization_id_eq]", self.organization.clone()),
            ("filter[q]", self.q.clone()),
            ("filter[status_eq]", "planned".to_owned()),
            ("filter[target_group_in]", groups.join(",")),
            ("filter[upcoming_eq]", "true".to_owned()),
            ("page[size]", "20".to_owned()),
            ("sort", "starts_at".to_owned()),
        ];
        if !self.near.is_empty() {
            pairs.push(("filter[near]", self.near.clone()));
            pairs.push(("filter[radius_km]", self.radius.to_string()));
        }
        joined("/api/v1/activity_occurrences", pairs)
    }

    /// The filters of the page, without its period.
    fn filters(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![("q", self.q.clone()), ("near", self.near.clone())];
        if !self.near.is_empty() && self.radius != DEFAULT_RADIUS {
            pairs.push(("radius", self.radius.to_string()));
        }
        let lists = LISTS.iter().zip(&self.lists);
        pairs.extend(lists.map(|((name, _), values)| (*name, values.join(","))));
        let switches = SWITCHES.iter().zip(self.switches);
        pairs.extend(
            switches
                .filter(|(_, is_on)| *is_on)
                .map(|((name, _), _)| (*name, "1".to_owned())),
        );
        pairs.push(("organisatie", self.organization.clone()));
        pairs
    }

    /// Address of the page that tells how to follow what is shown.
    pub fn follow_path(&self) -> String {
        joined(FOLLOW, self.filters())
    }

    /// Path of the calendar file of what is shown, besides whether there are places left (`wants_places`).
    pub fn feed(&self) -> String {
        let [kinds, groups] = &self.lists;
        let [is_free, is_online, _] = self.switches;
        let set = |is_on: bool| if is_on { "true" } else { "" }.to_owned();
        // Encoded, as brackets may not stand in an address.
        let mut pairs = vec![
            ("filter%5Bcategory_in%5D", kinds.join(",")),
            ("filter%5Btarget_groups_in%5D", groups.join(",")),
            ("filter%5Bis_free_eq%5D", set(is_free)),
            ("filter%5Bonline_eq%5D", set(is_online)),
            ("filter%5Borganization_id_eq%5D", self.organization.clone()),
            ("filter%5Bq%5D", self.q.clone()),
            ("filter%5Bnear%5D", self.near.clone()),
        ];
        if !self.near.is_empty() {
            pairs.push(("filter%5Bradius_km%5D", self.radius.to_string()));
        }
        joined("/feeds/activities.ics", pairs)
    }

    /// Whether only what has places left is asked for, by which a calendar is not followed: a date would vanish from the
    /// phone of who signed up for it as soon as it is full.
    pub fn wants_places(&self) -> bool {
        let [_, _, wants_places] = self.switches;
        wants_places
    }

    /// Whether the calendar file has a filter.
    pub fn is_followed_narrowed(&self) -> bool {
        let [is_free, is_online, _] = self.switches;
        let switches = [is_free, is_online, false];
        let followed = Self {
            switches,
            ..self.clone()
        };
        followed.is_narrowed()
    }

    pub fn is_narrowed(&self) -> bool {
        self.filters().iter().any(|(_, value)| !value.is_empty())
    }

    /// Parameters that say which days are shown.
    fn period(&self) -> Vec<(&'static str, String)> {
        match self.view {
            View::List { weeks } => {
                let mut pairs = vec![("van", self.at.clone()), ("tot", self.until.clone())];
                if weeks != DEFAULT_WEEKS {
                    pairs.push(("weken", weeks.to_string()));
                }
                pairs
            }
            View::Month => vec![("weergave", "maand".to_owned()), ("maand", self.at.clone())],
            View::Week => vec![("weergave", "week".to_owned()), ("week", self.at.clone())],
        }
    }

    pub fn path(&self) -> String {
        let mut pairs = self.period();
        pairs.extend(self.filters());
        joined(PATH, pairs)
    }

    fn list(&self) -> Self {
        Self {
            view: View::List {
                weeks: DEFAULT_WEEKS,
            },
            at: String::new(),
            until: String::new(),
            ..self.clone()
        }
    }

    fn of_day(&self, day: Date) -> Self {
        Self {
            at: day.to_string(),
            until: day.to_string(),
            ..self.list()
        }
    }

    fn month(&self, month: Option<Date>) -> Self {
        Self {
            view: View::Month,
            at: month.map_or_else(String::new, |day| day.strftime("%Y-%m").to_string()),
            until: String::new(),
            ..self.clone()
        }
    }

    fn week(&self, week: Option<Date>) -> Self {
        Self {
            view: View::Week,
            at: week.map_or_else(String::new, week::name),
            until: String::new(),
            ..self.clone()
        }
    }
}

fn make_path() -> String {
    let next = utf8_percent_encode(NEW, NON_ALPHANUMERIC);
    format!("/auth/login-1?next={next}")
}

fn joined(path: &str, mut pairs: Vec<(&str, String)>) -> String {
    pairs.retain(|(_, value)| !value.is_empty());
    let query: Vec<String> = pairs
        .iter()
        .map(|(name, value)| {
            let value = utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
            // As a browser and the app spell them.
            let value = value
                .replace("%2D", "-")
                .replace("%2C", ",")
                .replace("%5F", "_");
            format!("{name}={value}")
        })
        .collect();
    if query.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", query.join("&"))
    }
}

/// Activities that an organisation's page shows, and dates that are read for them.
const MOST_OF_ORGANIZATION: usize = 5;
const DATES_OF_ORGANIZATION: usize = 30;

/// API address of the coming dates of an organisation's activities, as the app's `organization-activities.tsx` asks.
pub fn of_organization(id: &str) -> String {
    format!(
        "/api/v1/activity_occurrences?filter[organization_id_eq]={id}&filter[status_eq]=planned&filter[upcoming_eq]=true&page[size]={DATES_OF_ORGANIZATION}&sort=starts_at"
    )
}

/// Path of the calendar with what one organisation does.
pub fn path_of_organization(id: &str) -> String {
    joined(PATH, vec![("organisatie", id.to_owned())])
}

/// `dinsdag 8 december, 10.00`, or the day alone of one that lasts the whole day.
pub fn when(date: &Json, today: Date, locale: Locale) -> String {
    let starts = entry::at(date, "starts_local").unwrap_or_default();
    let day = date_words::day(starts.date(), today, locale);
    if entry::is(date, "all_day") {
        day
    } else {
        format!("{day}, {}", entry::start(date, locale))
    }
}

/// The next date of each activity in a list of dates, as a line: title, when and where.
pub fn coming(page_context: &PageContext, document: &Json) -> Vec<Json> {
    let locale = page_context.locale;
    let today = page_context.today;
    let dates = document.get("data").and_then(Json::as_array);
    let mut lines: Vec<Json> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for date in dates.into_iter().flatten() {
        let activity = entry::text(date, "activity_id").unwrap_or_default();
        if seen.contains(&activity) || lines.len() == MOST_OF_ORGANIZATION {
            continue;
        }
        seen.push(activity);
        let place = if entry::is(date, "online") {
            Some(i18n::calendar(locale, "online"))
        } else {
            entry::text(date, "location_name").or_else(|| entry::text(date, "city"))
        };
        let when = when(date, today, locale);
        let parts: Vec<&str> = std::iter::once(when.as_str()).chain(place).collect();
        lines.push(json!({
            "title": entry::text(date, "title"),
            "href": page_context.href(&entry::path_of(date)),
            "text": entry::capital(&parts.join(" · ")),
        }));
    }
    lines
}

/// What the parts of the page share.
struct Shown<'p> {
    page: &'p PageContext<'p>,
    search: CalendarSearch,
    words: Words<'p>,
    /// `meta` of the document.
    meta: Json,
    today: Date,
}

impl Shown<'_> {
    fn date(&self, name: &str) -> Date {
        let day = self.meta.get(name).and_then(Json::as_str);
        day.and_then(|day| day.parse().ok()).unwrap_or(self.today)
    }

    fn href(&self, search: &CalendarSearch) -> String {
        self.page.href(&search.path())
    }

    fn days(&self) -> impl Iterator<Item = (Date, &Json)> {
        let days = self.meta.get("days").and_then(Json::as_array);
        days.into_iter()
            .flatten()
            .filter_map(|day| Some((day.get("day")?.as_str()?.parse().ok()?, day)))
    }

    /// How many dates a choice has: a number, or those of each choice of a list.
    fn facet(&self, name: &str) -> &Json {
        let facet = self.meta.get("facets").and_then(|facets| facets.get(name));
        facet.unwrap_or(&Json::Null)
    }

    fn word(&self, key: &str) -> &'static str {
        i18n::calendar(self.page.locale, key)
    }

    fn counted(&self, key: &str, count: u64) -> String {
        i18n::counted(i18n::calendar, self.page.locale, key, count)
    }

    fn month_name(&self, day: Date) -> String {
        let name = date_words::month_name(day.month(), self.page.locale);
        format!("{name} {}", day.year())
    }
}

/// Documents: the days, kinds of activities, target groups.
pub fn page(page_context: &PageContext, head: &mut Head) -> Value {
    let search = CalendarSearch::read(page_context.query);
    let document = page_context.document(0);
    let meta = document.get("meta").cloned().unwrap_or_default();
    let today = meta.get("today").and_then(Json::as_str);
    let today = today.and_then(|day| day.parse().ok()).unwrap_or_default();
    let kinds = page_context.document(1);
    let shown = Shown {
        page: page_context,
        words: Words {
            locale: page_context.locale,
            kinds: &kinds,
        },
        search,
        meta,
        today,
    };
    let search = &shown.search;
    head.path = search.path();
    let is_default = search.list() == *search;
    head.is_listed &= !search.is_narrowed() && (is_default || search.view != View::Week);
    let own = match search.view {
        View::List { weeks } => list(&shown, weeks),
        View::Month => month::values(&shown),
        View::Week => week::values(&shown),
    };
    let hidden: Vec<Json> = match search.view {
        View::List { .. } => Vec::new(),
        _ => pairs_of(search.period()),
    };
    let (radius, groups) = (search.radius, groups(&shown));
    let view = match search.view {
        View::List { .. } => "list",
        View::Month => "month",
        View::Week => "week",
    };
    let views = json!([
        {"icon": "list", "label": shown.word("view_list"), "href": shown.href(&search.list()), "is_current": view == "list"},
        {"icon": "calendar", "label": shown.word("view_month"), "href": shown.href(&search.month(None)), "is_current": view == "month"},
        {"icon": "columns", "label": shown.word("view_week"), "href": shown.href(&search.week(None)), "is_current": view == "week"},
    ]);
    let switches = SWITCHES
        .iter()
        .zip(search.switches)
        .zip(["free", "online", "places"]);
    let switches: Vec<Json> = switches
        .zip(["is_free", "online", "has_places"])
        .map(|((((name, _), is_on), key), facet)| {
            json!({
                "name": name, "is_on": is_on, "label": shown.word(key), "count": shown.facet(facet),
            })
        })
        .collect();
    context! { ..own, ..context! {
        s => told(words_of(page_context)),
        view,
        views => told(views),
        action => page_context.href(PATH),
        hidden => told(hidden),
        organization => search.organization.as_str(),
        q => search.q.as_str(),
        near => search.near.as_str(),
        radii => told(RADII.map(|km| json!({
            "value": km, "label": shown.word("up_to").replace("{{km}}", &km.to_string()), "is_chosen": km == radius,
        })).to_vec()),
        groups => told(groups),
        switches => told(switches),
        from => search.at.as_str(),
        until => search.until.as_str(),
        is_list => view == "list",
        is_narrowed => search.is_narrowed() || !search.until.is_empty(),
        all => page_context.href(PATH),
        follow => page_context.href(&search.follow_path()),
        follow_text => shown.word(if search.wants_places() { "follow_places" } else { "follow_short" }),
        feed => format!("{}{}", page_context.site.origin(), search.feed()),
        own_calendar => page_context.href(OWN_CALENDAR),
        make => page_context.href(&make_path()),
        sign_up_organization => page_context.href("/organizations/signup"),
        nothing => shown.word(if is_default { "nothing_text" } else { "none_text" }),
    } }
}

fn pairs_of(pairs: Vec<(&'static str, String)>) -> Vec<Json> {
    pairs
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect()
}

/// The words of the page that need nothing filled in.
pub fn words_of(page_context: &PageContext) -> Json {
    let words = i18n::calendar_words(page_context.locale).as_object();
    let words: Map<String, Json> = words.cloned().unwrap_or_default();
    words.into()
}

fn groups(shown: &Shown) -> Vec<Json> {
    let lists = LISTS.iter().zip(&shown.search.lists).enumerate();
    lists
        .map(|(at, ((name, _), chosen))| {
            let terms = shown.page.document(at + 1);
            let counts = shown.facet(if at == 0 { "activity_categories" } else { "target_groups" });
            let choices: Vec<Json> = terms
                .get("data")
                .and_then(Json::as_array)
                .into_iter()
                .flatten()
                .filter_map(|term| {
                    let key = term.get("key")?.as_str()?;
                    let label = term.get(name_field(shown.page.locale))?;
                    let is_chosen = chosen.iter().any(|value| value == key);
                    let count = counts.get(key).and_then(Json::as_u64).unwrap_or_default();
                    Some(json!({"value": key, "label": label, "is_chosen": is_chosen, "count": count}))
                })
                .collect();
            let title = shown.word(if at == 0 { "kind" } else { "group" });
            json!({"name": name, "title": title, "choices": choices, "is_chosen": !chosen.is_empty()})
        })
        .collect()
}

fn list(shown: &Shown, weeks: u32) -> Value {
    let (from, to) = (shown.date("from"), shown.date("to"));
    let total = shown
        .meta
        .get("total")
        .and_then(Json::as_u64)
        .unwrap_or_default();
    let is_day = from == to;
    let key = if is_day { "found_day" } else { "found" };
    let found = shown.counted(key, total).replace(
        "{{date}}",
        &date_words::date(to, shown.today, shown.page.locale),
    );
    let days: Vec<Json> = shown
        .days()
        .filter(|(day, _)| *day <= to)
        .map(|(day, of_day)| day_of(shown, day, of_day))
        .collect();
    let more =
        (!is_day && shown.search.until.is_empty() && weeks + MORE_WEEKS <= MOST_WEEKS).then(|| {
            shown.href(&CalendarSearch {
                view: View::List {
                    weeks: weeks + MORE_WEEKS,
                },
                ..shown.search.clone()
            })
        });
    context! {
        found,
        days => told(days),
        more,
        strip => told(month::strip(shown, from)),
    }
}

/// A day of a list.
fn day_of(shown: &Shown, day: Date, of_day: &Json) -> Json {
    let locale = shown.page.locale;
    let named = date_words::day(day, shown.today, locale);
    let (title, small) = if day == shown.today {
        (shown.word("today").to_owned(), named)
    } else if shown.today.tomorrow().ok() == Some(day) {
        (shown.word("tomorrow").to_owned(), named)
    } else {
        let index = u8::try_from(day.weekday().to_monday_zero_offset()).unwrap_or_default();
        (
            capital(date_words::weekday_name(index, locale)),
            date_words::date(day, shown.today, locale),
        )
    };
    let items = entry::items(of_day, &shown.words, shown.page);
    let count = of_day
        .get("count")
        .and_then(Json::as_u64)
        .unwrap_or_default();
    let is_cut = u64::try_from(items.len()).unwrap_or_default() < count;
    json!({
        "id": day.to_string(),
        "number": day.day(),
        "month": entry::short_month(day, locale),
        "is_today": day == shown.today,
        "title": title,
        "small": small,
        "items": items,
        "all": is_cut.then(|| json!({
            "href": shown.href(&shown.search.of_day(day)),
            "label": shown.word("all_of_day").replace("{{number}}", &count.to_string()),
        })),
    })
}

fn plus_days(day: Date, days: i64) -> Date {
    day.saturating_add(Span::new().days(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str) -> CalendarSearch {
        CalendarSearch::read(&Query::parse(query))
    }

    #[test]
    fn every_state_is_an_address_and_the_address_says_the_state() {
        for query in [
            "",
            "van=2026-12-05&tot=2026-12-05",
            "weken=6&q=soep&near=5310&radius=25",
            "weergave=maand&maand=2026-12&soort=eat,meet&gratis=1",
            "weergave=week&week=2026-W49&voor=carers&online=1&plek=1&organisatie=7",
        ] {
            let search = of(query);
            let path = search.path();
            let again = path.split_once('?').map_or("", |(_, query)| query);
            assert_eq!(of(again), search, "{query}");
            assert_eq!(again, query, "{query}");
        }
    }

    #[test]
    fn what_is_no_value_is_ignored() {
        let search = of("weergave=maand&maand=2026-13&soort=a'b&radius=9&weken=x&gratis=ja");
        assert_eq!(search.path(), "/activiteitenkalender?weergave=maand");
        assert_eq!(of("weergave=week&week=2025-W53").at, "");
        assert_eq!(of("weergave=jaar&van=soon").path(), "/activiteitenkalender");
    }

    #[test]
    fn the_api_is_asked_for_the_same() {
        assert_eq!(of("").address(), "/api/v1/activity_occurrences/calendar");
        assert_eq!(
            of("weergave=week&week=2026-W49&soort=eat,meet&gratis=1").address(),
            "/api/v1/activity_occurrences/calendar?at=2026-W49&filter[category_in]=eat,meet&filter[is_free_eq]=true&view=week"
        );
    }
}
