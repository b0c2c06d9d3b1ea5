//! Organisations of the demo with profile, address, contacts and history.

use std::collections::HashSet;

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::{self, Staff};
use super::content::{KindText, OrganizationText};
use super::history::{self, Notice, Step};
use super::moment::Moment;
use super::people::{self, People, Standing};
use super::places::{self, Place};
use super::random::Random;
use super::text::{Names, expand, slug, strings};

pub struct Organization {
    pub id: i64,
    pub name: String,
    pub kind: String,
    pub status: String,
    pub place: &'static Place,
    /// Street and house number.
    pub address: (String, String),
    pub contact_id: i64,
    /// First name of the contact person.
    pub contact: String,
    pub response_days: f64,
    pub trusted: bool,
}

impl Organization {
    pub fn is_approved(&self) -> bool {
        self.status == "approved"
    }
}

pub fn seed(
    town: &Town,
    amount: usize,
    staff: &Staff,
    people: &mut People,
    random: &mut Random,
) -> rusqlite::Result<Vec<Organization>> {
    let mut organizations = Vec::new();
    let mut taken = HashSet::new();
    for text in town.content.organizations.iter().take(amount) {
        taken.insert(text.name.clone());
        organizations.push(insert(town, text, staff, people, random)?);
    }
    while organizations.len() < amount {
        let text = invent(town, &mut taken, people, random);
        organizations.push(insert(town, &text, staff, people, random)?);
    }
    seed_venues(town, &organizations)?;
    Ok(organizations)
}

/// Name, village, street and number, facts (step-free, toilet, parking, hearing loop, quiet room), directions.
type Venue = (
    &'static str,
    &'static str,
    (&'static str, &'static str),
    [bool; 5],
    &'static str,
);

const VENUES: [Venue; 5] = [
    (
        "Buurthuis De Linde",
        "Lindewaard",
        ("Lindeplein", "4"),
        [true, true, true, true, false],
        "De ingang is aan de kant van het plein. De bel hangt op stahoogte en op zithoogte.",
    ),
    (
        "Bibliotheek Lindewaard",
        "Lindewaard",
        ("Marktstraat", "18"),
        [true, true, false, true, true],
        "De stille kamer is achter de studieplekken; vraag de sleutel aan de balie.",
    ),
    (
        "Dorpshuis Ooststeeg",
        "Ooststeeg",
        ("Kerkweg", "2"),
        [true, false, true, false, false],
        "",
    ),
    (
        "Kantine van de sportclub",
        "Lindewaard",
        ("Sportlaan", "60"),
        [false, false, true, false, false],
        "Er zijn drie treden bij de ingang.",
    ),
    (
        "Kerkzaal Sint-Jan",
        "Lindewaard",
        ("Kerkstraat", "1"),
        [true, false, false, true, true],
        "",
    ),
];

/// Places where people meet: the last two belong to organisations.
fn seed_venues(town: &Town, organizations: &[Organization]) -> rusqlite::Result<()> {
    for (index, (name, village, street, facts, directions)) in VENUES.iter().enumerate() {
        let place = places::find(village);
        let mut approved = organizations
            .iter()
            .filter(|organization| organization.is_approved());
        let organization = index
            .checked_sub(3)
            .and_then(|at| approved.nth(at))
            .map(|organization| organization.id);
        let address = json!({
            "street": street.0, "house_number": street.1, "postal_code": format!("{} AB", place.digits),
            "city": place.name, "country": "NL", "latitude": place.latitude, "longitude": place.longitude,
            "is_exact": false,
        });
        let [step_free, toilet, parking, hearing_loop, quiet_room] = facts;
        town.tx.execute(
            "insert into places (volunteer_center_id, organization_id, name, address, is_step_free, has_accessible_toilet,
               has_disabled_parking, has_hearing_loop, has_quiet_room, directions, created_at, updated_at)
             values (:center, :organization, :name, :address, :step_free, :toilet, :parking, :loop, :quiet, :directions, :at, :at)",
            named_params! {
                ":center": organization.is_none().then_some(town.center_id), ":organization": organization,
                ":name": name, ":address": address.to_string(), ":step_free": step_free, ":toilet": toilet,
                ":parking": parking, ":loop": hearing_loop, ":quiet": quiet_room,
                ":directions": (!directions.is_empty()).then_some(directions),
                ":at": town.now.minus_days(90.0).text(),
            },
        )?;
    }
    Ok(())
}

