//! Authorisation: roles, permissions matrix, field visibility and audit log.

pub(crate) mod applicants;
pub(crate) mod audit_log;
pub(crate) mod audit_log_screen;
pub(crate) mod check_order;
pub(crate) mod chosen_organization;
pub(crate) mod data_viewer;
pub(crate) mod data_viewer_columns;
pub(crate) mod escalation;
pub(crate) mod field_visibility;
pub(crate) mod grants;
pub(crate) mod hidden_filters;
pub(crate) mod joined;
pub(crate) mod matrix;
pub(crate) mod memberships;
pub(crate) mod organization_states;
pub(crate) mod own_rights;
pub(crate) mod permissions;
pub(crate) mod read_versions;
pub(crate) mod references;
pub(crate) mod role_invitation;
pub(crate) mod scope;
pub(crate) mod state_machines;
