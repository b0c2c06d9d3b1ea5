-- Papers that were asked of volunteers, and who saw them: a certificate of conduct (VOG), first aid, a licence, a
-- reference. Never a file, and never the number of a paper.
create table checks (
  id integer primary key,
  -- None: a guest, who is known by the application alone.
  user_id integer references users (id) on delete cascade,
  application_id integer references applications (id) on delete set null,
  -- None: the centre's own.
  organization_id integer references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  kind text not null check (kind in ('vog', 'first_aid', 'driving_licence', 'reference')),
  status text not null check (status in ('requested', 'claimed', 'seen', 'revoked', 'cancelled')),
  requested_by_id integer references users (id) on delete set null,
  requested_on text not null,
  claimed_on text,
  issued_on text,
  seen_by_id integer references users (id) on delete set null,
  seen_on text,
  valid_until text,
  note text,
  -- The one that it renews.
  replaces_id integer references checks (id) on delete set null,
  -- When both sides were mailed that it runs out.
  warned_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

-- One that is open per person, kind and organisation.
create unique index checks_open on checks (user_id, coalesce(organization_id, 0), kind)
  where status in ('requested', 'claimed') and user_id is not null;
create unique index checks_open_of_guests on checks (application_id, kind)
  where status in ('requested', 'claimed') and user_id is null;
create index checks_user on checks (user_id, kind) where user_id is not null;
create index checks_application on checks (application_id) where application_id is not null;
create index checks_organization on checks (organization_id, valid_until) where organization_id is not null;
create index checks_center on checks (volunteer_center_id, valid_until);
create index checks_seen_by on checks (seen_by_id) where seen_by_id is not null;
create index checks_requested_by on checks (requested_by_id) where requested_by_id is not null;
create index checks_replaces on checks (replaces_id) where replaces_id is not null;
create index checks_to_warn on checks (valid_until) where status = 'seen' and warned_at is null;

-- What was told about a check goes with it.
create trigger told_of_checks after delete on checks begin
  delete from outbox where subject_type = 'checks' and subject_id = old.id;
  delete from notifications where subject_type = 'checks' and subject_id = old.id;
  delete from transitions where subject_type = 'checks' and subject_id = old.id;
end;

-- A guest who turns out to have an account keeps what was seen of them.
create trigger checks_of_claimed after update of user_id on applications
  when old.user_id is null and new.user_id is not null begin
  update or ignore checks set user_id = new.user_id where application_id = new.id and user_id is null;
end;

-- Those of a guest go with the application.
create trigger checks_of_guests before delete on applications begin
  delete from checks where application_id = old.id and user_id is null;
end;

-- Days after its last day that a check still counts when somebody is accepted.
alter table volunteer_centers add column check_grace_days integer not null default 30;
