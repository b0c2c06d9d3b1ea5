//! Applications of the demo: applicant, vacancy, age and outcome.

use std::collections::HashSet;

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::{Staff, Volunteer};
use super::history::{self, Notice, Step};
use super::moment::Moment;
use super::organizations::Organization;
use super::people::{People, Person};
use super::random::Random;
use super::stages::{self, Actor, Passage};
use super::text::{Names, expand};
use super::vacancies::Vacancy;

/// Vacancy title, last stage and age in days; the first rows on the centre's screens.
const KNOWN: &[(&str, &str, f64)] = &[
    ("Trainer jeugdvoetbal, zaterdag", "new", 16.0),
    ("Gastvrouw of gastheer in de ontmoetingskamer", "new", 8.0),
    ("Kapotte lampen en stofzuigers repareren", "new", 7.1),
    ("Taalmaatje: oefen samen Nederlands", "new", 0.2),
    ("Taalmaatje: oefen samen Nederlands", "new", 1.1),
    ("Taalmaatje: oefen samen Nederlands", "new", 3.0),
    ("Taalmaatje: oefen samen Nederlands", "started", 110.0),
    ("Taalmaatje: oefen samen Nederlands", "started", 96.0),
    ("Taalmaatje: oefen samen Nederlands", "started", 61.0),
    ("Taalmaatje: oefen samen Nederlands", "accepted", 33.0),
    ("Taalmaatje: oefen samen Nederlands", "accepted", 20.0),
    ("Pakketten vullen bij de voedselbank", "started", 90.0),
    ("Pakketten vullen bij de voedselbank", "started", 70.0),
    ("Pakketten vullen bij de voedselbank", "started", 42.0),
    ("Pakketten vullen bij de voedselbank", "accepted", 16.0),
    ("Pakketten vullen bij de voedselbank", "new", 0.6),
    ("Pakketten vullen bij de voedselbank", "new", 1.4),
];

/// Applications of Joke Vermeer, the first with a message of its own.
const JOKES: &[(&str, &str, f64)] = &[
    ("Taalmaatje: oefen samen Nederlands", "in_contact", 4.9),
    ("Koken voor de buurt", "started", 21.0),
    ("Wandelmaatje voor mensen met dementie", "withdrawn", 40.0),
    ("Formulieren invullen met ouderen", "rejected", 55.0),
];
const JOKES_WORDS: &str = "Hallo! Ik ben sinds kort met pensioen en praat graag met mensen. Op maandag en woensdag heb ik tijd. Ik heb 30 jaar op een school gewerkt.";
/// Vacancy with all twelve places taken.
const CROWDED: &str = "Hulp bij de kerstmarkt";
/// Organisation of the sample account Samira.
const SAMIRAS: &str = "Taalhuis Lindewaard";
const JOKES_FAVORITES: &[&str] = &[
    "Voorlezen aan kleuters",
    "Koffiemaatje: elke vrijdag een uurtje",
    "Wandelen met meneer De Groot en zijn hond",
];

/// Name, filters and mail of each.
const JOKES_SEARCHES: &[(&str, &str, &str)] = &[
    (
        "Taal en lezen in de buurt",
        "filter[q]=lezen&filter[near]=5310&filter[radius_km]=10",
        "daily",
    ),
    ("Een keer helpen", "filter[tags_in]=once", "never"),
];

pub struct Desk<'a, 'b> {
    town: &'a Town<'a>,
    organizations: &'a [Organization],
    volunteers: &'a [Volunteer],
    people: &'a mut People<'b>,
    staff: &'a Staff,
    /// Vacancy and applicant of every application so far.
    pairs: HashSet<(i64, i64)>,
    written: usize,
}

/// Applicant: a volunteer with an account, or a guest.
struct Applicant {
    user_id: Option<i64>,
    person: Person,
}

impl<'a, 'b> Desk<'a, 'b> {
    pub fn new(
        town: &'a Town<'a>,
        organizations: &'a [Organization],
        volunteers: &'a [Volunteer],
        people: &'a mut People<'b>,
        staff: &'a Staff,
    ) -> Self {
        Self {
            town,
            organizations,
            volunteers,
            people,
            staff,
            pairs: HashSet::new(),
            written: 0,
        }
    }

