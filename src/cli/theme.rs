//! `voluntr theme`: lists presets, and shows or sets the themes of a tenant's centres.

use std::fmt::Write as _;

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Report, table};
use crate::presets;
use crate::provisioning;
use crate::theme;

#[derive(Debug, Subcommand)]
pub enum Theme {
    /// The presets that come with the program
    List,
    /// The theme of each centre of a tenant
    Show {
        #[command(flatten)]
        of: OfTenant,
    },
    /// Give a tenant's centres the look of a preset
    Seed {
        #[command(flatten)]
        of: OfTenant,
        /// The preset [default: the tenant's own]
        #[arg(long)]
        preset: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Theme {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::List => Ok(list()),
            Self::Show { of } => show(context, &of),
            Self::Seed { of, preset, dry } => seed(context, &of, preset.as_deref(), dry),
        }
    }
}

fn list() -> Report {
    let lines = presets::list()
        .iter()
        .map(|preset| {
            let theme = &preset.theme;
            vec![
                preset.name.clone(),
                preset.centre.name.clone(),
                theme.primary_color_preset.clone(),
                theme.secondary_color_preset.clone(),
                theme.tertiary_color_preset.clone(),
            ]
        })
        .collect();
    let headings = ["preset", "centre", "primary", "secondary", "tertiary"];
    Report::new(
        table(&headings, lines, ""),
        json!({ "presets": presets::list() }),
    )
}

fn show(context: &Context, of: &OfTenant) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let themes = rows(&tenant).read_blocking(|connection| {
        let mut statement = connection.prepare(
            "select c.id, c.name, t.*
               from volunteer_centers c
               join themes t on t.id = c.theme_id
              order by c.is_default desc, c.id",
        )?;
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let themes = statement
            .query_map([], |row| {
                // The first two columns belong to the centre; the theme's columns follow.
                let mut theme = serde_json::Map::new();
                for (index, name) in names.iter().enumerate().skip(2) {
                    theme.insert(name.clone(), plain(row.get_ref(index)?));
                }
                Ok(json!({ "centre": { "id": row.get::<_, i64>(0)?, "name": row.get::<_, String>(1)? }, "theme": theme }))
            })?
            .collect::<rusqlite::Result<Vec<Value>>>()?;
        Ok(themes)
    })?;
    let mut text = String::new();
    for one in &themes {
        let _ = writeln!(
            text,
            "{}",
            one.pointer("/centre/name")
                .and_then(Value::as_str)
                .unwrap_or_default()
        );
        for (name, value) in one["theme"].as_object().into_iter().flatten() {
            if !value.is_null() {
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                let _ = writeln!(text, "  {name}: {value}");
            }
        }
    }
    Ok(Report::new(
        text,
        json!({ "tenant": tenant.name, "themes": themes }),
    ))
}

fn plain(value: rusqlite::types::ValueRef) -> Value {
    use rusqlite::types::ValueRef;
    match value {
        ValueRef::Null | ValueRef::Blob(_) => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned().into(),
    }
}

fn seed(context: &Context, of: &OfTenant, wanted: Option<&str>, dry: DryRun) -> Done {
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let preset = match wanted {
        Some(wanted) => presets::find(wanted)
            .cloned()
            .ok_or_else(|| provisioning::no_preset(wanted))?,
        None => tenant.preset.clone(),
    };
    let theme = preset.theme.clone();
    theme::check(&theme, None)?;
    let centers = change(rows(&tenant), dry, move |tx| {
        let themes = tx
            .prepare("select theme_id, name from volunteer_centers where theme_id is not null order by id")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<Vec<(i64, String)>>>()?;
        for (theme_id, _) in &themes {
            provisioning::write_theme(tx, *theme_id, &theme)?;
        }
        Ok(themes.into_iter().map(|(_, name)| name).collect::<Vec<_>>())
    })?;
    Ok(Report::change(
        dry.dry_run,
        format!("gave {} the look of '{}'", centers.join(", "), preset.name),
        json!({ "tenant": tenant.name, "preset": preset.name, "centres": centers }),
    ))
}
