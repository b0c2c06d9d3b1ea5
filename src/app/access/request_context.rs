//! Request context: target, actor, and visibility under the policy (docs/domain/rights.md#enforcement).

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Instant;

use axum::http::Method;
use axum::http::request::Parts;
use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;

use super::reauthorize::{Authentication, SessionClaim, require_choice};
use crate::app::App;
use crate::app::auth::api_key::{ApiKey, Keyholder};
use crate::app::auth::session;
use crate::app::auth::session::{Principal, SessionValidity};
use crate::app::auth::session_restrictions;
use crate::app::auth::session_restrictions::Call;
use crate::app::tenancy::request_target::{Site, header};
use crate::base::clock::{Clock, instant};
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::API;
use crate::jsonapi::write::precondition::Precondition;
use crate::jsonapi::write::store::{is_to_many, is_within};
use crate::jsonapi::{AuthContext, Id, JoinedSight, Query, Resource, Visibility};
use crate::policy::{AREAS, Role, SIGHT_ALSO, SIGHT_TAKES, Verb, WRITE_TAKES, is_open_to_anyone};

/// Visibility by type, verb, roles and, if signed in, whether the session is an impersonation.
type Visibilities = HashMap<(&'static str, Verb, Vec<Role>, Option<bool>), Option<Arc<Visibility>>>;

/// What becomes of a selected organisation that is not the actor's, such as one that they have just left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum ForeignChoice {
    Refused,
    /// The call is not about an organisation: a choice that does not hold must not lock anyone out of it.
    Ignored,
}

/// Calls about the actor themselves, by path.
const REGARDLESS_OF_CHOICE: &[&str] = &["/api/v1/current_user", "/api/v1/current_organizations"];

impl ForeignChoice {
    /// Public reads, and the calls with which somebody finds out who they are and signs in or out.
    pub(in crate::app) fn of(parts: &Parts, type_name: &str, verb: Verb) -> Self {
        let path = parts.uri.path();
        let is_read = matches!(parts.method, Method::GET | Method::HEAD);
        let is_public_read =
            is_read && verb == Verb::Read && is_open_to_anyone(type_name, verb.as_str());
        let is_own = REGARDLESS_OF_CHOICE.contains(&path) || path.starts_with("/auth");
        if is_public_read || is_own {
            Self::Ignored
        } else {
            Self::Refused
        }
    }

    pub(in crate::app) fn forgives(self, error: &Error) -> bool {
        self == Self::Ignored && error.is(Code::OrganizationNotYours)
    }
}

/// Set where the selected organisation of a request was ignored; its response says so in `meta`.
#[derive(Debug, Clone, Default)]
pub struct OrganizationIgnored(Arc<AtomicBool>);

impl OrganizationIgnored {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One request: its target and its actor.
#[derive(Clone)]
pub struct RequestContext {
    pub site: Site,
    pub principal: Option<Principal>,
    /// The API key of a program, which is nobody.
    pub key: Option<Arc<ApiKey>>,
    /// The selected organisation: one of the actor's own, or any for the centre's staff.
    pub organization_id: Option<i64>,
    pub now: String,
    /// Sparse fieldset (`fields[…]`) of the response to a change, as for a read.
    pub fields: Query,
    /// The `If-Match` and `If-None-Match` preconditions of the change.
    pub(in crate::app) precondition: Arc<Precondition>,
    pub(in crate::app) roles: Vec<Role>,
    pub(in crate::app) authentication: Authentication,
    pub(in crate::app) foreign_choice: ForeignChoice,
    /// When the roles were loaded.
    pub(in crate::app) since: Instant,
    /// True until the writer has authorized the actor, for a request that may bring a body: it can be held for as long as
    /// it likes before its last byte, so nothing that was loaded with its headers is believed.
    pub(in crate::app) awaits_body: Arc<AtomicBool>,
    pub(in crate::app) clock: Clock,
}

impl RequestContext {
    /// Loads session, selected organisation and roles (docs/domain/rights.md#enforcement).
    pub(in crate::app) async fn of(
        app: &App,
        parts: &Parts,
        foreign_choice: ForeignChoice,
    ) -> Result<Arc<Self>> {
        Self::counting(app, parts, (SessionValidity::AtHome, foreign_choice)).await
    }

