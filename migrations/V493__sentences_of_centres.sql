-- Sentences that a centre keeps for its answers, beside those of organisations.
create table message_snippets_now (
  id integer primary key,
  organization_id integer references organizations (id),
  -- Of the centre itself.
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  reason_code text,
  text text not null,
  created_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((organization_id is null) <> (volunteer_center_id is null))
) strict;

insert into message_snippets_now (id, organization_id, reason_code, text, created_by_id, version, created_at, updated_at)
select id, organization_id, reason_code, text, created_by_id, version, created_at, updated_at from message_snippets;

drop table message_snippets;
alter table message_snippets_now rename to message_snippets;

create index message_snippets_organization on message_snippets (organization_id) where organization_id is not null;
create index message_snippets_center on message_snippets (volunteer_center_id) where volunteer_center_id is not null;
create index message_snippets_author on message_snippets (created_by_id) where created_by_id is not null;
create index message_snippets_owner on message_snippets (coalesce(organization_id, -volunteer_center_id));
