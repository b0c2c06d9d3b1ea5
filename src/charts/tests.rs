use quick_xml::Reader;
use quick_xml::events::Event;

use super::*;

const COLOURS: Colours =
    Colours::on_paper([0, 95, 90], [249, 180, 138], [20, 31, 30], [87, 83, 78]);
const PALETTES: [Palette; 2] = [Palette::Classes, Palette::Fixed(COLOURS)];
const MONTHS: [&str; 12] = [
    "jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec",
];

fn frame(width: Width, palette: Palette) -> Frame<'static> {
    Frame {
        width,
        label: "Wat \"je\" <ziet> & meer",
        palette,
    }
}

fn text(value: Value) -> String {
    match value {
        Value::Known(value) => format!("{value}"),
        Value::Hidden => "< 5".to_owned(),
        Value::Missing => String::new(),
    }
}

fn plain(value: f64) -> String {
    format!("{value}")
}

fn moments(now: &[Value], before: &[Value]) -> Vec<Moment> {
    let months = MONTHS.iter().cycle();
    now.iter()
        .zip(before)
        .zip(months)
        .map(|((now, before), month)| Moment {
            label: (*month).to_owned(),
            now: *now,
            before: *before,
            text: text(*now),
        })
        .collect()
}

fn keys() -> Vec<Key> {
    [
        (Mark::Now, "2026"),
        (Mark::Before, "2025 <& eerder>"),
        (Mark::Late, "Te laat"),
        (Mark::Hidden, "Niet getoond"),
        (Mark::Apart, "Kijken: andere schaal"),
        (Mark::LineNow, "Nu"),
        (Mark::LineBefore, "Toen"),
    ]
    .map(|(mark, text)| Key {
        mark,
        text: text.to_owned(),
    })
    .to_vec()
}

/// One of each kind, all of the same values and the same label.
fn all(values: &[Value], label: &str, frame: Frame<'_>) -> Vec<(&'static str, String)> {
    let shown = |value: &Value| text(*value);
    let columns = Columns {
        moments: moments(values, values),
        axis_text: &plain,
        key: keys(),
    };
    let lines = Lines {
        moments: moments(values, values),
        axis_text: &plain,
        key: keys(),
    };
    let bar = |(index, value): (usize, &Value)| Bar {
        label: label.to_owned(),
        value: *value,
        text: shown(value),
        shade: if index % 2 == 0 {
            Shade::Now
        } else {
            Shade::Late
        },
    };
    let bars = Bars {
        bars: values.iter().enumerate().map(bar).collect(),
        key: keys(),
    };
    let pair = |value: &Value| Pair {
        label: label.to_owned(),
        text: label.to_owned(),
        first: *value,
        second: *value,
    };
    let pairs = Pairs {
        pairs: values.iter().map(pair).collect(),
        key: keys(),
    };
    let door = |(index, value): (usize, &Value)| Door {
        label: label.to_owned(),
        value: *value,
        text: shown(value),
        note: label.to_owned(),
        is_apart: index == 0,
    };
    let doors = Doors {
        doors: values.iter().enumerate().map(door).collect(),
        key: keys(),
    };
    let place = |(index, value): (usize, &Value)| Place {
        longitude: as_number(index).mul_add(0.011, 5.9),
        latitude: as_number(index % 3).mul_add(0.02, 51.9),
        value: *value,
        text: shown(value),
        label: label.to_owned(),
    };
    let circles = Circles {
        places: values.iter().enumerate().map(place).collect(),
        // Its east side is in view.
        outlines: vec![vec![(5.0, 51.0), (5.905, 51.0), (5.905, 53.0), (5.0, 53.0)]],
    };
    vec![
        ("columns", columns.draw(frame)),
        ("lines", lines.draw(frame)),
        ("bars", bars.draw(frame)),
        ("pairs", pairs.draw(frame)),
        ("doors", doors.draw(frame)),
        ("circles", circles.draw(frame)),
    ]
}

