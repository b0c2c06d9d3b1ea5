//! Mails and notifications about registrations: to whom, and what they tell.

use rusqlite::named_params;
use serde_json::{Map, Value, json};

use super::calendar::CalendarNote;
use super::places::{self, POSITION, Target};
use super::{ActivityRegistration, ActivityRegistrationStatus, by_link};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::{CHECK_IN_CODE, MailKind};
use crate::model::state_machine::Step;
use crate::resources::notification::{CALENDAR, Notice};

/// What every mail tells of an activity and a date, and whose it is.
struct About {
    data: Map<String, Value>,
    center_id: i64,
    organization_id: Option<i64>,
    contact_id: Option<i64>,
    place: Option<String>,
    online_url: Option<String>,
}

/// `date`: of which date is told; none: of the registration's, or of the next one of all.
fn about(tx: &Tx, target: Target, date: Option<i64>) -> Result<About> {
    Ok(tx
        .prepare_cached(
            "select a.title,
                    coalesce((select o.name from organizations o where o.id = a.organization_id), (select c.name from volunteer_centers c where c.id = a.volunteer_center_id)),
                    d.starts_at, d.ends_at, a.volunteer_center_id, a.organization_id, a.contact_person_id,
                    (select nullif(trim(p.name || coalesce(', ' || nullif(trim(coalesce(p.address ->> 'street', '') || ' ' || coalesce(p.address ->> 'house_number', '')), ''), '')
                                   || coalesce(', ' || (p.address ->> 'city'), '')), '')
                       from places p where p.id = a.place_id and a.online = 0),
                    iif(a.online, a.online_url, null)
               from activities a
               left join activity_occurrences d on d.id = coalesce(:date, :occurrence,
                    (select o.id from activity_occurrences o where o.activity_id = a.id and o.status = 'planned' and o.ends_at > :now order by o.starts_at limit 1))
              where a.id = :activity",
        )?
        .query_row(
            named_params! {
                ":activity": target.activity_id,
                ":occurrence": target.occurrence_id,
                ":date": date,
                ":now": tx.now(),
            },
            |row| {
                let data = [
                    ("activity_title", row.get::<_, Option<String>>(0)?),
                    ("organization_name", row.get(1)?),
                    ("starts_at", row.get(2)?),
                    ("ends_at", row.get(3)?),
                ];
                Ok(About {
                    data: data
                        .into_iter()
                        .filter_map(|(name, value)| Some((name.to_owned(), value?.into())))
                        .collect(),
                    center_id: row.get(4)?,
                    organization_id: row.get(5)?,
                    contact_id: row.get(6)?,
                    place: row.get(7)?,
                    online_url: row.get(8)?,
                })
            },
        )?)
}

/// Whom a registration reaches, and what it tells of itself.
struct Person {
    user_id: Option<i64>,
    organization_id: Option<i64>,
    first_name: String,
    last_name: String,
    email: Option<String>,
    locale: String,
    has_place: bool,
    check_in_code: Option<String>,
    data: Map<String, Value>,
}

fn person_of(tx: &Tx, id: Id<ActivityRegistration>) -> Result<Person> {
    Ok(tx
        .prepare_cached(&format!(
            "select t.user_id, t.organization_id, coalesce(t.first_name, ''), coalesce(t.last_name, ''), t.email, t.locale,
                    t.party_size, t.offered_size, t.offer_expires_at, {POSITION}, t.needs_yes, t.status = 'registered', t.check_in_code
               from activity_registrations t where t.id = :id"
        ))?
        .query_row(named_params! {":id": id.number()}, |row| {
            let mut data = Map::new();
            data.insert("party_size".to_owned(), row.get::<_, i64>(6)?.into());
            for (name, value) in [
                ("offered_size", row.get::<_, Option<i64>>(7)?),
                ("position", row.get(9)?),
            ] {
                data.extend(value.map(|value| (name.to_owned(), value.into())));
            }
            if row.get(10)? {
                data.insert("needs_yes".to_owned(), true.into());
            }
            let until: Option<String> = row.get(8)?;
            data.extend(until.map(|until| ("expires_at".to_owned(), until.into())));
            Ok(Person {
                user_id: row.get(0)?,
                organization_id: row.get(1)?,
                first_name: row.get(2)?,
                last_name: row.get(3)?,
                email: row.get(4)?,
                locale: row.get(5)?,
                has_place: row.get(11)?,
                check_in_code: row.get(12)?,
                data,
            })
        })?)
}

