-- Figures of a centre: counts per day, made from the rows by a job; and the cells of the tables that may be shown, with the
-- groups that are too small hidden (docs/decisions/0046). Neither names anybody.
create table analytics_days (
  volunteer_center_id integer not null,
  measure text not null,
  -- Of the Netherlands.
  day text not null,
  -- 0: of no organisation, of no theme.
  organization_id integer not null,
  theme_id integer not null,
  postal_code_4 text not null,
  -- Where an application came from, how many days an answer took, an age band …
  detail text not null,
  -- 1: rows that are deleted since, which stay counted. Never made anew.
  is_kept integer not null check (is_kept in (0, 1)),
  events integer not null,
  -- Minutes, of hours.
  amount integer not null,
  -- One of 64 bits for each person, by a hash: as many persons as bits at least. Never which.
  people integer not null,
  primary key (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept)
) strict, without rowid;

create table analytics_cells (
  volunteer_center_id integer not null,
  measure text not null,
  -- total, organization, theme, postal_code or detail.
  dimension text not null,
  -- A year, a quarter or a month: 2026, 2026-q4, 2026-11.
  period text not null,
  value text not null,
  events integer not null,
  amount integer not null,
  -- 1: it is too small to be shown; 2: it would give another away.
  hidden integer not null check (hidden in (0, 1, 2)),
  primary key (volunteer_center_id, measure, dimension, period, value)
) strict, without rowid;

-- What anybody may read: made once a night, from 10 on, in fives.
create table analytics_public (
  volunteer_center_id integer not null,
  measure text not null,
  period text not null,
  -- Null: fewer than ten.
  events integer,
  primary key (volunteer_center_id, measure, period)
) strict, without rowid;

-- How far the counting is.
create table analytics_runs (
  id integer primary key check (id = 1),
  counted_at text not null,
  -- The day of the last time that everything was counted anew.
  rebuilt_on text not null
) strict;

-- The day in the Netherlands of a moment is written out, since the program's own functions are not at hand in a trigger.
create view application_facts as
select a.id, a.volunteer_center_id, a.organization_id, a.user_id, a.source, a.updated_at,
       date(a.created_at, iif(a.created_at >= date(substr(a.created_at, 1, 4) || '-03-25', 'weekday 0') || 'T01:00:00Z'
                          and a.created_at < date(substr(a.created_at, 1, 4) || '-10-25', 'weekday 0') || 'T01:00:00Z', '+2 hours', '+1 hours')) as day,
       coalesce((select v.activity_type_ids ->> '$[0]' from vacancies v where v.id = a.vacancy_id), 0) as theme_id,
       coalesce((select p.postal_code_4 from volunteer_profiles p where p.user_id = a.user_id), '') as postal_code_4,
       case when a.responded_at is null then -1
            else max(0, cast(julianday(a.responded_at) - julianday(coalesce(a.school_approved_at, a.created_at)) as integer)) end as waited,
       a.stage in ('accepted', 'started', 'completed') or a.accepted_at is not null as is_accepted,
       a.stage in ('started', 'completed')
         or exists (select 1 from transitions s where s.subject_type = 'applications' and s.subject_id = a.id and s.to_state = 'started') as is_started,
       (select u.birth_date from users u where u.id = a.user_id) as birth_date
  from applications a where a.is_held = 0 and a.stage <> 'unconfirmed';

create view application_events as
select id, volunteer_center_id, day, organization_id, theme_id, postal_code_4, user_id, updated_at, 0 as amount, 'applications' as measure, source as detail from application_facts
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'waits', iif(waited < 0, 'never', cast(min(waited, 365) as text)) from application_facts
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'unanswered', '' from application_facts where waited < 0
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'accepted', '' from application_facts where is_accepted
union all
select id, volunteer_center_id, day, organization_id, theme_id, '', user_id, updated_at, 0, 'started', '' from application_facts where is_started
union all
select id, volunteer_center_id, day, 0, 0, '', user_id, updated_at, 0, 'started_ages',
       case when birth_date is null then 'unknown'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 18 then 'under_18'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 27 then '18_26'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 46 then '27_45'
            when cast(day as integer) - cast(birth_date as integer) - (substr(day, 6) < substr(birth_date, 6)) < 66 then '46_65'
            else 'over_65' end
  from application_facts where is_started;