/// Every element and attribute of a drawing that is well-formed.
fn parts(svg: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut reader = Reader::from_str(svg);
    let mut found = Vec::new();
    let mut depth = 0_i32;
    loop {
        let (start, is_open) = match reader.read_event().unwrap() {
            Event::Start(start) => (start, true),
            Event::Empty(start) => (start, false),
            Event::End(_) => {
                depth -= 1;
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        depth += i32::from(is_open);
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let name = String::from_utf8(attribute.key.as_ref().to_vec()).unwrap();
            let value = String::from_utf8(attribute.value.to_vec()).unwrap();
            (name, value)
        });
        let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
        found.push((name, attributes.collect()));
    }
    assert_eq!(depth, 0, "{svg}");
    found
}

fn attribute(attributes: &[(String, String)], name: &str) -> Option<f64> {
    let (_, value) = attributes.iter().find(|(key, _)| key == name)?;
    value.parse().ok()
}

/// Well-formed, of numbers alone, and all of it within the drawing.
fn check(what: &str, svg: &str, width: Width) {
    let parts = parts(svg);
    let (name, root) = &parts[0];
    assert_eq!(name, "svg", "{what}");
    assert_eq!(attribute(root, "width"), Some(f64::from(width.pixels())));
    let height = attribute(root, "height").unwrap();
    assert!(height >= 1.0, "{what}: {height}");
    assert!(root.contains(&("role".to_owned(), "img".to_owned())));
    for (_, attributes) in &parts {
        for (name, value) in attributes {
            assert!(name != "style", "{what}");
            let is_number = !value.contains("NaN") && !value.contains("inf");
            assert!(is_number, "{what}: {attributes:?}");
        }
    }
    for (name, attributes) in &parts {
        if name == "rect" {
            let side = |name| attribute(attributes, name).unwrap();
            let (right, foot) = (side("x") + side("width"), side("y") + side("height"));
            assert!(
                side("x") >= 0.0 && side("y") >= 0.0,
                "{what}: {attributes:?}"
            );
            assert!(
                right <= f64::from(width.pixels()) + 0.1,
                "{what}: {attributes:?}"
            );
            assert!(foot <= height + 0.1, "{what}: {attributes:?} in {height}");
        }
        if name == "text" || name == "tspan" {
            let x = attribute(attributes, "x").unwrap();
            assert!(
                (0.0..=f64::from(width.pixels())).contains(&x),
                "{what}: {attributes:?}"
            );
        }
        if name == "text" {
            let y = attribute(attributes, "y").unwrap();
            assert!(
                (0.0..=height).contains(&y),
                "{what}: {attributes:?} in {height}"
            );
        }
    }
}

#[test]
fn any_data_gives_a_drawing_within_its_frame() {
    let known = |values: &[f64]| values.iter().map(|v| Value::Known(*v)).collect::<Vec<_>>();
    let data = [
        vec![],
        known(&[7.0]),
        known(&[0.0; 5]),
        known(&[f64::MAX, 1.0, f64::INFINITY, f64::NAN, -3.0]),
        known(&[0.000_001, 0.000_002]),
        vec![Value::Hidden; 4],
        vec![Value::Missing; 3],
        vec![
            Value::Known(12.0),
            Value::Hidden,
            Value::Missing,
            Value::Known(5.0),
        ],
        known(&[
            188.0, 176.0, 214.0, 197.0, 205.0, 183.0, 121.0, 148.0, 252.0, 274.0, 256.0, 9.0,
        ]),
        known(&[5.0; 30]),
    ];
    for values in &data {
        for palette in PALETTES {
            for width in Width::ALL {
                for label in [
                    "Taal",
                    "Organisatievrijwilligerswerkcoördinatorenoverleg en een heel lang vervolg ervan",
                ] {
                    for (kind, svg) in all(values, label, frame(width, palette)) {
                        check(&format!("{kind} of {values:?} at {width:?}"), &svg, width);
                    }
                }
            }
        }
    }
}

