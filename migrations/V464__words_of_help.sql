-- What help between people is at a centre, in its own words, and whom somebody in need can call.
alter table volunteer_center_profiles add column help_intro text;
alter table volunteer_center_profiles add column help_intro_en text;
alter table volunteer_center_profiles add column help_lines text;
alter table volunteer_center_profiles add column help_lines_en text;
