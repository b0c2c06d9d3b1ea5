//! Facts of papers that stand beside the resource.

use super::Proof;
use super::content::ProofForm;
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, OF_A_PERSON};
use crate::model::declaration::{BodyForm, Declared, Demo, Export, Retention, ShownIn, body_form};
use crate::model::effects::{self, Effect};
use crate::privacy::prelude::*;

impl Declared for Proof {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/hours-calls.ts", "proofs"));
    const ABOUT: &'static str = "Papers on which volunteers show what they did, with a code.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[body_form::<ProofForm>("proof_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("proofs", &[Part {
            rows: "t.user_id = :user_id",
            show: shown(
                [("bewijzen", "De bewijzen en certificaten die je maakte, met hun code."), ("proofs", "The proofs and certificates that you made, with their code.")],
                &["user_id", "version"],
                "",
            ),
            // The code stays, and says that the paper was withdrawn.
            erase: Blank {
                set: &[("user_id", "null"), ("content", "'{}'")],
                keep: &["volunteer_center_id", "kind", "locale", "code"],
            },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "for as long as somebody may hold the paper",
    ));
    const EXPORT: Option<Export> = Some(Export::No("of one person alone"));
    const DEMO: Option<Demo> = Some(Demo::None("each volunteer makes their own"));
    const EFFECTS: Option<Effect> = Some(effects::gone_with_center::<Self>);
    const BELONGINGS: &'static [Belonging] = &[Belonging::stays("proofs", OF_A_PERSON)];
}
