//! What the tenant decided for all its centres: context, features and names (docs/domain/rights.md#features). A centre
//! may decide otherwise on its own row.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::http::routes::Routes;
use crate::http::singleton::Singleton;
use crate::jsonapi::Resource;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::policy::Verb;
use crate::presets::{TenantContext, Wording};
use crate::privacy::prelude::*;
use crate::theme::HeaderScale;

pub struct TenantSetting;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct TenantSettingAttributes {
    /// Part of the product that the tenant is; `meedoen` takes volunteer profiles and activities away.
    #[serde(default)]
    pub context: TenantContext,
    /// Replaces the centre's name in the titles of pages.
    #[validate(length(max = 60))]
    pub app_name: Option<String>,
    /// Colours of the header and its tabs.
    #[serde(default)]
    pub header_scale: HeaderScale,
    #[serde(default)]
    pub peer_to_peer: bool,
    #[serde(default = "yes")]
    pub volunteer_profiles: bool,
    #[serde(default = "yes")]
    pub activities: bool,
    /// What help from person to person is called.
    #[serde(default)]
    pub wording: Wording,
}

fn yes() -> bool {
    true
}

impl Resource for TenantSetting {
    const TYPE: &'static str = "tenant_settings";
    type Attributes = TenantSettingAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[("GET", "/api/v1/tenant_settings/current")],
        offered: &[Verb::Update],
        ..SessionAccess::CLOSED
    };
}

impl Singleton for TenantSetting {
    const CURRENT: &'static str = "t.id = 1";
}

impl Declared for TenantSetting {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/settings/centres/centres-page.tsx",
        "tenant_settings",
    ));
    const ABOUT: &'static str = "What the tenant decided for all its centres.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("tenant_settings", "of the tenant"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the tenant"));
    const EXPORT: Option<Export> = Some(Export::No("one row; the screen shows it"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}

pub fn routes() -> Routes {
    Routes::new().singleton::<TenantSetting>()
}
