//! Parsed email as a mail program sees it: headers, plain text and HTML, decoded.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

#[derive(Debug, Clone)]
pub struct Message {
    /// Sender and recipients as they were said to the server.
    pub from: String,
    pub to: Vec<String>,
    pub headers: Vec<(String, String)>,
    pub text: String,
    pub html: String,
    /// Content types and bodies of what is neither, in order.
    pub files: Vec<(String, String)>,
    pub raw: String,
}

impl Message {
    pub(super) fn parse(from: String, to: Vec<String>, raw: &str) -> Self {
        let raw = raw.replace("\r\n", "\n");
        let mut parts = Vec::new();
        let headers = collect(&raw, &mut parts);
        let part = |kind: &str| {
            let found = parts.iter().find(|part| part.kind == kind);
            found.map(|part| part.body.clone()).unwrap_or_default()
        };
        let is_file = |part: &&Part| !["text/plain", "text/html"].contains(&part.kind.as_str());
        let files = parts.iter().filter(is_file);
        let files = files
            .map(|part| (part.content_type.clone(), part.body.clone()))
            .collect();
        Self {
            files,
            from,
            to,
            headers: headers
                .into_iter()
                .map(|(name, value)| (name, decode_words(&value)))
                .collect(),
            text: part("text/plain"),
            html: part("text/html"),
            raw,
        }
    }

    /// A header's value; empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        find(&self.headers, name)
    }

    pub fn subject(&self) -> &str {
        self.header("Subject")
    }

    pub fn is_to(&self, email: &str) -> bool {
        self.to.iter().any(|to| to.eq_ignore_ascii_case(email))
    }

    /// The first link whose path begins like this, `/confirm` for one, as a whole URL.
    pub fn link(&self, path: &str) -> String {
        self.text
            .split(|c: char| c.is_whitespace() || c == '(' || c == ')')
            .filter(|word| word.starts_with("http"))
            .find(|url| path_of(url).starts_with(path))
            .unwrap_or_else(|| panic!("no link to {path} in:\n{}", self.text))
            .to_owned()
    }

    /// The same link without its host: what a test asks the server for.
    pub fn link_path(&self, path: &str) -> String {
        path_of(&self.link(path)).to_owned()
    }

    /// The value of the link's parameter, a token for one.
    pub fn link_value(&self, path: &str, parameter: &str) -> String {
        let link = self.link(path);
        let query = link.split_once('?').map_or("", |(_, query)| query);
        query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(name, _)| *name == parameter)
            .map_or_else(|| panic!("no {parameter} in {link}"), |(_, value)| value)
            .to_owned()
    }
}

struct Part {
    kind: String,
    content_type: String,
    body: String,
}

type Headers = Vec<(String, String)>;

fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/')
        .and_then(|at| rest.get(at..))
        .unwrap_or_default()
}

fn find<'a>(headers: &'a Headers, name: &str) -> &'a str {
    headers
        .iter()
        .find(|(other, _)| other.eq_ignore_ascii_case(name))
        .map_or("", |(_, value)| value)
}

/// Reads a part and those inside it; gives the headers of the outermost.
fn collect(raw: &str, parts: &mut Vec<Part>) -> Headers {
    let (head, body) = raw.split_once("\n\n").unwrap_or((raw, ""));
    let headers = headers(head);
    let content_type = find(&headers, "Content-Type");
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let boundary = content_type
        .split(';')
        .find_map(|parameter| parameter.trim().strip_prefix("boundary="));
    if let Some(boundary) = boundary {
        let line = format!("--{}", boundary.trim_matches('"'));
        for inner in format!("\n{body}").split(&format!("\n{line}")).skip(1) {
            if let Some(inner) = inner.strip_prefix('\n') {
                collect(inner, parts);
            }
        }
    } else {
        let encoding = find(&headers, "Content-Transfer-Encoding").to_ascii_lowercase();
        let bytes = match encoding.as_str() {
            "base64" => from_base64(body),
            "quoted-printable" => from_quoted(body, Underscore::IsItself),
            _ => body.as_bytes().to_vec(),
        };
        parts.push(Part {
            kind: kind.to_ascii_lowercase(),
            content_type: content_type.to_owned(),
            body: String::from_utf8_lossy(&bytes).replace("\r\n", "\n"),
        });
    }
    headers
}

/// A line that begins with a space goes on where the one before it stopped.
fn headers(head: &str) -> Headers {
    let mut headers = Headers::new();
    for line in head.lines() {
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = headers.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
    }
    headers
}

/// `=?utf-8?b?…?=` becomes what it says; the space between two such words is not meant.
fn decode_words(value: &str) -> String {
    let mut decoded = String::new();
    let mut after_word = false;
    for word in value.split(' ') {
        let plain = decode_word(word);
        if !(decoded.is_empty() || after_word && plain.is_some()) {
            decoded.push(' ');
        }
        after_word = plain.is_some();
        decoded.push_str(plain.as_deref().unwrap_or(word));
    }
    decoded
}

fn decode_word(word: &str) -> Option<String> {
    let inner = word.strip_prefix("=?")?.strip_suffix("?=")?;
    let mut pieces = inner.splitn(3, '?');
    let (_charset, encoding, text) = (pieces.next()?, pieces.next()?, pieces.next()?);
    let bytes = if encoding.eq_ignore_ascii_case("b") {
        from_base64(text)
    } else {
        from_quoted(text, Underscore::IsSpace)
    };
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn from_base64(text: &str) -> Vec<u8> {
    let text: String = text.split_whitespace().collect();
    STANDARD.decode(text).unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq)]
enum Underscore {
    IsItself,
    IsSpace,
}

fn from_quoted(text: &str, underscore: Underscore) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut input = text.bytes();
    while let Some(byte) = input.next() {
        match byte {
            b'=' => {
                let Some(high) = input.next() else { break };
                // A line that ends in `=` goes on in the next.
                if high != b'\n' {
                    let low = input.next().unwrap_or(b'0');
                    let digits = [high, low].map(|digit| char::from(digit).to_digit(16));
                    if let [Some(high), Some(low)] = digits {
                        bytes.extend(u8::try_from(high * 16 + low));
                    }
                }
            }
            b'_' if underscore == Underscore::IsSpace => bytes.push(b' '),
            byte => bytes.push(byte),
        }
    }
    bytes
}

#[test]
fn letters_of_all_kinds_are_read() {
    let raw = "Subject: =?utf-8?b?Q2Fmw6k=?= =?utf-8?q?_=E2=82=AC_5?= now\r\nFrom: a\r\n <a@example.org>\r\n\
        Content-Type: multipart/alternative;\r\n boundary=\"xyz\"\r\n\r\n--xyz\r\n\
        Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        Caf=C3=A9 lo=\r\nng\r\nhttps://a.example/confirm?x=3D1&token=3Dabc\r\n--xyz\r\n\
        Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+\r\nQ8OpPC9iPg==\r\n--xyz--\r\n";
    let message = Message::parse("a@example.org".into(), vec!["B@example.org".into()], raw);
    assert_eq!(message.subject(), "Café € 5 now");
    assert_eq!(message.header("from"), "a <a@example.org>");
    assert!(message.is_to("b@Example.org"));
    assert_eq!(
        message.text,
        "Café long\nhttps://a.example/confirm?x=1&token=abc"
    );
    assert_eq!(message.html, "<b>Cé</b>");
    assert_eq!(message.link_path("/confirm"), "/confirm?x=1&token=abc");
    assert_eq!(message.link_value("/confirm", "token"), "abc");
}
