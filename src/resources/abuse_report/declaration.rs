//! Facts of reports of abuse that stand beside the resource.

use super::{AbuseReport, ReportStatus, appeal, decide, report};
use crate::error::Result;
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, Period, Retention, ShownIn, body_form,
};
use crate::model::effects::{Effect, Event, Happening, gone_with_center, gone_with_organization};
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

/// SQL: how something looked that is not told any more.
macro_rules! no_snapshot {
    () => {
        r#"'{"title":"","text":"","author":"","at":null,"before":null,"details":[]}'"#
    };
}
const NO_SNAPSHOT: &str = no_snapshot!();

/// Columns that no erasure empties.
macro_rules! facts {
    ($($more:literal),*) => {
        &[
            "volunteer_center_id", "subject_type", "subject_id", "organization_id", "reporter_locale", "category", "status", "decided_at",
            "measures", "duplicate_of_id", "appeal_status", "appeal_by", "appealed_at", $($more),*
        ]
    };
}

impl Declared for AbuseReport {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/report-calls.ts", "abuse_reports"));
    const ABOUT: &'static str =
        "What people report as abuse, what the centre did with it, and the appeal against that.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[
        body_form::<report::ReportForm>("abuse_report_forms"),
        body_form::<decide::MeasuresForm>("abuse_report_measures"),
        body_form::<decide::DismissalForm>("abuse_report_dismissals"),
        body_form::<decide::DuplicateForm>("abuse_report_duplicates"),
        body_form::<appeal::AppealForm>("abuse_report_appeals"),
        body_form::<appeal::AppealDecisionForm>("abuse_report_appeal_decisions"),
    ];
    const MACHINES: &'static [fn() -> Machine] = &[describe::<ReportStatus>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("abuse_reports", &[
            Part {
                rows: "t.reporter_id = :user_id or t.reporter_email collate nocase in (select value from json_each(:emails))",
                show: shown(
                    [("meldingen-van-misbruik", "Wat je hebt gemeld, en wat daarmee is gedaan."), ("abuse-reports", "What you reported, and what was done with it.")],
                    &["version", "reporter_id", "reported_user_id", "handled_by_id", "decided_by_id", "appeal_decided_by_id", "reported_text", "note", "snapshot", "appeal_body"],
                    "",
                ),
                erase: Blank {
                    set: &[("reporter_id", "null"), ("reporter_email", "null"), ("body", "''"), ("appeal_body", "iif(appeal_by = 'reporter', null, appeal_body)")],
                    keep: facts!("reported_user_id", "snapshot", "handled_by_id", "decided_by_id", "appeal_decided_by_id", "reporter_text", "reported_text", "note", "appeal_text"),
                },
            },
            Part {
                rows: "t.reported_user_id = :user_id",
                show: shown(
                    [("besluiten-over-meldingen", "Besluiten over iets van jou dat is gemeld."), ("decisions-about-reports", "Decisions about something of yours that was reported.")],
                    &["version", "reporter_id", "reporter_email", "reporter_locale", "body", "handled_by_id", "decided_by_id", "appeal_decided_by_id", "reporter_text", "note", "appeal_body"],
                    "",
                ),
                erase: Blank {
                    set: &[("reported_user_id", "null"), ("snapshot", NO_SNAPSHOT), ("reported_text", "null"), ("appeal_body", "iif(appeal_by = 'reported', null, appeal_body)")],
                    keep: facts!("reporter_id", "reporter_email", "body", "handled_by_id", "decided_by_id", "appeal_decided_by_id", "reporter_text", "note", "appeal_text"),
                },
            },
            Part {
                rows: "t.handled_by_id = :user_id or t.decided_by_id = :user_id or t.appeal_decided_by_id = :user_id",
                show: Show::Nothing("what was decided for a centre stands in the history of the report"),
                erase: Blank {
                    set: &[("handled_by_id", "nullif(handled_by_id, :user_id)"), ("decided_by_id", "nullif(decided_by_id, :user_id)"), ("appeal_decided_by_id", "nullif(appeal_decided_by_id, :user_id)")],
                    keep: facts!("reporter_id", "reporter_email", "reported_user_id", "snapshot", "body", "reporter_text", "reported_text", "note", "appeal_body", "appeal_text"),
                },
            },
        ]),
        people("conversation_readings", &[
            Part {
                rows: "t.reader_id = :user_id",
                show: Show::Nothing("reading a conversation for a centre stands in the audit log"),
                erase: Blank { set: &[("reader_id", "null")], keep: &["conversation_id", "abuse_report_id"] },
            },
        ]),
    ];
    // Those of a year are counted in the next one (article 24 of the Digital Services Act).
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "abuse_reports",
            rows: "coalesce(decided_at, created_at) < :before",
            after: Period::Months(24),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No(
        "read one by one; the counts of a year are a file",
    ));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(run);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("abuse_reports",
            Moving::Goes("update abuse_reports set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from and status in ('new', 'in_review')"),
            Merging::Goes(&[("organization_id", "1")])),
        Belonging::with("conversation_readings", "conversations"),
    ];
}

fn run(happening: &Happening) -> Result<()> {
    match happening.event {
        Event::OrganizationPurged => gone_with_organization::<AbuseReport>(happening),
        Event::RowPurged { table } => forget_text(happening, table),
        Event::CenterDeleted => gone_with_center::<AbuseReport>(happening),
        _ => Ok(()),
    }
}

/// How something looked goes with it; that it was reported and what came of that is counted for two years.
fn forget_text(happening: &Happening, table: &str) -> Result<()> {
    happening
        .tx
        .prepare_cached(concat!(
            "update abuse_reports set snapshot = ",
            no_snapshot!(),
            ", body = '', version = version + 1 where subject_type = ?1 and subject_id = ?2"
        ))?
        .execute((table, happening.id))?;
    Ok(())
}

fn routes() -> Routes {
    Routes::new()
        .list::<AbuseReport>()
        .find::<AbuseReport>()
        .merge(report::routes())
        .merge(decide::routes())
        .merge(appeal::routes())
        .merge(super::reading::routes())
        .merge(super::counts::routes())
        .merge(super::outcome::routes())
}
