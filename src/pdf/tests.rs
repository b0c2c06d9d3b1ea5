//! The documents that are made, and what is hostile to them.

use super::fonts::{self, Fonts};
use super::layout::What;
use super::writing::Page;
use super::*;
use crate::theme::fonts::FONTS;

fn document(blocks: Vec<Block>) -> Document {
    Document {
        title: "Bewijs van vrijwilligerswerk van Hanneke Visser".into(),
        author: "Vrijwilligerspunt Lindewaard".into(),
        locale: Locale::Nl,
        paper: Paper::A4,
        created_at: "2026-11-24T09:30:00Z".parse().unwrap(),
        colours: Colours::default(),
        font: "Inter Variable".into(),
        heading_font: "Inter Variable".into(),
        decoration: Decoration::None,
        footer: Footer::PageNumbers,
        blocks,
    }
}

const LOGO: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><defs><linearGradient id="g"><stop offset="0" stop-color="#f9b48a"/><stop offset="1" stop-color="#e07a3f"/></linearGradient></defs><path d="M2 38V20a9 9 0 0 1 18 0v18z" fill="#005f5a"/><path d="M22 38V14a8 8 0 0 1 16 0v24z" fill="url(#g)"/><circle cx="11" cy="5" r="4" fill="#005f5a"/><circle cx="30" cy="5" r="4" fill="none" stroke="#e07a3f" stroke-width="2"/></svg>"##;

fn logo() -> Block {
    Block::Picture(Picture {
        file: LOGO.into(),
        alt: "Logo van Meedoen in Lindewaard".into(),
        width: 40.0,
        height: 12.0,
    })
}

fn check() -> Block {
    Block::Columns {
        share: 0.3,
        left: vec![Block::Qr(Qr {
            text: "https://lindewaard.example/controle/7K4M92QX".into(),
            alt: "QR-code die naar de controle van dit bewijs leidt".into(),
            side: 27.0,
        })],
        right: vec![
            Block::styled(Style::Small, Text::new().bold("Is dit bewijs echt?")),
            Block::styled(
                Style::Small,
                Text::new()
                    .plain("Ga naar ")
                    .link(
                        "lindewaard.example/controle",
                        "https://lindewaard.example/controle",
                    )
                    .plain(" en vul deze code in:"),
            ),
            Block::styled(Style::Code, "7K4M - 92QX"),
        ],
    }
}

fn signature() -> Block {
    Block::AtBottom(vec![Block::Columns {
        share: 0.45,
        left: vec![
            Block::Space(14.0),
            Block::Rule,
            Block::styled(Style::Body, Text::new().bold("Marieke Bos")),
            Block::styled(Style::Small, "Coördinator, 24 november 2026"),
        ],
        right: vec![check()],
    }])
}

fn hours() -> Table {
    let row = |work: &str, at: &str, when: &str, hours: &str| {
        vec![
            Cell::bold(work),
            Cell::from(at),
            Cell::from(when),
            Cell::from(hours),
        ]
    };
    Table {
        summary: "Uren per vrijwilligerswerk".into(),
        columns: vec![
            Column::left("Wat"),
            Column::left("Bij"),
            Column::left("Wanneer"),
            Column::right("Uren"),
        ],
        rows: vec![
            row(
                "Taalmaatje",
                "Taalhuis Lindewaard",
                "Januari tot en met november",
                "52,5",
            ),
            row(
                "Koffie schenken",
                "Zorgcentrum De Linden",
                "Maart tot en met november",
                "27",
            ),
            row(
                "Hulp bij de kerstmarkt",
                "Winkeliers Marktplein",
                "November",
                "4",
            ),
        ],
        total: Some(vec![
            Cell::from("Samen, bevestigd door de organisaties").spanning(3),
            Cell::from("83,5"),
        ]),
    }
}

