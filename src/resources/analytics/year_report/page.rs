//! The report of a year as a page shows it and paper prints it.

use axum::http::Method;
use axum::response::Response;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::board::{Board, Scope};
use super::super::figure::{Figure, FigureAttributes};
use super::super::figures::{before_in_words, places};
use super::super::funnel::funnel;
use super::super::period::Period;
use super::super::shown::Shown;
use super::super::words::Words;
use super::super::{KeyNumber, Reach, center_of, refused, tabs, whole_number, years_of};
use super::goals::{self, GoalReached};
use super::{YearReport, YearReportAttributes, paper, written};
use crate::app::access::{Access, RequestContext, action};
use crate::base::date_words;
use crate::base::working_days::local_date;
use crate::error::{Code, Error, Result};
use crate::http::pdf_file::pdf_response;
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::write::store;
use crate::jsonapi::{Document, Id, Query};
use crate::model::paper_branding::PaperBranding;
use crate::pdf;
use crate::policy::Role;
use crate::resources::user::User;

const PARAMETERS: &[&str] = &["year", "center_id"];
/// Words that found nothing, in the sentence about them.
const MOST_WORDS: usize = 3;

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/analytics/year_report", page)
        .named("getYearReportPage", "Tells the report of a year")
        .described("Figures of the year beside the year before, with the texts of the centre.")
        .answers(Described::json::<OneOf<YearReportPage>>(200))
        .query_parameters(PARAMETERS)
        .action(Method::GET, "//api/v1/analytics/year_report/pdf", file)
        .named("downloadYearReport", "Gives the report of a year as PDF")
        .answers(Described::file("application/pdf"))
        .query_parameters(PARAMETERS)
}

/// The report of a year, in the reader's language.
#[derive(Serialize, Deserialize, JsonSchema)]
struct YearReportPage {
    year: i16,
    /// Those that can be asked for, the newest first.
    years: Vec<i16>,
    /// The year is not over.
    is_running: bool,
    center: YearReportCenter,
    /// For whom it is, as after "for".
    recipient: Option<String>,
    title: String,
    intro: String,
    key_numbers: Vec<KeyNumber>,
    figures: Vec<FigureAttributes>,
    goals: Vec<GoalReached>,
    stories: Vec<StoryShown>,
    /// What did not work; paragraphs are parted by an empty line.
    setbacks: Option<String>,
    /// What people look for and do not find.
    demand: Option<String>,
    /// How it was counted, and what the words mean.
    method: Vec<String>,
    /// The row of texts; none before the first one is written.
    report_id: Option<Id<YearReport>>,
    /// Whether the reader may write the texts here.
    is_editable: bool,
}

impl Typed for YearReportPage {
    const TYPE: &'static str = "year_report_pages";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct YearReportCenter {
    id: String,
    name: String,
    /// On one line.
    address: Option<String>,
    phone_number: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(super) struct StoryShown {
    pub quote: String,
    pub by: Option<String>,
}

/// Which report somebody asks for, and may.
struct Question {
    center_id: i64,
    /// None: the last one that is over, or this one where there are no figures of that.
    year: Option<i16>,
    now: String,
    words: Words,
    origin: String,
    is_own_center: bool,
}

impl Question {
    fn of(ctx: &RequestContext, query: &Query) -> Result<Self> {
        if Reach::of(ctx) != Some(Reach::Center) {
            return Err(Code::Forbidden.into());
        }
        let asked = whole_number(query, "center_id")?;
        let center_id = center_of(ctx, asked, ctx.has(Role::Admin))?;
        let year = whole_number(query, "year")?
            .map(|year| i16::try_from(year).map_err(|_| refused("year", query, &["2025"])))
            .transpose()?;
        Ok(Self {
            center_id,
            year,
            now: ctx.now.clone(),
            words: Words {
                locale: ctx.site.locale,
            },
            origin: ctx.site.origin(),
            is_own_center: center_id == ctx.site.center_id,
        })
    }

