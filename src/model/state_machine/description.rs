//! State machines in words: for the documentation, the OpenAPI document and tests.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{By, Mail, State, Transition};
use crate::db::text_enum::TextEnum;
use crate::jsonapi::Resource;

/// Schema of a request body with one of these events, and the reason codes of each.
pub fn event_schema(machines: &[Machine], offers: impl Fn(&MachineRow) -> bool) -> Value {
    let mut codes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let rows = machines.iter().flat_map(|machine| &machine.rows);
    for row in rows.filter(|row| matches!(row.by, By::Verb(_)) && offers(row)) {
        codes.entry(row.event).or_default().extend(row.reason_codes);
    }
    let events: Vec<&str> = codes.keys().copied().collect();
    codes.retain(|_, codes| !codes.is_empty());
    let all: BTreeSet<&str> = codes.values().flatten().copied().collect();
    let reason_code = if all.is_empty() {
        json!({ "type": ["string", "null"], "maxLength": 50 })
    } else {
        json!({
            "type": ["string", "null"],
            "maxLength": 50,
            "description": "The codes of each event are in `x-reason-codes`.",
            "examples": all,
        })
    };
    document(&json!({
        "type": "object",
        "required": ["event"],
        "x-reason-codes": codes,
        "properties": {
            "event": { "type": "string", "enum": events },
            "reason_code": reason_code,
            "message": { "type": ["string", "null"], "maxLength": 2000 },
            "expires_at": { "type": ["string", "null"], "description": "A day, for events that publish." },
            "confirmed": { "type": "boolean" },
        },
    }))
}

/// Schema of a document with these attributes.
pub fn document(attributes: &Value) -> Value {
    json!({
        "type": "object",
        "required": ["data"],
        "properties": { "data": {
            "type": "object",
            "required": ["attributes"],
            "properties": { "type": { "type": "string" }, "attributes": attributes },
        } },
    })
}

/// A machine in words: for the documentation, the OpenAPI document and tests.
#[derive(Debug, Clone)]
pub struct Machine {
    pub type_name: &'static str,
    pub column: &'static str,
    pub states: Vec<&'static str>,
    pub events: Vec<&'static str>,
    pub rows: Vec<MachineRow>,
}

#[derive(Debug, Clone)]
pub struct MachineRow {
    pub event: &'static str,
    pub from: Vec<&'static str>,
    pub to: Vec<&'static str>,
    pub by: By,
    pub guard: String,
    pub reason: &'static str,
    pub reason_codes: &'static [&'static str],
    pub effect: &'static str,
    pub mails: &'static [Mail],
    /// Whether the version that was read is demanded.
    pub demands_version: bool,
    /// Why not, of what is judged.
    pub open: Option<&'static str>,
}

pub fn describe<S: State>() -> Machine {
    let mut events = Vec::new();
    for row in S::TRANSITIONS {
        if !events.contains(&row.event.as_str()) {
            events.push(row.event.as_str());
        }
    }
    let words = |states: &[S]| states.iter().map(|state| state.as_str()).collect();
    let row = |row: &Transition<S>| MachineRow {
        event: row.event.as_str(),
        from: words(row.from),
        to: words(row.to),
        by: row.by,
        guard: [row.reason.as_str(), row.guard_text, row.check_text]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("; "),
        reason: row.reason.as_str(),
        reason_codes: row.reason.codes(),
        effect: row.effect_text,
        mails: row.mails,
        demands_version: row.demands_version(),
        open: row.open,
    };
    Machine {
        type_name: S::Resource::TYPE,
        column: S::COLUMN,
        states: words(S::ALL),
        events,
        rows: S::TRANSITIONS.iter().map(row).collect(),
    }
}