    /// Inserts `amount` applications and returns the number inserted.
    pub fn seed(
        mut self,
        amount: usize,
        vacancies: &mut [Vacancy],
        random: &mut Random,
    ) -> rusqlite::Result<usize> {
        let now = self.town.now;
        for (title, stage, days) in JOKES {
            if self.written < amount
                && let Some(vacancy) = find(vacancies, title)
                && let Some(joke) = self.volunteers.first()
            {
                self.pairs.insert((vacancy.id, joke.id));
                let applicant = Applicant::from(joke);
                let applied = now.before(*days, random);
                self.write(vacancy, &applicant, stage, applied, random)?;
            }
        }
        let crowd = (20_u8..32).map(|days| (CROWDED, "accepted", f64::from(days)));
        for (title, stage, days) in KNOWN.iter().copied().chain(crowd) {
            if self.written < amount
                && let Some(vacancy) = find(vacancies, title)
            {
                let applied = now.before(days, random);
                let applicant = self.applicant(vacancy.id, applied, random);
                self.write(vacancy, &applicant, stage, applied, random)?;
            }
        }
        self.favorites(vacancies)?;
        self.saved_searches()?;
        let open: Vec<usize> = (0..vacancies.len())
            .filter(|index| {
                vacancies
                    .get(*index)
                    .is_some_and(|it| it.opened.is_some() && !it.quiet)
            })
            .collect();
        while self.written < amount && !open.is_empty() {
            let Some(vacancy) = vacancies.get_mut(*random.pick(&open)) else {
                break;
            };
            let Some(opened) = vacancy.opened else {
                continue;
            };
            let span = vacancy.closed.unwrap_or(now).days_since(opened);
            let since = span * random.unit();
            let mut applied = opened.plus_days(since).by_day(random);
            if applied <= opened || applied >= vacancy.closed.unwrap_or(now) {
                applied = opened.plus_days(since * 0.98);
            }
            let stage = stages::choose(vacancy, now.days_since(applied), random);
            let applicant = self.applicant(vacancy.id, applied, random);
            self.write(vacancy, &applicant, stage, applied, random)?;
        }
        Ok(self.written)
    }

    /// Chooses a volunteer who has not applied to this vacancy yet, else a guest.
    fn applicant(&mut self, vacancy_id: i64, applied: Moment, random: &mut Random) -> Applicant {
        let others = self.volunteers.get(1..).unwrap_or_default();
        if !others.is_empty() && random.chance(88) {
            for _ in 0..12 {
                let volunteer = random.pick(others);
                if volunteer.active
                    && volunteer.joined < applied
                    && self.pairs.insert((vacancy_id, volunteer.id))
                {
                    return Applicant::from(volunteer);
                }
            }
        }
        self.guest()
    }

    fn guest(&mut self) -> Applicant {
        Applicant {
            user_id: None,
            person: self.people.invent(),
        }
    }

    fn write(
        &mut self,
        vacancy: &mut Vacancy,
        applicant: &Applicant,
        stage: &'static str,
        applied: Moment,
        random: &mut Random,
    ) -> rusqlite::Result<()> {
        let Some(organization) = self.organizations.get(vacancy.organization) else {
            return Ok(());
        };
        let span = (applied, self.town.now);
        let path = stages::path(stage, span, organization.response_days, random);
        if stages::takes_a_place(stage) {
            vacancy.accepted += 1;
        }
        if stage == "waitlisted" {
            vacancy.waiting += 1;
        }
        let reason = stages::reason(stage, vacancy, random);
        let text = (stage == "rejected" && random.chance(60))
            .then(|| random.pick(&self.town.content.phrases.refusals).as_str());
        let message = self.message(applicant, stage, organization, random);
        let id = self.insert(vacancy, applicant, &path, (reason, text), &message)?;
        let last = path.len();
        for (index, passage) in path.iter().enumerate() {
            let final_step = index + 1 == last;
            let step = Step {
                event: passage.event,
                from: passage.from,
                to: passage.to,
                actor: match passage.actor {
                    Actor::Volunteer => applicant.user_id,
                    Actor::Organization => Some(organization.contact_id),
                    Actor::System => None,
                },
                reason_code: reason.filter(|_| final_step),
                reason_text: text.filter(|_| final_step),
            };
            history::record(self.town.tx, ("applications", id), &step, passage.at)?;
        }
        self.written += 1;
        self.tell(vacancy, organization, applicant, id, &path)
    }

    fn message(
        &self,
        applicant: &Applicant,
        stage: &str,
        organization: &Organization,
        random: &mut Random,
    ) -> String {
        let joke = self.volunteers.first().map(|joke| joke.id);
        if applicant.user_id == joke && stage == "in_contact" {
            return JOKES_WORDS.to_owned();
        }
        let names = Names {
            organization: &organization.name,
            place: organization.place.name,
            contact: &organization.contact,
        };
        let pattern: &String = random.pick(&self.town.content.phrases.messages);
        expand(pattern, random, &names)
    }

