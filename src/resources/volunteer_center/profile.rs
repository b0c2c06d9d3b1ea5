//! The profile of a centre: logos, footer, contact person.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::VERSIONS;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Computed, Resource, Saving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::field_rules;
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::upload::{self, UploadKind};
use crate::theme;

pub struct VolunteerCenterProfile;

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VolunteerCenterProfileAttributes {
    /// The centre's; changed there.
    #[schemars(extend("readOnly" = true))]
    pub name: Option<String>,
    #[validate(length(max = 2000))]
    pub website_logo_url: Option<String>,
    #[validate(length(max = 2000))]
    pub website_logo_dark_mode_url: Option<String>,
    #[validate(length(max = 2000))]
    pub favicon_url: Option<String>,
    #[validate(custom(function = "field_rules::gtag_id"))]
    pub gtag_id: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub primary_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub secondary_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub tertiary_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub muted_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub background_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub text_color: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_1_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_1_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_2_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_2_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_3_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_3_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_4_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_4_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_6_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_6_content: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_8_title: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_8_content: Option<String>,
    // English versions of the texts; an empty one falls back to its counterpart.
    #[validate(length(max = 60))]
    pub footer_column_1_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_1_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_2_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_2_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_3_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_3_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_4_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_4_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_6_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_6_content_en: Option<String>,
    #[validate(length(max = 60))]
    pub footer_column_8_title_en: Option<String>,
    #[validate(length(max = 1000))]
    pub footer_column_8_content_en: Option<String>,
    #[serde(default)]
    pub show_anbi_logo: bool,
    #[serde(default)]
    pub show_nov_logo: bool,
    /// Whom visitors turn to who need help. Empty: nobody is named.
    #[validate(length(max = 100))]
    pub contact_name: Option<String>,
    #[validate(length(max = 100))]
    pub contact_role: Option<String>,
    #[validate(email, length(max = 254))]
    pub contact_email: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub contact_phone: Option<String>,
    #[validate(length(max = 2000))]
    pub contact_photo_url: Option<String>,
    /// When they can be reached, for instance.
    #[validate(length(max = 300))]
    pub contact_text: Option<String>,
    #[validate(length(max = 300))]
    pub contact_text_en: Option<String>,
    /// What help between people is here, in the centre's own words. Empty: a sentence of the site.
    #[validate(length(max = 600))]
    pub help_intro: Option<String>,
    #[validate(length(max = 600))]
    pub help_intro_en: Option<String>,
    /// Whom somebody in need can call, a line for each. Empty: 112, 113 and the Luistertelefoon.
    #[validate(length(max = 600))]
    pub help_lines: Option<String>,
    #[validate(length(max = 600))]
    pub help_lines_en: Option<String>,
}

impl Resource for VolunteerCenterProfile {
    const TYPE: &'static str = "volunteer_center_profiles";
    type Attributes = VolunteerCenterProfileAttributes;

    const COMPUTED: &'static [Computed] = &[Computed {
        field: "name",
        sql: "select c.name from volunteer_centers c where c.profile_id = t.id",
    }];
    const DEPENDS: &'static [&'static str] = &["volunteer_centers"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Update],
        impersonating: &[
            ("GET", "/api/v1/volunteer_centers/{id}/profile"),
            ("PATCH", "/api/v1/volunteer_centers/{id}/profile"),
            ("PUT", "/api/v1/volunteer_centers/{id}/profile"),
            ("GET", "/api/v1/volunteer_center_profiles/{id}/versions"),
        ],
        offered: &[Verb::Oversee],
        ..SessionAccess::CLOSED
    };

    const VERSIONS: Option<u32> = Some(VERSIONS);

    /// The profile's colours replace missing theme colours, so the same rule applies to them.
    fn before_save(
        new: &mut VolunteerCenterProfileAttributes,
        old: Option<&VolunteerCenterProfileAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        new.contact_phone = new
            .contact_phone
            .take()
            .and_then(|number| field_rules::e164(&number));
        let logos = |profile: &VolunteerCenterProfileAttributes| {
            [
                ("website_logo_url", profile.website_logo_url.clone()),
                (
                    "website_logo_dark_mode_url",
                    profile.website_logo_dark_mode_url.clone(),
                ),
                ("favicon_url", profile.favicon_url.clone()),
            ]
        };
        let known = old.map(logos);
        let faults: Vec<FieldFault> = logos(new)
            .into_iter()
            .filter(|logo| known.as_ref().is_none_or(|known| !known.contains(logo)))
            .filter(|(_, address)| {
                let address = address.as_deref().unwrap_or_default();
                !address.is_empty() && !theme::allow_list::logo(address)
            })
            .map(|(field, _)| FieldFault::attribute(field, "url"))
            .collect();
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        require_own_pictures(new, old, saving.tx)?;
        let colours = |profile: &VolunteerCenterProfileAttributes| theme::ThemeConfig {
            background_color: profile.background_color.clone(),
            text_color: profile.text_color.clone(),
            ..theme::ThemeConfig::default()
        };
        theme::check(&colours(new), Some(&old.map(colours).unwrap_or_default()))
    }
}

