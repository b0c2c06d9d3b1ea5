//! The paper: a proof of hours, a certificate or an overview of hours, in the colours and fonts of the centre.

use jiff::civil::Date;
use serde_json::Value;

use super::content::{ProofContent, ProofLine};
use super::{Made, ProofKind};
use crate::base::date_words;
use crate::base::locale::Locale;
use crate::base::working_days::local_date;
use crate::error::Result;
use crate::model::paper_branding::PaperBranding;
use crate::model::short_code;
use crate::pdf::{Align, Block, Cell, Column, Decoration, Document, Paper, Qr, Style, Table, Text};

/// Words of a paper in its language.
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

    fn day(&self, day: &str) -> String {
        day.parse::<Date>().map_or_else(
            |_| day.to_owned(),
            |date| date_words::full_date(date, self.locale),
        )
    }

    fn period(&self, from: &str, to: &str) -> String {
        if from == to {
            return self.day(from);
        }
        match self.locale {
            Locale::Nl => format!("{} tot en met {}", self.day(from), self.day(to)),
            Locale::En => format!("{} to {}", self.day(from), self.day(to)),
        }
    }

    /// `52,5` or `52.5`.
    fn number(&self, hours: f64) -> String {
        let text = format!("{hours:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        match self.locale {
            Locale::Nl => text.replace('.', ","),
            Locale::En => text.to_owned(),
        }
    }

    fn hours(&self, hours: f64) -> String {
        let unit = match self.locale {
            Locale::Nl => "uur",
            Locale::En if (hours - 1.0).abs() < f64::EPSILON => "hour",
            Locale::En => "hours",
        };
        format!("{} {unit}", self.number(hours))
    }

    fn month(&self, day: &str) -> String {
        let Ok(date) = day.parse::<Date>() else {
            return day.to_owned();
        };
        let name = date_words::month_name(date.month(), self.locale);
        format!("{name} {}", date.year())
    }
}

/// The paper, not drawn yet.
pub(super) fn document(made: &Made, look: &PaperBranding) -> Result<Document> {
    let words = Words {
        locale: made.locale,
        today: local_date(&made.created_at).unwrap_or_default(),
    };
    let name = &made.content.person_name;
    let (title, blocks) = match made.kind {
        ProofKind::Volunteering => (
            match made.locale {
                Locale::Nl => format!("Bewijs van vrijwilligerswerk van {name}"),
                Locale::En => format!("Proof of volunteering of {name}"),
            },
            volunteering(&words, made, look),
        ),
        ProofKind::Certificate => (
            match made.locale {
                Locale::Nl => format!("Certificaat van {name}"),
                Locale::En => format!("Certificate of {name}"),
            },
            certificate(&words, made, look),
        ),
        ProofKind::Overview => (
            match made.locale {
                Locale::Nl => format!("Overzicht van vrijwilligerswerk van {name}"),
                Locale::En => format!("Overview of volunteering of {name}"),
            },
            overview(&words, made, look),
        ),
    };
    let is_certificate = made.kind == ProofKind::Certificate;
    let paper = if is_certificate {
        Paper::A4Landscape
    } else {
        Paper::A4
    };
    let document = look.document(title, (paper, made.locale), &made.created_at)?;
    Ok(Document {
        decoration: if is_certificate {
            Decoration::Arches
        } else {
            Decoration::None
        },
        blocks,
        ..document
    })
}

