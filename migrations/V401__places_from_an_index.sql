-- How many vacancies lie around a place, and which are the nearest, is read from an index alone.
drop index vacancies_place;
create index vacancies_place
  on vacancies (latitude, longitude, status, volunteer_center_id, expires_at, asker_id, purged_at, organization_id);