create view hours_events as
select h.id, h.volunteer_center_id, h.day, h.organization_id, 0 as theme_id, '' as postal_code_4, h.user_id, h.updated_at,
       cast(round(h.hours * 60) as integer) as amount, 'hours' as measure, '' as detail
  from hours_entries h where h.status in ('confirmed', 'corrected');

create view user_events as
select u.id, u.volunteer_center_id,
       date(u.created_at, iif(u.created_at >= date(substr(u.created_at, 1, 4) || '-03-25', 'weekday 0') || 'T01:00:00Z'
                          and u.created_at < date(substr(u.created_at, 1, 4) || '-10-25', 'weekday 0') || 'T01:00:00Z', '+2 hours', '+1 hours')) as day,
       0 as organization_id, 0 as theme_id,
       coalesce((select p.postal_code_4 from volunteer_profiles p where p.user_id = u.id), '') as postal_code_4,
       u.id as user_id, u.updated_at, 0 as amount, 'people' as measure,
       case when u.birth_date is null then 'unknown'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 18 then 'under_18'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 27 then '18_26'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 46 then '27_45'
            when cast(u.created_at as integer) - cast(u.birth_date as integer) - (substr(u.created_at, 6, 5) < substr(u.birth_date, 6)) < 66 then '46_65'
            else 'over_65' end as detail
  from users u
 where u.status <> 'invited' and u.volunteer_center_id is not null
   and not exists (select 1 from roles r where r.user_id = u.id and r.name not in ('volunteer', 'student'));

create view vacancy_events as
select v.id, v.volunteer_center_id, substr(v.published_at, 1, 10) as day, v.organization_id,
       coalesce(v.activity_type_ids ->> '$[0]', 0) as theme_id, '' as postal_code_4, null as user_id, v.updated_at, 0 as amount,
       'published' as measure, '' as detail
  from vacancies v where v.published_at is not null
union all
select v.id, v.volunteer_center_id, substr(s.at, 1, 10), v.organization_id, coalesce(v.activity_type_ids ->> '$[0]', 0), '', null, v.updated_at, 0, 'filled', ''
  from vacancies v join transitions s on s.subject_type = 'vacancies' and s.subject_id = v.id and s.to_state = 'filled'
union all
select v.id, v.volunteer_center_id, w.day, v.organization_id, coalesce(v.activity_type_ids ->> '$[0]', 0), '', null, v.updated_at, w.count, 'views', ''
  from vacancies v join view_counts w on w.subject_type = 'vacancies' and w.subject_id = v.id;

create view organization_events as
select o.id, o.volunteer_center_id, substr(o.approved_at, 1, 10) as day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       o.updated_at, 0 as amount, 'organizations' as measure, '' as detail
  from organizations o
 where o.approved_at is not null and o.organization_type <> 'VolunteerCenter' and o.household_of_id is null;

create view occurrence_events as
select o.id, a.volunteer_center_id, o.day, coalesce(a.organization_id, 0) as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       o.updated_at, 0 as amount, 'occurrences' as measure, '' as detail
  from activity_occurrences o join activities a on a.id = o.activity_id
 where a.status = 'published' and o.status <> 'cancelled';

create view registration_events as
select r.id, a.volunteer_center_id, o.day, coalesce(a.organization_id, 0) as organization_id, 0 as theme_id, '' as postal_code_4, r.user_id,
       r.updated_at, 0 as amount, 'registrations' as measure, iif(r.user_id is null, 'guest', 'account') as detail
  from activity_registrations r join activities a on a.id = r.activity_id join activity_occurrences o on o.id = r.occurrence_id
 where r.status = 'registered';

create view conversation_events as
select c.id, c.volunteer_center_id, substr(c.created_at, 1, 10) as day, coalesce(c.organization_id, 0) as organization_id, 0 as theme_id,
       '' as postal_code_4, null as user_id, c.updated_at, 0 as amount, 'conversations' as measure, '' as detail
  from conversations c;

