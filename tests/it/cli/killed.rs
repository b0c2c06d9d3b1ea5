//! Process killed during email delivery; the guarantees are in docs/decisions/0016.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use voluntr::base::clock::Clock;
use voluntr::mail::{EmailMessage, MailKind, enqueue};

use super::serving::Serving;
use super::*;
use crate::support::smtp_peer::Moment;

const LETTERS: i64 = 40;

struct Post {
    machine: Machine,
    peer: SmtpPeer,
    serving: Option<Serving>,
}

impl Post {
    /// A tenant with letters to many people, and no program that sends them yet.
    fn start() -> Self {
        let machine = Machine::new();
        machine.run("tenant add roermond --preset roermond").done();
        let post = Self {
            machine,
            peer: SmtpPeer::start(),
            serving: None,
        };
        let file = post.file();
        let now = Clock::system().text();
        let mut connection = open(&file);
        let tx = connection.transaction().unwrap();
        for number in 0..LETTERS {
            let letter = EmailMessage {
                // A mandatory one: the test is run at any hour.
                kind: MailKind::PasswordReset,
                to_email: format!("mens{number}@example.org"),
                to_name: String::new(),
                locale: "nl".to_owned(),
                data: serde_json::json!({ "path": format!("/auth/reset?token={number}") }),
                subject_type: "users",
                subject_id: number,
                volunteer_center_id: None,
            };
            enqueue(&tx, &now, &letter).unwrap();
        }
        tx.commit().unwrap();
        post
    }

    fn file(&self) -> PathBuf {
        self.machine.data().join("tenants/roermond/tenant.db")
    }

    fn serve(&mut self) {
        let mut command = self.machine.command("serve --listen 127.0.0.1:0");
        command.env("VOLUNTR_SMTP_URL", self.peer.url());
        self.serving = Some(Serving::start(command));
    }

    /// SIGKILL: no handler runs, nothing is finished.
    fn kill(&mut self) {
        let mut serving = self.serving.take().unwrap();
        serving.child.kill().unwrap();
        serving.child.wait().unwrap();
    }

    fn wait_for(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let until = Instant::now() + Duration::from_secs(40);
        while !is_so(self) {
            assert!(Instant::now() < until, "{what}: {} came", self.came());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn came(&self) -> usize {
        self.peer.messages().len()
    }

    fn count(&self, status: &str) -> i64 {
        let sql = "select count(*) from outbox where status = ?1";
        open(&self.file())
            .query_row(sql, [status], |row| row.get(0))
            .unwrap()
    }

    /// Lets the rest go, and gives how many came twice; each is the same letter.
    fn finish(&mut self) -> usize {
        self.serve();
        self.wait_for_rest()
    }

    fn wait_for_rest(&self) -> usize {
        self.wait_for("the rest", |post| post.count("sent") == LETTERS);
        let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for letter in self.peer.messages() {
            let id = letter.header("Message-ID").to_owned();
            seen.entry(letter.to[0].clone()).or_default().push(id);
        }
        assert_eq!(
            seen.len(),
            usize::try_from(LETTERS).unwrap(),
            "none is lost"
        );
        for (to, ids) in &seen {
            assert!(ids.iter().all(|id| *id == ids[0]), "{to}: {ids:?}");
        }
        seen.values().map(|ids| ids.len() - 1).sum()
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test writes letters that no request can, and looks at a file from outside"
)]
fn open(path: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(5)).unwrap();
    connection
}

#[test]
fn killed_before_the_dot_no_letter_is_lost_and_none_comes_twice() {
    let mut post = Post::start();
    for moment in [
        Moment::Greeting,
        Moment::Sender,
        Moment::Recipient,
        Moment::Data,
    ] {
        let before = post.came();
        // The connection is kept open from letter to letter: a greeting comes with the first only.
        if moment == Moment::Greeting {
            post.peer.hold_at(moment);
        }
        post.serve();
        if moment != Moment::Greeting {
            post.wait_for("some letters", |post| post.came() >= before + 3);
            post.peer.hold_at(moment);
        }
        post.peer.wait_until_held();
        post.kill();
        post.peer.let_go();
    }
    let begun = Instant::now();
    assert_eq!(post.finish(), 0);
    // What was in hand does not wait until its claim runs out.
    assert!(begun.elapsed() < Duration::from_secs(40));
    assert_eq!(post.count("failed"), 0);
}

#[test]
fn killed_between_the_dot_and_the_mark_the_letter_in_hand_alone_comes_twice_as_the_same_letter() {
    let mut post = Post::start();
    for _ in 0..2 {
        let before = post.came();
        post.serve();
        post.wait_for("some letters", |post| post.came() >= before + 3);
        post.peer.hold_at(Moment::EmailMessage);
        post.peer.wait_until_held();
        post.kill();
        post.peer.let_go();
    }
    // The server said yes, and the mark cannot be written.
    post.serve();
    let before = post.came();
    post.wait_for("some letters", |post| post.came() >= before + 3);
    post.peer.hold_at(Moment::EmailMessage);
    post.peer.wait_until_held();
    let file = open(&post.file());
    file.execute_batch("begin immediate").unwrap();
    post.peer.let_go();
    std::thread::sleep(Duration::from_millis(200));
    post.kill();
    drop(file);
    assert_eq!(post.finish(), 3);
}

#[test]
fn killed_again_and_again_at_any_moment_no_letter_is_lost() {
    let mut post = Post::start();
    post.peer.be_slow(Duration::from_millis(3));
    let mut kills = 0;
    for milliseconds in [0, 7, 19, 31, 53] {
        let before = post.came();
        post.serve();
        post.wait_for("a letter", |post| {
            post.came() > before || post.count("sent") == LETTERS
        });
        std::thread::sleep(Duration::from_millis(milliseconds));
        post.kill();
        kills += 1;
    }
    let twice = post.finish();
    assert!(twice <= kills, "{twice} came twice in {kills} kills");
}

#[test]
fn told_to_stop_the_program_ends_between_two_letters() {
    let mut post = Post::start();
    post.peer.be_slow(Duration::from_millis(3));
    for _ in 0..3 {
        let before = post.came();
        post.serve();
        post.wait_for("a letter", |post| post.came() > before);
        assert_eq!(post.serving.take().unwrap().stop(), Some(0));
        assert_eq!(post.count("sending"), 0, "what was not begun is put back");
    }
    assert_eq!(post.finish(), 0);
}

#[test]
fn a_second_server_on_the_folder_refuses_and_the_first_sends_all() {
    let mut post = Post::start();
    post.peer.be_slow(Duration::from_millis(3));
    post.serve();
    post.wait_for("a letter", |post| post.came() > 0);
    let first = post.serving.as_ref().map(|serving| serving.child.id());
    let refusal = format!("another server runs on {}", post.machine.data().display());
    let second = post.machine.run("serve --listen 127.0.0.1:0");
    assert!(
        second
            .stderr
            .contains(&format!("(process {})", first.unwrap()))
    );
    second.failed(1, &refusal);
    assert_eq!(post.wait_for_rest(), 0);
}
