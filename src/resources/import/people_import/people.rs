//! Checks a whole file against existing people and organisations (new, known, faulty), then writes it in one
//! transaction.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, named_params};

use super::person::{self, Person};
use crate::app::access::RequestContext;
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::jsonapi::Id;
use crate::resources::import::columns::{Column, ImportField};
use crate::resources::import::rows::{Cells, Checked, SharedFaults};
use crate::resources::user::access::granting::{OneRole, To, require_grant};
use crate::resources::user::access::offer;
use crate::resources::user::access::offer::{Asked, offer};
use crate::resources::user::access::role::{RoleScope, grant};
use crate::resources::user::management::create_user::invite_in_import;
use crate::resources::user::management::invitation;
use crate::resources::user::{User, UserStatus};
use crate::tabular::sheet::Sheet;

/// Importing actor and the roles they may grant (docs/domain/rights.md#granting-roles).
pub struct Granter<'a> {
    /// `None` for the operator, who may grant every role.
    pub ctx: Option<&'a RequestContext>,
    pub center_id: i64,
    /// Set for a mentor: people are imported as students of these Schools (docs/domain/rights.md#schools) and are
    /// asked for consent; which of them have an account is not disclosed.
    pub schools: Option<Vec<i64>>,
}

impl Granter<'_> {
    fn may_give(
        &self,
        connection: &Connection,
        role: &'static str,
        scope: RoleScope,
    ) -> Result<bool> {
        let Some(ctx) = self.ctx else {
            return Ok(true);
        };
        match require_grant(connection, ctx, OneRole::named(role, scope)?, To::Newcomer) {
            Ok(()) => Ok(true),
            Err(error) if error.is(Code::Forbidden) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Called with the number of processed rows.
pub type Progress<'a> = &'a mut dyn FnMut(usize);

/// New person with their role, ready to be inserted.
#[derive(Debug, Clone)]
pub struct Import {
    pub person: Person,
    pub role: Option<(&'static str, RoleScope)>,
}

/// Outcome of running an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcome {
    pub added: usize,
    pub invited: usize,
}

/// Parses and checks every row. Writes nothing.
pub fn check(
    connection: &Connection,
    sheet: &Sheet,
    columns: &[Column],
    granter: &Granter,
    now: &str,
    progress: Progress,
) -> Result<Checked<Import>> {
    let organizations = Organizations::load(connection, granter.center_id)?;
    let mut seen: HashMap<String, (u64, Option<String>)> = HashMap::new();
    let (mut checked, mut shared) = (Checked::default(), SharedFaults::default());
    let mut given: HashMap<(&'static str, RoleScope), bool> = HashMap::new();
    let today = now.get(..10).unwrap_or_default();
    for (index, row) in sheet.rows().enumerate() {
        progress(index);
        let person = match person::read(row, columns, today) {
            Ok(person) => person,
            Err(faults) => {
                let faults = faults.into_iter().map(|fault| shared.share(fault));
                checked.faults.extend(faults);
                continue;
            }
        };
        let cells = Cells { row, columns };
        let name = Some(format!("{:?} {:?}", person.first_name, person.last_name));
        let earlier = seen.get(&person.email.to_lowercase());
        if let Some((line, earlier_name)) = earlier {
            if *earlier_name == name {
                checked.repeated.push(row.line);
            } else {
                let fault = FieldFault::attribute("email", "address_twice").with("line", *line);
                let fault = cells.fault(ImportField::Email, fault);
                checked.faults.push(shared.share(fault));
            }
            continue;
        }
        seen.insert(person.email.to_lowercase(), (row.line, name));
        match organizations.role_of(&person, granter) {
            Err((field, rule)) => {
                let fault = FieldFault::attribute(field.word(), rule);
                checked.faults.push(shared.share(cells.fault(field, fault)));
            }
            Ok(role) if is_known(connection, granter, &person.email, role, now)? => {
                checked.known.push(row.line);
            }
            Ok(Some((role, scope))) if !may(&mut given, connection, granter, role, scope)? => {
                let fault = FieldFault::attribute("role", "role_not_yours");
                let fault = cells.fault(ImportField::Role, fault);
                checked.faults.push(shared.share(fault));
            }
            Ok(role) => checked.new.push(Import { person, role }),
        }
    }
    progress(sheet.count());
    Ok(checked)
}

/// Returns whether a person is skipped as known, that is, has an account. For a School only its own people and those
/// it invited count as known, so that it cannot learn who has an account.
fn is_known(
    connection: &Connection,
    granter: &Granter,
    email: &str,
    role: Option<(&'static str, RoleScope)>,
    now: &str,
) -> Result<bool> {
    let (Some(_), Some((_, scope))) = (&granter.schools, role) else {
        let mut account = connection.prepare_cached("select 1 from users where email = ?1")?;
        return Ok(account.exists([email])?);
    };
    Ok(connection
        .prepare_cached(
            "select 1
               from users u
              where u.email = :email
                and (exists (select 1 from roles r
                              where r.user_id = u.id and r.scope_type in ('organization', 'school') and r.scope_id = :school_id
                                and r.accepted_at is not null)
                  or exists (select 1 from role_invitations i
                              where i.user_id = u.id and i.role = 'student' and i.scope_type in ('organization', 'school')
                                and i.scope_id = :school_id and i.state in ('sent', 'expired')
                                and i.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days')))",
        )?
        .exists(named_params! {":email": email, ":school_id": scope.words().1, ":now": now})?)
}

/// Looks up the grant permission, once for each role and scope.
fn may(
    given: &mut HashMap<(&'static str, RoleScope), bool>,
    connection: &Connection,
    granter: &Granter,
    role: &'static str,
    scope: RoleScope,
) -> Result<bool> {
    if let Some(answer) = given.get(&(role, scope)) {
        return Ok(*answer);
    }
    let answer = granter.may_give(connection, role, scope)?;
    given.insert((role, scope), answer);
    Ok(answer)
}

/// Inserts every new person, and sends the invitations if requested. Nobody else is emailed.
pub fn run(
    tx: &Tx,
    new: &[Import],
    granter: &Granter,
    is_inviting: bool,
    progress: Progress,
) -> Result<Outcome> {
    let mut invited = 0;
    for (index, import) in new.iter().enumerate() {
        progress(index);
        let by = granter.ctx.and_then(RequestContext::user_id);
        if is_asked(tx, granter, import, is_inviting)? {
            invited += usize::from(is_inviting);
            continue;
        }
        let user_id = insert(tx, &import.person, granter.center_id, by)?;
        match (import.role, granter.ctx) {
            (Some((role, scope)), Some(ctx)) => {
                let role = OneRole::named(role, scope)?;
                let offered = offer(tx, user_id, role, ctx, Asked::WithTheAccount)?;
                offer::keep_made_account(tx, offered)?;
                keep_name(tx, offered, &import.person)?;
            }
            (Some((role, scope)), None) => grant(tx, user_id, role, scope, None, false)?,
            (None, _) => {}
        }
        if is_inviting {
            invitation::send(tx, user_id, by, granter.center_id)?;
            invited += 1;
        }
    }
    progress(new.len());
    Ok(Outcome {
        added: new.len(),
        invited,
    })
}

/// Offers the School's role to an existing account. Returns `false` if there is none.
fn is_asked(tx: &Tx, granter: &Granter, import: &Import, is_inviting: bool) -> Result<bool> {
    let (Some(_), Some(ctx), Some((role, scope))) = (&granter.schools, granter.ctx, import.role)
    else {
        return Ok(false);
    };
    let email = &import.person.email;
    let known: Option<(Id<User>, UserStatus)> = tx
        .prepare_cached("select id, status from users where email = ?1")?
        .query_row([email], |row| Ok((Id::new(row.get(0)?), row.get(1)?)))
        .optional()?;
    let Some((id, status)) = known else {
        return Ok(false);
    };
    let role = OneRole::named(role, scope)?;
    let offered = if is_inviting {
        invite_in_import(tx, ctx, (id, status), email, role)?
    } else {
        offer(tx, id.number(), role, ctx, Asked::WithTheAccount)?
    };
    keep_name(tx, offered, &import.person)?;
    Ok(true)
}

fn keep_name(tx: &Tx, offered: Option<i64>, person: &Person) -> Result<()> {
    let (first, last) = (person.first_name.as_deref(), person.last_name.as_deref());
    offer::keep_name(tx, offered, first, last)
}

fn insert(tx: &Tx, person: &Person, center_id: i64, by: Option<i64>) -> Result<i64> {
    let id = tx
        .prepare_cached(
            "insert into users (email, first_name, last_name, phone_number, job_title, gender, birth_date, status,
                 signup_method, locale, volunteer_center_id, created_by_id, created_at, updated_at)
             values (:email, :first_name, :last_name, :phone_number, :job_title, :gender, :birth_date, 'invited',
                 'imported',
                 coalesce(:locale, (select locale from volunteer_centers where id = :center_id), 'nl'),
                 :center_id, :by, :now, :now)",
        )?
        .insert(named_params! {
            ":email": person.email,
            ":first_name": person.first_name,
            ":last_name": person.last_name,
            ":phone_number": person.phone_number,
            ":job_title": person.job_title,
            ":gender": person.gender,
            ":birth_date": person.birth_date,
            ":locale": person.locale,
            ":center_id": center_id,
            ":by": by,
            ":now": tx.now(),
        })?;
    Ok(id)
}

/// Organisations of a centre, indexed by name.
struct Organizations {
    center_id: i64,
    by_name: HashMap<String, Vec<(i64, bool)>>,
}

type Wrong = (ImportField, &'static str);

impl Organizations {
    fn load(connection: &Connection, center_id: i64) -> Result<Self> {
        let mut by_name: HashMap<String, Vec<(i64, bool)>> = HashMap::new();
        let mut statement = connection.prepare_cached(
            "select name, id, organization_type = 'School'
               from organizations
              where volunteer_center_id = ?1 and status not in ('deleted', 'denied') and household_of_id is null",
        )?;
        let mut rows = statement.query([center_id])?;
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            let found = by_name.entry(plain(&name)).or_default();
            found.push((row.get(1)?, row.get(2)?));
        }
        Ok(Self { center_id, by_name })
    }

    /// Resolves the role with its scope; `None` where the file names no role.
    fn role_of(
        &self,
        person: &Person,
        granter: &Granter,
    ) -> Result<Option<(&'static str, RoleScope)>, Wrong> {
        let organization = match &person.organization {
            None => None,
            Some(name) => match self.by_name.get(&plain(name)).map(Vec::as_slice) {
                None | Some([]) => return Err((ImportField::Organization, "unknown_organization")),
                Some([one]) => Some(*one),
                Some(_) => return Err((ImportField::Organization, "several_organizations")),
            },
        };
        // A mentor imports students of their own School; the file need not name the role.
        let (role, organization) = match (&granter.schools, person.role, organization) {
            (Some(schools), role, organization) => {
                let school = organization.or_else(|| schools.first().map(|id| (*id, true)));
                if school.is_none_or(|(id, _)| !schools.contains(&id)) {
                    return Err((ImportField::Organization, "unknown_organization"));
                }
                (Some(role.unwrap_or("student")), school)
            }
            (None, role, organization) => (role, organization),
        };
        let Some(role) = role else {
            return match organization {
                Some(_) => Err((ImportField::Role, "organization_needs_role")),
                None => Ok(None),
            };
        };
        let scope = match (role, organization) {
            ("admin", _) => RoleScope::Tenant,
            ("organization_superuser", Some((id, _))) => RoleScope::Organization(id),
            ("student" | "mentor", Some((id, true))) => RoleScope::School(id),
            ("student" | "mentor", Some((_, false))) => {
                return Err((ImportField::Organization, "role_needs_school"));
            }
            ("organization_superuser" | "student" | "mentor", None) => {
                return Err((ImportField::Organization, "role_needs_organization"));
            }
            _ => RoleScope::VolunteerCenter(self.center_id),
        };
        Ok(Some((role, scope)))
    }
}

fn plain(name: &str) -> String {
    crate::search::text::normalise(name).trim().to_owned()
}
