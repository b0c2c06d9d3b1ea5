//! What a file is for, and what may be sent for it.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{FieldFault, Result};
use crate::http::uploads::{FileType, UploadRules};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadKind {
    Avatar,
    Vacancy,
    OrganizationLogo,
    OrganizationPhoto,
    CenterLogo,
    Favicon,
    ContactPhoto,
    Content,
    Document,
    /// A picture to choose from: `POST /stock_images`.
    Stock,
}

const KINDS: [(UploadKind, &str); 10] = [
    (UploadKind::Avatar, "avatar"),
    (UploadKind::Vacancy, "vacancy"),
    (UploadKind::OrganizationLogo, "organization_logo"),
    (UploadKind::OrganizationPhoto, "organization_photo"),
    (UploadKind::CenterLogo, "center_logo"),
    (UploadKind::Favicon, "favicon"),
    (UploadKind::ContactPhoto, "contact_photo"),
    (UploadKind::Content, "content"),
    (UploadKind::Document, "document"),
    (UploadKind::Stock, "stock"),
];

const PHOTO: UploadRules = UploadRules {
    types: &[FileType::Jpeg, FileType::Png, FileType::WebP],
    largest: 5 * 1024 * 1024,
    called: ["de foto", "picture"],
};
const LOGO: UploadRules = UploadRules {
    types: &[FileType::Jpeg, FileType::Png, FileType::WebP, FileType::Svg],
    largest: 1024 * 1024,
    called: ["het logo", "logo"],
};
const FAVICON: UploadRules = UploadRules {
    types: &[FileType::Png, FileType::Ico, FileType::Svg],
    largest: 256 * 1024,
    called: ["het icoon", "icon"],
};
const DOCUMENT: UploadRules = UploadRules {
    types: &[FileType::Pdf, FileType::Zip, FileType::Text],
    largest: 10 * 1024 * 1024,
    called: ["het bestand", "file"],
};

impl UploadKind {
    pub const NAMES: [&'static str; 10] = [
        KINDS[0].1, KINDS[1].1, KINDS[2].1, KINDS[3].1, KINDS[4].1, KINDS[5].1, KINDS[6].1,
        KINDS[7].1, KINDS[8].1, KINDS[9].1,
    ];

    pub fn name(self) -> &'static str {
        KINDS
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, name)| name)
    }

    /// From the field `kind`, which stands before the file.
    pub(super) fn of(fields: &HashMap<String, String>) -> Result<Self> {
        let name = fields
            .get("kind")
            .ok_or_else(|| FieldFault::at("/kind", "required"))?;
        KINDS
            .iter()
            .find(|(_, known)| known == name)
            .map(|(kind, _)| *kind)
            .ok_or_else(|| {
                FieldFault::at("/kind", "choice")
                    .with("allowed", Self::NAMES.join(", "))
                    .into()
            })
    }

    pub(super) const fn rules(self) -> UploadRules {
        match self {
            Self::Avatar
            | Self::Vacancy
            | Self::OrganizationLogo
            | Self::OrganizationPhoto
            | Self::ContactPhoto
            | Self::Content
            | Self::Stock => PHOTO,
            Self::CenterLogo => LOGO,
            Self::Favicon => FAVICON,
            Self::Document => DOCUMENT,
        }
    }

    /// Whether a picture for this says what it shows. Logos and portraits stand beside the name.
    pub(super) const fn has_alt(self) -> bool {
        matches!(
            self,
            Self::Vacancy | Self::OrganizationPhoto | Self::Content
        )
    }
}
