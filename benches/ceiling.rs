//! The ceiling that our own figures are a share of: a bare axum server that answers with bytes of the size given on
//! its command line, and nothing else. `cargo bench --bench ceiling -- ADDRESS SIZE…` serves `/0`, `/1`, … of those
//! sizes; scripts/bench.mjs starts it beside the real program.

use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use axum::routing::any;
use bytes::Bytes;

fn main() {
    // Cargo adds `--bench`; it means nothing here.
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let address: SocketAddr = words
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
    let sizes: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
    let router = sizes
        .iter()
        .enumerate()
        .fold(Router::new(), |router, (index, size)| {
            let body = Bytes::from("x".repeat(*size));
            router.route(
                &format!("/{index}"),
                any(move || {
                    let body = body.clone();
                    async move {
                        let mut response = Response::new(Body::from(body));
                        response.headers_mut().insert(
                            header::CONTENT_TYPE,
                            header::HeaderValue::from_static("application/vnd.api+json"),
                        );
                        response
                    }
                }),
            )
        });
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts on every machine");
    runtime.block_on(async move {
        let listener = voluntr::server::bind(address).expect("the address is free");
        println!(
            "{}",
            listener
                .local_addr()
                .expect("a bound listener has an address")
        );
        serve(listener, router).await;
    });
}

/// The same accept loop as ours, with nothing behind it.
async fn serve(listener: tokio::net::TcpListener, router: Router) {
    use hyper::server::conn::http1;
    use hyper_util::rt::TokioIo;
    use hyper_util::service::TowerToHyperService;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _ = http1::Builder::new()
                .writev(false)
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}
