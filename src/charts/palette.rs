//! What shapes and letters look like: classes that a style sheet colours, or colours written in the drawing.

/// Where the colours of a chart come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// Classes `chart-…`, for the style sheet of a page.
    Classes,
    /// Attributes, for paper and mail. Letters are drawn as shapes, so that no font is needed.
    Fixed(Colours),
}

/// Red, green and blue from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colours {
    pub now: [u8; 3],
    pub before: [u8; 3],
    pub late: [u8; 3],
    /// Of what nobody may measure, and of the room that a bar does not fill.
    pub empty: [u8; 3],
    pub grid: [u8; 3],
    pub ink: [u8; 3],
    pub soft: [u8; 3],
    pub ground: [u8; 3],
}

impl Colours {
    /// The colours of a theme on white paper.
    pub const fn on_paper(now: [u8; 3], before: [u8; 3], ink: [u8; 3], soft: [u8; 3]) -> Self {
        Self {
            now,
            before,
            late: [178, 43, 43],
            empty: [240, 237, 231],
            grid: [214, 209, 202],
            ink,
            soft,
            ground: [255, 255, 255],
        }
    }
}

/// What a shape stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    Now,
    Before,
    Late,
    /// Too small a group, or a scale of its own.
    Empty,
    /// Room that a bar does not fill.
    Track,
    Stripes,
    LateStripes,
    LineNow,
    LineBefore,
    Grid,
    Base,
    /// From 1, the least, to 4.
    Map(u8),
    MapHidden,
    Province,
}

/// What letters stand for; each has its size and weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Label,
    Value,
    /// A number that is the first thing read.
    Large,
    Soft,
}

impl Style {
    pub const fn size(self) -> f32 {
        match self {
            Self::Large => 20.0,
            Self::Label | Self::Value | Self::Soft => 13.0,
        }
    }

    pub const fn is_bold(self) -> bool {
        matches!(self, Self::Value | Self::Large)
    }

    pub const fn class(self) -> &'static str {
        match self {
            Self::Label => "chart-label",
            Self::Value => "chart-value",
            Self::Large => "chart-value is-large",
            Self::Soft => "chart-soft",
        }
    }

    pub const fn color(self, colours: &Colours) -> [u8; 3] {
        match self {
            Self::Label | Self::Value | Self::Large => colours.ink,
            Self::Soft => colours.soft,
        }
    }
}

impl Palette {
    /// The attributes of a shape, each with a space before it.
    pub(super) fn attributes(self, paint: Paint) -> String {
        match self {
            Self::Classes => classes(paint),
            Self::Fixed(colours) => fixed(paint, &colours),
        }
    }
}

fn classes(paint: Paint) -> String {
    let class = match paint {
        Paint::Now => "chart-now",
        Paint::Before => "chart-before",
        Paint::Late => "chart-late",
        Paint::Empty => return " class=\"chart-empty\" stroke-dasharray=\"4 3\"".to_owned(),
        // Seen where a style sheet knows them, and never as black shapes where not.
        Paint::Track => return " class=\"chart-track\" fill=\"none\"".to_owned(),
        Paint::Stripes | Paint::LateStripes => {
            return " class=\"chart-grid chart-stripes\" fill=\"none\"".to_owned();
        }
        Paint::LineNow => return " class=\"chart-line-now\" fill=\"none\"".to_owned(),
        Paint::LineBefore => return " class=\"chart-line-before\" fill=\"none\"".to_owned(),
        Paint::Grid => return " class=\"chart-grid\" fill=\"none\"".to_owned(),
        Paint::Base => return " class=\"chart-base\" fill=\"none\"".to_owned(),
        Paint::Map(shade) => return format!(" class=\"chart-map-{}\"", shade.clamp(1, 4)),
        Paint::MapHidden => {
            return " class=\"chart-map-hidden\" stroke-dasharray=\"4 3\"".to_owned();
        }
        Paint::Province => "chart-province",
    };
    format!(" class=\"{class}\"")
}

fn fixed(paint: Paint, colours: &Colours) -> String {
    let fill = |color: [u8; 3]| format!(" fill=\"{}\"", hex(color));
    let outlined = |color: [u8; 3], stroke: [u8; 3]| {
        format!(" fill=\"{}\" stroke=\"{}\"", hex(color), hex(stroke))
    };
    let line =
        |stroke: [u8; 3], more: &str| format!(" fill=\"none\" stroke=\"{}\"{more}", hex(stroke));
    match paint {
        Paint::Now => fill(colours.now),
        Paint::Before => outlined(colours.before, colours.soft),
        Paint::Late => fill(colours.late),
        Paint::Empty | Paint::MapHidden => {
            outlined(colours.empty, colours.soft) + " stroke-dasharray=\"4 3\""
        }
        Paint::Track => fill(colours.empty),
        Paint::Stripes => line(colours.soft, ""),
        Paint::LateStripes => line(colours.ground, ""),
        Paint::LineNow => line(colours.now, " stroke-width=\"3\" stroke-linejoin=\"round\""),
        Paint::LineBefore => line(colours.soft, " stroke-width=\"2\" stroke-dasharray=\"2 4\""),
        Paint::Grid => line(colours.grid, ""),
        Paint::Base => line(colours.ink, " stroke-width=\"2\""),
        Paint::Map(shade) => {
            let part = match shade {
                ..=1 => 0.14,
                2 => 0.34,
                3 => 0.62,
                4.. => 1.0,
            };
            outlined(mixed(colours.now, colours.ground, part), colours.now)
        }
        Paint::Province => line(colours.grid, " stroke-linejoin=\"round\""),
    }
}

pub(super) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn mixed(color: [u8; 3], ground: [u8; 3], part: f32) -> [u8; 3] {
    let [red, green, blue] = color;
    let [ground_red, ground_green, ground_blue] = ground;
    [
        (red, ground_red),
        (green, ground_green),
        (blue, ground_blue),
    ]
    .map(|(above, below)| {
        let mixed = f32::from(above).mul_add(part, f32::from(below) * (1.0 - part));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two bytes"
        )]
        let mixed = mixed.round() as u8;
        mixed
    })
}