    fn read(&self, connection: &Connection) -> Result<Report> {
        let today = local_date(&self.now).ok_or(Code::Internal)?;
        let years = years_of(connection, self.center_id, today.year())?;
        let board = |year: i16| {
            let period = Period::year(year);
            Board {
                connection,
                center_id: self.center_id,
                scope: Scope::Center,
                period,
                before: Some(period.year_before()),
                today,
                words: self.words,
            }
        };
        let year = match self.year {
            None => {
                let before = today.year() - 1;
                let applications = board(before).number("applications", Period::year(before))?;
                let has_figures = applications.number().is_some_and(|number| number > 0);
                if has_figures && years.contains(&before) {
                    before
                } else {
                    today.year()
                }
            }
            Some(year) if years.contains(&year) => year,
            Some(_) => return Err(Code::NotFound.into()),
        };
        let board = board(year);
        let look = PaperBranding::of(connection, self.center_id, self.origin.clone())?;
        let stored = stored(connection, self.center_id, year)?;
        Report::of(&board, years, look, stored)
    }
}

/// The texts of a year, if there are any.
fn stored(
    connection: &Connection,
    center_id: i64,
    year: i16,
) -> Result<Option<(Id<YearReport>, YearReportAttributes)>> {
    let id: Option<i64> = connection
        .prepare_cached("select id from year_reports where volunteer_center_id = ?1 and year = ?2")?
        .query_row((center_id, year), |row| row.get(0))
        .optional()?;
    let Some(id) = id.map(Id::<YearReport>::new) else {
        return Ok(None);
    };
    Ok(store::load::<YearReport>(connection, id)?.map(|texts| (id, texts)))
}

/// Everything that stands in a report.
pub(super) struct Report {
    pub year: i16,
    years: Vec<i16>,
    pub is_running: bool,
    pub look: PaperBranding,
    pub recipient: Option<String>,
    pub title: String,
    pub intro: String,
    pub key_numbers: Vec<KeyNumber>,
    pub applications: Figure,
    pub ages: Figure,
    pub themes: Figure,
    pub funnel: Figure,
    pub homes: Figure,
    pub goals: Vec<GoalReached>,
    pub stories: Vec<StoryShown>,
    pub setbacks: Option<String>,
    pub demand: Option<String>,
    pub method: Vec<String>,
    texts_id: Option<Id<YearReport>>,
    pub words: Words,
}

/// A text in the reader's language, else in the other one.
fn in_either(words: Words, nl: Option<&String>, en: Option<&String>) -> Option<String> {
    let (nl, en) = (written(nl), written(en));
    let text = match words.of("nl", "en") {
        "nl" => nl.or(en),
        _ => en.or(nl),
    };
    text.map(ToOwned::to_owned)
}

impl Report {
    fn of(
        board: &Board,
        years: Vec<i16>,
        look: PaperBranding,
        stored: Option<(Id<YearReport>, YearReportAttributes)>,
    ) -> Result<Self> {
        let words = board.words;
        let (texts_id, texts) = stored.map_or((None, None), |(id, texts)| (Some(id), Some(texts)));
        let texts = texts.as_ref();
        let text = |of: fn(&YearReportAttributes) -> (Option<&String>, Option<&String>)| {
            texts.and_then(|texts| {
                let (nl, en) = of(texts);
                in_either(words, nl, en)
            })
        };
        let intro = text(|texts| (texts.intro_nl.as_ref(), texts.intro_en.as_ref()));
        let demand = text(|texts| (texts.demand_nl.as_ref(), texts.demand_en.as_ref()));
        let goals = texts.map_or(&[][..], |texts| &texts.goals);
        let stories = texts.map_or(&[][..], |texts| &texts.stories);
        Ok(Self {
            year: board.period.year,
            years,
            is_running: board.period.is_running(board.today),
            recipient: text(|texts| (texts.recipient_nl.as_ref(), texts.recipient_en.as_ref())),
            title: title(board)?,
            intro: intro.map_or_else(|| intro_of(board), Ok)?,
            key_numbers: key_numbers(board)?,
            applications: tabs::applications_by_month(board)?,
            ages: tabs::started_ages(board)?,
            themes: tabs::started_themes(board)?,
            funnel: funnel(board)?,
            homes: places(
                board,
                "homes",
                "applications",
                words.of("Waar mensen wonen", "Where people live"),
            )?,
            goals: goals
                .iter()
                .map(|goal| goals::reached(board, goal))
                .collect::<Result<_>>()?,
            stories: stories
                .iter()
                .filter_map(|story| {
                    Some(StoryShown {
                        quote: in_either(words, story.quote_nl.as_ref(), story.quote_en.as_ref())?,
                        by: in_either(words, story.by_nl.as_ref(), story.by_en.as_ref()),
                    })
                })
                .collect(),
            setbacks: text(|texts| (texts.setbacks_nl.as_ref(), texts.setbacks_en.as_ref())),
            demand: demand.map_or_else(|| demand_of(board), |text| Ok(Some(text)))?,
            method: method(board),
            texts_id,
            look,
            words,
        })
    }