fn invent(
    town: &Town,
    taken: &mut HashSet<String>,
    people: &mut People,
    random: &mut Random,
) -> OrganizationText {
    let phrases = &town.content.phrases;
    let kind = random.pick(&phrases.kinds);
    let place = places::any(random);
    let stem = format!(
        "{} {}",
        random.pick(&kind.names),
        random.pick(&phrases.names.proper)
    );
    let name = [stem.clone(), format!("{stem} {}", place.name)]
        .into_iter()
        .chain((2..1_000).map(|number| format!("{stem} {} {number}", place.name)))
        .find(|name| !taken.contains(name))
        .unwrap_or(stem);
    taken.insert(name.clone());
    let contact = people.invent();
    let names = Names {
        organization: &name,
        place: place.name,
        contact: &contact.first_name,
    };
    OrganizationText {
        about: expand(&kind.about, random, &names),
        kind: kind.kind.clone(),
        organization_type: if kind.kind == "school" {
            "School".to_owned()
        } else {
            "NonProfit".to_owned()
        },
        at: [
            random.pick(&phrases.streets).clone(),
            random.between(1, 140).to_string(),
            place.name.to_owned(),
        ],
        contact: format!("{} {}", contact.first_name, contact.last_name),
        status: if random.chance(2) {
            "pending".to_owned()
        } else {
            "approved".to_owned()
        },
        days: None,
        response: Some(rounded(random.within(0.5, 6.0))),
        anbi: random.chance(30),
        kvk: random.chance(85),
        name,
    }
}

fn insert(
    town: &Town,
    text: &OrganizationText,
    staff: &Staff,
    people: &mut People,
    random: &mut Random,
) -> rusqlite::Result<Organization> {
    let [street, house_number, place] = &text.at;
    let place = places::find(place);
    let approved = text.status == "approved";
    let decided = town
        .now
        .minus_days(text.days.unwrap_or_else(|| random.within(220.0, 700.0)));
    let decided = if approved {
        decided.by_day(random)
    } else {
        decided
    };
    let created = match text.status.as_str() {
        "pending" => decided,
        "archived" => decided.minus_days(900.0),
        _ => decided.minus_days(random.within(0.5, 4.0)),
    };
    let trusted = approved && random.chance(15);
    let address_id = places::insert(
        town.tx,
        place,
        (street, house_number),
        random,
        &created.text(),
    )?;
    let profile_id = insert_profile(town, text, approved, created)?;
    let domain = format!("{}.example", slug(&text.name));
    let id = town
        .tx
        .prepare_cached(
            "insert into organizations (name, email, phone_number, contact_name, website, description, organization_type,
               status, kvk_number, neighbourhood_initiative, anbi, trusted, denial_reason, denial_text, denials, denied_at,
               approved_at, archived_at, last_confirmed_at, response_days, volunteer_center_id, address_id, profile_id,
               created_at, updated_at)
             values (:name, :email, :phone_number, :contact_name, :website, :description, :organization_type,
               :status, :kvk_number, :neighbourhood_initiative, :anbi, :trusted, :denial_reason, :denial_text, :denials, :denied_at,
               :approved_at, :archived_at, :confirmed_at, :response_days, :center_id, :address_id, :profile_id,
               :created, :updated)",
        )?
        .insert(named_params! {
            ":name": text.name, ":email": format!("info@{domain}"),
            ":phone_number": format!("+3141855{:04}", random.between(100, 9_999)),
            ":contact_name": text.contact, ":website": format!("https://{domain}"),
            ":description": text.about, ":organization_type": text.organization_type,
            ":status": text.status,
            ":kvk_number": text.kvk.then(|| random.between(10_000_000, 89_999_999).to_string()),
            ":neighbourhood_initiative": !text.kvk, ":anbi": text.anbi, ":trusted": trusted,
            ":denial_reason": (text.status == "denied").then_some("for_profit"),
            ":denial_text": (text.status == "denied").then_some(DENIAL),
            ":denials": i64::from(text.status == "denied"),
            ":denied_at": (text.status == "denied").then(|| decided.text()),
            ":approved_at": approved.then(|| decided.text()),
            ":archived_at": (text.status == "archived").then(|| decided.text()),
            ":confirmed_at": approved.then(|| town.now.minus_days(random.within(5.0, 180.0)).text()),
            ":response_days": text.response, ":center_id": town.center_id,
            ":address_id": address_id, ":profile_id": profile_id,
            ":created": created.text(), ":updated": decided.text(),
        })?;
    let (contact_id, contact) = insert_superusers(town, (id, text), people, created, random)?;
    record(town, (id, text), staff, contact_id, [created, decided])?;
    Ok(Organization {
        id,
        name: text.name.clone(),
        kind: text.kind.clone(),
        status: text.status.clone(),
        place,
        address: (street.clone(), house_number.clone()),
        contact_id,
        contact,
        response_days: text.response.unwrap_or(3.0),
        trusted,
    })
}

const DENIAL: &str = "Een bedrijf met winst kan bij ons geen vacature plaatsen. Wel kun je met je team een helpdag doen. We denken graag mee.";

