//! Role invitations (docs/domain/states.md#role-invitations): sent, then accepted, declined or expired after fourteen
//! days. A role that adds permissions requires the person's acceptance.
#![deny(clippy::wildcard_enum_match_arm)]

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::granting::{Change, OneRole, To, id_of, notify_change, require_grant, role_in};
use super::offer::{Asked, ask_again, kept_role, offer};
use super::role::SCOPE_NAME;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Described, Ignored, Input, Routes, Sent as SentBody};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Answer, AnyId, Computed, Document, Filter, Id, Predicate, Relation, Resource, Sort, Takes,
    belongs_to,
};
use crate::mail::MailKind;
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{self, Effect, Happening};
use crate::model::state_history::audit_with;
use crate::model::state_machine::{self, By, Mail, Recipient, State, Step, Transition, mail};
use crate::model::state_machine::{Machine, describe};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::user::User;
use crate::resources::user::access::granting::{RoleName, ScopeType};
use crate::resources::user::access::role::forget_over;
use crate::resources::user::management::expire_invitation::erase_if_withdrawn;
use crate::text_enum;

use RoleInvitationEvent as Event;
use RoleInvitationState::{Accepted, Declined, Expired, Sent, Withdrawn};

/// Condition for unanswered offers: the latest for a role and scope, while it can still be sent again.
const WAITS: &str = concat!(
    "(:value = 'true') = (t.state in ('sent', 'expired') and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and not exists (select 1 from role_invitations n where n.user_id = t.user_id and n.role = t.role ",
    "and n.scope_type = t.scope_type and n.scope_id = t.scope_id and n.id > t.id) ",
    "and not exists (select 1 from roles h where h.user_id = t.user_id and h.name = t.role and h.scope_type = t.scope_type ",
    "and h.scope_id = t.scope_id and h.accepted_at is not null))"
);

pub struct RoleInvitation;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct RoleInvitationAttributes {
    #[schemars(extend("readOnly" = true))]
    pub user_id: Id<User>,
    /// The address that was written to.
    #[schemars(extend("readOnly" = true))]
    pub email: Option<String>,
    /// How the asker named the person, whether that is their name or not.
    #[schemars(extend("readOnly" = true))]
    pub typed_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub role: String,
    #[schemars(extend("readOnly" = true))]
    pub scope_type: String,
    #[schemars(extend("readOnly" = true))]
    pub scope_id: AnyId,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub scope_name: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub state: RoleInvitationState,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub sent_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub expires_at: String,
    #[schemars(extend("readOnly" = true))]
    pub answered_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleInvitationState {
    #[default]
    Sent,
    Accepted,
    Declined,
    Expired,
    Withdrawn,
}

text_enum!(RoleInvitationState {
    Sent = "sent",
    Accepted = "accepted",
    Declined = "declined",
    Expired = "expired",
    Withdrawn = "withdrawn",
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleInvitationEvent {
    Send,
    Accept,
    Decline,
    Resend,
    Expire,
    Withdraw,
}

text_enum!(RoleInvitationEvent {
    Send = "send",
    Accept = "accept",
    Decline = "decline",
    Resend = "resend",
    Expire = "expire",
    Withdraw = "withdraw",
});

const ANSWER: By = By::Operation(Verb::Answer);
const INVITE: By = By::Operation(Verb::Invite);

impl State for RoleInvitationState {
    type Resource = RoleInvitation;
    type Event = RoleInvitationEvent;
    type Input = ();

    const COLUMN: &'static str = "state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(Event::Send, &[], &[Sent], INVITE)
            .says("for 14 days; a role that adds rights takes effect on acceptance")
            .mails(&[mail(MailKind::RoleOffered, Recipient::Person)])
            .unrecorded(),
        Transition::on(Event::Accept, &[Sent], &[Accepted], ANSWER)
            .guard("t.expires_at > :now", "within 14 days")
            .effect(grant_role, "the role takes effect"),
        Transition::on(Event::Decline, &[Sent], &[Declined], ANSWER)
            .guard("t.expires_at > :now", "within 14 days")
            .effect(drop_role, "leaves nothing"),
        Transition::on(Event::Resend, &[Sent, Expired], &[Sent], INVITE)
            .says("14 days again")
            .mails(&[mail(MailKind::RoleOffered, Recipient::Person)])
            .unrecorded(),
        // Repeated by a centre within a day: the same question, and no second letter.
        Transition::on(Event::Send, &[Withdrawn], &[Sent], INVITE)
            .says("within a day, without a second letter")
            .unrecorded(),
        Transition::on(Event::Expire, &[Sent], &[Expired], By::Program)
            .says("after 14 days; leaves nothing")
            .unrecorded(),
        Transition::on(
            Event::Withdraw,
            &[Sent, Expired],
            &[Withdrawn],
            By::Operation(Verb::Delete),
        )
        .effect(drop_role, "leaves nothing"),
    ];

    fn write(step: &Step<Self>) -> Result<()> {
        step.tx.execute(
            "update role_invitations set state = ?2, answered_at = ?3, updated_at = ?3, version = version + 1 where id = ?1",
            (step.id.number(), step.to, step.tx.now()),
        )?;
        Ok(())
    }

    // The offer is mailed by `offer`, which knows the words of the role.
    fn notify(_: &Step<Self>, _: Mail) -> Result<()> {
        Ok(())
    }
}

impl Resource for RoleInvitation {
    const TYPE: &'static str = "role_invitations";
    const ALIAS: &'static str = "role_invitation";
    type Attributes = RoleInvitationAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("user_id", &[Predicate::Eq]),
        Filter::sql("waits_eq", Takes::Truth, &["state", "expires_at"], WAITS),
        Filter::column("role", &[Predicate::Eq, Predicate::In]),
        Filter::column("state", &[Predicate::Eq, Predicate::In]),
        Filter::column("scope_type", &[Predicate::Eq]),
        Filter::column("scope_id", &[Predicate::Eq]),
        Filter::sql(
            "mine_eq",
            Takes::Truth,
            &["user_id"],
            "(t.user_id = :user_id) = (:value = 'true')",
        ),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("expires_at", "t.expires_at"),
    ];
    const DEFAULT_SORT: &'static str = "-id";
    const RELATIONS: &'static [Relation] = &[belongs_to::<User>("user", "user_id")];
    const COMPUTED: &'static [Computed] = &[
        SCOPE_NAME,
        Computed {
            field: "state",
            sql: "case when t.state = 'sent' and t.expires_at <= :now then 'expired' else t.state end",
        },
        Computed {
            field: "sent_by_name",
            sql: "(select trim(coalesce(s.first_name, '') || ' ' || coalesce(s.last_name, '')) from users s where s.id = t.sent_by_id)",
        },
    ];
    const PERSONAL: &'static [&'static str] = &["email", "typed_name"];
    const PERSON: &'static str = "t.user_id";
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["organizations"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    /// Withdraws an offer: the row remains, its role is deleted. An account invited for this role alone is deleted
    /// with it.
    fn remove(tx: &Tx, id: Id<Self>, actor_id: Option<i64>) -> Result<()> {
        let offered = close(tx, id, Event::Withdraw, actor_id)?;
        erase_if_withdrawn(tx, offered.user_id, actor_id)
    }
}

