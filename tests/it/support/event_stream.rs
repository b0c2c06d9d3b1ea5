//! A live stream (`GET /api/v1/events`) as a client reads it: over a socket of its own, in a thread of its own.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::server::Client;

pub const PATH: &str = "/api/v1/events";

/// One event, or a comment (`:`).
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub name: String,
    pub id: Option<String>,
    pub data: Value,
    pub at: Instant,
}

pub struct EventStream {
    pub status: u16,
    pub head: String,
    stream: TcpStream,
    events: Receiver<Event>,
    /// The id of the latest event that had one.
    pub last_id: Option<String>,
}

impl EventStream {
    pub fn open(client: &Client) -> Self {
        Self::resume(client, None)
    }

    pub fn resume(client: &Client, last_id: Option<&str>) -> Self {
        Self::at(client.address(), client, last_id)
    }

    pub fn at(address: SocketAddr, client: &Client, last_id: Option<&str>) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        let mut ask = format!("GET {PATH} HTTP/1.1\r\n");
        if !client.headers().iter().any(|(name, _)| name == "host") {
            ask.push_str("host: 127.0.0.1\r\n");
        }
        for (name, value) in client.headers() {
            ask += &[name, ": ", value, "\r\n"].concat();
        }
        if let Some(id) = last_id {
            ask += &["last-event-id: ", id, "\r\n"].concat();
        }
        ask.push_str("\r\n");
        stream.write_all(ask.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).unwrap() > 0, "{head}");
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let (tell, events) = channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            while let Some(chunk) = chunk(&mut reader) {
                text.push_str(&chunk);
                while let Some((block, rest)) = text.split_once("\n\n") {
                    let event = read(block);
                    text = rest.to_owned();
                    if let Some(event) = event
                        && tell.send(event).is_err()
                    {
                        return;
                    }
                }
            }
        });
        Self {
            status,
            head: head.to_lowercase(),
            stream,
            events,
            last_id: None,
        }
    }

    /// The next event or comment; none if there is none within this time, or the stream has ended.
    pub fn next_within(&mut self, patience: Duration) -> Option<Event> {
        let event = self.events.recv_timeout(patience).ok()?;
        if let Some(id) = &event.id {
            self.last_id = Some(id.clone());
        }
        Some(event)
    }

    /// The next event.
    #[track_caller]
    pub fn next(&mut self) -> Event {
        self.next_within(Duration::from_secs(10)).expect("an event")
    }

    /// The data of the next event of this name; what comes before it is left out.
    #[track_caller]
    pub fn expect(&mut self, name: &str) -> Value {
        loop {
            let event = self.next();
            if event.name == name {
                return event.data;
            }
        }
    }

    /// What comes until the stream ends, and when it ended; fails if it does not end within this time.
    #[track_caller]
    pub fn until_end(&mut self, patience: Duration) -> (Vec<Event>, Instant) {
        let until = Instant::now() + patience;
        let mut came = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) => came.push(event),
                Err(RecvTimeoutError::Disconnected) => return (came, Instant::now()),
                Err(RecvTimeoutError::Timeout) => panic!("the stream goes on: {came:?}"),
            }
        }
    }

    /// True if nothing at all comes within this time, and the stream goes on.
    pub fn is_silent_for(&mut self, time: Duration) -> bool {
        matches!(
            self.events.recv_timeout(time),
            Err(RecvTimeoutError::Timeout)
        )
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn chunk(reader: &mut BufReader<TcpStream>) -> Option<String> {
    let mut size = String::new();
    reader.read_line(&mut size).ok()?;
    let size = usize::from_str_radix(size.trim(), 16).ok()?;
    let mut bytes = vec![0; size + 2];
    reader.read_exact(&mut bytes).ok()?;
    bytes.truncate(size);
    (size > 0).then(|| String::from_utf8(bytes).unwrap())
}

/// One block between empty lines; none for one that only sets the time to connect again.
fn read(block: &str) -> Option<Event> {
    let field = |name: &str| {
        block
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
            .map(|value| value.trim_start().to_owned())
    };
    let name = match field("event") {
        Some(name) => name,
        None if block.starts_with(':') => ":".to_owned(),
        None => return None,
    };
    Some(Event {
        id: field("id"),
        data: field("data").map_or(Value::Null, |data| serde_json::from_str(&data).unwrap()),
        name,
        at: Instant::now(),
    })
}
