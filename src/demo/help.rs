//! Help between people of the demo: what some ask, what others offer, one that found somebody and one that waits for the
//! centre. Seeded after the town, which has none of it.

use rusqlite::{Connection, named_params};

use super::history::{self, Step};
use super::moment::Moment;
use super::places;
use super::random::Random;

struct Help {
    offers: bool,
    kind: &'static str,
    frequency: &'static str,
    title: &'static str,
    text: &'static str,
    schedule: &'static str,
    place: &'static str,
    /// Days since the centre put it online; none while it waits.
    online: Option<f64>,
}

#[rustfmt::skip]
const ALL: [Help; 8] = [
    Help { offers: false, kind: "groceries", frequency: "often", title: "Samen boodschappen doen", place: "Ooststeeg", online: Some(3.2),
        schedule: "Elke vrijdagochtend",
        text: "Ik loop met een rollator en sjouwen gaat niet meer. Samen naar de winkel en dan een kop koffie, dat lijkt me fijn." },
    Help { offers: false, kind: "chore", frequency: "once", title: "Een lamp ophangen", place: "Lindewaard", online: Some(0.4),
        schedule: "Een half uur, overdag",
        text: "De lamp ligt er al. Ik durf zelf de trap niet meer op. Wie heeft een boormachine en een half uurtje tijd?" },
    Help { offers: false, kind: "garden_pet", frequency: "often", title: "De hond uitlaten", place: "Veldhaven", online: Some(5.1),
        schedule: "Elke dag om 17.00 uur",
        text: "Na mijn operatie mag ik zes weken niet ver lopen. Bobbie is zes jaar en trekt niet aan de lijn." },
    Help { offers: false, kind: "transport", frequency: "once", title: "Meerijden naar het ziekenhuis", place: "Lindewaard", online: Some(12.0),
        schedule: "Twee keer, op een donderdag",
        text: "Ik moet twee keer naar de oogarts. Met de bus duurt het anderhalf uur. Benzine betaal ik, met een bon." },
    Help { offers: false, kind: "computer_papers", frequency: "once", title: "Mijn tablet leren gebruiken", place: "Kortelaar", online: None,
        schedule: "In overleg, het liefst ’s middags",
        text: "Mijn kleindochter gaf me een tablet. Ik wil leren beeldbellen en mijn post bekijken. Wie legt het rustig uit?" },
    Help { offers: true, kind: "groceries", frequency: "often", title: "Ik doe graag boodschappen met je", place: "Ooststeeg", online: Some(8.3),
        schedule: "Op vrijdag of zaterdag",
        text: "Ik ga toch elke week naar de winkel en neem je graag mee in de auto. Daarna help ik met uitpakken en opruimen." },
    Help { offers: true, kind: "company", frequency: "often", title: "Een praatje bij de koffie", place: "Kortelaar", online: Some(6.0),
        schedule: "Woensdagmiddag",
        text: "Ik kom graag bij je langs voor een kop koffie. We kunnen praten, een spelletje doen of een stukje wandelen." },
    Help { offers: true, kind: "chore", frequency: "once", title: "Handig met lampen en kastjes", place: "Lindewaard", online: Some(2.1),
        schedule: "Zaterdag",
        text: "Een kast in elkaar zetten of een kraan die lekt: ik heb gereedschap en kom het graag voor je in orde maken." },
];

/// Switches help between people on at the centre, and fills it.
pub fn seed_help(tx: &Connection, now: &str, center_id: i64) -> rusqlite::Result<()> {
    tx.execute(
        "update volunteer_centers set peer_to_peer = 1 where id = ?1",
        [center_id],
    )?;
    let now = Moment::parse(now)?;
    let mut random = Random::new(0x4e19);
    let people: Vec<i64> = tx
        .prepare(
            "select u.id from users u join roles r on r.user_id = u.id and r.name = 'volunteer'
              where u.status = 'active' and u.email like '%@example.nl' and u.birth_date is null
              order by u.id limit 20",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let centre: Option<i64> = staff(tx, "centrum@demo.voluntr.example")?;
    let helper: Option<i64> = staff(tx, "vrijwilliger@demo.voluntr.example")?;
    for (help, user_id) in ALL.iter().zip(people) {
        let id = insert(tx, (now, center_id), help, user_id, centre, &mut random)?;
        let (Some(helper), Some(online)) = (helper, help.online) else {
            continue;
        };
        match help.title {
            "Meerijden naar het ziekenhuis" => {
                answer(tx, id, helper, "accepted", now.minus_days(online - 1.5))?;
                tx.execute(
                    "update vacancies set status = 'filled', places_taken = 1 where id = ?1",
                    [id],
                )?;
            }
            "De hond uitlaten" => answer(tx, id, helper, "new", now.minus_days(0.8))?,
            _ => {}
        }
    }
    Ok(())
}

fn staff(tx: &Connection, email: &str) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached("select max(id) from users where email = ?1")?
        .query_row([email], |row| row.get(0))
}

