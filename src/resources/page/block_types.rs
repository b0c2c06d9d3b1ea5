//! Types of content blocks: what each holds. A type is a row here, a template in `web/templates/blocks`, its styles and
//! its words in both languages.

/// Where a type stands in the list of an editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Opening,
    Text,
    Media,
    Onward,
    SelfFilling,
}

impl Group {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Text => "text",
            Self::Media => "media",
            Self::Onward => "onward",
            Self::SelfFilling => "self_filling",
        }
    }
}

/// What a block shows besides its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Vacancies, news or organisations, by the fields `source`, `number` and `filter`.
    Cards,
    /// The latest news, by the field `number`.
    News,
    /// The dates to come, by the fields `number`, `which` and `about`.
    Calendar,
    /// The activity types with the number of their vacancies.
    Categories,
    /// The search of vacancies with the number that there are.
    Search,
    /// The form of the field `form`.
    Form,
}

#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Text without markup or line breaks, of at most so many characters.
    Line {
        max: usize,
    },
    /// Sanitised HTML of at most so many characters without its markup.
    RichText {
        max: usize,
    },
    /// The same with headings and tables of its own.
    LongText {
        max: usize,
    },
    /// Markdown of at most so many characters.
    Markdown {
        max: usize,
    },
    Link,
    Picture,
    /// One of these; the first where none is given.
    Choice(&'static [&'static str]),
    Flag,
    Number {
        min: i64,
        max: i64,
    },
    /// A video on `YouTube`.
    Video,
    /// A form of the centre.
    Form,
    /// Filter of vacancies: `activity_type_ids`, `tags` and `kinds`.
    Filter,
    /// Filter of activities: `activity_categories` and `target_groups`.
    ActivityFilter,
    List {
        max: usize,
        fields: &'static [Field],
    },
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Line { .. } => "line",
            Self::RichText { .. } => "rich_text",
            Self::LongText { .. } => "long_text",
            Self::Markdown { .. } => "markdown",
            Self::Link => "link",
            Self::Picture => "picture",
            Self::Choice(_) => "choice",
            Self::Flag => "flag",
            Self::Number { .. } => "number",
            Self::Video => "video",
            Self::Form => "form",
            Self::Filter => "filter",
            Self::ActivityFilter => "activity_filter",
            Self::List { .. } => "list",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// Without it the page cannot be published.
    pub is_required: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct BlockType {
    /// As product documents spell it: `QuoteBlock`.
    pub name: &'static str,
    pub group: Group,
    /// False for a type that is shown and edited but not offered any more.
    pub is_offered: bool,
    pub fields: &'static [Field],
    pub fills_itself: Option<Source>,
}

const HEADING: Kind = Kind::Line { max: 120 };
const TEXT: Kind = Kind::RichText { max: 5_000 };
/// A sentence or two beside a heading.
const SENTENCE: Kind = Kind::Line { max: 400 };

const fn optional(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        kind,
        is_required: false,
    }
}

const fn required(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        kind,
        is_required: true,
    }
}

/// A button or a way on: its label stands in the link.
#[rustfmt::skip]
const BUTTONS: Kind = Kind::List { max: 2, fields: &[
    required("link", Kind::Link),
    optional("style", Kind::Choice(&["plain", "primary", "quiet"])),
] };

/// Signs of the client that suit a point in favour.
#[rustfmt::skip]
const SIGNS: Kind = Kind::Choice(&[
    "check", "shield", "phone", "euro", "people", "heart", "hand", "home", "bus", "food", "lang", "laptop", "leaf",
    "clock", "calendar", "star", "book", "tools", "ball", "mail",
]);