    pub(in crate::app) async fn counting(
        app: &App,
        parts: &Parts,
        (counts, foreign_choice): (SessionValidity, ForeignChoice),
    ) -> Result<Arc<Self>> {
        let site = parts
            .extensions
            .get::<Site>()
            .cloned()
            .ok_or_else(|| Error::internal("the request has no site"))?;
        let now = app.clock.text();
        if let Some(holder) = parts.extensions.get::<Keyholder>() {
            return Ok(Arc::new(Self::of_key(app, parts, (site, now), holder)));
        }
        let claim = SessionClaim::of(parts, counts).map(Arc::new);
        let mut organization_id = None;
        let mut principal = None;
        if let Some(claim) = &claim {
            let db = &site.tenant.db;
            let found = session::principal(db, &site, claim.presented(), (&now, counts)).await?;
            session_restrictions::admit(&found, &Call::of(parts), site.tenant.resources)?;
            if let Some(chosen) = header(parts, "current-organization-id") {
                let chosen = chosen_organization(&site, &found, (chosen, &now)).await;
                organization_id = match chosen {
                    Err(error) if foreign_choice.forgives(&error) => {
                        if let Some(ignored) = parts.extensions.get::<OrganizationIgnored>() {
                            ignored.set();
                        }
                        None
                    }
                    chosen => Some(chosen?),
                };
            }
            principal = Some(found);
        }
        Ok(Arc::new(Self {
            authentication: claim.map_or(Authentication::None, Authentication::Session),
            foreign_choice,
            ..Self::new(site, principal, organization_id, (now, app.clock.clone())).asked_by(parts)
        }))
    }

    /// The context of a program with an API key.
    fn of_key(app: &App, parts: &Parts, (site, now): (Site, String), holder: &Keyholder) -> Self {
        Self {
            authentication: Authentication::Key(Arc::clone(&holder.presented)),
            ..Self::new(site, None, None, (now, app.clock.clone()))
                .asked_by(parts)
                .with_key(Arc::clone(&holder.key))
        }
    }

    /// Sets what the head of a request says of its answer and of its body.
    fn asked_by(self, parts: &Parts) -> Self {
        let asked = Query::parse(parts.uri.query().unwrap_or_default());
        Self {
            fields: asked.only_fields(),
            awaits_body: Arc::new(AtomicBool::new(!matches!(
                parts.method,
                Method::GET | Method::HEAD
            ))),
            precondition: Arc::new(Precondition::of(&parts.headers)),
            ..self
        }
    }

    /// The actor is this key: its organisation is the selected one, and its scopes are the roles.
    pub(in crate::app) fn with_key(mut self, key: Arc<ApiKey>) -> Self {
        self.organization_id = key.organization_id;
        self.roles = key.roles();
        self.key = Some(key);
        self
    }

    pub(in crate::app) fn new(
        site: Site,
        principal: Option<Principal>,
        organization_id: Option<i64>,
        (now, clock): (String, Clock),
    ) -> Self {
        let authentication = match &principal {
            Some(_) => Authentication::Answer,
            None => Authentication::None,
        };
        let roles = principal
            .as_ref()
            .map_or_else(|| vec![Role::Anyone], |principal| principal.roles.clone());
        Self {
            site,
            principal,
            key: None,
            organization_id,
            now,
            fields: Query::default(),
            precondition: Arc::default(),
            roles,
            authentication,
            foreign_choice: ForeignChoice::Refused,
            since: instant(),
            awaits_body: Arc::default(),
            clock,
        }
    }

    pub fn user_id(&self) -> Option<i64> {
        self.principal.as_ref().map(|principal| principal.user_id)
    }

    /// The API key of the request.
    pub fn api_key_id(&self) -> Option<i64> {
        self.key.as_ref().map(|key| key.id)
    }

    /// The session of the request.
    pub fn session_id(&self) -> Option<i64> {
        self.principal
            .as_ref()
            .map(|principal| principal.session_id)
    }

