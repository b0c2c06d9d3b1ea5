//! Whose figures somebody sees (docs/domain/rights.md#matrix, *analytics*).

use super::RequestContext;
use crate::policy::Role;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FiguresReach {
    Center,
    /// The selected organisation.
    Organization,
    /// The website alone.
    Content,
}

impl FiguresReach {
    /// None where they see none. An organisation that is selected narrows.
    pub fn of(ctx: &RequestContext) -> Option<Self> {
        let managed = ctx
            .principal
            .as_ref()
            .map_or(&[][..], |principal| &principal.organizations);
        if let Some(id) = ctx.organization_id {
            return managed.contains(&id).then_some(Self::Organization);
        }
        if ctx.has(Role::Admin) || ctx.has(Role::CenterSuperuser) {
            return Some(Self::Center);
        }
        if ctx.has(Role::ContentManager) {
            return Some(Self::Content);
        }
        (managed.len() == 1).then_some(Self::Organization)
    }
}