fn insert_profile(
    town: &Town,
    text: &OrganizationText,
    shown: bool,
    created: Moment,
) -> rusqlite::Result<i64> {
    let kind: Option<&KindText> = town
        .content
        .phrases
        .kinds
        .iter()
        .find(|kind| kind.kind == text.kind);
    let types = kind.map_or(&[][..], |kind| &kind.types);
    let at = created.text();
    // Told by the name, so that the rest of the demo stays as it is.
    let number = text.name.chars().map(u32::from).sum::<u32>();
    let audiences = match number % 5 {
        0 => json!(["older_people"]),
        1 => json!(["families", "children"]),
        2 => json!(["newcomers"]),
        3 => json!(["young_people", "people_with_a_disability"]),
        _ => json!([]),
    };
    let languages = match number % 4 {
        0 => json!(["en", "ar"]),
        1 => json!(["en"]),
        _ => json!([]),
    };
    let days = if number.is_multiple_of(2) {
        [1, 3, 5]
    } else {
        [2, 4, 6]
    };
    let hours: Vec<_> = days
        .iter()
        .map(|day| json!({"day": day, "from": "09:30", "until": "16:00"}))
        .collect();
    let is_by_appointment = number.is_multiple_of(7);
    town.tx
        .prepare_cached(
            "insert into organization_profiles (non_profit_type_id, show_on_social_map, activity_type_ids, audiences, languages,
               wheelchair_accessible, accessible_toilet, opening_hours, opening_note, created_at, updated_at)
             values (:non_profit_type_id, :shown, :activity_type_ids, :audiences, :languages,
               :wheelchair, :toilet, :hours, :note, :at, :at)",
        )?
        .insert(named_params! {
            ":non_profit_type_id": kind.and_then(|kind| town.terms.id("non_profit_types", &kind.non_profit_type)),
            ":shown": shown,
            ":activity_type_ids": strings(&town.terms.ids("activity_types", types)),
            ":audiences": audiences.to_string(),
            ":languages": languages.to_string(),
            ":wheelchair": !number.is_multiple_of(3),
            ":toilet": number.is_multiple_of(6),
            ":hours": if is_by_appointment { "[]".to_owned() } else { json!(hours).to_string() },
            ":note": is_by_appointment.then_some("Op afspraak"),
            ":at": at,
        })
}

/// Inserts the contact person and, for some organisations, a second superuser.
fn insert_superusers(
    town: &Town,
    (id, text): (i64, &OrganizationText),
    people: &mut People,
    created: Moment,
    random: &mut Random,
) -> rusqlite::Result<(i64, String)> {
    let sample = accounts::ORGANIZATION;
    let scope = ("organization", id);
    let contact = people.named(&text.contact);
    let contact_id = if text.contact == sample.name {
        accounts::insert(town, &sample, Some("Begeleider vrijwilligers"), 360.0)?
    } else {
        insert_member(town, &contact, created, random)?
    };
    people::grant(
        town.tx,
        contact_id,
        "organization_superuser",
        scope,
        created,
    )?;
    if random.chance(30) {
        let joined = created.later(random.within(3.0, 90.0), town.now, random);
        let member = people.invent();
        let member_id = insert_member(town, &member, joined, random)?;
        people::grant(town.tx, member_id, "organization_superuser", scope, joined)?;
    }
    Ok((contact_id, contact.first_name))
}

fn insert_member(
    town: &Town,
    person: &people::Person,
    joined: Moment,
    random: &mut Random,
) -> rusqlite::Result<i64> {
    let job_title = random.pick(&town.content.phrases.job_titles).as_str();
    let days = random.within(1.0, 300.0);
    let early = joined.later(days, town.now, random);
    // Most came back this month; a few are silent.
    let signed_in = if days > 45.0 {
        town.now.minus_days(days / 12.0).max(early)
    } else {
        early
    };
    let standing = Standing {
        status: "active",
        signup_method: "signedUp",
        job_title: Some(job_title),
        password_hash: Some(town.password_hash),
        created: joined,
        signed_in: Some(signed_in),
    };
    people::insert(town.tx, person, &standing, town.center_id)
}

fn record(
    town: &Town,
    (id, text): (i64, &OrganizationText),
    staff: &Staff,
    contact_id: i64,
    [created, decided]: [Moment; 2],
) -> rusqlite::Result<()> {
    let subject = ("organizations", id);
    let mut step = Step {
        event: "sign_up",
        to: "pending",
        actor: Some(contact_id),
        ..Step::default()
    };
    history::record(town.tx, subject, &step, created)?;
    step.from = Some("pending");
    step.actor = Some(staff.marieke);
    match text.status.as_str() {
        "pending" => {
            let data = json!({ "organization_name": text.name });
            let notice = Notice {
                user: staff.marieke,
                kind: "org_to_review",
                subject,
                data,
                read: false,
            };
            return history::notify(town.tx, &notice, created);
        }
        "denied" => {
            (step.event, step.to) = ("deny", "denied");
            step.reason_code = Some("for_profit");
            step.reason_text = Some(DENIAL);
        }
        "archived" => {
            let approve = Step {
                event: "approve",
                to: "approved",
                ..step
            };
            history::record(town.tx, subject, &approve, created.plus_days(1.0))?;
            step = Step {
                event: "archive",
                from: Some("approved"),
                to: "archived",
                actor: Some(contact_id),
                ..Step::default()
            };
        }
        _ => (step.event, step.to) = ("approve", "approved"),
    }
    history::record(town.tx, subject, &step, decided)
}

fn rounded(days: f64) -> f64 {
    (days * 2.0).round() / 2.0
}
