//! School of the demo: a mentor with review rights, three students, and an application that awaits review.

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::{self, Account, MENTOR, STUDENT};
use super::history::{self, Notice, Step};
use super::moment::Moment;
use super::organizations::Organization;
use super::people;
use super::vacancies::Vacancy;

const SCHOOL: &str = "Lindewaard College";
const OTHERS: [Account; 2] = [
    Account {
        email: "leerling2@demo.voluntr.example",
        name: "Daan Willems",
        ..STUDENT
    },
    Account {
        email: "leerling3@demo.voluntr.example",
        name: "Noor Bakker",
        ..STUDENT
    },
];
/// Hours that the School requires, per student.
const HOURS: [i64; 3] = [30, 30, 20];

/// Vacancy of the first two students; the third is still looking.
const WAITS: &str = "Voorlezen aan kleuters";
const WAITS_WORDS: &str = "Hoi! Ik ben 16, zit in 4 havo en zoek een maatschappelijke stage. Ik lees vaak voor aan mijn kleine zusje en dat vind ik heel leuk. Ik kan op woensdagmiddag.";
const AGREED: &str = "Pakketten vullen bij de voedselbank";
const AGREED_WORDS: &str = "Ik wil graag helpen met pakketten vullen voor mijn stage. Ik kan goed doorwerken en neem een vriend mee als dat mag.";

/// Parties to one application.
struct Parts<'a> {
    town: &'a Town<'a>,
    school: &'a Organization,
    mentor: i64,
}

/// Inserts at most `amount` applications and returns the number inserted; none if the School does not exist.
pub fn seed(
    town: &Town,
    organizations: &[Organization],
    vacancies: &mut [Vacancy],
    amount: usize,
) -> rusqlite::Result<usize> {
    let school = organizations
        .iter()
        .find(|each| each.name == SCHOOL && each.is_approved());
    let Some(school) = school else {
        return Ok(0);
    };
    town.tx.execute(
        "update organizations set mentor_approval = 1 where id = ?1",
        [school.id],
    )?;
    let mentor = member(town, school, &MENTOR, Some("Stagecoördinator"), 120.0)?;
    let mut students = Vec::new();
    for (account, hours) in [STUDENT, OTHERS[0], OTHERS[1]].iter().zip(HOURS) {
        let student = member(town, school, account, None, 60.0)?;
        town.tx
            .prepare_cached(
                "insert into student_links (student_id, mentor_id, organization_id, hour_target, created_at, updated_at)
                 values (:student, :mentor, :school, :hours, :at, :at)",
            )?
            .execute(named_params! {
                ":student": student, ":mentor": mentor, ":school": school.id, ":hours": hours,
                ":at": town.now.minus_days(59.0).text(),
            })?;
        students.push(student);
    }
    let parts = Parts {
        town,
        school,
        mentor,
    };
    let mut written = 0;
    for (index, (title, words)) in [(WAITS, WAITS_WORDS), (AGREED, AGREED_WORDS)]
        .into_iter()
        .enumerate()
    {
        let vacancy = vacancies.iter_mut().find(|each| each.title == title);
        let (Some(vacancy), Some(student)) = (vacancy, students.get(index)) else {
            continue;
        };
        let has_room = vacancy.limit.is_none_or(|limit| vacancy.accepted < limit);
        let organization = organizations.get(vacancy.organization);
        // Applications are not older than their vacancy.
        let is_early = vacancy
            .opened
            .is_none_or(|opened| town.now.days_since(opened) < if index == 0 { 1.0 } else { 13.0 });
        if let (Some(organization), true, "published") = (organization, has_room, vacancy.status)
            && !is_early
            && written < amount
        {
            let account = if index == 0 { STUDENT } else { OTHERS[0] };
            parts.apply(
                (*student, &account),
                (vacancy, organization),
                words,
                index == 1,
            )?;
            written += 1;
        }
    }
    Ok(written)
}

fn member(
    town: &Town,
    school: &Organization,
    account: &Account,
    job_title: Option<&str>,
    days: f64,
) -> rusqlite::Result<i64> {
    let id = accounts::insert(town, account, job_title, days)?;
    let at = town.now.minus_days(days);
    people::grant(town.tx, id, account.role, ("school", school.id), at)?;
    Ok(id)
}

impl Parts<'_> {
    /// Inserts an application that awaits the mentor, or one that mentor and organisation have accepted.
    fn apply(
        &self,
        (student, account): (i64, &Account),
        (vacancy, organization): (&mut Vacancy, &Organization),
        words: &str,
        is_agreed: bool,
    ) -> rusqlite::Result<()> {
        let now = self.town.now;
        let applied = now.minus_days(if is_agreed { 12.0 } else { 0.8 });
        let approved = is_agreed.then(|| now.minus_days(11.1).text());
        let accepted = is_agreed.then(|| now.minus_days(9.2));
        let (first_name, last_name) = account.name.split_once(' ').unwrap_or((account.name, ""));
        let id = self
            .town
            .tx
            .prepare_cached(
                "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, last_name,
                   email, phone_number, message, status, stage, source, school_id, school_approved_at, consent_at,
                   responded_at, created_at, updated_at)
                 values (:vacancy_id, :organization_id, :center_id, :student, :first_name, :last_name,
                   :email, '+31612345678', :message, :status, :stage, 'web', :school_id, :approved, :applied,
                   :accepted, :applied, :updated)",
            )?
            .insert(named_params! {
                ":vacancy_id": vacancy.id, ":organization_id": organization.id, ":center_id": self.town.center_id,
                ":student": student, ":first_name": first_name, ":last_name": last_name, ":email": account.email,
                ":message": words, ":status": is_agreed.then_some("accepted"),
                ":stage": if is_agreed { "accepted" } else { "mentor_review" },
                ":school_id": self.school.id, ":approved": approved, ":applied": applied.text(),
                ":accepted": accepted.map(Moment::text), ":updated": accepted.unwrap_or(applied).text(),
            })?;
        let mut steps = vec![("apply", None, "mentor_review", student, applied)];
        if let Some(accepted) = accepted {
            vacancy.accepted += 1;
            let yes = now.minus_days(11.1);
            let to_new = (
                "approve_as_mentor",
                Some("mentor_review"),
                "new",
                self.mentor,
                yes,
            );
            steps.push(to_new);
            steps.push((
                "accept",
                Some("new"),
                "accepted",
                organization.contact_id,
                accepted,
            ));
        }
        for (event, from, to, actor, at) in steps {
            let step = Step {
                event,
                from,
                to,
                actor: Some(actor),
                ..Step::default()
            };
            history::record(self.town.tx, ("applications", id), &step, at)?;
        }
        let mut data = json!({
            "vacancy_title": vacancy.title,
            "organization_name": organization.name,
            "student_name": account.name,
        });
        let tell = |user, kind, data: &serde_json::Value, read, at| {
            let notice = Notice {
                user,
                kind,
                subject: ("applications", id),
                data: data.clone(),
                read,
            };
            history::notify(self.town.tx, &notice, at)
        };
        let asked = "mentor_application_to_approve";
        tell(self.mentor, asked, &data, is_agreed, applied)?;
        if let Some(accepted) = accepted {
            return tell(student, "application_accepted", &data, true, accepted);
        }
        if let Some(data) = data.as_object_mut() {
            data.insert("school_name".to_owned(), self.school.name.clone().into());
        }
        tell(student, "application_received", &data, true, applied)
    }
}
