//! Sentences that an organisation keeps for its answers to applicants, and a centre for its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Filter, Id, MostPer, Predicate, Relation, Resource, Saving, Sort, belongs_to,
};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{self, Effect};
use crate::privacy::prelude::*;
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::volunteer_center::VolunteerCenter;

pub struct MessageSnippet;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct MessageSnippetAttributes {
    /// None: of the centre.
    pub organization_id: Option<Id<Organization>>,
    /// Of the centre itself, in place of an organisation.
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[validate(length(min = 3, max = 1000))]
    pub text: String,
    /// The reason of a rejection that it goes with; none: for every answer.
    #[validate(length(max = 50))]
    pub reason_code: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for MessageSnippet {
    const TYPE: &'static str = "message_snippets";
    const ALIAS: &'static str = "message_snippet";
    type Attributes = MessageSnippetAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("organization_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("volunteer_center_id", &[Predicate::Eq]),
        Filter::column("reason_code", &[Predicate::Eq, Predicate::Null]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "coalesce(organization_id, -volunteer_center_id)",
        most: 30,
        attribute: "text",
    });
    const DEFAULT_SORT: &'static str = "-id";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    const REFERENCES: &'static [Relation] = &[belongs_to::<VolunteerCenter>(
        "volunteer_center",
        "volunteer_center_id",
    )];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    fn before_save(
        new: &mut MessageSnippetAttributes,
        old: Option<&MessageSnippetAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        for (field, is_same) in [
            (
                "organization_id",
                old.is_none_or(|old| old.organization_id == new.organization_id),
            ),
            (
                "volunteer_center_id",
                old.is_none_or(|old| old.volunteer_center_id == new.volunteer_center_id),
            ),
        ] {
            if !is_same {
                return Err(FieldFault::attribute(field, "read_only").into());
            }
        }
        match (new.organization_id, new.volunteer_center_id) {
            (None, None) => {
                return Err(FieldFault::attribute("organization_id", "required").into());
            }
            (Some(_), Some(_)) => {
                return Err(FieldFault::attribute("volunteer_center_id", "contradicts").into());
            }
            (Some(_), None) | (None, Some(_)) => {}
        }
        if old.is_none() {
            new.created_by_id = saving.user_id().map(Id::new);
        }
        Ok(())
    }
}

impl Declared for MessageSnippet {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/applications/list/use-decisions.ts",
        "message_snippets",
    ));
    const ABOUT: &'static str = "Sentences that an organisation or a centre keeps for its answers.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("message_snippets", &[Part {
            rows: "t.created_by_id = :user_id",
            show: Show::Nothing("sentences of an organisation or a centre, without a word about anybody"),
            erase: Blank { set: &[("created_by_id", "null")], keep: &["organization_id", "volunteer_center_id", "reason_code", "text"] },
        }]),
    ];
    const RETENTION: Option<Retention> =
        Some(Retention::Kept("with the organisation or the centre"));
    const EXPORT: Option<Export> = Some(Export::No("an organisation has few"));
    const DEMO: Option<Demo> = Some(Demo::None("an organisation keeps its own"));
    const EFFECTS: Option<Effect> = Some(effects::gone_with_organization::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("message_snippets",
            Moving::Stays("those of an organisation name no centre, and those of a centre are its own"),
            Merging::Goes(&[("organization_id", "not exists (select 1 from message_snippets o where o.organization_id = :into and o.text = message_snippets.text and o.reason_code is message_snippets.reason_code)")])),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<MessageSnippet>()
        .find::<MessageSnippet>()
        .create::<MessageSnippet>()
        .update::<MessageSnippet>()
        .delete::<MessageSnippet>()
}
