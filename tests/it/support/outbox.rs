//! Access to the content of emails in the outbox.

use serde_json::Value;
use voluntr::jobs::{origin, send_outbox};
use voluntr::mail::{Mailer, MailerSettings};

use crate::support::server::Server;
use crate::support::smtp_peer::SmtpPeer;

/// Kind and address of every letter, the oldest first; but not those of new devices: tests sign in from many.
pub fn sent(server: &Server) -> Vec<(String, String)> {
    server.arrange(|tx| {
        let mut statement =
            tx.prepare("select kind, to_email from outbox where kind <> 'new_device' order by id")?;
        let rows = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    })
}

/// The data of the latest letter of a kind to an address.
pub fn last(server: &Server, kind: &str, email: &str) -> Value {
    let (kind, email) = (kind.to_owned(), email.to_owned());
    let data: String = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select data from outbox where kind = ?1 and to_email = ?2 order by id desc limit 1",
            [&kind, &email],
            |row| row.get(0),
        )?)
    });
    serde_json::from_str(&data).unwrap()
}

/// The token in its link.
pub fn token(server: &Server, kind: &str, email: &str) -> String {
    let data = last(server, kind, email);
    let path = data["path"].as_str().unwrap();
    path.split_once("token=").unwrap().1.to_owned()
}

/// So that a letter of the same kind is not taken for the last one once more.
pub fn a_minute_later(server: &Server) {
    server.clock.advance(jiff::SignedDuration::from_secs(61));
}

/// Sends what waits, as the job does; gives how many went and how many did not.
pub fn send(server: &Server, peer: &SmtpPeer) -> (usize, usize) {
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let _inside = runtime.enter();
    let settings = MailerSettings {
        from: Some("no-reply@voluntr.example".into()),
        ..MailerSettings::new(peer.url())
    };
    let mailer = Mailer::new(&settings).unwrap();
    let place = origin(&server.app, &tenant);
    let sent = runtime
        .block_on(send_outbox(
            tenant.unguarded("test"),
            &mailer,
            (&place, "demo"),
        ))
        .unwrap();
    (sent.sent, sent.failed)
}
