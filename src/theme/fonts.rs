//! The eleven fonts a centre chooses from. All are served by us, as @fontsource packages.

/// A font with the package its files come from.
pub struct Font {
    /// The family as the package declares it and as a theme names it.
    pub name: &'static str,
    pub package: &'static str,
    /// What stands in while the file loads.
    fallback: &'static str,
}

impl Font {
    /// What the name of its file begins with, as vite writes it.
    pub fn file_start(&self) -> String {
        let (_, name) = self.package.split_once('/').unwrap_or_default();
        format!("assets/{name}-latin-wght-normal-")
    }

    /// The value of `font-family`.
    pub fn stack(&self) -> String {
        let plain = self.name.trim_end_matches(" Variable");
        format!("\"{}\",\"{plain}\",{}", self.name, self.fallback)
    }
}

const SANS: &str =
    "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Liberation Sans\",Arial,sans-serif";
const SERIF: &str = "Georgia,\"Liberation Serif\",serif";

/// The first is the default of both text and headings.
pub const FONTS: [Font; 11] = [
    font("Inter Variable", "@fontsource-variable/inter", SANS),
    font("Figtree Variable", "@fontsource-variable/figtree", SANS),
    font(
        "Merriweather Variable",
        "@fontsource-variable/merriweather",
        SERIF,
    ),
    font(
        "Montserrat Variable",
        "@fontsource-variable/montserrat",
        SANS,
    ),
    font("Nunito Variable", "@fontsource-variable/nunito", SANS),
    font("Open Sans Variable", "@fontsource-variable/open-sans", SANS),
    font("Raleway Variable", "@fontsource-variable/raleway", SANS),
    font("Roboto Variable", "@fontsource-variable/roboto", SANS),
    font(
        "Source Sans 3 Variable",
        "@fontsource-variable/source-sans-3",
        SANS,
    ),
    font(
        "Source Serif 4 Variable",
        "@fontsource-variable/source-serif-4",
        SERIF,
    ),
    font("Work Sans Variable", "@fontsource-variable/work-sans", SANS),
];

/// The font of that name; an unknown name takes the default.
pub fn find_or_default(name: &str) -> &'static Font {
    let [default, ..] = &FONTS;
    FONTS
        .iter()
        .find(|font| font.name == name)
        .unwrap_or(default)
}

const fn font(name: &'static str, package: &'static str, fallback: &'static str) -> Font {
    Font {
        name,
        package,
        fallback,
    }
}