    fn into_page(self, center_id: i64, is_own_center: bool) -> YearReportPage {
        let figures = [
            self.applications,
            self.ages,
            self.themes,
            self.funnel,
            self.homes,
        ];
        let words = self.words;
        YearReportPage {
            year: self.year,
            years: self.years,
            is_running: self.is_running,
            center: YearReportCenter {
                id: center_id.to_string(),
                name: self.look.center_name,
                address: self.look.address,
                phone_number: self.look.phone_number,
            },
            recipient: self.recipient,
            title: self.title,
            intro: self.intro,
            key_numbers: self.key_numbers,
            figures: figures
                .into_iter()
                .map(|figure| figure.into_attributes(words))
                .collect(),
            goals: self.goals,
            stories: self.stories,
            setbacks: self.setbacks,
            demand: self.demand,
            method: self.method,
            is_editable: is_own_center || self.texts_id.is_some(),
            report_id: self.texts_id,
        }
    }
}

fn title(board: &Board) -> Result<String> {
    let words = board.words;
    Ok(match board.number("started", board.period)? {
        Shown::Known(number) if number > 0 => words
            .of(
                "{n} mensen vonden een plek om te helpen.",
                "{n} people found a place to help.",
            )
            .replace("{n}", &words.number(number)),
        _ => words
            .of("Vrijwilligerswerk in {year}", "Volunteering in {year}")
            .replace("{year}", &board.period.year.to_string()),
    })
}

fn intro_of(board: &Board) -> Result<String> {
    let words = board.words;
    let about = words.of(
        "Dit verslag laat zien hoe {year} ging: wat lukte, en wat niet.",
        "This report shows how {year} went: what worked, and what did not.",
    );
    let text = match board.number("hours", board.period)? {
        Shown::Known(hours) if hours > 0 => {
            let given = words.of(
                "Samen gaven vrijwilligers in {year} {n} uur.",
                "Together, volunteers gave {n} hours in {year}.",
            );
            format!("{given} {about}").replace("{n}", &words.number(hours))
        }
        _ => about.to_owned(),
    };
    Ok(text.replace("{year}", &board.period.year.to_string()))
}

/// Organisations of which a vacancy or an activity was to be seen in the period.
pub(super) fn organizations(board: &Board, period: Period) -> Result<i64> {
    Ok(board
        .connection
        .prepare_cached(
            "select count(distinct organization_id) from analytics_days
              where volunteer_center_id = :center_id and measure in ('published', 'views', 'occurrences')
                and day between :from and :to and organization_id > 0",
        )?
        .query_row(
            named_params! {
                ":center_id": board.center_id,
                ":from": period.first_day().to_string(),
                ":to": period.last_day().to_string(),
            },
            |row| row.get(0),
        )?)
}

fn key_numbers(board: &Board) -> Result<Vec<KeyNumber>> {
    let words = board.words;
    let of = |measure, names| tabs::number(board, measure, names);
    let (now, before) = (
        organizations(board, board.period)?,
        organizations(board, board.period.year_before())?,
    );
    let is_over = !board.period.is_running(board.today);
    let trend = match now.cmp(&before) {
        std::cmp::Ordering::Less => "down",
        std::cmp::Ordering::Equal => "same",
        std::cmp::Ordering::Greater => "up",
    };
    Ok(vec![
        of("applications", ("aanmeldingen", "applications"))?,
        of("started", ("mensen begonnen", "people started"))?,
        of("hours", ("uur gegeven", "hours given"))?,
        KeyNumber {
            key: "organizations".to_owned(),
            value: Some(now),
            text: words.number(now),
            label: words.of("organisaties", "organisations").to_owned(),
            before: is_over.then(|| before_in_words(board, Shown::Known(before))),
            trend: is_over.then(|| trend.to_owned()),
            is_better: (is_over && now != before).then_some(now > before),
        },
    ])
}

/// Words that found nothing, in a sentence; none where there are none that many searched for.
fn demand_of(board: &Board) -> Result<Option<String>> {
    let found: Vec<String> = board
        .values("not_found", "detail", board.period)?
        .into_iter()
        .filter(|(value, shown)| !value.is_empty() && !shown.is_hidden())
        .map(|(value, _)| value)
        .take(MOST_WORDS)
        .collect();
    if found.is_empty() {
        return Ok(None);
    }
    let listed = date_words::listed(&found, board.words.locale);
    Ok(Some(
        board
            .words
            .of(
                "Hier werd vaak naar gezocht, zonder dat er een vacature voor was: {words}.",
                "People often searched for this, but there was no role for it: {words}.",
            )
            .replace("{words}", &listed),
    ))
}

fn method(board: &Board) -> Vec<String> {
    let words = board.words;
    let day = |date| date_words::full_date(date, words.locale);
    let counted = words
        .of(
            "Geteld van {from} tot en met {to}, zonder cookies.",
            "Counted from {from} to {to}, without cookies.",
        )
        .replace("{from}", &day(board.period.first_day()))
        .replace("{to}", &day(board.period.last_day().min(board.today)));
    let small = words.of(
        "Groepen kleiner dan vijf mensen tonen we niet, en ook niet het getal waarmee je die kunt uitrekenen.",
        "Groups of fewer than five people are not shown, nor any number from which they could be worked out.",
    );
    let started = words.of(
        "Begonnen is wie zich in dit jaar aanmeldde en daarna aan het werk ging.",
        "Started means: applied in this year, and went to work after that.",
    );
    let hours = words.of(
        "Uren zijn bevestigd door de organisatie, een mentor of het vrijwilligerspunt.",
        "Hours were confirmed by the organisation, a mentor or the volunteer centre.",
    );
    let organizations = words.of(
        "Een organisatie telt mee als er in dit jaar een vacature of activiteit van haar te zien was.",
        "An organisation counts if a role or an activity of its own was to be seen in this year.",
    );
    let answer = words.of(
        "Antwoord binnen een aantal dagen: de helft van de mensen kreeg sneller antwoord, de helft later.",
        "An answer within a number of days: half of the people had one sooner, half later.",
    );
    vec![
        format!("{counted} {small}"),
        format!("{started} {hours} {organizations} {answer}"),
    ]
}

async fn page(access: Access<User, action::Update>, (): (), input: Input<()>) -> Result<Document> {
    let question = Question::of(access.ctx(), &input.query)?;
    let page = access
        .read(move |connection| {
            let report = question.read(connection)?;
            Ok(report.into_page(question.center_id, question.is_own_center))
        })
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": YearReportPage::TYPE,
        "id": page.year.to_string(),
        "attributes": page,
    } })))
}

/// `GET /analytics/year_report/pdf?year=2025`.
async fn file(access: Access<User, action::Update>, (): (), input: Input<()>) -> Result<Response> {
    let question = Question::of(access.ctx(), &input.query)?;
    let now = question.now.clone();
    let (document, year, words) = access
        .read(move |connection| {
            let report = question.read(connection)?;
            let document = paper::document(&report, &now)?;
            Ok((document, report.year, report.words))
        })
        .await?;
    let bytes = pdf::draw(document).await.map_err(Error::internal)?;
    let name = words.of("jaarverslag", "yearly-report");
    Ok(pdf_response(bytes, &format!("{name}-{year}")))
}
