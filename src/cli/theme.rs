//! `voluntr theme`: lists presets, and shows or sets the themes of a tenant's centres.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use rusqlite::{Connection, OptionalExtension as _};
use serde_json::{Value, json};

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Report, table};
use crate::error::{Code, Error, Result};
use crate::jsonapi::Id;
use crate::jsonapi::write::store;
use crate::presets;
use crate::provisioning;
use crate::resources::volunteer_center::Theme as ThemeResource;
use crate::theme::{self, ThemeConfig};

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
    /// Write the theme of a centre as JSON, to keep or to give to another
    Export {
        #[command(flatten)]
        of: OfTenant,
        #[command(flatten)]
        center: OfCenter,
        /// The file; without it to the screen
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Give a centre the theme of a JSON file, after the checks that the editor makes
    Import {
        #[command(flatten)]
        of: OfTenant,
        #[command(flatten)]
        center: OfCenter,
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        dry: DryRun,
    },
}

/// A centre of a tenant.
#[derive(Debug, Clone, clap::Args)]
pub struct OfCenter {
    /// Number of the centre, as 'theme show' says it [default: the tenant's first]
    #[arg(long, value_name = "NUMBER")]
    pub centre: Option<i64>,
}

impl Theme {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::List => Ok(list()),
            Self::Show { of } => show(context, &of),
            Self::Seed { of, preset, dry } => seed(context, &of, preset.as_deref(), dry),
            Self::Export { of, center, file } => export(context, &of, &center, file.as_deref()),
            Self::Import {
                of,
                center,
                file,
                dry,
            } => import(context, &of, &center, &file, dry),
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
            "{} ({})",
            one.pointer("/centre/name")
                .and_then(Value::as_str)
                .unwrap_or_default(),
            one.pointer("/centre/id").unwrap_or(&Value::Null)
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

/// Theme row of a centre and the centre's name.
fn of_center(connection: &Connection, center: &OfCenter) -> Result<(i64, String)> {
    connection
        .query_row(
            "select theme_id, name from volunteer_centers
              where theme_id is not null and (id = ?1 or ?1 is null)
              order by is_default desc, id
              limit 1",
            [center.centre],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?
        .ok_or_else(|| {
            Error::internal(
                "there is no such centre; 'voluntr theme show' lists them with their numbers",
            )
        })
}

#[expect(clippy::disallowed_methods, reason = "a file that the operator names")]
fn export(context: &Context, of: &OfTenant, center: &OfCenter, file: Option<&Path>) -> Done {
    let (_, tenant) = context.tenant(of)?;
    let wanted = center.clone();
    let (name, theme) = rows(&tenant).read_blocking(move |connection| {
        let (theme_id, name) = of_center(connection, &wanted)?;
        let stored = store::load::<ThemeResource>(connection, Id::new(theme_id))?;
        Ok((name, stored.ok_or(Code::NotFound)?.config()?))
    })?;
    let text = serde_json::to_string_pretty(&theme).map_err(Error::internal)?;
    let told = json!({ "tenant": tenant.name, "centre": name, "theme": theme });
    Ok(match file {
        Some(file) => {
            std::fs::write(file, format!("{text}\n")).map_err(|error| {
                Error::internal(format!("{} cannot be written: {error}", file.display()))
            })?;
            Report::new(
                format!("wrote the theme of {name} to {}\n", file.display()),
                told,
            )
        }
        None => Report::new(format!("{text}\n"), told),
    })
}

#[expect(clippy::disallowed_methods, reason = "a file that the operator names")]
fn import(context: &Context, of: &OfTenant, center: &OfCenter, file: &Path, dry: DryRun) -> Done {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::internal(format!("{} cannot be read: {error}", file.display())))?;
    let theme = read_theme(&text)
        .map_err(|error| Error::internal(format!("{}: {error}", file.display())))?;
    theme::check(&theme, None)?;
    let (_, tenant) = context.tenant_to_change(of, dry)?;
    let wanted = center.clone();
    let name = change(rows(&tenant), dry, move |tx| {
        let (theme_id, name) = of_center(tx, &wanted)?;
        provisioning::write_theme(tx, theme_id, &theme)?;
        Ok(name)
    })?;
    Ok(Report::change(
        dry.dry_run,
        format!("gave {name} the theme of {}", file.display()),
        json!({ "tenant": tenant.name, "centre": name }),
    ))
}

/// A theme as `export` writes it. A name that no theme has is a mistake, not something to pass over.
fn read_theme(text: &str) -> std::result::Result<ThemeConfig, String> {
    let told: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let known = serde_json::to_value(ThemeConfig::default()).map_err(|error| error.to_string())?;
    let names = told.as_object().ok_or("a theme is a JSON object")?.keys();
    if let Some(unknown) = names.into_iter().find(|name| known.get(name).is_none()) {
        return Err(format!("'{unknown}' is no part of a theme"));
    }
    serde_json::from_value(told).map_err(|error| error.to_string())
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