/// Tells who signed up: in the app if there is an account, and by mail if there is an address. A colleague without an
/// address is told through the managers of their organisation.
pub fn person(tx: &Tx, id: Id<ActivityRegistration>, kind: MailKind) -> Result<()> {
    tell(tx, id, (kind, None), Map::new())
}

/// The same of a step that somebody took; what they had a place on leaves their calendar with it.
pub(super) fn of_step(step: &Step<ActivityRegistrationStatus>, kind: MailKind) -> Result<()> {
    let had_place = step.from == ActivityRegistrationStatus::Registered;
    let note = CalendarNote::of(kind, had_place, None).filter(|note| note.cancels);
    let mut more = Map::new();
    if let Some(note) = note {
        more.insert(CALENDAR.to_owned(), note.value()?);
    }
    let successor = step.input.successor.clone();
    more.extend(successor.map(|name| ("successor_name".to_owned(), name.into())));
    tell(step.tx, step.id, (kind, None), more)
}

/// The same of one date, with more to tell.
pub(super) fn tell(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    (kind, date): (MailKind, Option<i64>),
    more: Map<String, Value>,
) -> Result<()> {
    let subject = (ActivityRegistration::TYPE, id.number());
    notify_about(tx, id, (kind, date, subject), more)
}

/// The same about another subject than the registration.
fn notify_about(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    (kind, date, subject): (MailKind, Option<i64>, (&'static str, i64)),
    more: Map<String, Value>,
) -> Result<()> {
    let about = about(tx, Target::of(tx, id)?, date)?;
    let person = person_of(tx, id)?;
    let mut data = about.data;
    data.extend(person.data);
    data.extend(more);
    if matches!(
        kind,
        MailKind::ActivityRegistered
            | MailKind::ActivityReminder24h
            | MailKind::ActivityChanged
            | MailKind::ActivityWaitlistOffer
    ) {
        data.extend(about.place.map(|place| ("place".to_owned(), place.into())));
    }
    if matches!(
        kind,
        MailKind::ActivityRegistered | MailKind::ActivityReminder24h
    ) {
        // There is no door to an activity online.
        let code = person
            .check_in_code
            .filter(|_| person.has_place && about.online_url.is_none());
        data.extend(code.map(|code| (CHECK_IN_CODE.to_owned(), code.into())));
        let address = about.online_url;
        data.extend(address.map(|address| ("online_url".to_owned(), address.into())));
    }
    if !matches!(
        kind,
        MailKind::ActivityCancelled
            | MailKind::ActivityRemoved
            | MailKind::ActivityWithdrawnReceipt
    ) && !data.contains_key("path")
    {
        data.insert("path".to_owned(), by_link::path_for(tx, id)?.into());
    }
    let note = CalendarNote::of(kind, person.has_place, date);
    if let Some(note) = note
        && !data.contains_key(CALENDAR)
    {
        data.insert(CALENDAR.to_owned(), note.value()?);
    }
    let mut notice = Notice {
        kind,
        data: Value::Object(data),
        subject,
        center_id: about.center_id,
    };
    match (person.user_id, person.email, person.organization_id) {
        (Some(user_id), ..) => notice.tell(tx, user_id),
        (None, Some(email), _) => notice.mail(
            tx,
            &email,
            (&person.first_name, &person.last_name),
            &person.locale,
        ),
        (None, None, Some(organization_id)) => {
            if let Some(data) = notice.data.as_object_mut() {
                let name = format!("{} {}", person.first_name, person.last_name);
                data.insert("participant_name".to_owned(), name.trim().into());
                // It is not the manager who comes.
                data.remove(CALENDAR);
            }
            notice.notify_managers(tx, organization_id)
        }
        (None, None, None) => Ok(()),
    }
}

/// What the organiser wrote, which is row `message_id` of `activity_messages`; of one date, or of all.
pub fn message(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    (message_id, date): (i64, Option<i64>),
    message: &str,
) -> Result<()> {
    let subject = ("activity_messages", message_id);
    let more = Map::from_iter([("message".to_owned(), message.into())]);
    notify_about(tx, id, (MailKind::ActivityMessage, date, subject), more)
}

/// The mail with which a guest confirms.
pub(super) fn confirm_guest(
    tx: &Tx,
    target: Target,
    (id, token): (i64, &str),
    (email, name, locale): (&str, (&str, &str), Locale),
) -> Result<()> {
    let about = about(tx, target, None)?;
    let mut data = about.data;
    data.insert("path".to_owned(), by_link::path_of(token).into());
    let notice = Notice {
        kind: MailKind::ActivityConfirmGuest,
        data: Value::Object(data),
        subject: ("tokens", id),
        center_id: about.center_id,
    };
    notice.mail(tx, email, name, locale.as_str())
}

/// The mail with which somebody takes a place that is handed to them.
pub(super) fn hand_over(
    tx: &Tx,
    target: Target,
    (id, token): (i64, &str),
    (email, name, locale): (&str, (&str, &str), Locale),
    (giver, party_size, expires_at): (&str, i64, &str),
) -> Result<()> {
    let about = about(tx, target, None)?;
    let mut data = about.data;
    let more = [
        ("path", json!(by_link::path_of(token))),
        ("giver_name", json!(giver)),
        ("party_size", json!(party_size)),
        ("expires_at", json!(expires_at)),
    ];
    data.extend(more.map(|(name, value)| (name.to_owned(), value)));
    data.extend(about.place.map(|place| ("place".to_owned(), place.into())));
    let notice = Notice {
        kind: MailKind::ActivityPlaceForYou,
        data: Value::Object(data),
        subject: ("tokens", id),
        center_id: about.center_id,
    };
    notice.mail(tx, email, name, locale.as_str())
}

/// Tells the organiser that somebody withdrew late, or handed their place over late. Nothing where it was not late.
pub(super) fn late_withdrawal(step: &Step<ActivityRegistrationStatus>) -> Result<()> {
    let (tx, id, successor) = (step.tx, step.id, step.input.successor.as_deref());
    let is_late: bool = if successor.is_some() {
        places::is_late(tx, Target::of(tx, id)?, tx.now())?
    } else {
        tx.prepare_cached("select is_late_withdrawal from activity_registrations where id = ?1")?
            .query_row([id.number()], |row| row.get(0))?
    };
    if is_late {
        notify_organiser_of(tx, id, MailKind::ActivityWithdrawnLate, successor)
    } else {
        Ok(())
    }
}

/// Tells the organiser of a registration: the contact person, else the managers of the organisation, else who runs the
/// centre.
pub(super) fn organiser(tx: &Tx, id: Id<ActivityRegistration>, kind: MailKind) -> Result<()> {
    notify_organiser_of(tx, id, kind, None)
}

fn notify_organiser_of(
    tx: &Tx,
    id: Id<ActivityRegistration>,
    kind: MailKind,
    successor: Option<&str>,
) -> Result<()> {
    let (name, party_size, activity_id): (String, i64, i64) = tx
        .prepare_cached(
            "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), party_size, activity_id
               from activity_registrations where id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    let about = about(tx, Target::of(tx, id)?, None)?;
    let mut data = about.data;
    data.insert("participant_name".to_owned(), name.into());
    data.insert("party_size".to_owned(), json!(party_size));
    data.extend(successor.map(|name| ("successor_name".to_owned(), name.into())));
    if kind == MailKind::ActivityNeedsYes {
        let path = format!("/activiteitenkalender/overzicht/{activity_id}");
        data.insert("path".to_owned(), path.into());
    }
    let notice = Notice {
        kind,
        data: Value::Object(data),
        subject: (ActivityRegistration::TYPE, id.number()),
        center_id: about.center_id,
    };
    notice.notify_organiser(tx, about.contact_id, about.organization_id)
}