/// Offers of roles over an organisation that is purged go with it.
fn gone_with_organization(happening: &Happening) -> Result<()> {
    forget_over(happening, RoleInvitation::TYPE)
}

impl Declared for RoleInvitation {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/users/list/questions.store.ts",
        "role_invitations",
    ));
    const ABOUT: &'static str = "Roles that are offered and not yet accepted.";
    const MACHINES: &'static [fn() -> Machine] = &[describe::<RoleInvitationState>];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("role_invitations", &[own!(
            "t.user_id = :user_id",
            [("aangeboden-rollen", "Rollen die je werden aangeboden."), ("offered-roles", "Roles that you were offered.")],
            without &["sent_by_id", "version", "made_account"],
            with ""
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "with the person; an offer without an answer expires",
    ));
    const EXPORT: Option<Export> = Some(Export::No("a few open ones"));
    const DEMO: Option<Demo> = Some(Demo::None("mailed to an address that somebody reads"));
    const EFFECTS: Option<Effect> = Some(gone_with_organization);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("role_invitations",
            Moving::With("organizations"),
            Merging::Goes(&[("scope_id", "scope_type in ('organization', 'school') and not exists (select 1 from role_invitations o where o.user_id = role_invitations.user_id and o.role = role_invitations.role and o.scope_type = role_invitations.scope_type and o.scope_id = :into and o.state = 'sent')")])),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<RoleInvitation>()
        .find::<RoleInvitation>()
        .delete::<RoleInvitation>()
        .action(Method::POST, "//api/v1/role_invitations", create)
        .named("createRoleInvitation", "Offers a role to somebody")
        .answers(Described::one::<RoleInvitation>(201))
        .action(Method::POST, "/{id}/resend", resend)
        .named("resendRoleInvitation", "Sends the offer of a role again")
        .answers(Described::one::<RoleInvitation>(200))
        .action(Method::PUT, "/{id}/accept", accept)
        .named("acceptRoleInvitation", "Accepts the offer of a role")
        .answers(Described::one::<RoleInvitation>(200))
        .refuses(&[410, 422])
        .action(Method::PUT, "/{id}/decline", decline)
        .named("declineRoleInvitation", "Declines the offer of a role")
        .answers(Described::one::<RoleInvitation>(200))
        .refuses(&[410, 422])
}

/// A role that is offered to somebody.
#[derive(Serialize, Deserialize, JsonSchema)]
struct RoleOffer {
    user_id: Id<User>,
    role: RoleName,
    scope_type: Option<ScopeType>,
    scope_id: Option<String>,
}

