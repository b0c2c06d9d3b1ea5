-- When the organiser was asked whether an activity goes on with few people; null: not yet.
alter table activities add column minimum_asked_at text;

-- Who did not come twice lately is let in by the organiser, and not by the program.
alter table activities add column asks_after_no_shows integer not null default 0 check (asks_after_no_shows in (0, 1));

alter table activity_registrations add column needs_yes integer not null default 0 check (needs_yes in (0, 1));
