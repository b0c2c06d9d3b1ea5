//! Texts of a kind of email that a tenant or a centre wrote itself, in the place of the built-in ones: subject, body,
//! and an introduction before the body. The centre's text is used first, then the tenant's, then the built-in one.
//!
//! A text holds the placeholders and conditions of its built-in text, verbatim: it cannot compute anything of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::template::{TEXTS, render};
use super::{EmailBranding, Filled, Locale, MailKind, sample, sample_of, variants};

/// The overridden parts; `None` follows the built-in text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextOverride {
    pub subject: Option<String>,
    pub intro: Option<String>,
    pub body: Option<String>,
}

/// Error in one part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault {
    pub part: &'static str,
    /// `unknown_placeholder`, `missing_placeholder`, `optional_placeholder` or `template`.
    pub rule: &'static str,
    pub placeholder: String,
}

/// Maximum lengths of subject, introduction and body, in characters.
pub const LONGEST: [usize; 3] = [150, 1_000, 20_000];

/// Key of an email's data: the text that it is sent with instead of the one in force, as a test asks for.
pub const OWN_TEXT: &str = "own_text";

/// Placeholders of every text.
const COMMON: [&str; 2] = ["{{ centre_name }}", "{{ site }}"];

/// Maximum number of conditions in a text.
const MOST_CONDITIONS: usize = 60;

impl TextOverride {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The override in force for a centre: each part of the centre, or else of the tenant.
    pub fn find(
        connection: &Connection,
        kind: MailKind,
        locale: Locale,
        center_id: Option<i64>,
    ) -> rusqlite::Result<Self> {
        let mut text = Self::default();
        for level in [center_id, None] {
            if let Some(found) = Self::stored(connection, kind, locale, level)? {
                text.subject = text.subject.or(found.subject);
                text.intro = text.intro.or(found.intro);
                text.body = text.body.or(found.body);
            }
            if center_id.is_none() {
                break;
            }
        }
        Ok(text)
    }

    /// The stored parts of one level: of a centre, or of the tenant.
    pub fn stored(
        connection: &Connection,
        kind: MailKind,
        locale: Locale,
        center_id: Option<i64>,
    ) -> rusqlite::Result<Option<Self>> {
        connection
            .prepare_cached(
                "select subject, intro, body from notification_templates
                  where kind = :kind and locale = :locale and coalesce(volunteer_center_id, 0) = coalesce(:center_id, 0)",
            )?
            .query_row(
                named_params! {":kind": kind.as_str(), ":locale": locale.as_str(), ":center_id": center_id},
                |row| {
                    Ok(Self {
                        subject: row.get(0)?,
                        intro: row.get(1)?,
                        body: row.get(2)?,
                    })
                },
            )
            .optional()
    }

    /// The parts that an email carries itself, under [`OWN_TEXT`] of its data.
    pub fn carried(data: &serde_json::Value) -> Option<Self> {
        let parts = data.get(OWN_TEXT)?;
        let part = |name: &str| parts.get(name)?.as_str().map(str::to_owned);
        Some(Self {
            subject: part("subject"),
            intro: part("intro"),
            body: part("body"),
        })
    }

    /// The parts as an email carries them.
    pub fn to_carry(&self) -> serde_json::Value {
        serde_json::json!({ "subject": self.subject, "intro": self.intro, "body": self.body })
    }

    /// The template source of an email with these parts.
    pub(super) fn source(&self, kind: MailKind, locale: Locale) -> String {
        let (subject, body) = built_in(kind, locale);
        let subject = self.subject.as_deref().unwrap_or(subject);
        let intro = self
            .intro
            .as_deref()
            .map_or_else(String::new, |intro| format!("{intro}\n\n"));
        let body = self.body.as_deref().unwrap_or(body);
        format!("Subject: {subject}\n\n{intro}{body}")
    }

