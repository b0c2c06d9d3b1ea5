-- Who made an account, who may export, what was changed, and roles that wait for a yes.

alter table users add column can_export integer not null default 0;
alter table users add column created_by_id integer references users (id) on delete set null;
alter table audit_events add column data text;

-- The row in `roles` exists from the offer on and counts once it is accepted; this is the offer itself.
create table role_invitations (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  -- The address as it was when the offer was sent: what the sender knew.
  email text collate nocase,
  role text not null,
  scope_type text not null,
  scope_id integer not null default 0,
  state text not null default 'sent' check (state in ('sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  sent_by_id integer references users (id) on delete set null,
  expires_at text not null,
  answered_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index role_invitations_open on role_invitations (user_id, role, scope_type, scope_id) where state = 'sent';
create index role_invitations_scope on role_invitations (scope_type, scope_id, state);

-- However a role comes to be accepted, its offer says so.
create trigger role_invitations_accepted after update of accepted_at on roles
when old.accepted_at is null and new.accepted_at is not null
begin
  update role_invitations
     set state = 'accepted', answered_at = new.accepted_at, updated_at = new.accepted_at, version = version + 1
   where user_id = new.user_id and role = new.name and scope_type = new.scope_type and scope_id = new.scope_id
     and state = 'sent';
end;
