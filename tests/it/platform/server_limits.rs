//! Accept loop: stalled clients are disconnected, connections per IP are limited, and shutdown completes what has
//! begun.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use voluntr::router::AppService;
use voluntr::server::{BodyLimits, Limits, bind, serve_within};

use crate::support::server::Server;

pub const QUICK: Limits = Limits {
    headers: Duration::from_millis(300),
    request: Duration::from_millis(1500),
    write: Duration::from_secs(1),
    send: Duration::from_secs(5),
    idle: Duration::from_secs(5),
    per_address: 3,
    body: BodyLimits {
        grace: Duration::from_secs(1),
        rate: 1_000,
        per_client: 32,
        total: 512,
    },
    drain: Duration::from_secs(5),
};

pub type Stop = tokio::sync::oneshot::Sender<()>;

/// The same app on a second port, with limits that a test can wait for. The thread ends when the server has stopped.
fn quick(server: &Server) -> (SocketAddr, Stop, std::thread::JoinHandle<()>) {
    within(server, QUICK)
}

pub fn within(server: &Server, limits: Limits) -> (SocketAddr, Stop, std::thread::JoinHandle<()>) {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (tell, told) = mpsc::channel();
    let app = Arc::clone(&server.app);
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async move {
            let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            let stopped = async {
                let _ = stopped.await;
            };
            serve_within(listener, AppService::new(app), stopped, limits)
                .await
                .unwrap();
        });
    });
    (told.recv().unwrap(), stop, thread)
}

pub fn read_all(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    stream
        .set_read_timeout(Some(Duration::from_secs(8)))
        .unwrap();
    match stream.read_to_end(&mut text) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}"),
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_client_that_sends_its_headers_too_slowly_is_cut() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")
        .unwrap();
    let begun = Instant::now();
    let text = read_all(&mut stream);
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
    assert!(!text.contains("200 OK"), "{text}");
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_client_that_never_sends_its_body_is_told_and_gets_the_guards_too() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"POST /auth/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\nconnection: close\r\n\r\n{")
        .unwrap();
    let text = read_all(&mut stream).to_lowercase();
    assert!(text.starts_with("http/1.1 408"), "{text}");
    assert!(
        text.contains("x-request-id: ") && text.contains("nosniff"),
        "{text}"
    );
    stop.send(()).unwrap();
    thread.join().unwrap();
}

/// Asks for so much that the kernel cannot hold it for a client that takes it in small pieces.
fn ask_for_megabytes(address: SocketAddr) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    socket.connect(&address.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    let page = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
    stream.write_all(page.repeat(1_000).as_bytes()).unwrap();
    stream
}

#[test]
fn a_client_that_does_not_read_its_answer_is_cut() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = ask_for_megabytes(address);
    let begun = Instant::now();
    // Nothing is read. That the other side has gone is seen where nothing more can be sent to it.
    while stream.write_all(b"GET").is_ok() {
        assert!(
            begun.elapsed() < Duration::from_secs(8),
            "it is still there"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(
        begun.elapsed() >= QUICK.write,
        "it had no time: {:?}",
        begun.elapsed()
    );
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_client_that_reads_slowly_is_waited_for() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = ask_for_megabytes(address);
    let (mut piece, mut read) = ([0_u8; 8 * 1024], 0);
    let begun = Instant::now();
    while begun.elapsed() < QUICK.write * 5 / 2 {
        stream.read_exact(&mut piece).unwrap();
        read += piece.len();
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(
        read < 1024 * 1024,
        "too fast to show anything: {read} bytes in {:?}",
        begun.elapsed()
    );
    stop.send(()).unwrap();
    drop(stream);
    thread.join().unwrap();
}

#[test]
fn a_client_that_reads_slowly_is_not_waited_for_for_ever() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = ask_for_megabytes(address);
    let mut piece = [0_u8; 8 * 1024];
    let begun = Instant::now();
    while stream.read_exact(&mut piece).is_ok() {
        assert!(
            begun.elapsed() < QUICK.send * 3,
            "it is still being sent after {:?}",
            begun.elapsed()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(begun.elapsed() >= QUICK.send, "{:?}", begun.elapsed());
    stop.send(()).unwrap();
    drop(stream);
    thread.join().unwrap();
}

/// Whether a new connection gets an answer.
fn is_let_in(address: SocketAddr) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(8)))
        .unwrap();
    let asked = stream.write_all(b"GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
    let mut begin = [0_u8; 12];
    let answered = asked.and_then(|()| stream.read_exact(&mut begin));
    match answered {
        Ok(()) => {
            assert_eq!(&begin, b"HTTP/1.1 200");
            Some(stream)
        }
        Err(error) => {
            assert!(
                matches!(
                    error.kind(),
                    ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe
                ),
                "{error}"
            );
            None
        }
    }
}

#[test]
fn one_address_gets_its_share_of_connections_and_a_place_that_is_left_is_free() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut held: Vec<TcpStream> = (0..QUICK.per_address)
        .map(|_| is_let_in(address).expect("within its share"))
        .collect();
    assert!(is_let_in(address).is_none(), "one too many");
    held.pop();
    let begun = Instant::now();
    while is_let_in(address).is_none() {
        assert!(
            begun.elapsed() < Duration::from_secs(4),
            "no place came free"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_proxy_that_is_believed_brings_as_many_as_it_likes() {
    let server = Server::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    });
    let (address, stop, thread) = quick(&server);
    let held: Vec<Option<TcpStream>> = (0..QUICK.per_address * 3)
        .map(|_| is_let_in(address))
        .collect();
    assert!(held.iter().all(Option::is_some));
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_stopping_server_finishes_what_is_under_way_and_takes_nothing_new() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"POST /auth/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{")
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    stop.send(()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert!(TcpStream::connect(address).is_err(), "nothing new is taken");
    stream.write_all(b"}").unwrap();
    let text = read_all(&mut stream);
    assert!(text.starts_with("HTTP/1.1 422"), "{text}");
    thread.join().unwrap();
}

#[test]
fn an_idle_connection_does_not_hold_a_stopping_server() {
    let server = Server::start();
    let (address, stop, thread) = quick(&server);
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        .unwrap();
    let mut begin = [0_u8; 12];
    stream.read_exact(&mut begin).unwrap();
    let begun = Instant::now();
    stop.send(()).unwrap();
    thread.join().unwrap();
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
}
