//! `voluntr analytics`: figures of centres, counted anew from the rows.

use clap::Subcommand;
use serde_json::json;

use super::context::{Context, DryRun, OfTenant, block_on, rows};
use super::report::{Done, Report};
use crate::jobs::rebuild_analytics;

#[derive(Debug, Subcommand)]
pub enum Analytics {
    /// Count all figures of a tenant anew from its rows; what rows deleted since have left stays counted
    Rebuild {
        #[command(flatten)]
        of: OfTenant,
    },
}

impl Analytics {
    pub fn run(self, context: &Context) -> Done {
        let Self::Rebuild { of } = self;
        let (_, tenant) = context.tenant_to_change(&of, DryRun { dry_run: false })?;
        let db = rows(&tenant);
        block_on(rebuild_analytics(db))??;
        let count = |table: &'static str| {
            db.read_blocking(move |connection| {
                let sql = format!("select count(*) from {table}");
                Ok(connection.query_row(&sql, [], |row| row.get::<_, i64>(0))?)
            })
        };
        let (days, cells) = (count("analytics_days")?, count("analytics_cells")?);
        Ok(Report::new(
            format!(
                "the figures of '{}' were counted anew: {days} counts of days, {cells} cells of tables",
                tenant.name
            ),
            json!({ "tenant": tenant.name, "days": days, "cells": cells }),
        ))
    }
}