fn proof() -> Document {
    document(vec![
        Block::Columns {
            share: 0.5,
            left: vec![logo()],
            right: vec![
                Block::styled(
                    Style::Small,
                    "Vrijwilligerspunt Lindewaard\nMarktplein 4, 5310 AB Lindewaard",
                )
                .aligned(Align::Right),
            ],
        },
        Block::Space(12.0),
        Block::Columns {
            share: 0.7,
            left: vec![
                Block::Space(4.0),
                Block::styled(Style::Label, "Bewijs van vrijwilligerswerk"),
                Block::heading(1, "Hanneke Visser"),
                Block::styled(
                    Style::Lead,
                    Text::new()
                        .plain("heeft van 7 januari tot en met 13 november 2026 ")
                        .bold("83,5 uur")
                        .plain(" vrijwilligerswerk gedaan in Lindewaard."),
                ),
            ],
            right: vec![Block::Arches(46.0)],
        },
        Block::Table(hours()),
        Block::heading(2, "Dit heeft Hanneke gedaan"),
        Block::List(vec![
            "Elke week een uur Nederlands geoefend met iemand die de taal leert.".into(),
            "Bewoners ontvangen, koffie geschonken en naar hun verhaal geluisterd.".into(),
            "Nieuwe vrijwilligers wegwijs gemaakt.".into(),
        ]),
        signature(),
    ])
}

fn certificate() -> Document {
    Document {
        title: "Certificaat van Gerda van Vemde".into(),
        paper: Paper::A4Landscape,
        decoration: Decoration::Arches,
        ..document(vec![
            logo(),
            Block::Space(16.0),
            Block::Columns {
                share: 0.55,
                left: vec![
                    Block::styled(Style::Label, "Certificaat"),
                    Block::heading(1, "Gerda van Vemde"),
                    Block::styled(
                        Style::Lead,
                        Text::new()
                            .plain("heeft op 26 november 2026 de workshop ")
                            .bold("Vrijwilligers vinden en houden")
                            .plain(" gevolgd. De workshop duurde 2,5 uur."),
                    ),
                ],
                right: vec![],
            },
            Block::AtBottom(vec![Block::Columns {
                share: 0.55,
                left: vec![
                    Block::Space(17.0),
                    Block::styled(Style::Body, Text::new().bold("Marieke Bos")),
                    Block::styled(Style::Small, "Coördinator"),
                ],
                right: vec![Block::Card(vec![check()])],
            }]),
        ])
    }
}

