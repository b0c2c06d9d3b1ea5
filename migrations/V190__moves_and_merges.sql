-- An organisation moves to another centre when both agree: the centre that it would go to waits here until it answers.
alter table organizations add column move_to_id integer references volunteer_centers (id) on delete set null;
alter table organizations add column move_requested_at text;
create index organizations_move_to on organizations (move_to_id) where move_to_id is not null;

-- A duplicate that was merged into another organisation stays, deleted, until the merge can no longer be undone.
alter table organizations add column merged_into_id integer references organizations (id) on delete set null;
create index organizations_merged on organizations (merged_into_id) where merged_into_id is not null;

-- What a merge changed: per table and column the ids of the rows that went along. No more than is needed to undo it.
create table organization_merges (
  id integer primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  into_id integer not null references organizations (id) on delete cascade,
  status text not null,
  moved text not null default '[]',
  undone_at text,
  created_at text not null
) strict;
create index organization_merges_into on organization_merges (into_id, created_at);
create index organization_merges_of on organization_merges (organization_id);