    /// The admin who impersonates the actor.
    pub fn impersonator_id(&self) -> Option<i64> {
        let principal = self.principal.as_ref()?;
        principal.impersonation.as_ref().map(|by| by.admin_id)
    }

    /// Runs the job, or fails without effect if a precondition of the request does not hold. Permission and existence
    /// are reported first: a version is not disclosed to an actor who may not change the row.
    pub(in crate::app) fn unless_refused<T>(
        &self,
        connection: &Connection,
        job: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let refused = self.precondition.refusal(connection)?;
        match (job(), refused) {
            (Err(refusal), _) if matches!(refusal.status().as_u16(), 401 | 403 | 404 | 410) => {
                Err(refusal)
            }
            (_, Some(code)) => Err(code.into()),
            (done, None) => done,
        }
    }

    /// Fails unless the request names the version of this row that the actor has read: for who decides on what somebody
    /// else wrote. To be asked once the actor is known to have the right.
    pub fn require_read<R: Resource>(&self, id: Id<R>) -> Result<()> {
        self.precondition.require_read(R::TYPE, id.number())
    }

    /// Compares the version that a bulk change names of one of its rows, before the row is changed.
    pub fn compare<R: Resource>(
        &self,
        connection: &Connection,
        id: Id<R>,
        named: Option<i64>,
    ) -> Result<()> {
        let row = (R::TYPE, id.number());
        self.precondition.compare(connection, row, named)
    }

    /// What is taken from now on is undone again, so that no version is demanded.
    pub fn rehearse(&self) {
        self.precondition.rehearse();
    }

    /// True if the actor may read the row at this address of the API: an organisation that a visitor has signed up
    /// waits for its approval.
    pub(in crate::app) fn may_read(&self, connection: &Connection, address: &str) -> Result<bool> {
        let row = || {
            let (type_name, id) = address
                .strip_prefix(API)?
                .strip_prefix('/')?
                .split_once('/')?;
            let table = self.site.tenant.resources.named(type_name)?;
            Some((table, id.parse().ok()?))
        };
        let Some((table, id)) = row() else {
            return Ok(true);
        };
        match self.visibility(table.type_name) {
            Some(visible) => is_within(connection, self, table, id, &visible.rows),
            None => Ok(false),
        }
    }

