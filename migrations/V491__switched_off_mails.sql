-- A row of texts stays when it follows the level above again: its versions are kept with it.
create table new_notification_templates (
  id integer primary key,
  kind text not null,
  locale text not null check (locale in ('nl', 'en')),
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  subject text,
  intro text,
  body text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

insert into new_notification_templates (id, kind, locale, volunteer_center_id, subject, intro, body, version, created_at, updated_at)
  select id, kind, locale, volunteer_center_id, subject, intro, body, version, created_at, updated_at from notification_templates;

drop table notification_templates;
alter table new_notification_templates rename to notification_templates;

create unique index notification_templates_text on notification_templates (kind, locale, coalesce(volunteer_center_id, 0));

create trigger versions_of_notification_templates after delete on notification_templates begin
  delete from row_versions where subject_type = 'notification_templates' and subject_id = old.id;
end;

-- Kinds of mail that are not sent: of a centre, or, without one, of the whole tenant.
create table switched_off_mails (
  id integer primary key,
  kind text not null,
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  created_at text not null
) strict;

create unique index switched_off_mails_kind on switched_off_mails (kind, coalesce(volunteer_center_id, 0));

-- When a centre last sent each kind of mail.
create index outbox_sent on outbox (volunteer_center_id, kind, sent_at) where status = 'sent';
