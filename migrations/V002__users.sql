-- People, their roles and their sessions. E-mail may be empty: a walk-in need not have any.

create table users (
  id integer primary key,
  email text collate nocase unique,
  password_hash text,
  first_name text,
  last_name text,
  phone_number text,
  job_title text,
  gender text check (gender in ('male', 'female', 'other')),
  birth_date text,
  status text not null default 'inactive' check (status in ('active', 'invited', 'inactive', 'archived')),
  signup_method text not null default 'unknown' check (signup_method in ('signedUp', 'createdByUser', 'imported', 'unknown')),
  locale text not null default 'nl' check (locale in ('nl', 'en')),
  digest_days text not null default '[1]',
  volunteer_center_id integer not null references volunteer_centers (id),
  accepted_terms_at text,
  confirmed_at text,
  last_sign_in_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index users_center on users (volunteer_center_id, status);

create table roles (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null check (name in ('admin', 'volunteer', 'content_manager', 'mentor', 'student', 'organization_superuser', 'center_superuser', 'page_manager')),
  scope_type text not null check (scope_type in ('tenant', 'volunteer_center', 'organization', 'school', 'page')),
  scope_id integer not null default 0,
  granted_by_id integer references users (id) on delete set null,
  granted_at text not null,
  accepted_at text,
  expires_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (user_id, name, scope_type, scope_id)
) strict;

create index roles_scope on roles (scope_type, scope_id, name);

-- A session is found by `client`; its token is stored as a hash only. Times are RFC 3339 UTC.
create table sessions (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  client text not null unique,
  token_hash blob not null,
  created_at text not null,
  used_at text not null,
  expires_at text not null,
  user_agent text,
  revoked_at text
) strict;

create index sessions_user on sessions (user_id);

-- Links in mails: confirmation, reset, guest application. Single use, stored as a hash.
create table tokens (
  id integer primary key,
  purpose text not null,
  token_hash blob not null unique,
  subject_type text not null,
  subject_id integer not null,
  data text,
  created_at text not null,
  expires_at text not null,
  used_at text
) strict;

create index tokens_subject on tokens (subject_type, subject_id, purpose);

-- Failed sign-ins and other counted attempts; a key is a hash of what is counted.
create table attempts (
  key blob not null,
  at text not null
) strict;

create index attempts_key on attempts (key, at);
