//! What word processors, mail and websites put on the clipboard, in the elements that the editor knows. The sanitiser
//! comes after it: nothing here is a promise of safety, only that words stay apart and keep their meaning.

use super::Extent;

/// Blocks of a page that are paragraphs here.
#[rustfmt::skip]
const PARAGRAPHS: [&str; 14] = [
    "div", "section", "article", "header", "footer", "main", "aside", "address", "figure", "figcaption", "dt", "dd", "caption",
    "center",
];

/// Renames the elements of a text. Rows of a table become paragraphs where the text can hold none.
pub fn in_own_words(html: &str, extent: Extent) -> String {
    let mut own = Writer {
        text: String::with_capacity(html.len()),
        extent,
        cells: 0,
        is_in_row: false,
        is_in_cell: false,
        bold: Vec::new(),
    };
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        own.words(before);
        rest = from;
        if let Some(comment) = rest.strip_prefix("<!--") {
            // The parts between <!--[if …]> and <![endif]--> repeat the marks of lists and hold settings.
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if rest.starts_with("<!") || rest.starts_with("<?") {
            rest = rest.split_once('>').map_or("", |(_, after)| after);
        } else if let Some((tag, after)) = Tag::read(rest) {
            own.tag(&tag);
            rest = after;
        } else {
            own.text.push_str("&lt;");
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    own.words(rest);
    own.text
}

/// `<name attributes>` as it was written.
struct Tag<'h> {
    name: String,
    is_end: bool,
    attributes: &'h str,
    whole: &'h str,
}

impl<'h> Tag<'h> {
    /// The tag at the start of a text and what comes after it.
    fn read(text: &'h str) -> Option<(Self, &'h str)> {
        let inside = text.strip_prefix('<')?;
        let (is_end, inside) = inside
            .strip_prefix('/')
            .map_or((false, inside), |inside| (true, inside));
        if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut quote = None;
        let end = inside.find(|c: char| {
            if let Some(open) = quote {
                if c == open {
                    quote = None;
                }
                return false;
            }
            if matches!(c, '"' | '\'') {
                quote = Some(c);
            }
            c == '>'
        })?;
        let (tag, after) = (inside.get(..end)?, inside.get(end + 1..)?);
        let name_end = tag
            .find(|c: char| c.is_whitespace() || c == '/')
            .unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(name_end);
        let whole = text.get(..text.len() - after.len())?;
        Some((
            Self {
                name: name.to_ascii_lowercase(),
                is_end,
                attributes,
                whole,
            },
            after,
        ))
    }

    /// What the style says of the weight of the letters; not `mso-bidi-font-weight`, which Word writes beside it.
    fn weight(&self) -> Option<String> {
        let attributes = self.attributes.to_ascii_lowercase();
        let (_, style) = attributes.split_once("style")?;
        style.split([';', '"', '\'']).find_map(|rule| {
            let weight = rule.trim().strip_prefix("font-weight")?.trim_start();
            Some(weight.strip_prefix(':')?.trim().to_owned())
        })
    }

    /// Google Docs wraps all of a text in `<b style="font-weight:normal">`.
    fn is_not_bold(&self) -> bool {
        self.weight()
            .is_some_and(|weight| matches!(weight.as_str(), "normal" | "400"))
    }

    fn is_heavy(&self) -> bool {
        self.weight()
            .is_some_and(|weight| matches!(weight.as_str(), "bold" | "600" | "700" | "800" | "900"))
    }
}

struct Writer {
    text: String,
    extent: Extent,
    /// Cells of the row so far.
    cells: usize,
    /// Of a row that becomes a line.
    is_in_row: bool,
    is_in_cell: bool,
    /// Of every open `b` and `span`, whether it is written as bold.
    bold: Vec<(bool, bool)>,
}

impl Writer {
    /// Text between two tags. On the line of a row the blanks of the source are one, and none at its ends.
    fn words(&mut self, text: &str) {
        if !self.is_in_row {
            self.text.push_str(text);
            return;
        }
        for (at, word) in text.split_ascii_whitespace().enumerate() {
            if at > 0 || text.starts_with(|c: char| c.is_ascii_whitespace()) {
                self.blank();
            }
            self.text.push_str(word);
        }
        if text.ends_with(|c: char| c.is_ascii_whitespace()) {
            self.blank();
        }
    }

    fn blank(&mut self) {
        if !self.text.ends_with(' ') && !self.text.ends_with("<p>") {
            self.text.push(' ');
        }
    }

    fn without_end(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
    }

    fn write(&mut self, name: &str, is_end: bool) {
        self.text.push_str(if is_end { "</" } else { "<" });
        self.text.push_str(name);
        self.text.push('>');
    }

    fn tag(&mut self, tag: &Tag) {
        let is_whole = self.extent == Extent::Whole;
        match tag.name.as_str() {
            "b" => self.weighed(tag, false),
            "span" => self.weighed(tag, true),
            "i" => self.write("em", tag.is_end),
            "strike" => self.write("s", tag.is_end),
            "h1" | "h2" => self.write(if is_whole { "h2" } else { "h3" }, tag.is_end),
            "h5" | "h6" => self.write("h4", tag.is_end),
            "tr" if !is_whole => {
                self.cells = 0;
                self.is_in_cell = false;
                self.without_end();
                self.is_in_row = !tag.is_end;
                self.write("p", tag.is_end);
            }
            "td" | "th" if !is_whole => {
                if !tag.is_end {
                    if self.cells > 0 {
                        self.without_end();
                        self.text.push_str(" | ");
                    }
                    self.cells += 1;
                }
                self.is_in_cell = !tag.is_end;
            }
            "table" | "tbody" | "thead" | "tfoot" | "colgroup" | "col" if !is_whole => {
                self.is_in_cell = false;
                self.is_in_row = false;
            }
            // Paragraphs and line breaks of a cell, on the line of its row.
            "p" | "br" | "div" | "ul" | "ol" | "li" if self.is_in_cell => self.blank(),
            name if PARAGRAPHS.contains(&name) => self.write("p", tag.is_end),
            _ => self.text.push_str(tag.whole),
        }
    }

    fn weighed(&mut self, tag: &Tag, is_span: bool) {
        if !tag.is_end {
            let is_bold = if is_span {
                tag.is_heavy()
            } else {
                !tag.is_not_bold()
            };
            self.bold.push((is_span, is_bold));
            if is_bold {
                self.write("strong", false);
            }
        } else if let Some(at) = self.bold.iter().rposition(|(span, _)| *span == is_span) {
            let (_, is_bold) = self.bold.remove(at);
            if is_bold {
                self.write("strong", true);
            }
        }
    }
}
