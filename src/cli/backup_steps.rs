//! Progress of a backup.

use std::io::IsTerminal as _;

use super::context::Context;
use crate::backup::Step;

/// Progress output: a bar on a terminal, else a line per phase and per quarter of it.
pub struct Steps<'c> {
    context: &'c Context,
    bar: Option<indicatif::ProgressBar>,
    last: (String, u64),
}

impl<'c> Steps<'c> {
    pub fn start(context: &'c Context) -> Self {
        let is_shown = !context.is_json && !context.is_quiet;
        let style = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {percent} %");
        let bar = (is_shown && std::io::stderr().is_terminal())
            .then(|| indicatif::ProgressBar::new(1))
            .zip(style.ok())
            .map(|(bar, style)| bar.with_style(style));
        Self {
            context,
            bar,
            last: (String::new(), 0),
        }
    }

    pub fn show(&mut self, step: &Step) {
        let text = format!("{} {}", step.verb, step.name);
        if let Some(bar) = &self.bar {
            bar.set_length(step.total.max(1));
            bar.set_position(step.done);
            bar.set_message(text);
            return;
        }
        let quarter = step.done * 4 / step.total.max(1);
        // All files that are no databases share one line: there may be thousands of pictures.
        let key = if step.verb == "Packing" || step.name.contains("/uploads/") {
            step.verb.to_owned()
        } else {
            text
        };
        if (&key, quarter) != (&self.last.0, self.last.1) {
            self.context
                .note(&format!("{} … {} %", key.trim_end(), quarter * 25));
            self.last = (key, quarter);
        }
    }

    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