/// What was sent to this site was sent for its place: a photo of a vacancy is not a logo.
fn require_own_pictures(
    new: &VolunteerCenterProfileAttributes,
    old: Option<&VolunteerCenterProfileAttributes>,
    tx: &Tx,
) -> Result<()> {
    type Address = fn(&VolunteerCenterProfileAttributes) -> Option<&String>;
    let pictures: [(&str, UploadKind, Address); 3] = [
        ("website_logo_url", UploadKind::CenterLogo, |profile| {
            profile.website_logo_url.as_ref()
        }),
        (
            "website_logo_dark_mode_url",
            UploadKind::CenterLogo,
            |profile| profile.website_logo_dark_mode_url.as_ref(),
        ),
        ("favicon_url", UploadKind::Favicon, |profile| {
            profile.favicon_url.as_ref()
        }),
    ];
    for (field, kind, address) in pictures {
        let addresses = (old.and_then(address), address(new));
        upload::require_stored(tx, field, kind, addresses)?;
    }
    let photos = (
        old.and_then(|old| old.contact_photo_url.as_ref()),
        new.contact_photo_url.as_ref(),
    );
    upload::require_own(tx, "contact_photo_url", UploadKind::ContactPhoto, photos)
}

/// The profiles that name this person as the contact. A namesake counts only among the staff.
const CONTACT: &str = "t.contact_email collate nocase in (select value from json_each(:emails)) or t.contact_phone in (select value from json_each(:phones)) or (t.contact_name in (select value from json_each(:names)) and exists (select 1 from roles r where r.user_id = :user_id and r.name in ('admin', 'center_superuser', 'content_manager', 'page_manager')))";
/// Columns that say nothing of the contact.
#[rustfmt::skip]
const NOT_CONTACT: &[&str] = &[
    "id", "website_logo_url", "website_logo_dark_mode_url", "favicon_url", "gtag_id", "primary_color",
    "secondary_color", "tertiary_color", "muted_color", "background_color", "text_color", "footer_column_1_title",
    "footer_column_1_content", "footer_column_2_title", "footer_column_2_content", "footer_column_3_title",
    "footer_column_3_content", "footer_column_4_title", "footer_column_4_content", "footer_column_6_title",
    "footer_column_6_content", "footer_column_8_title", "footer_column_8_content", "show_anbi_logo",
    "show_nov_logo", "created_at", "footer_column_1_title_en", "footer_column_1_content_en",
    "footer_column_2_title_en", "footer_column_2_content_en", "footer_column_3_title_en",
    "footer_column_3_content_en", "footer_column_4_title_en", "footer_column_4_content_en",
    "footer_column_6_title_en", "footer_column_6_content_en", "footer_column_8_title_en",
    "footer_column_8_content_en", "help_intro", "help_intro_en", "help_lines", "help_lines_en",
];

impl Declared for VolunteerCenterProfile {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("src/web/branding.rs", "profile"));
    const ABOUT: &'static str = "What a centre tells about itself.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("volunteer_center_profiles", &[Part {
            rows: CONTACT,
            show: shown([("contactpersoon", "Waar jij als contactpersoon van het vrijwilligerspunt staat."), ("contact-person", "Where you are named as the contact of the volunteer centre.")], &["version"], ""),
            erase: Blank {
                set: &[
                    ("contact_name", "null"), ("contact_role", "null"), ("contact_email", "null"), ("contact_phone", "null"),
                    ("contact_photo_url", "null"), ("contact_text", "null"), ("contact_text_en", "null"),
                    ("version", "version + 1"), ("updated_at", ":now"),
                ],
                keep: NOT_CONTACT,
            },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its centre"));
    const EXPORT: Option<Export> = Some(Export::No("part of a centre"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}
