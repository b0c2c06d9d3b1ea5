//! Which tenant and centre a request is addressed to, and the state of each tenant.

pub mod center_hosts;
pub mod home_center;
pub mod request_target;
pub mod tenant;
pub mod tenant_health;
pub mod tenant_settings;
