//! Papers on which a volunteer shows what they did, and the code by which others see whether a paper is real.

pub mod check;
mod content;
mod declaration;
mod paper;

use axum::http::Method;
use axum::response::Response;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use self::content::{ProofContent, ProofForm, ProofLine};
pub use self::paper::{lines_of, totals_of};
use crate::app::access::{Access, Rows, action};
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::form::Form;
use crate::http::pdf_file::{self, pdf_response};
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Answer, Computed, Document, Filter, Id, Predicate, Resource, Sort};
use crate::model::paper_branding::PaperBranding;
use crate::model::short_code;
use crate::pdf;
use crate::resources::user::User;

/// Papers that one person makes within a day (docs/domain/limits.md#rates).
const MOST_A_DAY: i64 = 20;

pub struct Proof;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProofKind {
    /// Hours of volunteering, by work.
    Volunteering,
    /// Somebody was at a workshop or activity.
    Certificate,
    /// Hours by month and organisation, for a municipality or benefit agency.
    Overview,
}

crate::text_enum!(ProofKind {
    Volunteering = "volunteering",
    Certificate = "certificate",
    Overview = "overview",
});

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ProofAttributes {
    #[schemars(extend("readOnly" = true))]
    pub kind: ProofKind,
    /// `nl` or `en`.
    #[schemars(extend("readOnly" = true))]
    pub locale: String,
    /// Eight letters and digits.
    #[schemars(extend("readOnly" = true))]
    pub code: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub person_name: String,
    /// First and last day of what is on it, `YYYY-MM-DD`.
    #[schemars(extend("readOnly" = true))]
    pub from: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub to: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub total_hours: f64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub lines: Vec<ProofLine>,
    /// What they did, in their own words.
    #[schemars(extend("readOnly" = true))]
    pub tasks: Option<String>,
    /// Of a certificate: the workshop.
    #[schemars(extend("readOnly" = true))]
    pub title: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub withdrawn_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for Proof {
    const TYPE: &'static str = "proofs";
    const ALIAS: &'static str = "proof";
    type Attributes = ProofAttributes;
    const PERSON: &'static str = "t.user_id";
    const FILTERS: &'static [Filter] = &[Filter::column("kind", &[Predicate::Eq])];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-created_at";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "person_name",
            sql: "coalesce(t.content ->> '$.person_name', '')",
        },
        Computed {
            field: "from",
            sql: "t.content ->> '$.from'",
        },
        Computed {
            field: "to",
            sql: "t.content ->> '$.to'",
        },
        Computed {
            field: "total_hours",
            sql: "coalesce(t.content ->> '$.total_hours', 0.0)",
        },
        Computed {
            field: "lines",
            sql: "coalesce(t.content -> '$.lines', '[]')",
        },
        Computed {
            field: "tasks",
            sql: "t.content ->> '$.tasks'",
        },
        Computed {
            field: "title",
            sql: "t.content ->> '$.title'",
        },
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    // A paper in somebody's name is made by them alone.
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Proof>()
        .find::<Proof>()
        .form(Method::POST, "", create)
        .named(
            "createProof",
            "Makes a paper of what somebody did, with a code",
        )
        .answers(Described::one::<Proof>(201))
        .refuses(&[422, 429])
        .form(Method::POST, "/preview", preview)
        .named("previewProof", "Shows what a paper would say")
        .answers(Described::json::<MetaOf<ProofContent>>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/withdraw", withdraw)
        .named(
            "withdrawProof",
            "Withdraws a paper: its code then says so to who checks it",
        )
        .answers(Described::one::<Proof>(200))
        .action(Method::GET, "/{id}/pdf", file)
        .named("getProofPdf", "Gives the paper as PDF")
        .answers(Described::file(pdf_file::MEDIA_TYPE))
        .action(
            Method::GET,
            "//api/v1/users/{id}/proof_of_volunteering.pdf",
            latest_pdf,
        )
        .named(
            "getProofOfVolunteering",
            "Gives the last proof of hours that was not withdrawn as PDF",
        )
        .answers(Described::file(pdf_file::MEDIA_TYPE))
}

async fn preview(
    access: Access<Proof, action::Create>,
    (): (),
    form: Form<ProofForm>,
) -> Result<Answer> {
    let said = form.body;
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let center_id = access.ctx().site.center_id;
    let meta = access
        .read(move |connection| content::of(connection, (user_id, center_id), &said))
        .await?;
    Ok(Answer::ok(
        json!({ "data": null, "meta": meta }).to_string(),
    ))
}

async fn create(
    access: Access<Proof, action::Create>,
    (): (),
    form: Form<ProofForm>,
) -> Result<Answer> {
    let said = form.body;
    access
        .ctx()
        .require_own_words("tasks", said.tasks.as_deref())?;
    access
        .post(form.key, move |tx, rows| {
            let user_id = rows.ctx().user_id().ok_or(Code::NotSignedIn)?;
            let center_id = rows.ctx().site.center_id;
            require_measure(tx, user_id)?;
            let content = content::of(tx, (user_id, center_id), &said)?;
            let id = insert(tx, (user_id, center_id), (&said, &content))?;
            rows.require(tx, id)?;
            Ok(Answer::created(
                format!("/api/v1/proofs/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

fn require_measure(tx: &Tx, user_id: i64) -> Result<()> {
    let made: i64 = tx
        .prepare_cached("select count(*) from proofs where user_id = ?1 and created_at > ?2")?
        .query_row((user_id, later(tx.now(), -days(1))), |row| row.get(0))?;
    if made >= MOST_A_DAY {
        return Err(Code::RateLimited.into());
    }
    Ok(())
}

fn insert(
    tx: &Tx,
    (user_id, center_id): (i64, i64),
    (said, content): (&ProofForm, &ProofContent),
) -> Result<Id<Proof>> {
    let id = tx
        .prepare_cached(
            "insert into proofs (user_id, volunteer_center_id, kind, locale, code, content, created_at, updated_at)
             values (:user_id, :center, :kind, :locale, :code, :content, :now, :now)",
        )?
        .insert(named_params! {
            ":user_id": user_id,
            ":center": center_id,
            ":kind": said.kind,
            ":locale": said.locale.as_str(),
            ":code": short_code::new()?,
            ":content": serde_json::to_string(content)?,
            ":now": tx.now(),
        })?;
    Ok(Id::new(id))
}

/// `PUT /proofs/{id}/withdraw`. Once more changes nothing.
async fn withdraw(
    access: Access<Proof, action::Withdraw>,
    id: Id<Proof>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            tx.prepare_cached(
                "update proofs set withdrawn_at = ?2, version = version + 1, updated_at = ?2 where id = ?1 and withdrawn_at is null",
            )?
            .execute((id.number(), tx.now()))?;
            Ok(())
        })
        .await
}

/// A paper as it was made.
struct Made {
    kind: ProofKind,
    locale: Locale,
    code: String,
    created_at: String,
    center_id: i64,
    content: ProofContent,
}

fn made(connection: &Connection, rows: &Rows<Proof>, id: Id<Proof>) -> Result<Made> {
    rows.require(connection, id)?;
    let (kind, locale, code, created_at, center_id, content): (
        ProofKind,
        String,
        String,
        String,
        i64,
        String,
    ) = connection
        .prepare_cached(
            "select kind, locale, code, created_at, volunteer_center_id, content from proofs where id = ?1",
        )?
        .query_row([id.number()], |row| row.try_into())?;
    Ok(Made {
        kind,
        locale: Locale::parse(&locale).unwrap_or_default(),
        code,
        created_at,
        center_id,
        content: serde_json::from_str(&content).map_err(Error::internal)?,
    })
}

/// `GET /proofs/{id}/pdf`.
async fn file(
    access: Access<Proof, action::Read>,
    id: Id<Proof>,
    _: Input<()>,
) -> Result<Response> {
    let rows = access.rows();
    let origin = access.ctx().site.origin();
    let (made, look) = access
        .read(move |connection| {
            let made = made(connection, &rows, id)?;
            let look = PaperBranding::of(connection, made.center_id, origin)?;
            Ok((made, look))
        })
        .await?;
    let name = match (made.kind, made.locale) {
        (ProofKind::Volunteering, Locale::Nl) => "bewijs-van-vrijwilligerswerk",
        (ProofKind::Volunteering, Locale::En) => "proof-of-volunteering",
        (ProofKind::Certificate, Locale::Nl) => "certificaat",
        (ProofKind::Certificate, Locale::En) => "certificate",
        (ProofKind::Overview, Locale::Nl) => "urenoverzicht",
        (ProofKind::Overview, Locale::En) => "overview-of-hours",
    };
    let document = paper::document(&made, &look)?;
    let bytes = pdf::draw(document).await.map_err(Error::internal)?;
    Ok(pdf_response(bytes, &format!("{name}-{}", made.code)))
}

/// `GET /users/{id}/proof_of_volunteering.pdf`: the last one that the person made.
async fn latest_pdf(
    access: Access<Proof, action::Read>,
    person: Id<User>,
    input: Input<()>,
) -> Result<Response> {
    let rows = access.rows();
    let id = access
        .read(move |connection| {
            let id: Option<i64> = connection
                .prepare_cached(
                    "select id from proofs where user_id = ?1 and kind = 'volunteering' and withdrawn_at is null order by created_at desc, id desc limit 1",
                )?
                .query_row([person.number()], |row| row.get(0))
                .optional()?;
            let id = Id::<Proof>::new(id.ok_or(Code::NotFound)?);
            rows.require(connection, id)?;
            Ok(id)
        })
        .await?;
    file(access, id, input).await
}
