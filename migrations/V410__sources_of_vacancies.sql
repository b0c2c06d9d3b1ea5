-- Addresses of partners are also kept in the app: paused for a while, and with what came of the last reading.
alter table vacancy_sources add column paused integer not null default 0;
alter table vacancy_sources add column last_failed integer not null default 0;
-- Counts, and the first things that were wrong.
alter table vacancy_sources add column last_result text check (last_result is null or json_valid(last_result));
alter table vacancy_sources add column updated_at text;
