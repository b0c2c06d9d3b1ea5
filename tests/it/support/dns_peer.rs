//! A name server for tests: it answers for texts over UDP and TCP, and notes what it was asked.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::sync::{Arc, Mutex};

use hickory_proto::op::{Message, ResponseCode};
use hickory_proto::rr::rdata::TXT;
use hickory_proto::rr::{RData, Record, RecordType};

/// Longer answers go over TCP, as those of real servers do.
const LONGEST_BY_UDP: usize = 512;

#[derive(Default)]
struct Zone {
    texts: BTreeMap<String, Vec<String>>,
    asked: Vec<String>,
    is_broken: bool,
}

pub struct DnsPeer {
    pub address: SocketAddr,
    zone: Arc<Mutex<Zone>>,
}

impl DnsPeer {
    pub fn start() -> Self {
        let zone = Arc::<Mutex<Zone>>::default();
        let (socket, listener) = bind();
        let address = socket.local_addr().unwrap();
        let by_udp = Arc::clone(&zone);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok((length, from)) = socket.recv_from(&mut buffer) {
                let mut answer = answer(&by_udp, &buffer[..length]);
                if answer.to_vec().unwrap().len() > LONGEST_BY_UDP {
                    answer = answer.truncate();
                }
                let _ = socket.send_to(&answer.to_vec().unwrap(), from);
            }
        });
        let by_tcp = Arc::clone(&zone);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let zone = Arc::clone(&by_tcp);
                std::thread::spawn(move || {
                    let mut length = [0; 2];
                    while stream.read_exact(&mut length).is_ok() {
                        let mut question = vec![0; usize::from(u16::from_be_bytes(length))];
                        stream.read_exact(&mut question).unwrap();
                        let answer = answer(&zone, &question).to_vec().unwrap();
                        let length = u16::try_from(answer.len()).unwrap().to_be_bytes();
                        stream.write_all(&[&length[..], &answer].concat()).unwrap();
                    }
                });
            }
        });
        Self { address, zone }
    }

    /// The texts of a name, in the place of those that it had.
    pub fn set(&self, name: &str, texts: &[&str]) {
        let texts = texts.iter().map(|&text| text.to_owned()).collect();
        self.zone
            .lock()
            .unwrap()
            .texts
            .insert(name.to_owned(), texts);
    }

    /// Whether it fails at every question.
    pub fn set_broken(&self, is_broken: bool) {
        self.zone.lock().unwrap().is_broken = is_broken;
    }

    pub fn asked(&self) -> Vec<String> {
        self.zone.lock().unwrap().asked.clone()
    }
}

/// One port for both.
fn bind() -> (UdpSocket, TcpListener) {
    for _ in 0..50 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        if let Ok(socket) = UdpSocket::bind(listener.local_addr().unwrap()) {
            return (socket, listener);
        }
    }
    panic!("no port is free for both");
}

fn answer(zone: &Mutex<Zone>, question: &[u8]) -> Message {
    let asked = Message::from_vec(question).unwrap();
    let mut answer = Message::response(asked.metadata.id, asked.metadata.op_code);
    answer.metadata.recursion_desired = true;
    answer.metadata.recursion_available = true;
    let mut zone = zone.lock().unwrap();
    for query in &asked.queries {
        answer.add_query(query.clone());
        let name = query.name().to_utf8().trim_end_matches('.').to_lowercase();
        zone.asked.push(name.clone());
        if zone.is_broken {
            answer.metadata.response_code = ResponseCode::ServFail;
        } else if let Some(texts) = zone.texts.get(&name) {
            assert_eq!(query.query_type(), RecordType::TXT);
            for text in texts {
                // A string of a text holds 255 bytes at most.
                let pieces = text.as_bytes().chunks(250).collect();
                let data = RData::TXT(TXT::from_bytes(pieces));
                answer.add_answer(Record::from_rdata(query.name().clone(), 60, data));
            }
        } else {
            answer.metadata.response_code = ResponseCode::NXDomain;
        }
    }
    answer
}
