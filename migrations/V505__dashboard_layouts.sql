-- The cards of somebody's dashboard, in their order, as a list of {key, is_hidden}. No row: as it comes.
create table dashboard_layouts (
  user_id integer primary key references users (id) on delete cascade,
  cards text not null,
  updated_at text not null
) strict, without rowid;

-- The figures of a week read no application of another one.
create index applications_answered on applications (volunteer_center_id, responded_at) where responded_at is not null;
create index applications_accepted on applications (volunteer_center_id, accepted_at) where accepted_at is not null;
-- Hours that wait, and their questions back.
create index hours_entries_questioned on hours_entries (user_id) where status = 'disputed';
