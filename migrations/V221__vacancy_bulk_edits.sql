-- Changes of many vacancies at once: worked off in the background, and undone within an hour. One row per vacancy says
-- what became of it, so that a process that was killed goes on where it was.
create table vacancy_bulk_edits (
  id integer primary key,
  attributes text not null check (json_valid(attributes)),
  dry_run integer not null default 0,
  state text not null check (state in ('waiting', 'done', 'failed', 'undoing', 'undone')),
  total integer not null,
  processed integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  undo_until text,
  maker text not null,
  attempts integer not null default 0,
  created_by_id integer not null references users (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id),
  organization_id integer references organizations (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index vacancy_bulk_edits_person on vacancy_bulk_edits (created_by_id, id);
create index vacancy_bulk_edits_state on vacancy_bulk_edits (state, updated_at) where state in ('waiting', 'undoing');
create index vacancy_bulk_edits_center on vacancy_bulk_edits (volunteer_center_id);
create index vacancy_bulk_edits_organization on vacancy_bulk_edits (organization_id) where organization_id is not null;

create table vacancy_bulk_items (
  id integer primary key,
  bulk_edit_id integer not null references vacancy_bulk_edits (id) on delete cascade,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'unchanged', 'failed', 'undone', 'kept')),
  -- The new values wait for the centre's review.
  is_held integer not null default 0,
  changes text not null default '{}' check (json_valid(changes)),
  code text,
  detail text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index vacancy_bulk_items_edit on vacancy_bulk_items (bulk_edit_id, vacancy_id);
create index vacancy_bulk_items_state on vacancy_bulk_items (bulk_edit_id, state, id);
create index vacancy_bulk_items_vacancy on vacancy_bulk_items (vacancy_id);