create view message_events as
select m.id, c.volunteer_center_id, substr(m.created_at, 1, 10) as day, coalesce(c.organization_id, 0) as organization_id, 0 as theme_id,
       '' as postal_code_4, m.author_id as user_id, m.updated_at, 0 as amount, 'messages' as measure, m.side as detail
  from messages m join conversations c on c.id = m.conversation_id;

create view report_events as
select r.id, r.volunteer_center_id, substr(r.created_at, 1, 10) as day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, r.reporter_id as user_id,
       r.updated_at, 0 as amount, 'reports' as measure, r.category as detail
  from abuse_reports r;


-- Words that were searched for fewer than five times in all have no name here.
create view search_events as
select null as id, s.volunteer_center_id, s.day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       s.day || 'T23:59:59Z' as updated_at, s.count as amount, 'searches' as measure,
       iif((select sum(w.count) from search_counts w where w.volunteer_center_id = s.volunteer_center_id and w.words = s.words) >= 5, s.words, '') as detail
  from search_counts s
union all
select null, s.volunteer_center_id, s.day, 0, 0, '', null, s.day || 'T23:59:59Z', s.count, 'not_found',
       iif((select sum(w.count) from search_counts w where w.volunteer_center_id = s.volunteer_center_id and w.words = s.words) >= 5, s.words, '')
  from search_counts s where s.has_results = 0;

create view visit_events as
select null as id, volunteer_center_id, day, 0 as organization_id, 0 as theme_id, '' as postal_code_4, null as user_id,
       day || 'T23:59:59Z' as updated_at, count as amount, 'visits' as measure, source as detail
  from traffic_counts
union all
select null, volunteer_center_id, day, 0, 0, '', null, day || 'T23:59:59Z', count, 'visit_kinds', kind from traffic_counts;

-- A row that is deleted stays counted.
create trigger applications_stay_counted before delete on applications begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from application_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger hours_entries_stay_counted before delete on hours_entries begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from hours_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger users_stay_counted before delete on users begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from user_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger activity_registrations_stay_counted before delete on activity_registrations begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from registration_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger messages_stay_counted before delete on messages begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from message_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger conversations_stay_counted before delete on conversations begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from conversation_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger abuse_reports_stay_counted before delete on abuse_reports begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 1, 1, amount,
         1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63)
    from report_events where id = old.id and volunteer_center_id is not null and day is not null
      on conflict do update set events = events + 1, amount = amount + excluded.amount, people = people | excluded.people;
end;

create trigger view_counts_stay_counted before delete on view_counts when old.subject_type = 'vacancies' begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select v.volunteer_center_id, 'views', old.day, coalesce(v.organization_id, 0), cast(coalesce(v.activity_type_ids ->> '$[0]', 0) as integer), '', '', 1,
         old.count, 0, 0
    from vacancies v where v.id = old.subject_id
      on conflict do update set events = events + excluded.events;
end;

create trigger search_counts_stay_counted before delete on search_counts begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select old.volunteer_center_id, m.measure, old.day, 0, 0, '',
         iif((select sum(w.count) from search_counts w where w.volunteer_center_id = old.volunteer_center_id and w.words = old.words) >= 5, old.words, ''),
         1, old.count, 0, -1
    from (select 'searches' as measure union all select 'not_found') m where m.measure = 'searches' or old.has_results = 0
      on conflict do update set events = events + excluded.events;
end;

create trigger traffic_counts_stay_counted before delete on traffic_counts begin
  insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
  select old.volunteer_center_id, m.measure, old.day, 0, 0, '', iif(m.measure = 'visits', old.source, old.kind), 1, old.count, 0, -1
    from (select 'visits' as measure union all select 'visit_kinds') m where true
      on conflict do update set events = events + excluded.events;
end;

-- The number of a centre that is gone may be given again: after the counts that its own rows left behind.
create trigger volunteer_centers_leave_no_figures after delete on volunteer_centers begin
  delete from analytics_days where volunteer_center_id = old.id;
  delete from analytics_cells where volunteer_center_id = old.id;
  delete from analytics_public where volunteer_center_id = old.id;
end;