    /// Refuses free text while impersonating: it would be sent in the name of a person who did not write it.
    pub fn require_own_words(&self, field: &str, words: Option<&str>) -> Result<()> {
        match (self.impersonator_id(), words) {
            (Some(_), Some(_)) => {
                Err(session_restrictions::refusal().at(&format!("/data/attributes/{field}")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses changes to identifying fields while impersonating.
    pub fn require_settable<'a, R: Resource>(
        &self,
        fields: impl Iterator<Item = &'a String>,
    ) -> Result<()> {
        if self.impersonator_id().is_none() {
            return Ok(());
        }
        match fields
            .into_iter()
            .find(|field| !is_to_many(field) && !session_restrictions::is_settable::<R>(field))
        {
            Some(field) => {
                Err(session_restrictions::refusal().at(&format!("/data/attributes/{field}")))
            }
            None => Ok(()),
        }
    }

    /// True if this field is hidden while impersonating.
    pub fn is_hidden_as_another(&self, type_name: &str, field: &str) -> bool {
        let hidden = || session_restrictions::hidden(self.site.tenant.resources, type_name);
        self.impersonator_id().is_some() && hidden().contains(&field)
    }

    /// `now` in seconds since the Unix epoch.
    pub fn second(&self) -> i64 {
        let now = self.now.parse::<jiff::Timestamp>();
        now.map(jiff::Timestamp::as_second).unwrap_or_default()
    }

    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// The conditions of the rules that allow `verb` on `type_name` for the actor's roles.
    fn rules(&self, type_name: &str, verb: Verb) -> impl Iterator<Item = &'static str> {
        AREAS
            .iter()
            .flat_map(|area| area.iter())
            .filter(move |rule| {
                rule.0 == type_name
                    && rule.1.contains(&verb)
                    && rule.2.iter().any(|role| self.roles.contains(role))
            })
            .map(|rule| rule.3)
    }

    /// The conditions for the rows on which `verb` is allowed, one per rule; just one if it has no restriction.
    fn alternatives(&self, type_name: &str, verb: Verb) -> Vec<String> {
        let mut alternatives: Vec<String> = Vec::new();
        for condition in self.rules(type_name, verb) {
            if condition == "1" {
                return vec![condition.to_owned()];
            }
            let condition = format!("({condition})");
            if !alternatives.contains(&condition) {
                alternatives.push(condition);
            }
        }
        alternatives
    }

    /// The SQL condition for the rows on which `verb` is allowed, or `None`.
    pub(in crate::app) fn rows(&self, type_name: &str, verb: Verb) -> Option<String> {
        let alternatives = self.alternatives(type_name, verb);
        (!alternatives.is_empty()).then(|| alternatives.join(" or "))
    }

    /// The SQL condition for the rows on which `verb` is listed in `can`: allowed, and its endpoints not closed to
    /// the session.
    fn offered(&self, type_name: &str, verb: Verb) -> Option<String> {
        let resources = self.site.tenant.resources;
        let is_open = self.impersonator_id().is_none()
            || session_restrictions::is_offered(resources, type_name, verb);
        is_open.then(|| self.rows(type_name, verb)).flatten()
    }

    pub fn has_right(&self, type_name: &str, verb: Verb) -> bool {
        self.rules(type_name, verb).next().is_some()
    }

    /// Enforces docs/domain/rights.md#enforcement: 401 if anonymous and no rule applies to anyone, 403 if signed in
    /// and no rule applies.
    pub(in crate::app) fn require_visibility(
        &self,
        type_name: &'static str,
        verb: Verb,
    ) -> Result<Arc<Visibility>> {
        let refusal = match (&self.principal, &self.key) {
            (None, None) => Code::NotSignedIn,
            (Some(_), _) | (None, Some(_)) => Code::Forbidden,
        };
        self.visibility_of(type_name, verb)
            .ok_or_else(|| refusal.into())
    }

    /// The visibility of a type for these roles; built once and shared by everyone who has them.
    pub(in crate::app) fn visibility_of(
        &self,
        type_name: &'static str,
        verb: Verb,
    ) -> Option<Arc<Visibility>> {
        static VISIBILITIES: OnceLock<RwLock<Visibilities>> = OnceLock::new();
        let visibilities = VISIBILITIES.get_or_init(RwLock::default);
        let session = self
            .principal
            .as_ref()
            .map(|_| self.impersonator_id().is_some());
        let key = (type_name, verb, self.roles.clone(), session);
        let kept = visibilities.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(visibility) = kept.get(&key) {
            return visibility.clone();
        }
        drop(kept);
        let visibility = self.compute_visibility(type_name, verb).map(Arc::new);
        let mut kept = visibilities.write().unwrap_or_else(PoisonError::into_inner);
        kept.insert(key, visibility.clone());
        visibility
    }

    fn compute_visibility(&self, type_name: &'static str, verb: Verb) -> Option<Visibility> {
        let rows = self.rows(type_name, verb)?;
        let mut can = Vec::new();
        let mut alternatives_of = Vec::new();
        // A key without an organisation is a visitor.
        let may_act = self.principal.is_some() || self.roles.iter().any(|role| role.is_of_key());
        if may_act {
            let mut seen = vec![
                Verb::Read,
                Verb::List,
                Verb::See,
                Verb::Create,
                Verb::SignUp,
            ];
            for rule in AREAS
                .iter()
                .flat_map(|area| area.iter())
                .filter(|rule| rule.0 == type_name)
            {
                for verb in rule.1 {
                    if !seen.contains(verb) {
                        seen.push(*verb);
                        alternatives_of.push((verb.as_str(), self.alternatives(type_name, *verb)));
                        can.extend(
                            self.offered(type_name, *verb)
                                .map(|rows| (verb.as_str(), rows)),
                        );
                    }
                }
            }
        }
        let hidden = self.hidden(type_name);
        let joined = self.joined(type_name);
        let guarded = WRITE_TAKES
            .iter()
            .filter(|(of, ..)| *of == type_name)
            .map(|(_, field, verb)| (*field, self.rows(type_name, *verb)))
            .collect();
        Some(Visibility {
            rows,
            alternatives: self.alternatives(type_name, verb),
            alternatives_of,
            can,
            may_create: self.offered(type_name, Verb::Create).is_some(),
            hidden,
            joined,
            guarded,
            whole: OnceLock::new(),
        })
    }

    /// Fields that need another verb than Read, with the rows where they are visible.
    fn hidden(&self, type_name: &'static str) -> Vec<(&'static str, Option<String>)> {
        let mut hidden: Vec<(&'static str, Option<String>)> = SIGHT_TAKES
            .iter()
            .map(|(of, field, verb)| (*of, *field, *verb, None))
            .chain(
                SIGHT_ALSO
                    .iter()
                    .map(|(of, field, verb, also)| (*of, *field, *verb, Some(*also))),
            )
            .filter(|(of, ..)| *of == type_name)
            .map(|(_, field, verb, also)| {
                let seen = match (self.rows(type_name, verb), also) {
                    (Some(rows), Some(also)) => Some(format!("({rows}) or ({also})")),
                    (None, Some(also)) => Some(also.to_owned()),
                    (rows, None) => rows,
                };
                (field, seen)
            })
            .filter(|(_, seen)| seen.as_deref() != Some("1"))
            .collect();
        if self.impersonator_id().is_some() {
            let fields = session_restrictions::hidden(self.site.tenant.resources, type_name);
            hidden.extend(fields.iter().map(|field| (*field, None)));
        }
        hidden
    }

    /// Attributes that are stored in rows of another type, with the rows of that type in which they may be read.
    fn joined(&self, type_name: &str) -> Vec<JoinedSight> {
        let table = self.site.tenant.resources.named(type_name);
        let declared = table.map_or(&[][..], |table| table.joined).iter();
        declared
            .filter(|joined| joined.told_because.is_none())
            .map(|joined| {
                let read = self.rows(joined.table, Verb::Read);
                let mut hidden = self.hidden(joined.table).into_iter();
                let seen = match hidden.find(|(field, _)| *field == joined.column) {
                    None => read,
                    Some((_, None)) => None,
                    Some((_, Some(seen))) => read.map(|read| format!("({read}) and ({seen})")),
                };
                let seen = match (seen, joined.told_of) {
                    (Some(seen), Some(rows)) => Some(format!("({seen}) or ({rows})")),
                    (seen, rows) => seen.or_else(|| rows.map(str::to_owned)),
                };
                JoinedSight::of(joined, seen)
            })
            .collect()
    }
}

async fn chosen_organization(
    site: &Site,
    principal: &Principal,
    (chosen, now): (&str, &str),
) -> Result<i64> {
    let chosen: i64 = chosen.parse().map_err(|_| Code::OrganizationNotYours)?;
    let (principal, now) = (principal.clone(), now.to_owned());
    site.tenant
        .db
        .read(move |connection| require_choice(connection, &principal, chosen, &now))
        .await?;
    Ok(chosen)
}

impl AuthContext for RequestContext {
    fn visibility(&self, type_name: &'static str) -> Option<Arc<Visibility>> {
        self.visibility_of(type_name, Verb::Read)
    }

    fn readable(&self, type_name: &str) -> Option<String> {
        let table = self.site.tenant.resources.named(type_name)?;
        Some(self.visibility(table.type_name)?.rows.clone())
    }

    fn value(&self, name: &str) -> SqlValue {
        let number = |number: Option<i64>| number.map_or(SqlValue::Null, SqlValue::Integer);
        match name {
            "user_id" => number(self.user_id()),
            "session_id" => number(
                self.principal
                    .as_ref()
                    .map(|principal| principal.session_id),
            ),
            "center_id" => SqlValue::Integer(self.site.center_id),
            "organization_id" => number(self.organization_id),
            "now" => SqlValue::Text(self.now.clone()),
            _ => SqlValue::Null,
        }
    }

    fn is_signed_in(&self) -> bool {
        self.principal.is_some()
    }
}
