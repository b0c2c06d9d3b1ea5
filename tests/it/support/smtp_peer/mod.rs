//! SMTP server on a loopback port that records messages and simulates faults on demand.

mod message;

use std::io::{BufRead, BufReader, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use message::Message;

/// How long a test waits for a letter before it fails.
const EMAIL_TIMEOUT: Duration = Duration::from_secs(15);

pub struct SmtpPeer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    arrived: Condvar,
}

/// Where a conversation can go wrong, or can be held up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Greeting,
    Sender,
    Recipient,
    /// Before the letter itself is asked for.
    Data,
    /// The letter is there whole; its sender does not know yet.
    EmailMessage,
}

#[derive(Default)]
struct State {
    stopped: bool,
    down: bool,
    refuse: usize,
    sender: Option<&'static str>,
    answers: Vec<(Moment, &'static str)>,
    hold: Option<Moment>,
    holds: bool,
    drop: usize,
    tear: usize,
    lose: usize,
    slowness: Duration,
    letters: Vec<EmailMessage>,
    connections: Vec<TcpStream>,
}

struct EmailMessage {
    message: Message,
    waited_for: bool,
}

impl SmtpPeer {
    pub fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("the port has an address");
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let ours = stream.try_clone();
                let mut state = theirs.lock();
                if state.stopped {
                    return;
                }
                state.connections.extend(ours);
                drop(state);
                let theirs = Arc::clone(&theirs);
                thread::spawn(move || {
                    converse(&stream, &theirs);
                    // Said aloud, because the list of open connections holds it too.
                    drop(stream.shutdown(Shutdown::Both));
                });
            }
        });
        Self { address, shared }
    }

    /// What goes in the setting of the server.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next letter to this address with this in its subject. Each letter is given once.
    pub fn wait_for(&self, to: &str, subject_contains: &str) -> Message {
        let until = Instant::now() + EMAIL_TIMEOUT;
        let mut state = self.shared.lock();
        loop {
            let found = state.letters.iter_mut().find(|letter| {
                !letter.waited_for
                    && letter.message.is_to(to)
                    && letter.message.subject().contains(subject_contains)
            });
            if let Some(letter) = found {
                letter.waited_for = true;
                return letter.message.clone();
            }
            let left = until.saturating_duration_since(Instant::now());
            let subjects: Vec<_> = state
                .letters
                .iter()
                .map(|letter| (&letter.message.to, letter.message.subject()))
                .collect();
            assert!(
                !left.is_zero(),
                "no letter to {to} about {subject_contains:?}; there are {subjects:#?}"
            );
            state = self
                .shared
                .arrived
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// All letters so far, in the order in which they came.
    pub fn messages(&self) -> Vec<Message> {
        let state = self.shared.lock();
        let messages = state.letters.iter().map(|letter| letter.message.clone());
        messages.collect()
    }

    /// The next letters are refused for good: 550 for the recipient.
    pub fn refuse_next(&self, n: usize) {
        self.shared.lock().refuse = n;
    }

    /// From now on every sender hears this, or is welcome again.
    pub fn refuse_senders(&self, answer: Option<&'static str>) {
        self.shared.lock().sender = answer;
    }

    /// At its next such moment it says this instead of yes.
    pub fn answer_next(&self, moment: Moment, text: &'static str) {
        self.shared.lock().answers.push((moment, text));
    }

    /// The next conversation that comes to this moment is held there until `let_go`.
    pub fn hold_at(&self, moment: Moment) {
        self.shared.lock().hold = Some(moment);
    }

    pub fn wait_until_held(&self) {
        let state = self.shared.lock();
        let (state, waited) = self
            .shared
            .arrived
            .wait_timeout_while(state, EMAIL_TIMEOUT, |state| !state.holds)
            .unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "nobody came to {:?}", state.hold);
    }

    pub fn let_go(&self) {
        let mut state = self.shared.lock();
        (state.hold, state.holds) = (None, false);
        self.shared.arrived.notify_all();
    }

    /// In the next letters the connection breaks before they are taken.
    pub fn drop_next(&self, n: usize) {
        self.shared.lock().drop = n;
    }

    /// In the next letters the connection breaks halfway through them.
    pub fn tear_next(&self, n: usize) {
        self.shared.lock().tear = n;
    }

    /// The next letters are taken, but the connection breaks before the sender hears so.
    pub fn lose_answer_next(&self, n: usize) {
        self.shared.lock().lose = n;
    }

    /// From now on every answer takes this long.
    pub fn be_slow(&self, slowness: Duration) {
        self.shared.lock().slowness = slowness;
    }

    /// From now on every connection breaks at once.
    pub fn go_down(&self) {
        self.shared.lock().down = true;
    }

    /// Breaks every open connection, as servers do with those on which nothing happens.
    pub fn hang_up(&self) {
        for connection in self.shared.lock().connections.drain(..) {
            // One that is gone already is as good.
            drop(connection.shutdown(Shutdown::Both));
        }
    }

    pub fn come_up(&self) {
        self.shared.lock().down = false;
    }
}

