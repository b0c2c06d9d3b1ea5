//! Example resource for the tests of the engine: a page with versions, scheduled publishing and soft deletion.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::schema::lifecycle::{ScheduleEvent, Scheduled, SoftDelete, next_publication};
use crate::jsonapi::{Id, Resource, Saving};
use crate::resources::volunteer_center::VolunteerCenter;

pub struct ExamplePage;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ExamplePageAttributes {
    #[validate(length(min = 1, max = 150))]
    pub title: String,
    #[serde(default)]
    #[validate(length(max = 5000))]
    pub body: String,
    pub publish_at: Option<String>,
    pub unpublish_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub deleted_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
}

/// The table, and a table in which the effects of publishing leave a trace.
pub const TABLES: &str = "
    create table example_pages (
      id integer primary key,
      title text not null,
      body text not null,
      publish_at text,
      unpublish_at text,
      deleted_at text,
      volunteer_center_id integer not null references volunteer_centers (id),
      version integer not null default 1,
      created_at text not null,
      updated_at text not null
    ) strict;
    create table example_effects (page_id integer not null, event text not null) strict;";

impl Resource for ExamplePage {
    const TYPE: &'static str = "example_pages";
    type Attributes = ExamplePageAttributes;
    const VERSIONS: Option<u32> = Some(3);
    const NEXT_CHANGE: Option<&'static str> = Some(next_publication!("example_pages"));

    fn before_save(
        new: &mut ExamplePageAttributes,
        _: Option<&ExamplePageAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if new.volunteer_center_id.is_none() {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
        }
        Ok(())
    }

    fn remove(tx: &Tx, id: Id<Self>, _: Option<i64>) -> Result<()> {
        SOFT_DELETED[0].delete(tx, id.number())
    }
}

pub const SOFT_DELETED: &[SoftDelete] = &[SoftDelete {
    kind: "example_page",
    table: "example_pages",
    deleted: "t.deleted_at is not null",
    purge: |tx, id, _| {
        tx.execute("delete from example_pages where id = ?1", [id])?;
        crate::jsonapi::write::versions::forget(tx, ExamplePage::TYPE, id)
    },
}];

pub const SCHEDULED: &[Scheduled] = &[Scheduled {
    table: "example_pages",
    effect: |tx, id, event| {
        let event = match event {
            ScheduleEvent::Publish => "publish",
            ScheduleEvent::Unpublish => "unpublish",
        };
        tx.execute("insert into example_effects values (?1, ?2)", (id, event))?;
        Ok(())
    },
}];
