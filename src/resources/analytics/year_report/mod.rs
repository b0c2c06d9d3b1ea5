//! The yearly report that a centre hands to its municipality: figures of a year beside the year before, and what the centre
//! itself writes about it, kept for each year.

mod goals;
mod page;
mod paper;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

pub use self::goals::GoalMeasure;
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Filter, Id, MostPer, Predicate, Resource, Saving, Sort};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::volunteer_center::VolunteerCenter;

pub struct YearReport;

/// Where a text is missing in one language, the one in the other is shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct YearReportAttributes {
    /// Stays as it was made.
    #[validate(range(min = 2000, max = 2100))]
    pub year: i64,
    /// For whom it is, as after "for": "de gemeente Lindewaard".
    #[validate(length(max = 100))]
    pub recipient_nl: Option<String>,
    #[validate(length(max = 100))]
    pub recipient_en: Option<String>,
    /// Below the title. None: a sentence made of the figures.
    #[validate(length(max = 600))]
    pub intro_nl: Option<String>,
    #[validate(length(max = 600))]
    pub intro_en: Option<String>,
    /// What did not work.
    #[validate(length(max = 1500))]
    pub setbacks_nl: Option<String>,
    #[validate(length(max = 1500))]
    pub setbacks_en: Option<String>,
    /// What people look for and do not find. None: the words that found nothing.
    #[validate(length(max = 600))]
    pub demand_nl: Option<String>,
    #[validate(length(max = 600))]
    pub demand_en: Option<String>,
    /// What was agreed on; each measure once.
    #[serde(default)]
    #[validate(nested, length(max = 6))]
    pub goals: Vec<YearReportGoal>,
    #[serde(default)]
    #[validate(nested, length(max = 3))]
    pub stories: Vec<YearReportStory>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct YearReportGoal {
    pub measure: GoalMeasure,
    /// A number of people, hours, organisations or days.
    #[validate(range(min = 0.5, max = 10_000_000.0))]
    pub target: f64,
}

/// In somebody's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct YearReportStory {
    #[validate(length(max = 400))]
    pub quote_nl: Option<String>,
    #[validate(length(max = 400))]
    pub quote_en: Option<String>,
    /// Who says so: "Joke, taalmaatje bij het Taalhuis".
    #[validate(length(max = 120))]
    pub by_nl: Option<String>,
    #[validate(length(max = 120))]
    pub by_en: Option<String>,
}

/// A text, if there is something in it.
fn written(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

impl Resource for YearReport {
    const TYPE: &'static str = "year_reports";
    const ALIAS: &'static str = "year_report";
    type Attributes = YearReportAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("year", &[Predicate::Eq])];
    const SORTS: &'static [Sort] = &[Sort::by("year", "t.year")];
    const DEFAULT_SORT: &'static str = "-year";
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "volunteer_center_id",
        most: 100,
        attribute: "year",
    });
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut YearReportAttributes,
        old: Option<&YearReportAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        match old {
            None => new.volunteer_center_id = Some(Id::new(saving.center_id())),
            Some(old) if old.year != new.year => {
                return Err(FieldFault::attribute("year", "read_only").into());
            }
            Some(_) => {}
        }
        for (index, goal) in new.goals.iter().enumerate() {
            let earlier = new.goals.iter().take(index);
            if earlier
                .into_iter()
                .any(|other| other.measure == goal.measure)
            {
                let field = format!("goals/{index}/measure");
                return Err(FieldFault::attribute(&field, "taken").into());
            }
        }
        let without_quote = new.stories.iter().position(|story| {
            written(story.quote_nl.as_ref())
                .or(written(story.quote_en.as_ref()))
                .is_none()
        });
        if let Some(index) = without_quote {
            let field = format!("stories/{index}/quote_nl");
            return Err(FieldFault::attribute(&field, "required").into());
        }
        Ok(())
    }
}

impl Declared for YearReport {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/analytics/year-report/edit-year-report-page.tsx",
        "year_reports",
    ));
    const ABOUT: &'static str = "What a centre writes in the report of a year, beside its figures.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("year_reports", "texts that a centre hands to others; who is quoted agreed to that"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until the centre deletes it"));
    const EXPORT: Option<Export> = Some(Export::No("each is a PDF of its own"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

fn routes() -> Routes {
    Routes::crud::<YearReport>().merge(page::routes())
}
