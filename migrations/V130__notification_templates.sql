-- The texts of emails where they differ from the built-in ones: of the tenant (no centre) or of one centre. A column
-- that is null follows the level above: the tenant, and then the built-in text.
create table notification_templates (
  id integer primary key,
  kind text not null,
  locale text not null check (locale in ('nl', 'en')),
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  subject text,
  intro text,
  body text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check (subject is not null or intro is not null or body is not null)
) strict;

create unique index notification_templates_text on notification_templates (kind, locale, coalesce(volunteer_center_id, 0));