    fn insert(
        &self,
        vacancy: &Vacancy,
        applicant: &Applicant,
        path: &[Passage],
        (reason_code, reason_text): (Option<&str>, Option<&str>),
        message: &str,
    ) -> rusqlite::Result<i64> {
        let organization_id = self
            .organizations
            .get(vacancy.organization)
            .map(|organization| organization.id);
        let stage = path.last().map_or("new", |last| last.to);
        let at = |wanted: &dyn Fn(&Passage) -> bool| {
            path.iter()
                .find(|passage| wanted(passage))
                .map(|passage| passage.at.text())
        };
        let person = &applicant.person;
        let closed_by = stages::closed_by(stage);
        let created = at(&|_| true);
        let changed = path.last().map(|last| last.at.text());
        self.town
            .tx
            .prepare_cached(
                "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name,
                   email, phone_number, message, status, stage, reason_code, reason_text, closed_by, source, consent_at,
                   responded_at, match_confirmed_at, waitlist_position, closed_at, created_at, updated_at)
                 values (:vacancy_id, :organization_id, :center_id, :user_id, :first_name, :last_name,
                   :email, :phone_number, :message, :status, :stage, :reason_code, :reason_text, :closed_by, :source, :created,
                   :responded_at, :match_confirmed_at, :waitlist_position, :closed_at, :created, :changed)",
            )?
            .insert(named_params! {
                ":vacancy_id": vacancy.id, ":organization_id": organization_id, ":center_id": self.town.center_id,
                ":user_id": applicant.user_id, ":first_name": person.first_name, ":last_name": person.last_name,
                ":email": person.email, ":phone_number": person.phone_number, ":message": message,
                ":status": stages::status(stage), ":stage": stage,
                ":reason_code": reason_code, ":reason_text": reason_text, ":closed_by": closed_by,
                ":source": if applicant.user_id.is_some() { "web" } else { "guest" },
                ":responded_at": at(&|passage| passage.actor == Actor::Organization),
                ":match_confirmed_at": at(&|passage| passage.to == "started"),
                ":waitlist_position": (stage == "waitlisted").then_some(vacancy.waiting),
                ":closed_at": changed.as_ref().filter(|_| closed_by.is_some()),
                ":created": created, ":changed": changed,
            })
    }

    /// Inserts the in-app notifications of the sample accounts.
    fn tell(
        &self,
        vacancy: &Vacancy,
        organization: &Organization,
        applicant: &Applicant,
        id: i64,
        path: &[Passage],
    ) -> rusqlite::Result<()> {
        let Some((first, last)) = path.first().zip(path.last()) else {
            return Ok(());
        };
        let name = format!(
            "{} {}",
            applicant.person.first_name, applicant.person.last_name
        );
        let data = json!({
            "vacancy_title": vacancy.title,
            "organization_name": organization.name,
            "applicant_name": name,
        });
        let notice = |user, kind, read| Notice {
            user,
            kind,
            subject: ("applications", id),
            data: data.clone(),
            read,
        };
        let waited = self.town.now.days_since(first.at);
        if organization.name == SAMIRAS {
            let notice = notice(organization.contact_id, "application_new", last.to != "new");
            history::notify(self.town.tx, &notice, first.at)?;
        }
        if last.to == "new" && waited >= 7.0 && self.written < 40 {
            let notice = notice(self.staff.marieke, "silence_day7", false);
            history::notify(self.town.tx, &notice, first.at.plus_days(7.0))?;
        }
        let joke = self.volunteers.first().map(|joke| joke.id);
        if let Some(joke) = joke.filter(|_| joke == applicant.user_id) {
            let received = notice(joke, "application_received", true);
            history::notify(self.town.tx, &received, first.at)?;
            let answer = match last.to {
                "rejected" => "application_rejected",
                "started" => "application_accepted",
                _ => return Ok(()),
            };
            history::notify(self.town.tx, &notice(joke, answer, waited > 30.0), last.at)?;
        }
        Ok(())
    }

    fn favorites(&self, vacancies: &mut [Vacancy]) -> rusqlite::Result<()> {
        let Some(joke) = self.volunteers.first() else {
            return Ok(());
        };
        for title in JOKES_FAVORITES {
            if let Some(vacancy) = find(vacancies, title) {
                self.town.tx.execute(
                    "insert into favorites (user_id, vacancy_id, created_at) values (?, ?, ?)",
                    (joke.id, vacancy.id, self.town.now.minus_days(0.2).text()),
                )?;
            }
        }
        Ok(())
    }

    fn saved_searches(&self) -> rusqlite::Result<()> {
        let Some(joke) = self.volunteers.first() else {
            return Ok(());
        };
        for (name, filters, mail) in JOKES_SEARCHES {
            self.town.tx.execute(
                "insert into saved_searches (user_id, name, filters, mail, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?5)",
                (joke.id, name, filters, mail, self.town.now.minus_days(0.2).text()),
            )?;
        }
        Ok(())
    }
}

impl From<&Volunteer> for Applicant {
    fn from(volunteer: &Volunteer) -> Self {
        Self {
            user_id: Some(volunteer.id),
            person: volunteer.person.clone(),
        }
    }
}

fn find<'a>(vacancies: &'a mut [Vacancy], title: &str) -> Option<&'a mut Vacancy> {
    vacancies.iter_mut().find(|vacancy| vacancy.title == title)
}