    /// Checks that the text renders with whatever data its kind has, and holds what it must.
    pub fn validate(&self, kind: MailKind, locale: Locale) -> Result<(), Vec<TextFault>> {
        let mut faults = self.unknown_placeholders(kind, locale);
        if faults.is_empty() && TEXTS.template_from_str(&self.source(kind, locale)).is_err() {
            faults = self.render_faults(kind, locale);
        }
        if faults.is_empty() {
            faults = self.missing_placeholders(kind, locale);
        }
        if faults.is_empty() {
            faults = self.render_faults(kind, locale);
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }

    /// The parts by name.
    pub fn parts(&self) -> [(&'static str, Option<&String>); 3] {
        [
            ("subject", self.subject.as_ref()),
            ("intro", self.intro.as_ref()),
            ("body", self.body.as_ref()),
        ]
    }

    fn unknown_placeholders(&self, kind: MailKind, locale: Locale) -> Vec<TextFault> {
        let known = tags(kind.source(locale));
        let mut loops_left: HashMap<&str, usize> = HashMap::new();
        for tag in known.iter().filter(|tag| is_loop(tag)) {
            *loops_left.entry(tag).or_default() += 1;
        }
        let mut conditions = 0;
        let mut faults = Vec::new();
        for (part, text) in self.parts() {
            for tag in text.into_iter().flat_map(|text| tags(text)) {
                let mut is_known = known.contains(&tag) || COMMON.contains(&tag.as_str());
                if is_loop(&tag) {
                    // A loop inside itself would take exponential time.
                    let left = loops_left.get_mut(tag.as_str()).filter(|left| **left > 0);
                    is_known &= left.map(|left| *left -= 1).is_some();
                } else if tag.starts_with("{%") {
                    conditions += 1;
                    is_known &= conditions <= MOST_CONDITIONS;
                }
                if !is_known {
                    faults.push(TextFault {
                        part,
                        rule: "unknown_placeholder",
                        placeholder: tag,
                    });
                }
            }
        }
        faults
    }

    /// The link of an email must stay, and all that a mandatory email has to say, where the built-in text says it: each
    /// part stands for itself, as the others may be of another level. What the built-in text always says may not move
    /// into a condition.
    fn missing_placeholders(&self, kind: MailKind, locale: Locale) -> Vec<TextFault> {
        let (_, built_in) = built_in(kind, locale);
        let (in_body, always) = (variables(built_in), always_said(built_in));
        mandatory_placeholders(kind, locale)
            .into_iter()
            .filter_map(|name| {
                let (part, text) = if in_body.contains(&name) {
                    ("body", self.body.as_deref())
                } else {
                    ("subject", self.subject.as_deref())
                };
                let said = if always.contains(&name) {
                    always_said(text?)
                } else {
                    variables(text?)
                };
                (!said.contains(&name)).then(|| TextFault {
                    part,
                    rule: "missing_placeholder",
                    placeholder: format!("{{{{ {name} }}}}"),
                })
            })
            .collect()
    }

    /// Renders with the sample data of each variant, and without each value that may be missing.
    fn render_faults(&self, kind: MailKind, locale: Locale) -> Vec<TextFault> {
        let part = [("body", &self.body), ("intro", &self.intro)];
        let part = part.iter().find(|(_, text)| text.is_some());
        let part = part.map_or("subject", |(part, _)| part);
        let fault = |rule, placeholder: &str| TextFault {
            part,
            rule,
            placeholder: placeholder.to_owned(),
        };
        let mut samples = vec![sample(kind, locale)];
        samples.extend(
            variants(kind)
                .into_iter()
                .filter_map(|variant| sample_of(kind, locale, variant)),
        );
        if samples
            .iter()
            .any(|data| !renders(kind, locale, data, self))
        {
            return vec![fault("template", "")];
        }
        let mut faults = Vec::new();
        for name in optional_values(kind, locale) {
            let mut data = sample(kind, locale);
            if let Some(data) = data.as_object_mut() {
                data.remove(&name);
            }
            if !renders(kind, locale, &data, self) {
                faults.push(fault("optional_placeholder", &format!("{{{{ {name} }}}}")));
            }
        }
        faults
    }
}

/// Built-in subject and body.
pub fn built_in(kind: MailKind, locale: Locale) -> (&'static str, &'static str) {
    let (first, body) = kind
        .source(locale)
        .split_once('\n')
        .unwrap_or((kind.source(locale), ""));
    let subject = first.strip_prefix("Subject:").unwrap_or(first);
    (subject.trim(), body.trim())
}

/// The placeholders that a text of this kind may hold, each once.
pub fn placeholders(kind: MailKind, locale: Locale) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let common = COMMON.iter().map(|tag| (*tag).to_owned());
    for tag in tags(kind.source(locale)).into_iter().chain(common) {
        if !found.contains(&tag) {
            found.push(tag);
        }
    }
    found
}

/// Names of the values that a text of this kind must hold.
pub fn mandatory_placeholders(kind: MailKind, locale: Locale) -> Vec<String> {
    let optional = optional_values(kind, locale);
    let data = sample(kind, locale);
    data.as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .filter(|name| !optional.contains(name))
        .filter(|name| name == "path" || kind.is_mandatory())
        .collect()
}

/// Names of the values without which the built-in text still renders.
fn optional_values(kind: MailKind, locale: Locale) -> Vec<String> {
    let data = sample(kind, locale);
    let names: Vec<String> = data
        .as_object()
        .map(|data| data.keys().cloned().collect())
        .unwrap_or_default();
    names
        .into_iter()
        .filter(|name| {
            let mut less = data.clone();
            if let Some(less) = less.as_object_mut() {
                less.remove(name);
            }
            renders(kind, locale, &less, &TextOverride::default())
        })
        .collect()
}

fn renders(kind: MailKind, locale: Locale, data: &serde_json::Value, text: &TextOverride) -> bool {
    let filled = Filled {
        kind,
        locale,
        to_name: "",
        data,
        unsubscribe_path: None,
        text: Some(text),
    };
    render(&filled, &EmailBranding::default()).is_ok()
}

/// What each placeholder of a kind shows in its sample, by the placeholder as it stands in a text. Those that only mean
/// something inside a loop are left out.
pub fn sample_values(
    kind: MailKind,
    locale: Locale,
    head: &EmailBranding,
) -> BTreeMap<String, String> {
    let data = sample(kind, locale);
    placeholders(kind, locale)
        .into_iter()
        .filter(|tag| tag.starts_with("{{"))
        .filter_map(|tag| {
            let text = TextOverride {
                subject: Some(tag.clone()),
                ..TextOverride::default()
            };
            let filled = Filled {
                kind,
                locale,
                to_name: "",
                data: &data,
                unsubscribe_path: None,
                text: Some(&text),
            };
            Some((tag, render(&filled, head).ok()?.subject))
        })
        .collect()
}

/// A condition or a loop that is open: what each branch says, and whether one of them is always taken.
#[derive(Default)]
struct OpenBlock {
    branches: Vec<BTreeSet<String>>,
    has_else: bool,
    said: BTreeSet<String>,
}

/// Names of the values that a template says whatever its data: outside of conditions, or in every branch of one.
fn always_said(source: &str) -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    let mut open: Vec<OpenBlock> = Vec::new();
    for tag in tags(source) {
        if tag.starts_with("{% if ") || is_loop(&tag) {
            open.push(OpenBlock::default());
        } else if tag.starts_with("{% el") {
            if let Some(block) = open.last_mut() {
                block.has_else = tag == "{% else %}";
                let branch = std::mem::take(&mut block.said);
                block.branches.push(branch);
            }
        } else if tag.starts_with("{% end") {
            let Some(block) = open.pop() else { continue };
            let in_all = block
                .branches
                .iter()
                .fold(block.said, |all, branch| &all & branch);
            if block.has_else {
                open.last_mut()
                    .map_or(&mut said, |outer| &mut outer.said)
                    .extend(in_all);
            }
        } else if tag.starts_with("{{") {
            let here = open.last_mut().map_or(&mut said, |block| &mut block.said);
            here.extend(variables(&tag));
        }
    }
    said
}