/// `POST /role_invitations {user_id, role, scope_type, scope_id}`: same as `add_role`, but returns the offer.
async fn create(
    access: Access<User, action::AddRole>,
    (): (),
    input: Input<SentBody<RoleOffer>>,
) -> Result<Answer> {
    let sent = role_in(&input.body, &input.query);
    let user_id: i64 = sent
        .get("user_id")
        .and_then(|id| id.as_i64().or_else(|| id.as_str()?.parse().ok()))
        .ok_or_else(|| FieldFault::attribute("user_id", "required"))?;
    access
        .post(input.key, move |tx, rows| {
            let offers = rows.beside::<RoleInvitation, action::Read>()?;
            rows.require(tx, Id::new(user_id))?;
            let role = OneRole::read(tx, rows.ctx(), &sent)?;
            require_grant(tx, rows.ctx(), role, To::Known)?;
            let id = offer(tx, user_id, role, rows.ctx(), Asked::ByLetter)?
                .ok_or(Code::AlreadyInvited)?;
            Ok(Answer::created(
                format!("/api/v1/role_invitations/{id}"),
                offers.shown_text(tx, Id::new(id))?,
            ))
        })
        .await
}

/// `POST /role_invitations/{id}/resend`: sends the offer again by email, also an expired one.
async fn resend(
    access: Access<RoleInvitation, action::Invite>,
    id: Id<RoleInvitation>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            ask_again(tx, rows.ctx(), id)?;
            Ok(Answer::ok(rows.shown_text(tx, id)?))
        })
        .await
}

async fn accept(
    access: Access<RoleInvitation, action::Answer>,
    id: Id<RoleInvitation>,
    _: Input<Ignored>,
) -> Result<Document> {
    answer(access, id, Event::Accept).await
}

async fn decline(
    access: Access<RoleInvitation, action::Answer>,
    id: Id<RoleInvitation>,
    _: Input<Ignored>,
) -> Result<Document> {
    answer(access, id, Event::Decline).await
}

async fn answer(
    access: Access<RoleInvitation, action::Answer>,
    id: Id<RoleInvitation>,
    event: RoleInvitationEvent,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let ctx = rows.ctx();
            let offered = close(tx, id, event, ctx.user_id())?;
            if event == Event::Accept {
                Happening::new(tx, effects::Event::AccountTakesRoles, offered.user_id)
                    .announce()?;
                let center_id = ctx.site.center_id;
                let change = Change {
                    word: "added",
                    role_id: id_of(tx, offered.user_id, offered.role)?,
                };
                notify_change(
                    tx,
                    offered.user_id,
                    offered.role,
                    change,
                    offered.sent_by,
                    center_id,
                )?;
            }
            Ok(())
        })
        .await
}

/// The role that was offered.
struct Offered {
    user_id: i64,
    role: OneRole,
    sent_by: Option<i64>,
}

impl Offered {
    fn load(tx: &Tx, id: Id<RoleInvitation>) -> Result<Self> {
        let (user_id, name, scope_type, scope_id, sent_by): (i64, String, String, i64, Option<i64>) =
            tx.query_row(
                "select user_id, role, scope_type, scope_id, sent_by_id from role_invitations where id = ?1",
                [id.number()],
                |row| row.try_into(),
            )?;
        let role = kept_role(tx, &name, &scope_type, scope_id)?;
        Ok(Self {
            user_id,
            role,
            sent_by,
        })
    }
}

/// Closes a pending offer. 410 where it has expired, 422 where it was answered.
fn close(
    tx: &Tx,
    id: Id<RoleInvitation>,
    event: RoleInvitationEvent,
    actor_id: Option<i64>,
) -> Result<Offered> {
    let (state, is_past): (RoleInvitationState, bool) = tx.query_row(
        "select state, expires_at <= ?2 from role_invitations where id = ?1",
        (id.number(), tx.now()),
        |row| row.try_into(),
    )?;
    let is_over = state == Expired || (state == Sent && is_past);
    // An expired offer can still be removed from the list.
    if is_over && event != Event::Withdraw {
        return Err(Code::LinkExpired.into());
    }
    let offered = Offered::load(tx, id)?;
    state_machine::run::<RoleInvitationState>(tx, actor_id, id, event)?;
    audit_with(
        tx,
        actor_id,
        &format!("{}_role", event.as_str()),
        (User::TYPE, offered.user_id),
        &offered.role.data(),
    )?;
    Ok(offered)
}

fn grant_role(step: &Step<RoleInvitationState>) -> Result<()> {
    step.tx.execute(
        "update roles set accepted_at = ?2, updated_at = ?2, version = version + 1
          where accepted_at is null
            and (user_id, name, scope_type, scope_id) = (select user_id, role, scope_type, scope_id from role_invitations where id = ?1)",
        (step.id.number(), step.tx.now()),
    )?;
    Ok(())
}

fn drop_role(step: &Step<RoleInvitationState>) -> Result<()> {
    step.tx.execute(
        "delete from roles
          where accepted_at is null
            and (user_id, name, scope_type, scope_id) = (select user_id, role, scope_type, scope_id from role_invitations where id = ?1)",
        [step.id.number()],
    )?;
    Ok(())
}