#[test]
fn words_stay_words() {
    let label = "<script>alert('1')</script>\u{0}\u{b} & \"co\" &amp; ";
    for (kind, svg) in all(
        &[Value::Known(3.0)],
        label,
        frame(Width::Full, Palette::Classes),
    ) {
        let tags = ["svg", "rect", "path", "circle", "text", "tspan"];
        for (name, _) in parts(&svg) {
            assert!(tags.contains(&name.as_str()), "{kind}: {name}");
        }
        assert!(svg.contains("aria-label=\"Wat &quot;je&quot; &lt;ziet&gt; &amp; meer\""));
        assert!(!svg.contains('\u{0}') && !svg.contains('\u{b}'));
        if ["bars", "pairs", "doors"].contains(&kind) {
            assert!(svg.contains("&lt;script&gt;"), "{kind}: {svg}");
        }
    }
}

#[test]
fn what_is_hidden_looks_the_same_whatever_stands_beside_it() {
    let hidden = |svg: &str| -> Vec<String> {
        svg.split('<')
            .filter(|part| part.contains("chart-empty") || part.contains("chart-map-hidden"))
            // Columns move with the words of the axis.
            .map(|part| {
                part.split(' ')
                    .filter(|side| !side.starts_with("x="))
                    .collect()
            })
            .collect()
    };
    let of = |large: f64| {
        let values = [
            Value::Known(large),
            Value::Hidden,
            Value::Known(large / 2.0),
        ];
        all(&values, "Taal", frame(Width::Half, Palette::Classes))
    };
    for ((kind, small), (_, large)) in of(10.0).iter().zip(&of(20.0)) {
        if kind == &"lines" {
            continue;
        }
        let (small, large) = (hidden(small), hidden(large));
        assert!(!small.is_empty(), "{kind}");
        assert_eq!(small, large, "{kind}");
    }
}

#[test]
fn a_hidden_value_breaks_the_line() {
    let known = Value::Known;
    let svg = Lines {
        moments: moments(
            &[
                known(1.0),
                known(2.0),
                Value::Hidden,
                known(4.0),
                known(5.0),
            ],
            &[Value::Missing; 5],
        ),
        axis_text: &plain,
        key: Vec::new(),
    }
    .draw(frame(Width::Half, Palette::Classes));
    assert_eq!(svg.matches("chart-line-now").count(), 2);
    assert!(!svg.contains("chart-line-before"));
    assert!(svg.contains("chart-value"));
}

#[test]
fn borders_are_drawn_as_far_as_they_are_in_view() {
    let place = |longitude: f64, latitude: f64| Place {
        longitude,
        latitude,
        value: Value::Known(12.0),
        text: "12".to_owned(),
        label: "6811".to_owned(),
    };
    let draw = |ring: &[(f64, f64)]| {
        Circles {
            places: vec![place(5.9, 51.9), place(5.93, 51.94)],
            outlines: vec![ring.to_vec()],
        }
        .draw(frame(Width::Half, Palette::Classes))
    };
    let border = |svg: &str| -> Vec<(f64, f64)> {
        let is_border =
            |(name, value): &(String, String)| name == "class" && value == "chart-province";
        let parts = parts(svg);
        let Some((_, attributes)) = parts.iter().find(|(_, all)| all.iter().any(is_border)) else {
            return Vec::new();
        };
        let (_, data) = attributes.iter().find(|(name, _)| name == "d").unwrap();
        data.split(['M', 'L'])
            .filter_map(|point| point.split_once(' '))
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect()
    };
    // Only the east side crosses the map, from top to bottom.
    let svg = draw(&[(5.0, 51.0), (5.905, 51.0), (5.905, 53.0), (5.0, 53.0)]);
    let height = attribute(&parts(&svg)[0].1, "height").unwrap();
    let found = border(&svg);
    assert_eq!(found.len(), 2, "{svg}");
    assert!((found[0].0 - found[1].0).abs() < 0.2, "{found:?}");
    assert!(
        (found[0].1 - height).abs() < 1.0 && found[1].1.abs() < 0.2,
        "{found:?}"
    );
    // All of a small one: four corners, and back to the first.
    let svg = draw(&[(5.905, 51.91), (5.92, 51.91), (5.92, 51.93), (5.905, 51.93)]);
    assert_eq!(border(&svg).len(), 5, "{svg}");
    for ring in [
        // Around all that is in view, and far from it.
        [(5.0, 51.0), (7.0, 51.0), (7.0, 53.0), (5.0, 53.0)],
        [(4.0, 51.0), (4.1, 51.0), (4.1, 51.1), (4.0, 51.1)],
    ] {
        assert!(!draw(&ring).contains("chart-province"));
    }
}

