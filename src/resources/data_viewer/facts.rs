//! What the data viewer may show of a table. Every column stands in exactly one list; a test compares these with the
//! schema, and a column in no list is never read.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    People,
    Matching,
    Organisations,
    Site,
    System,
}

impl Group {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Matching => "matching",
            Self::Organisations => "organizations",
            Self::Site => "site",
            Self::System => "system",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Shown,
    /// Masked until a reason is given.
    Personal,
    /// Personal in some rows: masked there.
    PersonalInRows,
    /// Never shown: messages, secrets, and what leads to them.
    Closed,
}

#[derive(Debug, Clone, Copy)]
pub struct Facts {
    pub table: &'static str,
    pub group: Group,
    pub shown: &'static [&'static str],
    pub personal: &'static [&'static str],
    /// SQL condition for the rows in which these columns are personal too.
    pub personal_where: Option<(&'static str, &'static [&'static str])>,
    pub closed: &'static [&'static str],
    /// Columns that name the accounts whose personal data a row holds.
    pub about: &'static [&'static str],
    /// What a reference to a row is called by.
    pub label: Option<&'static str>,
}

impl Facts {
    pub const fn of(table: &'static str, group: Group) -> Self {
        Self {
            table,
            group,
            shown: &[],
            personal: &[],
            personal_where: None,
            closed: &[],
            about: &[],
            label: None,
        }
    }

    pub const fn shown(mut self, columns: &'static [&'static str]) -> Self {
        self.shown = columns;
        self
    }

    pub const fn personal(mut self, columns: &'static [&'static str]) -> Self {
        self.personal = columns;
        self
    }

    pub const fn personal_where(
        mut self,
        rows: &'static str,
        columns: &'static [&'static str],
    ) -> Self {
        self.personal_where = Some((rows, columns));
        self
    }

    pub const fn closed(mut self, columns: &'static [&'static str]) -> Self {
        self.closed = columns;
        self
    }

    pub const fn about(mut self, columns: &'static [&'static str]) -> Self {
        self.about = columns;
        self
    }

    pub const fn labelled(mut self, column: &'static str) -> Self {
        self.label = Some(column);
        self
    }

    /// Columns that are personal in some rows.
    pub fn in_rows(&self) -> &'static [&'static str] {
        self.personal_where.map_or(&[], |(_, columns)| columns)
    }

    pub fn kind(&self, column: &str) -> Option<(&'static str, Kind)> {
        [
            (self.shown, Kind::Shown),
            (self.personal, Kind::Personal),
            (self.in_rows(), Kind::PersonalInRows),
            (self.closed, Kind::Closed),
        ]
        .into_iter()
        .find_map(|(columns, kind)| {
            let named = columns.iter().find(|name| **name == column)?;
            Some((*named, kind))
        })
    }

    pub fn has_personal(&self) -> bool {
        !self.personal.is_empty() || self.personal_where.is_some()
    }
}