/// Placeholders and blocks of a template, with single spaces. An unclosed one is returned up to the end.
fn tags(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find('{') {
        rest = rest.get(at..).unwrap_or_default();
        let end = match rest.get(..2) {
            Some("{{") => "}}",
            Some("{%") => "%}",
            Some("{#") => "#}",
            _ => {
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
        };
        let length = rest
            .get(2..)
            .and_then(|inner| inner.find(end))
            .map_or(rest.len(), |inner| inner + 4);
        let (tag, after) = rest.split_at(length);
        let inner = tag.get(2..).unwrap_or_default();
        let inner = inner.strip_suffix(end).map_or_else(
            || tag.to_owned(),
            |inner| {
                format!(
                    "{} {} {end}",
                    tag.get(..2).unwrap_or_default(),
                    inner.trim()
                )
            },
        );
        found.push(inner.split_whitespace().collect::<Vec<_>>().join(" "));
        rest = after;
    }
    found
}

fn is_loop(tag: &str) -> bool {
    tag.starts_with("{% for ")
}

/// Names of the values that a template uses.
fn variables(source: &str) -> BTreeSet<String> {
    TEXTS
        .template_from_str(source)
        .map(|template| template.undeclared_variables(false).into_iter().collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> TextOverride {
        TextOverride {
            body: Some(text.to_owned()),
            ..TextOverride::default()
        }
    }

    fn rules(kind: MailKind, text: &TextOverride) -> Vec<(&'static str, String)> {
        match text.validate(kind, Locale::Nl) {
            Ok(()) => Vec::new(),
            Err(faults) => faults
                .into_iter()
                .map(|fault| (fault.rule, fault.placeholder))
                .collect(),
        }
    }

    #[test]
    fn every_built_in_text_may_be_kept_as_a_text_of_ones_own() {
        for kind in MailKind::ALL {
            for locale in Locale::ALL {
                let (subject, text) = built_in(*kind, locale);
                let own = TextOverride {
                    subject: Some(subject.to_owned()),
                    intro: Some("Dag!".to_owned()),
                    body: Some(text.to_owned()),
                };
                assert_eq!(own.validate(*kind, locale), Ok(()), "{}", kind.as_str());
            }
        }
    }

    #[test]
    fn only_the_placeholders_of_the_kind_are_known() {
        let kind = MailKind::OrgToReview;
        assert_eq!(
            rules(
                kind,
                &body("{{ organization_name }} {{path}} bij {{ centre_name }}")
            ),
            []
        );
        for unknown in [
            "{{ vacancy_title }}",
            "{{ 7 * 7 }}",
            "{% include 'x' %}",
            "{# note #}",
            "{{ path",
        ] {
            let found = rules(kind, &body(&format!("{{{{ path }}}} {unknown}")));
            assert_eq!(found, [("unknown_placeholder", unknown.to_owned())]);
        }
    }

    #[test]
    fn a_loop_is_not_put_inside_itself() {
        let kind = MailKind::ApplicationRejected;
        let (_, text) = built_in(kind, Locale::Nl);
        let start = "{% for vacancy in similar %}";
        let nested = text
            .replace(start, &format!("{start}{start}"))
            .replace("{% endfor %}", "{% endfor %}{% endfor %}");
        assert!(rules(kind, &body(&nested)).contains(&("unknown_placeholder", start.to_owned())));
    }

    #[test]
    fn the_link_stays_and_what_a_mandatory_email_has_to_say() {
        assert_eq!(
            rules(MailKind::OrgToReview, &body("Er is een aanmelding.")),
            [("missing_placeholder", "{{ path }}".to_owned())]
        );
        // The introduction may be replaced by that of another level.
        let elsewhere = TextOverride {
            intro: Some("[Bekijk]({{ path }})".to_owned()),
            ..body("Er is een aanmelding.")
        };
        assert_eq!(
            rules(MailKind::OrgToReview, &elsewhere),
            [("missing_placeholder", "{{ path }}".to_owned())]
        );
        let found = rules(MailKind::GuardianConsent, &body("[Ja]({{ path }})"));
        assert!(found.contains(&("missing_placeholder", "{{ expires_at }}".to_owned())));
    }

    #[test]
    fn what_must_be_said_is_not_put_into_a_condition() {
        let missing = [("missing_placeholder", "{{ path }}".to_owned())];
        for hidden in [
            "{% if city %}{{ path }}{% endif %}",
            "{% if city %}{{ path }}{% else %}nergens{% endif %}",
            "{% if is_change %}{% if city %}{{ path }}{% endif %}{% else %}{{ path }}{% endif %}",
        ] {
            assert_eq!(
                rules(MailKind::OrgToReview, &body(hidden)),
                missing,
                "{hidden}"
            );
        }
        let in_both = "{% if city %}Uit {{ city }}: {{ path }}{% else %}{{ path }}{% endif %}";
        assert_eq!(rules(MailKind::OrgToReview, &body(in_both)), []);
    }

    #[test]
    fn a_value_that_may_be_missing_needs_its_condition() {
        assert_eq!(
            rules(MailKind::OrgToReview, &body("{{ path }} {{ city }}")),
            [("optional_placeholder", "{{ city }}".to_owned())]
        );
        assert_eq!(
            rules(
                MailKind::OrgToReview,
                &body("{{ path }} {% if city %}uit {{ city }}{% endif %}")
            ),
            []
        );
    }

    #[test]
    fn a_link_that_leads_elsewhere_does_not_render() {
        assert_eq!(
            rules(
                MailKind::OrgToReview,
                &body("{{ path }}\n\n[Klik](https://evil.example)")
            ),
            [("template", String::new())]
        );
    }
}
