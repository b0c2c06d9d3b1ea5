-- A mentor sees and approves for the students they guide, unless the School lets every mentor see all of them.
alter table organizations add column mentors_see_all integer not null default 0;
