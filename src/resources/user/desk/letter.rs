//! The letter of somebody without an e-mail address: on paper what others get by mail. It says what holds when it is printed; nothing
//! of it is stored.

use axum::response::Response;
use jiff::civil::{Date, DateTime};
use rusqlite::{Connection, named_params};

use super::locale_of;
use crate::app::access::{Access, action};
use crate::base::date_words;
use crate::base::locale::Locale;
use crate::base::working_days::local_date;
use crate::error::{Error, Result};
use crate::http::pdf_file::pdf_response;
use crate::http::routes::Input;
use crate::jsonapi::Id;
use crate::model::paper_branding::PaperBranding;
use crate::pdf::{self, Block, Document, Paper, Qr, Style, Text};
use crate::resources::user::User;

/// Applications, and activities, on one letter.
const MOST_ROWS: i64 = 20;

/// `GET /users/{id}/desk/letter.pdf`.
pub(super) async fn print(
    access: Access<User, action::Register>,
    id: Id<User>,
    input: Input<()>,
) -> Result<Response> {
    let locale = locale_of(&input.query);
    let rows = access.rows();
    let origin = access.ctx().site.origin();
    let center_id = access.ctx().site.center_id;
    let now = access.app().clock().text();
    let (letter, branding) = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let letter = Letter::of(connection, id, (center_id, now))?;
            let branding = PaperBranding::of(connection, center_id, origin)?;
            Ok((letter, branding))
        })
        .await?;
    super::note(&access, id, "desk_print").await?;
    let document = letter.document(&branding, locale)?;
    let bytes = pdf::draw(document).await.map_err(Error::internal)?;
    let name = match locale {
        Locale::Nl => "brief",
        Locale::En => "letter",
    };
    Ok(pdf_response(bytes, name))
}

struct Letter {
    first_name: String,
    last_name: String,
    now: String,
    applications: Vec<Applied>,
    activities: Vec<SignedUp>,
    /// Confirmed hours of this year at this centre.
    hours: f64,
}

struct Applied {
    title: String,
    organization_name: String,
    phone_number: Option<String>,
    standing: Standing,
}

/// Where an application stands, for the person.
#[derive(Clone, Copy)]
enum Standing {
    WithOrganization,
    WithMentor,
    Waiting,
    Offered,
    Accepted,
}

impl Standing {
    /// As the query of applications numbers them.
    fn of(number: i64) -> Self {
        match number {
            1 => Self::WithMentor,
            2 => Self::Waiting,
            3 => Self::Offered,
            4 => Self::Accepted,
            _ => Self::WithOrganization,
        }
    }
}

struct SignedUp {
    title: String,
    organization_name: String,
    starts_local: Option<String>,
    place: Option<String>,
    is_waiting: bool,
    check_in_code: Option<String>,
}

impl Letter {
    fn of(connection: &Connection, id: Id<User>, (center_id, now): (i64, String)) -> Result<Self> {
        let (first_name, last_name): (String, String) = connection
            .prepare_cached(
                "select coalesce(first_name, ''), coalesce(last_name, '') from users where id = ?1",
            )?
            .query_row([id.number()], |row| row.try_into())?;
        let year = now.get(..4).unwrap_or_default();
        let hours = connection
            .prepare_cached(
                "select coalesce(sum(hours), 0.0) from hours_entries
                  where user_id = ?1 and volunteer_center_id = ?2 and status in ('confirmed', 'corrected') and day >= ?3 || '-01-01'",
            )?
            .query_row((id.number(), center_id, year), |row| row.get(0))?;
        Ok(Self {
            first_name,
            last_name,
            applications: applications(connection, id, center_id)?,
            activities: activities(connection, id, (center_id, &now))?,
            hours,
            now,
        })
    }
}

