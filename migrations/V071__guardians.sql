-- Who is too young to decide alone, and the parent or guardian who is asked.

alter table volunteer_centers add column minimum_age integer not null default 16 check (minimum_age between 16 and 18);

-- One row a young person, from the moment on that a guardian is needed. The address goes when it is needed no more.
create table guardians (
  id integer primary key,
  user_id integer not null unique references users (id) on delete cascade,
  email text collate nocase,
  -- When the last letter went, and how many did.
  asked_at text,
  asks integer not null default 0,
  agreed_at text,
  created_at text not null
) strict;

create index guardians_email on guardians (email);
create index users_birth on users (birth_date) where birth_date is not null;

-- A guardian's yes is a consent like the others.
drop trigger users_terms_insert;
drop trigger users_terms_update;

create table consents_with_guardians (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('terms', 'newsletter', 'pool', 'statistics', 'guardian')),
  is_given integer not null check (is_given in (0, 1)),
  edition text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

insert into consents_with_guardians (id, user_id, kind, is_given, edition, version, created_at, updated_at)
select id, user_id, kind, is_given, edition, version, created_at, updated_at from consents;

drop table consents;
alter table consents_with_guardians rename to consents;

create index consents_user on consents (user_id, kind, id);

create trigger users_terms_insert after insert on users when new.accepted_terms_at is not null begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  values (new.id, 'terms', 1, new.accepted_terms_at, new.accepted_terms_at);
end;

create trigger users_terms_update after update of accepted_terms_at on users
when new.accepted_terms_at is not null and new.accepted_terms_at is not old.accepted_terms_at begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  values (new.id, 'terms', 1, new.accepted_terms_at, new.accepted_terms_at);
end;
