//! Applications and their review by Schools.

pub(crate) mod applying;
pub(crate) mod desk_registration;
pub(crate) mod mentor_review;
pub(crate) mod minimum_age;
pub(crate) mod organization_enumeration;
pub(crate) mod questions;
pub(crate) mod school_enumeration;
pub(crate) mod silence;
pub(crate) mod stages;
pub(crate) mod student_guest;
pub(crate) mod student_link;
pub(crate) mod thread;
pub(crate) mod waiting_list;
