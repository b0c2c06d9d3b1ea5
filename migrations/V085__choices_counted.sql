-- How many published vacancies name each tag, age group, kind of activity and kind of vacancy is told on the first page
-- and beside every search, and which ones are like another below each of them. Both are answered from this index alone:
-- ten thousand rows with their texts were read for it.
create index vacancies_choices on vacancies
  (status, volunteer_center_id, expires_at, activity_type_ids, tags, age_group_ids, vacancy_type, latitude, longitude, published_at);
