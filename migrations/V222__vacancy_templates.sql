-- Vacancies that an organisation starts new ones from. `content` has attributes of a vacancy.
create table vacancy_templates (
  id integer primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  name text not null,
  content text not null check (json_valid(content)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index vacancy_templates_name on vacancy_templates (organization_id, name collate nocase);
