//! Certificates of the tenants' hosts, from an authority that speaks ACME (RFC 8555): ordered, kept on disk, served by
//! the name that a client asks for, and renewed. One certificate per tenant; docs/decisions/0048.

mod authority;
mod authority_client;
mod host_certificates;
mod keeper;
mod plan;
mod renewal;
pub mod state;
mod store;

pub use host_certificates::{ACME_TLS, HTTP_2, HostCertificates};
pub use keeper::Keeper;
pub use plan::{can_have_certificate, wanted};
