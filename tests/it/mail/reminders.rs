//! Reminders of organisations without a vacancy, as they arrive at a mail server.

use jiff::SignedDuration;
use voluntr::jobs::remind_organizations;

use crate::support::outbox::send;
use crate::support::server::Server;
use crate::support::smtp_peer::SmtpPeer;

#[test]
fn a_manager_reads_in_two_languages_that_there_is_no_vacancy_yet() {
    let (server, peer) = (Server::start(), SmtpPeer::start());
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute("delete from vacancies where organization_id = ?1", [own])?;
        tx.execute(
            "update organizations set approved_at = iif(id = ?1, ?2, null)",
            (own, tx.now()),
        )?;
        tx.execute("delete from outbox", [])?;
        Ok(())
    });
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let _inside = runtime.enter();
    for (wait, locale, subject) in [
        (10, "nl", "Nog geen vacature van"),
        (20, "en", "still looking for volunteers?"),
    ] {
        server.clock.advance(SignedDuration::from_hours(24 * wait));
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update users set locale = ?1, quiet_from = null, quiet_until = null",
                [locale],
            )?)
        });
        let count = runtime
            .block_on(remind_organizations(tenant.unguarded("test")))
            .unwrap();
        assert_eq!(count, 1, "{locale}");
        send(&server, &peer);
        let letter = peer.wait_for("samira@example.nl", subject);
        assert!(letter.text.contains("/vacancies/add"), "{}", letter.text);
    }
}
