//! Calendar files: iCalendar (RFC 5545, with the names of RFC 7986), written piece by piece. Times are those of clocks in
//! the Netherlands, with one time zone per file. Written here rather than by a crate: the one there is keeps a whole
//! calendar in memory, reads the clock by itself and brings a second library for dates.

use std::fmt::{Result, Write};

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};

/// Longest line in bytes, its end not counted.
const LONGEST_LINE: usize = 75;
const PRODUCT: &str = "-//voluntr//calendar//NL";
const ZONE: &str = "Europe/Amsterdam";
/// The rule in force since 1996.
const TIME_ZONE: &str = "BEGIN:VTIMEZONE\r
TZID:Europe/Amsterdam\r
BEGIN:DAYLIGHT\r
DTSTART:19700329T020000\r
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
TZOFFSETFROM:+0100\r
TZOFFSETTO:+0200\r
TZNAME:CEST\r
END:DAYLIGHT\r
BEGIN:STANDARD\r
DTSTART:19701025T030000\r
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
TZOFFSETFROM:+0200\r
TZOFFSETTO:+0100\r
TZNAME:CET\r
END:STANDARD\r
END:VTIMEZONE\r
";

/// What a file says of itself.
#[derive(Debug, Clone, Default)]
pub struct Calendar<'a> {
    pub name: &'a str,
    /// The page that shows the same.
    pub url: Option<&'a str>,
    /// How often a subscription is worth asking for, in minutes.
    pub refresh_minutes: Option<u32>,
    /// None in what is subscribed to or downloaded.
    pub message: Option<Message>,
}

/// A file in a mail, which changes the calendar of who gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message {
    pub method: Method,
    pub sent_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Request,
    Cancel,
}

impl Method {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }
}

/// A time on the clock, or a whole day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    Clock(DateTime),
    Day(Date),
}

impl At {
    pub fn of(local: DateTime, is_all_day: bool) -> Self {
        if is_all_day {
            Self::Day(local.date())
        } else {
            Self::Clock(local)
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Confirmed,
    Tentative,
    Cancelled,
}

#[derive(Debug, Clone, Copy)]
pub struct Person<'a> {
    pub name: &'a str,
    pub email: &'a str,
}

/// An event: once, a series with a rule, or one occurrence of a series that differs from it.
#[derive(Debug, Clone)]
pub struct Event<'a> {
    /// The same for ever, and for all occurrences of a series.
    pub uid: &'a str,
    /// Grows with each change.
    pub sequence: u32,
    pub created: Option<Timestamp>,
    pub last_modified: Timestamp,
    pub starts: At,
    /// After the start; of whole days the day after the last one.
    pub ends: At,
    /// The value of RRULE.
    pub rrule: Option<&'a str>,
    /// Starts by the rule that are left out, of the kind of `starts`.
    pub exdates: &'a [At],
    /// Start by the rule of the occurrence that this is.
    pub recurrence_id: Option<At>,
    pub summary: &'a str,
    pub description: Option<&'a str>,
    pub location: Option<&'a str>,
    /// Latitude and longitude.
    pub geo: Option<(f64, f64)>,
    pub url: Option<&'a str>,
    pub status: Status,
    pub categories: &'a [&'a str],
    /// Who sends the message; written in a message only, as is the attendee.
    pub organizer: Option<Person<'a>>,
    /// Who has signed up.
    pub attendee: Option<Person<'a>>,
    /// Minutes before the start at which the calendar reminds.
    pub reminders: &'a [u32],
}

