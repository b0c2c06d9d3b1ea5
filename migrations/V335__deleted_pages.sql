-- A deleted page can be restored for thirty days; its address and the place of its translation are free meanwhile.
alter table pages add column deleted_at text;
create index pages_deleted on pages (deleted_at) where deleted_at is not null;

drop index pages_slug;
create unique index pages_slug on pages (volunteer_center_id, locale, slug) where deleted_at is null;
drop index pages_translation;
create unique index pages_translation on pages (translation_of_id, locale)
  where translation_of_id is not null and deleted_at is null;

-- What a deleted page shows ends at its deletion, and goes on until here once it is restored.
alter table published_pages add column planned_unpublish_at text;
