//! `voluntr second-factor`: enforcement of a second factor per tenant, and its reset for users who have lost theirs.

use clap::Subcommand;
use serde_json::json;

use super::context::{Context, DryRun, OfTenant, change, rows};
use super::report::{Done, Report};
use crate::app::access::audit_log;
use crate::app::auth::second_factor_policy;
use crate::presets::SecondFactorRule;
use crate::provisioning::account;
use crate::resources::user::authentication::second_factor;

#[derive(Debug, Subcommand)]
pub enum SecondFactor {
    /// Demand a second factor of admins and superusers of a centre, or leave it to them
    Rule {
        #[command(flatten)]
        of: OfTenant,
        rule: SecondFactorRule,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take away somebody's second factor and end their sessions: for who has lost telephone, keys and recovery codes
    Forget {
        #[command(flatten)]
        of: OfTenant,
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl SecondFactor {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Rule { of, rule, dry } => {
                let (_, tenant) = context.tenant_to_change(&of, dry)?;
                change(rows(&tenant), dry, move |tx| {
                    second_factor_policy::set_rule(tx, rule)?;
                    audit_log::write(
                        tx,
                        &audit_log::Event {
                            actor_id: None,
                            action: "second_factor_rule",
                            subject: audit_log::Subject::named("settings", None),
                            data: json!({ "second_factor": rule.as_str() }),
                            center_id: None,
                        },
                    )
                })?;
                Ok(Report::change(
                    dry.dry_run,
                    format!("a second factor is {} in '{}'", rule.as_str(), tenant.name),
                    json!({ "tenant": tenant.name, "second_factor": rule.as_str() }),
                ))
            }
            Self::Forget { of, email, dry } => {
                let (_, tenant) = context.tenant_to_change(&of, dry)?;
                let wanted = email.trim().to_owned();
                let count = change(rows(&tenant), dry, move |tx| {
                    let (id, _) = account::find(tx, &wanted)?;
                    second_factor::forget(tx, id)
                })?;
                Ok(Report::change(
                    dry.dry_run,
                    format!("{email} has no second factor any more, and all sessions have ended"),
                    json!({ "tenant": tenant.name, "email": email, "forgotten": count }),
                ))
            }
        }
    }
}
