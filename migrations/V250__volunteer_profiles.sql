-- What somebody looks for in volunteering: each answer may be left out. Everybody has one, empty at first.
create table volunteer_profiles (
  id integer primary key,
  user_id integer not null unique references users (id) on delete cascade,
  theme_ids text not null default '[]' check (json_valid(theme_ids)),
  skills text not null default '[]' check (json_valid(skills)),
  frequency text check (frequency in ('once', 'regularly', 'flexible')),
  hours_per_week real,
  availability text not null default '[]' check (json_valid(availability)),
  postal_code_4 text,
  transport text check (transport in ('walk', 'bike', 'public_transport', 'car')),
  max_distance_km integer,
  wants_online integer not null default 0,
  languages text not null default '[]' check (json_valid(languages)),
  practises_dutch integer not null default 0,
  gains text not null default '[]' check (json_valid(gains)),
  social_setting text check (social_setting in ('alone', 'together', 'either')),
  visibility text not null default 'hidden' check (visibility in ('hidden', 'visible', 'paused')),
  visible_until text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index volunteer_profiles_visible on volunteer_profiles (visible_until) where visibility = 'visible';

insert into volunteer_profiles (user_id, created_at, updated_at)
select id, created_at, created_at from users where anonymised_at is null;

create trigger volunteer_profiles_of_users after insert on users begin
  insert into volunteer_profiles (user_id, created_at, updated_at) values (new.id, new.created_at, new.created_at);
end;

-- Vacancies that somebody said are not for them.
create table vacancy_dismissals (
  user_id integer not null references users (id) on delete cascade,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  reason text not null check (reason in ('too_far', 'wrong_time', 'not_my_theme', 'too_much', 'other')),
  created_at text not null,
  primary key (user_id, vacancy_id)
) strict, without rowid;

create index vacancy_dismissals_vacancy on vacancy_dismissals (vacancy_id);

-- How often recommendations were shown, opened and led to an application: counts of a day, of nobody in particular.
create table match_counts (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  day text not null,
  shown integer not null default 0,
  opened integer not null default 0,
  applied integer not null default 0,
  primary key (volunteer_center_id, day)
) strict, without rowid;