fn written(name: &str, document: &Document) -> Vec<u8> {
    document
        .to_pdf()
        .unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn laid_out(document: &Document) -> Vec<Page> {
    let fonts = Fonts::of(&document.font, &document.heading_font).unwrap();
    let laid_out = writing::lay_out(document, &fonts, &document.paper.measures());
    laid_out.unwrap().0
}

/// What a page reads aloud.
fn read_aloud(page: &Page) -> String {
    let mut text = String::new();
    for (_, mark) in page.iter().filter(|(_, mark)| mark.leaf.is_some()) {
        if let What::Text { run, .. } = &mark.what {
            text.push_str(run.actual.as_deref().unwrap_or(&run.text));
        }
    }
    text
}

fn assert_within(name: &str, document: &Document) {
    let measures = document.paper.measures();
    for (at, page) in laid_out(document).iter().enumerate() {
        for (top, mark) in page {
            if let What::Text { run, size, .. } = &mark.what {
                let right = mark.x + run.width;
                assert!(
                    mark.x >= -0.01 && right <= measures.room_width() + 0.1,
                    "{name}, page {at}: {right} {}",
                    run.text
                );
                let bottom = top + mark.y + size * 0.3;
                let most = measures.room_height() + if mark.leaf.is_none() { 40.0 } else { 0.1 };
                assert!(
                    *top >= 0.0 && bottom <= most,
                    "{name}, page {at}: {bottom} {}",
                    run.text
                );
            }
        }
    }
}

#[test]
fn a_proof_and_a_certificate_are_one_small_page_that_says_what_it_keeps_to() {
    for (name, document) in [("proof", proof()), ("certificate", certificate())] {
        let pdf = written(name, &document);
        assert!(pdf.starts_with(b"%PDF-1.7"), "{name}");
        assert_eq!(laid_out(&document).len(), 1, "{name}");
        assert!(pdf.len() < 60_000, "{name}: {}", pdf.len());
        let text = String::from_utf8_lossy(&pdf);
        for part in [
            "<pdfaid:part>2</pdfaid:part>",
            "<pdfaid:conformance>A</pdfaid:conformance>",
            "<pdfuaid:part>1</pdfuaid:part>",
            "/Lang(nl)",
            "/S/H1",
            "/S/Figure",
            "/S/Link",
        ] {
            assert!(text.contains(part), "{name}: {part}");
        }
        assert_eq!(
            pdf,
            written(name, &document),
            "{name}: the same bytes again"
        );
        assert_within(name, &document);
    }
}

#[test]
fn a_table_goes_on_over_pages_below_its_header() {
    let mut table = hours();
    let rows = table.rows.clone();
    table.rows = rows.into_iter().cycle().take(75).collect();
    let document = document(vec![Block::heading(1, "Overzicht"), Block::Table(table)]);
    let pages = laid_out(&document);
    assert_eq!(pages.len(), 3);
    for (at, page) in pages.iter().enumerate() {
        let drawn: Vec<_> = page
            .iter()
            .filter_map(|(_, mark)| match &mark.what {
                What::Text { run, .. } => Some((run.text.as_str(), mark.leaf.is_some())),
                _ => None,
            })
            .collect();
        // Read once, drawn on each page.
        assert!(drawn.contains(&("Wanneer", at == 0)), "page {at}");
        assert!(!drawn.contains(&("Wanneer", at != 0)), "page {at}");
        let number = format!("Pagina {} van 3", at + 1);
        assert!(drawn.contains(&(&number, false)), "page {at}");
    }
    assert!(
        read_aloud(pages.last().unwrap()).ends_with("Samen, bevestigd door de organisaties83,5")
    );
    written("table", &document);
    assert_within("table", &document);
}

#[test]
fn a_cell_longer_than_a_page_is_broken() {
    let long = "Elke week een uur Nederlands geoefend. ".repeat(200);
    let mut table = hours();
    table.rows = vec![vec![Cell::from("Taalmaatje"), Cell::from(long.as_str())]];
    let document = document(vec![Block::Table(table)]);
    let pages = laid_out(&document);
    assert!(pages.len() > 1);
    let words = |text: &str| text.matches("geoefend").count();
    assert_eq!(
        pages
            .iter()
            .map(|page| words(&read_aloud(page)))
            .sum::<usize>(),
        200
    );
    written("long cell", &document);
    assert_within("long cell", &document);
}

#[test]
fn names_from_anywhere_are_written_or_at_least_read() {
    for font in FONTS {
        let of = |text: &str| {
            let document = Document {
                font: font.name.into(),
                heading_font: font.name.into(),
                ..document(vec![Block::paragraph(text)])
            };
            written(font.name, &document);
            laid_out(&document).remove(0)
        };
        let drawn = |page: &Page| -> String {
            page.iter()
                .filter_map(|(_, mark)| match &mark.what {
                    What::Text { run, .. } => Some(run.text.as_str()),
                    _ => None,
                })
                .collect()
        };
        // Without the app there are the letters of the default font alone.
        if fonts::is_app_built() {
            for name in ["Şükrü", "Łukasz", "Ðorđe", "Zoë e\u{301}"] {
                let page = of(name);
                assert_eq!(drawn(&page), name.replace("e\u{301}", "é"), "{}", font.name);
            }
        }
        for name in ["محمد", "漢字", "👩\u{200d}👧"] {
            let page = of(name);
            assert!(
                drawn(&page)
                    .chars()
                    .all(|c| super::typesetting::REPLACEMENTS.contains(&c)),
                "{}",
                font.name
            );
            assert_eq!(
                read_aloud(&page),
                name.replace('\u{200d}', ""),
                "{}",
                font.name
            );
        }
        assert_eq!(
            drawn(&of("a\u{202e}gpj.exe\u{0}\u{feff}\u{e000}\u{ad}b")),
            "agpj.exeb"
        );
    }
}

#[test]
fn hostile_texts_stay_on_the_paper() {
    let long = "a".repeat(10_000);
    let texts = [
        "",
        " ",
        "\u{0}\u{1}\u{202e}gpj.exe\u{feff}\u{e000}\u{fffe}",
        "👩‍👩‍👧‍👦 🇳🇱 ✊🏽",
        "محمد עברית 漢字",
        "Şükrü Łukasz Ğ ŵ ﬁ ① e\u{301} q\u{301}",
        "\n\n\n",
        &long,
    ];
    for paper in [Paper::A4, Paper::A4Landscape, Paper::A4Poster, Paper::A6] {
        for text in texts {
            let blocks = vec![
                Block::heading(3, text),
                Block::paragraph(
                    Text::new()
                        .plain(text)
                        .bold(text)
                        .link(text, "https://example.nl"),
                ),
                Block::List(vec![text.into(), text.into()]),
                Block::Columns {
                    left: vec![Block::styled(Style::Code, text)],
                    right: vec![Block::styled(Style::Small, text)],
                    share: 2.0,
                },
                Block::Table(Table {
                    summary: text.into(),
                    columns: vec![Column::left(text), Column::right(text)],
                    rows: vec![vec![Cell::from(text)], vec![]],
                    total: Some(vec![Cell::from(text).spanning(9)]),
                }),
                Block::Card(vec![Block::paragraph(text)]),
                Block::Qr(Qr {
                    text: text.into(),
                    alt: text.into(),
                    side: 20.0,
                }),
                Block::Picture(Picture {
                    file: text.into(),
                    alt: text.into(),
                    width: 9_000.0,
                    height: 9_000.0,
                }),
                Block::AtBottom(vec![Block::paragraph(text).aligned(Align::Centre)]),
            ];
            let document = Document {
                title: text.into(),
                author: text.into(),
                paper,
                ..document(blocks)
            };
            let name: String = text.chars().take(20).collect();
            match document.to_pdf() {
                Ok(_) => assert_within(&name, &document),
                // A letter to a line.
                Err(fault) => assert!(
                    text == long && matches!(fault, PdfError::TooLong),
                    "{name}: {fault}"
                ),
            }
        }
    }
}

#[test]
fn a_word_longer_than_a_page_is_broken() {
    let document = document(vec![Block::paragraph("a".repeat(10_000))]);
    let pages = laid_out(&document);
    let count: usize = pages.iter().map(|page| read_aloud(page).len()).sum();
    assert_eq!((pages.len(), count), (3, 10_000));
    assert_within("long word", &document);
    written("long word", &document);
}

#[test]
fn a_document_of_more_pages_than_anybody_prints_is_refused() {
    let document = document(vec![Block::PageBreak; MOST_PAGES + 1]);
    assert!(matches!(document.to_pdf(), Err(PdfError::TooLong)));
}

#[test]
fn pictures_keep_their_proportions_and_a_broken_one_is_left_out() {
    let mut png = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbaImage::from_pixel(2_000, 1_000, image::Rgba([0, 95, 90, 128]));
    image::DynamicImage::from(pixels)
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    let png = png.into_inner();
    let picture = |file: &[u8]| {
        Block::Picture(Picture {
            file: file.to_vec(),
            alt: "Logo".into(),
            width: 40.0,
            height: 40.0,
        })
    };
    let whole = document(vec![picture(&png)]);
    let page = laid_out(&whole).remove(0);
    let (width, height) = page
        .iter()
        .find_map(|(_, mark)| match &mark.what {
            What::Picture { width, height, .. } => Some((*width, *height)),
            _ => None,
        })
        .unwrap();
    assert!((width - points(40.0)).abs() < 0.01 && (height - points(20.0)).abs() < 0.01);
    // No finer than a printer shows.
    assert!(written("picture", &whole).len() < 60_000);
    for broken in [png.get(..200).unwrap(), b"<svg", b"GIF89a", b""] {
        let document = document(vec![picture(broken), Block::paragraph("Tekst")]);
        assert_eq!(read_aloud(&laid_out(&document).remove(0)), "Tekst");
        written("broken picture", &document);
    }
}

#[test]
fn a_skipped_level_of_headings_is_put_right() {
    let document = document(vec![
        Block::heading(3, "Een"),
        Block::heading(3, "Twee"),
        Block::heading(1, "Drie"),
    ]);
    let page = laid_out(&document).remove(0);
    let levels: Vec<u16> = page
        .iter()
        .filter_map(|(_, mark)| match &mark.what {
            What::Bookmark { level, .. } => Some(*level),
            _ => None,
        })
        .collect();
    assert_eq!(levels, [1, 2, 1]);
}

#[test]
fn text_in_a_colour_that_paper_would_not_show_is_black() {
    let pale = Colours {
        primary: [255, 240, 100],
        text: [200, 200, 200],
        muted: [255, 255, 255],
        ..Colours::default()
    };
    let readable = pale.readable();
    assert_eq!(
        (readable.primary, readable.text, readable.muted),
        ([0; 3], [0; 3], [0; 3])
    );
    assert_eq!(Colours::default().readable(), Colours::default());
}
