//! Effects: what becomes of a resource's rows when something happens to a row that they hang on. The resource that hangs
//! declares it (`Declared::EFFECTS`); whoever changes the row announces the event, in the transaction of the change, and
//! knows nothing of what hangs on it.

use std::path::Path;

use crate::db::Tx;
use crate::error::{Error, Result};
use crate::jsonapi::Resource;

/// What happens to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An account is closed: access ends, its data is erased later.
    AccountCloses,
    /// Somebody has proved that an address is theirs.
    AddressProved,
    /// An account has another address, which somebody has proved.
    AddressChanged,
    /// A further centre begins, with a profile and a theme.
    CenterCreated,
    /// A centre on which nobody depends any more is deleted.
    CenterDeleted,
    /// The roles that somebody was offered have become theirs.
    AccountTakesRoles,
    /// What identifies an applicant is taken out of an application.
    ApplicationErased,
    /// A centre has approved an organisation.
    OrganizationApproved,
    /// An organisation is archived, refused after its approval, or deleted.
    OrganizationCloses,
    /// An organisation is about to go to another centre: what it chose there is made fit for the new one.
    OrganizationMoves {
        from: i64,
        to: i64,
    },
    /// Of a member whom nothing else ties to the old centre: the account goes along with an organisation that moves.
    OrganizationTakesMember {
        from: i64,
        to: i64,
    },
    /// What is left of a deleted organisation goes.
    OrganizationPurged,
    /// A vacancy is about to go offline for a while. Fails if this has to be confirmed.
    VacancyGoesOffline {
        is_confirmed: bool,
    },
    VacancyPaused,
    /// A vacancy is archived or deleted.
    VacancyCloses,
    /// What is left of a deleted vacancy goes.
    VacancyPurged,
    /// An activity was saved: it may have more places.
    ActivitySaved,
    /// A row of this table is deleted for good, or blanked: what was written about it goes.
    RowPurged {
        table: &'static str,
    },
}

/// An event, and the row that it happens to.
#[derive(Clone, Copy)]
pub struct Happening<'a> {
    pub tx: &'a Tx<'a>,
    pub event: Event,
    pub id: i64,
    pub actor_id: Option<i64>,
    /// The directory of the tenant's uploads, where files go too.
    pub uploads: Option<&'a Path>,
}

/// Acts on an event, or leaves it.
pub type Effect = fn(&Happening) -> Result<()>;

impl<'a> Happening<'a> {
    pub fn new(tx: &'a Tx<'a>, event: Event, id: i64) -> Self {
        Self {
            tx,
            event,
            id,
            actor_id: None,
            uploads: None,
        }
    }

    pub fn uploads(&self) -> Result<&'a Path> {
        self.uploads
            .ok_or_else(|| Error::internal("an event that deletes files names their directory"))
    }

    /// Runs the effects of all resources, the last declared first: what hangs on a row is declared after it, so an
    /// application is closed for the reason that is its own, before its vacancy is.
    pub fn announce(&self) -> Result<()> {
        super::registry::declared()
            .iter()
            .rev()
            .filter_map(|declaration| declaration.effects)
            .try_for_each(|effect| effect(self))
    }
}

/// Deletes the rows about a row that is purged.
pub fn gone_with_subject<R: Resource>(happening: &Happening) -> Result<()> {
    if let Event::RowPurged { table } = happening.event {
        let sql = format!(
            "delete from {} where subject_type = ?1 and subject_id = ?2",
            R::TYPE
        );
        happening.tx.execute(&sql, (table, happening.id))?;
    }
    Ok(())
}

/// Deletes the rows of a centre that is deleted.
pub fn gone_with_center<R: Resource>(happening: &Happening) -> Result<()> {
    if happening.event == Event::CenterDeleted {
        let sql = format!("delete from {} where volunteer_center_id = ?1", R::TYPE);
        happening.tx.execute(&sql, [happening.id])?;
    }
    Ok(())
}

/// Deletes the rows of an organisation that is purged.
pub fn gone_with_organization<R: Resource>(happening: &Happening) -> Result<()> {
    if happening.event == Event::OrganizationPurged {
        let sql = format!("delete from {} where organization_id = ?1", R::TYPE);
        happening.tx.execute(&sql, [happening.id])?;
    }
    Ok(())
}
