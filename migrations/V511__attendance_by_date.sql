-- Who was there, by registration and date. Of a registration for one date it stands in the registration; of one for all
-- dates the taps of each date say it. Who goes out without having come in was there.
create view activity_attendance as
select r.id as registration_id, r.occurrence_id, r.attendance = 'present' as is_present, r.checked_in_at, r.checked_out_at
  from activity_registrations r
 where r.occurrence_id is not null and r.attendance is not null
union all
select d.registration_id, d.occurrence_id, d.is_present,
       iif(d.is_present, coalesce(d.in_at, d.out_at), null),
       iif(d.is_present and d.out_at >= coalesce(d.in_at, d.out_at), d.out_at, null)
  from (select p.registration_id, p.occurrence_id,
               coalesce((select i.is_present from activity_taps i
                          where i.registration_id = p.registration_id and i.occurrence_id = p.occurrence_id and i.is_out = 0
                          order by i.tapped_at desc, i.id desc limit 1), 1) as is_present,
               (select i.tapped_at from activity_taps i
                 where i.registration_id = p.registration_id and i.occurrence_id = p.occurrence_id and i.is_out = 0
                 order by i.tapped_at desc, i.id desc limit 1) as in_at,
               (select i.tapped_at from activity_taps i
                 where i.registration_id = p.registration_id and i.occurrence_id = p.occurrence_id and i.is_out = 1
                 order by i.tapped_at desc, i.id desc limit 1) as out_at
          from activity_taps p
          join activity_registrations r on r.id = p.registration_id and r.occurrence_id is null
         where p.id = (select min(f.id) from activity_taps f
                        where f.registration_id = p.registration_id and f.occurrence_id = p.occurrence_id)) d;

-- The taps of one registration on one date, which several reads ask for.
create index activity_taps_of_registration on activity_taps (registration_id, occurrence_id, is_out, tapped_at);