impl Drop for SmtpPeer {
    fn drop(&mut self) {
        self.shared.lock().stopped = true;
        self.shared.arrived.notify_all();
        // Wakes the listener, so that it sees that it is over.
        drop(TcpStream::connect(self.address));
    }
}

impl Shared {
    /// A test that failed while it held the state must not hide behind the next one.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_off(&self) -> bool {
        let state = self.lock();
        state.down || state.stopped
    }

    fn keep(&self, message: Message) {
        self.lock().letters.push(EmailMessage {
            message,
            waited_for: false,
        });
        self.arrived.notify_all();
    }

    /// Whether something else than yes was told to be said here.
    fn refuses(&self, moment: Moment) -> bool {
        self.lock().answers.iter().any(|(at, _)| *at == moment)
    }

    /// Stands still here if that was asked, and gives what was told to be said.
    fn come_to(&self, moment: Moment) -> Option<&'static str> {
        let mut state = self.lock();
        if state.hold == Some(moment) {
            state.holds = true;
            self.arrived.notify_all();
            state = self
                .arrived
                .wait_while(state, |state| state.hold == Some(moment) && !state.stopped)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let at = state.answers.iter().position(|(at, _)| *at == moment)?;
        Some(state.answers.remove(at).1)
    }

    /// Whether this letter is one of those that something happens to.
    fn uses_up(&self, which: impl Fn(&mut State) -> &mut usize) -> bool {
        let mut state = self.lock();
        let left = which(&mut state);
        let used = *left > 0;
        *left = left.saturating_sub(1);
        used
    }
}

/// Speaks until the other side hangs up; nothing means that the connection is gone.
fn converse(stream: &TcpStream, shared: &Shared) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_mins(1))).ok()?;
    let mut input = BufReader::new(stream);
    let say = |text: &str| -> Option<()> {
        if shared.is_off() {
            return None;
        }
        let slowness = shared.lock().slowness;
        thread::sleep(slowness);
        let mut stream = stream;
        stream.write_all(format!("{text}\r\n").as_bytes()).ok()
    };
    let at = |moment: Moment, usual: &'static str| say(shared.come_to(moment).unwrap_or(usual));
    at(Moment::Greeting, "220 peer.example ESMTP")?;
    let mut from = String::new();
    let mut to = Vec::new();
    loop {
        let line = read_line(&mut input)?;
        let command = line.to_ascii_uppercase();
        if command.starts_with("EHLO") || command.starts_with("HELO") {
            say("250-peer.example\r\n250-8BITMIME\r\n250 SMTPUTF8")?;
        } else if command.starts_with("MAIL FROM:") {
            from = address_in(&line);
            to.clear();
            let refused = shared.lock().sender;
            if let Some(refused) = refused {
                say(refused)?;
                continue;
            }
            at(Moment::Sender, "250 2.1.0 ok")?;
        } else if command.starts_with("RCPT TO:") {
            let recipient = address_in(&line);
            if shared.uses_up(|state| &mut state.refuse) {
                say(&format!("550 5.1.1 <{recipient}>: no such user"))?;
            } else if let Some(other) = shared.come_to(Moment::Recipient) {
                say(other)?;
            } else {
                to.push(recipient);
                say("250 2.1.5 ok")?;
            }
        } else if command == "DATA" && to.is_empty() {
            say("503 5.5.1 no recipient")?;
        } else if command == "DATA" {
            if let Some(other) = shared.come_to(Moment::Data) {
                say(other)?;
                continue;
            }
            say("354 go on")?;
            if shared.uses_up(|state| &mut state.tear) {
                read_line(&mut input)?;
                return None;
            }
            let raw = read_letter(&mut input)?;
            if shared.uses_up(|state| &mut state.drop) {
                return None;
            }
            let lost = shared.uses_up(|state| &mut state.lose);
            if !shared.refuses(Moment::EmailMessage) {
                shared.keep(Message::parse(from.clone(), to.clone(), &raw));
            }
            if lost {
                return None;
            }
            at(Moment::EmailMessage, "250 2.0.0 taken")?;
        } else if command == "QUIT" {
            return say("221 2.0.0 bye");
        } else if command == "RSET" || command == "NOOP" {
            say("250 2.0.0 ok")?;
        } else {
            say("502 5.5.2 unknown")?;
        }
    }
}

fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = input.read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8_lossy(&line).trim_end().to_owned();
    (read > 0).then_some(line)
}

/// Up to the line with a single dot; a dot that was doubled on the way is made single again.
fn read_letter(input: &mut impl BufRead) -> Option<String> {
    let mut letter = String::new();
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim_end() == "." {
            return Some(letter);
        }
        letter.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}

fn address_in(line: &str) -> String {
    let inner = line.split_once('<').map_or(line, |(_, inner)| inner);
    let address = inner.split_once('>').map_or(inner, |(address, _)| address);
    address.to_owned()
}