#[rustfmt::skip]
pub const BLOCK_TYPES: &[BlockType] = &[
    BlockType { name: "HeroWithSearch", group: Group::Opening, is_offered: true, fills_itself: Some(Source::Search), fields: &[
        required("title", HEADING),
        optional("text", SENTENCE),
        optional("picture", Kind::Picture),
    ] },
    BlockType { name: "PhotoHero", group: Group::Opening, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        optional("text", SENTENCE),
        optional("picture", Kind::Picture),
        optional("buttons", BUTTONS),
    ] },
    BlockType { name: "SectionTitle", group: Group::Opening, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        optional("text", SENTENCE),
        optional("align", Kind::Choice(&["left", "center"])),
    ] },
    BlockType { name: "RichText", group: Group::Text, is_offered: true, fills_itself: None, fields: &[
        required("text", Kind::LongText { max: 10_000 }),
    ] },
    BlockType { name: "Markdown", group: Group::Text, is_offered: true, fills_itself: None, fields: &[
        required("text", Kind::Markdown { max: 5_000 }),
    ] },
    BlockType { name: "ImageTextButtons", group: Group::Text, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        required("text", TEXT),
        optional("picture", Kind::Picture),
        optional("picture_side", Kind::Choice(&["left", "right"])),
        optional("buttons", BUTTONS),
    ] },
    BlockType { name: "TextWithUsps", group: Group::Text, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        optional("text", TEXT),
        optional("look", Kind::Choice(&["points", "steps"])),
        required("points", Kind::List { max: 12, fields: &[
            required("title", HEADING),
            optional("text", SENTENCE),
            optional("icon", SIGNS),
        ] }),
        optional("buttons", BUTTONS),
    ] },
    BlockType { name: "QuoteBlock", group: Group::Text, is_offered: true, fills_itself: None, fields: &[
        required("quote", Kind::Line { max: 600 }),
        required("name", HEADING),
        optional("role", HEADING),
        optional("picture", Kind::Picture),
    ] },
    BlockType { name: "Image", group: Group::Media, is_offered: true, fills_itself: None, fields: &[
        required("picture", Kind::Picture),
        optional("caption", SENTENCE),
        optional("credit", HEADING),
        optional("width", Kind::Choice(&["text", "wide", "panorama"])),
    ] },
    BlockType { name: "PhotoSlideshow", group: Group::Media, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        required("slides", Kind::List { max: 12, fields: &[
            required("picture", Kind::Picture),
            optional("caption", SENTENCE),
        ] }),
    ] },
    BlockType { name: "YouTube", group: Group::Media, is_offered: true, fills_itself: None, fields: &[
        required("video", Kind::Video),
        required("title", HEADING),
        optional("text", SENTENCE),
        optional("length", HEADING),
        optional("picture", Kind::Picture),
        optional("transcript", Kind::Link),
    ] },
    BlockType { name: "LogoBar", group: Group::Media, is_offered: true, fills_itself: None, fields: &[
        optional("title", HEADING),
        required("logos", Kind::List { max: 40, fields: &[
            required("name", HEADING),
            optional("picture", Kind::Picture),
            optional("link", Kind::Link),
        ] }),
    ] },
    BlockType { name: "CallToAction", group: Group::Onward, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        optional("text", SENTENCE),
        required("link", Kind::Link),
    ] },
    BlockType { name: "DualCta", group: Group::Onward, is_offered: true, fills_itself: None, fields: &[
        required("calls", Kind::List { max: 2, fields: &[
            required("title", HEADING),
            optional("text", SENTENCE),
            required("link", Kind::Link),
        ] }),
    ] },
    BlockType { name: "Hotlinks", group: Group::Onward, is_offered: true, fills_itself: None, fields: &[
        required("title", HEADING),
        required("links", Kind::List { max: 12, fields: &[
            required("link", Kind::Link),
            optional("text", HEADING),
        ] }),
    ] },
    BlockType { name: "FourCards", group: Group::Onward, is_offered: false, fills_itself: None, fields: &[
        optional("title", HEADING),
        required("cards", Kind::List { max: 4, fields: &[
            required("title", HEADING),
            optional("text", SENTENCE),
            optional("picture", Kind::Picture),
            optional("link", Kind::Link),
        ] }),
    ] },
    BlockType { name: "DynamicCards", group: Group::SelfFilling, is_offered: true, fills_itself: Some(Source::Cards), fields: &[
        required("title", HEADING),
        required("source", Kind::Choice(&["vacancies", "news", "organizations", "activities"])),
        optional("number", Kind::Number { min: 3, max: 12 }),
        optional("filter", Kind::Filter),
    ] },
    BlockType { name: "NewsCarousel", group: Group::SelfFilling, is_offered: true, fills_itself: Some(Source::News), fields: &[
        required("title", HEADING),
        optional("number", Kind::Number { min: 3, max: 12 }),
    ] },
    BlockType { name: "ActivityCalendar", group: Group::SelfFilling, is_offered: true, fills_itself: Some(Source::Calendar), fields: &[
        required("title", HEADING),
        optional("number", Kind::Number { min: 3, max: 12 }),
        optional("which", Kind::Choice(&["all", "free", "in_person", "online"])),
        optional("about", Kind::ActivityFilter),
    ] },
    BlockType { name: "VacancyCategories", group: Group::SelfFilling, is_offered: true, fills_itself: Some(Source::Categories), fields: &[
        required("title", HEADING),
        optional("number", Kind::Number { min: 4, max: 12 }),
    ] },
    BlockType { name: "BuilderForm", group: Group::SelfFilling, is_offered: true, fills_itself: Some(Source::Form), fields: &[
        required("form", Kind::Form),
        optional("title", HEADING),
        optional("text", TEXT),
    ] },
];

