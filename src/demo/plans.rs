//! Plans of the demo's vacancies: organisation, status and dates.

use std::collections::HashMap;

use super::Town;
use super::content::VacancyText;
use super::moment::Moment;
use super::organizations::Organization;
use super::random::Random;

/// Vacancy to be inserted.
pub struct Plan<'a> {
    pub pattern: &'a VacancyText,
    pub organization: usize,
    pub status: &'static str,
    pub moderation: &'a str,
}

/// Dates of a vacancy's history.
pub struct Days {
    pub created: Moment,
    pub opened: Option<Moment>,
    pub renewed: Option<Moment>,
    pub closed: Option<Moment>,
    pub expires: Option<Moment>,
}

const STATUSES: &[&str] = &["draft", "published", "filled", "expired", "archived"];

pub fn plans<'a>(
    town: &Town<'a>,
    published: usize,
    organizations: &[Organization],
    random: &mut Random,
) -> Vec<Plan<'a>> {
    let mut left: HashMap<&str, usize> = HashMap::from([
        ("published", published),
        ("draft", published * 8 / 100),
        ("filled", published * 6 / 100),
        ("expired", published * 8 / 100),
        ("archived", published * 7 / 100),
    ]);
    let mut plans = Vec::new();
    for pattern in &town.content.known {
        let status = STATUSES
            .iter()
            .copied()
            .find(|status| *status == pattern.status)
            .unwrap_or("draft");
        let organization = organizations.iter().position(|organization| {
            organization.is_approved() && Some(&organization.name) == pattern.organization.as_ref()
        });
        if let (Some(organization), Some(left @ 1..)) = (organization, left.get_mut(status)) {
            *left -= 1;
            plans.push(Plan {
                pattern,
                organization,
                status,
                moderation: pattern.moderation.as_deref().unwrap_or("approved"),
            });
        }
    }
    let mut deck = Deck::new(&town.content.patterns, organizations, random);
    let submitted = (published / 50).max(1);
    for status in STATUSES {
        for turn in 0..left.get(status).copied().unwrap_or(0) {
            let Some((pattern, organization)) = deck.deal(random) else {
                return plans;
            };
            let moderation = match *status {
                "draft" if turn < submitted => "submitted",
                "draft" if random.chance(20) => "needs_work",
                "draft" => "none",
                _ => "approved",
            };
            plans.push(Plan {
                pattern,
                organization,
                status,
                moderation,
            });
        }
    }
    let pending = organizations
        .iter()
        .enumerate()
        .filter(|(_, organization)| organization.status == "pending");
    for (organization, _) in pending.take(published) {
        plans.push(Plan {
            pattern: random.pick(&town.content.patterns),
            organization,
            status: "draft",
            moderation: "none",
        });
    }
    plans
}

/// Deals patterns to matching organisations; each pattern is used once before any repeats.
struct Deck<'a> {
    patterns: Vec<&'a VacancyText>,
    next: usize,
    approved: Vec<usize>,
    by_kind: HashMap<String, Vec<usize>>,
    load: Vec<u32>,
}

impl<'a> Deck<'a> {
    fn new(
        patterns: &'a [VacancyText],
        organizations: &[Organization],
        random: &mut Random,
    ) -> Self {
        let mut patterns: Vec<&VacancyText> = patterns.iter().collect();
        random.shuffle(&mut patterns);
        let mut by_kind: HashMap<String, Vec<usize>> = HashMap::new();
        let mut approved = Vec::new();
        for (index, organization) in organizations.iter().enumerate() {
            if organization.is_approved() {
                approved.push(index);
                by_kind
                    .entry(organization.kind.clone())
                    .or_default()
                    .push(index);
            }
        }
        Self {
            patterns,
            next: 0,
            approved,
            by_kind,
            load: vec![0; organizations.len()],
        }
    }

    fn deal(&mut self, random: &mut Random) -> Option<(&'a VacancyText, usize)> {
        let pattern = *self
            .patterns
            .get(self.next.checked_rem(self.patterns.len())?)?;
        self.next += 1;
        let fitting: Vec<usize> = pattern
            .org
            .iter()
            .filter_map(|kind| self.by_kind.get(kind))
            .flatten()
            .copied()
            .collect();
        let fitting = if fitting.is_empty() {
            &self.approved
        } else {
            &fitting
        };
        if fitting.is_empty() {
            return None;
        }
        let (one, other) = (*random.pick(fitting), *random.pick(fitting));
        let organization = if self.load.get(one) <= self.load.get(other) {
            one
        } else {
            other
        };
        if let Some(load) = self.load.get_mut(organization) {
            *load += 1;
        }
        Some((pattern, organization))
    }
}

pub fn days(plan: &Plan, now: Moment, random: &mut Random) -> Days {
    let pattern = plan.pattern;
    let age = random.unit();
    let age = match (pattern.published, plan.status) {
        (Some(days), _) => days,
        (None, "draft") => 0.5 + 40.0 * age * age,
        (None, "published") => 5.6 + 165.0 * age * age,
        (None, "filled") => 30.0 + 120.0 * age,
        (None, _) => 200.0 + 140.0 * age,
    };
    let opened = now.before(age, random);
    if plan.status == "draft" {
        return Days {
            created: opened,
            opened: None,
            renewed: None,
            closed: None,
            expires: pattern.expires.map(|days| now.plus_days(days)),
        };
    }
    // A vacancy with few places left has been online before and was renewed.
    let renewed = (pattern.spots.is_some()).then_some(opened);
    let opened = if renewed.is_some() {
        opened.minus_days(150.0)
    } else {
        opened
    };
    let closed = match plan.status {
        "filled" => Some(now.minus_days(random.within(0.05, 0.5) * age)),
        "expired" => Some(now.minus_days(random.within(2.0, 60.0))),
        "archived" => Some(now.minus_days(random.within(5.0, 150.0))),
        _ => None,
    };
    let expires = match (pattern.expires, plan.status) {
        (Some(days), _) => now.plus_days(days),
        (None, "expired") => closed.unwrap_or(opened),
        (None, "archived") => opened.plus_days(180.0),
        (None, _) if age < 150.0 => opened.plus_days(180.0),
        (None, _) => now.plus_days(random.within(22.0, 90.0)),
    };
    Days {
        created: opened.minus_days(random.within(0.5, 9.0)),
        opened: Some(opened),
        renewed,
        closed,
        expires: Some(expires),
    }
}
