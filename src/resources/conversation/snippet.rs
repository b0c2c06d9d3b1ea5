//! Sentences that an organisation keeps for its answers to applicants.

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

pub struct MessageSnippet;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct MessageSnippetAttributes {
    pub organization_id: Id<Organization>,
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
        Filter::column("reason_code", &[Predicate::Eq, Predicate::Null]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "organization_id",
        most: 30,
        attribute: "text",
    });
    const DEFAULT_SORT: &'static str = "-id";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    fn before_save(
        new: &mut MessageSnippetAttributes,
        old: Option<&MessageSnippetAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_some_and(|old| old.organization_id != new.organization_id) {
            return Err(FieldFault::attribute("organization_id", "read_only").into());
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
    const ABOUT: &'static str = "Sentences that an organisation keeps for its answers.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("message_snippets", &[Part {
            rows: "t.created_by_id = :user_id",
            show: Show::Nothing("sentences of the organisation, without a word about anybody"),
            erase: Blank { set: &[("created_by_id", "null")], keep: &["organization_id", "reason_code", "text"] },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the organisation"));
    const EXPORT: Option<Export> = Some(Export::No("an organisation has few"));
    const DEMO: Option<Demo> = Some(Demo::None("an organisation keeps its own"));
    const EFFECTS: Option<Effect> = Some(effects::gone_with_organization::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("message_snippets",
            Moving::With("organizations"),
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
