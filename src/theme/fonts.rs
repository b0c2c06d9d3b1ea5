//! The eleven fonts that a centre can choose from, self-hosted from @fontsource packages.

/// Font family and the package of its files.
pub struct Font {
    /// Family name, as declared by the package and stored in a theme.
    pub name: &'static str,
    pub package: &'static str,
    /// Fallback family while the file loads.
    fallback: &'static str,
}

impl Font {
    /// Prefix of the file name in vite's output.
    pub fn file_start(&self) -> String {
        let (_, name) = self.package.split_once('/').unwrap_or_default();
        format!("assets/{name}-latin-wght-normal-")
    }

    /// Value of `font-family`.
    pub fn stack(&self) -> String {
        let plain = self.name.trim_end_matches(" Variable");
        format!("\"{}\",\"{plain}\",{}", self.name, self.fallback)
    }
}

const SANS: &str =
    "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Liberation Sans\",Arial,sans-serif";
const SERIF: &str = "Georgia,\"Liberation Serif\",serif";

/// Available fonts. The first is the default of both text and headings.
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

/// Finds a font by name; an unknown name yields the default.
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
