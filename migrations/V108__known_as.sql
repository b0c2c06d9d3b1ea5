-- The names, addresses and numbers that somebody had before. What was written under them can still name the person:
-- with these it is found when their data is taken away. They go with the person.
create table known_as (
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('email', 'name', 'phone')),
  value text not null collate nocase,
  until text not null,
  primary key (user_id, kind, value)
) strict, without rowid;

-- Whose address was that, asked from an old letter.
create index known_as_value on known_as (kind, value);

-- Only of who proved their address: anybody can type somebody else's name into a form. What is taken away is not kept.
create trigger users_known_by_email after update of email on users
when old.confirmed_at is not null and old.email is not null and new.email is not old.email and new.anonymised_at is null
begin
  insert or replace into known_as (user_id, kind, value, until) values (new.id, 'email', old.email, new.updated_at);
end;

create trigger users_known_by_name after update of first_name, last_name on users
when old.confirmed_at is not null and length(old.first_name) > 0 and length(old.last_name) > 0 and new.anonymised_at is null
 and (new.first_name is not old.first_name or new.last_name is not old.last_name)
begin
  insert or replace into known_as (user_id, kind, value, until)
  values (new.id, 'name', old.first_name || ' ' || old.last_name, new.updated_at);
end;

create trigger users_known_by_phone after update of phone_number on users
when old.confirmed_at is not null and length(old.phone_number) > 0 and new.phone_number is not old.phone_number and new.anonymised_at is null
begin
  insert or replace into known_as (user_id, kind, value, until) values (new.id, 'phone', old.phone_number, new.updated_at);
end;