fn insert(
    tx: &Connection,
    (now, center_id): (Moment, i64),
    help: &Help,
    user_id: i64,
    centre: Option<i64>,
    random: &mut Random,
) -> rusqlite::Result<i64> {
    let online = help.online.map(|days| now.minus_days(days));
    let created = online.map_or_else(|| now.minus_days(0.6), |at| at.minus_days(1.2));
    let at = created.text();
    let address_id = places::insert(
        tx,
        places::find(help.place),
        ("Dorpsstraat", "12"),
        random,
        &at,
    )?;
    let household = tx.prepare_cached(
        "insert into organizations (name, status, approved_at, household_of_id, volunteer_center_id, created_at, updated_at)
         select u.first_name, 'approved', :at, u.id, :center_id, :at, :at from users u where u.id = :user_id",
    )?
    .insert(named_params! {":at": at, ":center_id": center_id, ":user_id": user_id})?;
    let words: Vec<&str> = help.title.split(' ').collect();
    let id = tx.prepare_cached(
        "insert into vacancies (title, slug, status, moderation_state, vacancy_type, description, capacity, schedule, expires_at,
           published_at, asker_id, offers_help, help_kind, help_frequency, agrees_to_safety_rules, safety_rules_agreed_at,
           organization_id, volunteer_center_id, address_id, created_at, updated_at)
         values (:title, :slug, :status, :moderation, :type, :text, 1, :schedule, :expires_at,
           :published_at, :user_id, :offers, :kind, :frequency, 1, :at,
           :household, :center_id, :address_id, :at, :updated_at)",
    )?
    .insert(named_params! {
        ":title": help.title, ":slug": words.join("-").to_lowercase(), ":text": format!("<p>{}</p>", help.text),
        ":status": if online.is_some() { "published" } else { "draft" },
        ":moderation": if online.is_some() { "approved" } else { "submitted" },
        ":type": if help.frequency == "often" { "one-on-one" } else { "p2p" },
        ":schedule": help.schedule, ":expires_at": online.unwrap_or(now).plus_days(60.0).text(),
        ":published_at": online.map(Moment::text), ":user_id": user_id, ":offers": help.offers, ":kind": help.kind,
        ":frequency": help.frequency, ":at": at, ":household": household, ":center_id": center_id,
        ":address_id": address_id, ":updated_at": online.unwrap_or(created).text(),
    })?;
    let step = |event, from, to, actor| Step {
        event,
        from,
        to,
        actor,
        ..Step::default()
    };
    let subject = ("vacancies", id);
    let asker = Some(user_id);
    history::record(tx, subject, &step("create", None, "draft", asker), created)?;
    let submit = step("submit", Some("draft"), "submitted", asker);
    history::record(tx, subject, &submit, created.plus_days(0.01))?;
    if let Some(online) = online {
        let approve = step("approve", Some("draft"), "published", centre);
        history::record(tx, subject, &approve, online)?;
    }
    Ok(id)
}

fn answer(
    tx: &Connection,
    vacancy_id: i64,
    user_id: i64,
    stage: &'static str,
    at: Moment,
) -> rusqlite::Result<()> {
    let is_accepted = stage == "accepted";
    let decided = is_accepted.then(|| at.plus_days(0.5).text());
    let id = tx.prepare_cached(
        "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name, email,
           phone_number, message, status, stage, source, consent_at, safety_rules_agreed_at, responded_at, accepted_at,
           created_at, updated_at)
         select v.id, v.organization_id, v.volunteer_center_id, u.id, u.first_name, u.last_name, u.email,
           u.phone_number, :message, :status, :stage, 'web', :at, :at, :decided, :decided, :at, coalesce(:decided, :at)
           from vacancies v, users u where v.id = :vacancy_id and u.id = :user_id",
    )?
    .insert(named_params! {
        ":message": "Dit doe ik graag voor je. Ik woon in de buurt en heb er tijd voor.", ":at": at.text(),
        ":status": is_accepted.then_some("accepted"), ":stage": stage, ":decided": decided,
        ":vacancy_id": vacancy_id, ":user_id": user_id,
    })?;
    let apply = Step {
        event: "apply",
        to: "new",
        actor: Some(user_id),
        ..Step::default()
    };
    history::record(tx, ("applications", id), &apply, at)?;
    if is_accepted {
        let asker = tx.query_row(
            "select asker_id from vacancies where id = ?1",
            [vacancy_id],
            |row| row.get(0),
        )?;
        let accept = Step {
            event: "accept",
            from: Some("new"),
            to: "accepted",
            actor: asker,
            ..Step::default()
        };
        history::record(tx, ("applications", id), &accept, at.plus_days(0.5))?;
    }
    Ok(())
}
