//! Web push: messages to the browsers of people's devices, encrypted for each (RFC 8291) and signed with a key of the tenant
//! (VAPID, RFC 8292). Which devices there are and what waits for them: `resources/push_subscription`.

mod encryption;
mod sender;
mod vapid;

pub use encryption::{DeviceKeys, encrypt};
pub use sender::{Answer, PushAddress, Sender};
pub use vapid::VapidKey;
