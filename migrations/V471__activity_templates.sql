-- Activities that an organisation, or a centre itself, starts new ones from. `content` has attributes of an activity.
create table activity_templates (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  -- Null: of the centre itself.
  organization_id integer references organizations (id) on delete cascade,
  name text not null,
  content text not null check (json_valid (content)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index activity_templates_name on activity_templates (volunteer_center_id, coalesce(organization_id, 0), name collate nocase);

create index activity_templates_of_organization on activity_templates (organization_id);