/// Writes what stands before the events.
pub fn write_header(out: &mut impl Write, calendar: &Calendar) -> Result {
    out.write_str("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")?;
    line(out, "PRODID", format_args!("{PRODUCT}"))?;
    out.write_str("CALSCALE:GREGORIAN\r\n")?;
    if let Some(message) = calendar.message {
        let method = message.method.as_str();
        line(out, "METHOD", format_args!("{method}"))?;
    } else {
        text(out, "NAME", calendar.name)?;
        text(out, "X-WR-CALNAME", calendar.name)?;
        line(out, "X-WR-TIMEZONE", format_args!("{ZONE}"))?;
        if let Some(url) = calendar.url {
            line(out, "URL", format_args!("{url}"))?;
        }
        if let Some(minutes) = calendar.refresh_minutes {
            let every = format_args!("PT{minutes}M");
            line(out, "REFRESH-INTERVAL;VALUE=DURATION", every)?;
            line(out, "X-PUBLISHED-TTL", every)?;
        }
    }
    out.write_str(TIME_ZONE)
}

/// Writes an event; `message` is that of the calendar.
pub fn write_event(out: &mut impl Write, event: &Event, message: Option<Message>) -> Result {
    out.write_str("BEGIN:VEVENT\r\n")?;
    text(out, "UID", event.uid)?;
    // Of what is no message the time of the last change, so that the same file is the same bytes.
    let stamp = message.map_or(event.last_modified, |message| message.sent_at);
    moment(out, "DTSTAMP", stamp)?;
    if let Some(created) = event.created {
        moment(out, "CREATED", created)?;
    }
    moment(out, "LAST-MODIFIED", event.last_modified)?;
    line(out, "SEQUENCE", format_args!("{}", event.sequence))?;
    if let Some(original) = event.recurrence_id {
        at(out, "RECURRENCE-ID", original)?;
    }
    at(out, "DTSTART", event.starts)?;
    at(out, "DTEND", event.ends)?;
    if let Some(rule) = event.rrule {
        line(out, "RRULE", format_args!("{rule}"))?;
    }
    for excluded in event.exdates {
        at(out, "EXDATE", *excluded)?;
    }
    text(out, "SUMMARY", event.summary)?;
    for (name, value) in [
        ("DESCRIPTION", event.description),
        ("LOCATION", event.location),
    ] {
        if let Some(value) = value {
            text(out, name, value)?;
        }
    }
    if let Some((latitude, longitude)) = event.geo {
        line(out, "GEO", format_args!("{latitude:.6};{longitude:.6}"))?;
    }
    if let Some(url) = event.url {
        line(out, "URL", format_args!("{url}"))?;
    }
    if !event.categories.is_empty() {
        let mut line = Line::begin(out, "CATEGORIES")?;
        for (index, category) in event.categories.iter().enumerate() {
            if index > 0 {
                line.write_char(',')?;
            }
            line.escaped(category)?;
        }
        line.end()?;
    }
    out.write_str(match event.status {
        Status::Confirmed => "STATUS:CONFIRMED\r\n",
        Status::Tentative => "STATUS:TENTATIVE\r\n",
        Status::Cancelled => "STATUS:CANCELLED\r\n",
    })?;
    if message.is_some() {
        if let Some(organizer) = event.organizer {
            person(out, "ORGANIZER", organizer)?;
        }
        if let Some(attendee) = event.attendee {
            let signed_up = "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE";
            person(out, signed_up, attendee)?;
        }
    }
    for minutes in event.reminders {
        out.write_str("BEGIN:VALARM\r\nACTION:DISPLAY\r\n")?;
        text(out, "DESCRIPTION", event.summary)?;
        line(out, "TRIGGER", format_args!("-PT{minutes}M"))?;
        out.write_str("END:VALARM\r\n")?;
    }
    out.write_str("END:VEVENT\r\n")
}

/// Writes what stands behind the events.
pub fn write_footer(out: &mut impl Write) -> Result {
    out.write_str("END:VCALENDAR\r\n")
}

fn line(out: &mut impl Write, name: &str, value: std::fmt::Arguments) -> Result {
    let mut line = Line::begin(out, name)?;
    line.write_fmt(value)?;
    line.end()
}

