//! Initial rows of every tenant: settings, taxonomies, and the first centre with its branding.

use rusqlite::named_params;
use serde_json::{Value, json};

use crate::db::Tx;
use crate::error::Result;
use crate::presets::Preset;
use crate::resources::page::seed;
use crate::resources::taxonomy_defaults::seed_taxonomies;
use crate::resources::{legal_text, stock_image};
use crate::search;
use crate::theme::{self, ThemeConfig};

/// Writes the defaults into an empty database and returns the centre's id.
pub fn found(tx: &Tx, preset: &Preset) -> Result<i64> {
    seed_taxonomies(tx, tx.now())?;
    write_settings(tx, preset)?;
    let address_id = insert_address(tx, preset)?;
    let profile_id = insert_profile(tx, preset)?;
    let theme_id = insert_theme(tx, &preset.theme)?;
    let centre = &preset.centre;
    tx.execute(
        "insert into volunteer_centers (name, email, phone_number, locale, is_default, address_id, profile_id, theme_id,
             created_at, updated_at)
         values (:name, :email, :phone_number, :locale, 1, :address_id, :profile_id, :theme_id, :now, :now)",
        named_params! {
            ":name": centre.name.trim(),
            ":email": centre.email,
            ":phone_number": centre.phone_number,
            ":locale": word(&json!(preset.default_locale)),
            ":address_id": address_id,
            ":profile_id": profile_id,
            ":theme_id": theme_id,
            ":now": tx.now(),
        },
    )?;
    let center_id = tx.last_insert_rowid();
    legal_text::seed(tx, center_id)?;
    stock_image::seed(tx, center_id)?;
    seed::plant(tx, center_id, &seed::of_preset(&preset.name)?)?;
    Ok(center_id)
}

/// Fills a theme row from a preset's theme. Omitted values take the product's defaults.
pub fn write_theme(tx: &Tx, theme_id: i64, theme: &ThemeConfig) -> Result<()> {
    theme::check(theme, None)?;
    let shades = |shades: &Option<Value>| shades.as_ref().map(Value::to_string);
    tx.execute(
        "update themes
            set font_sans = :font_sans, font_heading = :font_heading, css_variables = :css_variables,
                primary_color_preset = :primary_color_preset, primary_shades = :primary_shades,
                secondary_color_preset = :secondary_color_preset, secondary_shades = :secondary_shades,
                tertiary_color_preset = :tertiary_color_preset, tertiary_shades = :tertiary_shades,
                muted_color_preset = :muted_color_preset, background_color = :background_color,
                text_color = :text_color, default_shape = :default_shape, header_full_width = :header_full_width,
                header_variant = :header_variant, header_sticky = :header_sticky,
                header_language_toggle = :header_language_toggle,
                header_center_menu_items = :header_center_menu_items, footer_variant = :footer_variant,
                allow_inactive_users = :allow_inactive_users,
                enable_moving_organizations = :enable_moving_organizations, staging = :staging,
                version = version + 1, updated_at = :now
          where id = :id",
        named_params! {
            ":id": theme_id,
            ":font_sans": theme.font_sans,
            ":font_heading": theme.font_heading,
            ":css_variables": json!(theme.css_variables).to_string(),
            ":primary_color_preset": theme.primary_color_preset,
            ":primary_shades": shades(&theme.primary_shades),
            ":secondary_color_preset": theme.secondary_color_preset,
            ":secondary_shades": shades(&theme.secondary_shades),
            ":tertiary_color_preset": theme.tertiary_color_preset,
            ":tertiary_shades": shades(&theme.tertiary_shades),
            ":muted_color_preset": theme.muted_color_preset,
            ":background_color": theme.background_color,
            ":text_color": theme.text_color,
            ":default_shape": word(&json!(theme.default_shape)),
            ":header_full_width": theme.header_full_width,
            ":header_variant": word(&json!(theme.header_variant)),
            ":header_sticky": theme.header_sticky,
            ":header_language_toggle": theme.header_language_toggle,
            ":header_center_menu_items": theme.header_center_menu_items,
            ":footer_variant": theme.footer_variant,
            ":allow_inactive_users": theme.allow_inactive_users,
            ":enable_moving_organizations": theme.enable_moving_organizations,
            ":staging": theme.staging,
            ":now": tx.now(),
        },
    )?;
    Ok(())
}