fn applications(connection: &Connection, id: Id<User>, center_id: i64) -> Result<Vec<Applied>> {
    let found = connection
        .prepare_cached(
            "select v.title, o.name, o.phone_number,
                    case a.stage when 'mentor_review' then 1 when 'waitlisted' then 2 when 'offered' then 3 when 'accepted' then 4 when 'started' then 4 else 0 end
               from applications a
               join vacancies v on v.id = a.vacancy_id and v.deleted_at is null
               join organizations o on o.id = a.organization_id and o.status = 'approved'
              where a.user_id = :id and a.volunteer_center_id = :center
                and a.stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started')
              order by a.id desc
              limit :most",
        )?
        .query_map(
            named_params! {":id": id.number(), ":center": center_id, ":most": MOST_ROWS},
            |row| {
                Ok(Applied {
                    title: row.get(0)?,
                    organization_name: row.get(1)?,
                    phone_number: row.get(2)?,
                    standing: Standing::of(row.get(3)?),
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

fn activities(
    connection: &Connection,
    id: Id<User>,
    (center_id, now): (i64, &str),
) -> Result<Vec<SignedUp>> {
    let found = connection
        .prepare_cached(
            "select a.title, coalesce(o.name, c.name), d.starts_local,
                    (select nullif(trim(p.name || coalesce(', ' || nullif(trim(coalesce(p.address ->> 'street', '') || ' ' || coalesce(p.address ->> 'house_number', '')), ''), '')
                                   || coalesce(', ' || (p.address ->> 'city'), '')), '')
                       from places p where p.id = a.place_id and a.online = 0),
                    r.status <> 'registered', iif(a.online, null, r.check_in_code)
               from activity_registrations r
               join activities a on a.id = r.activity_id and a.status in ('published', 'full', 'running') and a.volunteer_center_id = :center
               join volunteer_centers c on c.id = a.volunteer_center_id
               left join organizations o on o.id = a.organization_id
               join activity_occurrences d
                 on d.id = coalesce(r.occurrence_id,
                                    (select n.id from activity_occurrences n where n.activity_id = a.id and n.status = 'planned' and n.ends_at > :now order by n.starts_at limit 1))
                and d.status = 'planned' and d.ends_at > :now
              where r.user_id = :id and r.status in ('registered', 'waitlisted', 'offered')
              order by d.starts_at
              limit :most",
        )?
        .query_map(
            named_params! {":id": id.number(), ":center": center_id, ":now": now, ":most": MOST_ROWS},
            |row| {
                Ok(SignedUp {
                    title: row.get(0)?,
                    organization_name: row.get(1)?,
                    starts_local: row.get(2)?,
                    place: row.get(3)?,
                    is_waiting: row.get(4)?,
                    check_in_code: row.get(5)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// Words of the letter in its language.
struct Words {
    locale: Locale,
    today: Date,
}

impl Words {
    fn of<'a>(&self, nl: &'a str, en: &'a str) -> &'a str {
        match self.locale {
            Locale::Nl => nl,
            Locale::En => en,
        }
    }

    fn standing(&self, standing: Standing) -> &'static str {
        let (nl, en) = match standing {
            Standing::WithOrganization => (
                "De organisatie neemt contact met je op.",
                "The organisation will contact you.",
            ),
            Standing::WithMentor => (
                "Je mentor kijkt er eerst naar.",
                "Your mentor looks at it first.",
            ),
            Standing::Waiting => ("Je staat op de wachtlijst.", "You are on the waiting list."),
            Standing::Offered => (
                "Er is een plek voor je. Laat ons weten of je die wilt.",
                "There is a place for you. Tell us whether you want it.",
            ),
            Standing::Accepted => ("Je bent aangenomen.", "You have been accepted."),
        };
        match self.locale {
            Locale::Nl => nl,
            Locale::En => en,
        }
    }

    /// `donderdag 3 december om 10.00 uur`
    fn moment(&self, starts_local: &str) -> String {
        let Ok(at) = starts_local.parse::<DateTime>() else {
            return starts_local.to_owned();
        };
        let day = date_words::day(at.date(), self.today, self.locale);
        let time = date_words::time(at.time(), self.locale);
        match self.locale {
            Locale::Nl => format!("{day} om {time} uur"),
            Locale::En => format!("{day} at {time}"),
        }
    }

    /// `2,5 uur`
    fn hours(&self, hours: f64) -> String {
        let text = format!("{hours:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        match self.locale {
            Locale::Nl => format!("{} uur", text.replace('.', ",")),
            Locale::En => format!("{text} hours"),
        }
    }
}

impl Letter {
    fn document(&self, branding: &PaperBranding, locale: Locale) -> Result<Document> {
        let words = Words {
            locale,
            today: local_date(&self.now).unwrap_or_default(),
        };
        let name = format!("{} {}", self.first_name, self.last_name);
        let name = name.trim();
        let title = match locale {
            Locale::Nl => format!("Brief voor {name}"),
            Locale::En => format!("Letter for {name}"),
        };
        let day = date_words::full_date(words.today, locale);
        let greeting = match locale {
            Locale::Nl => format!("Hallo {},", self.first_name),
            Locale::En => format!("Hello {},", self.first_name),
        };
        let mut blocks = branding.head();
        blocks.push(Block::styled(Style::Small, day));
        blocks.push(Block::heading(
            1,
            words.of("Dit hebben we voor je geregeld", "What we arranged for you"),
        ));
        blocks.push(Block::styled(Style::Lead, greeting));
        if self.applications.is_empty() && self.activities.is_empty() {
            blocks.push(Block::paragraph(words.of(
                "Je staat bij ons ingeschreven. Er is nog niets afgesproken. Kom langs of bel ons als je iets ziet dat bij je past.",
                "You are registered with us. Nothing has been arranged yet. Come by or call us when you see something that suits you.",
            )));
        }
        self.applied(&words, &mut blocks);
        self.signed_up(&words, &mut blocks);
        if self.hours > 0.0 {
            let text = Text::new()
                .plain(words.of(
                    "Dit jaar zijn voor jou bevestigd: ",
                    "Confirmed for you this year: ",
                ))
                .bold(words.hours(self.hours))
                .plain(".");
            blocks.push(Block::heading(2, words.of("Je uren", "Your hours")));
            blocks.push(Block::paragraph(text));
        }
        blocks.extend(what_next(&words, branding));
        let document = branding.document(title, (Paper::A4, locale), &self.now)?;
        Ok(Document { blocks, ..document })
    }

    fn applied(&self, words: &Words, blocks: &mut Vec<Block>) {
        if self.applications.is_empty() {
            return;
        }
        blocks.push(Block::heading(
            2,
            words.of("Vrijwilligerswerk", "Volunteering"),
        ));
        for one in &self.applications {
            let mut text = Text::new().bold(&one.title).plain(format!(
                " {} {}\n{}",
                words.of("bij", "at"),
                one.organization_name,
                words.standing(one.standing)
            ));
            if let Some(phone) = &one.phone_number {
                text = text.plain(format!(
                    " {} {}.",
                    words.of("Zelf bellen kan ook:", "You can also call them:"),
                    crate::base::phone::written(phone)
                ));
            }
            blocks.push(Block::paragraph(text));
        }
    }

    fn signed_up(&self, words: &Words, blocks: &mut Vec<Block>) {
        if self.activities.is_empty() {
            return;
        }
        blocks.push(Block::heading(2, words.of("Activiteiten", "Activities")));
        for one in &self.activities {
            let mut text = Text::new().bold(&one.title);
            text = text.plain(format!(
                " {} {}",
                words.of("van", "by"),
                one.organization_name
            ));
            if let Some(at) = &one.starts_local {
                text = text.plain(format!("\n{}", words.moment(at)));
            }
            if let Some(place) = &one.place {
                text = text.plain(format!("\n{place}"));
            }
            if one.is_waiting {
                text = text.plain(format!(
                    "\n{}",
                    words.of("Je staat op de wachtlijst.", "You are on the waiting list.")
                ));
            }
            let code = one.check_in_code.as_ref().filter(|_| !one.is_waiting);
            blocks.push(match code {
                None => Block::paragraph(text),
                Some(code) => Block::Columns {
                    left: vec![
                        Block::paragraph(text),
                        Block::styled(
                            Style::Small,
                            format!(
                                "{} {code}",
                                words.of(
                                    "Laat deze code zien bij de ingang:",
                                    "Show this code at the entrance:"
                                )
                            ),
                        ),
                    ],
                    right: vec![Block::Qr(Qr {
                        text: code.clone(),
                        alt: format!(
                            "{} {}",
                            words.of("QR-code voor de ingang van", "QR code for the entrance of"),
                            one.title
                        ),
                        side: 24.0,
                    })],
                    share: 0.78,
                },
            });
        }
    }
}

/// How to reach the centre, and what is kept of the person.
fn what_next(words: &Words, branding: &PaperBranding) -> Vec<Block> {
    let mut blocks = vec![Block::heading(
        2,
        words.of(
            "Iets veranderen of afzeggen?",
            "Something to change or cancel?",
        ),
    )];
    let center = &branding.center_name;
    let reach = match (&branding.phone_number, words.locale) {
        (Some(phone), Locale::Nl) => Text::new()
            .plain("Bel ons op ")
            .bold(phone)
            .plain(" of kom langs. Wij regelen het voor je."),
        (Some(phone), Locale::En) => Text::new()
            .plain("Call us at ")
            .bold(phone)
            .plain(" or come by. We’ll arrange it for you."),
        (None, Locale::Nl) => {
            Text::from(format!("Kom langs bij {center}. Wij regelen het voor je."))
        }
        (None, Locale::En) => Text::from(format!("Come by at {center}. We’ll arrange it for you.")),
    };
    blocks.push(Block::paragraph(reach));
    let kept = match words.locale {
        Locale::Nl => format!(
            "{center} bewaart je naam, je geboortedatum, je telefoonnummer en wat je bij ons doet. Een organisatie krijgt je naam en telefoonnummer \
             pas als je je daar aanmeldt. Wil je zien wat we bewaren, of moet het weg? Zeg het ons: dan doen we dat."
        ),
        Locale::En => format!(
            "{center} keeps your name, your date of birth, your phone number and what you do with us. An organisation gets your name and phone \
             number only when you apply there. Do you want to see what we keep, or should it go? Tell us and we’ll do it."
        ),
    };
    blocks.push(Block::AtBottom(vec![
        Block::Rule,
        Block::styled(Style::Small, kept),
    ]));
    blocks
}