fn text(out: &mut impl Write, name: &str, value: &str) -> Result {
    let mut line = Line::begin(out, name)?;
    line.escaped(value)?;
    line.end()
}

fn moment(out: &mut impl Write, name: &str, moment: Timestamp) -> Result {
    line(
        out,
        name,
        format_args!("{}", moment.strftime("%Y%m%dT%H%M%SZ")),
    )
}

fn at(out: &mut impl Write, name: &str, at: At) -> Result {
    match at {
        At::Clock(local) => {
            let value = local.strftime("%Y%m%dT%H%M%S");
            line(out, &format!("{name};TZID={ZONE}"), format_args!("{value}"))
        }
        At::Day(date) => {
            let value = date.strftime("%Y%m%d");
            line(out, &format!("{name};VALUE=DATE"), format_args!("{value}"))
        }
    }
}

/// A name in quotes cannot hold one, nor a line break.
fn person(out: &mut impl Write, name: &str, person: Person) -> Result {
    let shown = person.name.replace('"', "'");
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let named = format!("{name};CN=\"{shown}\"");
    line(out, &named, format_args!("mailto:{}", person.email))
}

/// A content line. Folded where it becomes too long, between characters; no control character gets through, so that
/// no value begins a line of its own.
struct Line<'o, W: Write> {
    out: &'o mut W,
    width: usize,
}

impl<'o, W: Write> Line<'o, W> {
    fn begin(out: &'o mut W, name: &str) -> std::result::Result<Self, std::fmt::Error> {
        let mut line = Self { out, width: 0 };
        line.write_str(name)?;
        line.write_char(':')?;
        Ok(line)
    }

    /// A value of the type TEXT.
    fn escaped(&mut self, value: &str) -> Result {
        let mut before = ' ';
        for sign in value.chars() {
            match sign {
                '\\' | ';' | ',' => {
                    self.write_char('\\')?;
                    self.write_char(sign)?;
                }
                '\n' if before == '\r' => {}
                '\n' | '\r' => self.write_str("\\n")?,
                _ => self.write_char(sign)?,
            }
            before = sign;
        }
        Ok(())
    }

    fn end(self) -> Result {
        self.out.write_str("\r\n")
    }
}

