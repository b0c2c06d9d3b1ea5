//! A series in words: "elke dinsdag van 13.30 tot 15.00 uur, tot en met 16 december, niet op 25 november".

use jiff::civil::{Date, DateTime, Time};

use super::{Frequency, Recurrence, RecurrenceEnd, Series, expand};
use crate::base::date_words::{self, listed, weekday_name};
use crate::base::locale::Locale;

/// Excluded dates that are named one by one; of more the rest is counted.
const MOST_NAMED: usize = 5;

/// The parts of the sentence, in lower case as far as the language has it, without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesWords {
    /// `elke dinsdag`, or the date of what happens once.
    pub rhythm: String,
    /// `van 13.30 tot 15.00 uur`; empty for whole days that `rhythm` names.
    pub hours: String,
    /// `tot en met 16 december` or `8 keer`; empty for what happens once.
    pub end: String,
    /// `niet op 25 november`; empty where nothing is left out.
    pub except: String,
}

impl SeriesWords {
    /// The words of a series. Years are named where they are not that of `today`.
    pub fn new(series: &Series, today: Date, locale: Locale) -> Self {
        let words = Words {
            today,
            locale,
            series,
        };
        let (starts_at, ends_at) = series.first().unwrap_or((series.starts_at, series.ends_at));
        let Some(rule) = &series.recurrence else {
            let (rhythm, hours) = words.once(starts_at, ends_at);
            return Self {
                rhythm,
                hours,
                end: String::new(),
                except: String::new(),
            };
        };
        Self {
            rhythm: words.rhythm(rule),
            hours: words.hours(starts_at, ends_at),
            end: words.end(rule.end),
            except: words.except(),
        }
    }

    /// All parts as one sentence without a capital and a full stop.
    pub fn sentence(&self) -> String {
        let Self {
            rhythm,
            hours,
            end,
            except,
        } = self;
        let mut sentence = rhythm.clone();
        for (part, sign) in [(hours, " "), (end, ", "), (except, ", ")] {
            if !part.is_empty() {
                sentence.push_str(sign);
                sentence.push_str(part);
            }
        }
        sentence
    }
}

struct Words<'s> {
    today: Date,
    locale: Locale,
    series: &'s Series,
}