/// Who made it and when, and how it is checked.
fn foot(words: &Words, made: &Made, look: &PaperBranding) -> Block {
    let address = format!("{}/controle/{}", look.origin, made.code);
    let bare = look.host();
    let day = date_words::full_date(words.today, made.locale);
    let made_by = match made.locale {
        Locale::Nl => format!("Gemaakt op {day} door {}", look.center_name),
        Locale::En => format!("Made on {day} by {}", look.center_name),
    };
    let question = words.of("Is dit bewijs echt?", "Is this paper real?");
    let how = match made.locale {
        Locale::Nl => format!("Ga naar {bare}/controle en vul deze code in:"),
        Locale::En => format!("Go to {bare}/controle and enter this code:"),
    };
    let alt = match made.locale {
        Locale::Nl => format!("QR-code van {address}"),
        Locale::En => format!("QR code of {address}"),
    };
    Block::AtBottom(vec![
        Block::styled(Style::Small, made_by.as_str()),
        Block::Space(4.0),
        Block::Columns {
            left: vec![Block::Qr(Qr {
                text: address,
                alt,
                side: 26.0,
            })],
            right: vec![
                Block::styled(Style::Label, question),
                Block::paragraph(how.as_str()),
                Block::styled(Style::Code, short_code::written(&made.code).as_str()),
            ],
            share: 0.2,
        },
    ])
}

fn total_sentence(words: &Words, content: &ProofContent, look: &PaperBranding) -> Text {
    let from = content.from.as_deref().unwrap_or_default();
    let to = content.to.as_deref().unwrap_or_default();
    let period = words.period(from, to);
    let hours = words.hours(content.total_hours);
    let name = content.person_name.as_str();
    match words.locale {
        Locale::Nl if from == to => Text::new()
            .bold(name)
            .plain(format!(" heeft op {period} "))
            .bold(&hours)
            .plain(format!(
                " vrijwilligerswerk gedaan via {}.",
                look.center_name
            )),
        Locale::Nl => Text::new()
            .bold(name)
            .plain(format!(" heeft van {period} "))
            .bold(&hours)
            .plain(format!(
                " vrijwilligerswerk gedaan via {}.",
                look.center_name
            )),
        Locale::En if from == to => Text::new()
            .bold(name)
            .plain(" volunteered ")
            .bold(&hours)
            .plain(format!(" on {period} through {}.", look.center_name)),
        Locale::En => Text::new()
            .bold(name)
            .plain(" volunteered ")
            .bold(&hours)
            .plain(format!(" from {period} through {}.", look.center_name)),
    }
}

fn volunteering(words: &Words, made: &Made, look: &PaperBranding) -> Vec<Block> {
    let content = &made.content;
    let mut blocks = look.head();
    blocks.push(Block::heading(
        1,
        words.of("Bewijs van vrijwilligerswerk", "Proof of volunteering"),
    ));
    blocks.push(Block::styled(
        Style::Lead,
        total_sentence(words, content, look),
    ));
    blocks.push(Block::Space(4.0));
    let row = |line: &ProofLine| {
        let confirmed = if line.confirmed_by.is_empty() {
            line.organization_name.clone()
        } else {
            line.confirmed_by.join(", ")
        };
        vec![
            Cell::bold(line.work.as_str()),
            Cell::from(line.organization_name.as_str()),
            Cell::from(words.period(&line.from, &line.to).as_str()),
            Cell::from(confirmed.as_str()),
            Cell::from(words.number(line.hours).as_str()),
        ]
    };
    blocks.push(Block::Table(Table {
        summary: words
            .of(
                "Vrijwilligerswerk per organisatie",
                "Volunteering by organisation",
            )
            .into(),
        columns: vec![
            Column::left(words.of("Wat", "What")),
            Column::left(words.of("Bij", "At")),
            Column::left(words.of("Wanneer", "When")),
            Column::left(words.of("Bevestigd door", "Confirmed by")),
            Column::right(words.of("Uren", "Hours")),
        ],
        rows: content.lines.iter().map(row).collect(),
        total: Some(vec![
            Cell::from(words.of("Samen", "Together")).spanning(4),
            Cell::from(words.number(content.total_hours).as_str()),
        ]),
    }));
    if let Some(tasks) = &content.tasks {
        blocks.push(Block::Space(4.0));
        let title = match made.locale {
            Locale::Nl => format!("Dit heeft {} gedaan", first_name(&content.person_name)),
            Locale::En => format!("What {} did", first_name(&content.person_name)),
        };
        blocks.push(Block::heading(2, title.as_str()));
        blocks.extend(
            tasks
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(Block::paragraph),
        );
        blocks.push(Block::styled(
            Style::Small,
            words.of(
                "In eigen woorden van de vrijwilliger.",
                "In the volunteer’s own words.",
            ),
        ));
    }
    blocks.push(foot(words, made, look));
    blocks
}

fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or(name)
}

fn overview(words: &Words, made: &Made, look: &PaperBranding) -> Vec<Block> {
    let content = &made.content;
    let mut blocks = look.head();
    blocks.push(Block::heading(
        1,
        words.of(
            "Overzicht van vrijwilligerswerk",
            "Overview of volunteering",
        ),
    ));
    blocks.push(Block::styled(
        Style::Lead,
        total_sentence(words, content, look),
    ));
    blocks.push(Block::Space(4.0));
    let rows = content.lines.iter().map(|line| {
        vec![
            Cell::bold(words.month(&line.from).as_str()),
            Cell::from(line.organization_name.as_str()),
            Cell::from(words.number(line.hours).as_str()),
        ]
    });
    blocks.push(Block::Table(Table {
        summary: words.of("Uren per maand", "Hours by month").into(),
        columns: vec![
            Column::left(words.of("Maand", "Month")),
            Column::left(words.of("Organisatie", "Organisation")),
            Column::right(words.of("Uren", "Hours")),
        ],
        rows: rows.collect(),
        total: Some(vec![
            Cell::from(words.of("Samen", "Together")).spanning(2),
            Cell::from(words.number(content.total_hours).as_str()),
        ]),
    }));
    blocks.push(Block::styled(
        Style::Small,
        words.of(
            "Alleen uren die de organisatie, een mentor of het vrijwilligerspunt heeft bevestigd.",
            "Only hours that the organisation, a mentor or the volunteer centre confirmed.",
        ),
    ));
    blocks.push(foot(words, made, look));
    blocks
}

fn certificate(words: &Words, made: &Made, look: &PaperBranding) -> Vec<Block> {
    let content = &made.content;
    let day = words.day(content.from.as_deref().unwrap_or_default());
    let title = content.title.as_deref().unwrap_or_default();
    let by = content
        .lines
        .first()
        .map_or(look.center_name.as_str(), |line| {
            line.organization_name.as_str()
        });
    let (was, length) = match made.locale {
        Locale::Nl => (
            format!("was op {day} bij"),
            format!("van {by}. Dat duurde {}.", words.hours(content.total_hours)),
        ),
        Locale::En => (
            format!("was on {day} at"),
            format!("of {by}. It took {}.", words.hours(content.total_hours)),
        ),
    };
    let centred = |block: Block| block.aligned(Align::Centre);
    vec![
        centred(Block::styled(Style::Label, look.center_name.as_str())),
        Block::Space(14.0),
        centred(Block::heading(1, words.of("Certificaat", "Certificate"))),
        Block::Space(4.0),
        centred(Block::styled(
            Style::Lead,
            Text::new().bold(&content.person_name),
        )),
        centred(Block::paragraph(was.as_str())),
        centred(Block::styled(Style::Lead, Text::new().bold(title))),
        centred(Block::paragraph(length.as_str())),
        foot(words, made, look),
    ]
}

/// The lines of a paper as the page of the check shows them: what, where, hours.
pub fn lines_of(content: &ProofContent, kind: ProofKind, locale: Locale) -> Vec<Value> {
    let words = Words {
        locale,
        today: Date::default(),
    };
    content
        .lines
        .iter()
        .map(|line| {
            let what = match kind {
                ProofKind::Overview => words.month(&line.from),
                ProofKind::Volunteering | ProofKind::Certificate => line.work.clone(),
            };
            serde_json::json!({
                "what": what,
                "organization": line.organization_name,
                "hours": words.hours(line.hours),
            })
        })
        .collect()
}

/// Period and sum, in words.
pub fn totals_of(content: &ProofContent, locale: Locale) -> (String, String) {
    let words = Words {
        locale,
        today: Date::default(),
    };
    let from = content.from.as_deref().unwrap_or_default();
    let to = content.to.as_deref().unwrap_or_default();
    (words.period(from, to), words.hours(content.total_hours))
}