impl<W: Write> Write for Line<'_, W> {
    fn write_str(&mut self, text: &str) -> Result {
        text.chars().try_for_each(|sign| self.write_char(sign))
    }

    fn write_char(&mut self, sign: char) -> Result {
        if sign.is_control() && sign != '\t' {
            return Ok(());
        }
        if self.width + sign.len_utf8() > LONGEST_LINE {
            self.out.write_str("\r\n ")?;
            self.width = 1;
        }
        self.width += sign.len_utf8();
        self.out.write_char(sign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment_of(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn clock(text: &str) -> At {
        At::Clock(text.parse().unwrap())
    }

    fn day(text: &str) -> At {
        At::Day(text.parse().unwrap())
    }

    fn event() -> Event<'static> {
        Event {
            uid: "activity-7@lindewaard.example",
            sequence: 3,
            created: Some(moment_of("2026-11-01T09:00:00Z")),
            last_modified: moment_of("2026-11-20T09:30:00Z"),
            starts: clock("2026-12-01T13:30"),
            ends: clock("2026-12-01T15:00"),
            rrule: None,
            exdates: &[],
            recurrence_id: None,
            summary: "Taalcafé",
            description: None,
            location: None,
            geo: None,
            url: None,
            status: Status::Confirmed,
            categories: &[],
            organizer: None,
            attendee: None,
            reminders: &[],
        }
    }

    fn written(event: &Event, message: Option<Message>) -> String {
        let mut out = String::new();
        write_event(&mut out, event, message).unwrap();
        out
    }

    fn escaped(value: &str) -> String {
        let mut out = String::new();
        text(&mut out, "SUMMARY", value).unwrap();
        out
    }

    #[test]
    fn an_event_with_all_there_is_stands_in_this_order() {
        let all = Event {
            rrule: Some("FREQ=WEEKLY;COUNT=8;BYDAY=TU"),
            exdates: &[clock("2026-12-22T13:30"), clock("2026-12-29T13:30")],
            description: Some("Koffie, thee;\nen praten"),
            location: Some("De Huiskamer, Oldebroek"),
            geo: Some((52.444_1, 5.9)),
            url: Some("https://lindewaard.example/activiteitenkalender/7-taalcafe?a=1,2;3"),
            categories: &["Taal", "Eten, drinken"],
            organizer: Some(Person {
                name: "Lindewaard",
                email: "info@lindewaard.example",
            }),
            reminders: &[1440],
            ..event()
        };
        let expected = "BEGIN:VEVENT\r
UID:activity-7@lindewaard.example\r
DTSTAMP:20261120T093000Z\r
CREATED:20261101T090000Z\r
LAST-MODIFIED:20261120T093000Z\r
SEQUENCE:3\r
DTSTART;TZID=Europe/Amsterdam:20261201T133000\r
DTEND;TZID=Europe/Amsterdam:20261201T150000\r
RRULE:FREQ=WEEKLY;COUNT=8;BYDAY=TU\r
EXDATE;TZID=Europe/Amsterdam:20261222T133000\r
EXDATE;TZID=Europe/Amsterdam:20261229T133000\r
SUMMARY:Taalcafé\r
DESCRIPTION:Koffie\\, thee\\;\\nen praten\r
LOCATION:De Huiskamer\\, Oldebroek\r
GEO:52.444100;5.900000\r
URL:https://lindewaard.example/activiteitenkalender/7-taalcafe?a=1,2;3\r
CATEGORIES:Taal,Eten\\, drinken\r
STATUS:CONFIRMED\r
BEGIN:VALARM\r
ACTION:DISPLAY\r
DESCRIPTION:Taalcafé\r
TRIGGER:-PT1440M\r
END:VALARM\r
END:VEVENT\r
";
        assert_eq!(written(&all, None), expected);
    }

    #[test]
    fn people_stand_in_messages_only() {
        let person = Some(Person {
            name: "Noor \"Noortje\" de\r\nBruin; X",
            email: "noor@example.org",
        });
        let event = Event {
            organizer: person,
            attendee: person,
            status: Status::Cancelled,
            recurrence_id: Some(clock("2026-12-08T13:30")),
            ..event()
        };
        assert!(!written(&event, None).contains("noor@"));
        let message = Message {
            method: Method::Cancel,
            sent_at: moment_of("2026-11-28T07:00:00Z"),
        };
        let text = written(&event, Some(message)).replace("\r\n ", "");
        for line in [
            "DTSTAMP:20261128T070000Z",
            "RECURRENCE-ID;TZID=Europe/Amsterdam:20261208T133000",
            "STATUS:CANCELLED",
            "ORGANIZER;CN=\"Noor 'Noortje' de Bruin; X\":mailto:noor@example.org",
            "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN=\"Noor 'Noortje' de Bruin; X\":mailto:noor@example.org",
        ] {
            assert!(text.contains(&format!("\r\n{line}\r\n")), "{line}\n{text}");
        }
    }

    #[test]
    fn a_subscription_has_a_name_and_a_message_a_method() {
        let mut out = String::new();
        let calendar = Calendar {
            name: "Lindewaard, agenda",
            url: Some("https://lindewaard.example/activiteitenkalender"),
            refresh_minutes: Some(60),
            message: None,
        };
        write_header(&mut out, &calendar).unwrap();
        let before = "BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//voluntr//calendar//NL\r
CALSCALE:GREGORIAN\r
NAME:Lindewaard\\, agenda\r
X-WR-CALNAME:Lindewaard\\, agenda\r
X-WR-TIMEZONE:Europe/Amsterdam\r
URL:https://lindewaard.example/activiteitenkalender\r
REFRESH-INTERVAL;VALUE=DURATION:PT60M\r
X-PUBLISHED-TTL:PT60M\r
BEGIN:VTIMEZONE\r\n";
        assert!(out.starts_with(before), "{out}");
        assert!(out.ends_with("END:VTIMEZONE\r\n"));
        let message = Message {
            method: Method::Request,
            sent_at: moment_of("2026-11-28T07:00:00Z"),
        };
        let mut out = String::new();
        let calendar = Calendar {
            message: Some(message),
            ..calendar
        };
        write_header(&mut out, &calendar).unwrap();
        write_footer(&mut out).unwrap();
        assert!(out.contains("\r\nMETHOD:REQUEST\r\nBEGIN:VTIMEZONE\r\n"));
        assert!(out.ends_with("\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n"));
        assert!(out.lines().count() == out.matches("\r\n").count());
    }

    #[test]
    fn whole_days_have_dates() {
        let event = Event {
            starts: day("2026-12-24"),
            ends: day("2026-12-27"),
            exdates: &[day("2026-12-31")],
            recurrence_id: Some(day("2026-12-24")),
            ..event()
        };
        let text = written(&event, None);
        for line in [
            "RECURRENCE-ID;VALUE=DATE:20261224",
            "DTSTART;VALUE=DATE:20261224",
            "DTEND;VALUE=DATE:20261227",
            "EXDATE;VALUE=DATE:20261231",
        ] {
            assert!(text.contains(&format!("\r\n{line}\r\n")), "{line}\n{text}");
        }
    }

    #[test]
    fn texts_are_escaped() {
        for (value, expected) in [
            ("a;b,c\\d:e\"f", "SUMMARY:a\\;b\\,c\\\\d:e\"f\r\n"),
            ("a\nb\r\nc\rd\n\ne", "SUMMARY:a\\nb\\nc\\nd\\n\\ne\r\n"),
            (
                "tab\tstays, \u{0}bell\u{7}goes\u{85}",
                "SUMMARY:tab\tstays\\, bellgoes\r\n",
            ),
            ("", "SUMMARY:\r\n"),
        ] {
            assert_eq!(escaped(value), expected);
        }
        // What is not of the type TEXT begins no line of its own either.
        let event = Event {
            url: Some("https://a.example/\r\nATTENDEE:mailto:b@example.org"),
            ..event()
        };
        assert!(!written(&event, None).contains("\nATTENDEE"));
    }

    #[test]
    fn long_lines_are_folded_at_75_bytes_between_characters() {
        // 8 bytes of name and colon, 67 of text.
        assert_eq!(
            escaped(&"a".repeat(67)),
            format!("SUMMARY:{}\r\n", "a".repeat(67))
        );
        assert_eq!(
            escaped(&"a".repeat(68)),
            format!("SUMMARY:{}\r\n a\r\n", "a".repeat(67))
        );
        assert_eq!(
            escaped(&"a".repeat(67 + 74 + 1)),
            format!(
                "SUMMARY:{}\r\n {}\r\n a\r\n",
                "a".repeat(67),
                "a".repeat(74)
            )
        );
        // Two bytes that would begin on the 75th.
        assert_eq!(
            escaped(&format!("{}é", "a".repeat(66))),
            format!("SUMMARY:{}\r\n é\r\n", "a".repeat(66))
        );
        for sign in ["é", "€", "🎄", ",", "\n"] {
            let text = escaped(&sign.repeat(200));
            for line in text.trim_end().split("\r\n") {
                assert!(line.len() <= LONGEST_LINE, "{line}");
            }
            let unfolded = text.replace("\r\n ", "");
            let back = unfolded.replace("\\,", ",").replace("\\n", "\n");
            assert_eq!(back, format!("SUMMARY:{}\r\n", sign.repeat(200)));
        }
    }
}