pub fn find(name: &str) -> Option<&'static BlockType> {
    BLOCK_TYPES.iter().find(|kind| kind.name == name)
}

impl BlockType {
    /// File name of the template: `quote_block`.
    pub fn template(&self) -> String {
        let mut name = String::new();
        for c in self.name.chars() {
            if c.is_ascii_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.push(c.to_ascii_lowercase());
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use serde_json::Value;

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "a test reads the source tree")]
    fn read(path: &str) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(root.join(path)).unwrap_or_else(|_| panic!("{path} is missing"))
    }

    fn words() -> [Value; 2] {
        ["nl", "en"].map(|locale| {
            let text = read(&format!(
                "ui/src/features/content/blocks/content-blocks.{locale}.json"
            ));
            serde_json::from_str(&text).unwrap()
        })
    }

    /// A field with those of its entries.
    fn all_fields(fields: &'static [Field]) -> Vec<&'static Field> {
        fields
            .iter()
            .flat_map(|field| match field.kind {
                Kind::List { fields, .. } => [vec![field], all_fields(fields)].concat(),
                _ => vec![field],
            })
            .collect()
    }

    #[test]
    fn the_types_are_those_of_the_product_a_text_without_markdown_and_the_calendar() {
        let names: BTreeSet<&str> = BLOCK_TYPES.iter().map(|kind| kind.name).collect();
        assert_eq!((names.len(), BLOCK_TYPES.len()), (21, 21));
        let legacy: Vec<&str> = BLOCK_TYPES
            .iter()
            .filter(|kind| !kind.is_offered)
            .map(|kind| kind.name)
            .collect();
        assert_eq!(legacy, ["FourCards"]);
    }

    #[test]
    fn every_type_has_a_template_that_shows_its_fields_and_every_template_a_type() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/templates/blocks");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter(|name| !name.starts_with('_'))
            .collect();
        let wanted: BTreeSet<String> = BLOCK_TYPES
            .iter()
            .map(|kind| format!("{}.html", kind.template()))
            .collect();
        assert_eq!(files, wanted);
        let macros = read("src/web/templates/blocks/_macros.html");
        for kind in BLOCK_TYPES {
            let template = read(&format!(
                "src/web/templates/blocks/{}.html",
                kind.template()
            ));
            assert!(
                template.contains(&format!("attrs(\"{}\"", kind.name)),
                "{}",
                kind.name
            );
            for field in all_fields(kind.fields) {
                // What a block is filled by is read before the template; a button's own parts stand in the macros.
                let is_read_before =
                    matches!(field.name, "number" | "filter" | "form" | "which" | "about");
                let is_of_a_button = matches!(field.name, "link" | "style");
                let is_shown = template.contains(&format!(".{}", field.name))
                    || (is_of_a_button && macros.contains(&format!(".{}", field.name)));
                assert!(
                    is_read_before || is_shown,
                    "{} shows no {}",
                    kind.name,
                    field.name
                );
            }
        }
    }

    #[test]
    fn every_type_field_and_choice_has_its_words_in_both_languages_and_no_word_is_of_nothing() {
        for words in words() {
            let word = |pointer: String| {
                let text = words
                    .pointer(&pointer)
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                assert!(!text.is_empty(), "no words for {pointer}");
            };
            let mut fields = BTreeSet::new();
            let mut choices = BTreeSet::new();
            for kind in BLOCK_TYPES {
                word(format!("/block/{}/name", kind.name));
                word(format!("/block/{}/hint", kind.name));
                word(format!("/group/{}/name", kind.group.as_str()));
                for field in all_fields(kind.fields) {
                    fields.insert(field.name.to_owned());
                    word(format!("/field/{}", field.name));
                    if let Kind::Choice(values) = field.kind {
                        choices.insert(field.name.to_owned());
                        for value in values {
                            word(format!("/choice/{}/{value}", field.name));
                        }
                    }
                }
            }
            let keys = |pointer: &str| -> BTreeSet<String> {
                words
                    .pointer(pointer)
                    .unwrap()
                    .as_object()
                    .unwrap()
                    .keys()
                    .cloned()
                    .collect()
            };
            let blocks: BTreeSet<String> = BLOCK_TYPES
                .iter()
                .map(|kind| kind.name.to_owned())
                .collect();
            assert_eq!(keys("/block"), blocks);
            assert_eq!(keys("/choice"), choices);
            let own: BTreeSet<String> = keys("/field").difference(&blocks).cloned().collect();
            assert_eq!(own, fields);
        }
    }
}