#[test]
fn shapes_are_in_proportion() {
    let bar = |value: f64, shade: Shade| Bar {
        label: "x".to_owned(),
        value: Value::Known(value),
        text: format!("{value}"),
        shade,
    };
    let svg = Bars {
        bars: vec![bar(200.0, Shade::Now), bar(50.0, Shade::Late)],
        key: Vec::new(),
    }
    .draw(frame(Width::Half, Palette::Classes));
    let width = |class: &str| {
        let parts = parts(&svg);
        let is_it = |(name, value): &(String, String)| name == "class" && value == class;
        let (_, attributes) = parts.iter().find(|(_, all)| all.iter().any(is_it)).unwrap();
        attribute(attributes, "width").unwrap()
    };
    assert_eq!((width("chart-now"), width("chart-late")), (460.0, 115.0));
    assert!(svg.contains("chart-stripes"), "late is striped: {svg}");
}

#[test]
fn on_paper_nothing_depends_on_a_style_sheet_or_a_font() {
    let values = [Value::Known(12.0), Value::Hidden, Value::Known(5.0)];
    for (kind, svg) in all(&values, "Taal", frame(Width::Half, Palette::Fixed(COLOURS))) {
        for (name, attributes) in parts(&svg).iter().skip(1) {
            assert!(name != "text" && name != "tspan", "{kind}");
            let has = |wanted: &str| attributes.iter().any(|(name, _)| name == wanted);
            assert!(
                has("fill") && !has("class"),
                "{kind}: {name} {attributes:?}"
            );
        }
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(&svg, &options).unwrap();
        assert!(tree.root().children().len() > 5, "{kind}");
        assert!(tree.patterns().is_empty() && tree.masks().is_empty());
    }
}

#[test]
fn labels_that_do_not_fit_are_broken_cut_or_left_to_their_neighbours() {
    let draw = |label: &str| {
        Bars {
            bars: vec![Bar {
                label: label.to_owned(),
                value: Value::Known(1.0),
                text: "niet getoond".to_owned(),
                shade: Shade::Now,
            }],
            key: Vec::new(),
        }
        .draw(frame(Width::Narrow, Palette::Classes))
    };
    assert!(draw("Taal").contains(">Taal</text>"));
    let broken = draw("Met mensen en dieren buiten in de natuur");
    assert_eq!(broken.matches("<tspan").count(), 2, "{broken}");
    assert!(draw("Vrijwilligerswerkorganisatiecoördinator").contains('…'));
    let year = |width| {
        Columns {
            moments: moments(&[Value::Known(1_204.0); 12], &[Value::Missing; 12]),
            axis_text: &plain,
            key: Vec::new(),
        }
        .draw(frame(width, Palette::Classes))
    };
    let narrow = year(Width::Narrow);
    assert!(narrow.contains(">dec<") && narrow.contains(">okt<") && !narrow.contains(">nov<"));
    assert!(
        MONTHS
            .iter()
            .all(|month| year(Width::Full).contains(&format!(">{month}<")))
    );
}
