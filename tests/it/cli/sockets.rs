//! Sockets that `serve` listens on or is given, and the data folder that one server holds.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::serving::Serving;
use super::*;

fn ask(mut stream: impl std::io::Read + std::io::Write, headers: &str, path: &str) -> String {
    let asked =
        format!("GET {path} HTTP/1.1\r\nhost: helpt.nl\r\n{headers}connection: close\r\n\r\n");
    let mut text = String::new();
    if stream.write_all(asked.as_bytes()).is_ok() {
        let _ = stream.read_to_string(&mut text);
    }
    text
}

#[test]
fn a_socket_in_the_file_system_is_for_a_proxy_that_is_believed() {
    let machine = Machine::new();
    machine.run("tenant add roermond --domain helpt.nl").done();
    let path = machine.folder.path().join("voluntr.sock");
    // One that an ended server left.
    drop(UnixListener::bind(&path).unwrap());
    let line = format!("serve --listen unix:{}", path.display());
    let mut serving = Serving::start(machine.command(&line));
    assert_eq!(serving.address, format!("unix:{}", path.display()));
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660);

    let forwarded = "x-forwarded-for: 203.0.113.7\r\nx-forwarded-proto: https\r\n";
    let text = ask(
        UnixStream::connect(&path).unwrap(),
        forwarded,
        "/sitemap.xml",
    );
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    let text = text.to_lowercase();
    assert!(text.contains("strict-transport-security"), "{text}");

    // Whoever else wants it is refused, and leaves it as it is.
    let other = Machine::new();
    other.run(&line).failed(1, "another server listens there");
    let text = ask(UnixStream::connect(&path).unwrap(), "", "/health/live");
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    assert_eq!(serving.stop(), Some(0));
    assert!(!path.exists(), "it goes with the server");
}

/// `serve` with a socket as its third file, as the service manager starts it.
fn with_socket(machine: &Machine, socket: &TcpListener) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell
        .args([
            "-c",
            "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve",
        ])
        .arg(env!("CARGO_BIN_EXE_voluntr"))
        .current_dir(machine.folder.path())
        .env_clear()
        .env("VOLUNTR_DATA", machine.data())
        .stdin(Stdio::from(OwnedFd::from(socket.try_clone().unwrap())));
    shell
}

#[test]
fn no_request_fails_while_a_server_with_a_given_socket_is_replaced() {
    let machine = Machine::new();
    machine.run("tenant add roermond --domain helpt.nl").done();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address: SocketAddr = socket.local_addr().unwrap();
    let mut serving = Serving::start(with_socket(&machine, &socket));
    assert_eq!(serving.address, format!("http://{address}"));

    let is_over = Arc::new(AtomicBool::new(false));
    let asking: Vec<_> = (0..4)
        .map(|_| {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || {
                let mut failed = Vec::new();
                let mut answered = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let stream = TcpStream::connect(address).unwrap();
                    stream
                        .set_read_timeout(Some(Duration::from_secs(30)))
                        .unwrap();
                    let text = ask(stream, "", "/sitemap.xml");
                    if text.starts_with("HTTP/1.1 200") {
                        answered += 1;
                    } else {
                        failed.push(text);
                    }
                }
                (answered, failed)
            })
        })
        .collect();
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(serving.stop(), Some(0));
        serving = Serving::start(with_socket(&machine, &socket));
    }
    std::thread::sleep(Duration::from_millis(300));
    is_over.store(true, Ordering::Relaxed);
    for asking in asking {
        let (answered, failed) = asking.join().unwrap();
        assert!(failed.is_empty(), "{failed:?}");
        assert!(answered > 3, "{answered}");
    }
}

#[test]
fn the_service_manager_hears_how_the_server_is() {
    let machine = Machine::new();
    let path = machine.folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let hear = |wanted: &str| {
        let mut bytes = [0; 256];
        loop {
            let length = manager.recv(&mut bytes).unwrap();
            let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
            if text.trim() == wanted {
                break;
            }
        }
    };
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    command
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "200000");
    let mut serving = Serving::start(command);
    hear("READY=1");
    hear("WATCHDOG=1");
    hear("WATCHDOG=1");
    let stopping = std::thread::spawn(move || serving.stop());
    hear("STOPPING=1");
    assert_eq!(stopping.join().unwrap(), Some(0));
}

#[test]
fn a_data_folder_has_one_server() {
    let machine = Machine::new();
    machine.run("tenant add roermond --domain helpt.nl").done();
    let mut serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    let holder = format!("(process {})", serving.child.id());
    machine.run("serve --listen 127.0.0.1:0").failed(1, &holder);
    // Commands go on meanwhile.
    machine.run("tenant domain add roermond ook.nl").done();
    assert_eq!(serving.get("/health/live").0, 200);
    // However it ends, the next one takes over.
    assert_eq!(serving.stop_by("KILL"), None);
    let mut next = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    assert_eq!(next.get("/health/live").0, 200);
    assert_eq!(next.stop(), Some(0));
}

#[test]
fn an_address_that_is_none_is_refused() {
    let machine = Machine::new();
    machine.run("serve --listen somewhere").refused();
    let mut command = machine.command("config show");
    command.env("VOLUNTR_LISTEN", "somewhere");
    let refused = Answer::of(&command.output().unwrap());
    refused.failed(1, "unix:/run/voluntr/voluntr.sock");
}
