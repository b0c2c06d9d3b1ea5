//! Themes of centres: colour presets, contrast rules and the generated style sheet `/theme.css`.

pub mod advice;
pub mod allow_list;
pub mod config;
pub mod contrast;
pub mod css;
pub mod fonts;
pub mod palette;
pub mod roles;
mod rules;
mod saving;

pub use config::{HeaderScale, ThemeConfig};
pub use contrast::{FailingPair, contrast, validate_theme};
pub use css::theme_css;
pub use palette::{Colour, Shades};
pub use roles::ThemeColors;
pub use saving::check;
