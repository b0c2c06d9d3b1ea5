//! Rate limits per network address, account, mailbox and tenant, and work that runs one at a time.

pub mod client_ip;
pub mod exclusive_work;
pub mod login_throttle;
pub mod one_per_person;
pub mod per_key;
pub mod picture_decoding;
pub mod rate_limits;
pub mod uploads;
