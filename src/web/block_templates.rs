//! The templates of blocks of content.

macro_rules! templates {
    ($($name:literal),+ $(,)?) => {
        [$((concat!("blocks/", $name, ".html"), include_str!(concat!("templates/blocks/", $name, ".html")))),+]
    };
}

/// Name and source of every template of a block.
#[rustfmt::skip]
pub const TEMPLATES: [(&str, &str); 22] = templates![
    "_macros", "activity_calendar", "builder_form", "call_to_action", "dual_cta", "dynamic_cards", "four_cards", "hero_with_search", "hotlinks", "image",
    "image_text_buttons", "logo_bar", "markdown", "news_carousel", "photo_hero", "photo_slideshow", "quote_block", "rich_text", "section_title",
    "text_with_usps", "vacancy_categories", "you_tube",
];