/// Stores the preset's decisions, so that a later version's changes to the preset do not alter this tenant.
fn write_settings(tx: &Tx, preset: &Preset) -> Result<()> {
    let settings = [
        ("preset", Some(preset.name.clone())),
        ("default_locale", word(&json!(preset.default_locale))),
        (
            "second_factor",
            Some(preset.second_factor.as_str().to_owned()),
        ),
    ];
    let mut statement = tx.prepare_cached(
        "insert into settings (name, value) values (:name, :value)
             on conflict (name) do update set value = excluded.value",
    )?;
    for (name, value) in settings {
        if let Some(value) = value {
            statement.execute(named_params! {":name": name, ":value": value})?;
        }
    }
    let features = preset.features;
    tx.execute(
        "insert into tenant_settings (id, context, app_name, header_scale, peer_to_peer, volunteer_profiles, activities,
             wording, created_at, updated_at)
         values (1, :context, :app_name, :header_scale, :peer_to_peer, :volunteer_profiles, :activities,
             :wording, :now, :now)",
        named_params! {
            ":context": preset.context.as_str(),
            ":app_name": preset.app_name,
            ":header_scale": word(&json!(preset.header_scale)),
            ":peer_to_peer": features.peer_to_peer,
            ":volunteer_profiles": features.volunteer_profiles,
            ":activities": features.activities,
            ":wording": word(&json!(preset.wording)),
            ":now": tx.now(),
        },
    )?;
    Ok(())
}

fn insert_address(tx: &Tx, preset: &Preset) -> Result<i64> {
    let address = &preset.centre.address;
    let place = address
        .postal_code
        .as_deref()
        .or(address.city.as_deref())
        .and_then(search::locate);
    tx.execute(
        "insert into addresses (street, house_number, postal_code, city, country, latitude, longitude,
             created_at, updated_at)
         values (:street, :house_number, :postal_code, :city, :country, :latitude, :longitude, :now, :now)",
        named_params! {
            ":street": address.street,
            ":house_number": address.house_number,
            ":postal_code": address.postal_code,
            ":city": address.city,
            ":country": address.country.as_deref().unwrap_or("NL"),
            ":latitude": place.as_ref().map(|place| place.latitude),
            ":longitude": place.as_ref().map(|place| place.longitude),
            ":now": tx.now(),
        },
    )?;
    Ok(tx.last_insert_rowid())
}

fn insert_profile(tx: &Tx, preset: &Preset) -> Result<i64> {
    let centre = &preset.centre;
    tx.execute(
        "insert into volunteer_center_profiles (show_anbi_logo, show_nov_logo, created_at, updated_at)
         values (:anbi, :nov, :now, :now)",
        named_params! {
            ":anbi": centre.show_anbi_logo,
            ":nov": centre.show_nov_logo,
            ":now": tx.now(),
        },
    )?;
    let profile_id = tx.last_insert_rowid();
    for (number, column) in &centre.footer {
        // The ids are those of the presets; tests check that they exist.
        tx.execute(
            &format!(
                "update volunteer_center_profiles
                    set footer_column_{number}_title = :title, footer_column_{number}_content = :content,
                        footer_column_{number}_title_en = :title_en, footer_column_{number}_content_en = :content_en
                  where id = :id"
            ),
            named_params! {
                ":id": profile_id,
                ":title": column.nl.title.trim(),
                ":content": column.nl.content.trim(),
                ":title_en": column.en.title.trim(),
                ":content_en": column.en.content.trim(),
            },
        )?;
    }
    Ok(profile_id)
}

fn insert_theme(tx: &Tx, theme: &ThemeConfig) -> Result<i64> {
    tx.execute(
        "insert into themes (created_at, updated_at) values (?1, ?1)",
        [tx.now()],
    )?;
    let theme_id = tx.last_insert_rowid();
    write_theme(tx, theme_id, theme)?;
    tx.execute("update themes set version = 1 where id = ?1", [theme_id])?;
    Ok(theme_id)
}

/// Serialized string form of a value.
fn word(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
