//! What the service manager (systemd) is told, where one started the server: that it serves, that it stops, and that it
//! is alive.

use sd_notify::NotifyState;

use crate::base::threads::AbortOnDrop;

/// Somebody who cannot be told does not hold up the server.
pub fn tell(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        tracing::warn!(%error, "the service manager was not told how the server is");
    }
}

/// Tells that the server serves, and from then on that it is alive, for as long as what this returns is held. The sign
/// of life comes from the runtime that answers requests: where that hangs it stays out.
pub fn ready() -> Option<AbortOnDrop> {
    tell(&NotifyState::Ready);
    let within = sd_notify::watchdog_enabled()?;
    Some(AbortOnDrop(tokio::spawn(async move {
        loop {
            tell(&NotifyState::Watchdog);
            tokio::time::sleep(within / 2).await;
        }
    })))
}
