//! Graceful shutdown: received requests are answered, idle connections closed, and no client delays the exit.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use voluntr::server::{BodyLimits, Limits};

use crate::platform::server_limits::{QUICK, read_all, within};
use crate::support::server::Server;

const PATIENT: Limits = Limits {
    headers: Duration::from_secs(10),
    request: Duration::from_secs(30),
    write: Duration::from_secs(30),
    per_address: 1_000,
    body: BodyLimits {
        grace: Duration::from_secs(2),
        ..QUICK.body
    },
    send: Duration::from_mins(10),
    idle: Duration::from_mins(2),
    drain: Duration::from_secs(5),
};

const ASK: &[u8] = b"GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";

/// Whole answers on one connection, until it ends.
fn answers(stream: &mut TcpStream) -> (usize, String) {
    let text = read_all(stream);
    (text.matches("HTTP/1.1 200 OK").count(), text)
}

#[test]
fn a_request_that_has_arrived_on_an_idle_connection_is_answered_and_the_connection_closed() {
    let server = Server::start();
    for round in 0..20 {
        let (address, stop, thread) = within(&server, PATIENT);
        let mut streams: Vec<TcpStream> = (0..20)
            .map(|_| {
                let mut stream = TcpStream::connect(address).unwrap();
                stream.write_all(ASK).unwrap();
                let mut begin = [0_u8; 4096];
                let mut read = 0;
                while !begin[..read].ends_with(b"\r\n\r\nok") {
                    read += stream.read(&mut begin[read..]).unwrap();
                }
                stream
            })
            .collect();
        // The bytes are in the kernel of the server's machine before it hears that it has to stop.
        for stream in &mut streams {
            stream.write_all(ASK).unwrap();
        }
        stop.send(()).unwrap();
        for stream in &mut streams {
            let (count, text) = answers(stream);
            assert_eq!(count, 1, "round {round}: {text}");
        }
        thread.join().unwrap();
    }
}

#[test]
fn a_request_in_the_queue_of_connections_is_answered_too() {
    let server = Server::start();
    for round in 0..20 {
        let (address, stop, thread) = within(&server, PATIENT);
        let mut streams: Vec<TcpStream> = (0..50)
            .map(|_| {
                let mut stream = TcpStream::connect(address).unwrap();
                stream.write_all(ASK).unwrap();
                stream
            })
            .collect();
        stop.send(()).unwrap();
        for stream in &mut streams {
            let (count, text) = answers(stream);
            assert_eq!(count, 1, "round {round}: {text}");
        }
        thread.join().unwrap();
    }
}

#[test]
fn an_answer_during_the_stop_says_that_the_connection_closes() {
    let server = Server::start();
    let (address, stop, thread) = within(&server, PATIENT);
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"POST /auth/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{")
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    stop.send(()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    stream.write_all(b"}").unwrap();
    let text = read_all(&mut stream).to_lowercase();
    assert!(text.starts_with("http/1.1 422"), "{text}");
    assert!(text.contains("connection: close"), "{text}");
    thread.join().unwrap();
}

#[test]
fn neither_one_who_sends_nor_one_who_reads_a_byte_at_a_time_holds_up_the_end() {
    let server = Server::start();
    let (address, stop, thread) = within(&server, PATIENT);
    let is_over = Arc::new(AtomicBool::new(false));
    let ready = Arc::new(Barrier::new(3));
    let (over, at) = (Arc::clone(&is_over), Arc::clone(&ready));
    let sender = std::thread::spawn(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"POST /auth/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n").unwrap();
        at.wait();
        while !over.load(Ordering::Relaxed) && stream.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(200));
        }
    });
    let (over, at) = (Arc::clone(&is_over), Arc::clone(&ready));
    let reader = std::thread::spawn(move || {
        let socket =
            socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        socket.set_recv_buffer_size(4 * 1024).unwrap();
        socket.connect(&address.into()).unwrap();
        let mut stream = TcpStream::from(socket);
        let page = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
        stream.write_all(page.repeat(500).as_bytes()).unwrap();
        at.wait();
        let mut byte = [0_u8; 1];
        while !over.load(Ordering::Relaxed) && matches!(stream.read(&mut byte), Ok(1)) {
            std::thread::sleep(Duration::from_millis(200));
        }
    });
    ready.wait();
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    stop.send(()).unwrap();
    thread.join().unwrap();
    let took = begun.elapsed();
    is_over.store(true, Ordering::Relaxed);
    assert!(took < PATIENT.drain + Duration::from_secs(3), "{took:?}");
    sender.join().unwrap();
    reader.join().unwrap();
}

#[test]
fn a_slow_reader_gets_the_whole_of_an_answer_that_was_begun_before_the_stop() {
    let server = Server::start();
    let (address, stop, thread) = within(&server, PATIENT);
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4 * 1024).unwrap();
    socket.connect(&address.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    stream
        .write_all(b"GET /assets/none HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        .unwrap();
    stream
        .write_all(
            "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
                .repeat(20)
                .as_bytes(),
        )
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    stop.send(()).unwrap();
    let mut all = Vec::new();
    let mut piece = [0_u8; 4096];
    stream
        .set_read_timeout(Some(Duration::from_secs(8)))
        .unwrap();
    loop {
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => all.extend(&piece[..read]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let text = String::from_utf8_lossy(&all);
    let last = text.rsplit("HTTP/1.1 200 OK").next().unwrap();
    assert!(
        last.trim_end().ends_with("</html>"),
        "cut in the middle of an answer"
    );
    thread.join().unwrap();
}