impl Words<'_> {
    fn pick<T>(&self, nl: T, en: T) -> T {
        match self.locale {
            Locale::Nl => nl,
            Locale::En => en,
        }
    }

    fn day(&self, date: Date) -> String {
        date_words::day(date, self.today, self.locale)
    }

    fn date(&self, date: Date) -> String {
        date_words::date(date, self.today, self.locale)
    }

    fn time(&self, time: Time) -> String {
        date_words::time(time, self.locale)
    }

    /// Date and hours of what happens once.
    fn once(&self, starts_at: DateTime, ends_at: DateTime) -> (String, String) {
        let (first, last) = (starts_at.date(), last_date(ends_at));
        let hours = ends_at.duration_since(starts_at).as_hours();
        if first == last || (!self.series.is_all_day && hours < 24) {
            return (self.day(first), self.hours(starts_at, ends_at));
        }
        let (from, to) = (self.day(first), self.day(last));
        let rhythm = if self.series.is_all_day {
            match self.locale {
                Locale::Nl => format!("van {from} tot en met {to}"),
                Locale::En => format!("from {from} to {to}"),
            }
        } else {
            let (start, end) = (self.time(starts_at.time()), self.end_time(ends_at));
            match self.locale {
                Locale::Nl => format!("van {from} {start} uur tot {to} {end} uur"),
                Locale::En => format!("from {from} at {start} to {to} at {end}"),
            }
        };
        (rhythm, String::new())
    }

    /// The time of an end; midnight belongs to the day before.
    fn end_time(&self, ends_at: DateTime) -> String {
        if ends_at.time() == Time::midnight() {
            return self.pick("24.00", "midnight").to_owned();
        }
        self.time(ends_at.time())
    }

    fn hours(&self, starts_at: DateTime, ends_at: DateTime) -> String {
        let later = starts_at.date().until(last_date(ends_at));
        let days = later.map_or(0, |span| span.get_days());
        if self.series.is_all_day {
            return match (days, self.locale) {
                (0, Locale::Nl) => "de hele dag".to_owned(),
                (0, Locale::En) => "all day".to_owned(),
                (days, Locale::Nl) => format!("{} dagen lang", days + 1),
                (days, Locale::En) => format!("for {} days", days + 1),
            };
        }
        let (start, end) = (self.time(starts_at.time()), self.end_time(ends_at));
        let hours = match self.locale {
            Locale::Nl => format!("van {start} tot {end} uur"),
            Locale::En => format!("from {start} to {end}"),
        };
        match (days, self.locale) {
            (0, _) => hours,
            (1, Locale::Nl) => format!("{hours} de volgende dag"),
            (1, Locale::En) => format!("{hours} the next day"),
            (_, Locale::Nl) => format!("van {start} uur tot {days} dagen later {end} uur"),
            (_, Locale::En) => format!("{hours} {days} days later"),
        }
    }

    fn rhythm(&self, rule: &Recurrence) -> String {
        let every = |unit: &str, units: &str| match (rule.interval, self.locale) {
            (1, Locale::Nl) => format!("elke {unit}"),
            (1, Locale::En) => format!("every {unit}"),
            (n, Locale::Nl) => format!("elke {n} {units}"),
            (n, Locale::En) => format!("every {n} {units}"),
        };
        match rule.frequency {
            Frequency::Daily => every(self.pick("dag", "day"), self.pick("dagen", "days")),
            Frequency::Weekly => {
                let days = rule.sorted_weekdays();
                let names = days
                    .iter()
                    .map(|day| weekday_name(day.index(), self.locale));
                let names: Vec<String> = names.map(str::to_owned).collect();
                match (rule.interval, names.len()) {
                    (1, 7) => every(self.pick("dag", "day"), ""),
                    (1, _) => every(&listed(&names, self.locale), ""),
                    (_, 7) => every("", self.pick("weken op elke dag", "weeks on every day")),
                    _ => {
                        let on = self.pick("weken op", "weeks on");
                        every("", &format!("{on} {}", listed(&names, self.locale)))
                    }
                }
            }
            Frequency::Monthly => {
                let month = every(self.pick("maand", "month"), self.pick("maanden", "months"));
                self.in_month(rule, &month)
            }
        }
    }

    /// `every` is "elke maand" or "elke 2 maanden".
    fn in_month(&self, rule: &Recurrence, every: &str) -> String {
        let day = match (rule.month_day, rule.nth_weekday) {
            (Some(-1), _) => self.pick("laatste dag", "last day").to_owned(),
            (None, Some(on)) => {
                let weekday = weekday_name(on.weekday.index(), self.locale);
                format!("{} {weekday}", self.nth(on.nth))
            }
            (day, _) => return self.on_number(day.unwrap_or_default(), every),
        };
        match (rule.interval, self.locale) {
            (1, Locale::Nl) => format!("elke {day} van de maand"),
            (1, Locale::En) => format!("every {day} of the month"),
            (_, Locale::Nl) => format!("{every} op de {day}"),
            (_, Locale::En) => format!("{every} on the {day}"),
        }
    }

    fn nth(&self, nth: i8) -> &'static str {
        match nth {
            1 => self.pick("eerste", "first"),
            2 => self.pick("tweede", "second"),
            3 => self.pick("derde", "third"),
            4 => self.pick("vierde", "fourth"),
            5 => self.pick("vijfde", "fifth"),
            _ => self.pick("laatste", "last"),
        }
    }

    /// A day that some months do not have is named with that.
    fn on_number(&self, day: i8, every: &str) -> String {
        let ending = match day {
            1 | 21 | 31 => "st",
            2 | 22 => "nd",
            3 | 23 => "rd",
            _ => "th",
        };
        match (day > 28, self.locale) {
            (false, Locale::Nl) => format!("{every} op de {day}e"),
            (false, Locale::En) => format!("{every} on the {day}{ending}"),
            (true, Locale::Nl) => format!("{every} op de {day}e (als die er is)"),
            (true, Locale::En) => format!("{every} on the {day}{ending} (if there is one)"),
        }
    }

    fn end(&self, end: RecurrenceEnd) -> String {
        match (end, self.locale) {
            (RecurrenceEnd::Count(count), Locale::Nl) => format!("{count} keer"),
            (RecurrenceEnd::Count(1), Locale::En) => "once".to_owned(),
            (RecurrenceEnd::Count(count), Locale::En) => format!("{count} times"),
            (RecurrenceEnd::Until(last), Locale::Nl) => format!("tot en met {}", self.date(last)),
            (RecurrenceEnd::Until(last), Locale::En) => {
                format!("up to and including {}", self.date(last))
            }
        }
    }

    /// The excluded dates that the rule has.
    fn except(&self) -> String {
        let mut excluded = self.series.excluded.clone();
        excluded.sort();
        excluded.dedup();
        let of_rule = expand::dates(self.series).unwrap_or_default();
        excluded.retain(|date| of_rule.binary_search(date).is_ok());
        let mut names: Vec<String> = excluded.iter().map(|date| self.date(*date)).collect();
        if names.is_empty() {
            return String::new();
        }
        if names.len() > MOST_NAMED + 1 {
            let more = names.len() - MOST_NAMED;
            names.truncate(MOST_NAMED);
            names.push(match self.locale {
                Locale::Nl => format!("nog {more} dagen"),
                Locale::En => format!("{more} other days"),
            });
        }
        let names = listed(&names, self.locale);
        match self.locale {
            Locale::Nl => format!("niet op {names}"),
            Locale::En => format!("except on {names}"),
        }
    }
}

/// The date on which something is over; at midnight the one that ends then.
fn last_date(ends_at: DateTime) -> Date {
    if ends_at.time() == Time::midnight() {
        return ends_at.date().yesterday().unwrap_or(ends_at.date());
    }
    ends_at.date()
}
